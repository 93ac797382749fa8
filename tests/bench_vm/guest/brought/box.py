"""The product as its socket shows it. Runs in the guest."""

import sys
from pathlib import Path

sys.path += map(str, Path("/opt/minuta/lib").glob("python3*/site-packages"))

from firmware_host.control.client import ControlClient

SOCKET = Path("/run/minuta/minuta.sock")


def ask(verb, args):
    """Ask once; an error of the daemon is one here."""
    with ControlClient(SOCKET, "bench", 60.0) as client:
        reply = client.request(verb, args)
    if not reply.ok:
        raise RuntimeError(f"{verb}: {reply.code} {reply.text}")
    return reply.result

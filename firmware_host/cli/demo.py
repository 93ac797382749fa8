"""`minuta demo`: daemon and web on the simulated board, until Ctrl-C."""

import ctypes
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from firmware_host.cli.common import box
from firmware_host.errors import HostError, InTheWay

READY_S = 20.0
ANSWER_S = 1.0
STOP_S = 1.8
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page; 8080 by default.")
def demo(port: int | None) -> None:
    """Play on this computer: a bench of keys, lamps and displays in the browser."""
    config, _ = box(None, demo=True)
    host, port = config.web.host, port or config.web.port
    _look(host, port)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    name = f"demo-{_now()}"
    common = [sys.executable, "-m", "firmware_host.cli"]
    web = ["web", "--demo", "--evening", name, "--port", str(port)]
    with _until_stopped(), _children() as children:
        for words in (["run", "--demo", "--evening", name], web):
            # A group of its own: Ctrl-C comes to this process alone, and it stops them.
            child = subprocess.Popen(
                [*common, *words], env=os.environ, start_new_session=True,
                preexec_fn=_end_with_parent,
            )  # fmt: skip
            children.append(child)
        _wait_ready(host, port, children)
        address = f"http://{host}:{port}/bench"
        click.echo(f"\n  Minuta: {address}")
        click.echo("  Откройте этот адрес в браузере. Open this address in a browser.")
        click.echo("  Ctrl-C: стоп / stop.\n")
        sys.stdout.flush()
        _watch(children)


def _now() -> str:
    """Return the wall time as a folder's name: for people, each demo is an evening of its own."""
    from hardware.clock import MonotonicClock

    return MonotonicClock().wall()[:19].replace(":", "-")


def _look(host: str, port: int) -> None:
    """Say plainly what is in the way before anything is started."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise InTheWay(
                f"port {port} of {host} cannot be used ({error.strerror}): another program, or "
                f"another Minuta, has it. Stop that one, or choose another: minuta demo --port "
                f"{port + 1}"
            ) from error


@contextmanager
def _until_stopped() -> Iterator[None]:
    """Ctrl-C is no fault, also while it starts."""
    try:
        yield
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            click.echo("\n  Minuta: стоп / stopped.")


def _end_with_parent() -> None:
    """Be told to end when the demo is killed: nobody is left on the port. In the child."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def _children() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """At the end all are told to stop at once; who has not by `STOP_S` is killed."""
    children: list[subprocess.Popen[bytes]] = []
    try:
        yield children
    finally:
        for child in children:
            child.terminate()
        by_s = time.monotonic() + STOP_S
        for child in children:
            try:
                child.wait(timeout=max(0.0, by_s - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def _wait_ready(host: str, port: int, children: list["subprocess.Popen[bytes]"]) -> None:
    by_s = time.monotonic() + READY_S
    while time.monotonic() < by_s:
        _all_live(children)
        if _ready(host, port):
            return
        time.sleep(0.05)
    raise HostError(f"the demo was not ready within {READY_S:.0f} s; its words are above")


def _ready(host: str, port: int) -> bool:
    """Tell whether the page answers and has the daemon: the first press must not be refused."""
    page = http.client.HTTPConnection(host, port, ANSWER_S)
    try:
        page.request("GET", "/snapshot.json")
        return bool(json.load(page.getresponse())["link"] == "ok")
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        page.close()


def _all_live(children: list["subprocess.Popen[bytes]"]) -> None:
    for child in children:
        code = child.poll()
        if code is not None:
            raise HostError(f"a part of the demo has ended (code {code}); its words are above")


def _watch(children: list["subprocess.Popen[bytes]"]) -> None:
    while True:
        _all_live(children)
        time.sleep(0.2)


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt

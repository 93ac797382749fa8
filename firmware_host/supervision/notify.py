"""The word to systemd: one datagram to $NOTIFY_SOCKET. Never waits, never fails."""

import os
import socket


def notify(state: str) -> bool:
    """Send a state such as "READY=1"; False where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sender:
            sender.connect("\0" + address[1:] if address.startswith("@") else address)
            sender.send(state.encode())
    except OSError:
        return False
    return True

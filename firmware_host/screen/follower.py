"""Follows the daemon's snapshots in a thread of its own; connects again when it has gone."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_host.control.client import ControlClient, LinkLost, Snapshot, connections

ASK_NS = 1_000_000_000
LOST_NS = 3_000_000_000
"""A daemon that gives no sign of its loop for so long is lost, though its socket is open."""


class Follower:
    """`state` may be read by any thread."""

    def __init__(self, socket: Path, now_ns: Callable[[], int]) -> None:
        self._socket = socket
        self._now_ns = now_ns
        self._stop = threading.Event()
        self._heard_ns = 0
        self._snapshot: Mapping[str, Any] | None = None
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of the daemon. Idempotent."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(3)

    def state(self, now_ns: int) -> Mapping[str, Any] | None:
        """Return the last snapshot; None: the daemon is not there, or its loop stands still."""
        return self._snapshot if now_ns - self._heard_ns < LOST_NS else None

    def _run(self) -> None:
        for client in connections(self._socket, "screen", self._stop):
            with suppress(LinkLost):
                self._follow(client)
            self._snapshot = None

    def _follow(self, client: ControlClient) -> None:
        """Take what the daemon says until it goes; ask it each second whether its loop turns."""
        client.send("subscribe")
        asked_ns = self._now_ns()
        while not self._stop.is_set():
            if self._now_ns() - asked_ns >= ASK_NS:
                client.send("status")
                asked_ns = self._now_ns()
            heard = client.receive(0.25)
            if isinstance(heard, Snapshot):
                self._put(heard.state)
            elif heard is not None and heard.ok and "wall" in heard.result:
                self._put(heard.result)

    def _put(self, snapshot: Mapping[str, Any]) -> None:
        self._snapshot, self._heard_ns = snapshot, self._now_ns()

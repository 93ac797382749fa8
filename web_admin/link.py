"""The one link of the web process to the daemon; the only module that talks to it.

A thread follows the daemon's snapshots and connects again when it has gone. Pages read `state`
and ask with `ask`; a lost link is a state like any other, with the last snapshot in it.
"""

import json
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_host.control.client import ControlClient, LinkLost, Snapshot, connections
from firmware_host.control.protocol import Reply, public

__all__ = ["Link", "LinkLost", "Reply", "State", "mono_ns"]

_BEAT_S = 1.0
_ASK_S = 3.0


def mono_ns() -> int:
    """Return CLOCK_MONOTONIC in nanoseconds: the daemon's clock too, on the same machine."""
    return round(time.monotonic() * 1e9)


@dataclass(frozen=True, slots=True)
class State:
    """What pages see.

    Attributes:
        version: Counts the changes; `mono_ns` alone is none.
        snapshot: The daemon's last, with "link" ("ok" or "lost") and, when lost, "since_ns".
        body: The snapshot's public part as JSON.
    """

    version: int
    snapshot: Mapping[str, object]
    body: bytes

    @property
    def n(self) -> int:
        """The record number the snapshot shows."""
        n = self.snapshot.get("n", 0)
        return n if isinstance(n, int) else 0


class Link:
    """The link, from `start` to `stop`. `state`, `ask` and `listen`: any thread."""

    def __init__(self, socket_path: Path) -> None:
        self._path = socket_path
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._client: ControlClient | None = None
        self._asked: dict[int, Future[Reply]] = {}
        self._listeners: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self.state = self._state(0, {"link": "lost", "since_ns": str(mono_ns())})

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of the daemon. Idempotent."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(3)

    def listen(self, wake: Callable[[], None]) -> None:
        """Call `wake` after every change, from the link's thread; it must return at once."""
        self._listeners.append(wake)

    def ask(
        self,
        verb: str,
        args: Mapping[str, object],
        *,
        actor: str = "",
        action_id: str | None = None,
        if_n: int | None = None,
    ) -> Reply:
        """Ask the daemon and wait for its reply, which may be an error.

        Raises:
            LinkLost: It is not there, or the outcome is unknown.
            ProtocolError: It cannot be said in a line.
        """
        future: Future[Reply] = Future()
        with self._lock:
            if self._client is None:
                raise LinkLost("the daemon is not there")
            number = self._client.send(verb, args, actor=actor, action_id=action_id, if_n=if_n)
            self._asked[number] = future
        try:
            return future.result(_ASK_S)
        except NotInTime:
            raise LinkLost("no reply in time: unknown outcome, ask by action_id") from None

    def _run(self) -> None:
        for client in connections(self._path, "web", self._stop):
            with self._lock:
                self._client = client
            with suppress(LinkLost):
                self._follow(client)
            with self._lock:
                self._client = None
                asked, self._asked = self._asked, {}
            for future in asked.values():
                future.set_exception(LinkLost("the daemon has gone: unknown outcome"))
            self._lost()

    def _follow(self, client: ControlClient) -> None:
        """Take what the daemon says until it goes; ask it each second whether its loop turns."""
        client.send("subscribe")
        pulse, asked_s = -1, time.monotonic() - _BEAT_S
        while not self._stop.is_set():
            if pulse < 0 and time.monotonic() - asked_s >= _BEAT_S:
                pulse, asked_s = client.send("status"), time.monotonic()
            said = client.receive(0.25)
            if isinstance(said, Snapshot):
                self._put(said.state)
            elif said is not None and said.id == pulse:
                pulse = -1
                if said.ok:
                    self._put(said.result)
                elif said.code == "busy":
                    self._lost()
            elif said is not None:
                with self._lock:
                    future = self._asked.pop(said.id, None)
                if future is not None:
                    future.set_result(said)

    def _put(self, snapshot: Mapping[str, object]) -> None:
        self._change({**snapshot, "link": "ok"})

    def _lost(self) -> None:
        if self.state.snapshot["link"] != "lost":
            self._change({**self.state.snapshot, "link": "lost", "since_ns": str(mono_ns())})

    def _change(self, snapshot: dict[str, object]) -> None:
        before = {**self.state.snapshot, "mono_ns": snapshot.get("mono_ns")}
        changed = before != snapshot
        self.state = self._state(self.state.version + changed, snapshot)
        if changed:
            for wake in self._listeners:
                wake()

    @staticmethod
    def _state(version: int, snapshot: dict[str, object]) -> State:
        body = json.dumps(public(snapshot), ensure_ascii=False, separators=(",", ":")).encode()
        return State(version, snapshot, body)

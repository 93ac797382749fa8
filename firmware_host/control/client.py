"""The other end of the control socket: blocking, with time-outs.

One thread receives; `send` may be called from any thread beside it.
"""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware_host.control.answers import (
    Snapshot,
    encode_client_hello,
    encode_request,
    parse_answer,
    parse_server_hello,
)
from firmware_host.control.protocol import MAX_LINE, Hello, ProtocolError, Reply, Request
from firmware_host.errors import HostError, InTheWay

__all__ = ["ControlClient", "InTheWay", "LinkLost", "Snapshot", "connections"]

_READ_BYTES = 65536


class LinkLost(HostError, ConnectionError):
    """There is no daemon at the socket, it refused us, or it has gone."""


class ControlClient:
    """A connection to the daemon, from its making to `close`; it never reconnects by itself.

    Attributes:
        hello: What the daemon said of itself.
    """

    def __init__(self, path: Path, actor: str, timeout_s: float = 3.0) -> None:
        """Connect and say hello.

        Raises:
            LinkLost: Nobody answers there, or the daemon refuses; the text says why.
        """
        self._timeout_s = timeout_s
        self._buffer = bytearray()
        self._send_lock = threading.Lock()
        self._last_id = 0
        self._snapshots: list[Snapshot] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout_s)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        try:
            self._socket.connect(str(path))
            with contextlib.suppress(BrokenPipeError):  # refused: the line that says why is there
                self._socket.sendall(encode_client_hello(actor))
            line = self._line(time.monotonic() + timeout_s)
            if line is None:
                raise LinkLost(f"{path}: no hello in {timeout_s} s")
            self.hello: Hello = parse_server_hello(line)
        except LinkLost:
            self.close()
            raise
        except (OSError, ProtocolError) as error:
            self.close()
            raise LinkLost(f"{path}: {error}") from None

    def send(
        self,
        verb: str,
        args: Mapping[str, object] | None = None,
        *,
        actor: str = "",
        action_id: str | None = None,
        if_n: int | None = None,
    ) -> int:
        """Send a request and return its id. Any thread.

        Raises:
            LinkLost: The daemon has gone, or takes nothing.
            ProtocolError: It cannot be said in a line.
        """
        with self._send_lock:
            self._last_id += 1
            number = self._last_id
            request = Request(id=number, verb=verb, args=args or {}, actor=actor,
                              action_id=action_id, if_n=if_n)  # fmt: skip
            try:
                self._socket.sendall(encode_request(request))
            except OSError as error:
                raise LinkLost(f"the daemon takes nothing: {error}") from None
            return number

    def receive(self, timeout_s: float) -> Reply | Snapshot | None:
        """Return the next thing the daemon says, or None when it said nothing in time.

        Raises:
            LinkLost: It has gone, or said something that is not of the protocol.
        """
        line = self._line(time.monotonic() + timeout_s)
        if line is None:
            return None
        try:
            return parse_answer(line)
        except ProtocolError as error:
            raise LinkLost(f"the daemon refused or broke off: {error}") from None

    def request(
        self,
        verb: str,
        args: Mapping[str, object] | None = None,
        *,
        actor: str = "",
        action_id: str | None = None,
        if_n: int | None = None,
    ) -> Reply:
        """Send a request and wait for its reply, which may be an error (`Reply.ok`).

        Raises:
            LinkLost: The daemon has gone, or gave no reply in time: the outcome is unknown.
        """
        number = self.send(verb, args, actor=actor, action_id=action_id, if_n=if_n)
        by_s = time.monotonic() + self._timeout_s
        while (left_s := by_s - time.monotonic()) > 0:
            said = self.receive(left_s)
            if isinstance(said, Snapshot):
                self._snapshots = [said]
            elif said is not None and said.id == number:
                return said
        raise LinkLost("no reply in time: unknown outcome, ask by action_id")

    def snapshots(self, quiet_s: float | None = None) -> Iterator[Mapping[str, object]]:
        """Subscribe, and yield every snapshot; end when none came for `quiet_s`.

        Raises:
            LinkLost: The daemon has gone, or refused.
        """
        reply = self.request("subscribe")
        if not reply.ok:
            raise LinkLost(reply.text)
        while True:
            if self._snapshots:
                yield self._snapshots.pop().state
                continue
            said = self.receive(self._timeout_s if quiet_s is None else quiet_s)
            if isinstance(said, Snapshot):
                yield said.state
            elif said is None and quiet_s is not None:
                return

    def close(self) -> None:
        """Close the connection. Idempotent."""
        self._socket.close()

    def __enter__(self) -> "ControlClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _line(self, by_s: float) -> bytes | None:
        """Return the next line without its LF, or None when none came by then."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > MAX_LINE:
                raise LinkLost("the daemon said a line without an end")
            try:
                if not self._poll.poll(max(0, by_s - time.monotonic()) * 1000):
                    return None
                data = self._socket.recv(_READ_BYTES)
            except (OSError, ValueError) as error:
                raise LinkLost(f"the daemon has gone: {error}") from None
            if not data:
                raise LinkLost("the daemon has gone")
            self._buffer += data
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line


def connections(
    path: Path,
    actor: str,
    stop: threading.Event,
    pauses_s: tuple[float, ...] = (0.1, 0.2, 0.5, 1.0),
) -> Iterator[ControlClient]:
    """Yield a connection, and a new one each time the reader comes back for it, until `stop`.

    While nobody answers it waits, a little longer each time, and begins anew after a success.
    """
    failures = 0
    while not stop.is_set():
        try:
            client = ControlClient(path, actor)
        except LinkLost:
            stop.wait(pauses_s[min(failures, len(pauses_s) - 1)])
            failures += 1
            continue
        failures = 0
        with client:
            yield client
        stop.wait(pauses_s[0])

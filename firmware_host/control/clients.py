"""All clients of the control socket: admitted, read, answered, dropped. Control thread only."""

import contextlib
import logging
import selectors
import socket
from collections.abc import Callable

from firmware_host.control.connection import Connection
from firmware_host.control.limits import Limits
from firmware_host.control.listener import may_talk, peer_of
from firmware_host.control.protocol import (
    ProtocolError,
    Reply,
    Request,
    encode_error,
    encode_reply,
)
from firmware_host.control.slot import LatestSlot

BUSY = "unknown outcome, ask by action_id"
_READ_BYTES = 65536
_log = logging.getLogger(__name__)

Handle = Callable[[Connection, Request], None]


class Clients:
    """The connections of a listening socket, each with its state."""

    def __init__(
        self, selector: selectors.BaseSelector, slot: LatestSlot, limits: Limits, handle: Handle
    ) -> None:
        self._selector = selector
        self._slot = slot
        self._limits = limits
        self._handle = handle
        self._open: dict[socket.socket, tuple[Connection, int]] = {}

    def admit(
        self, connection: socket.socket, hello: bytes, uid: int, gid: int | None, now_ns: int
    ) -> None:
        """Take a new connection, or say clearly why not."""
        connection.setblocking(False)
        try:
            connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.send_buffer_bytes
            )
            if not may_talk(peer_of(connection), uid, gid):
                raise ProtocolError("no-rights", "only the daemon's user and group may talk to it")
            if len(self._open) >= self._limits.clients:
                text = f"{self._limits.clients} clients are connected already"
                raise ProtocolError("too-many", text)
        except ProtocolError as error:
            _log.warning("control: a client was refused: %s", error)
            with contextlib.suppress(OSError):
                connection.send(encode_error(error))
            connection.close()
            return
        self._selector.register(connection, selectors.EVENT_READ)
        self._open[connection] = (
            Connection(self._limits, now_ns, hello),
            selectors.EVENT_READ,
        )

    def read(self, connection: socket.socket) -> None:
        """Read what has come from a client."""
        client, _ = self._open[connection]
        try:
            client.feed(connection.recv(_READ_BYTES))
        except BlockingIOError:
            pass
        except OSError as error:
            client.dead = error.strerror or "lost"

    def answer(self, client: Connection, reply: Reply, by_ns: int, now_ns: int) -> None:
        """Give a client the one reply to the request it awaits `by_ns`, if it still does."""
        if client.waiting.get(reply.id) != by_ns:
            return
        del client.waiting[reply.id]
        try:
            line = encode_reply(reply)
        except ProtocolError as error:
            _log.error("control: a reply could not be said: %s", error)
            line = encode_error(ProtocolError("busy", BUSY, "", reply.id))
        client.answer(line, now_ns)

    def serve(self, now_ns: int) -> None:
        """Do all that is due for every client."""
        if any(client.subscribed for client, _ in self._open.values()):
            self._slot.encode(now_ns)
        for connection, (client, mask) in list(self._open.items()):
            for request in client.requests(now_ns):
                self._handle(client, request)
            for number in client.overdue(now_ns):
                error = ProtocolError("busy", BUSY, "", number)
                client.answer(encode_error(error), now_ns)
            self._send(connection, client, now_ns)
            client.check(now_ns)
            if client.dead:
                self._drop(connection, mask)
            else:
                self._watch(connection, client, mask, now_ns)

    def next_ns(self, now_ns: int) -> int:
        """Return the next instant at which something is due."""
        instants = [client.next_ns(now_ns) for client, _ in self._open.values()]
        due_ns = self._slot.due_ns()
        if due_ns is not None and any(client.subscribed for client, _ in self._open.values()):
            instants.append(due_ns)
        return min(instants, default=now_ns + self._limits.stall_ns)

    def close(self) -> None:
        """Close them all."""
        for connection, (_, mask) in list(self._open.items()):
            self._drop(connection, mask)

    def _send(self, connection: socket.socket, client: Connection, now_ns: int) -> None:
        try:
            while not client.dead:
                client.offer(self._slot.number, self._slot.line, now_ns)
                if not client.pending:
                    break
                client.sent(connection.send(client.output()), now_ns)
        except BlockingIOError:
            pass
        except OSError as error:
            client.dead = error.strerror or "lost"

    def _watch(self, connection: socket.socket, client: Connection, mask: int, now_ns: int) -> None:
        wanted = selectors.EVENT_READ if client.reads(now_ns) else 0
        wanted |= selectors.EVENT_WRITE if client.pending else 0
        if wanted == mask:
            return
        if not mask:
            self._selector.register(connection, wanted)
        elif not wanted:
            self._selector.unregister(connection)
        else:
            self._selector.modify(connection, wanted)
        self._open[connection] = (client, wanted)

    def _drop(self, connection: socket.socket, mask: int) -> None:
        client, _ = self._open.pop(connection)
        if client.dead not in ("", "left"):
            _log.warning("control: client %r was dropped: %s", client.actor, client.dead)
        if mask:
            self._selector.unregister(connection)
        connection.close()

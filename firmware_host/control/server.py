"""The daemon's end of the control socket: one thread, non-blocking sockets, a selector.

Handlers only parse and post: the loop answers in its turn, from its own thread. No client can
make it wait, use memory without bound, or get an exception out of the thread.
"""

import contextlib
import logging
import os
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from firmware_host.control.clients import BUSY, Clients
from firmware_host.control.connection import Connection
from firmware_host.control.limits import Limits
from firmware_host.control.listener import group_id, open_listener
from firmware_host.control.protocol import Hello, Reply, Request, encode_hello
from firmware_host.control.slot import LatestSlot

Answer = Callable[[Reply], None]
Submit = Callable[[Request, Answer], None]

_log = logging.getLogger(__name__)


class ControlServer:
    """Serves the control socket from `start` to `close`.

    `submit` is called in the control thread with each request but `subscribe`, which is the
    server's own; it must only post. The answer may be called once, from any thread; later than
    2 s it is dropped, the client has then been told `busy`.
    """

    def __init__(
        self,
        path: Path,
        submit: Submit,
        *,
        boot: str,
        product: str,
        now_ns: Callable[[], int],
        group: str = "minuta",
        limits: Limits | None = None,
        in_thread: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare; `in_thread` is run first in the control thread (its priority)."""
        self._path = path
        self._submit = submit
        self._boot = boot
        self._product = product
        self._group = group
        self._in_thread = in_thread
        self._now_ns = now_ns
        self._answers: deque[tuple[Connection, Reply, int]] = deque()
        self._closing = False
        self._inode = -1
        limits = limits or Limits()
        self._slot = LatestSlot(limits.snapshot_every_ns)
        self._selector = selectors.DefaultSelector()
        self._clients = Clients(self._selector, self._slot, limits, self._handle)
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)

    def start(self) -> None:
        """Listen and begin.

        Raises:
            InTheWay: A living daemon answers there, or the path cannot be used.
        """
        self._listener = open_listener(self._path, self._group)
        self._inode = self._path.stat().st_ino
        self._gid = group_id(self._group)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._thread.start()

    def publish(self, snapshot: Mapping[str, object]) -> None:
        """Store the latest snapshot. Any thread; it must not be changed afterwards."""
        self._slot.put(snapshot)
        self._ring()

    def close(self) -> None:
        """Stop, close all clients, remove the socket file if it is still ours. Idempotent."""
        self._closing = True
        if self._thread.is_alive():
            self._ring()
            self._thread.join(2)
        with contextlib.suppress(OSError):
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # closed, or ringing already
            os.eventfd_write(self._bell, 1)

    def _run(self) -> None:
        self._in_thread()
        while not self._closing:
            try:
                self._turn()
            except Exception:
                _log.exception("control: a fault of the server itself; it goes on")
                time.sleep(0.1)
        self._clients.close()
        self._listener.close()
        self._selector.close()

    def _turn(self) -> None:
        """Wait for something, then do all that is due."""
        now_ns = self._now_ns()
        wait_ns = max(0, self._clients.next_ns(now_ns) - now_ns)
        for key, events in self._selector.select(wait_ns / 1e9):
            if key.fileobj == self._bell:
                with contextlib.suppress(BlockingIOError):
                    os.eventfd_read(self._bell)
            elif key.fileobj is self._listener:
                self._accept()
            elif isinstance(key.fileobj, socket.socket) and events & selectors.EVENT_READ:
                self._clients.read(key.fileobj)
        now_ns = self._now_ns()
        while self._answers:
            self._clients.answer(*self._answers.popleft(), now_ns)
        self._clients.serve(now_ns)

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError, ConnectionAbortedError):
            connection, _ = self._listener.accept()
            hello = Hello(boot=self._boot, n=self._slot.n, product=self._product)
            line = encode_hello(hello)
            self._clients.admit(connection, line, os.geteuid(), self._gid, self._now_ns())

    def _handle(self, client: Connection, request: Request) -> None:
        """Post a request to the loop; `subscribe` alone is of the transport."""
        by_ns = client.waiting[request.id]

        def answer(reply: Reply) -> None:
            self._answers.append((client, replace(reply, id=request.id), by_ns))
            self._ring()

        if request.verb == "subscribe":
            client.subscribed = True
            client.seen = -1
            answer(Reply(id=request.id, n=self._slot.n))
            return
        try:
            self._submit(request, answer)
        except Exception:
            _log.exception("control: %r could not be posted", request.verb)
            answer(Reply(id=request.id, code="busy", text=BUSY))

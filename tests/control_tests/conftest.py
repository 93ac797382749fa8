"""A control server with a loop that the test plays itself."""

import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host.control.limits import Limits
from firmware_host.control.protocol import Reply, Request
from firmware_host.control.server import ControlServer


class Desk:
    """A server and what was posted to its loop. By default every request is done at once."""

    def __init__(self, path: Path, boot: str = "boot-1", limits: Limits | None = None) -> None:
        self.path = path
        self.requests: list[Request] = []
        self.answers: list[Callable[[Reply], None]] = []
        self.silent = False
        self.raws: list[socket.socket] = []
        self.n = 17
        self.server = ControlServer(
            path,
            self._submit,
            boot=boot,
            product="minuta test",
            now_ns=time.monotonic_ns,
            limits=limits,
        )

    def _submit(self, request: Request, answer: Callable[[Reply], None]) -> None:
        self.requests.append(request)
        self.answers.append(answer)
        if not self.silent:
            result = {"verb": request.verb}
            threading.Thread(
                target=answer, args=(Reply(id=request.id, n=self.n, result=result),)
            ).start()

    def raw(self, hello: bytes = b'{"hello":1,"actor":"test"}\n') -> socket.socket:
        """Return a bare connection after its hello."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(5)
        connection.connect(str(self.path))
        connection.sendall(hello)
        self.raws.append(connection)
        return connection

    def close(self) -> None:
        """Stop the server and close the bare connections."""
        self.server.close()
        for connection in self.raws:
            connection.close()

    @staticmethod
    def until(what: Callable[[], object], for_s: float = 5) -> None:
        """Wait until `what` is true."""
        by_s = time.monotonic() + for_s
        while not what():
            assert time.monotonic() < by_s, "waited in vain"
            time.sleep(0.005)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: a socket's path has at most 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix="ctl"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def desk(folder: Path) -> Iterator[Desk]:
    """A running server with the product's own limits."""
    desk = Desk(folder / "control.sock")
    desk.server.publish({"boot": "boot-1", "n": 17})
    desk.server.start()
    yield desk
    desk.close()


@pytest.fixture
def new_desk(folder: Path) -> Iterator[Callable[..., Desk]]:
    """Makes desks at the same path, one after another; all are closed in the end."""
    made: list[Desk] = []

    def make(**more: object) -> Desk:
        made.append(Desk(folder / "control.sock", **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def hasty(folder: Path) -> Iterator[Desk]:
    """A running server that loses patience ten times as fast."""
    limits = Limits(stall_ns=500_000_000, hello_ns=500_000_000, answer_ns=200_000_000)
    desk = Desk(folder / "control.sock", limits=limits)
    desk.server.publish({"boot": "boot-1", "n": 17})
    desk.server.start()
    yield desk
    desk.close()

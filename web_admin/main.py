"""The web process: one uvicorn with Flask behind it and the event streams beside it."""

import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.control.client import InTheWay
from web_admin.settings import WebConfig

if TYPE_CHECKING:
    import uvicorn

    from web_admin.link import Link

Told = Callable[[str], object]
"""Takes a word for systemd: READY=1, WATCHDOG=1, STOPPING=1."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_WORD_TICKS = 10
"""The server ticks ten times a second; its own notifying goes by the wall clock, and stops when
that is set back."""


def _nobody(_word: str) -> None:
    """Stand for systemd where it is not."""


def run(
    socket_path: Path,
    journal_folder: Path,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    state_folder: Path,
    cache_folder: Path,
    sounds_folder: Path | None = None,
    pack: str = "tones",
    hosts: tuple[str, ...] = (),
    origins: tuple[str, ...] = (),
    told: Told = _nobody,
) -> None:
    """Serve the pages until SIGTERM or SIGINT.

    Args:
        told: Told that the pages are served, each second that they live, and that they end.

    Raises:
        InTheWay: The address is in use or cannot be used.
    """
    config = WebConfig(
        socket_path=socket_path, journal_folder=journal_folder, host=host, port=port,
        state_folder=state_folder, cache_folder=cache_folder, sounds_folder=sounds_folder,
        pack=pack, hosts=hosts, origins=origins,
    )  # fmt: skip
    with ExitStack() as closing:
        listeners = [closing.enter_context(listen(one, port)) for one in config.addresses]
        serve(config, listeners, told)


def listen(host: str, port: int) -> socket.socket:
    """Take the address.

    Raises:
        InTheWay: It is in use or cannot be used; the text names it.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        why = (
            "another program listens there; stop it, or choose another port"
            if error.errno == errno.EADDRINUSE
            else error.strerror or str(error)
        )
        raise InTheWay(error.errno or errno.EIO, f"http://{host}:{port}: {why}") from None
    return listener


def serve(config: WebConfig, listeners: list[socket.socket], told: Told = _nobody) -> None:
    """Serve on listening sockets until told to stop."""
    server, link = make_server(config, told)
    try:
        server.run(sockets=listeners)
    finally:
        told("STOPPING=1")
        link.stop()


def make_server(config: WebConfig, told: Told = _nobody) -> "tuple[uvicorn.Server, Link]":
    """Return the server, ready to run, and its link, started."""
    import uvicorn
    from a2wsgi import WSGIMiddleware

    from web_admin.app import create_app
    from web_admin.link import Link
    from web_admin.live import LiveStreams

    link = Link(config.socket_path)
    link.start()
    streams = LiveStreams(link, config.host_names, config.streams)
    pages = WSGIMiddleware(create_app(config, link), workers=6)  # type: ignore[arg-type]  # Flask
    life = Life(told, pages.executor.submit)
    settings = uvicorn.Config(
        _both(pages, streams),
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a header never says who is at the other end
        ws="none",
        timeout_graceful_shutdown=1,
        limit_concurrency=256,
    )

    class Server(uvicorn.Server):
        """Ends the streams first: they would never end by themselves. A signal ends `run`."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            if threading.current_thread() is not threading.main_thread():
                yield
                return
            before = {one: signal.signal(one, self.handle_exit) for one in _SIGNALS}
            try:
                yield
            finally:
                for one, handler in before.items():
                    signal.signal(one, handler)

        async def on_tick(self, counter: int) -> bool:
            if counter % _WORD_TICKS == 0:
                life.say()
            return await super().on_tick(counter)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            streams.close()
            await super().shutdown(sockets)

    return Server(settings), link


class Life:
    """The word to systemd: said only when a worker of the pages has been free since the last."""

    def __init__(self, told: Told, submit: Callable[[Told, str], Future[object]]) -> None:
        self._told = told
        self._submit = submit
        self._proof: Future[object] | None = None

    def say(self) -> None:
        """Say the next word. The event loop's thread."""
        if self._proof is None:
            self._told("READY=1")
        elif not self._proof.done():
            return
        self._proof = self._submit(self._told, "WATCHDOG=1")


def _both(pages: Any, streams: Any) -> Any:
    async def route(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] == "/events":
            await streams(scope, receive, send)
        else:
            await pages(scope, receive, send)

    return route

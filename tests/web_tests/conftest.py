"""The pages with a fake daemon and a written journal; all in temporary folders."""

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web_admin.main import listen, make_server
from web_admin.settings import WebConfig
from web_tests import chromium
from web_tests.fake_daemon import FakeDaemon

SOUNDS = Path(__file__).parents[2] / "sounds"


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser for all tests of a file."""
    browser = chromium.start(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.quit()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: a socket's path has at most 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix="web"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def config(folder: Path) -> WebConfig:
    """Settings that point into the folder."""
    return WebConfig(
        socket_path=folder / "c.sock",
        journal_folder=folder / "journal",
        state_folder=folder / "state",
        cache_folder=folder / "cache",
        sounds_folder=SOUNDS,
        hosts=("hall.test",),
    )


@pytest.fixture
def daemon(folder: Path) -> Iterator[FakeDaemon]:
    """A fake daemon that runs."""
    daemon = FakeDaemon(folder / "c.sock")
    daemon.start()
    yield daemon
    daemon.stop()


@pytest.fixture
def app(config: WebConfig) -> Iterator[Any]:
    """The Flask app with a link that runs."""
    from web_admin.app import create_app
    from web_admin.link import Link

    link = Link(config.socket_path)
    app = create_app(config, link)
    app.testing = True
    link.start()
    yield app
    link.stop()


@pytest.fixture
def wait_for() -> Callable[..., None]:
    """Waits until something is true."""

    def wait(what: Callable[[], object], for_s: float = 6) -> None:
        by_s = time.monotonic() + for_s
        while not what():
            assert time.monotonic() < by_s, "waited in vain"
            time.sleep(0.01)

    return wait


@pytest.fixture
def linked(app: Any, daemon: FakeDaemon, wait_for: Callable[..., None]) -> Any:
    """The app once its link has the daemon's state."""
    link = app.extensions["minuta_link"]
    wait_for(lambda: link.state.snapshot.get("link") == "ok")
    return app


@pytest.fixture
def browser(chrome: Any, daemon: FakeDaemon, served: int) -> Iterator[Any]:
    """The browser, with `at` to open a page; what its console complained about is a fault.

    A test puts parts of what it expects there into `expected`.
    """
    chrome.at = lambda path: chrome.get(f"http://hall.test:{served}{path}")
    chromium.size(chrome, 1280, 720)
    chrome.expected = []
    yield chrome
    errors = chromium.complaints(chrome, chrome.expected)
    chrome.get("about:blank")
    assert errors == []


@pytest.fixture
def served(config: WebConfig) -> Iterator[int]:
    """A real server; its port."""
    listener = listen("127.0.0.1", 0)
    server, link = make_server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    by_s = time.monotonic() + 10
    while not server.started:
        assert time.monotonic() < by_s
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(5)
    link.stop()
    listener.close()
    assert not thread.is_alive(), "the server stops although streams are open"


@pytest.fixture
def let_in(linked: Any, daemon: FakeDaemon, wait_for: Callable[..., None]) -> Callable[..., None]:
    """Tells the pages whom the box has admitted."""

    def told(*guests: dict[str, str], **more: Any) -> None:
        admission = {"guests": list(guests), "asking": None, "ended": [], **more}
        daemon.change(admission=admission)
        link = linked.extensions["minuta_link"]
        wait_for(lambda: link.state.snapshot.get("admission") == admission)

    return told

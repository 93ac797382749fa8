"""Event streams and polling against a real server, with a daemon that comes and goes."""

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.control.client import InTheWay
from web_admin.main import listen
from web_tests.fake_daemon import FakeDaemon

Wait = Callable[..., None]


class Stream:
    """An event stream, read event by event."""

    def __init__(self, port: int, host: str = "localhost", **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=8)
        self.connection.request("GET", "/events", headers={"Host": host, **headers})
        self.reply = self.connection.getresponse()

    def events(self) -> Iterator[dict[str, str]]:
        event: dict[str, str] = {}
        while line := self.reply.readline().decode("utf-8"):
            if line == "\n":
                if "data" in event:
                    yield event
                event = {}
            else:
                name, _, value = line.rstrip("\n").partition(": ")
                event[name] = value

    def snapshots(self) -> Iterator[dict[str, Any]]:
        for event in self.events():
            if event.get("event", "message") == "message":
                yield {**json.loads(event["data"]), "event_id": event["id"]}

    def close(self) -> None:
        self.reply.close()
        self.connection.close()


@pytest.fixture
def stream(daemon: FakeDaemon, served: int) -> Iterator[Callable[..., Stream]]:
    """Opens streams; all are closed in the end."""
    opened: list[Stream] = []

    def open_(host: str = "localhost", **headers: str) -> Stream:
        opened.append(Stream(served, host, **headers))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def until(snapshots: Iterator[dict[str, Any]], what: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the first snapshot that fits."""
    return next(one for one in snapshots if what(one))


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of a request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path, headers={"Host": "localhost", **headers})
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, {k.lower(): v for k, v in reply.getheaders()}, body


def test_the_whole_state_at_once_and_each_change(stream: Any, daemon: FakeDaemon) -> None:
    one = stream()
    assert one.reply.status == 200
    assert one.reply.headers["Content-Type"].startswith("text/event-stream")
    assert one.reply.headers["Cache-Control"] == "no-store"
    snapshots = one.snapshots()
    first = until(snapshots, lambda s: s["link"] == "ok")
    assert first["event_id"] == "17"
    assert first["board"]["id"] == "four-seats"
    daemon.change(n=18, turn={"number": 2})
    assert until(snapshots, lambda s: s["n"] == 18)["turn"]["number"] == 2


@pytest.mark.slow
def test_beats_carry_the_boxs_clock(stream: Any) -> None:
    beats = [e for e, _ in zip(stream().events(), range(8), strict=False) if "event" in e]
    assert len(beats) >= 3
    now_ns = time.monotonic_ns()
    sent_ns = int(json.loads(beats[-1]["data"])["mono_ns"])
    assert 0 <= now_ns - sent_ns < 2 * 10**9


def test_a_lost_daemon_is_a_state_and_its_return_too(stream: Any, daemon: FakeDaemon) -> None:
    """G5, through the page's eyes."""
    snapshots = stream().snapshots()
    until(snapshots, lambda s: s["link"] == "ok")
    daemon.stop()
    lost = until(snapshots, lambda s: s["link"] == "lost")
    assert lost["turn"]["number"] == 1, "the last that is known stays"
    assert abs(time.monotonic_ns() - int(lost["since_ns"])) < 3 * 10**9
    daemon.change(boot="boot-2", n=3)
    daemon.start()
    assert until(snapshots, lambda s: s["link"] == "ok")["boot"] == "boot-2"


def test_streams_have_a_cap_and_pages_still_answer(
    stream: Any, served: int, daemon: FakeDaemon
) -> None:
    """CASES C38."""
    streams = [stream() for _ in range(64)]
    assert {one.reply.status for one in streams} == {200}
    assert stream().reply.status == 503
    begun_s = time.monotonic()
    assert get(served, "/")[0] == 200
    assert get(served, "/snapshot.json")[0] == 200
    assert time.monotonic() - begun_s < 1.5
    streams[0].close()
    by_s = time.monotonic() + 5
    while stream().reply.status != 200:
        assert time.monotonic() < by_s, "a closed stream gives its place back"
        time.sleep(0.2)


def test_only_our_names_and_only_get(stream: Any, served: int) -> None:
    assert stream("evil.example").reply.status == 400
    assert stream("hall.test:8080").reply.status == 200
    connection = http.client.HTTPConnection("127.0.0.1", served, timeout=5)
    connection.request("POST", "/events", headers={"Host": "localhost"})
    assert connection.getresponse().status == 405
    connection.close()


def test_a_stream_that_is_not_read_holds_nobody_up(
    stream: Any, served: int, daemon: FakeDaemon
) -> None:
    idle = socket.create_connection(("127.0.0.1", served))
    idle.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    snapshots = stream().snapshots()
    until(snapshots, lambda s: s["link"] == "ok")
    for n in range(100, 130):
        daemon.change(n=n, alarms=[{"id": n, "kind": "x" * 30_000, "args": {}}])
        time.sleep(0.02)
    daemon.change(n=999, alarms=[])
    assert until(snapshots, lambda s: s["n"] == 999)
    idle.close()


def test_polling_with_etag(served: int, daemon: FakeDaemon, wait_for: Wait) -> None:
    wait_for(lambda: json.loads(get(served, "/snapshot.json")[2])["link"] == "ok")
    status, headers, _ = get(served, "/snapshot.json")
    assert status == 200
    assert int(headers["x-mono-ns"]) > 0
    again, more, body = get(served, "/snapshot.json", **{"If-None-Match": headers["etag"]})
    assert (again, body) == (304, b"")
    assert int(more["x-mono-ns"]) >= int(headers["x-mono-ns"])
    daemon.change(n=18)
    wait_for(lambda: get(served, "/snapshot.json", **{"If-None-Match": headers["etag"]})[0] == 200)


def test_a_daemon_whose_loop_stands_is_lost(
    stream: Any, daemon: FakeDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots = stream().snapshots()
    until(snapshots, lambda s: s["link"] == "ok")
    assert daemon._server is not None
    monkeypatch.setattr(daemon._server, "_submit", lambda request, answer: None)
    until(snapshots, lambda s: s["link"] == "lost")
    monkeypatch.undo()
    until(snapshots, lambda s: s["link"] == "ok")


def test_a_port_in_use_is_named() -> None:
    taken = listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with pytest.raises(InTheWay, match=rf":{port}: another program listens there"):
        listen("127.0.0.1", port)
    taken.close()


def test_an_address_that_is_not_ours_is_named() -> None:
    with pytest.raises(InTheWay, match=r"192\.0\.2\.1"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize("name", ["Forwarded", "X-Forwarded-Host", "X-Real-IP", "Via"])
def test_a_proxy_on_the_box_gets_what_the_hall_gets(
    stream: Any, served: int, daemon: FakeDaemon, name: str
) -> None:
    """Loopback is this machine's own, but not what a proxy there passes on. The streams are one
    and the same for all: nothing of the desk is in them."""
    daemon.change(desk={"next": {"stage": "final"}}, admission={"guests": []}, n=18)
    passed_on = {name: "203.0.113.9"}
    assert get(served, "/", **passed_on)[0] == 200
    assert get(served, "/desk.json", **passed_on)[0] == 403
    assert get(served, "/desk.json")[0] == 200, "the control"
    for headers in (passed_on, {}):
        seen = until(stream(**headers).snapshots(), lambda s: s["link"] == "ok" and s["n"] == 18)
        assert not {"desk", "admission"} & set(seen)


def test_the_web_process_is_small(config: Any, daemon: FakeDaemon, folder: Any) -> None:
    """Under 70 MB after a page, a log and a stream."""
    code = (
        "import sys; from pathlib import Path; from web_admin.main import run;"
        "p = Path(sys.argv[1]);"
        "run(p / 'c.sock', p / 'journal', port=int(sys.argv[2]), state_folder=p / 'state',"
        " cache_folder=p / 'cache')"
    )
    probe = listen("127.0.0.1", 0)
    port = probe.getsockname()[1]
    probe.close()
    root = Path(__file__).parents[2]
    process = subprocess.Popen([sys.executable, "-c", code, str(folder), str(port)], cwd=root)
    try:
        by_s = time.monotonic() + 15
        while True:
            try:
                assert get(port, "/log")[0] == 200
                break
            except ConnectionRefusedError:
                assert time.monotonic() < by_s
                time.sleep(0.1)
        for path in ("/", "/bench", "/log.csv", "/snapshot.json"):
            assert get(port, path)[0] == 200
        one = Stream(port)
        next(one.snapshots())
        one.close()
        status = Path(f"/proc/{process.pid}/status").read_text()
        rss_kb = int(status.split("VmRSS:")[1].split()[0])
        assert rss_kb < 70_000, f"{rss_kb} kB"
    finally:
        process.terminate()
        assert process.wait(8) == 0

"""The pages in a real browser, under a name that is not local: no secure context, as in a hall."""

import time
from pathlib import Path
from typing import Any

import pytest

from web_tests import chromium
from web_tests.chromium import Wait
from web_tests.chromium import content as text
from web_tests.fake_daemon import SECOND_NS, FakeDaemon, now_ns
from web_tests.journal_of import odd_evening

pytestmark = chromium.MARKS


def test_the_countdown_runs_between_snapshots(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    assert browser.execute_script("return window.isSecureContext") is False
    wait_for(lambda: text(browser, "time") == "0:20")
    daemon.run(left_s=15)
    wait_for(lambda: text(browser, "time") in ("0:15", "0:14"))
    assert text(browser, "phase-word") == "МИНУТА"
    seen = set()
    by_s = time.monotonic() + 3.2
    while time.monotonic() < by_s:
        left_ns = int(daemon.state["wall"]["zero_ns"]) - now_ns()
        exact = {-(-(left_ns + doubt) // SECOND_NS) for doubt in (-150_000_000, 150_000_000)}
        shown = int(text(browser, "time").split(":")[1])
        assert shown in exact
        seen.add(shown)
        time.sleep(0.05)
    assert len(seen) >= 3


def test_the_wall_rounds_as_the_engine_does(browser: Any, daemon: FakeDaemon) -> None:
    """The same table through wall.js and through firmware_host/engine/wall.py."""
    from firmware_host.engine.wall import Wall, shown

    browser.at("/")
    at_ns = 10**15
    table = [
        (left_ns, floor_ns, form, mark)
        for left_ns in (
            60 * SECOND_NS, 60 * SECOND_NS - 1000, 59 * SECOND_NS, SECOND_NS, SECOND_NS - 1000,
            1000, 0, -1000, -SECOND_NS, -SECOND_NS - 1000, -10 * SECOND_NS, 600 * SECOND_NS,
        )
        for floor_ns in (0, -5 * SECOND_NS)
        for form in ("clock", "count")
        for mark in ("", "?")
    ]  # fmt: skip
    for running in (True, False):
        walls = [
            {
                "mode": "run" if running else "stand", "zero_ns": str(at_ns + left_ns),
                "left_ns": left_ns, "floor_ns": floor_ns, "form": form, "mark": mark,
            }
            for left_ns, floor_ns, form, mark in table
        ]  # fmt: skip
        script = (
            "const done = arguments[2]; import('/static/wall.js').then((m) => "
            "done(arguments[0].map((wall) => m.shown(wall, arguments[1]))))"
        )
        got = browser.execute_async_script(script, walls, at_ns // 1000)
        wanted = [
            shown(
                Wall(
                    running=running, zero_ns=at_ns + left_ns, left_ns=left_ns,
                    floor_ns=floor_ns, form=form, mark=mark,
                ),
                at_ns,
            )
            for left_ns, floor_ns, form, mark in table
        ]  # fmt: skip
        assert got == wanted


def test_a_dead_daemon_strikes_the_time_through_and_its_return_heals(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    wait_for(lambda: text(browser, "time") == "0:20")
    stale = "return document.getElementById('now').classList.contains('is-stale')"
    assert browser.execute_script(stale) is False
    daemon.stop()
    stopped_s = time.monotonic()
    wait_for(lambda: browser.execute_script(stale))
    assert 1.9 < time.monotonic() - stopped_s < 4
    style = "return getComputedStyle(document.getElementById('time')).textDecorationLine"
    assert browser.execute_script(style) == "line-through"
    assert "УСТАРЕЛО" in browser.find_element("id", "stale").text
    daemon.change(boot="boot-2", n=2, turn={"number": 9})
    daemon.start()
    wait_for(lambda: not browser.execute_script(stale))
    wait_for(lambda: "9" in text(browser, "question"))


def test_a_page_without_a_stream_polls(
    browser: Any, daemon: FakeDaemon, wait_for: Wait, served: int
) -> None:
    """CASES C38: all streams taken, the page goes on."""
    import http.client

    browser.expected = ["/events"]
    taken = []
    for _ in range(64):
        one = http.client.HTTPConnection("127.0.0.1", served, timeout=5)
        one.request("GET", "/events", headers={"Host": "localhost"})
        taken.append((one, one.getresponse()))
    browser.at("/")
    wait_for(lambda: text(browser, "time") == "0:20")
    daemon.change(n=40, turn={"number": 7})
    wait_for(lambda: "7" in text(browser, "question"))
    time.sleep(2.5)
    stale = "return document.getElementById('now').classList.contains('is-stale')"
    assert browser.execute_script(stale) is False
    for one, reply in taken:
        reply.close()
        one.close()


@pytest.mark.parametrize("path", ["/", "/bench", "/log"])
@pytest.mark.parametrize("width", [360, 1280])
def test_targets_are_large_and_nothing_is_cut(
    browser: Any, daemon: FakeDaemon, config: Any, wait_for: Wait, path: str, width: int
) -> None:
    odd_evening(config.journal_folder, ["seat1", "x" * 200, "<b>A</b>"])
    chromium.size(browser, width, 740)
    browser.at(path)
    sign = {"/": "#now[data-status=ready]", "/bench": ".is-next", "/log": ".row"}
    wait_for(lambda: browser.find_elements("css selector", sign[path]))
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    small = browser.execute_script(
        "return [...document.querySelectorAll('a,button,summary,select,input:not([type=hidden])')]"
        ".filter((one) => one.checkVisibility() && !one.matches('[type=radio],[type=checkbox]'))"
        ".map((one) => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 43.5 || box.width < 43.5)"
        ".map(([text, box]) => `${text} ${box.width}x${box.height}`)"
    )
    assert small == []


def test_a_ruling_from_the_now_page(browser: Any, daemon: FakeDaemon, wait_for: Wait) -> None:
    browser.at("/")
    wait_for(lambda: text(browser, "time") == "0:20")
    daemon.change(n=30)
    wait_for(lambda: browser.execute_script("return document.querySelector('.if-n').value") == "30")
    browser.find_element("css selector", ".desk summary").click()
    form = browser.find_elements("css selector", ".ruling")[1]
    form.find_elements("css selector", ".choices label")[3].click()
    form.find_element("name", "because").send_keys("свет погас")
    form.find_element("tag name", "button").click()
    wait_for(lambda: daemon.asked("rule"))
    assert daemon.asked("rule") == [{"what": "give-back", "because": "свет погас", "for": "5s"}]
    assert daemon.requests[-1].if_n == 30
    wait_for(lambda: "Сделано." in browser.page_source)


@pytest.mark.slow
def test_pictures(
    browser: Any, daemon: FakeDaemon, config: Any, wait_for: Wait, tmp_path: Path
) -> None:
    """Screenshots of all pages; MINUTA_PICTURES=FOLDER keeps them."""
    import os

    folder = Path(os.environ.get("MINUTA_PICTURES", tmp_path))
    from web_tests.pictures import take

    assert len(take(browser, daemon, config, folder)) >= 12

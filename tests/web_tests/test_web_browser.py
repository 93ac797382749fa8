"""The pages in a real browser, under a name that is not local: no secure context, as in a hall."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web_tests import chromium
from web_tests.fake_daemon import SECOND_NS, FakeDaemon, now_ns
from web_tests.journal_of import odd_evening

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # selenium's own sockets
]
Wait = Callable[..., None]


@pytest.fixture
def browser(chrome: Any, daemon: FakeDaemon, served: int) -> Iterator[Any]:
    """The browser, with `at` to open a page; what its console complained about is a fault."""
    chrome.at = lambda path: chrome.get(f"http://hall.test:{served}{path}")
    chromium.size(chrome, 1280, 720)
    chrome.expected = []
    yield chrome
    errors = [
        entry["message"]
        for entry in chrome.get_log("browser")
        if entry["level"] in ("SEVERE", "WARNING")
        and not any(text in entry["message"] for text in chrome.expected)
    ]
    chrome.get("about:blank")
    assert errors == []


def text(browser: Any, element: str) -> str:
    return str(browser.execute_script(f"return document.getElementById('{element}').textContent"))


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


def press(browser: Any, key: str, for_s: float) -> None:
    from selenium.webdriver import ActionChains

    button = browser.find_element("css selector", f"[data-key={key}]")
    ActionChains(browser).move_to_element(button).click_and_hold().pause(for_s).release().perform()


def test_clicking_start_closes_and_opens_its_contact(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=start].is-next"))
    assert "20 секунд на пробу" in text(browser, "hint")
    assert len(browser.find_elements("css selector", ".is-next")) == 1
    press(browser, "start", 0.08)
    wait_for(lambda: len(daemon.asked("key")) == 2)
    assert daemon.asked("key") == [
        {"key": "start", "closed": True}, {"key": "start", "closed": False},
    ]  # fmt: skip


def test_a_hold_lasts_as_long_as_it_is_held(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=stop]"))
    press(browser, "stop", 1.2)
    wait_for(lambda: len(daemon.asked("key")) == 2)
    held_ns = daemon.at_ns[1] - daemon.at_ns[0]
    assert 1.1 * SECOND_NS < held_ns < 1.6 * SECOND_NS


def test_sliding_off_a_key_opens_it(browser: Any, daemon: FakeDaemon, wait_for: Wait) -> None:
    from selenium.webdriver import ActionChains

    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=next]"))
    button = browser.find_element("css selector", "[data-key=next]")
    hint = browser.find_element("id", "hint")
    chain = ActionChains(browser).move_to_element(button).click_and_hold()
    chain.move_to_element(hint).perform()
    wait_for(lambda: daemon.asked("key")[-1:] == [{"key": "next", "closed": False}])
    ActionChains(browser).release().perform()
    assert len(daemon.asked("key")) == 2


def test_the_keyboard_and_leaving_the_page(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    from selenium.webdriver import ActionChains, Keys

    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=start]"))
    button = browser.find_element("css selector", "[data-key=start]")
    browser.execute_script("arguments[0].focus()", button)
    ActionChains(browser).key_down(Keys.SPACE).perform()
    wait_for(lambda: daemon.asked("key") == [{"key": "start", "closed": True}])
    browser.at("/")
    wait_for(lambda: daemon.asked("key")[-1] == {"key": "start", "closed": False})
    ActionChains(browser).key_up(Keys.SPACE).perform()


def test_the_bench_shows_what_the_box_shows(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    label = "return document.querySelector('.display svg')?.getAttribute('aria-label')"
    wait_for(lambda: browser.execute_script(label) == "0:20")
    daemon.run(left_s=12)
    wait_for(lambda: browser.execute_script(label) == "0:11")
    daemon.change(
        ear={"id": 4, "blip": "refused", "at_ns": str(now_ns())},
        presses=[
            {"i": 4, "n": 18, "key": "<b>ok</b>", "turn": 1, "at_ns": "1", "verb": "card",
             "elapsed_ns": 59_993_400_000, "reason": "repeat", "marginal": False}
        ],
    )  # fmt: skip
    wait_for(lambda: "повтор" in text(browser, "presses"))
    assert "<b>ok</b>" in text(browser, "presses")
    assert "59.993" in text(browser, "presses")
    assert "не записано" in text(browser, "presses")
    daemon.change(durable_n=18)
    wait_for(lambda: browser.find_elements("css selector", ".presses .recorded-yes"))
    assert text(browser, "ear-word") == "отклонено"


def test_a_format_is_chosen(browser: Any, daemon: FakeDaemon, wait_for: Wait) -> None:
    browser.at("/bench")
    wait_for(lambda: len(browser.find_elements("css selector", ".format")) == 4)
    groups = browser.find_elements("css selector", ".format-group > summary")
    assert [group.text for group in groups] == [
        "Проба", "000 · Шапка", "003 · Что? Где? Когда?", "004 · Что? Где? Когда?",
    ]  # fmt: skip
    groups[1].click()
    hat = browser.find_element("css selector", "[data-format=hat-000-i1]")
    assert hat.text == "Шапка I.1: словами\nНа этом приборе нет кнопок: TABLE"
    assert not hat.is_enabled()
    groups[2].click()
    browser.find_element("css selector", "[data-format=real-a]").click()
    wait_for(lambda: daemon.asked("choose"))
    assert daemon.asked("choose") == [{"format": "real-a", "set": {}, "mode": "match"}]


def test_sound_is_silent_until_a_tap_and_says_so(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=start]"))
    assert "молчит" in text(browser, "sound-state")
    browser.find_element("id", "sound").click()
    wait_for(lambda: "включён" in text(browser, "sound-state"))
    loaded = (
        "return performance.getEntriesByType('resource')"
        ".filter((one) => one.name.endsWith('.wav')).length"
    )
    wait_for(lambda: browser.execute_script(loaded) >= 4)
    due_ns = now_ns() + SECOND_NS
    plan = [{"id": "1.0.0.0", "cue": "end", "sound": "end", "due_ns": str(due_ns), "length_ns": 1}]
    daemon.change(plan=plan)
    time.sleep(0.3)
    daemon.change(plan=[])


def test_a_real_board_has_no_bench(browser: Any, daemon: FakeDaemon, wait_for: Wait) -> None:
    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", "[data-key=start]"))
    daemon.change(board={**daemon.state["board"], "simulated": False})
    wait_for(lambda: "настоящий прибор" in browser.page_source)


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

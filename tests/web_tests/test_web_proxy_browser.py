"""A real browser behind a proxy on the box: the box takes it for a stranger of the hall."""

from typing import Any

import pytest

from firmware_host.control.protocol import Reply
from web_tests import chromium
from web_tests.chromium import Wait
from web_tests.chromium import content as text
from web_tests.fake_daemon import FakeDaemon, now_ns
from web_tests.phones import guest
from web_tests.proxy import proxy

pytestmark = chromium.MARKS
PASSED_ON = {"X-Forwarded-For": "192.168.4.20"}


def test_a_phone_behind_a_proxy_sees_the_time_asks_and_goes_on_to_the_log(
    browser: Any, daemon: FakeDaemon, served: int, wait_for: Wait
) -> None:
    browser.expected = ["403"]
    with proxy(served, PASSED_ON) as port:
        at = f"http://hall.test:{port}"
        browser.get(f"{at}/")
        wait_for(lambda: text(browser, "time") == "0:20")
        daemon.change(turn={"number": 9})
        wait_for(lambda: "9" in text(browser, "question"), 3)
        browser.get(f"{at}/log")
        assert browser.find_element("tag name", "h1").text.startswith("403")
        browser.find_element("css selector", "main a[href='/ask']").click()
        browser.find_element("name", "name").send_keys("телефон Ани")
        browser.find_element("css selector", "main form button").click()
        wait_for(lambda: daemon.asked("ask"))
        [asked] = daemon.asked("ask")
        until = str(now_ns() + 30 * 10**9)
        asking = {**asked, "number": "J 417", "until_ns": until, "told": True}
        daemon.change(admission={"guests": [], "asking": asking, "ended": []})
        wait_for(lambda: browser.get(f"{at}/ask") or "J 417" in browser.page_source)
        admitted = {**guest("телефон Ани"), "hash": asked["hash"]}
        daemon.change(admission={"guests": [admitted], "asking": None, "ended": []})
        wait_for(lambda: browser.current_url == f"{at}/log")
        browser.delete_all_cookies()
        browser.get("about:blank")


def test_a_page_whose_stream_is_kept_back_polls(
    browser: Any, daemon: FakeDaemon, served: int, wait_for: Wait
) -> None:
    """A proxy that buffers; a Wi-Fi that came back, of whose cut neither side was told."""
    stale = "return document.getElementById('now').classList.contains('is-stale')"
    with proxy(served, PASSED_ON, keeps_back="/events") as port:
        browser.get(f"http://hall.test:{port}/")
        wait_for(lambda: browser.execute_script(stale))
        wait_for(lambda: text(browser, "time") == "0:20", 9)
        daemon.change(turn={"number": 9})
        wait_for(lambda: "9" in text(browser, "question"), 3)
        assert browser.execute_script(stale) is False
        browser.get("about:blank")


def test_an_alarm_is_seen_by_a_judge_and_a_stranger_is_offered_no_button(
    browser: Any, daemon: FakeDaemon, served: int, wait_for: Wait
) -> None:
    alarm = {"id": 1, "kind": "disk-full", "args": {"text": "card"}, "lasting": True}
    daemon.change(alarms=[alarm])
    with proxy(served, PASSED_ON) as port:
        browser.get(f"http://hall.test:{port}/")
        wait_for(lambda: "нет места" in text(browser, "alarms"))
        assert browser.find_elements("css selector", ".alarm button") == []
        browser.get("about:blank")
    browser.at("/")
    wait_for(lambda: browser.find_elements("css selector", ".alarm button"))
    daemon.replies["silence"] = Reply(id=0, code="busy", field_name="")
    browser.expected = ["409"]
    browser.find_element("css selector", ".alarm button").click()
    wait_for(lambda: "Исход неизвестен" in text(browser, "alarms"))
    assert daemon.asked("silence") == [{"alarm": 1}]


@pytest.mark.parametrize(
    ("code", "said"), [(403, "Нет прав."), (502, "Нет связи"), (503, "Нет связи")]
)
def test_only_what_is_forbidden_is_called_so(
    browser: Any, daemon: FakeDaemon, wait_for: Wait, code: int, said: str
) -> None:
    """A proxy without pages behind it answers 502, in HTML."""
    browser.at("/bench")
    wait_for(lambda: browser.find_elements("css selector", ".is-next"))
    answer = f"new Response('<h1>no</h1>', {{status: {code}}})"
    browser.execute_script(f"window.fetch = async () => {answer}")
    browser.find_element("css selector", ".is-next").click()
    wait_for(lambda: said in text(browser, "trouble"))

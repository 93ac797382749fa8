"""The bench page in a real browser: keys that are held, what the box shows, formats, sound."""

import time
from typing import Any

from firmware_host.control.protocol import Reply
from web_tests import chromium
from web_tests.chromium import Wait
from web_tests.chromium import content as text
from web_tests.fake_daemon import SECOND_NS, FakeDaemon, now_ns

pytestmark = chromium.MARKS


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


def test_a_plan_is_left_only_by_a_second_tap(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    refusal = Reply(id=0, code="refused", field_name="plan-goes-on", text="refused")
    daemon.replies["choose"] = refusal
    browser.expected = ["/choose"]  # chromium's own line about a reply of 409
    browser.at("/bench")
    wait_for(lambda: len(browser.find_elements("css selector", ".format")) == 4)
    browser.find_elements("css selector", ".format-group > summary")[2].click()
    button = browser.find_element("css selector", "[data-format=real-a]")
    assert "план" not in button.text
    button.click()
    wait_for(lambda: "Ещё раз — и план отложен" in button.text)
    assert "Отклонено: идёт вечер по плану" in browser.find_element("css selector", "body").text
    del daemon.replies["choose"]
    button.click()
    wait_for(lambda: len(daemon.asked("choose")) == 2)
    first = {"format": "real-a", "set": {}, "mode": "match"}
    assert daemon.asked("choose") == [first, {**first, "even_so": True}]
    wait_for(lambda: "план" not in button.text)


def test_a_plan_that_was_left_is_taken_up_by_its_button(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    """The button is there while a plan is left, and only then."""
    browser.at("/bench")
    wait_for(lambda: len(browser.find_elements("css selector", ".format")) == 4)
    assert not browser.find_elements("css selector", "#plan-left")
    daemon.change(left=True)
    wait_for(lambda: browser.find_elements("css selector", "#plan-left"))
    button = browser.find_element("css selector", "#plan-left")
    assert button.text == "Вернуться к плану"
    button.click()
    wait_for(lambda: daemon.asked("choose"))
    assert daemon.asked("choose") == [{"format": "plan"}]


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


def test_on_a_real_board_a_judge_chooses_the_game_and_presses_no_key(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    daemon.change(board={**daemon.state["board"], "simulated": False})
    browser.at("/bench")
    wait_for(lambda: len(browser.find_elements("css selector", ".format")) == 4)
    assert browser.find_elements("css selector", "[data-key]") == []
    wait_for(lambda: "START" in text(browser, "may"))
    daemon.replies["choose"] = Reply(id=0, code="refused", field_name="running", text="refused")
    browser.expected = ["/choose"]
    browser.find_elements("css selector", ".format-group > summary")[2].click()
    button = browser.find_element("css selector", "[data-format=real-a]")
    button.click()
    wait_for(lambda: "Отклонено" in text(browser, "trouble"))
    del daemon.replies["choose"]
    button.click()
    wait_for(lambda: len(daemon.asked("choose")) == 2)
    assert daemon.asked("choose") == [{"format": "real-a", "set": {}, "mode": "match"}] * 2
    wait_for(lambda: text(browser, "trouble") == "")

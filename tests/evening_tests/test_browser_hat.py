"""A turn of the hat of 002 with the mouse: prepared, begun, two words and a skip, in the log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evening_tests.box import Box, box
from evening_tests.test_browser_evening import browser, reach, wait_for
from firmware_host.journal.verify import verify
from web_tests import chromium

__all__ = ["browser"]
pytestmark = [*chromium.MARKS, pytest.mark.slow]
SHORT = 'set = { prepare = "2s", turn = "11s" }'


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Box]:
    """A box with the shipped format, its times short."""
    made = box(tmp_path / "box", chosen="evening-002-hat", settings=SHORT)
    with made as hat, hat.minuta("run"), hat.minuta("web"):
        hat.client().close()
        yield hat


def test_a_turn_of_the_hat_is_played_with_the_mouse(browser: Any, hall: Box) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    def text(element: str) -> str:
        return str(browser.find_element("id", element).text)

    def click(key: str) -> None:
        button = browser.find_element("css selector", f'[data-key="{key}"]')
        ActionChains(browser).click_and_hold(button).pause(0.1).release().pause(0.35).perform()

    address = f"http://hall.test:{hall.port}"
    reach(browser, f"{address}/bench", '[data-key="start"]')
    wait_for(lambda: "READY" in text("phase-word").upper())
    wait_for(lambda: "START begin" in text("may").replace("\n", " "))
    click("start")
    wait_for(lambda: "PREPARED" in text("phase-word"))
    assert text("hint") == "Ready? START: the time will run"
    click("start")
    wait_for(lambda: text("phase-word") == "PLAY")
    may = text("may").replace("\n", " ")
    assert "OK word" in may
    assert "SKIP word skipped" in may
    for key in ("ok", "ok", "skip"):
        click(key)
    wait_for(lambda: text("facts").split() == ["word", "2", "word", "skipped", "1"])
    wait_for(lambda: "DONE" in text("phase-word"))
    assert text("facts").split() == ["words", "4.5", "word", "2", "word", "skipped", "1"]
    assert text("hint") == "The turn is over. NEXT: the next one"

    browser.get(f"{address}/")
    wait_for(lambda: "4.5" in text("facts"))
    assert "It's in the hat" in text("question")

    browser.get(f"{address}/log?kind=press&key=ok")
    rows = browser.find_elements("css selector", ".row")
    assert len(rows) == 2
    assert "accepted" in rows[0].text
    seconds = rows[0].find_element("css selector", ".row-time").text
    assert seconds < "0:11", "counted from the play, not from the preparation"
    rows[0].find_element("css selector", ".judge summary").click()
    [void] = [
        form
        for form in rows[0].find_elements("css selector", "form")
        if form.find_element("name", "what").get_attribute("value") == "void"
    ]
    void.find_element("name", "because").send_keys("one of the same root")
    void.find_element("tag name", "button").click()
    wait_for(lambda: "Done." in browser.page_source)
    browser.get(f"{address}/")
    wait_for(lambda: "1.5" in text("facts"))
    assert chromium.complaints(browser) == []
    assert verify(hall.evening).ok

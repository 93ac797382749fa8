"""A question played with the mouse in a real browser, against the real daemon and web."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evening_tests.box import LONG_S, Box, box
from firmware_host.journal.verify import verify
from web_tests import chromium

pytestmark = [*chromium.MARKS, pytest.mark.slow]
DRAWN_S = 5.0
"""A page draws its keys when the first snapshot has come; until then it is not loaded again."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Box]:
    """A box with its daemon and its pages."""
    with box(tmp_path / "коробка с пробелом") as made, made.minuta("run"), made.minuta("web"):
        made.client().close()
        yield made


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    """A browser that knows the box by a name that is not local; without one, no box is started."""
    chrome = chromium.start(tmp_path / "profile", language="en")
    yield chrome
    chrome.quit()


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    by_s = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < by_s
        time.sleep(0.05)


def reach(browser: Any, url: str, selector: str) -> Any:
    """Open a page when it answers, and return an element of it."""
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.common.by import By

    def opened() -> bool:
        try:
            browser.get(url)
        except WebDriverException:
            return False
        by_s = time.monotonic() + DRAWN_S
        while not browser.find_elements(By.CSS_SELECTOR, selector):
            if time.monotonic() > by_s:
                return False
            time.sleep(0.05)
        return True

    wait_for(opened)
    return browser.find_element(By.CSS_SELECTOR, selector)


def test_a_question_is_played_with_the_mouse_and_found_in_the_log(browser: Any, hall: Box) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    address = f"http://hall.test:{hall.port}"
    start = reach(browser, f"{address}/bench", '[data-key="start"]')
    assert browser.execute_script("return window.isSecureContext") is False
    wait_for(lambda: "READY" in browser.page_source)
    ActionChains(browser).click_and_hold(start).pause(0.1).release().perform()
    wait_for(lambda: "THINK" in browser.find_element("tag name", "body").text)
    seat = browser.find_element("css selector", '[data-key="seat2"]')
    ActionChains(browser).click_and_hold(seat).pause(0.1).release().perform()
    wait_for(lambda: "HAND IN" in browser.find_element("tag name", "body").text)
    wait_for(lambda: "DONE" in browser.find_element("tag name", "body").text)

    browser.get(f"{address}/log")
    wait_for(lambda: "seat" in browser.find_element("tag name", "body").text.lower())
    page = browser.find_element("tag name", "body").text
    assert "accepted" in page
    assert "recorded" in page
    browser.get(f"{address}/")
    wait_for(lambda: "DONE" in browser.find_element("tag name", "body").text)
    assert chromium.complaints(browser) == []
    assert verify(hall.evening).ok

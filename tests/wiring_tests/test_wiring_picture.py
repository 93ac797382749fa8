"""The drawing as a browser sets it: no words over other words, none beyond the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.config import Board, Lamp, boards
from firmware_host.wiring.drawing import draw
from web_tests import chromium
from wiring_tests.test_wiring import DRAWN, display, showing

pytestmark = chromium.MARKS

BOXES = """
const edge = document.documentElement.viewBox.baseVal;
return [[edge.width, edge.height], [...document.querySelectorAll('text')].map((text) => {
    const box = text.getBBox();
    return [text.textContent, box.x, box.y, box.x + box.width, box.y + box.height];
})];
"""
LEADING = 4.0
"""A box of letters has air above and below them: so much of two may overlap."""

FULL = showing(
    display("hall", "max7219"),
    display("host", "max7219", "host", "/dev/spidev0.1"),
    display("small", "ht16k33", "host"),
    display("other", "tm1637", "hall", "", 4, 19),
    display("wall", "serial", "hall", "/dev/serial0"),
)
LONG = replace(
    FULL,
    name={"ru": "Очень длинное название " * 9, "en": "W" * 99},
    lamps=tuple(Lamp(name=key, kind="gpiozero", pin=pin) for key, pin in (("start", 9), ("ok", 7))),
)
BOARDS = [*boards().values(), FULL, replace(LONG, id="long")]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    found = chromium.start(tmp_path_factory.mktemp("profile"))
    yield found
    found.quit()


def faults(browser: Any, svg: str, folder: Path) -> list[str]:
    """Return each text that stands over another or over the edge."""
    file = folder / "wiring.svg"
    file.write_text(svg, encoding="utf-8")
    browser.get(file.as_uri())
    (width, height), boxes = browser.execute_script(BOXES)
    found = [
        f"{text} is over the edge"
        for text, left, top, right, bottom in boxes
        if left < 0 or top < 0 or right > width or bottom > height
    ]
    for nth, (text, left, top, right, bottom) in enumerate(boxes):
        for other, left2, top2, right2, bottom2 in boxes[:nth]:
            across = min(right, right2) - max(left, left2)
            if across > 0 and min(bottom, bottom2) - max(top, top2) > LEADING:
                found.append(f"{text} is over {other}")
    return found


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.id}-{len(board.displays)}")
def test_no_words_of_a_drawing_are_over_others(board: Board, browser: Any, tmp_path: Path) -> None:
    assert faults(browser, draw(board), tmp_path) == []


def test_words_over_others_and_over_the_edge_are_seen(browser: Any, tmp_path: Path) -> None:
    svg = draw(boards()[DRAWN])
    moved = svg.replace('x="30" y="72"', 'x="30" y="84"')
    assert any("is over" in fault for fault in faults(browser, moved, tmp_path))
    wide = svg.replace('x="30" y="72"', 'x="900" y="72"')
    assert any("is over the edge" in fault for fault in faults(browser, wide, tmp_path))

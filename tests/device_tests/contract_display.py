"""What every display must do. A driver's test subclasses this and gives a `display`."""

from collections.abc import Iterator
from typing import Any

import pytest

TEXTS = ("0:59", "", "10:00", "-0:05", "4:31 ?", "HOLD", "Пауза", "9" * 200)


class DisplayContract:
    """Subclasses override `display`."""

    @pytest.fixture
    def display(self) -> Iterator[Any]:
        raise NotImplementedError

    def test_it_has_its_name(self, display):
        assert display.name == "hall"

    @pytest.mark.parametrize("text", TEXTS)
    def test_any_text_can_be_shown(self, display, text):
        display.show(text)
        display.show(text)

    def test_close_is_idempotent(self, display):
        display.show("0:59")
        display.close()
        display.close()

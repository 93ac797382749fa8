"""What every lamp and buzzer must do. A driver's test subclasses this and gives a `rig`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hardware.errors import DeviceLost


@dataclass
class SwitchRig:
    """A switch, freshly made, with its output read back.

    Attributes:
        is_on: Whether current flows.
        writes: How often the output was written or changed.
        fail: Make the output fail, or work again.
    """

    switch: Any
    is_on: Callable[[], bool]
    writes: Callable[[], int]
    fail: Callable[[bool], None]


class SwitchContract:
    """Subclasses override `rig`."""

    @pytest.fixture
    def rig(self) -> Iterator[SwitchRig]:
        raise NotImplementedError

    def test_it_begins_off(self, rig):
        assert rig.switch.name == "lamp"
        assert not rig.is_on()

    def test_it_switches_and_the_present_state_again_does_nothing(self, rig):
        rig.switch.set(True)
        assert rig.is_on()
        before = rig.writes()
        rig.switch.set(True)
        assert rig.writes() == before
        rig.switch.set(False)
        assert not rig.is_on()

    def test_close_switches_off_and_is_idempotent(self, rig):
        rig.switch.set(True)
        rig.switch.close()
        assert not rig.is_on()
        rig.switch.close()

    def test_a_lost_output_raises_and_works_again_when_it_is_back(self, rig):
        rig.fail(True)
        with pytest.raises(DeviceLost, match="lamp"):
            rig.switch.set(True)
        rig.fail(False)
        rig.switch.set(True)
        assert rig.is_on()

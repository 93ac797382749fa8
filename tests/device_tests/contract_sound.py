"""What every player must do. A driver's test subclasses this and gives a `player`."""

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.errors import DeviceNotFound


class SoundContract:
    """Subclasses override `player`: loaded with "end" and "start", its device there."""

    @pytest.fixture
    def player(self) -> Iterator[Any]:
        raise NotImplementedError

    def test_it_is_alive_and_has_no_reason(self, player):
        assert player.name == "hall"
        assert player.alive
        assert player.why == ""

    def test_an_offset_is_zero_unless_it_was_measured(self, player):
        assert (player.offset_ns, player.offset_measured) == (0, False)

    def test_clips_can_be_played_over_each_other_again_and_stopped(self, player):
        for _ in range(20):
            player.play("end")
            player.play("start")
        player.stop("end")
        player.stop("end")
        assert player.alive

    def test_a_sound_that_was_not_loaded_is_named(self, player):
        with pytest.raises(DeviceNotFound, match="gong"):
            player.play("gong")

    def test_pump_returns_a_later_instant_or_none(self, player):
        next_ns = player.pump(10**18)
        assert next_ns is None or next_ns > 10**18

    def test_close_is_idempotent_and_play_after_it_does_not_raise(self, player):
        player.close()
        player.close()
        assert not player.alive
        assert player.why == "closed"
        player.play("end")
        player.stop("end")
        assert player.pump(0) is None

"""What a scenario can only say as a range: the last instant known after a power cut (E5, E6)."""

import pytest

from firmware_host.scenario.acts import ACTS
from firmware_host.scenario.play import play_text

S = 1_000_000_000
HEAD = "board four-seats\nformat chgk-003\n"


def _ends_at(played) -> int:
    return next(row["at_ns"] for row in played.result["signals"] if row["cue"] == "end")


def _hall(played, since_ns: int) -> list[str]:
    return [row["text"] for row in played.result["displays"] if row["from_ns"] >= since_ns]


@pytest.mark.parametrize("cut_s", ["55", "54.999", "52.3", "15.2", "11"])
def test_a_power_cut_in_a_silent_minute_loses_at_most_five_seconds(cut_s):
    """E5: it comes back paused between 5 s (and a sync) before the cut and the cut itself.

    START short then goes on from there: the end comes when what was left is over.
    """
    cut_ns = round(float(cut_s) * S)
    text = (
        HEAD
        + f"""
at 10       tap start
at {cut_s}  reboot
at 60       expect phase PAUSED
at 100      tap start
at 200      end
expect alarm rebooted
expect start@100 accepted resume
expect turn 1 answered
"""
    )
    [played] = play_text(text, "cut")
    left_ns = _ends_at(played) - 100 * S
    known_ns = 70 * S - left_ns  # the minute that began at 10 ends at 70

    assert played.failures == []
    assert max(10 * S, cut_ns - 5 * S - 20_000_000) <= known_ns <= cut_ns


def test_nothing_sounds_until_the_host_goes_on():
    """After the cut the clock stands, whatever falls due meanwhile."""
    [played] = play_text(
        HEAD + "at 10 tap start\nat 55 reboot\nat 200 end\nexpect no signal from 11 to 200\n", "cut"
    )

    assert played.failures == []


@pytest.fixture
def sleep(monkeypatch):
    """Let `wall +N` be a sleep of N seconds: the monotonic clock stands, BOOTTIME goes on."""

    def slept(run, line) -> None:
        run.clock.slept_ns += int(line.words[0]) * S

    monkeypatch.setitem(ACTS, "wall", slept)


def test_a_sleep_while_it_was_away_is_as_a_reboot(sleep):
    """E6: the boot id is the same, BOOTTIME has jumped by an hour: paused."""
    text = (
        HEAD
        + """
at 10  tap start
at 30  kill
at 31  wall +3600
at 32  start
at 33  expect phase PAUSED
at 100 end
expect alarm rebooted
expect no signal from 31 to 100
"""
    )
    [played] = play_text(text, "slept")

    assert played.failures == []


def test_a_clock_that_went_back_is_as_a_reboot(monkeypatch):
    """E6: the boot id is the same, the clock stands earlier than the last record: paused."""

    def backwards(run, _line) -> None:
        now_ns = run.clock.now_ns()
        run.clock.reboot(run.clock.boot, now_ns - 15 * S)
        run.stepper.base_ns += 15 * S

    monkeypatch.setitem(ACTS, "wall", backwards)
    text = (
        HEAD
        + """
at 10  tap start
at 30  kill
at 31  wall +1
at 32  start
at 33  expect phase PAUSED
at 100 end
"""
    )
    [played] = play_text(text, "backwards")

    assert played.failures == []

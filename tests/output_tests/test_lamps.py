"""What lamps show, in seconds, on gpiozero's own pins. START is pressed at 1 s."""

import pytest

from firmware_host.outputs import outputs
from output_tests.lamp_rig import Box


def started(format_id: str, *lamps: str) -> Box:
    box = Box(format_id, *lamps).run(1)
    box.press("start")
    return box


def at(from_s: float, *spans_ms: tuple[int, int]) -> list[tuple[float, float]]:
    """Return spans after an instant, as `Box.lit` does."""
    return [
        (round(from_s + one / 1000, 3), round(from_s + other / 1000, 3)) for one, other in spans_ms
    ]


THREE = ((0, 200), (400, 600), (800, 1000))


def test_one_who_cannot_hear_sees_start_ten_seconds_end_and_collect():
    lit = started("chgk-003", "signal").run(90).lit("signal")
    assert lit == [
        *at(1, (0, 1000)),
        *at(51, *THREE),
        *at(61, (0, 2500)),
        *at(71, (0, 100), (200, 300), (400, 500), (600, 700), (800, 900)),
    ]


def test_without_its_rows_that_lamp_is_dark(monkeypatch):
    monkeypatch.setitem(outputs.CUES, "signal", {})  # the control
    assert started("chgk-003", "signal").run(90).lit("signal") == []


def test_the_shipped_lamps_show_start_ten_seconds_and_the_end():
    box = started("chgk-003", "running", "done").run(90)
    # Lit from START on; at ten seconds it goes out three times.
    assert box.lit("running") == [(1, 51), (51.15, 51.3), (51.45, 51.6), (51.75, 71)]
    assert box.lit("done") == [(71, None)]


def test_whose_five_seconds_it_is_stands_at_the_players_of_round_four():
    box = started("crocodile-001-r4", "first", "second").run(80)
    slots = [(float(n), float(n + 5)) for n in range(1, 71, 5)]
    assert len(slots) == 14  # 70 s
    assert box.lit("first") == [*slots[0::2], *at(71, *THREE)]
    # The second's last slot ends where its flash begins.
    assert box.lit("second") == [*slots[1:-1:2], (66, 71.2), *at(71, *THREE[1:])]


def test_in_a_round_without_slots_those_lamps_stay_dark_until_the_end():
    box = started("crocodile-001-r1", "first", "second").run(70)
    assert box.lit("first") == box.lit("second") == at(61, *THREE)


def test_a_pause_darkens_the_slots_and_they_go_on_where_they_were():
    box = started("crocodile-001-r4", "first", "second").run(8)
    box.hold("stop", "hold")
    box.run(18)
    box.press("start")
    box.run(23)
    assert box.lit("first") == [(1, 6), (21, None)]
    assert box.lit("second") == [(6, 8), (18, 21)]


def test_a_claim_blinks_until_the_host_has_decided():
    box = started("crocodile-001-r1", "claim", "running").run(10)
    box.press("ok")
    box.run(12.2)
    box.press("start")  # reject
    box.run(20)
    assert box.lit("claim") == [(10, 10.5), (11, 11.5), (12, 12.2)]
    assert box.lit("running") == [(1, None)]


def test_accepted_and_refused_are_two_lamps_and_a_neighbour_does_not_flash():
    box = started("evening-002-hat", "accepted", "refused").run(2)
    box.press("ok")  # in the preparation: early
    box.run(4)
    assert box.lit("accepted") == [(1, 1.4)]
    assert box.lit("refused") == at(2, (0, 150), (300, 450))


def test_the_hosts_lamp_tells_accepted_from_refused():
    box = started("chgk-003", "host").run(10)
    box.press("start")  # running
    assert box.run(12).lit("host") == [*at(1, (0, 80)), *at(10, (0, 80), (160, 240))]


def test_a_retracted_signal_goes_out_at_once_and_another_stays():
    box = started("chgk-003", "signal").run(51.1)
    assert box.lit("signal")[-1] == (51, None)
    box.outputs.retract("end", "end")
    assert box.run(51.15).lit("signal")[-1] == (51, None)
    box.outputs.retract("ten-left", "ten-left")
    assert box.run(55).lit("signal")[-1] == (51, 51.15)


def test_paused_blinks_and_done_shines():
    box = started("chgk-003", "running").run(10)
    box.hold("stop", "hold")
    assert box.run(12.4).lit("running") == [(1, 10.5), (11, 11.5), (12, None)]


@pytest.mark.parametrize("cue", sorted({cue for row in outputs.CUES.values() for cue in row}))
def test_every_pattern_is_of_rising_spans_and_ends_within_three_seconds(cue):
    for row in outputs.CUES.values():
        times = [time for span in row.get(cue, ()) for time in span]
        assert times == sorted(set(times))
        assert not times or times[-1] <= 3000


def test_every_lamp_of_the_config_has_a_pattern_and_every_pattern_a_lamp():
    from firmware_host.config.schema import LAMPS

    known = {*outputs.STATES, *outputs.CUES, *outputs.VERDICTS, "host"}
    assert known == set(LAMPS)


def test_a_seats_own_lamp_flashes_when_its_press_was_accepted_and_no_other():
    box = started("chgk-003", "seat1", "seat2", "accepted")
    box.run(5)
    box.press("seat1")
    box.run(8)
    assert box.lit("seat1") == at(5, (0, 400))
    assert box.lit("seat2") == []
    assert box.lit("accepted") == [*at(1, (0, 400)), *at(5, (0, 400))]


def test_a_seats_lamp_stays_dark_when_its_press_was_refused():
    box = Box("chgk-003", "seat1", "refused").run(1)
    box.press("seat1")
    box.run(2)
    assert box.lit("seat1") == []
    assert box.lit("refused") == at(1, (0, 150), (300, 450))

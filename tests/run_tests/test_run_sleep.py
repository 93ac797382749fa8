"""The clock itself: a machine that sleeps, a wall that is set, a boot id that lies (E6, E7)."""

import random
from pathlib import Path

import pytest

from run_tests.living import Box, alarms, press, running, until
from run_tests.table import MS, SECOND, Table


def clocks(table: Table) -> list[object]:
    return [record.data["why"] for record in table.records() if record.kind == "clock"]


def playing(folder: Path, for_ns: int) -> tuple[Table, int]:
    """A table whose turn began and ran for a while; and when it began."""
    table = Table(folder)
    began_ns = table.clock.now_ns() + 100 * MS
    table.tap("start", began_ns)
    table.run(100 * MS + for_ns)
    assert table.status == "running"
    return table, began_ns


def test_a_sleep_lets_the_turn_stand_at_the_last_instant_before_it(tmp_path: Path) -> None:
    table, began_ns = playing(tmp_path, 20 * SECOND)
    slept_ns = table.clock.now_ns()
    table.clock.slept_ns += 3600 * SECOND
    table.run(100 * MS)
    turn = table.daemon.play.game.turn
    assert turn is not None
    assert turn.status == "paused"
    assert 0 <= slept_ns - began_ns - turn.stood_ns <= SECOND, "the loop looks once a second"
    assert "slept" in table.alarms
    table.tap("start", table.clock.now_ns() + SECOND)
    table.run(2 * SECOND)
    assert table.status == "running"
    records = table.end()
    assert clocks(table) == ["start", "turn", "slept"]
    slept = next(record for record in records if record.data.get("kind") == "slept")
    assert slept.data["slept_ns"] == 3600 * SECOND


def test_a_signal_between_the_last_look_and_the_sleep_is_not_given_after_it(tmp_path: Path) -> None:
    """Half a second before the end the lid is closed: no end sounds on return."""
    table, _ = playing(tmp_path, 59 * SECOND + 500 * MS)
    table.clock.slept_ns += SECOND
    table.run(3 * SECOND)
    assert table.status == "paused"
    sound = table.devices.sound
    assert "end" not in [name for _, name in sound.plays]  # type: ignore[attr-defined]
    table.end()


@pytest.mark.parametrize(("slept_ns", "stands"), [(9 * MS, False), (10 * MS, True)])
def test_how_long_a_sleep_is_one(tmp_path: Path, slept_ns: int, stands: bool) -> None:
    table, _ = playing(tmp_path, SECOND)
    table.clock.slept_ns += slept_ns
    table.run(SECOND)
    assert (table.status == "paused") is stands
    table.end()


def test_a_sleep_between_turns_is_written_and_disturbs_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.run(SECOND)
    table.clock.slept_ns += SECOND
    table.run(2 * SECOND)
    assert table.status == "ready"
    assert table.alarms == set()
    assert clocks(table) == ["start", "slept"]
    table.end()


def test_a_key_pressed_before_the_lid_closed_counts(tmp_path: Path) -> None:
    """Its edge is stamped before the sleep, and is decided after it."""
    table, _ = playing(tmp_path, SECOND)
    at_ns = table.clock.now_ns() + 10 * MS
    table.tap("seat1", at_ns)
    table.at(at_ns + MS, lambda: setattr(table.clock, "slept_ns", SECOND))
    table.run(SECOND)
    assert table.status == "paused"
    verdict = next(r for r in table.end() if r.kind == "verdict" and r.data["key"] == "seat1")
    assert verdict.data["reason"] in (None, "paused")
    assert verdict.data["from_ns"] == at_ns


def test_the_fold_of_a_sleep_is_the_same(tmp_path: Path) -> None:
    table, _ = playing(tmp_path, 5 * SECOND)
    table.clock.slept_ns += SECOND
    table.run(SECOND)
    table.kill()
    table.start()
    turn = table.daemon.play.game.turn
    assert turn is not None
    assert turn.status == "paused"
    assert turn.rebooted
    table.end()


@pytest.mark.parametrize("step_s", [3600, -3600])
def test_a_wall_that_is_set_is_written_and_changes_nothing(tmp_path: Path, step_s: int) -> None:
    table, began_ns = playing(tmp_path, SECOND)
    table.clock.wall_offset_ns += step_s * SECOND
    table.run(60 * SECOND)
    fired = {one.cue: one.at_ns for one in table.daemon.play.signals.fired}
    assert fired["end"] == began_ns + 60 * SECOND
    assert clocks(table) == ["start", "turn", "wall-set"]
    assert table.alarms == set()
    table.end()


def test_a_wall_that_drifts_is_not_written(tmp_path: Path) -> None:
    """NTP slews by at most 0.5 ms a second."""
    table = Table(tmp_path)
    for _ in range(200):
        table.clock.wall_offset_ns += MS // 2
        table.run(SECOND)
    assert clocks(table) == ["start"]
    table.end()


@pytest.mark.parametrize("what", ["clock-behind", "slept", "boot"])
def test_a_clock_that_cannot_be_the_same_pauses(tmp_path: Path, what: str) -> None:
    """E6: boot id the same and the clock behind; the machine slept; and another boot."""
    table, began_ns = playing(tmp_path, 12 * SECOND)
    table.run(SECOND)
    killed_ns = table.clock.now_ns()
    table.kill()
    if what == "clock-behind":
        table.stepper.base_ns = table.stepper.now_ns - SECOND
        table.clock.reboot(table.clock.boot, SECOND)
    elif what == "slept":
        table.clock.slept_ns += 3600 * SECOND
    else:
        table.stepper.base_ns = table.stepper.now_ns
        table.clock.reboot("another")
    table.start()
    turn = table.daemon.play.game.turn
    assert turn is not None
    assert turn.status == "paused"
    assert 0 <= killed_ns - began_ns - turn.stood_ns <= 6 * SECOND
    assert "rebooted" in table.alarms
    table.end()


def test_a_ring_that_is_cut_or_garbled_keeps_no_daemon_from_starting(tmp_path: Path) -> None:
    """E7, the whole daemon; every byte of it is journal_tests' part."""
    table, _ = playing(tmp_path, 2 * SECOND)
    table.kill()
    ring = tmp_path / "tail.ring"
    whole = ring.read_bytes()
    journal = (tmp_path / "evening" / "journal.jsonl").read_bytes()
    dice = random.Random(7)
    cuts = [b"", whole[:7], whole[:128], whole[: 16384 + 100], b"\0" * len(whole), b"\xff" * 4096]
    for _ in range(20):
        garbled = bytearray(whole)
        for _ in range(30):
            garbled[dice.randrange(20_000)] = dice.randrange(256)
        cuts.append(bytes(garbled))
    for number, spoiled in enumerate(cuts):
        ring.write_bytes(spoiled)
        (tmp_path / "evening" / "journal.jsonl").write_bytes(journal)
        table.start()
        table.run(100 * MS)
        assert table.status in ("running", "paused"), number
        table.daemon.stop()
        table.stepper.mount(None)
        assert (tmp_path / "evening" / "journal.jsonl").read_bytes().startswith(journal)


def test_a_real_daemon_sees_a_sleep(box: Box) -> None:
    asleep = box.folder / "asleep"
    asleep.write_text("0")
    life = box.start(("asleep", {"path": str(asleep)}))
    with box.client() as client:
        press(client, "start")
        found = until(client, running)
        asleep.with_name("new").write_text(str(3600 * SECOND))
        asleep.with_name("new").replace(asleep)
        found = until(client, lambda found: found["turn"]["status"] == "paused", 4)
        assert "slept" in alarms(found)
        assert found["turn"]["rebooted"]
    life.term()
    box.checked()

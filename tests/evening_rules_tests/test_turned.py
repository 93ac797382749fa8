"""What the turns come to is summed once, and is what a sum of all of them would be (H3)."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.journal.record import MATCH, REHEARSAL, Record
from firmware_host.report import Report, report
from firmware_host.standings import NO_SCORE, standings
from firmware_host.turned import Turned

TEAMS = ("A", "B", "C")
SEATS = {"table1": "A", "table2": "B"}


def record(kind: str, mode: str = MATCH, **data: object) -> Record:
    return Record(0, kind, 1, 1, mode, 0, "", data, "", "")


def opened(turn: int, team: str, stage: str, aside: bool, mode: str) -> Record:
    return record("opened", mode, turn=turn, format="f", number=turn, tour=0, stage=stage,
                  circle=1, team=team, aside=aside, replays=None)  # fmt: skip


def judged(turn: int, outcome: str | None, score: int, actors: bool, hint: bool) -> Record:
    return record(
        "judged", turn=turn, outcome=outcome, score=score, unit="half", marks={},
        actors={"table1": score, "table2": 2, "table9": 4} if actors else {},
        others={"C": -60} if hint else {},
    )  # fmt: skip


OPENED = st.tuples(
    st.sampled_from(["", *TEAMS]), st.sampled_from(["hat", "more"]), st.booleans(),
    st.sampled_from([MATCH, MATCH, REHEARSAL]),
)  # fmt: skip
JUDGED = st.tuples(
    st.integers(0, 5), st.sampled_from(["words", "annulled", "skipped", None]),
    st.integers(-20, 40), st.booleans(), st.booleans(),
)  # fmt: skip


def evening(things: list[tuple[object, ...]]) -> list[Record]:
    """Turns in order; a judgement is of one of the turns so far, the latest for 0."""
    found, count = [], 0
    for thing in things:
        if len(thing) == 4:
            count += 1
            found.append(opened(count, *thing))
        elif count:
            back, *rest = thing
            found.append(judged(max(1, count - int(str(back))), *rest))
    return found


def seat(row: dict[str, object], key: str) -> str:
    return SEATS.get(key, "")


def of_mode(found: Report, mode: str) -> Report:
    return Report(turns={n: row for n, row in found.turns.items() if row["mode"] == mode})


@given(st.lists(st.one_of(OPENED, JUDGED), max_size=30), st.sampled_from([MATCH, REHEARSAL]))
def test_it_is_the_sum_of_all_turns_at_any_time(
    things: list[tuple[object, ...]], mode: str
) -> None:
    records, turned = evening(things), Turned()
    for nth, one in enumerate(records, 1):
        turned.take(one)
        whole = of_mode(report(records[:nth]), mode)
        found = turned.sum(mode, TEAMS, seat, SEATS)
        assert found.table.teams == standings(whole, TEAMS, SEATS).teams
        counted = [
            row for row in whole.turns.values()
            if row["team"] and row["value"] is not None and row["outcome"] not in NO_SCORE
        ]  # fmt: skip
        assert sum(sum(row.values()) for row in found.played.values()) == len(counted)


def test_other_seats_are_asked_anew() -> None:
    """The control of `version`: without another object the old seats would stand."""
    turned = Turned()
    for one in evening([("", "hat", False, MATCH), (0, "words", 6, True, False)]):
        turned.take(one)
    turned.take(opened(2, "", "hat", False, MATCH))
    first = turned.sum(MATCH, TEAMS, seat, SEATS).table.teams
    assert (first["A"].total, first["B"].total) == (6, 2)
    swapped = {"table1": "B", "table2": "A"}

    def other(_row: dict[str, object], key: str) -> str:
        return swapped.get(key, "")

    assert turned.sum(MATCH, TEAMS, other, SEATS).table.teams == first
    second = turned.sum(MATCH, TEAMS, other, swapped).table.teams
    assert (second["A"].total, second["B"].total) == (2, 6)


def test_a_press_in_the_present_turn_sums_no_turn_before_it() -> None:
    """The rows of earlier turns are not looked at: they may even be gone."""
    turned = Turned()
    for one in evening([("A", "hat", False, MATCH), (0, "words", 6, False, False)] * 20):
        turned.take(one)
    before = turned.sum(MATCH, TEAMS, seat, SEATS)
    for turn in range(1, 20):
        del turned.found.turns[turn]
    turned.take(judged(20, "words", 8, False, False))
    assert turned.sum(MATCH, TEAMS, seat, SEATS).table.teams["A"].total == 19 * 6 + 8
    assert before.table.teams["A"].total == 20 * 6

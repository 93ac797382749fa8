"""What holds of every standing, draw, series and grid, not only of those worked by hand."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.evening.answers import Answer, Grid, credit, enter, remove
from firmware_host.evening.cut import by_points, cut
from firmware_host.evening.draw import counts, seating, seats_of
from firmware_host.evening.places import Decision, places, settle, tied
from firmware_host.evening.results import standing, total, tour_totals
from firmware_host.evening.series import groups, series
from firmware_host.evening.totals import Booked, Played, overall, stage_totals
from firmware_host.standings import Standing, Standings

TEAMS = "abcdefgh"
VALUES = st.dictionaries(st.sampled_from(TEAMS), st.none() | st.integers(-9, 9))
ROWS = st.dictionaries(
    st.sampled_from(TEAMS), st.tuples(st.none() | st.integers(-2, 2), st.none() | st.integers(0, 2))
)


def assert_consistent(shown):
    """Every place from 1 to the last is filled exactly once, by as many teams as it spans."""
    filled = [seat for (first, last), _ in tied(shown) for seat in range(first, last + 1)]

    assert filled == list(range(1, len(shown) + 1))
    assert all(len(group) == last - first + 1 for (first, last), group in tied(shown))


@given(ROWS, st.tuples(st.booleans(), st.booleans()))
def test_places_are_consistent(rows, smaller):
    """And a better place never has a worse first key."""
    shown = places(rows, smaller)

    assert_consistent(shown)
    assert list(shown.values()) == sorted(shown.values())
    for one, two in pairwise(shown):
        first, second = rows[one][0], rows[two][0]
        assert (
            second is None
            or (first is not None and (first <= second) == smaller[0])
            or (first == second)
        )


@given(VALUES)
def test_equal_values_share_and_others_do_not(values):
    """With one key: the same place if and only if the same value."""
    shown = places({team: (value,) for team, value in values.items()})

    for one in values:
        for two in values:
            assert (shown[one] == shown[two]) == (values[one] == values[two])


POINTS = st.dictionaries(st.sampled_from(TEAMS), st.integers(-9, 9))


@given(POINTS, POINTS, st.booleans())
def test_a_tie_break_moves_nobody_past_a_better_total(totals, stage_2, everywhere):
    """It only parts who shared a place."""
    shared = places({team: (total,) for team, total in totals.items()})
    teams = {
        team: Standing(team, {"second": stage_2.get(team, 0), "rest": total - stage_2.get(team, 0)})
        for team, total in totals.items()
    }
    broken = Standings(teams, tiebreak=["second"], tiebreak_all=everywhere).places()

    assert_consistent(broken)
    for team, (first, last) in broken.items():
        assert shared[team][0] <= first <= last <= shared[team][1]


@given(VALUES, st.integers(0, 9), st.data())
def test_a_cut_loses_nobody(values, keep, data):
    """Inside, held and outside are all teams; never more inside than kept; held means a tie."""
    shown = places({team: (value,) for team, value in values.items()})
    line = cut(shown, keep)

    assert sorted([*line.inside, *line.held, *line.outside]) == sorted(values)
    assert len(line.inside) + line.free == min(keep, len(values))
    assert not line.held or 0 < line.free < len(line.held)
    if line.held:
        assert line.place is not None
        points = {team: data.draw(st.integers(0, 3)) for team in line.held}
        after = cut(shown, keep, [by_points(line.place, points)])
        assert len(after.held) <= len(line.held)
        assert set(line.inside) <= set(after.inside)
        assert set(line.outside) <= set(after.outside)


@given(VALUES, VALUES)
def test_a_decision_on_other_teams_never_applies(values, others):
    """Whatever it says."""
    shown = places({team: (value,) for team, value in values.items()})
    names = tuple((f"x{team}",) for team in others)
    if names:
        stale = Decision(place=(1, len(names)), order=names, by="draw")
        assert settle(shown, [stale]) == shown


@given(st.integers(4, 20), st.integers(0, 2**64 - 1))
def test_every_team_sits_three_times_in_three_slots(n, seed):
    """At three tables, whatever the draw; from 7 teams on nobody meets twice."""
    teams = [f"T{i}" for i in range(n)]
    drawn = seating(teams, seed)
    found = counts(drawn.tables)

    assert found.tables_a_team == found.teams_a_table == (3, 3)
    assert (found.most == 1) == (n >= 7)
    assert all([slot for _, slot in seats_of(drawn, team)] == [1, 2, 3] for team in teams)


ROUND = st.fixed_dictionaries({team: st.booleans() for team in TEAMS})


@given(VALUES, st.lists(ROUND, max_size=12), st.sampled_from([1, 3]))
def test_a_series_moves_teams_only_inside_their_group(values, rounds, first_block):
    """And whoever plays on shares a prize place."""
    shown = places({team: (value,) for team, value in values.items()})
    orders, still = series(groups(shown), rounds, first_block=first_block)
    found = settle(shown, orders)

    assert_consistent(found)
    for team, (first, last) in found.items():
        assert shown[team][0] <= first <= last <= shown[team][1]
    assert tuple(still) == tuple(groups(found))


@given(VALUES, st.lists(ROUND, max_size=12), st.sampled_from([1, 3]))
def test_more_questions_never_undo_a_place(values, rounds, first_block):
    """A place that a question decided stays decided."""
    shown = places({team: (value,) for team, value in values.items()})
    settled = [
        settle(shown, series(groups(shown), rounds[:asked], first_block=first_block)[0])
        for asked in range(len(rounds) + 1)
    ]

    for earlier, later in pairwise(settled):
        for team, (first, last) in earlier.items():
            assert first <= later[team][0] <= later[team][1] <= last


TURNS = st.lists(
    st.builds(
        Played,
        team=st.sampled_from("ABC"),
        stage=st.sampled_from(["hat", "drawing"]),
        circle=st.integers(1, 3),
        score=st.none() | st.integers(-20, 100),
    )
)
BOOKED = st.lists(
    st.builds(
        Booked,
        team=st.sampled_from("ABC"),
        stage=st.sampled_from(["hat", "drawing"]),
        amount=st.just(-60),
        why=st.just("hint"),
    )
)


@given(TURNS, BOOKED, st.sampled_from(["none", "zero"]))
def test_the_sum_of_turns_is_the_total(turns, booked, floor):
    """In whatever order they come, with the floor on each turn only."""
    found = overall(stage_totals(turns, booked, floor))
    least = -1000 if floor == "none" else 0

    for team in "ABC":
        values = [max(least, t.score) for t in turns if t.team == team and t.score is not None]
        values += [entry.amount for entry in booked if entry.team == team]
        assert found.get(team) == (sum(values) if values else None)
    assert overall(stage_totals(turns[::-1], booked[::-1], floor)) == found


STATES = st.sampled_from(
    [Answer("taken"), Answer("not-taken"), Answer("contested"), Answer("void", "late")]
)
GRIDS = st.builds(
    Grid,
    teams=st.just(("A", "B", "C")),
    tours=st.just((2, 3)),
    answers=st.dictionaries(st.tuples(st.sampled_from("ABC"), st.integers(1, 5)), STATES),
)


@given(GRIDS, st.integers(1, 5), st.sets(st.sampled_from("ABC")))
def test_undo_gives_the_same_grid_and_undo_of_undo_the_same_change(grid, question, teams):
    """Removed and back, credited and back, entered and out: equal in every part."""
    removed, credited = remove(grid, question), credit(grid, question, teams)

    assert remove(removed, question, back=True) == grid
    assert remove(remove(removed, question, back=True), question) == removed
    assert credit(credited, question, teams, back=True) == grid
    assert credit(credit(credited, question, teams, back=True), question, teams) == credited
    before = grid.answers.get(("A", question))
    changed = enter(grid, "A", question, Answer("taken"))
    assert enter(changed, "A", question, before) == grid


@given(GRIDS, st.integers(1, 5))
def test_tours_add_up_and_a_removal_costs_one_at_most(grid, question):
    """For every team; and places stay consistent."""
    removed = remove(grid, question)

    assert_consistent(standing(grid))
    assert_consistent(standing(removed, rating=True))
    for team in grid.teams:
        assert sum(tour_totals(grid, team)) == (total(grid, team) or 0)
        assert (total(grid, team) or 0) - (total(removed, team) or 0) in (0, 1)

"""Team lists: what a preview shows, and the one step that takes them into a plan."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exchange_tests.books import HEADER, book, csv, said
from firmware_host.config.plan import load_plan
from firmware_host.errors import FileFaults
from firmware_host.exchange.cells import clean
from firmware_host.exchange.team_list import ListedTeam, TeamList, read_teams
from firmware_host.exchange.team_plan import new_plan, put_teams, teams_table

PLAN = """\
schema = 1   # ours

[teams]   # who plays
A = "Team A"
B = "Team B"

# the hat first
[[stage]]
id = "hat"
formats = ["evening-002-hat"]
"""


def _teams(found: TeamList) -> list[tuple[str, str, str, str]]:
    return [(one.id, one.name, one.town, one.category) for one in found.teams]


def _listed(*teams: ListedTeam) -> TeamList:
    return TeamList(file="t", sheet="", teams=teams, encoding="", delimiter="", columns=(),
                    header=True, noticed=(), conflicts=())  # fmt: skip


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header", ["№;Команда;Город;Категория", "ID;Team;Town;Category", "Team ID;НАЗВАНИЕ;city;Зачет"]
)
def test_a_list_with_a_header(codec, delimiter, header):
    """Two encodings, three delimiters, two languages: the same teams."""
    text = f"{header}\n7;Совы;Пермь;школьная\n12;Ёжики;Омск;\n".replace(";", delimiter)
    found = read_teams(csv(text, codec))

    assert _teams(found) == [("7", "Совы", "Пермь", "школьная"), ("12", "Ёжики", "Омск", "")]
    assert (found.columns, found.header) == (("id", "name", "town", "category"), True)
    assert found.delimiter == delimiter
    assert found.conflicts == ()


@pytest.mark.parametrize(
    ("text", "columns", "first"),
    [
        ("7;Совы;Пермь\n8;Ёжики;Омск\n", "id, name, town", ("7", "Совы", "Пермь", "")),
        ("Совы;Пермь\nЁжики;Омск\n", "name, town", ("T1", "Совы", "Пермь", "")),
        ("Совы;Пермь;шк\nЁжики;Омск;шк\n", "name, town, category", ("T1", "Совы", "Пермь", "шк")),
        ("Совы\nЁжики\n", "name", ("T1", "Совы", "", "")),
        ("12\n13\n", "name", ("T1", "12", "", "")),
        ("7;Совы\n08;Ёжики\n", "id, name", ("7", "Совы", "", "")),
    ],
)
def test_a_list_without_a_header(text, columns, first):
    """Columns in their usual order; how they were taken is said."""
    found = read_teams(csv(text))

    assert _teams(found)[0] == first
    assert ("no-header", columns, 0, 0) in said(found.noticed)
    assert not found.header


def test_a_workbook_with_a_title_another_sheet_and_other_columns():
    """Only what is known is taken; the rest is said, with its place."""
    rows = [["Кубок 2-3"], [], ["Капитан", "Команда", "Город"], ["К", "2-3", "Пермь"]]
    found = read_teams(book([["x"]], "Лист1", Лист2=rows))

    assert _teams(found) == [("T1", "2-3", "Пермь", "")]
    assert said(found.noticed) == [
        ("sheet-left-out", "Лист1", 0, 0), ("column-left-out", "Капитан", 3, 1),
        ("row-left-out", "Кубок 2-3", 1, 0),
    ]  # fmt: skip


def test_rows_left_out_are_said_with_their_reason():
    """No name; the same team again, in whatever letters; a blank row is nothing."""
    found = read_teams(csv("id;team;town\n1;Совы;Пермь\n;;\n2;;Омск\n1;СОВЫ;пермь\n;Совы;Пермь\n"))

    assert _teams(found) == [("1", "Совы", "Пермь", "")]
    assert said(found.noticed)[1:] == [
        ("row-left-out", "2", 4, 0), ("twice", "СОВЫ", 5, 0), ("twice", "Совы", 6, 0),
    ]  # fmt: skip


def test_a_name_twice_in_two_towns_is_two_teams():
    """Said, and both kept."""
    found = read_teams(csv("Команда;Город\nСовы;Пермь\nСовы;Омск\n"))

    assert [one.town for one in found.teams] == ["Пермь", "Омск"]
    assert ("same-name", "Совы", 3, 0) in said(found.noticed)
    assert found.conflicts == ()


def test_a_team_called_team_is_a_team():
    """The word is a header at the top only."""
    assert [one.name for one in read_teams(csv("Совы\nКоманда\n")).teams] == ["Совы", "Команда"]
    assert [one.name for one in read_teams(csv("Команда\nСовы\n")).teams] == ["Совы"]


def test_both_sides_of_the_longest_name_and_id():
    """200 and 40 characters are taken; one more only a person can settle."""
    fits = read_teams(csv(f"id;team\n{'i' * 40};{'я' * 200}\n"))
    assert (fits.conflicts, fits.noticed[1:]) == ((), ())

    over = read_teams(csv(f"id;team\n{'i' * 41};{'я' * 201}\n"))
    assert [fault.path for fault in over.conflicts] == ["row 2", "row 2"]
    assert [one.what for one in over.noticed[1:]] == ["long-name"]
    with pytest.raises(FileFaults, match="200 characters at most"):
        teams_table(over)


def test_both_sides_of_the_most_teams():
    """A plan has 100."""
    text = "".join(f"Team {nth}\n" for nth in range(101))
    assert read_teams(csv(text)).conflicts[0].value == "101"
    hundred = read_teams(csv(text.partition("Team 100")[0]))
    assert hundred.conflicts == ()
    assert len(load_plan(new_plan(hundred, ["chgk-003"], "p"), "p").teams) == 100


def test_an_id_of_two_teams_is_for_a_person_to_settle():
    """Nothing is taken then."""
    found = read_teams(csv("id;team\n7;Совы\n7;Ёжики\n"))

    assert [(f.path, f.value) for f in found.conflicts] == [("row 3", "7")]
    with pytest.raises(FileFaults, match="Совы in row 2 has this id"):
        put_teams(PLAN, "p", found)


def test_control_characters_are_taken_out_of_names():
    """And said: a name of a plan may not have them."""
    found = read_teams(csv("team;town\nСо\u200bвы;Пермь\n"))

    assert found.teams[0].name == "Совы"
    assert ("control", "Совы", 2, 1) in said(found.noticed)


def test_made_ids_do_not_meet_given_ones():
    """T2 is taken: the second team is T2a."""
    found = read_teams(csv("id;team\nT2;Совы\n;Ёжики\n"))

    assert [one.id for one in found.teams] == ["T2", "T2a"]


def test_teams_of_a_tours_sheet():
    """Every team once, whatever the number of tours."""
    rows = [[], [*HEADER, 1], [7, "Совы", "Пермь", 1, 1], [], [*HEADER, 2],
            [7, "Совы", "Пермь", 2, 0]]  # fmt: skip
    found = read_teams(book(rows))

    assert _teams(found) == [("7", "Совы", "Пермь", "")]
    assert said(found.noticed) == [("twice", "Совы", 6, 0)]


def test_a_file_without_teams_is_said():
    """A header with a nameless row, and a file of blanks."""
    with pytest.raises(FileFaults, match="no team"):
        read_teams(csv("id;team\n1;\n"))
    with pytest.raises(FileFaults, match="no cell has anything in it"):
        read_teams(csv(";;\n;;\n"))


def test_the_table_of_a_plan():
    """Keys bare where they may be; town and category as a comment."""
    found = _listed(
        ListedTeam("7", 'Ы "Я" \\ z', "Пермь", "школьная"), ListedTeam("т-1", "=1+1"),
        ListedTeam("a b", "x", "", "II"),
    )  # fmt: skip

    assert teams_table(found) == (
        '[teams]\n7 = "Ы \\"Я\\" \\\\ z"  # Пермь, школьная\n"т-1" = "=1+1"\n"a b" = "x"  # II\n'
    )


def test_only_the_teams_of_a_plan_become_others():
    """Comments, stages and the order of everything stay."""
    text = put_teams(PLAN, "p", _listed(ListedTeam("7", "Совы"), ListedTeam("8", "Ёжики")))

    assert text == (
        'schema = 1   # ours\n\n[teams]\n7 = "Совы"\n8 = "Ёжики"\n\n# the hat first\n'
        '[[stage]]\nid = "hat"\nformats = ["evening-002-hat"]\n'
    )


@pytest.mark.parametrize(
    "plan",
    [
        'schema = 1\n[[stage]]\nid = "a"\nformats = ["f"]\n',
        'schema = 1\n[[stage]]\nid = "a"\nformats = ["f"]\n[teams]\nA = "a"',
        'schema = 1\n[ teams ]\n[[stage]]\nid = "a"\nformats = ["f"]\n# end\n',
    ],
)
def test_wherever_the_table_stands(plan):
    """Nowhere, last, empty."""
    text = put_teams(plan, "p", _listed(ListedTeam("7", "Совы")))

    assert dict(load_plan(text, "p").teams) == {"7": "Совы"}
    assert tomllib.loads(text)["stage"] == tomllib.loads(plan)["stage"]


@pytest.mark.parametrize(
    ("plan", "part"),
    [
        (PLAN.replace('id = "hat"', 'id = "hat"\norder = ["A"]'), "stage\\[0\\].order: 'A'"),
        ('schema = 1\nteams = { A = "a" }\n[[stage]]\nid = "a"\nformats = ["f"]\n', "teams|twice"),
        ("schema = 1\n[[stage]\n", "not TOML"),
        ("schema = 1\n", "stage: this key is needed"),
        (
            PLAN.replace("[teams]", "[teams]\nx = '''\n[teams]\n'''"),
            "twice|table of their own|TOML",
        ),
    ],
)
def test_a_plan_that_cannot_take_them_is_said(plan, part):
    """Its stages name other teams; no table of its own; no plan at all."""
    with pytest.raises(FileFaults, match=part):
        put_teams(plan, "p", _listed(ListedTeam("7", "Совы")))


def test_a_new_plan_needs_a_format():
    """A plan has at least one stage."""
    found = _listed(ListedTeam("7", "Совы"))

    with pytest.raises(FileFaults, match="stage"):
        new_plan(found, [], "p")
    plan = load_plan(new_plan(found, ["evening-002-hat", "evening-002-drawing"], "p"), "p")
    assert [stage.id for stage in plan.stages] == ["evening-002-hat", "evening-002-drawing"]


NAMES = st.text(min_size=1, max_size=30).map(clean).filter(bool)


@given(st.dictionaries(NAMES, NAMES, min_size=1, max_size=6), st.text(max_size=20).map(clean))
def test_whatever_is_listed_is_what_the_plan_says(teams, town):
    """Any printable ids and names; a town never gets out of its comment."""
    found = _listed(*(ListedTeam(id_, name, town) for id_, name in teams.items()))

    assert dict(load_plan(put_teams(PLAN, "p", found), "p").teams) == teams


@given(st.binary(max_size=300))
def test_any_bytes_are_a_list_or_a_fault(raw):
    """Never a traceback; what is listed can be taken, or the conflict is said."""
    from firmware_host.exchange.book import open_book

    try:
        found = read_teams(open_book(raw, "t"))
    except FileFaults:
        return
    if not found.conflicts:
        plan = load_plan(put_teams(PLAN, "p", found), "p")
        assert len(plan.teams) == len(found.teams)

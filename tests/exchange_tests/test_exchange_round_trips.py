"""What is written is read back: every grid, in every form, whatever the names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.evening.answers import AUTOMATIC, MINOR, Answer, Grid, mask
from firmware_host.evening.results import standing, total, tour_totals
from firmware_host.exchange.book import open_book
from firmware_host.exchange.cells import clean
from firmware_host.exchange.grid_file import Entrant, GridFile, of_grid
from firmware_host.exchange.marks import exact, lenient, written
from firmware_host.exchange.sheet_reading import read_grid
from firmware_host.exchange.sheet_writing import full_rows, own_rows, tour_rows
from firmware_host.exchange.states import sayable
from firmware_host.exchange.writing import csv_bytes, xlsx_bytes

ANSWERS = st.one_of(
    st.sampled_from([Answer("taken"), Answer("not-taken"), Answer("contested")]),
    st.sampled_from(sorted(MINOR | AUTOMATIC)).map(lambda ground: Answer("void", ground)),
)
# Names that tables, spreadsheets and this reader might take for something else.
WORDS = st.sampled_from(
    ["=1+1", "-3", "+А", "@б", "'=a", "2-3", "12", "012", "1.0", "Команда", "Город", "Итого", "*t",
     "*tour", "**a", 'Ы "Я"', "а;б", "а,б", "'", "X", "_x0041_", "sep=;", "Тур"],
)  # fmt: skip
TEXTS = st.one_of(WORDS, st.text(max_size=8)).map(clean)


@st.composite
def files(draw: st.DrawFn) -> GridFile:
    """A grid of a few teams and questions in any state, with names of all kinds."""
    tours = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    ids = draw(st.lists(TEXTS.filter(_is_id), max_size=4, unique=True))
    questions = range(1, sum(tours) + 1)
    keys = [(team, question) for team in ids for question in questions]
    some = st.sampled_from(keys) if keys else st.nothing()
    answers = draw(st.dictionaries(some, ANSWERS))
    grid = Grid(
        teams=tuple(ids),
        tours=tuple(tours),
        answers=answers,
        removed=draw(st.frozensets(st.sampled_from(questions), max_size=2)),
        credited=draw(st.frozensets(some, max_size=3 if keys else None)),
    )
    entrants = tuple(Entrant(team, team, draw(TEXTS), draw(TEXTS)) for team in ids)
    contested = [key for key, answer in answers.items() if answer.state == "contested"]
    texts = {key: text for key in contested if (text := draw(TEXTS).rstrip("+ "))}
    return GridFile(entrants=entrants, grid=grid, texts=texts)


def _is_id(text: str) -> bool:
    """An id that no reader takes for another: "1.0" is how some programs write 1."""
    return bool(text) and not text.endswith(".0")


def _sums(grid: Grid) -> list[object]:
    return [standing(grid), *((total(grid, team), tour_totals(grid, team)) for team in grid.teams)]


@given(files())
@settings(deadline=None)
def test_minutas_own_form_gives_the_same_grid_in_csv(file):
    """Every entry, ground, removal and credit, and the names."""
    for delimiter in ",;\t":
        found = read_grid(open_book(csv_bytes(own_rows(file), delimiter), "t.csv"))
        assert (found.grid, found.entrants, found.texts) == (file.grid, file.entrants, file.texts)


@given(files())
@settings(deadline=None, max_examples=50)
def test_minutas_own_form_gives_the_same_grid_in_xlsx(file):
    """The same in a workbook."""
    found = read_grid(open_book(xlsx_bytes({"Minuta": own_rows(file)}), "t.xlsx"))

    assert (found.grid, found.entrants, found.texts) == (file.grid, file.entrants, file.texts)


@st.composite
def rated(draw: st.DrawFn) -> GridFile:
    """A grid whose teams have the numbers of a rating."""
    file = draw(files())
    number = {team: str(nth * 7 + 1) for nth, team in enumerate(file.grid.teams)}
    grid = Grid(
        teams=tuple(number.values()),
        tours=file.grid.tours,
        answers={(number[t], q): answer for (t, q), answer in file.grid.answers.items()},
        removed=file.grid.removed,
        credited=frozenset((number[t], q) for t, q in file.grid.credited),
    )
    entrants = tuple(
        Entrant(number[one.team], number[one.team], one.name, one.town) for one in file.entrants
    )
    texts = {(number[t], q): text for (t, q), text in file.texts.items()}
    return GridFile(entrants=entrants, grid=grid, texts=texts)


@given(rated())
@settings(deadline=None, max_examples=60)
def test_the_tours_sheet_gives_what_it_can_say(file):
    """The same teams, tours and answers; voids, removals and credits as `sayable` has them."""
    found = read_grid(open_book(xlsx_bytes({"Worksheet": tour_rows(file)}), "t.xlsx"))

    assert found.grid == sayable(file)[0].grid
    assert found.entrants == file.entrants


@given(rated())
@settings(deadline=None)
def test_a_grid_of_the_sheets_own_words_comes_back_unchanged(file):
    """Taken, not taken, contested, not entered: nothing of them is lost, and nothing is noticed."""
    plain = {key: one for key, one in file.grid.answers.items() if one.state != "void"}
    same = GridFile(
        entrants=file.entrants,
        grid=Grid(teams=file.grid.teams, tours=file.grid.tours, answers=plain),
    )
    found = read_grid(open_book(csv_bytes(tour_rows(same), ";"), "t.csv"))

    assert (found.grid, found.entrants) == (same.grid, same.entrants)
    assert sayable(same) == (same, ())


@given(rated(), st.sampled_from(",;\t"))
@settings(deadline=None)
def test_the_full_sheet_gives_what_it_can_say(file, delimiter):
    """With the lengths of the tours given, for it does not say them."""
    raw = csv_bytes(full_rows(file), delimiter)

    assert read_grid(open_book(raw, "t.csv"), file.grid.tours).grid == sayable(file)[0].grid


@given(files())
def test_what_a_sheet_says_is_worth_the_same(file):
    """Totals, totals of tours and places; said again it changes nothing more."""
    said, noticed = sayable(file)

    assert _sums(said.grid) == _sums(file.grid)
    assert sayable(said) == (said, ())
    assert bool(noticed) >= bool(file.grid.removed)


@given(ANSWERS | st.none(), TEXTS, st.booleans())
def test_every_mark_is_read_back(answer, text, credited):
    """But for plus signs at the end of a text."""
    kept = text.rstrip("+ ") if answer and answer.state == "contested" else ""

    assert exact(written(answer, text, credited)) == (answer, kept, credited)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", None), ("1", Answer("taken")), ("1.0", Answer("taken")), ("0", Answer("not-taken")),
        ("-", Answer("contested")), ("2", Answer("contested")), ("X", Answer("contested")),
    ],
)  # fmt: skip
def test_lenient_marks(text, answer):
    """RULES C.1: text in a cell is a contested answer; a blank is not yet entered."""
    assert lenient(text) == answer


def test_what_a_sheet_cannot_say_is_listed():
    """Void and removed are 0, credited is 1, a void stays a void under a credit; all by hand."""
    grid = Grid(
        teams=("A", "B", "C"),
        tours=(4,),
        answers={
            ("A", 1): Answer("taken"), ("A", 2): Answer("void", "late"),
            ("A", 3): Answer("void", "form"), ("B", 2): Answer("not-taken"),
        },
        removed=frozenset({4}),
        credited=frozenset({("A", 3), ("B", 1)}),
    )  # fmt: skip
    said, noticed = sayable(of_grid(grid))

    assert [mask(said.grid, team) for team in "ABC"] == ["1000", "10·0", "····"]
    assert [one.value for one in noticed] == [
        "A, 2: void late", "A, 3: void form", "4: removed",
    ]  # fmt: skip


def test_the_tours_sheet_as_it_stands():
    """Row 1 blank, a header each tour, a blank row between, numbers going on (RULES C.1)."""
    grid = Grid(
        teams=("7", "A1"), tours=(2, 1),
        answers={("7", 1): Answer("taken"), ("7", 3): Answer("contested"),
                 ("A1", 2): Answer("not-taken")},
    )  # fmt: skip
    file = GridFile(entrants=(Entrant("7", "7", "Альфа", "Пермь"), Entrant("A1", "A1")), grid=grid)

    assert tour_rows(file) == [
        [],
        ["Team ID", "Название", "Город", "Тур", 1, 2],
        [7, "Альфа", "Пермь", 1, 1, None],
        ["A1", None, None, 1, None, 0],
        [],
        ["Team ID", "Название", "Город", "Тур", 3],
        [7, "Альфа", "Пермь", 2, "спорный"],
        ["A1", None, None, 2, None],
    ]
    assert full_rows(file) == [
        ["Team ID", "Название", "Город", 1, 2, 3],
        [7, "Альфа", "Пермь", 1, None, "спорный"],
        ["A1", None, None, None, 0, None],
    ]


@pytest.mark.parametrize("text", ["1", "0", "", "1.0"])
def test_a_contested_answer_never_reads_as_a_mark(text):
    """Whatever text stood there before."""
    grid = Grid(teams=("7",), tours=(1,), answers={("7", 1): Answer("contested")})
    file = GridFile(entrants=(Entrant("7", "7"),), grid=grid, texts={("7", 1): text})

    assert full_rows(file)[1][3] == "спорный"

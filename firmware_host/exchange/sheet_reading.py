"""Answer grids out of sheets: "tournament-tours", "full", and Minuta's own exact form.

Minuta's own form is the full one with a row `*tour` (the tour of each question) and, if any are
removed, a row `*removed` (X); only there a cell must be one of `marks.exact`. Everywhere else
1 and 0 are taken and not taken, a blank cell is *not yet entered* (C48), and any text is a
contested answer (RULES C.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from firmware_host.errors import Fault, FileFaults
from firmware_host.evening.answers import Answer, Grid
from firmware_host.evening.places import Team
from firmware_host.exchange import marks
from firmware_host.exchange.book import Book, cell
from firmware_host.exchange.cells import whole
from firmware_host.exchange.grid_file import Entrant, GridFile
from firmware_host.exchange.noticed import MAX_FAULTS, Noticed
from firmware_host.exchange.sheet_blocks import Blocks, Line, blocks_of, where
from firmware_host.exchange.sheet_teams import Teams, is_sum
from firmware_host.exchange.sheet_tours import Tours

TOUR_ROW, REMOVED_ROW = "*tour", "*removed"
_CROSSES = {"x", "х"}
"""Latin and Russian: what is often written under a removed question."""


def read_grid(book: Book, tours: Sequence[int] = ()) -> GridFile:
    """Read the answers of a file.

    Args:
        tours: Lengths of the tours, for a full sheet, which does not say them.

    Raises:
        FileFaults: There are no answers, or they contradict each other; all faults with places.
    """
    reading = _Reading(blocks_of(book))
    for line in reading.found.lines:
        reading.take(line)
    reading.tours.finish()
    try:
        lengths = reading.lengths(tours)
    except ValueError as error:
        reading.faults.append(Fault("tours", ",".join(map(str, tours)), str(error)))
    entrants = reading.teams.entrants()
    faults = [*reading.tours.faults, *reading.teams.faults, *reading.faults]
    if faults:
        raise FileFaults(book.file, faults[:MAX_FAULTS])
    grid = Grid(
        teams=tuple(one.team for one in entrants),
        tours=lengths,
        answers=reading.answers,
        removed=frozenset(reading.removed),
        credited=frozenset(reading.credited),
    )
    noticed = [*reading.found.noticed, *reading.teams.noticed, *reading.last(entrants)]
    return GridFile(entrants=entrants, grid=grid, texts=reading.texts, noticed=tuple(noticed))


@dataclass(slots=True)
class _Reading:
    """One reading: what is known so far."""

    found: Blocks
    tours: Tours = field(init=False)
    teams: Teams = field(init=False)
    own: bool = field(init=False)
    faults: list[Fault] = field(default_factory=list)
    answers: dict[tuple[Team, int], Answer] = field(default_factory=dict)
    texts: dict[tuple[Team, int], str] = field(default_factory=dict)
    credited: set[tuple[Team, int]] = field(default_factory=set)
    removed: set[int] = field(default_factory=set)
    own_tours: tuple[int, ...] = ()
    crosses: dict[int, list[bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tours = Tours(self.found)
        self.teams = Teams(self.found)
        self.own = any(_key(line) == TOUR_ROW for line in self.found.lines)

    def take(self, line: Line) -> None:
        """Take one row: a team's, or one of the marked rows of Minuta's own form."""
        key = _key(line)
        if self.own and key.startswith("*") and not key.startswith("**"):
            self._marked(line, key)
            return
        if not (key or line.at("name")) or (not self.own and is_sum(key or line.at("name"))):
            first = next(text for text in line.cells if text)
            self._notice("row-left-out", first, line)
            return
        tour = self.tours.of(line)
        team = self.teams.of(line, self.own)
        if team in tour.teams:
            self._notice("twice", team, line)
        tour.teams.add(team)
        for question, column in tour.questions(line.header):
            text = cell(line.cells, column)
            self.crosses.setdefault(question, []).append(text.casefold() in _CROSSES)
            self._enter(line, column, (team, question), text)

    def _marked(self, line: Line, key: str) -> None:
        questions = self.tours.of(line).questions(line.header)
        texts = [cell(line.cells, column) for _, column in questions]
        if key == TOUR_ROW:
            numbers = [int(t[:4]) if t.isascii() and t.isdigit() else 0 for t in map(whole, texts)]
            if numbers[0] != 1 or any(b - a not in (0, 1) for a, b in pairwise(numbers)):
                remedy = "write the tour of each question: 1, 1, … 2, 2, …"
                self.faults.append(Fault(where(self.found, line), TOUR_ROW, remedy))
            self.own_tours = tuple(numbers.count(nth) for nth in range(1, max(numbers) + 1))
        elif key == REMOVED_ROW:
            for (question, column), text in zip(questions, texts, strict=True):
                if text and text.casefold() not in _CROSSES:
                    remedy = "write X under a removed question, nothing under the others"
                    self.faults.append(Fault(where(self.found, line, column), text[:80], remedy))
                elif text:
                    self.removed.add(question)
        else:
            remedy = f"only {TOUR_ROW} and {REMOVED_ROW} begin with one asterisk: write two"
            self.faults.append(Fault(where(self.found, line), key[:80], remedy))

    def _enter(self, line: Line, column: int, key: tuple[Team, int], text: str) -> None:
        answer, said, credited = marks.lenient(text), text, False
        if self.own:
            exact = marks.exact(text)
            if exact is None:
                self._fault(line, column, text, marks.REMEDY)
                return
            answer, said, credited = exact
        if credited:
            self.credited.add(key)
        if answer is None:
            return
        if self.answers.setdefault(key, answer) != answer:
            self._fault(line, column, text, "another answer stands in this team's other row")
        if answer.state == "contested" and said:
            self.texts[key] = said
            if not self.own:
                what = "odd-number" if _numeric(said) else "contested"
                self._notice(what, said, line, column)

    def lengths(self, given: Sequence[int]) -> tuple[int, ...]:
        """Return the lengths of the tours.

        Raises:
            ValueError: The given ones are not those of the sheet; the message is the remedy.
        """
        said = self.own_tours or tuple(len(tour.numbers) for tour in self.tours.all)
        known = bool(self.own_tours) or len(said) > 1 or "tour" in self.found.headers[0][1].kinds
        if given and known and tuple(given) != said:
            raise ValueError(f"the sheet says {','.join(map(str, said))}: leave this out")
        if given and (sum(given) != sum(said) or min(given) < 1):
            raise ValueError(f"the sheet has {sum(said)} questions: give the tours' lengths")
        if not given and not known:
            self.found.noticed.append(Noticed("tours-unknown", str(sum(said)), self.found.sheet))
        return tuple(given) or said

    def last(self, entrants: tuple[Entrant, ...]) -> list[Noticed]:
        """Return what is seen only when everything has been read."""
        sheet = self.found.sheet
        crossed = [q for q, all_ in sorted(self.crosses.items()) if all(all_) and not self.own]
        noticed = [Noticed("looks-removed", str(question), sheet) for question in crossed]
        return noticed + [
            Noticed("team-missing", f"{one.shown}, {nth}", sheet)
            for nth, tour in enumerate(self.tours.all, 1)
            for one in entrants
            if tour.teams and one.team not in tour.teams
        ]

    def _fault(self, line: Line, column: int, text: str, remedy: str) -> None:
        self.faults.append(Fault(where(self.found, line, column), text[:80], remedy))

    def _notice(self, what: str, value: str, line: Line, column: int = 0) -> None:
        self.found.noticed.append(Noticed(what, value[:80], self.found.sheet, line.number, column))


def _key(line: Line) -> str:
    return line.at("id") or ("" if "id" in line.header.kinds else line.at("name"))


def _numeric(text: str) -> bool:
    return text.replace(",", ".", 1).replace(".", "", 1).lstrip("-").isdigit()

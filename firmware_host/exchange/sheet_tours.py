"""Tours of a sheet: their lengths, and which question of the event a column is."""

from dataclasses import dataclass, field

from firmware_host.errors import Fault
from firmware_host.exchange.headers import Header
from firmware_host.exchange.noticed import Noticed, place
from firmware_host.exchange.sheet_blocks import Blocks, Line

MAX_TOURS = 100


@dataclass(slots=True)
class Tour:
    """One tour.

    Attributes:
        label: What the column of tours says; of a sheet without one, its block.
        block: The first block that has rows of it.
        numbers: Question numbers as its header has them.
        first: The event's number of its first question.
        teams: Those that have a row in it.
    """

    label: str
    block: int
    numbers: tuple[int, ...]
    first: int
    teams: set[str] = field(default_factory=set)

    def questions(self, header: Header) -> list[tuple[int, int]]:
        """Return (question of the event, column)."""
        shift = self.first - self.numbers[0]
        return [(number + shift, column) for number, column in sorted(header.numbers.items())]


class Tours:
    """The tours as they are found, row by row."""

    def __init__(self, found: Blocks) -> None:
        self._found = found
        self._row_of = {nth: row for nth, (row, _) in enumerate(found.headers, 1)}
        self._filled = {line.block for line in found.lines}
        self._next = 1
        self._over = False
        self._blank: set[int] = set()
        self.all: list[Tour] = []
        self.faults: list[Fault] = []

    def of(self, line: Line) -> Tour:
        """Return a row's tour; a new one where its label and header have not been seen together.

        Rows of several tours may stand in one block, and one tour in several blocks.
        """
        self._up_to(line.block)
        label = line.at("tour")
        if not label:
            if "tour" in line.header.kinds and line.block not in self._blank:
                self._blank.add(line.block)
                self._notice("tour-blank", "", line.number, line.header.kinds["tour"])
            mine = [tour for tour in self.all if tour.block == line.block]
            if mine:
                return mine[-1]
        numbers = tuple(sorted(line.header.numbers))
        for tour in self.all:
            if label and (tour.label, tour.numbers) == (label, numbers):
                return tour
        return self._new(label, line.block, numbers, line.number)

    def finish(self) -> None:
        """Add the tours of headers under which nothing stands."""
        self._up_to(len(self._row_of) + 1)

    def _up_to(self, block: int) -> None:
        """Add the tours of blocks without rows before a block; a header said again is none."""
        while self._next < block:
            row, header = self._found.headers[self._next - 1]
            numbers = tuple(sorted(header.numbers))
            if self._next not in self._filled and all(t.numbers != numbers for t in self.all):
                self._new("", self._next, numbers, row)
            self._next += 1

    def _new(self, label: str, block: int, numbers: tuple[int, ...], row: int) -> Tour:
        if len(self.all) >= MAX_TOURS:
            if not self._over:
                remedy = f"more than {MAX_TOURS} tours: look into the column Тур"
                self.faults.append(Fault(place(self._found.sheet, row), label, remedy))
            self._over = True
            return self.all[-1]
        first = sum(len(tour.numbers) for tour in self.all) + 1
        header_row = self._row_of[block]
        if numbers[0] == 1 and first > 1:
            self._notice("numbers-restart", "", header_row)
        elif numbers[0] != first:
            remedy = f"question {first} should come here: put the tours in order, without gaps"
            where = place(self._found.sheet, header_row)
            self.faults.append(Fault(where, f"question {numbers[0]}", remedy))
        if label and label != str(len(self.all) + 1):
            self._notice("tour-number", label, row)
        tour = Tour(label or f"block {block}", block, numbers, first)
        self.all.append(tour)
        return tour

    def _notice(self, what: str, value: str, row: int, column: int = 0) -> None:
        self._found.noticed.append(Noticed(what, value, self._found.sheet, row, column))

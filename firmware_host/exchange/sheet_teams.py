"""Teams of a sheet: one team through all its rows, whatever of it is missing in some of them."""

from firmware_host.errors import Fault
from firmware_host.evening.places import Team
from firmware_host.exchange.cells import whole
from firmware_host.exchange.grid_file import Entrant
from firmware_host.exchange.noticed import Noticed
from firmware_host.exchange.sheet_blocks import Blocks, Line, where

MAX_TEAMS = 2_000

_SUMS = {"итого", "всего", "сумма", "взяли", "рейтинг", "total", "sum", "taken"}
"""First words of rows below a table that are no team's."""


def is_sum(text: str) -> bool:
    """Tell whether a row that begins so sums up the others."""
    return text.casefold().strip(" .:") in _SUMS


class Teams:
    """The teams as they are found, row by row."""

    def __init__(self, found: Blocks) -> None:
        self._found = found
        self._known: dict[Team, Entrant] = {}
        self._called: dict[str, list[Team]] = {}
        self.faults: list[Fault] = []
        self.noticed: list[Noticed] = []

    def entrants(self) -> tuple[Entrant, ...]:
        """Return all teams, in the order in which they came; too many are a fault."""
        if len(self._known) > MAX_TEAMS:
            remedy = f"more than {MAX_TEAMS} teams: split the file"
            self.faults.append(Fault("teams", str(len(self._known)), remedy))
        return tuple(self._known.values())

    def of(self, line: Line, own: bool) -> Team:
        """Return the team of a row: by its id, without one by its name.

        Args:
            own: The form of Minuta, where an id that begins with an asterisk has two.
        """
        id_, name, town = whole(line.at("id")), line.at("name"), line.at("town")
        if own:
            id_ = id_.removeprefix("*") if id_.startswith("**") else id_
            if "id" not in line.header.kinds and name.startswith("**"):
                name = name.removeprefix("*")
        if not id_:
            return self._nameless(line, name, town)
        known = self._known.get(id_)
        if known is None:
            self._add(line, Entrant(id_, id_, name, town))
        elif not known.id:
            remedy = f"a team without an id is called {id_} too: give every team its id"
            self.faults.append(Fault(where(self._found, line), id_[:80], remedy))
        else:
            self._compare(line, known, name, town)
        return id_

    def _nameless(self, line: Line, name: str, town: str) -> Team:
        """Return the team of a row without an id: the one team of this name, or a new one."""
        called = (self._known[team] for team in self._called.get(name.casefold(), ()))
        named = [one for one in called if one.name == name]
        if len(named) == 1:
            self._compare(line, named[0], name, town)
            if named[0].id:
                self._notice("no-id", name, line)
            return named[0].team
        if named or name in self._known:
            remedy = "several teams could be meant: give every team its id"
            self.faults.append(Fault(where(self._found, line), name[:80], remedy))
            return name
        self._notice("no-id", name, line)
        self._add(line, Entrant(name, "", name, town))
        return name

    def _compare(self, line: Line, known: Entrant, name: str, town: str) -> None:
        if name and known.name and name != known.name:
            self._notice("name-differs", f"{known.name} / {name}", line)
        if town and known.town and town != known.town:
            self._notice("town-differs", f"{known.shown}: {known.town} / {town}", line)
        filled = Entrant(known.team, known.id, known.name or name, known.town or town)
        self._known[known.team] = filled

    def _add(self, line: Line, one: Entrant) -> None:
        called = self._called.setdefault(one.name.casefold(), [])
        if one.name and called:
            self._notice("same-name", one.name, line)
        called.append(one.team)
        self._known[one.team] = one

    def _notice(self, what: str, value: str, line: Line) -> None:
        self.noticed.append(Noticed(what, value[:80], self._found.sheet, line.number))

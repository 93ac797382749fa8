"""The clerk: writes into the evening's books what the desk says, and lets the order follow.

An entry is looked at first: it makes no sense (ValueError), is refused with a reason, or is
taken. Refused ones stand in the journal as well. Loop thread only.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, cast

from firmware_host.engine.order import order_refusal, stage_at
from firmware_host.engine.ordered import Ordered
from firmware_host.evening.cut_book import frozen
from firmware_host.evening.draw import drawn_order
from firmware_host.evening.event import Entry
from firmware_host.evening.rooms import refusal
from firmware_host.evening.series_book import asked
from firmware_host.evening.ticket_book import filled
from firmware_host.evening.tour_book import away_of, seats_in, whole_total
from firmware_host.loop.play import Play
from firmware_host.standings import Standings

ORDERS: Mapping[str, str] = {
    "advance": "close-stage", "away": "away", "back": "back", "owed": "owed",
}  # fmt: skip
"""Word of an entry -> what the running order does then."""
SEEDED = frozenset({"draw", "decide", "draw-order"})
SEATING = frozenset({"draw", "seats", "away", "back", "undo"})
"""What may change at which tables a pair sits."""
STAGED = frozenset({"given", "draw", "seats", "extra", "decide", "advance", "draw-order"})


class Shelf(Protocol):
    """What the clerk needs from the kitchen."""

    def between(
        self, format_id: str, stage_id: str, at_ns: int, actors: tuple[str, ...] = ()
    ) -> tuple[Ordered, Mapping[str, tuple[str, str]]]:
        """Return the order of one turn between, and the texts of its format."""

    def seed(self) -> int:
        """Return a seed for a draw."""

    def duration_ns(self, text: str) -> int:
        """Read a duration such as "5s"; ValueError with a sentence where it is none."""


class Clerk:
    """Loop thread only."""

    def __init__(self, play: Play, shelf: Shelf) -> None:
        self._play = play
        self._shelf = shelf
        self._texts: Mapping[str, tuple[str, str]] = {}
        play.asked = self._asked

    def enter(self, entry: Entry) -> tuple[int, str | None]:
        """Write an entry.

        Returns:
            Its number, and why it was refused, or None.

        Raises:
            ValueError: Its word or fields make no sense; nothing was written.
        """
        entry, order, reason = self._looked_at(entry)
        i = self._play.write(entry, reason)
        if reason is None:
            self._carry_out(entry, order)
        return i, reason

    def _carry_out(self, entry: Entry, order: Ordered | None) -> None:
        """Let the running order follow an entry that was taken."""
        if entry.what == "advance":
            self._leave_out(entry)
        if order is not None:
            self._play.reorder(order, self._texts)
        if entry.what == "advance":
            self.seat(entry.at_ns)
        if entry.what in SEATING:
            self._tables(entry.at_ns)

    def _leave_out(self, entry: Entry) -> None:
        """Of the stages to come only those who went on have a turn."""
        inside = cast("list[str] | None", entry.args.get("inside"))
        stages = self._play.game.stages
        ids = [stage.id for stage in stages]
        at = ids.index(str(entry.args["stage"])) + 1 if entry.args["stage"] in ids else len(ids)
        for stage in stages[at:]:
            teams = tuple(team for team in stage.teams if inside is None or team in inside)
            if teams != stage.teams:
                self._play.reorder(
                    Ordered(i=0, at_ns=entry.at_ns, what="order", stage=stage.id, teams=teams), {}
                )

    def _tables(self, at_ns: int) -> None:
        """Tell the game at which tables a pair sits that is there: another's press is no guess."""
        book = self._play.books.book
        stage = book.event.stage(stage_at(self._play.game))
        seated = None if stage is None else seats_in(book, stage.id)
        if stage is None or not stage.tables or seated is None:
            return
        away = away_of(book)
        tables = tuple(
            tuple(
                f"table{number}"
                for number, row in enumerate(seated.tables, 1)
                if slot < len(row) and row[slot] and row[slot] not in away
            )
            for slot in range(stage.slots)
        )
        now = next((one.tables for one in self._play.game.stages if one.id == stage.id), ())
        if tables != now:
            order = Ordered(i=0, at_ns=at_ns, what="tables", stage=stage.id, tables=tables)
            self._play.reorder(order, {})

    @property
    def last_n(self) -> int:
        """Return the number of the last record that was kept."""
        return self._play.last_n

    def preview(self, entry: Entry) -> tuple[str | None, tuple[Standings, Standings] | None]:
        """Look at an entry and write nothing.

        Returns:
            Why it would be refused; or None, and the standings before and after it.

        Raises:
            ValueError: Its word or fields make no sense.
        """
        entry, _, reason = self._looked_at(entry)
        if reason is not None:
            return reason, None
        books = self._play.books
        return None, (books.standings(), books.standings_with(entry))

    def _looked_at(self, entry: Entry) -> tuple[Entry, Ordered | None, str | None]:
        """Return an entry with what the box puts in, what the order would do, and a refusal."""
        entry = self._whole(entry)
        order = self._order(entry)
        reason = refusal(self._play.books.book, entry)
        if reason is None and order is not None:
            reason = order_refusal(self._play.game, order)
        owing = entry.what == "advance" and entry.args.get("even_so") is not True
        if (
            reason is None
            and owing
            and entry.args["stage"] in {owed.stage for owed in self._play.game.owed}
        ):
            reason = "attempts-unequal"  # nobody may have played at all: that is equal, and owed
        return entry, order, reason

    def catch_up(self, at_ns: int) -> None:
        """Let the order follow what a kill came between: the entry was taken, the order not."""
        book, game = self._play.books.book, self._play.game
        for entry in book.of("advance"):
            self._leave_out(replace(entry, at_ns=at_ns))
        closed = [str(entry.args["stage"]) for entry in book.of("advance")]
        if closed and closed[-1] not in game.shut and closed[-1] == stage_at(game):
            self._follow(Ordered(i=0, at_ns=at_ns, what="close-stage"))
        away = away_of(book)
        for team in sorted(away ^ game.away):
            what = "away" if team in away else "back"
            self._follow(Ordered(i=0, at_ns=at_ns, what=what, team=team))
        if (extra := self._play.books.unplayed_extra) is not None:
            order = self._order(replace(extra, at_ns=at_ns))
            assert order is not None
            self._follow(order)
        self.seat(at_ns)
        self._tables(at_ns)

    def _follow(self, order: Ordered) -> None:
        if order_refusal(self._play.game, order) is None:
            self._play.reorder(order, self._texts)

    def begin(self, at_ns: int) -> None:
        """Draw what a plan that was put on the table leaves to lot."""
        for stage in self._play.books.book.event.stages:
            if stage.order == "drawn":
                args = {"stage": stage.id}
                self.enter(Entry(i=0, what="draw-order", at_ns=at_ns, args=args))
        self.seat(at_ns)

    def seat(self, at_ns: int) -> None:
        """Draw the seats of the stage that begins, where pairs explain slot by slot (000 l.10)."""
        book = self._play.books.book
        stage = book.event.stage(stage_at(self._play.game))
        if stage is None or not stage.tables or not book.event.teams:
            return
        if seats_in(book, stage.id) is None:
            self.enter(Entry(i=0, what="draw", at_ns=at_ns, args={"stage": stage.id}))

    def _whole(self, entry: Entry) -> Entry:
        """Put in what the desk left to the box: the present stage, a seed."""
        args = dict(entry.args)
        for name in ("for", "shows"):
            if name in args:
                args[f"{name}_ns"] = self._shelf.duration_ns(str(args.pop(name)))
        if entry.what in STAGED and "stage" not in args:
            args["stage"] = stage_at(self._play.game)
        if entry.what in SEEDED and "seed" not in args and args.get("how") != "both":
            args["seed"] = self._shelf.seed()
        if entry.what == "draw-order":
            args["order"] = self._drawn(args)
        if entry.what == "explainer":
            args |= self._turn_for(args)
        if entry.what == "ticket":
            args |= self._turn_for(args)
            given = replace(entry, args=args)
            return replace(given, args=filled(self._play.books.book, given, self._shelf.seed))
        if entry.what == "series" and "teams" not in args:
            args["teams"] = asked(self._play.books.book, entry)
        book = self._play.books.book
        stage = book.event.stage(str(args.get("stage")))
        if entry.what == "given" and stage and isinstance(totals := args.get("totals"), Mapping):
            args["totals"] = {team: whole_total(text, stage) for team, text in totals.items()}
        return replace(entry, args={**args, **frozen(book, replace(entry, args=args))})

    def _drawn(self, args: Mapping[str, object]) -> list[str]:
        """Return the order that a seed draws of a stage's teams; none where it is no seed."""
        stages = self._play.game.stages
        teams = next((one.teams for one in stages if one.id == args["stage"]), ())
        return list(drawn_order(teams, args["seed"])) if isinstance(args["seed"], int) else []

    def _turn_for(self, args: Mapping[str, object]) -> dict[str, object]:
        """Return the first turn a ticket may belong to: the one at the table, else the next.

        Where no team is named it is the table's.
        """
        turn = self._play.game.turn
        if turn is None or turn.status == "done" or args.get("team", turn.team) != turn.team:
            return {"turn": self._play.game.opened + 1}
        return {"turn": turn.id, **({"team": turn.team} if turn.team else {})}

    def _order(self, entry: Entry) -> Ordered | None:
        """Return what the entry makes of the running order, if it is taken."""
        self._texts = {}
        if entry.what in ORDERS:
            team = str(entry.args.get("team", ""))
            stages = self._play.game.stages
            if team and not any(team in stage.teams for stage in stages):
                return None  # where all play at once, nobody's turn is passed over
            return Ordered(i=0, at_ns=entry.at_ns, what=ORDERS[entry.what], team=team)
        if entry.what == "draw-order":
            teams, stage_id = cast(list[str], entry.args["order"]), str(entry.args["stage"])
            return Ordered(i=0, at_ns=entry.at_ns, what="order", stage=stage_id, teams=tuple(teams))
        if entry.what != "extra":
            return None
        stage = self._play.books.book.event.stage(str(entry.args["stage"]))
        if stage is None or not stage.extra:
            return None
        seats = cast(Mapping[str, str], entry.args.get("seats") or {})
        actors = tuple(key for key in seats if isinstance(key, str))
        order, self._texts = self._shelf.between(stage.extra, stage.id, entry.at_ns, actors)
        return order

    def _asked(self, at_ns: int) -> None:
        """The host's NEXT asks to close the stage: taken, or refused with two low blips."""
        _, reason = self.enter(Entry(i=0, what="advance", at_ns=at_ns, by="next"))
        if reason is not None:  # `ask-advance` itself was accepted: now the host hears otherwise
            self._play.hear("refused")
            stage = stage_at(self._play.game)
            self._play.alarms.sound("stage-held", at_ns, stage, lasting=False, reason=reason)

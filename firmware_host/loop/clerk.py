"""The clerk: writes into the evening's books what the desk says, and lets the order follow.

An entry is looked at first: it makes no sense (ValueError), is refused with a reason, or is
taken. Refused ones stand in the journal as well. Loop thread only.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from firmware_host.engine.order import order_refusal, stage_at
from firmware_host.engine.ordered import Ordered
from firmware_host.evening.cut_book import frozen
from firmware_host.evening.event import Entry
from firmware_host.evening.rooms import refusal
from firmware_host.evening.series_book import asked
from firmware_host.evening.tour_book import away_of, seats_in
from firmware_host.loop.play import Play

ORDERS: Mapping[str, str] = {
    "advance": "close-stage", "away": "away", "back": "back", "owed": "owed",
}  # fmt: skip
"""Word of an entry -> what the running order does then."""
SEEDED = frozenset({"draw", "decide"})
STAGED = frozenset({"given", "draw", "seats", "extra", "decide", "advance"})


class Shelf(Protocol):
    """What the clerk needs from the kitchen."""

    def between(
        self, format_id: str, stage_id: str, at_ns: int
    ) -> tuple[Ordered, Mapping[str, tuple[str, str]]]:
        """Return the order of one turn between, and the texts of its format."""

    def seed(self) -> int:
        """Return a seed for a draw."""


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
        entry = self._whole(entry)
        order = self._order(entry)
        reason = refusal(self._play.books.book, entry)
        if reason is None and order is not None:
            reason = order_refusal(self._play.game, order)
        i = self._play.write(entry, reason)
        if reason is None and order is not None:
            self._play.reorder(order, self._texts)
        if reason is None and entry.what == "advance":
            self.seat(entry.at_ns)
        return i, reason

    def catch_up(self, at_ns: int) -> None:
        """Let the order follow what a kill came between: the entry was taken, the order not."""
        book, game = self._play.books.book, self._play.game
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

    def _follow(self, order: Ordered) -> None:
        if order_refusal(self._play.game, order) is None:
            self._play.reorder(order, self._texts)

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
        if entry.what in STAGED and "stage" not in args:
            args["stage"] = stage_at(self._play.game)
        if entry.what in SEEDED and "seed" not in args and args.get("how") != "both":
            args["seed"] = self._shelf.seed()
        if entry.what == "series" and "teams" not in args:
            args["teams"] = asked(self._play.books.book, entry)
        book = self._play.books.book
        return replace(entry, args={**args, **frozen(book, replace(entry, args=args))})

    def _order(self, entry: Entry) -> Ordered | None:
        """Return what the entry makes of the running order, if it is taken."""
        self._texts = {}
        if entry.what in ORDERS:
            team = str(entry.args.get("team", ""))
            stages = self._play.game.stages
            if team and not any(team in stage.teams for stage in stages):
                return None  # where all play at once, nobody's turn is passed over
            return Ordered(i=0, at_ns=entry.at_ns, what=ORDERS[entry.what], team=team)
        if entry.what != "extra":
            return None
        stage = self._play.books.book.event.stage(str(entry.args["stage"]))
        if stage is None or not stage.extra:
            return None
        order, self._texts = self._shelf.between(stage.extra, stage.id, entry.at_ns)
        return order

    def _asked(self, at_ns: int) -> None:
        """The host's NEXT asks to close the stage: taken, or refused with two low blips."""
        _, reason = self.enter(Entry(i=0, what="advance", at_ns=at_ns, by="next"))
        if reason is not None:  # `ask-advance` itself was accepted: now the host hears otherwise
            self._play.hear("refused")
            stage = stage_at(self._play.game)
            self._play.alarms.sound("stage-held", at_ns, stage, lasting=False, reason=reason)

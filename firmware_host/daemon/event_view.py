"""The evening as a snapshot shows it: what waits, who owes, who sits where, who goes on."""

from collections.abc import Mapping

from firmware_host.books import Books
from firmware_host.engine.order import stage_at, waits
from firmware_host.engine.reorder import ASK
from firmware_host.engine.state import Game
from firmware_host.evening.appeal_book import filed
from firmware_host.evening.book import Book
from firmware_host.evening.cut_book import cuts_of
from firmware_host.evening.player_book import explainers, proposed
from firmware_host.evening.tour_book import seats_in

NOTHING: Mapping[str, object] = {}


def event_view(books: Books, game: Game) -> Mapping[str, object]:
    """Return the `event` of a snapshot; empty where no plan is played. Loop thread."""
    if not game.stages:
        return NOTHING
    book, stage_id = books.book, stage_at(game)
    seated, turn = seats_in(book, stage_id), game.turn
    return {
        "stage": stage_id,
        "waits": stage_waits(game),
        "away": sorted(game.away),
        "owed": [owed.team for owed in game.owed],
        "seats": [] if seated is None else [list(table) for table in seated.tables],
        "seed": None if seated is None else seated.seed,
        "cuts": _cuts(book, stage_id),
        "explainers": explainers(book, turn.id) if turn else {},
        "proposed": proposed(book, turn.team) if turn else "",
        "missing": books.answers.missing,
        "appeals": [
            {
                "number": one.appeal.id,
                "team": one.appeal.team,
                "kind": one.appeal.kind,
                "question": one.appeal.question,
                "word": one.word,
                "deposit": one.deposit,
            }
            for one in filed(book)
        ],
    }


def stage_waits(game: Game) -> bool:
    """Return whether the stage has been played and waits for NEXT or the desk."""
    return game.turn is None and bool(game.stages) and waits(game, stage_at(game))


def may_next(game: Game) -> Mapping[str, str]:
    """Return what NEXT would be while a stage waits."""
    return {"next": ASK} if stage_waits(game) else {}


def _cuts(book: Book, stage_id: str) -> list[Mapping[str, object]]:
    stage = book.event.stage(stage_id)
    if stage is None or stage.keep is None:
        return []
    return [
        {
            "category": word, "keep": stage.keep, "inside": list(found.inside),
            "held": list(found.held), "outside": list(found.outside), "free": found.free,
        }
        for word, found in cuts_of(book, stage).items()
    ]  # fmt: skip

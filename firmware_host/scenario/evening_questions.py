"""Questions about tickets, and about what public pages are told."""

import json
from collections.abc import Callable, Mapping
from typing import cast

from firmware_host.control.protocol import public
from firmware_host.evening.clock_book import clocks
from firmware_host.evening.hour_book import rest_of_circle
from firmware_host.evening.programme_book import day_text, shown
from firmware_host.evening.ticket_book import drawn_of, tickets_of
from firmware_host.scenario.asking import must
from firmware_host.scenario.runner import Run

SECOND_NS = 1_000_000_000


def _drawn(run: Run, words: tuple[str, ...]) -> None:
    """drawn films 1 3 5: the tickets of a deck that are out, in the order in which they came"""
    found = [str(number) for number in drawn_of(run.books().book, words[1])]
    must(found == list(words[2:]), " ".join(found) or "none")


def _ticket(run: Run, words: tuple[str, ...]) -> None:
    """ticket films 3: the tickets of the turn at the table; ticket: it has none"""
    assert run.daemon is not None
    turn = run.daemon.play.game.turn
    held = () if turn is None else tickets_of(run.books().book, turn.id)
    found = " ".join(f"{one.deck} {one.number}" for one in held)
    must(found == " ".join(words[1:]), found or "none")


def _next(run: Run, words: tuple[str, ...]) -> None:
    """next B: public pages are told that team B plays next; next: they are told nothing"""
    assert run.daemon is not None
    coming = cast(Mapping[str, object] | None, run.daemon.snapshots.make()["next"])
    found = "" if coming is None else str(coming["team"])
    must(found == " ".join(words[1:]), found or "nobody")


def _clock(run: Run, words: tuple[str, ...]) -> None:
    """clock prep 1:50 run; … stand; … run over; clock prep asked; clock prep none"""
    assert run.daemon is not None
    now_ns = run.clock.now_ns()
    clock = clocks(run.daemon.play.books.book).get(words[1])
    found = "none" if clock is None else clock.mode
    if clock is not None and clock.mode != "asked":
        shows_ns, over = clock.shows_ns(now_ns), clock.over(now_ns)
        shown_s = -(-shows_ns // SECOND_NS) if clock.down else shows_ns // SECOND_NS
        found = f"{clock_text(max(0, shown_s))} {clock.mode}{' over' if over else ''}"
    must(found == " ".join(words[2:]), found)


def _forecast(run: Run, words: tuple[str, ...]) -> None:
    """forecast circle 1 turns 2 worst 22:15 fits yes equal yes"""
    assert run.daemon is not None
    play = run.daemon.play
    rest = rest_of_circle(play.game, play.books.book, run.clock.now_ns())
    found = "none"
    if rest is not None:
        worst = clock_text(-(-rest.worst_ns // SECOND_NS))
        fits = {True: "yes", False: "no", None: "asked"}[rest.fits]
        found = f"circle {rest.circle} turns {rest.turns} worst {worst} fits {fits}"
        found += f" equal {'yes' if rest.equal else 'no'}"
    must(found == " ".join(words[1:]), found)


def _programme(run: Run, words: tuple[str, ...]) -> None:
    """programme tour2 14:00-15:30: to be expected; … now: it was begun; … over"""
    lines = {one.planned.id: one for one in shown(run.books().book)}
    if words[1] not in lines:
        raise ValueError(f"no such line: {', '.join(lines)}")
    line = lines[words[1]]
    found = f"{day_text(line.expected.from_ns)}-{day_text(line.expected.to_ns)}"
    found += " over" if line.over else " now" if line.begun else ""
    must(found == " ".join(words[2:]), found)


def clock_text(seconds: int) -> str:
    """Return seconds as people read them: "22:15"."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _told(run: Run, wholly: bool) -> str:
    assert run.daemon is not None
    snapshot = run.daemon.snapshots.make()
    return json.dumps(snapshot if wholly else public(snapshot), ensure_ascii=False)


def _public(run: Run, words: tuple[str, ...]) -> None:
    """public films: public pages are told this word"""
    must(all(f'"{word}"' in _told(run, False) for word in words[1:]), "it is not told")


def _hidden(run: Run, words: tuple[str, ...]) -> None:
    """hidden films: public pages are not told this word, and the desk is"""
    for word in words[1:]:
        must(f'"{word}"' in _told(run, True), f"{word} not even at the desk")
        must(f'"{word}"' not in _told(run, False), f"{word} in public")


EVENING_QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    "clock": _clock,
    "drawn": _drawn,
    "forecast": _forecast,
    "hidden": _hidden,
    "next": _next,
    "programme": _programme,
    "public": _public,
    "ticket": _ticket,
}

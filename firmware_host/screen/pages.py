"""A snapshot of the daemon as a page for the hall. Pure: it is told the time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware_host.engine.wall import Wall, left_at, next_change_ns, shown
from hardware.displays.segments import STALE

LAST_NS = 10_000_000_000
WORDS: Mapping[str, Mapping[str, str]] = {
    "lost": {"ru": "НЕТ СВЯЗИ С ПРИБОРОМ", "en": "NO LINK TO THE BOX"},
    "rehearsal": {"ru": "репетиция", "en": "rehearsal"},
    "tour": {"ru": "тур {tour}, вопрос {in_tour}", "en": "round {tour}, question {in_tour}"},
    "number": {"ru": "ход {number}", "en": "turn {number}"},
    "price": {"ru": "цена {price}", "en": "price {price}"},
    "asks": {"ru": "устройство просит войти: {role}", "en": "a device asks to be let in: {role}"},
    "judge": {"ru": "судья", "en": "judge"},
    "reader": {"ru": "читатель", "en": "reader"},
    "same": {
        "ru": "на нём тот же номер? ведущий держит START 2 с",
        "en": "the same number on it? the host holds START for 2 s",
    },
    "console": {
        "ru": "на нём тот же номер? на приборе: minuta admit {digits}",
        "en": "the same number on it? on the box: minuta admit {digits}",
    },
}
BETWEEN = ("ready", "done")
"""No device asks while a turn is in another status than these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the hall is shown, in words. `big` is "~" while the daemon is lost."""

    big: str = ""
    top: str = ""
    bottom: str = ""
    last: bool = False


def said(snapshot: Mapping[str, Any] | None, now_ns: int, language: str) -> tuple[Said, int | None]:
    """Return the page of an instant, and when it is another if nothing more comes.

    Args:
        snapshot: The daemon's last one; None: it does not answer. Then no digits are shown:
            an old time that looks valid would be believed.
        language: "ru" or "en".
    """
    if snapshot is None:
        return Said(big=STALE, top=WORDS["lost"][language]), None
    line = _wall(snapshot["wall"])
    turn = snapshot.get("turn")
    asking = (snapshot.get("admission") or {}).get("asking")
    if asking and (turn is None or turn["status"] in BETWEEN):
        until_ns = int(asking["until_ns"])
        if now_ns < until_ns:
            return _asks(asking, language), until_ns
    page = Said(big=shown(line, now_ns))
    if turn is None:
        name = snapshot.get("format", {}).get("name", {})
        return replace(page, top=str(name.get(language, ""))), None
    bottom = [_who(snapshot, turn, language), *_price(turn, now_ns, language)]
    if snapshot.get("mode") == "rehearsal":
        bottom.append(WORDS["rehearsal"][language])
    changes = [int(one["at_ns"]) for one in turn.get("prices", [])]
    if (change_ns := next_change_ns(line, now_ns)) is not None:
        changes.append(change_ns)
    page = replace(
        page,
        top=str(turn["word"].get(language, "")),
        bottom=" · ".join(filter(None, bottom)),
        last=line.running and 0 < left_at(line, now_ns) <= LAST_NS,
    )
    return page, min((at_ns for at_ns in changes if at_ns > now_ns), default=None)


def _asks(asking: Mapping[str, Any], language: str) -> Said:
    """Return the page of a device's number. Its name is a stranger's words, so it stays out."""
    how = WORDS["same" if asking["told"] else "console"][language]
    return Said(
        big=asking["number"],
        top=WORDS["asks"][language].format(role=WORDS[asking["role"]][language]),
        bottom=how.format(digits=asking["number"].split()[-1]),
    )


def _wall(wall: Mapping[str, Any]) -> Wall:
    """Return the line that the daemon's displays run on, from its form in a snapshot."""
    return Wall(
        running=wall["mode"] == "run",
        zero_ns=int(wall.get("zero_ns", 0)),
        left_ns=int(wall.get("left_ns", 0)),
        floor_ns=int(wall["floor_ns"]),
        form=wall["form"],
        mark=wall["mark"],
        blank=wall["mode"] == "blank",
    )


def _who(snapshot: Mapping[str, Any], turn: Mapping[str, Any], language: str) -> str:
    """Return whose turn it is: the team, else the number in the tour, else the number."""
    team = turn.get("team")
    if team:
        return str(snapshot.get("teams", {}).get(team, team))
    kind = "tour" if turn.get("tour") else "number"
    return WORDS[kind][language].format(**turn)


def _price(turn: Mapping[str, Any], now_ns: int, language: str) -> list[str]:
    """Return what a guess is worth now, where there is such a thing."""
    price = turn.get("price_now")
    for step in turn.get("prices", []):
        if int(step["at_ns"]) <= now_ns:
            price = step["score"]
    return [] if price is None else [WORDS["price"][language].format(price=price)]

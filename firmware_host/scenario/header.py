"""The words that stand above what happens: board, format or plan, teams, stages, settings."""

from collections.abc import Callable, Mapping

from firmware_host.scenario.case import Case


def _one(name: str) -> Callable[[Case, list[str]], None]:
    def read(case: Case, words: list[str]) -> None:
        if len(words) != 1:
            raise ValueError(f"write: {name} ONE-WORD")
        setattr(case, name.replace("-", "_"), words[0])

    return read


def _set(case: Case, words: list[str]) -> None:
    if len(words) != 3 or words[1] != "=":
        raise ValueError("write: set SETTING = VALUE")
    case.set[words[0]] = value_of(words[2])


def value_of(text: str) -> object:
    """Return a setting's value as a format file would have it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def _team(case: Case, words: list[str]) -> None:
    if not 2 <= len(words) <= 3:
        raise ValueError('write: team A "Team A" [seat1]')
    case.teams[words[0]] = (words[1], words[2] if len(words) == 3 else "")


def _tours(case: Case, words: list[str]) -> None:
    if not words or not all(word.isdigit() and 0 < int(word) < 1000 for word in words):
        raise ValueError("write: tours 20 20")
    case.tours = tuple(int(word) for word in words)


def _stage(case: Case, words: list[str]) -> None:
    form = "write: stage ID FORMAT[,FORMAT] [circles 3] [slots 3] [passes_per_stage 2] [keep 12]"
    form += " [order drawn]"
    form += " [hour 60:00] [changeover 30s] [secret yes]"
    if len(words) < 2 or len(words) % 2:
        raise ValueError(form)
    stage: dict[str, object] = {"id": words[0], "formats": words[1].split(",")}
    for name, count in zip(words[2::2], words[3::2], strict=True):
        if name in ("secret",):
            stage[name] = count == "yes"
            continue
        if name in ("order", "hour", "changeover"):
            stage[name] = count
            continue
        if name not in ("circles", "slots", "passes_per_stage", "keep"):
            raise ValueError(form)
        if not count.isdigit() or not 0 < int(count) <= 100:
            raise ValueError(f"{name} is a whole number from 1 to 100")
        stage[name] = int(count)
    case.stages.append(stage)


def _deck(case: Case, words: list[str]) -> None:
    if len(words) not in (2, 3) or words[2:] not in ([], ["again"]) or not words[1].isdigit():
        raise ValueError("write: deck films 30 [again]")
    case.decks[words[0]] = {"tickets": int(words[1]), "again": len(words) == 3}


def _programme(case: Case, words: list[str]) -> None:
    if len(words) not in (3, 5) or words[3:4] not in ([], ["least"]):
        raise ValueError("write: programme break 13:30 14:00 [least 10min]")
    line: dict[str, object] = {"id": words[0], "at": words[1], "to": words[2]}
    case.programme.append({**line, **({"least": words[4]} if words[3:] else {})})


def _draw(case: Case, words: list[str]) -> None:
    if len(words) != 5 or words[1] != "seed" or words[3] != "as":
        raise ValueError("write: draw 15 seed 7 as NAME")
    if not (words[0].isdigit() and 0 < int(words[0]) <= 100 and words[2].isdigit()):
        raise ValueError("a draw is of 1 to 100 teams, and its seed is a whole number")
    case.draws[words[4]] = int(words[0]), int(words[2])


def _pair(case: Case, words: list[str]) -> None:
    if len(words) != 4 or words[2] != "slot" or not words[3].isdigit():
        raise ValueError("write: pair A1 table1 slot 1")
    case.pairs[f"{words[3]}:{words[1]}"] = words[0].rstrip("0123456789")


def _tiebreak(case: Case, words: list[str]) -> None:
    if not words:
        raise ValueError("write: tiebreak STAGE")
    case.tiebreak = tuple(words)


def _only(case: Case, words: list[str]) -> None:
    if not words:
        raise ValueError("write: only STAGE")
    case.only = tuple(words)


HEADER: Mapping[str, Callable[[Case, list[str]], None]] = {
    "appeals": _one("appeals"),
    "board": _one("board"),
    "deck": _deck,
    "draw": _draw,
    "format": _one("format"),
    "hold-back": _one("hold-back"),
    "only": _only,
    "set": _set,
    "pair": _pair,
    "plan": _one("plan"),
    "programme": _programme,
    "stage": _stage,
    "tiebreak": _tiebreak,
    "team": _team,
    "tours": _tours,
}

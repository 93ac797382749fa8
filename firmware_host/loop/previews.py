"""A preview of a ruling as the desk answers it; the form is in `control.protocol`."""

from firmware_host.engine.preview import Preview, Stand
from firmware_host.report import half, seconds
from firmware_host.standings import Standing, Standings


def shown(preview: Preview) -> dict[str, object]:
    """Return what a ruling would change as JSON has it; of one that would be taken."""
    return {
        "turn": preview.taken.turn,
        "presses": [
            {"i": one.i, "key": one.key, "was": one.was, "now": one.now} for one in preview.presses
        ],
        "turns": [
            {"turn": one.turn, "was": _stand(one.was), "now": _stand(one.now)}
            for one in preview.turns
        ],
        "signals": [
            {"cue": one.cue, "was_ns": _instant(one.was_ns), "now_ns": _instant(one.now_ns)}
            for one in preview.signals
        ],
    }


def changed(was: Standings, now: Standings) -> list[dict[str, object]]:
    """Return the teams whose place or total would be another, those first who would be first."""
    before, after = was.places(), now.places()
    rows: list[dict[str, object]] = []
    for team in sorted(after, key=lambda one: (after[one], one)):
        old, new = was.teams.get(team, Standing(team)), now.teams[team]
        if before.get(team) != after[team] or old.total != new.total:
            rows.append(
                {
                    "team": team,
                    "was": {"place": list(before.get(team, ())), "total": was.shown(old.total)},
                    "now": {"place": list(after[team]), "total": now.shown(new.total)},
                }
            )
    return rows


def _stand(stand: Stand | None) -> dict[str, object] | None:
    if stand is None:
        return None
    worth = stand.worth
    number = seconds if worth.unit == "ns" else half
    return {
        "number": stand.number, "status": stand.status, "phase": stand.phase,
        "outcome": worth.outcome, "score": None if worth.score is None else number(worth.score),
        "unit": "s" if worth.unit == "ns" else "points", "marks": dict(worth.marks),
        "actors": {
            key: None if value is None else number(value) for key, value in worth.actors.items()
        },
        "others": {team: number(value) for team, value in worth.others.items()},
    }  # fmt: skip


def _instant(at_ns: int | None) -> str | None:
    return None if at_ns is None else str(at_ns)

"""Rulings in a scenario: `rule give-back 5s by "judge" because "a phone rang" [as R]`."""

from firmware_host.scenario.case import Line
from firmware_host.scenario.replies import answered, taken
from firmware_host.scenario.runner import Run
from firmware_host.scenario.times import instant_ns


def rule(run: Run, line: Line) -> None:
    """Put a ruling to the desk, as the page would."""
    words = list(line.words) if line.verb == "rule" else [line.verb, *line.words]
    label, why, actor = taken(words, "as"), taken(words, "because"), taken(words, "by")
    what, rest = words[0], words[1:]
    if what == "undo" and rest and rest[0] in run.entered:
        _undo_entry(run, rest[0], why or "", actor or "scenario", label)
        return
    args: dict[str, object] = {"what": what, "because": why or "", "actor": actor or "scenario"}
    if what in ("mark", "confirm-as") and label is not None:
        # `rule mark stop@30 as late-card [as R]`: here the first "as" is the meaning.
        args["as"], label = label, taken(words, "as")
        rest = words[1:]
    if what in ("late-start", "give-back"):
        args["for"] = rest[0]
    elif what == "hint":
        args["team"] = rest[0]
    elif what == "violation":
        args.update(_violation(rest))
    elif what == "guess-was-at":
        at_ns = run.clock_ns(instant_ns(rest[1], run.case.labels))
        args.update(target=_press(run, rest[0]), at_ns=at_ns)
    elif what == "undo":
        if rest[0] not in run.rulings:
            raise ValueError(f"no ruling in force is called {rest[0]!r}")
        args["target"] = run.rulings[rest[0]]
    elif what == "annul" and rest:
        args["turn"] = int(rest[0])
    elif rest:
        args["target"] = _press(run, rest[0])
    answered(run, run.request("rule", **args), label)


def _undo_entry(run: Run, name: str, why: str, actor: str, label: str | None) -> None:
    """Take back an entry of the books, or an undo of one."""
    reply = run.request(
        "enter", what="undo", target=run.rulings[name], because=why, actor=actor
    )  # fmt: skip
    if answered(run, reply, label) and label is not None:
        run.entered |= {label}


def _violation(rest: list[str]) -> dict[str, object]:
    """violation [TEAM] [+1]"""
    found: dict[str, object] = {"by": 1}
    for word in rest:
        if word.lstrip("+-").isdigit():
            found["by"] = int(word)
        else:
            found["team"] = word
    return found


def _press(run: Run, text: str) -> int:
    """Return the input number of KEY@INSTANT."""
    key, _, at = text.partition("@")
    at_ns = instant_ns(at, run.case.labels)
    found = [
        i for i, row in run.report().presses.items() if row["key"] == key and row["at_ns"] == at_ns
    ]
    if not found:
        raise ValueError(f"there was no press {text}")
    return found[-1]

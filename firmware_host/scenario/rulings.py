"""Rulings in a scenario: `rule give-back 5s by "judge" because "a phone rang" [as R]`."""

from firmware_host.control.protocol import Reply
from firmware_host.scenario.case import Line
from firmware_host.scenario.entries import ENTRIES, preview_entry
from firmware_host.scenario.replies import noted, taken
from firmware_host.scenario.runner import Run
from firmware_host.scenario.times import instant_ns


def rule(run: Run, line: Line) -> None:
    """Put a ruling to the desk, as the page would."""
    words = list(line.words) if line.verb == "rule" else [line.verb, *line.words]
    if words[0] == "undo" and words[1] in run.entered:
        _undo_entry(run, words)
        return
    label, reply = _put(run, words)
    if label is not None and reply.code is None:
        run.rulings[label] = int(str(reply.result["i"]))


def preview(run: Run, line: Line) -> None:
    """Ask the desk what a ruling, or an entry of the books, would change."""
    first, named = line.words[0], line.words[1:2]
    if first in ENTRIES or (first == "undo" and named and named[0] in run.entered):
        preview_entry(run, list(line.words))
        return
    label, reply = _put(run, list(line.words), preview=True)
    if label is not None and reply.code is None:
        run.previews[label] = reply.result


def _put(run: Run, words: list[str], **more: object) -> tuple[str | None, Reply]:
    """Put a ruling to the desk; return its label, and the reply, which is noted under it."""
    label, why, asker = taken(words, "as"), taken(words, "because"), taken(words, "by")
    what, rest = words[0], words[1:]
    args: dict[str, object] = {"what": what, "because": why or ""}
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
    elif what == "move":
        args.update(target=_press(run, rest[0]), to=taken(rest, "to") or "")
    elif what == "undo":
        if rest[0] not in run.rulings:
            raise ValueError(f"no ruling in force is called {rest[0]!r}")
        args["target"] = run.rulings[rest[0]]
    elif what == "annul":
        for word in rest:
            args.update({"turn": int(word)} if word.isdigit() else {"actor": word})
    elif rest:
        args["target"] = _press(run, rest[0])
    return label, noted(run, run.request("rule", asker or "scenario", **args, **more), label)


def _undo_entry(run: Run, words: list[str]) -> None:
    """Take back an entry of the books, or an undo of one."""
    label, why, asker = taken(words, "as"), taken(words, "because"), taken(words, "by")
    target = run.rulings[words[1]]
    asked = run.request(
        "enter", asker or "scenario", what="undo", target=target, because=why or ""
    )  # fmt: skip
    reply = noted(run, asked, label)
    if reply.code is None and label is not None:
        run.rulings[label], run.entered = int(str(reply.result["i"])), run.entered | {label}


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

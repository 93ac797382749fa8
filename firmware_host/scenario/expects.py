"""The questions of a scenario: each compares what happened with what the file says."""

import re
from collections.abc import Callable, Mapping
from typing import cast

from firmware_host.engine.questions import question_at
from firmware_host.engine.view import word
from firmware_host.formats import parse_ns
from firmware_host.scenario.answer_questions import ANSWER_QUESTIONS
from firmware_host.scenario.asking import Row, Wrong, must, rows_of, text_of
from firmware_host.scenario.book_questions import BOOK_QUESTIONS, drawn, entry_at
from firmware_host.scenario.case import Line
from firmware_host.scenario.device_questions import DEVICE_QUESTIONS
from firmware_host.scenario.entries import ENTRIES
from firmware_host.scenario.evening_questions import EVENING_QUESTIONS
from firmware_host.scenario.preview_questions import ask_preview
from firmware_host.scenario.runner import Run
from firmware_host.scenario.scores import SCORE_QUESTIONS
from firmware_host.scenario.times import instant_ns, instants_ns


def ask(run: Run, line: Line) -> None:
    """Answer one line; what does not hold is noted and the run goes on."""
    try:
        if line.verb == "save":
            run.saved[line.words[0]] = run.result()
            return
        if line.verb == "rejudge":
            run.rejudge(line.words)
            return
        question = question_of(line.words)
        question(run, line.words)
    except Wrong as wrong:
        run.failures.append(f"line {line.number}: expect {' '.join(line.words)}: {wrong}")
    except (ValueError, IndexError) as error:
        text = str(error) or "words are missing"
        run.failures.append(f"line {line.number}: expect {' '.join(line.words)}: {text}")


def question_of(words: tuple[str, ...]) -> Callable[[Run, tuple[str, ...]], None]:
    """Return what answers a question; ValueError where there is no such one."""
    if words and words[0] in QUESTIONS:
        return QUESTIONS[words[0]]
    if words and words[0].partition("@")[0] in ENTRIES:
        return entry_at
    if words and re.fullmatch(r"[a-z]+\d*@.+", words[0]):
        return _press
    raise ValueError(f"no such question; there are {', '.join(sorted(QUESTIONS))}, KEY@INSTANT")


def _phase(run: Run, words: tuple[str, ...]) -> None:
    assert run.daemon is not None
    found = word(run.daemon.play.game.turn)["en"]
    must(found == " ".join(words[1:]), found)


def _number(run: Run, words: tuple[str, ...]) -> None:
    assert run.daemon is not None
    game = run.daemon.play.game
    turn = game.turn
    found = turn and (question_at(game, turn.stage, turn.number) or turn.number)
    must(str(found) == words[1], found)


def _tour(run: Run, words: tuple[str, ...]) -> None:
    assert run.daemon is not None
    turn = run.daemon.play.game.turn
    found = f"{turn.tour}.{turn.in_tour}" if turn else "none"
    must(found == words[1], found)


def _cues(run: Run, words: tuple[str, ...], name: str) -> None:
    """All signals, exactly and in this order: start@5 ten-left@55; lists: switch@8,13."""
    expected: list[tuple[str, object]] = []
    for item in words[1:]:
        cue, _, at = item.partition("@")
        expected.extend((cue, at_ns) for at_ns in instants_ns(at, run.case.labels))
    found = [(str(row["cue"]), row["at_ns"]) for row in rows_of(run, name)]
    must(found == expected, " ".join(f"{cue}@{text_of(at_ns)}" for cue, at_ns in found) or "none")


def _signals(run: Run, words: tuple[str, ...]) -> None:
    _cues(run, words, "signals")


def _retracted(run: Run, words: tuple[str, ...]) -> None:
    _cues(run, words, "retracted")


def _missed(run: Run, words: tuple[str, ...]) -> None:
    _cues(run, words, "missed")


def _signal(run: Run, words: tuple[str, ...]) -> None:
    """signal end@65 [until 67] [late 3ms]"""
    cue, _, at = words[1].partition("@")
    at_ns = instant_ns(at, run.case.labels)
    rows = [r for r in rows_of(run, "signals") if r["cue"] == cue and r["at_ns"] == at_ns]
    must(bool(rows), "no such signal")
    if "until" in words:
        until_ns = instant_ns(words[words.index("until") + 1], run.case.labels)
        must(rows[0]["until_ns"] == until_ns, f"until {text_of(rows[0]['until_ns'])}")
    if "late" in words:
        must(rows[0]["late"] == parse_ns(words[words.index("late") + 1]), rows[0]["late"])


def _no(run: Run, words: tuple[str, ...]) -> None:
    """no signal from 133 to 149.999999999"""
    if len(words) != 6 or words[1] != "signal":
        raise ValueError("write: expect no signal from SECONDS to SECONDS")
    from_ns, to_ns = (instant_ns(words[i], run.case.labels) for i in (3, 5))
    heard = [
        f"{row['cue']}@{text_of(row['at_ns'])}"
        for row in rows_of(run, "signals")
        if from_ns <= cast(int, row["at_ns"]) + cast(int, row["late"]) <= to_ns
    ]
    must(not heard, ", ".join(heard))


def _press(run: Run, words: tuple[str, ...]) -> None:
    """KEY@INSTANT accepted [VERB], or KEY@INSTANT refused REASON"""
    key, _, at = words[0].partition("@")
    at_ns = instant_ns(at, run.case.labels)
    rows = [r for r in rows_of(run, "presses") if r["key"] == key and r["at_ns"] == at_ns]
    must(bool(rows), "no such press")
    row = rows[-1]
    found = "accepted" if row["accepted"] else f"refused {row['reason']}"
    if words[1] == "accepted" and len(words) > 2:
        found = f"accepted {row['verb']}"
    must(found == " ".join(words[1:]), found)


def _presses(run: Run, words: tuple[str, ...]) -> None:
    """presses KEY COUNT"""
    found = [r for r in rows_of(run, "presses") if r["key"] == words[1]]
    must(len(found) == int(words[2]), ", ".join(text_of(r["at_ns"]) for r in found) or "none")


def _turn(run: Run, words: tuple[str, ...]) -> None:
    """turn 1 annulled; turn 1 answered; turn 1 12; of a table in it: turn 1 table1 12"""
    row = rows_of(run, "turns")[int(words[1]) - 1]
    if len(words) > 3:
        nobody: Row = {"outcome": None, "score": None}
        actors = {str(one["actor"]): one for one in cast(list[Row], row["actors"])}
        row = actors.get(words[2], nobody)
    known = {row["outcome"], None if row["score"] is None else _plain(row["score"])}
    must(_plain(words[-1]) in known, f"{row['outcome']} {row['score']}")


def _plain(value: object) -> str:
    """Return a number without its last noughts, so that 210.0 is 210; other words as they are."""
    text = str(value)
    return text.rstrip("0").rstrip(".") if re.fullmatch(r"-?\d+\.\d+", text) else text


def _turns(run: Run, words: tuple[str, ...]) -> None:
    """turns 1 1 2: the numbers of all turns, in order"""
    found = [str(row["number"]) for row in rows_of(run, "turns")]
    must(found == list(words[1:]), " ".join(found))


def _phases(run: Run, words: tuple[str, ...]) -> None:
    """phases 1 discuss@5 collect@65"""
    row = rows_of(run, "turns")[int(words[1]) - 1]
    found = [f"{p['id']}@{text_of(p['from_ns'])}" for p in cast(list[Row], row["phases"])]
    must(found == list(words[2:]), " ".join(found))


def _alarm(run: Run, words: tuple[str, ...]) -> None:
    """alarm KIND [FROM-TO]"""
    rows = [r for r in rows_of(run, "alarms") if r["kind"] == words[1] and "ended" not in r]
    must(bool(rows), ", ".join(str(r["kind"]) for r in rows_of(run, "alarms")) or "no alarm")
    if len(words) > 2:
        spans = [f"{text_of(r['from_ns'])}-{text_of(r['to_ns'])}" for r in rows]
        must(words[2] in spans, ", ".join(spans))


def _ended(run: Run, words: tuple[str, ...]) -> None:
    """ended KIND: an alarm of this kind has ended by itself"""
    rows = [str(r["kind"]) for r in rows_of(run, "alarms") if "ended" in r]
    must(words[1] in rows, ", ".join(rows) or "none")


def _ruling(run: Run, words: tuple[str, ...]) -> None:
    """ruling LABEL taken; ruling LABEL refused REASON"""
    if words[1] not in run.answers:
        raise ValueError(f"no ruling is called {words[1]!r}")
    must(run.answers[words[1]] == " ".join(words[2:]), run.answers[words[1]])


def _marks(run: Run, words: tuple[str, ...]) -> None:
    """marks 1 card=2 mark=1: what the n-th turn's marks come to, exactly; or by keys of a
    team's accepted presses: marks A ok 5 skip 2"""
    if not words[1].isdigit():
        _marks_of_team(run, words)
        return
    row = rows_of(run, "turns")[int(words[1]) - 1]
    marks = cast(Mapping[str, int], row.get("marks", {}))
    found = sorted(f"{mark}={count}" for mark, count in marks.items())
    must(found == sorted(words[2:]), " ".join(found) or "none")


def _marks_of_team(run: Run, words: tuple[str, ...]) -> None:
    turns = {row["turn"] for row in rows_of(run, "turns") if row["team"] == words[1]}
    for key, count in zip(words[2::2], words[3::2], strict=True):
        found = [
            row
            for row in rows_of(run, "presses")
            if row["turn"] in turns and row["key"] == key and row["accepted"]
        ]
        must(len(found) == int(count), f"{key} {len(found)}")


def _no_alarm(run: Run, words: tuple[str, ...]) -> None:
    rows = [str(r["kind"]) for r in rows_of(run, "alarms")]
    must(not rows, ", ".join(rows))


def _changed(run: Run, words: tuple[str, ...]) -> None:
    """changed seat2@75: the verdicts that a rejudgement would change, exactly"""
    assert run.whatif is not None
    presses = run.report().presses
    found = {f"{presses[i]['key']}@{text_of(presses[i]['at_ns'])}" for i in run.whatif.changed}
    must(found == set(words[1:]), ", ".join(sorted(found)) or "none")


def _comparable(run: Run, words: tuple[str, ...]) -> None:
    """comparable yes: the hall would have heard the same"""
    assert run.whatif is not None
    found = "yes" if run.whatif.comparable else "no"
    must(found == words[1], f"{found}: turns {run.whatif.other_signals}")


def _same(run: Run, words: tuple[str, ...]) -> None:
    """same X signals presses turns: the named parts of the saved result are these; of two draws
    of the header, same D1 D2: the same seats"""
    if words[1] in run.case.draws:
        first, second = drawn(run, words[1]), drawn(run, words[2])
        must(first.tables == second.tables, second.tables)
        return
    saved = run.saved.get(words[1])
    if saved is None:
        raise ValueError(f"nothing was saved as {words[1]!r}")
    now = run.result()
    differing = [part for part in words[2:] if saved[part] != now[part]]
    must(not differing, f"differing {', '.join(differing)}")


def _mode(run: Run, words: tuple[str, ...]) -> None:
    assert run.daemon is not None
    must(run.daemon.evening.journal.mode == words[1], run.daemon.evening.journal.mode)


def _file_error(_run: Run, words: tuple[str, ...]) -> None:
    """file-error advance_by: the case is refused before it is played; this path is named"""
    must(False, f"the case is played: nothing is wrong with {words[1]}")


QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    **ANSWER_QUESTIONS,
    **BOOK_QUESTIONS,
    **DEVICE_QUESTIONS,
    **EVENING_QUESTIONS,
    **SCORE_QUESTIONS,
    "phase": _phase,
    "question": _number,
    "tour": _tour,
    "signals": _signals,
    "signal": _signal,
    "retracted": _retracted,
    "missed": _missed,
    "no": _no,
    "no-alarm": _no_alarm,
    "presses": _presses,
    "preview": ask_preview,
    "turn": _turn,
    "turns": _turns,
    "phases": _phases,
    "alarm": _alarm,
    "changed": _changed,
    "comparable": _comparable,
    "file-error": _file_error,
    "ended": _ended,
    "ruling": _ruling,
    "marks": _marks,
    "same": _same,
    "mode": _mode,
}

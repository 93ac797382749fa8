"""The config of a case: the demo's, with the case's board, format or plan; all simulated."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from firmware_host.config import (
    Config,
    Plan,
    boards,
    default_config,
    load_plan,
    plan_of,
    simulated,
)
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats import builtin, parse_ns
from firmware_host.formats.reading import read_text
from firmware_host.scenario.answer_entries import ANSWER_ENTRIES
from firmware_host.scenario.case import Case

MOST = 100
"""Questions of a case whose tours are not said."""


def config_of(case: Case, file: str) -> Config:
    """Return the demo's config with the case's board and format, all simulated."""
    known = boards()
    if case.board not in known:
        remedy = f"there is no such board: write one of {', '.join(known)}"
        raise FileFaults(file, [Fault("board", case.board, remedy)])
    board = simulated(known[case.board])
    if case.hold_back is not None:
        hold_back_ns = parse_ns(case.hold_back)
        board = replace(
            board,
            sources=tuple(replace(one, hold_back_ns=hold_back_ns) for one in board.sources),
        )
    config = default_config()
    settings = {name: value for name, value in case.set.items() if name != "advance_by"}
    choice = replace(config.format, id=case.format, set=settings, tours=case.tours)
    return replace(
        config,
        board=board,
        format=choice,
        sound=replace(config.sound, kind="simulated"),
        plan=_plan_of(case, file),
    )


def _plan_of(case: Case, file: str) -> Plan | None:
    """Return the plan of the case: a file's, or one made of its lines."""
    if case.plan:
        path = Path(file).parent / case.plan
        return load_plan(read_text(path), str(path), builtin())
    stages = [one for one in case.stages or _questions(case) if _asked(case, one)]
    if not stages:
        return None
    data: dict[str, object] = {
        "schema": 1,
        "teams": {team: name for team, (name, _) in case.teams.items()},
        "stage": [{**one, "set": _of_stage(one, case.set)} for one in stages],
    }
    if case.appeals:
        data["appeals"] = case.appeals
    if case.programme:
        data["programme"] = list(case.programme)
    if case.decks:
        data["decks"] = dict(case.decks)
    if case.tours:
        data["tours"] = list(case.tours)
    if "advance_by" in case.set:
        data["advance_by"] = case.set["advance_by"]
    return plan_of(data, file, builtin())


def _asked(case: Case, stage: Mapping[str, object]) -> bool:
    return not case.only or stage["id"] in case.only


def _questions(case: Case) -> list[dict[str, object]]:
    """Return a stage of questions of the case's format, where answers of teams are entered."""
    answers = any(line.verb in ANSWER_ENTRIES for line in case.lines)
    if not (answers and case.teams and case.format in builtin()):
        return []
    count = min(sum(case.tours), MOST) if case.tours else MOST
    return [{"id": "questions", "formats": [case.format], "slots": count}]


def _of_stage(stage: Mapping[str, object], settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that one of a stage's formats has."""
    known = builtin()
    formats = cast(list[str], stage["formats"])
    names = {name for one in formats if one in known for name in known[one].tables.settings}
    return {name: value for name, value in settings.items() if name in names}

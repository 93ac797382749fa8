"""The config of a case: the demo's, with the case's board, format or plan; all simulated."""

from dataclasses import replace

from firmware_host.config import (
    Config,
    Plan,
    PlanStage,
    boards,
    default_config,
    simulated,
)
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats import parse_ns
from firmware_host.scenario.language import Case


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
    plan = Plan(
        teams={team: name for team, (name, _) in case.teams.items()},
        stages=tuple(
            PlanStage(stage, formats, circles, tuple(case.teams))
            for stage, formats, circles in case.stages
            if not case.only or stage in case.only
        ),
    )
    choice = replace(config.format, id=case.format, set=case.set, tours=case.tours)
    return replace(
        config,
        board=board,
        format=choice,
        sound=replace(config.sound, kind="simulated"),
        plan=plan if plan.stages else None,
    )

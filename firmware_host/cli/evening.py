"""`minuta evening PLAN`: a plan, before it is played."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.config.plan import Plan, PlanStage
    from firmware_host.engine.rules import Rules
    from firmware_host.evening.forecast import Length

DAY_MIN = 24 * 60
MINUTE_NS = 60 * 1_000_000_000
_START = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@click.command()
@click.argument("plan_path", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--start", default="", metavar="HH:MM", help="When the first stage begins.")
def evening(plan_path: Path, start: str) -> None:
    """Check a plan; print its running order, and how long each stage takes at the longest.

    Preparation, play and reserve are counted whole, and 30 s from one turn to the next.
    Exit code 2: the plan is wrong; every fault is said with path, value and remedy.
    """
    from firmware_host.config.plan import load_plan
    from firmware_host.formats import builtin
    from firmware_host.formats.reading import read_text

    clock = _START.fullmatch(start)
    if start and clock is None:
        raise FileFaults("command line", [Fault("--start", start[:80], "write HH:MM")])
    at_min = 0 if clock is None else int(clock[1]) * 60 + int(clock[2])
    known = builtin()
    plan = load_plan(read_text(plan_path), str(plan_path), known)
    rules = _rules(plan)
    click.echo("number  stage  circle  team  format")
    for number, (stage_id, circle, team, fmt) in enumerate(_order(plan), 1):
        name = plan.teams.get(team, "all")
        click.echo(
            f"{number:>6}  {stage_id}  {circle}  {f'{team} ({name})' if team else name}  {fmt}"
        )
    total_ns = 0
    for stage in plan.stages:
        stage_ns, open_end = _stage_ns(stage, rules)
        least = "at least " if open_end else ""
        begins = _clock(at_min, total_ns) if clock else f"+{_hours(total_ns)}"
        turns = stage.circles * len(stage.formats) * max(1, len(stage.order))
        click.echo(f"{stage.id}: begins {begins}, {turns} turns, {least}{_hours(stage_ns)}")
        total_ns += stage_ns
    ends = f", ends {_clock(at_min, total_ns)}" if clock else ""
    click.echo(f"all stages: {_hours(total_ns)}{ends}")


def _rules(plan: "Plan") -> Mapping[tuple[str, str], "Rules"]:
    """Return the rules of each stage and format."""
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import builtin, resolve

    known, clips_ns = builtin(), load_pack("ru").lengths_ns
    return {
        (stage.id, name): resolve(
            known[name],
            {key: one for key, one in stage.set.items() if key in known[name].tables.settings},
            clips_ns,
        )
        for stage in plan.stages
        for name in stage.formats
    }


def _order(plan: "Plan") -> Iterator[tuple[str, int, str, str]]:
    """Yield (stage, circle, team, format) of every turn, in the order of play."""
    for stage in plan.stages:
        for circle in range(1, stage.circles + 1):
            for fmt in stage.formats:
                for team in stage.order or ("",):
                    yield stage.id, circle, team, fmt


def _length(rules: "Rules") -> "tuple[Length, bool]":
    """Return how long a turn takes, and whether a phase of it has no end of its own."""
    from firmware_host.evening.forecast import Length

    prep_ns = sum(phase.for_ns or 0 for phase in rules.phases if phase.prepares)
    play_ns = sum(phase.for_ns or 0 for phase in rules.phases if not phase.prepares)
    length = Length(prep_ns=prep_ns, worst_ns=play_ns, planned_ns=play_ns)
    return length, any(phase.for_ns is None for phase in rules.phases)


def _stage_ns(stage: "PlanStage", rules: Mapping[tuple[str, str], "Rules"]) -> tuple[int, bool]:
    from firmware_host.evening.forecast import forecast

    turns = stage.circles * max(1, len(stage.order))
    total_ns, open_end = 0, False
    for nth, name in enumerate(stage.formats):
        length, endless = _length(rules[stage.id, name])
        total_ns += forecast(length, turns, begun=nth > 0).worst_ns
        open_end = open_end or endless
    return total_ns, open_end


def _hours(ns: int) -> str:
    """Return a length as hours and minutes, a begun minute counted whole: "1:46"."""
    hours, minutes = divmod(-(-ns // MINUTE_NS), 60)
    return f"{hours}:{minutes:02d}"


def _clock(at_min: int, ns: int) -> str:
    hours, minutes = divmod((at_min + -(-ns // MINUTE_NS)) % DAY_MIN, 60)
    return f"{hours:02d}:{minutes:02d}"

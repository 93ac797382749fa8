"""`minuta evening PLAN`: a plan, before it is played."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.wording import LANGUAGES, say
from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.config.plan import Plan, PlanStage
    from firmware_host.engine.rules import Rules
    from firmware_host.evening.forecast import Length

DAY_MIN = 24 * 60
MINUTE_NS = 60 * 1_000_000_000
LEAST_CIRCLES = 3
WORDS: Mapping[str, tuple[str, str]] = {
    "few-circles": ("меньше трёх кругов (002 l.2)", "fewer than three circles (002 l.2)"),
    "second-space": (
        "больше пяти команд: нужна вторая площадка (002 l.1)",
        "more than five teams: a second game space is meant (002 l.1)",
    ),
    "over-the-hour": (
        "самое долгое – больше часа этапа (2-h)",
        "longer than its hour at the longest (2-h)",
    ),
    "warning": ("внимание: {what}", "warning: {what}"),
    "hour": (
        "час этапа {hour}, при самых долгих ходах кругов помещается {fit}",
        "hour {hour}, {fit} whole circles fit at the longest",
    ),
    "head": ("ход  этап  круг  команда  формат", "number  stage  circle  team  format"),
    "all": ("все", "all"),
    "least": (", не меньше {time}", ", at least {time}"),
    "at-least": ("не меньше ", "at least "),
    "cut": (", проходят {keep}", ", {keep} go on"),
    "stage": (
        "{stage}: начало {begins}, ходов {turns}, {least}{length}{cut}",
        "{stage}: begins {begins}, {turns} turns, {least}{length}{cut}",
    ),
    "played": (
        "до хода {begin} сыграно в прежние дни",
        "what comes before turn {begin} was played on earlier days",
    ),
    "total": ("все этапы: {length}", "all stages: {length}"),
    "ends": (", конец {time}", ", ends {time}"),
}
_START = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@click.command()
@click.argument("plan_path", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--start", default="", metavar="HH:MM", help="When the first stage begins.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="ru", show_default=True,
              help="Language of what is printed.")  # fmt: skip
def evening(plan_path: Path, start: str, lang: str) -> None:
    """Check a plan; print its running order, and how long each stage takes at the longest.

    Of a later day (`begin`) the turns of the days before are left out. Each game space has a plan
    and a box of its own; `minuta standings` counts their journals together.

    Preparation, play and reserve are counted whole, and the stage's changeover from one turn to
    the next. What does not fit a stage's hour is a warning (002 l.2, A.7).
    Exit code 2: the plan is wrong; every fault is said with path, value and remedy.
    """
    from firmware_host.config.plan import load_plan
    from firmware_host.evening.programme_book import day_text
    from firmware_host.formats import builtin
    from firmware_host.formats.reading import read_text

    clock = _START.fullmatch(start)
    if start and clock is None:
        raise FileFaults("command line", [Fault("--start", start[:80], "write HH:MM")])
    at_min = 0 if clock is None else int(clock[1]) * 60 + int(clock[2])
    known = builtin()
    plan = load_plan(read_text(plan_path), str(plan_path), known)
    rules = _rules(plan)
    for item in plan.programme:
        name = plan.titles.get(item.id, "")
        times = f"{day_text(item.from_ns)}-{day_text(item.to_ns)}"
        least = "" if item.least_ns is None else say(
            lang, "least", WORDS, time=_hours(item.least_ns)
        )  # fmt: skip
        click.echo(f"{times}  {item.id}{f' ({name})' if name else ''}{least}")
    if plan.begin > 1:
        click.echo(say(lang, "played", WORDS, begin=plan.begin))
    click.echo(say(lang, "head", WORDS))
    left: dict[str, Counter[str]] = {}
    for number, (stage_id, circle, team, fmt) in enumerate(_order(plan), 1):
        if number < plan.begin:
            continue
        left.setdefault(stage_id, Counter())[fmt] += 1
        name = plan.teams.get(team, say(lang, "all", WORDS))
        click.echo(
            f"{number:>6}  {stage_id}  {circle}  {f'{team} ({name})' if team else name}  {fmt}"
        )
    total_ns = 0
    for stage in plan.stages:
        if not (turns := left.get(stage.id)):
            continue
        stage_ns, open_end = _stage_ns(stage, rules, turns)
        click.echo(
            say(
                lang, "stage", WORDS, stage=stage.id,
                begins=_clock(at_min, total_ns) if clock else f"+{_hours(total_ns)}",
                turns=turns.total(), least=say(lang, "at-least", WORDS) if open_end else "",
                length=_hours(stage_ns),
                cut="" if stage.keep is None else say(lang, "cut", WORDS, keep=stage.keep),
            )
        )  # fmt: skip
        for line in _hour(stage, rules, lang):
            click.echo(f"{stage.id}: {line}")
        total_ns += stage_ns
    ends = say(lang, "ends", WORDS, time=_clock(at_min, total_ns)) if clock else ""
    click.echo(say(lang, "total", WORDS, length=_hours(total_ns)) + ends)


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
        for name in {*stage.formats, *stage.turns}
    }


def _teams(stage: "PlanStage") -> tuple[str, ...]:
    """Return who has turns of their own in a stage; one "" where all play at once."""
    from firmware_host.formats import builtin

    hall = all(builtin()[name].tables.players == "hall" for name in stage.turns)
    return ("",) if hall else stage.order or ("",)


def _hour(stage: "PlanStage", rules: Mapping[tuple[str, str], "Rules"], lang: str) -> Iterator[str]:
    """Yield how a stage stands to its hour: how many circles fit, and what to beware of."""
    from firmware_host.evening.forecast import circles_that_fit, warnings

    if not stage.hour_ns:
        return
    length, teams = _circle(stage, rules), len(_teams(stage))
    fit = circles_that_fit(length, teams, stage.hour_ns)
    yield say(lang, "hour", WORDS, hour=_hours(stage.hour_ns), fit=fit)
    beware = list(warnings(length, teams, stage.circles, stage.hour_ns))
    if fit < LEAST_CIRCLES <= stage.circles:
        beware.append("few-circles")
    for word in beware:
        yield say(lang, "warning", WORDS, what=say(lang, word, WORDS))


def _circle(stage: "PlanStage", rules: Mapping[tuple[str, str], "Rules"]) -> "Length":
    """Return the length of one team's part in a circle, as if it were one turn."""
    from firmware_host.evening.forecast import Length
    from firmware_host.evening.hour_book import length_of

    lengths = [length_of(rules[stage.id, name]) for name in stage.turns]
    between_ns = (len(lengths) - 1) * stage.changeover_ns
    prep_ns = lengths[0].prep_ns
    play_ns = sum(one.prep_ns + one.worst_ns for one in lengths) - prep_ns + between_ns
    return Length(
        prep_ns=prep_ns, worst_ns=play_ns, planned_ns=play_ns,
        changeover_ns=stage.changeover_ns, overlap=stage.overlap,
    )  # fmt: skip


def _order(plan: "Plan") -> Iterator[tuple[str, int, str, str]]:
    """Yield (stage, circle, team, format) of every turn, in the order of play."""
    from firmware_host.evening.draw import order_of_circle

    for stage in plan.stages:
        for circle in range(1, stage.circles + 1):
            teams = _teams(stage)
            if stage.order_by == "rotating":
                teams = order_of_circle(teams, circle)
            for fmt in stage.turns:
                for team in teams:
                    yield stage.id, circle, team, fmt


def _stage_ns(
    stage: "PlanStage", rules: Mapping[tuple[str, str], "Rules"], turns: Mapping[str, int]
) -> tuple[int, bool]:
    """Return how long so many turns of each format take, and whether a phase in them has no end
    of its own."""
    from firmware_host.evening.forecast import forecast
    from firmware_host.evening.hour_book import length_of

    total_ns, open_end = 0, False
    for nth, (name, count) in enumerate(turns.items()):
        length = length_of(rules[stage.id, name], stage.changeover_ns, stage.overlap)
        total_ns += forecast(length, count, begun=nth > 0).worst_ns
        open_end |= any(phase.for_ns is None for phase in rules[stage.id, name].phases)
    return total_ns, open_end


def _hours(ns: int) -> str:
    """Return a length as hours and minutes, a begun minute counted whole: "1:46"."""
    hours, minutes = divmod(-(-ns // MINUTE_NS), 60)
    return f"{hours}:{minutes:02d}"


def _clock(at_min: int, ns: int) -> str:
    hours, minutes = divmod((at_min + -(-ns // MINUTE_NS)) % DAY_MIN, 60)
    return f"{hours:02d}:{minutes:02d}"

"""What is wrong with a plan beyond its single keys: what spans several of its tables."""

from collections.abc import Iterator, Mapping, Sequence

from firmware_host.config.plan_day import day_faults
from firmware_host.errors import Fault
from firmware_host.evening.tiebreak import COUNTS
from firmware_host.formats import Format, setting_faults
from firmware_host.formats.blame import written
from firmware_host.formats.tables import table_in, tables_in
from firmware_host.formats.words import listed, near


def plan_faults(data: dict[str, object], known: Mapping[str, Format] | None) -> Iterator[Fault]:
    """Yield what spans several tables, also of a text whose tables are broken."""
    teams = table_in(data.get("teams"))
    stages = tables_in(data.get("stage"))
    ids = [stage.get("id") for _, stage in stages]
    if known is not None:
        yield from _unit_faults(stages, known)
    cuts = [f"stage[{nth}]" for nth, stage in stages if stage.get("keep") is not None]
    if cuts and data.get("advance_by") is None:
        remedy = f"{cuts[0]} has keep, so this must be chosen (0-d): write cumulative or last_tour"
        yield Fault("advance_by", "", remedy)
    tours, days = data.get("tours"), data.get("first_day", 0)
    count = len(tours) if isinstance(tours, list) else 0
    if isinstance(days, int) and days > 0 and days >= count:
        remedy = f"there are {count} tours, and the second day needs one (4-d)"
        yield Fault("first_day", written(days), remedy)
    yield from day_faults(data)
    tiebreak = data.get("tiebreak")
    for nth, one in enumerate(tiebreak if isinstance(tiebreak, list) else []):
        if one not in (*ids, *COUNTS):
            remedy = f"no such stage: write one of {ids}, or {listed(COUNTS)}"
            yield Fault(f"tiebreak[{nth}]", written(one), remedy)
    twice = _twice(table_in(data.get("categories")))
    if cuts and twice:
        remedy = "where there is a cut, a team plays in one category: leave it out of the others"
        yield Fault("categories", written(twice), remedy)
    for team in table_in(data.get("players")):
        if team not in teams:
            remedy = f"no such team: write one of {listed(teams)}{near(team, teams)}"
            yield Fault(f"players.{team}", written(team), remedy)
    for name, members in table_in(data.get("categories")).items():
        yield from _order_faults(f"categories.{name}", members, teams, key="")
    for nth, stage in stages:
        path = f"stage[{nth}]"
        if ids.count(stage.get("id")) > 1:
            remedy = "two stages have this id: change one"
            yield Fault(f"{path}.id", written(stage.get("id")), remedy)
        yield from _order_faults(path, stage.get("order"), teams)
        yield from _question_faults(path, stage, known)
        if known is not None:
            yield from _format_faults(path, stage, known)


def _unit_faults(
    stages: Sequence[tuple[int, Mapping[str, object]]], known: Mapping[str, Format]
) -> Iterator[Fault]:
    """Points and times never add up: a plan is of one of them."""
    first: tuple[str, bool] | None = None
    for nth, stage in stages:
        names = stage.get("formats")
        for name in names if isinstance(names, list) else []:
            if not isinstance(name, str) or name not in known:
                continue
            timed = known[name].tables.score.kind == "time"
            first = first or (name, timed)
            if timed != first[1]:
                remedy = f"it counts {'times' if timed else 'points'}, {first[0]} does not: "
                yield Fault(f"stage[{nth}].formats", name, remedy + "make a plan of each")
                return


def _twice(categories: Mapping[str, object]) -> str:
    """Return a team that stands in two categories, or ""."""
    seen: set[str] = set()
    for members in categories.values():
        for team in set(map(str, members if isinstance(members, list) else [])):
            if team in seen:
                return team
            seen.add(team)
    return ""


def _question_faults(
    path: str, stage: Mapping[str, object], known: Mapping[str, Format] | None
) -> Iterator[Fault]:
    slots, passes = stage.get("slots", 1), stage.get("passes_per_stage", 1)
    formats, count = stage.get("formats"), 0
    if isinstance(slots, int) and isinstance(passes, int) and isinstance(formats, list):
        count = slots * passes * len(formats)
    for nth, name in table_in(stage.get("questions")).items():
        where = f"{path}.questions.{nth}"
        if not (nth.isdecimal() and 1 <= int(nth) <= count):
            yield Fault(where, nth[:20], f"write the number of a question, from 1 to {count}")
        if known is not None and isinstance(name, str) and name not in known:
            remedy = f"no such format: write one of {listed(known)}{near(name, known)}"
            yield Fault(where, written(name), remedy)


def _order_faults(
    path: str, order: object, teams: Mapping[str, object], key: str = ".order"
) -> Iterator[Fault]:
    named = [team for team in order if isinstance(team, str)] if isinstance(order, list) else []
    for team in named:
        if team not in teams:
            remedy = f"no such team: write one of {listed(teams)}{near(team, teams)}"
            yield Fault(f"{path}{key}", written(team), remedy)
    if len(set(named)) != len(named):
        yield Fault(f"{path}{key}", "", "a team stands twice: leave one out")


def _format_faults(
    path: str, stage: Mapping[str, object], known: Mapping[str, Format]
) -> Iterator[Fault]:
    names = stage.get("formats")
    found: list[Format] = []
    for nth, name in enumerate(names if isinstance(names, list) else []):
        if isinstance(name, str) and name in known:
            found.append(known[name])
        else:
            remedy = f"no such format: write one of {listed(known)}{near(name, known)}"
            yield Fault(f"{path}.formats[{nth}]", written(name), remedy)
    chosen = table_in(stage.get("set"))
    yield from settings_of_any(found, chosen, f"{path}.set")
    for fmt in found:
        for name, one in fmt.tables.settings.items():
            if one.confirm and name not in chosen and name not in fmt.set:
                choices = listed(one.choices or ())
                remedy = f"this must be chosen ({one.of}; {one.en}): write one of {choices}"
                yield Fault(f"{path}.set.{name}", "", remedy)


def settings_of_any(
    formats: Sequence[Format], chosen: Mapping[str, object], path: str
) -> list[Fault]:
    """Return what is wrong with settings of which each belongs to one of some formats at least."""
    known = {name for fmt in formats for name in fmt.tables.settings}
    faults = [
        Fault(
            f"{path}.{name}", written(value),
            f"none of these formats has such a setting{near(name, known)}: "
            f"write one of {listed(sorted(known))}",
        )
        for name, value in chosen.items()
        if formats and name not in known
    ]  # fmt: skip
    for fmt in formats:
        own = {name: value for name, value in chosen.items() if name in fmt.tables.settings}
        faults += setting_faults(fmt, own, path=path)
    return list(dict.fromkeys(faults))

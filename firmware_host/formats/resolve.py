"""A format and its settings become the rules of a turn: a pure function, no clock, no files."""

from collections.abc import Collection, Mapping

from firmware_host.engine.rules import Rules
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.blame import written
from firmware_host.formats.loaded import Format
from firmware_host.formats.phases import phases_of
from firmware_host.formats.putting import Bench
from firmware_host.formats.scoring import score_of
from firmware_host.formats.settings import put_in, remedy_for
from firmware_host.formats.words import REPEAT, near


def resolve(
    fmt: Format,
    overrides: Mapping[str, object],
    clips_ns: Mapping[str, int],
    *,
    lenient: bool = False,
    known: Collection[str] = (),
) -> Rules:
    """Put settings and clips into a format.

    Args:
        fmt: The format.
        overrides: Setting -> value, as in a file: "60s", "before", true, 3.
        clips_ns: Sound -> length of its clip in the pack in use, nanoseconds.
        lenient: A name in `known` that this format lacks is ignored, not refused.
        known: Settings of other formats: `known_settings()`.

    Raises:
        FileFaults: A setting that is unknown or cannot be so, a clip that is missing, or
            something that this version's engine cannot play. All at once.
    """
    if faults := setting_faults(fmt, overrides, lenient=lenient, known=known):
        raise FileFaults(fmt.file, faults)
    rules, faults = built(fmt, overrides, clips_ns)
    if faults:
        raise FileFaults(fmt.file, faults)
    return rules


def setting_faults(
    fmt: Format,
    overrides: Mapping[str, object],
    *,
    lenient: bool = False,
    known: Collection[str] = (),
    path: str = "set",
) -> list[Fault]:
    """Return what is wrong with settings for a format; paths begin with `path`.

    Needs no clips: it also tries whether the phases and signals fit.
    """
    settings = fmt.tables.settings
    faults: list[Fault] = []
    for name, value in overrides.items():
        if name in settings:
            if remedy := remedy_for(settings[name], value):
                faults.append(Fault(f"{path}.{name}", written(value), remedy))
        elif not (lenient and name in known):
            remedy = f"{fmt.id} has no such setting{near(name, settings)}"
            faults.append(Fault(f"{path}.{name}", written(value), remedy))
    return faults or _traced(fmt, overrides, path)


def _traced(fmt: Format, overrides: Mapping[str, object], path: str) -> list[Fault]:
    """Try settings that may be so each alone; name the one without which a fault is gone."""
    faults = built(fmt, overrides, None)[1]
    for name, value in overrides.items() if faults else ():
        others = {one: overrides[one] for one in overrides if one != name}
        left = {fault.path for fault in built(fmt, others, None)[1]}
        faults = [
            fault
            if fault.path in left or fault.path.startswith(f"{path}.")
            else Fault(f"{path}.{name}", written(value), f"{fault.path}: {fault.remedy}")
            for fault in faults
        ]
    return list(dict.fromkeys(faults))


def built(
    fmt: Format, overrides: Mapping[str, object], clips_ns: Mapping[str, int] | None
) -> tuple[Rules, list[Fault]]:
    """Return the rules and what is wrong with them; without clips, only a trial."""
    settings = put_in(fmt.tables.settings, {**fmt.set, **overrides})
    bench = Bench(settings=settings, clips_ns=clips_ns)
    rules = Rules(
        format=fmt.id,
        sha=fmt.sha,
        name=dict(fmt.name),
        settings=settings,
        phases=phases_of(bench, fmt.tables.phase),
        score=score_of(bench, fmt.tables.score),
        repeat_ns={
            role: bench.length_ns(f"repeat.{role}", length)
            for role, length in {**REPEAT, **fmt.tables.repeat}.items()
        },
        hall=fmt.tables.players == "hall",
    )
    return rules, bench.faults

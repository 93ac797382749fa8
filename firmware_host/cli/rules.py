"""`minuta rules FORMAT`: the rules in plain words, from the settings in force."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from firmware_host.cli.reading import settings_given
from firmware_host.cli.wording import CUES, KEYS, LANGUAGES, MARKS, say
from firmware_host.engine.rules import END
from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.engine.rules import KeyRule, Phase, Rules
    from firmware_host.formats import Format

SECOND_NS = 1_000_000_000


@click.command()
@click.argument("name", metavar="FORMAT")
@click.option("--set", "words", multiple=True, metavar="KEY=VALUE",
              help="A setting; may be given again.")  # fmt: skip
@click.option("--lang", type=click.Choice(LANGUAGES), default="ru", show_default=True,
              help="Language of what is printed.")  # fmt: skip
def rules(name: str, words: tuple[str, ...], lang: str) -> None:
    """Print the rules of FORMAT, an id or a TOML file, in plain words; of a plan, what it chose.

    Exit code 2: there is no such format, or a setting cannot be so.
    """
    from firmware_host.cli.plan_rules import plan_lines
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import resolve
    from firmware_host.formats.reading import parse, read_text

    if name.endswith(".toml") and "stage" in parse(text := read_text(Path(name)), name):
        for line in plan_lines(text, name, lang):
            click.echo(line)
        return
    fmt = _format(name)
    found = resolve(fmt, settings_given(words), load_pack("ru").lengths_ns)
    for line in _lines(fmt, found, lang):
        click.echo(line)


def _format(name: str) -> "Format":
    from firmware_host.formats import builtin, load_text
    from firmware_host.formats.reading import read_text
    from firmware_host.formats.words import listed, near

    known = builtin()
    if name in known:
        return known[name]
    if name.endswith(".toml"):
        return load_text(read_text(Path(name)), name, known)
    remedy = f"no such format: write one of {listed(known)}, or a TOML file{near(name, known)}"
    raise FileFaults("command line", [Fault("FORMAT", name[:80], remedy)])


def _lines(fmt: "Format", found: "Rules", lang: str) -> Iterator[str]:
    yield f"{fmt.name[lang]} ({fmt.id})"
    yield f"{say(lang, 'source')}: {fmt.source}"
    yield say(lang, fmt.tables.players)
    if fmt.rehearsal:
        yield say(lang, "rehearsal")
    yield ""
    yield f"{say(lang, 'phases')}:"
    for nth, phase in enumerate(found.phases, 1):
        yield f"  {nth}. {phase.word[lang]} ({phase.id}): {_phase(phase, lang)}"
        for signal in phase.signals:
            cue = say(lang, signal.cue, CUES)
            length = f"{say(lang, 'long')} {_seconds(signal.length_ns, lang)}"
            yield f"     {say(lang, 'signal-at')} {_time(signal.offset_ns)} – {cue} ({length})"
        for word, key in phase.keys.items():
            meaning = _meaning(key, found.phases, lang)
            yield f"     {say(lang, 'key')} {say(lang, word, KEYS)}: {meaning}"
    yield ""
    yield f"{say(lang, 'score')}:"
    for line in _SCORES[found.score.kind](found, lang):
        yield f"  {line}"
    yield ""
    yield f"{say(lang, 'settings')}:"
    for name, one in fmt.tables.settings.items():
        text = one.ru if lang == "ru" else one.en
        line = f"  {name} = {_written(found.settings[name])} [{one.of}] {text}"
        if one.choices is not None:
            line += f"; {say(lang, 'can')}: {', '.join(map(_written, one.choices))}"
        yield line + (f"; {say(lang, 'must')}" if one.confirm else "")
    if not fmt.tables.settings:
        yield f"  {say(lang, 'none')}"


def _phase(phase: "Phase", lang: str) -> str:
    length = say(lang, "open-end") if phase.for_ns is None else _time(phase.for_ns)
    parts = [length]
    if phase.waits_host:
        parts.append(say(lang, "host"))
    if phase.starts_at_signal:
        parts.append(say(lang, "signal"))
    if phase.prepares:
        parts.append(say(lang, "prepares"))
    elif phase.for_ns is not None and phase.then == END:  # else it is the next phase's
        parts.append(say(lang, "including" if phase.including else "before"))
    parts.append(say(lang, "pausable" if phase.pausable else "not-pausable"))
    return "; ".join(parts)


def _meaning(key: "KeyRule", phases: Sequence["Phase"], lang: str) -> str:
    parts = [say(lang, "claims" if key.claim else "marks", mark=say(lang, key.mark, MARKS))]
    if key.within_ns is not None:
        mark = say(lang, key.after or key.mark, MARKS)
        parts.append(say(lang, "after", time=_seconds(key.within_ns, lang), mark=mark))
    if key.held and key.held != key.mark:
        parts.append(say(lang, "held", mark=say(lang, key.held, MARKS)))
    if key.then >= 0:
        parts.append(say(lang, "leads", phase=phases[key.then].word[lang]))
    elif key.then == END:
        parts.append(say(lang, "ends"))
    return "; ".join(parts)


def _answers(_found: "Rules", lang: str) -> Iterator[str]:
    yield say(lang, "answers")


def _points(points: object, lang: str) -> Iterator[str]:
    from firmware_host.evening.totals import points_text

    for mark, half in cast(Mapping[str, int], points).items():
        plus = "+" if half > 0 else ""
        yield say(
            lang, "per-mark", mark=say(lang, mark, MARKS), points=f"{plus}{points_text(half)}"
        )


def _marks(found: "Rules", lang: str) -> Iterator[str]:
    args = found.score.args
    points = cast(Mapping[str, int], args["points"])
    yield from _points(points, lang)
    if "skip" in points:
        yield say(lang, f"open-{args['open_word']}")
    yield say(lang, f"floor-{args['floor']}")


def _price(found: "Rules", lang: str) -> Iterator[str]:
    from firmware_host.evening.totals import points_text

    args = found.score.args
    for least_ns, half in cast(Sequence[tuple[int, int]], args["table"]):
        yield say(lang, "price", time=_time(least_ns), points=points_text(half))
    yield say(lang, str(args["reading"]))
    yield say(lang, "unsolved")
    if args["bans"]:
        yield say(lang, "bans", count=args["bans"])
    yield from _points(args["points"], lang)


def _written_times(found: "Rules", lang: str) -> Iterator[str]:
    args = found.score.args
    phases = {phase.id: phase for phase in found.phases}
    yield say(lang, "less")
    first = phases[str(args["from"])].word[lang]
    resolution = _seconds(cast(int, args["resolution_ns"]), lang)
    yield say(lang, "from", phase=first, time=resolution)
    for mark, one in cast(Mapping[str, Mapping[str, object]], args["solved"]).items():
        parts = [say(lang, "solved", mark=say(lang, mark, MARKS))]
        cap = cast(Sequence[str], one["cap"])
        if args["cap"] and cap:
            most_ns = sum(phases[name].for_ns or 0 for name in cap)
            parts.append(say(lang, "at-most", time=_time(most_ns)))
        if plus_ns := cast(int, one["plus_ns"]):
            parts.append(say(lang, "plus", time=_seconds(plus_ns, lang)))
        yield ", ".join(parts)
    yield say(lang, "fail", time=_time(cast(int, args["fail_ns"])))
    if args["cap_penalised"]:
        yield say(lang, "penalised-capped")
    if args["adds_ns"] and not args["penalise_failed"]:
        yield say(lang, "failed-alone")
    for mark, added_ns in cast(Mapping[str, int], args["adds_ns"]).items():
        time = _seconds(added_ns, lang)
        yield say(lang, "adds", mark=say(lang, mark, MARKS), time=time)


_SCORES = {"answers": _answers, "marks": _marks, "price": _price, "time": _written_times}


def _time(ns: int) -> str:
    """Return an instant or a length as a clock: "1:00", "0:00.35", "-0:05"."""
    minutes, rest_ns = divmod(abs(ns), 60 * SECOND_NS)
    whole, part = divmod(rest_ns, SECOND_NS)
    digits = f"{part:09d}".rstrip("0")
    return f"{'-' if ns < 0 else ''}{minutes}:{whole:02d}{'.' + digits if digits else ''}"


def _seconds(ns: int, lang: str) -> str:
    whole, part = divmod(ns, SECOND_NS)
    digits = f"{part:09d}".rstrip("0")
    return f"{whole}{'.' + digits if digits else ''} {'с' if lang == 'ru' else 's'}"


def _written(value: object) -> str:
    """Return a setting's value as a file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_written(one) for one in value) + "]"
    return str(value)

"""Each lamp, buzzer, display and cue: given, and asked for."""

from collections.abc import Collection, Iterator, Sequence

from firmware_host.intake.contact_words import MS
from firmware_host.outputs.displays import DisplayRunner, Frame
from firmware_host.outputs.switches import SwitchRunner
from firmware_host.preflight.person import Person
from firmware_host.preflight.row import BAD, GOOD, NOTE, OPEN, Row
from firmware_host.preflight.words import say, with_name
from firmware_host.russian import both
from firmware_host.wiring.words import BUZZERS, DISPLAYS, of_lamp

BUZZ_MS = 600
GAP_NS = 700 * MS
"""From a number's end to the next one's beginning, about: nobody times them here."""
SHOWN_NS = 200 * MS
"""By then a display that is not there has said so."""
SILENT = ("silent", "browser")
COUNT = "count-"
NO_CUES = ("blip-", "silence")
"""The host's ear is a buzzer; only the page gives these by a sound."""
UPRIGHT = "825"
"""Upside down it reads 528."""


def try_outputs(person: Person) -> Iterator[Row]:
    """Try all outputs; what could not be made or is lost is said and not asked for."""
    for fault in person.rig.devices.faults:
        yield Row("device", fault.partition(":")[0], BAD, both(f"does not answer: {fault}"))
    for nth, lamp in enumerate(person.rig.outputs.lamps, 1):
        yield _lamp(person, nth, lamp)
    for nth, buzzer in enumerate(person.rig.outputs.buzzers, 1):
        yield _buzzer(person, nth, buzzer)
    for display in person.rig.outputs.displays:
        yield _display(person, display)
    yield from _sounds(person)


def _row(what: str, name: str, answers: Sequence[bool | None], why: str = "") -> Row:
    """Return what the answers come to; a loss leads."""
    if why:
        return Row(what, name, BAD, both(f"does not answer: {why}"))
    if False in answers:
        return Row(what, name, BAD, say("no"))
    if None in answers:
        return Row(what, name, OPEN, say("unanswered"))
    return Row(what, name, GOOD, say("yes"))


def _lamp(person: Person, nth: int, lamp: SwitchRunner) -> Row:
    person.rig.show(f"L {nth}")
    lamp.state("on", person.rig.clock.now_ns())
    answer = person.yes("lamp", lamp.role, with_name("lamp", of_lamp(lamp.role)))
    lamp.state("off", person.rig.clock.now_ns())
    person.rig.show("")
    return _row("lamp", lamp.role, [answer], lamp.why)


def _buzzer(person: Person, nth: int, buzzer: SwitchRunner) -> Row:
    person.rig.show(f"b {nth}")
    buzzer.pulse(((0, BUZZ_MS),), person.rig.clock.now_ns())
    answer = person.yes("buzzer", buzzer.role, with_name("buzzer", BUZZERS[buzzer.role]))
    person.rig.show("")
    return _row("buzzer", buzzer.role, [answer], buzzer.why)


def _display(person: Person, display: DisplayRunner) -> Row:
    name = display.display.name
    row = next(one for one in person.rig.devices.board.displays if one.name == name)
    full = "88:88" if row.digits == 4 else "8" * row.digits
    answers: list[bool | None] = []
    for text, question in ((full, "display-full"), (UPRIGHT, "display-825")):
        display.put(Frame(word=text))
        person.rig.rest(SHOWN_NS)
        if not display.why:
            asked = with_name(question, DISPLAYS[row.role], id=name)
            answers.append(person.yes("display", name, asked))
    display.put(Frame())
    return _row("display", name, answers, display.why)


def _sounds(person: Person) -> Iterator[Row]:
    config, sound = person.rig.config, person.rig.outputs.sound
    if config.sound.kind in SILENT:
        yield Row("sound", "", NOTE, say("silent", kind=config.sound.kind))
        return
    for nth, (name, cues) in enumerate(_groups(person.rig.pack.files), 1):
        person.rig.show(f"C {nth}")
        if not sound.alive:
            yield _row("sound", name, [], sound.why)
            return
        yield _row("sound", name, [_heard(person, name, cues)], sound.why)


def _heard(person: Person, name: str, cues: Sequence[str]) -> bool | None:
    """Play cues one after another, and ask."""
    rig = person.rig
    for cue in cues:
        if cue != cues[0]:
            rig.rest(rig.pack.lengths_ns[cue] + GAP_NS)
        rig.outputs.sound.play(cue)
    answer = person.yes("sound", name, say("sound", name=name))
    for cue in cues:
        rig.outputs.sound.stop(cue)
    return answer


def _groups(files: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the cues of a pack, those that count from ten as one."""
    counts = [f"{COUNT}{n}" for n in range(10, -1, -1) if f"{COUNT}{n}" in files]
    for name in files:
        if not name.startswith((COUNT, *NO_CUES)):
            yield name, [name]
    if counts:
        yield f"{COUNT}10 … 0", counts

"""The pre-flight itself: keys, lamps, buzzers, displays, cues, offsets; then the report."""

from collections.abc import Iterator

from firmware_host.config import Config
from firmware_host.preflight.keys import try_keys
from firmware_host.preflight.outputs import try_outputs
from firmware_host.preflight.person import Person
from firmware_host.preflight.report import Report
from firmware_host.preflight.rig import Rig, open_rig
from firmware_host.preflight.row import BAD, OPEN, Row, Say
from firmware_host.preflight.uncertainty import uncertainty
from firmware_host.preflight.words import say
from firmware_host.russian import both
from hardware.clock import Clock
from hardware.errors import HardwareError

SHOWN_NS = 2_000_000_000


def run(report: Report, clock: Clock, tell: Say, patience_ns: int) -> None:
    """Go through everything with a person; what was found is in the report at any time.

    Raises:
        HardwareError: The keys cannot be listened to.
    """
    try:
        _run(report, clock, tell, patience_ns)
    except HardwareError as error:
        report.rows.append(Row("device", "", BAD, both(f"does not answer: {error}")))
        raise


def _run(report: Report, clock: Clock, tell: Say, patience_ns: int) -> None:
    config = report.config
    with open_rig(config, config.board, clock) as rig:
        person = Person(rig, tell, patience_ns)
        person.tell(say("yes-no"))
        for row in _rows(config, person):
            report.rows.append(row)
            tell({"event": "row", **row.data()})
        _show(rig, report)
    for name, why in [*rig.faults.items(), *(("", why) for why in rig.outputs.faults)]:
        report.rows.append(Row("device", name, BAD, both(f"does not answer: {why}")))
    report.whole = True


def _show(rig: Rig, report: Report) -> None:
    """Tell the last word to who has a display and a buzzer only."""
    good = not report.named(BAD) and not report.named(OPEN)
    rig.show("YES" if good else "no")
    rig.outputs.blip("accepted" if good else "refused", rig.clock.now_ns())
    rig.rest(SHOWN_NS)


def _rows(config: Config, person: Person) -> Iterator[Row]:
    yield from try_keys(person)
    yield from try_outputs(person)
    yield from uncertainty(config, person.rig.devices.sources.values())

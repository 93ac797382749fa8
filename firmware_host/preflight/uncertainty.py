"""How surely the evening knows its times: of presses, and of what the hall hears and sees."""

from collections.abc import Iterable, Iterator

from firmware_host.checkup.offsets import offset_findings
from firmware_host.config import Config
from firmware_host.intake.contact_words import MS
from firmware_host.preflight.row import NOTE, Row
from firmware_host.preflight.words import say
from hardware.ports import ButtonSource


def uncertainty(config: Config, sources: Iterable[ButtonSource]) -> Iterator[Row]:
    """Yield the doubt of each source's stamps, then the offset of each output that is known."""
    for source in sources:
        doubt = f"{source.u_ns / MS:.2f}"
        yield Row(
            "stamp", source.name, NOTE, say("stamp", doubt=doubt, where=source.stamped),
            {"u_ns": source.u_ns},
        )  # fmt: skip
    for finding in offset_findings(config):
        yield Row("offset", finding.path.removeprefix("offsets."), NOTE, finding.remedy)

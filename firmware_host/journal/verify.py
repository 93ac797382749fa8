"""Is this journal whole? Read once, chain and hashes checked, nothing kept in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.journal.place import Part, Place, chain
from firmware_host.journal.reader import Damage, read, read_parts
from firmware_host.journal.record import ZERO_HASH, Record


@dataclass(slots=True)
class Report:
    """What `verify` found.

    Attributes:
        records: How many records were read, heads of continuations left out.
        first_hash, last_hash: `h` of the first and the last record; the last one, printed on
            the protocol, proves everything before it.
        damages: What is not as it was written and no `recovered` record explains.
        passed: Torn ends that a `recovered` record explains.
        files: The files that were read, in order.
        newer: Records of a newer version, which this one cannot judge by.
    """

    records: int = 0
    first_hash: str = ZERO_HASH
    last_hash: str = ZERO_HASH
    damages: list[Damage] = field(default_factory=list)
    passed: list[Damage] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    newer: int = 0

    @property
    def ok(self) -> bool:
        """Whether every byte is a record in its place or an explained torn end.

        A whole last record that only lacks its LF is whole.
        """
        return all(damage.kind == "no-lf" for damage in self.damages)


def verify(path: Path) -> Report:
    """Check a journal: a file, or the folder of an evening with all its files. Any thread.

    Raises:
        OSError: It cannot be read.
    """
    report = Report()
    folder = path.is_dir()
    parts = chain(path) if folder else [Part(path)]
    report.files = [part.path.name for part in parts]
    for item in read_parts(parts) if folder else _alone(path):
        if isinstance(item, Damage):
            report.damages.append(item)
        else:
            _count(report, item)
    return report


def _alone(path: Path) -> Iterator[Record | Damage]:
    """Read one file; a continuation is taken up where its head says."""
    first = next((item for item in read(path) if isinstance(item, Record)), None)
    after = None if first is not None and first.kind == "continues" else Place()
    return read(path, after=after)


def _count(report: Report, record: Record) -> None:
    report.newer += record.newer
    report.last_hash = record.hash
    if record.kind == "continues":
        return
    if not report.records:
        report.first_hash = record.hash
    report.records += 1
    if record.kind == "recovered":
        offset = record.data.get("offset")
        explained = [
            damage for damage in report.damages
            if (damage.kind, damage.offset) == ("line", offset)
        ]  # fmt: skip
        # The nearest one: in an evening of several files each has its own offsets.
        for damage in explained[-1:]:
            report.damages.remove(damage)
            report.passed.append(damage)

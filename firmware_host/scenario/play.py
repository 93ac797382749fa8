"""`minuta scenario FILE`: plays all cases of a file and says what came out."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.reading import read_text
from firmware_host.journal.verify import verify
from firmware_host.scenario.acts import act
from firmware_host.scenario.case import Case
from firmware_host.scenario.check import faults_of
from firmware_host.scenario.expects import ask
from firmware_host.scenario.language import parse
from firmware_host.scenario.runner import Run


@dataclass(frozen=True, slots=True)
class Played:
    """What came out of one case: its result as JSON has it, and what did not hold."""

    name: str
    result: dict[str, object]
    failures: list[str]


def play_file(path: Path, only: str | None = None) -> list[Played]:
    """Play the cases of a file, each in a temporary folder of its own.

    Args:
        only: The name of the one case to play.

    Raises:
        FileFaults: The file is wrong; every fault names its line.
    """
    return play_text(read_text(path), str(path), only)


def play_text(text: str, file: str, only: str | None = None) -> list[Played]:
    """Play the cases of a text; `save` in one case may be compared in a later one."""
    played = []
    saved: dict[str, dict[str, object]] = {}
    cases = parse(text, file)
    faults = [fault for case in cases for fault in faults_of(case)]
    if faults:
        # A line of the header is in every case: its fault is said once.
        raise FileFaults(file, list(dict.fromkeys(faults)))
    for case in cases:
        if only is not None and case.name != only:
            continue
        with tempfile.TemporaryDirectory(prefix="minuta-") as folder:
            try:
                run = Run(case, file, Path(folder), ask, act, saved=saved)
                run.play()
            except FileFaults as error:
                if not _expected(case, error):
                    raise _named(error, case, file) from error
                played.append(Played(case.name, {"case": case.name, "refused": True}, []))
                continue
            failures = [*run.failures, *_journal_faults(run)]
            played.append(Played(case.name, run.result(), failures))
    return played


def _expected(case: Case, error: FileFaults) -> bool:
    """Return whether the case asks for these faults and for no other: `expect file-error PATH`."""
    paths = {line.words[1] for line in case.lines if line.words[:1] == ("file-error",)}
    return bool(paths) and all(fault.path in paths for fault in error.faults)


def _named(error: FileFaults, case: Case, file: str) -> FileFaults:
    """Return faults of a format or setting as those of the case that names them."""
    if error.file == file:
        return error
    where = f"line {case.number}" if case.number else "file"
    faults = [Fault(f"{where}: {one.path}", one.value, one.remedy) for one in error.faults]
    return FileFaults(file, faults)


def _journal_faults(run: Run) -> list[str]:
    """The journal that a run leaves is verified and replayed."""
    report = verify(run.folder / "evening")
    if not report.ok:
        return [f"the journal is not sound: {report}"]
    difference = run.replayed()
    return [f"the replay differs: {difference}"] if difference else []

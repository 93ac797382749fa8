"""A command asked at a door: its code, its words, and that it touched nothing."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from run_tests.forge import MARK
from run_tests.living import Box


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def asked(
    box: Box,
    *argv: str | Path,
    env: Mapping[str, str] | None = None,
    before: Sequence[Sequence[str]] = (),
) -> tuple[int, str]:
    """Run a command; return its code and what it said. It must not touch its input."""
    inside = box.folder / "in"
    inside.mkdir(exist_ok=True)
    untouched = hashes(inside)
    log = len(box.said())
    code = box.launch(argv=[str(one) for one in argv], env=env, before=before).wait(30)
    assert code is not None
    said = box.said()[log:]
    assert "Traceback" not in said, said
    assert hashes(inside) == untouched
    return code, said


def asked_all(box: Box, *commands: tuple[str, ...]) -> list[tuple[int, str]]:
    """Ask several commands, in one process; as `asked`."""
    code, said = asked(box, *commands[-1], before=commands[:-1])
    answers = []
    for _ in commands[:-1]:
        one, _, rest = said.partition(f"\n{MARK}")
        number, _, said = rest.partition("\n")
        answers.append((int(number), one))
    return [*answers, (code, said)]


def has(said: str, *words: str) -> None:
    for word in words:
        assert word in said, said

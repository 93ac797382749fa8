"""A file that is wrong in one place: what is said of it, and that nothing is written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.errors import FileFaults

Said = tuple[str, str, str]
"""Of one fault: the path of the key, the value there, the remedy."""

Change = tuple[str, str, str, str, str]
"""A text of the good file, what stands in its place, then what must be said: the path, and a part
of the value and of the remedy."""


def faults_of(text: str | bytes, path: Path, load: Callable[[Path], object]) -> list[Said]:
    """Write a file, load it, and return its faults; its folder must not change."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    before = {one: one.read_bytes() for one in path.parent.iterdir()}
    with pytest.raises(FileFaults) as caught:
        load(path)
    assert {one: one.read_bytes() for one in path.parent.iterdir()} == before
    assert caught.value.file == str(path)
    return [(one.path, one.value, one.remedy) for one in caught.value.faults]


def assert_said(change: Change, good: str, faults: Callable[[str], list[Said]]) -> None:
    """Make the change, and find its path, value and remedy among the faults."""
    old, new, path, value, remedy = change
    assert old in good
    found = faults(good.replace(old, new, 1))
    assert any(one[0] == path and value in one[1] and remedy in one[2] for one in found), found

"""Where what was built is kept between runs: outside the repository, by what it was made of."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import locks

KEEP = 6  # of a kind: those of other branches, and the last few


def cache() -> Path:
    """Return the folder: below XDG_CACHE_HOME or ~/.cache, else beside the virtual environment."""
    named = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    if any(os.access(folder, os.W_OK) for folder in (named, named.parent)):
        return named / "minuta-bench"
    return locks.ROOT / ".venv/var/minuta-bench"


def digest(files: Iterable[Path], *words: str) -> str:
    """Return a name for what is made of these files and words."""
    found = hashlib.sha256("\0".join(words).encode())
    for path in files:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def once(kind: str, name: str, build: Callable[[Path], None]) -> Path:
    """Return the folder of this kind and name; if it is not there, `build` fills it first.

    Two runs at once do not build into each other; half a folder is built anew.
    """
    folder = cache() / f"{kind}-{name}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with locked(folder.parent / f"{kind}.lock"):
        if not folder.is_dir():
            _forget(kind)
            half = folder.with_suffix(".half")
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            build(half)
            half.rename(folder)
        os.utime(folder)
    return folder


def _forget(kind: str) -> None:
    kept = sorted(cache().glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)
    for folder in kept[: -KEEP + 1]:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock between processes."""
    with path.open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        yield

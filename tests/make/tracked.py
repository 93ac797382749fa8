"""Which files are Minuta's own: what git knows, or what there is where git or its folder is not."""

from __future__ import annotations

import shutil
import subprocess

import locks

BUILT = {".git", ".venv", "build", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
BUILT |= {".import_linter_cache", ".hypothesis", "__pycache__"}


def tracked() -> list[str]:
    """Return every file, relative to the repository, with slashes."""
    if shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached"]
        listed = subprocess.run(command, cwd=locks.ROOT, capture_output=True, text=True)
        if listed.returncode == 0 and listed.stdout:
            names = listed.stdout.rstrip("\0").split("\0")
            return [name for name in names if (locks.ROOT / name).is_file()]
    found = (path.relative_to(locks.ROOT) for path in locks.ROOT.rglob("*") if path.is_file())
    return [path.as_posix() for path in found if not BUILT & set(path.parts)]

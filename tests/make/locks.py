"""Read the hash-locked files: what is pinned, and how much a fresh machine downloads.

Standard library only: the Makefile runs this before anything is installed.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "requirements.lock"
DEVELOPMENT = ROOT / "requirements-dev.lock"

_PINNED = re.compile(r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[^ ;\\]+)(?P<marker> ;[^\\]*)?")
_SIZE = re.compile(r"^# download (?P<target>cp\d+-\w+): (?P<bytes>\d+) bytes$")
_ELSEWHERE = re.compile(r"os_name == 'nt'|sys_platform == 'win32'|platform_machine == 'armv7l'")
SIZE_LINE = "# download {target}: {size} bytes"


def pinned(text: str) -> dict[str, str]:
    """Return name -> version of what a lock puts on a Linux machine."""
    found = {}
    for line in text.splitlines():
        match = _PINNED.match(line)
        if match and not _ELSEWHERE.search(match["marker"] or ""):
            found[match["name"]] = match["version"]
    return found


def download_bytes(text: str) -> dict[str, int]:
    """Return target -> bytes of all wheels of a lock, as measured when it was made."""
    sizes = {}
    for line in text.splitlines():
        match = _SIZE.match(line)
        if match:
            sizes[match["target"]] = int(match["bytes"])
    return sizes


def download_mb(text: str, target: str) -> int | None:
    """Return megabytes for a target; for one that was not measured, the largest known."""
    sizes = download_bytes(text)
    if not sizes:
        return None
    return max(1, round(sizes.get(target, max(sizes.values())) / 1_000_000))

"""A disk in simulated time: real files, a sync that takes as long as is said, a power cut."""

import os
from pathlib import Path

from firmware_host.journal.files import Files


class SimulatedFiles(Files):
    """What a sync at t covers is durable from t + `sync_for_ns`; `cut` drops the rest.

    One thread. `sync_for_ns` may be changed at any time; a very long one is a stalled card.
    """

    def __init__(self, sync_for_ns: int = 20_000_000) -> None:
        self.sync_for_ns = sync_for_ns
        self.syncs = 0
        self._paths: dict[int, Path] = {}
        self._durable: dict[Path, list[tuple[int, int]]] = {}
        """Path -> (instant, size from then on durable), as asked for."""

    def create(self, path: Path) -> int:
        """Create a file; its name is durable at once."""
        return self._known(super().create(path), path)

    def open(self, path: Path) -> int:
        """Open a file; what it holds at the first opening is durable."""
        return self._known(super().open(path), path)

    def sync(self, fd: int, now_ns: int) -> int:
        """Return when what is in the file now will be durable; nothing is waited for."""
        self.syncs += 1
        at_ns = now_ns + self.sync_for_ns
        self._durable[self._paths[fd]].append((at_ns, self.size(fd)))
        return at_ns

    def sync_folder(self, folder: Path) -> None:
        """Take it as done."""

    def cut(self, at_ns: int) -> None:
        """Cut the power at `at_ns`: each file is as long as was durable by then.

        Whoever used these files must not go on; their descriptors are closed.
        """
        for path, asked in self._durable.items():
            size = max((size for due_ns, size in asked if due_ns <= at_ns), default=0)
            if path.exists() and path.stat().st_size > size:
                os.truncate(path, size)
        for fd in list(self._paths):
            self.close(fd)
        self._durable.clear()

    def close(self, fd: int) -> None:
        """Close a descriptor; twice does nothing."""
        if self._paths.pop(fd, None) is not None:
            super().close(fd)

    def _known(self, fd: int, path: Path) -> int:
        self._paths[fd] = path
        if path not in self._durable:
            self._durable[path] = [(-(1 << 62), self.size(fd))]
        return fd

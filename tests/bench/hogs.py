"""Processes that compute all the time."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SPIN = "while True: pass"


@contextmanager
def hogs(count: int) -> Iterator[None]:
    """Load the cores with `count` ordinary processes while the block runs."""
    many = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(count)]
    try:
        if many:
            time.sleep(0.2)
        yield
    finally:
        for one in many:
            one.kill()
        for one in many:
            one.wait()


def cores() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0))

"""Fingers on the lines of gpio-sim: closed pulls a line down, open lets it up.

Runs in the guest. Each write is stamped before and after on CLOCK_MONOTONIC; the thread that
writes is above all of what is tried, so a press is never late because that is busy.
"""

import contextlib
import os
import threading
import time
from pathlib import Path

LEVELS = {True: b"pull-down", False: b"pull-up"}
PRIORITY = 45  # below the threads of interrupts, 50: so it never makes their edges merge


def _files(name, flags):
    paths = Path("/sys/devices/platform").glob(f"gpio-sim.*/gpiochip*/sim_gpio*/{name}")
    return {int(path.parent.name.removeprefix("sim_gpio")): os.open(path, flags) for path in paths}


PULLS = _files("pull", os.O_WRONLY)  # opened once: opening costs more than writing
VALUES = _files("value", os.O_RDONLY)


def drive(pin, closed):
    """Close or open a line now; return the instants before and after."""
    file, level, now = PULLS[pin], LEVELS[bool(closed)], time.monotonic_ns
    before = now()
    os.pwrite(file, level, 0)
    return before, now()


def value(pin):
    """Return whether a line is high: what the product drives, or what is pulled."""
    return os.pread(VALUES[pin], 2, 0)[:1] == b"1"


def play(plan, done=None):
    """Drive lines at instants: `[after_ns, pin, closed]` counted from now, in order.

    What is late moves all that follows: an emulator that stood still makes no press shorter.
    Returns `[before, after]` for each, once all have been driven, or `done` is set.
    """
    stamps = []

    def play_all():
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        due_ns, last_ns = time.monotonic_ns(), 0
        for after_ns, pin, closed in plan:
            due_ns, last_ns = due_ns + after_ns - last_ns, after_ns
            left_ns = due_ns - time.monotonic_ns()
            if left_ns > 0:
                time.sleep(left_ns / 1e9)
            if done is not None and done.is_set():
                break
            stamps.append(drive(pin, closed))
            due_ns = stamps[-1][0]

    thread = threading.Thread(target=play_all)
    thread.start()
    thread.join()
    return stamps

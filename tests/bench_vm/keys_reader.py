"""The product's source of keys by itself, on the guest's lines: all that it posts. Runs there.

One argument, JSON: `lines` (name -> pin), `spares`, `folder`, `ask_ms`, `flood_hz`. In the folder
`ready` says that the lines are claimed; it pumps once `go` is there, and writes `posted` when
`stop` is. A claim that fails is written to `refused`.
"""

import json
import sys
import time
from pathlib import Path

from hardware.buttons import kernel_edges
from hardware.buttons.gpiod_keys import GpiodButtons
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels
from hardware.errors import HardwareError
from hardware.pumping import PumpThread

ORDER = json.loads(sys.argv[1])
FOLDER = Path(ORDER["folder"])


def row(report):
    """Return a report as JSON can carry it."""
    if isinstance(report, Edge):
        return ["edge", report.line, report.at_ns, report.closed_hint, report.line_seq, report.seq]
    if isinstance(report, Levels):
        closed, muted = sorted(report.closed), sorted(report.muted)
        return ["levels", report.at_ns, closed, report.drained_ns, muted]
    return ["state", report.at_ns, report.alive, report.why]


def main():
    """Claim, pump, ask for levels, until told to stop."""
    posted = []
    kernel_edges.FLOOD_HZ = ORDER["flood_hz"]
    clock = MonotonicClock()
    source = GpiodButtons("gpio", ORDER["lines"], clock, spares=ORDER["spares"])
    try:
        source.start(posted.append)
    except HardwareError as error:
        (FOLDER / "refused").write_text(f"{type(error).__name__}: {error}")
        return
    (FOLDER / "ready").touch()
    thread = PumpThread(source, clock, "keys", priority=25)
    while not (FOLDER / "go").exists():
        time.sleep(0.02)
    thread.start()
    while not (FOLDER / "stop").exists():
        source.ask(clock.now_ns())
        time.sleep(ORDER["ask_ms"] / 1000)
    thread.stop()
    source.close()
    half = FOLDER / "half"
    half.write_text(json.dumps([row(report) for report in posted]))
    half.rename(FOLDER / "posted")


main()

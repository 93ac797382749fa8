"""From a press to the lamp it lights, beside a bare gpiozero script.

The product's figure is lamp - stamp - what the board states: the confirmation of 3 ms, and a
settle of 0, for one seat's source proves itself drained. What is left is the product's own.
The bare script lights its lamp in another thread too, for no callback should do work.
"""

import queue
import threading
import time

import box
from gpiozero import Button
from gpiozero.pins.mock import MockFactory
from table import Row, quantiles, topic

from firmware_host.intake.contact_words import TIMINGS
from hardware.clock import MonotonicClock
from hardware.simulated.switch import RecordingSwitch

CONFIRM_NS = TIMINGS["gpio"].confirm_ns
APART_S = 0.52
"""A host's key is no repeat of itself after half a second."""
AIM = "<= 1.2 x bare, on the devices' bench; here printed"


def product_us(count: int, real_time: bool) -> list[float]:
    """Return the remainder of each press, microseconds."""
    with box.folders() as places:
        with box.running(box.config_of(), places, real_time=real_time) as one:
            lamp = one.lamp("running")
            box.wait_for(lambda: one.status == "ready")
            time.sleep(0.3)
            for _ in range(count):
                _press(one, lamp, real_time)
        lit_ns = [at_ns for at_ns, on in lamp.changes if on]
        pressed_ns = [
            int(str(record.data["from_ns"]))
            for record in box.records_of(one.evening)
            if record.kind == "verdict" and record.data["key"] == "start"
        ]
    assert len(lit_ns) == len(pressed_ns) == count
    pairs = zip(lit_ns, pressed_ns, strict=True)
    return [(lamp_ns - stamp_ns - CONFIRM_NS) / 1e3 for lamp_ns, stamp_ns in pairs]


def _press(one: box.Running, lamp: RecordingSwitch, real_time: bool) -> None:
    """Start a turn by its key, and take it back."""
    began_s = time.monotonic()
    with box.finger(real_time):
        one.tap("start")
    box.wait_for(lambda: lamp.on)
    one.annul()
    box.wait_for(lambda: not lamp.on)
    time.sleep(max(0.0, began_s + APART_S - time.monotonic()))


def bare_us(count: int, real_time: bool) -> list[float]:
    """Return the time of each press of a bare script, microseconds."""
    clock = MonotonicClock()
    factory = MockFactory()
    button = Button(17, pin_factory=factory)
    lamp = RecordingSwitch("bare", clock)
    orders: queue.SimpleQueue[bool | None] = queue.SimpleQueue()

    def work() -> None:
        with box.finger(real_time):
            while (on := orders.get()) is not None:
                lamp.set(on)

    button.when_pressed = lambda: orders.put(True)
    button.when_released = lambda: orders.put(False)
    worker = threading.Thread(target=work)
    worker.start()
    found: list[float] = []
    pin = factory.pin(17)
    for _ in range(count):
        before = len(lamp.changes)
        with box.finger(real_time):
            stamp_ns = clock.now_ns()
            pin.drive_low()
            time.sleep(0.01)
            pin.drive_high()
        box.wait_for(lambda before=before: len(lamp.changes) > before + 1)
        found.append((lamp.changes[before][0] - stamp_ns) / 1e3)
        time.sleep(0.01)
    orders.put(None)
    worker.join()
    button.close()
    factory.close()
    return found


def measure(quick: bool) -> list[Row]:
    """Return a row with and one without real-time threads."""
    rows = []
    for kind, real_time, count in (("real-time", True, 50), ("ordinary", False, 50)):
        bare = quantiles(bare_us(50 if quick else 300, real_time))
        spread = quantiles(product_us(6 if quick else count, real_time))
        rows.append(
            Row(
                topic="press", name=f"press to lamp less confirm, {kind}", value=spread["p50"],
                unit="us", count=6 if quick else count, baseline=bare["p50"], spread=spread,
                baseline_of="bare gpiozero script, mock pin, lamp in another thread: p50 of "
                f"{kind} threads; p99 {bare['p99']:.0f}, max {bare['max']:.0f}", aim=AIM,
                note="" if box.fifo_allowed() else box.NO_FIFO,
            )
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)

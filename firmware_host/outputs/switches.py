"""Lamps and buzzers: patterns over plain on and off.

A steady state (off, on, blink, fast) lies under short pulses; both are pure functions of the
time, so that a late pump shows the right thing and nothing accumulates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hardware.errors import DeviceLost
from hardware.ports import Switch

MS = 1_000_000
PERIODS_NS: Mapping[str, int] = {"blink": 1000 * MS, "fast": 250 * MS}
RETRY_NS = 2_000 * MS

BLIPS: Mapping[str, Sequence[tuple[int, int]]] = {
    "accepted": ((0, 80),),
    "refused": ((0, 80), (160, 240)),
    "hold": ((0, 400),),
    "claim": ((0, 60), (200, 260), (400, 460)),
}
"""The host's ear: for each blip the (from, to) in which it sounds, milliseconds."""


@dataclass(frozen=True, slots=True)
class Pulses:
    """Something short: the spans in which the switch is on, from an instant."""

    at_ns: int
    spans_ms: Sequence[tuple[int, int]]


class SwitchRunner:
    """Pumps one lamp or buzzer. `state` and `pulse` from the loop thread, `pump` from its own."""

    def __init__(self, switch: Switch, role: str, report: Callable[[str, bool, str], None]) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.switch = switch
        self.role = role
        self.alive = True
        self.why = ""
        self.steady = "off"
        self.on = False
        self._since_ns = 0
        self._pulses: Pulses | None = None
        self._report = report

    def state(self, steady: str, at_ns: int) -> None:
        """Set the steady state: off, on, blink or fast."""
        if steady != self.steady:
            self.steady, self._since_ns = steady, at_ns
            self.wake()

    def pulse(self, spans_ms: Sequence[tuple[int, int]], at_ns: int) -> None:
        """Sound or flash once, above the steady state; the latest one wins."""
        self._pulses = Pulses(at_ns, spans_ms)
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Switch to what this instant asks for; return when that changes."""
        on, until_ns = self._wanted(now_ns)
        try:
            if on != self.on or not self.alive:
                self.switch.set(on)
        except DeviceLost as error:
            if self.alive:
                self.alive, self.why = False, str(error)
                self._report(self.switch.name, False, self.why)
            return now_ns + RETRY_NS
        self.on = on
        if not self.alive:
            self.alive, self.why = True, ""
            self._report(self.switch.name, True, "")
        return until_ns

    def _wanted(self, now_ns: int) -> tuple[bool, int | None]:
        pulses = self._pulses
        if pulses is not None:
            for from_ms, to_ms in pulses.spans_ms:
                from_ns, to_ns = pulses.at_ns + from_ms * MS, pulses.at_ns + to_ms * MS
                if now_ns < from_ns:
                    return False, from_ns
                if now_ns < to_ns:
                    return True, to_ns
            self._pulses = None
        period_ns = PERIODS_NS.get(self.steady)
        if period_ns is None:
            return self.steady == "on", None
        half_ns = period_ns // 2
        halves = (now_ns - self._since_ns) // half_ns
        return halves % 2 == 0, self._since_ns + (halves + 1) * half_ns

    def close(self) -> None:
        """Switch off and release."""
        self.switch.close()

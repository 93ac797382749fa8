"""Lamps and buzzers: patterns over plain on and off.

A steady state (off, on, blink, fast) lies under short pulses; both are pure functions of the
time, so that a late pump shows the right thing and nothing accumulates.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_host.outputs.patterns import Spans
from hardware.errors import DeviceLost
from hardware.ports import Switch

MS = 1_000_000
PERIODS_NS: Mapping[str, int] = {"blink": 1000 * MS, "fast": 250 * MS}
RETRY_NS = 2_000 * MS


@dataclass(frozen=True, slots=True)
class Pulses:
    """Something short: the spans in which the switch is on, from an instant."""

    at_ns: int
    spans_ms: Spans
    name: str = ""


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

    def pulse(self, spans_ms: Spans, at_ns: int, name: str = "") -> None:
        """Sound or flash once, above the steady state; the latest one wins."""
        self._pulses = Pulses(at_ns, spans_ms, name)
        self.wake()

    def cancel(self, name: str) -> None:
        """End what `pulse` began under this name, if it goes on."""
        if self._pulses is not None and self._pulses.name == name:
            self._pulses = None
            self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Switch to what this instant asks for; return when that changes."""
        on, until_ns = self._wanted(now_ns)
        try:
            if on != self.on or not self.alive or self.switch.again_ns:
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
        if self.switch.again_ns:
            again_ns = now_ns + self.switch.again_ns
            return again_ns if until_ns is None else min(until_ns, again_ns)
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
        period_ns = PERIODS_NS.get(self.steady)
        if period_ns is None:
            return self.steady == "on", None
        half_ns = period_ns // 2
        halves = (now_ns - self._since_ns) // half_ns
        return halves % 2 == 0, self._since_ns + (halves + 1) * half_ns

    def close(self) -> None:
        """Switch off and release."""
        self.switch.close()

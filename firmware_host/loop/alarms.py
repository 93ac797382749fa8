"""Alarms that people must see. Lasting ones stay until they end or somebody has seen them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

SHORT_NS = 15_000_000_000
"""How long an alarm that does not last is shown."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm: `kind` is a word with a text in every language, `args` fill the text."""

    id: int
    kind: str
    args: Mapping[str, object]
    since_ns: int
    lasting: bool


class Alarms:
    """The alarms of now. Loop thread only."""

    def __init__(self, record: Callable[[str, dict[str, object], int], int]) -> None:
        """`record(kind, data, at_ns)` writes to the journal."""
        self._record = record
        self._now: dict[tuple[str, str], Alarm] = {}
        self._count = 0

    def __iter__(self) -> Iterator[Alarm]:
        return iter(self._now.values())

    def sound(
        self, kind: str, at_ns: int, about: str = "", lasting: bool = True, **args: object
    ) -> None:
        """Sound an alarm; the same kind about the same thing is one alarm."""
        if (kind, about) in self._now:
            return
        self._count += 1
        data: dict[str, object] = {"about": about, **args} if about else dict(args)
        alarm = Alarm(self._count, kind, data, at_ns, lasting)
        self._now[kind, about] = alarm
        self._record("alarm", {"id": alarm.id, "kind": kind, **data}, at_ns)

    def end(self, kind: str, at_ns: int, about: str = "") -> None:
        """End an alarm whose cause is gone; unknown ones are passed over."""
        alarm = self._now.pop((kind, about), None)
        if alarm is not None:
            self._record("alarm", {"id": alarm.id, "kind": kind, "ended": True}, at_ns)

    def expire(self, now_ns: int) -> bool:
        """Put away what was only for a while; return whether anything was."""
        gone = [
            key
            for key, alarm in self._now.items()
            if not alarm.lasting and now_ns - alarm.since_ns >= SHORT_NS
        ]
        for key in gone:
            del self._now[key]
        return bool(gone)

    def seen(self, alarm_id: int, at_ns: int) -> bool:
        """A person has seen an alarm: it is put away."""
        for key, alarm in self._now.items():
            if alarm.id == alarm_id:
                del self._now[key]
                self._record("alarm", {"id": alarm_id, "kind": alarm.kind, "seen": True}, at_ns)
                return True
        return False

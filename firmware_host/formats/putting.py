"""Settings put in: the value that stands where a format says "=name", "clip CUE" or a word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware_host.errors import Fault
from firmware_host.formats.blame import written
from firmware_host.formats.durations import DurationError, parse_ns
from firmware_host.formats.fields import clip_of, half_points, is_ref
from firmware_host.formats.words import listed, near

SECOND_NS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Where a format meets its settings and the clips of a sound pack.

    Attributes:
        settings: All settings in force.
        clips_ns: Sound -> length of its clip; None: only trying whether the format can be
            played, each clip is then taken for one of a second.
        faults: What was found in the way.
    """

    settings: Mapping[str, object]
    clips_ns: Mapping[str, int] | None
    faults: list[Fault] = field(default_factory=list)

    def blame(self, path: str, value: object, remedy: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(path, written(value), remedy))

    def put(self, value: object) -> object:
        """Return a value, or that of its setting."""
        return self.settings.get(str(value)[1:], value) if is_ref(value) else value

    def word(self, path: str, value: object, known: Sequence[str]) -> str:
        """Return one of the known words."""
        got = self.put(value)
        if got in known:
            return str(got)
        self.blame(path, got, f"write one of {listed(known)}{near(got, known)}")
        return known[0]

    def switch(self, path: str, value: object) -> bool:
        """Return true or false."""
        got = self.put(value)
        if not isinstance(got, bool):
            self.blame(path, got, "write true or false")
        return got is True

    def length_ns(self, path: str, value: object) -> int:
        """Return a length of time in nanoseconds, 0 or more."""
        got = self.put(value)
        sound = clip_of(got) if isinstance(got, str) else None
        if sound is not None:
            return self.clip_ns(path, sound)
        if isinstance(got, str) and got.startswith("rest of "):
            self.not_yet(path, got)
            return SECOND_NS
        try:
            return parse_ns(got)
        except DurationError as error:
            self.blame(path, got, str(error))
            return 0

    def clip_ns(self, path: str, sound: str) -> int:
        """Return the length of a sound's clip in nanoseconds."""
        if self.clips_ns is None:
            return SECOND_NS
        if sound not in self.clips_ns:
            self.blame(path, sound, "the sound pack has no such clip: take another pack or sound")
        return self.clips_ns.get(sound, 0)

    def half_points(self, path: str, value: object) -> int:
        """Return points as half-points."""
        got = half_points(self.put(value))
        if got is None:
            self.blame(path, self.put(value), "write a number in halves, such as 3 or -1.5")
        return got or 0

    def count(self, path: str, value: object) -> int:
        """Return a whole number from 0."""
        got = self.put(value)
        if type(got) is int and got >= 0:
            return got
        self.blame(path, got, "write a whole number from 0")
        return 0

    def holds(self, only: Mapping[str, object]) -> bool:
        """Tell whether a phase or signal is there under these settings."""
        return all(self.settings.get(name) == value for name, value in only.items())

    def not_yet(self, path: str, value: object) -> None:
        """Note what the schema knows and this version's engine does not."""
        if self.clips_ns is not None:
            self.blame(path, value, "this version of Minuta cannot play this yet: update it")

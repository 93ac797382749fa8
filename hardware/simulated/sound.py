"""A loudspeaker that remembers what it was told to play."""

from collections.abc import Mapping

from hardware.clock import Clock
from hardware.errors import DeviceNotFound


class RecordingPlayer:
    """A `SoundPlayer` in memory. Thread: as the port says; the lists may be read by any.

    Attributes:
        plays: (at_ns, sound) of each clip begun while it was alive.
        stops: (at_ns, sound) of each clip stopped.
        unheard: (at_ns, sound) of what was asked for while it was lost.
    """

    def __init__(self, name: str, clock: Clock, *, offset_ns: int | None = None) -> None:
        """Begin alive; an offset that is given counts as measured."""
        self.name = name
        self.alive = True
        self.why = ""
        self.offset_ns = offset_ns or 0
        self.offset_measured = offset_ns is not None
        self.wake = _nobody
        self.files: dict[str, str] = {}
        self.plays: list[tuple[int, str]] = []
        self.stops: list[tuple[int, str]] = []
        self.unheard: list[tuple[int, str]] = []
        self._clock = clock
        self._back = False

    def load(self, files: Mapping[str, str]) -> None:
        """Remember the names. The files are not opened."""
        self.files = dict(files)

    def play(self, sound: str) -> None:
        """Note a clip with its instant.

        Raises:
            DeviceNotFound: A sound of this name was never loaded.
        """
        if sound not in self.files:
            raise DeviceNotFound(f"no sound {sound!r} was loaded")
        (self.plays if self.alive else self.unheard).append((self._clock.now_ns(), sound))

    def stop(self, sound: str) -> None:
        """Note that a clip was stopped."""
        self.stops.append((self._clock.now_ns(), sound))

    def pump(self, now_ns: int) -> int | None:
        """Find the device again after `restore`."""
        if self._back:
            self._back, self.alive, self.why = False, True, ""
        return None

    def close(self) -> None:
        """Be gone."""
        self.alive, self.why = False, "closed"

    def fail(self, why: str = "failed by hand") -> None:
        """Lose the device at once."""
        self.alive, self.why, self._back = False, why, False

    def restore(self) -> None:
        """Give the device back; the next pump finds it."""
        self._back = True
        self.wake()


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""

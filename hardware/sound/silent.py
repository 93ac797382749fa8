"""No loudspeaker of this process: switched off in the config, or the page makes the sound."""

from collections.abc import Callable, Mapping

from hardware.errors import DeviceNotFound


class SilentPlayer:
    """A `SoundPlayer` that never touches a mixer. Kinds "silent" and "browser".

    It is alive: silence was chosen, so the buzzer need not stand in. Thread: any.
    """

    def __init__(self, name: str) -> None:
        """Be ready."""
        self.name = name
        self.alive = True
        self.why = ""
        self.offset_ns = 0
        self.offset_measured = False
        self.wake: Callable[[], None] = _nobody
        self._names: frozenset[str] = frozenset()

    def load(self, files: Mapping[str, str]) -> None:
        """Remember the names. The files are not opened."""
        self._names = frozenset(files)

    def play(self, sound: str) -> None:
        """Do nothing.

        Raises:
            DeviceNotFound: A sound of this name was never loaded.
        """
        if sound not in self._names:
            raise DeviceNotFound(f"no sound {sound!r} was loaded")

    def stop(self, sound: str) -> None:
        """Do nothing."""

    def pump(self, now_ns: int) -> int | None:
        """Return None: there is never work."""
        return None

    def close(self) -> None:
        """Be gone."""
        self.alive, self.why = False, "closed"


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""

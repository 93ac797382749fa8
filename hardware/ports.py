"""The contracts of the devices. A driver author reads one docstring here.

All instants and durations are integers of nanoseconds on the monotonic clock.

Whatever works in the background is *pumped*: it has `pump(now_ns)`, which does what is due
and says when to come again, and never sleeps. `minuta run` gives each such part a thread
of its own; `minuta scenario` turns the same parts by hand on a simulated clock.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from hardware.edges import Post


class Pumped(Protocol):
    """A part that works when it is told the time."""

    wake: Callable[[], None]
    """Set by whoever turns the pump; the part calls it, from any thread, when something new is
    due earlier than `pump` last said."""

    def pump(self, now_ns: int) -> int | None:
        """Do what is due at `now_ns`, in a bounded time.

        Returns:
            The instant of the next work known of, or None: only when woken.
        """


@runtime_checkable
class Listening(Pumped, Protocol):
    """A part whose device speaks by a file descriptor: the pump's thread waits on that too.

    So a driver needs no second thread, and one thread alone owns what it reads from.
    """

    fd: int | None
    """Where to listen until the next `pump`; None: only `wake` and the clock count."""


class ButtonSource(Pumped, Protocol):
    """A source of key edges.

    Drivers *must* give each edge the earliest stamp they can know, post every raw edge with
    no debounce, and keep the rule of `Levels`: time, levels, drain, post edges, post levels.
    They *must not* raise out of `pump`: a lost device is a posted `SourceState`.
    They *may* read levels on their own.
    """

    name: str
    lines: tuple[str, ...]
    hold_back_ns: int
    """An edge may be delivered this long after its stamp; later ones are stragglers."""
    u_ns: int
    """One-sided doubt of a stamp of this source."""
    stamped: str
    """Where the stamp is taken: "kernel", "box" or "process"."""

    def start(self, post: Post) -> None:
        """Claim the lines and begin. Edges and levels go to `post`, from any thread.

        Raises:
            DeviceBusy: Another program holds a line; the text names the line and the holder.
            DeviceNotFound: There is no such chip or line.
        """

    def ask(self, at_ns: int) -> None:
        """Ask for a `Levels` read at `at_ns` or as soon after it as can be. Any thread."""

    def close(self) -> None:
        """Release the lines. Idempotent."""


class CountdownDisplay(Protocol):
    """Something that shows a short text such as ``0:59``.

    Drivers *must* show the whole text or an overflow mark, never a cut number that looks valid.
    They *may* block for a bounded time: each display is pumped by a thread of its own.
    """

    name: str
    again_ns: int | None
    """How long a text may stand before it is shown again: a chip may have lost it unseen, or
    be gone. None: it stands until the next one."""

    def show(self, text: str) -> None:
        """Show `text` until the next call.

        Raises:
            DeviceLost: The display is gone; it will be tried again.
        """

    def close(self) -> None:
        """Blank the display and release it. Idempotent."""


class Switch(Protocol):
    """A lamp or a buzzer: on or off, nothing else; patterns are made by the host."""

    name: str
    again_ns: int | None
    """How often `set` is to be called though nothing changes: what has a plug of its own may
    have been away. None: only at changes."""

    def set(self, on: bool) -> None:
        """Switch; returns at once. Calling it with the present state does nothing.

        Raises:
            DeviceLost: The output is gone.
        """

    def close(self) -> None:
        """Switch off and release. Idempotent."""


class SoundPlayer(Pumped, Protocol):
    """A loudspeaker with preloaded cues.

    `play` *must* return at once and *must not* raise for a lost device: `alive` turns false
    and the buzzer carries the signals until the player has found its device again (`pump`).
    """

    name: str
    alive: bool
    why: str
    """Why it is not alive, for people; empty while it is."""
    offset_ns: int
    """Known time from `play` to the first audible sample; 0 with `offset_measured` false."""
    offset_measured: bool

    def load(self, files: Mapping[str, str]) -> None:
        """Load clips before the evening: sound name -> path of a 44.1 kHz WAV."""

    def play(self, sound: str) -> None:
        """Start a clip on a channel reserved for signals. Loop thread."""

    def stop(self, sound: str) -> None:
        """Stop a clip that was retracted. Loop thread."""

    def close(self) -> None:
        """Stop and release the device. Idempotent."""

"""A loudspeaker through SDL's mixer (pygame-ce). The one file that imports pygame.

Rules kept here: the SDL driver is named, never guessed; SDL gets no signal handlers and no
screen; nothing is decided by `get_busy` (it ends 5-36 ms early) and no Python code runs in
SDL's audio thread. A lost device goes on "playing" without a sound, and says so only by one
`AUDIODEVICEREMOVED` event: so that queue is polled.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence

from hardware.clock import Clock
from hardware.errors import DeviceNotFound
from hardware.sound.clips import RATE_HZ, lengths_ns

os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_NO_SIGNAL_HANDLERS": "1"}
import pygame  # after that line: else SDL would swallow SIGTERM
import pygame.mixer  # by name: else a library that it lacks is not an ImportError
from pygame._sdl2 import audio, sdl2  # not public yet: there is no other way to a microphone

_log = logging.getLogger(__name__)
_BUFFER_FRAMES = 512  # 11.6 ms: an onset is spread over one of these
_RETRY_NS = 2_000_000_000
_LOOK_NS = 250_000_000
_PRIME_MS = 300
_PATIENCE_S = 0.002  # longer than any other `play`, too short to be heard
_CLOSE_S = 1.0
_Act = Callable[[pygame.mixer.Channel, pygame.mixer.Sound], object]


class PygamePlayer:
    """A `SoundPlayer`; each sound has a channel of its own, so it always finds one free.

    Thread: `load`, `pump` and `close` on the pump's; `play` and `stop` on any, at once.

    Attributes:
        opened: Which SDL driver and which form of samples opened; empty while none is.
        lengths_ns: Length of each loaded clip, known with and without a device.
    """

    def __init__(
        self,
        name: str,
        clock: Clock,
        *,
        drivers: Sequence[str] = ("alsa",),
        device: str | None = None,
        offset_ns: int | None = None,
    ) -> None:
        """Prepare; no device is opened before `load`.

        Args:
            drivers: SDL's audio drivers in the order in which they are tried.
            device: Name of the output as SDL knows it; None is the driver's default.
            offset_ns: Measured time from `play` to the first audible sample, if known.
        """
        self.name = name
        self.alive = False
        self.why = "not opened yet"
        self.offset_ns = offset_ns or 0
        self.offset_measured = offset_ns is not None
        self.wake: Callable[[], None] = _nobody
        self.opened = ""
        self.lengths_ns: dict[str, int] = {}
        self._clock = clock
        self._drivers = tuple(drivers)
        self._device = device
        self._files: dict[str, str] = {}
        self._sounds: dict[str, tuple[pygame.mixer.Channel, pygame.mixer.Sound]] = {}
        self._mixer = threading.Lock()  # held while the mixer opens or closes, and to play
        self._retry_at_ns = 0
        self._closed = False

    def load(self, files: Mapping[str, str]) -> None:
        """Check all clips, then open the device. Without one it is tried again by `pump`.

        Raises:
            DeviceNotFound: A file is missing.
            DeviceUnsupported: A file is not a 44.1 kHz, 16-bit WAV.
        """
        self.lengths_ns = lengths_ns(files)
        self._files = dict(files)
        self._open()
        self.wake()

    def play(self, sound: str) -> None:
        """Start a clip from its beginning. A lost device is no error: see `alive`.

        Raises:
            DeviceNotFound: A sound of this name was never loaded.
        """
        if sound not in self._files:
            raise DeviceNotFound(f"no sound {sound!r} was loaded")
        self._do(sound, lambda channel, clip: channel.play(clip))

    def stop(self, sound: str) -> None:
        """Stop a clip; one that is not playing is left alone."""
        self._do(sound, lambda channel, _: channel.stop())

    def pump(self, now_ns: int) -> int | None:
        """Look for a lost device, four times a second; try a missing one every 2 s."""
        if self._closed or not self._files:
            return None
        try:
            if self.alive and self._removed():
                self._lost("the audio device was removed")
        except pygame.error as error:
            self._lost(str(error))
        if not self.alive and now_ns >= self._retry_at_ns:
            self._open()
        return now_ns + _LOOK_NS if self.alive else self._retry_at_ns

    def close(self) -> None:
        """Stop all sounds and release the device."""
        self._closed = True
        self.alive, self.why, self.opened = False, "closed", ""
        if self._mixer.acquire(timeout=_CLOSE_S):  # opening a sick device may hang
            try:
                self._quit()
            finally:
                self._mixer.release()

    def _do(self, sound: str, act: _Act) -> None:
        """Act on a sound's channel; give up where the mixer is being closed just now."""
        if not self.alive or not self._mixer.acquire(timeout=_PATIENCE_S):
            return
        try:
            if not pygame.mixer.get_init():
                raise pygame.error("the mixer is closed")  # a clip played on it crashes in C
            if sound in self._sounds:
                act(*self._sounds[sound])
        except pygame.error as error:
            self._lost(str(error))
            self.wake()
        finally:
            self._mixer.release()

    def _open(self) -> None:
        """Open the first driver that works; note when to try again if none does."""
        with self._mixer:
            faults = []
            for driver in () if self._closed else self._drivers:
                self._quit()
                try:
                    self._open_with(driver)
                except (pygame.error, OSError) as error:
                    faults.append(f"{driver}: {error}")
                else:
                    self.alive, self.why = not self._closed, ""
                    _log.info("sound %s opened %s", self.name, self.opened)
                    return
            self._quit()
        if not self._closed:
            self._lost("; ".join(faults))

    def _open_with(self, driver: str) -> None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        os.environ["SDL_AUDIODRIVER"] = driver
        handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
        pygame.display.init()  # no picture: the event queue needs it
        pygame.mixer.pre_init(RATE_HZ, -16, 2, _BUFFER_FRAMES, self._device, 0)
        pygame.mixer.init()
        if threading.current_thread() is threading.main_thread():
            for number, handler in handlers.items():
                if handler is not None:
                    signal.signal(number, handler)
        pygame.mixer.set_num_channels(len(self._files) + 1)
        pygame.mixer.set_reserved(len(self._files) + 1)
        self._sounds = {
            sound: (pygame.mixer.Channel(index), pygame.mixer.Sound(path))
            for index, (sound, path) in enumerate(self._files.items())
        }
        silence = bytes(4 * RATE_HZ * _PRIME_MS // 1000)
        pygame.mixer.Channel(len(self._files)).play(pygame.mixer.Sound(buffer=silence))
        self.opened = f"{pygame.mixer.get_driver()} {pygame.mixer.get_init()}"

    def _removed(self) -> bool:
        """Empty SDL's queue; True if an output was in it. One never opened has the id 0."""
        return any(
            event.type == pygame.AUDIODEVICEREMOVED
            and not getattr(event, "iscapture", 0)
            and getattr(event, "which", 1)
            for event in pygame.event.get()
        )

    def _lost(self, why: str) -> None:
        if self.why != why:
            _log.warning("sound %s is lost: %s", self.name, why)
        self.alive, self.why, self.opened = False, why, ""
        self._retry_at_ns = self._clock.now_ns() + _RETRY_NS

    def _quit(self) -> None:
        self._sounds = {}
        pygame.mixer.quit()
        pygame.display.quit()


def capture(name: str | None, frames: int, take: Callable[[bytes], None]) -> object:
    """Open a microphone, which calls `take` with 16-bit mono samples; for a process of its own.

    There is no way to close it: SDL waits then for its thread, which waits for Python.

    Args:
        name: As SDL calls it; None is the first one.
        frames: Samples a block.

    Returns:
        What must be kept while it is to go on.

    Raises:
        DeviceNotFound: There is none, or none of this name; the text lists them.
    """
    os.environ.setdefault("SDL_AUDIODRIVER", "alsa")
    try:
        sdl2.init_subsystem(sdl2.INIT_AUDIO)
        device = audio.AudioDevice(
            name, True, RATE_HZ, audio.AUDIO_S16, 1, frames, 0, lambda _, block: take(bytes(block))
        )  # fmt: skip
        device.pause(0)
    except pygame.error as error:
        raise DeviceNotFound(f"microphone {name or ''}: {error}; {_microphones()}") from error
    return device


def _microphones() -> str:
    try:
        return f"there is {', '.join(audio.get_audio_device_names(True)) or 'none'}"
    except pygame.error:
        return "no sound opens"


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""

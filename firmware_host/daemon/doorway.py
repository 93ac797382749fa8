"""The door and the file behind it, made of what the box has."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from firmware_host.admission.asking import Admission
from firmware_host.admission.guests import Guest, read_guests
from firmware_host.admission.store import GuestStore
from firmware_host.daemon.devices import Devices
from firmware_host.errors import FileFaults
from firmware_host.loop.door import Door
from firmware_host.loop.play import Play
from hardware.clock import Clock

UNSEEN = ("console",)
"""Kinds of display that nobody stands before: as a service it has no terminal."""
UNHEARD = ("silent", "browser")
"""Kinds of sound that nobody hears at the box."""
MOST_TEXT = 500


@dataclass(frozen=True, slots=True)
class Doorway:
    """The door, its store, and why the guests' file cannot be read: then nobody is admitted."""

    door: Door
    store: GuestStore
    unread: str

    def say_unread(self, play: Play, now_ns: int) -> None:
        """Sound the alarm of a file that cannot be read."""
        if self.unread:
            play.alarms.sound("guests-unread", now_ns, text=self.unread)


def make_doorway(
    file: Path,
    devices: Devices,
    sounds: Collection[str],
    play: Play,
    clock: Clock,
    call: Callable[[Callable[[], None]], None],
) -> Doorway:
    """Make the door; `call` runs something in the loop's thread."""
    guests: tuple[Guest, ...] = ()
    unread = ""
    try:
        guests = read_guests(file)
    except FileFaults as error:
        unread = str(error)[:MOST_TEXT]

    def report(why: str) -> None:
        """The card does not take the guests, or does again. The store's thread."""

        def tell() -> None:
            if why:
                play.alarms.sound("guests-not-kept", clock.now_ns(), text=why)
            else:
                play.alarms.end("guests-not-kept", clock.now_ns())
            play.changed = True

        call(tell)

    store = GuestStore(file, report, damaged=bool(unread))
    seen = [one.name for one in devices.board.displays if one.kind not in UNSEEN]
    door = Door(play, Admission(guests), store, seen=seen, clips=sounds, wall=clock.wall)
    return Doorway(door, store, unread)

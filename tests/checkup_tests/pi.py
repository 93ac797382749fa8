"""A Raspberry Pi in a folder: all is as it should be, until a test spoils it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from firmware_host.checkup.finding import NOTE, Finding
from firmware_host.checkup.look import look
from firmware_host.config import Config, Display, Key, Source, boards, load_config_text
from hardware.machine import Machine

GROUPS = ("gpio", "spi", "i2c", "input", "dialout", "audio")
CARDS = " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n"
TWO_CARDS = CARDS + " 1 [Device         ]: USB-Audio - USB Audio Device\n"


class Pi:
    """Its files, and what it answers."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.versions: dict[str, str | None] = {}
        self.said: dict[str, str] = {}
        self.owners: Callable[[Path], Mapping[int, str]] = lambda _: {}
        self.put("/etc/passwd", "root:x:0:0::/:/bin/sh\nminuta:x:994:994::/:/bin/false\n")
        self.put("/etc/group", "minuta:x:994:\n" + "".join(f"{one}:x:1:minuta\n" for one in GROUPS))
        self.put("/proc/asound/cards", CARDS)
        self.put("/proc/asound/card0/pcm0p/sub0/status", "closed\n")
        self.put("/proc/cmdline", "console=tty1 root=PARTUUID=1 rootwait\n")
        clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
        self.put(clock, "arch_sys_counter\n")
        self.put("/run/systemd/timesync/synchronized")
        self.throttled("0x0")

    def put(self, path: str, text: str = "") -> None:
        file = self.root / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def take(self, path: str) -> None:
        (self.root / path[1:]).unlink()

    def throttled(self, bits: str) -> None:
        self.put("/sys/devices/platform/soc/soc:firmware/get_throttled", bits + "\n")

    def machine(self) -> Machine:
        return Machine(
            root=self.root, version=lambda name: self.versions.get(name, "1.0"),
            ask=lambda *words: self.said.get(" ".join(words), ""),
            owners=lambda dev: self.owners(dev),
        )  # fmt: skip

    def look(self, config: Config, *, daemon_runs: bool = False) -> list[Finding]:
        """Return what is found, but notes of what is well."""
        found = look(config, self.machine(), daemon_runs=daemon_runs)
        return [finding for finding in found if finding.severity != NOTE]

    def notes(self, config: Config, *, daemon_runs: bool = False) -> dict[str, str]:
        """Return path -> English words of the notes."""
        found = look(config, self.machine(), daemon_runs=daemon_runs)
        return {one.path: one.remedy[1] for one in found if one.severity == NOTE}


def config(*, device: str = "", **changes: object) -> Config:
    """Return a config of three keys on real pins; `changes` are of its board. A source that no
    key is on gets one: without it nobody would look at it."""
    text = f'schema = 1\nboard = "three-keys"\n[sound]\ndevice = "{device}"\n'
    whole = load_config_text(text, "minuta.toml")
    board = replace(boards()["three-keys"], **{"displays": (), **changes})
    bare = {one.name for one in board.sources} - {key.source for key in board.keys}
    more = (Key(key="ok", source=name, line="1", pin=None) for name in bare)
    return replace(whole, board=replace(board, keys=(*board.keys, *more)))


def keyed(pin: int) -> tuple[Key, ...]:
    """Return the keys of a board with START on another pin."""
    first, *others = boards()["three-keys"].keys
    return (replace(first, pin=pin, line=str(pin)), *others)


def shown(kind: str, device: str = "", pins: tuple[int, ...] = ()) -> tuple[Display, ...]:
    return (Display(name="wall", kind=kind, digits=4, role="hall", device=device, pins=pins),)


def sourced(kind: str, device: str) -> tuple[Source, ...]:
    """Return the sources of a board with another one beside its pins."""
    more = Source(name="more", kind=kind, timing="usb", hold_back_ns=None, device=device)
    return (*boards()["three-keys"].sources, more)

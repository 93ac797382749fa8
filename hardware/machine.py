"""What this machine says of itself: files below a root, and three questions beside them.

A test points the root at a tree of its own and answers the questions itself. Nothing here writes,
claims a device or needs rights; what cannot be read is as if it were not there.
"""

import importlib.metadata
import importlib.util
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.gpio_lines import line_owners

SERVICE_USER = "minuta"
DEBUG_UART = "ttyAMA10"
"""On a Pi 5 /dev/serial0 is the debug plug's unless the header's UART is on."""
_CONSOLES = ("serial0", "ttyS0", "ttyAMA0")
_I2S = "/proc/device-tree/soc*/i2s@*/status", "/proc/device-tree/axi/*/rp1/i2s@*/status"
_ASK_S = 3.0


def module_version(name: str) -> str | None:
    """Return the version of an importable module, "" if it has none, None if there is none."""
    try:
        if importlib.util.find_spec(name) is None:
            return None
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
    except (ImportError, ValueError):
        return None


def ask_program(*words: str) -> str:
    """Return what a program says on standard output; "" where it is missing, fails or hangs."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_ASK_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@dataclass(frozen=True, slots=True)
class Card:
    """A sound card: its number of this boot, its lasting id, its name, and who plays on it."""

    number: int
    id: str
    name: str
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """This machine, or one that a test has made up.

    Attributes:
        root: Where its /proc, /sys, /dev, /etc and /run are.
        version: As `module_version`.
        ask: As `ask_program`.
        owners: As `hardware.gpio_lines.line_owners`.
    """

    root: Path = Path("/")
    version: Callable[[str], str | None] = module_version
    ask: Callable[..., str] = ask_program
    owners: Callable[[Path], Mapping[int, str]] = line_owners

    def text(self, path: str) -> str:
        """Return a file's text without zeros and ends; "" if it cannot be read."""
        try:
            raw = self._at(path).read_bytes()
        except OSError:
            return ""
        return raw.decode("utf-8", "replace").strip("\0 \t\r\n")

    def there(self, path: str) -> bool:
        """Return whether a path is there; a link that leads nowhere is not."""
        try:
            return self._at(path).exists()
        except OSError:
            return False

    def found(self, pattern: str) -> list[str]:
        """Return the paths of a pattern such as "/dev/spidev*", sorted."""
        places = self.root.glob(pattern.lstrip("/"))
        return sorted("/" + path.relative_to(self.root).as_posix() for path in places)

    def bus_is_on(self, bus: str) -> bool:
        """Return whether "spi", "i2c", "i2s" or "uart" has taken its pins of the header."""
        if bus == "spi":
            return bool(self.found("/dev/spidev0.*"))
        if bus == "i2c":
            return self.there("/dev/i2c-1")
        if bus == "i2s":
            states = [path for pattern in _I2S for path in self.found(pattern)]
            return any(self.text(path) == "okay" for path in states)
        if not self.there("/dev/serial0"):
            return False
        return self._at("/dev/serial0").resolve().name != DEBUG_UART

    def serial_console(self) -> str:
        """Return the port of the header to which the kernel writes its messages; "" if none."""
        for word in self.text("/proc/cmdline").split():
            port = word.removeprefix("console=").split(",")[0]
            if word.startswith("console=") and port in _CONSOLES:
                return port
        return ""

    def service_runs(self) -> bool:
        """Return whether the daemon runs as a service."""
        return self.ask("systemctl", "is-active", f"{SERVICE_USER}.service") == "active"

    def user(self) -> str:
        """Return who runs the daemon: the service's user if there is one, else who asks."""
        rows = [line.split(":") for line in self.text("/etc/passwd").splitlines()]
        names = {row[0]: row[2] for row in rows if len(row) > 3}
        if SERVICE_USER in names:
            return SERVICE_USER
        return next((name for name, uid in names.items() if uid == str(os.getuid())), "")

    def groups_of(self, user: str) -> frozenset[str]:
        """Return the groups of a user, their first one too."""
        users = [line.split(":") for line in self.text("/etc/passwd").splitlines()]
        first = {row[3] for row in users if len(row) > 3 and row[0] == user}
        groups = [line.split(":") for line in self.text("/etc/group").splitlines()]
        return frozenset(
            row[0]
            for row in groups
            if len(row) > 3 and (row[2] in first or user in row[3].split(","))
        )

    def cards(self) -> list[Card]:
        """Return the sound cards, by number."""
        found = []
        for line in self.text("/proc/asound/cards").splitlines():
            head, bracket, rest = line.partition("[")
            if bracket and head.strip().isdigit():
                number, (card_id, _, name) = int(head), rest.partition("]")
                name = name.partition(" - ")[2].strip()
                found.append(Card(number, card_id.strip(), name, self._player(number)))
        return found

    def _player(self, card: int) -> str:
        """Return who has a card open to play: "mpv (process 712)"; "" if nobody."""
        for path in self.found(f"/proc/asound/card{card}/pcm*p/sub*/status"):
            for line in self.text(path).splitlines():
                name, _, pid = (word.strip() for word in line.partition(":"))
                if name == "owner_pid":
                    return f"{self.text(f'/proc/{pid}/comm') or '?'} (process {pid})"
        return ""

    def line_owners(self) -> Mapping[int, str]:
        """Return BCM number -> who holds it.

        Raises:
            DeviceNotFound: There is no chip of a Pi's header.
            OSError: The chip may not be opened.
        """
        return self.owners(self._at("/dev"))

    def throttled(self) -> int | None:
        """Return the firmware's word on power and heat, as `vcgencmd get_throttled` has it.

        Bit 0: the voltage is too low now; bit 16: it has been since the start. None: unknown.
        """
        said = self.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
        said = said or self.ask("vcgencmd", "get_throttled").partition("=")[2]
        try:
            return int(said, 16)
        except ValueError:
            pass
        for path in self.found("/sys/class/hwmon/*/name"):
            if self.text(path) == "rpi_volt":
                return int(self.text(path.replace("/name", "/in0_lcrit_alarm")) == "1")
        return None

    def _at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

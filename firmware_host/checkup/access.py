"""Groups, device files and libraries: what the drivers of a board need to open their devices."""

from collections.abc import Iterator, Mapping

from firmware_host.checkup.finding import ERROR, WARNING, Finding
from firmware_host.config import Board, Config
from firmware_host.config.usb import KEYS_KIND
from firmware_host.russian import both
from firmware_host.wiring.wires import bus_of
from firmware_host.wiring.words import Both
from hardware import registry
from hardware.errors import HardwareError
from hardware.machine import Machine

GROUP_OF_KIND: Mapping[str, str] = {
    "gpiozero": "gpio", "gpiod": "gpio", "tm1637": "gpio", "serial": "dialout",
    "evdev": "input", "buzz": "input", "pygame": "audio",
}  # fmt: skip
GROUP_OF_BUS: Mapping[str, str] = {"spi": "spi", "i2c": "i2c", "uart": "dialout"}
SYSTEMS_OWN: Mapping[str, tuple[str, ...]] = {
    "gpiozero": ("lgpio",), "tm1637": ("lgpio",), "ht16k33": ("smbus2",),
    "max7219": ("luma.led_matrix", "spidev"), "max7219-matrix": ("luma.led_matrix", "spidev"),
}  # fmt: skip
"""Kind -> the libraries that it takes from the system, by Python's names."""
_STUB = "0.0.0.2"
_LOOK = "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*"


def access_findings(config: Config, machine: Machine) -> Iterator[Finding]:
    """Yield what the daemon's user may not open, what is not plugged in, what is not installed."""
    yield from _groups(config, machine)
    yield from _devices(config.board, machine)
    yield from _libraries(config, machine)


def _kinds(config: Config) -> dict[str, tuple[str, str]]:
    """Return path -> (role, kind) of every driver that the config takes."""
    board = config.board
    found = {f"sources.{one.name}.kind": ("buttons", one.kind) for one in board.sources}
    found |= {f"lamps.{one.name}.kind": ("switch", one.kind) for one in board.lamps}
    found |= {f"buzzers.{one.role}.kind": ("switch", one.kind) for one in board.buzzers}
    found |= {f"displays.{one.name}.kind": ("display", one.kind) for one in board.displays}
    return found | {"sound.kind": ("sound", config.sound.kind)}


def _groups(config: Config, machine: Machine) -> Iterator[Finding]:
    user = machine.user()
    if user == "root":
        return
    needed = {GROUP_OF_KIND[kind] for _, kind in _kinds(config).values() if kind in GROUP_OF_KIND}
    needed |= {GROUP_OF_BUS[bus] for one in config.board.displays if (bus := bus_of(one))}
    lacking = ",".join(sorted(needed - machine.groups_of(user)))
    if lacking:
        command = f"sudo usermod -aG {lacking} {user or '$USER'}"
        remedy = (
            f"пользователь {user or '?'} не в этих группах: `{command}` и войти снова",
            f"user {user or '?'} is not in these groups: `{command}`, then log in again",
        )
        yield Finding(ERROR, "groups", lacking, remedy)


def _devices(board: Board, machine: Machine) -> Iterator[Finding]:
    by_usb = [f"sources.{one.name}.device" for one in board.sources if one.kind == KEYS_KIND]
    named = [(ERROR, f"sources.{one.name}.device", one.device) for one in board.sources]
    named += [
        (WARNING, f"displays.{one.name}.device", one.device)
        for one in board.displays
        if not bus_of(one)
    ]
    for severity, path, device in named:
        if device.startswith("/") and path not in by_usb and not machine.there(device):
            there = [one for pattern in _LOOK for one in machine.found(pattern)]
            remedy = (
                f"такого устройства нет: подключите его; есть {', '.join(there) or 'ничего'}",
                f"there is no such device: plug it in; there is {', '.join(there) or 'nothing'}",
            )
            yield Finding(severity, path, device, remedy)


def _libraries(config: Config, machine: Machine) -> Iterator[Finding]:
    """Yield each library that is missing, once, where it is first wanted; then sick drivers."""
    told: dict[str, str] = {}
    for path, (_, kind) in _kinds(config).items():
        for library in SYSTEMS_OWN.get(kind, ()):
            version = machine.version(library)
            if library not in told and version in (None, _STUB):
                told[library] = path
                yield Finding(ERROR, path, library, _install(library, stub=version == _STUB))
    for path, (role, kind) in _kinds(config).items():
        try:
            registry.load(role, kind)
        except HardwareError as error:
            severity = ERROR if role == "buttons" else WARNING
            if path not in told.values():
                yield Finding(severity, path, kind, both(f"the driver does not load: {error}"))


def _install(library: str, *, stub: bool) -> Both:
    ru, en = ("нет библиотеки", "a library is missing")
    if stub:
        ru, en = ("это пустая заглушка", "this one is an empty stub")
    command = f"sudo apt install python3-{library.replace('_', '-')}"
    return (
        f"{ru}: `{command}` (Raspberry Pi OS) и снова `make install`: она берёт её у системы",
        f"{en}: `{command}` (Raspberry Pi OS), then `make install` again: it takes it from the"
        " system",
    )

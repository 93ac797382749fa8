"""Pins that a bus, the console or another program has taken, and buses that are off."""

from collections.abc import Iterator, Mapping

from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from firmware_host.config import Board
from firmware_host.russian import both
from firmware_host.wiring.wires import UARTS, bus_of
from firmware_host.wiring.words import Both
from hardware.errors import HardwareError
from hardware.header import BUS_WIRES, I2S_WIRES
from hardware.machine import Machine

SWITCH: Mapping[str, tuple[str, str]] = {
    "spi": ("sudo raspi-config nonint do_spi 0", "sudo raspi-config nonint do_spi 1"),
    "i2c": ("sudo raspi-config nonint do_i2c 0", "sudo raspi-config nonint do_i2c 1"),
    "uart": (
        "sudo raspi-config nonint do_serial_hw 0", "sudo raspi-config nonint do_serial_hw 1",
    ),
}  # fmt: skip
"""Bus -> what switches it on, and off; both from the next start on."""
QUIET_CONSOLE = "sudo raspi-config nonint do_serial_cons 1"
_GPIO = ("gpiod", "gpiozero")


def pin_findings(board: Board, machine: Machine, *, daemon_runs: bool) -> Iterator[Finding]:
    """Yield what is wrong with pins and buses.

    Args:
        daemon_runs: A daemon of ours answers: what is held is then its own.
    """
    pins = dict(_real_pins(board))
    yield from _taken(pins, machine)
    yield from _buses_off(board, machine)
    yield from _console(board, pins, machine)
    if pins:
        yield from _held(board, pins, machine, daemon_runs)


def _real_pins(board: Board) -> Iterator[tuple[str, int]]:
    """Yield path and pin of what is really wired to the header."""
    kinds = {source.name: source.kind for source in board.sources}
    for key in board.keys:
        if key.pin is not None and kinds[key.source] in _GPIO:
            yield f"keys.{key.key}.pin", key.pin
    for lamp in board.lamps:
        if lamp.kind in _GPIO and lamp.pin is not None:
            yield f"lamps.{lamp.name}.pin", lamp.pin
    for buzzer in board.buzzers:
        if buzzer.kind in _GPIO:
            yield f"buzzers.{buzzer.role}.pin", buzzer.pin
    for display in board.displays:
        for nth, pin in enumerate(display.pins):
            yield f"displays.{display.name}.pins[{nth}]", pin


def _taken(pins: Mapping[str, int], machine: Machine) -> Iterator[Finding]:
    for bus, lines in {**BUS_WIRES, "i2s": I2S_WIRES}.items():
        names = {pin: name for name, pin in lines.items()}
        for path, pin in pins.items():
            if pin in names and machine.bus_is_on(bus):
                yield Finding(ERROR, path, str(pin), _of_a_bus(names[pin], bus))


def _of_a_bus(name: str, bus: str) -> Both:
    if bus == "i2s":
        return (
            f"это {name} звуковой платы (I2S): возьмите другой вывод",
            f"this is {name} of the sound HAT (I2S): take another pin",
        )
    off = SWITCH[bus][1]
    return (
        f"это {name} включённой шины {bus}: другой вывод, или `{off}` и перезапуск",
        f"this is {name} of the {bus} bus, which is on: take another pin, or `{off}` and restart",
    )


def _buses_off(board: Board, machine: Machine) -> Iterator[Finding]:
    for display in board.displays:
        bus = bus_of(display)
        if bus and not machine.bus_is_on(bus):
            on = SWITCH[bus][0]
            remedy = (
                f"табло нужна шина {bus}, а она выключена: `{on}` и перезапуск",
                f"it needs the {bus} bus, which is off: `{on}` and restart",
            )
            yield Finding(ERROR, f"displays.{display.name}.kind", display.kind, remedy)


def _console(board: Board, pins: Mapping[str, int], machine: Machine) -> Iterator[Finding]:
    port = machine.serial_console()
    if not port:
        return
    remedy = (
        f"ядро пишет туда свои сообщения (console={port}): `{QUIET_CONSOLE}` и перезапуск",
        f"the kernel writes its messages there (console={port}): `{QUIET_CONSOLE}` and restart",
    )
    for path, pin in pins.items():
        if pin in BUS_WIRES["uart"].values():
            yield Finding(ERROR, path, str(pin), remedy)
    named = [(f"sources.{one.name}.device", one.device) for one in board.sources]
    named += [(f"displays.{one.name}.device", one.device) for one in board.displays]
    for path, device in named:
        if device in UARTS:
            yield Finding(ERROR, path, device, remedy)


def _held(
    board: Board, pins: Mapping[str, int], machine: Machine, daemon_runs: bool
) -> Iterator[Finding]:
    try:
        owners = machine.line_owners()
    except HardwareError as error:
        yield Finding(ERROR, "board", board.id, _no_header(error))
        return
    except OSError as error:
        remedy = (
            "нельзя узнать, кто держит выводы: запустите через sudo",
            "who holds the pins cannot be seen: run it with sudo",
        )
        yield Finding(WARNING, "board", error.strerror or str(error), remedy)
        return
    for path, pin in pins.items():
        owner = owners.get(pin)
        if owner and daemon_runs:
            remedy = ("его держит сама Минута: она запущена", "Minuta itself holds it: it runs")
            yield Finding(NOTE, path, str(pin), remedy)
        elif owner:
            remedy = (
                f"вывод держит «{owner}»: остановите эту программу или возьмите другой вывод",
                f"the pin is held by {owner!r}: stop that program, or take another pin",
            )
            yield Finding(ERROR, path, str(pin), remedy)


def _no_header(error: HardwareError) -> Both:
    return both(
        f"this machine has no header of a Raspberry Pi ({error}): take a Pi, or simulated = true"
    )

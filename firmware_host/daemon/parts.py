"""The pumped parts that every program with the devices has: the daemon, and the pre-flight."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware_host.daemon.devices import Devices
from firmware_host.outputs.displays import DisplayRunner
from firmware_host.outputs.outputs import Outputs
from firmware_host.outputs.switches import SwitchRunner
from hardware.ports import Pumped


@dataclass(frozen=True, slots=True)
class Part:
    """A pumped part with the name and real-time priority of its thread (REALTIME d)."""

    name: str
    part: Pumped
    priority: int


def make_outputs(devices: Devices, report: Callable[[str, bool, str], None]) -> Outputs:
    """Return the outputs of a board. `report(name, alive, why)` is told of losses and returns."""
    return Outputs(
        [DisplayRunner(display, role, report) for role, display in devices.displays],
        [SwitchRunner(lamp, role, report) for role, lamp in devices.lamps],
        [SwitchRunner(buzzer, role, report) for role, buzzer in devices.buzzers],
        devices.sound,
    )


def source_parts(devices: Devices) -> Iterator[Part]:
    """Yield the sources of keys."""
    for name, source in devices.sources.items():
        yield Part(f"keys-{name}", source, 25)


def output_parts(outputs: Outputs) -> Iterator[Part]:
    """Yield each output."""
    for runner in outputs.displays:
        yield Part(f"display-{runner.display.name}", runner, 12)
    for switch in (*outputs.lamps, *outputs.buzzers):
        yield Part(f"switch-{switch.switch.name}", switch, 12)
    yield Part("sound", outputs.sound, 12)

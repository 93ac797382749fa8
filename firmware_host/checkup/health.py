"""The clock and the power of the machine."""

from collections.abc import Iterator

from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from hardware.machine import Machine

_SOURCE = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
_SYNCED = "/run/systemd/timesync/synchronized"
_COARSE = ("jiffies", "refined-jiffies")
_LOW, _HOT = 0x1, 0xE
_WAS_LOW, _WAS_HOT = _LOW << 16, _HOT << 16


def health_findings(machine: Machine) -> Iterator[Finding]:
    """Yield what the clock is, and what the firmware says of power and heat."""
    yield from _clock(machine)
    yield from _power(machine)


def _clock(machine: Machine) -> Iterator[Finding]:
    source = machine.text(_SOURCE)
    if source in _COARSE:
        remedy = (
            "часы ядра тикают по нескольку миллисекунд: возьмите ядро Raspberry Pi OS",
            "the kernel's clock ticks in milliseconds: take the kernel of Raspberry Pi OS",
        )
        yield Finding(WARNING, "clock.source", source, remedy)
    elif source:
        meaning = ("монотонные часы, по ним всё и решается", "the monotonic clock; it decides all")
        yield Finding(NOTE, "clock.source", source, meaning)
    if machine.there(_SYNCED):
        meaning = ("дата верна: сверена по сети", "the date is right: it was set by the network")
        yield Finding(NOTE, "clock.date", "NTP", meaning)
    elif machine.found("/sys/class/rtc/rtc*"):
        meaning = (
            "дата из часов с батарейкой, по сети не сверена",
            "the date is of the clock with a battery; no network has set it",
        )
        yield Finding(NOTE, "clock.date", "RTC", meaning)
    else:
        remedy = (
            "дата может быть неверна, времени игры это не касается: сверьте её по сети или"
            " поставьте часы с батарейкой",
            "the date may be wrong, the game's times are not: let a network set it, or add a"
            " clock with a battery",
        )
        yield Finding(WARNING, "clock.date", "", remedy)


def _power(machine: Machine) -> Iterator[Finding]:
    bits = machine.throttled()
    if bits is None:
        return
    value = f"{bits:#x}"
    if bits & _LOW:
        remedy = (
            "напряжение сейчас ниже нормы: возьмите блок питания от Raspberry Pi и короткий кабель",
            "the voltage is too low now: take Raspberry Pi's own supply and a short cable",
        )
        yield Finding(ERROR, "power", value, remedy)
    elif bits & _WAS_LOW:
        remedy = (
            "с запуска напряжение падало ниже нормы: возьмите блок питания получше",
            "the voltage has been too low since the start: take a better supply",
        )
        yield Finding(WARNING, "power", value, remedy)
    if bits & (_HOT | _WAS_HOT):
        remedy = (
            "процессор притормаживал от нагрева или питания: дайте ему воздух или вентилятор",
            "the processor was slowed by heat or power: give it air, or a fan",
        )
        yield Finding(WARNING, "heat", value, remedy)
    if not bits:
        meaning = ("питание и нагрев в норме", "power and heat are as they should be")
        yield Finding(NOTE, "power", value, meaning)

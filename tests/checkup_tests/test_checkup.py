"""`minuta check` on a machine: each finding, and the machine on which it is not there."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from checkup_tests.pi import TWO_CARDS, Pi, config, keyed, shown, sourced
from firmware_host.checkup.finding import ERROR, WARNING
from firmware_host.config import Config, boards, load_config_text
from hardware.errors import DeviceNotFound, DeviceUnsupported

PLAYED = "/proc/asound/card0/pcm0p/sub0/status"
CLOCK = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
SYNCED = "/run/systemd/timesync/synchronized"
SPI_ON = "/dev/spidev0.0"
I2S = "/proc/device-tree/soc/i2s@7e203000/status"


class Case(NamedTuple):
    """A machine that is spoiled, a config, and the one thing that is found."""

    name: str
    spoil: Callable[[Pi], object]
    config: Config
    severity: str
    path: str
    value: str
    words: tuple[str, ...]


def nothing(pi: Pi) -> None:
    """Spoil nothing: it is the config that does not fit."""


def put(path: str, text: str = "") -> Callable[[Pi], object]:
    return lambda pi: pi.put(path, text)


def owned(pin: int, owner: str) -> Callable[[Pi], object]:
    return lambda pi: setattr(pi, "owners", lambda _: {pin: owner})


def failing(error: Exception) -> Callable[[Pi], object]:
    def fail(_: Path) -> dict[int, str]:
        raise error

    return lambda pi: setattr(pi, "owners", fail)


def lacking(library: str, version: str | None = None) -> Callable[[Pi], object]:
    return lambda pi: pi.versions.update({library: version})


def groups(*names: str) -> Callable[[Pi], object]:
    return put("/etc/group", "".join(f"{name}:x:1:minuta\n" for name in names))


SPI, I2C = config(displays=shown("max7219")), config(displays=shown("ht16k33"))
UART = config(sources=sourced("serial", "/dev/serial0"))
SECOND = config(sources=sourced("gpiozero", ""))
BOX = config(sources=sourced("serial", "/dev/minuta-tables"))
CONSOLE = "console=serial0,115200 console=tty1"
DENIED = PermissionError(errno.EACCES, "Permission denied")


def both(*spoils: Callable[[Pi], object]) -> Callable[[Pi], object]:
    return lambda pi: [spoil(pi) for spoil in spoils]


OF_PI = " of a Raspberry Pi's header: none there"
CASES = [
    Case("spi-pin", put(SPI_ON), config(keys=keyed(10)), ERROR, "keys.start.pin", "10",
         ("MOSI of the spi bus", "do_spi 1")),
    Case("i2c-pin", put("/dev/i2c-1"), config(keys=keyed(2)), ERROR, "keys.start.pin", "2",
         ("SDA of the i2c bus", "do_i2c 1")),
    Case("uart-pin", put("/dev/serial0"), config(keys=keyed(14)), ERROR, "keys.start.pin", "14",
         ("TXD of the uart bus", "do_serial_hw 1")),
    Case("sound-hat-pin", put(I2S, "okay\0"), config(keys=keyed(20)), ERROR, "keys.start.pin", "20",
         ("PCM_DIN of the sound HAT",)),
    Case("console-pin", put("/proc/cmdline", CONSOLE), config(keys=keyed(15)), ERROR,
         "keys.start.pin", "15", ("console=serial0", "do_serial_cons 1")),
    Case("console-port", both(put("/proc/cmdline", CONSOLE), put("/dev/serial0")), UART, ERROR,
         "sources.more.device", "/dev/serial0", ("console=serial0", "do_serial_cons 1")),
    Case("spi-off", nothing, SPI, ERROR, "displays.wall.kind", "max7219",
         ("needs the spi bus", "do_spi 0")),
    Case("i2c-off", nothing, I2C, ERROR, "displays.wall.kind", "ht16k33",
         ("needs the i2c bus", "do_i2c 0")),
    Case("held", owned(17, "w1"), config(), ERROR, "keys.start.pin", "17", ("held by 'w1'",)),
    Case("held-lamp", owned(23, "fan"), config(), ERROR, "lamps.running.pin", "23", ("'fan'",)),
    Case("no-header", failing(DeviceNotFound(f"no GPIO chip{OF_PI}")), config(), ERROR, "board",
         "three-keys", ("no header of a Raspberry Pi", "no GPIO chip")),
    Case("not-seen", failing(DENIED), config(), WARNING, "board", "Permission denied",
         ("run it with sudo",)),
    Case("groups", groups("i2c", "spi"), config(), ERROR, "groups", "audio,gpio",
         ("user minuta", "sudo usermod -aG audio,gpio minuta")),
    Case("group-of-a-bus", both(put(SPI_ON), groups("gpio", "audio")), SPI, ERROR, "groups", "spi",
         ("usermod -aG spi minuta",)),
    Case("no-device", put("/dev/ttyACM3"), BOX, ERROR, "sources.more.device", "/dev/minuta-tables",
         ("plug it in", "there is /dev/ttyACM3")),
    Case("no-display", nothing, config(displays=shown("serial", "/dev/ttyUSB0")), WARNING,
         "displays.wall.device", "/dev/ttyUSB0", ("there is nothing",)),
    Case("no-lgpio", lacking("lgpio"), SECOND, ERROR, "sources.more.kind", "lgpio",
         ("a library is missing", "sudo apt install python3-lgpio")),
    Case("lgpio-stub", lacking("lgpio", "0.0.0.2"), SECOND, ERROR, "sources.more.kind", "lgpio",
         ("empty stub", "sudo apt install python3-lgpio")),
    Case("no-spidev", both(put(SPI_ON), lacking("spidev")), SPI, ERROR, "displays.wall.kind",
         "spidev", ("sudo apt install python3-spidev",)),
    Case("no-luma", both(put(SPI_ON), lacking("luma.led_matrix")), SPI, ERROR, "displays.wall.kind",
         "luma.led_matrix", ("sudo apt install python3-luma.led-matrix",)),
    Case("no-smbus2", both(put("/dev/i2c-1"), lacking("smbus2")), I2C, ERROR, "displays.wall.kind",
         "smbus2", ("sudo apt install python3-smbus2",)),
    Case("no-card", put("/proc/asound/cards", "--- no soundcards ---"), config(), WARNING,
         "sound.device", "", ("no sound card",)),
    Case("no-card-no-buzzer", put("/proc/asound/cards"), config(buzzers=()), ERROR, "sound.device",
         "", ("no sound card",)),
    Case("which-card", put("/proc/asound/cards", TWO_CARDS), config(), WARNING, "sound.device", "",
         ("Headphones (bcm2835 Headphones), Device (USB Audio Device)",)),
    Case("no-such-card", nothing, config(device="Device"), ERROR, "sound.device", "Device",
         ("there is no such card", "Headphones")),
    Case("card-number", nothing, config(device="hw:1,0"), WARNING, "sound.device", "hw:1,0",
         ("change at each start",)),
    Case("played", both(put(PLAYED, "state: RUNNING\nowner_pid   : 712\n"),
                        put("/proc/712/comm", "mpv\n")), config(), WARNING, "sound.device",
         "Headphones", ("mpv (process 712) plays",)),
    Case("bluetooth", nothing, config(device="bluealsa:DEV=1"), ERROR, "sound.device",
         "bluealsa:DEV=1", ("Bluetooth is 100-300 ms late", "wire")),
    Case("bluetooth-default", put("/etc/asound.conf", "pcm.!default { type bluealsa }"), config(),
         ERROR, "sound.device", "/etc/asound.conf", ("Bluetooth is 100-300 ms late",)),
    Case("coarse-clock", put(CLOCK, "jiffies\n"), config(), WARNING, "clock.source", "jiffies",
         ("ticks in milliseconds",)),
    Case("no-date", lambda pi: pi.take(SYNCED), config(), WARNING, "clock.date", "",
         ("the date may be wrong",)),
    Case("low-voltage", lambda pi: pi.throttled("0x50001"), config(), ERROR, "power", "0x50001",
         ("too low now",)),
    Case("was-low", lambda pi: pi.throttled("0x10000"), config(), WARNING, "power", "0x10000",
         ("has been too low",)),
    Case("heat", lambda pi: pi.throttled("0x80000"), config(), WARNING, "heat", "0x80000",
         ("a fan",)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_wrong_is_found_with_place_value_and_remedy(case: Case, pi: Pi) -> None:
    case.spoil(pi)
    found = [one for one in pi.look(case.config) if (one.path, one.value) == case[4:6]]
    assert [one.severity for one in found] == [case.severity], pi.look(case.config)
    for words in case.words:
        assert words in found[0].remedy[1]
    assert found[0].remedy[0] != found[0].remedy[1]


WELL = [
    ("as-it-is", nothing, config()),
    ("no-lgpio-and-nobody-who-wants-it", lacking("lgpio"), config()),
    ("spi", put(SPI_ON), SPI),
    ("i2c", put("/dev/i2c-1"), I2C),
    ("uart", put("/dev/serial0"), UART),
    ("serial-box", put("/dev/minuta-tables"), BOX),
    ("free-pins", both(put(SPI_ON), put("/dev/i2c-1"), put(I2S, "disabled\0")), config()),
    ("bus-pins-of-no-bus", nothing, config(keys=keyed(10))),
    ("others-line", owned(4, "w1"), config()),
    ("named-card", put("/proc/asound/cards", TWO_CARDS), config(device="USB Audio Device")),
    ("carded", put("/proc/asound/cards", TWO_CARDS), config(device="hw:CARD=Device")),
]


@pytest.mark.parametrize(("spoil", "config"), [one[1:] for one in WELL], ids=[w[0] for w in WELL])
def test_a_machine_that_fits_its_config_has_no_faults(
    spoil: Callable[[Pi], object], config: Config, pi: Pi
) -> None:
    spoil(pi)
    assert pi.look(config) == []


def test_what_the_daemon_itself_holds_is_no_fault(pi: Pi) -> None:
    pi.owners = lambda _: {17: "lg"}
    pi.put(PLAYED, "owner_pid : 5\n")
    assert pi.look(config(), daemon_runs=True) == []
    assert "Minuta itself" in pi.notes(config(), daemon_runs=True)["keys.start.pin"]


def test_a_pi_5_whose_serial_port_is_the_debug_plugs_has_its_pins_free(pi: Pi) -> None:
    pi.put("/dev/ttyAMA10")
    (pi.root / "dev/serial0").symlink_to("ttyAMA10")
    assert pi.look(config(keys=keyed(14))) == []


def test_a_driver_that_does_not_load_is_said(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(role: str, kind: str) -> type:
        raise DeviceUnsupported(f"{kind} wants a library")

    monkeypatch.setattr("firmware_host.checkup.access.registry.load", load)
    found = {one.path: (one.severity, one.remedy[1]) for one in pi.look(config())}
    assert found["sources.gpio.kind"] == (
        ERROR,
        "the driver does not load: gpiod wants a library",
    )
    assert found["lamps.running.kind"][0] == WARNING


def test_clock_and_power_are_stated_where_all_is_well(pi: Pi) -> None:
    assert set(pi.notes(config())) == {
        "sound.device",
        "clock.source",
        "clock.date",
        "power",
        "offsets.sound",
    }
    pi.take(SYNCED)
    pi.put("/sys/class/rtc/rtc0/name")
    assert "battery" in pi.notes(config())["clock.date"]


def test_what_was_measured_of_a_lamp_that_is_not_there_is_said(pi: Pi) -> None:
    text = 'schema = 1\nboard = "three-keys"\n[box]\nsimulated = true\n[offsets]\n'
    row = '{name} = {{ offset = "1ms", doubt = "1ms" }}\n'
    told = load_config_text(text + row.format(name="done") + row.format(name="claim"), "x")
    (one,) = pi.look(told)
    assert (one.severity, one.path) == (WARNING, "offsets.claim")
    assert "no such lamp" in one.remedy[1]


def test_the_voltage_is_asked_of_the_program_and_of_the_sensor(pi: Pi) -> None:
    pi.take("/sys/devices/platform/soc/soc:firmware/get_throttled")
    assert pi.machine().throttled() is None
    assert "power" not in pi.notes(config())
    pi.put("/sys/class/hwmon/hwmon2/name", "rpi_volt\n")
    pi.put("/sys/class/hwmon/hwmon2/in0_lcrit_alarm", "1\n")
    assert pi.machine().throttled() == 1
    pi.said["vcgencmd get_throttled"] = "throttled=0x50005"
    assert pi.machine().throttled() == 0x50005


def test_a_simulated_board_asks_nothing_of_the_pins(pi: Pi) -> None:
    pi.owners = lambda _: {17: "w1"}
    pi.put("/etc/group", "")
    assert pi.look(config()) != []
    text = 'schema = 1\nboard = "three-keys"\n[box]\nsimulated = true\n'
    assert pi.look(load_config_text(text, "minuta.toml")) == []


@pytest.mark.parametrize("board", ["two-keys", "three-keys", "six-keys", "four-seats"])
def test_a_shipped_board_fits_a_pi_with_all_its_buses_on(board: str, pi: Pi) -> None:
    for device in (SPI_ON, "/dev/i2c-1", "/dev/serial0"):
        pi.put(device)
    shipped = boards()[board]
    assert pi.look(config(keys=shipped.keys, lamps=shipped.lamps, buzzers=shipped.buzzers)) == []


def test_the_cards_are_read(pi: Pi) -> None:
    pi.put("/proc/asound/cards", TWO_CARDS)
    pi.put(PLAYED, "owner_pid   : 9\n")
    assert [(card.number, card.id, card.owner) for card in pi.machine().cards()] == [
        (0, "Headphones", "? (process 9)"), (1, "Device", ""),
    ]  # fmt: skip

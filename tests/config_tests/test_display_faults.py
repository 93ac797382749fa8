"""What a board may say of a display: both sides of each bound, and what its kind needs."""

import pytest

from firmware_host.config import Board, load_config_text
from firmware_host.errors import FileFaults
from hardware import registry
from hardware.displays.wired import Wiring
from hardware.errors import DeviceUnsupported

TEXT = """schema = 1
[board]
id = "own"
name = {{ ru = "Своя", en = "Own" }}
buses = {buses}
[board.sources.gpio]
kind = "gpiozero"
[board.keys]
start = {{ pin = 17 }}
[board.displays.hall]
{display}
"""


def load(display: str, buses: str = '["i2c", "spi", "uart"]') -> Board:
    return load_config_text(TEXT.format(display=display, buses=buses), "x").board


def faults(display: str, buses: str = '["i2c", "spi", "uart"]') -> list[tuple[str, str]]:
    with pytest.raises(FileFaults) as caught:
        load(display, buses)
    return [
        (one.path.removeprefix("board.displays.hall."), one.value) for one in caught.value.faults
    ]


def test_all_that_can_be_said_arrives() -> None:
    (one,) = load(
        'kind = "max7219"\ndigits = 8\ndevice = "/dev/spidev0.1"\nbrightness = 3\nrotated = true\n'
        "colon = 0\nblock_turn = 90"
    ).displays
    said = (one.kind, one.digits, one.device, one.brightness, one.rotated, one.colon)
    assert said == ("max7219", 8, "/dev/spidev0.1", 3, True, 0)
    assert one.block_turn == 90


def test_what_is_not_said_is_usual() -> None:
    (one,) = load('kind = "max7219"').displays
    assert (one.digits, one.brightness, one.rotated, one.colon, one.block_turn) == (
        4, 8, False, None, -90,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("brightness", ("1", "16"), ("0", "17")),
        ("colon", ("0", "16"), ("-1", "17")),
        ("block_turn", ("-90", "0", "90", "180"), ("270", "1", "true")),
        ("rotated", ("true", "false"), ('"yes"', "1")),
        ("digits", ("1", "8", "16"), ("0", "9", "15", "17")),
    ],
)
def test_bounds(key: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    for value in good:
        load(f'kind = "max7219"\n{key} = {value}')
    for value in bad:
        assert [path for path, _ in faults(f'kind = "max7219"\n{key} = {value}')] == [key]


@pytest.mark.parametrize(
    ("kind", "bus"), [("ht16k33", "i2c"), ("max7219", "spi"), ("max7219-matrix", "spi")]
)
def test_a_display_on_a_bus_that_is_off_is_refused(kind: str, bus: str) -> None:
    others = [one for one in ("i2c", "spi", "uart") if one != bus]
    assert faults(f'kind = "{kind}"', str(others)) == [("kind", kind)]
    load(f'kind = "{kind}"', str([bus]))


def test_a_display_on_two_wires_wants_two_free_pins() -> None:
    load('kind = "tm1637"\npins = [23, 24]')
    assert faults('kind = "tm1637"') == [("pins", "[]")]
    assert faults('kind = "tm1637"\npins = [23]') == [("pins", "[23]")]
    assert faults('kind = "tm1637"\npins = [23, 24, 25]') == [("pins", "[23, 24, 25]")]
    assert faults('kind = "tm1637"\npins = [23, 17]') == [("pins[1]", "17")]  # START's
    assert faults('kind = "tm1637"\npins = [23, 2]') == [("pins[1]", "2")]  # I2C's
    assert faults('kind = "tm1637"\npins = [23, 24]\ndigits = 7') == [("digits", "7")]


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("max7219", ("", "/dev/spidev0.1", "/dev/spidev10.0"), ("/dev/spidev0", "/dev/spi0.0")),
        (
            "ht16k33",
            ("", "/dev/i2c-1@0x70", "/dev/i2c-0@0x77"),
            ("/dev/i2c-1", "/dev/i2c-1@0x78", "/dev/i2c-1@70", "/dev/spidev0.0"),
        ),
    ],
)
def test_a_place_is_one_that_its_kind_has_and_its_driver_agrees(
    kind: str, good: tuple[str, ...], bad: tuple[str, ...]
) -> None:
    driver = registry.load("display", kind)
    for device in good:
        load(f'kind = "{kind}"\ndevice = "{device}"')
        driver("hall", Wiring(device=device), object)
    for device in bad:
        assert faults(f'kind = "{kind}"\ndevice = "{device}"') == [("device", device)]
        with pytest.raises(DeviceUnsupported):
            driver("hall", Wiring(device=device), object)


@pytest.mark.parametrize(
    ("key", "value"),
    [("brightness", "4"), ("rotated", "true"), ("colon", "2"), ("block_turn", "0")],
)
def test_what_the_box_cannot_set_is_refused_and_not_ignored(key: str, value: str) -> None:
    assert faults(f'kind = "console"\n{key} = {value}') == [(key, value)]
    load(f'kind = "max7219-matrix"\n{key} = {value}')  # the control

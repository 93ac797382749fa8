"""What the daemon makes of the rows of a board: each driver is given what the row says."""

from firmware_host.config import boards, load_config_text
from firmware_host.daemon.devices import build_devices
from hardware.buttons.gpiod_keys import GpiodButtons
from hardware.clock import MonotonicClock
from hardware.header import I2S_WIRES

BOARD = """schema = 1
[sound]
kind = "silent"
[board]
id = "own"
name = { ru = "Своя", en = "Own" }
[board.sources.gpio]
kind = "gpiod"
MORE
[board.keys]
start = { pin = 17 }
[board.displays.hall]
kind = "console"
pins = [5, 6]
"""


def source_of(more=""):
    config = load_config_text(BOARD.replace("MORE", more), "minuta.toml")
    return build_devices(config, MonotonicClock()).sources["gpio"]


def test_the_source_of_pins_states_the_doubt_and_the_hold_back_of_its_row():
    plain, told = source_of(), source_of('doubt = "0.3ms"\nhold_back = "40ms"')
    assert isinstance(plain, GpiodButtons)
    assert (plain.u_ns, plain.hold_back_ns) == (50_000, 10_000_000)
    assert (told.u_ns, told.hold_back_ns) == (300_000, 40_000_000)


def test_a_lonely_key_is_joined_by_a_pin_that_is_no_key_no_display_no_bus_and_no_hats():
    spares = source_of().spares
    assert spares
    assert not set(spares) & {17, 5, 6, 0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, *I2S_WIRES.values()}


def test_every_shipped_board_has_its_keys_on_the_character_device():
    kinds = {source.kind for board in boards().values() for source in board.sources}
    outputs = {one.kind for board in boards().values() for one in (*board.lamps, *board.buzzers)}
    assert (kinds, outputs) == ({"gpiod", "serial", "evdev"}, {"gpiod", "buzz"})

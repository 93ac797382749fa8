"""`minuta off`: what a killed daemon left on goes out, and a living one is left alone."""

import os
from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.daemon import devices
from firmware_host.errors import InTheWay
from firmware_host.journal.lock import lock
from hardware import gpiozero_pins
from hardware.displays.wired import BusDisplay
from hardware.errors import DeviceNotFound

CONFIG = """schema = 1
[box]
state = "{state}"
[board]
id = "own"
name = {{ ru = "Своя", en = "Own" }}
[board.sources.gpio]
kind = "gpiozero"
[board.keys]
start = {{ pin = 17 }}
[board.lamps]
running = {{ pin = 23, kind = "gpiozero" }}
[board.buzzers]
hall = {{ pin = 18, kind = "gpiozero" }}
[board.displays.hall]
kind = "ht16k33"
"""


class Glass(BusDisplay[list[str]]):
    """A display in memory, instead of the one of the config."""

    seen: list[str]
    lost = False

    def __init__(self, name: str, _wiring: object) -> None:
        super().__init__(name, lambda: self.seen)

    def _write(self, bus: list[str], text: str) -> None:
        if self.lost:
            raise OSError("Remote I/O error")
        bus.append(text)

    def _release(self, bus: list[str]) -> None:
        """Nothing is held."""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    (tmp_path / "run").mkdir()
    monkeypatch.setattr(Glass, "seen", ["0:59"], raising=False)
    real = devices.registry.load
    monkeypatch.setattr(
        devices.registry,
        "load",
        lambda role, kind: Glass if role == "display" else real(role, kind),
    )
    file = tmp_path / "minuta.toml"
    file.write_text(CONFIG.format(state=tmp_path / "state"), encoding="utf-8")
    return file


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> gpiozero_pins.MockFactory:
    factory = gpiozero_pins.make_factory("mock")
    monkeypatch.setattr(gpiozero_pins, "make_factory", lambda kind: factory)
    for pin in (18, 23):  # as a killed daemon left them
        factory.pin(pin).function = "output"
        factory.pin(pin).state = 1
    return factory


def test_lamps_buzzers_and_displays_go_out(config: Path, pins: gpiozero_pins.MockFactory) -> None:
    assert [bool(pins.pin(pin).state) for pin in (18, 23)] == [True, True]  # the control
    result = said("off", "--config", config)
    assert (result.exit_code, result.output) == (0, "")
    assert [bool(pins.pin(pin).state) for pin in (18, 23)] == [False, False]
    assert Glass.seen[-1] == ""


def test_a_display_that_is_gone_is_named_and_the_lamps_go_out(
    config: Path, pins: gpiozero_pins.MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Glass, "lost", True)
    result = said("off", "--config", config)
    assert result.exit_code == 1
    assert result.output == "minuta: display hall: Remote I/O error\n"
    assert not pins.pin(23).state


def test_without_a_header_the_displays_still_go_dark(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_kind: str) -> object:
        raise DeviceNotFound("no GPIO chip")

    monkeypatch.setattr(gpiozero_pins, "make_factory", refuse)
    result = said("off", "--config", config)
    assert (result.exit_code, Glass.seen[-1]) == (1, "")
    assert "no pin can be claimed: no GPIO chip" in result.output


def test_the_outputs_of_a_living_daemon_are_left_alone(
    config: Path, pins: gpiozero_pins.MockFactory
) -> None:
    said("off", "--config", config)  # makes the folders
    pins.pin(23).function = "output"
    pins.pin(23).state = 1
    Glass.seen.append("0:58")
    from firmware_host.config import find_places, load_config

    held = lock(find_places(load_config(config, {}).box.state, os.environ).runtime)
    try:
        result = said("off", "--config", config)
    finally:
        os.close(held)
    assert isinstance(result.exception, InTheWay)
    assert (bool(pins.pin(23).state), Glass.seen[-1]) == (True, "0:58")

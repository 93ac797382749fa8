"""Making a pin factory: an explicit kind, the chip by its label, no fall-back."""

import os
import sys
from types import SimpleNamespace

import pytest

from hardware import chips
from hardware.errors import DeviceNotFound, DeviceUnsupported
from hardware.gpiozero_pins import make_factory


def chip_files(folder, names, links=()):
    for name in names:
        (folder / name).touch()
    for link, target in links:
        (folder / link).symlink_to(folder / target)
    return folder


def test_the_header_of_a_pi_5_is_found_where_the_number_moved(tmp_path):
    dev = chip_files(tmp_path, ["gpiochip0", "gpiochip10"], [("gpiochip4", "gpiochip0")])
    asked = []

    def label(number):
        asked.append(number)
        return {0: "pinctrl-rp1", 10: "gpio-brcmstb"}[number]

    assert chips.find_chip(dev, label) == 0
    assert asked == [0, 10]  # the link counts once


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_each_known_label_is_found_on_any_number(tmp_path, label):
    dev = chip_files(tmp_path, ["gpiochip0", "gpiochip4", "gpiochip"])
    assert chips.find_chip(dev, lambda number: label if number == 4 else "other") == 4


def test_without_a_header_all_chips_are_named(tmp_path):
    dev = chip_files(tmp_path, ["gpiochip3"])
    with pytest.raises(DeviceNotFound, match="gpiochip3 is 'gpio-sim'"):
        chips.find_chip(dev, lambda number: "gpio-sim")
    with pytest.raises(DeviceNotFound, match="none there"):
        chips.find_chip(tmp_path / "nothing", lambda number: "")


def test_an_unknown_kind_is_refused():
    with pytest.raises(DeviceUnsupported, match="pigpio"):
        make_factory("pigpio")


def test_without_lgpio_there_is_no_fall_back(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DeviceUnsupported, match="python3-lgpio"):
        make_factory("lgpio")


def test_the_empty_stub_of_lgpio_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace())
    with pytest.raises(DeviceUnsupported, match="stub"):
        make_factory("lgpio")


@pytest.mark.parametrize(
    ("given", "runtime", "before", "after"),
    [
        ("/given", "/run/minuta:/run/two", None, "/given"),
        (None, "/run/minuta:/run/two", None, "/run/minuta"),
        (None, "/run/minuta", "/by/unit", "/by/unit"),
        (None, "", None, None),
    ],
)
def test_lgpios_folder_is_set_before_it_is_imported(monkeypatch, given, runtime, before, after):
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace())
    monkeypatch.setenv("RUNTIME_DIRECTORY", runtime)
    monkeypatch.setenv("LG_WD", before or "")
    if before is None:
        monkeypatch.delenv("LG_WD")
    with pytest.raises(DeviceUnsupported):
        make_factory("lgpio", work_dir=given)
    assert os.environ.get("LG_WD") == after
    os.environ.pop("LG_WD", None)


def test_labels_are_read_through_lgpio_and_a_chip_that_does_not_open_is_passed_over():
    closed = []

    def open_chip(number):
        if number == 1:
            raise RuntimeError("no permission")
        return 70 + number

    lgpio = SimpleNamespace(
        gpiochip_open=open_chip,
        gpio_get_chip_info=lambda handle: (0, 54, "gpiochip0", "pinctrl-bcm2835"),
        gpiochip_close=closed.append,
    )
    assert chips._label(lgpio, 0) == "pinctrl-bcm2835"
    assert closed == [70]
    assert "no permission" in chips._label(lgpio, 1)

"""The table of drivers."""

import subprocess
import sys

import pytest

from hardware import registry
from hardware.errors import DeviceUnsupported

ROWS = [(role, kind) for role in registry.DRIVERS for kind in registry.kinds(role)]


@pytest.mark.parametrize(("role", "kind"), ROWS)
def test_every_row_names_a_class(role, kind):
    assert isinstance(registry.load(role, kind), type)


def test_each_role_has_a_simulated_kind():
    assert all("simulated" in registry.kinds(role) for role in registry.DRIVERS)


def test_an_unknown_kind_is_refused_with_what_may_have_been_meant():
    with pytest.raises(DeviceUnsupported, match="did you mean 'gpiozero'"):
        registry.load("buttons", "gpio-zero")
    with pytest.raises(DeviceUnsupported, match=r"'xyzzy': there are browser, pygame, silent"):
        registry.check("sound", "xyzzy")


def test_a_missing_library_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "hardware.sound.pygame_mixer", None)
    with pytest.raises(DeviceUnsupported, match=r"'pygame' cannot be loaded.*library"):
        registry.load("sound", "pygame")


@pytest.mark.parametrize(
    ("kind", "module", "library"),
    [("max7219", "max7219", "luma.core.error"), ("ht16k33", "ht16k33", "smbus2")],
)
def test_a_missing_library_of_a_display_is_said_with_its_remedy(monkeypatch, kind, module, library):
    monkeypatch.delitem(sys.modules, f"hardware.displays.{module}", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DeviceUnsupported, match="install the extra `displays`"):
        registry.load("display", kind)


def test_where_a_display_usually_is_its_driver_says_too():
    for kind, needs in registry.NEEDS.items():
        module = sys.modules[registry.load("display", kind).__module__]
        assert getattr(module, "USUAL", "") == needs.usual
        assert bool(needs.usual) == bool(needs.bus)


def test_the_table_loads_no_driver():
    code = (
        "import sys, hardware.registry as r; r.check('sound', 'pygame');"
        "sys.exit(bool({'pygame', 'gpiozero', 'hardware.simulated'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

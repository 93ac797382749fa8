"""A virtual appliance for each test that asks for one; or why there can be none here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_vm.image import Image, image
from bench_vm.machine import Machine, started
from bench_vm.needs import missing
from bench_vm.usb_guest import Guest


@pytest.fixture(scope="session")
def built() -> Image:
    """The appliance's image, with this Minuta installed; kept between runs."""
    if why := missing():
        pytest.skip(why)
    return image()


@pytest.fixture
def machine(built: Image, tmp_path: Path) -> Iterator[Machine]:
    """A machine of two processors whose service is ready, half a second after its boot."""
    with started(built, tmp_path / "machine") as found:
        yield found


@pytest.fixture
def calm_machine(built: Image, tmp_path: Path) -> Iterator[Machine]:
    """The same with one processor: there the kernel merges no close edges."""
    with started(built, tmp_path / "machine", processors=1) as found:
        yield found


@pytest.fixture(scope="module")
def own_machine(built: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One machine for all of these tests: each makes its devices and takes them away."""
    with started(built, tmp_path_factory.mktemp("usb") / "machine") as found:
        yield found


@pytest.fixture(scope="module")
def guest(own_machine: Machine) -> Guest:
    own_machine.call("systemctl", "stop", "minuta.service")
    return Guest(own_machine)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say the figures that the tests have counted."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.line(f"{report.nodeid}: {name}: {value}")

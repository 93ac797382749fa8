"""A clean Debian on which `make install` has been done, once for all that look at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from clean_tests import root as roots
from clean_tests.pages_user import INSTALL

PACKAGES = f"{roots.PACKAGES},systemd,systemd-sysv,dbus,udev"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[roots.CleanRoot]:
    """Install once, from the wheel that the person without rights has built."""
    if why := roots.missing():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("installed")
    built = roots.build(folder / "root", PACKAGES)
    done = built.call("make wheel", limit_s=900)
    assert done.returncode == 0, done.stdout + done.stderr
    done = built.call(INSTALL, user="0:0", limit_s=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "apt install python3-lgpio python3-spidev" in done.stdout
    yield built
    shutil.rmtree(folder, ignore_errors=True)

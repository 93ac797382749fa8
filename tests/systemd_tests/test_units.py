"""The units are spelled right, shut in, and fit the processes that they start."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import locks
from firmware_host.daemon import daemon, service

FOLDER = locks.ROOT / "systemd"
UNITS = sorted(FOLDER.glob("*.service"))
MOST_EXPOSED = 15  # tenths
NAMED = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
ANALYZE = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing: apt install systemd",
)


def analysed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)


def verified(unit: Path, folder: Path, old: str = "", new: str = "") -> str:
    """Return what systemd says of the units, with a program that this machine has too."""
    for one in [*UNITS, FOLDER / "media-minuta.mount"]:
        text = one.read_text(encoding="utf-8").replace("/opt/minuta/bin/minuta", "/bin/true")
        (folder / one.name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return analysed("verify", "--man=no", folder / unit.name).stderr


def exposed(unit: Path) -> int:
    return analysed("security", "--offline=true", f"--threshold={MOST_EXPOSED}", unit).returncode


def settings(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        if re.match(r"[A-Z]\w+=", line):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


@ANALYZE
@NAMED
def test_systemd_has_nothing_to_say_of_a_unit(unit: Path, tmp_path: Path) -> None:
    assert verified(unit, tmp_path) == ""


@ANALYZE
def test_the_copys_mount_is_spelled_right(tmp_path: Path) -> None:
    assert verified(FOLDER / "media-minuta.mount", tmp_path) == ""


@ANALYZE
def test_a_misspelled_setting_is_seen(tmp_path: Path) -> None:
    """systemd only says it, and ends with 0."""
    assert "ProtectSystm" in verified(UNITS[0], tmp_path, "ProtectSystem", "ProtectSystm")


@ANALYZE
@NAMED
def test_the_exposure_of_a_unit_is_at_most_1_5(unit: Path) -> None:
    assert exposed(unit) == 0


@ANALYZE
def test_a_unit_that_is_not_shut_in_is_seen(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nUser=minuta\nExecStart=/bin/true\n", encoding="utf-8")
    assert exposed(bare) != 0


@NAMED
def test_a_unit_never_gives_up_and_is_watched(unit: Path) -> None:
    """All but the copy: what stands in a hung stick cannot be killed, the daemon tells of it."""
    found = settings(unit)
    assert found["Type"] == ["notify"]
    assert found["Restart"] == ["always"]
    assert found["StartLimitIntervalSec"] == ["0"]
    assert ("WatchdogSec" in found) != (unit.stem == "minuta-copy")
    assert float(found.get("WatchdogSec", ["60"])[0]) >= 3 * service.WATCH_S
    assert float(found["TimeoutStopSec"][0]) > 2


def test_the_daemon_gets_the_priorities_that_it_takes() -> None:
    """The highest of its threads, the watch, has 31."""
    texts = [Path(str(room.__file__)).read_text(encoding="utf-8") for room in (daemon, service)]
    taken = [int(found) for text in texts for found in re.findall(r"Part\(.*, (\d+)\)", text)]
    found = settings(FOLDER / "minuta.service")
    assert max(taken) == 31
    assert int(found["LimitRTPRIO"][0]) > max(taken)
    assert found["LimitMEMLOCK"] == ["infinity"]
    assert found["RestrictRealtime"] == ["no"]


def test_lamps_of_a_daemon_killed_at_its_stop_are_switched_off() -> None:
    """And no crash is answered a second later for it."""
    (after,) = settings(FOLDER / "minuta.service")["ExecStopPost"]
    assert after.startswith('-/bin/sh -c \'[ "$$SERVICE_RESULT" != timeout ] || exec ')
    assert "minuta off --config /etc/minuta/minuta.toml" in after


def test_the_ring_outlives_the_daemon_and_the_pages_write_elsewhere() -> None:
    box, web = (settings(FOLDER / f"{name}.service") for name in ("minuta", "minuta-web"))
    copy = settings(FOLDER / "minuta-copy.service")
    assert box["RuntimeDirectoryPreserve"] == ["yes"]
    folders = f"STATE_DIRECTORY=/var/lib/{box['StateDirectory'][0]}"
    folders += f" RUNTIME_DIRECTORY=/run/{box['RuntimeDirectory'][0]}"
    assert web["Environment"] == copy["Environment"] == [folders]
    assert len({web["User"][0], box["User"][0], copy["User"][0]}) == 3
    assert "DeviceAllow" not in web
    assert web["PrivateDevices"] == ["yes"]


def test_every_group_that_a_rule_gives_a_device_to_has_the_daemon() -> None:
    rules = (FOLDER / "99-minuta.rules").read_text(encoding="utf-8")
    users = (FOLDER / "minuta.sysusers").read_text(encoding="utf-8")
    groups = set(re.findall(r'GROUP="(\w+)"', rules))
    assert groups == {"gpio", "spi", "i2c", "input"}
    assert groups | {"dialout", "audio"} == set(re.findall(r"^m minuta +(\w+)", users, re.M))

"""What `minuta check` says and how it ends, on a Pi in a folder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from checkup_tests.pi import Pi
from firmware_host.cli import minuta
from firmware_host.cli.check import NotReady
from firmware_host.errors import FileFaults, HostError
from firmware_host.russian import said
from hardware.errors import DeviceNotFound
from hardware.gpio_lines import line_owners

CONFIG = """schema = 1
board = "three-keys"
[box]
language = "{language}"
[format]
id = "{format}"
"""
UNIT = "/etc/systemd/system/minuta.service"


@pytest.fixture(autouse=True)
def here(pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is the folder; what is kept is kept in the test's own."""
    monkeypatch.setattr("hardware.machine.Machine", pi.machine)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))


def checked(folder: Path, *words: str, language: str = "ru", game: str = "chgk-003") -> Result:
    file = folder / "minuta.toml"
    file.write_text(CONFIG.format(language=language, format=game), encoding="utf-8")
    return CliRunner().invoke(minuta, ["check", "--config", str(file), *words])


def test_a_good_box_ends_with_0_and_its_clock_is_stated(tmp_path: Path) -> None:
    done = checked(tmp_path)
    assert done.exit_code == 0, done.exception
    assert "clock.source = arch_sys_counter: монотонные часы" in done.output
    assert "ОШИБКА" not in done.output
    assert "внимание" not in done.output


def test_an_error_is_said_first_and_ends_the_command_with_words(pi: Pi, tmp_path: Path) -> None:
    pi.put("/dev/spidev0.0")
    pi.throttled("0x10000")
    pi.owners = lambda _: {17: "w1", 27: "w1"}
    done = checked(tmp_path)
    assert isinstance(done.exception, NotReady)
    assert "errors: 2" in str(done.exception)
    said = [line for line in done.output.splitlines() if line[:6] in ("ОШИБКА", "вниман")]
    assert [line.split(" = ")[0] for line in said] == [
        "ОШИБКА   keys.start.pin", "ОШИБКА   keys.stop.pin", "внимание power",
    ]  # fmt: skip


def test_a_warning_alone_ends_with_0(pi: Pi, tmp_path: Path) -> None:
    pi.throttled("0x10000")
    done = checked(tmp_path)
    assert done.exit_code == 0
    assert "внимание power = 0x10000" in done.output


def test_findings_are_in_the_language_of_the_config_or_as_asked(pi: Pi, tmp_path: Path) -> None:
    pi.throttled("0x10000")
    assert "warning  power = 0x10000: the voltage" in checked(tmp_path, language="en").output
    assert "warning  power" in checked(tmp_path, "--lang", "en").output
    assert "внимание power" in checked(tmp_path, "--lang", "ru", language="en").output


def test_what_is_printed_is_in_one_language(pi: Pi, tmp_path: Path) -> None:
    pi.throttled("0x10000")
    russian, english = checked(tmp_path).output, checked(tmp_path, language="en").output
    assert english.startswith("config   ")
    assert not re.search("[а-яё]", english, re.IGNORECASE)
    heads = {line[:8].rstrip() for line in russian.splitlines()}
    assert heads <= {"файл", "плата", "звук", "данные", "кольцо", "сокет", "учтите", "игра", *"·",
                     "внимание"}  # fmt: skip
    assert "звук     pygame, набор ru, записей: " in russian


HAT = "evening-002-hat"
ENDS = [
    ((), "ru", None, "chgk-003", "прибор не готов: {file}: ошибок 1"),
    ((), "en", "ru", "chgk-003", "the box is not ready: {file}: errors: 1"),
    (("--lang", "en"), "ru", "ru", "chgk-003", "the box is not ready: {file}: errors: 1"),
    (("--json",), "ru", None, "chgk-003", "the box is not ready: {file}: errors: 1"),
    (("--json",), "en", "ru", "chgk-003", "прибор не готов: {file}: ошибок 1"),
    ((), "ru", None, HAT, "{file}:\n  format.id: 'evening-002-hat': так играть нельзя"),
    ((), "en", "ru", HAT, "{file}:\n  format.id: 'evening-002-hat': it cannot be"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "language", "terminal", "game", "end"), ENDS)
def test_the_end_is_in_the_language_of_the_findings_and_of_json_in_the_terminals(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...], language: str, terminal: str | None, game: str, end: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("LC_ALL", terminal or "C")
    pi.owners = lambda _: {17: "w1"}
    error = checked(tmp_path, *words, language=language, game=game).exception
    assert isinstance(error, HostError)
    assert said(error).startswith(end.format(file=tmp_path / "minuta.toml"))


def test_the_json_has_all_of_it_and_the_same_end(pi: Pi, tmp_path: Path) -> None:
    pi.owners = lambda _: {17: "w1"}
    done = checked(tmp_path, "--json", game="evening-002-hat")
    assert isinstance(done.exception, FileFaults)
    found = json.loads(done.output)
    assert found["findings"][0] == {
        "severity": "error", "path": "keys.start.pin", "value": "17",
        "remedy": {
            "ru": "вывод держит «w1»: остановите эту программу или возьмите другой вывод",
            "en": "the pin is held by 'w1': stop that program, or take another pin",
        },
    }  # fmt: skip
    assert found["formats"]["chgk-003"].startswith("can be played")
    assert found["unplayable"][0]["path"] == "format.id"
    assert json.loads(checked(tmp_path, "--json").output)["unplayable"] == []


def test_an_installed_box_is_checked_as_its_service(pi: Pi, tmp_path: Path) -> None:
    """Who asks keeps nothing: the folders are the service's."""
    pi.put(UNIT)
    pi.owners = lambda _: {17: "lg"}
    pi.said["systemctl is-active minuta.service"] = "active"
    done = checked(tmp_path)
    assert done.exit_code == 0, done.output
    assert "данные   /var/lib/minuta\n" in done.output
    assert "сокет    /run/minuta/minuta.sock\n" in done.output
    assert not (tmp_path / "state").exists()
    pi.said.clear()
    assert checked(tmp_path).exit_code != 0, "who holds the pin when no daemon of ours runs?"


def test_the_kernel_is_asked_who_holds_the_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chip is found by its label; a line that nobody holds is not named."""
    labels = {"gpiochip0": "raspberrypi-exp-gpio", "gpiochip1": "pinctrl-rp1"}

    class Chip:
        def __init__(self, path: str) -> None:
            self.name = Path(path).name

        def __enter__(self) -> Chip:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def get_info(self) -> SimpleNamespace:
            return SimpleNamespace(label=labels[self.name])

        def get_line_info(self, line: int) -> SimpleNamespace:
            assert self.name == "gpiochip1"
            consumer = {4: "onewire", 8: ""}.get(line, "")
            return SimpleNamespace(offset=line, used=line in (4, 8), consumer=consumer)

    monkeypatch.setattr("hardware.gpio_lines.gpiod.Chip", Chip)
    with pytest.raises(DeviceNotFound):
        line_owners(tmp_path)
    for name in labels:
        (tmp_path / name).touch()
    assert line_owners(tmp_path) == {4: "onewire", 8: "the kernel"}

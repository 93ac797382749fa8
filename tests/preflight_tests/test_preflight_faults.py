"""What the three commands refuse, before any device is touched: exit code 2, in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import minuta
from firmware_host.errors import FileFaults, InTheWay
from firmware_host.preflight.rig import Rig
from hardware.errors import DeviceBusy, DeviceNotFound
from preflight_tests.hands import CONFIG


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    file = tmp_path / "minuta.toml"
    file.write_text(CONFIG.replace('"simulated"', '"silent"', 1), encoding="utf-8")
    return file


def called(config: Path, *words: str) -> Result:
    return CliRunner().invoke(minuta, [*words, "--config", str(config)])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["selftest", "--patience", "0s"], "write 1s to 600s"),
        (["selftest", "--patience", "601s"], "write 1s to 600s"),
        (["selftest", "--patience", "20"], "with a unit"),
        (["learn", "strat"], "did you mean 'start'?"),
        (["learn", "seat25"], "seat24"),
        (["learn", "ok", "ok"], "name it once"),
        (["calibrate", "--lamp", "signal"], "give both --lamp and --eye"),
        (["calibrate", "--eye", "24"], "give both --lamp and --eye"),
        (["calibrate", "--lamp", "done", "--eye", "24"], "no such lamp: there is signal"),
        (["calibrate", "--lamp", "signal", "--eye", "23"], "wants a free pin"),
        (["calibrate", "--lamp", "signal", "--eye", "17"], "wants a free pin"),
        (["calibrate", "--lamp", "signal", "--eye", "x"], "wants a free pin"),
        (["calibrate"], "the box makes no sound itself"),
        (["calibrate", "--lamp", "signal", "--eye", "24", "--microphone", "x"], "photodiode"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_nonsense_is_refused_and_nothing_is_written(
    config: Path, words: list[str], said: str
) -> None:
    before = config.read_bytes()
    result = called(config, *words)
    assert isinstance(result.exception, FileFaults)
    assert said in str(result.exception)
    assert config.read_bytes() == before
    assert not list(config.parent.glob("state/**/*.txt"))


@pytest.mark.parametrize("command", ["selftest", "learn", "calibrate"])
def test_a_wrong_config_is_said_as_everywhere(config: Path, command: str) -> None:
    config.write_text("schema = 7\n", encoding="utf-8")
    assert "newer Minuta" in str(called(config, command).exception)


def test_a_folder_that_cannot_be_had_is_said(config: Path) -> None:
    Path(os.environ["XDG_STATE_HOME"]).write_text("in the way")
    assert "state" in str(called(config, "selftest").exception)


SPOILED = [
    ("learn", "", "keys = { ok = { pin = 6 } }\n", "not in a table of its own"),
    ("learn", "", "[keys.ok]\npin = 6\n", "not in a table of its own"),
    ("calibrate", '"pygame"', '"pygame"\noffset = "12ms"', "leave one of the two out"),
    ("calibrate", "start = {", "seat1 = {", "this board has none"),
]


@pytest.mark.parametrize(("command", "old", "new", "said"), SPOILED)
def test_what_could_not_be_written_in_the_end_is_said_before_anybody_is_asked(
    config: Path, command: str, old: str, new: str, said: str
) -> None:
    text = CONFIG.replace('"simulated"', '"pygame"', 1)
    text = text.replace(old, new, 1) if old else text.replace("[box]", f"{new}[box]", 1)
    config.write_text(text, encoding="utf-8")
    result = called(config, command, "--patience", "1s")
    assert isinstance(result.exception, FileFaults)
    assert said in str(result.exception)
    assert "?" not in result.output
    assert config.read_text(encoding="utf-8") == text


def test_a_folder_that_is_not_the_users_is_said_before_anybody_is_asked(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere, and tests are run by it too: the system's answer is made up."""
    with monkeypatch.context() as system:
        system.setattr(os, "access", lambda path, mode: path != config.parent)
        result = called(config, "learn", "start", "--patience", "1s")
    assert isinstance(result.exception, InTheWay)
    assert "is not writable" in str(result.exception)
    control = called(config, "learn", "start", "--patience", "1s")
    assert "? Press what shall be the START key, green." in control.output
    assert control.exit_code == 1


def test_where_nothing_can_be_listened_to_nobody_is_asked(config: Path) -> None:
    config.write_text(
        'schema = 1\nboard = "usb-keypad"\n[box]\nsimulated = true\n', encoding="utf-8"
    )
    result = called(config, "learn", "start")
    assert isinstance(result.exception, DeviceNotFound)
    assert "there is nothing to listen to" in str(result.exception)


BUSY = [
    ("en", "pin 17 is held by knob", "does not answer: pin 17 is held by knob"),
    ("ru", "pin 17 is held by knob", "does not answer: pin 17 is held by knob"),  # never by halves
    ("ru", "there is no port /dev/x", "не отвечает: порта /dev/x нет"),
]


@pytest.mark.parametrize(("lang", "why", "said"), BUSY)
def test_a_preflight_that_cannot_begin_says_why_in_its_report_in_one_language(
    config: Path, monkeypatch: pytest.MonkeyPatch, lang: str, why: str, said: str
) -> None:
    def taken(rig: Rig, closing: object) -> None:
        raise DeviceBusy(why)

    monkeypatch.setattr(Rig, "start", taken)
    result = called(config, "selftest", "--lang", lang)
    assert isinstance(result.exception, DeviceBusy)
    (report,) = config.parent.glob("state/**/*.txt")
    head, device, end = report.read_text(encoding="utf-8").splitlines()
    assert head.endswith({"ru": " (мнимая)", "en": " (simulated)"}[lang])
    assert device == f"! device: {said}"
    assert end == {"ru": "Проверка прервана.", "en": "The pre-flight was broken off."}[lang]

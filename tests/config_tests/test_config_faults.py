"""Every way in which a config can be wrong: path, value and remedy, and nothing is written."""

from pathlib import Path

import pytest

from door_tests import wrong
from firmware_host.config import default_config, load_config, load_config_text
from firmware_host.errors import FileFaults

GOOD = """schema = 1

[box]
language = "ru"
event = "Кубок"

[web]
port = 8080

[sound]
kind = "silent"
offset = "120ms"

[format]
id = "chgk-003"
set = { late_rule = "including" }
tours = [20, 20]

[board]
id = "own"
name = { ru = "Своя", en = "Own" }

[board.sources.gpio]
kind = "gpiozero"
hold_back = "6ms"

[board.keys]
start = { pin = 17 }
stop = { pin = 27 }
seat1 = { pin = 22 }

[board.lamps]
running = { pin = 23 }

[board.buzzers]
host = { pin = 12 }

[board.displays.hall]
kind = "console"
pins = [5, 6]
"""


def faults_of(text: str | bytes, folder: Path) -> list[wrong.Said]:
    """Load a config from a folder and return its faults; the folder must not change."""
    return wrong.faults_of(text, folder / "конфиг box.toml", lambda path: load_config(path, {}))


def test_the_good_one_is_good() -> None:
    config = load_config_text(GOOD, "good.toml")
    assert config.sound.offset_ns == 120_000_000
    assert config.board.sources[0].hold_back_ns == 6_000_000
    assert [(key.key, key.source, key.line, key.pin) for key in config.board.keys] == [
        ("start", "gpio", "17", 17),
        ("stop", "gpio", "27", 27),
        ("seat1", "gpio", "22", 22),
    ]
    assert config.format.set == {"late_rule": "including"}
    assert not config.board.simulated


FILES = {
    "empty": (b"", "file", "", "empty"),
    "cut in a string": (GOOD.encode()[:31], "line 4", 'language = "r', "put the rest back"),
    "not UTF-8": (GOOD.encode("cp1251"), "line 5", "byte 0xca", "save the file as UTF-8"),
    "newer": (GOOD.replace("schema = 1", "schema = 7").encode(), "schema", "7", "newer Minuta"),
    "too long": (GOOD.encode() + b"#" * 70_000, "file", "65536", "64 KiB"),
    "twice": (
        GOOD.replace("stop = {", "start = {").encode(),
        "line 29",
        "start",
        "stands twice",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_broken_file(kind: str, tmp_path: Path) -> None:
    raw, path, value, remedy = FILES[kind]
    ((got_path, got_value, got_remedy),) = faults_of(raw, tmp_path)
    assert got_path == path
    assert value in got_value
    assert remedy in got_remedy


CHANGES = [
    ("port = 8080", "prot = 8080", "web.prot", "8080", "did you mean 'port'?"),
    ("port = 8080", "port = 0", "web.port", "0", "greater than or equal to 1"),
    ("port = 8080", "port = 65536", "web.port", "65536", "less than or equal to 65535"),
    ("port = 8080", 'port = "80"', "web.port", "80", "whole number"),
    ("port = 8080", 'host = "a b"', "web.host", "a b", "127.0.0.1"),
    ("port = 8080", 'origins = ["x"]', "web.origins[0]", "x", "origin"),
    ("[web]", "[webb]", "webb", "port", "did you mean 'web'?"),
    ('"ru"\n', '"de"\n', "box.language", "de", "ru, en"),
    ('"Кубок"', '"a/b"', "box.event", "a/b", "without /"),
    ('event = "Кубок"', 'state = "var"', "box.state", "var", "whole path"),
    ('"silent"', '"silnt"', "sound.kind", "silnt", "did you mean 'silent'?"),
    ('"120ms"', "120", "sound.offset", "120", "with a unit"),
    ('"120ms"', '"2s"', "sound.offset", "2s", "longer than 1s"),
    ('"6ms"', '"25:00:00"', "board.sources.gpio.hold_back", "25:00:00", "with a unit"),
    ('"6ms"', '"100000s"', "board.sources.gpio.hold_back", "100000s", "24 h"),
    ('"6ms"', '"-6ms"', "board.sources.gpio.hold_back", "-6ms", "negative"),
    ('"chgk-003"', '"chgk-03"', "format.id", "chgk-03", "did you mean 'chgk-003'?"),
    ('id = "chgk-003"', "", "format.set", "late_rule", "format.id"),
    ("{ late_rule", "{ late_rul", "format.set.late_rul", "including", "'late_rule'"),
    ('= "including"', '= "includin"', "format.set.late_rule", "includin", "'including'"),
    ("late_rule =", 'minute = "9s", late_rule =', "format.set.minute", "9s", "outside"),
    ("[20, 20]", "[20, 0]", "format.tours[1]", "0", "greater than or equal to 1"),
    ("tours = [20, 20]", 'folder = "/nowhere"', "format.folder", "/nowhere", "make it"),
    ("stop = {", "stpo = {", "board.keys.stpo", "stpo", "did you mean 'stop'?"),
    ("stop = {", "seat01 = {", "board.keys.seat01", "seat01", "write seat1"),
    ("stop = {", "seat25 = {", "board.keys.seat25", "seat25", "seat24"),
    ("pin = 27", "pin = 17", "board.keys.stop.pin", "17", "keys.start is wired there"),
    ("pin = 23", "pin = 17", "board.lamps.running.pin", "17", "keys.start is wired there"),
    ("pin = 12", "pin = 23", "board.buzzers.host.pin", "23", "lamps.running is wired there"),
    ("[5, 6]", "[5, 17]", "board.displays.hall.pins[1]", "17", "keys.start is wired there"),
    ("pin = 27", "pin = 28", "board.keys.stop.pin", "28", "less than or equal to 27"),
    ("pin = 27", "pin = 8", "board.keys.stop.pin", "8", "spi"),
    ("pin = 27", "pin = 2", "board.keys.stop.pin", "2", "i2c"),
    ("pin = 27", "pin = 14", "board.keys.stop.pin", "14", "uart"),
    ("pin = 27", "pin = 1", "board.keys.stop.pin", "1", "HAT"),
    ("pin = 27", 'line = "a"', "board.keys.stop.line", "a", "has a pin"),
    ("pin = 27", "", "board.keys.stop.pin", "", "add its pin"),
    ("pin = 27", 'pin = 27, source = "gpoi"', "board.keys.stop.source", "gpoi", "'gpio'"),
    ("running =", "runing =", "board.lamps.runing", "runing", "did you mean 'running'?"),
    ("host = {", "hots = {", "board.buzzers.hots", "hots", "did you mean 'host'?"),
    ('"console"', '"consol"', "board.displays.hall.kind", "consol", "did you mean 'console'?"),
    ('"gpiozero"', '"gpio"', "board.sources.gpio.kind", "gpio", "did you mean 'gpiod'?"),
    ('hold_back = "6ms"', 'timing = "usb"', "board.sources.gpio.timing", "usb", "lines are pins"),
    ('"6ms"', '"6ms"\ndoubt = "2s"', "board.sources.gpio.doubt", "2s", "longer than 1s"),
    ('"6ms"', '"6ms"\ndoubt = 300', "board.sources.gpio.doubt", "300", "with a unit"),
    (
        '"gpiozero"',
        '"serial"\ndoubt = "1ms"',
        "board.sources.gpio.doubt",
        "1ms",
        "states its doubt",
    ),
    ("schema = 1", "schema = true", "schema", "true", "whole number"),
    ("schema = 1", "", "schema", "", "needed"),
    ("port = 8080", 'host = "minuta.local"', "web.host", "minuta.local", "an address of this box"),
    ("port = 8080", 'host = "0.0.0.0"', "web.names", "", "minuta.local"),
    ("port = 8080", 'host = "::"\nnames = []', "web.names", "", "minuta.local"),
    ("[web]", '[copy]\nto = "media"\n[web]', "copy.to", "media", "whole path"),
    ("[web]", '[copy]\ntoo = "/media"\n[web]', "copy.too", "/media", "did you mean 'to'?"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change[2]} {change[1]}")
def test_a_wrong_place(change: wrong.Change, tmp_path: Path) -> None:
    wrong.assert_said(change, GOOD, lambda text: faults_of(text, tmp_path))


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    text = 'schema = 1\nboard = "six-kees"\n'
    ((path, value, remedy),) = faults_of(text, tmp_path)
    assert (path, value) == ("board", "six-kees")
    assert "did you mean 'six-keys'?" in remedy
    ((path, _, remedy),) = faults_of("schema = 1\n", tmp_path)
    assert path == "board"
    assert "needed" in remedy


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = GOOD
    for nth in (0, 7, 11, 16, 23, 27):
        text = text.replace(CHANGES[nth][0], CHANGES[nth][1], 1)
    assert [one[0] for one in faults_of(text, tmp_path)] == [
        "box.language",
        "web.prot",
        "sound.offset",
        "board.keys.stpo",
        "board.lamps.running.pin",
        "format.id",
    ]


def test_one_line_with_two_keys_on_another_source(tmp_path: Path) -> None:
    text = GOOD.replace(
        "[board.keys]",
        '[board.sources.box]\nkind = "simulated"\ntiming = "serial-stamped"\n\n[board.keys]',
    )
    text = text.replace("{ pin = 17 }", '{ source = "box", line = "3" }')
    text = text.replace("{ pin = 27 }", '{ source = "box", line = "3" }')
    found = faults_of(text, tmp_path)
    assert (
        "board.keys.stop.line",
        "3",
        "keys.start is wired there already: give each its own",
    ) in found
    assert any(one[0] == "board.keys.seat1.source" for one in found)


def test_the_buses_that_are_free(tmp_path: Path) -> None:
    text = GOOD.replace("pin = 27", "pin = 8").replace('id = "own"', 'id = "own"\nbuses = ["i2c"]')
    assert load_config_text(text, "x").board.keys[1].pin == 8


def test_no_config_and_no_such_config(tmp_path: Path) -> None:
    with pytest.raises(FileFaults, match="can be read"):
        load_config(tmp_path / "none.toml", {})
    with pytest.raises(FileFaults, match="can be read"):
        load_config(None, {"MINUTA_CONFIG": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []


def test_the_environment_names_a_config(tmp_path: Path) -> None:
    (tmp_path / "a b.toml").write_text(GOOD, encoding="utf-8")
    config = load_config(None, {"MINUTA_CONFIG": str(tmp_path / "a b.toml")})
    assert config.box.event == "Кубок"


def test_a_folder_of_formats(tmp_path: Path) -> None:
    preset = 'schema = 1\nid = "ours"\nlike = "chgk-004"\nsource = "t"\n'
    preset += 'name = { ru = "Наш", en = "Ours" }\n'
    (tmp_path / "ours.toml").write_text(preset, encoding="utf-8")
    text = GOOD.replace('"chgk-003"', f'"ours"\nfolder = "{tmp_path}"')
    assert load_config_text(text, "x").format.folder == tmp_path
    (tmp_path / "ours.toml").write_text(preset.replace("ours", "Ours"), encoding="utf-8")
    with pytest.raises(FileFaults, match=r"format.folder: ours.toml: id: 'Ours'"):
        load_config_text(text, "x")


def test_the_demo_touches_no_device() -> None:
    config = default_config()
    assert config.board.simulated
    assert config.web.host == "127.0.0.1"
    assert {one.hold_back_ns for one in config.board.sources} == {25_000_000}
    assert {one.kind for one in config.board.lamps} == {"simulated"}
    assert {one.kind for one in config.board.displays} == {"simulated"}
    assert not default_config(simulated=False).board.simulated


@pytest.mark.parametrize(
    ("web", "host", "names"),
    [
        ("", "127.0.0.1", ()),
        ('host = "192.168.4.1"', "192.168.4.1", ()),
        ('host = "0.0.0.0"\nnames = ["minuta.local"]', "0.0.0.0", ("minuta.local",)),
    ],
)
def test_the_pages_listen_on_loopback_unless_told_an_address(
    web: str, host: str, names: tuple[str, ...]
) -> None:
    config = load_config_text(GOOD.replace("port = 8080", f"port = 8080\n{web}"), "a")
    assert (config.web.host, config.web.names) == (host, names)

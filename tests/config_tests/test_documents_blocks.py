"""What the documents of displays, USB keys and the key box say to write, the config takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import locks
from checkup_tests.pi import Pi
from firmware_host.cli import minuta
from firmware_host.config import Config, load_config_text
from firmware_host.errors import FileFaults
from firmware_host.preflight.learn import free_lines
from firmware_host.wiring.wires import wires
from hardware.registry import NEEDS, kinds

HEAD = 'schema = 1\nboard = "four-seats"\n'
DISPLAYS = "hardware/displays/README.md"
BLOCKS = {
    DISPLAYS: 5, "hardware/displays/SERIAL.md": 3, "hardware/buttons/USB.md": 2,
    "hardware/firmware/README.md": 1,
}  # fmt: skip
_BLOCK = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_OWN = re.compile(r"^\[(\w+)(?:\.(\w+))?\]", re.MULTILINE)


def text_of(name: str) -> str:
    return (locks.ROOT / name).read_text(encoding="utf-8")


EVERY = [(name, block) for name in BLOCKS for block in _BLOCK.findall(text_of(name))]


def loaded(block: str) -> Config:
    return load_config_text(HEAD + block, "minuta.toml")


def display_blocks() -> dict[str, str]:
    """Return kind -> block of the displays' document."""
    found = {}
    for block in _BLOCK.findall(text_of(DISPLAYS)):
        (one,) = loaded(block).board.displays
        found[one.kind] = block
    return found


def test_the_blocks_were_read() -> None:
    assert {name: len(_BLOCK.findall(text_of(name))) for name in BLOCKS} == BLOCKS


@pytest.mark.parametrize(("name", "block"), EVERY, ids=[f"{one[0]}-{one[1][:20]}" for one in EVERY])
def test_a_block_is_taken_and_with_a_word_misspelt_it_is_not(name: str, block: str) -> None:
    assert loaded(block).board != loaded("").board
    spoiled = re.sub(r"\b(kind|baud|line) ", r"\1x ", block, count=1)
    assert spoiled != block
    with pytest.raises(FileFaults):
        loaded(spoiled)


def test_every_kind_of_display_has_its_block() -> None:
    assert set(display_blocks()) == set(kinds("display")) - {"console", "simulated"}


@pytest.mark.parametrize(("kind", "block"), display_blocks().items(), ids=display_blocks())
def test_its_wires_are_drawn_and_stand_in_the_document(
    kind: str, block: str, tmp_path: Path
) -> None:
    file = tmp_path / "minuta.toml"
    file.write_text(HEAD + block, encoding="utf-8")
    done = CliRunner().invoke(minuta, ["wiring", "--config", str(file), "--lang", "en"])
    assert done.exit_code == 0, done.output
    found = [wire for wire in wires(loaded(block).board) if wire.role == "display"]
    assert bool(found) == (kind in NEEDS)
    for wire in found:
        assert f"GPIO{wire.pin:<3} {wire.name}" in done.output
        assert re.search(rf"GPIO{wire.pin}(, \w+)? \({wire.place}\)", text_of(DISPLAYS))


@pytest.mark.parametrize(("name", "block"), EVERY, ids=[f"{one[0]}-{one[1][:20]}" for one in EVERY])
def test_a_bare_pi_lacks_only_what_the_block_asks_for(name: str, block: str, pi: Pi) -> None:
    """`minuta check` goes on with it: a bus that is off, a device that is not plugged in."""
    tables = {f"{part}.{row}".strip(".") for part, row in _OWN.findall(block)}
    paths = [one.path for one in pi.look(loaded(block))]
    assert [path for path in paths if not path.startswith(tuple(tables))] == []
    assert pi.look(loaded("")) == [], "the control"
    assert bool(paths) == ("tm1637" not in block)


def test_no_key_is_learned_on_a_displays_pins() -> None:
    free = {line.pin for line in free_lines(loaded(display_blocks()["tm1637"]).board, ())}
    assert {line.pin for line in free_lines(loaded("").board, ())} - free == {4, 19}


def test_the_shipped_configs_example_of_a_display_is_taken() -> None:
    text = text_of("systemd/minuta.toml")
    example = re.sub(r"^# (\[displays.hall\])\n# (kind .*)$", r"\1\n\2", text, flags=re.MULTILINE)
    assert load_config_text(text, "x").board.displays[0].kind == "console", "the control"
    assert load_config_text(example, "x").board.displays[0].kind == "max7219"

"""What the README, CONTRIBUTING and DECISIONS name is there, and the wiring is the board's."""

from __future__ import annotations

import re
import struct
import tomllib
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

import locks
from firmware_host.cli import minuta
from firmware_host.config.plan import load_plan
from firmware_host.formats import builtin
from firmware_host.scenario.entries import ENTRIES

ROOT = locks.ROOT
GUIDES = ("README.md", "CONTRIBUTING.md")
DOCUMENTS = (*GUIDES, "DECISIONS.md")
BOARD = ROOT / "firmware_host" / "config" / "boards" / "four-seats.toml"

_FENCED = re.compile(r"^```[^`]*^```|^(?: {4}[^\n]*\n)+", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#:]+)\)")
_MAKE = re.compile(r"\bmake ([a-z][a-z-]+)")
_MINUTA = re.compile(r"\bminuta ((?:[a-z]+\|)*[a-z]+)(?: ([a-z]+(?:\|[a-z]+)+))?")
_PATH = re.compile(r"[\w.<>-]{2,}(?:/[\w.*<>-]*)+|[\w-]+\.(?:md|toml|py|lock)")
# Where a document says a path from the inside of a package.
INSIDE = ("", "firmware_host/", "firmware_host/engine/")

# `   start  GPIO17 (11) ──o o── GND`, `   host lamp     GPIO25 (22) ──driver── lamp`
_KEY = re.compile(r"│\s+(\w+)\s+GPIO(\d+)\s+\((\d+)\) ──o o── GND")
_DRIVEN = re.compile(r"│\s+(\w+) (lamp|buzzer)\s+GPIO(\d+)\s+\((\d+)\) ──driver── \2")
_HEADER = re.compile(r"(\w+)\s+\((\d+)\)\s*\((\d+)\)\s+(\w+)")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _code(text: str) -> Iterator[str]:
    """Yield what stands as code: lines of blocks, and words in backquotes."""
    for block in _FENCED.findall(text):
        yield from block.splitlines()
    yield from _CODE.findall(_FENCED.sub("\n", text))


def make_targets(text: str) -> set[str]:
    """Return the targets that a document's code names."""
    return {found for line in _code(text) for found in _MAKE.findall(line)}


def commands(text: str) -> set[tuple[str, ...]]:
    """Return the minuta commands that a document's code names: `journal verify|show` is two."""
    found = set()
    for line in _code(text):
        for heads, tails in _MINUTA.findall(line):
            for head in heads.split("|"):
                found |= {(head, tail) for tail in tails.split("|")} if tails else {(head,)}
    return found


def paths(text: str) -> set[str]:
    """Return the files and folders that a document names, as code or as a link."""
    words = [word for line in _code(text) for word in line.split()]
    words += _LINK.findall(text)
    return {word.strip(",.;()") for word in words if _PATH.fullmatch(word.strip(",.;()"))}


def exists(path: str) -> bool:
    """Tell whether a path is there: `<kind>` and `*` stand for anything, a module for its file."""
    pattern = re.sub(r"<\w+>", "*", path).rstrip("/")
    tries = [place + pattern + tail for place in INSIDE for tail in ("", ".py")]
    return any(next(ROOT.glob(one), None) is not None for one in tries)


@pytest.mark.parametrize("name", GUIDES)
def test_every_make_target_that_a_guide_names_is_there(name: str) -> None:
    """Both guides name commands of the Makefile, and each is one."""
    there = set(re.findall(r"^([a-z-]+):", _text("Makefile"), re.MULTILINE))

    assert make_targets(_text(name)) >= {"run", "test"}
    assert make_targets(_text(name)) - there == set()


def _help_answers(words: tuple[str, ...]) -> bool:
    return CliRunner().invoke(minuta, [*words, "--help"]).exit_code == 0


def test_every_command_that_a_guide_names_is_there() -> None:
    """Each `minuta …` of both guides answers --help; an invented one does not."""
    named = {command for name in GUIDES for command in commands(_text(name))}

    assert len(named) >= 10
    assert {command for command in named if not _help_answers(command)} == set()
    assert not _help_answers(("brew-tea",))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_that_a_document_names_is_there(name: str) -> None:
    """No document sends its reader to a file that is not there."""
    named = paths(_text(name))

    assert named
    assert {path for path in named if not exists(path)} == set()


def test_what_is_missing_is_seen() -> None:
    """The three searches find what is named, and say of what is not there that it is not."""
    block = "    minuta brew|pour --hot\n    minuta journal a|b PATH\n"
    text = f"Do `make tea`, not I/O.\n\n{block}\nSee `xx/y.md` and ![z](xx/z.png).\n"

    assert make_targets(text) == {"tea"}
    assert commands(text) == {("brew",), ("pour",), ("journal", "a"), ("journal", "b")}
    assert paths(text) == {"xx/y.md", "xx/z.png"}
    assert not exists("xx/y.md")
    assert exists("hardware/<kind>/")
    assert exists("engine/view.py")


@pytest.mark.parametrize(
    "link", re.findall(r"!\[[^\]]*\]\(([^)]+\.png)\)", _text("README.md")) or ["none"]
)
def test_a_picture_is_one(link: str) -> None:
    """The README's pictures are PNGs that a page can show: no icon, no poster."""
    picture = ROOT / link
    assert picture.is_file(), f"{link} is missing: the README shows it"
    head = picture.read_bytes()[:24]
    width, height = struct.unpack(">II", head[16:24])

    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert 600 <= width <= 2600
    assert 300 <= height <= 2600
    assert picture.stat().st_size < 1_000_000


def test_the_wiring_is_the_boards() -> None:
    """Each key, lamp and buzzer of the drawing has the pin of four-seats.toml, and none is left."""
    board = tomllib.loads(BOARD.read_text(encoding="utf-8"))
    text = _text("README.md")
    keys = {key: int(pin) for key, pin, _ in _KEY.findall(text)}
    driven = {(kind, name): int(pin) for name, kind, pin, _ in _DRIVEN.findall(text)}

    assert keys == {key: row["pin"] for key, row in board["keys"].items()}
    assert driven == {
        (kind, name): row["pin"]
        for kind, rows in (("lamp", board["lamps"]), ("buzzer", board["buzzers"]))
        for name, row in rows.items()
    }


def test_the_wiring_names_the_right_places_of_the_header() -> None:
    """`GPIO17 (11)` beside a key is pin 11 of the drawn header, and the header is a Pi's."""
    text = _text("README.md")
    header: dict[int, str] = {}
    for left, odd, even, right in _HEADER.findall(text):
        header |= {int(odd): left, int(even): right}
    wired = [(pin, place) for _, pin, place in _KEY.findall(text)]
    wired += [(pin, place) for _, _, pin, place in _DRIVEN.findall(text)]

    assert sorted(header) == list(range(1, 41))
    assert [place for place, name in sorted(header.items()) if name == "GND"] == [
        *(6, 9, 14, 20, 25, 30, 34, 39),
    ]
    assert {header[int(place)] == f"GPIO{pin}" for pin, place in wired} == {True}


def test_the_plan_of_the_readme_is_read() -> None:
    [text] = re.findall(r"```toml\n(schema.*?)```", _text("README.md"), re.DOTALL)
    plan = load_plan(text, "README.md", builtin())
    assert [(stage.id, stage.keep, len(stage.turns)) for stage in plan.stages] == [
        ("tour1", 2, 12), ("final", None, 3)
    ]  # fmt: skip


def test_the_desk_lines_of_the_readme_are_read() -> None:
    lines = re.findall(
        r"^ {4}minuta desk ([a-z].*?)(?: {2,}.*)?$", _text("README.md"), re.MULTILINE
    )
    assert len(lines) == 10
    for line in lines:
        what, *words = line.split()
        assert what in ("press", "plan") or ENTRIES[what](words)


def test_the_key_box_is_flashed_by_a_target_that_is_there() -> None:
    ((folder, target),) = re.findall(
        r"^ {4}make -C (\S+) (\w+)", _text("hardware/firmware/README.md"), re.MULTILINE
    )
    assert re.search(rf"^{target}:", _text(f"{folder}/Makefile"), re.MULTILINE)
    assert not re.search(rf"^{target}:", _text("Makefile"), re.MULTILINE), "the control"


def test_who_takes_the_devices_is_started_as_root_with_the_daemon_stopped() -> None:
    text = _text("README.md").partition("\n## Before the evening\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^ {4}(.*minuta.*?)(?: {2,}.*)?$", text, re.MULTILINE)
    taking = [line for line in lines if re.search(r"minuta (selftest|learn|calibrate)", line)]
    assert len(taking) == 4
    assert all(line.startswith("sudo minuta ") for line in taking)
    assert lines.index("sudo systemctl stop minuta") < lines.index(taking[0])

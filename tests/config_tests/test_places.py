"""Where state, ring and socket live, in every environment."""

import os
import socket
import sys
from pathlib import Path

import pytest

from firmware_host.config import find_places
from firmware_host.config.paths import file_system
from firmware_host.errors import InTheWay


def in_memory(_: Path) -> str:
    return "tmpfs"


def on_disk(_: Path) -> str:
    return "ext4"


UID = os.getuid()


@pytest.mark.parametrize(
    ("env", "state", "runtime"),
    [
        (
            {
                "STATE_DIRECTORY": "/var/lib/minuta",
                "RUNTIME_DIRECTORY": "/run/minuta",
                "HOME": "/h",
            },
            "/var/lib/minuta",
            "/run/minuta",
        ),
        ({"STATE_DIRECTORY": "/a:/b"}, "/a", f"/dev/shm/minuta-{UID}"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/minuta", f"/dev/shm/minuta-{UID}"),
        (
            {"XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/дом моя"},
            "/дом моя/.local/state/minuta",
            "/run/user/7/minuta",
        ),
        ({"XDG_STATE_HOME": "here", "HOME": ""}, f"{sys.prefix}/var/minuta", None),
        ({}, f"{sys.prefix}/var/minuta", f"/dev/shm/minuta-{UID}"),
    ],
)
def test_the_first_that_is_given(env: dict[str, str], state: str, runtime: str | None) -> None:
    places = find_places(None, env, in_memory)
    assert places.state == Path(state)
    assert runtime is None or places.runtime == Path(runtime)
    assert places.ring == places.runtime / "tail.ring"
    assert places.socket == places.runtime / "minuta.sock"
    assert places.notes == ()


def test_the_config_stands_above_the_environment() -> None:
    assert find_places(Path("/mine"), {"STATE_DIRECTORY": "/a"}, in_memory).state == Path("/mine")


def test_the_ring_goes_to_memory(tmp_path: Path) -> None:
    env = {"RUNTIME_DIRECTORY": str(tmp_path / "run"), "HOME": "/h"}
    places = find_places(None, env, lambda one: "tmpfs" if "shm" in str(one) else "ext4", tmp_path)
    assert places.ring.parent == tmp_path / f"minuta-{UID}"
    assert places.ring.name.endswith("-tail.ring")
    other = find_places(None, {**env, "RUNTIME_DIRECTORY": "/other"}, lambda _: "ext4", tmp_path)
    assert other.ring != places.ring, "two daemons would write into one ring"
    assert places.notes != ()
    places = find_places(
        None, env, lambda one: "tmpfs" if f"minuta-{UID}" in str(one) else "ext4", tmp_path
    )
    assert places.notes == ()
    assert places.runtime == tmp_path / "run"


def test_a_ring_that_is_not_in_memory_is_said(tmp_path: Path) -> None:
    places = find_places(None, {"HOME": str(tmp_path)}, on_disk, tmp_path / "no-shm")
    assert places.runtime == tmp_path / ".local/state/minuta/run"
    assert places.ring == places.runtime / "tail.ring"
    assert "not in memory" in places.notes[0]


def test_a_long_socket_path_becomes_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("вечер " * 20)
    places = find_places(None, {"RUNTIME_DIRECTORY": str(deep), "HOME": "/h"}, in_memory)
    assert len(os.fsencode(places.socket)) <= 107
    assert "too long for a socket" in places.notes[0]
    assert str(places.socket) in places.notes[0]
    other = find_places(None, {"RUNTIME_DIRECTORY": f"{deep}x", "HOME": "/h"}, in_memory)
    assert other.socket != places.socket


@pytest.mark.parametrize("extra", [0, 1])
def test_107_bytes_are_what_the_kernel_takes(extra: int, tmp_path: Path) -> None:
    """The bound is asked of the kernel, not believed."""
    head = os.fsencode(tmp_path / "s")
    path = head + b"x" * (107 + extra - len(head))
    with socket.socket(socket.AF_UNIX) as one:
        if extra == 0:
            one.bind(path)
            return
        folder = Path(os.fsdecode(path)).parent
        wanted = folder / ("x" * (107 + 1 - len(os.fsencode(folder)) - len("//minuta.sock")))
        places = find_places(None, {"RUNTIME_DIRECTORY": str(wanted), "HOME": "/h"}, in_memory)
        assert len(os.fsencode(wanted / "minuta.sock")) == 108
        assert places.socket != wanted / "minuta.sock"


def test_folders_are_made_for_this_user_only(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path / "мой дом"), "XDG_RUNTIME_DIR": str(tmp_path / "a b")}
    places = find_places(None, env, in_memory)
    assert list(tmp_path.iterdir()) == []
    places.make()
    places.make()
    assert places.state.is_dir()
    assert places.state.stat().st_mode & 0o077 == 0
    assert list(places.state.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    places = find_places(tmp_path / "file" / "state", {"HOME": "/h"}, in_memory)
    with pytest.raises(InTheWay, match=r"file.*state.*box\.state"):
        places.make()
    with pytest.raises(InTheWay, match="let this user write there"):
        find_places(Path("/proc/minuta"), {"HOME": "/h"}, in_memory).make()


@pytest.mark.skipif(UID != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    own = tmp_path / f"minuta-{UID}"
    own.mkdir()
    os.chown(own, 12345, 12345)
    places = find_places(tmp_path / "state", {"HOME": "/h"}, in_memory, tmp_path)
    with pytest.raises(InTheWay, match="belongs to another user"):
        places.make()


def test_the_kernel_names_the_file_system() -> None:
    assert file_system(Path("/proc/self")) == "proc"
    assert file_system(Path("/dev/shm/not-there-yet")) in ("tmpfs", "overlay")

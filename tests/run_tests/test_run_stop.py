"""SIGTERM, and what the service tells systemd: C46, C29's end, the watch-dog."""

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from run_tests.living import Box, press, running, state, until

WITHIN_S = 5.0
"""2 s are meant (C46); a test machine that is loaded may need more."""


def last_of(path: Path) -> dict[str, str]:
    """What each display shows and each lamp does at last."""
    rows = [line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row[0]: row[1] for row in rows}


def dark(path: Path) -> None:
    shown = last_of(path)
    assert shown, "nothing was ever shown: the test proves nothing"
    assert {what for what in shown.values()} <= {"", "off"}


def test_idle_it_is_out_in_time_and_dark(box: Box) -> None:
    glass = box.folder / "glass"
    life = box.start(("glass", {"path": str(glass)}))
    time.sleep(0.2)
    assert life.term() < WITHIN_S
    dark(glass)
    assert not box.socket.exists()
    box.checked()


def test_in_a_minute_it_is_out_dark_and_everything_is_on_the_card(box: Box) -> None:
    glass = box.folder / "glass"
    life = box.start(("glass", {"path": str(glass)}))
    with box.client() as client:
        press(client, "start")
        found = until(client, running)
        until(client, lambda _: "on" in last_of(glass).values())
    assert last_of(glass)["hall"].startswith(("1:00", "0:59"))
    assert life.term() < WITHIN_S
    dark(glass)
    box.ring.unlink()
    records = box.checked()
    assert [r.data["status"] for r in records if r.kind == "status"][-1:] in ([], ["running"])
    assert records[-1].n >= found["n"]
    life = box.start()
    with box.client() as client:
        again = state(client)
    assert running(again), "a turn goes on after a stop and a start"
    assert again["turn"]["began_ns"] == found["turn"]["began_ns"]
    life.term()


def test_with_sdl_loaded_its_handler_still_works(box: Box) -> None:
    box.write_config(sound="pygame")
    life = box.start(env={**box.env, "SDL_AUDIODRIVER": "dummy"})
    with box.client() as client:
        assert state(client)["sound"]["kind"] == "pygame"
    assert life.term() < WITHIN_S
    box.checked()


def test_a_hung_display_keeps_nobody(box: Box) -> None:
    life = box.start(("hung_display", {}))
    with box.client() as client:
        press(client, "start")
        found = until(client, running)
    assert life.term() < WITHIN_S
    assert "thread display-hall does not end" in box.said()
    assert box.checked()[-1].n >= found["n"], "its journal is whole all the same"


def test_a_hung_card_keeps_nobody_and_the_ring_has_the_rest(box: Box) -> None:
    life = box.start(("slow_card", {"seconds": 60, "after": 0}))
    with box.client() as client:
        press(client, "start")
        found = until(client, running)
    assert life.term() < WITHIN_S
    life = box.start()
    with box.client() as client:
        assert state(client)["turn"]["began_ns"] == found["turn"]["began_ns"]
    life.term()
    box.checked()


def test_term_while_it_starts_ends_it(box: Box) -> None:
    for pause_s in (0.0, 0.02, 0.05, 0.1):
        life = box.launch()
        time.sleep(pause_s)
        life.signal(signal.SIGTERM)
        assert life.wait(WITHIN_S) in (0, -signal.SIGTERM)
    box.start().term()
    box.checked()


@pytest.mark.parametrize("abstract", [False, True], ids=["file", "abstract"])
def test_systemd_is_told(box: Box, abstract: bool) -> None:
    name = f"minuta-test-{os.getpid()}" if abstract else str(box.folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name}" if abstract else name)
        listener.settimeout(10)
        life = box.launch(env={**box.env, "NOTIFY_SOCKET": f"@{name}" if abstract else name})
        assert listener.recv(100) == b"READY=1"
        box.client(life).close()
        assert listener.recv(100) == b"WATCHDOG=1"
        assert listener.recv(100) == b"WATCHDOG=1"
        life.term()
        said = [listener.recv(100)]
        while said[-1] == b"WATCHDOG=1":
            said.append(listener.recv(100))
        assert said[-1] == b"STOPPING=1"


def test_a_loop_that_hangs_is_not_called_well(box: Box) -> None:
    name = str(box.folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(name)
        listener.settimeout(10)
        life = box.launch(("hung_loop", {}), env={**box.env, "NOTIFY_SOCKET": name})
        assert listener.recv(100) == b"READY=1"
        listener.settimeout(3.5)
        time.sleep(4.5)
        listener.setblocking(False)
        said = []
        with suppress(BlockingIOError):
            while True:
                said.append(listener.recv(100))
        assert len(said) <= 1, "two seconds after the loop stood nothing more may be said"
        life.kill()

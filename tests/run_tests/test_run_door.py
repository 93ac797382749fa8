"""Admission with the real daemon: its socket, its pins, its file, its console."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from firmware_host.cli.admit import admit as command
from firmware_host.errors import FileFaults
from hardware.displays.segments import segments
from run_tests.living import Box, press, state, until
from web_admin.app import create_app
from web_admin.link import Link
from web_admin.settings import WebConfig

PHONE = {"REMOTE_ADDR": "192.168.4.20"}


@pytest.fixture
def pages(box: Box, tmp_path: Path) -> Iterator[Any]:
    """The pages of the box, as a phone in the network calls them."""
    link = Link(box.socket)
    config = WebConfig(
        socket_path=box.socket, journal_folder=box.evening(), state_folder=tmp_path / "web",
        cache_folder=tmp_path / "cache",
    )  # fmt: skip
    app = create_app(config, link)
    link.start()
    yield app
    link.stop()


def said(client: Any, path: str, code: int = 200, for_s: float = 20.0) -> str:
    """Ask for a page until it answers so; return its text."""
    by_s = time.monotonic() + for_s
    while (reply := client.get(path, environ_overrides=PHONE)).status_code != code:
        assert time.monotonic() < by_s, reply.get_data(as_text=True)
        time.sleep(0.02)
    return str(reply.get_data(as_text=True))


def admit(box: Box, *words: str) -> tuple[int, str]:
    """Call `minuta admit`; return its exit code and all it said."""
    argv = ["--config", str(box.config), "--lang", "en", *words]
    done = CliRunner().invoke(command, argv, env=dict(box.env))
    return done.exit_code, done.output


def ask(phone: Any, name: str) -> str:
    """Let a phone ask; return the number that its page shows."""
    by_s = time.monotonic() + 20
    while 'data-state="none"' not in (page := said(phone, "/ask")):
        assert time.monotonic() < by_s, "the pages have no link to the box"
        time.sleep(0.02)
    csrf = re.search(r'name="csrf" content="([^"]+)"', page)
    assert csrf
    phone.post(
        "/ask", data={"name": name, "role": "judge", "csrf": csrf[1]}, environ_overrides=PHONE
    )
    while not (shown := re.search(r'id="number"[^>]*>([^<]+)<', said(phone, "/ask"))):
        assert time.monotonic() < by_s, "no number is shown"
        time.sleep(0.05)
    return shown[1]


def test_a_phone_is_let_in_by_the_hosts_start_and_stays_until_it_is_revoked(
    box: Box, pages: Any
) -> None:
    life = box.start()
    phone, other = pages.test_client(), pages.test_client()
    said(phone, "/log", 403)
    with box.client(life) as client:
        number = ask(phone, "Аня")
        shown = until(client, lambda now: now["displays"][0]["text"] != "1:00")["displays"][0]
        assert shown["text"] == number
        assert segments(number, 4) == segments(number.replace(" ", ""), 4) != [0x40] * 4
        press(client, "start", 1.2)
        assert state(client)["turn"]["status"] == "ready"
        said(phone, "/log", 403)
        press(client, "start", 2.05)
        said(phone, "/log")
        assert until(client, lambda now: now["displays"][0]["text"] == "1:00")
        assert state(client)["turn"]["status"] == "ready"
    assert admit(box, "--list")[1].startswith("Аня: judge, since 20")
    said(other, "/log", 403)

    life.kill()
    life = box.start()
    said(phone, "/devices")

    with box.client(life):
        token = phone.get_cookie("minuta-guest").value
        assert admit(box, "--revoke", "Аня") == (0, "Аня is let in no more\n")
        said(phone, "/log", 403)
    life.kill()
    with box.client(box.start()):
        said(phone, "/log", 403)
    box.end()
    box.checked()
    for one in [*box.state.rglob("*"), *box.runtime.rglob("*"), box.log]:
        if one.is_file():
            assert token.encode() not in one.read_bytes(), one


def test_the_console_answers_by_the_number(box: Box, pages: Any) -> None:
    box.start()
    phone = pages.test_client()
    assert admit(box, "417") == (1, "nobody asks to be let in now\n")
    number = ask(phone, "Laptop")
    other = 100 + (int(number[2:]) - 99) % 900
    assert admit(box, str(other))[0] == 1
    assert f"Laptop asks (judge): minuta admit {number[2:]}" in admit(box, "--list")[1]
    assert admit(box, number) == (0, "Laptop is admitted: judge\n")
    said(phone, "/log")
    assert admit(box, "--revoke", "Somebody") == (1, "there is no such device: Somebody\n")


def test_nonsense_on_the_console_is_said_with_a_remedy() -> None:
    for words in ((), ("1",), ("4177",), ("J-417",), ("٤١٧",), ("417", "--list"), ("--refuse",)):
        done = CliRunner().invoke(command, ["--demo", *words])
        assert isinstance(done.exception, FileFaults), words
        assert "write" in str(done.exception)

"""A phone asks to be let in: its token, the box's answer, and what is said of a refusal."""

import re
from collections.abc import Callable
from typing import Any

from firmware_host.control.protocol import Reply
from web_tests.fake_daemon import FakeDaemon, now_ns
from web_tests.phones import OTHER, TOKEN, Phone, guest, hash_of

OUTSIDE = {"REMOTE_ADDR": "192.168.4.20"}


def test_asking_gives_a_token_once_and_the_box_its_hash(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None]
) -> None:
    let_in()
    phone = Phone(linked)
    cookie = phone.get("/ask").headers["Set-Cookie"]
    assert all(one in cookie for one in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age"))
    token = phone.token
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    for _ in range(2):  # a double click
        phone.post("/ask", {"name": "Аня", "role": "judge"})
    assert phone.token == token
    asked = {"name": "Аня", "role": "judge", "hash": hash_of(token)}
    assert daemon.asked("ask") == [asked, asked]
    waiting = {
        **asked, "number": "J 417", "until_ns": str(now_ns() + 30 * 10**9), "told": True,
    }  # fmt: skip
    let_in(asking=waiting)
    page = phone.get("/ask").get_data(as_text=True)
    assert "J 417" in page
    assert hash_of(token) not in page
    assert token not in page
    assert phone.token == token
    assert phone.get("/ask.json").get_json() == {"state": "waiting"}
    other = Phone(linked)
    assert "J 417" not in other.get("/ask").get_data(as_text=True)
    let_in(guest("Аня", token=token))
    assert phone.get("/ask.json").get_json() == {"state": "admitted"}
    assert phone.get("/ask").headers["Location"] == "/log"
    assert phone.get("/log").status_code == 200


def test_a_token_that_was_revoked_is_not_asked_with_again(
    linked: Any, let_in: Callable[..., None]
) -> None:
    let_in(guest())
    phone = Phone(linked, TOKEN)
    phone.get("/ask")
    assert phone.token == TOKEN
    let_in(ended=[[hash_of(TOKEN), "revoked"]])
    assert "больше не допущено" in phone.get("/ask").get_data(as_text=True)
    assert phone.token not in ("", TOKEN)


def test_why_it_came_to_nothing_is_said(linked: Any, let_in: Callable[..., None]) -> None:
    ends = {"expired": "никто не ответил", "refused": "Отказано", "turn": "Начался ход"}
    for why, said in ends.items():
        let_in(ended=[[hash_of(TOKEN), "revoked"], [hash_of(TOKEN), why]])
        assert said in Phone(linked, TOKEN).get("/ask").get_data(as_text=True)
        assert said not in Phone(linked, OTHER).get("/ask").get_data(as_text=True)


def test_why_one_may_not_ask_is_said(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None]
) -> None:
    let_in()
    phone = Phone(linked)
    phone.get("/ask")
    for code, reason, said in (
        ("refused", "running", "Идёт ход"),
        ("refused", "asking", "другое устройство"),
        ("refused", "too-often", "Слишком часто"),
        ("refused", "full", "слишком много"),
        ("bad-args", "", "Так назвать нельзя"),
        ("busy", "", "Исход неизвестен"),
    ):
        daemon.replies["ask"] = Reply(id=0, code=code, field_name=reason)
        phone.post("/ask", {"name": "x", "role": "judge"})
        assert said in phone.get("/ask").get_data(as_text=True)


def test_a_name_that_is_none_is_said(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None]
) -> None:
    let_in()
    phone = Phone(linked)
    phone.get("/ask")
    for name in ("", "x" * 5000):
        assert phone.post("/ask", {"name": name, "role": "judge"}).status_code == 303
        assert "said-bad" in phone.get("/ask").get_data(as_text=True)
    assert daemon.asked("ask") == []

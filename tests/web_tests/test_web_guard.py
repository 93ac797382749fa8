"""Who may do what: every route, Host, Origin, token, headers, the kept key."""

import re
import stat
from typing import Any

import pytest

from web_admin.security import DESK, READ, SCREEN, host_allowed, secret_key

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
POSTS = ["/rule", "/key", "/choose", "/silence", "/language", "/ask", "/revoke"]


def token(client: Any) -> str:
    """Load a page and return its token."""
    found = re.search(r'name="csrf" content="([^"]+)"', client.get("/").get_data(as_text=True))
    assert found
    return found[1]


def test_every_view_says_who_may_call_it(app: Any) -> None:
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            view = app.view_functions[rule.endpoint]
            assert getattr(view, "open_to", None) in (SCREEN, READ, DESK), rule
            writes = rule.methods - {"GET", "HEAD", "OPTIONS"}
            assert not writes or rule.rule in POSTS, f"{rule} writes: put it into this test"


def test_a_view_that_says_nothing_is_refused(app: Any) -> None:
    app.add_url_rule("/forgotten", view_func=lambda: "open", endpoint="forgotten")
    assert app.test_client().get("/forgotten").status_code == 403


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:8080", 200), ("[::1]:8080", 200),
        ("hall.test:80", 200), ("evil.example", 400), ("localhost.evil.example", 400),
        ("evil.example:localhost", 400), ("127.0.0.1.nip.io", 400), ("", 400),
    ],
)  # fmt: skip
def test_only_our_own_names(app: Any, header: str, status: int) -> None:
    for path in ("/", "/snapshot.json", "/static/base.css", "/nowhere"):
        reply = app.test_client().get(path, headers={"Host": header})
        reply.close()
        assert reply.status_code == (404 if path == "/nowhere" and status == 200 else status)


def test_host_names_of_odd_form() -> None:
    assert not host_allowed("[localhost", frozenset({"localhost"}))
    assert not host_allowed("localhost:80:80", frozenset({"localhost"}))
    assert not host_allowed("localhost:", frozenset({"localhost"}))


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "x"},
        {"X-CSRF-Token": "\xe9"},
    ],
    ids=str,
)
def test_posts_from_elsewhere_are_refused(
    linked: Any, daemon: Any, path: str, headers: dict[str, str]
) -> None:
    client = linked.test_client()
    good = {"X-CSRF-Token": token(client)}
    assert client.post(path, headers={**good, **headers}, json={}).status_code == 403
    assert daemon.requests == []


def test_no_session_no_post(app: Any) -> None:
    """An empty token does not match a session that has none."""
    for given in ({}, {"X-CSRF-Token": ""}):
        assert app.test_client().post("/key", headers=given, json={}).status_code == 403


def test_a_post_of_our_own_page_passes(linked: Any, daemon: Any) -> None:
    client = linked.test_client()
    headers = {
        "X-CSRF-Token": token(client),
        "Origin": "http://localhost",
        "Sec-Fetch-Site": "same-origin",
    }
    reply = client.post("/key", headers=headers, json={"key": "start", "closed": True})
    assert reply.get_json() == {"ok": True, "code": "", "text": reply.get_json()["text"]}
    assert daemon.asked("key") == [{"key": "start", "closed": True}]


def test_headers_of_every_answer(app: Any) -> None:
    client = app.test_client()
    for path in ("/", "/bench", "/log", "/log.csv", "/snapshot.json", "/nowhere"):
        reply = client.get(path)
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        for name, value in HEADERS.items():
            assert reply.headers[name] == value, (path, name)


@pytest.mark.parametrize("path", ["/", "/bench", "/log", "/nowhere"])
def test_pages_have_no_inline_script_and_no_foreign_source(app: Any, path: str) -> None:
    text = app.test_client().get(path).get_data(as_text=True)
    assert not re.search(r"<script(?![^>]*\bsrc=\"/static/)", text)
    assert not re.search(r"\son\w+=|\sstyle=|<style", text)
    assert not re.search(r"(?:src|href|action)=\"(?!/)", text)
    assert "http://" not in text.replace("http://www.w3.org", "")


def test_scripts_never_write_html() -> None:
    from pathlib import Path

    import web_admin

    scripts = list((Path(web_admin.__file__).parent / "static").glob("*.js"))
    assert len(scripts) >= 9
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert text.startswith("'use strict';"), script.name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b", text)


def test_the_cookie_and_its_key(config: Any) -> None:
    """CASES C40: a restart keeps the key, so an open page's token still holds."""
    from web_admin.app import create_app

    first = create_app(config)
    reply = first.test_client().get("/")
    cookie = reply.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    again = create_app(config)
    assert first.config["SECRET_KEY"] == again.config["SECRET_KEY"]
    path = config.state_folder / "cookie.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(b"short")
    assert len(secret_key(config.state_folder)) == 32
    assert [one.name for one in config.state_folder.iterdir()] == ["cookie.key"]


def test_what_a_crash_left_behind_of_the_cookies_key_is_in_nobodys_way(config: Any) -> None:
    config.state_folder.mkdir()
    (config.state_folder / "cookie.new").write_bytes(b"half")
    assert len(secret_key(config.state_folder)) == 32
    assert [one.name for one in config.state_folder.iterdir()] == ["cookie.key"]


def test_faults_repeat_nothing_of_the_request(app: Any) -> None:
    reply = app.test_client().get("/<script>alert(1)</script>?q=<b>")
    assert reply.status_code == 404
    assert b"alert" not in reply.data
    assert b"<b>" not in reply.data


def test_sounds_have_fixed_names_only(app: Any) -> None:
    client = app.test_client()
    reply = client.get("/sounds/end.wav")
    assert reply.status_code == 200
    assert reply.mimetype == "audio/wav"
    reply.close()
    for name in ("..%2f..%2fpyproject.toml", "nothing.wav", "..%2fen%2fcount-0.wav", "pack.toml"):
        assert client.get(f"/sounds/{name}").status_code == 404

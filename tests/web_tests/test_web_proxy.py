"""Behind a reverse proxy on the box: who gets in, who does not, and which origins are ours."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from cli_tests.called import said
from firmware_host.config import load_config_text
from firmware_host.errors import FileFaults
from web_admin import main
from web_admin.settings import WebConfig
from web_tests.fake_daemon import FakeDaemon
from web_tests.phones import OTHER, TOKEN, Phone, Wait, guest, hash_of
from web_tests.proxy import proxy
from web_tests.test_web_live import Stream

HTTPS, HTTP = "https://play.test", "http://play.test"
PASSED_ON = {"X-Forwarded-For": "192.168.4.20"}
NO_HOST = {**PASSED_ON, "Host": "127.0.0.1:8080"}
"""What nginx sends when it is not told to keep the browser's Host."""
LET_IN = 409
"""The answer to /silence of whoever may: there is no such alarm."""


def documented() -> dict[str, dict[str, str]]:
    """Return origin -> the headers that the guide's block for nginx sends, of a phone there."""
    guide = Path(__file__).parents[2] / "systemd" / "README.md"
    block = r'```nginx\n# origins = \["(\S+)"\]\n(.*?)```'
    found = {}
    for origin, text in re.findall(block, guide.read_text(encoding="utf-8"), re.DOTALL):
        value = {"$http_host": origin.partition("//")[2], "$remote_addr": "192.168.4.20"}
        headers = re.findall(r"proxy_set_header (\S+) (\S+);", text)
        found[origin] = {name: value[variable] for name, variable in headers}
    return found


DOCUMENTED = documented()


@pytest.fixture
def config(config: WebConfig) -> WebConfig:
    """Settings that name the origins of proxies."""
    return replace(config, hosts=("hall.test",), origins=(HTTPS, HTTP, *DOCUMENTED))


def behind(app: Any, token: str = "", at: str = HTTPS) -> Phone:
    return Phone(app, token, "127.0.0.1", PASSED_ON, at)


WAYS = {
    "keeps Host, and none is named": ("http://hall.test", PASSED_ON),
    "keeps Host, on another port": ("http://hall.test:81", PASSED_ON),
    "keeps Host, and is named": (HTTP, PASSED_ON),
    "with TLS keeps Host, and is named": (HTTPS, PASSED_ON),
    "with TLS does not keep Host, and is named": (HTTPS, NO_HOST),
    "does not keep Host, and is named": (HTTP, NO_HOST),
    "with TLS of Chromium, which says the site too": (
        HTTPS, {**PASSED_ON, "Sec-Fetch-Site": "same-origin"}
    ),
    **{f"as documented for {at}": (at, headers) for at, headers in DOCUMENTED.items()},
}  # fmt: skip


def test_the_guide_has_a_block_without_tls_and_one_with_it() -> None:
    assert list(DOCUMENTED) == ["http://minuta.local", "https://minuta.local"]
    for headers in DOCUMENTED.values():
        assert headers == {"Host": "minuta.local", "X-Forwarded-For": "192.168.4.20"}


@pytest.mark.parametrize("way", WAYS)
def test_through_a_proxy_a_stranger_asks_is_admitted_and_keeps_its_role(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None], way: str
) -> None:
    at, passed_on = WAYS[way]
    let_in()
    phone = Phone(linked, "", "127.0.0.1", passed_on, at)
    assert phone.get("/log").status_code == 403, "a stranger"
    assert phone.post("/silence").status_code == 403
    assert phone.get("/ask").status_code == 200
    reply = phone.post("/ask", {"name": "Аня", "role": "judge"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/ask")
    assert daemon.asked("ask") == [{"name": "Аня", "role": "judge", "hash": hash_of(phone.token)}]
    let_in(guest("Аня", token=phone.token), guest("Reader", "reader", OTHER))
    assert phone.get("/log").status_code == 200
    phone.post("/rule", {"what": "annul", "because": "x"})
    assert (daemon.requests[-1].verb, daemon.requests[-1].actor) == ("rule", "Аня")
    reader = Phone(linked, OTHER, "127.0.0.1", passed_on, at)
    assert reader.get("/log").status_code == 200
    assert reader.post("/rule", {"what": "annul", "because": "x"}).status_code == 403
    let_in()
    assert phone.get("/log").status_code == 403, "revoked"


REFUSED = {
    "an attacker's": (HTTPS, PASSED_ON, "https://evil.example"),
    "an attacker's, Host not kept": (HTTPS, NO_HOST, "https://evil.example"),
    "a longer name": (HTTPS, PASSED_ON, "https://play.test.evil.example"),
    "a name within": (HTTPS, PASSED_ON, "https://evil.play.test"),
    "another port": (HTTPS, PASSED_ON, "https://play.test:8443"),
    "none at all": (HTTPS, PASSED_ON, "null"),
    "with TLS, and not named": ("http://hall.test", PASSED_ON, "https://hall.test"),
    "Host not kept, and not named": (HTTP, NO_HOST, "http://hall.test"),
}


@pytest.mark.parametrize("whose", REFUSED)
def test_an_origin_that_is_not_named_is_refused_though_its_browser_was_admitted(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None], whose: str
) -> None:
    let_in(guest())
    at, passed_on, origin = REFUSED[whose]
    phone = Phone(linked, TOKEN, "127.0.0.1", passed_on, at)
    for path in ("/ask", "/rule", "/language", "/silence"):
        assert phone.post(path, Origin=origin).status_code == 403, path
    assert daemon.requests == []
    assert phone.post("/silence").status_code == LET_IN, "the control"


def test_a_name_that_was_made_to_point_here_is_refused_behind_a_proxy_too(linked: Any) -> None:
    for host, code in {
        "evil.example": 400,
        "play.test.evil.example": 400,
        "play.test": 200,
    }.items():
        phone = behind(linked, at=f"https://{host}")
        assert [phone.get(path).status_code for path in ("/", "/ask")] == [code, code]


def test_of_a_named_origin_token_and_site_still_count(
    linked: Any, let_in: Callable[..., None]
) -> None:
    let_in(guest())
    phone = behind(linked, TOKEN)
    assert phone.post("/silence").status_code == LET_IN, "the control"
    for wrong in (
        {"X-CSRF-Token": ""}, {"X-CSRF-Token": "x"}, {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"},
    ):  # fmt: skip
        assert phone.post("/silence", **wrong).status_code == 403, wrong


def test_under_a_named_origin_nobody_is_the_boxs_own_whatever_the_proxy_says(linked: Any) -> None:
    """The proxy was told nothing of X-Forwarded-For."""
    for at in (HTTPS, HTTP):
        kept = Phone(linked, "", "127.0.0.1", {}, at)
        assert kept.get("/log").status_code == 403
        assert kept.post("/silence").status_code == 403
        lost = Phone(linked, "", "127.0.0.1", {"Host": "127.0.0.1:8080"}, at)
        assert lost.post("/silence").status_code == 403
    own = Phone(linked, "", "127.0.0.1", {}, "http://127.0.0.1:8080")
    assert own.get("/log").status_code == 200, "the control"
    assert own.post("/silence").status_code == LET_IN


@pytest.mark.parametrize(
    ("named", "origin", "host"),
    [
        ("https://Minuta.local", "https://minuta.local", "minuta.local"),
        ("https://minuta.local:443", "https://minuta.local", "minuta.local"),
        ("http://minuta.local:80", "http://minuta.local", "minuta.local"),
        ("https://minuta.local:80", "https://minuta.local:80", "minuta.local"),
        ("https://192.168.4.1:8443", "https://192.168.4.1:8443", "192.168.4.1"),
        ("https://[FD00::1]:8443", "https://[fd00::1]:8443", "fd00::1"),
        ("http://[fd00::1]", "http://[fd00::1]", "fd00::1"),
    ],
)
def test_an_origin_is_written_as_browsers_do_and_its_host_is_a_name(
    config: WebConfig, named: str, origin: str, host: str
) -> None:
    told = replace(config, hosts=(), origins=(named,))
    assert told.proxied == {origin}
    assert told.host_names - replace(told, origins=()).host_names == {host}


def test_an_origin_of_the_config_is_a_scheme_a_host_and_perhaps_a_port() -> None:
    text = 'schema = 1\nboard = "four-seats"\n[web]\norigins = ["{}"]\n'
    for good in ("http://minuta.local", "https://Minuta.local:8443", "https://[fd00::1]"):
        assert load_config_text(text.format(good), "a").web.origins == (good,)
    for bad in (
        "minuta.local",
        "http://minuta.local/",
        "http://fd00::1",
        "ftp://a",
        "https://",
        "*",
    ):
        with pytest.raises(FileFaults, match=r"web\.origins\[0\]: .*write an origin"):
            load_config_text(text.format(bad), "a")


def test_what_the_config_names_reaches_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[WebConfig] = []
    monkeypatch.setattr(main, "listen", lambda *_: nullcontext())
    monkeypatch.setattr(main, "serve", lambda config, *_: got.append(config))
    file = tmp_path / "minuta.toml"
    file.write_text(
        f'schema = 1\nboard = "four-seats"\n[box]\nsimulated = true\nstate = "{tmp_path}"\n'
        f'[web]\nnames = ["hall.test"]\norigins = ["{HTTPS}"]\n[sound]\nkind = "silent"\n',
        encoding="utf-8",
    )
    result = said("web", "--config", file)
    assert result.exit_code == 0, result.exception
    assert [(one.hosts, one.origins) for one in got] == [(("hall.test",), (HTTPS,))]


def test_a_real_proxy_passes_pages_cookies_posts_and_the_stream_on(
    linked: Any, daemon: FakeDaemon, served: int, wait_for: Wait
) -> None:
    """TLS ends at the proxy: of it the pages see the origin alone."""
    jar: dict[str, str] = {}

    def call(port: int, method: str, path: str, body: str = "") -> tuple[int, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        headers = {"Host": "play.test", "Origin": HTTPS, "Cookie": cookies}
        form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        page = HTTPConnection("127.0.0.1", port, timeout=8)
        page.request(method, path, body.encode(), {**headers, **form})
        with page.getresponse() as reply:
            for cookie in reply.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.partition("=")
                jar[name] = value.partition(";")[0]
            return reply.status, reply.read().decode()

    with proxy(served, PASSED_ON) as port:
        wait_for(lambda: '"link":"ok"' in call(port, "GET", "/snapshot.json")[1])
        assert call(port, "GET", "/log")[0] == 403
        found = re.search('name="csrf" content="([^"]+)"', call(port, "GET", "/ask")[1])
        assert found
        assert call(port, "POST", "/ask", f"csrf={found[1]}&name=x&role=judge")[0] == 303
        asked = daemon.asked("ask")
        assert asked == [{"name": "x", "role": "judge", "hash": hash_of(jar["minuta-guest"])}]
        daemon.change(admission={"guests": [guest(token=jar["minuta-guest"])]})
        wait_for(lambda: call(port, "GET", "/log")[0] == 200)
        stream = Stream(port, "play.test")
        assert stream.reply.headers["X-Accel-Buffering"] == "no"
        wait_for(lambda: next(stream.events()).get("event") == "beat")
        stream.reply.close()
        stream.connection.close()
    with proxy(served, {}) as port:
        jar.clear()
        assert call(port, "GET", "/log")[0] == 403

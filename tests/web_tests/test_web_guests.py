"""Who is let in over the network: every route, every cookie, every address."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from web_admin.guests import COOKIE
from web_admin.security import DESK, READ, SCREEN
from web_admin.settings import WebConfig
from web_tests.fake_daemon import FakeDaemon
from web_tests.phones import OTHER, TOKEN, Phone, Wait, guest, hash_of

PUBLIC = {
    "static", "now.page", "now.snapshot", "now.icon", "words.choose", "door.ask", "door.state",
    "door.post",
}  # fmt: skip
"""All that anybody in the network may call; whoever adds one writes it here too."""
OUTSIDE = {"REMOTE_ADDR": "192.168.4.20"}


def answers(app: Any, phone: Phone) -> dict[str, int]:
    """Return what each route says to somebody."""
    found = {}
    for rule in app.url_map.iter_rules():
        path = re.sub("<[^>]+>", "end" if "sounds" in rule.rule else "base.css", rule.rule)
        reply = phone.post(path) if "POST" in rule.methods else phone.get(path)
        reply.close()
        found[rule.endpoint] = reply.status_code
    return found


def opened(app: Any, phone: Phone) -> set[str]:
    return {endpoint for endpoint, code in answers(app, phone).items() if code != 403}


def marked(app: Any, *who: str) -> set[str]:
    return {"static"} | {
        name
        for name, view in app.view_functions.items()
        if getattr(view, "open_to", "") in who
    }  # fmt: skip


def test_anybody_in_the_network_gets_the_public_routes_and_no_other(linked: Any) -> None:
    assert opened(linked, Phone(linked)) == PUBLIC
    assert marked(linked, SCREEN) == PUBLIC
    assert len(linked.view_functions) > len(PUBLIC) + 8


def test_a_judge_gets_all_and_a_reader_what_changes_nothing(
    linked: Any, let_in: Callable[..., None]
) -> None:
    let_in(guest(), guest("Reader", "reader", OTHER))
    assert opened(linked, Phone(linked, TOKEN)) == marked(linked, SCREEN, READ, DESK)
    assert opened(linked, Phone(linked, OTHER)) == marked(linked, SCREEN, READ)
    assert {"log.page", "log.as_csv", "bench.page"} <= marked(linked, READ)
    assert {"actions.rule", "actions.key", "door.revoke", "now.desk"} <= marked(linked, DESK)


FORGED = (
    "", "a", "a" * 42, "a" * 44, "A" + "a" * 42, OTHER, hash_of(TOKEN), TOKEN[1:] + "%61",
    "é" * 43, "None", "a" * 5000,
)  # fmt: skip


def test_a_cookie_that_is_forged_lets_nobody_in(linked: Any, let_in: Callable[..., None]) -> None:
    let_in(guest())
    client = linked.test_client(use_cookies=False)

    def code(cookie: str) -> int:
        headers = {"Cookie": f"{COOKIE}={cookie}"}
        return int(client.get("/log", headers=headers, environ_overrides=OUTSIDE).status_code)

    for cookie in FORGED:
        assert code(cookie) == 403, cookie
        assert code(f'"{cookie}"') == 403, cookie
    assert code(TOKEN) == 200, "the control"


def test_a_role_that_is_not_known_lets_nobody_in(linked: Any, let_in: Callable[..., None]) -> None:
    for role in ("", "admin", "JUDGE", None, 1):
        let_in({**guest(), "role": role})
        assert Phone(linked, TOKEN).get("/log").status_code == 403, role


ADDRESSES = {
    "127.0.0.1": 200, "127.8.9.1": 200, "::1": 200, "::ffff:127.0.0.1": 200,
    "192.168.4.20": 403, "::ffff:192.168.4.20": 403, "fe80::1%wlan0": 403, "10.0.0.1": 403,
    "0.0.0.0": 403, "127.0.0.1.evil": 403, "": 403,
}  # fmt: skip


def test_loopback_alone_is_this_machine(linked: Any) -> None:
    for address, code in ADDRESSES.items():
        phone = Phone(linked, address=address)
        assert phone.get("/log").status_code == code, address
        assert phone.post("/silence").status_code == (409 if code == 200 else 403), address


def test_no_header_makes_somebody_this_machine(linked: Any) -> None:
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        reply = linked.test_client().get(
            "/log", headers={name: "127.0.0.1"}, environ_overrides=OUTSIDE
        )
        assert reply.status_code == 403


PASSED_ON = (
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
    "x-forwarded-for",
)  # fmt: skip


@pytest.mark.parametrize("name", PASSED_ON)
@pytest.mark.parametrize("value", ["127.0.0.1", ""])
def test_what_a_proxy_on_the_box_passes_on_is_not_this_machines(
    linked: Any, name: str, value: str
) -> None:
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        phone = Phone(linked, address=address, passed_on={name: value})
        assert phone.get("/log").status_code == 403
        assert phone.post("/silence").status_code == 403
        assert phone.get("/").status_code == 200, "it is a guest of the hall"
        assert phone.get("/ask").status_code == 200, "which may ask"
        control = Phone(linked, address=address, passed_on={"Accept-Language": "en"})
        assert control.get("/log").status_code == 200


def test_who_was_admitted_is_so_behind_a_proxy_too(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None]
) -> None:
    let_in(guest("Аня"))
    passed_on = {"X-Forwarded-For": "203.0.113.9"}
    phone = Phone(linked, TOKEN, "127.0.0.1", passed_on)
    phone.post("/rule", {"what": "annul", "because": "x"})
    assert [(one.verb, one.actor) for one in daemon.requests] == [("rule", "Аня")]
    assert Phone(linked, OTHER, "127.0.0.1", passed_on).get("/log").status_code == 403


def test_a_guest_that_was_revoked_is_out_at_once(linked: Any, let_in: Callable[..., None]) -> None:
    let_in(guest())
    phone = Phone(linked, TOKEN)
    assert phone.get("/log").status_code == 200
    let_in()
    assert phone.get("/log").status_code == 403
    assert phone.post("/rule").status_code == 403


def test_without_a_daemon_the_last_known_guests_stay_and_a_new_web_knows_none(
    linked: Any, daemon: FakeDaemon, config: WebConfig, let_in: Callable[..., None], wait_for: Wait
) -> None:
    from web_admin.app import create_app

    let_in(guest())
    daemon.stop()
    wait_for(lambda: linked.extensions["minuta_link"].state.snapshot["link"] == "lost")
    assert Phone(linked, TOKEN).get("/log").status_code == 200
    assert Phone(create_app(config), TOKEN).get("/log").status_code == 403


def test_a_name_with_markup_is_shown_as_it_is(linked: Any, let_in: Callable[..., None]) -> None:
    """CASES C43."""
    let_in(guest("<img src=x onerror=1>{{7*7}}"))
    page = linked.test_client().get("/devices").get_data(as_text=True)
    assert "&lt;img src=x onerror=1&gt;{{7*7}}" in page
    assert "<img" not in page


def test_a_ruling_of_a_guest_carries_its_name(
    linked: Any, daemon: FakeDaemon, let_in: Callable[..., None]
) -> None:
    let_in(guest("Аня"))
    Phone(linked, TOKEN).post("/rule", {"what": "annul", "because": "x"})
    Phone(linked, TOKEN).post("/revoke", {"name": "Другой"})
    Phone(linked, address="127.0.0.1").post("/rule", {"what": "annul", "because": "x"})
    by = [(one.verb, one.actor) for one in daemon.requests]
    assert by == [("rule", "Аня"), ("revoke", "Аня"), ("rule", "web")]


def test_pages_offer_only_what_is_open(linked: Any, let_in: Callable[..., None]) -> None:
    let_in(guest(), guest("Reader", "reader", OTHER))
    links = {}
    for who, token in {"anybody": "", "judge": TOKEN, "reader": OTHER}.items():
        page = Phone(linked, token).get("/").get_data(as_text=True)
        links[who] = re.findall(r'<a href="([^"]+)"', page)
        assert ('action="/rule"' in page) == (who == "judge")
    assert links == {
        "anybody": ["/", "/ask"],
        "judge": ["/", "/bench", "/log"],
        "reader": ["/", "/bench", "/log"],
    }
    assert 'href="/devices"' in Phone(linked, TOKEN).get("/log").get_data(as_text=True)
    assert 'href="/devices"' not in Phone(linked, OTHER).get("/log").get_data(as_text=True)


def test_who_is_admitted_is_on_no_public_page_or_stream(
    linked: Any, let_in: Callable[..., None]
) -> None:
    let_in(guest("Секретный"), ended=[[hash_of(OTHER), "expired"]])
    state = linked.extensions["minuta_link"].state
    assert "admission" in state.snapshot
    for text in (state.body.decode(), Phone(linked).get("/snapshot.json").get_data(as_text=True)):
        assert "admission" not in text
        assert "Секретный" not in text
    desk = Phone(linked, TOKEN).get("/desk.json").get_data(as_text=True)
    assert hash_of(TOKEN) not in desk


@pytest.mark.parametrize(
    ("host", "names", "addresses"),
    [
        ("127.0.0.1", set(), ("127.0.0.1",)),
        ("192.168.4.1", {"192.168.4.1"}, ("192.168.4.1", "127.0.0.1")),
        ("fd00::1", {"fd00::1"}, ("fd00::1", "::1")),
        ("0.0.0.0", set(), ("0.0.0.0",)),
        ("::", set(), ("::",)),
    ],
)
def test_where_it_listens_and_under_which_names(
    config: WebConfig, host: str, names: set[str], addresses: tuple[str, ...]
) -> None:
    from dataclasses import replace

    told = replace(config, host=host)
    assert told.addresses == addresses
    assert told.host_names == {"localhost", "127.0.0.1", "::1", "hall.test"} | names

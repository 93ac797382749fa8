"""A phone in a network of its own, with a real browser: from Ask to the log, and what is shut."""

import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from run_tests.hall import NAME, Hall
from run_tests.living import Box, press, running, state, until

FOR_S = 60.0
EVIL = "http://evil.example"


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def wait_for(holds: Callable[[], object], for_s: float = FOR_S) -> None:
    by_s = time.monotonic() + for_s
    while not holds():
        assert time.monotonic() < by_s, "waited in vain"
        time.sleep(0.05)


def there(browser: Any, path: str) -> bool:
    return bool(browser.current_url.split(NAME)[-1].partition("/")[2] == path.removeprefix("/"))


def texts(browser: Any, css: str) -> list[str]:
    """Return the texts of elements, at once: the page may be loaded anew meanwhile."""
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)"
    return [str(one) for one in browser.execute_script(script, css)]


def ask(browser: Any, hall: Hall, name: str) -> str:
    """Ask as a person does; return the number that the page shows."""
    browser.get(f"{hall.address}/")
    browser.find_element("css selector", "a[href='/ask']").click()
    browser.find_element("name", "name").send_keys(name)
    browser.find_element("css selector", "main form button").click()
    wait_for(lambda: texts(browser, "#number"))
    return texts(browser, "#number")[0]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # selenium's own sockets
def test_a_phone_asks_the_host_holds_start_and_its_page_goes_on_to_the_log(
    box: Box, hall: Hall, tmp_path: Path
) -> None:
    hall.configured(box)
    life, web = box.start(), hall.serve(box)
    browser = hall.browser(tmp_path / "profile")
    with box.client(life) as client:
        browser.get(f"{hall.address}/")
        wait_for(lambda: texts(browser, "#time") == ["1:00"])
        assert texts(browser, ".nav a") == ["Сейчас", "Войти"]
        browser.get(f"{hall.address}/log")
        assert texts(browser, "h1")[0].startswith("403")

        number = ask(browser, hall, "телефон Ани")
        assert state(client)["displays"][0]["text"] == number
        press(client, "start", 1.3)
        time.sleep(1.5)
        assert texts(browser, "#number") == [number], "held too short: it waits on"
        press(client, "start", 2.1)
        wait_for(lambda: there(browser, "/log"))
        wait_for(lambda: texts(browser, ".row"))
        assert any("телефон Ани" in one and "допущено" in one for one in texts(browser, ".row"))
        assert state(client)["turn"]["status"] == "ready", "no hold was the game's"

        # It rules, under its own name.
        press(client, "start")
        until(client, running)
        browser.get(f"{hall.address}/")
        browser.find_element("css selector", ".desk summary").click()
        form = browser.find_element("css selector", "form input[value=late-start]").find_element(
            "xpath", ".."
        )
        form.find_element("name", "because").send_keys("слово было раньше")
        form.find_element("css selector", "button").click()
        until(client, lambda now: [one["by"] for one in now["rulings"]] == ["телефон Ани"])

    # Both are killed in the turn and started again: it is still let in.
    for one in (life, web):
        one.kill()
    life, web = box.start(), hall.serve(box)
    wait_for(lambda: code_of(browser, f"{hall.address}/devices") == 200)
    assert texts(browser, ".guest b") == ["телефон Ани"]
    assert texts(browser, ".guest .chip") == ["это устройство"]

    # It is revoked by its own page: then it is out, and its old cookie too.
    cookie = browser.get_cookie("minuta-guest")
    assert cookie["httpOnly"] is True
    assert cookie["sameSite"] == "Strict"
    old = {"Cookie": f"minuta-guest={cookie['value']}"}
    assert [one["code"] for one in hall.call([{"path": "/log", "headers": old}])] == [200]
    browser.find_element("css selector", ".guest button").click()
    wait_for(lambda: texts(browser, "h1")[:1] and texts(browser, "h1")[0].startswith("403"))
    assert [one["code"] for one in hall.call([{"path": "/log", "headers": old}])] == [403]

    # In a turn it may not even ask.
    browser.get(f"{hall.address}/ask")
    browser.find_element("name", "name").send_keys("снова")
    browser.find_element("css selector", "main form button").click()
    wait_for(lambda: any("Идёт ход" in one for one in texts(browser, ".said-bad")))
    hall.quiet(browser, "403", "ERR_")


def code_of(browser: Any, url: str) -> int:
    """Open a page; return its code."""
    browser.get(url)
    script = "return performance.getEntriesByType('navigation')[0].responseStatus"
    return int(browser.execute_script(script))


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_page_that_waits_says_that_a_turn_began(box: Box, hall: Hall, tmp_path: Path) -> None:
    hall.configured(box)
    life = box.start()
    hall.serve(box)
    browser = hall.browser(tmp_path / "profile")
    with box.client(life) as client:
        ask(browser, hall, "телефон")
        press(client, "start")
        until(client, running)
        wait_for(lambda: any("Начался ход" in one for one in texts(browser, ".said-bad")))
        assert texts(browser, "#number") == []


@pytest.mark.slow
def test_from_another_network_all_but_the_public_pages_is_shut(box: Box, hall: Hall) -> None:
    """Every route, the streams, Host and Origin, by a plain program; an admitted one as control."""
    from web_admin.app import create_app
    from web_admin.settings import WebConfig

    hall.configured(box)
    life = box.start()
    hall.serve(box)
    config = WebConfig(
        socket_path=box.socket, journal_folder=box.folder, state_folder=box.folder / "w",
        cache_folder=box.folder / "c",
    )  # fmt: skip
    rules = [
        ("POST" if "POST" in rule.methods else "GET", re.sub("<.*>", "end", rule.rule))
        for rule in create_app(config).url_map.iter_rules()
        if rule.endpoint != "static"
    ]
    public = {"/", "/ask", "/ask.json", "/snapshot.json", "/favicon.ico"}
    calls = [{"method": method, "path": path, "body": "{}"} for method, path in rules]
    codes = {
        (call["method"], call["path"]): one["code"]
        for call, one in zip(calls, hall.call(calls), strict=True)
    }
    opened = {path for (method, path), code in codes.items() if code < 400}
    assert opened == public
    assert set(codes.values()) == {200, 302, 403}
    assert len(codes) > 15

    # Host and stream.
    names = [f"{NAME}:{hall.port}", hall.box, "evil.example", f"{hall.box}.evil.example", ""]
    paths = ("/", "/events")
    answers = hall.call([{"path": path, "headers": {"Host": name}} for name in names
                         for path in paths])  # fmt: skip
    assert [one["code"] for one in answers] == [200, 200, 200, 200, 400, 400, 400, 400, 400, 400]
    assert "admission" not in answers[1]["text"]
    assert '"wall"' in answers[1]["text"]

    # Admitted: then token and Origin still count.
    jar: dict[str, str] = {}

    def send(method: str, path: str, body: str = "", **headers: str) -> dict[str, Any]:
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        form = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        told = {"method": method, "path": path, "body": body or None,
                "headers": {"Cookie": cookies, **form, **headers}}  # fmt: skip
        (answer,) = hall.call([told])
        for name, value in answer.get("headers", ()):
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                jar[key] = rest.partition(";")[0]
        return answer

    page = send("GET", "/ask")["text"]
    found = re.search(r'name="csrf" content="([^"]+)"', page)
    assert found
    csrf = found[1]
    with box.client(life) as client:
        assert send("POST", "/ask", f"csrf={csrf}&name=laptop&role=judge")["code"] == 303
        until(client, lambda now: now["admission"]["asking"] is not None)
        press(client, "start", 2.1)
        until(client, lambda now: now["admission"]["guests"])
    wait_for(lambda: send("GET", "/log")["code"] == 200)
    own, silence = f"http://{hall.box}:{hall.port}", "/silence"
    good = {"X-CSRF-Token": csrf, "Content-Type": "application/json"}
    assert send("POST", silence, "{}", **good, Origin=own)["code"] == 409, "no such alarm"
    for wrong in (
        {**good, "Origin": EVIL}, {**good, "Origin": "null"},
        {**good, "Sec-Fetch-Site": "cross-site"},
        {**good, "X-CSRF-Token": ""}, {**good, "X-CSRF-Token": "x"},
    ):  # fmt: skip
        assert send("POST", silence, "{}", **wrong)["code"] == 403, wrong
    jar["minuta-guest"] = "A" * 43
    assert send("POST", silence, "{}", **good, Origin=own)["code"] == 403


@pytest.mark.slow
def test_without_configuration_nothing_answers_in_the_network(box: Box, hall: Hall) -> None:
    hall.configured(box, open_=False)
    box.start()
    web = hall.serve(box)
    assert hall.call([{"path": "/"}]) == [{"error": "ConnectionRefusedError"}]
    web.signal(signal.SIGTERM)
    web.wait()
    hall.configured(box)
    hall.serve(box)
    assert hall.call([{"path": "/"}])[0]["code"] == 200

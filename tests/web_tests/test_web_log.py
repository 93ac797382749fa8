"""The log: what it shows, its filters, CSV, hostile texts, and rulings."""

import html
import re
from typing import Any

import pytest

from web_admin.logview import in_force, recorded, turn_time, uncertainty
from web_tests.journal_of import ODD_TEXTS, SECOND_NS, Journal, odd_evening
from web_tests.log_pages import cells, page, status


@pytest.fixture
def journal(config: Any) -> Journal:
    """Two turns with a good press, a late one and a double."""
    journal = Journal(config.journal_folder)
    journal.turn(1, 100)
    journal.press("seat1", 1, 100 * SECOND_NS + 74_999_999_999)
    journal.press("seat2", 1, 100 * SECOND_NS + 75_000_500_000, "late", source="usb")
    journal.turn(2, 300)
    journal.press("start", 2, 300 * SECOND_NS + 600_000_000, "running")
    return journal


def test_no_journal_is_said_in_words(app: Any) -> None:
    assert "Журнала ещё нет" in page(app)
    assert cells(app) == []


def test_a_press_with_all_that_belongs_to_it(linked: Any, journal: Journal) -> None:
    text = page(linked, "?key=seat2")
    for part in ("1:15.000", "175000500000", "usb", "50 µs", "отклонено: поздно", "записано"):
        assert part in text, part
    row = cells(linked, "?key=seat1")[0]
    assert row["Время хода"] == "1:14.999", "cut, not rounded"
    assert row["Решение"] == "принято"
    assert row["Причина"] == ""


def test_english(linked: Any, journal: Journal) -> None:
    client = linked.test_client()
    reply = client.get("/log?key=seat2", headers={"Accept-Language": "en-GB,en;q=0.9,ru;q=0.5"})
    text = reply.get_data(as_text=True)
    assert "refused: late" in text
    assert '<html lang="en">' in text
    assert not re.search("[а-яА-Я]", re.sub(r'lang="ru".*?</button>', "", text, flags=re.S))


def test_the_browsers_choice_is_kept_and_stays_with_the_page(app: Any) -> None:
    client = app.test_client()
    text = client.get("/log").get_data(as_text=True)
    assert '<html lang="ru">' in text
    csrf = re.search(r'name="csrf" content="([^"]+)"', text)
    assert csrf
    form = {"csrf": csrf[1], "language": "en", "page": "log.page"}
    reply = client.post("/language", data=form)
    assert reply.status_code == 303
    assert reply.headers["Location"] == "/log"
    assert '<html lang="en">' in client.get("/log").get_data(as_text=True)
    form = {"csrf": csrf[1], "language": "xx", "page": "http://evil.example"}
    assert client.post("/language", data=form).headers["Location"] == "/"


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("?turn=1", ["seat1", "seat2"]), ("?turn=2", ["start"]), ("?verdict=accepted", ["seat1"]),
        ("?verdict=refused", ["seat2", "start"]), ("?key=start&turn=1", []),
        ("?kind=press", ["seat1", "seat2", "start"]), ("?turn=x&kind=y&verdict=z&key=", None),
        ("?turn=1;DROP TABLE rows", None), ("?key=' OR 1=1 --", []),
        ("?turn=" + "9" * 40, None),
    ],
)  # fmt: skip
def test_filters(linked: Any, journal: Journal, query: str, keys: list[str] | None) -> None:
    rows = [row["Кнопка"] for row in cells(linked, query) if row["Кнопка"]]
    assert rows == (["seat1", "seat2", "start"] if keys is None else keys)
    page(linked, query)


def test_raw_records_are_shown_only_when_asked_for(linked: Any, journal: Journal) -> None:
    journal.add("edges", {"t": 1, "s": [], "l": [], "e": "A0"})
    assert "edges" not in page(linked)
    assert "edges" in page(linked, "?kind=raw")


def test_pages_of_fifty(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    for number in range(120):
        journal.press("ok", 1, number * 1_000_000)
    first = page(linked, "?kind=press")
    assert first.count('class="row ') == 50
    assert "Страница 1 из 3" in first
    last = page(linked, "?kind=press&p=3")
    assert last.count('class="row ') == 20
    assert "Старше" not in last
    for odd in ("0", "-1", "x", "99999999999999999999", "٣"):
        page(linked, f"?p={odd}")


def test_hostile_texts_stand_as_text(linked: Any, config: Any) -> None:
    """CASES C43, as key, reason, source, actor and because."""
    odd_evening(config.journal_folder)
    for query in ("", "?kind=press", "?kind=ruling"):
        text = page(linked, query)
        for odd in ("<b>A</b>", "<img", "</script>"):
            assert odd not in text, odd
        assert "{{7*7}}" in text
        assert "49" not in re.findall(r'class="key">([^<]*)', text)
    seen = html.unescape(page(linked, "?kind=press"))
    for odd in ODD_TEXTS:
        assert odd.strip() in seen or odd in seen, odd


def test_csv_is_harmless_in_a_spreadsheet(linked: Any, config: Any) -> None:
    odd_evening(config.journal_folder)
    rows = cells(linked)
    assert {row["Кнопка"] for row in rows} >= {"'=1+1", "'+1", "'-1", "'@A1", "'\tтаб", "A&B"}
    assert {row["Почему"] for row in rows} >= {"'=1+1", "две\nстроки"}
    for row in rows:
        for name, cell in row.items():
            if not re.fullmatch(r"-?\d+", cell):
                assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (name, cell)


def test_a_ruling_is_posted_with_its_id_and_what_was_seen(
    linked: Any, daemon: Any, journal: Journal
) -> None:
    client = linked.test_client()
    text = client.get("/log?key=seat2").get_data(as_text=True)
    forms = re.findall(r'<form class="small".*?</form>', text, flags=re.S)
    assert len(forms) == 2, "mark, and admit what was refused"
    form = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', forms[0]))
    reply = client.post("/rule?key=seat2", data={**form, "as": "late-card", "because": "не успел"})
    assert reply.headers["Location"] == "/log?key=seat2"
    asked = daemon.requests[-1]
    assert dict(asked.args) == {
        "what": "mark", "target": 2, "as": "late-card", "because": "не успел",
    }  # fmt: skip
    assert asked.if_n == 17
    assert asked.action_id == form["action_id"]
    assert asked.actor == "web"
    assert "Сделано." in client.get("/log").get_data(as_text=True)


@pytest.mark.parametrize(
    ("code", "field", "said"),
    [
        ("stale", "if_n", "Пока вы смотрели"),
        ("refused", "moot", "Отклонено: решение всё изменило"),
        ("busy", "", "Исход неизвестен"),
        ("bad-args", "for", "Так нельзя"),
    ],
)
def test_errors_are_shown_in_words(
    linked: Any, daemon: Any, code: str, field: str, said: str
) -> None:
    from firmware_host.control.protocol import Reply

    daemon.replies["rule"] = Reply(id=0, code=code, field_name=field, text="<b>no</b>")
    client = linked.test_client()
    csrf = re.search(r'name="csrf" content="([^"]+)"', client.get("/").get_data(as_text=True))
    assert csrf
    form = {"csrf": csrf[1], "what": "annul", "because": "x", "page": "now.page", "if_n": "17"}
    assert client.post("/rule", data=form).headers["Location"] == "/"
    text = client.get("/").get_data(as_text=True)
    assert said in text
    assert "<b>no" not in text


@pytest.mark.parametrize(
    "more", [{"target": "x"}, {"if_n": "x"}, {"because": "x" * 2000}, {"as": "x" * 70}]
)
def test_nonsense_is_refused_in_words(linked: Any, more: dict[str, str]) -> None:
    client = linked.test_client()
    csrf = re.search(r'name="csrf" content="([^"]+)"', client.get("/").get_data(as_text=True))
    assert csrf
    client.post("/rule", data={"csrf": csrf[1], "what": "mark", "because": "x", **more})
    text = client.get("/").get_data(as_text=True)
    assert "Так нельзя" in text or "Сделано" in text


def test_without_a_daemon_nothing_is_called_recorded(app: Any, config: Any, journal: Any) -> None:
    text = page(app)
    assert "recorded-unknown" in text
    assert "recorded-yes" not in text


def test_rulings_in_force_are_chips_on_their_press(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    i = journal.press("seat1", 1, 5)
    mark = journal.ruling("mark", i, **{"as": "late-card"})
    assert "chip-ruled" in page(linked, "?kind=press")
    undo = journal.ruling("undo", mark)
    assert "chip-ruled" not in page(linked, "?kind=press")
    journal.ruling("undo", undo)
    assert "chip-ruled" in page(linked, "?kind=press"), "an undone undo is none"


def test_a_verdict_changed_by_a_ruling_shows_both(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    i = journal.press("seat1", 1, 5)
    changed = {
        "i": i, "key": "seat1", "turn": 1, "at_ns": 9, "was": None, "now": "cancelled",
        "because": 2,
    }  # fmt: skip
    journal.add("rejudged", changed, 9)
    row = next(row for row in cells(linked, "?kind=press"))
    assert (row["Решение"], row["Было"]) == ("отклонено", "принято")
    assert row["Причина"] == "не засчитано судьёй"


def test_the_time_in_a_turn_leaves_pauses_out(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1, 100)
    journal.press("before", 1, 105 * SECOND_NS)
    status(journal, "paused", 110)
    journal.press("within", 1, 115 * SECOND_NS)
    status(journal, "running", 120)
    journal.press("after", 1, 130 * SECOND_NS)
    status(journal, "paused", 140)
    cancelled = {
        "i": 90, "key": "start", "turn": 1, "at_ns": 150 * SECOND_NS,
        "from_ns": 150 * SECOND_NS, "verb": "cancel-pause", "reason": None,
    }  # fmt: skip
    journal.add("verdict", cancelled, 150 * SECOND_NS)
    status(journal, "running", 150)
    journal.press("never", 1, 155 * SECOND_NS)
    times = {row["Кнопка"]: row["Время хода"] for row in cells(linked, "?kind=press")}
    assert times["before"] == "0:05.000"
    assert times["within"] == "0:10.000"
    assert times["after"] == "0:20.000"
    assert times["never"] == "0:45.000", "a pause that was cancelled never was"


def test_words_of_times() -> None:
    assert turn_time(69_999_999_999) == "1:09.999"
    assert turn_time(0) == "0:00.000"
    assert turn_time(-1_500_000_000) == "-0:01.500"
    assert [uncertainty(u) for u in (None, 50_000, 15_000_000)] == ["", "50 µs", "15 ms"]
    assert [recorded(n, 5, True) for n in (5, 6, -1)] == ["yes", "no", "no"]
    assert recorded(5, 5, False) == "no", "a file system that cannot be trusted"
    assert recorded(5, None, True) == "unknown"


def test_nothing_stands_of_no_rulings() -> None:
    assert in_force([]) == {}


def test_damage_is_a_row(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    with journal.path.open("ab") as file:
        file.write(b"<i>broken</i>\n")
    journal.press("a", 1, 1)
    text = page(linked)
    assert "повреждение журнала" in text
    assert "<i>" not in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"kind": "unheard", "from_ns": 1, "to_ns": 2_700_000_001}, "не слышны 2.7 с"),
        ({"kind": "device-lost", "about": "hall", "why": "gone"}, "Не отвечает hall: gone"),
        ({"kind": "sound-lost", "ended": True}, "Прошло: звук пропал"),
        ({"kind": "<b>odd</b>", "id": 1}, "&lt;b&gt;odd&lt;/b&gt;"),
    ],
)
def test_alarms_in_the_log_are_sentences(
    linked: Any, config: Any, args: dict[str, Any], said: str
) -> None:
    Journal(config.journal_folder).add("alarm", args, 5)
    assert said in page(linked)


def test_how_far_the_second_copy_is_or_why_it_is_not(
    linked: Any, daemon: Any, journal: Journal, wait_for: Any
) -> None:
    """Nothing is said where nobody makes one."""
    assert "торая копия" not in page(linked)
    daemon.change(copy={"n": 41, "why": ""})
    wait_for(lambda: "Вторая копия: до записи 41" in page(linked))
    daemon.change(copy={"n": 41, "why": "/media/minuta: <b>gone</b>"})
    wait_for(lambda: "Вторая копия не пишется: /media/minuta: &lt;b&gt;gone" in page(linked))

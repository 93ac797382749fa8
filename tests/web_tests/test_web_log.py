"""The log: what it shows, its filters, CSV, hostile texts, rulings, and the read model under it."""

import csv
import html
import io
import re
from typing import Any

import pytest

from web_admin.logfilter import Filter
from web_admin.logview import in_force, recorded, turn_time, uncertainty
from web_admin.readmodel import ReadModel
from web_tests.journal_of import ODD_TEXTS, SECOND_NS, Journal, odd_evening


def cells(app: Any, query: str = "") -> list[dict[str, str]]:
    """Return the CSV's rows."""
    text = app.test_client().get(f"/log.csv{query}").get_data().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def page(app: Any, query: str = "", **headers: str) -> str:
    """Return the page's text."""
    reply = app.test_client().get(f"/log{query}", headers=headers)
    assert reply.status_code == 200
    return reply.get_data(as_text=True)


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


def status(journal: Journal, word: str, at_s: int) -> None:
    at_ns = at_s * SECOND_NS
    journal.add("status", {"turn": 1, "status": word, "at_ns": at_ns}, at_ns)


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


# The read model


def rows(model: ReadModel) -> list[str]:
    """Follow and return the keys of all presses."""
    assert model.follow()
    return [row["key"] for row in model.all(Filter(kind="press"))]


def test_it_follows_and_survives_a_restart(config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    journal.press("a", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["a"]
    journal.press("b", 1, 2)
    assert rows(model) == ["a", "b"]
    journal.press("c", 1, 3)
    assert rows(ReadModel(config.journal_folder, config.cache_folder)) == ["a", "b", "c"]


def test_a_partial_record_waits(config: Any) -> None:
    """REALTIME F6: beside a writer in small writes there is never a part of a record."""
    journal = Journal(config.journal_folder)
    journal.turn(1)
    whole = journal.path.read_bytes()
    other = Journal(config.journal_folder.parent / "other")
    other.turn(1)
    other.press("a", 1, 1)
    more = other.path.read_bytes()[len(whole) :]
    model = ReadModel(config.journal_folder, config.cache_folder)
    for at in range(0, len(more), 7):
        with journal.path.open("ab") as file:
            file.write(more[at : at + 7])
        assert rows(model) in ([], ["a"])
    assert rows(model) == ["a"]


def test_a_lost_tail_whose_numbers_are_used_again_rebuilds(config: Any) -> None:
    """REALTIME F6."""
    journal = Journal(config.journal_folder)
    journal.turn(1)
    keep = journal.path.read_bytes()
    journal.press("lost", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["lost"]
    journal.path.unlink()
    again = Journal(config.journal_folder)
    again.turn(1)
    assert again.path.read_bytes() == keep
    again.press("other", 1, 1)
    again.press("more", 1, 2)
    assert rows(model) == ["other", "more"]


def test_another_evening_begins_anew(config: Any) -> None:
    import os

    first = Journal(config.journal_folder / "event" / "2026-11-29")
    first.turn(1)
    first.press("yesterday", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["yesterday"]
    os.utime(first.path, ns=(1, 1))
    second = Journal(config.journal_folder / "event" / "2026-11-30")
    second.turn(1)
    second.press("today", 1, 1)
    assert rows(model) == ["today"]


@pytest.mark.parametrize("rubbish", [b"rubbish" * 1000, b""])
def test_a_broken_cache_is_built_again(config: Any, rubbish: bytes) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    journal.press("a", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["a"]
    for path in config.cache_folder.iterdir():
        path.unlink()
    (config.cache_folder / "log.sqlite3").write_bytes(rubbish)
    assert rows(model) == ["a"]


def test_damage_is_a_row(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    with journal.path.open("ab") as file:
        file.write(b"<i>broken</i>\n")
    journal.press("a", 1, 1)
    text = page(linked)
    assert "повреждение журнала" in text
    assert "<i>" not in text


# The games of teams


@pytest.fixture
def drawing(config: Any) -> Journal:
    """A drawing turn: prepared for 120 s, begun 5 s later, a guess at 29.999 s of the play."""
    from web_tests.pictures import team_turn

    journal = Journal(config.journal_folder)
    team_turn(journal, 1, "B", 100)
    journal.press("start", 1, 110 * SECOND_NS, "running", phase="prepare")
    journal.press("ok", 1, 254 * SECOND_NS + 999_000_000, verb="claim", phase="play",
                  elapsed_ns=29_999_000_000)  # fmt: skip
    return journal


def test_the_time_of_a_turn_begins_after_its_preparation(linked: Any, drawing: Journal) -> None:
    rows = {row["Кнопка"]: row for row in cells(linked, "?kind=press")}
    assert rows["start"]["Время хода"] == "0:10.000", "of the preparation"
    assert rows["ok"]["Время хода"] == "0:29.999", "of the play: waiting for START is no time"
    assert rows["ok"]["Команда"] == "B"
    assert rows["ok"]["Что"] == "заявка"


def test_a_part_that_waits_for_the_host_is_a_pause(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1, 100)
    journal.phase(1, "second", 130)
    status(journal, "waiting", 130)
    status(journal, "running", 140)
    journal.press("seat1", 1, 150 * SECOND_NS)
    assert cells(linked, "?kind=press")[0]["Время хода"] == "0:40.000"


def forms(text: str) -> dict[str, dict[str, str]]:
    """Return what -> the fields of its form, with their first values."""
    found = {}
    for form in re.findall(r'<form class="small".*?</form>', text, flags=re.S):
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
        for name, inner in re.findall(r'<select name="([^"]+)"(.*?)</select>', form, flags=re.S):
            fields[name] = " ".join(re.findall(r'<option value="([^"]*)"', inner))
        found[fields["what"]] = fields
    return found


def test_a_guess_has_its_rulings(linked: Any, daemon: Any, drawing: Journal, wait_for: Any) -> None:
    daemon.play("evening-002-drawing")
    link = linked.extensions["minuta_link"]
    wait_for(lambda: link.state.snapshot.get("teams"))
    client = linked.test_client()
    found = forms(client.get("/log?key=ok").get_data(as_text=True))
    assert set(found) == {"mark", "cancel-press", "guess-was-at"}
    form = found["guess-was-at"]
    assert form["guess_s"] == "29.999"
    client.post("/rule", data={**form, "guess_s": "28,5", "because": "сказали раньше"})
    asked = daemon.requests[-1]
    assert dict(asked.args) == {
        "what": "guess-was-at", "target": 2, "because": "сказали раньше",
        "at_ns": 253 * SECOND_NS + 500_000_000,
    }  # fmt: skip
    for odd in ("x", "", "NaN", "1e99", "Infinity"):
        before = len(daemon.requests)
        client.post("/rule", data={**form, "guess_s": odd, "because": "x"})
        assert len(daemon.requests) == before
        assert "Так нельзя" in client.get("/log").get_data(as_text=True)
    assert set(forms(client.get("/log?key=start").get_data(as_text=True))) == {"mark"}, (
        "what the hall lived through is no press to cancel"
    )


def test_a_turn_has_what_its_format_books(
    linked: Any, daemon: Any, drawing: Journal, wait_for: Any
) -> None:
    daemon.play("evening-002-drawing")
    wait_for(lambda: linked.extensions["minuta_link"].state.snapshot.get("teams"))
    client = linked.test_client()
    found = forms(client.get("/log?turn=1").get_data(as_text=True))
    assert "violation" not in found
    assert found["hint"]["team"] == "A C", "not the team that plays"
    client.post("/rule", data={**found["hint"], "team": "C", "because": "с места"})
    asked = dict(daemon.requests[-1].args)
    assert asked == {"what": "hint", "turn": 1, "team": "C", "because": "с места"}


def test_a_written_time_has_violations_and_two_meanings(
    linked: Any, daemon: Any, config: Any, wait_for: Any
) -> None:
    daemon.play("crocodile-001-final")
    wait_for(lambda: linked.extensions["minuta_link"].state.snapshot.get("teams"))
    journal = Journal(config.journal_folder)
    journal.opened(1, 100, format="crocodile-001-final", team="B")
    journal.phase(1, "plot", 100)
    journal.press("stop", 1, 142 * SECOND_NS, verb="claim", phase="plot", elapsed_ns=42 * SECOND_NS)
    judged = {
        "turn": 1, "at_ns": 0, "outcome": "solved", "score": 67_300_000_000, "unit": "ns",
        "marks": {},
    }  # fmt: skip
    journal.add("judged", judged, 150 * SECOND_NS)
    client = linked.test_client()
    text = client.get("/log").get_data(as_text=True)
    found = forms(text)
    assert found["confirm-as"]["as"] == "plot title"
    assert found["violation"]["team"] == " A C"
    assert found["violation"]["by"] == "1 -1"
    assert "счёт 1:07.3" in text
    client.post("/rule", data={**found["violation"], "team": "", "by": "-1", "because": "не было"})
    asked = dict(daemon.requests[-1].args)
    assert asked == {"what": "violation", "turn": 1, "by": -1, "because": "не было"}


def test_rulings_of_the_games_are_said_in_words(linked: Any, config: Any, drawing: Journal) -> None:
    drawing.ruling("guess-was-at", 2, at_ns=253 * SECOND_NS + 500_000_000)
    drawing.ruling("hint", None, team="C", turn=1)
    asked = {"i": 90, "what": "violation", "at_ns": 5, "by": "judge", "why": "so"}
    drawing.add("ruling", {**asked, "target": None, "args": {"by": -1}}, 5)
    said = [row["Что"] for row in cells(linked, "?kind=ruling")]
    assert said == [
        "отгадка была в другой миг · 28.500 с",
        "подсказка · команда C · ход 1",
        "нарушение · −1",
    ]


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

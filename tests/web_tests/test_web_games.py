"""The games of teams in a real browser: claims, prices, words, written times, standings."""

from typing import Any

import pytest

from web_tests import chromium
from web_tests.chromium import Wait
from web_tests.fake_daemon import SECOND_NS, FakeDaemon, now_ns

pytestmark = chromium.MARKS


def text(browser: Any, element: str) -> str:
    return " ".join(str(browser.find_element("id", element).text).split())


@pytest.mark.slow
def test_a_price_falls_when_the_box_said_and_a_claim_stands(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    steps = [
        {"at_ns": str(now_ns() + 2 * SECOND_NS), "score": 45},
        {"at_ns": str(now_ns() + 900 * SECOND_NS), "score": 40},
    ]
    daemon.play("evening-002-drawing", left_s=272.5, kind="price", price_now=50, prices=steps)
    wait_for(lambda: text(browser, "facts") == "Цена 50")
    assert text(browser, "question") == (
        "Команда с довольно длинным именем · Сам себе художник · круг 1"
    )
    wait_for(lambda: text(browser, "facts") == "Цена 45")
    daemon.claim(271 * SECOND_NS - 1, price_now=50, prices=[])
    wait_for(lambda: text(browser, "time") == "4:31 ?")
    assert text(browser, "phase-word") == "ЗАЯВКА"
    assert text(browser, "facts") == "Заявка на 29.000 с Цена 50"
    assert browser.find_elements("css selector", "#now[data-status=claim]")


def test_a_written_time_and_the_standings(browser: Any, daemon: FakeDaemon, wait_for: Wait) -> None:
    browser.at("/")
    daemon.play(
        "crocodile-001-r1", kind="time", unit="s", score=67.3, outcome="solved", status="done",
        marks={"violation": 1},
    )  # fmt: skip
    table = [
        {"team": "A", "place": [1, 2], "total": 67.3, "attempts": 1},
        {"team": "B", "place": [1, 2], "total": 67.3, "attempts": 1},
        {"team": "C", "place": None, "total": 0, "attempts": 0},
    ]
    daemon.change(standings=table)
    wait_for(lambda: text(browser, "facts") == "отгадано 1:07.3 нарушение 1")
    wait_for(lambda: len(browser.find_elements("css selector", ".standing")) == 3)
    rows = [
        " ".join(row.text.split()) for row in browser.find_elements("css selector", ".standing")
    ]
    assert rows[0] == "1–2 Крокодилы 1:07.3 Ходов: 1"
    assert rows[2] == "– Трое в лодке 0:00.0 Ходов: 0"
    assert len(browser.find_elements("css selector", ".is-playing")) == 1


def test_tables_of_a_hall_are_counted_each(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    daemon.change(turn={"kind": "marks", "marks": {"word@table3": 4, "word@table11": 2}})
    wait_for(lambda: text(browser, "facts") == "стол 3 4 стол 11 2")
    assert "Ход 1" in text(browser, "question")


def test_the_bench_says_what_each_key_would_do(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    daemon.play("crocodile-001-final", kind="time", unit="s")
    wait_for(lambda: "STOP заявить отгадку · держать 0,7 с — пауза" in text(browser, "may"))
    assert "OK заявить отгадку" in text(browser, "may")
    assert "NEXT" not in text(browser, "may"), "it does nothing while time runs"
    daemon.claim(271 * SECOND_NS)
    daemon.change(turn={"claim": {"key": "ok", "elapsed_ns": 1, "mark": "plot", "held": "title"}})
    wait_for(lambda: "NEXT верно · держать 2 с — верно: название" in text(browser, "may"))
    assert text(browser, "hint") == "Заявка ждёт: NEXT — верно, START — неверно"
    assert "START неверно" in text(browser, "may")
    daemon.change(turn={"claim": None}, may={"start": "resume", "next": "fail"})
    wait_for(lambda: "NEXT — не отгадано" in text(browser, "hint"))
    keys = {
        one.get_attribute("data-key") for one in browser.find_elements("css selector", "[data-key]")
    }
    assert {"ok", "skip", "viol", "seat4"} <= keys


def test_what_a_plan_and_a_board_say_of_formats(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/bench")
    daemon.play("evening-002-hat", kind="marks")
    wait_for(lambda: "Идёт вечер по плану" in text(browser, "formats"))
    assert "002 · Вечер" in text(browser, "formats")
    hat = browser.find_element("css selector", "[data-format=hat-000-i2]")
    assert not hat.is_enabled()
    assert "TABLE" in hat.get_attribute("textContent")


def test_alarms_are_sentences_with_what_they_are_about(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    spans = {"from_s": "31.2", "to_s": "33.9", "for_s": "2.7", "from_ns": 5}
    alarms = [
        {"kind": "unheard", "args": spans},
        {"kind": "slept", "args": {"for_s": "4.0"}},
        {"kind": "device-lost", "args": {"about": "hall", "why": "<b>gone</b>"}},
        {"kind": "missed-signal", "args": {"cue": "ten-left", "about": "1.2.3"}},
    ]
    daemon.change(
        alarms=[{"id": n, "since_ns": "1", "lasting": False, **one} for n, one in enumerate(alarms)]
    )
    wait_for(lambda: len(browser.find_elements("css selector", ".alarm")) == 4)
    assert [one.text for one in browser.find_elements("css selector", ".alarm")] == [
        "Кнопки не слышны 31.2–33.9 с: прибор перезапускался",
        "Прибор спал 4.0 с",
        "Не отвечает hall: <b>gone</b>",
        "Сигнал не дан: осталось десять",
    ]


def test_the_desk_has_the_rulings_of_the_format(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    wait_for(lambda: text(browser, "time") == "0:20")
    browser.find_element("css selector", ".desk summary").click()
    violation = browser.find_element("css selector", "[data-book=violation]")
    assert not violation.is_displayed(), "ChGK has none"
    daemon.play("crocodile-001-r3", kind="time", unit="s")
    wait_for(violation.is_displayed)
    assert not browser.find_element("css selector", "[data-book=hint]").is_displayed()
    browser.find_element("css selector", "[data-book=violation] [value='-1'] + span").click()
    violation.find_element("name", "because").send_keys("не было")
    violation.find_element("tag name", "button").click()
    wait_for(lambda: daemon.asked("rule"))
    assert daemon.asked("rule") == [{"what": "violation", "because": "не было", "by": -1}]


@pytest.mark.parametrize("path", ["/", "/bench"])
def test_nothing_is_cut_on_a_phone(
    browser: Any, daemon: FakeDaemon, wait_for: Wait, path: str
) -> None:
    chromium.size(browser, 360, 740)
    browser.at(path)
    daemon.play("evening-002-drawing", kind="price", price_now=50)
    daemon.claim(271 * SECOND_NS - 1, price_now=50)
    wait_for(lambda: "Заявка" in text(browser, "facts"))
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 360


def test_side_clocks_and_who_is_next_stand_beside_the_countdown(
    browser: Any, daemon: FakeDaemon, wait_for: Wait
) -> None:
    browser.at("/")
    daemon.play("evening-002-hat", left_s=40, kind="marks")
    daemon.change(
        next={"team": "B", "stage": "hat", "circle": 1, "name": {"ru": "Шляпа", "en": "Hat"}},
        forecast={"stage": "hat", "circle": 1, "turns": 2, "fits": False, "equal": True},
        clocks=[
            {"name": "hour", "way": "down", "mode": "asked", "left_ns": 0, "over": False},
            {"name": "prep", "way": "down", "mode": "stand", "left_ns": 110 * SECOND_NS},
            {"name": "чай", "way": "up", "mode": "stand", "left_ns": 40 * SECOND_NS + 999},
            {"name": "late", "way": "down", "mode": "run", "zero_ns": str(now_ns() - SECOND_NS)},
        ],
    )
    wait_for(
        lambda: (
            text(browser, "clocks") == "Час этапа сколько осталось? Подготовка 1:50 чай 0:40 "
            "late 0:00 круг не успевает закончиться"
        )
    )
    assert text(browser, "next") == "Дальше: Команда с довольно длинным именем · Шляпа"
    assert len(browser.find_elements("css selector", ".side-clock.is-over")) == 2
    daemon.change(next=None, clocks=[], forecast=None)
    wait_for(lambda: text(browser, "clocks") == text(browser, "next") == "")

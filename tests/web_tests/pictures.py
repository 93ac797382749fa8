"""Pictures of the pages in both languages and two sizes, with an evening in the middle."""

import time
from pathlib import Path
from typing import Any

from web_tests import chromium
from web_tests.fake_daemon import SECOND_NS, FakeDaemon, first_snapshot, now_ns
from web_tests.journal_of import Journal

SIZES = ((1280, 720), (360, 740))


def evening(folder: Path) -> None:
    """Write a journal as an evening leaves it."""
    journal = Journal(folder)
    journal.add("boot", {"boot_id": "b", "fs": "ext4"})
    journal.turn(1, 100)
    journal.press("start", 1, 100 * SECOND_NS)
    journal.press("start", 1, 100 * SECOND_NS + 340_000_000, "repeat")
    journal.press("stop", 1, 100 * SECOND_NS + 41_250_300_000)
    journal.add("output", {"what": "fired", "cue": "ten-left", "turn": 1}, 150 * SECOND_NS)
    journal.press("seat2", 1, 100 * SECOND_NS + 69_999_999_999, source="usb")
    late = journal.press("seat1", 1, 100 * SECOND_NS + 70_000_500_000, "late")
    journal.ruling("mark", late, why="Карточку подняли до сигнала, кнопку — после",
                   **{"as": "late-card"})  # fmt: skip
    journal.turn(2, 200)
    journal.press("next", 2, 203 * SECOND_NS, "running")
    journal.press("seat3", 2, 262 * SECOND_NS + 12_345_678)
    team_turn(journal, 3, "B", 400)
    guess = journal.press("ok", 3, 554 * SECOND_NS + 999_000_000, verb="claim", phase="play",
                          elapsed_ns=29_999_000_000)  # fmt: skip
    journal.ruling("guess-was-at", guess, why="Сказали раньше", at_ns=553 * SECOND_NS)
    journal.ruling("hint", None, why="Подсказали с места", team="C", turn=3)


def team_turn(journal: Journal, number: int, team: str, at_s: int) -> None:
    """A turn of a team: a preparation of 120 s, 5 s until START, then play."""
    journal.opened(number, format="evening-002-drawing", team=team, circle=1, stage="one")
    journal.phase(number, "prepare", at_s)
    journal.phase(number, "play", at_s + 120)
    for word, at in (("waiting", at_s + 120), ("running", at_s + 125)):
        at_ns = at * SECOND_NS
        journal.add("status", {"turn": number, "status": word, "at_ns": at_ns}, at_ns)


def scenes(daemon: FakeDaemon) -> dict[str, Any]:
    """Name -> (path, how the box stands)."""
    presses = [
        {"i": 3, "n": 17, "key": "start", "turn": 2, "at_ns": "1", "elapsed_ns": 0,
         "verb": "begin", "reason": None, "marginal": False},
        {"i": 4, "n": 40, "key": "seat2", "turn": 2, "at_ns": "1", "elapsed_ns": 9_993_400_000,
         "verb": "card", "reason": "early", "marginal": False},
    ]  # fmt: skip

    def ready() -> None:
        daemon.change(**{**first_snapshot(), "boot": daemon.state["boot"]})

    def running() -> None:
        daemon.change(mode="match", presses=presses, lamps={"start": "on", "hall": "off"},
                      turn={"number": 14, "tour": 2})  # fmt: skip
        daemon.run(left_s=47.6)

    def counting() -> None:
        daemon.change(turn={"word": {"ru": "ОТВЕТЫ", "en": "ANSWERS"}, "number": 14, "tour": 2},
                      mode="match", presses=presses)  # fmt: skip
        daemon.run(left_s=7.6, length_s=10, form="count")

    def alarm() -> None:
        running()
        args = {"key": "seat3"}
        daemon.change(alarms=[{"id": 1, "kind": "stuck-key", "args": args,
                               "since_ns": str(now_ns()), "lasting": True}])  # fmt: skip

    def drawing() -> None:
        daemon.play("evening-002-drawing", price_now=50, kind="price",
                    prices=[{"at_ns": str(now_ns() + SECOND_NS), "score": 45}])  # fmt: skip

    def claimed() -> None:
        drawing()
        daemon.claim(271 * SECOND_NS - 1, price_now=50, prices=[])

    def hat() -> None:
        daemon.play("evening-002-hat", left_s=33.2, kind="marks", marks={"word": 7, "skip": 2})
        daemon.change(may={"start": "running", "stop": "mark", "stop-hold": "pause",
                           "stop-long": "annul", "next": "running", "ok": "word",
                           "skip": "skip"})  # fmt: skip

    def written() -> None:
        daemon.play("crocodile-001-r1", kind="time", unit="s", score=67.3, outcome="solved",
                    marks={"violation": 1}, status="done",
                    word={"ru": "КОНЕЦ", "en": "DONE"})  # fmt: skip
        rows = [{"team": "A", "place": [1, 1], "total": 58.4, "attempts": 1},
                {"team": "B", "place": [2, 2], "total": 67.3, "attempts": 1},
                {"team": "C", "place": [3, 3], "total": 90, "attempts": 1}]  # fmt: skip
        daemon.change(standings=rows, wall={"mode": "stand", "left_ns": 2_700_000_000, "mark": ""},
                      may={"stop": "mark", "stop-long": "annul", "next": "advance",
                           "next-long": "announce", "start": "over",
                           "viol": "violation"})  # fmt: skip

    def cut() -> None:
        drawing()
        spans = {"from_s": "31.2", "to_s": "33.9", "for_s": "2.7"}
        daemon.change(alarms=[{"id": 1, "kind": "unheard", "args": spans,
                               "since_ns": str(now_ns()), "lasting": True}])  # fmt: skip

    return {
        "now-drawing": ("/", drawing), "now-claim": ("/", claimed), "now-hat": ("/", hat),
        "now-written": ("/", written), "now-cut": ("/", cut), "bench-hat": ("/bench", hat),
        "bench-claim": ("/bench", claimed),
        "now-ready": ("/", ready), "now-running": ("/", running), "now-count": ("/", counting),
        "now-alarm": ("/", alarm), "bench-ready": ("/bench", ready),
        "bench-running": ("/bench", running), "log": ("/log", hat),
    }  # fmt: skip


def take(browser: Any, daemon: FakeDaemon, config: Any, folder: Path) -> list[Path]:
    """Take them all; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    evening(config.journal_folder)
    made = []
    for language in ("ru", "en"):
        browser.at("/")
        browser.find_element("css selector", f"button[value={language}]").click()
        for width, height in SIZES:
            chromium.size(browser, width, height)
            for name, (path, stand) in scenes(daemon).items():
                daemon.change(**first_snapshot())
                stand()
                browser.at(path)
                time.sleep(0.7)
                whole = height
                if path != "/":
                    whole = browser.execute_script("return document.body.scrollHeight")
                    chromium.size(browser, width, min(whole, 2400))
                file = folder / f"{name}-{language}-{width}.png"
                browser.save_screenshot(str(file))
                chromium.size(browser, width, height)
                made.append(file)
            made += _more(browser, daemon, folder, f"{language}-{width}")
    return made


def _more(browser: Any, daemon: FakeDaemon, folder: Path, ending: str) -> list[Path]:
    """The desk and a judged row opened; a page without its daemon."""
    daemon.play("crocodile-001-r1", kind="time", unit="s")
    browser.at("/")
    time.sleep(0.4)
    browser.find_element("css selector", ".desk summary").click()
    browser.execute_script("scrollTo(0, 9999)")
    browser.save_screenshot(str(folder / f"desk-{ending}.png"))
    daemon.play("evening-002-drawing", kind="price")
    browser.at("/log?turn=3")
    time.sleep(0.3)
    for summary in browser.find_elements("css selector", ".judge summary"):
        summary.click()
    browser.save_screenshot(str(folder / f"judge-{ending}.png"))
    browser.at("/")
    time.sleep(0.4)
    daemon.stop()
    time.sleep(3.5)
    browser.save_screenshot(str(folder / f"stale-{ending}.png"))
    daemon.start()
    return [folder / f"{name}-{ending}.png" for name in ("desk", "judge", "stale")]

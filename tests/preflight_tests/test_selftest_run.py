"""A real `minuta selftest`, with a hand on the real gpiozero pins of a simulated board."""

from __future__ import annotations

import signal
import time
import tomllib
from pathlib import Path

from preflight_tests.hands import Event, Hands, helpful, verdicts
from run_tests.living import Box

ROOT = Path(__file__).parents[2]


def test_by_keys_alone_a_good_box_is_found_good(box: Box) -> None:
    hands = Hands(box, "selftest", "--json")
    report = hands.answer(helpful(hands))
    assert hands.life.code == 0, box.said()
    assert (report["report"]["ready"], report["report"]["whole"]) == (True, True)
    cues = tomllib.loads((ROOT / "sounds/tones/pack.toml").read_text(encoding="utf-8"))["cues"]
    played = [cue for cue in cues if not cue.startswith(("blip-", "silence", "count-"))]
    assert verdicts(report) == {
        **{f"key {key}": "good" for key in ("start", "stop", "next")},
        "lamp signal": "good", "buzzer host": "good", "display hall": "good",
        **{f"sound {cue}": "good" for cue in played},
        "offset offsets.signal": "note",
    }  # fmt: skip
    keys = [one for one in report["report"]["rows"] if one["what"] == "key"]
    assert [one["facts"]["presses"] for one in keys] == [2, 2, 2]
    assert [one["facts"]["edges"] for one in keys] == [1, 1, 1]
    # It was really shown, lit and played, and is dark in the end.
    glass = hands.glass.read_text(encoding="utf-8").splitlines()
    shown = [line.removeprefix("hall ") for line in glass if line.startswith("hall")]
    assert [one for one in shown if one][:7] == ["----", "P 1", "P 2", "P 3", "L", "b", "88:88"]
    assert "825" in shown
    assert shown[-1].strip() in ("", "hall")
    lamp = [line for line in glass if line.startswith("signal")]
    assert lamp[:2] == ["signal on", "signal off"]
    assert hands.heard.read_text(encoding="utf-8").split() == played
    text = Path(report["file"]).read_text(encoding="utf-8").splitlines()
    assert text[-1] == "All is well."
    assert "+ key start: heard; chatter: up to 1 edges, 0.0 ms" in text


def test_stuck_noisy_swapped_worn_and_dead_are_named(box: Box) -> None:
    hands = Hands(box, "selftest", "--json", "--patience", "1.5s")

    def act(event: Event) -> None:
        if event["event"] != "ask":
            return
        if event["what"] == "keys":
            hands.move("close 22")  # stuck
        elif event["name"] == "start":  # chatters for 20 ms: 21 edges, 1 ms apart
            for _ in range(2):
                hands.move("chatter 17 10 1")
                time.sleep(0.1)
                hands.move("open 17")
                time.sleep(0.05)
        elif event["name"] == "stop":
            hands.tap("17", 2)  # swapped
        elif event["what"] in ("lamp", "buzzer"):
            hands.tap("27")  # STOP is not heard: it answers nothing
        else:
            hands.tap("17")

    report = hands.answer(act)
    assert hands.life.code == 1
    found = verdicts(report)
    assert {key: found[f"key {key}"] for key in ("start", "stop", "next")} == dict.fromkeys(
        ("start", "stop", "next"), "bad"
    )
    says = {one["name"]: one["text"]["en"] for one in report["report"]["rows"]}
    assert says["next"].startswith("closed with no hand on it")
    assert "START came instead" in says["stop"]
    assert "chatters for" in says["start"]
    assert (found["lamp signal"], found["buzzer host"]) == ("unanswered", "unanswered")
    assert found["display hall"] == "good"
    assert Path(report["file"]).read_text(encoding="utf-8").splitlines()[-1].startswith("Not well")


def test_a_daemon_and_a_preflight_keep_each_other_out(box: Box) -> None:
    hands = Hands(box, "selftest", "--json")
    for event in hands.events():
        if event["event"] == "ask":
            break
    daemon = box.launch(argv=["run", "--config", str(box.config)])
    assert daemon.wait(30) == 2
    hands.life.signal(signal.SIGTERM)
    report = hands.answer(lambda event: None)
    assert hands.life.code == 1
    assert report["report"]["whole"] is False
    assert report["text"]["en"] == "The pre-flight was broken off."

    living = box.start(argv=["run", "--config", str(box.config)])
    refused = box.launch(argv=["selftest", "--config", str(box.config)])
    assert refused.wait(30) == 2
    assert "stop her (`sudo systemctl stop minuta`)" in box.said()
    assert living.wait(0) is None
    living.term()

"""A real `minuta selftest`, with a hand on the real gpiozero pins of a simulated board."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from evening_tests.test_heard_evening import Speaker, onsets
from preflight_tests.hands import CONFIG, Event, Hands, helpful, verdicts
from run_tests.living import Box

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_by_keys_alone_a_good_box_is_found_good(box: Box, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path / "speaker")
    box.env |= {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(speaker.path)}
    hands = Hands(box, "selftest", "--json", sound="pygame")
    report = hands.answer(helpful(hands))
    assert hands.life.code == 0, box.said()
    assert (report["report"]["ready"], report["report"]["whole"]) == (True, True)
    cues = tomllib.loads((ROOT / "sounds/tones/pack.toml").read_text(encoding="utf-8"))["cues"]
    played = [cue for cue in cues if not cue.startswith(("blip-", "silence", "count-"))]
    assert verdicts(report) == {
        **{f"key {key}": "good" for key in ("start", "stop", "next", "ok")},
        "lamp signal": "good", "buzzer host": "good", "display hall": "good",
        **{f"sound {cue}": "good" for cue in played},
        "stamp gpio": "note", "offset sound": "note", "offset signal": "note",
    }  # fmt: skip
    keys = [one for one in report["report"]["rows"] if one["what"] == "key"]
    assert [one["facts"]["presses"] for one in keys] == [2, 2, 2, 2]
    assert [one["facts"]["edges"] for one in keys] == [1, 1, 1, 1]
    # It was really shown, lit and played, and is dark in the end.
    glass = hands.glass.read_text(encoding="utf-8").splitlines()
    shown = [line.removeprefix("hall ") for line in glass if line.startswith("hall")]
    assert " ".join(one for one in shown if one).startswith(
        "---- P 1 P 2 P 3 P 4 L 1 b 1 88:88 825"
    )
    assert [one.strip() for one in shown[-2:]] == ["YES", ""]
    lamp = [line for line in glass if line.startswith("signal")]
    assert lamp[:2] == ["signal on", "signal off"]
    pitches = {cue: cues[cue]["pitch_hz"] for cue in played}
    assert [cue for cue, _ in onsets(speaker.samples(), pitches)] == played
    text = Path(report["file"]).read_text(encoding="utf-8").splitlines()
    assert text[-1] == "All is well."
    assert "+ key start: heard; chatter: up to 1 edges, 0.0 ms" in text


def test_stuck_noisy_swapped_and_worn_keys_are_named_and_no_is_no(box: Box) -> None:
    hands = Hands(box, "selftest", "--json", "--patience", "1s", sound="silent")

    def act(event: Event) -> None:
        what, name = event.get("what"), event.get("name")
        if event["event"] != "ask":
            return
        if what == "keys":
            hands.move("close 22")  # it is stuck
            hands.move("chatter 6 3 4")  # noise
        elif (what, name) == ("key", "start"):  # chatters for 20 ms
            hands.move("chatter 17 10 1")
            hands.move("chatter 17 10 1")
        elif (what, name) == ("key", "stop"):
            hands.tap("17", 2)  # wires swapped
        elif what == "lamp":
            hands.tap("27")  # STOP was not heard before: it answers nothing
        else:
            hands.tap("17")

    report = hands.answer(act)
    assert hands.life.code == 1
    assert verdicts(report) == {
        "key start": "bad", "key stop": "bad", "key next": "bad", "key ok": "bad",
        "lamp signal": "unanswered", "buzzer host": "good", "display hall": "good",
        "sound ": "note", "stamp gpio": "note", "offset signal": "note",
    }  # fmt: skip
    rows = {f"{one['what']} {one['name']}": one for one in report["report"]["rows"]}
    assert rows["key next"]["text"]["en"].startswith("closed with no hand on it")
    assert rows["key ok"]["text"]["en"].startswith("noisy with no hand on it (8 edges in 2 s)")
    assert "START came instead" in rows["key stop"]["text"]["en"]
    assert "chatters for" in rows["key start"]["text"]["en"]
    assert rows["key start"]["facts"]["edges"] == 21
    assert abs(rows["key start"]["facts"]["longest_ns"] - 20_000_000) < 10  # float seconds
    text = Path(report["file"]).read_text(encoding="utf-8")
    assert text.splitlines()[-1] == (
        "Not well: key start, key stop, key next, key ok; no answer: lamp signal."
    )


def test_a_daemon_and_a_preflight_keep_each_other_out(box: Box) -> None:
    hands = Hands(box, "selftest", "--json")
    next(event for event in hands.events() if event["event"] == "ask")
    daemon = box.launch(argv=["run", "--config", str(box.config)])
    assert daemon.wait(15) == 2
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


@pytest.mark.slow
def test_a_terminal_answers_too_and_gives_up_a_key_that_is_not_there(box: Box) -> None:
    """Nobody touches a key, the scoreboard is not plugged in; what is typed is an answer."""
    text = CONFIG.replace('"simulated"', '"silent"', 1).replace("simulated = true\n", "")
    text = text.replace('"gpiozero"', '"simulated"').replace(
        "pin = 23", 'pin = 23, kind = "simulated"'
    )
    text = text.replace("pin = 12", 'pin = 12, kind = "simulated"')
    text = text.replace('"max7219"', '"serial"\ndevice = "/dev/serial/by-id/nobody"')
    box.config.write_text(text, encoding="utf-8")
    argv = [sys.executable, "-m", "firmware_host.cli", "selftest", "--config", str(box.config)]
    with subprocess.Popen(
        [*argv, "--lang", "ru"], env=box.env, cwd=box.folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as minuta:  # fmt: skip
        assert minuta.stdin is not None
        assert minuta.stdout is not None
        said: list[str] = []
        for line in minuta.stdout:
            said.append(line.rstrip())
            if line.startswith("? ") and "Не трогайте" not in line:
                word = "" if "Нажмите" in line else "н" if "лампа" in line else "Да"
                minuta.stdin.write(f"{word}\n")
                minuta.stdin.flush()
        assert minuta.wait(60) == 1
    assert "= lamp signal: нет" in said
    assert "= buzzer host: да" in said
    nobody = "табло hall: порта /dev/serial/by-id/nobody нет"
    assert f"= display hall: не отвечает: {nobody}" in said
    assert not any("8 2 5" in line for line in said), "nobody is asked what cannot be seen"
    assert said.count("? Нажмите дважды: кнопка START, зелёная.") == 1
    assert sum(line.endswith("или `minuta learn`") for line in said) == 4
    assert said[-2].startswith("Не в порядке: key start, key stop, key next, key ok, lamp signal, ")
    assert said[-2].endswith("display hall; без ответа: –.")
    assert Path(said[-1].partition(": ")[2]).exists()

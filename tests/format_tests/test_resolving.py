"""Settings, clips and arrows put into formats that the product does not know."""

import hashlib

import pytest

from firmware_host.engine.rules import END, STAY, KeyRule, Signal
from firmware_host.errors import FileFaults
from firmware_host.formats import builtin, known_settings, load_folder, load_text, resolve

UNSEEN = """
schema  = 1
id      = "relay"
source  = "a test"
name    = { ru = "Эстафета", en = "Relay" }
players = "team"
repeat  = { ok = "1s" }

[settings]
leg   = { value = "1:10", of = "t", ru = "Этап", en = "Leg" }
beat  = { value = "5s", of = "t", ru = "Смена", en = "Switch" }
go    = { value = "host", choices = ["host", "auto"], of = "t", ru = "Начинает", en = "Begun by" }
worth = { value = 1.5, of = "t", ru = "За слово", en = "Per word" }
where = { value = "rest", choices = ["rest", "end"], of = "t", ru = "Куда", en = "Whereto" }
floor = { value = "none", choices = ["none", "zero"], of = "t", ru = "Минус", en = "Floor" }

[[phase]]
id   = "ready"
keys = { start-held = { mark = "early", then = "leg" }, start = { mark = "go", then = "leg" } }

[[phase]]
id      = "leg"
waits   = "=go"
for     = "=leg"
signals = [{ cue = "start", at = "0s" }, { cue = "switch", every = "=beat" },
           { cue = "end", left = "0s", length = "2s", lasting = true }]
then    = "end"

  [phase.keys]
  ok    = "word"
  skip  = { mark = "skip", then = "stay" }
  stop  = { mark = "guess", claim = true }
  table = { mark = "word", then = "=where" }

[[phase]]
id    = "rest"
for   = "clip end"
until = "including"
shows = "below-zero"

[score]
kind      = "marks"
points    = { word = "=worth", skip = -1 }
open_word = "skip"
floor     = "=floor"
"""
CLIPS = {"start": 1, "switch": 2, "end": 2_000_000_000}


def test_a_format_that_nobody_has_seen() -> None:
    rules = resolve(load_text(UNSEEN, "relay.toml"), {}, CLIPS)
    ready, leg, rest = rules.phases
    assert (ready.for_ns, ready.shows, ready.then) == (None, "up", 1)
    assert ready.word == {"ru": "READY", "en": "READY"}
    assert ready.keys["start-held"] == KeyRule(mark="early", then=1)
    assert (leg.for_ns, leg.waits_host, leg.then) == (70_000_000_000, True, END)
    # RULES A.0, 001 R4: 70 s, every 5 s: 13 switches.
    switches = [one.offset_ns for one in leg.signals if one.cue == "switch"]
    assert switches == [n * 5_000_000_000 for n in range(1, 14)]
    assert leg.signals[-1] == Signal(
        cue="end", sound="end", offset_ns=70_000_000_000, length_ns=2_000_000_000, lasting=True
    )
    assert leg.keys["ok"] == KeyRule(mark="word", then=STAY)
    assert leg.keys["stop"].claim
    assert leg.keys["table"].then == 2
    assert (rest.for_ns, rest.including, rest.shows) == (2_000_000_000, True, "below-zero")
    assert rules.score.args == {
        "points": {"word": 3, "skip": -2},
        "open_word": "skip",
        "floor": "none",
    }
    assert rules.repeat_ns["ok"] == 1_000_000_000
    assert rules.settings["worth"] == "1.5"


def test_settings_change_it() -> None:
    fmt = load_text(UNSEEN, "relay.toml")
    chosen = {"leg": "11s", "go": "auto", "worth": 2, "where": "end", "floor": "zero"}
    rules = resolve(fmt, chosen, CLIPS)
    assert rules.settings == {**chosen, "beat": "5s"}
    assert not rules.phases[1].waits_host
    assert rules.phases[1].keys["table"].then == END
    assert [one.offset_ns // 10**9 for one in rules.phases[1].signals] == [0, 5, 10, 11]


def test_both_and_last_say_which_ends_of_a_phase_belong_to_every() -> None:
    for words, seconds in [("", [5]), (", last = true", [5, 10]), (", both = true", [0, 5, 10])]:
        text = UNSEEN.replace('every = "=beat"', f'every = "=beat"{words}')
        rules = resolve(load_text(text, "x"), {"leg": "10s"}, CLIPS)
        found = [one for one in rules.phases[1].signals if one.cue == "switch"]
        assert [one.offset_ns // 10**9 for one in found] == seconds


def test_a_price_table_is_exact() -> None:
    head, _, _ = UNSEEN.partition("[score]")
    text = head.replace('ok    = "word"', 'ok = { mark = "solved", then = "rest" }')
    text = text.replace("worth = { value = 1.5", 'worth = { value = [["4:31", 50], ["-0:05", 5]]')
    text = text.replace("floor = { value", "hint = { value").replace('["none", "zero"]', "[-30]")
    text = text.replace('value = "none"', "value = -30")
    text += '[score]\nkind = "price"\nfrom = "leg"\ntotal = "=leg"\nreading = "display"\n'
    text += 'table = "=worth"\npoints = { hint = "=hint" }\n'
    args = resolve(load_text(text, "x"), {}, CLIPS).score.args
    assert args["table"] == ((271_000_000_000, 100), (-5_000_000_000, 10))
    assert args["points"] == {"hint": -60}


def test_unknown_settings_are_refused_unless_another_format_has_them() -> None:
    fmt = builtin()["chgk-003"]
    clips = dict.fromkeys(["start", "ten-left", "end", "collect"], 1)
    with pytest.raises(FileFaults, match="chgk-003 has no such setting"):
        resolve(fmt, {"zero_until": "end"}, clips)
    known = known_settings()
    assert resolve(fmt, {"zero_until": "end"}, clips, lenient=True, known=known) == resolve(
        fmt, {}, clips
    )
    with pytest.raises(FileFaults, match=r"late_rul.*did you mean 'late_rule'"):
        resolve(fmt, {"late_rul": "before"}, clips, lenient=True, known=known)


@pytest.mark.parametrize(
    ("setting", "value", "remedy"),
    [
        ("late_rule", "befor", "did you mean 'before'"),
        ("late_rule", True, "write one of before, including"),
        ("minute", 60, "with a unit"),
        ("minute", "-60s", "negative"),
        ("minute", "25:00:00", "with a unit"),
        ("minute", "90000s", "24 h"),
        ("minute", "9s", "outside the phase"),
        ("collect", "clip nothing", "no such clip"),
    ],
)
def test_a_setting_that_cannot_be(setting: str, value: object, remedy: str) -> None:
    clips = dict.fromkeys(["start", "ten-left", "end", "collect"], 1)
    with pytest.raises(FileFaults) as caught:
        resolve(builtin()["chgk-003"], {setting: value}, clips)
    (fault,) = caught.value.faults
    assert remedy in fault.remedy


def test_a_clip_that_the_pack_lacks_is_named() -> None:
    with pytest.raises(FileFaults) as caught:
        resolve(builtin()["chgk-003"], {}, {"start": 1, "end": 1})
    assert [(one.path, one.value) for one in caught.value.faults] == [
        ("phase[0].signals[1].cue", "ten-left"),
        ("phase[1].signals[1].cue", "collect"),
    ]


def test_one_length_written_in_two_ways_is_one_setting() -> None:
    text = UNSEEN.replace('value = "5s", of', 'value = "5s", choices = ["5s", "10s"], of')
    rules = resolve(load_text(text, "x"), {"beat": "0:10"}, CLIPS)
    assert rules.settings["beat"] == "10s"


def test_what_the_engine_cannot_play_is_said_when_it_is_chosen() -> None:
    text = UNSEEN.replace('skip  = { mark = "skip",', 'skip = { mark = "skip", within = "2s",')
    fmt = load_text(text, "x")
    with pytest.raises(FileFaults, match=r"phase\[1\].keys.skip.within.*cannot play this yet"):
        resolve(fmt, {}, CLIPS)


def test_the_sha_is_of_the_normalised_text() -> None:
    one = load_text(UNSEEN, "x")
    assert one.sha == hashlib.sha256(one.text).hexdigest()
    assert load_text(UNSEEN.replace("\n", "\r\n") + "\r\n\r\n", "y").sha == one.sha
    assert load_text(UNSEEN + "# a word more\n", "z").sha != one.sha


def test_a_folder_beside_the_built_in_ones(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("папка с пробелом")
    (folder / "relay.toml").write_text(UNSEEN, encoding="utf-8")
    preset = 'schema = 1\nid = "short"\nlike = "relay"\nsource = "t"\nset = { leg = "20s" }\n'
    preset += 'name = { ru = "Короткая", en = "Short" }\n'
    (folder / "a-preset.toml").write_text(preset, encoding="utf-8")
    found = load_folder(folder, builtin())
    assert set(found) == {*builtin(), "relay", "short"}
    assert resolve(found["short"], {}, CLIPS).phases[1].for_ns == 20_000_000_000
    assert resolve(found["short"], {"leg": "1:00"}, CLIPS).phases[1].for_ns == 60_000_000_000
    (folder / "twin.toml").write_text(UNSEEN, encoding="utf-8")
    with pytest.raises(FileFaults, match=r"relay.toml has this id already"):
        load_folder(folder, builtin())

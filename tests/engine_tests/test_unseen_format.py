"""A format nobody has seen is a TOML text: it plays through a scenario, with points by marks."""

import pytest

from firmware_host.formats import builtin, load_text
from firmware_host.scenario.play import play_text

SPRINT = """
schema  = 1
id      = "sprint"
source  = "a test"
name    = { ru = "Спринт", en = "Sprint" }
players = "team"
repeat  = { ok = "0.3s", skip = "0.3s" }

[settings]
leg   = { value = "20s", of = "test", ru = "Этап", en = "Leg" }
worth = { value = 3, of = "test", ru = "За слово", en = "Per word" }
floor = { value = "none", choices = ["none", "zero"], of = "test", ru = "Минус", en = "Floor" }

[[phase]]
id      = "play"
word    = { ru = "ИГРА", en = "PLAY" }
for     = "=leg"
until   = "including"
then    = "end"
signals = [{ cue = "start", at = "0s" }, { cue = "ten-left", left = "10s" },
           { cue = "end", left = "0s", lasting = true }]
keys    = { ok = "word", skip = "skip" }

[score]
kind   = "marks"
points = { word = "=worth", skip = -1.5 }
floor  = "=floor"
"""

# Three words (5, 5.3 and exactly 25), one `repeat`, one late; two skips: 3 x 3 - 2 x 1.5 = 6.
TEXT = """
board  six-keys
format sprint

case points
at 5     tap start
at 6     tap ok for 50ms
at 6.299 tap ok for 50ms
at 6.6   tap ok for 50ms
at 8     tap skip
at 9     tap skip
at 25    tap ok
at 25.000000001 tap skip
at 30    end
expect signals start@5 ten-left@15 end@25
expect ok@6.299 refused repeat
expect ok@6.6 accepted word
expect ok@25 accepted word
expect skip@25.000000001 refused late
expect marks 1 word=3 skip=2
expect turn 1 words
expect turn 1 6
expect phases 1 play@5

case settings
set      worth = 1
set      leg = 12s
at 5     tap start
at 6     tap ok
at 17.5  tap ok
at 25    end
expect signals start@5 ten-left@7 end@17
expect ok@17.5 refused late
expect turn 1 1

case below-nothing
at 5     tap start
at 8     tap skip
at 30    end
expect turn 1 -1.5

case floor
set      floor = zero
at 5     tap start
at 8     tap skip
at 30    end
expect turn 1 0

case paused-and-pressed
at 5     tap start
at 10    hold stop for 0.75s
at 12    tap ok
at 15    tap start
at 16    tap ok
at 40    end
expect ok@12 refused paused
expect turn 1 3
expect signals start@5 ten-left@20 end@30
"""


@pytest.fixture
def sprint(monkeypatch):
    """The format beside the built-in ones, as if it lay in the config's folder."""
    known = {**builtin(), "sprint": load_text(SPRINT, "sprint.toml")}
    monkeypatch.setattr("firmware_host.daemon.kitchen.builtin", lambda: known)


def test_it_plays(sprint):
    """Points, settings, floor, repeats, an inclusive end and a pause, all from the text alone."""
    failed = {one.name: one.failures for one in play_text(TEXT, "sprint") if one.failures}

    assert failed == {}

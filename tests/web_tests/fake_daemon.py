"""A daemon of hand-made snapshots behind the product's own control server."""

import copy
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware_host.control.protocol import Reply, Request
from firmware_host.control.server import ControlServer
from firmware_host.daemon.shown import format_row
from firmware_host.formats import builtin

SECOND_NS = 10**9
KEYS = ("start", "stop", "next", "ok", "skip", "viol", "seat1", "seat2", "seat3", "seat4")


TEAMS = {"A": "Крокодилы", "B": "Команда с довольно длинным именем", "C": "Трое в лодке"}
STANDINGS = [
    {"team": "A", "place": [1, 1], "total": 50, "attempts": 1},
    {"team": "B", "place": [2, 3], "total": 0, "attempts": 0},
    {"team": "C", "place": [2, 3], "total": 0, "attempts": 0},
]


def shipped() -> list[dict[str, Any]]:
    """Return the rows of the formats that Minuta has, as its own snapshots show them."""
    roles = frozenset(key.rstrip("0123456789") for key in KEYS)
    return [dict(format_row(fmt, roles)) for fmt in builtin().values()]


def now_ns() -> int:
    """Return the box's instant."""
    return time.monotonic_ns()


def first_snapshot() -> dict[str, Any]:
    """Return a taste that waits for START."""
    keys = [{"key": key, "role": key.rstrip("0123456789"), "source": "sim"} for key in KEYS]
    return {
        "boot": "boot-1", "n": 17, "durable_n": 17, "recorded": True, "mode": "rehearsal",
        "mono_ns": str(now_ns()), "product": "minuta test", "languages": ["ru", "en"],
        "board": {"id": "four-seats", "simulated": True, "keys": keys},
        "format": {"id": "taste", "name": {"ru": "Короткая минута", "en": "A short minute"},
                   "settings": {}},
        "formats": [
            {"id": "taste", "rehearsal": True, "source": "ENGINE.md", "missing": [],
             "claims": [], "books": [],
             "name": {"ru": "Короткая минута", "en": "A short minute"}},
            {"id": "real-a", "rehearsal": False, "source": "003 l.18-22", "missing": [],
             "claims": [], "books": [],
             "name": {"ru": "ЧГК, документ 003", "en": "ChGK, document 003"}},
            {"id": "real-b", "rehearsal": False, "source": "004 l.9-11", "missing": [],
             "claims": [], "books": [],
             "name": {"ru": "ЧГК, документ 004", "en": "ChGK, document 004"}},
            {"id": "hat-000-i1", "rehearsal": False, "source": "000 l.17-32",
             "missing": ["table"], "claims": [], "books": [],
             "name": {"ru": "Шапка I.1: словами", "en": "Hat I.1: in words"}},
        ],
        "turn": {"id": 1, "number": 1, "tour": 0, "in_tour": 0, "status": "ready",
                 "phase": "discuss", "word": {"ru": "МИНУТА", "en": "MINUTE"}, "settled": True,
                 "team": "", "stage": "", "circle": 0, "kind": "answers", "marks": {},
                 "outcome": None, "score": None, "unit": "points", "actors": {}, "claim": None,
                 "price_now": None, "prices": []},
        "teams": {}, "standings": [],
        "wall": {"mode": "stand", "left_ns": 20 * SECOND_NS, "floor_ns": 0, "form": "clock",
                 "mark": "", "length_ns": 20 * SECOND_NS, "host_word": ""},
        "plan": [], "fired": [], "lamps": {"start": "blink", "hall": "off"},
        "buzzers": {"host": False}, "ear": {},
        "displays": [
            {"name": "hall", "role": "hall", "text": "0:20", "alive": True, "why": ""},
            {"name": "host", "role": "host", "text": "0:20", "alive": True, "why": ""},
        ],
        "sound": {"kind": "silent", "alive": True, "why": "", "offset_ns": 0, "measured": False},
        "sources": [], "pressed": [], "presses": [], "rulings": [], "alarms": [],
        "may": {"start": "begin", "stop": "not-started", "next": "not-started"},
        "real_time": False, "late": {"p99_us": 90, "max_us": 200, "count": 4},
    }  # fmt: skip


class FakeDaemon:
    """Answers every request; the test changes the snapshot and sees what was asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = first_snapshot()
        self.requests: list[Request] = []
        self.at_ns: list[int] = []
        self.replies: dict[str, Reply] = {}
        self._server: ControlServer | None = None

    def start(self) -> None:
        """Come up (again)."""
        self._server = ControlServer(
            self.path,
            self._submit,
            boot=self.state["boot"],
            product="minuta test",
            now_ns=now_ns,
        )
        self._server.publish(copy.deepcopy(self.state))
        self._server.start()

    def stop(self) -> None:
        """Go away."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def change(self, **more: Any) -> None:
        """Publish a snapshot with some fields changed; "turn" and "wall" are merged."""
        for name in ("turn", "wall"):
            if isinstance(more.get(name), dict) and isinstance(self.state[name], dict):
                more[name] = {**self.state[name], **more[name]}
        self.state = {**self.state, **more, "mono_ns": str(now_ns())}
        if self._server is not None:
            self._server.publish(copy.deepcopy(self.state))

    def run(self, left_s: float = 15.0, length_s: int = 60, form: str = "clock") -> None:
        """Let the clock run with so much left."""
        zero_ns = now_ns() + round(left_s * SECOND_NS)
        self.change(
            turn={"status": "running"},
            wall={
                "mode": "run", "zero_ns": str(zero_ns), "form": form,
                "length_ns": length_s * SECOND_NS,
            },
            may={"start": "running", "stop": "mark", "next": "running"},
        )  # fmt: skip

    def play(self, format_id: str, left_s: float = 271.4, **turn: Any) -> None:
        """Put a team's turn of a shipped format on the table of a planned evening."""
        formats = shipped()
        fmt = next(one for one in formats if one["id"] == format_id)
        self.run(left_s=left_s, length_s=300)
        self.change(
            mode="match", formats=formats, format={"id": format_id, "name": fmt["name"]},
            teams=TEAMS, standings=STANDINGS,
            may={"start": "running", "stop": "claim", "stop-hold": "pause", "ok": "claim",
                 "stop-long": "annul", "next": "running"},
            turn={"team": "B", "stage": "one", "circle": 1, "number": 2, "tour": 0,
                  "word": {"ru": "ИГРА", "en": "PLAY"}},
        )  # fmt: skip
        self.change(turn=turn)

    def claim(self, left_ns: int, **turn: Any) -> None:
        """Let a guess wait: the wall stands at it with its mark."""
        self.change(
            turn={"claim": {"key": "ok", "elapsed_ns": 300 * SECOND_NS - left_ns,
                            "mark": "solved", "held": "solved"},
                  "word": {"ru": "ЗАЯВКА", "en": "CLAIM"}, **turn},
            wall={"mode": "stand", "left_ns": left_ns, "mark": "?"},
            may={"start": "reject", "stop": "already-claimed", "next": "confirm",
                 "next-long": "confirm-held", "ok": "already-claimed"},
        )  # fmt: skip

    def asked(self, verb: str) -> list[dict[str, Any]]:
        """Return the args of all requests of a verb."""
        return [dict(one.args) for one in self.requests if one.verb == verb]

    def _submit(self, request: Request, answer: Callable[[Reply], None]) -> None:
        if request.verb == "status":
            state = {**copy.deepcopy(self.state), "mono_ns": str(now_ns())}
            reply = Reply(id=request.id, n=self.state["n"], result=state)
        else:
            self.requests.append(request)
            self.at_ns.append(now_ns())
            reply = self.replies.get(request.verb, Reply(id=request.id, n=self.state["n"]))
        threading.Thread(target=answer, args=(reply,)).start()

"""What is said on the control socket. No sockets here.

One JSON object a line, UTF-8, LF, at most 64 KiB.

Client, first line:   {"hello": 1, "actor": "web"}
Server, first line:   {"hello": 1, "boot": "<boot id>", "n": 17, "product": "minuta 0.1.0"}

Request:  {"id": 3, "verb": "rule", "args": {…}, "actor": "judge", "action_id": "…", "if_n": 15}
Reply:    {"id": 3, "ok": true, "n": 18, "result": {…}}
          {"id": 3, "ok": false, "error": {"code": "stale", "field": "if_n", "text": "…"}}
Pushed after verb `subscribe`, at most 20 a second, always whole:   {"snapshot": {…}}

Verbs, and their args:

| verb | args | what |
|---|---|---|
| subscribe | | snapshots from now on; the first at once |
| status | | one snapshot as `result` |
| key | key, closed | simulated board only: a contact closes (true) or opens (false) now |
| choose | format, set{}, mode ("match", "rehearsal"), number? | the format of the turns to come; only between turns |
| rule | what, target?, because, and its own args | a ruling; words of KEYS.md |
| silence | alarm | a lasting alarm was seen by a person |

Rulings of `rule`: `late-start` {for: "3s"}, `give-back` {for: "5s"}, `annul` {turn?}, `mark`
{target, as}, `cancel-press` {target}, `admit` {target}, `undo` {target}.
`target` is the input number `i` of a press or ruling.

`action_id` makes a request safe to repeat: the same id gets the same reply for the whole
evening. `if_n` is the `n` of the snapshot the person was looking at: where a ruling newer
than it stands, the reply is `stale`, with the state.

Error codes: `bad-line bad-args unknown-verb stale refused not-simulated busy too-many
too-fast no-rights`. A `refused` carries the reason word in `field`.

The snapshot. Numbers that may pass 2**53 are strings; `*_ns` are of the monotonic clock.

    boot, n, durable_n, recorded (bool: this file system can be trusted), mode, mono_ns "…"
    product, board {id, simulated, keys [{key, role, source, pressed}]}, languages
    format {id, name {ru,en}, settings {…}}, formats [{id, name}]
    turn {id, number, tour, in_tour, status, phase, word {ru,en}, settled}
    wall   {mode "run"|"stand"|"blank", zero_ns "…" (run), left_ns (stand), floor_ns,
            form "clock"|"count", mark "" | "?", length_ns, host_word "" | "HOLD"}
    plan   [{id, cue, sound, due_ns "…", length_ns}]     the next signals if nothing more comes
    fired  [{id, cue, sound, due_ns, at_ns, late_ns}]    the last eight
    lamps  {name: "off"|"on"|"blink"|"fast"}, buzzers {role: bool}
    ear    {id, blip "accepted"|"refused"|"hold"|"claim", at_ns}   the host's ear, the last
    displays [{name, text, alive, why}], sound {kind, alive, why, offset_ns, measured}
    sources [{name, alive, why, stamped, u_ns, hold_back_ns}]
    presses [{i, n, key, turn, at_ns "…", elapsed_ns, verb, reason, marginal}]   the last eight
    rulings [{i, turn, what, by, why, reason}]           of this turn, the last eight
    may    {start, "start-hold", stop, "stop-hold", "stop-long", next, "next-long": verb or reason}
    alarms [{id, kind, args {…}, since_ns "…", lasting}]
    real_time (bool), late {p99_us, max_us, count}
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

PROTOCOL = 1
MAX_LINE = 65536


class ProtocolError(ValueError):
    """A line that is not of the protocol. `code` is one of the error codes."""

    def __init__(self, code: str, text: str, field_name: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.field_name = field_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request of a client, checked in form but not in meaning."""

    id: int
    verb: str
    args: Mapping[str, object] = field(default_factory=dict)
    actor: str = ""
    action_id: str | None = None
    if_n: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The one reply to a request."""

    id: int
    n: int | None = None
    result: Mapping[str, object] = field(default_factory=dict)
    code: str | None = None
    field_name: str = ""
    text: str = ""

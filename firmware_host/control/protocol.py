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
| choose | format, set{}, mode ("match", "rehearsal"), number?, even_so? | the format of the turns to come; only between turns; `even_so`: though a plan is left by it; format "plan": the plan that was left goes on |
| rule | what, target?, because, preview?, and its own args | a ruling; words of KEYS.md |
| enter | what, args{}, target?, because?, preview? | an entry in the evening's books; words below |
| silence | alarm | a lasting alarm was seen by a person |
| copied | n? or why? | how far the second copy is, or why it is not written; `result` is how far the card is: evening "event/evening", file, bytes, n |
| ask | name, role ("judge", "reader"), hash | a guest asks to be admitted; `hash` is its token's SHA-256 |
| admit | number, refuse? | the console answers the number that stands: yes, or no |
| revoke | name | an admission is taken back; answered when the card has it |

Rulings of `rule`: `void` {target}, `guess-was-at` {target, at_ns}, `confirm-as` {target, as},
`violation` {team?, by?}, `hint` {team, by?}, `late-start` {for: "3s"}, `give-back` {for: "5s"}, `annul` {turn?, actor?: "table1"}, `mark`
{target, as}, `cancel-press` {target}, `admit` {target}, `move` {target, to: "table2"}, `undo` {target}.
`target` is the input number `i` of a press or ruling; `turn` in a booked one names another turn.

With `preview` true nothing is taken; the reply says what would be, or is `refused` as it would be:

    turn, presses [{i, key, was, now: reason or null}]            verdicts that would change
    turns [{turn, was, now: null | {number, status, phase, outcome, score, unit, marks,
            actors {key: score}, others {team: score}}}]          was null: it would open
    signals [{cue, was_ns "…" | null, now_ns "…" | null}]         when they would sound; null: never
    standings [{team, was {place, total}, now {place, total}}]    of an entry: who would change

Entries of `enter`: `given` {stage, totals {team: "10.5" points or "67.3" seconds}}, `draw` {stage, seed?}, `seats`
{stage, tables [[team]]}, `extra` {stage, seats {key: team}}, `decide` {stage, teams, how "draw" |
"both", seed?}, `advance` {stage?, even_so?}, `away` {team}, `back` {team}, `owed` {team},
`programme` {item, began "12:03" or ended "13:40"}, `catch-up` {how "shift" | "shorten"},
`clock` {name, for? "2:00"},
`clock-stop` {name}, `clock-set` {name, shows "1:30"}, `draw-order` {stage, seed?}, `explainer` {player, team?},
`ticket` {deck, team?, number? or seed?},
`undo` {target}. The stage is the present one where it is not named.
Of answers (evening/answer_book.py, appeal_book.py, series_book.py): `answer` {question, team or
teams, state, ground?, others?}, `lift` {question, team}, `remove` {question}, `announce` {tour},
`appeal` {team, question, kind, deposit}, `verdict` {appeal or team and question, ayes, noes,
chair?, also?, even_so?}, `series` {question, taken, where?, removed?}, `extra` {seats {}}.

`action_id` makes a request safe to repeat: the same id gets the same reply for the whole
evening. `if_n` is the `n` of the snapshot the person was looking at: where a ruling newer
than it stands, the reply is `stale`, with the state.

Error codes: `bad-line bad-args unknown-verb stale refused not-simulated busy too-many
too-fast no-rights`. A `refused` carries the reason word in `field`.

The snapshot. Numbers that may pass 2**53 are strings; `*_ns` are of the monotonic clock.

    boot, n, durable_n, recorded (bool: this file system can be trusted), mode, mono_ns "…"
    product, board {id, simulated, keys [{key, role, source, pressed}]}, languages
    format {id, name {ru,en}, settings {…}}, formats [{id, name}]
    formats [{…, rehearsal, source, missing [key roles], claims [marks], books ["violation"]}]
    turn {id, number, question (0: it is none), tour, in_tour, status, phase, word {ru,en},
          settled, team, stage, circle, kind, marks {mark: count}, outcome, score, unit "points"|"s",
          actors {key: score, null: annulled}, only [key]: who plays, of a replay of single tables,
          claim null | {key, elapsed_ns, mark, held},
          price_now, prices [{at_ns "…", score}]}   what a guess is worth, and when that changes
    next   null | {team, stage, circle, name {ru,en}}   what comes after the turn at the table
    left   bool: a plan was left for a single format, and may be taken up (`choose` "plan")
    clocks [{name, way "down"|"up", mode "run"|"stand"|"asked", zero_ns "…" (run), left_ns, over}]
    forecast null | {stage, circle, turns, fits (null: asked), equal, ends_ns "…" or worst_ns}
    programme [{id, name, planned ["12:00", "13:30"], expected [from, to], begun, over}]
    teams  {id: name}, standings [{team, place [from, to] or null, total, attempts, tours?}]   of a plan
    event  {} or {stage, waits (NEXT closes it), away [team], owed [team], seed,
            seats [[team of slot 1, …] of table 1, …], cuts [{category, keep, inside, held, outside, free}],
            explainers {team: name} (of the turn), proposed "name", missing (answers), appeals [{number, team, question, kind, word, deposit}]}
    wall   {mode "run"|"stand"|"blank", zero_ns "…" (run), left_ns (stand), floor_ns,
            form "clock"|"count", mark "" | "?", length_ns, host_word "" | "HOLD"}
    plan   [{id, cue, sound, due_ns "…", length_ns}]     the next signals if nothing more comes
    fired  [{id, cue, sound, due_ns, at_ns, late_ns}]    the last eight
    lamps  {name: "off"|"on"|"blink"|"fast"}, buzzers {role: bool}
    ear    {id, blip "accepted"|"refused"|"hold"|"claim", at_ns}   the host's ear, the last
    displays [{name, text, alive, why}], sound {kind, alive, why, offset_ns, measured}
    sources [{name, kind, alive, why, stamped, u_ns, hold_back_ns}]
    presses [{i, n, key, turn, at_ns "…", elapsed_ns, verb, reason, marginal,
              moved_to?: the key as which it counts}]    the last eight
    rulings [{i, turn, what, by, why, reason}]           of this turn, the last eight
    may    {start, "start-hold", stop, "stop-hold", "stop-long", next, "next-long": verb or reason;
            ok, skip, viol, seat, table: the mark or reason, where the format has the key}
    alarms [{id, kind, args {…; from_s, to_s: times in the turn, for_s}, since_ns "…", lasting}]
    real_time (bool), late {p99_us, max_us, count}
    copy   null: nobody makes a second copy | {n: how far it is, why: not empty, it is not written}
    tickets [{deck, number}]   of the turn at the table, when it is over
    desk   {format, stage, next, formats, tickets [{deck, number, team}], decks {id: left}}   not public:
            what is hidden above while the stage is secret, and tickets of turns that are not over
    admission {guests [{name, role, hash, since}], ended [[hash, why]],   not public either
            asking null | {number "J 417", name, role, hash, until_ns "…", told}}
"""  # noqa: E501  (the table of verbs)

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.control.forms import ARGS
from firmware_host.control.lines import (
    MAX_LINE,
    PROTOCOL,
    ProtocolError,
    check_form,
    from_line,
    to_line,
)

__all__ = [
    "MAX_LINE", "PROTOCOL", "Hello", "ProtocolError", "Reply", "Request",
    "encode_error", "encode_hello", "encode_reply", "encode_snapshot",
    "parse_hello", "parse_request", "public",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The server's first line."""

    boot: str
    n: int
    product: str


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

    @property
    def ok(self) -> bool:
        """Whether the request was done."""
        return self.code is None


def parse_hello(line: bytes) -> str:
    """Return the actor that a client's first line names.

    Raises:
        ProtocolError: It is no hello, or of another version of the protocol.
    """
    message = from_line(line)
    check_form(message, {"hello": "int!", "actor": "name!"}, "bad-line", None)
    if message["hello"] != PROTOCOL:
        raise ProtocolError("bad-line", f"this daemon speaks protocol {PROTOCOL}", "hello")
    return str(message["actor"])


def parse_request(line: bytes, actor: str = "") -> Request:
    """Return the request of a line; `actor` is what the hello named, used where it names none.

    Raises:
        ProtocolError: "bad-line" is no request at all and ends the connection; "bad-args" and
            "unknown-verb" carry the `request_id` to answer to.
    """
    message = from_line(line)
    number = message.get("id")
    if type(number) is not int or not 0 <= number < 2**53:
        raise ProtocolError("bad-line", "a request has an `id`, a whole number", "id")
    check_form(message, _REQUEST, "bad-args", number)
    verb, args = str(message["verb"]), message.get("args", {})
    if verb not in ARGS:
        raise ProtocolError("unknown-verb", "there is no such verb", "verb", number)
    assert isinstance(args, dict)  # the form says so
    check_form(args, ARGS[verb], "bad-args", number)
    return Request(
        id=number,
        verb=verb,
        args=args,
        actor=str(message.get("actor") or actor),
        action_id=message.get("action_id"),  # type: ignore[arg-type]  # the form says so
        if_n=message.get("if_n"),  # type: ignore[arg-type]
    )


def encode_hello(hello: Hello) -> bytes:
    """Return the server's first line."""
    return to_line({"hello": PROTOCOL, "boot": hello.boot, "n": hello.n, "product": hello.product})


def encode_reply(reply: Reply) -> bytes:
    """Return the line of a reply.

    Raises:
        ProtocolError: Its result is no JSON or too long for a line.
    """
    if reply.code is not None:
        error = ProtocolError(reply.code, reply.text, reply.field_name, reply.id)
        return encode_error(error, reply.result)
    return to_line({"id": reply.id, "ok": True, "n": reply.n, "result": reply.result})


def encode_error(error: ProtocolError, result: Mapping[str, object] | None = None) -> bytes:
    """Return the line of an error; its `id` is null where the line at fault had none."""
    body = {"code": error.code, "field": error.field_name, "text": str(error)}
    message: dict[str, object] = {"id": error.request_id, "ok": False, "error": body}
    return to_line(message | ({"result": result} if result else {}))


def encode_snapshot(snapshot: Mapping[str, object]) -> bytes:
    """Return the line of a snapshot.

    Raises:
        ProtocolError: It is no JSON or too long for a line.
    """
    return to_line({"snapshot": snapshot})


DESK = "desk"
"""The part of a snapshot with tickets, and what is secret."""
ADMISSION = "admission"
"""The part of a snapshot with the guests."""


def public(snapshot: Mapping[str, object]) -> dict[str, object]:
    """Return what public pages may have of a snapshot."""
    return {name: value for name, value in snapshot.items() if name not in (DESK, ADMISSION)}


_REQUEST = {
    "id": "int!", "verb": "name!", "args": "args", "actor": "name", "action_id": "name",
    "if_n": "int",
}  # fmt: skip

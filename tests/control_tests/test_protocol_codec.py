"""The codec: what is taken, what is refused, and with which code and field."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.control.answers import (
    Snapshot,
    encode_client_hello,
    encode_request,
    parse_answer,
    parse_server_hello,
)
from firmware_host.control.protocol import (
    MAX_LINE,
    Hello,
    ProtocolError,
    Reply,
    Request,
    encode_error,
    encode_hello,
    encode_reply,
    encode_snapshot,
    parse_hello,
    parse_request,
)

REQUESTS = [
    Request(id=1, verb="subscribe"),
    Request(id=2, verb="key", args={"key": "seat2", "closed": True}, actor="bench"),
    Request(id=3, verb="choose", args={"format": "f", "set": {"grace": "3s", "x": 2, "y": False},
                                       "mode": "match", "number": 4}),
    Request(id=4, verb="rule", args={"what": "mark", "target": 5,
                                     "as": "noise", "because": "Дверь "},
            actor="судья", action_id="a-1", if_n=0),
    Request(id=0, verb="silence", args={"alarm": "disk"}),
]  # fmt: skip


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.verb)
def test_request_there_and_back(request_: Request) -> None:
    assert parse_request(encode_request(request_)) == request_


def test_the_hello_names_the_actor_unless_the_request_does() -> None:
    assert parse_hello(encode_client_hello("web")) == "web"
    assert parse_request(b'{"id":1,"verb":"status"}', "web").actor == "web"
    assert parse_request(b'{"id":1,"verb":"status","actor":"judge"}', "web").actor == "judge"


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        (b"", "bad-line", ""),
        (b"[]", "bad-line", ""),
        (b"\xff", "bad-line", ""),
        (b'{"id":1,"id":2,"verb":"status"}', "bad-line", ""),
        (b'{"id":NaN,"verb":"status"}', "bad-line", ""),
        (b'{"id":1,"verb":"status","actor":"\\ud800"}', "bad-line", ""),
        (b"[" * 60000, "bad-line", ""),
        (b'{"id":' + b"9" * 5000 + b"}", "bad-line", ""),
        (b'{"id":1,"verb":"' + b"x" * MAX_LINE + b'"}', "bad-line", ""),
        (b'{"verb":"status"}', "bad-line", "id"),
        (b'{"id":true,"verb":"status"}', "bad-line", "id"),
        (b'{"id":-1,"verb":"status"}', "bad-line", "id"),
        (b'{"id":9007199254740992,"verb":"status"}', "bad-line", "id"),
        (b'{"id":1}', "bad-args", "verb"),
        (b'{"id":1,"verb":"status","more":1}', "bad-args", "more"),
        (b'{"id":1,"verb":"status","args":[]}', "bad-args", "args"),
        (b'{"id":1,"verb":"status","args":{"x":1}}', "bad-args", "x"),
        (b'{"id":1,"verb":"status","if_n":"1"}', "bad-args", "if_n"),
        (b'{"id":1,"verb":"status","action_id":""}', "bad-args", "action_id"),
        (b'{"id":1,"verb":"reboot"}', "unknown-verb", "verb"),
        (b'{"id":1,"verb":"key","args":{"key":"start","closed":1}}', "bad-args", "closed"),
        (b'{"id":1,"verb":"key","args":{"closed":true}}', "bad-args", "key"),
        (b'{"id":1,"verb":"choose","args":{"format":"f","set":{"a":1.5},"mode":"match"}}',
         "bad-args", "set"),
        (b'{"id":1,"verb":"choose","args":{"format":"f","set":{},"mode":"real"}}',
         "bad-args", "mode"),
        (b'{"id":1,"verb":"rule","args":{"what":"annul"}}', "bad-args", "because"),
    ],
)  # fmt: skip
def test_what_is_refused(line: bytes, code: str, field: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_request(line)
    assert (caught.value.code, caught.value.field_name) == (code, field)
    assert caught.value.request_id == (None if code == "bad-line" else 1)
    assert "ud800" not in str(caught.value), "an error never repeats what was sent"


def test_replies_there_and_back() -> None:
    done = Reply(id=3, n=18, result={"turn": 2})
    stale = Reply(id=3, code="stale", field_name="if_n", text="newer", result={"turn": 2})
    assert parse_answer(encode_reply(done)) == done
    assert parse_answer(encode_reply(stale)) == stale
    assert json.loads(encode_reply(stale)) == {
        "id": 3, "ok": False, "result": {"turn": 2},
        "error": {"code": "stale", "field": "if_n", "text": "newer"},
    }  # fmt: skip
    assert json.loads(encode_reply(done)) == {"id": 3, "ok": True, "n": 18, "result": {"turn": 2}}


def test_hello_and_snapshot_there_and_back() -> None:
    hello = Hello(boot="b", n=3, product="minuta 0.1.0")
    assert parse_server_hello(encode_hello(hello)) == hello
    state = {"wall": {"zero_ns": "9007199254740993"}, "word": {"ru": "МИНУТА"}}
    line = encode_snapshot(state)
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert parse_answer(line) == Snapshot(state)


@pytest.mark.parametrize("state", [{"a": float("nan")}, {"a": object()}, {"a": "x" * MAX_LINE}])
def test_a_snapshot_that_cannot_be_said(state: dict[str, object]) -> None:
    with pytest.raises(ProtocolError):
        encode_snapshot(state)


def test_the_refused_client_reads_why() -> None:
    with pytest.raises(ProtocolError, match="16 clients") as caught:
        parse_server_hello(encode_error(ProtocolError("too-many", "16 clients are connected")))
    assert caught.value.code == "too-many"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_line_is_taken_or_refused(line: bytes) -> None:
    for parse in (parse_request, parse_hello, parse_answer, parse_server_hello):
        try:
            parse(line)
        except ProtocolError as error:
            encode_error(error)

"""A record's line is exactly what record.py says, and comes back as it went in."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.journal.codec import BadLine, body, body_of, decode, encode, seal
from firmware_host.journal.record import MAX_LINE, ZERO_HASH

WALL = "2026-11-30T18:20:33.120Z"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def line_of(data: dict[str, object], **other: object) -> bytes:
    fields = {"n": 0, "kind": "alarm", "boot": 1, "mode": "match", "at_ns": 5, "wall": WALL}
    return encode(**{**fields, **other}, data=data, prev=ZERO_HASH)[0]  # type: ignore[arg-type]


def test_line_has_the_agreed_form_to_the_byte() -> None:
    line, digest = encode(
        1042, "verdict", 3, "match", 5123456789012, WALL, {"key": "ok", "я": [1, None]}, "ab" * 16
    )
    start = (
        '{"n":1042,"k":"verdict","v":1,"b":3,"m":"match","at":5123456789012,'
        f'"w":"{WALL}","d":{{"key":"ok","я":[1,null]}},"p":"{"ab" * 16}"'
    ).encode()
    assert digest == sha256(start + b"}").hexdigest()[:32]
    assert line == start + b',"h":"' + digest.encode() + b'"}\n'


@given(st.dictionaries(st.text(), JSON, max_size=5), st.text(max_size=5))
def test_any_data_comes_back_as_it_went_in(data: dict[str, object], wall: str) -> None:
    line = line_of(data, wall=wall)
    record = decode(line, 77)
    assert (record.data, record.wall, record.offset) == (data, wall, 77)
    assert line.count(b"\n") == 1
    assert body_of(record) == body(0, "alarm", 1, "match", 5, wall, data)


@pytest.mark.parametrize(
    "code",
    [*range(0x20), 0x2028, 0x2029, 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F),
     *range(0x2066, 0x206A), 0xD800, 0xDFFF],
)  # fmt: skip
def test_hidden_characters_stand_escaped(code: int) -> None:
    line = line_of({"t": f"a{chr(code)}b"})
    assert chr(code).encode("utf-8", "surrogatepass") not in line[:-1]
    assert decode(line).data == {"t": f"a{chr(code)}b"}


@pytest.mark.parametrize("text", ["Ж", "\u0085", "\u200d", "\u2027", "\u202f", "\u2065", "\u206a"])
def test_other_characters_stand_as_they_are(text: str) -> None:
    assert text.encode() in line_of({"t": text})


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), [1, 2.5], {"a": {"b": (0.1,)}}, b"x", {1}, {1: "a"}, object()]
)
def test_what_json_would_change_is_refused_with_type_error(value: object) -> None:
    with pytest.raises(TypeError):
        line_of({"x": value})


def test_line_of_64_kib_is_written_and_one_byte_more_refused() -> None:
    room = MAX_LINE - len(line_of({"t": ""}))
    line = line_of({"t": "x" * room})
    assert len(line) == MAX_LINE
    assert decode(line).data == {"t": "x" * room}
    with pytest.raises(ValueError, match="65537 bytes"):
        line_of({"t": "x" * (room + 1)})


def test_unknown_kind_and_mode_are_refused() -> None:
    for other in ({"kind": "press"}, {"mode": "test"}):
        with pytest.raises(ValueError, match="no such kind"):
            line_of({}, **other)


@given(st.binary(max_size=300))
def test_no_bytes_make_decode_raise_another_error(junk: bytes) -> None:
    with pytest.raises(BadLine):
        decode(junk)


def test_flip_of_any_bit_and_cut_at_any_byte_is_a_bad_line() -> None:
    line = line_of({"t": "Ёж"}).rstrip(b"\n")
    for at in range(len(line)):
        with pytest.raises(BadLine):
            decode(line[:at])
        for bit in range(8):
            with pytest.raises(BadLine):
                decode(line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :])


@pytest.mark.parametrize(
    "text",
    [
        '{"n":0,"k":"alarm","v":1,"b":1,"m":"match","at":1.5,"w":"","d":{}',
        '{"n":-1,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":{}',
        '{"n":true,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":{}',
        '{"n":0,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":{"x":0.5}',
        '{"n":0,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":{"x":NaN}',
        '{"n":0,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":[]',
        '{"n":0,"k":"alarm","v":1,"m":"match","b":1,"at":1,"w":"","d":{}',
        '{"n":0,"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":' + '{"a":' * 9000 + "1"
        + "}" * 9000,
        '{"n":' + "9" * 5000 + ',"k":"alarm","v":1,"b":1,"m":"match","at":1,"w":"","d":{}',
    ],
)  # fmt: skip
def test_fitting_hash_does_not_excuse_another_form(text: str) -> None:
    with pytest.raises(BadLine):
        decode(seal(text.encode(), ZERO_HASH)[0])


def test_newer_version_and_unknown_kind_are_read_and_marked() -> None:
    old = line_of({}).decode()
    for change in (('"v":1', '"v":2'), ('"k":"alarm"', '"k":"hologram"')):
        raw = old.replace(*change).split(',"p":')[0].encode()
        assert decode(seal(raw, ZERO_HASH)[0]).newer
    assert not decode(old.encode()).newer
    assert json.loads(old)["v"] == 1

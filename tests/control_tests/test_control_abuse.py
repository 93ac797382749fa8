"""G1: clients that misbehave are dropped, and the others are served on time."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.control.client import ControlClient
from firmware_host.control.connection import Connection
from firmware_host.control.limits import Limits

Desk = Any


def served_on_time(desk: Desk, for_s: float = 0.3) -> None:
    """Another client's requests are answered in good time, all of them."""
    worst_s = 0.0
    by_s = time.monotonic() + for_s
    with ControlClient(desk.path, "good") as client:
        while time.monotonic() < by_s:
            begun_s = time.monotonic()
            assert client.request("status").ok
            worst_s = max(worst_s, time.monotonic() - begun_s)
            time.sleep(0.03)
    assert worst_s < 0.5, f"{worst_s:.3f} s for a reply"


@contextmanager
def others_are_served(desk: Desk) -> Iterator[None]:
    """Another client is served on time all the while, and afterwards."""
    with ThreadPoolExecutor(1) as pool:
        while_s = pool.submit(served_on_time, desk, 0.6)
        yield
        while_s.result()
    served_on_time(desk)


def gone(connection: socket.socket) -> bytes:
    """Read until the server closes; return what it said."""
    said = b""
    try:
        while data := connection.recv(65536):
            said += data
    except ConnectionResetError:
        pass
    return said


def still_open(desk: Desk) -> int:
    return len(desk.server._clients._open)


def slow_one(desk: Desk) -> bool:
    return any(client.subscribed for client, _ in list(desk.server._clients._open.values()))


def test_one_that_never_reads(hasty: Desk) -> None:
    raw = hasty.raw()
    raw.sendall(b'{"id":1,"verb":"subscribe"}\n')
    hasty.until(lambda: slow_one(hasty))
    until_s = time.monotonic() + 4
    n = 0
    with others_are_served(hasty):
        while slow_one(hasty) and time.monotonic() < until_s:
            n += 1
            hasty.server.publish({"n": n, "big": "x" * 60_000})
            time.sleep(0.03)
        assert not slow_one(hasty), "it should have been dropped"
    assert n > 10, "not at once"


def test_one_that_reads_a_byte_a_second(hasty: Desk) -> None:
    """A byte each 100 ms against 500 ms of patience is a byte a second against 5 s."""
    raw = hasty.raw()
    raw.sendall(b'{"id":1,"verb":"subscribe"}\n')
    hasty.until(lambda: slow_one(hasty))
    until_s = time.monotonic() + 6
    n = 0
    with others_are_served(hasty):
        while slow_one(hasty) and time.monotonic() < until_s:
            n += 1
            hasty.server.publish({"n": n, "big": "x" * 60_000})
            raw.recv(1)
            time.sleep(0.1)
        assert not slow_one(hasty)


def test_one_that_takes_no_answers(desk: Desk) -> None:
    """Requests go on, replies are never read: 64 may wait."""
    raw = desk.raw()
    raw.settimeout(0.2)
    desk.until(lambda: still_open(desk))
    sent = 0
    until_s = time.monotonic() + 15
    line = b'{"id":%d,"verb":"unknown","actor":"' + b"y" * 60 + b'"}\n'
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    try:
        while time.monotonic() < until_s and still_open(desk):
            raw.sendall(line % sent)
            sent += 1
            time.sleep(0.001)
    except (TimeoutError, BrokenPipeError, ConnectionResetError):
        pass
    served_on_time(desk)
    assert sent < 5000, "it was held back by its own rate"


def test_a_megabyte_without_an_end(desk: Desk) -> None:
    raw = desk.raw()
    try:
        for _ in range(16):
            raw.sendall(b"z" * 65536)
    except (BrokenPipeError, ConnectionResetError):
        pass
    assert b"bad-line" in gone(raw)
    served_on_time(desk)


def test_one_that_dies_in_mid_line(desk: Desk) -> None:
    raw = desk.raw()
    raw.sendall(b'{"id":1,"verb":"sta')
    raw.close()
    served_on_time(desk)
    desk.until(lambda: not still_open(desk))
    assert desk.requests, "only the good client's"
    assert {request.actor for request in desk.requests} == {"good"}


def test_one_that_says_nothing(hasty: Desk) -> None:
    raw = hasty.raw(hello=b"")
    begun_s = time.monotonic()
    assert gone(raw) == b""
    assert time.monotonic() - begun_s < 2


@pytest.mark.parametrize(
    "hello",
    [b"GET / HTTP/1.1\r\n\r\n", b'{"hello":2,"actor":"x"}\n', b'{"id":1,"verb":"status"}\n'],
)
def test_no_hello_no_talk(desk: Desk, hello: bytes) -> None:
    assert b"bad-line" in gone(desk.raw(hello))


def test_a_malformed_line_is_told_and_closes(desk: Desk) -> None:
    raw = desk.raw()
    raw.sendall(b"nonsense\n" + b'{"id":2,"verb":"status"}\n')
    said = gone(raw)
    assert said.count(b"\n") == 2, "hello, and one error"
    assert b'"id":null' in said
    assert desk.requests == []


def test_over_fifty_a_second(desk: Desk) -> None:
    raw = desk.raw()
    raw.sendall(b"".join(b'{"id":%d,"verb":"status"}\n' % number for number in range(80)))
    time.sleep(0.5)
    assert 50 <= len(desk.requests) <= 55
    served_on_time(desk)
    with raw.makefile("rb") as lines:
        said = [lines.readline() for _ in range(81)]
    assert sum(b"too-fast" in line for line in said) >= 1
    assert sum(b'"ok":true' in line for line in said) >= 75


def test_replies_that_wait_are_bounded() -> None:
    many = Connection(Limits(), 0, b"hello\n")
    for _ in range(64):
        many.answer(b"x\n", 0)
    assert not many.dead
    many.answer(b"x\n", 0)
    assert many.dead
    large = Connection(Limits(), 0, b"hello\n")
    for _ in range(4):
        large.answer(b"x" * 65536, 0)
    assert not large.dead
    large.answer(b"x", 0)
    assert large.dead


@given(st.lists(st.binary(max_size=80), max_size=8))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_noise_never_ends_the_thread(desk: Desk, caplog: Any, pieces: list[bytes]) -> None:
    raw = desk.raw()
    try:
        for piece in pieces:
            raw.sendall(piece)
        raw.sendall(b"\n")
    except (BrokenPipeError, ConnectionResetError):
        pass
    raw.close()
    with ControlClient(desk.path, "good") as client:
        assert client.request("status").ok
    assert desk.server._thread.is_alive()
    assert not [record for record in caplog.records if record.exc_info]

"""The server with well-behaved clients: replies, snapshots, times, the socket file."""

import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_host.control import listener
from firmware_host.control.client import ControlClient, LinkLost, connections
from firmware_host.control.limits import Limits
from firmware_host.control.listener import Peer, may_talk
from firmware_host.control.protocol import Reply
from firmware_host.errors import InTheWay

Desk = Any


def test_hello_says_who_and_where(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        assert (client.hello.boot, client.hello.n) == ("boot-1", 17)


def test_one_reply_to_each_request_with_its_id(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        for verb in ("status", "status"):
            reply = client.request(verb, action_id="a", if_n=4, actor="judge")
            assert reply.ok
            assert reply.result == {"verb": verb}
    assert [request.actor for request in desk.requests] == ["judge", "judge"]
    assert desk.requests[0].action_id == "a"
    assert desk.requests[0].if_n == 4


def test_the_same_action_id_comes_to_the_loop_twice_and_over_connections(desk: Desk) -> None:
    """G2, the transport's half: it carries the id and remembers nothing itself."""
    for _ in range(2):
        with ControlClient(desk.path, "test") as client:
            client.request("rule", {"what": "annul", "because": "x"}, action_id="same")
    assert [request.action_id for request in desk.requests] == ["same", "same"]


def test_a_bad_request_is_told_and_the_client_stays(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        assert client.request("reboot").code == "unknown-verb"
        bad = client.request("key", {"key": "start"})
        assert (bad.code, bad.field_name) == ("bad-args", "closed")
        assert client.request("status").ok


def test_no_answer_in_two_seconds_is_busy_and_a_late_one_is_dropped(hasty: Desk) -> None:
    hasty.silent = True
    with ControlClient(hasty.path, "test") as client:
        reply = client.request("status")
        assert (reply.code, reply.text) == ("busy", "unknown outcome, ask by action_id")
        hasty.answers[0](Reply(id=1, result={"late": True}))
        hasty.silent = False
        assert client.request("status").result == {"verb": "status"}


def test_an_answer_for_an_id_used_again_is_not_mistaken(hasty: Desk) -> None:
    hasty.silent = True
    raw = hasty.raw()
    with raw.makefile("rb") as lines:
        lines.readline()
        raw.sendall(b'{"id":7,"verb":"status"}\n')
        assert b"busy" in lines.readline()
        raw.sendall(b'{"id":7,"verb":"status"}\n')
        hasty.until(lambda: len(hasty.answers) == 2)
        hasty.answers[0](Reply(id=7, result={"of": "the first"}))
        hasty.answers[1](Reply(id=7, result={"of": "the second"}))
        assert b"the second" in lines.readline()


def test_a_fault_while_posting_is_busy(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.server._submit = lambda request, answer: 1 / 0
    desk.server.start()
    with ControlClient(desk.path, "test") as client:
        assert client.request("status").code == "busy"


def test_subscribing_brings_the_whole_state_at_once_then_each_change(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        stream = client.snapshots()
        assert next(stream)["n"] == 17
        desk.server.publish({"n": 18})
        assert next(stream)["n"] == 18
    assert desk.requests == [], "subscribe is the transport's own"


def test_at_most_twenty_snapshots_a_second_and_the_last_one_always(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        stream = client.snapshots()
        next(stream)
        stop = time.monotonic() + 1

        def publish() -> None:
            n = 100
            while time.monotonic() < stop:
                n += 1
                desk.server.publish({"n": n})
                time.sleep(0.002)
            desk.server.publish({"n": 9999})

        threading.Thread(target=publish).start()
        seen = []
        while not seen or seen[-1] != 9999:
            seen.append(next(stream)["n"])
    assert seen == sorted(seen)
    assert 10 <= len(seen) <= 22


def test_a_slow_client_skips_snapshots_instead_of_queueing_them(desk: Desk) -> None:
    raw = desk.raw()
    raw.sendall(b'{"id":1,"verb":"subscribe"}\n')
    big = "x" * 50_000
    for n in range(30):
        desk.server.publish({"n": n, "big": big})
        time.sleep(0.06)
    lines, data = [], b""
    while not data.endswith(b"}\n") or b'"n":29' not in data:
        data += raw.recv(1 << 20)
    lines = [line for line in data.split(b"\n") if line.startswith(b'{"snap')]
    assert len(lines) < 20, "what it had no room for was not kept"


def test_a_snapshot_that_cannot_be_said_is_passed_over(desk: Desk) -> None:
    with ControlClient(desk.path, "test") as client:
        stream = client.snapshots()
        next(stream)
        desk.server.publish({"n": object()})
        time.sleep(0.1)
        desk.server.publish({"n": 20})
        assert next(stream)["n"] == 20


def test_a_restart_brings_a_new_boot_and_the_client_resyncs(new_desk: Callable[..., Desk]) -> None:
    """G5, the client's half."""
    desk = new_desk()
    desk.server.publish({"boot": "boot-1", "n": 500})
    desk.server.start()
    stop, seen = threading.Event(), []

    def follow() -> None:
        for client in connections(desk.path, "web", stop):
            try:
                for state in client.snapshots():
                    seen.append((client.hello.boot, state["n"]))
            except LinkLost:
                continue

    thread = threading.Thread(target=follow)
    thread.start()
    desk.until(lambda: seen)
    desk.server.close()
    after = new_desk(boot="boot-2")
    after.server.publish({"boot": "boot-2", "n": 3})
    after.server.start()
    desk.until(lambda: len(seen) > 1)
    stop.set()
    after.server.close()
    thread.join(5)
    assert seen[0] == ("boot-1", 500)
    assert seen[-1] == ("boot-2", 3)


def test_the_socket_file_has_its_rights_and_goes_away(desk: Desk) -> None:
    mode = desk.path.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o660
    desk.server.close()
    assert list(desk.path.parent.iterdir()) == []


def test_a_dead_daemons_file_is_replaced(folder: Path, new_desk: Callable[..., Desk]) -> None:
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(folder / "control.sock"))
    dead.close()
    desk = new_desk()
    desk.server.start()
    ControlClient(desk.path, "test").close()


def test_a_living_daemon_is_named_and_left_alone(desk: Desk, new_desk: Callable[..., Desk]) -> None:
    with pytest.raises(InTheWay, match=rf"control.sock.*process {os.getpid()}"):
        new_desk().server.start()
    ControlClient(desk.path, "test").close()


def test_something_else_at_the_path_is_left_alone(
    folder: Path, new_desk: Callable[..., Desk]
) -> None:
    (folder / "control.sock").write_text("mine")
    with pytest.raises(InTheWay, match="no socket"):
        new_desk().server.start()
    assert (folder / "control.sock").read_text() == "mine"


def test_a_folder_that_is_not_there_is_named(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.server._path = Path("/nowhere/at/all/control.sock")
    with pytest.raises(InTheWay, match="/nowhere/at/all"):
        desk.server.start()


@pytest.mark.parametrize(
    ("peer", "may"),
    [
        (Peer(1, 1000, frozenset({1})), True),
        (Peer(1, 0, frozenset({0})), True),
        (Peer(1, 33, frozenset({33, 777})), True),
        (Peer(1, 33, frozenset({33})), False),
    ],
    ids=["same user", "root", "the group", "nobody of ours"],
)
def test_who_may_talk(peer: Peer, may: bool) -> None:
    assert may_talk(peer, 1000, 777) is may


def test_a_stranger_is_refused_clearly(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """G4, the wrong group."""
    monkeypatch.setattr(
        "firmware_host.control.clients.peer_of", lambda _: Peer(9, 4242, frozenset({4242}))
    )
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(LinkLost, match="only the daemon's user and group"):
        ControlClient(desk.path, "test")


if os.geteuid() == 0:  # only root can become somebody else; the test above holds everywhere

    def test_a_real_stranger_is_refused(desk: Desk) -> None:
        """G4 with the kernel's word on who it is; the file's own rights are opened for it."""
        desk.path.parent.chmod(0o755)
        desk.path.chmod(0o666)
        code = (
            "import os, socket, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534);"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.recv(999))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(desk.path)], capture_output=True, text=True, check=True
        )
        assert "no-rights" in done.stdout

    def test_a_peers_further_groups_are_the_kernels_word(tmp_path: Path) -> None:
        """The pages run as another user, whose second group is the daemon's."""
        tmp_path.chmod(0o755)
        code = (
            "import os, socket, sys; os.setgroups([4242, 777]); os.setgid(65534);"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)"
        )
        with listener.open_listener(tmp_path / "s", "nobody-has-this") as listening:
            listening.setblocking(True)
            child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "s")])
            with listening.accept()[0] as connection:
                assert listener.peer_of(connection).groups == {4242, 777, 65534}
            assert child.wait(10) == 0


def test_the_kernels_word_about_ourselves() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    peer = listener.peer_of(ours)
    assert (peer.pid, peer.uid) == (os.getpid(), os.getuid())
    assert os.getgid() in peer.groups
    ours.close()
    theirs.close()


def test_the_seventeenth_client_is_refused_clearly(desk: Desk) -> None:
    """G4."""
    clients = [ControlClient(desk.path, f"c{i}") for i in range(16)]
    with pytest.raises(LinkLost, match="16 clients are connected already"):
        ControlClient(desk.path, "one too many")
    clients.pop().close()
    desk.until(lambda: len(desk.server._clients._open) == 15)
    clients.append(ControlClient(desk.path, "now there is room"))
    for client in clients:
        client.close()


def test_limits_are_those_of_realtime_g() -> None:
    limits = Limits()
    assert (limits.clients, limits.requests_per_second, limits.replies) == (16, 50, 64)
    assert (limits.pending_bytes, limits.stall_ns) == (262144, 5_000_000_000)
    assert (limits.answer_ns, limits.snapshot_every_ns) == (2_000_000_000, 50_000_000)

"""The source of keys on a kernel's own GPIO chip: stamps, numbers, levels, losses, merges (B7)."""

from __future__ import annotations

import pytest

from bench_vm.keys import Keys, keys
from bench_vm.machine import Machine
from firmware_host.intake.contact_words import GPIO, ContactEvent, Down, Lost
from firmware_host.intake.contacts import Contact
from firmware_host.intake.merges import Merges
from hardware.buttons.gpiod_keys import LATE_NS
from hardware.edges import Edge, Levels, SourceState

pytestmark = [pytest.mark.slow, pytest.mark.alone]

GROSS_NS = 1_000_000_000
"""A stamp of another clock would be off by more; how late it is, is for the bench to print."""
PINS = {"a": 17, "b": 27, "c": 22}
FIFO = 1024
MS = 1_000_000


def contacts(found: Keys) -> dict[str, list[ContactEvent]]:
    """Return what the filters of the lines say, fed as intake feeds them."""
    merges = Merges(GPIO)
    lines = {line: Contact(line, GPIO) for line in PINS}
    said: dict[str, list[ContactEvent]] = {line: [] for line in PINS}
    begun = False
    for report in found.posted:
        if isinstance(report, Edge):
            said[report.line] += lines[report.line].edge(report, merges.doubt(report))
        elif isinstance(report, Levels):
            for line, contact in lines.items():
                take = contact.level if begun else contact.begin
                said[line] += take(report.at_ns, line in report.closed)
            begun = True
    return said


def test_each_edge_is_stamped_at_its_write_and_levels_come_behind(calm_machine: Machine) -> None:
    """One processor: no merges. Each edge once, typed right, numbered without a gap."""
    machine = calm_machine
    plan: list[tuple[int, int, bool]] = []
    for n in range(150):
        pin = (17, 27)[n % 2]
        plan.append((500 * MS + n * 6 * MS, pin, n % 4 < 2))
    with keys(machine, PINS) as found:
        stamps = machine.play(plan)
        found.stop()

    edges, names = found.of(Edge), {17: "a", 27: "b"}
    assert [(e.line, e.closed_hint) for e in edges] == [(names[pin], c) for _, pin, c in plan]
    assert [e.seq for e in edges] == list(range(1, 151))
    assert [e.line_seq for e in edges] == [n // 2 + 1 for n in range(150)]
    late_ns = max(e.at_ns - after for e, (_, after) in zip(edges, stamps, strict=True))
    assert all(before <= e.at_ns for e, (before, _) in zip(edges, stamps, strict=True))
    assert late_ns < GROSS_NS
    last, levels = found.posted[-1], found.of(Levels)
    assert isinstance(last, Levels)
    for one in levels:
        done = [
            (c, before)
            for (_, pin, c), (before, _) in zip(plan, stamps, strict=True)
            if pin == 17 and before <= one.at_ns
        ]
        near = [
            s for s in stamps if s[0] <= one.at_ns + max(late_ns, LATE_NS) and s[1] >= one.at_ns
        ]
        assert near or ("a" in one.closed) == (bool(done) and done[-1][0])
        assert "c" not in one.closed
    assert any("a" in one.closed for one in levels)
    proven_ns = 0
    for report in found.posted:
        if isinstance(report, Levels):
            proven_ns = report.drained_ns or 0
        assert not isinstance(report, Edge) or report.at_ns > proven_ns
    assert [state.alive for state in found.of(SourceState)] == [True]


def test_what_the_queue_could_not_hold_is_a_loss_in_the_numbers(
    calm_machine: Machine,
) -> None:
    """The reader sleeps; the kernel keeps the newest 1,024. The control: 1,000 are all there."""
    machine = calm_machine
    for count in (1000, 1300):
        plan = [(200 * MS + n * 300_000, (17, 27)[n % 2], n % 4 < 2) for n in range(count)]
        with keys(machine, PINS, waits=True) as found:
            machine.play(plan)
            found.stop()
        edges = found.of(Edge)
        lost = max(0, count - FIFO)
        assert len(edges) == count - lost
        assert [edge.seq for edge in edges] == list(range(1 + lost, count + 1))
        assert [edge.line_seq for edge in edges] == [n // 2 + 1 for n in range(lost, count)]


def test_a_loss_between_heard_edges_is_counted_and_the_press_is_marked(
    calm_machine: Machine,
) -> None:
    machine = calm_machine
    with keys(machine, PINS, ask_ms=5) as found:
        machine.play([(300 * MS, 17, True), (400 * MS, 17, False)])
        machine.shell("kill -STOP $(systemctl show --value -p MainPID bench-keys)")
        machine.play([(100 * MS + n * 300_000, 27, n % 2 == 0) for n in range(20)])
        machine.play([(100 * MS + n * 300_000, 17, n % 2 == 0) for n in range(1061)])
        machine.shell("kill -CONT $(systemctl show --value -p MainPID bench-keys)")
        machine.play([(300 * MS, 17, False)])
        found.stop()
    on_a = [edge.line_seq for edge in found.of(Edge) if edge.line == "a"]
    missing = set(range(1, 1065)) - set(on_a)
    assert missing == set(range(3, 3 + 1061 - FIFO))
    assert [edge for edge in found.of(Edge) if edge.line == "b"] == []
    lost = [one for one in contacts(found)["a"] if isinstance(one, Lost)]
    assert sum(one.count for one in lost) == len(missing)


def trains(count: int, edges: int, gap_ns: int) -> list[tuple[int, int, bool]]:
    """Return chatter that ends closed, and the key let go 40 ms later, on two lines in turn."""
    plan: list[tuple[int, int, bool]] = []
    for n in range(count):
        at, pin = 500 * MS + n * 120 * MS, (17, 27)[n % 2]
        plan += [(at + k * gap_ns, pin, k % 2 == 0) for k in range(edges)]
        plan.append((at + 60 * MS, pin, False))
    return plan


def test_merged_edges_are_marked_and_the_first_write_lies_in_the_interval(
    machine: Machine,
) -> None:
    """Two processors (B7): chatter merges in the kernel's threads; a press says how far back."""
    many, length = 120, 5
    plan = trains(many, length, 60_000)
    with keys(machine, PINS, ask_ms=4) as found:
        stamps = machine.play(plan)
        found.stop()
    said = contacts(found)
    downs = sorted(
        (one for every in said.values() for one in every if isinstance(one, Down)),
        key=lambda down: down.at_ns,
    )
    steps = length + 1
    bursts = [stamps[n * steps : n * steps + length] for n in range(many)]
    inside: list[tuple[Down, int, int]] = []
    for burst in bursts:
        (first_before, first_after), (_, last_after) = burst[0], burst[-1]
        of_it = [down for down in downs if first_before <= down.at_ns <= last_after + 4 * MS]
        # The bound is promised for 2 ms; and a host that stands still may swallow a whole press.
        if of_it and last_after - first_before <= GPIO.merged_max_ns:
            inside.append((of_it[0], first_before, first_after))
    assert len(inside) > many // 8
    marked = [down for down, _, _ in inside if "merged" in down.marks]
    edges = found.of(Edge)
    assert len(edges) < len(plan), "nothing was merged: this machine cannot show it"
    for down, before, after in inside:
        assert before <= down.at_ns, down
        assert down.at_ns - down.u_ns <= after, (down, before, after)
    assert marked
    assert all(down.u_ns > 50_000 for down in marked)


def test_a_lonely_key_is_numbered_in_the_interrupt_because_a_spare_line_joins_it(
    machine: Machine,
) -> None:
    plan = [
        (300 * MS + n * 30 * MS + k * 40_000, 17, k % 2 == 0) for n in range(60) for k in range(6)
    ]
    with keys(machine, {"a": 17}, spares=(5, 6)) as found:
        holders = machine.shell(
            "/opt/minuta/bin/python -c 'from pathlib import Path; from hardware.gpio_lines import"
            ' line_owners; print(line_owners(Path("/dev")))\''
        )
        machine.play(plan)
        found.stop()
    assert holders.strip() == "{5: 'minuta', 17: 'minuta'}"
    edges = found.of(Edge)
    assert [edge.line_seq for edge in edges] == list(range(1, len(edges) + 1))
    assert len(edges) < len(plan)
    assert edges[-1].seq > len(edges)

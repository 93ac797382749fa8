"""Chatter as trains: what is nearer than 12 ms to the edge before it is of its train."""

from __future__ import annotations

from firmware_host.preflight.chatter import MOST_TRAINS, QUIET_NS, Chatter


def trains(*stamps_ns: int) -> Chatter:
    chatter = Chatter()
    for at_ns in stamps_ns:
        chatter.add(at_ns)
    return chatter


def test_a_train_ends_with_12_ms_of_silence_and_not_before() -> None:
    assert trains(0, QUIET_NS - 1).worst(0) == (2, QUIET_NS - 1)
    assert trains(0, QUIET_NS).worst(0) == (1, 0)


def test_only_trains_begun_since_count() -> None:
    chatter = trains(0, 1000, 2000, 10 * QUIET_NS, 10 * QUIET_NS + 5)
    assert chatter.worst(1) == (2, 5)
    assert (chatter.edges(0), chatter.edges(1), chatter.edges(11 * QUIET_NS)) == (5, 2, 0)
    assert (chatter.first(1), chatter.first(11 * QUIET_NS)) == (10 * QUIET_NS, None)


def test_an_endless_noise_takes_no_endless_memory() -> None:
    chatter = trains(*range(0, (MOST_TRAINS + 50) * QUIET_NS, QUIET_NS))
    assert chatter.edges(0) == MOST_TRAINS

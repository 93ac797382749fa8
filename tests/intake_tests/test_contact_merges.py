"""Numbers of a source: which edge may stand for several, and how far back (b.4, check B7)."""

import pytest

from firmware_host.intake.contact_words import GPIO
from firmware_host.intake.merges import Merges
from hardware.edges import Edge

US = 1_000
MS = 1_000_000
T = 5_000 * MS


def edge(line: str, at: int, line_seq: int, seq: int) -> Edge:
    return Edge("gpio", line, at, True, line_seq, seq, 50 * US)


def test_numbers_without_a_gap_cast_no_doubt() -> None:
    """Edges of several lines, each in its turn."""
    merges = Merges(GPIO)
    stream = [edge("5", T, 1, 1), edge("6", T + US, 1, 2), edge("5", T + 2 * US, 2, 3)]

    assert [merges.doubt(one) for one in stream] == [0, 0, 0]


@pytest.mark.parametrize(
    ("later", "doubt"), [(700 * US, 700 * US), (2 * MS, 2 * MS), (2 * MS + 1, 2 * MS)]
)
def test_a_gap_in_seq_alone_doubts_back_to_the_event_before_it_and_2_ms_at_most(
    later: int, doubt: int
) -> None:
    """The stamp minus that of the event before the first missing number."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 1, 1))

    assert merges.doubt(edge("6", T + later, 1, 4)) == doubt


def test_the_first_missing_number_since_the_lines_own_last_edge_counts() -> None:
    """Numbers missing before somebody else's edge may be this line's as well."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 1, 1))
    merges.doubt(edge("6", T + 100 * US, 1, 2))
    merges.doubt(edge("7", T + 300 * US, 1, 5))

    assert merges.doubt(edge("6", T + 500 * US, 2, 6)) == 400 * US
    assert merges.doubt(edge("7", T + 600 * US, 2, 7)) == 0


def test_an_old_gap_is_somebody_elses() -> None:
    """A merge lasts 2 ms at most: a gap closed before that casts no doubt."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 1, 1))
    merges.doubt(edge("6", T + MS, 1, 3))

    assert merges.doubt(edge("7", T + 3 * MS, 1, 4)) > 0
    assert merges.doubt(edge("8", T + 3 * MS + 1, 1, 5)) == 0


def test_a_gap_in_line_seq_too_is_a_loss_and_no_merge() -> None:
    """`Contact` tells the loss."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 1, 1))

    assert merges.doubt(edge("5", T + MS, 3, 3)) == 0


def test_a_number_that_comes_late_is_struck_off() -> None:
    """Threads queue events out of order: what came late was not merged."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 1, 1))
    assert merges.doubt(edge("6", T + 200 * US, 1, 3)) == 200 * US
    assert merges.doubt(edge("7", T + 100 * US, 1, 2)) == 0

    assert merges.doubt(edge("8", T + 300 * US, 1, 4)) == 0


def test_a_source_that_counts_from_1_again_is_begun_anew() -> None:
    """Its old numbers cast no doubt on the new ones."""
    merges = Merges(GPIO)
    merges.doubt(edge("5", T, 7, 90))

    assert merges.doubt(edge("5", T + MS, 1, 1)) == 0
    assert merges.doubt(edge("6", T + 2 * MS, 1, 2)) == 0

"""Many edges in one record: exact, in order, small; and their counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.journal.bundle import pack, summarise, unpack
from firmware_host.journal.codec import decode, encode
from firmware_host.journal.record import ZERO_HASH
from hardware.edges import Edge
from journal_tests.desk import edge

NUMBER = st.integers(-(2**66), 2**66)
EDGES = st.lists(
    st.builds(Edge, st.sampled_from(["gpio", "usb", "ж"]), st.text(max_size=2), NUMBER,
              st.booleans(), NUMBER, NUMBER, NUMBER),
    min_size=1,
)  # fmt: skip


@given(EDGES)
def test_any_edges_come_back_in_order_and_exact(edges: list[Edge]) -> None:
    line, _ = encode(0, "edges", 1, "match", 0, "", pack(edges), ZERO_HASH)
    assert unpack(decode(line).data) == edges


def test_lines_beyond_the_alphabet_have_two_letters() -> None:
    edges = [edge(i, line=str(i)) for i in range(1, 800)]
    assert unpack(pack(edges)) == edges


def test_the_documented_example() -> None:
    edges = [
        Edge("gpio", "17", 1_000, True, 5, 9, 50),
        Edge("gpio", "17", 121_034, False, 6, 10, 50),
        Edge("gpio", "17", 219_034, True, 8, 11, 50),
    ]
    assert pack(edges) == {
        "t": 1_000, "s": [["gpio", 9]], "l": [[0, "17", 5, 50]], "e": "A0a120034A98000:2",
    }  # fmt: skip


def test_full_flush_takes_at_most_25_bytes_an_edge() -> None:
    edges = [edge(5_000_000 + i) for i in range(64)]
    line, _ = encode(10**6, "edges", 1, "match", 10**15, "2026-11-30T18:20:33.120Z", pack(edges),
                     ZERO_HASH)  # fmt: skip
    assert len(line) <= 25 * 64


@pytest.mark.parametrize(
    "change", [{"e": "A1x"}, {"e": "b1"}, {"e": 3}, {"t": "0"}, {"s": [1]}, {"l": None}]
)
def test_other_forms_are_a_value_error(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"edge|number|row|form"):
        unpack({**pack([edge(1)]), **change})


def test_summary_counts_lost_and_merged_exactly() -> None:
    a = [Edge("gpio", "1", i * 100, i % 2 == 0, n, q, 0)
         for i, (n, q) in enumerate([(1, 1), (2, 3), (5, 9)])]  # fmt: skip
    b = Edge("gpio", "2", 50, True, 7, 2, 0)
    data = summarise([a[0], b, a[1], a[2]], "storm")
    assert (data["edges"], data["first_at"], data["last_at"]) == (4, 0, 200)
    # Between the last two the line lost 2 and the source's numbers skip 5: 3 merged.
    assert data["runs"][0] == {
        "source": "gpio", "line": "1", "line_seq": 1, "first_at": 0, "last_at": 200, "n": 3,
        "lost": 2, "merged": 3, "min_gap_ns": 100, "closed_hints": 2,
    }  # fmt: skip
    assert data["runs"][1]["n"] == 1

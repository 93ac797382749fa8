"""Numbers and rates of edges, for any numbers and rates."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.kernel_edges import FLOOD_HZ, RETRY_NS, WINDOW_NS, Flood, Numbering
from hardware.gpio_lines import RawEdge

NAMES = {4: "a", 17: "b", 27: "c"}
MS = 1_000_000
S = 1_000_000_000


@st.composite
def requests(draw):
    """A request's interrupts: (pin, what became of it), and a shuffle of the threads."""
    fates = st.sampled_from(("came", "came", "came", "lost", "merged"))
    happened = draw(st.lists(st.tuples(st.sampled_from(tuple(NAMES)), fates), max_size=40))
    line_seqs: dict[int, int] = {}
    events = []
    for seq, (pin, fate) in enumerate(happened, start=1):
        if fate == "merged":
            continue
        line_seqs[pin] = line_seqs.get(pin, 0) + 1
        if fate == "came":
            events.append(RawEdge(pin, 1000 * seq, bool(seq % 2), line_seqs[pin], seq))
    return events


@given(requests(), st.randoms(use_true_random=False))
def test_one_read_comes_out_as_it_happened_whatever_order_the_threads_had(events, random):
    shuffled = list(events)
    random.shuffle(shuffled)
    edges = Numbering("gpio", NAMES, 7).take(shuffled)
    assert [(e.line, e.at_ns, e.closed_hint, e.line_seq, e.seq, e.u_ns) for e in edges] == [
        (NAMES[one.pin], one.at_ns, one.closed, one.line_seq, one.seq, 7) for one in events
    ]


@given(requests(), st.integers(0, 41_000))
def test_numbers_begin_behind_what_is_older_than_the_claim_and_gaps_stay(events, since_ns):
    numbering = Numbering("gpio", NAMES, 0)
    numbering.begin(since_ns)
    edges = numbering.take(events)
    young = [one for one in events if one.at_ns >= since_ns]
    old = [one for one in events if one.at_ns < since_ns]
    assert numbering.discarded == len(old)
    assert [e.at_ns for e in edges] == [one.at_ns for one in young]
    base = max((one.seq for one in old), default=0)
    bases = {one.pin: one.line_seq for one in old}
    assert [e.seq for e in edges] == [one.seq - base for one in young]
    assert [e.line_seq for e in edges] == [one.line_seq - bases.get(one.pin, 0) for one in young]
    assert all(e.seq >= 1 and e.line_seq >= 1 for e in edges)


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=40), st.data())
def test_a_line_that_never_has_a_full_rate_is_never_muted(gaps_ms, data):
    """Reads at any times; no window of a second has more than the limit."""
    flood, now = Flood(), 5 * S
    for gap_ms in gaps_ms:
        now += gap_ms * MS
        most = FLOOD_HZ * min(gap_ms, 1000) // 1000
        flood.look([17] * data.draw(st.integers(0, most)), now)
        assert flood.muted == frozenset()
        assert flood.due_ns is None


@given(st.integers(1, 50), st.integers(FLOOD_HZ + 1, 50_000), st.integers(0, 999))
def test_a_flood_is_muted_within_two_windows_and_tried_again_after_5_s(read_ms, hz, phase_ms):
    flood, begin = Flood(), 5 * S
    flood.look([], begin)
    now = begin + phase_ms * MS
    flood.look([], now)
    due, came = now, 0
    while not flood.muted:
        now += read_ms * MS
        total = (now - due) * hz // S
        changed = flood.look([17] * (total - came), now)
        came = total
        assert changed == bool(flood.muted)
        assert now < due + 2 * WINDOW_NS + 2 * read_ms * MS
    assert flood.muted == {17}
    assert now >= due + WINDOW_NS // 2 or hz > 2 * FLOOD_HZ
    assert flood.due_ns == now + RETRY_NS
    assert flood.look([4], now + RETRY_NS - 1) is False
    assert flood.look([4], now + RETRY_NS) is True
    assert flood.muted == frozenset()


def test_the_limit_itself_is_no_flood_and_one_more_is():
    for count, muted in ((FLOOD_HZ, frozenset()), (FLOOD_HZ + 1, frozenset({17}))):
        flood = Flood()
        flood.look([], 5 * S)
        flood.look([17] * count + [4] * 100, 5 * S + WINDOW_NS)
        assert flood.muted == muted

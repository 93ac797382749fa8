"""What is given up when the ring is full: raw edges, oldest first, counted; never facts.

A ring is only full when the card has taken nothing for a long time. Then what a later
record covers goes (nothing is lost: the record has it), then the oldest `edges` records
become their counts. Done in a new file that takes the old one's place in one step, so that
a kill at any moment finds either of them whole.
"""

import json

from firmware_host.journal import bundle
from firmware_host.journal.codec import body
from firmware_host.journal.ring import FRAME, RECORD, Ring
from firmware_host.journal.salvage import Kept, salvage


def squeeze(ring: Ring) -> tuple[Ring, int]:
    """Return a ring with what must stay, and how many raw edges are now only counted.

    Loop thread. `ring` is closed and replaced.

    Raises:
        OSError: No room for a second file, or the first is gone; `ring` is as it was.
    """
    found = salvage(ring.path)
    if found.why:
        raise OSError(found.why)
    fresh = ring.successor()
    spare = fresh.room * 3 // 4 - sum(
        FRAME.size + RECORD.size + len(kept.raw) for kept in found.records
    )
    given_up = 0
    for kept in found.records:
        if spare < 0:
            less, edges = _counted(kept)
            spare += len(kept.raw) - len(less.raw)
            given_up += edges
            kept = less
        fresh.record(kept.n, kept.raw, stand_in=kept.stand_in)
    for edge in found.edges:
        given_up += not fresh.edge(edge)
    fresh.publish()
    ring.close()
    return fresh, given_up


def _counted(kept: Kept) -> tuple[Kept, int]:
    """Return an `edges` record as its counts, and the number of edges; others as they are."""
    fields = json.loads(kept.raw + b"}")
    if fields["k"] != "edges":
        return kept, 0
    stamps = [edge.at_ns for edge in bundle.unpack(fields["d"])]
    data = bundle.count(len(stamps), min(stamps), max(stamps), "ring")
    raw = body(kept.n, "edge_run", fields["b"], fields["m"], fields["at"], fields["w"], data)
    if len(raw) >= len(kept.raw):
        return kept, 0
    return Kept(kept.n, raw, stand_in=True), len(stamps)

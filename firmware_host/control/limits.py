"""What one client may ask of the daemon. REALTIME.md g."""

from dataclasses import dataclass

MS_NS = 1_000_000
SECOND_NS = 1_000 * MS_NS


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of the control socket; only tests have others.

    Attributes:
        clients: Connections at once; the next one is told `too-many`.
        requests_per_second: A client's rate, and how many it may save up.
        rest_ns: A client over its rate is told `too-fast` and not read for this long.
        replies: Replies that may wait for one client.
        pending_bytes: Bytes that may wait for one client.
        stall_ns: A client that takes nothing for this long while something waits is dropped.
        hello_ns: A client that has not said hello for this long is dropped.
        answer_ns: A request without an answer for this long is told `busy`.
        snapshot_every_ns: Snapshots are encoded at most this often.
        send_buffer_bytes: The kernel's buffer of a client.
    """

    clients: int = 16
    requests_per_second: int = 50
    rest_ns: int = SECOND_NS
    replies: int = 64
    pending_bytes: int = 256 * 1024
    stall_ns: int = 5 * SECOND_NS
    hello_ns: int = 5 * SECOND_NS
    answer_ns: int = 2 * SECOND_NS
    snapshot_every_ns: int = 50 * MS_NS
    send_buffer_bytes: int = 64 * 1024

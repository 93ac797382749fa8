"""The one latest snapshot: stored by the loop, encoded once a change by the control thread."""

import logging
import threading
from collections.abc import Mapping

from firmware_host.control.protocol import ProtocolError, encode_snapshot

_log = logging.getLogger(__name__)


class LatestSlot:
    """The latest snapshot and its line.

    Attributes:
        number: Number of the snapshot that `line` says; 0 before the first.
        line: The encoded snapshot, b"" before the first.
    """

    def __init__(self, every_ns: int) -> None:
        self.number = 0
        self.line = b""
        self._every_ns = every_ns
        self._lock = threading.Lock()
        self._latest: tuple[int, Mapping[str, object]] = (0, {})
        self._tried = 0
        self._encoded_ns: int | None = None

    def put(self, snapshot: Mapping[str, object]) -> None:
        """Store the latest. Any thread."""
        with self._lock:
            self._latest = (self._latest[0] + 1, snapshot)

    @property
    def n(self) -> int:
        """The record number in the latest snapshot."""
        n = self._latest[1].get("n", 0)
        return n if isinstance(n, int) else 0

    def due_ns(self) -> int | None:
        """Return when the latest may be encoded, or None if it is already."""
        if self._latest[0] == self._tried:
            return None
        return 0 if self._encoded_ns is None else self._encoded_ns + self._every_ns

    def encode(self, now_ns: int) -> None:
        """Encode the latest if that is due. A snapshot that cannot be said is passed over."""
        due_ns = self.due_ns()
        if due_ns is None or due_ns > now_ns:
            return
        self._encoded_ns = now_ns
        self._tried, snapshot = self._latest
        try:
            self.line = encode_snapshot(snapshot)
            self.number = self._tried
        except ProtocolError as error:
            _log.error("control: a snapshot was passed over: %s", error)

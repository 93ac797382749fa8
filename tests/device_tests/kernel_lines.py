"""Lines of a chip in memory, numbered as the kernel does it. The real ones: `tests/bench_vm`."""

import os

from hardware.errors import DeviceLost
from hardware.gpio_lines import RawEdge


class KernelLines:
    """Stands for `KeyLines`; `claimed` lists every one that was claimed, with its muted pins.

    Attributes:
        low: Pins that are closed now.
        queue: Events that wait.
        gone: Whether the chip is.
        unmutable: Whether the kernel refuses another configuration.
    """

    def __init__(self, spares=()):
        self.low = set()
        self.queue = []
        self.gone = False
        self.unmutable = False
        self.claimed = []
        self.muted = frozenset()
        self.fd = -1
        self._seq, self._line_seqs = 0, {}

    def claim(self, pins, spares, muted):
        """Take the place of the class: a new request counts from 1."""
        if self.gone:
            raise DeviceLost("no chip")
        assert self.fd < 0, "claimed twice"
        self.claimed.append((dict(pins), tuple(spares), frozenset(muted)))
        self.muted = frozenset(muted)
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.queue.clear()
        self._seq, self._line_seqs = 0, {}
        return self

    def edge(self, pin, closed, at_ns, *, lost=0, merged=0):
        """Move a contact; `lost` events fall out of the queue before it, `merged` into it."""
        (self.low.add if closed else self.low.discard)(pin)
        if self.fd < 0 or pin in self.muted:
            return
        self._seq += 1 + lost + merged
        self._line_seqs[pin] = self._line_seqs.get(pin, 0) + 1 + lost
        self.queue.append(RawEdge(pin, at_ns, closed, self._line_seqs[pin], self._seq))
        os.eventfd_write(self.fd, 1)

    def closed(self):
        if self.gone:
            raise DeviceLost("the GPIO chip is gone")
        return frozenset(self.low)

    def read(self):
        if self.gone:
            raise DeviceLost("the GPIO chip is gone")
        events, self.queue = self.queue[:1024], self.queue[1024:]
        if events and not self.queue:
            os.eventfd_read(self.fd)
        return events

    def mute(self, muted):
        if self.unmutable:
            raise DeviceLost("refused")
        self.muted = frozenset(muted)

    def release(self):
        os.close(self.fd)
        self.fd = -1

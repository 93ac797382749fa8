"""A key box in the test's process: a clock that is off and drifts, a memory of 64 edges.

What it does is told in true time; what it says is told by its own clock.
"""

from collections import deque

from hardware.buttons.box_lines import Answer, BoxEdge, LineReader, write

KEPT = 64


class SimulatedBox:
    """The protocol's other end, byte by byte. It never looks at a clock by itself."""

    def __init__(self, *, boot=0x1A2B, offset_us=0xFFFF_0000, drift_ppm=0, lag_ns=0):
        self.drift_ppm = drift_ppm
        self.lag_ns = lag_ns
        self._offset_us = offset_us
        self.restart(boot)

    def restart(self, boot, offset_us=None):
        self.boot = boot
        self._offset_us = self._offset_us if offset_us is None else offset_us
        self.head = self.sent = 0
        self.closed = 0
        self.forced = False
        self._kept = deque(maxlen=KEPT)
        self._line_seq = {}
        self._reader = LineReader()
        self._questions = deque()

    def us(self, true_ns):
        return (true_ns * (1_000_000 + self.drift_ppm) // 1_000_000_000 + self._offset_us) % 2**32

    def edge(self, line, closed, true_ns):
        self.head += 1
        self._line_seq[line] = self._line_seq.get(line, 0) + 1
        bit = 1 << (line - 1)
        self.closed = self.closed | bit if closed else self.closed & ~bit
        stamp = self.us(true_ns + self.lag_ns)
        self._kept.append(
            BoxEdge(self.boot, stamp, self.head % 2**16, line, self._line_seq[line] % 2**16,
                    closed, False)
        )  # fmt: skip

    def hear(self, data, true_ns):
        """Take bytes of the host."""
        for text, first_ns in self._reader.feed(data, true_ns):
            if text.startswith(b"Q "):
                self._questions.append(
                    Answer(self.boot, self.us(first_ns), self.us(true_ns), int(text[2:], 16),
                           self.head % 2**16, self.closed)
                )  # fmt: skip
            elif text.startswith(b"R "):
                back = (self.head - int(text[2:], 16) + 1) % 2**16
                if back <= self.head:
                    self.sent = self.head - back
        return self.say()

    def say(self):
        """Return what it has to say now: edges in order, and answers behind what they know of."""
        out = b""
        while self._questions or self.sent < self.head:
            while self._questions and self.sent % 2**16 == self._questions[0].head:
                out += write(self._questions.popleft())
            if self.sent < self.head:
                oldest = self.head - len(self._kept)
                forced = self.sent < oldest
                self.sent = max(self.sent, oldest)
                kept = self._kept[self.sent - oldest]
                self.sent += 1
                fields = [getattr(kept, name) for name in BoxEdge.__slots__]
                out += write(BoxEdge(*fields[:-1], forced))
                if forced:
                    while self._questions and self._behind(self._questions[0]):
                        out += write(self._questions.popleft())
            elif self._questions:
                out += write(self._questions.popleft())
        return out

    def _behind(self, answer):
        return (self.sent - answer.head) % 2**16 < 2**15

    def beat(self, true_ns):
        """Return what it says by itself twice a second."""
        stamp = self.us(true_ns)
        return self.say() + write(
            Answer(self.boot, stamp, stamp, 0, self.head % 2**16, self.closed)
        )

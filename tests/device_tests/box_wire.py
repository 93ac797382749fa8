"""A cable between a simulated box and a source, in memory, turned by hand."""

from collections import deque


class Wire:
    """Both directions of a cable: late by chance, and now and then some bytes are missing."""

    def __init__(self, clock, box, chance, worst_ns, cut_share):
        self.clock, self.box, self.chance = clock, box, chance
        self.worst_ns, self.cut_share = worst_ns, cut_share
        self.quiet = False
        self._to_box, self._to_host = deque(), deque()
        self.lost = None

    def _send(self, queue, data, at_ns):
        if not self.quiet and data and self.chance.random() < self.cut_share:
            a, b = sorted(self.chance.choices(range(len(data) + 1), k=2))
            data = data[:a] + data[b:]
        while data:  # in packets, each behind the one before
            size = self.chance.randint(1, 64)
            late_ns = int(self.worst_ns * self.chance.random() ** 3)
            due_ns = max(at_ns + late_ns, queue[-1][0] if queue else 0)
            queue.append((due_ns, data[:size]))
            data = data[size:]

    def turn(self):
        """Let the box hear what has arrived there by now, and answer."""
        now_ns = self.clock.now_ns()
        while self._to_box and self._to_box[0][0] <= now_ns:
            _, data = self._to_box.popleft()
            self._send(self._to_host, self.box.hear(data, now_ns), now_ns)
        self._send(self._to_host, self.box.say(), now_ns)

    # As a port and as its inbox.

    def write(self, data):
        self._send(self._to_box, data, self.clock.now_ns())
        return len(data)

    def take(self):
        now_ns, taken = self.clock.now_ns(), []
        while self._to_host and self._to_host[0][0] <= now_ns:
            at_ns, data = self._to_host.popleft()
            taken.append((data, at_ns))
        return taken

    def close(self):
        pass

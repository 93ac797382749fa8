"""One client: its lines in, its bytes out, and the bounds it must keep. No sockets here.

Only the control thread uses it. It never raises for what a client does: a fault is a reason in
`dead`, after which the client gets what is in `leaving` and is closed.
"""

from collections import deque
from collections.abc import Iterator

from firmware_host.control.limits import SECOND_NS, Limits
from firmware_host.control.protocol import (
    MAX_LINE,
    ProtocolError,
    Request,
    encode_error,
    parse_hello,
    parse_request,
)


class Connection:
    """The state of one client.

    Attributes:
        actor: What its hello named; "" before the hello.
        subscribed: It gets snapshots.
        seen: Number of the last snapshot put into its bytes.
        dead: Why it is to be closed at once; "" while it lives.
        leaving: Why it is to be closed after its last bytes are out; "" while it stays.
        waiting: Its requests without an answer: id -> instant by which it must have one.
    """

    def __init__(self, limits: Limits, now_ns: int, hello: bytes) -> None:
        self.actor = ""
        self.subscribed = False
        self.seen = -1
        self.dead = ""
        self.leaving = ""
        self.waiting: dict[int, int] = {}
        self._limits = limits
        self._hello = hello
        self._born_ns = now_ns
        self._in = bytearray()
        self._out = bytearray()
        self._replies: deque[bytes] = deque()
        self._moved_ns = now_ns
        self._rest_until_ns = 0
        self._paid_until_ns = now_ns - limits.requests_per_second * self._token_ns

    # What it says

    def reads(self, now_ns: int) -> bool:
        """Return whether the client's bytes are wanted now."""
        return not self.leaving and now_ns >= self._rest_until_ns

    def feed(self, data: bytes) -> None:
        """Take bytes of the client; no bytes mean that it is gone."""
        if not data:
            self.dead = "left"
        self._in += data

    def requests(self, now_ns: int) -> Iterator[Request]:
        """Take the whole lines that have come, as far as the rate allows."""
        while self.reads(now_ns) and not self.dead:
            end = self._in.find(b"\n", 0, MAX_LINE)
            if end < 0:
                if len(self._in) >= MAX_LINE:
                    self._refuse(ProtocolError("bad-line", "a line without an end"))
                return
            line = bytes(self._in[:end])
            del self._in[: end + 1]
            request = self._request(line, now_ns)
            if request is not None:
                yield request

    def _request(self, line: bytes, now_ns: int) -> Request | None:
        try:
            if not self.actor:
                self.actor = parse_hello(line)
                self.answer(self._hello, now_ns)
                return None
            request = parse_request(line, self.actor)
            if request.id in self.waiting:
                text = "this id waits for its answer"
                raise ProtocolError("bad-args", text, "id", request.id)
            if not self._may(now_ns):
                text = f"more than {self._limits.requests_per_second} requests a second"
                raise ProtocolError("too-fast", text, "", request.id)
        except ProtocolError as error:
            if error.request_id is None:
                self._refuse(error)
            else:
                self.answer(encode_error(error), now_ns)
                if not self._may(now_ns):  # what is refused has its price too
                    self._rest_until_ns = now_ns + self._limits.rest_ns
            return None
        self.waiting[request.id] = now_ns + self._limits.answer_ns
        return request

    @property
    def _token_ns(self) -> int:
        return SECOND_NS // self._limits.requests_per_second

    def _may(self, now_ns: int) -> bool:
        """Take one request off the allowance, which grows with time up to a second's worth."""
        saved_ns = now_ns - self._limits.requests_per_second * self._token_ns
        self._paid_until_ns = max(self._paid_until_ns, saved_ns)
        if self._paid_until_ns + self._token_ns > now_ns:
            return False
        self._paid_until_ns += self._token_ns
        return True

    def _refuse(self, error: ProtocolError) -> None:
        self._replies.append(encode_error(error))
        self._in.clear()
        self.leaving = str(error)

    # What it hears

    def answer(self, line: bytes, now_ns: int) -> None:
        """Queue a reply; a client that takes none of them dies here."""
        if not self.pending:
            self._moved_ns = now_ns
        self._replies.append(line)
        waiting_bytes = len(self._out) + sum(map(len, self._replies))
        if len(self._replies) > self._limits.replies or waiting_bytes > self._limits.pending_bytes:
            self.dead = "takes no answers"

    def offer(self, number: int, line: bytes, now_ns: int) -> None:
        """Give it the latest snapshot if it has taken all before; there is no queue of them."""
        if self.subscribed and self.seen != number and not self.pending and not self.leaving:
            self._out += line
            self.seen = number
            self._moved_ns = now_ns

    @property
    def pending(self) -> bool:
        """Whether bytes wait for it."""
        return bool(self._out or self._replies)

    def output(self) -> bytes:
        """Return the bytes to send next; say with `sent` how many went."""
        if not self._out and self._replies:
            self._out += self._replies.popleft()
        return bytes(self._out)

    def sent(self, count: int, now_ns: int) -> None:
        """Take away what was sent."""
        del self._out[:count]
        self._moved_ns = now_ns

    # What time does to it

    def overdue(self, now_ns: int) -> list[int]:
        """Take the requests whose time for an answer is over."""
        late = [number for number, by_ns in self.waiting.items() if by_ns <= now_ns]
        for number in late:
            del self.waiting[number]
        return late

    def check(self, now_ns: int) -> None:
        """Let it die if it has not said hello, or takes nothing."""
        if not self.actor and now_ns - self._born_ns >= self._limits.hello_ns:
            self.dead = "said no hello"
        if self.pending and now_ns - self._moved_ns >= self._limits.stall_ns:
            self.dead = "takes nothing"
        if self.leaving and not self.pending:
            self.dead = self.leaving

    def next_ns(self, now_ns: int) -> int:
        """Return the next instant at which time does something to it."""
        instants = [now_ns + self._limits.stall_ns, *self.waiting.values()]
        if not self.actor:
            instants.append(self._born_ns + self._limits.hello_ns)
        if self.pending:
            instants.append(self._moved_ns + self._limits.stall_ns)
        if self._rest_until_ns > now_ns:
            instants.append(self._rest_until_ns)
        return min(instants)

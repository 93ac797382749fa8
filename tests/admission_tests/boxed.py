"""A box on the simulated board and clock, and what one asks of its door."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from firmware_host.control.protocol import Reply, Request
from run_tests.table import MS, Table

SECOND = 1_000_000_000


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Boxed(Table):
    """Its door by hand; `replies` are in the order in which they came."""

    def __init__(
        self, folder: Path, displays: Sequence[str] | None = None, fmt: str = "chgk-003"
    ) -> None:
        super().__init__(folder, fmt=fmt, displays=displays)
        self.replies: list[Reply] = []
        self.run(300 * MS)

    def say(self, verb: str, **args: object) -> Reply | None:
        """Ask, and let it be settled; None: there is no answer yet."""
        had = len(self.replies)
        request = Request(id=1, verb=verb, args=args, actor="console")
        self.daemon.loop.submit(request, self.replies.append)
        self.run(60 * MS)
        return self.replies[-1] if len(self.replies) > had else None

    def ask(self, token: str = "t", name: str = "Phone", role: str = "judge") -> str:
        """Let a guest ask; return "" or why it may not."""
        reply = self.say("ask", name=name, role=role, hash=hash_of(token))
        assert reply is not None
        return reply.field_name or reply.code or ""

    def hold(self, for_ns: int, key: str = "start") -> None:
        """Close a key now, and open it so much later."""
        self.tap(key, self.clock.now_ns() + MS, for_ns)
        self.run(for_ns + 100 * MS)

    @property
    def number(self) -> str:
        asking = self.daemon.doorway.door.view()["asking"]
        return "" if asking is None else str(asking["number"])  # type: ignore[index]

    @property
    def names(self) -> list[str]:
        guests = self.daemon.doorway.door.view()["guests"]
        return [str(one["name"]) for one in guests]  # type: ignore[attr-defined]

    @property
    def ended(self) -> list[str]:
        return [why for _, why in self.daemon.doorway.door.view()["ended"]]  # type: ignore[attr-defined]

    @property
    def texts(self) -> dict[str, str]:
        return {one.display.name: one.text for one in self.daemon.outputs.displays}


def guests_said(box: Boxed) -> list[tuple[object, ...]]:
    """Return what the journal says of guests."""
    return [
        tuple(one.data.get(name) for name in ("what", "name", "role", "by"))
        for one in box.records()
        if one.kind == "guest"
    ]

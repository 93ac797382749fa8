"""What a journal of the guest says, read by the product's own reader."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware_host.journal.bundle import unpack
from hardware.edges import Edge


@dataclass(frozen=True)
class Row:
    """A record: its number, kind, instant and data."""

    n: int
    kind: str
    at_ns: int
    data: Mapping[str, Any]


def rows(text: bytes) -> list[Row]:
    """Return all whole records."""
    whole = text[: text.rfind(b"\n") + 1].splitlines()
    found = [json.loads(line) for line in whole]
    return [Row(one["n"], one["k"], one["at"], one["d"]) for one in found]


def edges(found: Iterable[Row]) -> list[Edge]:
    """Return the raw edges, in arrival order."""
    return [edge for row in found if row.kind == "edges" for edge in unpack(row.data)]


def alarms(found: Sequence[Row], kind: str, about: str) -> list[Row]:
    """Return the alarms of a kind about one thing, and their ends."""
    numbers = {
        row.data["id"]
        for row in found
        if row.kind == "alarm" and row.data["kind"] == kind and row.data.get("about") == about
    }
    return [row for row in found if row.kind == "alarm" and row.data["id"] in numbers]


def presses(found: Iterable[Row]) -> list[Row]:
    """Return what the engine was told of presses, in its order."""
    return [row for row in found if row.kind == "in" and row.data["t"] == "pressed"]

"""The log's filter: four typed fields, read from an address and turned into bound SQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from web_admin.logrows import GROUPS, RAW

ACCEPTED, REFUSED = "accepted", "refused"
_MAX_KEY = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What to show; "" or None is everything (of the rows that are not raw)."""

    turn: int | None = None
    key: str = ""
    verdict: str = ""
    kind: str = ""

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "Filter":
        """Read a filter from an address; what makes no sense is passed over."""
        turn = args.get("turn", "")
        verdict, kind = args.get("verdict", ""), args.get("kind", "")
        return cls(
            turn=int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 10 else None,
            key=args.get("key", "")[:_MAX_KEY],
            verdict=verdict if verdict in (ACCEPTED, REFUSED) else "",
            kind=kind if kind in GROUPS else "",
        )

    def query(self) -> dict[str, str]:
        """Return the filter as the fields of an address."""
        fields = {"turn": self.turn, "key": self.key, "verdict": self.verdict, "kind": self.kind}
        return {name: str(value) for name, value in fields.items() if value not in ("", None)}

    def sql(self) -> tuple[str, tuple[object, ...]]:
        """Return the condition and its values; the condition holds no text of the address."""
        parts: list[str] = []
        values: list[object] = []
        if self.kind:
            parts.append("rows.grp = ?")
            values.append(self.kind)
        else:
            parts.append("rows.grp <> ?")
            values.append(RAW)
        if self.turn is not None:
            parts.append("rows.turn = ?")
            values.append(self.turn)
        if self.key:
            parts.append("rows.key = ?")
            values.append(self.key)
        if self.verdict:
            is_null = "IS NULL" if self.verdict == ACCEPTED else "IS NOT NULL"
            parts.append(f"rows.grp = 'press' AND rows.reason {is_null}")
        return " AND ".join(parts), tuple(values)

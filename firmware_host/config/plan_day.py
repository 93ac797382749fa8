"""The day's programme of a plan: [[programme]] lines, planned by the clock on the wall (003)."""

from collections.abc import Iterator, Mapping, Sequence

from firmware_host.errors import Fault
from firmware_host.evening.programme import Item
from firmware_host.evening.programme_book import DAY_NS, day_ns
from firmware_host.formats.blame import Strict, written
from firmware_host.formats.durations import parse_ns
from firmware_host.formats.fields import Id, Line, Span
from firmware_host.formats.tables import tables_in


class LineText(Strict):
    """[[programme]]"""

    id: Id
    name: Line = ""
    at: str
    to: str
    least: Span | None = None


def items_of(lines: Sequence[LineText]) -> tuple[Item, ...]:
    """Return the lines of a programme that has no faults; past midnight it goes on."""
    found: list[Item] = []
    end_ns = 0
    for line in lines:
        from_ns = _after_ns(line.at, end_ns)
        end_ns = _after_ns(line.to, from_ns)
        least_ns = None if line.least is None else parse_ns(line.least)
        found.append(Item(id=line.id, from_ns=from_ns, to_ns=end_ns, least_ns=least_ns))
    return tuple(found)


def _after_ns(text: object, before_ns: int) -> int:
    at_ns = day_ns(text)
    return at_ns if at_ns >= before_ns else at_ns + DAY_NS


def day_faults(data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield what is wrong with the times of a programme: no time, twice, out of order."""
    end_ns, ids = 0, set()
    for nth, line in tables_in(data.get("programme")):
        path = f"programme[{nth}]"
        if line.get("id") in ids:
            yield Fault(f"{path}.id", written(line.get("id")), "two lines have this id: change one")
        ids.add(line.get("id"))
        for key in ("at", "to"):
            try:
                at_ns = _after_ns(line.get(key), end_ns)
            except ValueError:
                yield Fault(f"{path}.{key}", written(line.get(key)), "write HH:MM")
                return
            if at_ns >= DAY_NS and at_ns - end_ns > DAY_NS // 2:
                remedy = "this is before the end of what stands above: put the lines in order"
                yield Fault(f"{path}.{key}", written(line.get(key)), remedy)
                return
            end_ns = at_ns

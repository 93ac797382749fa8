"""What the wall shows: a line, not a row of digits, and the one function that turns it into text.

Whole seconds are rounded away from zero (DESIGN): 4:30.4 left is "4:31", 0.2 s past zero is
"-0:01"; "0:00" stands only at exactly zero. Prices come from the same function.
"""

from dataclasses import dataclass

SECOND_NS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A countdown as a line.

    Attributes:
        running: The line falls with the clock, reaching zero at `zero_ns`.
        zero_ns: Only while running: the instant of zero.
        left_ns: Only while standing: what is left.
        floor_ns: It never shows less than this: 0, or below zero for a reserve.
        form: "clock" m:ss, "count" bare seconds.
        mark: "" or "?" (a claim waits).
        blank: Nothing is shown.
    """

    running: bool = False
    zero_ns: int = 0
    left_ns: int = 0
    floor_ns: int = 0
    form: str = "clock"
    mark: str = ""
    blank: bool = False


BLANK = Wall(blank=True)


def seconds_shown(left_ns: int) -> int:
    """Return whole seconds, rounded away from zero."""
    return -(-left_ns // SECOND_NS) if left_ns >= 0 else left_ns // SECOND_NS


def left_at(wall: Wall, at_ns: int) -> int:
    """Return what is left at an instant, not under the floor, nanoseconds."""
    left_ns = wall.zero_ns - at_ns if wall.running else wall.left_ns
    return max(left_ns, wall.floor_ns)


def shown(wall: Wall, at_ns: int) -> str:
    """Return the text of the wall at an instant."""
    if wall.blank:
        return ""
    seconds = seconds_shown(left_at(wall, at_ns))
    if wall.form == "count":
        text = str(seconds)
    else:
        sign = "-" if seconds < 0 else ""
        text = f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"
    return f"{text} {wall.mark}" if wall.mark else text


def next_change_ns(wall: Wall, at_ns: int) -> int | None:
    """Return the first instant after `at_ns` at which the text is another, or None."""
    if wall.blank or not wall.running or wall.zero_ns - at_ns <= wall.floor_ns:
        return None
    left_ns = wall.zero_ns - at_ns
    # Above zero the text falls when a whole second is reached; below, one nanosecond past it.
    seconds = -(-left_ns // SECOND_NS) - 1
    if seconds >= 0:
        return wall.zero_ns - seconds * SECOND_NS
    change_ns = wall.zero_ns + (-(left_ns // SECOND_NS) if left_ns < 0 else 0) * SECOND_NS + 1
    return change_ns if wall.zero_ns - change_ns >= wall.floor_ns else None

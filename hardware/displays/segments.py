"""Text to seven-segment masks: the one function for real displays and the page's.

Bits 0 to 6 are the segments a to g, `POINT` the point right of a digit, `COLON` a colon right
of it. What does not fit or has no shape becomes a row of dashes, never a cut number.
"""

from dataclasses import dataclass

POINT = 0x80
COLON = 0x100
DASH = 0x40
"""Segment g; a whole row of it is the overflow mark."""
LOW = 0x08
"""Segment d; a whole row of it is the stale mark."""
STALE = "~"
"""The text of a display whose sender has lost its daemon. It stands alone, without digits: an
old time that looks valid would be believed."""

_SHAPES = dict(
    zip(
        "0123456789-_ =",
        (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, DASH, 0x08, 0x00, 0x48),
        strict=True,
    )
) | {
    "A": 0x77, "B": 0x7C, "C": 0x39, "D": 0x5E, "E": 0x79, "F": 0x71, "G": 0x3D, "H": 0x76,
    "I": 0x06, "J": 0x1E, "L": 0x38, "N": 0x54, "O": 0x3F, "P": 0x73, "R": 0x50, "S": 0x6D,
    "T": 0x78, "U": 0x3E, "Y": 0x6E, "\N{MINUS SIGN}": DASH,
}  # fmt: skip


def segments(text: str, digits: int, *, rotated: bool = False) -> list[int]:
    """Return the masks of `digits` places, from the left, `text` set to the right.

    A colon, point or comma takes no place: it stands at the digit before it. So does the
    question mark of a claim: it is the point of the last digit, and no digit moves for it.

    Args:
        text: Such as ``0:59``, ``-1:00``, ``10.5``, ``4:31 ?``; letters in either case.
        digits: Places of the display, at least 1.
        rotated: The display hangs upside down: places and segments are turned, and a mark
            is given to the neighbour on whose edge it then is. The claim's mark, which has no
            neighbour, goes to the outer edge of the first digit.

    Returns:
        The masks; all `DASH` if the text does not fit or has a character without a shape.
    """
    overflow = [DASH] * digits
    body = text.strip()
    if len(body.replace(":", "")) > digits:
        body = body.replace(" ", "")
    if body == STALE:
        return [LOW] * digits if not rotated else _turned([LOW] * digits)
    claimed = body.endswith("?")
    places: list[int] = []
    for letter in body.removesuffix("?").rstrip():
        if letter in ":.,":
            if not places or places[-1] & (POINT | COLON):
                return overflow
            places[-1] |= COLON if letter == ":" else POINT
        elif (shape := _SHAPES.get(letter.upper())) is not None:
            places.append(shape)
        else:
            return overflow
    if len(places) > digits or (places and places[-1] & (POINT | COLON)):
        return overflow
    places = [0] * (digits - len(places)) + places
    if rotated:
        places = _turned(places)
    if claimed:
        places[-1] |= POINT
    return places


def to_bytes(masks: list[int]) -> bytes:
    """Return one byte a place for hardware whose eighth bit is the point or the colon."""
    return bytes((mask & 0xFF) | (POINT if mask & COLON else 0) for mask in masks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glass:
    """What a row of digits can show, and how it hangs.

    Attributes:
        digits: Places, at least 1.
        colon: The place, counted from 1 at the module's own left, right of which it has a
            colon; 0: it has none.
        points: Each digit has its point.
        rotated: It hangs upside down.
    """

    digits: int
    colon: int = 0
    points: bool = True
    rotated: bool = False

    def masks(self, text: str) -> list[int]:
        """Return the masks of `text`, marks only where this glass has them.

        A colon that it lacks is shown as a point. Without that too the text does not fit:
        67.3 without its point would be 673. Only the claim's mark is left out where there is
        no point for it: it changes no number.

        Returns:
            The masks in the module's own order: of a rotated one, the first is at the right.
        """
        masks = segments(text, self.digits, rotated=self.rotated)
        if not self.points:
            masks[-1] &= ~POINT  # only a claim's mark stands there
        for index, mask in enumerate(masks):
            if mask & COLON and index + 1 != self.colon:
                masks[index] = (mask ^ COLON) | POINT
        if not self.points and any(mask & POINT for mask in masks):
            return [DASH] * self.digits
        return masks


def _turned(places: list[int]) -> list[int]:
    """Turn by 180 degrees: a-d, b-e and c-f change places, marks stay in their gap."""
    turned = [((p & 0x07) << 3) | ((p & 0x38) >> 3) | (p & DASH) for p in reversed(places)]
    for index, place in enumerate(places[:-1]):
        turned[len(places) - 2 - index] |= place & (POINT | COLON)
    return turned

"""Reads seven-segment glass as an eye does. It shares no line and no table with the product.

A place is a text of its lit segments, such as "bc"; "p" is a point right of it, "q" a colon.
"""

from collections.abc import Iterable

SEEN = {
    "abcdef": "0", "bc": "1", "abdeg": "2", "abcdg": "3", "bcfg": "4", "acdfg": "5",
    "acdefg": "6", "abc": "7", "abcdefg": "8", "abcdfg": "9", "g": "-", "": " ", "d": "_",
    "bcefg": "H", "def": "L", "bcdeg": "d",
}  # fmt: skip
UPSIDE_DOWN = str.maketrans("abcdef", "defabc")


def read(places: Iterable[str], *, rotated: bool = False) -> str:
    """Return what stands on the glass; its places are given in the module's own order.

    A mark at an outer edge is a claim's. What no eye could read is a "#".
    """
    digits = ["".join(sorted(set(place) - {"p", "q"})) for place in places]
    gaps = [next((mark for mark in "qp" if mark in place), "") for place in places]
    gaps = ["", *gaps]  # the gap before the first place has no mark of its own
    if rotated:
        digits = ["".join(sorted(one.translate(UPSIDE_DOWN))) for one in reversed(digits)]
        gaps.reverse()
    marks = ["" if not gap else {"p": ".", "q": ":"}[gap] for gap in gaps]
    inner = "".join(
        SEEN.get(digit, "#") + (marks[n + 1] if n + 1 < len(digits) else "")
        for n, digit in enumerate(digits)
    )
    return inner.strip() + ("?" if marks[0] or marks[-1] else "")

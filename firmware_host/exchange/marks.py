"""Marks of one answer in a cell: the lenient ones of foreign sheets, the exact ones of our own.

The marks are those of `evening.answers.MARKS`; a technical void has its ground behind it, and
` +` says that the answer is credited over whatever was entered.
"""

import re

from firmware_host.evening.answers import AUTOMATIC, MINOR, Answer
from firmware_host.exchange.cells import whole

TAKEN, NOT_TAKEN, CONTESTED = Answer("taken"), Answer("not-taken"), Answer("contested")
GROUNDS = (*sorted(MINOR), *sorted(AUTOMATIC))
REMEDY = f"write 1, 0, ?, V with its ground ({', '.join(GROUNDS)}), or leave it blank"

_PLAIN = {"1": TAKEN, "0": NOT_TAKEN}
_PLUS = re.compile(r"(\s*\+)+$")
_EXACT = re.compile(r"(?P<mark>1|0|·|\?(?: (?P<text>.*?))??|V (?P<ground>[a-z]+))(?P<plus> \+)?")


def lenient(text: str) -> Answer | None:
    """Return the answer of a foreign sheet's cell: whatever is not 1, 0 or blank is contested."""
    return _PLAIN.get(whole(text), CONTESTED) if text else None


def exact(text: str) -> tuple[Answer | None, str, bool] | None:
    """Return (entry, text of a contested answer, credited) of a cell of our own form.

    None: the cell is none of its marks (`REMEDY`).
    """
    if not text:
        return None, "", False
    found = _EXACT.fullmatch(whole(text))
    if found is None or (found["ground"] and found["ground"] not in GROUNDS):
        return None
    mark, credited = found["mark"], found["plus"] is not None
    if found["ground"]:
        return Answer("void", found["ground"]), "", credited
    if mark.startswith("?"):
        return CONTESTED, found["text"] or "", credited
    return _PLAIN.get(mark), "", credited


def written(answer: Answer | None, text: str = "", credited: bool = False) -> str:
    """Return the cell of our own form. `exact` gives back what was given here.

    But for plus signs at the end of a contested answer's text: they would credit it.
    """
    if answer is None:
        mark = "·" if credited else ""
    elif answer.state == "void":
        mark = f"V {answer.ground}"
    elif answer.state == "contested":
        mark = f"? {_PLUS.sub('', text)}".strip()
    else:
        mark = "1" if answer.state == "taken" else "0"
    return f"{mark} +" if credited else mark

"""Answers, appeals and series as lines: `answer 14 A taken`, `appeal A 14 credit deposit 300`."""

from collections.abc import Callable, Mapping

from firmware_host.evening.answer_book import STATES

Fields = dict[str, object]
Reader = Callable[[list[str]], Fields]


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _answer(words: list[str]) -> Fields:
    form = "write: answer 14 A taken, answer 14 A void late, answer 14 taken A B [others not-taken]"
    if len(words) < 2:
        raise ValueError(form)
    fields: Fields = {"question": _whole(words[0])}
    if words[1] in STATES:
        if words[-2:-1] == ["others"]:
            fields["others"], words = words[-1], words[:-2]
        return {**fields, "state": words[1], "teams": words[2:]}
    if not 3 <= len(words) <= 4:
        raise ValueError(form)
    ground: Fields = {"ground": words[3]} if len(words) == 4 else {}
    return {**fields, "team": words[1], "state": words[2], **ground}


def _lift(words: list[str]) -> Fields:
    if len(words) != 2:
        raise ValueError("write: lift 14 A")
    return {"question": _whole(words[0]), "team": words[1]}


def _number(name: str, form: str) -> Reader:
    def read(words: list[str]) -> Fields:
        if len(words) != 1:
            raise ValueError(f"write: {form}")
        return {name: _whole(words[0])}

    return read


def _appeal(words: list[str]) -> Fields:
    if len(words) != 5 or words[3] != "deposit":
        raise ValueError("write: appeal A 14 credit deposit 300 (or removal)")
    return {
        "team": words[0], "question": _whole(words[1]), "kind": words[2],
        "deposit": _whole(words[4]),
    }  # fmt: skip


def _verdict(words: list[str]) -> Fields:
    form = "write: verdict P 3:1 [chair yes] [even-so] [also B C], or verdict A 14 3:1"
    fields: Fields = {}
    if "also" in words:
        at = words.index("also")
        fields["also"], words = words[at + 1 :], words[:at]
    if words[-1:] == ["even-so"]:
        fields["even_so"], words = True, words[:-1]
    if words[-2:-1] == ["chair"]:
        if words[-1] not in ("yes", "no"):
            raise ValueError(form)
        fields["chair"], words = words[-1] == "yes", words[:-2]
    if not 2 <= len(words) <= 3 or words[-1].count(":") != 1:
        raise ValueError(form)
    ayes, noes = map(_whole, words[-1].split(":"))
    which: Fields = {"appeal": words[0]}
    if len(words) == 3:
        which = {"team": words[0], "question": _whole(words[1])}
    return {**fields, **which, "ayes": ayes, "noes": noes}


def _series(words: list[str]) -> Fields:
    form = "write: series 1 taken A B [in CATEGORY], or series 1 removed"
    fields: Fields = {}
    if words[-2:-1] == ["in"]:
        fields["where"], words = words[-1], words[:-2]
    if len(words) < 2 or words[1] not in ("taken", "removed"):
        raise ValueError(form)
    if words[1] == "removed":
        fields["removed"] = True
    return {**fields, "question": _whole(words[0]), "taken": words[2:]}


ANSWER_ENTRIES: Mapping[str, Reader] = {
    "announce": _number("tour", "announce 1"),
    "answer": _answer,
    "appeal": _appeal,
    "lift": _lift,
    "remove": _number("question", "remove 14"),
    "series": _series,
    "verdict": _verdict,
}
"""Word of a line -> what reads the rest."""


def named(fields: Fields, known: Mapping[str, int]) -> Fields:
    """Return the fields of a verdict with the number of the appeal that a label names.

    Raises:
        ValueError: No appeal is called so.
    """
    label = fields.get("appeal")
    if not isinstance(label, str):
        return fields
    if label not in known:
        raise ValueError(f"no appeal that was taken is called {label!r}")
    return {**fields, "appeal": known[label]}

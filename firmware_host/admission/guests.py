"""Guests: the phones and laptops that were admitted, and the file that keeps them.

Of the token that a guest's browser holds only the SHA-256 is known here. The file lies beside
the evenings and in none of them: no journal, export or copy of an evening has it.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.blame import Strict, faults_of, refuse
from firmware_host.formats.reading import SCHEMA, decode, read_bytes

Role = Literal["judge", "reader"]
ROLES: Mapping[str, str] = {"judge": "J", "reader": "R"}
"""Role -> its letter on the box's display. A judge sees and changes all, a reader only sees."""
FILE = "guests.json"
MOST = 24
MOST_NAME = 40
_MAX_BYTES = 65536


def good_name(text: str) -> str:
    """Return a guest's name without blanks around it.

    Raises:
        ValueError: It is none: empty, longer than 40 letters, or not one line of text.
    """
    name = text.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise ValueError(f"a name is one line of 1 to {MOST_NAME} letters")
    return name


def _name(value: str) -> str:
    try:
        return good_name(value)
    except ValueError as error:
        raise refuse(str(error)) from None


class Guest(Strict):
    """A phone or laptop that was admitted.

    Attributes:
        hash: SHA-256 of its token, 64 hex digits.
        since: Wall time of its admission, for people.
    """

    name: Annotated[str, AfterValidator(_name)]
    role: Role
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    since: Annotated[str, Field(max_length=40)]


class _File(Strict):
    schema_: Annotated[int, Field(alias="schema", ge=1, le=SCHEMA)]
    guests: Annotated[list[Guest], Field(max_length=MOST)]


def read_guests(path: Path) -> tuple[Guest, ...]:
    """Return the guests of a file; none where there is no file.

    Raises:
        FileFaults: All that is wrong with it. Then nobody is admitted.
    """
    if not path.exists():
        return ()
    try:
        data = json.loads(decode(read_bytes(path, _MAX_BYTES), str(path)))
        found = _File.model_validate(data).guests
    except ValidationError as error:
        raise FileFaults(str(path), faults_of(error, _File, data)) from None
    except FileFaults:
        raise
    except (ValueError, RecursionError) as error:
        remedy = f"not JSON ({error}): admit the guests anew"
        raise FileFaults(str(path), [Fault("file", "", remedy)]) from None
    for field in ("name", "hash"):
        if len({getattr(one, field) for one in found}) < len(found):
            fault = Fault(f"guests: {field}", "", "two guests have the same: keep one of them")
            raise FileFaults(str(path), [fault])
    return tuple(found)


def text_of(guests: Iterable[Guest]) -> str:
    """Return the text of the file that holds these guests."""
    rows = [one.model_dump() for one in guests]
    return json.dumps({"schema": SCHEMA, "guests": rows}, ensure_ascii=False, indent=1) + "\n"

"""One JSON object a line: the strict codec under the control socket.

UTF-8, LF, at most 64 KiB; no key twice, no NaN, no lone surrogate. Whatever is wrong is a
`ProtocolError`, never another exception.
"""

import json
from collections.abc import Mapping

from firmware_host.control.forms import FormError, check

PROTOCOL = 1
MAX_LINE = 65536


class ProtocolError(ValueError):
    """A line that is not of the protocol. `code` is one of the error codes."""

    def __init__(
        self, code: str, text: str, field_name: str = "", request_id: int | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        self.field_name = field_name
        self.request_id = request_id


def to_line(message: Mapping[str, object]) -> bytes:
    """Return a message as a line with its LF.

    Raises:
        ProtocolError: It is no JSON, or too long.
    """
    try:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        line = text.encode("utf-8") + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError("bad-line", f"this cannot be said in JSON: {error}") from None
    if len(line) > MAX_LINE:
        raise ProtocolError("bad-line", f"a line of {len(line)} bytes is too long")
    return line


def from_line(line: bytes) -> dict[str, object]:
    """Return the JSON object of a line: strict UTF-8, no key twice, no NaN, no lone surrogate."""
    if len(line) > MAX_LINE:
        raise ProtocolError("bad-line", f"a line has at most {MAX_LINE} bytes")
    try:
        message = json.loads(
            line.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant
        )
        json.dumps(message, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise ProtocolError("bad-line", "this line is not a JSON object") from None
    if not isinstance(message, dict):
        raise ProtocolError("bad-line", "this line is not a JSON object")
    return message


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    message = dict(pairs)
    if len(message) != len(pairs):
        raise ValueError("a key stands twice")
    return message


def _no_constant(word: str) -> object:
    raise ValueError(word)


def check_form(
    message: Mapping[str, object], form: Mapping[str, str], code: str, number: int | None
) -> None:
    """Check a message against a form of `forms.py`.

    Raises:
        ProtocolError: With `code` and the request's number.
    """
    try:
        check(message, form)
    except FormError as bad:
        raise ProtocolError(code, str(bad), bad.field_name, number) from None

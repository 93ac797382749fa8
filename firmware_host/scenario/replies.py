"""What the desk answers to a line, and the words that every request may have."""

from typing import TYPE_CHECKING

from firmware_host.control.protocol import Reply

if TYPE_CHECKING:
    from firmware_host.scenario.runner import Run


def noted(run: "Run", reply: Reply | None, label: str | None) -> Reply:
    """Return a reply, after it was noted under its label.

    Raises:
        ValueError: It has not come at this instant.
    """
    if reply is None:
        raise ValueError("this waits for a key that is not decided; put it a little later")
    if label is not None:
        reason = reply.field_name if reply.code == "refused" else reply.code
        run.answers[label] = "taken" if reply.code is None else f"refused {reason}"
    return reply


def taken(words: list[str], name: str) -> str | None:
    """Take `name VALUE` out of the words."""
    if name not in words[1:]:
        return None
    at = words.index(name, 1)
    if at + 1 >= len(words):
        raise ValueError(f"after {name!r} something is missing")
    value = words[at + 1]
    del words[at : at + 2]
    return value

"""Errors of the host. Each says what is in the way and what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass


class HostError(Exception):
    """Any fault that the host reports to a person.

    Attributes:
        russian: Whether it is to be said in Russian; None: as the person's terminal is.
    """

    russian: bool | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file that a person wrote.

    Attributes:
        path: Where: a key path such as ``keys.start.pin``, or a line number.
        value: What stands there, as text; empty when nothing stands there.
        remedy: What to write instead, one sentence.
    """

    path: str
    value: str
    remedy: str

    def __str__(self) -> str:
        return (
            f"{self.path}: {self.value!r}: {self.remedy}"
            if self.value
            else f"{self.path}: {self.remedy}"
        )


def blamed(file: str, faults: Sequence[Fault]) -> str:
    """Return what is said of a file: its name, and a fault a line."""
    return "\n".join([f"{file}:", *(f"  {fault}" for fault in faults)])


class FileFaults(HostError, ValueError):
    """A file that cannot be used, with all its faults at once. Commands exit with code 2."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        super().__init__(file, faults)
        self.file = file
        self.faults = faults

    def __str__(self) -> str:
        return blamed(self.file, self.faults)


class InTheWay(HostError, OSError):
    """Something else holds what is needed: a port, a socket, a journal, a folder."""

"""What every question needs: its rows, and how it says that something does not hold."""

from typing import cast

from firmware_host.scenario.runner import Run

Row = dict[str, object]


class Wrong(AssertionError):
    """An expectation that does not hold; the text says what was found."""


def must(holds: bool, found: object) -> None:
    """Fail the question, saying what was found."""
    if not holds:
        raise Wrong(f"found {found}")


def rows_of(run: Run, name: str) -> list[Row]:
    """Return a list of the result."""
    return cast(list[Row], run.result()[name])


def text_of(at_ns: object) -> str:
    """Write an instant as the file does."""
    whole, part = divmod(cast(int, at_ns), 1_000_000_000)
    digits = f"{part:09d}".rstrip("0")
    return f"{whole}{'.' if digits else ''}{digits}"

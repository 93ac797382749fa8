"""What is still going to happen on the simulated board."""

from typing import NamedTuple


class Due(NamedTuple):
    """Something that happens at `at_ns`: an edge arrives, or the plug is moved."""

    at_ns: int
    order: int
    line: str  # empty for the plug
    stamp_ns: int
    value: bool  # closed, or plugged
    fate: str  # "heard", "lost", "merged", "unheard", "plug"

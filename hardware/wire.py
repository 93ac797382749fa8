"""How bytes go over a serial wire; nothing is imported for it, so the config can say it."""

from dataclasses import dataclass

PARITIES = ("none", "even", "odd")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """Bits a second, data bits 7 or 8, one of `PARITIES`, stop bits 1 or 2.

    There is no flow control: with it, a far end could make every write wait.
    """

    baud: int = 115_200
    bits: int = 8
    parity: str = "none"
    stop_bits: int = 1

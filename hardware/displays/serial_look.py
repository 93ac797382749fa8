"""What a scoreboard at a serial port is sent: said in the config, not in code.

SERIAL.md beside this file has the plain protocol, the words of a template and examples.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from types import MappingProxyType

from hardware.wire import Wire

_WORD = re.compile(r"\{([a-z]*)\}")

SUMS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {
        "none": lambda data: b"",
        "sum8": lambda data: b"%02X" % (sum(data) & 0xFF),
        "xor8": lambda data: b"%02X" % reduce(xor, data, 0),
        "crc16": lambda data: b"%04X" % crc_hqx(data, 0),
    }
)
"""Checksums, as upper-case hexadecimal: the sum, the exclusive or, CRC-16/XMODEM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one board wants to be sent.

    Attributes:
        wire: Its port's settings.
        template: A frame; ``{text}`` is the text, ``{sum}`` the checksum.
        width: Characters it shows. The text is set to the right of so many.
        checksum: A key of `SUMS`, over all bytes before ``{sum}`` but the first `sum_from`.
    """

    wire: Wire = field(default_factory=lambda: Wire(baud=9600))
    template: str = "\r{text}\n"
    width: int = 8
    checksum: str = "none"
    sum_from: int = 0

    def faults(self) -> list[str]:
        """Return what is wrong with it, for people."""
        words = _WORD.findall(self.template)
        wrong = [f"no such word: {{{word}}}" for word in words if word not in ("text", "sum")]
        if words.count("text") != 1:
            wrong.append("the template needs {text} once")
        if words.count("sum") != (self.checksum != "none"):
            wrong.append("{sum} and a checksum belong together, once")
        if not self.template.isascii():
            wrong.append("the template may have ASCII only")
        return wrong

    def frame(self, text: str) -> bytes:
        """Return the bytes that show `text`; what does not fit is a row of dashes."""
        if len(text) > self.width or not (text.isascii() and text.isprintable()):
            text = "-" * self.width
        head, _, tail = self.template.partition("{sum}")
        before = head.replace("{text}", text.rjust(self.width)).encode("ascii")
        after = tail.replace("{text}", text.rjust(self.width)).encode("ascii")
        return before + SUMS[self.checksum](before[self.sum_from :]) + after

"""A format as read: its text, and what it says."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.formats.schema import FormatText

SEAM = "\n#~ like: the format that this preset is made of\n"
"""In the text of a preset: after this line stands the whole text of its parent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format that can be played. Two with the same `sha` are the same in every byte.

    Attributes:
        id: Its word.
        file: Where it came from, for faults.
        name: By language.
        source: Which document it follows.
        rehearsal: Only for rehearsals: choosing it in a match is refused `rehearsal-only`.
        like: Of a preset, the id of its parent.
        set: Of a preset, the settings that it changes.
        tables: What is played; of a preset, its parent's.
        text: Normalised bytes for the journal (UTF-8, LF, one line end at the end); of a
            preset with its parent's after `SEAM`, so that `load_text` needs nothing else.
        sha: SHA-256 of `text`, hex.
    """

    id: str
    file: str
    name: Mapping[str, str]
    source: str
    rehearsal: bool
    like: str | None
    set: Mapping[str, object]
    tables: FormatText
    text: bytes
    sha: str

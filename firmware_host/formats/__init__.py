"""Formats: a game as TOML, read, checked, and made into `engine.rules.Rules`.

The grammar is in `schema.py`; `load_text` says everything that is wrong with a text at once;
`resolve` puts settings and clips in.
"""

from firmware_host.formats.durations import DurationError, format_ns, parse_ns
from firmware_host.formats.load import builtin, known_settings, load_folder, load_text
from firmware_host.formats.loaded import Format
from firmware_host.formats.resolve import resolve, setting_faults

__all__ = [
    "DurationError",
    "Format",
    "builtin",
    "format_ns",
    "known_settings",
    "load_folder",
    "load_text",
    "parse_ns",
    "resolve",
    "setting_faults",
]

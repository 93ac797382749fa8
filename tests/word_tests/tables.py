"""The texts of faults that have a Russian one, and which Latin words may stand in that."""

import re
from importlib.resources import files
from tomllib import loads

from firmware_host.russian import HOLE

HELP = ("click.toml", "commands.toml")
"""Texts without values, or with click's."""
TABLES = {
    key: russian
    for file in files("firmware_host.russian").iterdir()
    if file.name.endswith(".toml") and file.name not in HELP
    for key, russian in loads(file.read_text(encoding="utf-8")).items()
}
VALUE = re.compile("‹[^›]*›")
"""What stands in a hole of a sample."""
LATIN = re.compile("[a-z][a-z-]*[a-z]", re.IGNORECASE)
QUOTED = frozenset(["sock", "http", *LATIN.findall(HOLE.sub("", "\n".join(TABLES.values())))])
"""Words that stand in Russian texts as they are: of a config, of a command line, names."""
ENGLISH = re.compile(
    r"(?<![\w.-])(?:a|an|and|are|be|but|has|have|here|is|it|its|must|no|not|of|or|such|that|the"
    r"|there|this|was|with|write)(?![\w-])"
)
"""Words that no name is."""

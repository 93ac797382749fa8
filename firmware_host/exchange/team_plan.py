"""The explicit step from a previewed list to the `[teams]` table of a plan file."""

import json
import re
import tomllib
from collections.abc import Sequence

from firmware_host.config.plan import load_plan
from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.team_list import TeamList

_TEAMS = re.compile(r"\s*\[\s*teams\s*\]\s*(#.*)?")
_TABLE = re.compile(r"\s*\[")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def teams_table(listed: TeamList) -> str:
    """Return the `[teams]` table as TOML; town and category stand behind as a comment.

    Raises:
        FileFaults: The list has conflicts.
    """
    if listed.conflicts:
        raise FileFaults(listed.file, list(listed.conflicts))
    lines = ["[teams]"]
    for team in listed.teams:
        key = team.id if _BARE.fullmatch(team.id) else _quoted(team.id)
        beside = ", ".join(text for text in (team.town, team.category) if text)
        lines.append(f"{key} = {_quoted(team.name)}" + (f"  # {beside}" if beside else ""))
    return "\n".join(lines) + "\n"


def new_plan(listed: TeamList, formats: Sequence[str], file: str) -> str:
    """Return a plan of these teams: a stage for each format, one circle.

    Args:
        file: The plan's name, for faults.

    Raises:
        FileFaults: The list has conflicts, or the plan is wrong, such as without a format.
    """
    stages = [f'\n[[stage]]\nid = "{name}"\nformats = ["{name}"]\n' for name in formats]
    text = f"schema = 1\n\n{teams_table(listed)}{''.join(stages)}"
    load_plan(text, file)
    return text


def put_teams(plan: str, file: str, listed: TeamList) -> str:
    """Return a plan's text with these teams instead of its own; all else stays as it is.

    Args:
        file: The plan's name, for faults.

    Raises:
        FileFaults: The list has conflicts; the plan cannot be read, or names other teams; or its
            teams do not stand in a table of their own.
    """
    table = teams_table(listed)
    lines = plan.splitlines(keepends=True)
    begin = next((nth for nth, line in enumerate(lines) if _TEAMS.fullmatch(line.rstrip())), None)
    if begin is None:
        begin = end = next((n for n, line in enumerate(lines) if _TABLE.match(line)), len(lines))
        table += "\n"
    else:
        rest = range(begin + 1, len(lines))
        end = next((nth for nth in rest if _TABLE.match(lines[nth])), len(lines))
        while end > begin + 1 and lines[end - 1].strip()[:1] in ("", "#"):
            end -= 1  # what stands before the next table belongs to it
    before = "".join(lines[:begin])
    text = before + ("" if before.endswith("\n") or not before else "\n") + table
    text += "".join(lines[end:])
    load_plan(text, file)
    _only_teams_changed(plan, text, file)
    return text


def _only_teams_changed(old: str, new: str, file: str) -> None:
    """Raise if anything but the teams has become another: the plan was not as lines said."""
    try:
        was, now = tomllib.loads(old), tomllib.loads(new)
    except tomllib.TOMLDecodeError:
        was, now = {"": 1}, {}
    was.pop("teams", None)
    now.pop("teams", None)
    if was != now:
        remedy = "the teams are not in a table of their own: write [teams] on a line, ids below"
        raise FileFaults(file, [Fault("teams", "", remedy)])


def _quoted(text: str) -> str:
    """Return a basic string of TOML; printable text is escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)

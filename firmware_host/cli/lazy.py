"""A group of commands that imports each only when it is called: `minuta run` starts fast."""

import importlib
from collections.abc import Mapping
from typing import Any

import click

from firmware_host.cli.spoken import Group, spoken


def named(at: str) -> Any:
    """Import what "module:attribute" names."""
    module, _, name = at.partition(":")
    return getattr(importlib.import_module(module), name)


class LazyGroup(Group):
    """A group over a table of "module:attribute"."""

    def __init__(self, *args: object, commands_at: Mapping[str, str], **attrs: object) -> None:
        super().__init__(*args, **attrs)  # type: ignore[arg-type]  # click's own arguments
        self._at = dict(commands_at)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the table's order."""
        return list(self._at)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; it speaks the person's language."""
        at = self._at.get(cmd_name)
        if at is None:
            return None
        command = named(at)
        assert isinstance(command, click.Command)
        return spoken(command)

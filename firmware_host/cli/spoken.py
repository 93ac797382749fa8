"""Help and click's own words in the person's language.

click passes what it says through gettext, whose catalogues are compiled files; the table of
`firmware_host.russian` takes gettext's place there.
"""

import copy
from types import ModuleType
from typing import TypeVar

import click
from click import core, decorators, exceptions, formatting, parser, types

from firmware_host.russian import word

Command = TypeVar("Command", bound=click.Command)

CLICKS: tuple[ModuleType, ...] = (core, decorators, exceptions, formatting, parser, types)
"""Where click says something that a person of these commands can come to read."""


def _counted(one: str, many: str, count: int) -> str:
    return word(one if count == 1 else many)


def speak() -> None:
    """Let click say its own words by the table."""
    for module in CLICKS:
        vars(module).update(_=word, ngettext=_counted)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help, each on one line: so they stand in the table."""
    return [" ".join(one.split()) for one in text.split("\n\n")]


def spoken(command: Command) -> Command:
    """Return a command with its help in the person's language; the command stays as it is."""
    made = copy.copy(command)
    made.help = _told(command.help)
    made.options_metavar = word(command.options_metavar or "")
    made.params = [_param(one) for one in command.params]
    made._help_option = None  # click keeps it, in the language in which it was asked for first
    if isinstance(made, click.Group):
        made.subcommand_metavar = word(made.subcommand_metavar or "")
    return made


def _param(param: click.Parameter) -> click.Parameter:
    if isinstance(param, click.Option):
        param = copy.copy(param)
        param.help = _told(param.help)
        if not param.is_flag and not isinstance(param.type, click.Choice):
            param.metavar = word(param.metavar or param.type.name.upper())
    return param


def _told(text: str | None) -> str:
    return "\n\n".join(map(word, paragraphs(text or "")))


class Group(click.Group):
    """A group that speaks the person's language, with its commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, in the language."""
        found = super().get_command(ctx, cmd_name)
        return found and spoken(found)

    def get_help(self, ctx: click.Context) -> str:
        """Return the help, in the language."""
        return click.Group.get_help(spoken(self), ctx)

    def get_usage(self, ctx: click.Context) -> str:
        """Return the line of usage, in the language."""
        return click.Group.get_usage(spoken(self), ctx)


speak()

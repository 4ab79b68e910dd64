"""--quiet, --verbose and --no-color, which every command takes, and `minuet` before the command."""

from __future__ import annotations

import click

from .manners import manners
from .messages import listen

__all__ = ["switched"]

SWITCHES = {
    "quiet": (("-q", "--quiet"), "No messages but errors, and no progress bar."),
    "verbose": (("-v", "--verbose"), "Tell on standard error what is done."),
    "plain": (("--no-color",), "No colors; the variable NO_COLOR asks for that too."),
}


def switched(command: click.Command) -> click.Command:
    """Have a command take the switches, once, and those of its own commands; return it."""
    for one in getattr(command, "commands", {}).values():
        switched(one)
    if not any(option.name in SWITCHES for option in command.params):
        for name, (flags, says) in SWITCHES.items():
            command.params.append(
                click.Option(
                    (*flags, name), is_flag=True, expose_value=False, callback=_set, help=says
                )
            )
    return command


def _set(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    setattr(manners, str(option.name), True)
    if manners.quiet and manners.verbose:
        raise click.BadParameter("given together with --quiet", param_hint="'--verbose'")
    listen()

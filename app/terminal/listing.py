"""How `--help` lists commands: each with its summary whole, on as many lines as that takes."""

from __future__ import annotations

import click

from ..usage import Command

__all__ = ["Listing"]

WHOLE = 1000  # letters of a summary: click ends longer ones with dots


class Listing(Command, click.Group):
    """A group of commands that cuts no summary."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, and what each does."""
        known = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [
            (name, command.get_short_help_str(WHOLE)) for name, command in known.items() if command
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

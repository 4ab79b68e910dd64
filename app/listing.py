"""How `--help` lists commands: each with its summary whole, on as many lines as that takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import click

from .usage import Command

__all__ = ["Listing"]

WHOLE = 1000  # letters of a summary: click ends longer ones with dots


class Listing(Command, click.Group):
    """A group of commands that cuts no summary, and lists them under headings."""

    command_class = Command
    groups: Mapping[str, Collection[str]] = {}  # the commands under each heading; {}: under one

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, and what each does."""
        listed = self.list_commands(ctx)
        width = max(map(len, listed), default=0)
        for heading, names in (self.groups or {"Commands": listed}).items():
            known = {name: self.get_command(ctx, name) for name in names}
            rows = [
                (name.ljust(width), command.get_short_help_str(WHOLE))
                for name, command in known.items()
                if command
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)

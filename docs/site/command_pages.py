"""The reference of the command line, written at build time from what `--help` says."""

from __future__ import annotations

from collections.abc import Iterator

import click

from minuet.app.cli import app

__all__ = ["command_reference"]

WIDTH = 80


def command_reference() -> str:
    """Return a section for every command: its help."""
    return "\n".join(_sections(app, click.Context(app, info_name="minuet", terminal_width=WIDTH)))


def _sections(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(
            command,
            info_name=name,
            parent=context,
            terminal_width=WIDTH,
            help_option_names=context.help_option_names,
        )
        yield f"## {inner.command_path}\n\n```text\n{command.get_help(inner).rstrip()}\n```\n"
        if isinstance(command, click.Group):
            yield from _sections(command, inner)

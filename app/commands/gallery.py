"""`minuet gallery`: the puzzles that come with minuet, or the description of one."""

from __future__ import annotations

import click

from .. import arguments
from ..command import Command, option_error
from ..terminal.streams import print_table, print_text, printable

__all__ = ["command"]


@click.command("gallery", cls=Command)
@click.argument(
    "name",
    metavar="[NAME]",
    required=False,
    shell_complete=arguments.completing("puzzles"),
    help="Whose description to print.",
)
@click.option("--python", "as_python", is_flag=True, help="Print it as a program in Python.")
@arguments.as_json
def command(name: str | None, as_python: bool, as_json: bool) -> None:
    """List the puzzles that come with minuet, or describe one."""
    from ...models.gallery import entry, gallery

    if as_python and name is None:
        raise option_error("--python", "given without NAME, expected both")
    if as_python and name is not None:
        print_text(entry(name).program().removesuffix("\n"))
    elif as_json:
        from ..documents import emit

        entries = gallery() if name is None else [entry(name)]
        emit("gallery", entries=entries)
    elif name is None:
        print_gallery()
    else:
        print_text(entry(name).text.removesuffix("\n"))


def print_gallery() -> None:
    """Print a table: name, what it is, and its number of solutions or its optimum."""
    from rich.table import Table

    from ...models.gallery import gallery

    table = Table()
    table.add_column("name", no_wrap=True)
    table.add_column("what")
    table.add_column("solutions", justify="right", no_wrap=True)
    for entry in gallery():
        figures = [] if entry.solutions is None else [str(entry.solutions)]
        figures += [] if entry.optimum is None else [f"best {entry.optimum}"]
        table.add_row(entry.name, printable(entry.about), ", ".join(figures))
    print_table(table)

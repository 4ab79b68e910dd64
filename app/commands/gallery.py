"""`minuet gallery`: the puzzles that come with minuet, or the description of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from .. import arguments
from ..command import Command, option_error
from ..terminal.streams import print_table, print_text, printable

if TYPE_CHECKING:
    from ...models.gallery import Entry

__all__ = ["command"]

PENCIL = "pencil"


@click.command("gallery", cls=Command)
@click.argument(
    "name",
    metavar="[NAME]",
    required=False,
    shell_complete=arguments.completing("puzzles"),
    help="Whose description to print; pencil: the kinds of pencil puzzles.",
)
@click.option("--python", "as_python", is_flag=True, help="Print it as a program in Python.")
@arguments.as_json
def command(name: str | None, as_python: bool, as_json: bool) -> None:
    """List the puzzles that come with minuet, or describe one.

    `minuet gallery pencil` lists the kinds of pencil puzzles; the name of a kind is its example,
    as in `minuet solve gallery:masyu`.
    """
    from ...models.gallery import entry, gallery, pencil_examples

    listed: dict[str | None, Callable[[], Sequence[Entry]]] = {
        None: gallery,
        PENCIL: pencil_examples,
    }
    if as_python and name is None:
        raise option_error("--python", "given without NAME, expected both")
    if as_python and name is not None:
        print_text(entry(name).program().removesuffix("\n"))
    elif as_json:
        from ..documents import emit

        emit("gallery", entries=listed[name]() if name in listed else [entry(name or "")])
    elif name in listed:
        print_entries(listed[name]())
    else:
        print_text(entry(name or "").text.removesuffix("\n"))


def print_entries(entries: Sequence[Entry]) -> None:
    """Print a table: name, what it is, and its number of solutions or its optimum."""
    from rich.table import Table

    table = Table()
    table.add_column("name", no_wrap=True)
    table.add_column("what")
    table.add_column("solutions", justify="right", no_wrap=True)
    for entry in entries:
        figures = [] if entry.solutions is None else [str(entry.solutions)]
        figures += [] if entry.optimum is None else [f"best {entry.optimum}"]
        table.add_row(entry.name, printable(entry.about), ", ".join(figures))
    print_table(table)

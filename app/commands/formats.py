"""`minuet formats`: the formats that files may have, and what can be done with each."""

from __future__ import annotations

from typing import Any

import click

from .. import arguments
from ..command import Command
from ..terminal.streams import cell, one_line, print_table, print_text

__all__ = ["command"]

BESIDE = 49  # what the other columns take of the table's width
LEAST, MOST = 24, 60  # characters of an example in the table, if there is room for it


@click.command("formats", cls=Command)
@click.argument(
    "name",
    metavar="[NAME]",
    required=False,
    shell_complete=arguments.completing("forms"),
    help="Whose example to print, whole.",
)
@arguments.as_json
def command(name: str | None, as_json: bool) -> None:
    """List the formats that files may have, or print an example of one.

    The table says what is read and what is written, how files end, and what a text looks like.
    """
    from ...models.formats.registry import format_of

    wanted = None if name is None else format_of(name)
    if as_json:
        from ..documents import emit

        formats = _all_fields()
        emit(
            "formats",
            formats=[entry for entry in formats if wanted is None or entry["name"] == name],
        )
    elif wanted is None:
        print_formats()
    elif wanted.example:
        print_text(wanted.example.removesuffix("\n"))
    else:
        raise click.BadParameter(f"the format {wanted.name} has no example", param_hint="'NAME'")


def print_formats() -> None:
    """Print a table: name, reads, writes, extension, and what it is with an example below.

    Where the terminal is too narrow for examples, they are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    room = min(Console().width - BESIDE, MOST)
    table = Table()
    for heading in ("name", "reads", "writes"):
        table.add_column(heading, no_wrap=True)
    table.add_column("extension")
    table.add_column("what it is, and an example" if room >= LEAST else "what it is")
    for entry in _all_fields():
        can = ["yes" if entry[way] else "" for way in ("reads", "writes")]
        wrong = "" if entry["available"] else "not available: "
        about = Text(one_line(f"{wrong}{entry['title']}"))
        if entry["example"] and room >= LEAST:
            about.append(f"\n{in_one_line(entry['example'], room)}", "dim")
        cells = (entry["name"], *can, " ".join(entry["extensions"]))
        table.add_row(*map(cell, cells), about)
    print_table(table)


def in_one_line(example: str, room: int) -> str:
    """Return the beginning of an example, its lines parted by slashes, comments left out."""
    lines = [" ".join(line.split()) for line in example.splitlines()]
    kept = [line for line in lines if line and not line.startswith(("# ", "| "))]
    line = one_line(" / ".join(kept))
    return line if len(line) <= room else f"{line[: room - 4].rstrip(' /')} ..."


def _all_fields() -> list[dict[str, Any]]:
    """Return the fields of each format; if it is not available, its title gives the reason."""
    from ...models.formats import FORMATS
    from ...models.formats.registry import unavailable_formats

    entries: list[dict[str, Any]] = [
        {
            "name": form.name,
            "available": True,
            "reads": form.read is not None,
            "writes": form.write is not None,
            "extensions": list(form.extensions),
            "title": form.title,
            "example": form.example,
        }
        for form in FORMATS.values()
    ]
    nothing = {
        "available": False,
        "reads": False,
        "writes": False,
        "extensions": [],
        "example": "",
    }
    wrong = unavailable_formats().items()
    return entries + [{"name": name, **nothing, "title": str(why)} for name, why in wrong]

"""The gallery on the command line: the list, a description, and `gallery:NAME` as a file."""

from __future__ import annotations

from ..models.formats import Reading
from ..models.gallery import PREFIX, entry, gallery
from .terminal import printable, show, show_table

__all__ = ["print_description", "print_gallery", "read_entry"]


def read_entry(file: str) -> Reading | None:
    """Return the puzzle that `gallery:NAME` names; None for a file of another name.

    Raises ModelError for a puzzle that the gallery lacks.
    """
    if not file.startswith(PREFIX):
        return None
    return Reading("gallery", (entry(file.removeprefix(PREFIX)).load(),))


def print_gallery() -> None:
    """Print a table: name, what it is, and its number of solutions or its optimum."""
    from rich.table import Table

    table = Table()
    table.add_column("name", no_wrap=True)
    table.add_column("what")
    table.add_column("solutions", justify="right", no_wrap=True)
    for one in gallery():
        figures = [] if one.solutions is None else [str(one.solutions)]
        figures += [] if one.optimum is None else [f"best {one.optimum}"]
        table.add_row(one.name, printable(one.about), ", ".join(figures))
    show_table(table)


def print_description(name: str) -> None:
    """Print a puzzle's description as it stands. Raises ModelError if the gallery lacks it."""
    show(entry(name).text.removesuffix("\n"))

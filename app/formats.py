"""The formats on the command line: the table of `minuet formats`."""

from __future__ import annotations

from ..models.formats import FORMATS, unavailable_formats
from .terminal import one_line, show_table

__all__ = ["print_formats"]


def print_formats() -> None:
    """Print a row a format: what can be done with it, or why it is not available."""
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for heading in ("name", "reads", "writes"):
        table.add_column(heading, no_wrap=True)
    table.add_column("extensions")
    table.add_column("what it is")
    for form in FORMATS.values():
        can = ["" if way is None else "yes" for way in (form.read, form.write)]
        cells = (form.name, *can, " ".join(form.extensions), form.title)
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    for name, wrong in unavailable_formats().items():
        cells = (name, "", "", "", f"not available: {wrong}")
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    show_table(table)

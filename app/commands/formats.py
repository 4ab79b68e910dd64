"""`minuet formats`: the formats that files may have, and what can be done with each."""

from __future__ import annotations

import click

from ..terminal.streams import cell, show_table

__all__ = ["list_formats"]


@click.command("formats")
def list_formats() -> None:
    """List the formats that files may have: what is read, what is written, and how it is called."""
    from rich.table import Table

    from ...models.formats import FORMATS, unavailable_formats

    table = Table()
    for heading in ("name", "reads", "writes"):
        table.add_column(heading, no_wrap=True)
    table.add_column("extensions")
    table.add_column("what it is")
    for form in FORMATS.values():
        can = ["" if way is None else "yes" for way in (form.read, form.write)]
        cells = (form.name, *can, " ".join(form.extensions), form.title)
        table.add_row(*map(cell, cells))
    for name, wrong in unavailable_formats().items():
        cells = (name, "", "", "", f"not available: {wrong}")
        table.add_row(*map(cell, cells))
    show_table(table)

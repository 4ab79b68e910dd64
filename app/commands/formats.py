"""`minuet formats`: the formats that files may have, and what can be done with each."""

from __future__ import annotations

from typing import Any

import click

from .. import arguments
from ..terminal.streams import cell, show_table

__all__ = ["list_formats"]


@click.command("formats")
@arguments.as_json
def list_formats(as_json: bool) -> None:
    """List the formats that files may have: what is read, what is written, and how it is called."""
    if as_json:
        from ..documents.document import emit

        emit("formats", formats=_told())
        return
    from rich.table import Table

    table = Table()
    for heading in ("name", "reads", "writes"):
        table.add_column(heading, no_wrap=True)
    table.add_column("extensions")
    table.add_column("what it is")
    for told in _told():
        can = ["yes" if told[way] else "" for way in ("reads", "writes")]
        wrong = "" if told["available"] else "not available: "
        cells = (told["name"], *can, " ".join(told["extensions"]), f"{wrong}{told['title']}")
        table.add_row(*map(cell, cells))
    show_table(table)


def _told() -> list[dict[str, Any]]:
    """Return what is told of each format; where it is not available, its title says why."""
    from ...models.formats import FORMATS, unavailable_formats

    known: list[dict[str, Any]] = [
        {
            "name": form.name,
            "available": True,
            "reads": form.read is not None,
            "writes": form.write is not None,
            "extensions": list(form.extensions),
            "title": form.title,
        }
        for form in FORMATS.values()
    ]
    nothing = {"available": False, "reads": False, "writes": False, "extensions": []}
    wrong = unavailable_formats().items()
    return known + [{"name": name, **nothing, "title": str(why)} for name, why in wrong]

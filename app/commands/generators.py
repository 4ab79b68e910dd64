"""`minuet generators`: the families of instances that are made, or one with its parameters."""

from __future__ import annotations

import click

from .. import arguments
from ..command import Command
from ..terminal.streams import cell, print_table, print_wrapped

__all__ = ["command"]


@click.command("generators", cls=Command)
@click.argument(
    "name",
    metavar="[NAME]",
    required=False,
    shell_complete=arguments.completing("generators"),
    help="Whose parameters to print.",
)
@arguments.as_json
def command(name: str | None, as_json: bool) -> None:
    """List the families of instances that are made.

    As a FILE an instance is called generator:NAME,PARAMETER=VALUE,...
    """
    from ...experiments.instances import generator, generators

    chosen = list(generators().values()) if name is None else [generator(name)]
    if as_json:
        from ..documents import emit

        documents = [
            {
                "name": family.name,
                "about": family.about,
                "source": family.source,
                "size": family.size,
                "parameters": [
                    {
                        "name": label,
                        "type": parameter.type.__name__,
                        "default": parameter.default,
                        "low": None if parameter.type is bool else parameter.low,
                        "high": None if parameter.type is bool else parameter.high,
                        "about": parameter.about,
                    }
                    for label, parameter in family.parameters.items()
                ],
            }
            for family in chosen
        ]
        emit("generators", generators=documents)
    elif name is None:
        from rich.table import Table

        table = Table()
        table.add_column("name", no_wrap=True)
        table.add_column("what")
        table.add_column("parameters")
        for family in chosen:
            table.add_row(cell(family.name), cell(family.about), cell(", ".join(family.parameters)))
        print_table(table)
    else:
        family = chosen[0]
        from rich.table import Table

        print_wrapped(family.about)
        print_wrapped(f"Source: {family.source}")
        table = Table()
        for title in ("parameter", "default", "range", "what"):
            table.add_column(title, no_wrap=title == "parameter")
        for label, parameter in family.parameters.items():
            shown = family.shown(label)
            table.add_row(*map(cell, (label, shown, parameter.wanted, parameter.about)))
        print_table(table)
        print_wrapped(f"As a FILE: generator:{family.text()}")

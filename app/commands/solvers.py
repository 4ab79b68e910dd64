"""`minuet solvers`: the solvers, and what each can do."""

from __future__ import annotations

from typing import Any

import click

from .. import arguments
from ..command import Command
from ..terminal.streams import cell, print_table

__all__ = ["command"]


@click.command("solvers", cls=Command)
@arguments.as_json
def command(as_json: bool) -> None:
    """List the solvers, and what each can do.

    With its version; or why it is not available.
    """
    from ...solvers import solver_names

    if as_json:
        from ..documents.document import emit

        emit("solvers", solvers=[_told(name) for name in solver_names()])
        return
    from rich.table import Table

    table = Table("solver", "version", "features", "what it is")
    for told in map(_told, solver_names()):
        version = told["version"] if told["available"] else "not available"
        cells = (told["name"], version, ", ".join(told["features"]), told["summary"])
        table.add_row(*map(cell, cells))
    print_table(table)


def _told(name: str) -> dict[str, Any]:
    """Return what is told of a solver; where it is not available, its summary says why."""
    from ...models.errors import SolverError
    from ...solvers.process.trial import tried_solver

    try:
        solver = tried_solver(name)
        return {
            "name": name,
            "available": True,
            "version": solver.version(),
            "kind": solver.kind,
            "features": sorted(solver.features),
            "summary": solver.summary,
        }
    except SolverError as error:
        nothing: dict[str, Any] = {
            "available": False,
            "version": None,
            "kind": None,
            "features": [],
        }
        return {"name": name, **nothing, "summary": str(error)}

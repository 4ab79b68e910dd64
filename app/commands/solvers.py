"""`minuet solvers`: the solvers, and what each can do, as its class declares it."""

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

    Its version, or why it is not available; its kind: that two solvers of one kind agree is no
    evidence; its goals: what may be asked of it; whether it takes threads; what of a matrix it
    knows. Below it stand its techniques, as in `--solver dlx:links`.
    """
    from ...solvers import solver_names

    every = [_fields(name) for name in ("auto", *solver_names())]
    if as_json:
        from ..documents import emit

        emit("solvers", solvers=every)
        return
    from rich.table import Table

    columns = ("solver", "version", "kind", "goals", "threads", "features", "what it is")
    table = Table(*columns)
    for entry in every:
        cells = (
            entry["name"],
            entry["version"] if entry["available"] else "not available",
            entry["kind"] or "",
            ", ".join(entry["goals"]),
            "yes" if entry["threads"] else "",
            ", ".join(entry["features"]),
            entry["summary"],
        )
        table.add_row(*map(cell, cells))
        for name, summary in entry["techniques"].items():
            table.add_row(cell(f"  :{name}"), *[""] * (len(columns) - 2), cell(summary))
    print_table(table)


def _fields(name: str) -> dict[str, Any]:
    """Return the fields of a solver; if it is not available, its summary gives the reason."""
    from ...models.errors import SolverError
    from ...solvers.process.trial import tried_solver

    entry: dict[str, Any] = {"name": name, "available": False, "version": None}
    try:
        solver = tried_solver(name)
        entry |= solver.capabilities() | {"summary": solver.summary}
        return entry | {"version": solver.version(), "available": True}
    except SolverError as error:
        nothing: dict[str, Any] = {
            "kind": None,
            "threads": False,
            "memory": False,
            "parameters": False,
        }
        nothing |= {"goals": [], "features": [], "techniques": {}}
        return nothing | entry | {"summary": str(error)}

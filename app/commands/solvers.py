"""`minuet solvers`: the solvers, and what each can do."""

from __future__ import annotations

import click

from ..terminal.streams import cell, show_table

__all__ = ["list_solvers"]


@click.command("solvers")
def list_solvers() -> None:
    """List the solvers, with their versions and what they can do, or why they are unavailable."""
    from rich.table import Table

    from ...models.errors import SolverError
    from ...solvers import solver_names
    from ...solvers.process.trial import tried_solver

    table = Table("solver", "version", "features", "what it is")
    for name in solver_names():
        try:
            solver = tried_solver(name)
            cells = (solver.version(), ", ".join(sorted(solver.features)), solver.summary)
        except SolverError as error:
            cells = ("not available", "", str(error))
        table.add_row(*map(cell, (name, *cells)))
    show_table(table)

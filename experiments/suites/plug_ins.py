"""Solvers of one's own that a suite brings along: classes of Python files beside it.

[plug_ins]
x = "x.py:AlgorithmX"

The name holds in this suite alone. The digest of the file is part of what a run is, so that an
edited solver is run anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...models.errors import excerpt
from ...models.formats.toml.node import Node
from ...solvers.contract.solver import Solver
from ...solvers.plug_ins import PlugIn, plug_in_of
from ...solvers.registry import get_solver, solver_names

__all__ = ["plug_ins_of", "solver_of"]


def plug_ins_of(node: Node, folder: Path) -> dict[str, PlugIn]:
    """Return the solvers that a suite brings along, by name.

    Raises InputError, with the place, for a name that is taken, a file that is not there or
    cannot be run, and a class that is no solver.
    """
    if "plug_ins" not in node:
        return {}
    told = node["plug_ins"].table()
    return {name: _plug_in(told[name], name, folder) for name in told.value}


def solver_of(name: str, plug_ins: Mapping[str, PlugIn]) -> Solver:
    """Return the solver of a name: one that the suite brings along, or one that minuet knows.

    Raises what `get_solver` and `PlugIn.solver` raise.
    """
    base, _, variant = name.partition(":")
    return plug_ins[base].solver(variant) if base in plug_ins else get_solver(name)


def _plug_in(node: Node, name: str, folder: Path) -> PlugIn:
    if not name.strip() or ":" in name:
        raise node.key_error(f"name {excerpt(name)}, expected one without a colon")
    if name in ("auto", *solver_names()):
        raise node.key_error(f"{name} is a solver that minuet knows, expected another name")
    with node.blamed(value=True):
        return plug_in_of(node.string("a file beside the suite and a class"), folder)

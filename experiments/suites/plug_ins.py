"""Solvers of one's own that a suite brings along: classes of Python files beside it.

[plug_ins]
x = "x.py:AlgorithmX"

What stands there is what a package would name in the entry-point group `minuet.solvers`, but for
the file in the place of a module: nothing is installed, and the name holds in this suite alone. The
digest of the file is part of what a run is, so that an edited solver is run anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ...models.errors import InputError, ModelError, UnknownSolver, excerpt
from ...models.formats.toml.node import Node
from ...models.tables.file_bytes import bytes_of_file
from ...solvers.contract.solver import Solver
from ...solvers.registry import get_solver, solver_names

__all__ = ["PlugIn", "plug_ins_of", "solver_of"]

FORM = 'a file beside the suite and a class, as in "x.py:AlgorithmX"'


@dataclass(frozen=True)
class PlugIn:
    """A class of solvers in a file.

    told    as the suite says it, `FILE.py:CLASS`
    file    where it is read
    digest  of the file's bytes
    """

    told: str
    file: str
    digest: str

    def solver(self, variant: str = "") -> Solver:
        """Return a solver of the class.

        Raises UnknownSolver for a variant that the class does not know, and else ModelError where
        none can be made.
        """
        try:
            return _class(self)(variant)
        except (UnknownSolver, ModelError):
            raise
        except Exception as error:
            raise ModelError(f"{self.told}: {_said(error)}") from error


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
    told = node.string(FORM)
    file, _, member = told.rpartition(":")
    if not file.endswith(".py") or not member.isidentifier() or "\0" in file:
        raise node.error(f"{excerpt(told)}, expected {FORM}")
    path = (folder / file).resolve()
    try:
        data = bytes_of_file(path, "a file beside the suite")
    except InputError as error:
        raise node.error(f"{excerpt(file)}: {error.what}") from None
    plug_in = PlugIn(told, str(path), _digest(data))
    with node.blamed(value=True):
        _class(plug_in)
    return plug_in


def _class(plug_in: PlugIn) -> type[Solver]:
    file, _, member = plug_in.told.rpartition(":")
    found = getattr(_module(plug_in.file, plug_in.digest), member, None)
    if not isinstance(found, type) or not issubclass(found, Solver):
        raise ModelError(f"{file} has no class {member} of solvers, expected one")
    return found


@cache
def _module(file: str, digest: str) -> ModuleType:
    """Run the file, once; it is known to Python by a name that no other module has.

    Raises ModelError where it cannot be run, or is another one than when the suite was read.
    """
    path = Path(file)
    try:
        data = bytes_of_file(path)
    except InputError as error:
        raise ModelError(f"{path.name}: {error.what}") from error
    if _digest(data) != digest:
        raise ModelError(f"{path.name} is another file than when the suite was read")
    name = f"{path.stem}_{digest[:8]}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None  # of a file called .py there is one
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses and pickle look for it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ModelError(f"{path.name}: {_said(error)}") from error
    return module


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _digest(source: bytes) -> str:
    return blake2b(source, digest_size=16).hexdigest()

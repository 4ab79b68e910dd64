"""A class of solvers in a Python file, which is not installed: `FILE.py:CLASS`.

That is what a package would name in the entry-point group `minuet.solvers`, with a file instead of
a module. The digest of the file says which solver it is, so that an edited one is another one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ..models.errors import InputError, ModelError, UnknownSolver, excerpt
from ..models.tables.file_bytes import bytes_of_file
from .contract.solver import Solver

__all__ = ["PlugIn", "plug_in_of"]

FORM = 'a Python file and a class, as in "x.py:AlgorithmX"'


@dataclass(frozen=True)
class PlugIn:
    """A class of solvers in a file.

    name    as it was named, `FILE.py:CLASS`
    file    where it is read
    digest  of the file's bytes
    """

    name: str
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
            raise ModelError(f"{self.name}: {_describe_error(error)}") from error


def plug_in_of(name: str, folder: Path) -> PlugIn:
    """Return the class of solvers that `FILE.py:CLASS` names; FILE is relative to the folder.

    Raises ModelError for another text, a file that is not there or cannot be run, and a class that
    is no solver.
    """
    file, _, member = name.rpartition(":")
    if not file.endswith(".py") or not member.isidentifier() or "\0" in file:
        raise ModelError(f"{excerpt(name)}, expected {FORM}")
    path = (folder / file).resolve()
    try:
        data = bytes_of_file(path, "a Python file")
    except InputError as error:
        raise ModelError(f"{excerpt(file)}: {error.message}") from None
    plug_in = PlugIn(name, str(path), _digest(data))
    _class(plug_in)
    return plug_in


def _class(plug_in: PlugIn) -> type[Solver]:
    file, _, member = plug_in.name.rpartition(":")
    candidate = getattr(_module(plug_in.file, plug_in.digest), member, None)
    if not isinstance(candidate, type) or not issubclass(candidate, Solver):
        raise ModelError(f"{file} has no class {member} of solvers, expected one")
    return candidate


@cache
def _module(file: str, digest: str) -> ModuleType:
    """Run the file, once; it is known to Python by a name that no other module has.

    Raises ModelError where it cannot be run, or has changed since it was named.
    """
    path = Path(file)
    try:
        data = bytes_of_file(path)
    except InputError as error:
        raise ModelError(f"{path.name}: {error.message}") from error
    if _digest(data) != digest:
        raise ModelError(f"{path.name} has changed since it was named")
    name = f"{path.stem}_{digest[:8]}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None  # of a file called .py there is one
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses and pickle look for it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ModelError(f"{path.name}: {_describe_error(error)}") from error
    return module


def _describe_error(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _digest(source: bytes) -> str:
    return blake2b(source, digest_size=16).hexdigest()

"""The names of a program: which are taken, and what tables and constants are called."""

from __future__ import annotations

import builtins
import keyword
from itertools import count

from ....errors import ModelError

__all__ = ["Names"]

_FUNCTIONS = ("abs", "max", "min", "range", "zip", "enumerate", "int", "dict", "puzzle")


class Names:
    """Gives each thing of a program a name of its own.

    models       the names that the program imports from minuet.models
    packings     those that it imports from minuet.models.packings
    constraints  those that it imports from minuet.models.sudokus.constraints
    """

    def __init__(self) -> None:
        self._taken = {"puzzle", "solve"}
        self.models: set[str] = set()
        self.packings: set[str] = set()
        self.constraints: set[str] = set()

    def model(self, name: str) -> str:
        """Import a name of minuet.models and return it."""
        self.models.add(name)
        return name

    def packing(self, name: str) -> str:
        """Import what packings are made of and return its name."""
        self.packings.add(name)
        return name

    def constraint(self, name: str) -> str:
        """Import a constraint of sudokus and return its name."""
        self.constraints.add(name)
        return name

    def constant(self, name: str) -> None:
        """Take note of a constant. Raises ModelError for one that Python cannot have."""
        if name in _FUNCTIONS or not name.isidentifier() or keyword.iskeyword(name):
            raise ModelError(f"a constant {name!r}, expected a name that Python does not use")
        self._taken.add(name)

    def free(self, wanted: str) -> str:
        """Return the name, or one like it that is neither taken nor Python's own."""
        name = (
            wanted
            if wanted.isidentifier()
            else "".join(mark if mark.isalnum() else "_" for mark in wanted)
        )
        if not name.isidentifier():
            name = f"table_{name}"
        if keyword.iskeyword(name) or hasattr(builtins, name):
            name += "_"
        tries = (name if k == 1 else f"{name}_{k}" for k in count(1))
        name = next(one for one in tries if one not in self._taken)
        self._taken.add(name)
        return name

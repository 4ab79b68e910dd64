"""The planted faults, each a line of minuet's own source that is wrong.

`MUTANTS` names them. Each comes with the smallest case that its author could think of, on which it
is wrong and the line as it stands is right; the fuzzer is told nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from minuet.models.packings.lattices import Lattice
from minuet.solvers import Solver, split

from .source import mutated

__all__ = ["MUTANTS", "Mutant"]

SOLVERS = "minuet.solvers."
LATTICES = "minuet.models.packings.lattices"


@dataclass(frozen=True)
class Mutant:
    """A line of a module that is changed.

    module    the module, within `minuet.solvers` if it is a solver's
    line      as it stands
    instead   what stands there instead
    solver    class and variant of the solver that is affected; none: it is not a solver's
    through   the modules from `module` to the solver's class
    """

    name: str
    module: str
    line: str
    instead: str
    solver: tuple[str, str] = ("BitMask", "python")
    through: Sequence[str] = field(default=("bitmask",))

    def make(self, *, sound: bool = False) -> Solver:
        """Return the solver; `sound`: a copy in which nothing is changed."""
        instead = self.line if sound else self.instead
        name = f"{self.name} {'sound' if sound else 'planted'}"
        module = mutated(name, SOLVERS + self.module, self.line, instead, self.through)
        made, variant = self.solver
        solver: Any = getattr(module, made)(variant)
        solver.name = self.name.replace(" ", "-")
        return solver  # type: ignore[no-any-return]


REFERENCE = "bitmask_reference"
MUTANTS: Mapping[str, Mutant] = {
    mutant.name: mutant
    for mutant in (
        Mutant(
            "off-by-one tally",
            REFERENCE,
            "            if times[place] >= self.low[item]:",
            "            if times[place] > self.low[item]:",
        ),
        Mutant(
            "lost color",
            REFERENCE,
            "                if color:",
            "                if color == 1:",
        ),
        Mutant(
            "forgotten secondary",
            REFERENCE,
            "                elif self.high[item] == 1:",
            "                elif self.low[item] == 1:",
        ),
        Mutant(
            "wrong bound",
            "deepening",
            "max(self.bound, self._prices.least(cut))",
            "max(self.bound, self._prices.least(cut) + 1)",
            ("DancingLinks", ""),
            ("dlx",),
        ),
        Mutant(
            "ignored given",
            "dlx",
            "_native.DancingCells(*with_given(arrays, given), free.skip, check)",
            "_native.DancingCells(*with_given(arrays, given[1:]), free.skip, check)",
            ("DancingLinks", "cells"),
            (),
        ),
        Mutant(
            "swapped cost sign",
            "losses",
            "    left = matrix.costs.copy()",
            "    left = -matrix.costs",
            through=(REFERENCE, "bitmask"),
        ),
        Mutant(
            "no more than 64 items",
            REFERENCE,
            "            if place is None:\n                closed |= 1 << item\n",
            "            if place is None:\n                closed |= 1 << (item & 63)\n",
        ),
    )
}


def lost_subtree() -> AbstractContextManager[object]:
    """Let a thread that gives subtrees away lose one of them."""
    module = mutated(
        "lost subtree",
        SOLVERS + "split",
        "given = [_Part(tuple(above), part.share) for above in options]",
        "given = [_Part(tuple(above), part.share) for above in options[1:]]",
    )
    return patch.object(split._Team, "_give", module._Team._give)


def kept_twice() -> AbstractContextManager[object]:
    """Let a packing keep a placement as often as symmetries of its piece lead to it."""
    module = mutated(
        "kept twice",
        LATTICES,
        "list(dict.fromkeys(self.normal(self.image(m, cells)) for m in matrices))",
        "[self.normal(self.image(m, cells)) for m in matrices]",
    )
    return patch.object(Lattice, "orientations", module.Lattice.orientations)

"""The planted faults: each is a line of minuet's own source that is wrong.

`MUTANTS` are lines of the solvers; the solver is a copy, beside which the sound one works on.
`PATCHES` are lines of the compiler and of the threads, which take effect wherever they are used,
while the context lasts. The native engines have theirs in native.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import reduce
from typing import Any
from unittest.mock import patch

from minuet.solvers.contract import Solver
from minuet.solvers.fuzz import SHAPES

from .source import module_of, mutated

__all__ = ["COSTLY", "MUTANTS", "PATCHES", "Mutant", "Patch"]

# What is drawn for faults of the engines that answer nothing but costs.
COSTLY = tuple(name for name, one in SHAPES.items() if one.questions.name == "COSTLY")
REFERENCE = "bitmask_reference"
BITMASK = "bitmask"
OPTIMIZE = "optimize.optimize"


@dataclass(frozen=True)
class Mutant:
    """A line of a module of `minuet.solvers` that is changed.

    line     as it stands
    instead  what stands there instead
    solver   class and variant of the solver that is affected
    through  the modules from `module` to the one of the solver's class
    """

    name: str
    module: str
    line: str
    instead: str
    solver: tuple[str, str] = ("BitMask", "python")
    through: Sequence[str] = (BITMASK,)

    def make(self, *, sound: bool = False) -> Solver:
        """Return the solver; `sound`: a copy in which nothing is changed."""
        instead = self.line if sound else self.instead
        name = f"{self.name} {'sound' if sound else 'planted'}"
        through = [f"minuet.solvers.{above}" for above in self.through]
        module = mutated(name, f"minuet.solvers.{self.module}", self.line, instead, through)
        made, variant = self.solver
        solver: Any = getattr(module, made)(variant)
        solver.name = self.name.replace(" ", "-")
        return solver  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Patch:
    """A line of a module of minuet that is changed, and the function that it changes.

    path   of the function in the module: its class, if it is a method, and its name
    where  the module that calls it by its name, having imported it; none: its own
    """

    name: str
    module: str
    line: str
    instead: str
    path: Sequence[str]
    where: str = ""

    def plant(self) -> AbstractContextManager[object]:
        """Let the changed function take the place of the sound one."""
        copy = mutated(self.name, f"minuet.{self.module}", self.line, self.instead)
        *owners, name = self.path
        sound = reduce(getattr, owners, module_of(f"minuet.{self.where or self.module}"))
        return patch.object(sound, name, reduce(getattr, self.path, copy))


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
            "                elif self.high[item] == 1 and item not in self.weighted:",
            "                elif self.low[item] == 1 and item not in self.weighted:",
        ),
        Mutant(
            "hashes only",
            REFERENCE,
            "            key = node.live, node.open, node.times\n",
            "            key = hash((node.live, node.open, node.times)) & 0x1F, 0, ()\n",
        ),
        Mutant(
            "wrong bound",
            "dlx.iterative_deepening",
            "max(self.bound, self._prices.least(cut))",
            "max(self.bound, self._prices.least(cut) + 1)",
            ("DancingLinks", ""),
            ("dlx.dlx",),
        ),
        Mutant(
            "ignored given",
            "native.engine",
            "        query.given,\n",
            "        query.given[1:],\n",
            ("DancingLinks", "cells"),
            ("native.solver", "dlx.dlx"),
        ),
        Mutant(
            "swapped cost sign",
            "encoding.priced_matrix",
            "    left = matrix.costs.copy()",
            "    left = -matrix.costs",
            through=(REFERENCE, BITMASK),
        ),
        Mutant(
            "no more than 64 items",
            REFERENCE,
            "            if place is None:\n                closed |= 1 << item\n",
            "            if place is None:\n                closed |= 1 << (item & 63)\n",
        ),
        Mutant(
            "blocks prove too soon",
            "optimize.blocks",
            "        self._proof.learn(cost)\n",
            "        self._proof.learn(cost - 1)\n",
            ("Optimize", "blocks"),
            (OPTIMIZE,),
        ),
        Mutant(
            "climbing rounds up",
            "optimize.climbing",
            "max(self._bound, self._prices.least(cut))",
            "max(self._bound, self._prices.least(cut) + self._prices.unit)",
            ("Optimize", "climbing"),
            (OPTIMIZE,),
        ),
        Mutant(
            "freed parts forget a cost",
            "optimize.neighborhoods",
            "self.improves(options, query.matrix.cost(options)):\n",
            "self.improves(options, query.matrix.cost(options[1:])):\n",
            ("Optimize", "neighborhoods"),
            (OPTIMIZE,),
        ),
        Mutant(
            "a hint one too good",
            "contract.solver",
            "        cost = query.matrix.cost(query.hint) if query.hint else None\n",
            "        cost = query.matrix.cost(query.hint) - 1 if query.hint else None\n",
            ("DancingLinks", ""),
            ("dlx.iterative_deepening", "dlx.dlx"),
        ),
    )
}

PATCHES: Mapping[str, Patch] = {
    one.name: one
    for one in (
        Patch(
            "lost subtree",
            "solvers.native.split",
            "for above in options\n",
            "for above in options[1:]\n",
            ("SplitTeam", "_give"),
        ),
        Patch(
            "placement kept twice",
            "models.packings.placements",
            "distinct = list(first.values())",
            "distinct = list(range(len(whole)))",
            ("_turned",),
        ),
        Patch(
            "color lost by the compiler",
            "models.compiler",
            "tints = None if block.values is None else _color_numbers(block.values, colors)",
            "tints = None",
            ("_blocks",),
        ),
        Patch(
            "cost sign swapped by the compiler",
            "models.compiler",
            "hidden[id(table)] if id(table) in hidden else costs(table) for table in tables]",
            "hidden[id(table)] if id(table) in hidden else -costs(table) for table in tables]",
            ("_costs",),
        ),
        Patch(
            "freed what is given",
            "solvers.optimize.blocks",
            "self.query.with_given(self._kept(family))",
            "type(self.query)(self.query.matrix, self._kept(family), self.query.forbidden)",
            ("Freeing", "_attempt"),
        ),
        Patch(
            "a gap four times as wide",
            "solvers.contract.numbers",
            "self.gap is not None and apart <= self.gap * whole",
            "self.gap is not None and apart <= self.gap * whole * 4",
            ("Near", "holds"),
        ),
        Patch(
            "choices that are hidden rows",
            "models.symmetry.automorphisms",
            "option in given, option < self.visible)",
            "option in given)",
            ("ColoredGraph", "_of_options"),
        ),
        Patch(
            "a hint that is forgotten",
            "solvers.search.single",
            "least = matrix.cost(hint) if hint else None",
            "least = None",
            ("better_solutions",),
            "solvers.search.improving",
        ),
        Patch(
            "a symmetry that is none",
            "models.symmetry.automorphisms",
            "permutation[options] = options[vertices[: len(options)]]",
            "permutation[options] = options[vertices[: len(options)]][::-1]",
            ("Automorphisms", "_on_options"),
        ),
        Patch(
            "spares what stays",
            "solvers.search.orbit_fixing",
            "if first.setdefault(int(orbits[option]), option) != option:",
            "if first.setdefault(int(orbits[option]), option) is not None:",
            ("spared_options",),
            "solvers.search.alike",
        ),
    )
}

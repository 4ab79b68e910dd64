"""Looks for the fewest statements without which the others do not clash.

That is MaxSAT over statements, by implicit hitting sets (Davies and Bacchus, "Solving MAXSAT by
solving a sequence of simpler SAT instances", CP 2011). What is taken away must hit every set of
statements that clashes. So a cheapest set that hits all clashes known so far (hitting.py) is either
enough, and then the least there is, or the rest has another clash. On the way clashes that have
nothing in common are taken out until the rest has a solution; adding what still fits shows a set
that is enough, though perhaps not the least.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Level
from ..contract.verify import Verifier
from ..process.interrupt import Run
from .hitting import HittingSet, hits_within
from .part_clauses import PartSolver
from .part_links import search_parts, with_conditions
from .parts import Kind, Part, Parts
from .relaxation import Relaxation
from .statements import Statement, StatementKind

__all__ = ["Relaxer"]

# Of as many statements those are rather taken away that stand for less of the puzzle.
DEARER = {
    StatementKind.GIVEN: 0,
    StatementKind.FORBID: 1,
    StatementKind.RULE: 2,
    StatementKind.ITEM: 2,
}
SHRINKING = 0.5  # seconds for making a clash smaller
CONFIRM = 1.0  # seconds that dancing links get for all clashes


@dataclass
class Relaxer:
    """Looks, in a thread, for ever fewer statements of the parts.

    soft     what may be taken away
    hard     what is kept
    clashes  sets of numbers of soft statements that clash, with what is kept
    """

    parts: Parts
    soft: Sequence[Statement]
    hard: Sequence[Statement]
    seed: int
    deadline: Deadline
    clashes: list[list[int]] = field(default_factory=list)

    def work(self, run: Run[Relaxation]) -> None:
        """Emit relaxations, each better than the one before."""
        with PartSolver(self.parts, run, self.deadline) as solver:
            if self._clash(solver, ()) is not None:
                run.emit(self._blank())
                return
            costs = [self._cost([k]) for k in range(len(self.soft))]
            with HittingSet(len(self.soft), run, costs) as hitting:
                self._close_in(run, solver, hitting)

    def _close_in(self, run: Run[Relaxation], solver: PartSolver, hitting: HittingSet) -> None:
        rng, best = Random(self.seed), self._blank()
        cost = self._cost(range(len(self.soft))) + 1
        while True:
            out = {k - 1 for k in hitting.least()}
            bound = len(out)
            if self._cost(out) == cost:
                run.emit(replace(best, least=True, bound=bound))
                return
            kept = [k for k in range(len(self.soft)) if k not in out]
            clash = self._clash(solver, kept)
            if clash is None:
                run.emit(replace(self._without(out, solver), least=True, bound=bound))
                return
            while clash is not None:
                clash = self._shrunk(solver, clash, rng)
                self.clashes.append(clash)
                hitting.hit([k + 1 for k in clash])
                kept = [k for k in kept if k not in clash]
                clash = self._clash(solver, kept)
            out = self._grown(solver, kept, rng)
            if self._cost(out) < cost:
                cost, best = self._cost(out), self._without(out, solver)
            run.emit(replace(best, bound=max(bound, 1)))

    def _cost(self, numbers: Iterable[int]) -> int:
        """Return what statements cost: their number, and among equal numbers how dear they are."""
        whole = 2 * len(self.soft) + 1
        return sum(whole + DEARER[self.soft[k].kind] for k in numbers)

    def _blank(self) -> Relaxation:
        return Relaxation((), len(self.soft) + len(self.hard))

    def _without(self, out: Collection[int], solver: PartSolver) -> Relaxation:
        gone = tuple(self.soft[k] for k in sorted(out))
        return replace(self._blank(), statements=gone, options=solver.chosen)

    def _parts(self, kept: Iterable[int]) -> dict[Part, int]:
        """Return the parts of what is kept, with the soft statement that makes it; -1: a hard one.

        A part that several statements make is there as long as one of them is.
        """
        made = {part: k for k in kept for part in self.soft[k].parts}
        return made | {part: -1 for one in self.hard for part in one.parts}

    def _clash(self, solver: PartSolver, kept: Iterable[int]) -> list[int] | None:
        """Return soft statements among those kept that clash; None if there is a solution."""
        parts = self._parts(kept)
        found = solver.unsatisfiable_subset(parts)
        return None if found is None else sorted({parts[part] for part in found} - {-1})

    def _shrunk(self, solver: PartSolver, clash: list[int], rng: Random) -> list[int]:
        """Return a clash among these statements, without what can be spared in a short time."""
        began, rest, needed = time.monotonic(), list(clash), list[int]()
        rng.shuffle(rest)
        while rest and time.monotonic() < began + SHRINKING:
            one = rest.pop()
            found = self._clash(solver, [*needed, *rest])
            if found is None:
                needed.append(one)
            else:
                rest = [k for k in rest if k in found]
        return sorted([*needed, *rest])

    def _grown(self, solver: PartSolver, kept: list[int], rng: Random) -> set[int]:
        """Add what fits to statements of which the solver has just found a solution.

        Return those that do not fit; the solver holds a solution of the others.
        """
        held, out = set(kept), set[int]()
        rest = [k for k in range(len(self.soft)) if k not in held]
        rng.shuffle(rest)
        for k in sorted(rest, key=lambda k: -DEARER[self.soft[k].kind]):
            mine = self.soft[k].parts
            fits = len(solver.satisfied(mine)) == len(mine)
            if fits or self._clash(solver, [*held, k]) is None:
                held.add(k)
            else:
                out.add(k)
        return out

    def confirmed(self, found: Relaxation) -> Relaxation:
        """Look at the solution; and ask dancing links for a while whether no fewer will do."""
        if found.options is None:
            return found
        # Raise WrongAnswer unless the options solve what is left.
        options = found.options
        gone = set(map(id, found.statements))  # a line in a loop may say the same twice
        left = self._parts(k for k, one in enumerate(self.soft) if id(one) not in gone)
        numbers = {kind: [part.number for part in left if part.kind is kind] for kind in Kind}
        matrix = with_conditions(self.parts.matrix, numbers[Kind.CONDITION])
        wanted = np.zeros(len(matrix.items), bool)
        wanted[numbers[Kind.ITEM]] = True
        every = np.ones(matrix.options, bool)
        reduced = matrix.part(options=every, items=wanted, costs=None)
        given = [*numbers[Kind.GIVEN], *self.parts.made]
        forbidden = [*numbers[Kind.FORBIDDEN], *self.parts.unmade]
        Verifier(reduced, tuple(dict.fromkeys(given)), frozenset(forbidden)).require(options, "sat")
        if not found.least:
            return found
        deadline = self.deadline.within(CONFIRM)
        try:
            if self._agreed(len(found), deadline):
                return replace(found, evidence=Level.AGREED)
        except Stopped:
            pass
        return found

    def _agreed(self, size: int, deadline: Deadline) -> bool:
        """Whether each clash has no solution, and less than these would leave one of them be."""
        known = self.clashes or [list(range(len(self.soft)))]
        for clash in known:
            complete, solution = search_parts(self.parts, self._parts(clash), deadline)
            if not complete or solution is not None:
                return False
        return hits_within(known, size - 1, deadline.check) is None

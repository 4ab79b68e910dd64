"""Finding out what a cross-check compares, in a sixth of its time.

Engines of our own are asked for solutions (probe.py) until there are more than are kept, or no
more. Then the native counters are asked for the total. Where it is known, and not so large that
two kinds of solvers could not list all in a fair time, which a short run of each tells, everything
is compared, cut into branches (partition.py); else branches are drawn at random
(random_branches.py). All of that happens in child processes (isolated_stages.py): no engine that is
asked here can take the check down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, replace
from random import Random
from typing import Any

from ...contract.deadline import Deadline, Stopped
from ...contract.goal import Goal
from ...contract.solver import Solver
from ...registry import foreign_names, get_solver, solver_names
from ...search.estimate.size import Size, measure, size_of
from ...search.selection import Problem, selection_of
from .branch import Branch, overlap
from .isolated_stages import IsolatedStages
from .partition import partition_by_count, partition_by_size
from .probe import Probe, Prober
from .random_branches import branches_for, random_branches
from .scope import Scope

__all__ = ["scope_of"]

PART = 1 / 6  # of the time of the check
USUAL = 60.0  # seconds of a check, where its time has no end
PROBING = 0.5  # of the time for scoping
COUNTING = 0.35  # of what is then left
RATING = 1.0  # seconds of a run that tells how fast a solver lists solutions
MOST = 5  # times as many solutions as are kept, where all are listed: on the average of a branch
EACH = 1 / 64  # of the time for a branch, as the second kind of solver lists it
FEWEST = 1000  # solutions that whoever is asked for all of them lists in sensible time
PIECES = 32  # into which a tree is cut of which nothing else is known
MOST_LEAVES = math.log(1e8)  # of a tree in so many pieces
MEASURING = 0.2  # of the time that is left, for how large it is
WAYS = 50  # by which it is measured
ENTRIES = 1 << 20  # of the matrix in all of these: to encode them takes time for each

LARGER = 2  # times the mean: branches are not all of one size
LEAST = 8  # so many branches are not too many for as many solutions as are kept
NATIVE = "native"  # the kind that lists faster than any other; no run need tell that


def scope_of(
    problem: Problem,
    limit: int,
    deadline: Deadline,
    seed: int,
    solvers: Sequence[str | Solver] | None = None,
) -> Scope:
    """Return what can be compared.

    limit     how many solutions of a branch are kept; more are compared by digest
    deadline  of the whole check; a sixth of the time may go by here. Where that does not do to find
              more than `limit` solutions, nor to find that there are no more, all is the scope. One
              without an end: USUAL
    seed      of the choice and the order of the branches
    solvers   who will be asked; None: all
    """
    try:
        selection_of(problem, (), deadline)
    except Stopped:
        return Scope()
    scoping = _Scoping(problem, limit, deadline, seed)
    root = scoping.probe()
    if root.exact:
        return Scope((Branch(solutions=root.found),))
    if root.found <= limit:
        few_leaves = scoping.leaves() <= MOST_LEAVES
        return scoping.partition_by_size() if few_leaves else scoping.drawn(root, None, "")
    total, counted = scoping.count(root.found)
    if total is not None and scoping.can_list(total, solvers):
        parts = scoping.partition_by_count(total, counted)
        if parts is not None:
            return parts
    return scoping.drawn(root, total, counted)


class _Scoping:
    """The stages of finding out what to compare."""

    def __init__(self, problem: Problem, limit: int, time: Deadline, seed: int) -> None:
        self._left = USUAL if time.left() == math.inf else time.left()
        self._seconds = PART * self._left
        self._stages = IsolatedStages(problem, time.within(self._seconds))
        self._entries = len(selection_of(problem)[0].members) + 1
        self._limit, self._seed = limit, seed

    def probe(self) -> Probe:
        """Look for more than `limit` solutions."""
        best = Probe()

        def stage(prober: Prober) -> Iterator[Any]:
            for probe in prober.probing((), frozenset(), self._limit + 1):
                yield astuple(probe)

        for told in self._stages.run(stage, PROBING * self._seconds):
            best = max(best, Probe(*told), key=lambda one: (one.exact, one.found))
        return best

    def count(self, least: int) -> tuple[int | None, str]:
        """Return the number of all solutions and who counted them, where that is soon known.

        least  what there are at least: a count of less is none
        """

        def stage(prober: Prober) -> Iterator[Any]:
            yield prober.count()

        for total, counted in self._stages.run(stage, COUNTING * self._stages.deadline.left()):
            if total is not None and total >= least:
                return total, counted
        return None, ""

    def can_list(self, total: int, solvers: Sequence[str | Solver] | None) -> bool:
        """Whether two kinds of the solvers list so many; one kind will do where there is no more.

        Native ones do, of others a short run tells.
        """
        own = set(solver_names()).difference(foreign_names())
        kinds: dict[str, list[str]] = {}
        for name in sorted(own) if solvers is None else solvers:
            if isinstance(name, str) and name.partition(":")[0] in own:
                solver = get_solver(name)
                if Goal.ALL in solver.goals and (solver.most_solutions or FEWEST) >= FEWEST:
                    kinds.setdefault(solver.kind, []).append(name)
        wanted = min(len(kinds), 2) - bool(kinds.pop(NATIVE, None))

        def stage(prober: Prober) -> Iterator[Any]:
            for names in kinds.values():
                yield max(prober.rate(name, RATING) for name in names)

        branches = branches_for(self._limit)
        if total > branches * MOST * self._limit:
            return False
        seconds = branches * EACH * self._left
        if wanted:
            for rate in self._stages.run(stage):
                wanted -= total <= seconds * rate
                if not wanted:
                    break
        return not wanted

    def partition_by_count(self, total: int, counted: str) -> Scope | None:
        """Return everything, cut into branches in random order; None: that went wrong."""
        pieces = branches_for(self._limit)
        most = max(self._limit // LEAST, math.ceil(LARGER * total / pieces))
        branches = self._partition(lambda prober: partition_by_count(prober, total, most))
        if not branches:
            return None
        return Scope.of(branches, self._limit, total, counted, whole=True)

    def leaves(self) -> float:
        """Return the logarithm of about how many leaves the search tree has."""

        def stage(prober: Prober) -> Iterator[Any]:
            tree = prober.tree()
            yield size_of(measure(tree, tree.root, WAYS, Random(self._seed)) or [math.inf]).log

        return next(self._stages.run(stage, MEASURING * self._stages.deadline.left()), math.inf)

    def partition_by_size(self) -> Scope:
        """Return everything, cut into branches in random order where there is time for that."""
        pieces = max(min(PIECES, ENTRIES // self._entries), 1)
        branches = self._partition(lambda prober: partition_by_size(prober, pieces, self._seed))
        return Scope.of(branches, self._limit, whole=True) if branches else Scope()

    def _partition(self, cut: Callable[[Prober], Iterator[Branch]]) -> list[Branch]:
        def stage(prober: Prober) -> Iterator[Any]:
            yield [astuple(branch) for branch in cut(prober)]

        for told in self._stages.run(stage):
            branches = [Branch(*parts) for parts in told]
            Random(self._seed).shuffle(branches)
            return branches
        return []

    def drawn(self, root: Probe, total: int | None, counted: str) -> Scope:
        """Return branches drawn at random."""
        branches: list[Branch] = []
        whole: Size | None = None

        def stage(prober: Prober) -> Iterator[Any]:
            prober.prefer(root.engine)
            drawing = random_branches(prober, root.samples, self._limit, total, self._seed)
            for branch, products in drawing:
                yield branch and astuple(branch), products

        for parts, products in self._stages.run(stage):
            size = size_of(products) if products else None
            if parts is None:
                whole = size
            elif not overlap(branch := Branch(*parts), branches):
                branches.append(_shared(branch, total, size, whole))
        if not branches and not root.samples:
            return Scope()
        # Without time: what holds one solution that is known.
        branches = branches or [Branch(root.samples[0], share=None)]
        return Scope.of(branches, self._limit, total, counted)


def _shared(branch: Branch, total: int | None, size: Size | None, whole: Size | None) -> Branch:
    """Return the branch with its share: of the solutions, or of the tree where it is measured."""
    if total is not None:
        return replace(branch, share=(branch.solutions or 0) / total)
    if size is None or whole is None:
        return replace(branch, share=None)
    share, spread = size.share_of(whole)
    return replace(branch, share=share, spread=spread)

"""What a cross-check compares: all solutions, or branches of the search tree with a known share.

`scope_of` chooses the scope, in stages that run in child processes. Each solver answers as many
branches as it can, so `Scope.compared` says what was compared in the end, in numbers and words.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from random import Random
from typing import Any

from ...models.spelling import numeral
from ..contract.deadline import Budget, Deadline, Stopped
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..process.isolation import End, Isolated, Tell
from ..registry import foreign_names, get_solver, solver_names
from ..search.random_ways import Size, measure, size_of
from ..search.selection import Problem, selection_of
from .partition import (
    Branch,
    Probe,
    Prober,
    branches_for,
    overlap,
    partition_by_count,
    partition_by_size,
    random_branches,
)

__all__ = ["Branch", "Scope", "scope_of"]


@dataclass(frozen=True)
class Scope:
    """What is compared.

    branches   disjoint, in the order in which they are to be asked
    share      the part that they are, 0 to 1: of all solutions where `total` is known, else of the
               search tree, estimated; None: not known
    spread     the relative standard error of the share; 0 where it is no estimate
    total      how many solutions there are in all, as far as that is known
    counted    who counted them
    whole      whether the branches together are everything
    by_digest  whether a branch holds more solutions than are kept: sets are then compared by their
               digests, branch by branch
    text       the same in words
    """

    branches: tuple[Branch, ...] = (Branch(),)
    share: float | None = 1.0
    spread: float = 0.0
    total: int | None = None
    counted: str = ""
    whole: bool = True
    by_digest: bool = False
    text: str = "all solutions"

    @classmethod
    def of(
        cls,
        branches: Iterable[Branch],
        limit: int,
        total: int | None = None,
        counted: str = "",
        *,
        whole: bool = False,
    ) -> Scope:
        """Return the scope of some branches, with its share and its words.

        limit  how many solutions of a branch are kept; more are compared by digest
        """
        parts = tuple(branches)
        by_digest = any((branch.solutions or 0) > limit for branch in parts)
        share, spread = (1.0, 0.0) if whole else _share(parts)
        text = _words(parts, share, total, whole=whole)
        return cls(parts, share, spread, total, counted, whole, by_digest, text)

    @property
    def solutions(self) -> int | None:
        """How many solutions are to be compared; None: not known."""
        numbers = [branch.solutions for branch in self.branches]
        return None if None in numbers else sum(number or 0 for number in numbers)

    def compared(self, places: Iterable[int]) -> Scope:
        """Return the scope of those branches alone, by their places in `branches`.

        What was compared in the end, that is: where it is all of them, the scope itself.
        """
        kept = sorted(set(places))
        if kept == list(range(len(self.branches))):
            return self
        parts = tuple(self.branches[place] for place in kept)
        if not parts:
            return Scope((), 0.0, 0.0, self.total, self.counted, whole=False, text="nothing")
        share, spread = _share(parts)
        text = _words(parts, share, self.total, whole=False)
        return Scope(parts, share, spread, self.total, self.counted, False, self.by_digest, text)


def _share(branches: Iterable[Branch]) -> tuple[float | None, float]:
    """Return what part of the whole the branches are together, and its relative standard error."""
    parts = [(branch.share, branch.spread) for branch in branches]
    shares = [(share, spread) for share, spread in parts if share is not None]
    if len(shares) < len(parts):
        return None, 0.0
    share = min(math.fsum(part for part, _ in shares), 1.0)
    if not share:
        return share, 0.0
    # The whole's estimate is one for all of them, so their errors do not cancel out.
    return share, math.fsum(part * spread for part, spread in shares) / share


def _words(
    branches: tuple[Branch, ...], share: float | None, total: int | None, *, whole: bool
) -> str:
    if whole:
        return "all solutions" if total is None else f"all {numeral(total, grouped=True)} solutions"
    name = "1 branch" if len(branches) == 1 else f"{len(branches)} branches"
    if share is None:
        return f"{name}, an unknown part of the search tree"
    if total is not None:
        return f"{name}, {_percent(share)} of all solutions (of {numeral(total, grouped=True)})"
    return f"{name}, {_percent(share)} of the search tree (estimated)"


def _percent(share: float) -> str:
    if share >= 0.001:
        return f"{100 * share:.1f} %"
    return f"some {share:.0e}" if share else "next to nothing"


# ---- Stages, each in a child process -------------------------------------------------------------
#
# A stage is a generator of plain values that are useful as they come. If the process crashes or
# falls silent, the values so far are kept, and the stage begins anew without the engine that was
# asked last. So no engine that is asked here can end the check.


Stage = Callable[[Prober], Iterator[Any]]

SILENCE = 4.0  # seconds, besides those that an engine has: it may have a library to import
ENGINE, MESSAGE = "engine", "message"

log = logging.getLogger("minuet")


class IsolatedStages:
    """Runs the stages for one problem, which is compiled, within one deadline."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.deadline = deadline
        self._problem = problem
        self._without: set[str] = set()

    def run(self, stage: Stage, seconds: float | None = None) -> Iterator[Any]:
        """Yield the stage's messages, for so many seconds at most; None: until the deadline."""
        deadline = self.deadline.within(seconds)
        while not deadline.passed():
            engine = ""
            watch = _Watch(deadline, SILENCE)
            with Isolated(self._work(stage, deadline, watch), watch) as child:
                for kind, message in child:
                    if kind == ENGINE:
                        engine, turn = message
                        watch.wait(turn + SILENCE)
                    else:
                        yield message
                        watch.wait(SILENCE)
            if child.ending.how is End.FINISHED:
                return
            log.debug("%s: what to compare is found out without it: %s", engine, child.ending)
            if not engine or child.ending.how is End.RAISED:
                return
            self._without.add(engine)

    def _work(self, stage: Stage, deadline: Deadline, watch: _Watch) -> Callable[[Tell], None]:
        def work(tell: Tell) -> None:
            def asking(engine: str, seconds: float) -> None:
                watch.wait(seconds + SILENCE)  # where there are no child processes it is this one
                tell((ENGINE, (engine, seconds)))

            prober = Prober(self._problem, deadline, asking, self._without)
            try:
                for message in stage(prober):
                    tell((MESSAGE, message))
            except Stopped:
                pass

        return work


class _Watch(Budget):
    """The moment until which a child may be silent."""

    def wait(self, seconds: float) -> None:
        """Let it be silent for so long from now on."""
        self._seconds = seconds
        self.renew()


# ---- The choice of the scope, in a sixth of the time ---------------------------------------------
#
# Minuet's engines list solutions (partition.py) until there are more than are kept, or no more.
# Then the native counters are asked for the total. If it is known, and small enough for two kinds
# of solvers to list all in a fair time, which a short run of each shows, everything is compared,
# cut into branches; else branches are drawn at random (both partition.py).


PART = 1 / 6  # of the time of the check
USUAL = 60.0  # seconds of a check, where its time has no end
PROBING = 0.5  # of the time for scoping
COUNTING = 0.35  # of what is then left
RATING = 1.0  # seconds of a run that measures how fast a solver lists solutions
MOST = 5  # times as many solutions as are kept, where all are listed: on the average of a branch
EACH = 1 / 64  # of the time for a branch, as the second kind of solver lists it
FEWEST = 1000  # solutions that any solver lists in sensible time
PIECES = 32  # into which a tree is cut of which nothing else is known
MOST_LEAVES = math.log(1e8)  # of a tree in so many pieces
MEASURING = 0.2  # of the time that is left, for how large it is
WAYS = 50  # by which it is measured
ENTRIES = 1 << 20  # of the matrix in all of these: to encode them takes time for each

LARGER = 2  # times the mean: branches are not all of one size
LEAST = 8  # so many branches are not too many for as many solutions as are kept
NATIVE = "native"  # the kind that lists faster than any other; no run needs to show that


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

        for values in self._stages.run(stage, PROBING * self._seconds):
            best = max(best, Probe(*values), key=lambda probe: (probe.exact, probe.found))
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

        Native ones do, of others a short run decides.
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

        for rows in self._stages.run(stage):
            branches = [Branch(*parts) for parts in rows]
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

"""Counting up to symmetry, exactly: Burnside's lemma, a count for each kind of symmetry.

The number of classes is the mean, over the symmetries, of the number of solutions that each maps to
itself. Few solutions that take little time are listed, and looked at (fixed_listed.py). Else those
are counted on quotient matrices (models/symmetry/quotient.py), far smaller than the puzzle's, so
the count costs little more than counting all solutions, and nothing is listed or kept.

Symmetries that were found by themselves may be too many for that. Then there are few classes, if
they can be counted at all, and one solution of each is found (`PartialCovers`). Where
there are more partial covers than `PATIENCE`, and no more symmetries than can be listed, Burnside's
lemma is asked all the same.
"""

from __future__ import annotations

import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ...models.answer import Answer
from ...models.budget import look, watched
from ...models.errors import WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.spelling import counted, numeral
from ...models.spelling import number as spell_number
from ...models.symmetry.automorphisms import LISTED, Automorphisms
from ...models.symmetry.item_map import Permutation
from ...models.symmetry.quotient import fixed_solutions
from ...models.symmetry.symmetries import MOST, Part, Symmetries, selection
from ..contract.batch import Batch
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Claim, Evidence, Level
from ..contract.goal import Goal
from ..contract.result import NOTHING, Interrupted, Result, Statistics, Status
from ..contract.solver import Solver
from ..contract.verify import verify
from ..contract.watching import watching
from ..native.solver import NativeSolver
from ..registry import get_solver
from .alike import Known, symmetries_in_time
from .fixed_listed import FixedSolutions
from .orbit_fixing import Branch, Branches
from .search import Search
from .selection import Problem
from .settings import require_fit

if TYPE_CHECKING:
    from ..contract.watching import Watch

__all__ = ["ClassCount", "count_classes"]

# ---- Groups too large to list: one partial cover of each class -----------------------------------
#
# The search goes from partial covers of k options to those of k + 1, and of those that a symmetry
# maps to one another it keeps one, with the number of ways that lead to them: by the orbits of the
# options under the symmetries that leave the cover as it is, and by the name that covers share
# when they are alike (`Automorphisms.name`). What remains at the end are the classes of the
# solutions, each with the number of its solutions, so all solutions are counted with them. (R. C.
# Read, Every one a winner, 1978, and B. D. McKay, Isomorph-free exhaustive generation, 1998, list
# graphs so.)
#
# The search branches on items that must be covered exactly once. Where none is left, it branches
# on an orbit of the options that are left, under the symmetries that leave the cover, and what was
# left out, as they are. Where these put the orbit into any order, only how many of it are chosen
# matters: thirty options that may change places are 31 branches, not 2^30. Of other orbits the
# first option is chosen or left out. Where no two options that are left are alike, or few
# completions are left, a solver lists these.
#
# Each class is looked at once more: by the lemma of orbit and stabiliser it has as many solutions
# as there are symmetries, divided by how many of them leave a solution of it as it is.


Options = tuple[int, ...]
Completions = Callable[[Options, Options | None], Iterator[Options]]


class TooMany(Exception):
    """There are more partial covers than one wants to look at."""


FEW = 8  # so many completions are listed rather than searched
ENOUGH = 40  # the same where no item is left to branch on


@dataclass
class _Cover:
    """A partial cover that stands for those that are alike, and the ways that lead to them."""

    branch: Branch
    ways: int
    among: Options | None  # those that may still be chosen, once some were left out; None: any


class PartialCovers:
    """The search; iterate over `classes` to its end, or until time is over.

    found    so many classes of solutions were found
    total    so many solutions they hold
    looked   so many partial covers were looked at
    """

    def __init__(
        self, group: Automorphisms, completions: Completions, most: float = math.inf
    ) -> None:
        """Begin with what is given.

        completions  yields all solutions that hold given options, the others among those that are
                     named; None: among all
        most         give up, raising TooMany, beyond so many partial covers
        """
        self.group = group
        self.found = self.total = self.looked = 0
        self._completions, self._most = completions, most
        self._branches = Branches(group.matrix, group.forbidden)
        self._covers: dict[int, dict[bytes, _Cover]] = {}  # by how many options they hold
        self._size = group.matrix.options
        self._solutions: dict[bytes, tuple[Options, int]] = {}

    def classes(self) -> Iterator[tuple[Options, int]]:
        """Yield a solution of each class and how many are alike, all of them at the end.

        Raises WrongAnswer where a class has not as many solutions as it must.
        """
        self._meet(tuple(sorted(self.group.given)), None, 1)
        while self._covers:
            covers = self._covers.pop(min(self._covers))
            for cover in covers.values():
                look()
                self.looked += 1
                if self.looked > self._most:
                    raise TooMany
                self._go_on(cover)
        for options, ways in self._solutions.values():
            look()
            alike, rest = divmod(self.group.order, self.group.fixing(options))
            if rest or alike != ways:
                problem = f"a class of {alike} solutions, of which {ways} were found"
                raise WrongAnswer(f"solutions under {self.group.order} symmetries: {problem}")
            yield options, ways

    def _go_on(self, cover: _Cover) -> None:
        if not cover.branch.options:
            self._go_on_freely(cover)
            return
        chosen = cover.branch.chosen
        orbits = self.group.orbits_beside(chosen)
        options = cover.branch.options
        if len(options) == len({int(orbits[k]) for k in options}) and self._are_few(cover):
            return
        ways: dict[int, int] = {}
        first: dict[int, int] = {}
        for option in options:
            orbit = int(orbits[option])
            first.setdefault(orbit, option)
            ways[orbit] = ways.get(orbit, 0) + cover.ways
        for orbit, option in first.items():
            self._meet(tuple(sorted((*chosen, option))), None, ways[orbit])

    def _go_on_freely(self, cover: _Cover) -> None:
        """Branch on the options that are left, where no item must be covered exactly once."""
        chosen, left = cover.branch.chosen, cover.branch.left
        if not left:
            if verify(self.group.matrix, chosen) is None:
                self._finish(chosen, cover.ways, iter([chosen]))
            return
        if self._are_few(cover, ENOUGH):
            return
        orbits = self.group.orbits_beside(chosen, left)
        parts: dict[int, list[int]] = {}
        for option in left:
            parts.setdefault(int(orbits[option]), []).append(option)
        largest = max(parts.values(), key=len)
        if len(largest) == 1:
            self._finish(chosen, cover.ways, self._completions(chosen, left))
            return
        free = self.group.permutes_freely(largest, chosen, left)
        tried = largest if free else largest[:1]
        others = tuple(option for option in left if option not in set(tried))
        for number in range(len(tried) + 1):
            ways = cover.ways * math.comb(len(tried), number)
            self._meet(tuple(sorted((*chosen, *tried[:number]))), others, ways)

    def _are_few(self, cover: _Cover, most: int = FEW) -> bool:
        """Whether a cover has few completions; then they are taken."""
        chosen = cover.branch.chosen
        few = list(islice(self._completions(chosen, cover.among), most + 1))
        if len(few) <= most:
            self._finish(chosen, cover.ways, iter(few))
        return len(few) <= most

    def _meet(self, chosen: Options, among: Options | None, ways: int) -> None:
        """Keep a partial cover, or add its ways to those of one that is alike."""
        branch = self._branches.below(chosen, among)
        if branch is None:
            return
        sets = [branch.chosen]
        if among is not None:
            among = branch.left
            sets.append(among)
        decided = len(branch.chosen) if among is None else self._size - len(among)
        alike = self._covers.setdefault(decided, {})
        cover = alike.setdefault(self.group.name(*sets), _Cover(branch, 0, among))
        cover.ways += ways

    def _finish(self, chosen: Options, ways: int, solutions: Iterator[Options]) -> None:
        for options in solutions:
            look()
            name = self.group.name(options)
            first, times = self._solutions.get(name, (options, 0))
            self._solutions[name] = first, times + ways
            self.found = len(self._solutions)
            self.total += ways


PATIENCE = 5000  # partial covers, where Burnside's lemma may be asked instead
FEW_IMAGES = 1_000_000  # of solutions, which are listed rather than counted by quotients
# Seconds that a quotient takes, about, and in addition for each entry of the matrix.
QUOTIENT, ENTRY = 4e-3, 2e-6

log = logging.getLogger("minuet")


@dataclass(frozen=True)
class ClassCount(Result):
    """How many classes of solutions there are, and what they were counted from.

    count     the number of classes; not complete, a lower bound
    total     the number of all solutions; as far as it was counted
    order     the number of symmetries; 0 if these were not known in time
    fixed     for each kind of symmetry (how many there are, how many solutions one maps to itself)
    mirrored  so many classes became one with another by symmetries that not all solutions have
    symmetries  those that were counted up to; None where they were not known in time
    """

    total: int = 0
    order: int = 0
    fixed: tuple[tuple[int, int], ...] = ()
    mirrored: int = 0
    symmetries: Known | None = field(default=None, repr=False, compare=False)

    @property
    def generators(self) -> tuple[str, ...]:
        """What may be exchanged, in the puzzle's words, where symmetries were found by themselves.

        All symmetries come from these, one after the other. Of a count that was cut short there are
        none, for putting them into words takes time, too.
        """
        detected = self.complete and isinstance(self.symmetries, Automorphisms)
        return self.symmetries.words if detected else ()  # type: ignore[union-attr]

    def to_dict(self, *, answer: bool = True) -> dict[str, Any]:
        """Return it as JSON can hold it: the number of `classes`, and the `count` of solutions."""
        mirrored = {"mirrored": spell_number(self.mirrored)} if self.mirrored else {}
        generators = {"generators": list(self.generators)} if self.generators else {}
        return {
            "complete": self.complete,
            "classes": spell_number(self.count) if self.complete else None,
            "count": spell_number(self.total),
            "symmetries": spell_number(self.order),
            **mirrored,
            **generators,
            "fixed": [
                {"symmetries": times, "count": spell_number(fixed)} for times, fixed in self.fixed
            ],
            "seconds": round(self.statistics.search_seconds, 6),
        }

    def __str__(self) -> str:
        if not self.complete:
            late = "" if self.order else ": the symmetries were not found in time"
            return f"{counted(self.total, 'solution')} so far{late}"
        classes, total = counted(self.count or 0, "class"), counted(self.total, "solution")
        text = f"{classes} of {total} under {counted(self.order, 'symmetry')}"
        if not self.mirrored:
            return text
        more = "is a mirror image of one" if self.mirrored == 1 else "are mirror images of some"
        return f"{text}; {numeral(self.mirrored)} more {more} of these"


def count_classes(search: Search) -> ClassCount:
    """Count the solutions of which no two are alike; the symmetries are those of its settings.

    The limit is one for all counts together, and where one of them is not agreed on as was asked,
    the whole is not complete. Raises ModelError for symmetries of another puzzle, or where none are
    known; and what `count` raises, Interrupted with what the one count at work had found by then.
    WrongAnswer where the counts cannot be, which a solver that miscounts is likely to show.
    """
    began, settings = time.monotonic(), search.settings
    require_fit(Goal.COUNT, settings, get_solver(settings.solver))
    with watching(settings.progress, "count up to symmetry") as watch:
        deadline = search.deadline(watch)
        counting = _Counting(search, deadline, watch)
        try:
            with watched(deadline.check), suppress(Stopped):
                symmetries = symmetries_in_time(
                    search.problem, deadline, settings.symmetries, settings.given
                )
                if symmetries is not None:
                    counting.count(symmetries)
        except KeyboardInterrupt:
            raise Interrupted(counting.to_result(time.monotonic() - began)) from None
    return counting.to_result(time.monotonic() - began)


class _Counting:
    """A count up to symmetry on its way."""

    def __init__(self, search: Search, deadline: Deadline, watch: Watch | None) -> None:
        self.search, self.deadline, self.watch = search.but(symmetries=None), deadline, watch
        self.puzzle, self.solver = search.problem, search.settings.solver
        self.evidence: Level = search.settings.evidence
        self.fixed: list[tuple[int, int]] = []
        self.covers: PartialCovers | None = None
        self.order, self.complete = 0, False
        self.alike: int | None = 0  # assemblies whose mirror images are counted already
        self.symmetries: Known | None = None
        self.said_by: dict[str, None] = {}

    def count(self, group: Known) -> None:
        """Count in one way or the other."""
        self.symmetries, self.order = group, group.order
        if isinstance(group, Automorphisms):
            if group.order > LISTED:
                self._count_covers(group)
                return
            group = group.symmetries()
        self._count_kinds(group)

    def _count_covers(self, group: Automorphisms) -> None:
        listable = group.order <= MOST
        covers = PartialCovers(group, self._completions, PATIENCE if listable else math.inf)
        self.covers = covers
        if self.watch is not None:
            self.watch.source = lambda: {"found": covers.total, "done": covers.looked}
            self.watch.note(unit="partial covers", even=False)
        try:
            for _ in covers.classes():
                pass
        except TooMany:
            self.covers = None
            self._count_kinds(group.symmetries())
            return
        self.complete = self.evidence == Level.CLAIMED or self._agreed(covers.total)

    def _agreed(self, total: int) -> bool:
        """Whether two solvers of different kinds count as many solutions in all."""
        result = self.ask(self.puzzle)
        if result.complete and result.count != total:
            text = f"{numeral(total)} solutions up to symmetry, but {numeral(result.count or 0)}"
            raise WrongAnswer(f"solver {result.solver}: lists {text} counted")
        return result.complete

    def _completions(
        self, chosen: tuple[int, ...], among: tuple[int, ...] | None
    ) -> Iterator[tuple[int, ...]]:
        problem, numbers, given = self.puzzle, None, chosen
        if among is not None:
            matrix, *_ = selection(self.puzzle)
            numbers = sorted({*chosen, *among})
            others = np.setdiff1d(np.arange(matrix.options), numbers)
            problem = matrix.selected((), others.tolist())
            given = tuple(np.searchsorted(numbers, chosen).tolist())
        search = replace(self.search.with_goal(Goal.ALL), problem=problem)
        search = search.but(given=given, threads=1, progress=None, evidence=Level.CLAIMED)
        with search.but(time_limit=self.deadline.limit()).run() as stream:
            for solution in stream:
                options = solution.options if isinstance(solution, Answer) else solution
                yield options if numbers is None else tuple(numbers[k] for k in options)
        if not stream.complete:
            raise Stopped
        self._hear(stream.result())

    def _count_kinds(self, symmetries: Symmetries) -> None:
        self.complete = self._count_fixed(self.puzzle, symmetries, self.fixed)
        if self.complete and self.fixed[0][1] and symmetries.part is not None:
            self.complete = False
            self.alike = self._mirrored(symmetries.part)
            self.complete = self.alike is not None

    def _count_fixed(
        self, puzzle: Problem, symmetries: Symmetries, fixed: list[tuple[int, int]]
    ) -> bool:
        """Add to `fixed` what each kind of symmetry maps to itself; False: a count is incomplete.

        First come all solutions, which the identity maps to themselves.
        """
        kinds = symmetries.classes
        fixed.append((kinds[0][1], 0))
        listed = self._list(puzzle, symmetries)
        if listed is None or self.evidence != Level.CLAIMED:
            result = self.ask(puzzle)
            fixed[-1] = kinds[0][1], result.count or 0
            if not result.complete:
                return False
        if listed is not None:
            counted_as = fixed.pop()[1]
            fixed += [(times, listed.count(permutation)) for permutation, times in kinds]
            if self.evidence != Level.CLAIMED and fixed[0][1] != counted_as:
                text = f"lists {counted(fixed[0][1], 'solution')}, but counts {numeral(counted_as)}"
                raise WrongAnswer(f"solver {get_solver(self.solver).full_name}: {text}")
        else:
            for permutation, times in kinds[1:]:
                fixed.append((times, 0))
                for problem in self._problems(puzzle, symmetries, permutation):
                    result = self.ask(problem)
                    fixed[-1] = times, fixed[-1][1] + (result.count or 0)
                    if not result.complete:
                        return False
        log.info("%s", _maps(fixed))
        return True

    def _problems(
        self, puzzle: Problem, symmetries: Symmetries, permutation: Permutation
    ) -> Iterable[ExactCover]:
        """Return matrices whose solutions are those that the permutation maps to themselves."""
        if isinstance(puzzle, Puzzle) and puzzle.obstacle is not None:
            return ()  # of no solutions none is mapped to itself
        weights = "weights" in get_solver(self.solver).features
        return fixed_solutions(symmetries, permutation, weights=weights)

    def _list(self, puzzle: Problem, symmetries: Symmetries) -> FixedSolutions | None:
        """List the solutions if they are few, and found before quotient matrices are made."""
        solver, others = get_solver(self.solver), len(symmetries.classes) - 1
        seconds = others * (QUOTIENT + ENTRY * len(symmetries.matrix.members))
        if Goal.ALL not in solver.goals or solver.kind not in (NativeSolver.kind, "auto"):
            return None  # it counts faster than it lists
        limit = self.deadline.within(seconds).limit()
        if not limit:
            return None
        search = replace(self.search.with_goal(Goal.ALL), problem=puzzle)
        search = search.but(progress=None, evidence=Level.CLAIMED, arrays=True, time_limit=limit)
        if puzzle is not self.puzzle:
            search = search.but(given=())
        with search.run() as stream:
            batches, images = [], 0
            for batch in stream:
                batches.append(batch)
                images += len(batch) * (others + 1)
                if images > FEW_IMAGES:
                    return None
        if not stream.complete:
            return None
        self._hear(stream.result())
        return FixedSolutions(Batch.joined(batches), symmetries.matrix.options)

    def _mirrored(self, part: Part) -> int | None:
        """Return how many classes become one with another by the symmetries of a part alone."""
        classes = []
        for symmetries in (part.few, part.all):
            fixed: list[tuple[int, int]] = []
            if not self._count_fixed(part.puzzle, symmetries, fixed):
                return None
            classes.append(_classes(fixed, len(symmetries), self.solver))
        return classes[0] - classes[1]

    def ask(self, problem: Problem) -> Result:
        """Count the solutions of a problem in the time that is left."""
        if self.watch is not None:
            self.watch.note(done=len(self.fixed) - 1, unit="kinds of symmetries")
        search = replace(self.search, problem=problem).but(
            time_limit=self.deadline.limit(),
            progress=None if self.watch is None else self.watch.hear,
        )
        result: Result = (search if problem is self.puzzle else search.but(given=())).run()
        self._hear(result)
        return result

    def _hear(self, result: Result) -> None:
        """Take note of who said something."""
        self.said_by |= dict.fromkeys(name for claim in result.evidence.claims for name in claim.by)

    def to_result(self, seconds: float) -> ClassCount:
        """Return what was counted."""
        if self.covers is not None:
            classes, total = self.covers.found, self.covers.total
        else:
            total = self.fixed[0][1] if self.fixed else 0
            classes = 0
            if self.complete:
                classes = _classes(self.fixed, self.order, self.solver) - (self.alike or 0)
        chosen, complete = get_solver(self.solver), self.complete
        if complete:
            status = Status.COMPLETE if total else Status.INFEASIBLE
        else:
            status = Status.FEASIBLE if total else Status.UNKNOWN
        return ClassCount(
            status,
            chosen.full_name,
            chosen.version(),
            f"{numeral(self.order)} symmetries",
            count=classes if complete else min(total, 1),
            complete=complete,
            statistics=Statistics(search_seconds=seconds),
            evidence=self._evidence(classes, total) if complete else NOTHING,
            total=total,
            order=self.order,
            fixed=tuple(self.fixed),
            mirrored=self.alike or 0,
            symmetries=self.symmetries,
        )

    def _evidence(self, classes: int, total: int) -> Evidence:
        claim = f"{counted(classes, 'class')} of {counted(total, 'solution')}"
        by = tuple(self.said_by) or (get_solver(self.solver).full_name,)
        return Evidence((Claim(claim, self.evidence, by),))


def _maps(fixed: Sequence[tuple[int, int]]) -> str:
    """Say how many symmetries map how many solutions to themselves, equal numbers together."""
    alike: Counter[int] = Counter()
    for times, count in fixed:
        alike[count] += times
    (count, times), *others = alike.items()
    itself = "itself" if count == 1 else "themselves"
    first = f"{_so_many(times)} {counted(count, 'solution')} to {itself}"
    rest = (f"{_so_many(times)} {numeral(count)}" for count, times in others)
    return f"of {counted(alike.total(), 'symmetry')} {', '.join([first, *rest])}"


def _so_many(symmetries: int) -> str:
    return f"{numeral(symmetries)} {'maps' if symmetries == 1 else 'map'}"


def _classes(fixed: Sequence[tuple[int, int]], order: int, solver: str | Solver) -> int:
    """Return the number of classes by Burnside's lemma. Raises WrongAnswer if it is not whole."""
    classes, rest = divmod(sum(times * count for times, count in fixed), max(order, 1))
    if rest:
        name = get_solver(solver).full_name
        raise WrongAnswer(f"solver {name}: solutions fixed by {order} symmetries: {list(fixed)}")
    return classes

"""Counting up to symmetry, exactly: Burnside's lemma, a count for each kind of symmetry.

The number of classes is the mean, over the symmetries, of the number of solutions that each maps to
itself. Those are counted on quotient matrices (models/symmetry/quotient.py), far smaller than the
puzzle's, so the count costs little more than counting all solutions, and nothing is listed or kept.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...models.budget import watched
from ...models.errors import ModelError, Unsupported, WrongAnswer
from ...models.puzzle import Puzzle
from ...models.symmetry.grids import grid_symmetries
from ...models.symmetry.quotient import fixed_solutions
from ...models.symmetry.symmetries import Part, Symmetries, selection, symmetries_of
from ...models.telling.json_values import number
from ...models.telling.spelling import counted, numeral
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import asked_level
from ..contract.result import Result
from ..contract.settings import checked_threads
from ..contract.solver import Solver
from ..contract.watching.watching import watching
from ..registry import get_solver
from .no_problem import require_problem
from .queries import Problem, count

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener

__all__ = ["ClassCount", "count_up_to_symmetry", "symmetries_in_time"]

log = logging.getLogger("minuet")


@dataclass(frozen=True)
class ClassCount:
    """How many classes of solutions there are, and what they were counted from.

    count     the number of classes; None where a limit came first
    total     the number of all solutions; as far as it was counted
    order     the number of symmetries; 0 if these were not known in time
    fixed     for each kind of symmetry (how many there are, how many solutions one maps to itself)
    complete  whether everything was counted
    seconds   how long it took
    mirrored  so many classes became one with another by symmetries that not all solutions have
    """

    count: int | None
    total: int
    order: int
    fixed: tuple[tuple[int, int], ...]
    complete: bool
    seconds: float
    mirrored: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it: the number of `classes`, and the `count` of solutions."""
        mirrored = {"mirrored": number(self.mirrored)} if self.mirrored else {}
        return {
            "complete": self.complete,
            "classes": number(self.count),
            "count": number(self.total),
            "symmetries": self.order,
            **mirrored,
            "fixed": [{"symmetries": times, "count": number(fixed)} for times, fixed in self.fixed],
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        if self.count is None:
            return f"{counted(self.total, 'solution')} so far"
        classes, total = counted(self.count, "class"), counted(self.total, "solution")
        told = f"{classes} of {total} under {counted(self.order, 'symmetry')}"
        if not self.mirrored:
            return told
        more = "is a mirror image of one" if self.mirrored == 1 else "are mirror images of some"
        return f"{told}; {numeral(self.mirrored)} more {more} of these"


def count_up_to_symmetry(
    puzzle: Problem,
    symmetries: Symmetries | None = None,
    *,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    threads: int = 1,
    evidence: str = "claimed",
    progress: Listener = None,
) -> ClassCount:
    """Count the solutions of which no two are alike, exactly.

    symmetries  None: those that the puzzle knows of itself, as a `Packing` does
    solver, time_limit, threads, evidence  as for `count`; the limit is one for all counts together,
                and where one of them is not agreed on as was asked, the whole is not complete
    progress    as for `solve`; `done` are the kinds of symmetries, and the share is of one count

    Raises ModelError for symmetries of another puzzle, or where none are known; and what `count`
    raises, Interrupted with what the one count at work had found by then. WrongAnswer where the
    counts cannot be, which a solver that miscounts is likely to show.
    """
    began = time.monotonic()
    threads, evidence = checked_threads(threads), asked_level(evidence)
    fixed: list[tuple[int, int]] = []
    order, complete = 0, False
    alike: int | None = 0  # assemblies whose mirror images are counted already
    with watching(progress, "count up to symmetry") as watch:
        deadline = Deadline(time_limit) if watch is None else watch.deadline(time_limit)

        def ask(problem: Problem) -> Result:
            left = None if time_limit is None else deadline.left()
            if watch is not None:
                watch.note(done=len(fixed) - 1, unit="kinds of symmetries")
            return count(
                problem,
                solver,
                time_limit=left,
                threads=threads,
                evidence=evidence,
                progress=None if watch is None else watch.hear,
            )

        with watched(deadline.check), suppress(Stopped):
            symmetries = _checked(puzzle, symmetries)
            order = len(symmetries)
            complete = _count_fixed(puzzle, symmetries, ask, fixed)
            if complete and fixed[0][1] and symmetries.part is not None:
                complete = False
                alike = _mirrored(symmetries.part, ask, solver)
                complete = alike is not None
    classes = _classes(fixed, order, solver) - (alike or 0) if complete else None
    return ClassCount(
        classes,
        fixed[0][1] if fixed else 0,
        order,
        tuple(fixed),
        complete,
        time.monotonic() - began,
        alike or 0,
    )


def symmetries_in_time(
    puzzle: Problem, time_limit: float | None = None
) -> tuple[Symmetries | None, float | None]:
    """Return the symmetries of a puzzle, and what is left of the time limit.

    Those that it knows of itself, as a packing does; of others, the turns and mirrors of its grid.
    None if they are not known in time. Raises Unsupported where there are none.
    """
    deadline = Deadline(time_limit)
    found = None
    with watched(deadline.check), suppress(Stopped):
        if hasattr(puzzle, "symmetries"):
            found = symmetries_of(puzzle)
        else:
            found = grid_symmetries(puzzle) if isinstance(puzzle, Puzzle) else None
            if found is None:
                what = "has no known symmetries: it is no packing"
                grid = "no turn or mirror maps choices with row and col to choices"
                raise Unsupported(f"up to symmetry: {puzzle!r} {what}, and {grid}")
    return found, None if time_limit is None else deadline.left()


def _count_fixed(
    puzzle: Problem,
    symmetries: Symmetries,
    ask: Callable[[Problem], Result],
    fixed: list[tuple[int, int]],
) -> bool:
    """Add to `fixed` what each kind of symmetry maps to itself; False if a count is incomplete."""
    for place, (permutation, times) in enumerate(symmetries.classes):
        problems = [puzzle] if place == 0 else fixed_solutions(symmetries, permutation)
        if place and isinstance(puzzle, Puzzle) and puzzle.obstacle is not None:
            problems = []  # of no solutions none is mapped to itself
        fixed.append((times, 0))
        for problem in problems:
            result = ask(problem)
            fixed[-1] = times, fixed[-1][1] + (result.count or 0)
            if not result.complete:
                return False
        times, found = fixed[-1]
        kind = "1 symmetry maps" if times == 1 else f"{times} symmetries of one kind map"
        log.info("%s %d solutions to themselves", kind, found)
    return True


def _mirrored(part: Part, ask: Callable[[Problem], Result], solver: str | Solver) -> int | None:
    """Return how many classes become one with another by the symmetries of a part alone."""
    classes = []
    for symmetries in (part.few, part.all):
        fixed: list[tuple[int, int]] = []
        if not _count_fixed(part.puzzle, symmetries, ask, fixed):
            return None
        classes.append(_classes(fixed, len(symmetries), solver))
    return classes[0] - classes[1]


def _classes(fixed: Sequence[tuple[int, int]], order: int, solver: str | Solver) -> int:
    """Return the number of classes by Burnside's lemma. Raises WrongAnswer if it is not whole."""
    classes, rest = divmod(sum(times * found for times, found in fixed), max(order, 1))
    if rest:
        name = get_solver(solver).full_name
        raise WrongAnswer(f"solver {name}: solutions fixed by {order} symmetries: {list(fixed)}")
    return classes


def _checked(puzzle: Problem, symmetries: Symmetries | None) -> Symmetries:
    require_problem(puzzle)
    if symmetries is None:
        return symmetries_of(puzzle)
    matrix, given, forbidden = selection(puzzle)
    if symmetries.matrix is not matrix:
        raise ModelError("symmetries of another puzzle, or made before this one was changed")
    if (set(symmetries.given), symmetries.forbidden) != (set(given), forbidden):
        raise ModelError("symmetries made before choices were given, lifted or forbidden")
    return symmetries

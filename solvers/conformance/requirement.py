"""A requirement on solvers: a function that raises Nonconforming if it is not met, with the reason.

Its docstring's first line is its title. `fixed` ones are asked once; `drawn` ones of many tasks,
each with random numbers of its own; `fuzzed` ones once, with a number of tasks. One that cannot be
asked of a solver, or of a task, raises NotApplicable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ...models.errors import Unsupported
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.evidence import Level
from ..contract.result import Result, Status
from ..contract.solver import Solver
from ..fuzz.task import Task

__all__ = [
    "Nonconforming",
    "NotApplicable",
    "Requirement",
    "difference",
    "expect",
    "expect_settled",
    "listed",
    "queens",
    "require_support",
]

Drawn = Callable[[Solver, Task, Random], None]
Fixed = Callable[[Solver], None]
Fuzzed = Callable[[Solver, int], None]


class Nonconforming(Exception):
    """The solver does not do what every solver must."""


class NotApplicable(Exception):
    """The requirement is none on this solver, or says nothing of this task."""


@dataclass(frozen=True)
class Requirement:
    """One thing that every solver must do; `drawn`, `fixed` or `fuzzed` checks it."""

    name: str
    title: str
    drawn: Drawn | None = None
    fixed: Fixed | None = None
    fuzzed: Fuzzed | None = None

    @classmethod
    def of_tasks(cls, checks: Iterable[Drawn]) -> list[Requirement]:
        """Return the requirements that these functions check on tasks."""
        return [cls(*_named(check), drawn=check) for check in checks]

    @classmethod
    def of_solvers(cls, checks: Iterable[Fixed]) -> list[Requirement]:
        """Return the requirements that these functions check once."""
        return [cls(*_named(check), fixed=check) for check in checks]

    @classmethod
    def of_fuzzing(cls, check: Fuzzed) -> Requirement:
        """Return the requirement that this function checks on tasks that it draws itself."""
        return cls(*_named(check), fuzzed=check)


def _named(check: Callable[..., None]) -> tuple[str, str]:
    title = (check.__doc__ or "").partition("\n")[0].rstrip(".")
    return check.__name__, title


def expect(met: object, complaint: str) -> None:
    """Raise Nonconforming with the complaint unless it is met."""
    if not met:
        raise Nonconforming(complaint)


def expect_settled(result: Result) -> None:
    """Raise Nonconforming for a result that claims to be settled and is not agreed on."""
    left_open = not result.complete and result.status in (Status.UNKNOWN, Status.FEASIBLE)
    complaint = f"{result.status}, and its evidence is: {result.evidence}"
    expect(left_open or result.evidence >= Level.AGREED, complaint)


def require_support(solver: Solver, matrix: ExactCover, *, costs: bool = False) -> None:
    """Raise NotApplicable if the solver says honestly that it cannot answer such a matrix."""
    try:
        solver.require(matrix)
    except Unsupported as error:
        raise NotApplicable(str(error)) from None
    if costs and "costs" not in solver.features:
        raise NotApplicable(f"solver {solver.full_name} knows no costs")


def listed(batches: Iterable[Sequence[Options]]) -> Iterator[Options]:
    """Yield the solutions of the batches one by one, ascending each."""
    return (tuple(sorted(options)) for batch in batches for options in batch)


def difference(solutions: Iterable[Options], expected: Iterable[Options]) -> str:
    """Say how what was found differs from what there is; "" if it does not."""
    answers, true = Counter(solutions), Counter(expected)
    for verb, wrong in (("misses", true - answers), ("also finds", answers - true)):
        if wrong:
            return f"{verb} {min(wrong)}, where the solutions are {sorted(true)[:9]}"
    return ""


def queens(size: int) -> Puzzle:
    """Return the puzzle of so many queens: 2 solutions for 4, 4 for 6, 92 for 8."""
    puzzle = Puzzle(f"{size} queens")
    queen = puzzle.choices("queen", row=range(size), col=range(size))
    puzzle.exactly_one(queen, by="row")
    puzzle.exactly_one(queen, by="col")
    puzzle.at_most_one(queen, by=lambda row, col: row + col)
    puzzle.at_most_one(queen, by=lambda row, col: row - col)
    return puzzle

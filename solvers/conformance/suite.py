"""The suite: every requirement asked of a solver, and what comes of it.

The drawn ones are asked of random small matrices (fuzz/cases/small_matrices.py) until one shows
that the requirement is not met; that one is then made as small as it gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ...models.errors import Unsupported
from ...models.formats.matrix.dlx_text import write_dlx
from ..contract.deadline import Deadline
from ..contract.solver import Solver
from ..crosscheck.shrink.smallest import smallest
from ..fuzz.cases.small_matrices import small_blocks, small_matrix, small_partition
from ..fuzz.task import Task, read_task, write_task
from ..registry import get_solver
from .answers import ANSWERS
from .behavior import BEHAVIOR
from .requirement import Nonconforming, NotApplicable, Requirement

__all__ = ["REQUIREMENTS", "Verdict", "check"]

REQUIREMENTS: tuple[Requirement, ...] = (*ANSWERS, *BEHAVIOR)
CASES = 60
SHRINKING = 5.0  # seconds


@dataclass(frozen=True)
class Verdict:
    """What came of a requirement; true if it is met, or none on this solver.

    cases    how many matrices it was asked of; 1 for one that is asked once, 0: it does not apply
    problem  why it is not met; "": it is
    text     the smallest matrix found that shows it, as DLX text; "": none
    """

    requirement: Requirement
    cases: int
    problem: str = ""
    text: str = ""

    def __bool__(self) -> bool:
        return not self.problem


def check(solver: str | Solver, *, cases: int = CASES, seed: int = 0) -> Iterator[Verdict]:
    """Ask a solver for each requirement in turn; yield the verdicts.

    Raises UnknownSolver, and Unavailable if the solver cannot be had.
    """
    chosen = get_solver(solver)
    chosen.version()
    for requirement in REQUIREMENTS:
        if requirement.drawn is None:
            yield _asked_once(requirement, chosen)
        else:
            yield _asked_of_tasks(requirement, chosen, cases, seed)


def _asked_once(requirement: Requirement, solver: Solver) -> Verdict:
    assert requirement.fixed is not None  # for the type checker
    try:
        requirement.fixed(solver)
    except (NotApplicable, Unsupported):
        return Verdict(requirement, 0)
    except Exception as error:
        return Verdict(requirement, 1, _reason(error))
    return Verdict(requirement, 1)


def _asked_of_tasks(requirement: Requirement, solver: Solver, cases: int, seed: int) -> Verdict:
    asked = 0
    for number in range(cases):
        rng = Random(f"{requirement.name} {seed} {number}")
        task = rng.choice((small_matrix, small_matrix, small_partition, small_blocks))(rng)
        drawn = rng.randrange(1 << 30)
        problem = _problem(requirement, solver, task, drawn)
        if problem is None:
            continue
        asked += 1
        if problem:
            task = _smallest(requirement, solver, task, drawn)
            problem = _problem(requirement, solver, task, drawn) or problem
            return Verdict(requirement, asked, problem, write_dlx(write_task(task)))
    return Verdict(requirement, asked)


def _problem(requirement: Requirement, solver: Solver, task: Task, drawn: int) -> str | None:
    """Return what is wrong; "": nothing is; None: it does not apply to the task."""
    assert requirement.drawn is not None  # for the type checker
    try:
        requirement.drawn(solver, task, Random(drawn))
    except (NotApplicable, Unsupported):
        return None
    except Exception as error:
        return _reason(error)
    return ""


def _smallest(requirement: Requirement, solver: Solver, task: Task, drawn: int) -> Task:
    def wrong(matrix: object) -> bool:
        return bool(_problem(requirement, solver, read_task(matrix), drawn))  # type: ignore[arg-type]

    return read_task(smallest(write_task(task), wrong, Deadline(SHRINKING)))


def _reason(error: Exception) -> str:
    if isinstance(error, Nonconforming):
        return str(error)
    return f"raises {type(error).__name__}: {error}"

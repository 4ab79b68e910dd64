"""The suite: every requirement tried on a solver, and the verdicts.

The drawn ones are asked of random small matrices (fuzz/cases/small_matrices.py) until one shows
that the requirement is not met; that one is then made as small as it gets. Each requirement is
asked in a child process (process/isolation.py), so a solver that crashes or hangs fails only it.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ...models.errors import MinuetError, Unsupported
from ...models.formats.matrix.dlx_text import write_dlx
from ..contract.deadline import Deadline
from ..contract.solver import Solver
from ..crosscheck.smallest import smallest
from ..fuzz.cases.small_matrices import (
    small_blocks,
    small_conditions,
    small_matrix,
    small_partition,
    small_sums,
)
from ..fuzz.task import Task, read_task, write_task
from ..process.isolation import End, Isolated, Tell
from ..process.trial import tried_solver
from .answers import ANSWERS
from .behavior import BEHAVIOR
from .requirement import Nonconforming, NotApplicable, Requirement

__all__ = ["REQUIREMENTS", "Verdict", "check"]

REQUIREMENTS: tuple[Requirement, ...] = (*ANSWERS, *BEHAVIOR)
CASES = 60
DRAWN = (small_matrix, small_matrix, small_partition, small_blocks, small_sums, small_conditions)
SECONDS = 60.0  # for a matrix, or for a requirement that is asked once
SHRINKING = 5.0  # seconds


@dataclass(frozen=True)
class Verdict:
    """What came of a requirement; true if it is met, or none on this solver.

    cases    how many matrices it was asked of; 1 for one that is asked once, 0: it does not apply
    problem  why it is not met; "": it is
    text     the smallest matrix found that shows it, as DLX text; "": none
    reason   why it does not apply; "": it does
    """

    requirement: Requirement
    cases: int
    problem: str = ""
    text: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return not self.problem


State = tuple[int, str, int | None, str, str]
"""Cases, problem, the number of the matrix that shows it, its text, why it does not apply."""


def check(
    solver: str | Solver, *, cases: int = CASES, seed: int = 0, seconds: float = SECONDS
) -> Iterator[Verdict]:
    """Ask a solver for each requirement in turn; yield the verdicts.

    cases    matrices for each requirement that is asked of random ones; the fuzzer has twice that
    seconds  for each of them, and for each requirement that is asked once

    Raises UnknownSolver, and Unavailable if the solver cannot be had.
    """
    chosen = tried_solver(solver)
    chosen.version()
    for requirement in REQUIREMENTS:
        yield _examine(requirement, chosen, cases, seed, seconds)


def _examine(
    requirement: Requirement, solver: Solver, cases: int, seed: int, seconds: float
) -> Verdict:
    limit = Deadline().within(seconds)

    def work(tell: Tell) -> State:
        def alive(progress: State) -> None:
            limit.renew()  # for a system without child processes
            tell(progress)

        if requirement.drawn is None:
            return _examine_once(requirement, solver, cases)
        return _examine_on_tasks(requirement, solver, cases, seed, alive)

    state: State = (1, "", None, "", "")
    with Isolated(work, limit) as child:
        for message in child:
            state = message
            limit.renew()
    ending = child.ending
    tried, problem, number, text, reason = ending.value if ending else state
    if ending or problem:
        return Verdict(requirement, tried, problem, text, reason)
    words = f"gives no answer within {seconds:g} s" if ending.how is End.HUNG else ending.words
    if number is not None:
        task, drawn = _drawn(requirement, seed, number)
        if ending.how in (End.CRASHED, End.VANISHED):
            task = _smallest(
                task, lambda smaller: _ends(ending.how, requirement, solver, smaller, drawn)
            )
        text = _text(task)
    return Verdict(requirement, tried, words, text)


def _examine_once(requirement: Requirement, solver: Solver, cases: int) -> State:
    try:
        if requirement.fuzzed is not None:
            requirement.fuzzed(solver, cases)
        else:
            assert requirement.fixed is not None  # for the type checker
            requirement.fixed(solver)
    except (NotApplicable, Unsupported) as error:
        return 0, "", None, "", str(error)
    except Exception as error:
        return 1, _reason(error, solver), None, "", ""
    return 1, "", None, "", ""


def _examine_on_tasks(
    requirement: Requirement, solver: Solver, cases: int, seed: int, alive: Callable[[State], None]
) -> State:
    tried, reason = 0, "no matrix was drawn"
    for number in range(cases):
        task, drawn = _drawn(requirement, seed, number)
        alive((tried + 1, "", number, "", ""))
        try:
            problem = _problem(requirement, solver, task, drawn)
        except (NotApplicable, Unsupported) as error:
            reason = str(error)
            continue
        tried += 1
        if problem:
            state = (tried, problem, number, _text(task), "")

            def wrong(task: Task, drawn: int = drawn, current: State = state) -> bool:
                alive(current)
                try:
                    return bool(_problem(requirement, solver, task, drawn))
                except (NotApplicable, Unsupported):
                    return False

            task = _smallest(task, wrong)
            problem = _problem(requirement, solver, task, drawn) or problem
            return tried, problem, number, _text(task), ""
    return tried, "", None, "", "" if tried else reason


def _drawn(requirement: Requirement, seed: int, number: int) -> tuple[Task, int]:
    """Return a task, and the seed of what the requirement itself draws."""
    rng = Random(f"{requirement.name} {seed} {number}")
    task = rng.choice(DRAWN)(rng)
    return task, rng.randrange(1 << 30)


def _problem(requirement: Requirement, solver: Solver, task: Task, drawn: int) -> str:
    """Return what is wrong; "": nothing is. Raises NotApplicable and Unsupported."""
    assert requirement.drawn is not None  # for the type checker
    try:
        requirement.drawn(solver, task, Random(drawn))
    except (NotApplicable, Unsupported):
        raise
    except Exception as error:
        return _reason(error, solver)
    return ""


def _ends(how: End, requirement: Requirement, solver: Solver, task: Task, drawn: int) -> bool:
    """Whether a child that asks ends in this way, too."""

    def work(tell: Tell) -> None:
        _problem(requirement, solver, task, drawn)

    with Isolated(work, Deadline(SHRINKING)) as child:
        for _ in child:
            pass
    return child.ending.how is how


def _smallest(task: Task, wrong: Callable[[Task], bool]) -> Task:
    if task.matrix.conditions:  # which name options by their numbers, and no text holds
        return task
    matrix = smallest(
        write_task(task), lambda smaller: wrong(read_task(smaller)), Deadline(SHRINKING)
    )
    return read_task(matrix)


def _text(task: Task) -> str:
    if task.matrix.conditions:
        return ""
    return write_dlx(write_task(task)).partition("\n")[2]  # its first line names minuet


def _reason(error: Exception, solver: Solver) -> str:
    if isinstance(error, Nonconforming):
        return str(error)
    message = ": ".join(filter(None, (type(error).__name__, str(error))))
    where = "" if isinstance(error, MinuetError) else f" ({_place(error, solver)})"
    return f"raises {message}{where}"


def _place(error: Exception, solver: Solver) -> str:
    """Return the last line of the solver's own file that was reached; else, of any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = getattr(sys.modules.get(type(solver).__module__), "__file__", None)
    last = next((frame for frame in reversed(frames) if frame.filename == own), frames[-1])
    return f"{Path(last.filename).name}, line {last.lineno}"

"""Proofs that clauses clash, written by python-sat's solvers step by step.

Glucose begins, in a thread that Ctrl-C can stop; what it has not proved after some thousands of
conflicts CaDiCaL is asked, in a child process, whose proofs are sooner checked. (Eight pigeons in
seven holes: 11,878 steps of Glucose 4.1 took dratify 2.4 s, 14,414 of CaDiCaL 1.9.5 half a second.)
Whether the steps are a proof is not looked at here: python-sat has handed over empty and truncated
ones (its issue 139).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...models.errors import SolverError
from ..contract.deadline import Deadline, Stopped
from ..process.interrupt import Run, returned, streamed
from ..process.signals import name_of_signal
from .child import Task, proved, prover
from .process import child_process, complaint, hand_over
from .sums import new_task

__all__ = ["Answered", "answers"]

FIRST, THEN = "glucose4", "cadical195"
CONFLICTS = 5000
PART = 4096
MOST = 1 << 28  # bytes of a proof, as CaDiCaL writes it; its text is three times as long


@dataclass(frozen=True)
class Answered:
    """What a solver said of some clauses.

    solver  its name
    model   the variables that are true, where the clauses can be kept; None: they clash
    steps   the proof of that, in the text form of DRAT
    """

    solver: str
    model: list[int] | None
    steps: list[str]


def answers(
    clauses: Sequence[list[int]],
    deadline: Deadline,
    *,
    most: int = MOST,
) -> Iterator[Answered]:
    """Yield what one solver after the other says, each with a proof of its own.

    most  bytes of the proof of the second one

    Raises Stopped at the deadline, SolverError where a proof gets too large.
    """
    variables = max((abs(v) for clause in clauses for v in clause), default=0)
    task = new_task(FIRST, variables, variables, [])
    task["clauses"] = list(clauses)
    first = _had(lambda run: _in_thread(run, task), deadline)
    if first is not None:
        yield first
    task = {**task, "solver": THEN}
    second = _had(lambda run: _in_child(run, task, most), deadline)
    assert second is not None  # it has no limit but the time
    yield second


def _had(work: Callable[[Run[Any]], Answered | None], deadline: Deadline) -> Answered | None:
    """Return what the work returns; Stopped where the deadline comes first."""
    ended: list[Answered | None] = []
    returned(streamed(lambda run: ended.append(work(run)), deadline))
    if not ended:
        raise Stopped
    return ended[0]


def _in_thread(run: Run[Any], task: Task) -> Answered | None:
    """Search up to some conflicts; None: it takes more."""
    with prover(task) as oracle:
        for begin in range(0, len(task["clauses"]), PART):
            run.check()
            oracle.append_formula(task["clauses"][begin : begin + PART])
        oracle.conf_budget(CONFLICTS)
        with run.stoppable(oracle.interrupt):
            held = oracle.solve_limited(expect_interrupt=True)
            run.check()
        if held is None:
            return None
        model, steps = proved(oracle, held)
        return Answered(f"sat:{FIRST}", model, steps)


def _in_child(run: Run[Any], task: Task, most: int) -> Answered:
    with child_process("prove", str(most)) as child, run.stoppable(child.kill):
        hand_over(child, task, run.check)
        assert child.stdout  # for the type checker
        steps: list[str] = []
        model: list[int] | None = None
        for line in child.stdout:
            if line == "s\n":
                return Answered(f"sat:{THEN}", model, steps)
            if line.startswith("v"):
                model = [int(word) for word in line.split()[1:]]
            else:
                steps.append(line.rstrip("\n"))
        run.check()
        if name_of_signal(-child.wait()) == "SIGXFSZ":
            raise SolverError(f"solver sat:{THEN}: a proof of more than {most} bytes")
        raise SolverError(complaint(child))

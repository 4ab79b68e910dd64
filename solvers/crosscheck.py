"""The cross-check: several solvers answer one matrix, and their answers must agree.

Compared are the status, the number of solutions (enumerated, and counted where a solver counts in
a way of its own), the set of solutions, and the objective. Every solution is verified, and
re-evaluated by the puzzle's own rules. A set is compared by a digest that does not depend on the
order and that notices a repeat: the sum of a hash of each solution. Where solvers disagree the
report shows a witness, a solution that one has and another lacks, and the matrix is written down as
DLX text.

A matrix with more solutions than `limit` is compared on a branch: the options of one solution are
given one after the other until few enough solutions remain. The report says so.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from ..models.errors import ModelError, Unavailable, Unsupported, WrongAnswer
from ..models.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from .queries import Problem, count, selection_of, solutions, solve
from .registry import get_solver, solver_names
from .result import Result
from .solver import Options, Solver, Status

__all__ = ["CheckInterrupted", "Outcome", "Report", "crosscheck"]


@dataclass
class Outcome:
    """What one solver said: its result, its solutions, and how long it took."""

    solver: str
    status: Status = Status.UNKNOWN
    count: int | None = None
    objective: int | None = None
    complete: bool = False
    seconds: float = 0.0
    note: str = ""  # why it did not take part, or what it did wrong
    wrong: bool = False
    found: dict[Options, int] = field(default_factory=dict, repr=False)

    @property
    def digest(self) -> str:
        """A fingerprint of the solutions found that does not depend on their order."""
        total = sum(times * _hash(options) for options, times in self.found.items())
        return f"{total % (1 << 128):032x}"[:12]


@dataclass
class Report:
    """The verdict: true if no two solvers disagree and none is wrong.

    question       "all" (status, count and set of solutions) or "best" (status and objective)
    scope          what was compared, in words
    outcomes       one a solver
    disagreements  what is wrong, one line each
    witness        a solution (option numbers) that shows the first disagreement, if there is one
    replay         the file that holds the matrix, if there is a disagreement and a file was wanted
    """

    question: str
    scope: str
    outcomes: list[Outcome]
    disagreements: list[str] = field(default_factory=list)
    witness: Options | None = None
    replay: Path | None = None

    def __bool__(self) -> bool:
        return not self.disagreements

    @property
    def compared(self) -> list[Outcome]:
        """The solvers that finished, whose answers were compared."""
        return [outcome for outcome in self.outcomes if outcome.complete and not outcome.wrong]


class CheckInterrupted(KeyboardInterrupt):
    """Ctrl-C during a cross-check; `report` is on the solvers that had answered by then."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"interrupted after {len(report.outcomes)} solvers")
        self.report = report


def crosscheck(
    puzzle: Problem,
    solvers: Sequence[str | Solver] | None = None,
    *,
    query: str | None = None,
    limit: int = 1000,
    time_limit: float | None = None,
    replay: str | Path | None = None,
) -> Report:
    """Let several solvers answer the same matrix and compare their answers.

    solvers     names or Solvers; None: all. One that is unavailable or does not support the matrix
                is noted and left out
    query       "all" or "best"; None: "best" where there are costs, else "all"
    limit       how many solutions are compared at most; beyond, one branch is compared
    time_limit  seconds for each solver; one that does not finish is compared as far as it got
    replay      where to write the matrix if there is a disagreement

    Raises CheckInterrupted on Ctrl-C, which keeps what the solvers had answered by then.
    """
    if limit < 1:
        raise ModelError(f"a limit of {limit} solutions, expected 1 or more")
    if isinstance(solvers, str):
        raise ModelError(f"solvers: {solvers!r}, expected a list of solvers")
    matrix, given, forbidden = selection_of(puzzle)
    query = query or ("best" if matrix.has_costs else "all")
    names = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    for name in names:
        with suppress(Unavailable):
            get_solver(name)  # an unknown name is an error before anything is asked
    scope = "the best solution"
    branch: Options = ()
    if query == "all":
        scope, branch = _scope(puzzle, limit)
    report = Report(query, scope, [])
    try:
        for name in names:
            report.outcomes.append(_ask(puzzle, name, query, branch, limit, time_limit))
    except KeyboardInterrupt:
        _compare(report, matrix)
        raise CheckInterrupted(report) from None
    _compare(report, matrix)
    if report.disagreements and replay is not None:
        from ..models.formats.dlx_text import write_dlx

        selected = matrix.selected([*given, *branch], forbidden)
        Path(replay).write_text(write_dlx(selected), encoding="utf-8")
        report.replay = Path(replay)
    return report


def _scope(puzzle: Problem, limit: int) -> tuple[str, Options]:
    """Return what will be compared, in words, and the options that select it."""
    with solutions(puzzle, "dlx") as stream:
        first: Options = ()
        for number, found in enumerate(islice(stream, limit + 1)):
            if number == 0:
                first = found if isinstance(found, tuple) else found.options
            if number == limit:
                break
        else:
            return "all solutions", ()
    for depth in range(1, len(first) + 1):
        branch = first[:depth]
        with solutions(puzzle, "dlx", given=branch) as stream:
            if sum(1 for _ in islice(stream, limit + 1)) <= limit:
                break
    return f"more than {limit} solutions: the branch with {depth} of one solution's options", branch


def _ask(
    puzzle: Problem,
    name: str | Solver,
    query: str,
    branch: Options,
    limit: int,
    time_limit: float | None,
) -> Outcome:
    began = time.monotonic()
    outcome = Outcome(name if isinstance(name, str) else name.full_name)
    try:
        solver = get_solver(name)
        if query == "best":
            _note(outcome, solve(puzzle, solver, time_limit=time_limit), puzzle)
        else:
            _enumerate(outcome, puzzle, solver, branch, limit, time_limit)
    except (Unsupported, Unavailable) as error:
        outcome.note = str(error)
    except WrongAnswer as error:
        outcome.wrong, outcome.note = True, str(error)
    outcome.seconds = time.monotonic() - began
    return outcome


def _note(outcome: Outcome, result: Result, puzzle: Problem) -> None:
    outcome.status, outcome.complete = result.status, result.complete
    outcome.objective = result.objective
    if result.options is not None:
        _keep(outcome, result.options, puzzle)
    if not outcome.complete:
        outcome.note = "stopped at its time limit"


def _keep(outcome: Outcome, options: Options, puzzle: Problem) -> None:
    outcome.found[options] = outcome.found.get(options, 0) + 1
    if isinstance(puzzle, Puzzle) and outcome.found[options] == 1:
        check = puzzle.check(puzzle.read(options))
        if not check:
            raise WrongAnswer(f"solver {outcome.solver}: {check.violations[0]}")


def _enumerate(
    outcome: Outcome,
    puzzle: Problem,
    solver: Solver,
    branch: Options,
    limit: int,
    time_limit: float | None,
) -> None:
    with solutions(puzzle, solver, time_limit=time_limit, given=branch) as stream:
        # A correct solver ends within `limit`; one that repeats itself must not run for ever.
        for found in islice(stream, 2 * limit + 1):
            _keep(outcome, found if isinstance(found, tuple) else found.options, puzzle)
        result = stream.result()
    outcome.status, outcome.complete = result.status, result.complete
    outcome.count = result.count
    if sum(outcome.found.values()) > 2 * limit:
        raise WrongAnswer(f"solver {outcome.solver}: more solutions than there can be")
    if not outcome.complete:
        outcome.note = "stopped at its time limit"
    elif type(solver).count is not Solver.count:
        counted = count(puzzle, solver, time_limit=time_limit, given=branch)
        if counted.complete and counted.count != outcome.count:
            raise WrongAnswer(
                f"solver {outcome.solver}: counts {counted.count} solutions, "
                f"but enumerates {outcome.count}"
            )


def _compare(report: Report, matrix: ExactCover) -> None:
    report.disagreements += [outcome.note for outcome in report.outcomes if outcome.wrong]
    for outcome in report.outcomes:
        repeated = [options for options, times in outcome.found.items() if times > 1]
        if repeated:
            report.disagreements.append(f"solver {outcome.solver}: a solution comes twice")
            report.witness = report.witness or repeated[0]
    finished = report.compared
    if not finished:
        return
    for other in finished[1:]:
        if report.question == "best":
            _compare_best(report, matrix, finished[0], other)
        else:
            _tell_missing(report, finished[0], other)
            _tell_missing(report, other, finished[0])
    for partial in report.outcomes:
        if not partial.complete and report.question == "all":
            _tell_missing(report, partial, finished[0])


def _compare_best(report: Report, matrix: ExactCover, one: Outcome, other: Outcome) -> None:
    if (one.status, one.objective) == (other.status, other.objective):
        return
    report.disagreements.append(
        f"solvers {one.solver} and {other.solver}: "
        f"{one.status} {one.objective} against {other.status} {other.objective}"
    )
    if report.witness is None:
        report.witness = min([*one.found, *other.found], key=matrix.cost, default=None)


def _tell_missing(report: Report, one: Outcome, other: Outcome) -> None:
    """Report the solutions of `one` that `other` lacks: each of them was verified."""
    extra = one.found.keys() - other.found.keys()
    if extra:
        report.disagreements.append(
            f"solver {other.solver} ({other.status}, {len(other.found)} solutions) lacks "
            f"{len(extra)} of the {len(one.found)} solutions of {one.solver}"
        )
        report.witness = report.witness or min(extra)


def _hash(options: Options) -> int:
    """Return a 128-bit hash of a solution."""
    text = ",".join(map(str, options)).encode()
    return int.from_bytes(blake2b(text, digest_size=16).digest())

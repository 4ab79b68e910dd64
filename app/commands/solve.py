"""`minuet solve`: a solution of each puzzle of a file, or many, as text or as JSON."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..inputs import read_within
from ..statuses import UNANSWERED
from ..terminal.interrupts import writing
from ..terminal.saying import interruptible, left_open, rests_on, so_far, tell_rate
from ..terminal.streams import say, show

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...models.formats.instances import Instances
    from ...models.puzzle import Puzzle
    from ...solvers.contract.batch import Options
    from ...solvers.contract.result import Result
    from ...solvers.questions.queries import Problem, Solutions

__all__ = ["solve"]


@click.command
@arguments.file
@arguments.solver_name
@click.option("--all", "every", is_flag=True, help="Print every solution.")
@click.option(
    "--limit", type=arguments.WholeNumber(1), metavar="N", help="Print up to N solutions."
)
@arguments.time_limit
@arguments.threads
@arguments.seed
@arguments.parameters
@arguments.evidence_level
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.as_json
def solve(
    file: str,
    solver: str,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    threads: int,
    seed: int | None,
    parameter: Sequence[str],
    evidence: str,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    as_json: bool,
) -> None:
    """Print a solution; or all with --all, N with --limit. Where there are costs, the best ones."""
    if every and limit is not None:
        raise click.BadParameter("given together with --limit, expected one", param_hint="'--all'")
    arguments.require_used(solver, threads)
    parameters = arguments.parameters_of(parameter)
    # No one counts further, and a greater number does not fit the machine's words.
    most = sys.maxsize if every else None if limit is None else min(limit, sys.maxsize)
    reading, left = read_within(file, form, most_choices, time_limit, primary_only=primary_only)
    asked = Asked(solver, left, threads, most, as_json, evidence, seed, parameters)
    answer = solve_each if most is None else solve_many_solutions
    if not answer(reading.problems, asked):
        raise click.exceptions.Exit(UNANSWERED)


@dataclass(frozen=True)
class Asked:
    """What is asked of each puzzle.

    solver, time_limit, threads  as `solve` takes them
    limit    so many solutions; sys.maxsize: all; None: one, or the best one
    as_json  whether JSON is printed
    evidence  what the answers are to rest on, as `solve` takes it
    seed, parameters  as `solve` takes them
    """

    solver: str
    time_limit: float | None
    threads: int
    limit: int | None
    as_json: bool
    evidence: str = "claimed"
    seed: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """What every question is put with."""
        return {"evidence": self.evidence, "seed": self.seed, "parameters": self.parameters}


def solve_each(problems: Sequence[Problem], asked: Asked) -> bool:
    """Print the answer of each problem; False if one was left open."""
    from ...models.formats.instances import Instances

    # One matrix serves all instances, where nothing is asked for that the batch cannot do.
    plain = asked.time_limit is None and asked.threads == 1 and not asked.as_json
    if plain and isinstance(problems, Instances):
        return _solve_batch(problems, asked)
    answered = True
    for place, problem in enumerate(problems, 1):
        answered &= _solve(problem, place, asked)
    return answered


def _solve_batch(puzzles: Instances[Puzzle, Any], asked: Asked) -> bool:
    """Print the answers of puzzles that share one matrix; False if some were left open."""
    from ... import solvers

    givens = (puzzle.given_options for puzzle in puzzles)
    began = time.perf_counter()
    with interruptible():
        results = solvers.solve_many(puzzles.blank, givens, asked.solver, **asked.settings)
        for result in results:
            show(_as_text(puzzles.blank, result, asked), flush=False)
    if not results.complete:
        say("the solver left puzzles open")
    elif len(puzzles) > 1:
        tell_rate(len(puzzles), time.perf_counter() - began)
    return results.complete


def _solve(problem: Problem, place: int, asked: Asked) -> bool:
    from ... import solvers
    from .answers import result_as_text

    def told(stopped: KeyboardInterrupt) -> str:
        result = getattr(stopped, "result", None)
        if asked.as_json:
            _emit_result(place, result or _unknown(asked))
        elif result is not None and result.options is not None:
            show(result_as_text(problem, result))
        return "" if result is None or asked.as_json else left_open(result)

    with interruptible(told):
        result = solvers.solve(
            problem,
            asked.solver,
            time_limit=asked.time_limit,
            threads=asked.threads,
            **asked.settings,
        )
    weak = result.evidence < asked.evidence
    if asked.as_json:
        _emit_result(place, result)
    else:
        show(_as_text(problem, result, asked))
    if result.status == "FEASIBLE" and not weak:
        say(f"time limit: not proved the best; the bound is {result.bound}")
    return result.status != "UNKNOWN" and not weak


def _emit_result(place: int, result: Result) -> None:
    from ..documents.document import emit

    emit("result", puzzle=place, **result.to_dict())


def _as_text(problem: Problem, result: Result, asked: Asked) -> str:
    """Return the answer, with what it rests on where that is weaker than was asked."""
    from .answers import result_as_text

    text = result_as_text(problem, result)
    weak = asked.evidence != "claimed" and result.evidence < asked.evidence
    return f"{text}\n{rests_on(result)}" if weak else text


def solve_many_solutions(problems: Sequence[Problem], asked: Asked) -> bool:
    """Print up to `limit` solutions of each problem, the best first where there are costs.

    False if the time limit cut them short.
    """
    answered = True
    for place, problem in enumerate(problems, 1):
        answered &= _Many(problem, place, asked).answer()
    return answered


class _Many:
    """The solutions of one problem, each printed as it is found."""

    def __init__(self, problem: Problem, place: int, asked: Asked) -> None:
        self.problem, self.place, self.asked = problem, place, asked
        self.limit = sys.maxsize if asked.limit is None else asked.limit
        self.ranked = False
        self.printed = 0
        self.stream: Solutions | None = None

    def answer(self) -> bool:
        with interruptible(self._told):
            self.ranked = _has_objective(self.problem)
            self.stream = self._ask()
            with self.stream:
                for solution in self._wanted(self.stream):
                    with writing():  # what is counted has been printed, and the other way round
                        show(self._shown(solution))
                        self.printed += 1
        result = self.stream.result()
        if self.asked.as_json:
            self._sum_up()
        elif not result.count:
            show(str(result.status))
        answered = result.complete or (result.count == self.limit and not self._to_its_end)
        if not answered:
            weak = result.evidence < self.asked.evidence
            say(rests_on(result) if weak else f"time limit: {so_far(result)}")
        return answered

    @property
    def _to_its_end(self) -> bool:
        """Whether there is something to be said behind the last solution that is wanted."""
        return self.ranked and self.asked.evidence != "claimed"

    def _wanted(self, stream: Solutions) -> Iterator[Answer | Options]:
        return stream if self._to_its_end else islice(stream, self.limit)

    def _ask(self) -> Solutions:
        from ... import solvers
        from ...models.errors import ModelError

        asked = self.asked
        if not self.ranked:
            return solvers.solutions(
                self.problem,
                asked.solver,
                time_limit=asked.time_limit,
                threads=asked.threads,
                arrays=False,
                **asked.settings,
            )
        if asked.threads != 1:
            raise ModelError("--threads: solutions in order of cost are found by one thread")
        name = "dlx" if asked.solver == "auto" else asked.solver
        stream = solvers.best(
            self.problem, self.limit, name, time_limit=asked.time_limit, **asked.settings
        )
        say("there are costs: the best solutions come in order")
        return stream

    def _shown(self, solution: Answer | Options) -> str:
        from .answers import objective_of, solution_as_text

        if self.asked.as_json:
            from ..documents.solution_lines import solution_line

            ranked = {"objective": objective_of(self.problem, solution)} if self.ranked else {}
            return solution_line(self.place, solution, **ranked)
        return solution_as_text(self.problem, solution, ranked=self.ranked)

    def _sum_up(self) -> None:
        """Print the document behind the solutions: how many there were, and who says so."""
        from ..documents.document import emit

        known = _unknown(self.asked) if self.stream is None else self.stream.result()
        emit("solutions", puzzle=self.place, **known.to_dict() | {"count": self.printed})

    def _told(self, stopped: KeyboardInterrupt) -> str:
        if self.asked.as_json:
            self._sum_up()
            return ""
        return "" if self.stream is None else left_open(self.stream.result())


def _has_objective(problem: Problem) -> bool:
    from ...models import ExactCover

    return problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective


def _unknown(asked: Asked) -> Result:
    """Return what is known of a question before a solver was asked."""
    from ...solvers.contract.result import Result, Status

    return Result(Status.UNKNOWN, asked.solver, "")

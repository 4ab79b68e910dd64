"""`minuet diverse`: good answers of each puzzle that differ."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ...solvers.contract.goal import Goal
from ...solvers.search.settings import CompoundSettings
from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching
from ..terminal.interrupts import writing
from ..terminal.reports import interruptible, of_puzzle, placed
from ..terminal.streams import print_answer, print_message, print_note, print_text

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...solvers.contract.batch import Options
    from ...solvers.search.selection import Problem
    from ..answers.each import Request
    from ..documents import SolutionLines

__all__ = ["command"]


@click.command("diverse", cls=Command)
@arguments.whole("-n", "How many answers.", default=3, show_default=True)
@click.option(
    "--within",
    type=arguments.ExactNumber(),
    metavar="W",
    help="How much worse than the best one the others may be. [default: any]",
)
@searching(Goal.BEST, ("solver", *CompoundSettings.__annotations__))
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def command(
    source: Source,
    n: int,
    within: Fraction | None,
    output: str | None,
    drawing: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Print good answers that differ.

    The best one comes first, then each as far from those before as can be. The time limit is for
    all answers of a puzzle.
    """
    from functools import partial

    from ..answers.each import Request, answer_several

    # A solver that can leave known solutions out.
    settings.setdefault("solver", "cpsat")
    request = Request(settings, as_json, "diverse", drawing=drawing)
    answer_several(request, source, output, partial(_print_diverse, n=n, within=within))


def _print_diverse(
    problem: Problem, places: tuple[int, int], request: Request, *, n: int, within: Fraction | None
) -> bool:
    """Print n answers of a puzzle that differ; False if a limit cut them short."""
    from ... import solvers
    from ...models.matrix.exact_cover import ExactCover
    from ..documents import SolutionLines

    ranked = problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective
    lines = SolutionLines(problem, places[0])
    printed = 0

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if request.as_json:
            _sum_up(places[0], request, printed, complete=False)
        return placed(*places, f"{printed} solutions so far")

    with interruptible(on_interrupt):
        stream = solvers.diverse(problem, n, within=within, **request.settings)
        for solution in stream:
            with writing():
                print_answer(
                    _shown(problem, solution, lines if request.as_json else None, ranked=ranked)
                )
                printed += 1
            request.keep(problem, solution)
    if request.as_json:
        _sum_up(places[0], request, printed, complete=stream.complete)
    elif not printed and stream.complete:
        print_text("INFEASIBLE")
    if stream.complete and 0 < printed < n:
        print_note(of_puzzle(f"there are no more than these {printed}", *places))
    if printed < n and not stream.complete:
        print_message(of_puzzle(f"time limit: {printed} of {n} solutions", *places))
    return printed == n or stream.complete


def _shown(
    problem: Problem, solution: Answer | Options, lines: SolutionLines | None, *, ranked: bool
) -> str:
    from ..answers.text import objective_of, solution_as_text

    if lines is None:
        return solution_as_text(problem, solution, ranked=ranked)
    fields: dict[str, object] = {"objective": objective_of(problem, solution)} if ranked else {}
    if isinstance(solution, tuple):
        return lines.line(solution, **fields)
    if len(solution.objectives) > 1:
        fields["objectives"] = solution.objectives
    return lines.line(solution.options, **fields, **solution.broken_fields)


def _sum_up(place: int, request: Request, printed: int, *, complete: bool) -> None:
    """Print the document behind the solutions."""
    from ...solvers.contract.result import Result, Status
    from ..documents import emit

    status = Status.FEASIBLE if printed else Status.INFEASIBLE if complete else Status.UNKNOWN
    result = Result(status, request.solver, "", complete=complete, count=printed)
    emit("solutions", puzzle=place, **result.to_dict())

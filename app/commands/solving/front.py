"""`minuet solve --pareto` and `--diverse K`: answers that no other beats in both of two totals, and
good answers that differ.

Both are questions put again and again, each time beside what is known by then; so every answer is
printed as it comes, and the limit of time is for all of a puzzle together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from ...faults import Faults
from ...terminal.bar import bar
from ...terminal.interrupts import writing
from ...terminal.saying import interruptible, of_puzzle, placed
from ...terminal.streams import remark, say, show
from .asked import Asked

if TYPE_CHECKING:
    from ....models.answer import Answer
    from ....solvers.contract.batch import Options
    from ....solvers.questions.selection import Problem
    from ...documents.solution_lines import SolutionLines

__all__ = ["require_alone", "solve_diverse", "solve_pareto"]

# What none of the two goes with, by the names of the parameters.
OTHERS = (
    "every",
    "limit",
    "best",
    "up_to_symmetry",
    "symmetries",
    "live",
    "json_lines",
    "bottleneck",
    "hint",
    "gap",
    "gap_absolute",
    "checkpoint",
    "certificate",
    "on",
    "shards",
    "evidence",
    "parameter",
)


def require_alone(context: click.Context) -> None:
    """Raise BadParameter where `--pareto` or `--diverse` goes with what is another question."""
    told = {
        option.name: option.opts[-1]
        for option in context.command.params
        if option.name and context.params.get(option.name) not in (None, False, (), "claimed")
    }
    asked = [name for name in ("pareto", "diverse") if name in told]
    if "within" in told and "diverse" not in told:
        what = "is about answers that differ, expected --diverse with it"
        raise click.BadParameter(what, param_hint="'--within'")
    clash = [*asked[1:], *(name for name in OTHERS if name in told)]
    if asked and clash:
        what = f"is a question of its own, expected no {told[clash[0]]} with it"
        raise click.BadParameter(what, param_hint=f"'{told[asked[0]]}'")


def solve_pareto(problems: Sequence[Problem], asked: Asked, faults: Faults) -> bool:
    """Print the Pareto front of each puzzle's two totals; False if a limit cut one short."""
    last = faults.place(len(problems))
    with bar("solve", total=len(problems)):

        def solved(problem: Problem, place: int) -> bool:
            return _front(problem, (place, last), asked)

        return all(faults.each(problems, solved))


def _front(problem: Problem, places: tuple[int, int], asked: Asked) -> bool:
    from .... import solvers
    from ....models.telling.json_values import number
    from ...documents.document import emit
    from ...documents.solution_lines import AnswerTexts

    printed = 0

    def told(stopped: KeyboardInterrupt) -> str:
        if asked.as_json:
            emit("front", puzzle=places[0], points=printed, complete=False)
        return placed(*places, f"{printed} points so far")

    with interruptible(told):
        front = solvers.pareto(
            problem,
            solver=asked.solver,
            time_limit=asked.time_limit,
            threads=asked.threads,
            seed=asked.seed,
        )
        for point in front:
            with writing():  # what is counted has been printed, and the other way round
                if asked.as_json:
                    totals = {"first": number(point.first), "second": number(point.second)}
                    answer = AnswerTexts(problem).of(point.options)
                    show(_point(places[0], totals, answer))
                else:
                    head = "" if printed else "first second\n"
                    show(f"{head}{point.first!s:>5} {point.second!s:>6}")
                printed += 1
            asked.keep(problem, point.options if point.answer is None else point.answer)
    if asked.as_json:
        emit("front", puzzle=places[0], points=printed, complete=front.complete)
    elif not printed and front.complete:
        show("INFEASIBLE")
    if not front.complete:
        say(of_puzzle(f"time limit: {printed} points, not the whole front", *places))
    return front.complete


def _point(place: int, totals: Mapping[str, object], answer: str) -> str:
    from ...documents.document import dumped

    line = dumped("point", puzzle=place, **totals)
    return f'{line[:-1]}, "answer": {answer}}}'


def solve_diverse(problems: Sequence[Problem], asked: Asked, faults: Faults) -> bool:
    """Print answers of each puzzle that differ; False if a limit cut them short."""
    last = faults.place(len(problems))
    with bar("solve", total=len(problems)):

        def solved(problem: Problem, place: int) -> bool:
            return _apart(problem, (place, last), asked)

        return all(faults.each(problems, solved))


def _apart(problem: Problem, places: tuple[int, int], asked: Asked) -> bool:
    from .... import solvers
    from ....models.matrix.exact_cover import ExactCover
    from ...documents.solution_lines import SolutionLines

    ranked = problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective
    lines = SolutionLines(problem, places[0])
    printed = 0

    def told(stopped: KeyboardInterrupt) -> str:
        if asked.as_json:
            _sum_up(places[0], asked, printed, known=False)
        return placed(*places, f"{printed} solutions so far")

    wanted = asked.limit or 1
    with interruptible(told):
        stream = solvers.diverse(
            problem,
            wanted,
            _who(asked),
            within=asked.within,
            time_limit=asked.time_limit,
            threads=asked.threads,
            seed=asked.seed,
        )
        for solution in stream:
            with writing():
                show(_shown(problem, solution, lines if asked.as_json else None, ranked=ranked))
                printed += 1
            asked.keep(problem, solution)
    if asked.as_json:
        _sum_up(places[0], asked, printed, known=stream.complete)
    elif not printed and stream.complete:
        show("INFEASIBLE")
    if stream.complete and 0 < printed < wanted:
        remark(of_puzzle(f"there are no more than these {printed}", *places))
    if printed < wanted and not stream.complete:
        say(of_puzzle(f"time limit: {printed} of {wanted} solutions", *places))
    return printed == wanted or stream.complete


def _who(asked: Asked) -> str:
    """Return a solver that can leave known solutions out."""
    return "cpsat" if asked.solver == "auto" else asked.solver


def _shown(
    problem: Problem, solution: Answer | Options, lines: SolutionLines | None, *, ranked: bool
) -> str:
    from .answers import objective_of, solution_as_text

    if lines is None:
        return solution_as_text(problem, solution, ranked=ranked)
    told: dict[str, object] = {"objective": objective_of(problem, solution)} if ranked else {}
    if isinstance(solution, tuple):
        return lines.line(solution, **told)
    if len(solution.objectives) > 1:
        told["objectives"] = solution.objectives
    return lines.line(solution.options, **told, **solution.told_broken)


def _sum_up(place: int, asked: Asked, printed: int, *, known: bool) -> None:
    """Print the document behind the solutions."""
    from ....solvers.contract.result import Result, Status
    from ...documents.document import emit

    status = Status.FEASIBLE if printed else Status.INFEASIBLE if known else Status.UNKNOWN
    result = Result(status, _who(asked), "", complete=known, count=printed)
    emit("solutions", puzzle=place, **result.to_dict())

"""`minuet explain`: an explanation of each puzzle, and what is said of its givens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..inputs import read_within
from ..statuses import UNANSWERED
from ..terminal.saying import interruptible
from ..terminal.streams import say, show

if TYPE_CHECKING:
    from ...solvers import Deadline, Explanation
    from ...solvers.questions.queries import Problem

__all__ = ["explain"]


@click.command
@arguments.file
@click.option(
    "--choice", metavar="CHOICE", help="Explain a choice, as in 'digit row=0 col=0 value=5'."
)
@click.option("--smallest", is_flag=True, help="Look for the smallest set; may take long.")
@arguments.time_limit
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.as_json
def explain(
    file: str,
    choice: str | None,
    smallest: bool,
    time_limit: float | None,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    as_json: bool,
) -> None:
    """Say which givens and groups clash; or why a choice is forced, or impossible."""
    reading, left = read_within(file, form, most_choices, time_limit, primary_only=primary_only)
    answered = print_explanations(
        reading.problems, choice, smallest=smallest, time_limit=left, as_json=as_json
    )
    if not answered:
        raise click.exceptions.Exit(UNANSWERED)


def print_explanations(
    problems: Sequence[Problem],
    choice: str | None,
    *,
    smallest: bool,
    time_limit: float | None,
    as_json: bool,
) -> bool:
    """Print an explanation of each problem; False if one was left open.

    time_limit  seconds for each
    """
    from ... import solvers
    from ...solvers import Verdict
    from .named_choice import choice_of

    answered = True
    for place, problem in enumerate(problems):
        if len(problems) > 1 and not as_json:
            show(f"puzzle {place + 1}")
        deadline = solvers.Deadline(time_limit)
        option = None if choice is None else choice_of(problem, choice)
        with interruptible(lambda stopped: _told(stopped, as_json)):
            found = solvers.explain(problem, option, smallest=smallest, time_limit=time_limit)
            show(_shown(found, as_json))
            if found.verdict is Verdict.FEASIBLE and not as_json:
                for line in _about_givens(problem, deadline):
                    show(line)
        if len(found) and not (found.smallest if smallest else found.irreducible):
            say("time limit: perhaps fewer parts would do")
        answered &= found.verdict is not Verdict.UNKNOWN
    return answered


def _told(stopped: KeyboardInterrupt, as_json: bool) -> str:
    """Print what was explained when a Ctrl-C came."""
    from ...solvers import ExplainInterrupted, Verdict

    found = stopped.explanation if isinstance(stopped, ExplainInterrupted) else None
    if found is not None and found.verdict is not Verdict.UNKNOWN:
        show(_shown(found, as_json))
    return ""


def _shown(found: Explanation, as_json: bool) -> str:
    if not as_json:
        return str(found)
    import json

    return json.dumps(explanation_as_json(found))


def explanation_as_json(found: Explanation) -> dict[str, Any]:
    """Return what `minuet explain --json` prints; choices and groups by name."""
    from ...models import ExactCover, Puzzle

    problem = found.problem
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix

    def named(options: Sequence[int]) -> list[str]:
        if isinstance(problem, Puzzle):
            return [problem.describe(option) for option in options]
        return [matrix.option_name(option) for option in options]

    return {
        "verdict": str(found.verdict),
        "choice": None if found.choice is None else named([found.choice])[0],
        "groups": [str(group) for group in found.groups],
        "givens": named(found.givens),
        "forbidden": named(found.forbidden),
        "irreducible": found.irreducible,
        "smallest": found.smallest,
        "confirmed": found.confirmed,
    }


def _about_givens(problem: Problem, deadline: Deadline) -> Iterator[str]:
    """Yield whether the solution is the only one, and which givens could be spared."""
    from ...models import ExactCover
    from ...solvers import Unreached, is_unique, redundant_givens

    try:
        if not is_unique(problem, time_limit=deadline.left()):
            yield "there are others: the solution is not unique"
            return
        yield "there is no other: the solution is unique"
        if isinstance(problem, ExactCover) or not problem.givens:
            return
        spare = redundant_givens(problem, time_limit=deadline.left())
    except Unreached:
        say("time limit: not known whether the solution is unique, and which givens it needs")
        return
    if not spare:
        yield f"none of its {len(problem.givens)} givens could be spared"
        return
    yield f"of its {len(problem.givens)} givens each of these, alone, could be spared:"
    for given in spare:
        yield f"  {given}"

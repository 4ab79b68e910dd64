"""`minuet draw`: the picture of a puzzle, of its solution, or a contact sheet of many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..inputs import read_within
from ..statuses import UNANSWERED
from ..terminal.saying import interruptible
from ..terminal.streams import say, show

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...models.puzzle import Puzzle

__all__ = ["draw"]

SHEET = 24  # solutions on a contact sheet, unless another number is told


@click.command
@arguments.file
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where the picture goes: FILE.svg, FILE.png or FILE.txt. [default: text, here]",
)
@click.option("--solution", is_flag=True, help="Draw the puzzle's solution.")
@click.option("--all", "every", is_flag=True, help="Draw a contact sheet of solutions.")
@click.option(
    "--limit",
    type=arguments.WholeNumber(1),
    metavar="N",
    help=f"Draw a contact sheet of up to N solutions. [default: {SHEET}]",
)
@arguments.solver_name
@arguments.time_limit
@arguments.form
@arguments.most_choices
def draw(
    file: str,
    output: str | None,
    solution: bool,
    every: bool,
    limit: int | None,
    solver: str,
    time_limit: float | None,
    form: str | None,
    most_choices: int | None,
) -> None:
    """Draw each puzzle of a file with its givens; --solution its answer, --all many answers."""
    from ..pictures import captions_of, kind_of, picture_data, require_puzzles, write_data

    path = None if output in (None, "-") else output
    kind = "txt" if path is None else kind_of(path)
    reading, left = read_within(file, form, most_choices, time_limit)
    puzzles = require_puzzles(reading.problems)
    if path is not None and len(puzzles) != 1:
        from ...models.errors import ModelError

        raise ModelError(f"{file}: {len(puzzles)} puzzles and one picture, expected one puzzle")
    answered = True
    for puzzle in puzzles:
        answers: Sequence[Answer | None] = [None]
        if every or limit is not None:
            answers = _many(puzzle, solver, limit or SHEET, left)
        elif solution:
            answers = _one(puzzle, solver, left)
        if not answers:
            answered = False
            continue
        drawn = [(puzzle, answer) for answer in answers]
        data = picture_data(drawn, kind, captions_of(answers))
        if path is None:
            show(data.decode().removesuffix("\n"))
        else:
            write_data(data, path)
    if not answered:
        raise click.exceptions.Exit(UNANSWERED)


def _one(puzzle: Puzzle, solver: str, time_limit: float | None) -> list[Answer]:
    """Return the solution, or a best one; say what is the matter if there is none."""
    from ... import solvers

    with interruptible():
        result = solvers.solve(puzzle, solver, time_limit=time_limit)
    if result.answer is None:
        say("no solution" if result.complete else "time limit: no solution was found")
        return []
    return [result.answer]


def _many(puzzle: Puzzle, solver: str, most: int, time_limit: float | None) -> list[Answer]:
    """Return up to so many solutions, the best first where there are costs."""
    from ... import solvers

    with interruptible():
        if puzzle.has_objective:
            name = "dlx" if solver == "auto" else solver
            stream = solvers.best(puzzle, most, name, time_limit=time_limit)
        else:
            stream = solvers.solutions(puzzle, solver, time_limit=time_limit, arrays=False)
        with stream:
            found: list[Any] = list(islice(stream, most))
    result = stream.result()
    if not found:
        say("no solution" if result.complete else "time limit: no solution was found")
    elif not result.complete and len(found) < most:
        say(f"time limit: the first {len(found)} solutions")
    return found

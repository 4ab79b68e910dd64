"""What `minuet explain` prints: an explanation a problem, and what is said of its givens."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from ..models.errors import ModelError, excerpt
from ..models.matrix.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from ..solvers import (
    Deadline,
    ExplainInterrupted,
    Explanation,
    Unreached,
    Verdict,
    explain,
    is_unique,
    redundant_givens,
)
from ..solvers.questions.queries import Problem
from .questions import interruptible
from .terminal import say, show

__all__ = ["choice_of", "explanation_as_json", "print_explanations"]


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
    answered = True
    for place, problem in enumerate(problems):
        if len(problems) > 1 and not as_json:
            show(f"puzzle {place + 1}")
        deadline = Deadline(time_limit)
        option = None if choice is None else choice_of(problem, choice)
        with interruptible(lambda stopped: _told(stopped, as_json)):
            found = explain(problem, option, smallest=smallest, time_limit=time_limit)
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
    found = stopped.explanation if isinstance(stopped, ExplainInterrupted) else None
    if found is not None and found.verdict is not Verdict.UNKNOWN:
        show(_shown(found, as_json))
    return ""


def _shown(found: Explanation, as_json: bool) -> str:
    return json.dumps(explanation_as_json(found)) if as_json else str(found)


def explanation_as_json(found: Explanation) -> dict[str, Any]:
    """Return what `minuet explain --json` prints; choices and groups by name."""
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


def choice_of(problem: Problem, text: str) -> int:
    """Return the option that a text on the command line names.

    Of a puzzle `TABLE COLUMN=VALUE ...` (the table may be left out if there is but one), or the
    choice as minuet prints it, `digit(row=0, col=0, value=5)`; of a bare matrix the number of the
    option, from 1. Raises ModelError if it names no choice, or several.
    """
    if isinstance(problem, ExactCover):
        if text.isdecimal() and 1 <= int(text) <= problem.options:
            return int(text) - 1
        expected = f"expected the number of an option, 1 to {problem.options}"
        raise ModelError(f"--choice {excerpt(text)}: {expected}")
    found = list(_matching(problem, text))
    if len(found) == 1:
        return found[0]
    several = f"{len(found)} choices match, expected one" if found else "no such choice"
    example = next((table.describe(0) for table in problem.tables if len(table)), "none")
    raise ModelError(f"--choice {excerpt(text)}: {several} (a choice is for example {example})")


def _matching(puzzle: Puzzle, text: str) -> Iterator[int]:
    """Yield the options whose table and values, as text, are those that are named."""
    names, values = _named(text)
    for table in puzzle.tables:
        if names not in ([], [table.name]) or not set(values) <= set(table.columns):
            for place in range(len(table)):
                if table.describe(place) == text:
                    yield table.offset + place
            continue
        wanted = {table.columns.index(column): value for column, value in values.items()}
        for place, row in enumerate(table.rows):
            if all(str(row[column]) == value for column, value in wanted.items()):
                yield table.offset + place


def _named(text: str) -> tuple[list[str], dict[str, str]]:
    """Split `table column=value ...` into names and values."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ModelError(f"--choice {excerpt(text)}: {str(error).lower()}") from None
    pairs = [word.split("=", 1) for word in words]
    names = [pair[0] for pair in pairs if len(pair) == 1]
    values: dict[str, str] = {}
    for column, value in (pair for pair in pairs if len(pair) == 2):
        if column in values:
            raise ModelError(f"--choice {excerpt(text)}: {column} twice, expected once")
        values[column] = value
    return names, values

"""Turn a problem into its matrix and a selection on it; check options, hints and problems."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer
from ...models.budget import watched
from ...models.errors import ModelError, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options
from ..contract.deadline import Deadline
from ..contract.verify import verify

__all__ = [
    "Hint",
    "Problem",
    "Sets",
    "checked_hint",
    "checked_options",
    "given_in",
    "require_problem",
    "selection_of",
    "title_of",
    "visible_hint",
]

Problem = Puzzle | ExactCover
Hint = Answer | Sequence[int]  # an answer, or option numbers
Sets = Iterable[Sequence[int]] | Batch | npt.NDArray[np.integer]  # sets of option numbers

EXPECTED = "expected a Puzzle or an ExactCover"
LONG = 60  # characters of a value in a message

log = logging.getLogger("minuet")


def selection_of(
    puzzle: Problem, given: Sequence[int] = (), deadline: Deadline | None = None
) -> tuple[ExactCover, Options, frozenset[int]]:
    """Return the matrix, the options that must be chosen and those that must not be.

    Raises ModelError if the puzzle is none, or a given is no option number, and Stopped if the
    deadline comes before the puzzle is compiled.
    """
    if isinstance(puzzle, ExactCover):
        return puzzle, checked_options(puzzle, given), frozenset()
    if not isinstance(puzzle, Puzzle):
        require_problem(puzzle)
    with watched((deadline or Deadline()).check):
        matrix = puzzle.matrix  # compiled here
    chosen = checked_options(matrix, (*puzzle.given_options, *given))
    return matrix, chosen, puzzle.forbidden_options


def title_of(puzzle: Problem) -> str:
    """Return the puzzle's name; of a matrix its size."""
    if isinstance(puzzle, Puzzle):
        return puzzle.name
    items, options = len(puzzle.items), puzzle.options
    return f"a matrix of {items} items and {options} options"


def checked_options(matrix: ExactCover, given: Iterable[int], name: str = "given") -> Options:
    """Return the option numbers, each once. Raises ModelError for one that the matrix lacks.

    name  of the argument, for the message
    """
    if isinstance(given, tuple) and not given:
        return ()
    chosen = _numbers(given, name)
    if chosen and not 0 <= min(chosen) <= max(chosen) < matrix.options:
        wrong = min(chosen) if min(chosen) < 0 else max(chosen)
        raise ModelError(f"{name}: option number {wrong}, expected 0 to {matrix.options - 1}")
    return chosen


def _numbers(given: Iterable[int], name: str) -> Options:
    try:
        return tuple(dict.fromkeys(map(index, given)))
    except TypeError as error:
        wanted = "option numbers"
        if name == "hint":
            wanted += ", result.answer, or puzzle.answer(rows)"
        raise ModelError(f"{name}: {error}, expected {wanted}") from None


def given_in(given: Iterable[int], options: Options) -> bool:
    """Whether all options that must be chosen are among these."""
    return set(options).issuperset(given)


def visible_hint(puzzle: Problem, hint: Hint) -> Options:
    """Return a hint as option numbers, ascending, without compiling the puzzle.

    Of a puzzle, return the choices alone: hidden rows are known only once it is compiled. Raises
    ModelError for a number that is no option.
    """
    options = hint.options if isinstance(hint, Answer) else hint
    if isinstance(puzzle, ExactCover):
        return tuple(sorted(checked_options(puzzle, options, "hint")))
    numbers = _numbers(options, "hint")
    if numbers and min(numbers) < 0:
        raise ModelError(f"hint: option number {min(numbers)}, expected 0 or more")
    return tuple(sorted(number for number in numbers if number < puzzle.visible_options))


def checked_hint(
    matrix: ExactCover, hint: Hint, given: Options, forbidden: frozenset[int]
) -> tuple[Options, Options]:
    """Return the hint as (solution, guess); one of them is empty.

    A guess may be a part of a solution, or a solution of a similar puzzle; the log says why it is
    no solution of this one. Raises ModelError for a number that is no option.
    """
    options = checked_options(matrix, hint.options if isinstance(hint, Answer) else hint, "hint")
    if not options:
        return (), ()
    wrong = verify(matrix, options, given=given, forbidden=forbidden)
    if wrong is None:
        return tuple(sorted(options)), ()
    log.info("the hint is no solution, and taken for a guess: %s", wrong)
    return (), options


def require_problem(problem: Any) -> None:
    """Raise ModelError, with a suggestion, if a value is neither a puzzle nor a matrix."""
    if isinstance(problem, Puzzle | ExactCover):
        return
    is_text = isinstance(problem, str)
    shown = excerpt(problem, LONG) if is_text else excerpt(repr(problem), LONG)[1:-1]
    raise ModelError(f"{shown}, {EXPECTED}{_suggestion(problem)}")


def _suggestion(value: Any) -> str:
    """Return the end of the message: how to get a problem from the value."""
    from ...models.gallery import Entry, entry

    if isinstance(value, str):
        try:
            name = entry(value.removeprefix("gallery:")).name
        except ModelError:
            return "; minuet.models.formats.read(text).problems has those of a text"
        return f": minuet.models.gallery.entry({name!r}).load()"
    if isinstance(value, Entry):
        return f": entry({value.name!r}).load()"
    if isinstance(value, type) and issubclass(value, Puzzle):
        return f": {value.__name__}(...) makes one"
    if hasattr(value, "problems"):
        return ": its `problems` are such"
    if isinstance(value, list | tuple):
        return ", one at a time; `solve_many` takes one and many givens"
    return ""

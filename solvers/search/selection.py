"""What a question is of: the matrix of a puzzle, what must be chosen of it and what must not be.

And what is said where something else than a puzzle or a matrix is asked a question.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from ...models.answer import Answer
from ...models.budget import watched
from ...models.errors import ModelError, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.verify import verify

__all__ = [
    "Hint",
    "Problem",
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

EXPECTED = "expected a Puzzle or an ExactCover"
LONG = 60  # characters of what is shown

log = logging.getLogger("minuet")


def selection_of(
    puzzle: Problem, given: Sequence[int] = (), deadline: Deadline | None = None
) -> tuple[ExactCover, Options, frozenset[int]]:
    """Return the matrix, the options that must be chosen and those that must not be.

    Raises ModelError for no puzzle or a given that is not the number of an option, and Stopped if
    the deadline comes before the puzzle is compiled.
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


def checked_options(matrix: ExactCover, given: Iterable[int], what: str = "given") -> Options:
    """Return the option numbers, each once. Raises ModelError for one that the matrix lacks.

    what  the argument's name, for the error
    """
    if isinstance(given, tuple) and not given:
        return ()
    chosen = _numbers(given, what)
    if chosen and not 0 <= min(chosen) <= max(chosen) < matrix.options:
        wrong = min(chosen) if min(chosen) < 0 else max(chosen)
        raise ModelError(f"{what}: option number {wrong}, expected 0 to {matrix.options - 1}")
    return chosen


def _numbers(given: Iterable[int], what: str) -> Options:
    try:
        return tuple(dict.fromkeys(map(index, given)))
    except TypeError as error:
        wanted = "option numbers"
        if what == "hint":
            wanted += ", or an answer as puzzle.answer(rows) makes it"
        raise ModelError(f"{what}: {error}, expected {wanted}") from None


def given_in(given: Iterable[int], options: Options) -> bool:
    """Whether all options that must be chosen are among these."""
    return set(options).issuperset(given)


def visible_hint(puzzle: Problem, hint: Hint) -> Options:
    """Return a hint as option numbers, ascending, without compiling the puzzle.

    Of a puzzle the choices alone: which hidden rows there are is known once it is compiled. Raises
    ModelError for what is no option.
    """
    told = hint.options if isinstance(hint, Answer) else hint
    if isinstance(puzzle, ExactCover):
        return tuple(sorted(checked_options(puzzle, told, "hint")))
    numbers = _numbers(told, "hint")
    if numbers and min(numbers) < 0:
        raise ModelError(f"hint: option number {min(numbers)}, expected 0 or more")
    return tuple(sorted(number for number in numbers if number < puzzle.visible_options))


def checked_hint(
    matrix: ExactCover, hint: Hint, given: Options, forbidden: frozenset[int]
) -> tuple[Options, Options]:
    """Return the hint as a solution, and as a guess where it is none; the other one is empty.

    A guess may be a part of a solution, or one of yesterday's puzzle: what is wrong with it as a
    solution of this one is logged. Raises ModelError for what is no option.
    """
    known = checked_options(matrix, hint.options if isinstance(hint, Answer) else hint, "hint")
    if not known:
        return (), ()
    wrong = verify(matrix, known, given=given, forbidden=forbidden)
    if wrong is None:
        return tuple(sorted(known)), ()
    log.info("the hint is no solution, and taken for a guess: %s", wrong)
    return (), known


def require_problem(found: Any) -> None:
    """Raise ModelError, which says what was meant as far as one can tell, for no puzzle."""
    if not isinstance(found, Puzzle | ExactCover):
        raise ModelError(f"{_shown(found)}, {EXPECTED}{_meant(found)}")


def _shown(found: Any) -> str:
    return excerpt(found, LONG) if isinstance(found, str) else excerpt(repr(found), LONG)[1:-1]


def _meant(found: Any) -> str:
    from ...models.gallery import Entry, entry

    if isinstance(found, str):
        try:
            name = entry(found.removeprefix("gallery:")).name
        except ModelError:
            return "; minuet.models.formats.read(text).problems has those of a text"
        return f": minuet.models.gallery.entry({name!r}).load()"
    if isinstance(found, Entry):
        return f": entry({found.name!r}).load()"
    if isinstance(found, type) and issubclass(found, Puzzle):
        return f": {found.__name__}(...) makes one"
    if hasattr(found, "problems"):
        return ": its `problems` are such"
    if isinstance(found, list | tuple):
        return ", one at a time; `solve_many` takes one and many givens"
    return ""

"""Writes any puzzle by its format: the puzzle itself, or its answer; one, or several in one text.

What a format cannot hold is an error that names it: nothing is left out. The answer is written in
the format's own way if it has one (a solution beside the puzzle), and else as the puzzle with every
choice of its answer given. A text that may be long is written by the piece, where its format has a
way to, so that nobody holds all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from .format import Format, Problem
from .registry import FORMATS, format_of

__all__ = ["form_of_file", "write", "write_all", "write_pieces"]

PIECE = 1 << 16  # characters


def write(
    problem: Problem, form: str | Format = "dlx", *, solution: Sequence[int] | None = None
) -> str:
    """Return a puzzle or a matrix as a text of a format.

    solution  the options of an answer, by number, which is written then

    Raises ModelError for an unknown format, one that cannot be written, and a puzzle that it
    cannot hold.
    """
    chosen = format_of(form)
    if chosen.write is None:
        written = ", ".join(name for name, one in FORMATS.items() if one.write is not None)
        raise ModelError(f"the format {chosen.name} is not written, expected one of {written}")
    if solution is None:
        return chosen.write(problem)
    if chosen.solved is not None:
        return chosen.solved(problem, solution)
    return chosen.write(_answered(problem, solution))


def write_all(
    problems: Sequence[Problem],
    form: str | Format = "dlx",
    *,
    solutions: Sequence[Sequence[int]] | None = None,
) -> str:
    """Return puzzles as one text of a format.

    solutions  the options of an answer of each, which are written then

    Raises ModelError as `write`, with the number of the puzzle where there are several, and for
    several puzzles if a text of the format holds but one.
    """
    chosen, several = format_of(form), len(problems) != 1
    if several and chosen.write is not None and chosen.join is None:
        what = f"a text of the format {chosen.name} holds one puzzle"
        raise ModelError(f"{what}, expected one and not {len(problems)}")
    texts = []
    for place, problem in enumerate(problems):
        answer = None if solutions is None else solutions[place]
        try:
            texts.append(write(problem, chosen, solution=answer))
        except ModelError as error:
            raise ModelError(f"puzzle {place + 1}: {error}" if several else str(error)) from error
    return texts[0] if chosen.join is None else chosen.join(texts)


def write_pieces(
    problems: Sequence[Problem],
    form: str | Format = "dlx",
    *,
    solutions: Sequence[Sequence[int]] | None = None,
) -> Iterator[str]:
    """Return the text that `write_all` returns, by the piece, and raise at once what it raises."""
    chosen = format_of(form)
    if chosen.stream is None or chosen.solved is not None or len(problems) != 1:
        return iter((write_all(problems, chosen, solutions=solutions),))
    (problem,) = problems
    if solutions is not None:
        problem = _answered(problem, solutions[0])
    return _gathered(chosen.stream(problem))


def _gathered(lines: Iterator[str]) -> Iterator[str]:
    """Yield the same text in fewer pieces."""
    piece: list[str] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line)
        if size >= PIECE:
            yield "".join(piece)
            piece, size = [], 0
    yield "".join(piece)


def form_of_file(file: str) -> str | None:
    """Return the format that a file's name tells by its end; None if it tells none.

    An end `.gz` behind it says that the file is compressed. Of several that have the end, it is the
    first that can be written.
    """
    forms = (form for form in FORMATS.values() if form.write is not None)
    file = file.removesuffix(".gz")
    return next((form.name for form in forms if file.endswith(form.extensions)), None)


def _answered(problem: Problem, solution: Sequence[int]) -> Problem:
    if isinstance(problem, ExactCover):
        return problem.selected(solution)
    return problem.with_given_options(solution)

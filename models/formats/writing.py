"""Writes any puzzle by its format: the puzzle itself, or its answer; one, or several in one text.

What a format cannot hold is an error that names it: nothing is left out. The answer is written in
the format's own way if it has one (a solution beside the puzzle), and else as the puzzle with every
choice of its answer given. A text that may be long is written by the piece, where its format has a
way to, so that no process holds all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from .format import Format, Problem
from .registry import FORMATS, format_of

__all__ = ["form_of_file", "write", "write_pieces"]

PIECE = 1 << 16  # characters


def write(
    problem: Problem | Sequence[Problem],
    form: str | Format = "dlx",
    *,
    solution: Sequence[int] | Sequence[Sequence[int]] | None = None,
) -> str:
    """Return a puzzle or a matrix, or several in a sequence, as a text of a format.

    solution  the options of an answer, by number, which is written then; of several puzzles the
              options of an answer each

    Raises ModelError for an unknown format, one that cannot be written, and a puzzle that it
    cannot hold; of several puzzles with its number, and if a text of the format holds but one.
    """
    chosen = format_of(form)
    if isinstance(problem, Sequence):
        return _write_all(problem, chosen, cast("Sequence[Sequence[int]] | None", solution))
    return _write_one(problem, chosen, cast("Sequence[int] | None", solution))


def _write_one(problem: Problem, form: Format, solution: Sequence[int] | None) -> str:
    if form.write is None:
        written = ", ".join(name for name, other in FORMATS.items() if other.write is not None)
        raise ModelError(f"the format {form.name} is not written, expected one of {written}")
    if solution is None:
        return form.write(problem)
    if form.solved is not None:
        return form.solved(problem, solution)
    return form.write(_answered(problem, solution))


def _write_all(
    problems: Sequence[Problem], form: Format, solutions: Sequence[Sequence[int]] | None
) -> str:
    several = len(problems) != 1
    if several and form.write is not None and form.join is None:
        fault = f"a text of the format {form.name} holds one puzzle"
        raise ModelError(f"{fault}, expected one and not {len(problems)}")
    texts = []
    for place, problem in enumerate(problems):
        answer = None if solutions is None else solutions[place]
        try:
            texts.append(_write_one(problem, form, answer))
        except ModelError as error:
            raise ModelError(f"puzzle {place + 1}: {error}" if several else str(error)) from error
    return texts[0] if form.join is None else form.join(texts)


def write_pieces(
    problems: Sequence[Problem],
    form: str | Format = "dlx",
    *,
    solutions: Sequence[Sequence[int]] | None = None,
) -> Iterator[str]:
    """Return the text that `write` returns, by the piece, and raise at once what it raises."""
    chosen = format_of(form)
    if chosen.stream is None or chosen.solved is not None or len(problems) != 1:
        return iter((_write_all(problems, chosen, solutions),))
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
    """Return the format of a file name's ending; None if no format has it.

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

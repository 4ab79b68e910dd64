"""`--hint FILE` of solve and improve: an answer that was kept in a file, as minuet prints answers.

Three ways of keeping one are read: documents of `--json`, or the `answer` of
one; lines, an option of a matrix or a choice each; and a puzzle of the same choices whose givens
are the answer, as a sudoku that is filled in. Pictures of other puzzles say too little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...models.errors import InputError, MinuetError, ModelError, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..inputs import bytes_of, name_of

if TYPE_CHECKING:
    from ...solvers.search.selection import Problem

__all__ = ["hint_of"]

LONG = 120  # characters of a message about an answer
TOLD = re.compile(r"(objectives?|broken) .*|OPTIMAL|FEASIBLE")  # what is printed below an answer
EXPECTED = "expected JSON as --json prints it, choices a line each, or a grid of all givens"


def hint_of(problem: Problem, hint: str | None) -> tuple[int, ...]:
    """Return the option numbers of the answer in the file; () where none is told.

    Raises InputError for what is no answer of this puzzle, nor a part of one.
    """
    if hint is None:
        return ()
    name = name_of(hint)
    try:
        text = bytes_of(hint).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"no text in UTF-8, {EXPECTED}", file=name, line=1, column=1) from None
    if text.lstrip().startswith("{"):
        options = _of_documents(problem, text, name)
    elif isinstance(problem, ExactCover):
        options = _of_options(problem, text, name)
    else:
        found = _of_choices(problem, text, name)
        options = _of_givens(problem, text, name) if found is None else found
    return tuple(options)


# ---- Documents -----------------------------------------------------------------------------------


class _Document(NamedTuple):
    """A JSON object of the file, and the line and column at which it begins."""

    told: dict[str, Any]
    line: int
    column: int


def _documents(text: str, name: str) -> Iterator[_Document]:
    import json

    decoder, place, blank = json.JSONDecoder(), 0, re.compile(r"\s*")
    while (place := blank.match(text, place).end()) < len(text):  # type: ignore[union-attr]
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        try:
            told, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            what = error.msg[:1].lower() + error.msg[1:]
            wrong = f"{what}, expected JSON as --json prints it"
            raise InputError(wrong, file=name, line=error.lineno, column=error.colno) from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{error}, {EXPECTED}", file=name, line=line, column=column) from None
        if not isinstance(told, dict):
            what = "no object, expected JSON as --json prints it"
            raise InputError(what, file=name, line=line, column=column)
        yield _Document(told, line, column)


def _of_documents(problem: Problem, text: str, name: str) -> list[int]:
    """Return the options of the best answer: the first `solution`, else the last that there is."""
    found = [one for one in _documents(text, name) if "answer" in one.told or _is_bare(one.told)]
    if not found:
        what = "no document with an answer, expected one"
        raise InputError(what, file=name, line=1, column=1)
    best = found[0] if found[0].told.get("kind") == "solution" else found[-1]
    answer = best.told if _is_bare(best.told) else best.told["answer"]
    try:
        return _told_options(problem, answer)
    except (ModelError, TypeError) as error:
        told = str(error) if len(str(error)) <= LONG else f"{str(error)[:LONG]}..."
        what = f"{told}, expected an answer of this puzzle"
        raise InputError(what, file=name, line=best.line, column=best.column) from None


def _is_bare(told: Mapping[str, Any]) -> bool:
    return "minuet" not in told and "answer" not in told


def _told_options(problem: Problem, answer: Any) -> list[int]:
    """Return the options of an answer as `to_dict` writes it. Raises ModelError for another."""
    if not isinstance(answer, dict):
        raise ModelError("an answer that is no object")
    if isinstance(problem, Puzzle):
        return list(problem.answer(answer).options)
    options = answer.get("options")
    if not isinstance(options, list) or not all(type(one) is int for one in options):
        raise ModelError("an answer without `options`, the numbers of options")
    wrong = [one for one in options if not 0 <= one < problem.options]
    if wrong:
        raise ModelError(f"option {wrong[0]} of {problem.options}, counted from 0")
    return options


# ---- Lines ---------------------------------------------------------------------------------------


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line.strip()


def _of_options(matrix: ExactCover, text: str, name: str) -> list[int]:
    """Return the options whose items the lines tell, in any order, with their costs or without.

    Of options with the same items each line is the next one.
    """
    from ...models.formats.matrix.dlx_text import option_line

    known: dict[tuple[str, ...], list[int]] = {}
    for option in range(matrix.options):
        words = sorted(option_line(matrix, option).split())
        plain = tuple(word for word in words if word[0] != "|")
        for key in {tuple(words), plain}:
            known.setdefault(key, []).append(option)
    chosen: dict[int, None] = {}
    for number, line in _lines(text):
        named = known.get(tuple(sorted(line.split())))
        if named is None and TOLD.fullmatch(line):
            continue
        left = next((one for one in named or () if one not in chosen), None)
        if left is None:
            what = f"{excerpt(line)} is no {'further ' if named else ''}option of the matrix"
            wrong = f"{what}, expected one as minuet prints it"
            raise InputError(wrong, file=name, line=number, column=1)
        chosen[left] = None
    if not chosen:
        raise InputError("no options, expected them as minuet prints them", file=name)
    return list(chosen)


def _of_choices(puzzle: Puzzle, text: str, name: str) -> list[int] | None:
    """Return the choices that lines tell as minuet prints them; None where the first is none."""
    lines = [(number, line) for number, line in _lines(text) if not TOLD.fullmatch(line)]
    known = {puzzle.describe(option): option for option in range(puzzle.visible_options)}
    if not lines or lines[0][1] not in known:
        return None
    for number, line in lines:
        if line not in known:
            what = f"{excerpt(line)} is no choice of the puzzle, expected one as minuet prints it"
            raise InputError(what, file=name, line=number, column=1)
    return list(dict.fromkeys(known[line] for _, line in lines))


def _of_givens(puzzle: Puzzle, text: str, name: str) -> list[int]:
    """Return the givens of the first puzzle in the text, which has the same choices."""
    from ...models.formats import read

    wrong = InputError(f"no answer of this puzzle, {EXPECTED}", file=name, line=1, column=1)
    grid = "\n".join(line for line in text.splitlines() if not TOLD.fullmatch(line.strip()))
    try:
        first = read(grid, file=name).problems[0]
    except MinuetError:
        raise wrong from None
    if not isinstance(first, Puzzle) or not first.given_options:
        raise wrong
    own = {table.name: table for table in puzzle.tables}
    for table in first.tables:
        like = own.get(table.name)
        if like is None or like.columns != table.columns or list(like.rows) != list(table.rows):
            raise wrong
    shift = {
        table.offset + row: own[table.name].offset + row
        for table in first.tables
        for row in range(len(table))
    }
    return [shift[option] for option in first.given_options]

"""Answers and choices in texts of a user: `--hint FILE` and `--choice TEXT`.

A hint is an answer as minuet prints it, in one of three forms: documents of `--json`, or the
`answer` of one; lines, an option of a matrix or a choice each; a puzzle of the same choices whose
givens are the answer, such as a filled-in sudoku. Pictures of other puzzles are not accepted.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...models.errors import InputError, MinuetError, ModelError, did_you_mean, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...solvers.search.selection import Problem
from ..inputs import bytes_of, name_of

__all__ = ["choice_of", "hint_of"]

LONG = 120  # characters of a message about an answer
TOLD = re.compile(r"(objectives?|broken) .*|OPTIMAL|FEASIBLE")  # what is printed below an answer
EXPECTED = "expected JSON as --json prints it, choices a line each, or a grid of all givens"


def hint_of(problem: Problem, hint: str | None) -> tuple[int, ...]:
    """Return the option numbers of the answer in the file; ()() if there is none.

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
        choices = _of_choices(problem, text, name)
        options = _of_givens(problem, text, name) if choices is None else choices
    return tuple(options)


# ---- Documents -----------------------------------------------------------------------------------


class _Document(NamedTuple):
    """A JSON object of the file, and the line and column at which it begins."""

    fields: dict[str, Any]
    line: int
    column: int


def _documents(text: str, name: str) -> Iterator[_Document]:
    import json

    decoder, place, blank = json.JSONDecoder(), 0, re.compile(r"\s*")
    while (place := blank.match(text, place).end()) < len(text):  # type: ignore[union-attr]
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        try:
            value, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            message = error.msg[:1].lower() + error.msg[1:]
            wrong = f"{message}, expected JSON as --json prints it"
            raise InputError(wrong, file=name, line=error.lineno, column=error.colno) from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{error}, {EXPECTED}", file=name, line=line, column=column) from None
        if not isinstance(value, dict):
            message = "no object, expected JSON as --json prints it"
            raise InputError(message, file=name, line=line, column=column)
        yield _Document(value, line, column)


def _of_documents(problem: Problem, text: str, name: str) -> list[int]:
    """Return the options of the best answer: the first `solution`, else the last that there is."""
    documents = [
        document
        for document in _documents(text, name)
        if "answer" in document.fields or _is_bare(document.fields)
    ]
    if not documents:
        message = "no document with an answer, expected one"
        raise InputError(message, file=name, line=1, column=1)
    best = documents[0] if documents[0].fields.get("kind") == "solution" else documents[-1]
    answer = best.fields if _is_bare(best.fields) else best.fields["answer"]
    try:
        return _options_of(problem, answer)
    except (ModelError, TypeError) as error:
        reason = str(error) if len(str(error)) <= LONG else f"{str(error)[:LONG]}..."
        message = f"{reason}, expected an answer of this puzzle"
        raise InputError(message, file=name, line=best.line, column=best.column) from None


def _is_bare(document: Mapping[str, Any]) -> bool:
    return "minuet" not in document and "answer" not in document


def _options_of(problem: Problem, answer: Any) -> list[int]:
    """Return the options of an answer as `to_dict` writes it. Raises ModelError for another."""
    if not isinstance(answer, dict):
        raise ModelError("an answer that is no object")
    if isinstance(problem, Puzzle):
        return list(problem.answer(answer).options)
    options = answer.get("options")
    if not isinstance(options, list) or not all(type(option) is int for option in options):
        raise ModelError("an answer without `options`, the numbers of options")
    wrong = [option for option in options if not 0 <= option < problem.options]
    if wrong:
        raise ModelError(f"option {wrong[0]} of {problem.options}, counted from 0")
    return options


# ---- Lines ---------------------------------------------------------------------------------------


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line.strip()


def _of_options(matrix: ExactCover, text: str, name: str) -> list[int]:
    """Return the options whose items the lines list, in any order, with their costs or without.

    Of options with the same items each line is the next one.
    """
    from ...models.formats.matrix.dlx_text import option_line

    by_words: dict[tuple[str, ...], list[int]] = {}
    for option in range(matrix.options):
        words = sorted(option_line(matrix, option).split())
        plain = tuple(word for word in words if word[0] != "|")
        for key in {tuple(words), plain}:
            by_words.setdefault(key, []).append(option)
    chosen: dict[int, None] = {}
    for number, line in _lines(text):
        named = by_words.get(tuple(sorted(line.split())))
        if named is None and TOLD.fullmatch(line):
            continue
        left = next((candidate for candidate in named or () if candidate not in chosen), None)
        if left is None:
            reason = f"{excerpt(line)} is no {'further ' if named else ''}option of the matrix"
            wrong = f"{reason}, expected one as minuet prints it"
            raise InputError(wrong, file=name, line=number, column=1)
        chosen[left] = None
    if not chosen:
        raise InputError("no options, expected them as minuet prints them", file=name)
    return list(chosen)


def _of_choices(puzzle: Puzzle, text: str, name: str) -> list[int] | None:
    """Return the choices that lines list as minuet prints them; None if the first is none."""
    lines = [(number, line) for number, line in _lines(text) if not TOLD.fullmatch(line)]
    choices = {puzzle.describe(option): option for option in range(puzzle.visible_options)}
    if not lines or lines[0][1] not in choices:
        return None
    for number, line in lines:
        if line not in choices:
            message = (
                f"{excerpt(line)} is no choice of the puzzle, expected one as minuet prints it"
            )
            raise InputError(message, file=name, line=number, column=1)
    return list(dict.fromkeys(choices[line] for _, line in lines))


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


# ---- --choice ------------------------------------------------------------------------------------


def choice_of(problem: Problem, text: str) -> int:
    """Return the option that a text on the command line names.

    Of a puzzle `TABLE COLUMN=VALUE ...` (the table may be left out if there is but one), or the
    choice as minuet prints it, `digit(row=0, col=0, value=5)`; of a bare matrix the number of the
    option, from 1, or its items, as in `a x:red`, in any order. Raises ModelError if it names no
    choice, or several.
    """
    if isinstance(problem, ExactCover):
        return _option_of(problem, text)
    matches = list(_matching(problem, text))
    if len(matches) == 1:
        return matches[0]
    several = f"{len(matches)} choices match, expected one" if matches else "no such choice"
    example = next((table.describe(0) for table in problem.tables if len(table)), "none")
    why = "" if matches else _unlike(problem, text)
    wanted = f"{several} (a choice is for example {example}){why}"
    raise ModelError(f"--choice {excerpt(text)}: {wanted}")


def _option_of(matrix: ExactCover, text: str) -> int:
    """Return the option of a bare matrix that is named by its number or by its items."""
    from ...models.formats.matrix.dlx_text import option_line

    if text.isascii() and text.isdecimal() and len(text) < 20 and 1 <= int(text) <= matrix.options:
        return int(text) - 1
    words = sorted(text.split())
    lines = (option_line(matrix, number).split() for number in range(matrix.options))
    named = [
        number
        for number, line in enumerate(lines)
        if words in (sorted(line), sorted(word for word in line if word[0] != "|"))
    ]
    if len(named) == 1:
        return named[0]
    expected = f"expected the number of an option, 1 to {matrix.options}, or its items"
    if named:
        shown = ", ".join(str(number + 1) for number in named[:5])
        more = ", ..." if len(named) > 5 else ""
        wanted = f"expected the number of one: {shown}{more}"
        expected = f"{len(named)} options have these items, {wanted}"
    raise ModelError(f"--choice {excerpt(text)}: {expected}")


def _unlike(puzzle: Puzzle, text: str) -> str:
    """Return the end of a message: what no choice has, a table's name, a column's or a value."""
    names, values = _named(text)
    tables = {table.name: table for table in puzzle.tables}
    for name in names:
        if name not in tables:
            return f"; no table {excerpt(name)}{did_you_mean(name, tables)}"
    among = [tables[name] for name in names] or list(tables.values())
    columns = [column for table in among for column in table.columns]
    for column, value in values.items():
        if column not in columns:
            close = did_you_mean(column, columns)
            return f"; no column {excerpt(column)}{close}"
        known_values = {
            str(row[table.columns.index(column)])
            for table in among
            if column in table.columns
            for row in table.rows
        }
        if value not in known_values:
            return f"; no {column} {excerpt(value)}{did_you_mean(value, known_values)}"
    return ""


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

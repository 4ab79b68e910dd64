"""Writes a puzzle of the layer as TOML: its tables, its rules, givens, what is forbidden, costs.

Tables are written as ranges and rows. A rule's groups are written as an expression where one is
found that says them (fitting.py), and else row by row. A sudoku is written as `[sudoku]` and a
packing as `[packing]`, with the tables and rules that were added to it, if that says all of it.
What is written is read again and compared; a puzzle that does not come back is an error, never a
text that says less. A picture that was told comes along (show.py); what is lost of a picture is a
warning, and a comment in the text. The words of messages are no part of a puzzle's matrix and stay
behind.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ....errors import InputError, ModelError, ModelWarning
from ....matrix.exact_cover import ExactCover
from ....packings.packing import Packing
from ....picture.painters.painting import picture_of
from ....puzzle import Puzzle
from ....rules.rule import Rule
from ....rules.rulebook import level_outside
from ....sudokus.sudoku import Sudoku
from ....tables.table import Choices
from ...format import Problem
from ...likeness import same_cover
from ...source import Source
from ..costs import cost_lines, said_aims
from ..description import read_toml
from ..givens import chosen_lines
from ..node import LONGEST_TEXT
from ..rules import rule_lines
from ..show import has_picture, show_lines
from ..values import array, filled, key, range_or_array, text, value

__all__ = ["write_toml"]

_RESERVED = ("where", "rows", "columns", "csv", "grid", "says")
_LARGEST = 10**7  # choices; what is read again is not bounded as a stranger's text is


def write_toml(problem: Problem) -> str:
    """Return the puzzle as a description.

    Raises ModelError for a bare matrix, and for a puzzle with a value, a rule or a size that TOML
    cannot say.
    """
    if isinstance(problem, ExactCover):
        raise ModelError(f"toml: {problem!r} has no tables, expected a puzzle of the layer")
    if isinstance(problem, Sudoku | Packing):
        try:
            return _shown(problem, _of_class(problem))
        except ModelError as error:
            reason = str(error).removeprefix("toml: ").replace("\n", " ")
    else:
        reason = ""
    tables, rules = _parts(problem.tables, problem.rules)
    lines = [*_head(problem), *tables, *rules, *_tail(problem, givens=True)]
    kind = type(problem)
    if kind.picture is None or has_picture(problem):
        return _shown(problem, lines)
    what = f"The picture of a {kind.__name__} is left out: it is written as tables and rules"
    what += f", for {reason}" if reason else ""
    return _checked(problem, lines)[0] + _left_out(problem, what)


def _of_class(puzzle: Sudoku | Packing) -> list[str]:
    """Return the lines of a puzzle whose class makes tables and rules, and of what was added."""
    if isinstance(puzzle, Sudoku):
        from .sudoku import sudoku_lines

        lines = [*_head(puzzle), *sudoku_lines(puzzle)]
    else:
        from .packing import packing_lines

        lines = [*_head(puzzle), *packing_lines(puzzle)]
    base = read_toml(Source("\n".join(lines) + "\n", most_choices=_LARGEST))
    known = {table.name for table in base.tables}, {rule.name for rule in base.rules}
    tables, rules = _parts(
        [table for table in puzzle.tables if table.name not in known[0]],
        [rule for rule in puzzle.rules if rule.name not in known[1]],
    )
    return [*lines, *tables, *rules, *_tail(puzzle, givens=isinstance(puzzle, Packing))]


def _parts(tables: Iterable[Choices], rules: Iterable[Rule]) -> tuple[list[str], list[str]]:
    """Return the lines of tables and of rules."""
    return (
        [line for table in tables for line in ["", *_table(table)]],
        [line for rule in rules for line in ["", *rule_lines(rule)]],
    )


def _left_out(puzzle: Puzzle, what: str) -> str:
    """Return the comment that says what is left out, and warn of it."""
    warnings.warn(f"{puzzle.name}: toml: {what}", ModelWarning, stacklevel=level_outside())
    return f"\n# {what}\n"


def _shown(puzzle: Puzzle, lines: Sequence[str]) -> str:
    """Return the text with the picture that the puzzle was told, or with a remark that it lacks it.

    Raises ModelError as `_checked`.
    """
    try:
        shown = show_lines(puzzle) if has_picture(puzzle) else []
        written, again = _checked(puzzle, [*lines, *shown])
    except ModelError as error:
        if not has_picture(puzzle):
            raise
        reason = str(error).removeprefix("toml: ").replace("\n", " ")
        return _checked(puzzle, lines)[0] + _left_out(puzzle, f"The picture is left out: {reason}")
    if _drawn_alike(puzzle, again):
        return written
    kinds = f"that of a {type(puzzle).__name__}, and this is a {type(again).__name__}"
    return written + _left_out(puzzle, f"The picture is left out in part: it is {kinds}")


def _drawn_alike(puzzle: Puzzle, again: Puzzle) -> bool:
    """Whether two puzzles have the same picture of their givens, if their classes differ."""
    if type(puzzle) is type(again):
        return True
    one, other = picture_of(puzzle), picture_of(again)
    return one.lattice == other.lattice and Counter(one.shapes) == Counter(other.shapes)


def _checked(puzzle: Puzzle, lines: Sequence[str]) -> tuple[str, Puzzle]:
    """Return the text, and what is read from it. Raises ModelError if it is another puzzle."""
    written = "\n".join(lines) + "\n"
    if len(written) > LONGEST_TEXT:
        size = f"{len(written)} characters, expected {LONGEST_TEXT} at most"
        raise ModelError(f"toml: {puzzle!r} as a text of {size}")
    try:
        again = read_toml(Source(written, most_choices=_LARGEST))
    except InputError as error:
        raise ModelError(f"toml: {puzzle!r} cannot be written: {error}") from error
    if (
        set(again.given_options) != set(puzzle.given_options)
        or again.forbidden_options != puzzle.forbidden_options
        or said_aims(again) != said_aims(puzzle)
        or not same_cover(again.matrix, puzzle.matrix)
    ):
        raise ModelError(f"toml: {puzzle!r} has rules of its own, which TOML has no words for")
    return written, again


def _head(puzzle: Puzzle) -> Iterator[str]:
    yield f"name = {text(puzzle.name)}"
    if puzzle.alike != Puzzle.alike:
        yield f"symmetries = {text(puzzle.alike)}"


# ---- Tables --------------------------------------------------------------------------------------


def _table(table: Choices) -> Iterator[str]:
    what = f"toml: table {table.name!r} has"
    yield f"[choices.{key(table.name)}]"
    factors = _factors(table)
    if factors is not None and not set(_RESERVED).intersection(table.columns):
        for name, values in zip(table.columns, factors, strict=True):
            yield f"{key(name)} = {range_or_array(values, what)}"
        return
    yield f"columns = {array(map(text, table.columns))}"
    yield f"rows = {filled(value(tuple(row), what) for row in table.rows)}"


def _factors(table: Choices) -> Sequence[Sequence[Any]] | None:
    """Return the values of each column, if the rows are their product; else None."""
    if table.factors is not None or not len(table):
        return table.factors
    found = [list(dict.fromkeys(column)) for column in zip(*table.rows, strict=True)]
    if prod(map(len, found)) != len(table):
        return None
    return found if all(map(tuple.__eq__, table.rows, product(*found))) else None


# ---- Givens, what is forbidden, costs ------------------------------------------------------------


def _tail(puzzle: Puzzle, *, givens: bool = False) -> Iterator[str]:
    if givens:
        yield from chosen_lines("given", puzzle.tables, puzzle.given_options)
    yield from chosen_lines("forbid", puzzle.tables, sorted(puzzle.forbidden_options))
    yield from cost_lines(puzzle)

"""What rows cost, as TOML: level by level, by an expression or a number for each row.

A decimal is written as one, any other fraction as a string, so that it is read exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ....errors import ModelError
from ....objective import Number
from ....puzzle import Puzzle
from ....tables.table import Choices
from ..arguments.costs import AIMS, LEVEL
from .fitting import fitting_expression
from .values import filled, key, text

__all__ = ["amounts_text", "cost_lines", "said_aims"]

MOST_PLACES = 9  # behind the point; fractions of more are written as such


def said_aims(puzzle: Puzzle) -> list[Any]:
    """Return what a puzzle minimises and maximises, told by names; equal if it is the same."""
    return [
        (level, sign, {table.name: list(each) for table, each in amounts.items()})
        for level, sign, amounts in puzzle.aims
    ]


def cost_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the sections that say what is minimised and maximised.

    Raises ModelError for levels where a table has the name that tells the level.
    """
    aims = puzzle.aims
    plain = [aim.level for aim in aims] in ([], [0])
    if not plain and any(table.name == LEVEL for table in puzzle.tables):
        what = f"levels and a table {LEVEL!r}, which TOML has no words for"
        raise ModelError(f"toml: {puzzle!r} has {what}")
    for level, sign, amounts in aims:
        word = AIMS[sign < 0]
        yield ""
        yield f"[{word}]" if plain else f"[[{word}]]"
        if level:
            yield f"{LEVEL} = {level}"
        for table, each in amounts.items():
            yield f"{key(table.name)} = {amounts_text(table, each)}"


def amounts_text(table: Choices, amounts: Sequence[Number]) -> str:
    """Return what says the amount of each row of a table."""
    if len(set(amounts)) == 1:
        return _number(amounts[0])
    expression = fitting_expression(table, [[amount] for amount in amounts])
    return filled(map(_number, amounts)) if expression is None else text(expression)


def _number(amount: Number) -> str:
    """Return a decimal of few digits as such, any other fraction as a string."""
    if not isinstance(amount, Fraction):
        return str(amount)
    for places in range(1, MOST_PLACES + 1):
        digits, rest = divmod(abs(amount.numerator) * 10**places, amount.denominator)
        if not rest:
            shown = str(digits).rjust(places + 1, "0")
            return f"{'-' if amount < 0 else ''}{shown[:-places]}.{shown[-places:]}"
    return text(str(amount))

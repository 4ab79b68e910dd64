"""What rows cost or are worth in TOML, level by level.

    [minimize]
    shift = "hours"                    an expression over the table's columns
    bin = 0.25                         a number for each of its rows: an integer, a decimal,
    pair = ["1/3", 0, 1.5]             or a fraction as a string; or an array, row after row

    [[maximize]]                       several, of one level each
    level = 1                          what is of a higher level comes first; else it is 0
    shift = "wish"

Decimals are exact: what TOML writes as a float is read digit by digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ...errors import ModelError
from ...objective import Number, whole
from ...puzzle import Puzzle
from ...tables.rows import RowFunction
from .amounts import amount, amounts_of, python_amount
from .context import Context, Table
from .node import Node
from .python_text import Program, call
from .values import dumped
from .values import key as bare

__all__ = ["AIMS", "aims_python", "cost_lines", "read_aims", "said_aims"]

AIMS = ("minimize", "maximize")
LEVEL = "level"
MOST_DIGITS = 40  # before and behind the point; costs sum to less than 2^62 in any unit
_NUMBER = re.compile(r"\s*[+-]?[0-9]+(\.[0-9]+|/[0-9]+)?\s*")
_EXPECTED = 'an integer, a decimal or a fraction as "1/3"'


def read_aims(context: Context, node: Node) -> None:
    """Read what is minimised and what is maximised; a table may have the name of the level."""
    for block in _blocks(node):
        leveled = LEVEL in block and LEVEL not in context.tables
        level = block[LEVEL].integer("a level") if leveled else 0
        for field in block.fields():
            if field.name != LEVEL or not leveled:
                _aim(context, field, str(block.path[0]), level)


def _blocks(node: Node) -> Iterator[Node]:
    """Yield each block that states an objective."""
    for key in AIMS:
        if key in node:
            value = node[key]
            for block in value.array() if isinstance(value.value, list) else [value]:
                yield block.table()


def _aim(context: Context, field: Node, word: str, level: int) -> None:
    table = context.table_named(field)
    counted = _counted(context, table, field)
    context.puzzle.origin = field.origin
    aim = context.puzzle.minimize if word == AIMS[0] else context.puzzle.maximize
    with field.blamed():
        aim(table.choices, counted, level=level)


def _counted(context: Context, table: Table, node: Node) -> RowFunction | Number:
    """Read a number, an expression or the numbers of a table's rows."""
    if isinstance(node.value, list):
        return amount(context, table, node, _exact)
    is_number = isinstance(node.value, str) and _NUMBER.fullmatch(node.value)
    if is_number or not isinstance(node.value, str):
        return _exact(node)
    return amount(context, table, node)


def _exact(node: Node) -> Number:
    """Return a number. Raises InputError for none, and for one of very many digits."""
    value = node.value
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise node.error(f"{value}, expected {_EXPECTED}")
        exponent = value.as_tuple().exponent
        if value.adjusted() > MOST_DIGITS or int(exponent) < -MOST_DIGITS:
            raise node.error(f"a number of more digits than {MOST_DIGITS}, expected {_EXPECTED}")
        return whole(Fraction(value))
    if not isinstance(value, str):
        return node.integer(_EXPECTED)
    if not _NUMBER.fullmatch(value):
        raise node.error(f"{value[:MOST_DIGITS]!r}, expected {_EXPECTED}")
    if max(map(len, re.findall("[0-9]+", value))) > MOST_DIGITS:
        raise node.error(f"a number of more digits than {MOST_DIGITS}, expected {_EXPECTED}")
    try:
        return whole(Fraction(value))
    except ZeroDivisionError:
        raise node.error(f"{value!r} divides by zero, expected {_EXPECTED}") from None


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
            yield f"{bare(table.name)} = {dumped(amounts_of(table, each), 'toml: a cost is')}"


def aims_python(program: Program, word: str, value: Any) -> Iterator[str]:
    """Yield the statements of what is minimised or maximised, each block of one level."""
    for block in value if isinstance(value, list) else [value]:
        leveled = LEVEL in block and LEVEL not in program.variables
        more = [f"level={block[LEVEL]}"] if leveled else []
        for table, of in block.items():
            if table != LEVEL or not leveled:
                amount = python_amount(program.columns[table], table, of, "numbers")
                yield call(f"puzzle.{word}", [program.variables[table], amount, *more])

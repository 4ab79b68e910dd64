"""How many, between what, and how much each row counts, in TOML.

    exactly = 1             exactly = [2, 0, 1], over = "1..3"      one for each group
    between = [1, "many"]   between = [[1, 2], [3, 4]], over = "1..2"
    weight = "value"        weight = { a = [1, 2, 3], b = "2 * n" }

A count is 0 or more; where a sum is bounded, numbers may be negative.
"""

from __future__ import annotations

from typing import Any

from ....rules.arguments import WEIGHT, Argument
from ....tables.table import Choices
from ..context import Context, Table
from ..keys import amount
from ..node import Node
from .arguments import Arguments

__all__ = ["bounds", "numbers", "weights"]


def numbers(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read a number, or one for each of the groups that `over` names, as one rule."""
    return (_number(arguments, arguments.own, "a number or an array of them"),)


def bounds(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read how few and how many choices of a group are made, or between what a sum lies."""
    low, high = arguments.own.array(2)
    least = _number(arguments, low, "an integer")
    if high.value == "many":
        return least, None
    first = least if isinstance(least, int) and not _weighs(arguments) else 0
    return least, _number(arguments, high, 'an integer or "many"', first)


def weights(arguments: Arguments, _: Argument = WEIGHT) -> tuple[Any, ...]:
    """Read how much each row counts."""
    node = arguments.node["weight"]
    by_table = isinstance(node.value, dict)
    if by_table:
        node.table(*(table.choices.name for table in arguments.tables))
    found: dict[Choices, Any] = {}
    for table in arguments.tables:
        name = table.choices.name
        told = node.need(name, f"the weight of table {name!r}") if by_table else node
        found[table.choices] = _weight_of(arguments.context, table, told)
    return (found,)


def _number(arguments: Arguments, node: Node, what: str, low: int = 0) -> Any:
    """Read a number, or by group an array of them; of sums, they may be negative."""
    weighs = _weighs(arguments)
    if not isinstance(node.value, list):
        return node.integer(what) if weighs else node.count(what, low)
    if arguments.groups is None:
        raise arguments.node.key_error(
            "numbers without `over`, expected the groups that they are of"
        )
    told = zip(arguments.groups, node.array(len(arguments.groups)), strict=True)
    return {key: one.integer() if weighs else one.count() for key, one in told}


def _weighs(arguments: Arguments) -> bool:
    """Whether it is a sum that is bounded."""
    covering = arguments.node.get("covering")
    return "weight" in arguments.node or (covering is not None and "weight" in repr(covering.value))


def _weight_of(context: Context, table: Table, node: Node) -> Any:
    """Read an integer, an expression or the numbers of a table's rows."""
    if isinstance(node.value, str | list):
        return amount(context, table, node)
    return node.integer("an integer, an expression over columns or an array of integers")

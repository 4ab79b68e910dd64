"""What rules on lines read of a TOML table: places, values, automata and tuples.

    lines = [[[1, 1], [1, 2]], [[1, 2], [2, 2]]]    the places of each line, in order
    along = "col"          value = "digit"          value = "digit % 2"
    value = { rows = [1, 2, 1] }                    row after row of the table
    regular = "0* 1{3} 0+ 1 0*"                     one for all lines
    regular = ["0* 1 0*", "1{5}"], over = "1..2"    one for each line
    regular = { start = "even", accepting = ["even"], transitions = [["even", 1, "odd"], ...] }
    table_rule = [[1, 2, 3], [3, 2, 1]]

rules.py reads them as it reads the other sorts of arguments.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ....rules.arguments import Argument
from ....rules.keys import Listed
from ....rules.statements.automaton import Automaton
from ....tables.rows import RowFunction
from ..keys import is_listed, listed_rows
from ..node import Node
from .arguments import Arguments

__all__ = ["automata", "column", "paths", "tuples"]


MEANINGS = {"along": "the place of a row in its line", "value": "what a row says"}


def column(arguments: Arguments, argument: Argument) -> tuple[Any, ...]:
    """Read what is said of each row: a column, an expression of columns, or row after row."""
    (key,) = argument.keys
    return (_column(arguments, arguments.node.need(key, MEANINGS.get(key, "a column"))),)


def _column(arguments: Arguments, node: Node) -> str | RowFunction | Listed:
    """Return a column's name, whose values have an order, or an expression."""
    table = arguments.tables[0]
    if is_listed(node):
        rows = listed_rows(arguments.context, table, node)
        return Listed([one.atom() for one in rows])
    expression = table.expression(node)
    arguments.context.spend_looks(node, expression.weight * len(table.choices))
    name = expression.text
    return name if name in table.choices.columns else expression.row_function


def paths(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read the places of each line, in order: arrays of them, perhaps under names."""
    node = arguments.node["lines"]
    listed = list(node.fields()) if isinstance(node.value, dict) else node.array()
    arguments.context.spend_looks(node, sum(len(one.array()) for one in listed))
    found = [one.atom() for one in listed]
    if isinstance(node.value, dict):
        return (dict(zip(node.value, found, strict=True)),)
    return (found,)


def automata(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read a regular expression or an automaton, or one for each of the groups of `over`."""
    own, groups = arguments.own, arguments.groups
    if not isinstance(own.value, list):
        return (_language(own),)
    if groups is None:
        raise arguments.node.key_error(
            "expressions without `over`, expected the lines that they are of"
        )
    listed = own.array(len(groups))
    found: Mapping[Hashable, Any] = {
        key: _language(one) for key, one in zip(groups, listed, strict=True)
    }
    return (found,)


def _language(node: Node) -> str | Automaton:
    if not isinstance(node.value, dict):
        return node.string("a regular expression or an automaton")
    node.table("start", "accepting", "transitions")
    steps = node.need("transitions", "arrays of state, value, state").array()
    transitions = [tuple(part.atom() for part in step.array(3)) for step in steps]
    start = node.need("start", "the state before the first value").atom()
    ends = [one.atom() for one in node.need("accepting", "states").array()]
    with node.blamed():
        return Automaton(transitions, start, ends)


def tuples(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read the tuples that a line may be."""
    listed = arguments.own.array()
    arguments.context.spend_looks(arguments.own, sum(len(one.array()) for one in listed))
    return ([one.atom() for one in listed],)

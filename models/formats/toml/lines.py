"""What rules on lines take: places, values, automata and tuples.

lines = [[[1, 1], [1, 2]], [[1, 2], [2, 2]]]    the places of each line, in order
along = "col"          value = "digit"          value = "digit % 2"
value = { rows = [1, 2, 1] }                    row after row of the table
regular = "0* 1{3} 0+ 1 0*"                     one for all lines
regular = ["0* 1 0*", "1{5}"], over = "1..2"    one for each line
regular = { start = "even", accepting = ["even"], transitions = [["even", 1, "odd"], ...] }
table_rule = [[1, 2, 3], [3, 2, 1]]
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ...rules.arguments import Argument
from ...rules.keys import Listed
from ...rules.statements.automaton import Automaton
from .expressions import fitting_expression
from .keys import is_listed, listed_rows, over_text, python_key
from .node import Node
from .python_text import bracketed, call, literal, quoted
from .sorts import Reading, Sort, Spelling, Writing

__all__ = ["SORTS"]

MEANINGS = {"along": "the place of a row in its line", "value": "what a row says"}


# ---- What each row says --------------------------------------------------------------------------


def _read_column(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read what is said of each row: a column, an expression of columns, or row after row."""
    (key,) = argument.keys
    node = reading.node.need(key, MEANINGS.get(key, "a column"))
    table = reading.tables[0]
    if is_listed(node):
        return (Listed([value.atom() for value in listed_rows(reading.context, table, node)]),)
    expression = table.expression(node)
    reading.context.spend_looks(node, expression.weight * len(table.choices))
    name = expression.text  # a column's values have an order, which an expression's have not
    return (name if name in table.choices.columns else expression.row_function,)


def _write_column(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return what each row says; values that are all 1 are left out where they may be."""
    (name,), (table,) = argument.keys, writing.rule.tables
    values = list(getattr(writing.rule, name))
    if argument.optional and all(value == 1 for value in values):
        return {}
    fit = fitting_expression(table, [[value] for value in values])
    if name == "along" and not writing.lines and any(isinstance(place, str) for place in values):
        places = list(writing.rule.places)
        declared = values
        if table.factors is not None and fit in table.columns:
            declared = list(table.factors[table.columns.index(fit)])
        if fit is None or list(dict.fromkeys(declared)) != places:  # the order is not found again
            rank = {place: number for number, place in enumerate(places)}
            return {name: {"rows": [rank[place] for place in values]}}
    if fit is None and len(set(values)) == 1 and type(values[0]) is int:
        return {name: values[0]}
    return {name: {"rows": values} if fit is None else fit}


def _python_column(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    return (None if value is None else python_key(spelling.program, spelling.tables[0], value),)


# ---- Places of lines -----------------------------------------------------------------------------


def _read_lines(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the places of each line, in order: arrays of them, perhaps under names."""
    node = reading.value_of(argument)
    listed = list(node.fields()) if isinstance(node.value, dict) else node.array()
    reading.context.spend_looks(node, sum(len(element.array()) for element in listed))
    lines = [element.atom() for element in listed]
    if isinstance(node.value, dict):
        return (dict(zip(node.value, lines, strict=True)),)
    return (lines,)


def _write_lines(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return the places of each line: a list, or a table if the lines have names."""
    orders = writing.lines
    if orders is None:
        return {}
    if list(orders) == list(range(1, len(orders) + 1)):
        return {writing.key_of(argument): list(map(tuple, orders.values()))}
    for name in orders:
        if not isinstance(name, str):
            raise writing.error(f"has {name!r} as the key of a line, expected a name")
    return {writing.key_of(argument): {name: tuple(places) for name, places in orders.items()}}


def _python_lines(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    if isinstance(value, dict):
        pairs = [f"{quoted(name)}: {literal(places)}" for name, places in value.items()]
        return (bracketed("{", pairs, "}"),)
    return (None if value is None else bracketed("[", list(map(literal, value)), "]"),)


# ---- Words of lines ------------------------------------------------------------------------------


def _read_language(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read a regular expression or an automaton, or one for each of the groups of `over`."""
    own, groups = reading.value_of(argument), reading.groups
    if not isinstance(own.value, list):
        return (_automaton(own),)
    if groups is None:
        raise reading.node.key_error(
            "expressions without `over`, expected the lines that they are of"
        )
    listed = own.array(len(groups))
    languages: Mapping[Hashable, Any] = {
        key: _automaton(element) for key, element in zip(groups, listed, strict=True)
    }
    return (languages,)


def _automaton(node: Node) -> str | Automaton:
    if not isinstance(node.value, dict):
        return node.string("a regular expression or an automaton")
    node.table("start", "accepting", "transitions")
    steps = node.need("transitions", "arrays of state, value, state").array()
    transitions = [tuple(part.atom() for part in step.array(3)) for step in steps]
    start = node.need("start", "the state before the first value").atom()
    ends = [state.atom() for state in node.need("accepting", "states").array()]
    with node.blamed():
        return Automaton(transitions, start, ends)


def _write_language(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    automata = writing.rule.automata
    writing.by_group = isinstance(automata, Mapping)
    if writing.by_group:
        value: Any = [_automaton_table(automata[key]) for key in writing.rule.groups]
    else:
        value = _automaton_table(automata)
    return {writing.key_of(argument): value}


def _automaton_table(automaton: Automaton) -> Any:
    if automaton.pattern is not None:
        return automaton.pattern
    numbers: dict[Hashable, int] = {automaton.start: 0}
    steps = []
    for origin, value, other in automaton.transitions:
        before, behind = (numbers.setdefault(state, len(numbers)) for state in (origin, other))
        steps.append((before, value, behind))
    ends = [numbers[state] for state in automaton.accepting]
    return {"start": 0, "accepting": ends, "transitions": steps}


def _python_language(spelling: Spelling, argument: Argument) -> tuple[str]:
    value = spelling.value_of(argument)
    if not isinstance(value, list):
        return (_automaton_python(spelling, value),)
    spelling.by_group = True
    listed = bracketed("[", [_automaton_python(spelling, language) for language in value], "]")
    return (call("dict", [call("zip", [over_text(spelling.entry["over"]), listed])]),)


def _automaton_python(spelling: Spelling, language: Any) -> str:
    if isinstance(language, str):
        return quoted(language)
    steps = bracketed("[", list(map(literal, language["transitions"])), "]")
    ends = f"[{', '.join(map(literal, language['accepting']))}]"
    arguments = [steps, literal(language["start"]), ends]
    return call(spelling.program.model("Automaton"), arguments)


def _read_tuples(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    node = reading.value_of(argument)
    listed = node.array()
    reading.context.spend_looks(node, sum(len(element.array()) for element in listed))
    return ([element.atom() for element in listed],)


def _write_tuples(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    return {writing.key_of(argument): list(writing.rule.tuples)}


def _python_tuples(spelling: Spelling, argument: Argument) -> tuple[str]:
    return (bracketed("[", list(map(literal, spelling.value_of(argument))), "]"),)


SORTS: Mapping[str, Sort] = {
    "column": Sort(_read_column, _write_column, _python_column),
    "lines": Sort(_read_lines, _write_lines, _python_lines),
    "language": Sort(_read_language, _write_language, _python_language),
    "tuples": Sort(_read_tuples, _write_tuples, _python_tuples),
}

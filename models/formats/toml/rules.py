"""Rules in TOML.

    [rules]
    row = { exactly_one = "queen", by = "row" }
    rising = { at_most_one = "queen", by = "row + col" }
    seen = { between = [1, "many"], of = "queen", covering = "cells", over = "1..64" }
    tents = { exactly = [2, 0, 1], of = "tent", by = "row", over = "1..3" }
    sum = { sum_equals = 34, of = "digit", by = "row", weight = "value" }
    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
    loop = { one_loop = "edge", by = "row, col, row + down, col + right" }

A rule is a call of the puzzle's method of the same name; the method's signature says which keys
there are (rules/arguments.py). How each sort of argument is read stands here and in arguments/;
keys.py reads the keys. Every rule is worked out when it is read, so that a mistake in it is found
there and not by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...errors import excerpt
from ...rules.arguments import TABLES, Argument, Form, form_of
from ...rules.methods import FORMS, method
from ...rules.rule import Rule
from ...tables.rows import RowFunction
from ...tables.table import Choices
from .arguments import amounts, lines, pairs, selections
from .arguments.graphs import along, ends, roots, roots_of
from .context import Context, Table, words_of
from .keys import (
    Listed,
    alone,
    covering,
    is_listed,
    listed_keys,
    one_key,
    over,
)
from .node import Node

__all__ = ["MOST_RULES", "READERS", "read_rule"]

MOST_RULES = 2000
TABLE = 100  # looks that a table takes in a rule, however small it is
FIRST = ("tables", "selected", "groups", "elements", "over", "weight")  # others may need these
BESIDE = ("says", "if_chosen", "prefer")  # keys of every rule


def read_rule(context: Context, node: Node) -> None:
    """Add a rule to the puzzle."""
    found = [name for name in FORMS if name in node.table()]
    if len(found) != 1:
        _require_known(node, ())
        kinds = " and ".join(found) or "no kind of rule"
        raise node.key_error(f"{kinds}, expected one of {', '.join(FORMS)}")
    form = form_of(method(found[0]))
    assert form is not None
    _require_known(node, (*found, *(key for argument in form.others for key in argument.keys)))
    context.puzzle.origin = node.origin
    first = len(context.puzzle.rules)
    with node.blamed():
        add = getattr(context.puzzle, form.method)
        positional, named = _Arguments(context, node, node[form.method], form).read()
        add(*positional, **named, name=node.name)
        for rule in context.puzzle.rules[first:]:
            _ = rule.items, rule.conditions()
            if "says" in node:
                context.puzzle.exchange(rule, rule.with_words(_words(rule, node["says"])))
        if "if_chosen" in node:
            said = selections.said(context, node["if_chosen"])
            _require_counts(node["if_chosen"], context.puzzle.rules[first:], "cannot depend on one")
            context.puzzle.if_chosen(said, context.puzzle.rules[first:])
        if "prefer" in node:
            _prefer(context, node["prefer"], first)


def _require_known(node: Node, known: Sequence[str]) -> None:
    """Raise InputError for a key that the rule does not take."""
    if {*known, *BESIDE}.issuperset(node.value):
        return
    forms = [form for form in map(form_of, map(method, FORMS)) if form is not None]
    keys = [key for form in forms for argument in form.others for key in argument.keys]
    node.table(*FORMS, *dict.fromkeys(keys), *BESIDE)
    for key in node.value if known else ():
        if key not in known and key not in BESIDE:
            raise node[key].key_error(f"{key!r} in a rule of {known[0]!r}, expected none")


def _prefer(context: Context, node: Node, first: int) -> None:
    """Let the rules from `first` on be broken: `prefer = 5`, or a table of what that costs."""
    told = node.value if isinstance(node.value, dict) else {}
    if isinstance(node.value, dict):
        node.table("weight", "level", "per")
        weight = node.need("weight", "what it costs").integer("a cost", low=1)
    else:
        weight = node.integer("a cost, or { weight = 5, level = 1 }", low=1)
    level = node["level"].integer() if "level" in told else 0
    per = node["per"].string("'group' or 'unit'") if "per" in told else "group"
    _require_counts(node, context.puzzle.rules[first:], "has no cost")
    with node.blamed():
        context.puzzle.prefer(context.puzzle.rules[first:], weight, level=level, per=per)


def _require_counts(node: Node, rules: Iterable[Rule], lacks: str) -> None:
    """Raise InputError for a rule on a graph: what Python may say instead has no form here."""
    from ...rules.graph_rules.on_graph import OnGraph

    for rule in rules:
        if isinstance(rule, OnGraph):
            kind = type(rule).__name__
            expected = "expected one that counts, such as at_most"
            raise node.key_error(f"a rule of the kind {kind}, which {lacks}; {expected}")


def _words(rule: Rule, node: Node) -> Callable[[Hashable], str]:
    """Read what a rule says of a key: `{1}` is its first part, `{2}` its second."""
    size = max((len(key) for key in rule.groups if isinstance(key, tuple)), default=1) or 1
    text = node.string("words with {1}, {2} ... for the key's parts")
    with node.blamed():
        words = words_of(text, range(1, size + 1))
    return lambda key: words([*(key if isinstance(key, tuple) else (key,)), *[""] * size])


class _Arguments:
    """The arguments of one rule, each of which may need those that were read before it."""

    def __init__(self, context: Context, node: Node, own: Node, form: Form) -> None:
        self.context, self.node, self.own, self.form = context, node, own, form
        self.tables: Sequence[Table] = ()
        self.groups: Sequence[Hashable] | None = None

    def read(self) -> tuple[Sequence[Any], dict[str, Any]]:
        """Return all arguments of the puzzle's method: by position, and by name."""
        several: Sequence[Any] = ()
        named: dict[str, Any] = {}
        arguments = self.form.arguments
        ordered = [one for name in FIRST for one in arguments if one.name == name]
        for argument in dict.fromkeys([*ordered, *arguments]):
            if argument.optional and not any(key in self.node for key in argument.keys):
                continue
            read = READERS[argument.name] if argument.convert is None else _Arguments.converted
            values = read(self, argument)
            names = arguments[argument]
            if names[0].startswith("*"):
                several = values
            else:
                named.update(zip(names, values, strict=True))
        return several, named

    def told(self, argument: Argument) -> Node:
        """Return what the text says for an argument."""
        if argument is self.form.own:
            return self.own
        (key,) = argument.keys
        return self.node.need(key, f"it in a rule of {self.own.name!r}")

    def converted(self, argument: Argument) -> tuple[Any, ...]:
        """Read a plain value, and what the argument makes of it."""
        assert argument.convert is not None
        node = self.told(argument)
        with node.blamed():
            return (argument.convert(node.atom()),)

    def boolean(self, argument: Argument) -> tuple[Any, ...]:
        """Read true or false."""
        return (self.told(argument).boolean(),)

    def choices(self, _: Argument = TABLES) -> tuple[Any, ...]:
        """Read the tables that a rule counts, each named once."""
        of = self.own
        if self.form.own is not TABLES:
            self._refuse_table()
            of = self.node.need("of", "the table that is counted")
        tables: list[Table] = []
        for one in of.array() if isinstance(of.value, list) else [of]:
            table = self.context.table_of(one)
            self.context.spend_looks(one, TABLE)
            if any(table is known for known in tables):
                raise one.error(f"table {excerpt(table.choices.name)} twice, expected each once")
            tables.append(table)
        self.tables = tables
        return ([table.choices for table in tables],)

    def _refuse_table(self) -> None:
        """Raise InputError where a table stands in place of numbers."""
        wanted = {"number": "a number", "bounds": "numbers"}.get(self.form.own.name)
        if wanted and "of" not in self.node and isinstance(self.own.value, str):
            what = f"a table under {self.own.name!r}, expected {wanted} there"
            raise self.own.error(f"{what} and the table under 'of'")

    def compared(self, _: Argument) -> tuple[Any, ...]:
        """Read two sums, or a number for one of them, and the sign between them."""
        left, relation, right = self.own.array(3)
        sign = relation.string("one of ==, <=, >=, < and >")
        return self.sum_of(left), sign, self.sum_of(right)

    def sum_of(self, node: Node) -> Any:
        """Read a sum: a table with `of`, and what `at_most` takes beside it; or an integer."""
        if not isinstance(node.value, dict):
            return node.integer("an integer, or a sum as a table with `of`")
        node.table("of", "by", "covering", "weight", "where")
        form = form_of(method("at_most"))
        assert form is not None
        inner = _Arguments(self.context, node, node, form)
        (choices,) = inner.choices()
        grouped = "by" in node or "covering" in node
        groups = inner.keys_of_rows() if grouped else None
        (weight,) = amounts.weights(inner) if "weight" in node else (None,)
        told: dict[str, Any] = {}
        if "where" in node:
            if len(inner.tables) > 1:
                raise node["where"].error("a condition on several tables, expected one table")
            condition = inner.tables[0].condition(node["where"])
            self.context.spend_looks(node, condition.weight * len(choices[0]))
            told["where"] = condition.row_function
        return self.context.puzzle.sum(choices, covering=groups, weight=weight, **told)

    def grouped(self, argument: Argument) -> tuple[Any, ...]:
        """Read the groups of rows, for `covering`, whichever of the two keys the text has."""
        groups = self.keys_of_rows()
        names = self.form.arguments[argument]
        return tuple(groups if name == "covering" else None for name in names)

    def keys_of_rows(self) -> Mapping[Choices, Any]:
        """Read the groups of the tables' rows, under `by` or `covering`, by table."""
        told = [key for key in ("by", "covering") if key in self.node]
        if len(told) != 1:
            raise self.node.key_error("expected one of `by` and `covering`")
        which = "by" if "by" in self.node else "covering"
        spec, read = self.node[which], one_key if which == "by" else _covering
        several = isinstance(spec.value, dict) and not (
            "key" in spec if which == "by" else is_listed(spec, self.tables)
        )
        return {
            table.choices: read(self.context, table, one)
            for table, one in self._by_table(spec, "columns", several=several)
        }

    def labels(self, _: Argument) -> tuple[Any, ...]:
        """Read the labels of the tables' rows, under `regions`."""
        spec = self.node["regions"]
        several = isinstance(spec.value, dict) and "key" not in spec and not is_listed(spec)
        reads: dict[Choices, RowFunction | Listed] = {}
        for table, one in self._by_table(spec, "labels", several=several):
            read = listed_keys if is_listed(one) else one_key
            reads[table.choices] = alone(read(self.context, table, one))
        return (reads,)

    def _by_table(self, spec: Node, what: str, *, several: bool) -> Iterator[tuple[Table, Node]]:
        """Yield each table and what is said of it; `several`: a mapping says it table by table."""
        if several:
            spec.table(*(table.choices.name for table in self.tables))
        for table in self.tables:
            name = table.choices.name
            yield table, spec.need(name, f"the {what} of table {name!r}") if several else spec

    def graph(self, _: Argument) -> tuple[Any, ...]:
        """Read the graph along which a rule is."""
        directed = self.own.name == "one_cycle" or (
            "directed" in self.node and self.node["directed"].boolean()
        )
        return (along(self.context, self.node["along"], directed=directed),)

    def roots(self, _: Argument) -> tuple[Any, ...]:
        """Read the vertices from which all are to be reached."""
        if "roots_of" in self.node:
            return (roots_of(self.node, labelled="regions" in self.node),)
        return (roots(self.context, self.node.need("roots", "vertices")),)

    def ends(self, _: Argument) -> tuple[Any, ...]:
        """Read the ends of paths."""
        return (ends(self.node["ends"], labelled="regions" in self.node),)

    def keys(self, _: Argument) -> tuple[Any, ...]:
        """Read the keys of all groups that there are."""
        self.groups = over(self.context, self.node["over"])
        return (self.groups,)

    def selected(self, argument: Argument) -> tuple[Any, ...]:
        """Read selections: as many as the method takes."""
        names = self.form.arguments[argument]
        several = names[0].startswith("*")
        nodes = self.own.array(None if several else len(names))
        parts = [selections.said(self.context, node) for node in nodes]
        every = (selection for part in parts for selection in part.selections)
        tables = dict.fromkeys(one.table.name for one in every if one.keys is None)
        self.tables = [self.context.tables[name] for name in tables]
        return tuple(parts)


# How an argument is read, by the name of its sort: as the values of its parameters.
READERS: Mapping[str, Callable[[_Arguments, Argument], tuple[Any, ...]]] = {
    "tables": _Arguments.choices,
    "groups": _Arguments.grouped,
    "elements": _Arguments.grouped,
    "over": _Arguments.keys,
    "weight": amounts.weights,
    "number": amounts.numbers,
    "bounds": amounts.bounds,
    "compared": _Arguments.compared,
    "pairs": pairs.pairs,
    "column": lines.column,
    "lines": lines.paths,
    "boolean": _Arguments.boolean,
    "language": lines.automata,
    "tuples": lines.tuples,
    "selected": _Arguments.selected,
    "graph": _Arguments.graph,
    "regions": _Arguments.labels,
    "roots": _Arguments.roots,
    "ends": _Arguments.ends,
}


def _covering(context: Context, table: Table, node: Node) -> RowFunction | Listed:
    """Read the several keys of a row: worked out, or listed row by row."""
    return (listed_keys if is_listed(node) else covering)(context, table, node)

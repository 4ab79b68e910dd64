"""Rules in TOML.

    [rules]
    row = { exactly_one = "queen", by = "row" }
    rising = { at_most_one = "queen", by = "row + col" }
    seen = { between = [1, "many"], of = "queen", covering = "cells", over = "1..64" }
    tents = { exactly = [2, 0, 1], of = "tent", by = "row", over = "1..3" }
    sum = { sum_equals = 34, of = "digit", by = "row", weight = "value" }
    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
    loop = { one_loop = "edge", by = "row, col, row + down, col + right" }

Which forms there are, and what each takes, the kinds of rules say (rules/form.py); how each sort of
argument is read stands here; keys.py reads the keys, graphs.py the graphs. Every rule is worked out
when it is read, so that a mistake in it is found there and not by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...errors import excerpt
from ...rules.form import (
    ALONG,
    BOUNDS,
    COMPARED,
    COUNTS,
    DIRECTED,
    ENDS,
    GROUPS,
    KEYS,
    LINES,
    NUMBERS,
    PAIRS,
    REGIONS,
    ROOTS,
    SORTS,
    TABLES,
    WEIGHTS,
    Argument,
    Form,
)
from ...rules.graph_rules.on_graph import OnGraph
from ...rules.kinds import FORMS
from ...rules.rule import Rule
from ...rules.statements.forms import (
    AUTOMATA,
    CASES,
    EITHER,
    PAIR,
    PATHS,
    PLACE,
    STRICT,
    TUPLES,
    VALUE,
    VALUE_OR_ONE,
)
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


def read_rule(context: Context, node: Node) -> None:
    """Add a rule to the puzzle."""
    others = _other_keys()
    node.table(*FORMS, *others, "says", "if_chosen", "prefer")
    found = [one for one in FORMS if one in node]
    if len(found) != 1:
        told = " and ".join(found) or "no kind of rule"
        raise node.key_error(f"{told}, expected one of {', '.join(FORMS)}")
    (name,) = found
    form = FORMS[name]
    taken = [key for sort in form.others for key in sort.keys]
    for key in others:
        if key in node and key not in taken:
            raise node[key].key_error(f"{key!r} in a rule of {name!r}, expected none")
    context.puzzle.origin = node.origin
    first = len(context.puzzle.rules)
    with node.blamed():
        add = getattr(context.puzzle, name)
        arguments = _Arguments(context, node, node[name], form).read()
        add(*arguments.pop("parts", ()), **arguments, name=node.name)
        for rule in context.puzzle.rules[first:]:
            _ = rule.items, rule.conditions()
            if "says" in node:
                rule.words = _words(rule, node["says"])
        if "if_chosen" in node:
            said = selections.said(context, node["if_chosen"])
            _require_counts(node["if_chosen"], context.puzzle.rules[first:], "cannot depend on one")
            context.puzzle.if_chosen(said, context.puzzle.rules[first:])
        if "prefer" in node:
            _prefer(context, node["prefer"], first)


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
    for rule in rules:
        if isinstance(rule, OnGraph):
            kind = type(rule).__name__
            expected = "expected one that counts, such as at_most"
            raise node.key_error(f"a rule of the kind {kind}, which {lacks}; {expected}")


def _other_keys() -> Sequence[str]:
    """Return the keys of all arguments that do not stand under a form's own key."""
    sorts = (*SORTS, *(sort for form in FORMS.values() for sort in form.others))
    return list(dict.fromkeys(key for sort in sorts for key in sort.keys))


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

    def read(self) -> dict[str, Any]:
        """Return all arguments as parameters of the puzzle's method."""
        found: dict[str, Any] = {}
        for sort in self.form.arguments:
            if sort.optional and not any(key in self.node for key in sort.keys):
                continue
            values = READERS[sort](self) if sort.convert is None else self.converted(sort)
            found.update(zip(sort.parameters, values, strict=True))
        return found

    def converted(self, sort: Argument) -> tuple[Any, ...]:
        """Read a plain value as a sort of a kind's own wants it."""
        assert sort.convert is not None
        told = self.own
        if sort is not self.form.value:
            (key,) = sort.keys
            told = self.node.need(key, f"it in a rule of {self.own.name!r}")
        with told.blamed():
            return (sort.convert(told.atom()),)

    def choices(self) -> tuple[Any, ...]:
        """Read the tables that a rule counts, each named once."""
        of = self.own
        if self.form.value is not TABLES:
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
        numbers = {COUNTS: "a number", NUMBERS: "a number", BOUNDS: "numbers"}
        wanted = numbers.get(self.form.value)
        if wanted and "of" not in self.node and isinstance(self.own.value, str):
            what = f"a table under {self.own.name!r}, expected {wanted} there"
            raise self.own.error(f"{what} and the table under 'of'")

    def compared(self) -> tuple[Any, ...]:
        """Read two sums, or a number for one of them, and the sign between them."""
        left, relation, right = self.own.array(3)
        sign = relation.string("one of ==, <=, >=, < and >")
        return self.sum_of(left), sign, self.sum_of(right)

    def sum_of(self, node: Node) -> Any:
        """Read a sum: a table with `of`, and what `at_most` takes beside it; or an integer."""
        if not isinstance(node.value, dict):
            return node.integer("an integer, or a sum as a table with `of`")
        node.table("of", "by", "covering", "weight", "where")
        inner = _Arguments(self.context, node, node, FORMS["at_most"])
        (choices,), (groups,) = inner.choices(), inner.keys_of_rows()
        (weight,) = amounts.weights(inner)
        told: dict[str, Any] = {}
        if "where" in node:
            if len(inner.tables) > 1:
                raise node["where"].error("a condition on several tables, expected one table")
            condition = inner.tables[0].condition(node["where"])
            self.context.spend_looks(node, condition.weight * len(choices[0]))
            told["where"] = condition.row_function
        return self.context.puzzle.sum(choices, covering=groups, weight=weight, **told)

    def keys_of_rows(self) -> tuple[Any, ...]:
        """Read the groups of the tables' rows, under `by` or `covering`."""
        told = [key for key in ("by", "covering") if key in self.node]
        if not told and WEIGHTS in self.form.others:
            return (None,)  # all rows are one group
        if len(told) != 1:
            raise self.node.key_error("expected one of `by` and `covering`")
        which = "by" if "by" in self.node else "covering"
        spec, read = self.node[which], one_key if which == "by" else _covering
        several = isinstance(spec.value, dict) and not (
            "key" in spec if which == "by" else is_listed(spec, self.tables)
        )
        return (
            {
                table.choices: read(self.context, table, one)
                for table, one in self._by_table(spec, "columns", several=several)
            },
        )

    def labels(self) -> tuple[Any, ...]:
        """Read the labels of the tables' rows, under `regions`, if there are some."""
        if "regions" not in self.node:
            return (None,)
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

    def graph(self) -> tuple[Any, ...]:
        """Read the graph along which a rule is, if it is told."""
        if "along" not in self.node:
            return (None,)
        directed = self.own.name == "one_cycle" or self.directed() == (True,)
        return (along(self.context, self.node["along"], directed=directed),)

    def roots(self) -> tuple[Any, ...]:
        """Read the vertices from which all are to be reached."""
        if "roots_of" in self.node:
            return (roots_of(self.node, labelled="regions" in self.node),)
        return (roots(self.context, self.node.need("roots", "vertices")),)

    def directed(self) -> tuple[Any, ...]:
        """Read whether edges are arcs, if it is told."""
        node = self.node.get("directed")
        return (None if node is None else node.boolean(),)

    def ends(self) -> tuple[Any, ...]:
        """Read the ends of paths, if they are told."""
        if "ends" not in self.node:
            return (None,)
        return (ends(self.node["ends"], labelled="regions" in self.node),)

    def keys(self) -> tuple[Any, ...]:
        """Read the keys of all groups that there are, if they are told."""
        self.groups = None if "over" not in self.node else over(self.context, self.node["over"])
        return (self.groups,)


READERS: Mapping[Argument, Callable[[_Arguments], tuple[Any, ...]]] = {
    TABLES: _Arguments.choices,
    GROUPS: _Arguments.keys_of_rows,
    KEYS: _Arguments.keys,
    WEIGHTS: amounts.weights,
    COUNTS: amounts.numbers,
    NUMBERS: amounts.numbers,
    BOUNDS: amounts.bounds,
    COMPARED: _Arguments.compared,
    PAIRS: pairs.pairs,
    LINES: _Arguments.keys_of_rows,
    PLACE: lines.place,
    VALUE: lines.value,
    VALUE_OR_ONE: lines.value,
    PATHS: lines.paths,
    STRICT: lines.strict,
    AUTOMATA: lines.automata,
    TUPLES: lines.tuples,
    PAIR: selections.pair,
    CASES: _Arguments.keys_of_rows,
    EITHER: selections.either,
    ALONG: _Arguments.graph,
    REGIONS: _Arguments.labels,
    ROOTS: _Arguments.roots,
    DIRECTED: _Arguments.directed,
    ENDS: _Arguments.ends,
}


def _covering(context: Context, table: Table, node: Node) -> RowFunction | Listed:
    """Read the several keys of a row: worked out, or listed row by row."""
    return (listed_keys if is_listed(node) else covering)(context, table, node)

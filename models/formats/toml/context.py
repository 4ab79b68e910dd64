"""The context of a TOML document: its constants, tables and expressions, and words of messages.

A `Context` goes from section to section. Whatever is to be made is first put down to its account
(`spend` ...), so that a document that asks for too much is refused before it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...budget import Budget
from ...errors import ModelError, did_you_mean, excerpt
from ...puzzle import Puzzle
from ...rules.rule import Rule
from ...tables.table import Choices
from ..source import plural
from .expressions import Expression, ExpressionError, parse
from .node import Node

__all__ = ["Context", "Table", "rule_says", "table_says", "words_of"]


@dataclass
class Context:
    """What the document has said so far: its constants, its tables, and how large it may be."""

    puzzle: Puzzle
    constants: Mapping[str, int]
    tables: dict[str, Table]
    most_choices: int
    budget: Budget
    choices: int = 0

    def range_of(self, node: Node) -> range:
        """Read `1..8`, both ends included; the ends may be arithmetic of constants."""
        first, dots, last = node.string().partition("..")
        if not dots:
            raise node.error(f"{node.value!r}, expected a range as 1..8 or an array of values")
        low, high = self._number(node, first), self._number(node, last)
        span = range(low, high + 1)
        if high < low - 1:
            raise node.error(f"{node.value!r} ends before it begins, expected a range as 1..8")
        if high - low >= self.most_choices:
            raise self.too_many(node, high - low + 1)
        return span

    def _number(self, node: Node, text: str) -> int:
        expression = expression_of(node, text, (), {}, self.constants)
        with node.blamed():
            value = expression.read(())
        if type(value) is not int:
            raise node.error(f"{text.strip()!r} is no integer, expected a range as 1..8")
        return value

    def condition(self, node: Node, columns: Sequence[str], kinds: Mapping[str, str]) -> Expression:
        """Read a comparison over columns."""
        return condition_of(node, columns, kinds, self.constants)

    def expression(
        self, node: Node, columns: Sequence[str], kinds: Mapping[str, str]
    ) -> Expression:
        """Read an expression over columns."""
        text = node.string("an expression over columns")
        return expression_of(node, text, columns, kinds, self.constants)

    def spend(self, node: Node, choices: int) -> None:
        """Take note of choices to be made. Raises InputError if they are too many, all in all."""
        self.choices += choices
        if self.choices > self.most_choices:
            raise self.too_many(node, self.choices)

    def spend_entries(self, node: Node, entries: int, weight: int = 1) -> None:
        """Take note of a rule's entries, and of what each of them takes to be worked out.

        Raises InputError if they are too many, all in all.
        """
        with node.blamed():
            self.budget.spend(keys=entries, looks=entries * weight)

    def spend_looks(self, node: Node, looks: int) -> None:
        """Take note of rows to be looked at. Raises InputError if they are too many, all in all."""
        with node.blamed():
            self.budget.spend(looks=looks)

    def too_many(self, node: Node, count: int) -> Exception:
        """Return, for the caller to raise, the error that a document is too large."""
        limit = plural(self.most_choices, "choice")
        return node.key_error(f"{plural(count, 'choice')}, expected {limit} at most")

    def table_of(self, node: Node) -> Table:
        """Return the table that a string names."""
        name = node.string("a table's name")
        if name not in self.tables:
            raise node.error(self._unknown(name))
        return self.tables[name]

    def table_named(self, node: Node) -> Table:
        """Return the table that a node's key names."""
        if node.name not in self.tables:
            raise node.key_error(self._unknown(node.name))
        return self.tables[node.name]

    def _unknown(self, name: str) -> str:
        names = ", ".join(self.tables) or "none, for there are no choices"
        return f"no table {excerpt(name)}, expected one of {names}{did_you_mean(name, self.tables)}"


class Table(NamedTuple):
    """A table, and what kind of values its columns hold: int, str, list or any.

    further   the kinds of values that stand behind those of a row: those of a key's `for`
    declared  all values of each column in the order in which the document lists them, also those
              that `where` leaves no row
    """

    choices: Choices
    kinds: Mapping[str, str]
    constants: Mapping[str, int]
    further: Mapping[str, str] = {}
    declared: Mapping[str, Sequence[Any]] = {}

    def wider(self, further: Mapping[str, str]) -> Table:
        """Return the table with values behind its rows."""
        return self._replace(kinds={**self.kinds, **further}, further=further)

    def expression(self, node: Node) -> Expression:
        """Read an expression over the table's columns, or an integer, which is one, too."""
        number = type(node.value) is int
        wanted = str(node.integer()) if number else node.string("an expression over columns")
        return expression_of(node, wanted, self._columns, self.kinds, self.constants)

    def condition(self, node: Node) -> Expression:
        """Read a comparison."""
        return condition_of(node, self._columns, self.kinds, self.constants)

    @property
    def _columns(self) -> tuple[str, ...]:
        return (*self.choices.columns, *self.further)


def expression_of(
    node: Node,
    text: str,
    columns: Sequence[str],
    kinds: Mapping[str, str],
    constants: Mapping[str, int],
) -> Expression:
    """Read an expression. Raises InputError that points into the node's string."""
    try:
        return parse(text, columns, kinds, constants)
    except ExpressionError as error:
        own = isinstance(node.value, str) and node.value == text and "\n" not in text
        inside = error.offset + 1 + len(text) - len(text.lstrip()) if own else 0
        raise node.error(str(error), offset=inside) from None


def condition_of(
    node: Node, columns: Sequence[str], kinds: Mapping[str, str], constants: Mapping[str, int]
) -> Expression:
    """Read a comparison over columns."""
    text = node.string("a comparison of columns")
    expression = expression_of(node, text, columns, kinds, constants)
    if expression.kind != "bool":
        raise node.error(f"{text!r} is neither true nor false, expected a comparison")
    return expression


# ---- Words of messages ---------------------------------------------------------------------------
# `says` is a text with names in braces, such as R{row}C{col}.


_BRACES = re.compile(r"\{([^{}]*)\}")
_SAMPLE, _STEP = 8, 7919  # rows on which a text is tried at first, far apart


def words_of(text: str, names: Sequence[object]) -> Callable[[Sequence[Any]], str]:
    """Return the function that puts values into a text: each `{name}` is the value at its place.

    Raises ModelError for a name that is none of `names`.
    """
    places = {str(name): place for place, name in enumerate(names)}
    parts = _BRACES.split(text)
    for name in parts[1::2]:
        if name not in places:
            close = did_you_mean(name, places)
            raise ModelError(f"no {{{name}}}, expected one of {', '.join(places)} in braces{close}")
    order = [places[name] for name in parts[1::2]]

    def words(values: Sequence[Any]) -> str:
        filled = [str(values[place]) for place in order]
        return "".join(
            text for pair in zip(parts[::2], [*filled, ""], strict=True) for text in pair
        )

    return words


def table_says(table: Choices) -> dict[str, str]:
    """Return the text that names choices, under its key; empty if there is none.

    Raises ModelError if no text says it.
    """
    if table.words is None:
        return {}
    template = _template(table.columns, table.rows, list(table.words))
    if template is None:
        raise ModelError(f"the words of table {table.name!r}")
    return {"says": template}


def rule_says(rule: Rule) -> dict[str, str]:
    """Return the text that says what groups are called, as `table_says`."""
    words = rule.words or getattr(getattr(rule, "rule", None), "words", None)
    if words is None:
        return {}
    keys = [key if isinstance(key, tuple) else (key,) for key in rule.groups]
    size = max(map(len, keys), default=0)
    names = [str(number) for number in range(1, size + 1)]
    rows = [(*key, *[""] * (size - len(key))) for key in keys]
    template = _template(names, rows, [words(key) for key in rule.groups])
    if template is None:
        raise ModelError(f"the words of rule {rule.name!r}")
    return {"says": template}


def _template(
    names: Sequence[str], rows: Sequence[Sequence[Any]], texts: Sequence[str]
) -> str | None:
    """Return the text in which names in braces stand for the values of each row; None: none."""
    if not rows:
        return None
    some = {0, len(rows) - 1, *(k * _STEP % len(rows) for k in range(_SAMPLE))}
    sample = [([str(value) for value in rows[k]], texts[k]) for k in some]
    template = _fitting(names, sample)
    if template is None:
        return None
    try:
        words = words_of(template, names)
    except ModelError:  # the words have braces of their own
        return None
    return (
        template if all(words(row) == text for row, text in zip(rows, texts, strict=True)) else None
    )


def _fitting(names: Sequence[str], sample: Sequence[tuple[list[str], str]]) -> str | None:
    """Return a text that fits a sample of rows, a name wherever one fits."""
    parts: list[str] = []
    places = [0] * len(sample)
    while any(at < len(text) for at, (_, text) in zip(places, sample, strict=True)):
        for column, name in enumerate(names):
            here = [values[column] for values, _ in sample]
            fits = zip(here, places, sample, strict=True)
            if all(value and text.startswith(value, at) for value, at, (_, text) in fits):
                parts.append(f"{{{name}}}")
                places = [at + len(value) for at, value in zip(places, here, strict=True)]
                break
        else:
            marks = {text[at : at + 1] for at, (_, text) in zip(places, sample, strict=True)}
            if len(marks) > 1:
                return None
            parts.append(marks.pop())
            places = [at + 1 for at in places]
    return "".join(parts)

"""Tables of choices in TOML: the product of ranges, lists, rows and text grids.

    [choices.domino]                       [choices.star]
    row = "1..8"                           grid = '''      one row of the table a mark,
    turn = ["flat", "tall"]                AAB             in the columns row, col and mark
    where = "row < 8 or turn == 'flat'"    ABB'''

    [choices.word]
    columns = ["place", "letters"]         rows = [["across", "cat"], ["down", "tea"]]

How many rows the product has is known before any is made, and too many are an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from textwrap import dedent
from typing import Any, NamedTuple

from ..errors import ModelError, excerpt
from ..puzzle import Puzzle
from ..table import Choices, Row, RowFunction, Rows
from .expressions import Expression, ExpressionError, parse
from .source import plural
from .toml_node import Node

__all__ = ["Context", "Table", "add_choices", "grid_of", "outline"]

_BRACES = re.compile(r"\{([^{}]*)\}")
ENTRIES = 20  # so many keys a choice are allowed, on average
_RESERVED = ("where", "rows", "columns", "grid", "says")


@dataclass
class Context:
    """What the document has said so far: its constants, its tables, and how large it may be."""

    puzzle: Puzzle
    constants: Mapping[str, int]
    tables: dict[str, Table]
    most_choices: int
    choices: int = 0
    entries: int = 0

    def range_of(self, node: Node) -> range:
        """Read `1..8`, both ends included; the ends may be arithmetic of constants."""
        first, dots, last = node.string().partition("..")
        if not dots:
            raise node.error(f"{node.value!r}, expected a range as 1..8 or an array of values")
        low, high = (self._number(node, text) for text in (first, last))
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

    def condition(
        self, node: Node, columns: Sequence[str], kinds: Mapping[str, str]
    ) -> RowFunction:
        """Read a comparison over columns."""
        return condition_of(node, columns, kinds, self.constants)

    def spend(self, node: Node, choices: int) -> None:
        """Take note of choices to be made. Raises InputError if they are too many, all in all."""
        self.choices += choices
        if self.choices > self.most_choices:
            raise self.too_many(node, self.choices)

    def spend_entries(self, node: Node, entries: int) -> None:
        """Take note of a rule's entries. Raises InputError if they are too many, all in all."""
        self.entries += entries
        most = ENTRIES * self.most_choices
        if self.entries > most:
            found = plural(self.entries, "key")
            raise node.key_error(f"{found} in all rules and rows, expected {most} at most")

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
        known = ", ".join(self.tables) or "none, for there are no choices"
        return f"no table {excerpt(name)}, expected one of {known}"


class Table(NamedTuple):
    """A table, and what kind of values its columns hold: int, str, list or any.

    `further` are the kinds of values that stand behind those of a row: those of a key's `for`.
    """

    choices: Choices
    kinds: Mapping[str, str]
    constants: Mapping[str, int]
    further: Mapping[str, str] = {}

    def wider(self, further: Mapping[str, str]) -> Table:
        """Return the table with values behind its rows."""
        return self._replace(kinds={**self.kinds, **further}, further=further)

    def expression(self, node: Node) -> Expression:
        """Read an expression over the table's columns."""
        wanted = node.string("an expression over columns")
        return expression_of(node, wanted, self._columns, self.kinds, self.constants)

    def condition(self, node: Node) -> RowFunction:
        """Read a comparison."""
        return condition_of(node, self._columns, self.kinds, self.constants)

    @property
    def _columns(self) -> tuple[str, ...]:
        return (*self.choices.columns, *self.further)


class Block(NamedTuple):
    """Columns that vary together, with their rows."""

    columns: tuple[str, ...]
    rows: Sequence[Row]


class Outline(NamedTuple):
    """A table that is described, counted and not yet made."""

    node: Node
    blocks: Sequence[Block]


def outline(context: Context, node: Node) -> Outline:
    """Read what a table is made of, and how many rows that would be."""
    blocks = _blocks(context, node.table())
    if not blocks:
        raise node.key_error(f"table {node.name!r} has no columns, expected some")
    context.spend(node, prod(len(block.rows) for block in blocks))
    return Outline(node, blocks)


def add_choices(context: Context, planned: Outline) -> None:
    """Add the table to the puzzle."""
    node, blocks = planned
    names = [name for block in blocks for name in block.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise node.key_error(f"column {twice!r} twice in table {node.name!r}, expected it once")
    kinds = {
        name: _kind(row[place] for row in block.rows)
        for block in blocks
        for place, name in enumerate(block.columns)
    }
    where = None if "where" not in node else context.condition(node["where"], names, kinds)
    with node.blamed():
        parts = product(*(block.rows for block in blocks))
        rows = Rows(names, (tuple(chain.from_iterable(part)) for part in parts))
        made = context.puzzle.choices(node.name, rows, where=where)
    if "says" in node:
        text = node["says"].string("words with columns in braces, as R{row}C{col}")
        with node["says"].blamed():
            made.say(words_of(text, names))
    context.tables[node.name] = Table(made, kinds, context.constants)


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
) -> RowFunction:
    """Read a comparison over columns."""
    text = node.string("a comparison of columns")
    expression = expression_of(node, text, columns, kinds, constants)
    if expression.kind != "bool":
        raise node.error(f"{text!r} is neither true nor false, expected a comparison")
    return expression.row_function


def words_of(text: str, names: Sequence[object]) -> Callable[[Sequence[Any]], str]:
    """Return the function that puts values into a text: each `{name}` is the value at its place.

    Raises ModelError for a name that is none of `names`.
    """
    places = {str(name): place for place, name in enumerate(names)}
    parts = _BRACES.split(text)
    for name in parts[1::2]:
        if name not in places:
            raise ModelError(f"no {{{name}}}, expected one of {', '.join(places)} in braces")
    order = [places[name] for name in parts[1::2]]

    def words(values: Sequence[Any]) -> str:
        filled = [str(values[place]) for place in order]
        return "".join(
            text for pair in zip(parts[::2], [*filled, ""], strict=True) for text in pair
        )

    return words


def grid_of(node: Node, context: Context) -> list[tuple[int, int, Any]]:
    """Read a text grid: (row, col, mark) of every mark, rows and columns from 1.

    Marks are single characters or, where there are blanks between them, words; a mark of digits
    is an integer.
    """
    text = node.string("a grid as text")
    if len(text) > 4 * context.most_choices:
        raise node.error(f"a grid of {len(text)} characters, expected a smaller one")
    lines = dedent(text).strip("\n").split("\n")
    words = any(len(line.split()) > 1 for line in lines)
    for number, line in enumerate(lines, 1):
        length, expected = _length(line, words), _length(lines[0], words)
        if length != expected:
            found = plural(length, "mark")
            raise node.error(
                f"{found} in row {number} of the grid, expected {expected} as in row 1"
            )
    cells = [
        (row, col, int(mark) if mark.isascii() and mark.isdecimal() and len(mark) < 10 else mark)
        for row, line in enumerate(lines, 1)
        for col, mark in enumerate(line.split() if words else line.rstrip(), 1)
        if not mark.isspace()
    ]
    if not cells:
        raise node.error("an empty grid, expected lines of marks")
    return cells


def _length(line: str, words: bool) -> int:
    return len(line.split()) if words else len(line.rstrip())


def _blocks(context: Context, node: Node) -> list[Block]:
    blocks = []
    for value in node.fields():
        name = value.name
        if name == "rows":
            blocks.append(_rows(node))
        elif name == "grid":
            blocks.append(Block(("row", "col", "mark"), grid_of(value, context)))
        elif name == "columns" and "rows" not in node:
            raise value.key_error("columns without rows, expected both")
        elif name not in _RESERVED:
            blocks.append(Block((name,), [(one,) for one in _column(context, value)]))
    return blocks


def _column(context: Context, node: Node) -> Sequence[Any]:
    if isinstance(node.value, str):
        return context.range_of(node)
    if not isinstance(node.value, list):
        raise node.error("no column, expected a range as 1..8 or an array of values")
    return [inner.atom() for inner in node.array()]


def _rows(node: Node) -> Block:
    """Read `rows`: tables that name their columns, arrays, or text with a row a line."""
    rows = node["rows"]
    if isinstance(rows.value, str):
        names = _names(node)
        listed = [tuple(map(_word, line.split())) for line in rows.value.splitlines()]
        listed = [row for row in listed if row]
        for words in listed:
            if len(words) != len(names):
                found = plural(len(words), "word")
                raise rows.error(f"{found} in the row {words}, expected {len(names)}")
        return Block(names, listed)
    elements = rows.array()
    if elements and isinstance(elements[0].value, dict):
        names = tuple(elements[0].value)
        for row in elements:
            if tuple(row.table().value) != names:
                raise row.error(f"columns {', '.join(row.value)}, expected {', '.join(names)}")
        return Block(names, [tuple(row[name].atom() for name in names) for row in elements])
    names = _names(node)
    return Block(names, [_values(row, len(names)) for row in elements])


def _values(row: Node, length: int) -> Row:
    return tuple(inner.atom() for inner in row.array(length))


def _names(node: Node) -> tuple[str, ...]:
    listed = node.need("columns", "the names of the columns of rows")
    return tuple(name.string("a column's name") for name in listed.array())


def _word(word: str) -> int | str:
    return int(word) if word.isascii() and word.lstrip("-").isdecimal() else word


def _kind(values: Any) -> str:
    kinds = {type(value) for value in values}
    if len(kinds) > 1:
        return "any"
    return {int: "int", str: "str", tuple: "list"}.get(next(iter(kinds), int), "any")

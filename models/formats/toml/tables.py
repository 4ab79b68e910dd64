"""Tables of choices in TOML: the product of ranges, lists, rows and text grids.

    [choices.domino]                       [choices.star]
    row = "1..8"                           grid = '''      one row of the table a mark,
    turn = ["flat", "tall"]                AAB             in the columns row, col and mark
    where = "row < 8 or turn == 'flat'"    ABB'''

    [choices.word]
    columns = ["place", "letters"]         rows = [["across", "cat"], ["down", "tea"]]

    [choices.shift]
    csv = "shifts.csv"                     the rows of a file, under the names of its first line

How many rows the product has is known before any is made, and too many are an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod
from textwrap import dedent
from typing import Any, NamedTuple

from ...errors import excerpt
from ...tables.rows import Row, Rows, expected_instead, is_column
from ..source import plural
from .context import Context, Table, words_of
from .node import LARGEST, Node

__all__ = ["MOST_TABLES", "add_choices", "grid_of", "outline"]

_INTEGER = re.compile(r"-*[0-9]+")
_NUMBER = re.compile(r"-?[0-9]{1,30}")
MOST_COLUMNS, MOST_TABLES = 100, 500
_RESERVED = ("where", "rows", "columns", "csv", "grid", "says")


class Block(NamedTuple):
    """Columns that vary together, with their rows; of one column alone, its bare values.

    `ordered` says that the rows stand in the order that the document gives its values, as those of
    an array do. Where they are cells or come one by one, integers are in order from the least on.
    """

    columns: tuple[str, ...]
    rows: Sequence[Any]
    ordered: bool = False

    def tuples(self) -> Sequence[Row]:
        """Return the rows as tuples."""
        return [(one,) for one in self.rows] if len(self.columns) == 1 else self.rows

    def values(self) -> Iterator[tuple[str, Sequence[Any]]]:
        """Yield each column with all its values, each once, in order."""
        for place, name in enumerate(self.columns):
            every = self.rows if len(self.columns) == 1 else (row[place] for row in self.rows)
            found = every if isinstance(every, range) else list(dict.fromkeys(every))
            numbers = not self.ordered and all(type(value) is int for value in found)
            yield name, sorted(found) if numbers else found


class Outline(NamedTuple):
    """A table that is described, counted and not yet made."""

    node: Node
    blocks: Sequence[Block]


def outline(context: Context, node: Node) -> Outline:
    """Read what a table is made of, and how many rows that would be."""
    if node.name in context.tables:
        raise node.key_error(f"a second table {excerpt(node.name)}, expected a name of its own")
    blocks = _blocks(context, node.table())
    if not blocks:
        raise node.key_error(f"table {node.name!r} has no columns, expected some")
    columns = sum(len(block.columns) for block in blocks)
    if columns > MOST_COLUMNS:
        raise node.key_error(f"{columns} columns, expected {MOST_COLUMNS} at most")
    context.spend_looks(node, sum(len(block.rows) for block in blocks))
    context.spend(node, prod(len(block.rows) for block in blocks))
    return Outline(node, blocks)


def add_choices(context: Context, planned: Outline) -> None:
    """Add the table to the puzzle."""
    node, blocks = planned
    names = [name for block in blocks for name in block.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise node.key_error(f"column {twice!r} twice in table {node.name!r}, expected it once")
    declared = {name: values for block in blocks for name, values in block.values()}
    kinds = {name: _kind(values) for name, values in declared.items()}
    where = None
    if "where" in node:
        test = context.condition(node["where"], names, kinds)
        context.spend_looks(node["where"], test.weight * prod(len(block.rows) for block in blocks))
        where = test.row_function
    with node.blamed():
        parts = product(*(block.tuples() for block in blocks))
        rows = Rows(names, (tuple(chain.from_iterable(part)) for part in parts))
        made = context.puzzle.choices(node.name, rows, where=where)
        made.declared = declared
    if "says" in node:
        text = node["says"].string("words with columns in braces, as R{row}C{col}")
        with node["says"].blamed():
            made.say(words_of(text, names))
    context.tables[node.name] = Table(made, kinds, context.constants, declared=declared)


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
        (row, col, _word(node, mark) if mark.isdecimal() else mark)
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
            blocks.append(_bare(_rows(node)))
        elif name == "csv":
            from .files import rows_of_named

            found = rows_of_named(value, context)
            blocks.append(_bare(Block(tuple(found.columns), list(found.values))))
        elif name == "grid":
            blocks.append(Block(("row", "col", "mark"), grid_of(value, context)))
        elif name == "columns" and "rows" not in node:
            raise value.key_error("columns without rows, expected both")
        elif name not in _RESERVED:
            _name(value, name, key=True)
            blocks.append(Block((name,), _column(context, value), ordered=True))
    return blocks


def _bare(block: Block) -> Block:
    """Return the block with the bare values of its column, if it has but one."""
    return block if len(block.columns) > 1 else block._replace(rows=[one for (one,) in block.rows])


def _column(context: Context, node: Node) -> Sequence[Any]:
    if isinstance(node.value, str):
        return context.range_of(node)
    if not isinstance(node.value, list):
        raise node.error("no column, expected a range as 1..8 or an array of values")
    seen: dict[Any, None] = {}
    for inner in node.array():
        value = inner.atom()
        if value in seen:
            raise inner.error(f"{value!r} twice, expected each value once")
        seen[value] = None
    return list(seen)


def _rows(node: Node) -> Block:
    """Read `rows`: tables that name their columns, arrays, or text with a row a line."""
    rows = node["rows"]
    if isinstance(rows.value, str):
        names = _names(node)
        lines = [line.split() for line in rows.value.splitlines() if line.split()]
        for words in lines:
            if len(words) != len(names):
                found = plural(len(words), "word")
                shown = excerpt(" ".join(words))
                what = f"{found} in the row {shown}, expected {len(names)}"
                raise rows.error(f"{what} with blanks between them")
            separated = next((word for word in words[:-1] if word[-1] in ",;"), None)
            if separated is not None:
                shown = excerpt(" ".join(words))
                what = f"{excerpt(separated)} in the row {shown}"
                raise rows.error(f"{what}, expected blanks between the words")
        return Block(names, [tuple([_word(rows, word) for word in words]) for words in lines])
    elements = rows.array()
    if elements and isinstance(elements[0].value, dict):
        if "columns" in node:
            raise node["columns"].key_error("columns of rows that name them, expected one of both")
        names = tuple(_name(field, field.name, key=True) for field in elements[0].fields())
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
    names = tuple(_name(name, name.string("a column's name")) for name in listed.array())
    if not names:
        raise listed.error("no names, expected the columns of rows")
    return names


def _name(node: Node, name: str, *, key: bool = False) -> str:
    """Return a column's name. Raises InputError, at the key or at the value, for what is none."""
    if not is_column(name):
        what = f"column {excerpt(name)}, expected a name {expected_instead(name)}"
        raise node.key_error(what) if key else node.error(what)
    return name


def _word(node: Node, word: str) -> int | str:
    """Return a word of a text, or the integer that it spells."""
    if not _INTEGER.fullmatch(word):
        return word
    if not _NUMBER.fullmatch(word) or abs(int(word)) > LARGEST:
        raise node.error(f"{excerpt(word)}, expected a word or an integer of 64 bits")
    return int(word)


def _kind(values: Any) -> str:
    kinds = {type(value) for value in values}
    if len(kinds) > 1:
        return "any"
    return {int: "int", str: "str", tuple: "list"}.get(next(iter(kinds), int), "any")

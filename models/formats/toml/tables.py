"""Tables of choices in TOML, as products, rows, grids or files, and what their rows cost.

    [choices.domino]                       [choices.star]
    row = "1..8"                           grid = '''      one row of the table a mark,
    turn = ["flat", "tall"]                AAB             in the columns row, col and mark
    where = "row < 8 or turn == 'flat'"    ABB'''

    [choices.word]
    columns = ["place", "letters"]         rows = [["across", "cat"], ["down", "tea"]]

    [choices.shift]
    csv = "shifts.csv"                     the rows of a file, under the names of its first line

How many rows the product has is known before any is made, and too many are an error.

A document opens no file by itself. Who reads it says whether it may name files, and in which folder
they stand (`folder` of the source): the command line does for a file, with the file's own folder,
and for nothing else. What leads out of that folder, by its name or by a link, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain, product
from math import prod
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from ...errors import ModelError, excerpt
from ...objective import Number, whole
from ...puzzle import Puzzle
from ...tables.rows import Row, RowFunction, Rows, expected_instead, is_column
from ...tables.table import Choices
from ..source import plural
from .amounts import amount, amounts_of, python_amount
from .context import Context, Table, words_of
from .node import LARGEST, Node
from .python_text import Program, bracketed, call, filled, literal, quoted, reading, span
from .values import dumped, lines_of, span_of
from .values import key as bare

__all__ = [
    "AIMS",
    "MOST_TABLES",
    "add_choices",
    "add_table",
    "aims_python",
    "cost_lines",
    "grid_of",
    "lines_and_marks",
    "outline",
    "read_aims",
    "said_aims",
    "table_lines",
    "table_python",
]

_INTEGER = re.compile(r"-*[0-9]+")
_NUMBER = re.compile(r"-?[0-9]{1,30}")
MOST_COLUMNS, MOST_TABLES = 100, 500
LONGEST = 70  # characters of a list that stands among the arguments of a program
_RESERVED = ("where", "rows", "columns", "csv", "grid", "says")
_BESIDE = ("where", "says", "columns")  # of these, those that are no columns and have no rows


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
        return [(value,) for value in self.rows] if len(self.columns) == 1 else self.rows

    def values(self) -> Iterator[tuple[str, Sequence[Any]]]:
        """Yield each column with all its values, each once, in order."""
        for place, name in enumerate(self.columns):
            every = self.rows if len(self.columns) == 1 else (row[place] for row in self.rows)
            values = every if isinstance(every, range) else list(dict.fromkeys(every))
            numbers = not self.ordered and all(type(value) is int for value in values)
            yield name, sorted(values) if numbers else values


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
        table = context.puzzle.choices(node.name, rows, where=where)
        table.declared = declared
    if "says" in node:
        text = node["says"].string("words with columns in braces, as R{row}C{col}")
        with node["says"].blamed():
            table.say(words_of(text, names))
    context.tables[node.name] = Table(table, kinds, context.constants, declared=declared)


def add_table(context: Context, node: Node) -> None:
    """Let the document name a table that a rule added to the puzzle under its own name."""
    table = context.puzzle.table(node.name)
    context.spend(node, len(table))
    columns = zip(table.columns, zip(*table.rows, strict=True), strict=True)
    declared = {name: list(dict.fromkeys(values)) for name, values in columns}
    kinds = {name: _kind(values) for name, values in declared.items()}
    context.tables[node.name] = Table(table, kinds, context.constants, declared=declared)


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
            count = plural(length, "mark")
            raise node.error(
                f"{count} in row {number} of the grid, expected {expected} as in row 1"
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
            rows = _rows_of_file(value, context)
            blocks.append(_bare(Block(tuple(rows.columns), list(rows.values))))
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
    return (
        block if len(block.columns) > 1 else block._replace(rows=[value for (value,) in block.rows])
    )


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
                count = plural(len(words), "word")
                shown = excerpt(" ".join(words))
                fault = f"{count} in the row {shown}, expected {len(names)}"
                raise rows.error(f"{fault} with blanks between them")
            separated = next((word for word in words[:-1] if word[-1] in ",;"), None)
            if separated is not None:
                shown = excerpt(" ".join(words))
                fault = f"{excerpt(separated)} in the row {shown}"
                raise rows.error(f"{fault}, expected blanks between the words")
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
    return Block(
        names, [tuple(inner.atom() for inner in row.array(len(names))) for row in elements]
    )


def _names(node: Node) -> tuple[str, ...]:
    listed = node.need("columns", "the names of the columns of rows")
    names = tuple(_name(name, name.string("a column's name")) for name in listed.array())
    if not names:
        raise listed.error("no names, expected the columns of rows")
    return names


def _name(node: Node, name: str, *, key: bool = False) -> str:
    """Return a column's name. Raises InputError, at the key or at the value, for what is none."""
    if not is_column(name):
        message = f"column {excerpt(name)}, expected a name {expected_instead(name)}"
        raise node.key_error(message) if key else node.error(message)
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


def _rows_of_file(node: Node, context: Context) -> Rows:
    """Return the rows of the file that a node names.

    Raises InputError, at the node for a file that may not or cannot be read, and in the file for
    what is wrong in there.
    """
    from ...tables.csv_rows import rows_of_file

    name = node.string("the name of a file")
    folder = node.source.folder
    if folder is None:
        fault = f"the file {excerpt(name)} is not opened for a text by itself"
        raise node.error(f"{fault}, expected rows, or a TOML file in the same folder")
    if not name or not name.isprintable():
        raise node.error(f"{excerpt(name)}, expected the name of a file")
    try:
        home = Path(folder).resolve(strict=True)
        path = home.joinpath(name).resolve()
        if not path.is_relative_to(home):
            fault = f"the file {excerpt(name)} leads out of the folder of the TOML file"
            raise node.error(f"{fault}, expected one beside it")
        if not path.is_file():
            raise node.error(f"no file {excerpt(name)}, expected one beside the TOML file")
    except (OSError, ValueError, RuntimeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        fault = f"the file {excerpt(name)}: {reason}, expected one that can be read"
        raise node.error(fault) from None
    return rows_of_file(Path(folder, name), most=context.most_choices)


# ---- Written -------------------------------------------------------------------------------------


def table_lines(table: Choices, says: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a table: its columns if it is their product, or its rows.

    says  what its choices are called, in the form of `says` (context.py)
    """
    factors, columns = _factors(table), table.columns
    if factors is None or set(_RESERVED).intersection(columns):
        fields: dict[str, Any] = {"columns": list(columns), "rows": list(map(tuple, table.rows))}
    else:
        fields = {name: span_of(values) for name, values in zip(columns, factors, strict=True)}
    yield f"[choices.{bare(table.name)}]"
    yield from lines_of(fields | says, f"toml: table {table.name!r} has")


def _factors(table: Choices) -> Sequence[Sequence[Any]] | None:
    """Return the values of each column, if the rows are their product; else None."""
    if table.factors is not None or not len(table):
        return table.factors
    factors = [list(dict.fromkeys(column)) for column in zip(*table.rows, strict=True)]
    if prod(map(len, factors)) != len(table):
        return None
    return factors if all(map(tuple.__eq__, table.rows, product(*factors))) else None


# ---- In Python -----------------------------------------------------------------------------------


def table_python(program: Program, name: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the statements that make a table."""
    if "csv" in fields:
        raise ModelError(f"table {name!r} from a file, which is not written in Python")
    blocks = [(key, value) for key, value in fields.items() if key not in _BESIDE]
    variable = program.free(name)
    arguments = [quoted(name)]
    if all(key not in ("rows", "grid") for key, _ in blocks):
        columns = [key for key, _ in blocks]
        for key, value in blocks:
            before, text = _column_python(program, key, value)
            yield from before
            arguments.append(f"{key}={text}")
    else:
        columns, rows, data = _rows_python(program, name, fields, blocks)
        yield from data
        listed = literal(tuple(columns))
        arguments.append(call(program.model("Rows"), [listed, rows]))
    program.add_table(name, variable, columns)
    if "where" in fields:
        arguments.append(f"where={reading(columns, fields['where'])}")
    yield call(f"{variable} = puzzle.choices", arguments)
    if "says" in fields:
        names = [column for column in columns if f"{{{column}}}" in fields["says"]]
        yield call(
            "puzzle.say", [variable, f"lambda {', '.join(names)}: f{quoted(fields['says'])}"]
        )


def _rows_python(
    program: Program, name: str, fields: Mapping[str, Any], blocks: Sequence[tuple[str, Any]]
) -> tuple[list[str], str, list[str]]:
    """Return columns, the rows as an expression, and the statements that come before."""
    columns: list[str] = []
    items: list[str] = []
    loops: list[str] = []
    data: list[str] = []
    for key, value in blocks:
        if key == "rows":
            names, rows = _listed_rows(fields)
            variable = program.free(f"{name}_rows")
            data.append(bracketed(f"{variable} = [", list(map(literal, rows)), "]"))
            columns += names
            items.append(f"*{name}" if len(blocks) > 1 else "")
            loops.append(f"for {name} in {variable}" if len(blocks) > 1 else variable)
        elif key == "grid":
            # The statement that holds a grid, if it is not held yet, and its variable.
            text = dedent(value).strip("\n")
            identifier, new = program.stored(text, "grid")
            before, variable = [f'{identifier} = """\n{text}\n"""'] if new else [], identifier
            data += before
            columns += ("row", "col", "mark")
            items += ("row", "col", _mark(value))
            lines, marks = lines_and_marks(value, variable)
            loops.append(f"for row, line in enumerate({lines}, 1)")
            loops.append(f"for col, mark in enumerate({marks}, 1)")
        else:
            columns.append(key)
            items.append(key)
            before, span_text = _column_python(program, key, value)
            data += before
            loops.append(f"for {key} in {span_text}")
    if len(blocks) == 1 and blocks[0][0] == "rows":
        return columns, loops[0], data
    return columns, bracketed("[", [f"({', '.join(items)})", *loops], "]", end=""), data


def _column_python(program: Program, key: str, value: Any) -> tuple[list[str], str]:
    """Return the values of a column; a long list is a variable, which others may share."""
    text = span(value)
    if len(text) <= LONGEST or isinstance(value, str):
        return [], text
    variable, new = program.stored(text, f"{key}s")
    return [filled(f"{variable} = ", list(map(literal, value)))] if new else [], variable


def lines_and_marks(grid: str, variable: str) -> tuple[str, str]:
    """Return how a grid is cut into lines, and a line into marks: characters, or words."""
    if has_words(grid):
        return f"{variable}.strip().splitlines()", "line.split()"
    return f"{variable}.split()", "line"


def has_words(grid: str) -> bool:
    """Whether marks are words, with blanks between them."""
    return any(len(line.split()) > 1 for line in grid.splitlines())


def _listed_rows(value: Mapping[str, Any]) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    """Return the names of columns and the rows, as they are listed."""
    rows = value["rows"]
    if isinstance(rows, str):
        lines = (line.split() for line in rows.splitlines() if line.split())
        return value["columns"], [tuple(map(_word_of, words)) for words in lines]
    if rows and isinstance(rows[0], dict):
        return list(rows[0]), [tuple(row.values()) for row in rows]
    return value["columns"], [tuple(row) for row in rows]


def _word_of(word: str) -> int | str:
    return int(word) if word.lstrip("-").isdecimal() else word


def _mark(grid: str) -> str:
    """Return how a mark of a grid is read: digits are integers."""
    digits = [
        mark.isdecimal() for mark in (grid.split() if has_words(grid) else "".join(grid.split()))
    ]
    if all(digits):
        return "int(mark)"
    return "int(mark) if mark.isdigit() else mark" if any(digits) else "mark"


# ---- Costs and worths ----------------------------------------------------------------------------
#     [minimize]
#     shift = "hours"                    an expression over the table's columns
#     bin = 0.25                         a number for each of its rows: an integer, a decimal,
#     pair = ["1/3", 0, 1.5]             or a fraction as a string; or an array, row after row
#
#     [[maximize]]                       several, of one level each
#     level = 1                          what is of a higher level comes first; else it is 0
#     shift = "wish"
#
# Decimals are exact: what TOML writes as a float is read digit by digit.


AIMS = ("minimize", "maximize")
LEVEL = "level"
MOST_DIGITS = 40  # before and behind the point; costs sum to less than 2^62 in any unit
_COST = re.compile(r"\s*[+-]?[0-9]+(\.[0-9]+|/[0-9]+)?\s*")
_EXPECTED = 'an integer, a decimal or a fraction as "1/3"'


def read_aims(context: Context, node: Node) -> None:
    """Read what is minimised and what is maximised; a table may have the name of the level."""
    for word in AIMS:
        if word not in node:
            continue
        value = node[word]
        for block in value.array() if isinstance(value.value, list) else [value]:
            block.table()
            leveled = LEVEL in block and LEVEL not in context.tables
            level = block[LEVEL].integer("a level") if leveled else 0
            for field in block.fields():
                if field.name != LEVEL or not leveled:
                    _aim(context, field, word, level)


def _aim(context: Context, field: Node, word: str, level: int) -> None:
    table = context.table_named(field)
    amounts: RowFunction | Number
    if isinstance(field.value, list):
        amounts = amount(context, table, field, _exact)
    elif isinstance(field.value, str) and not _COST.fullmatch(field.value):
        amounts = amount(context, table, field)
    else:
        amounts = _exact(field)
    context.puzzle.origin = field.origin
    aim = context.puzzle.minimize if word == AIMS[0] else context.puzzle.maximize
    with field.blamed():
        aim(table.choices, amounts, level=level)


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
    if not _COST.fullmatch(value):
        raise node.error(f"{value[:MOST_DIGITS]!r}, expected {_EXPECTED}")
    if max(map(len, re.findall("[0-9]+", value))) > MOST_DIGITS:
        raise node.error(f"a number of more digits than {MOST_DIGITS}, expected {_EXPECTED}")
    try:
        return whole(Fraction(value))
    except ZeroDivisionError:
        raise node.error(f"{value!r} divides by zero, expected {_EXPECTED}") from None


def said_aims(puzzle: Puzzle) -> list[Any]:
    """Return what a puzzle minimizes and maximizes, by names; equal for equal objectives."""
    return [
        (level, sign, {table.name: list(each) for table, each in amounts.items()})
        for level, sign, amounts in puzzle.aims
    ]


def cost_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the sections that say what is minimised and maximised.

    Raises ModelError for levels where a table has the name of the key for the level.
    """
    aims = puzzle.aims
    plain = [aim.level for aim in aims] in ([], [0])
    if not plain and any(table.name == LEVEL for table in puzzle.tables):
        fault = f"levels and a table {LEVEL!r}, which TOML has no words for"
        raise ModelError(f"toml: {puzzle!r} has {fault}")
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

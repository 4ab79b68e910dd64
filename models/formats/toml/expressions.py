"""Expressions over a table's columns: read them, and find the one that gives known keys.

    row + col      row // 3, col // 3, value      abs(row - col) <= 1 and color != "red"

The operators are `+ - * // %`, comparisons, `in`, `and`, `or`, `not`, the functions abs, min and
max, integers, strings, the names of columns and of constants, and a comma between several values.
Python's own parser reads the text; then every node must be one of these, and each becomes a small
function of a row. Nothing is ever handed to `eval`: there are no attributes, no calls of anything
else, no powers, no shifts, no repeated strings. Compiled code would be some three times as quick,
and a table of 100,000 rows needs a quarter of a second as it is.
"""

from __future__ import annotations

import ast
import operator
import re
import tokenize
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from operator import itemgetter
from typing import Any

from ...budget import polled
from ...errors import ModelError, did_you_mean, excerpt
from ...tables.rows import Row, RowFunction
from ...tables.table import Choices

__all__ = [
    "Expression",
    "ExpressionError",
    "fitting_column",
    "fitting_condition",
    "fitting_expression",
    "fitting_expressions",
    "fitting_multiple",
    "parse",
    "together",
]

LONGEST = 500
_MOST_PRODUCTS = 12
_DEEPEST = 30
_SHORT = 4
_LARGEST = 10**18

Read = Callable[[Sequence[Any]], Any]

_ARITHMETIC: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_SIGNS: Mapping[type, str] = {
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
_COMPARISONS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda value, values: value in values,
    ast.NotIn: lambda value, values: value not in values,
}
_AMONG = (ast.In, ast.NotIn)
_OF_ANY = (ast.Eq, ast.NotEq, *_AMONG)  # these compare values of any kind, the others integers
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}


class ExpressionError(ModelError):
    """An expression that cannot be read; `offset` is where, in characters from its start."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True)
class Expression:
    """An expression that was read: `text`, its `kind` and a function of a row.

    kind   "int", "str", "bool", "list" or "any"; "tuple" for several values behind commas
    parts  the functions of the several values; of the one value otherwise
    size   of how many operands and operators it is made
    """

    text: str
    kind: str
    read: Read
    parts: tuple[Read, ...]
    size: int = 1

    @property
    def weight(self) -> int:
        """How many looks at a row it counts for: one for a short expression."""
        return 1 + self.size // _SHORT

    @property
    def row_function(self) -> RowFunction:
        """The expression as rules and filters take it; it looks at the clock now and then."""
        return RowFunction(self.text, polled(self.read, self.size))


def parse(
    text: str,
    columns: Sequence[str],
    kinds: Mapping[str, str],
    constants: Mapping[str, int] | None = None,
) -> Expression:
    """Read an expression over `columns`, which hold values of `kinds`, and `constants`.

    A column hides a constant of its name.
    Raises ExpressionError for anything that is not arithmetic or comparison of columns.
    """
    stripped = text.strip().replace("\n", " ")  # it may be spread over lines
    if len(text) > LONGEST:
        raise ExpressionError(f"{len(text)} characters, expected {LONGEST} at most")
    if not stripped:
        raise ExpressionError("an empty expression, expected columns")
    try:
        tree = _tree(stripped)
    except SyntaxError as error:
        lone = re.search(r"(?<![=!<>])=(?!=)", stripped)
        expected = "== to compare" if lone else "an expression over columns"
        offset = max((error.offset or 1) - 1, 0) if error.lineno == 1 else 0
        raise ExpressionError(
            f"{excerpt(stripped)} cannot be read, expected {expected}",
            lone.start() if lone else offset,
        ) from None
    except (ValueError, MemoryError, RecursionError):
        raise ExpressionError("an expression that is too deep, expected a simple one") from None
    return _Reader(stripped, columns, kinds, constants or {}).expression(tree.body)


def _tree(text: str) -> ast.Expression:
    """Parse a text. Raises SyntaxError also where Python only warns, and for a comment."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = ast.parse(text, mode="eval")
    if "#" in text:
        for token in tokenize.generate_tokens(iter([text]).__next__):
            if token.type == tokenize.COMMENT:
                raise SyntaxError("a comment", ("", 1, token.start[1] + 1, text))
    return tree


class _Reader:
    """Turns the nodes of one expression into functions."""

    def __init__(
        self,
        text: str,
        columns: Sequence[str],
        kinds: Mapping[str, str],
        constants: Mapping[str, int],
    ) -> None:
        self.text, self.columns, self.kinds = text, list(columns), kinds
        self.constants = constants
        self.products = self.depth = self.size = 0

    def expression(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.Tuple):
            reads = tuple(self.read(inner)[1] for inner in node.elts)
            if not reads:
                raise self.error(node, "nothing between the brackets, expected columns")
            return Expression(self.text, "tuple", together(reads), reads, self.size)
        kind, read = self.read(node)
        return Expression(self.text, kind, read, (read,), self.size)

    def error(self, node: ast.expr, message: str) -> ExpressionError:
        return ExpressionError(message, node.col_offset if node.lineno == 1 else 0)

    def read(self, node: ast.expr) -> tuple[str, Read]:
        """Return (kind, function) of a node."""
        readers: Mapping[type, Callable[[Any], tuple[str, Read]]] = {
            ast.Name: self.column,
            ast.Constant: self.constant,
            ast.BinOp: self.arithmetic,
            ast.UnaryOp: self.unary,
            ast.Compare: self.comparison,
            ast.BoolOp: self.both_or_either,
            ast.Call: self.call,
        }
        reader = readers.get(type(node))
        if reader is None:
            part = excerpt(ast.get_source_segment(self.text, node) or self.text)
            message = f"{part} is not allowed, expected arithmetic or comparison of columns"
            raise self.error(node, message)
        self.depth, self.size = self.depth + 1, self.size + 1
        if self.depth > _DEEPEST:
            raise self.error(node, f"too deep, expected {_DEEPEST} levels at most")
        kind_and_function = reader(node)
        self.depth -= 1
        return kind_and_function

    def column(self, node: ast.Name) -> tuple[str, Read]:
        if node.id not in self.columns and node.id in self.constants:
            value = self.constants[node.id]
            return "int", lambda row: value
        if node.id not in self.columns:
            names = [*self.columns, *self.constants]
            expected, kind = ", ".join(names), "column"
            if not self.columns:
                kind = "constant"
                expected = f"an integer or one of {expected or '[constants], and there is none'}"
            else:
                expected = f"one of {expected}"
            close = did_you_mean(node.id, names)
            raise self.error(node, f"no {kind} {excerpt(node.id)}, expected {expected}{close}")
        return self.kinds.get(node.id, "any"), operator.itemgetter(self.columns.index(node.id))

    def constant(self, node: ast.Constant) -> tuple[str, Read]:
        value = node.value
        if type(value) is str:
            return "str", lambda row: value
        if type(value) is not int or value > _LARGEST:
            raise self.error(node, f"{excerpt(str(value))}, expected a column, an integer or text")
        return "int", lambda row: value

    def integer(self, node: ast.expr) -> Read:
        kind, read = self.read(node)
        if kind != "int":
            raise self.no_integer(node)
        return read

    def truth(self, node: ast.expr) -> Read:
        """Return the function of what is true or false."""
        kind, read = self.read(node)
        if kind not in ("bool", "any"):
            part = excerpt(ast.get_source_segment(self.text, node) or self.text)
            raise self.error(node, f"{part} is neither true nor false, expected a comparison")
        return read

    def no_integer(self, node: ast.expr) -> ExpressionError:
        part = excerpt(ast.get_source_segment(self.text, node) or self.text)
        return self.error(node, f"{part} is no integer, expected one")

    def arithmetic(self, node: ast.BinOp) -> tuple[str, Read]:
        apply = _ARITHMETIC.get(type(node.op))
        if apply is None:
            sign = _SIGNS[type(node.op)]
            expected = "//, which rounds down" if sign == "/" else "one of + - * // %"
            raise self.error(node, f"{sign} is not allowed, expected {expected}")
        self.products += isinstance(node.op, ast.Mult)
        if self.products > _MOST_PRODUCTS:
            raise self.error(node, f"too many products, expected {_MOST_PRODUCTS} at most")
        left, right = self.integer(node.left), self.integer(node.right)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            return "int", self.divided(apply, left, right)
        return "int", lambda row: apply(left(row), right(row))

    def divided(self, apply: Callable[[Any, Any], Any], left: Read, right: Read) -> Read:
        def divide(row: Sequence[Any]) -> Any:
            try:
                return apply(left(row), right(row))
            except ZeroDivisionError:
                raise ModelError(f"{excerpt(self.text)} divides by zero at {tuple(row)}") from None

        return divide

    def unary(self, node: ast.UnaryOp) -> tuple[str, Read]:
        if isinstance(node.op, ast.Not):
            read = self.truth(node.operand)
            return "bool", lambda row: not read(row)
        if isinstance(node.op, ast.USub):
            read = self.integer(node.operand)
            return "int", lambda row: -read(row)
        if isinstance(node.op, ast.UAdd):
            return "int", self.integer(node.operand)
        raise self.error(node, "~ is not allowed, expected - or not")

    def comparison(self, node: ast.Compare) -> tuple[str, Read]:
        for op in node.ops:
            if type(op) not in _COMPARISONS:
                raise self.error(node, "`is` is not allowed, expected == or !=")
        compares = [_COMPARISONS[type(op)] for op in node.ops]
        first, *others = self.compared(node)
        if len(others) == 1:
            compare, other = compares[0], others[0]
            return "bool", lambda row: compare(first(row), other(row))
        links = list(zip(compares, others, strict=True))

        def chain(row: Sequence[Any]) -> bool:
            left = first(row)
            for compare, other in links:
                right = other(row)
                if not compare(left, right):
                    return False
                left = right
            return True

        return "bool", chain

    def compared(self, node: ast.Compare) -> list[Read]:
        """Return the functions of what is compared, each read once however long the chain is."""
        reads = []
        for place, operand in enumerate([node.left, *node.comparators]):
            before, behind = node.ops[max(place - 1, 0) : place], node.ops[place : place + 1]
            if any(isinstance(op, _AMONG) for op in before):
                kind, read = "list", self.among(operand)
            else:
                kind, read = self.read(operand)
            if kind != "int" and not all(isinstance(op, _OF_ANY) for op in (*before, *behind)):
                raise self.no_integer(operand)
            reads.append(read)
        return reads

    def among(self, node: ast.expr) -> Read:
        if isinstance(node, ast.Tuple | ast.List):
            return together(tuple(self.read(inner)[1] for inner in node.elts))
        kind, read = self.read(node)
        if kind != "list":
            raise self.error(node, "`in` looks into no list, expected (1, 2) or a column of arrays")
        return read

    def both_or_either(self, node: ast.BoolOp) -> tuple[str, Read]:
        reads = [self.truth(inner) for inner in node.values]
        if isinstance(node.op, ast.And):
            return "bool", lambda row: all(read(row) for read in reads)
        return "bool", lambda row: any(read(row) for read in reads)

    def call(self, node: ast.Call) -> tuple[str, Read]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        apply = _FUNCTIONS.get(name)
        if apply is None or node.keywords:
            part = excerpt(ast.get_source_segment(self.text, node) or self.text)
            raise self.error(node, f"{part} is not allowed, expected abs, min or max")
        if (name == "abs") != (len(node.args) == 1) or not node.args:
            wanted = "one value" if name == "abs" else "two values or more"
            raise self.error(node, f"{name} of {len(node.args)}, expected {wanted}")
        reads = [self.integer(inner) for inner in node.args]
        return "int", lambda row: apply(*[read(row) for read in reads])


def together(reads: tuple[Read, ...]) -> Read:
    """Return the function that gives the values of several, as a tuple."""
    return lambda row: tuple([read(row) for read in reads])


# ---- The expression of a column of keys ----------------------------------------------------------
# A puzzle keeps what its functions say of the rows, and not how they say it. People group by
# columns, by sums and differences (diagonals, steps to a neighbour) and by quotients (boxes);
# these are tried on all rows, and what fits them all is an honest way to write the rule. What
# nothing fits is listed row by row.


MOST_COLUMNS = 8
MOST_KEYS = 8  # of a row, that are written as expressions
SIDES = range(2, 7)  # of the boxes that are tried
ReadRow = Callable[[Row], Any]
Fit = tuple[str, ReadRow]
_STEPS = {"+": operator.add, "-": operator.sub}


def fitting_column(table: Choices, keys: Sequence[Sequence[Any] | None]) -> str | None:
    """Return the column whose arrays are the keys of each row, if there is one.

    keys  those of each row; None: any
    """
    for place, name in enumerate(table.columns):
        if all(
            entry is None or (type(row[place]) is tuple and row[place] == tuple(entry))
            for row, entry in zip(table.rows, keys, strict=True)
        ):
            return name
    return None


def fitting_expression(table: Choices, keys: Sequence[Sequence[Any] | None]) -> str | None:
    """Return an expression that is the one key of each row, if one is found.

    keys  those of each row, one each; None: any
    """
    pairs = [(row, entry) for row, entry in zip(table.rows, keys, strict=True) if entry is not None]
    if not pairs or len(table.columns) > MOST_COLUMNS or any(len(entry) != 1 for _, entry in pairs):
        return None
    rows, alone = [row for row, _ in pairs], [entry[0] for _, entry in pairs]
    whole = _fit(table, rows, alone)
    if whole is not None:
        return whole
    sizes = {len(key) if type(key) is tuple else 0 for key in alone}
    if len(sizes) != 1 or min(sizes) < 2:
        return None
    parts = [_fit(table, rows, part) for part in zip(*alone, strict=True)]
    return None if None in parts else ", ".join(filter(None, parts))


def fitting_expressions(table: Choices, keys: Sequence[Sequence[Any] | None]) -> list[str] | None:
    """Return expressions that are the keys of each row, in order, if they are found.

    keys  those of each row, as many of each; None: any
    """
    sizes = {len(entry) for entry in keys if entry is not None}
    if len(sizes) != 1 or not 0 < min(sizes) <= MOST_KEYS:
        return None
    texts = [
        fitting_expression(table, [None if entry is None else [entry[place]] for entry in keys])
        for place in range(min(sizes))
    ]
    return None if None in texts else [text for text in texts if text is not None]


def fitting_multiple(table: Choices, amounts: Sequence[Any]) -> str | None:
    """Return a multiple of a column that is the amount of each row, if one is found."""
    for place, name in enumerate(table.columns):
        column = [row[place] for row in table.rows]
        if {*map(type, column)} != {int} or not any(column):
            continue
        amount, value = next((a, v) for a, v in zip(amounts, column, strict=True) if v)
        times = amount // value
        if all(a == times * v for a, v in zip(amounts, column, strict=True)):
            return f"-{name}" if times == -1 else f"{times} * {name}"
    return None


def fitting_condition(table: Choices, holds: Sequence[bool]) -> str | None:
    """Return a condition on one column that is true of the rows for which it holds, if there is."""
    for place, name in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        if not all(isinstance(value, int | str) for value in values):
            continue
        by_truth: dict[bool, set[Any]] = {True: set(), False: set()}
        for value, wanted in zip(values, holds, strict=True):
            by_truth[wanted].add(value)
        if by_truth[True].isdisjoint(by_truth[False]):
            for wanted, sign in ((True, "=="), (False, "!=")):
                if len(by_truth[wanted]) == 1:
                    (only,) = by_truth[wanted]
                    operand = str(int(only)) if isinstance(only, int) else repr(only)
                    return f"{name} {sign} {operand}"
    return None


def _fit(table: Choices, rows: Sequence[Row], wanted: Sequence[Any]) -> str | None:
    """Return the expression that says what is wanted of each of the rows."""
    return next(
        (
            text
            for text, read in _candidates(table)
            if _same(read(rows[-1]), wanted[-1])
            and all(_same(read(row), value) for row, value in zip(rows, wanted, strict=True))
        ),
        None,
    )


def _same(first: Any, second: Any) -> bool:
    return type(first) is type(second) and first == second


def _candidates(table: Choices) -> Iterator[Fit]:
    """Yield expressions with what they say of a row, the simplest first."""
    for place, name in enumerate(table.columns):
        yield name, itemgetter(place)
    numbers = [
        (name, itemgetter(place))
        for place, name in enumerate(table.columns)
        if all(type(row[place]) is int for row in table.rows)
    ]
    for (name, read), (sign, apply) in product(numbers, _STEPS.items()):
        yield f"{name} {sign} 1", _joined(apply, read, lambda row: 1)
    for (first, read), (other, read_other) in permutations(numbers, 2):
        if table.columns.index(first) < table.columns.index(other):
            yield f"{first} + {other}", _joined(operator.add, read, read_other)
        yield f"{first} - {other}", _joined(operator.sub, read, read_other)
        yield f"{first} + 1 - {other}", _joined(lambda a, b: a + 1 - b, read, read_other)
    for (name, read), side in product(numbers, SIDES):
        yield f"{name} // {side}", _part(read, 0, side)
        yield f"({name} - 1) // {side}", _part(read, 1, side)
    for ((first, read), (other, read_other)), high, wide, many in product(
        permutations(numbers, 2), SIDES, SIDES, SIDES
    ):
        band, stack = _part(read, 0, high, many), _part(read_other, 0, wide)
        yield f"{first} // {high} * {many} + {other} // {wide}", _joined(operator.add, band, stack)


def _joined(apply: Callable[[int, int], int], first: ReadRow, second: ReadRow) -> ReadRow:
    return lambda row: apply(first(row), second(row))


def _part(read: ReadRow, first: int, side: int, times: int = 1) -> ReadRow:
    return lambda row: (read(row) - first) // side * times

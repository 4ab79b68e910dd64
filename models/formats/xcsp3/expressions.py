"""Expressions of XCSP3 in functional form, such as `eq(add(x,y),abs(sub(z,3)))`.

An expression is an integer, the name of a variable, or a `Call`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

from ...errors import ModelError, excerpt

__all__ = [
    "COMPARISONS",
    "Call",
    "Expression",
    "Undefined",
    "compiled",
    "evaluate",
    "parse",
    "variables_of",
]

DEEPEST = 200
MOST_BITS = 256  # of a power
_TOKEN = re.compile(r"\s*([(),]|[^\s(),]+)")
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


@dataclass(frozen=True)
class Call:
    """An operator and its operands."""

    operator: str
    operands: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"{self.operator}({','.join(map(str, self.operands))})"


Expression = int | str | Call


class Undefined(Exception):
    """A division by zero, or a power that is no integer."""


def _quotient(left: int, right: int) -> int:
    """Divide and round toward zero."""
    if right == 0:
        raise Undefined
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _power(base: int, exponent: int) -> int:
    if exponent < 0 or base.bit_length() * exponent > MOST_BITS:
        raise Undefined
    return int(base**exponent)


# The operators that have as many operands as stated: from the least to the most.
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "lt": lambda left, right: left < right,
    "le": lambda left, right: left <= right,
    "ge": lambda left, right: left >= right,
    "gt": lambda left, right: left > right,
    "eq": lambda left, right: left == right,
    "ne": lambda left, right: left != right,
}
_MANY = 1_000_000
_OPERATORS: Mapping[str, tuple[int, int, Callable[[Sequence[int]], int]]] = {
    "neg": (1, 1, lambda values: -values[0]),
    "abs": (1, 1, lambda values: abs(values[0])),
    "sqr": (1, 1, lambda values: values[0] ** 2),
    "add": (1, _MANY, sum),
    "sub": (2, 2, lambda values: values[0] - values[1]),
    "mul": (1, _MANY, prod),
    "div": (2, 2, lambda values: _quotient(*values)),
    "mod": (2, 2, lambda values: values[0] - values[1] * _quotient(*values)),
    "pow": (2, 2, lambda values: _power(*values)),
    "dist": (2, 2, lambda values: abs(values[0] - values[1])),
    "min": (1, _MANY, min),
    "max": (1, _MANY, max),
    "not": (1, 1, lambda values: not values[0]),
    "and": (1, _MANY, all),
    "or": (1, _MANY, any),
    "xor": (1, _MANY, lambda values: sum(map(bool, values)) % 2),
    "iff": (2, _MANY, lambda values: len(set(map(bool, values))) == 1),
    "imp": (2, 2, lambda values: not values[0] or bool(values[1])),
    "if": (3, 3, lambda values: values[1] if values[0] else values[2]),
    "in": (1, _MANY, lambda values: values[0] in values[1:]),
    "notin": (1, _MANY, lambda values: values[0] not in values[1:]),
    "lt": (2, _MANY, lambda values: _chain("lt", values)),
    "le": (2, _MANY, lambda values: _chain("le", values)),
    "ge": (2, _MANY, lambda values: _chain("ge", values)),
    "gt": (2, _MANY, lambda values: _chain("gt", values)),
    "eq": (2, _MANY, lambda values: _chain("eq", values)),
    "ne": (2, 2, lambda values: values[0] != values[1]),
}


def _chain(operator: str, values: Sequence[int]) -> bool:
    holds = COMPARISONS[operator]
    return all(holds(*pair) for pair in pairwise(values))


def parse(text: str, value_of: Callable[[str], int | str]) -> Expression:
    """Parse an expression.

    value_of  returns the variable or the code of the symbol of that name; raises ModelError

    Sets (`in(x,set(1,2))`) become further operands of `in` and `notin`. Raises ModelError.
    """
    parser = _Parser(text, value_of)
    (tree, *others) = parser.operand(0) or [0]
    if others or parser.place < len(parser.tokens):
        raise parser.error("expected one expression")
    return tree


class _Parser:
    def __init__(self, text: str, value_of: Callable[[str], int | str]) -> None:
        self.text, self.value_of = text.strip(), value_of
        self.tokens = _TOKEN.findall(text)
        self.place = 0  # of the next token

    def error(self, expected: str) -> ModelError:
        return ModelError(f"{excerpt(self.text)}, {expected}")

    def following(self) -> str:
        """Return the next token; an empty one at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def operand(self, depth: int) -> list[Expression]:
        """Read an expression, or a set of several."""
        if depth > DEEPEST:
            raise ModelError(f"an expression of more than {DEEPEST} levels, expected fewer")
        token = self.following()
        if token in ("", "(", ")", ","):
            raise self.error(f"expected an expression in place of {token!r}")
        self.place += 1
        if self.following() != "(":
            return [int(token) if _INTEGER.fullmatch(token) else self.value_of(token)]
        entries = self.operands(depth)
        if token == "set":
            return entries
        if token not in _OPERATORS:
            raise ModelError(f"operator {excerpt(token)}, expected one of {', '.join(_OPERATORS)}")
        least, most, _ = _OPERATORS[token]
        if not least <= len(entries) <= most:
            expected = f"{least}" if least == most else f"{least} or more"
            raise ModelError(f"{token} of {len(entries)} operands, expected {expected}")
        return [Call(token, tuple(entries))]

    def operands(self, depth: int) -> list[Expression]:
        """Read what stands in parentheses."""
        self.place += 1
        entries: list[Expression] = []
        while entries or self.following() != ")":
            entries += self.operand(depth + 1)
            if self.following() == ")":
                break
            if self.following() != ",":
                raise self.error("expected `,` or `)`")
            self.place += 1
        self.place += 1
        return entries


def evaluate(expression: Expression, values: Mapping[str, int]) -> int:
    """Return the value of an expression. Raises Undefined."""
    return compiled(expression, list(values))(list(values.values()))


def compiled(expression: Expression, names: Sequence[str]) -> Callable[[Sequence[int]], int]:
    """Return the function from the values of variables to that of an expression.

    names  the variables, in the order of their values

    The function raises Undefined.
    """
    if isinstance(expression, int):
        return lambda values: expression
    if isinstance(expression, str):
        place = names.index(expression)
        return lambda values: values[place]
    function = _OPERATORS[expression.operator][2]
    parts = [compiled(operand, names) for operand in expression.operands]
    if len(parts) == 2 and expression.operator in COMPARISONS:
        (left, right), holds = parts, COMPARISONS[expression.operator]
        return lambda values: int(holds(left(values), right(values)))
    return lambda values: int(function([part(values) for part in parts]))


def variables_of(expression: Expression) -> Iterator[str]:
    """Yield the variables of an expression, as often as they appear."""
    if isinstance(expression, str):
        yield expression
    elif isinstance(expression, Call):
        for operand in expression.operands:
            yield from variables_of(operand)

"""TOML's expressions in Python: they are Python's already, so only quotes and brackets change."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....errors import ModelError
from .layout import bracketed, lambda_of, literal, quoted, tokens_of

__all__ = ["key", "keys", "names_in", "python", "reading", "span"]

Key = Any  # an expression, an array of them, or a table with key, where and for


def python(told: str | int) -> str:
    """Return an expression, or an integer, as Python on one line, strings in double quotes."""
    line = " ".join(str(told).split())
    found = line
    for token in reversed(tokens_of(line)):
        if token.type == tokenize.STRING:
            string = quoted(ast.literal_eval(token.string))
            found = found[: token.start[1]] + string + found[token.end[1] :]
    return found


def parts_of(told: Key) -> list[str]:
    """Return the expressions of a key, one or several."""
    if isinstance(told, dict):
        told = told["key"]
    if isinstance(told, list):
        return [python(one) for one in told]
    tree = ast.parse(python(told), mode="eval").body
    if not isinstance(tree, ast.Tuple):
        return [python(told)]
    line = python(told)
    return [ast.get_source_segment(line, one) or ast.unparse(one) for one in _whole(tree, line)]


def _whole(tree: ast.Tuple, line: str) -> Iterable[ast.expr]:
    """Return the elements, each with the brackets around it."""
    cuts = [-1]
    depth = 0
    for token in tokens_of(line):
        depth += (token.string in ("(", "[")) - (token.string in (")", "]"))
        if depth == 0 and token.string == ",":
            cuts.append(token.start[1])
    for element, (begin, end) in zip(
        tree.elts, zip(cuts, [*cuts[1:], len(line)], strict=False), strict=False
    ):
        text = line[begin + 1 : end]
        element.col_offset = begin + 1 + len(text) - len(text.lstrip())
        element.end_col_offset = begin + 1 + len(text.rstrip())
        yield element


def key(told: Key) -> str:
    """Return the value of a key: an expression, or a tuple of them."""
    parts = parts_of(told)
    tuple_of_one = isinstance(told, list) and len(parts) == 1
    if len(parts) == 1 and not tuple_of_one:
        return parts[0]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def keys(told: Sequence[Key]) -> str:
    """Return several keys without conditions, or one that is repeated, as a list."""
    if len(told) == 1 and isinstance(told[0], dict):
        return repeated(told[0], key(told[0]))
    return bracketed("[", [key(one) for one in told], "]")


def repeated(told: Mapping[str, Any], value: str) -> str:
    """Return a list comprehension over the values of `for`, with its condition."""
    parts = [value]
    parts += [f"for {name} in {span(values)}" for name, values in told.get("for", {}).items()]
    if "where" in told:
        parts.append(f"if {python(told['where'])}")
    if "for" not in told:
        raise ModelError("a key on a condition, expected it repeated")
    return bracketed("[", parts, "]", end="")


PARTS = ("key", "where", "weight")  # of a key that is told with what belongs to it


def names_in(told: Any) -> set[str]:
    """Return the names that expressions read, those of their own `for` left out."""
    if isinstance(told, int):
        return set()
    if isinstance(told, str):
        tree = ast.parse(python(told), mode="eval")
        return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if isinstance(told, dict):
        inner = set().union(*(names_in(told[one]) for one in PARTS if one in told))
        return inner - set(told.get("for", {}))
    return set().union(*map(names_in, told))


def reading(columns: Sequence[str], told: Any, body: str) -> str:
    """Return the function of those columns that the expressions read."""
    found = names_in(told)
    return lambda_of([name for name in columns if name in found], body)


def span(told: Any) -> str:
    """Return a range or an array of values."""
    if not isinstance(told, str):
        return f"[{', '.join(map(literal, told))}]"
    first, _, last = (part.strip() for part in told.partition(".."))
    end = _after(python(last))
    return f"range({end})" if first == "0" else f"range({python(first)}, {end})"


def _after(text: str) -> str:
    """Return the number behind the last one of a range."""
    tree = ast.parse(text, mode="eval").body
    try:
        number = ast.literal_eval(tree)
    except ValueError:
        if text.endswith((" - 1", "-1")):
            return text.removesuffix("1").rstrip().removesuffix("-").rstrip()
        return f"{ast.unparse(tree)} + 1"
    return str(number + 1)

"""Python text: calls and lambdas on lines of a bearable length, expressions, and what is named.

TOML's expressions are Python's already, so only quotes and brackets change.
"""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise
from textwrap import indent, wrap
from typing import Any

from ...errors import ModelError

__all__ = [
    "STEP",
    "WIDTH",
    "Program",
    "bracketed",
    "call",
    "filled",
    "key",
    "keys",
    "lambda_of",
    "literal",
    "names_in",
    "python",
    "quoted",
    "reading",
    "repeated_statement",
    "span",
]

WIDTH = 88
STEP = "    "
ROOM = len("covering=,")
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


def quoted(text: str) -> str:
    """Return a string as Python has it, in double quotes."""
    shown = repr(text)
    if shown[0] == "'" and '"' not in text:
        return f'"{shown[1:-1]}"'
    return shown


def literal(value: object) -> str:
    """Return an integer, a string, or a list or tuple of these as Python has it."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, tuple | list):
        inner = ", ".join(map(literal, value))
        return f"({inner}{',' if len(value) == 1 else ''})"
    return repr(value)


def bracketed(opening: str, parts: Sequence[str], closing: str, *, end: str = ",") -> str:
    """Return parts in brackets: on one line, or a part a line."""
    flat = f"{opening}{f'{end} '.join(parts)}{closing}".replace(" ,", ",")
    if "\n" not in flat and len(flat) <= WIDTH - len(STEP):
        return flat
    inner = "".join(indent(f"{part}{end}\n", STEP) for part in parts)
    return f"{opening}\n{inner}{closing}"


def filled(head: str, parts: Sequence[str]) -> str:
    """Return a list of short values behind `head`, as many on a line as there is room for."""
    text = ", ".join(parts)
    if len(head) + len(text) < WIDTH - 1:
        return f"{head}[{text}]"
    lines = wrap(f"{text},", WIDTH - len(STEP), break_long_words=False, break_on_hyphens=False)
    return f"{head}[\n{indent(chr(10).join(lines), STEP)}\n]"


def call(head: str, arguments: Sequence[str]) -> str:
    """Return a call of `head`, which may be preceded by what its value is given to."""
    flat = f"{head}({', '.join(arguments)})"
    if "\n" not in flat and len(flat) <= WIDTH:
        return flat
    inner = "".join(indent(f"{part},\n", STEP) for part in arguments)
    return f"{head}(\n{inner})"


def lambda_of(parameters: Sequence[str], body: str) -> str:
    """Return a function of columns; a long condition is broken before `and` and `or`."""
    head = f"lambda {', '.join(parameters)}:" if parameters else "lambda:"
    if "\n" in body or len(head) + len(body) <= WIDTH - len(STEP) - ROOM:
        return f"{head} {body}"
    opened = _opened(body)
    if opened is not None:
        return f"{head} {opened}"
    parts = [body]
    if len(body) > WIDTH - 2 * len(STEP):
        # Each part but the first begins with an `and` or `or` that is in no bracket.
        cuts = [token.start[1] for token in _outside(body) if token.string in ("and", "or")]
        parts = [body[a:b].rstrip() for a, b in pairwise([0, *cuts, len(body)])]
    return f"{head} (\n{indent(chr(10).join(parts), STEP)}\n)"


def _opened(text: str) -> str | None:
    """Return a call, a list or a dictionary with a part a line; None for what is none of these."""
    tokens = tokens_of(text)
    first = next((k for k, token in enumerate(tokens[:2]) if token.string in _OPENING), None)
    if first is None:
        return None
    depth, cuts, end, repeated = 0, [tokens[first].end[1]], ",", False
    for token in tokens[first:]:
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth == 1 and token.string == ",":
            cuts.append(token.end[1])
        elif depth == 1 and token.string in ("for", "if"):
            cuts.append(token.start[1])
            repeated = True
        elif depth == 0:
            break
    if text[token.end[1] :].strip():
        return None  # something stands behind the bracket
    cuts.append(token.start[1])
    parts = [text[a:b].strip().removesuffix(",") for a, b in pairwise(cuts)]
    end = "" if repeated else ","
    inner = "".join(indent(f"{part}{end}\n", STEP) for part in parts if part)
    return f"{text[: cuts[0]]}\n{inner}{text[cuts[-1] :]}"


def _outside(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of an expression that are in no brackets."""
    depth = 0
    for token in tokens_of(text):
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth == 0:
            yield token


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    """Return the tokens of an expression on one line."""
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


# ---- Expressions ---------------------------------------------------------------------------------


Key = Any  # an expression, an array of them, or a table with key, where and for


def python(value: str | int) -> str:
    """Return an expression, or an integer, as Python on one line, strings in double quotes."""
    line = " ".join(str(value).split())
    text = line
    for token in reversed(tokens_of(line)):
        if token.type == tokenize.STRING:
            string = quoted(ast.literal_eval(token.string))
            text = text[: token.start[1]] + string + text[token.end[1] :]
    return text


def parts_of(value: Key) -> list[str]:
    """Return the expressions of a key, one or several."""
    if isinstance(value, dict):
        value = value["key"]
    if isinstance(value, list):
        return [python(part) for part in value]
    line = python(value)
    commas = [token.start[1] for token in _outside(line) if token.string == ","]
    parts = [line[a + 1 : b].strip() for a, b in pairwise([-1, *commas, len(line)])]
    return [part for part in parts if part]


def key(value: Key) -> str:
    """Return the value of a key: an expression, or a tuple of them."""
    parts = parts_of(value)
    tuple_of_one = isinstance(value, list) and len(parts) == 1
    if len(parts) == 1 and not tuple_of_one:
        return parts[0]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def keys(value: Sequence[Key]) -> str:
    """Return several keys without conditions, or one that is repeated, as a list."""
    if len(value) == 1 and isinstance(value[0], dict):
        return repeated(value[0], key(value[0]))
    return bracketed("[", [key(entry) for entry in value], "]")


def repeated(key_table: Mapping[str, Any], value: str) -> str:
    """Return a list comprehension over the values of `for`, with its condition."""
    parts = [value]
    parts += [f"for {name} in {span(values)}" for name, values in key_table.get("for", {}).items()]
    if "where" in key_table:
        parts.append(f"if {python(key_table['where'])}")
    if "for" not in key_table:
        raise ModelError("a key on a condition, expected it repeated")
    return bracketed("[", parts, "]", end="")


def repeated_statement(value: Key, statement: str) -> Iterator[str]:
    """Yield the lines of a statement under the loops and the condition of a key."""
    depth = 0
    if isinstance(value, dict):
        for name, values in value.get("for", {}).items():
            yield f"{STEP * depth}for {name} in {span(values)}:"
            depth += 1
        if "where" in value:
            yield f"{STEP * depth}if {python(value['where'])}:"
            depth += 1
    yield f"{STEP * depth}{statement}"


PARTS = ("key", "where", "weight")  # of a key with a condition or a weight


def names_in(value: Any) -> set[str]:
    """Return the names that expressions read, those of their own `for` left out."""
    if isinstance(value, int):
        return set()
    if isinstance(value, str):
        tree = ast.parse(python(value), mode="eval")
        return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if isinstance(value, dict):
        inner = set().union(*(names_in(value[part]) for part in PARTS if part in value))
        return inner - set(value.get("for", {}))
    return set().union(*map(names_in, value))


def reading(columns: Sequence[str], value: Any, body: str | None = None) -> str:
    """Return the function of those columns that the expressions read; it gives their value."""
    names = [name for name in columns if name in names_in(value)]
    return lambda_of(names, key(value) if body is None else body)


def span(value: Any) -> str:
    """Return a range or an array of values."""
    if not isinstance(value, str):
        return f"[{', '.join(map(literal, value))}]"
    first, _, last = (part.strip() for part in value.partition(".."))
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


# ---- Names ---------------------------------------------------------------------------------------

_FUNCTIONS = ("abs", "max", "min", "range", "zip", "enumerate", "int", "dict", "puzzle")


class Program:
    """What a program holds so far: the names it has taken, its imports, tables and functions.

    variables    the variable of each table
    columns      the columns of each table
    models       the names that the program imports from minuet.models
    packings     those that it imports from minuet.models.packings
    pencil       those that it imports from minuet.models.pencil
    constraints  those that it imports from minuet.models.sudokus.constraints
    """

    def __init__(self) -> None:
        self._taken = {"puzzle", "solve"}
        self.models: set[str] = set()
        self.packings: set[str] = set()
        self.pencil: set[str] = set()
        self.constraints: set[str] = set()
        self.variables: dict[str, str] = {}
        self.columns: dict[str, tuple[str, ...]] = {}
        self._stored: dict[str, str] = {}
        self._before: list[str] = []

    def add_table(self, name: str, variable: str, columns: Sequence[str]) -> None:
        """Take note of a table."""
        self.variables[name], self.columns[name] = variable, tuple(columns)

    def stored(self, text: str, wanted: str) -> tuple[str, bool]:
        """Return the variable that holds a value, and whether it is a new one."""
        new = text not in self._stored
        if new:
            self._stored[text] = self.free(wanted)
        return self._stored[text], new

    def function(self, wanted: str, parameters: Sequence[str], body: Sequence[str]) -> str:
        """Return the name of a function, which is defined before the statement that uses it."""
        text = f"({', '.join(parameters)}):\n" + indent("\n".join(body), STEP)
        name, new = self.stored(text, wanted.replace("-", "_"))
        if new:
            self._before.append(f"def {name}{text}\n")
        return name

    def before(self) -> Iterator[str]:
        """Yield the functions that the last statement needs."""
        functions, self._before = self._before, []
        yield from functions

    def model(self, name: str) -> str:
        """Import a name of minuet.models and return it."""
        self.models.add(name)
        return name

    def packing(self, name: str) -> str:
        """Import what packings are made of and return its name."""
        self.packings.add(name)
        return name

    def constraint(self, name: str) -> str:
        """Import a constraint of sudokus and return its name."""
        self.constraints.add(name)
        return name

    def constant(self, name: str) -> None:
        """Take note of a constant. Raises ModelError for one that Python cannot have."""
        if name in _FUNCTIONS or not name.isidentifier() or keyword.iskeyword(name):
            raise ModelError(f"a constant {name!r}, expected a name that Python does not use")
        self._taken.add(name)

    def free(self, wanted: str) -> str:
        """Return the name, or one like it that is neither taken nor Python's own."""
        name = (
            wanted
            if wanted.isidentifier()
            else "".join(mark if mark.isalnum() else "_" for mark in wanted)
        )
        if not name.isidentifier():
            name = f"table_{name}"
        if keyword.iskeyword(name) or hasattr(builtins, name):
            name += "_"
        tries = (name if k == 1 else f"{name}_{k}" for k in count(1))
        name = next(candidate for candidate in tries if candidate not in self._taken)
        self._taken.add(name)
        return name

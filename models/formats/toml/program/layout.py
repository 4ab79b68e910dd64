"""Python on lines of a bearable length: calls, lambdas and lists are broken where they are long."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import indent, wrap

__all__ = ["WIDTH", "bracketed", "call", "filled", "lambda_of", "literal", "quoted", "tokens_of"]

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
    whole = len(body) <= WIDTH - 2 * len(STEP)
    parts = [body] if whole else list(_conditions(body))
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


def _conditions(text: str) -> Iterator[str]:
    """Yield a condition in parts that begin with `and` or `or`, where no bracket is open."""
    depth, begin = 0, 0
    for token in tokens_of(text):
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth == 0 and token.string in ("and", "or"):
            yield text[begin : token.start[1]].rstrip()
            begin = token.start[1]
    yield text[begin:]


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    """Return the tokens of an expression on one line."""
    return list(tokenize.generate_tokens(io.StringIO(text).readline))

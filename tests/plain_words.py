"""Counts words that hide what a name holds: `python tests/plain_words.py`, a part of `make check`.

A local variable called `one` or `what`, or a method called `told`, says nothing about its value.
For each of these words the package may have so many identifiers; a lower number is welcome and
becomes the new limit. `told` is counted in docstrings, comments and messages, too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("models", "solvers", "setting", "experiments", "app")
MOST = {"told": 99, "one": 99, "what": 49}
TEXTS = {"told": 99}  # in all of the text


def identifiers(text: str) -> Iterator[str]:
    """Yield each use of a name in a module: variables, parameters, attributes, definitions."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, (ast.arg, ast.keyword)):
            yield node.arg or ""
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name


def faults() -> Iterator[str]:
    """Yield a line for each word that is used more often than it may be."""
    names: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        names.update(identifiers(text))
        words.update(re.findall(r"\w+", text))
    for counted, most, where in ((names, MOST, "names"), (words, TEXTS, "words")):
        for word, limit in most.items():
            if counted[word] > limit:
                yield f"{word!r}: {counted[word]} {where} of the package, expected {limit} at most"


if __name__ == "__main__":
    sys.exit("\n".join(faults()) or None)

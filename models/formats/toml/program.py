"""Writes a description in TOML as a Python program that runs as it stands.

The program is the one that a person would have written in the declarative layer: the description's
expressions are lambdas, its ranges ranges, its comments comments. It ends by printing an answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from .givens import givens_python
from .node import STRING, Path, Places
from .packing import packing_python
from .pencil import pencil_python
from .python_text import WIDTH, Program, call, quoted
from .rules import rule_python
from .show import drawn_python
from .sudoku import sudoku_python
from .tables import AIMS, aims_python, table_python

__all__ = ["ENDING", "program_of"]

ENDING = """
if __name__ == "__main__":
    print(solve({puzzle}).answer)
"""
_COMMENT = re.compile(rf"(?P<comment>#[^\n]*)|{STRING.pattern}")  # no `#` in a string begins one


def program_of(text: str) -> str:
    """Return the program that builds what a description describes.

    The description is one that can be read. Raises ModelError for one of the few things that are
    not written in Python: groups listed row by row, and the words of rules.
    """
    document: Mapping[str, Any] = tomllib.loads(text)
    program, remarks = Program(), Remarks(text, document)
    body = [
        *_constants(program, document, remarks),
        *_base(program, document, remarks),
        *_rules(program, document, remarks),
        *_endings(program, document, remarks),
    ]
    parts = [*_docstring(document), *_imports(program), "", *body]
    return _tidy("\n".join(parts)) + ENDING.format(puzzle="puzzle")


def _imports(program: Program) -> Iterator[str]:
    """Yield the imports; what the other parts use is known when they are written."""
    for room, names in (
        ("models", program.models),
        ("models.packings", program.packings),
        ("models.pencil", program.pencil),
        ("models.sudokus.constraints", program.constraints),
    ):
        if names:
            yield f"from minuet.{room} import {', '.join(sorted(names, key=_as_sorted))}"
    yield "from minuet.solvers import solve"


def _constants(program: Program, document: Mapping[str, Any], remarks: Remarks) -> Iterator[str]:
    """Yield the constants, each a line."""
    for name, value in document.get("constants", {}).items():
        program.constant(name)
        yield from remarks.of("constants", name)
        yield f"{name} = {value}"
    if "constants" in document:
        yield ""


def _base(program: Program, document: Mapping[str, Any], remarks: Remarks) -> Iterator[str]:
    """Yield the puzzle and its tables."""
    name = document.get("name", "puzzle")
    if "packing" in document:
        yield from remarks.of("packing")
        yield from packing_python(document["packing"], name, program)
        program.add_table("place", "puzzle.place", ("piece", "cells"))
    elif "sudoku" in document:
        yield from remarks.of("sudoku")
        yield from sudoku_python(document["sudoku"], name, program)
        program.add_table("digit", "puzzle.digit", ("row", "col", "value"))
    elif "pencil" in document:
        yield from remarks.of("pencil")
        yield from pencil_python(document["pencil"], name, program)
    else:
        yield call(f"puzzle = {program.model('Puzzle')}", [quoted(name)])
    if "symmetries" in document:
        yield f"puzzle.alike = {quoted(document['symmetries'])}"
    for table, value in document.get("choices", {}).items():
        above = remarks.of("choices", table)
        yield from ["", *above] if above else []
        yield from table_python(program, table, value)


def _rules(program: Program, document: Mapping[str, Any], remarks: Remarks) -> Iterator[str]:
    """Yield the rules."""
    if document.get("rules"):
        yield from ["", *remarks.above("rules")]
    for name, value in document.get("rules", {}).items():
        above = remarks.of("rules", name)
        yield from ["", *above] if above else []
        statement = rule_python(program, name, value)
        yield from program.before()
        yield statement


def _endings(program: Program, document: Mapping[str, Any], remarks: Remarks) -> Iterator[str]:
    """Yield givens, what is forbidden, costs and the picture."""
    for section in ("given", "forbid", *AIMS):
        if section in document:
            yield from ["", *remarks.of(section)]
            if section in AIMS:
                yield from aims_python(program, section, document[section])
            else:
                yield from givens_python(program, section, document)
    shown = document.get("show", [])
    layers = shown if isinstance(shown, list) else [shown]
    yield from [""] if layers else []
    for place, value in enumerate(layers):
        statement = drawn_python(program, value)
        yield from remarks.of("show", place) if isinstance(shown, list) else remarks.of("show")
        yield from program.before()
        yield statement


def _as_sorted(name: str) -> tuple[int, str]:
    """Return where a name stands among imports: constants, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def _docstring(document: Mapping[str, Any]) -> Iterator[str]:
    about = document.get("about") or f"{document.get('name', 'A puzzle')}."
    head, *rest = wrap(f'"""{about}', WIDTH)
    yield head
    yield from rest
    if "source" in document:
        yield ""
        yield from wrap(f"Source: {document['source']}", WIDTH)
    yield '"""'
    yield ""


def _tidy(text: str) -> str:
    """Return a text with two empty lines around functions, and one at most elsewhere."""
    lines: list[str] = []
    for line in text.rstrip("\n").split("\n"):
        if line or (lines and lines[-1]):
            lines.append(line)
    result: list[str] = []
    inside = False
    for line in lines:
        begins = line.startswith("def ")
        if begins or (inside and line and not line.startswith(" ")):
            remarks: list[str] = []
            while result and (not result[-1] or (begins and result[-1].startswith("#"))):
                remarks.insert(0, result.pop())
            result += ["", "", *filter(None, remarks)]
            inside = begins
        result.append(line)
    return "\n".join(result) + "\n\n"


class Remarks:
    """The comments of a text, each block by the line that it stands above."""

    def __init__(self, text: str, document: Mapping[str, Any]) -> None:
        self._places, self._document = Places(text), document
        self._above: dict[int, list[str]] = {}
        block: list[str] = []
        comments = {
            text.count("\n", 0, match.start()) + 1
            for match in _COMMENT.finditer(text)
            if match["comment"]
        }
        for number, line in enumerate(text.splitlines(), 1):
            if number in comments and line.startswith("#"):
                block += wrap(f"# {line.lstrip('# ')}", WIDTH, subsequent_indent="# ")
            elif block and line.strip():
                self._above[number], block = block, []

    def of(self, *path: str | int) -> list[str]:
        """Return the comments on a table and on its entries; each comment once."""
        comments: list[str] = []
        value: Any = self._document
        for name in path:
            value = value[name]
        for line in sorted({self._places.key(inner_path)[0] for inner_path in _paths(path, value)}):
            comments += self._above.pop(line, [])
        return comments

    def above(self, *path: str | int) -> list[str]:
        """Return the comments on a table alone, which stand above its header."""
        return self._above.pop(self._places.key(path)[0], [])


def _paths(path: Path, value: Any) -> Iterator[Path]:
    yield path
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths((*path, name), inner)

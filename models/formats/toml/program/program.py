"""Writes a description in TOML as a Python program that runs as it stands.

The program is the one that a person would have written in the declarative layer: the description's
expressions are lambdas, its ranges ranges, its comments comments. It ends by printing an answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from .bases import packing_lines, sudoku_lines
from .endings import Endings
from .layout import call, quoted
from .names import Names
from .remarks import Remarks
from .rules import Rules
from .tables import Tables

__all__ = ["ENDING", "program_of"]

ENDING = """
if __name__ == "__main__":
    print(solve({puzzle}).answer)
"""
_WIDTH = 88


def program_of(text: str) -> str:
    """Return the program that builds what a description describes.

    The description is one that can be read. Raises ModelError for one of the few things that are
    not written in Python: groups listed row by row, and the words of rules.
    """
    document: Mapping[str, Any] = tomllib.loads(text)
    writer = _Writer(document, Remarks(text, document))
    body = [*writer.constants(), *writer.base(), *writer.rules(), *writer.endings()]
    parts = [*_docstring(document), *writer.imports(), "", *body]
    return _tidy("\n".join(parts)) + ENDING.format(puzzle="puzzle")


class _Writer:
    """Writes a document part by part, each as a list of statements."""

    def __init__(self, document: Mapping[str, Any], remarks: Remarks) -> None:
        self.document, self.remarks = document, remarks
        self.names = Names()
        self.tables = Tables(self.names)
        self.rule_writer = Rules(self.names, self.tables)
        self.name = document.get("name", "puzzle")

    def imports(self) -> Iterator[str]:
        """Yield the imports; what the other parts use is known when they are written."""
        for room, names in (
            ("models", self.names.models),
            ("models.packings", self.names.packings),
            ("models.sudokus.constraints", self.names.constraints),
        ):
            if names:
                yield f"from minuet.{room} import {', '.join(sorted(names, key=_as_sorted))}"
        yield "from minuet.solvers import solve"

    def constants(self) -> Iterator[str]:
        """Yield the constants, each a line."""
        for name, value in self.document.get("constants", {}).items():
            self.names.constant(name)
            yield from self.remarks.of("constants", name)
            yield f"{name} = {value}"
        if "constants" in self.document:
            yield ""

    def base(self) -> Iterator[str]:
        """Yield the puzzle and its tables."""
        if "packing" in self.document:
            yield from self.remarks.of("packing")
            yield from packing_lines(self.document["packing"], self.name, self.names)
            self.tables.known("place", "puzzle.place", ("piece", "cells"))
        elif "sudoku" in self.document:
            yield from self.remarks.of("sudoku")
            yield from sudoku_lines(self.document["sudoku"], self.name, self.names)
            self.tables.known("digit", "puzzle.digit", ("row", "col", "value"))
        else:
            yield call(f"puzzle = {self.names.model('Puzzle')}", [quoted(self.name)])
        if "symmetries" in self.document:
            yield f"puzzle.alike = {quoted(self.document['symmetries'])}"
        for name, told in self.document.get("choices", {}).items():
            remarks = self.remarks.of("choices", name)
            yield from ["", *remarks] if remarks else []
            yield from self.tables.lines(name, told)

    def rules(self) -> Iterator[str]:
        """Yield the rules."""
        rules = self.document.get("rules", {})
        if rules:
            yield from ["", *self.remarks.above("rules")]
        for name, told in rules.items():
            remarks = self.remarks.of("rules", name)
            yield from ["", *remarks] if remarks else []
            yield from self.rule_writer.lines(name, told)

    def endings(self) -> Iterator[str]:
        """Yield givens, what is forbidden, costs and the picture."""
        endings = Endings(self.document, self.tables, self.rule_writer)
        for section in ("given", "forbid", "minimize", "maximize"):
            if section in self.document:
                yield from ["", *self.remarks.of(section)]
                yield from endings.lines(section)
        if "show" in self.document:
            yield ""
            yield from endings.picture(self.remarks)


def _as_sorted(name: str) -> tuple[int, str]:
    """Return where a name stands among imports: constants, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def _docstring(document: Mapping[str, Any]) -> Iterator[str]:
    about = document.get("about") or f"{document.get('name', 'A puzzle')}."
    head, *rest = wrap(f'"""{about}', _WIDTH)
    yield head
    yield from rest
    if "source" in document:
        yield ""
        yield from wrap(f"Source: {document['source']}", _WIDTH)
    yield '"""'
    yield ""


def _tidy(text: str) -> str:
    """Return a text with two empty lines around functions, and one at most elsewhere."""
    lines: list[str] = []
    for line in text.rstrip("\n").split("\n"):
        if line or (lines and lines[-1]):
            lines.append(line)
    found: list[str] = []
    inside = False
    for line in lines:
        begins = line.startswith("def ")
        if begins or (inside and line and not line.startswith(" ")):
            remarks: list[str] = []
            while found and (not found[-1] or (begins and found[-1].startswith("#"))):
                remarks.insert(0, found.pop())
            found += ["", "", *filter(None, remarks)]
            inside = begins
        found.append(line)
    return "\n".join(found) + "\n\n"

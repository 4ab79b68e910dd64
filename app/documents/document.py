"""A document of `--json`: one JSON object on a line, which says what kind it is of.

Each begins with `minuet`, the version of the schema, and its `kind`. docs/json.md tells what each
kind holds, docs/minuet.schema.json says the same to programs, and the tests hold every command's
documents against it: who adds a kind adds it there.

A command that reads a text keeps its reading in click's context (inputs.py), and each document that
it prints then has the keys `reading` and, last, `context` (what it takes to cite or repeat it), but
for those that are one of many lines of a puzzle.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import click

from ...models.matrix.exact_cover import ExactCover
from ...models.telling.json_values import as_json
from ..inputs import FILE, READING
from ..terminal.streams import print_text

if TYPE_CHECKING:
    from ...models.formats.format import Problem
    from ...models.formats.reading import Reading
    from ...models.puzzle import Puzzle

__all__ = ["VERSION", "document", "dumped", "emit"]

VERSION = "1"  # goes up where a key goes away or changes its meaning, not where one is added
ONE_OF_MANY = ("improvement", "point", "solution")  # the document behind them has the reading


def document(kind: str, /, *, reading: Reading | None = None, **fields: Any) -> dict[str, Any]:
    """Return a document as plain values; integers past 2^53 become strings of digits.

    reading  what was read; None: what the running command has read, if anything
    """
    head: dict[str, Any] = {"minuet": VERSION, "kind": kind}
    tail: dict[str, Any] = {}
    if kind not in ONE_OF_MANY:
        command = click.get_current_context(silent=True)
        kept: Reading | None = None if command is None else command.meta.get(READING)
        if (known := reading or kept) is not None:
            head |= {"puzzle": fields["puzzle"]} if "puzzle" in fields else {}
            head["reading"] = known.to_dict()
        if command is not None and kept is not None:
            # What it takes to cite or repeat an answer to a puzzle of a file.
            file = command.meta[FILE]
            problem = _problem(kept, fields.get("puzzle"))
            if problem is None:
                name = digest = None
            elif isinstance(problem, ExactCover):
                name, digest = None, problem.digest
            else:
                matrix = problem.compiled
                name, digest = problem.name, None if matrix is None else matrix.digest
            tail["context"] = {"file": file, "name": name, "digest": digest, **_here()}
    return {**head, **as_json(fields), **tail}


def _problem(reading: Reading, place: object) -> Problem | None:
    """Return the puzzle at a place, or one with its name and matrix; None: which is not known."""
    from ...models.formats.instances import Instances

    problems = reading.problems
    if isinstance(problems, Instances):
        blank: Puzzle = problems.blank
        return blank
    if not isinstance(place, int):
        return problems[0] if len(problems) == 1 else None
    return problems[place - 1 if reading.places is None else reading.places.index(place)]


@cache
def _here() -> dict[str, Any]:
    """Return the versions and the machine."""
    from ...solvers.contract.solver import version_of
    from ...solvers.crosscheck.report.machine import machine, python

    versions = {"minuet": version_of("minuet"), "python": python()["version"]}
    return {"versions": versions, "machine": machine()}


def dumped(kind: str, /, **fields: Any) -> str:
    """Return a document as JSON, on one line and in ASCII."""
    import json

    return json.dumps(document(kind, **fields), allow_nan=False)


def emit(kind: str, /, **fields: Any) -> None:
    """Print a document on standard output, a line of its own."""
    print_text(dumped(kind, **fields))

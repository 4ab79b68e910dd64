"""One grid answered, and compared with its stored solution as the collection means it.

right        there is one solution, and it is the stored one
not unique   there are two or more
differs      there is none, or one that is not the stored one
new          there is one, and none is stored
open         the time limit came first
unread       the text is not a grid of this kind
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from minuet.models import InputError, ModelError, Puzzle
from minuet.solvers import solve_many

from .collection import Sample
from .grid import BLANKS, Grid, rows_of

__all__ = ["VERDICTS", "Outcome", "answer", "is_same", "kind_module", "puzzle_of"]

VERDICTS = ("right", "not unique", "differs", "new", "open", "unread")


@dataclass(frozen=True)
class Outcome:
    """What became of a grid; seconds of the clock and of the processor, building included."""

    kind: str
    grid: str
    verdict: str
    seconds: float
    processor: float
    solution: list[list[str]] | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)


def _processor() -> float:
    """Return the seconds of the processor up to now; solvers that ran in a process count, too."""
    return time.process_time() + sum(os.times()[2:4])


def kind_module(kind: str) -> Any:
    """Return the module of a kind."""
    return import_module(f"{__package__}.kinds.{kind}")


def puzzle_of(sample: Sample) -> tuple[Grid, Puzzle]:
    """Return a grid as it is read, and its puzzle. Raises InputError for what is none."""
    if sample.unread:
        raise InputError(sample.unread, file=sample.name)
    try:
        grid = Grid.read(sample.problem, sample.name)
        return grid, kind_module(sample.kind).puzzle(grid)
    except InputError:
        raise
    except (ModelError, LookupError, ValueError) as error:  # marks that the kind does not know
        raise _unknown(error, sample) from error


def answer(sample: Sample, time_limit: float, solver: str = "auto") -> Outcome:
    """Answer a grid within so many seconds; Ctrl-C raises KeyboardInterrupt."""
    began = time.perf_counter(), _processor()

    def outcome(verdict: str, solution: list[list[str]] | None = None, note: str = "") -> Outcome:
        seconds = time.perf_counter() - began[0], _processor() - began[1]
        return Outcome(sample.kind, sample.name, verdict, *seconds, solution, note)

    if sample.unread:
        return outcome("unread", note=sample.unread)
    try:
        grid, puzzle = puzzle_of(sample)
    except InputError as error:
        return outcome("unread", note=str(error) if error.placed else error.message)
    kind = kind_module(sample.kind)
    left = max(time_limit - (time.perf_counter() - began[0]), 0.001)
    with closing(solve_many(puzzle, [()], solver, unique=True, time_limit=left)) as results:
        result = next(iter(results), None)
    if result is None or (not result.complete and result.count != 2):
        return outcome("open")
    if result.answer is None:
        return outcome("differs", note="no solution")
    found = rows_of(grid, kind.solution(grid, result.answer))
    if result.count != 1:
        return outcome("not unique", found)
    if not sample.solution.strip():
        return outcome("new", found)
    stored = [line.split() for line in sample.solution.strip("\n").split("\n")[1:]]
    names, marks = getattr(kind, "NAMES", False), getattr(kind, "MARKS", ())
    same = is_same(found, stored, grid, names=names, marks=marks)
    return outcome("right" if same else "differs", found)


def _unknown(error: Exception, sample: Sample) -> InputError:
    """Return which mark its kind does not know, and where, if the error tells the mark."""
    if isinstance(error, ValueError) and (
        mark := re.search(r"^invalid literal.*'(.*)'$", str(error))
    ):
        for number, line in enumerate(sample.problem.strip("\n").split("\n"), 1):
            if place := re.search(rf"(?<!\S){re.escape(mark[1])}(?!\S)", line):
                what = f"{mark[1]!r}, expected a number or a mark of {sample.kind}"
                column = place.start() + 1
                return InputError(what, file=sample.name, line=number, column=column)
    return InputError(f"{sample.name}: {type(error).__name__}: {error}", file=sample.name)


def is_same(
    found: list[list[str]],
    stored: list[list[str]],
    grid: Grid,
    *,
    names: bool = False,
    marks: Collection[str] = (),
) -> bool:
    """Tell whether a solution is the stored one.

    All blanks are alike, and a clue that the stored solution only prints once more is one; sides of
    a loop may come in any order.

    names  whether marks are no more than names of regions: any names will do
    marks  if told, those that say something; all others are blanks
    """
    if [len(row) for row in found] != [len(row) for row in stored]:
        return False
    if marks:
        stored = [[mark if mark in marks else "-" for mark in row] for row in stored]
    pairs = list(_pairs(found, stored, grid))
    if names:
        return len(set(pairs)) == len({one for one, _ in pairs}) == len({two for _, two in pairs})
    return all(one == two for one, two in pairs)


def _pairs(
    found: list[list[str]], stored: list[list[str]], grid: Grid
) -> Iterator[tuple[str, str]]:
    for row, (ours, theirs) in enumerate(zip(found, stored, strict=True)):
        for col, (one, two) in enumerate(zip(ours, theirs, strict=True)):
            printed = grid.lines[row][col : col + 1] if row < len(grid.lines) else ()
            two = "-" if two in BLANKS or (one in BLANKS and (two,) == printed) else two
            yield ("-" if one in BLANKS else _plain(one)), _plain(two)


def _plain(mark: str) -> str:
    """Return a mark, the two sides by which a loop leaves a cell in one order."""
    return "".join(sorted(mark)) if len(mark) == 2 and set(mark) <= set("nsew") else mark

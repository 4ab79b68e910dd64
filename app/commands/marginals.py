"""`minuet marginals`: how many of all solutions make each choice, as a table or in shades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..answers.files import asked_set, found_until
from ..command import Command
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import bar, interruptible, of_puzzle
from ..terminal.streams import cell, print_message, print_table, print_text

if TYPE_CHECKING:
    from ...models.picture.picture import Picture
    from ...solvers import SolutionSet
    from ...solvers.search.selection import Problem

__all__ = ["command"]


@click.command("marginals", cls=Command)
@click.option("--table", "as_table", is_flag=True, help="A line for each choice, of grids too.")
@arguments.drawing
@searching(None, ("time_limit", "memory"))
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def command(
    source: Source,
    as_table: bool,
    drawing: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Tell how many solutions make each choice.

    The numbers are exact. Choices with a row and a col, or with cells, are shown as grids, in
    shades.
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    last = faults.place(len(reading.problems))
    drawn: list[Picture] = []

    def count(problem: Problem, place: int) -> bool:
        with interruptible(found_until):
            solutions = asked_set(problem, (place, last), progress, settings)
            if solutions is None:
                return False
            if drawing is not None:
                drawn.extend(_grids(solutions, place, last))
            if as_json:
                _emit(place, solutions)
            else:
                _print(solutions, as_table=as_table)
            return True

    with bar("marginals", total=len(reading.problems)) as progress:
        answered = all(faults.each(reading.problems, count))
    if drawn:
        from ..pictures import write_grids

        assert drawing is not None
        write_grids(drawn, drawing)
    elif drawing is not None and answered:
        print_message(f"no choices with a row and a col, or with cells: {drawing} is not written")
    faults.end(ANSWERED if answered else UNANSWERED)


def _emit(place: int, solutions: SolutionSet) -> None:
    from ...models.puzzle import Puzzle
    from ...models.spelling import as_json, number
    from ..documents import emit

    marginals = solutions.marginals()
    fields: dict[str, Any] = {"count": number(solutions.count), **solutions.statistics.to_dict()}
    if isinstance(solutions.puzzle, Puzzle):
        fields["choices"] = {
            table.name: [
                {"row": dict(zip(table.columns, as_json(row), strict=True)), "count": number(count)}
                for row, count in marginals.rows(table)
            ]
            for table in solutions.puzzle.tables
        }
    else:
        fields["options"] = [number(count) for count in marginals]
    emit("marginals", puzzle=place, **fields)


def _print(solutions: SolutionSet, *, as_table: bool) -> None:
    from ...models.picture.painters.painting import shaded_text
    from ...models.puzzle import Puzzle
    from ...models.spelling import numeral

    print_text(f"{numeral(solutions.count)} solution{'' if solutions.count == 1 else 's'}")
    marginals = solutions.marginals()
    if not isinstance(solutions.puzzle, Puzzle):
        names = [solutions.matrix.option_name(option) for option in range(solutions.matrix.options)]
        _print_table("option", list(zip(names, marginals, strict=True)), solutions.count)
        return
    for table in solutions.puzzle.tables:
        grids = [] if as_table else marginals.grids(table)
        for grid in grids:
            print_text(f"{grid.title}\n{shaded_text(grid)}")
        if not grids:
            names = [table.describe(number) for number in range(len(table))]
            counts = [count for _, count in marginals.rows(table)]
            _print_table(table.name, list(zip(names, counts, strict=True)), solutions.count)


def _grids(solutions: SolutionSet, place: int, last: int) -> list[Picture]:
    """Return the grids of a puzzle, with its place among several in their titles."""
    from dataclasses import replace

    from ...models.puzzle import Puzzle

    if not isinstance(solutions.puzzle, Puzzle):
        return []
    marginals = solutions.marginals()
    grids = [grid for table in solutions.puzzle.tables for grid in marginals.grids(table)]
    return [replace(grid, title=of_puzzle(grid.title, place, last)) for grid in grids]


def _print_table(title: str, counted: list[tuple[str, int]], total: int) -> None:
    from rich.table import Table

    from ...models.spelling import numeral

    table = Table()
    table.add_column(cell(title))
    for name in ("solutions", "share"):
        table.add_column(name, justify="right")
    for name, count in counted:
        share = f"{count / total:.2%}" if total else ""
        table.add_row(cell(name), numeral(count), share)
    print_table(table)

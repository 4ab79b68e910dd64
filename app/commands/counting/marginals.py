"""`minuet marginals`: how many of all solutions make each choice, as a table or in shades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ... import arguments
from ...faults import Faults
from ...inputs import read_within
from ...statuses import ANSWERED, UNANSWERED
from ...terminal.bar import bar
from ...terminal.saying import interruptible
from ...terminal.streams import cell, show, show_table
from .asked_set import asked_set, found_until

if TYPE_CHECKING:
    from ....models.tables.table import Choices
    from ....solvers import SolutionSet
    from ....solvers.questions.queries import Problem

__all__ = ["tell_marginals"]

SHADES = " .\u2591\u2592\u2593\u2588"  # none; up to a quarter, a half ... of the most; all


@click.command("marginals")
@arguments.file
@click.option("--table", "as_table", is_flag=True, help="A line for each choice, of grids too.")
@arguments.time_limit
@arguments.memory
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.keep_going
@arguments.as_json
def tell_marginals(
    file: str,
    as_table: bool,
    time_limit: float | None,
    memory: str | None,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Tell how many solutions make each choice.

    The numbers are exact. Choices with a row and a col are shown as grids, in shades.
    """
    size = None if memory is None else arguments.size_of(memory)
    faults = Faults(keep_going)
    reading, left = read_within(
        file, form, most_choices, time_limit, primary_only=primary_only, faults=faults
    )
    last = faults.place(len(reading.problems))

    def told(problem: Problem, place: int) -> bool:
        with interruptible(found_until):
            found = asked_set(problem, (place, last), left, size, progress)
            if found is None:
                return False
            if as_json:
                _emit(place, found)
            else:
                _print(found, as_table=as_table)
            return True

    with bar("marginals", total=len(reading.problems)) as progress:
        answered = all(faults.each(reading.problems, told))
    faults.end(ANSWERED if answered else UNANSWERED)


def _emit(place: int, found: SolutionSet) -> None:
    from ....models.puzzle import Puzzle
    from ....models.telling.json_values import as_json, number
    from ...documents.document import emit

    marginals = found.marginals()
    told: dict[str, Any] = {"count": number(found.count), **found.statistics.to_dict()}
    if isinstance(found.puzzle, Puzzle):
        told["choices"] = {
            table.name: [
                {"row": dict(zip(table.columns, as_json(row), strict=True)), "count": number(count)}
                for row, count in marginals.rows(table)
            ]
            for table in found.puzzle.tables
        }
    else:
        told["options"] = [number(count) for count in marginals]
    emit("marginals", puzzle=place, **told)


def _print(found: SolutionSet, *, as_table: bool) -> None:
    from ....models.puzzle import Puzzle
    from ....models.telling.spelling import numeral

    show(f"{numeral(found.count)} solution{'' if found.count == 1 else 's'}")
    marginals = found.marginals()
    if not isinstance(found.puzzle, Puzzle):
        names = [found.matrix.option_name(option) for option in range(found.matrix.options)]
        _print_table("option", list(zip(names, marginals, strict=True)), found.count)
        return
    for table in found.puzzle.tables:
        counted = marginals.rows(table)
        if not as_table and _is_grid(table):
            _print_grids(table, counted, found.count)
        else:
            names = [table.describe(number) for number in range(len(table))]
            counts = [count for _, count in counted]
            _print_table(table.name, list(zip(names, counts, strict=True)), found.count)


def _print_table(title: str, counted: list[tuple[str, int]], total: int) -> None:
    from rich.table import Table

    from ....models.telling.spelling import numeral

    table = Table()
    table.add_column(cell(title))
    for name in ("solutions", "share"):
        table.add_column(name, justify="right")
    for name, count in counted:
        share = f"{count / total:.2%}" if total else ""
        table.add_row(cell(name), numeral(count), share)
    show_table(table)


def _is_grid(table: Choices) -> bool:
    """Whether the choices stand in cells of a row and a col."""
    columns = list(table.columns)
    if not {"row", "col"} <= set(columns):
        return False
    at = columns.index("row"), columns.index("col")
    return all(type(row[place]) is int for row in table.rows for place in at)


def _print_grids(table: Choices, counted: list[tuple[Any, int]], total: int) -> None:
    """Print a grid for each value that stands in cells: the darker, the more solutions."""
    columns = list(table.columns)
    row, col = columns.index("row"), columns.index("col")
    others = [place for place in range(len(columns)) if place not in (row, col)]
    grids: dict[Any, dict[tuple[int, int], int]] = {}
    for values, count in counted:
        named = ", ".join(f"{columns[place]} {values[place]}" for place in others)
        cells = grids.setdefault(f"{table.name}: {named}" if named else table.name, {})
        place = values[row], values[col]
        cells[place] = cells.get(place, 0) + count
    rows = sorted({values[row] for values, _ in counted})
    cols = sorted({values[col] for values, _ in counted})
    most = max((count for cells in grids.values() for count in cells.values()), default=0)
    for title, cells in grids.items():
        lines = ["".join(_shade(cells.get((r, c), 0), most, total) * 2 for c in cols) for r in rows]
        show("\n".join([title, *lines]))


def _shade(count: int, most: int, total: int) -> str:
    """Return the shade of a share of the most there is; none and all have shades of their own."""
    if not count:
        return SHADES[0]
    return SHADES[-1] if count >= total else SHADES[-(-4 * count // most)]

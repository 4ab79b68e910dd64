"""Sudokus and their variants in TOML.

    [sudoku]
    grid = '''                          rows of characters, or of numbers with blanks between them;
    53..7....                           or size = 9
    ...'''
    layout = "rows"                     how its answers are written: grid, line, letters ...
    diagonals = true                    box, regions, extra, windoku too, as the parameters of
    anti_knight = true                  `Sudoku`; and each constraint without arguments
    [[sudoku.cage]]
    sum = 15
    cells = "R1C1 R1C2"

    [[sudoku.thermometer]]
    line = "R3C1-R3C5"

Each kind of constraint is a table, or an array of them, with the fields that its class has
(sudokus/constraints). The choices are a table `digit` with the columns `row` and `col`, from 0, and
`value`; further rules may look at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from inspect import signature
from math import isqrt
from textwrap import dedent
from typing import Any

from ...errors import ModelError, did_you_mean, excerpt
from ...sudokus.constraint_rules import names_of
from ...sudokus.constraints import CONSTRAINTS, Constraint, constraint_of
from ...sudokus.grid_shape import LAYOUTS, grid_text, spell_cells
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.sudoku import Sudoku
from ..source import plural
from ..sudoku.grids import given_rows
from ..sudoku.variant_lines import layout_of
from .context import Context, Table
from .node import Node
from .python_text import Program, bracketed, call, literal, quoted
from .tables import grid_of
from .values import lines_of

__all__ = ["read_sudoku", "sudoku_lines", "sudoku_python"]

LARGEST = 25  # of which a layout has a letter for each region

_LAYOUT = ("grid", "layout", "size", "box", "regions", "extra")
_SWITCHES = tuple(
    part.name for part in signature(Sudoku).parameters.values() if part.annotation == "bool"
)
_RULES = {  # of the whole grid, by their keys here
    name.replace("-", "_"): kind for name, kind in CONSTRAINTS.items() if not kind.arguments()
}
_TABLES = [name for name, kind in CONSTRAINTS.items() if kind.arguments()]
_BLANKS = (".", "-", "_")
_CELL = re.compile(r"\bR[0-9]+C[0-9]+\b", re.IGNORECASE)
CONSTRAINT = 2  # rules that a constraint makes, each of which looks at all rows

FIELD_READERS: Mapping[str, Callable[[Node], Any]] = {
    "int": lambda node: node.integer(),
    "int | None": lambda node: node.integer(),
    "bool": lambda node: node.boolean(),
    "str | None": lambda node: node.string(),
    "Cells": lambda node: node.string("cells, as in R1C1 R1C2"),
    "Sequence[int]": lambda node: [inner.integer() for inner in node.array()],
    "str": lambda node: node.string(),
    "Sequence[str]": lambda node: [inner.string() for inner in node.array()],
    "Sequence[Sequence[int]]": lambda node: [
        [number.integer() for number in inner.array()] for inner in node.array()
    ],
    "Sequence[Cells]": lambda node: [inner.string("cells") for inner in node.array()],
}


def read_sudoku(context: Context, node: Node) -> Sudoku:
    """Return the sudoku that the document describes, with its table `digit`."""
    node.table(*dict.fromkeys((*_LAYOUT, *_SWITCHES, *_RULES, *_TABLES)))
    grid = _grid(context, node["grid"]) if "grid" in node else None
    size = node["size"].integer("a size", low=1) if "size" in node else None
    if grid is not None and size not in (None, len(grid)):
        raise node["size"].error(f"size {size}, expected {len(grid)}, as the grid has")
    box = [side.integer(low=1) for side in node["box"].array(2)] if "box" in node else None
    element = node.get("regions")
    regions = None if element is None else "".join(element.string("a layout as text").split())
    sizes = [len(grid) if grid else 0, size or 0, box[0] * box[1] if box else 0]
    largest = max(*sizes, isqrt(len(regions)) if regions else 0) or 9
    context.spend(node, largest**3)
    for kind in _TABLES:
        for entry in _listed(node, kind):
            context.spend_looks(entry, CONSTRAINT * largest**3)
    if "extra" in node and isinstance(node["extra"].value, list):
        context.spend_entries(node["extra"], len(node["extra"].value) * largest**2)
    constraints: list[tuple[Node, Constraint]] = [
        (node, kind())
        for name, kind in _RULES.items()
        if name in node and name not in _SWITCHES and node[name].boolean()
    ]
    constraints += _listed_constraints(node)
    with _blamed(node, constraints):
        sudoku = Sudoku(
            grid,
            size=None if grid else size,
            box=None if box is None else (box[0], box[1]),
            regions=regions,
            extra=_extra(node.get("extra")),
            **{name: node[name].boolean() for name in _SWITCHES if name in node},
            constraints=[constraint for _, constraint in constraints],
        )
    if "layout" in node:
        sudoku.layout = node["layout"].string("a layout")
        if sudoku.layout not in LAYOUTS:
            expected = f"expected one of {', '.join(LAYOUTS)}{did_you_mean(sudoku.layout, LAYOUTS)}"
            raise node["layout"].error(f"no layout {excerpt(sudoku.layout)}, {expected}")
    context.spend(node, sum(map(len, sudoku.tables)) - largest**3)
    rows, values = range(sudoku.size), range(1, sudoku.size + 1)
    context.tables["digit"] = Table(
        sudoku.digit,
        dict.fromkeys(sudoku.digit.columns, "int"),
        context.constants,
        declared={"row": rows, "col": rows, "value": values},
    )
    return sudoku


def _grid(context: Context, node: Node) -> list[list[int]]:
    """Read a square grid of numbers; blanks are 0."""
    cells = grid_of(node, context)
    size = cells[-1][0]
    rows: list[list[int]] = [[] for _ in range(size)]
    for row, _, mark in cells:
        if mark not in _BLANKS and not isinstance(mark, int):
            raise node.error(f"{mark!r} in row {row} of the grid, expected a number or .")
        rows[row - 1].append(0 if mark in _BLANKS else mark)
    for number, row_of_cells in enumerate(rows, 1):
        if len(row_of_cells) != size:
            count = plural(len(row_of_cells), "mark")
            fault = f"{count} in row {number} of the grid, expected {size}"
            raise node.error(f"{fault}, for the grid has {plural(size, 'row')}; a row is a line")
    return rows


def _extra(node: Node | None) -> str | Sequence[str]:
    if node is None:
        return ()
    if isinstance(node.value, str):
        return "".join(node.value.split())
    return [inner.string("cells, as in R1C1 R1C2") for inner in node.array()]


def _listed(node: Node, kind: str) -> Sequence[Node]:
    """Return the tables of a kind of constraint: none, one, or an array of them."""
    if kind not in node:
        return ()
    return node[kind].array() if isinstance(node[kind].value, list) else [node[kind]]


@contextmanager
def _blamed(node: Node, constraints: Sequence[tuple[Node, Constraint]]) -> Iterator[None]:
    """Turn a ModelError into an error at the constraint that it names, at its cells if it can."""
    try:
        yield
    except ModelError as error:
        name, _, message = str(error).partition(": ")
        names = names_of([constraint for _, constraint in constraints])
        where = dict(zip(names, (element for element, _ in constraints), strict=True)).get(
            name, node
        )
        cell = _CELL.search(message)
        if cell is None or where is node:
            raise where.key_error(str(error)) from None
        for field in where.fields():
            if isinstance(field.value, str) and cell[0] in _CELL.findall(field.value):
                raise field.error(str(error)) from None
        raise where.key_error(str(error)) from None


def _listed_constraints(node: Node) -> Iterator[tuple[Node, Constraint]]:
    for kind in _TABLES:
        types = {part.name: str(part.type) for part in fields(CONSTRAINTS[kind])}
        for entry in _listed(node, kind):
            entry.table(*types)
            with entry.blamed():
                constraint = constraint_of(
                    kind,
                    {
                        field.name: FIELD_READERS[types[field.name]](field)
                        for field in entry.fields()
                    },
                )
            yield entry, constraint


# ---- Written -------------------------------------------------------------------------------------


def sudoku_lines(puzzle: Sudoku) -> Iterator[str]:
    """Yield the lines that say its grid, its regions and its constraints.

    Raises ModelError for what they cannot say.
    """
    fields: dict[str, Any] = {"size": puzzle.size}
    if puzzle.given_options:
        marks = grid_text(given_rows(puzzle), "rows" if puzzle.size < 10 else "grid")
        fields = {"grid": marks.replace("0", ".") if puzzle.size < 10 else marks}
    if puzzle.layout != "grid":
        fields["layout"] = puzzle.layout
    attributes: dict[str, Any] = {}
    usual = box_shape(puzzle.size) if has_boxes(puzzle.size) else None
    if puzzle.box is None:
        if puzzle.size > LARGEST:
            raise ModelError(f"toml: regions of size {puzzle.size}, expected up to {LARGEST}")
        attributes["regions"] = layout_of(puzzle)
    elif puzzle.box != usual:
        attributes["box"] = puzzle.box
    for kind, houses in puzzle.further_houses.items():
        if kind == "extra region":
            attributes["extra"] = list(map(spell_cells, houses))
        else:
            attributes[{"diagonal": "diagonals", "window": "windoku"}[kind]] = True
    fields |= attributes
    yield from ["", "[sudoku]", *lines_of(fields, "toml: the sudoku has")]
    constraints = [constraint.to_toml().rstrip("\n") for constraint in puzzle.constraints]
    yield from dict.fromkeys(text for text in constraints if not text.startswith("["))
    yield from (line for text in constraints if text.startswith("[") for line in ("", text))


# ---- In Python -----------------------------------------------------------------------------------


def sudoku_python(entry: Mapping[str, Any], name: str, program: Program) -> Iterator[str]:
    """Yield the statements that make a sudoku."""
    arguments = []
    if "grid" in entry:
        text = dedent(entry["grid"]).strip("\n")
        if " " in text:
            rows = [[int(m) if m.isdigit() else 0 for m in row.split()] for row in text.split("\n")]
            yield bracketed("grid = [", [f"[{', '.join(map(str, row))}]" for row in rows], "]")
        else:
            yield f'grid = """\n{text}\n"""'
        arguments.append("grid" if " " in text else "grid.split()")
    for key, value in entry.items():
        if key in ("size", "box"):
            arguments.append(f"{key}={literal(value)}")
        elif key in ("regions", "extra"):
            regions = "".join(value.split()) if isinstance(value, str) else value
            arguments.append(f"{key}={literal(regions)}")
        elif key in _SWITCHES and value:
            arguments.append(f"{key}=True")
    constraints = list(_constraints_python(entry, program))
    if constraints:
        arguments.append(f"constraints={bracketed('[', constraints, ']')}")
    yield call(f"puzzle = {program.model('Sudoku')}", arguments)
    yield f"puzzle.name = {quoted(name)}"
    if "layout" in entry:
        yield f"puzzle.layout = {quoted(entry['layout'])}"


def _constraints_python(entry: Mapping[str, Any], program: Program) -> Iterator[str]:
    for key, value in entry.items():
        kind = CONSTRAINTS.get(key.replace("_", "-"))
        if kind is None or key in _SWITCHES:
            if kind is None and key not in (*_LAYOUT, *_SWITCHES):
                raise ModelError(f"a sudoku's {key!r}, which is not written in Python")
            continue
        for element in value if isinstance(value, list) else [value]:
            fields = element if isinstance(element, dict) else {}
            arguments = [
                f"{name}={field if isinstance(field, bool) else literal(field)}"
                for name, field in fields.items()
            ]
            yield call(program.constraint(kind.__name__), arguments)

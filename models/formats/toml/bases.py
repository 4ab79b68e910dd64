"""Packings and sudokus: puzzles of a class that makes the table and the rules itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import Any

from ...errors import ModelError
from ...packings.board import BOARD_SHAPES
from ...packings.lattices import LATTICES, lattice_named
from ...sudokus.constraints import CONSTRAINTS
from .python_text import Program, bracketed, call, literal, quoted

__all__ = ["packing_python", "sudoku_python"]

_SETS = {"pentominoes": "pentominoes", "soma": "soma_pieces"}
_ARGUMENTS = ("grid", "layout", "size", "box", "regions", "extra")
_SWITCHES = ("diagonals", "windoku", "anti_knight", "anti_king", "non_consecutive")


def packing_python(value: Mapping[str, Any], name: str, program: Program) -> Iterator[str]:
    """Yield the statements that make a packing."""
    lattice = value.get("lattice")
    board = value["board"]
    if isinstance(board, str):
        text = dedent(board).strip("\n")
        yield f'board = """\n{text}\n"""'
        made = call(f"{program.packing('Board')}.from_text", ["board", *_lattice(lattice, program)])
    else:
        ((shape, sides),) = board.items()
        shape = "of" if shape == "cells" else shape
        listed = [str(side) for side in (sides if isinstance(sides, list) else [sides])]
        if shape == "of":
            listed = [_cells(sides)]
        if shape == "of" or BOARD_SHAPES[shape].lattice is None:
            listed += _lattice(lattice, program)
        made = call(f"{program.packing('Board')}.{shape}", listed)
    arguments = [made, _pieces(value["pieces"], lattice or "squares", program), quoted(name)]
    if "copies" in value:
        pairs = [f"{quoted(k)}: {_copies(v)}" for k, v in value["copies"].items()]
        arguments.append(f"copies={bracketed('{', pairs, '}')}")
    arguments += [f"{key}=True" for key in ("leftover", "uncovered") if value.get(key) is True]
    if isinstance(value.get("uncovered"), list):
        arguments.append(f"uncovered={_cells(value['uncovered'])}")
    arguments += [
        f"{key}={literal(value[key])}" for key in ("most_uncovered", "comment") if key in value
    ]
    yield call(f"puzzle = {program.model('Packing')}", arguments)


def _lattice(name: str | None, program: Program) -> list[str]:
    return [] if name in (None, "squares") else [program.packing(_constant(str(name)))]


def _constant(lattice: str) -> str:
    assert lattice in LATTICES
    return lattice.upper()


def _pieces(told: Any, lattice: str, program: Program) -> str:
    if isinstance(told, str):
        return f"{program.packing(_SETS[told])}()"
    if isinstance(told.get("cells"), int):
        one_sided = told.get("one_sided", not lattice_named(lattice).two_sided)
        arguments = [program.packing(_constant(lattice)), str(told["cells"])]
        arguments += ["one_sided=True"] if one_sided else []
        return call(program.packing("polyforms"), arguments)
    made = []
    for name, piece in told.items():
        drawn = piece if isinstance(piece, str) else piece["cells"]
        listed = isinstance(drawn, list)
        cells = f"frozenset({_cells(drawn)})" if listed else quoted(drawn.strip("\n"))
        arguments = [quoted(name), cells]
        arguments += [f"lattice={one}" for one in _lattice(lattice, program)]
        if isinstance(piece, dict):
            arguments += [
                f"{key}={_copies(value) if key == 'copies' else value}"
                for key, value in piece.items()
                if key != "cells"
            ]
        made.append(call(program.packing("Piece") + ".from_text" * (not listed), arguments))
    return bracketed("[", made, "]")


def _cells(value: Any) -> str:
    """Return cells as a list of tuples."""
    return bracketed("[", [f"({', '.join(map(str, cell))})" for cell in value], "]")


def _copies(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return f"({value[0]}, {'None' if value[1] == 'many' else value[1]})"


def sudoku_python(told: Mapping[str, Any], name: str, program: Program) -> Iterator[str]:
    """Yield the statements that make a sudoku."""
    arguments = []
    if "grid" in told:
        text = dedent(told["grid"]).strip("\n")
        if " " in text:
            rows = [[int(m) if m.isdigit() else 0 for m in row.split()] for row in text.split("\n")]
            yield bracketed("grid = [", [f"[{', '.join(map(str, row))}]" for row in rows], "]")
        else:
            yield f'grid = """\n{text}\n"""'
        arguments.append("grid" if " " in text else "grid.split()")
    for key, value in told.items():
        if key in ("size", "box"):
            arguments.append(f"{key}={literal(value)}")
        elif key in ("regions", "extra"):
            said = "".join(value.split()) if isinstance(value, str) else value
            arguments.append(f"{key}={literal(said)}")
        elif key in _SWITCHES and value:
            arguments.append(f"{key}=True")
    constraints = list(_constraints(told, program))
    if constraints:
        arguments.append(f"constraints={bracketed('[', constraints, ']')}")
    yield call(f"puzzle = {program.model('Sudoku')}", arguments)
    yield f"puzzle.name = {quoted(name)}"
    if "layout" in told:
        yield f"puzzle.layout = {quoted(told['layout'])}"


def _constraints(told: Mapping[str, Any], program: Program) -> Iterator[str]:
    for key, value in told.items():
        kind = CONSTRAINTS.get(key.replace("_", "-"))
        if kind is None or key in _SWITCHES:
            if kind is None and key not in (*_ARGUMENTS, *_SWITCHES):
                raise ModelError(f"a sudoku's {key!r}, which is not written in Python")
            continue
        for one in value if isinstance(value, list) else [value]:
            fields = one if isinstance(one, dict) else {}
            said = [f"{name}={_said(field)}" for name, field in fields.items()]
            yield call(program.constraint(kind.__name__), said)


def _said(field: Any) -> str:
    return str(field) if isinstance(field, bool) else literal(field)

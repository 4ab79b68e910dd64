"""Pencil puzzles in TOML: a kind and a grid.

    [pencil]
    kind = "masyu"
    grid = '''
    5 5
    - - - - b
    ...'''

`minuet gallery pencil` lists the kinds, each with the text of its grid (pencil/kind.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import Any

from ...errors import InputError, ModelError
from ...puzzle import Puzzle
from .context import Context
from .node import Node
from .python_text import Program, quoted

__all__ = ["pencil_lines", "pencil_python", "read_pencil"]


def read_pencil(context: Context, node: Node) -> Puzzle:
    """Return the puzzle of a kind and a grid. Raises InputError, which says where."""
    from ...pencil import find_kind

    node.table("kind", "grid")
    with node.need("kind", "the name of a kind of pencil puzzle").blamed():
        it = find_kind(node["kind"].string())
    grid = node.need("grid", "the text of a grid")
    try:
        puzzle = it.read(dedent(grid.string()).strip("\n"), node.source.file)
    except InputError as error:
        raise grid.error(f"line {error.line} of the grid: {error.message}") from None
    context.spend(grid, sum(map(len, puzzle.tables)))
    return puzzle


def pencil_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines that say its kind and its grid. Raises ModelError for another puzzle."""
    from ..pencil.written_puzzle import pencil_of

    it, grid = pencil_of(puzzle, "toml")
    if "'''" in grid.text:
        raise ModelError("toml: a grid with ''' in it")
    yield from ["", "[pencil]", f'kind = "{it.name}"', f"grid = '''\n{grid.text}'''"]


def pencil_python(entry: Mapping[str, Any], name: str, program: Program) -> Iterator[str]:
    """Yield the statements that make a pencil puzzle."""
    program.pencil.add("find_kind")
    text = dedent(entry["grid"]).strip("\n")
    yield f'grid = """\n{text}\n"""'
    yield f"puzzle = find_kind({quoted(entry['kind'])}).read(grid)"
    yield f"puzzle.name = {quoted(name)}"

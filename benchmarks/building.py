"""Building the matrix from the declarative layer: a blank 25x25 sudoku, a packing of a million.

The packing lays the twelve pentominoes on a board so large that there are a million placements; it
has no solution and is only compiled. Its memory is that of the whole process, Python included.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.models import Sudoku

from .instances import pentominoes
from .measure import Bench, Work
from .report import Section, Table, Target, in_words

__all__ = ["run"]

SIDE = 130
SMALL_SIDE = 20


def sudoku(size: int) -> Callable[[], int]:
    """Prepare a blank sudoku; the answer is its number of options."""
    return lambda: Sudoku(size=size).matrix.options


def packing(side: int) -> Callable[[], int]:
    """Prepare the packing of a square board."""
    return lambda: pentominoes(side, side).matrix.options


def run(bench: Bench) -> Section:
    """Measure building."""
    side = SMALL_SIDE if bench.settings.quick else SIDE
    name = f"pentominoes on {side}x{side}"
    grid = bench.measure("blank 25x25", [Work("compile", sudoku, (25,), 15625)], fresh=True)[
        "compile"
    ]
    pack = bench.measure(name, [Work("compile", packing, (side,), cap=60.0)], fresh=True)["compile"]
    rows = [("blank 25x25 sudoku", grid), (name, pack)]
    lines = [
        [what, str(one.answer), in_words(one), f"{one.memory / 1e6:.0f} MB"] for what, one in rows
    ]
    targets = [
        Target("build a blank 25x25 sudoku", 0.2, grid.seconds, "s", below=True),
        Target("build a packing of a million options", 10, pack.seconds, "s", below=True),
        Target("the same: memory", 2, pack.memory / 1e9 or None, "GB", below=True),
    ]
    return Section(
        "Building", __doc__ or "", [Table(["matrix", "options", "time", "memory"], lines)], targets
    )

"""Burokku: cut the grid into blocks of equally many cells, in none of which a sign stands twice.

If every cell has a sign, a block has each sign once; else it has as many cells as a row. Some sides
of blocks may be given as lines.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import apart
from ..clues import SIDE_BITS, Cells, LinesAtSides
from ..grid import Grid, Marks
from ..kind import Kind
from ..passages import beyond
from ..signs import LETTERS, NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each cell the first cell of its block."""
    made, marks = Puzzle("burokku"), grid.clues
    lines = {
        tuple(sorted((cell, beyond(cell, side))))
        for cell, word in grid.block("more").items()
        for side, bit in SIDE_BITS.items()
        if word.isdecimal() and int(word) & bit
    }
    size = len(set(marks.values())) if len(marks) == len(grid.cells) else grid.cols
    near = lambda cell, first: first <= cell and apart(cell, first) < size
    block = made.choices("block", cell=grid.cells, first=grid.cells, where=near)
    made.exactly_one(block, by="cell")
    walled = lambda cell, first: [(pair, first) for pair in grid.pairs(cell) if pair in lines]
    made.at_most_one(block, covering=walled, name="line")
    made.connected(block, by="cell", regions="first")
    made.at_most_one(block, by=lambda cell, first: (first, marks[cell]) if cell in marks else None)
    own = made.sum(block, by="first", where=lambda cell, first: cell == first)
    made.compare(made.sum(block, by="first"), "==", size * own)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the first cell of each block."""
    return {cell: f"{row}:{col}" for cell, (row, col) in answer["block"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | LETTERS), LinesAtSides("more", optional=True)],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
C B - D
- A - D
- B A A
- A - B

4 4
1 1 2 2
1 1 2 3
4 4 2 3
4 4 3 3
""",
    source="Otto Janko's collection; rules as in puzzlekit",
)

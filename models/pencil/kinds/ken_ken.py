"""KenKen: a Latin square with cages, each with the result of a calculation with its numbers.

The sign of it (`+`, `-`, `*` or `/`) may be missing; `-` and `/` take from the largest number. A
further number in a cage is a given.
"""

from __future__ import annotations

from minuet.models import Automaton, Puzzle

from ..answers import written
from ..clues import CornerNumbers, Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..latin import fillings, latin, numbers
from ..signs import Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("ken ken", grid, given=False)
    clues: dict[str, str] = {}
    for cell in sorted(grid.clues, key=lambda cell: grid.clues[cell].isdecimal()):
        if grid.regions[cell] in clues:
            made.given(digit, row=cell[0], col=cell[1], value=int(grid.clues[cell]))
        clues.setdefault(grid.regions[cell], grid.clues[cell].replace("x", "*"))
    cages: dict[str, list[Cell]] = {cage: [] for cage in clues}
    for cell in grid.cells:
        if grid.regions[cell] in cages:
            cages[grid.regions[cell]].append(cell)
    words = {}
    for cage, clue in clues.items():
        number, sign = int(clue.rstrip("+-*/")), clue.lstrip("0123456789")
        tuples = fillings(sign, number, len(cages[cage]), grid.rows)
        words[cage] = Automaton.of_tuples(tuples)
    made.regular(words, digit, lines=cages, along=("row", "col"), value="value")
    return made


_SPELLED = str.maketrans("×−÷", "*-/")
RESULTS = Signs(
    patterns={
        r"[0-9]+[-+*x/]?": Pattern(
            "a number, perhaps with a sign",
            read=lambda layers: layers.text.translate(_SPELLED) or None,
        )
    }
)


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[CornerNumbers(signs=RESULTS), Regions()],
    answer=[written],
    example="""
4 4
3+ - - 2-
2 - - -
- 12x - -
- - - -
1 1 2 3
4 4 2 3
5 6 6 6
5 5 7 7

4 4
1 2 3 4
3 1 4 2
2 4 1 3
4 3 2 1
""",
    source="Tetsuya Miyamoto 2004; rules as in puzzlekit",
)

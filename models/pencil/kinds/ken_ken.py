"""KenKen: a Latin square with cages, each with the result of a calculation with its numbers.

The sign of it (`+`, `-`, `*` or `/`) may be missing; `-` and `/` take from the largest number. A
further number in a cage is a given.
"""

from __future__ import annotations

from itertools import product
from math import prod

from minuet.models import Puzzle

from ..answers import written
from ..clues import CornerNumbers, Regions
from ..grid import Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..signs import Pattern, Signs


def results(numbers: tuple[int, ...], sign: str) -> set[int]:
    """Return what one may get from numbers by a sign, or by any if it is missing."""
    found = {"+": {sum(numbers)}, "*": {prod(numbers)}}
    *rest, high = sorted(numbers)
    whole = rest and high % prod(rest) == 0
    found |= {"-": {high - sum(rest)}, "/": {high // prod(rest)} if whole else set()}
    return found[sign] if sign else set().union(*found.values())


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("ken ken", grid, given=False)
    span, at, value = range(1, grid.rows + 1), ("row", "col"), "value"
    cages: dict[str, str] = {}
    for cell in sorted(grid.clues, key=lambda cell: grid.clues[cell].isdecimal()):
        if grid.regions[cell] in cages:
            made.given(digit, row=cell[0], col=cell[1], value=int(grid.clues[cell]))
        cages.setdefault(grid.regions[cell], grid.clues[cell].replace("x", "*"))
    for cage, clue in cages.items():
        cells = [cell for cell in grid.cells if grid.regions[cell] == cage]
        number, sign = int(clue.rstrip("+-*/")), clue.lstrip("0123456789")
        tuples = [
            item for item in product(span, repeat=len(cells)) if number in results(item, sign)
        ]
        made.table_rule(tuples, digit, lines=[cells], along=at, value=value)
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

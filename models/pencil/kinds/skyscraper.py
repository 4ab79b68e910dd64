"""Skyscrapers: houses of 1 to n floors, one each in every row and column, and perhaps parks.

A number outside says how many houses one sees from there: a house hides the lower ones behind it.
They stand above, below, on the left and on the right, a line each. The first line may say n, and
with a D both diagonals have each house, too.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Automaton, Puzzle
from minuet.models.sudokus.constraints import Skyscraper

from ..answers import written
from ..clues import Cells, Outside
from ..grid import LOOKING, Grid, Marks
from ..kind import Kind
from ..link_codes import IfAny, Link, NoHead, Numbers
from ..of_sudokus import OfSudoku, put_views
from ..signs import POSITIVE


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the floors of each cell's house, 0 for a park."""
    made, most = Puzzle("skyscraper"), [int(w) for w in grid.head if w.isdecimal()] or [grid.rows]
    floors = range(most[0] + 1)
    fits = lambda cell, floors: grid.marks[cell] in ("-", str(floors))
    house = made.choices("house", cell=grid.cells, floors=floors, where=fits)
    made.exactly_one(house, by="cell", over=grid.cells)
    rows = lambda cell, floors: [(axis, k, floors) for axis, k in enumerate(cell) if floors]
    made.exactly_one(house, covering=rows, name="line")
    both = ("falling", lambda r, c: r == c), ("rising", lambda r, c: r + c == grid.rows - 1)
    for name, on in both if "D" in grid.head else ():
        diagonal = lambda cell, floors, on=on: floors or None if on(*cell) else None
        made.exactly_one(house, by=diagonal, name=name)
    steps = {
        ((top, seen), v): (max(top, v), seen + (v > top))
        for top, seen, v in product(floors, repeat=3)
    }
    seen = {(side, k): n for side in LOOKING for k, n in grid.numbers(LOOKING[side]).items()}
    tops = {n: [(top, n) for top in floors] for n in seen.values()}
    views = {n: Automaton(steps, (0, 0), ends) for n, ends in tops.items()}
    lines = {looking: grid.look(*looking) for looking in seen}
    words = {looking: views[n] for looking, n in seen.items()}
    made.regular(words, house, along="cell", lines=lines, value="floors")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the floors."""
    return {cell: str(floors) for cell, floors in answer["house"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[*(Outside(side, POSITIVE) for side in LOOKING.values()), Cells()],
    head=["..."],
    variants={"D": "no number twice on a diagonal"},
    answer=[written],
    example="""
4 4 4
2 4 1 3
2 1 - -
2 1 3 2
2 2 1 3
- - - -
- - - -
- - - -
- - - -

4 4
3 1 4 2
4 2 1 3
1 3 2 4
2 4 3 1
""",
    source="Masanori Natsuhara, 1992; rules as in pzprjs",
    link=Link(
        "skyscrapers",
        Numbers(("top", "bottom", "left", "right")),
        IfAny([Numbers()]),
        NoHead(),
        also=("building", "skyscraper"),
    ),
    of_sudoku=OfSudoku(put_views, (Skyscraper,)),
)

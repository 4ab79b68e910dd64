"""Moon or sun: draw one loop from cell to cell that comes into every region exactly once.

In a region it passes through all moons and no sun, or through all suns and no moon; after a region
of the one it comes into a region of the other.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..cells import cells_by, walls
from ..clues import Cells, Regions
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Borders, Circles, Link
from ..passages import beyond, loop, sides_of
from ..signs import looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes, and whether it looks for moons in a region."""
    made, names = Puzzle("moon sun"), grid.regions
    way = loop(made, grid)
    there = {(names[cell], clue) for cell, clue in grid.clues.items()}
    mark = made.choices("mark", [{"name": name, "mark": clue} for name, clue in there])
    made.exactly_one(mark, by="name", over=set(names.values()))
    marks = cells_by({cell: (names[cell], clue) for cell, clue in grid.clues.items()})
    missed = lambda cell, sides: [cell] if cell in grid.clues and not sides else []
    seen = {way: missed, mark: lambda name, mark: marks[name, mark]}
    made.exactly_one([way, mark], covering=seen, name="passed")
    visits = lambda cell, sides: (
        [names[cell]] * sum(names[beyond(cell, s)] != names[cell] for s in sides)
    )
    made.between(2, 2, way, covering=visits, over=set(names.values()), name="visit")
    borders = {name: walls(names, *cells) for name, cells in cells_by(names).items()}

    def steps(cell: Cell, sides: str) -> list[object]:
        crossed = [(cell, beyond(cell, side)) for side in sides if side in "es"]
        apart = [edge for edge in crossed if names[edge[0]] != names[edge[1]]]
        return [(edge, clue) for edge in apart for clue in "ox"]

    # No step leads from a region to one of the same mark.
    same = lambda name, mark: [(edge, mark) for edge in borders[name]]
    made.at_most(2, [way, mark], covering={way: steps, mark: same}, name="turn about")
    return made


MOON = looks_like("☾", ("sun_moon", 1), spelled=("☾",))
SUN = looks_like("☀", ("sun_moon", 2), spelled=("☀",))


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=signs(o=SUN, x=MOON)), Regions()],
    answer=[loop_lines],
    example="""
4 4
- - - o
x o o -
- - x -
x - x o
1 1 1 1
1 1 1 1
1 1 2 3
1 4 4 3

4 4
- se ew sw
- ns se nw
- ns ne sw
- ne ew nw
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("moonsun", Borders(), Circles(("x", "o"))),
)

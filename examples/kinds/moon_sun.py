"""Moon or sun: draw one loop from cell to cell that comes into every region exactly once.

In a region it passes through all moons and no sun, or through all suns and no moon; after a region
of the one it comes into a region of the other.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..cells import walls
from ..grid import Grid
from ..passages import beyond, loop, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes, and whether it looks for moons in a region."""
    made, names = Puzzle("moon sun"), grid.regions
    way = loop(made, grid)
    there = {(names[cell], clue) for cell, clue in grid.clues.items()}
    mark = made.choices("mark", [{"name": name, "mark": clue} for name, clue in there])
    made.exactly_one(mark, by="name", over=set(names.values()))
    for cell, clue in grid.clues.items():
        here = way.where(cell=cell, sides=lambda sides: sides != "")
        made.equivalent(here, mark.where(name=names[cell], mark=clue))
    visits = lambda cell, sides: (
        [names[cell]] * sum(names[beyond(cell, s)] != names[cell] for s in sides)
    )
    made.between(2, 2, way, covering=visits, over=set(names.values()), name="visit")
    for one, other in set(walls(names, *grid.cells)):
        side = "s" if one[0] < other[0] else "e"
        step = way.where(cell=one, sides=lambda sides, side=side: side in sides)
        for clue in "ox":
            if {(names[one], clue), (names[other], clue)} <= there:
                both = [mark.where(name=names[cell], mark=clue) for cell in (one, other)]
                made.any_of(~step, ~both[0], ~both[1])
    return made


solution = sides_of

"""How a loop passes through each cell: the two sides by which it leaves it, as `ns` or `se`.

There is a choice for each cell and each two sides; "" is a cell that is left out. Two cells agree
on the border between them. To the rule of the loop these borders are the vertices, and a passage is
an edge from one to the other: so a crossing is two edges that do not meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import permutations
from types import MappingProxyType

from ..answer import Answer
from ..puzzle import Puzzle
from ..tables.rows import Rows
from ..tables.table import Choices
from .grid import SIDES, Cell, Grid, Marks

__all__ = [
    "BACK",
    "BENT",
    "DIRECTED",
    "PASSAGES",
    "STRAIGHT",
    "beyond",
    "border",
    "edge",
    "flows",
    "joined",
    "loop",
    "loops_through",
    "over_border",
    "passages",
    "sides_of",
]

STRAIGHT = ("ns", "ew")
BENT = ("se", "sw", "ne", "nw")
PASSAGES = (*STRAIGHT, *BENT)
DIRECTED = ("", *map("".join, permutations("nsew", 2)))  # by which side in, and by which out
BACK = dict(zip("nsew", "snwe", strict=True))  # the side opposite to each


def beyond(cell: Cell, side: str) -> Cell:
    """Return the cell on the other side."""
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


@cache
def border(cell: Cell, side: str) -> Cell:
    """Return the middle of a side, in halves of cells: it is the same from both cells."""
    return 2 * cell[0] + SIDES[side][0], 2 * cell[1] + SIDES[side][1]


@cache
def borders(cell: Cell) -> tuple[Cell, ...]:
    """Return the middles of all sides, in the order of SIDES."""
    return tuple([border(cell, side) for side in SIDES])


@cache
def passable(open_sides: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return those passages that leave a cell by open sides alone."""
    return tuple([two for two in sides if set(two) <= set(open_sides)])


def passages(
    puzzle: Puzzle,
    grid: Grid,
    sides: Iterable[str] = ("", *PASSAGES),
    through: Collection[Cell] = (),
    barred: Collection[Cell] = (),
    *,
    only: Mapping[Cell, Collection[str]] = MappingProxyType({}),
    agree: bool = True,
) -> Choices:
    """Add the table `way`, how each cell is passed, with the columns cell and sides.

    through, barred  cells that the loop passes, and cells that it does not
    only             the sides that some cells may have
    agree            whether two cells are made to agree on the border between them
    """
    every, closed = tuple(sides), (frozenset(through), frozenset(barred))
    rows = [
        (cell, two)
        for cell in grid.cells
        for two in passable(grid.open_sides(cell), tuple(only.get(cell, every)))
        if cell not in closed[bool(two)]
    ]
    way = puzzle.choices("way", Rows(("cell", "sides"), rows))
    puzzle.exactly_one(way, by="cell", over=grid.cells)
    if agree:
        puzzle.agree({way: over_border}, name="border")
    return way


def over_border(cell: Cell, sides: str) -> dict[Cell, bool]:
    """Return for each border of a cell whether the loop crosses it."""
    north, east, south, west = borders(cell)
    return {north: "n" in sides, east: "e" in sides, south: "s" in sides, west: "w" in sides}


def flows(cell: Cell, sides: str, over: Iterable[str] = SIDES) -> dict[Cell, Cell | tuple[()]]:
    """Return for borders of a cell from which cell a directed loop comes over it; (): it does not.

    sides  by which side the loop comes in, and by which it goes out
    over   the sides of the borders
    """
    return {
        border(cell, side): ()
        if side not in sides
        else cell
        if side == sides[1]
        else beyond(cell, side)
        for side in over
    }


def edge(cell: Cell, sides: str) -> tuple[Cell, ...] | None:
    """Return a passage as an edge between two borders; with one side, from the cell's middle."""
    ends = [border(cell, side) for side in sides]
    return (*ends, (2 * cell[0], 2 * cell[1]))[:2] if ends else None


def loop(
    puzzle: Puzzle,
    grid: Grid,
    *,
    through: Collection[Cell] = (),
    barred: Collection[Cell] = (),
    only: Mapping[Cell, Collection[str]] = MappingProxyType({}),
) -> Choices:
    """Add the passages of one loop, through all cells of `through` and none of `barred`.

    only  the sides that some cells may have

    The loop itself is a second table, `line`, with a choice for each border between two cells that
    says whether the loop crosses it: edges of single borders are cheaper to reason about than
    passages.
    """
    way = passages(puzzle, grid, through=through, barred=barred, only=only, agree=False)
    passed = dict.fromkeys(cell for cell in grid.cells if cell not in barred)
    steps = [
        ((row, col), beside)
        for row, col in passed
        for beside in ((row, col + 1), (row + 1, col))
        if beside in passed
    ]
    line = puzzle.choices("line", ends=steps, on=(True, False))
    puzzle.exactly_one(line, by="ends")
    middle = lambda ends, on: {(ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]): on}  # noqa: E731
    puzzle.agree({way: over_border, line: middle}, name="border")
    puzzle.one_loop(line, by=lambda ends, on: ends if on else None)
    return way


def loops_through(puzzle: Puzzle, grid: Grid, clues: Collection[Cell]) -> Choices:
    """Add the passages of several loops, each through one clue: cell, sides and clue.

    A cell that no loop passes has no sides, and "" as its clue.
    """
    rows = [
        {"cell": cell, "sides": sides, "clue": clue}
        for cell in grid.cells
        for sides in ("", *PASSAGES)
        if all(grid.has(beyond(cell, side)) for side in sides)
        for clue in ((cell,) if cell in clues else clues if sides else ("",))
        if sides or cell not in clues
    ]
    way = puzzle.choices("way", rows)
    puzzle.exactly_one(way, by="cell", over=grid.cells)

    def labels(cell: Cell, sides: str, clue: object) -> dict[Cell, object]:
        return {border(cell, side): clue if side in sides else "" for side in SIDES}

    puzzle.agree({way: labels}, name="border")
    puzzle.one_loop(way, by=edge, regions=lambda cell, sides, clue: clue or None)
    return way


def sides_of(grid: Grid, answer: Answer) -> Marks:
    """Return the sides by which each cell is left, as the collection writes them.

    The passages of a cell where the loop crosses itself follow one another.
    """
    found: Marks = {}
    for cell, sides, *_ in answer["way"]:
        found[cell] = found.get(cell, "") + sides
    return {
        cell: "".join(sorted(sides, key="nsew".index)) for cell, sides in found.items() if sides
    }


def joined(steps: Iterable[tuple[Cell, Cell]]) -> Marks:
    """Return the sides by which cells are left where steps go from one to the next, sorted."""
    found: Marks = {}
    for first, other in steps:
        for sides, cell in zip(
            ("s", "n") if first[0] < other[0] else ("e", "w"), (first, other), strict=True
        ):
            found[cell] = "".join(sorted(found.get(cell, "") + sides, key="nsew".index))
    return found

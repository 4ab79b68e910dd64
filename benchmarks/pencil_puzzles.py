"""Pencil puzzles for the benchmarks: their grids (pencil_puzzles.txt) and their models in minuet.

The grids are our own, made by pencil_makers.py from seeds, and each has one solution. A model is
made from a grid alone, and `answer` reads a solution as rows of marks, so that the peers' answers
can be compared: of a slitherlink `#` is a cell inside the loop, of the others a shaded one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from minuet.models import Answer, Choices, Puzzle

__all__ = ["MODELS", "answer_of", "grids", "loop_along", "reached", "shown"]

TEXT = Path(__file__).with_suffix(".txt")
Grid = list[list[str]]
Cell = tuple[int, int]


def grids(kind: str) -> dict[str, Grid]:
    """Return the grids of a kind: rows of marks; of a nonogram its rows, then its columns."""
    found = {}
    for block in TEXT.read_text("utf-8").split("\n\n"):
        name, *lines = block.strip().split("\n")
        if name.split()[0] == kind:
            found[name] = [line.split() for line in lines]
    return found


def loop_along(made: Puzzle, rows: int, cols: int) -> Choices:
    """Add one loop along the lines of a grid of so many cells; return the table of its lines."""
    line = made.choices(
        "line",
        row=range(rows + 1),
        col=range(cols + 1),
        down=range(2),
        where=lambda row, col, down: row + down <= rows and col + 1 - down <= cols,
    )
    made.one_loop(line, by=lambda row, col, down: (row, col, row + down, col + 1 - down))
    return line


def slitherlink(grid: Grid) -> Puzzle:
    """Return the model: a choice for each line between two points."""
    rows, cols = len(grid), len(grid[0])
    clues = {
        (r, c): int(mark)
        for r, line in enumerate(grid)
        for c, mark in enumerate(line)
        if mark != "."
    }
    made = Puzzle("slitherlink")
    line = loop_along(made, rows, cols)

    def beside(row: int, col: int, down: int) -> list[Cell]:
        return [one for one in ((row, col), (row - 1 + down, col - down)) if one in clues]

    made.exactly(clues, line, covering=beside)
    return made


def inside(grid: Grid, answer: Answer) -> set[Cell]:
    """Return which cells are inside the loop."""
    upright = {(row, col) for row, col, down in answer["line"] if down}
    return {
        (r, c)
        for r in range(len(grid))
        for c in range(len(grid[0]))
        if sum((r, left) in upright for left in range(c + 1)) % 2
    }


def hitori(grid: Grid) -> Puzzle:
    """Return the model: a choice for each cell, white or black."""
    made = Puzzle("hitori")
    rows = [
        {"row": r, "col": c, "mark": mark, "black": black}
        for r, line in enumerate(grid)
        for c, mark in enumerate(line)
        for black in (False, True)
    ]
    cell = made.choices("cell", rows)
    made.exactly_one(cell, by=("row", "col"))
    made.at_most_one(cell, by=lambda row, mark, black: None if black else (row, mark), name="row")
    made.at_most_one(cell, by=lambda col, mark, black: None if black else (col, mark), name="col")

    def pairs(row: int, col: int, black: bool) -> list[tuple[int, int, int]]:
        return [(row, col, 0), (row, col - 1, 0), (row, col, 1), (row - 1, col, 1)] if black else []

    made.at_most_one(cell, covering=pairs, name="pair")
    made.connected(cell, by=lambda row, col, black: None if black else (row, col))
    return made


def black(grid: Grid, answer: Answer) -> set[Cell]:
    """Return which cells are black."""
    return {(row, col) for row, col, _, is_black in answer["cell"] if is_black}


def nurikabe(grid: Grid) -> Puzzle:
    """Return the model: each cell is sea, or land of an island that is near enough."""
    rows, cols = len(grid), len(grid[0])
    clues = {
        (r, c): int(mark)
        for r, line in enumerate(grid)
        for c, mark in enumerate(line)
        if mark != "."
    }
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    near = [
        {"row": r, "col": c, "island": k}
        for k, ((down, across), size) in enumerate(clues.items())
        for r, c in cells
        if abs(r - down) + abs(c - across) < size
        and ((r, c) == (down, across) or (r, c) not in clues)
    ]
    made = Puzzle("nurikabe")
    land = made.choices("land", near)
    sea = made.choices("sea", [{"row": r, "col": c} for r, c in cells if (r, c) not in clues])
    made.exactly_one([land, sea], by=("row", "col"))
    made.exactly(dict(enumerate(clues.values())), land, by="island")
    for name, down, across in (("beside", 0, 1), ("below", 1, 0)):

        def pair(row: int, col: int, island: int, down=down, across=across):
            return {(row, col): island, (row - down, col - across): island}

        made.agree({land: pair}, name=name)
    made.connected(land, by=("row", "col"), regions="island")
    made.connected(sea, by=("row", "col"))

    def blocks(row: int, col: int) -> list[Cell]:
        return [(row - i, col - j) for i in (0, 1) for j in (0, 1)]

    made.between(0, 3, sea, covering=blocks, name="pool")
    return made


def sea(grid: Grid, answer: Answer) -> set[Cell]:
    """Return which cells are sea."""
    return set(map(tuple, answer["sea"]))


def nonogram(grid: Grid) -> Puzzle:
    """Return the model: each line is a word of a regular language."""
    rows, cols = _halves(grid)
    made = Puzzle("nonogram")
    cell = made.choices("cell", row=range(len(rows)), col=range(len(cols)))
    for runs, by, along in ((rows, "row", "col"), (cols, "col", "row")):
        lines = {
            k: "0*" + "0+".join(f"1{{{run}}}" for run in one) + "0*" for k, one in enumerate(runs)
        }
        made.regular(lines, cell, by=by, along=along)
    return made


def filled(grid: Grid, answer: Answer) -> set[Cell]:
    """Return which cells are shaded."""
    return set(map(tuple, answer["cell"]))


def _halves(grid: Grid) -> tuple[list[list[int]], list[list[int]]]:
    lines = [[int(mark) for mark in line if mark != "0"] for line in grid]
    return lines[: len(lines) // 2], lines[len(lines) // 2 :]


def reached(cells: set[Cell], start: Cell) -> set[Cell]:
    """Return the cells that hang together with one of them."""
    met, waiting = {start}, [start]
    while waiting:
        row, col = waiting.pop()
        for one in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if one in cells and one not in met:
                met.add(one)
                waiting.append(one)
    return met


def shown(kind: str, grid: Grid, marked: set[Cell]) -> list[str]:
    """Return the rows of a puzzle, `#` for what is marked."""
    rows, cols = (
        (len(half) for half in _halves(grid)) if kind == "nonogram" else (len(grid), len(grid[0]))
    )
    return ["".join(".#"[(r, c) in marked] for c in range(cols)) for r in range(rows)]


def answer_of(kind: str, grid: Grid, answer: Answer) -> list[str]:
    """Return an answer of minuet's as rows of marks."""
    return shown(kind, grid, MARKED[kind](grid, answer))


MODELS: dict[str, Callable[[Grid], Puzzle]] = {
    "slitherlink": slitherlink,
    "hitori": hitori,
    "nurikabe": nurikabe,
    "nonogram": nonogram,
}
MARKED: dict[str, Callable[[Grid, Answer], set[Cell]]] = {
    "slitherlink": inside,
    "hitori": black,
    "nurikabe": sea,
    "nonogram": filled,
}

"""Nurikabe: islands of the sizes given, in one sea that has no block of two by two."""

import networkx
from ortools.sat.python import cp_model

from minuet import Puzzle

rows = [
    "........4.",
    ".2........",
    "....3.....",
    "..2....1..",
    ".....3...2",
    ".......2..",
    "2.3.......",
    "..........",
    ".1.1.2.3..",
    ".........1",
]
board = networkx.grid_2d_graph(10, 10)
sizes = {(r, c): int(rows[r][c]) for r, c in board if rows[r][c] != "."}
COUNTS = {(): 1}


def near(cell: tuple[int, int], clue: tuple[int, int]) -> bool:
    apart = abs(cell[0] - clue[0]) + abs(cell[1] - clue[1])
    return cell == clue or (cell not in sizes and apart < sizes[clue])


def blocks(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(r, c) for r in (cell[0] - 1, cell[0]) for c in (cell[1] - 1, cell[1])]


def minuet_model() -> Puzzle:
    p = Puzzle("nurikabe")
    sea = p.choices("sea", cell=[cell for cell in board if cell not in sizes])
    land = p.choices("land", cell=list(board), clue=list(sizes), where=near)
    p.exactly_one([sea, land], by="cell")
    p.exactly(sizes, land, by="clue")
    p.agree({land: lambda cell, clue: {frozenset(edge): clue for edge in board.edges(cell)}})
    p.connected(land, by="cell", regions="clue")
    p.connected(sea, by="cell")
    p.at_most(3, sea, covering=blocks)
    return p


# A cell is the root of its land or sea, or it hangs on a neighbor of lower rank.
def cpsat_model() -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    m = cp_model.CpModel()
    sea, root = ({cell: m.NewBoolVar("") for cell in board} for _ in range(2))
    rank = {cell: m.NewIntVar(0, len(board), "") for cell in board}
    hangs = {arc: m.NewBoolVar("") for a, b in board.edges for arc in ((a, b), (b, a))}
    land = {(a, k): m.NewBoolVar("") for a in board for k in sizes if near(a, k)}
    m.AddExactlyOne(root[cell] for cell in board if cell not in sizes)
    for cell in board:
        own = [land[cell, k] for k in sizes if near(cell, k)]
        m.AddExactlyOne(sea[cell], *own)
        m.AddExactlyOne(root[cell], *(hangs[cell, b] for b in board[cell]))
        m.AddImplication(root[cell], sea[cell].Not() if cell in sizes else sea[cell])
    for k, size in sizes.items():
        m.Add(root[k] == 1)
        m.Add(sum(land[cell, k] for cell in board if near(cell, k)) == size)
    for (a, k), v in land.items():
        for b in board[a]:
            m.AddBoolOr(v.Not(), sea[b], *([land[b, k]] if near(b, k) else []))
    for (a, b), v in hangs.items():
        m.Add(sea[a] == sea[b]).OnlyEnforceIf(v)
        m.Add(rank[a] > rank[b]).OnlyEnforceIf(v)
    for block in {block for cell in board for block in blocks(cell)}:
        cells = [cell for cell in board if block in blocks(cell)]
        if len(cells) == 4:
            m.AddBoolOr(sea[cell].Not() for cell in cells)
    return m, list(sea.values())

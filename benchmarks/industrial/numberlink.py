"""Numberlink: join equal letters by paths that do not cross and fill the grid."""

import networkx
from ortools.sat.python import cp_model

from minuet import Puzzle

rows = [
    "..........",
    "..C.B...E.",
    "..F.D.GD..",
    "..........",
    "...H..A..B",
    ".....G....",
    "A......IJ.",
    ".K...FH...",
    "...I......",
    "KCJ......E",
]
board = networkx.grid_2d_graph(10, 10)
letters = {(r, c): rows[r][c] for r, c in board if rows[r][c] != "."}
pairs = {k: [cell for cell in letters if letters[cell] == k] for k in "ABCDEFGHIJK"}
COUNTS = {(): 1}


def minuet_model() -> Puzzle:
    p = Puzzle("numberlink")
    x = p.choices("line", ends=list(board.edges), letter=list(pairs))
    p.exactly({cell: 2 - (cell in letters) for cell in board}, x, covering="ends")
    p.path(x, by="ends", regions="letter", ends=pairs)
    return p


# One circuit: along the path of each letter, and from its end to the start of the next letter.
def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    number = {cell: k for k, cell in enumerate(board)}
    letter = {cell: m.NewIntVar(0, len(pairs) - 1, "") for cell in board}
    x = {arc: m.NewBoolVar("") for a, b in board.edges for arc in ((a, b), (b, a))}
    jumps = []
    paths = list(pairs.values())
    for k, (start, end) in enumerate(paths):
        m.Add(letter[start] == k)
        m.Add(letter[end] == k)
        jumps.append((number[end], number[paths[k - 1][0]], True))
    for (a, b), v in x.items():
        m.Add(letter[a] == letter[b]).OnlyEnforceIf(v)
    m.AddCircuit([(number[a], number[b], v) for (a, b), v in x.items()] + jumps)
    return m

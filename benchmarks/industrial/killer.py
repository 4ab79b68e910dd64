"""A killer sudoku: the digits of each cage differ and add up to its sum."""

from itertools import product

from ortools.sat.python import cp_model

from minuet import Puzzle

# The example of Wikipedia's article on killer sudoku: each letter is a cage.
cages = "aabbbcdef gghhccdef ggiicjkkf lmminjkof lppqnjoor sptqnuvvr sttqwuuxx syzwwAAxx syzwBBBCC"
letters = "abcdefghijklmnopqrstuvwxyzABC"
sums = [3, 15, 22, 4, 16, 15, 25, 17, 9, 8, 20, 6, 14, 17, 17, 13, 20, 12, 27, 6, 20, 6, 10, 14]
sums += [8, 16, 15, 13, 17]
cage = dict(zip(product(range(9), repeat=2), cages.replace(" ", ""), strict=True))
COUNTS = {(): 1}


def minuet_model() -> Puzzle:
    p = Puzzle("killer sudoku")
    x = p.choices("digit", row=range(9), col=range(9), value=range(1, 10))
    box = lambda row, col, value: (row // 3, col // 3, value)
    for group in ("row", "col"), ("row", "value"), ("col", "value"), box:
        p.exactly_one(x, by=group)
    p.at_most_one(x, by=lambda row, col, value: (cage[row, col], value))
    total = dict(zip(letters, sums, strict=True))
    p.sum_equals(total, x, by=lambda row, col: cage[row, col], weight="value")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {cell: m.NewIntVar(1, 9, "") for cell in cage}
    for k in range(9):
        m.AddAllDifferent(x[k, c] for c in range(9))
        m.AddAllDifferent(x[r, k] for r in range(9))
        m.AddAllDifferent(x[r, c] for r, c in x if r // 3 * 3 + c // 3 == k)
    for letter, total in zip(letters, sums, strict=True):
        cells = [x[cell] for cell in x if cage[cell] == letter]
        m.AddAllDifferent(cells)
        m.Add(sum(cells) == total)
    return m

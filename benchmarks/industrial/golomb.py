"""A Golomb ruler of seven marks: all distances differ, and it is as short as it can be."""

from ortools.sat.python import cp_model

from minuet import Puzzle

marks = 7
length = 36
OPTIMUM = 25


def minuet_model() -> Puzzle:
    p = Puzzle("golomb")

    x = p.choices("mark", name=range(marks), at=range(length))
    gap = p.choices(
        "gap", a=range(marks), b=range(marks), d=range(1, length), where=lambda a, b: a < b
    )
    p.exactly_one(x, by="name")
    p.given(x, name=0, at=0)
    p.exactly_one(gap, by=("a", "b"))
    p.at_most_one(gap, by="d")
    pairs = lambda name: {
        **{(a, name): 1 for a in range(name)},
        **{(name, b): -1 for b in range(name + 1, marks)},
    }
    p.compare(
        p.sum(gap, by=("a", "b"), weight="d"),
        "==",
        p.sum(x, covering=lambda name, at: {k: w * at for k, w in pairs(name).items()}),
    )
    p.minimize(x, lambda name, at: at if name == marks - 1 else 0)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = [m.NewIntVar(0, length - 1, "") for _ in range(marks)]
    m.Add(x[0] == 0)
    for a in range(marks - 1):
        m.Add(x[a] < x[a + 1])
    gap = {
        (a, b): m.NewIntVar(1, length - 1, "") for a in range(marks) for b in range(a + 1, marks)
    }
    for a, b in gap:
        m.Add(gap[a, b] == x[b] - x[a])
    m.AddAllDifferent(gap.values())
    m.Minimize(x[marks - 1])
    return m

"""Golfers play in groups every week, no two together twice; the first week is settled."""

from itertools import combinations

from ortools.sat.python import cp_model

from minuet import Puzzle

# Twelve in trios cannot play five weeks: there is no nearly Kirkman system of 12 (Kotzig and Rosa).
OPTIMA = {(3, 3, 4): 0, (4, 3, 4): 0, (4, 3, 5): None}  # groups, their size, weeks


def minuet_model(groups: int, size: int, weeks: int) -> Puzzle:
    p, golfers = Puzzle("golfers"), range(groups * size)
    x = p.choices("group", week=range(weeks), who=list(combinations(golfers, size)))
    p.exactly_one(x, covering=lambda week, who: [(week, g) for g in who])
    p.at_most_one(x, covering=lambda who: list(combinations(who, 2)))
    for first in golfers[::size]:
        p.given(x, week=0, who=tuple(range(first, first + size)))
    return p


def cpsat_model(groups: int, size: int, weeks: int) -> cp_model.CpModel:
    m, golfers = cp_model.CpModel(), range(groups * size)
    x = {(w, t): m.NewBoolVar("") for w in range(weeks) for t in combinations(golfers, size)}
    for w in range(weeks):
        for g in golfers:
            m.AddExactlyOne(v for (week, t), v in x.items() if week == w and g in t)
    for a, b in combinations(golfers, 2):
        m.AddAtMostOne(v for (_, t), v in x.items() if a in t and b in t)
    for first in golfers[::size]:
        m.Add(x[0, tuple(range(first, first + size))] == 1)
    return m

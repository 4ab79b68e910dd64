"""A balanced block design, the cheapest: any two points are together in one block of three."""

from itertools import combinations

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMA = {(7, 7): 13, (9, 12): 29}  # points, blocks


def minuet_model(points: int, blocks: int) -> Puzzle:
    p = Puzzle("bibd")
    x = p.choices("member", point=range(points), block=range(blocks))
    pairs = list(combinations(range(points), 2))
    both = p.choices("both", pair=pairs, block=range(blocks))
    p.exactly(3 * blocks // points, x, by="point")
    p.exactly(3, x, by="block")
    p.exactly_one(both, by="pair")
    ends = lambda side: lambda point, block: [(q, block) for q in pairs if q[side] == point]
    members = x.where().covering(ends(0)) & x.where().covering(ends(1))
    p.equivalent(both.where().by(("pair", "block")), members)
    p.minimize(x, lambda point, block: point * block % 5)
    return p


def cpsat_model(points: int, blocks: int) -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(p, b): m.NewBoolVar("") for p in range(points) for b in range(blocks)}
    for p in range(points):
        m.Add(sum(x[p, b] for b in range(blocks)) == 3 * blocks // points)
    for b in range(blocks):
        m.Add(sum(x[p, b] for p in range(points)) == 3)
    for a, b in combinations(range(points), 2):
        both = [m.NewBoolVar("") for _ in range(blocks)]
        for k, v in enumerate(both):
            m.AddImplication(v, x[a, k])
            m.AddImplication(v, x[b, k])
            m.AddBoolOr(v, x[a, k].Not(), x[b, k].Not())
        m.Add(sum(both) == 1)
    m.Minimize(sum(p * b % 5 * v for (p, b), v in x.items()))
    return m

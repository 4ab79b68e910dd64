"""A week of six nurses: cover, rest after nights, fair loads, and days off that they wish for."""

from ortools.sat.python import cp_model

from minuet import Puzzle

nurses = ["Ann", "Bob", "Cem", "Dot", "Eve", "Fay"]
days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
off = {
    ("Ann", "Sat"),
    ("Ann", "Sun"),
    ("Bob", "Sun"),
    ("Cem", "Mon"),
    ("Dot", "Wed"),
    ("Eve", "Sat"),
    ("Fay", "Sun"),
    ("Eve", "Sun"),
    ("Dot", "Sun"),
}
OPTIMA = {(): 13}


def minuet_model() -> Puzzle:
    p = Puzzle("roster")

    s = p.choices("shift", nurse=nurses, day=days, kind=["M", "N"])
    p.at_least(2, s, by=("day", "kind"))
    p.at_most_one(s, by=("nurse", "day"))
    p.regular("(M | N N* F | F)* N*", s, by="nurse", along="day", value="kind", empty="F")
    p.at_most(5, s, by="nurse")
    load, nights = p.sum(s, by="nurse"), p.sum(s, by="nurse", where={"kind": "N"})
    p.minimize(10 * p.spread(load) + 10 * p.spread(nights))
    p.prefer(p.exactly(0, s, by=lambda nurse, day: (nurse, day) if (nurse, day) in off else None))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(n, d, k): m.NewBoolVar("") for n in nurses for d in range(7) for k in "MN"}
    for d in range(7):
        for k in "MN":
            m.Add(sum(x[n, d, k] for n in nurses) >= 2)
    for n in nurses:
        for d in range(7):
            m.AddAtMostOne(x[n, d, k] for k in "MN")
            if d < 6:
                m.AddImplication(x[n, d, "N"], x[n, d + 1, "M"].Not())
        m.Add(sum(x[n, d, k] for d in range(7) for k in "MN") <= 5)
    cost = 0
    for kinds in ("MN", "N"):
        hi, lo = m.NewIntVar(0, 7, ""), m.NewIntVar(0, 7, "")
        for n in nurses:
            load = sum(x[n, d, k] for d in range(7) for k in kinds)
            m.Add(load <= hi)
            m.Add(load >= lo)
        cost += 10 * hi - 10 * lo
    cost += sum(x[n, days.index(d), k] for n, d in off for k in "MN")
    m.Minimize(cost)
    return m

"""The job shop ft06: six jobs on six machines end as early as they can."""

from ortools.sat.python import cp_model

from minuet import Puzzle

# The machine and the time of each operation of each job (Fisher and Thompson, 1963).
ft06 = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
horizon = 70
OPTIMA = {(): 55}


def minuet_model() -> Puzzle:
    p = Puzzle("ft06")
    machine = lambda job, op: ft06[job][op][0]
    took = lambda job, op: ft06[job][op][1]
    ends = lambda job, op, at: at + ft06[job][op][1]
    x = p.choices("start", job=range(6), op=range(6), at=range(horizon))
    p.exactly_one(x, by=("job", "op"))
    p.no_overlap(x, by=machine, along="at", length=took)
    begin = p.sum(x, by=lambda job, op: (job, op - 1) if op else None, weight="at")
    p.compare(p.sum(x, by=("job", "op"), where=lambda op: op < 5, weight=ends), "<=", begin)
    p.minimize(p.maximum(p.sum(x, by="job", where={"op": 5}, weight=ends)))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    end = m.NewIntVar(0, horizon, "")
    on = {k: [] for k in range(6)}
    for job in ft06:
        before = 0
        for machine, took in job:
            x = m.NewIntVar(0, horizon - took, "")
            on[machine].append(m.NewFixedSizeIntervalVar(x, took, ""))
            m.Add(x >= before)
            before = x + took
        m.Add(end >= before)
    for k in on:
        m.AddNoOverlap(on[k])
    m.Minimize(end)
    return m

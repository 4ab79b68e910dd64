"""The open shop tai4x4_1: four jobs visit four machines in any order and end as early as can be."""

from ortools.sat.python import cp_model

from minuet import Puzzle

# The time of each job's operations and their machines (Taillard 1993, seeds 1166510396, 164000672).
times = [[54, 34, 61, 2], [9, 15, 89, 70], [38, 19, 28, 87], [95, 34, 7, 29]]
machines = [[2, 0, 3, 1], [3, 0, 1, 2], [0, 1, 2, 3], [0, 2, 1, 3]]
horizon = 250
OPTIMA = {(): 193}


def minuet_model() -> Puzzle:
    p = Puzzle("open shop")
    machine = lambda job, op: machines[job][op]
    took = lambda job, op: times[job][op]
    ends = lambda job, op, at: at + times[job][op]
    x = p.choices("start", job=range(4), op=range(4), at=range(horizon))
    p.exactly_one(x, by=("job", "op"))
    for of in "job", machine:
        p.no_overlap(x, by=of, along="at", length=took)
    p.minimize(p.maximum(p.sum(x, by=("job", "op"), weight=ends)))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    end = m.NewIntVar(0, horizon, "")
    of_job, of_machine = ([[] for _ in range(4)] for _ in range(2))
    for job in range(4):
        for machine, took in zip(machines[job], times[job], strict=True):
            x = m.NewIntVar(0, horizon - took, "")
            m.Add(x + took <= end)
            interval = m.NewFixedSizeIntervalVar(x, took, "")
            of_job[job].append(interval)
            of_machine[machine].append(interval)
    for intervals in of_job + of_machine:
        m.AddNoOverlap(intervals)
    m.Minimize(end)
    return m

"""The solver sat: clauses for python-sat's solvers, which run in a child process.

sat.py is the solver. clauses.py writes the matrix as clauses, with sums.py for what is more than
"at most one" (encodings in at_most_one.py, cardinality.py, diagram.py and adder.py); process.py
starts the child and child/ is all that runs there; many.py answers batches, prover.py writes
proofs that clauses clash, parameters.py and effort.py translate the library's settings and
statistics. Besides the registry, explain/ imports clauses and sums for its own formulas, and
second_opinion/ the prover.
"""

__all__ = [
    "adder",
    "at_most_one",
    "cardinality",
    "child",
    "clauses",
    "diagram",
    "effort",
    "many",
    "parameters",
    "process",
    "prover",
    "sat",
    "sums",
]

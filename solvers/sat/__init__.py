"""The solver sat: clauses for python-sat's solvers, which run in a child process.

sat.py is the solver. clauses.py writes the matrix as clauses, with sums.py for what is more than
"at most one" (encodings in cardinality.py, cardinality.py, sums.py and sums.py); process.py
starts the child and child/ is all that runs there; many.py answers batches, prover.py writes
proofs that clauses clash, parameters.py and process.py translate the library's settings and
statistics. Besides the registry, explain/ imports clauses and sums for its own formulas, and
second_opinion/ the prover.
"""

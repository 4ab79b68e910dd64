"""The solver `sat`: clauses for the solvers of python-sat, which search in a child process.

sat.py is the solver. clauses.py encodes the matrix, with sums.py and cardinality.py for everything
beyond "at most one". process.py starts the child process, which runs child.py as a script.
"""

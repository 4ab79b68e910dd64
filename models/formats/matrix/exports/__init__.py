"""Texts for other programs, which are written and not read: second opinions on a matrix.

clauses.py says a matrix in clauses, which cnf_text.py and wcnf_text.py write; linear.py says it in
linear rows over 0/1 variables, which opb_text.py, mps_text.py, lp_text.py, minizinc_text.py and
cpsat_text.py write. mapping.py says in comments what the variables stand for. In all of them
variable k is option k, from 1 on, and each further one is determined by these: so there is one
model a solution.
"""

__all__ = [
    "clauses",
    "cnf_text",
    "cpsat_text",
    "linear",
    "lp_text",
    "mapping",
    "minizinc_text",
    "mps_text",
    "opb_text",
    "wcnf_text",
]

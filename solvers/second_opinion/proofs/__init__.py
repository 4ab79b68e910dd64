"""Proofs that there is no other solution: SAT's own, held against clauses that we write ourselves.

plain_clauses.py says what a matrix means in clauses, item by item (a sum by overfull.py), and
imports nothing of any solver. sat/prover.py is given these clauses and writes a proof that they
clash; checking.py has somebody else look whether it is one. certifier.py is all three in a row.
Only what stands in the first two and in the checker has to be right for a certificate to be.
"""

__all__ = ["certifier", "checking", "overfull", "plain_clauses"]

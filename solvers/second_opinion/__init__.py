"""Second opinions: a solver of another kind confirms an answer, or a checker accepts a proof.

opinion.py chooses the second solver and recount.py asks it. Where a certificate is wanted,
certified.py asks the certifiers in turn; proofs.py is one of them.
"""

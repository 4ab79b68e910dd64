"""What every solver, question and check shares: what is asked, and what comes of it.

solver.py is the contract of a solver, with the search that is asked of it; result.py what a person
gets, evidence.py what that rests on (statements.py in words, claims.py against one another),
verify.py looks at a solution; settings.py checks the numbers and parameters that come with a
question. Every other room of the solvers may import this one; it imports none of them.
"""

__all__ = ["claims", "evidence", "result", "settings", "solver", "statements", "verify"]

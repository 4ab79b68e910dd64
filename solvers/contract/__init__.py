"""What all solvers, verbs and checks share: the input and output of a search.

Start with solver.py (the contract of a solver), query.py (its input) and result.py (what the user
gets). evidence.py says what a result rests on, verify.py checks solutions. Every other room of the
solvers imports this one, and it imports none of them.

A solver from another package imports the names below; so does code that runs a solver without a
verb.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .batch import Batch
    from .deadline import Deadline, Stopped
    from .progress import Progress
    from .query import Query
    from .solver import Solver, Technique
    from .verify import Verifier

__all__ = ["Batch", "Deadline", "Progress", "Query", "Solver", "Stopped", "Technique", "Verifier"]

"""What every solver, question and check shares: what is asked, and what comes of it.

solver.py is the contract of a solver: it reads a query (query.py, with its deadline.py), writes
progress (progress.py) and yields solutions (batch.py), of many selections (selections.py) too;
features.py names what a matrix may have that not every one knows; numbers.py says when an answer is
near enough to the best; solver.py is what one may offer
besides that can rest while others search. result.py is what a person gets (result_page.py shows it
in notebooks), evidence.py what that rests on (statements.py in words, claims/ against one
another, certificate.py where it is certified), verify.py looks at a solution; numbers.py checks
the numbers and parameters that come with a question; watching/ tells how far one is. Every other
room of the solvers may import this one; it imports none of them.

The names below are what a solver of another package needs, and what asks a solver without a verb.
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

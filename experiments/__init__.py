"""Which solver is best on these instances, and why: suites of runs, their records, reports.

instances      families of instances, made of a few parameters and a seed (a room of its own)
Record         what one run asked, what came of it, what it cost, and where it was made
Records        the records of an experiment, in one sqlite file
contradictions   which runs contradict each other
"""

from ..models.importing.lazily import lazily

with lazily(__name__):
    from .records.contradictions import Contradiction, contradictions
    from .records.record import Outcome, Record
    from .records.store import Records

__all__ = ["Contradiction", "Outcome", "Record", "Records", "contradictions"]

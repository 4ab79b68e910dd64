"""Integer programming: branch and cut over one 0/1 variable an option, by SCIP or HiGHS.

The program is made in mip_program.py; the solvers, both in OR-Tools, stand in scip.py and
highs.py. Enumeration adds a cut a solution and solves again, which is slow by nature.
Optimisation is what these solvers are for: an independent check of an optimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ..contract.batch import Options, singly
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import EVERYTHING, Solver, Technique
from ..encoding.conditions import cheaper
from ..process.interrupt import streamed
from .highs import highs_version, search_highs
from .scip import enumerate_scip, optimise_scip, scip_version

HIGHS = "highs"


class Mip(Solver):
    """SCIP or HiGHS over one 0/1 variable an option."""

    name = "mip"
    summary = "OR-Tools' SCIP, or HiGHS as mip:highs; refuses costs too large for floating point"
    features = EVERYTHING
    most_solutions = 20  # each takes it a program of its own
    reads = frozenset({"rows.py"})
    reads_costs = frozenset({"priced_matrix.py"})
    excludes = True
    takes_parameters = True
    package = "ortools"
    fuzzed = 0.002
    techniques: ClassVar[Mapping[str, Technique]] = {
        "scip": Technique("SCIP", fuzzed=0),
        HIGHS: Technique("HiGHS", fuzzed=0.0005),
    }

    def version(self) -> str:
        """Return the version of OR-Tools, and the solver in it."""
        solver = highs_version() if self.technique == HIGHS else scip_version()
        return f"{super().version_at_hand()}, {solver}"

    def version_at_hand(self) -> str:
        """Return the version of OR-Tools, and who of those in it is asked."""
        return f"{super().version_at_hand()}, {'HiGHS' if self.technique == 'highs' else 'SCIP'}"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution: solve, cut the solution off, solve again."""
        if self.technique == HIGHS:
            stream = search_highs(query, progress, costs=False)
        else:
            stream = streamed(lambda run: enumerate_scip(run, query, progress), query.deadline)
        progress.complete = bool((yield from singly(stream)))

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions as HiGHS finds them; SCIP reports its last one only."""
        if self.technique == HIGHS:
            stream = search_highs(query, progress, costs=True)
        else:
            stream = streamed(lambda run: optimise_scip(run, query, progress), query.deadline)
        yield from cheaper(query, progress, stream)

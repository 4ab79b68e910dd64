"""Solvers that lie, each in one way."""

from __future__ import annotations

from collections.abc import Iterator

from minuet.solvers import Search, Solver
from minuet.solvers.contract.solver import Options
from minuet.solvers.dlx.dlx import DancingLinks


class Faulty(DancingLinks):
    """Dancing links, until a test breaks it."""

    name = "faulty"

    def count(self, search: Search) -> int:
        return Solver.count(self, search)


class DropsOne(Faulty):
    def solutions(self, search: Search) -> Iterator[Options]:
        stream = super().solutions(search)
        next(stream, None)
        yield from stream


class ClaimsInfeasible(Faulty):
    def solutions(self, search: Search) -> Iterator[Options]:
        search.complete = True
        yield from ()

    def improving(self, search: Search) -> Iterator[Options]:
        return self.solutions(search)


class Miscounts(Faulty):
    def count(self, search: Search) -> int:
        search.complete = True
        search.found = 41
        return 41

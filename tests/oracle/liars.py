"""Solvers that lie, each in one way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.solvers.contract import Progress, Query, Solver


class Faulty(DancingLinks):
    """Dancing links, until a test breaks it."""

    name = "faulty"

    def count(self, query: Query, progress: Progress) -> int:
        return Solver.count(self, query, progress)


class DropsOne(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(super().solutions(query, progress))
        next(stream, None)
        yield from singly(stream)


class ClaimsInfeasible(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        progress.complete = True
        yield from ()

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        return one_by_one(self.solutions(query, progress))


class Miscounts(Faulty):
    def count(self, query: Query, progress: Progress) -> int:
        progress.complete = True
        progress.found = 41
        return 41

"""What the cross-check must see of every solver. `pytest --solver NAME` runs it for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minuet.solvers import CheckVerdict, Progress, Query, Solver, crosscheck
from minuet.solvers.contract.batch import Options, closing_stream, one_by_one, singly

from oracle.problems import queens


def broken_twin(solver: Solver) -> Solver:
    """Return the same solver, but for one solution that it loses."""

    class Twin(type(solver)):  # type: ignore[misc]
        name = "twin"

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            with closing_stream(one_by_one(super().solutions(query, progress))) as stream:
                next(stream, None)
                yield from singly(stream)

        def count(self, query: Query, progress: Progress) -> int:
            return Solver.count(self, query, progress)

    return Twin(solver.variant)


def test_the_cross_check_tells_a_solver_from_a_broken_twin(solver: Solver) -> None:
    puzzle = queens(6)
    report = crosscheck(puzzle, [solver, "dlx:links", "bitmask"])
    assert report.verdict is CheckVerdict.AGREED
    assert (report.outcomes[0].count, report.outcomes[0].ended) == (4, "finished")
    report = crosscheck(puzzle, [broken_twin(solver), solver])
    assert report.verdict is CheckVerdict.DISAGREED
    assert report.witness in report.outcomes[1].found - report.outcomes[0].found

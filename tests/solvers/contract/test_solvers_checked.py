"""What the cross-check must see of every solver. `pytest --solver NAME` runs it for one."""

from __future__ import annotations

from collections.abc import Iterator

from minuet.solvers import CheckVerdict, Search, Solver, crosscheck
from minuet.solvers.contract.solver import Options, closing_stream

from oracle.problems import queens


def broken_twin(solver: Solver) -> Solver:
    """Return the same solver, but for one solution that it loses."""

    class Twin(type(solver)):  # type: ignore[misc]
        name = "twin"

        def solutions(self, search: Search) -> Iterator[Options]:
            with closing_stream(super().solutions(search)) as stream:
                next(stream, None)
                yield from stream

        def count(self, search: Search) -> int:
            return Solver.count(self, search)

    return Twin(solver.variant)


def test_the_cross_check_tells_a_solver_from_a_broken_twin(solver: Solver) -> None:
    puzzle = queens(6)
    report = crosscheck(puzzle, [solver, "dlx:links", "bitmask"])
    assert report.verdict is CheckVerdict.AGREED
    assert (report.outcomes[0].count, report.outcomes[0].ended) == (4, "finished")
    report = crosscheck(puzzle, [broken_twin(solver), solver])
    assert report.verdict is CheckVerdict.DISAGREED
    assert report.witness in report.outcomes[1].found - report.outcomes[0].found

"""Verifying: alone and in batches, and what a question does with a wrong solution."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import BitMask, Options, one_by_one

from minuet.models import ExactCover, Puzzle, WrongAnswer
from minuet.solvers import count, get_solver, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver, Verifier

from oracle.matrices import matrices
from oracle.problems import queens

MODULE = sys.modules[Verifier.__module__]  # `minuet.solvers.contract.verify` is the function
SELECTIONS = st.tuples(st.frozensets(st.integers(0, 5), max_size=2), st.sampled_from([(), (1,)]))


@given(matrix=matrices(max_options=6), selection=SELECTIONS, few=st.sampled_from([0, 24]))
def test_every_set_of_options_is_verified_as_the_definition_says(
    matrix: ExactCover, selection: tuple[frozenset[int], Sequence[int]], few: int
) -> None:
    chosen, forbidden = ([k for k in part if k < matrix.options] for part in selection)
    good = sorted(all_solutions(matrix, set(chosen), set(forbidden)))
    verifier = Verifier(matrix, chosen, forbidden)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "FEW", few)
        assert verifier.first_wrong(good) is None
        for mask in range(1 << matrix.options):
            options = tuple(o for o in range(matrix.options) if mask >> o & 1)
            for candidate in (options, (*options, options[0]) if options else (99,)):
                found = verifier.first_wrong([*good, candidate, *good])
                assert (found is None) == (candidate in good)
                assert found is None or found[0] == len(good)


@given(matrix=matrices(max_options=6), few=st.sampled_from([0, 24]))
def test_the_first_of_several_wrong_solutions_is_told(matrix: ExactCover, few: int) -> None:
    good = sorted(all_solutions(matrix))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "FEW", few)
        verifier = Verifier(matrix)
        assert verifier.first_wrong(good) is None
        found = verifier.first_wrong([*good, (matrix.options,), (0, 0)])
        assert found is not None
        assert found[0] == len(good)
        assert "option number" in found[1]


class Broken(Solver):
    """Right up to a place, and wrong there; all at once."""

    name = "broken"
    summary = "for a test"

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = list(one_by_one(BitMask().solutions(query, progress)))
        found[self.place] = found[self.place][1:]
        yield found[:1]
        yield found[1:]

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        raise NotImplementedError


@pytest.mark.parametrize("place", [0, 1, 2, 50, 91])
def test_what_comes_before_a_wrong_solution_is_handed_on_and_no_more(place: int) -> None:
    stream = solutions(queens(8), Broken(place))
    assert len(list(islice(stream, place))) == place
    with pytest.raises(WrongAnswer, match="solver broken"):
        next(stream)
    assert next(stream, None) is None


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["bitmask", "dlx", "dlx:links", "dlx:weights", "auto"])
def test_as_many_solutions_come_together_as_are_at_hand(name: str, threads: int) -> None:
    matrix = queens(8).matrix
    query, progress = Query(matrix, threads=threads), Progress()
    batches = list(get_solver(name).solutions(query, progress))
    assert all(batches)
    found = [options for batch in batches for options in batch]
    assert len(batches) < len(found) or name == "dlx:links"
    assert progress.complete
    assert len(set(map(frozenset, found))) == len(found) == 92
    assert list(solutions(matrix, name, threads=threads)) == [tuple(sorted(one)) for one in found]


@pytest.mark.parametrize("name", ["bitmask", "dlx"])
def test_what_was_found_by_the_time_limit_is_handed_on(name: str) -> None:
    puzzle = queens(14)
    with solutions(puzzle, name, time_limit=0.3) as stream:
        found = list(stream)
        result = stream.result()
    assert found
    assert (result.status, result.count, result.complete) == ("FEASIBLE", len(found), False)
    assert count(queens(6), name).count == 4


@pytest.mark.parametrize("strange", [(1.2, 7.3, 8.9, 14.5), (1, 7, 8, "14"), (1, 7, 8, 1 << 70)])
@pytest.mark.parametrize("times", [1, 40])
def test_what_is_no_option_number_is_no_solution(strange: Options, times: int) -> None:
    """Cut off behind the point, these would be a solution."""
    good = (1, 7, 8, 14)
    verifier = Verifier(queens(4).matrix)
    assert verifier.first_wrong([good] * 40) is None
    found = verifier.first_wrong([good] * times + [strange])
    assert found is not None
    assert found[0] == times
    assert "expected an option number" in found[1] or "expected 0 to 15" in found[1]


def test_a_solution_may_have_weights_of_one_alone_where_others_are_negative() -> None:
    puzzle = Puzzle("tasks")
    start = puzzle.choices("start", task=range(2), at=range(4))
    puzzle.exactly_one(start, by="task")
    puzzle.no_overlap(start, along="at", length=2)
    puzzle.between(-2, 2, start, weight=lambda at: -2 if at == 3 else 1)
    puzzle.minimize(start, "at")
    assert solve(puzzle, "cpsat").objective == 2

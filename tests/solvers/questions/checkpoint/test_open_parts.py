"""What an engine lists as open, with what it found before, is everything, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover
from minuet.solvers import Batch, Progress, Query, get_solver
from minuet.solvers._native import DancingCells, DancingLinks, OptionMasks
from minuet.solvers.conformance import all_solutions
from minuet.solvers.native import split
from minuet.solvers.native.engine import ListingEngine, Subtree
from minuet.solvers.native.problem import problem_of
from minuet.solvers.native.split import OpenPart

from oracle.matrices import matrices

LISTING = [DancingCells, DancingLinks, OptionMasks]


def engine_of(kind: Callable[..., ListingEngine], query: Query) -> ListingEngine:
    return kind(problem_of(query))


def searched(engine: ListingEngine, most: int) -> tuple[bool, list[tuple[int, ...]]]:
    exhausted, starts, options = engine.next_batch(10.0, most)
    return exhausted, [tuple(one) for one in Batch(starts, options)]


def parts(engine: ListingEngine) -> list[Subtree]:
    return [(tuple(above), tuple(without)) for above, without in engine.open()]


@pytest.mark.parametrize("kind", LISTING)
@given(
    matrix=matrices(),
    stops=st.lists(st.integers(1, 4), max_size=4),
    chosen=st.sets(st.integers(0, 8), max_size=1),
    without=st.sets(st.integers(0, 8), max_size=1),
)
def test_what_is_open_and_what_was_found_is_everything_once(
    kind: Callable[..., ListingEngine],
    matrix: ExactCover,
    stops: list[int],
    chosen: set[int],
    without: set[int],
) -> None:
    if kind is DancingCells and not problem_of(Query(matrix)).exactly_once:
        kind = DancingLinks
    if kind is OptionMasks and (matrix.high > 1).any():
        kind = DancingLinks
    selected = tuple(one for one in chosen if one < matrix.options)
    forbidden = frozenset(one for one in without if one < matrix.options)
    found: list[tuple[int, ...]] = []
    open_parts: list[Subtree] = [(selected, ())]
    for stop in stops:  # each time the first part is begun anew, and left again
        if not open_parts:
            break
        (above, left_out), *rest = open_parts
        engine = engine_of(kind, Query(matrix, above, forbidden | set(left_out)))
        _, some = searched(engine, stop)
        found += some
        open_parts = [(a, (*left_out, *w)) for a, w in parts(engine)] + rest
    for above, left_out in open_parts:
        engine = engine_of(kind, Query(matrix, above, forbidden | set(left_out)))
        exhausted, some = searched(engine, 1 << 30)
        assert exhausted
        assert parts(engine) == []
        found += some
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(matrix, set(selected), set(forbidden))


def test_a_part_of_a_part_leaves_out_what_that_did(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = ExactCover(primary=0, items=[], starts=[0] * 7, members=[])  # each option as one likes
    monkeypatch.setattr(split, "BATCH", 1)
    monkeypatch.setattr(split, "AHEAD", 1)  # so that it is laid aside with its first solution
    left: list[OpenPart] | None = None
    found: list[tuple[int, ...]] = []
    for _ in range(200):
        team = get_solver("dlx").team(Query(matrix), Progress(), left, count_only=False)
        with team.at_work():
            while not team.over() and (batch := team.first()) is None:
                team.wait()
            found += batch or ()
            team.pause()
        found += [one for batch in team.leftover() for one in batch]
        left = team.open()
        if not left:
            break
    assert sorted(map(sorted, found)) == sorted(map(sorted, all_solutions(matrix)))

"""What an engine lists as open, with what it found before, is everything, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hurried import hurried
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover
from minuet.solvers import checkpoint_status, count
from minuet.solvers._native import DancingCells, DancingLinks, OptionMasks
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Batch, Query
from minuet.solvers.native.engine import problem_of

from oracle.forged_checkpoints import rows_of
from oracle.killed import killed_again_and_again
from oracle.matrices import matrices

Subtree = tuple[tuple[int, ...], tuple[int, ...]]  # options above it, and those left out
LISTING = [DancingCells, DancingLinks, OptionMasks]


def engine_of(kind: Callable[..., Any], query: Query) -> Any:
    return kind(problem_of(query))


def searched(engine: Any, most: int) -> tuple[bool, list[tuple[int, ...]]]:
    exhausted, starts, options = engine.next_batch(10.0, most)
    return exhausted, [tuple(one) for one in Batch(starts, options)]


def parts(engine: Any) -> list[Subtree]:
    return [(tuple(above), tuple(without)) for above, without in engine.open()]


@pytest.mark.parametrize("kind", LISTING)
@given(
    matrix=matrices(),
    stops=st.lists(st.integers(1, 4), max_size=4),
    chosen=st.sets(st.integers(0, 8), max_size=1),
    without=st.sets(st.integers(0, 8), max_size=1),
)
def test_what_is_open_and_what_was_found_is_everything_once(
    kind: Callable[..., Any],
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


def test_a_part_of_a_part_leaves_out_what_that_did(tmp_path: Path) -> None:
    # Each option as one likes: what is open is known by the options that are left out.
    matrix, path = ExactCover(primary=0, items=[], starts=[0] * 23, members=[]), tmp_path / "one"

    def work(_: int) -> None:
        count(matrix, "dlx", checkpoint=path)

    assert killed_again_and_again(work, 1)
    assert any(left_out for _, left_out, _ in rows_of(path))
    killed_again_and_again(work, 2)
    with ThreadPoolExecutor(2) as pool, hurried():  # each slice begins with what others left
        assert count(matrix, "dlx", checkpoint=path, on=pool).count == 2**22
    assert checkpoint_status(path).complete

"""What every native engine is built from, and the shape that all of them have."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_problems import everything, problem_of, step

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import _native
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Query

from oracle.matrices import matrices

SEARCHING: dict[str, Callable[[_native.Problem], Any]] = {
    "links": _native.DancingLinks,
    "cells": _native.DancingCells,
    "masks": _native.OptionMasks,
}
COUNTING: dict[str, Callable[[_native.Problem], Any]] = {
    **SEARCHING,
    "weights": _native.WeightedCells,
    "memo": partial(_native.MemoCounter, memory=1 << 20),
}


def permutations(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for one in range(size):
        builder.item(("row", one))
        builder.item(("column", one))
    for row in range(size):
        for column in range(size):
            builder.option([("row", row), ("column", column)])
    return builder.build()


def problem(**changes: Any) -> _native.Problem:
    """Two options, each on two of three items."""
    arrays = {
        "starts": [0, 2, 4],
        "members": [0, 1, 1, 2],
        "colors": [0, 0, 0, 0],
        "low": [1, 1, 0],
        "high": [1, 1, 1],
    }
    given, forbidden = changes.pop("given", ()), changes.pop("forbidden", ())
    primary = changes.pop("primary", 2)
    made = {name: np.array(values, np.int32) for name, values in (arrays | changes).items()}
    return _native.Problem(primary, **made, given=given, forbidden=forbidden)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"members": [0, 1, 1, 3]}, "option 1 on item 3, expected 0 to 2"),
        ({"members": [0, -1, 1, 2]}, "option 0 on item -1"),
        ({"members": [0, 0, 1, 2]}, "option 0 on item 0 twice"),
        ({"colors": [0, 0, 0, -1]}, "negative color"),
        ({"colors": [0, 0, 0]}, "lengths"),
        ({"high": [1, 1]}, "lengths"),
        ({"primary": 4}, "lengths"),
        ({"starts": []}, "lengths"),
        ({"starts": [0, 3, 2]}, "starts"),
        ({"starts": [0, 9, 4]}, "starts that decrease at option 0"),
        ({"starts": [1, 2, 4]}, "starts"),
        ({"given": (2,)}, "given option 2, expected 0 to 1"),
        ({"given": (-1,)}, "given option -1"),
        ({"forbidden": (7,)}, "forbidden option 7"),
    ],
)
@pytest.mark.parametrize("name", COUNTING)
def test_what_is_no_matrix_is_refused(name: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        COUNTING[name](problem(**changes))


@pytest.mark.parametrize("wrong", [-1, 16])
def test_a_batch_refuses_options_that_do_not_exist(wrong: int) -> None:
    batch = _native.Batch.prepare(problem_of(Query(permutations(4))))
    assert batch is not None
    with pytest.raises(ValueError, match=f"given option {wrong}, expected 0 to 15"):
        batch.load(np.array([0, 1]), np.array([wrong]), 1)


def test_the_arrays_live_as_long_as_the_problem() -> None:
    made = problem()
    engine = _native.DancingCells(made)
    del made
    assert everything(engine) == [(0,)]


@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_the_problem_of_a_subtree_is_that_of_all_its_given_options(
    matrix: ExactCover, seed: int
) -> None:
    rng = Random(seed)
    numbers = [rng.randrange(matrix.options) for _ in range(4)] if matrix.options else []
    forbidden = frozenset(numbers[3:] * rng.randrange(2))
    place = rng.randrange(len(numbers) + 1)
    whole = problem_of(Query(matrix, tuple(numbers), forbidden))
    above = problem_of(Query(matrix, tuple(numbers[:place]), forbidden))
    for name, make in SEARCHING.items():
        if name == "links" or int(matrix.high.max(initial=1)) <= 1:
            one, other = make(whole), make(above.below(numbers[place:]))
            assert everything(one) == everything(other)
            assert (one.nodes, one.updates) == (other.nodes, other.updates)


@pytest.mark.parametrize("name", COUNTING)
def test_an_engine_that_was_stopped_does_not_search_on(name: str) -> None:
    engine = COUNTING[name](problem_of(Query(permutations(8))))
    begun = engine.nodes
    engine.stop()
    assert engine.count(10.0) is False
    assert (engine.nodes, engine.solutions) == (begun, 0)
    if name in SEARCHING:
        exhausted, batch = step(engine, 10.0, 9)
        assert (exhausted, batch) == (False, [])


@pytest.mark.parametrize("name", SEARCHING)
def test_another_thread_stops_an_engine_that_runs(name: str) -> None:
    engine = COUNTING[name](problem_of(Query(permutations(14))))
    running = threading.Thread(target=engine.count, args=(300.0,))
    running.start()
    engine.stop()
    running.join(60.0)
    assert not running.is_alive()


@pytest.mark.parametrize("name", ["links", "cells"])
def test_progress_grows_from_none_to_all(name: str) -> None:
    engine = SEARCHING[name](problem_of(Query(permutations(6))))
    seen = [engine.progress]
    while not engine.next_batch(0.0, 1)[0]:
        seen.append(engine.progress)
    assert seen == sorted(seen)
    assert (seen[0], engine.progress) == (0.0, 1.0)
    assert len(set(seen)) > 10


@given(matrix=matrices())
def test_progress_stays_between_none_and_all(matrix: ExactCover) -> None:
    engine = _native.DancingLinks(problem_of(Query(matrix)))
    exhausted = False
    while not exhausted:
        exhausted, *_ = engine.next_batch(0.0, 1)
        assert 0.0 <= engine.progress <= 1.0 + 1e-9


def test_undecided_options_are_those_that_may_be_chosen_and_on_which_no_item_decides() -> None:
    builder = ExactCoverBuilder()
    builder.item("needed")
    builder.item("optional", 0, 1)
    builder.item("never", 0, 0)
    builder.secondary("shared")
    builder.option(["needed", "shared"])
    for items in (["optional"], ["shared"], [], ["never"], ["optional", "shared"]):
        builder.option(items)
    matrix = builder.build()
    assert problem_of(Query(matrix)).undecided_options() == 4
    assert problem_of(Query(matrix, forbidden=frozenset({1, 3}))).undecided_options() == 2
    assert len(everything(_native.DancingLinks(problem_of(Query(matrix))))) == len(
        list(all_solutions(matrix))
    )


def test_the_engines_know_which_matrices_ask_for_exact_covers() -> None:
    assert problem_of(Query(permutations(3))).exactly_once
    assert not problem(low=[0, 1, 0]).exactly_once
    assert not problem(high=[1, 2, 1]).exactly_once
    assert problem(high=[1, 1, 3]).exactly_once

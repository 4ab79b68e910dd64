"""The native batch engines, each on every path, against brute force and dancing links."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import BitMask, DancingLinks, Options, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Sudoku, Unavailable
from minuet.setting import is_unique
from minuet.solvers import _native, solve_many
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.native.solver import NativeBatch, native_batch

from drawing import one_in
from oracle.matrices import matrices

DATA = Path(__file__).resolve().parents[2] / "data"
ENGINES = [(path, True) for path in _native.simd_paths()] + [("portable", False)]
NAMES = [f"slots {path}" if slots else "lists" for path, slots in ENGINES]
every_engine = pytest.mark.parametrize(("path", "slots"), ENGINES, ids=NAMES)
MANY = 700  # selections of which bit-sliced search answers hundreds at a time


def partitions(items: int, size: int, seed: int) -> tuple[ExactCover, list[Options]]:
    """Partitions of the items into threes, as options of one matrix; selections that leave a few.

    Every item has `size` options.
    """
    rng = random.Random(seed)
    rows: list[tuple[list[int], int]] = []
    for number in range(size):
        order = rng.sample(range(items), items)
        rows += [(sorted(order[first : first + 3]), number) for first in range(0, items, 3)]
    rng.shuffle(rows)
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for row, _ in rows:
        builder.option(row)
    selections: list[Options] = [(0, 1), (0, 0)]
    for number in range(min(size, 4)):
        mine = [option for option, (_, part) in enumerate(rows) if part == number]
        left_out = min(rng.randrange(10), len(mine))
        selections.append(tuple(rng.sample(mine, len(mine) - left_out)))
    return builder.build(), selections[2 if items > 60 else 0 :]


def numbers(matrix: ExactCover, selections: list[Options]) -> list[int]:
    """Return how many solutions dancing links find of each selection, three at most."""
    solver, found = DancingLinks(), []
    for selection in selections:
        query = Query(matrix, tuple(dict.fromkeys(selection)))
        found.append(len(list(islice(one_by_one(solver.solutions(query, Progress())), 3))))
    return found


@cache
def solved_partitions(items: int, size: int) -> tuple[ExactCover, list[Options], list[int]]:
    matrix, selections = partitions(items, size, seed=items + size)
    return matrix, selections, numbers(matrix, selections)


def answers(batch: NativeBatch | None, selections: list[Options]) -> list[int]:
    """Return how many solutions each has, as few selections and as many at once tell it."""
    assert batch is not None
    few = list(batch.answers(selections, 3))
    places = [k % len(selections) for k in range(MANY)]
    many = batch.answers([selections[place] for place in places], 3)
    assert list(many) == [few[place] for place in places]
    return [found for found, _ in few]


@every_engine
@given(matrix=matrices(), forbidden=st.integers(0, 8), data=st.data())
def test_batch_engines_answer_as_brute_force(
    path: str, slots: bool, matrix: ExactCover, forbidden: int, data: st.DataObject
) -> None:
    some = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2)
    selections = data.draw(st.lists(some.map(tuple), max_size=4)) if matrix.options else [(), ()]
    without = {forbidden} if forbidden < matrix.options else set()
    batch = native_batch(Query(matrix, (), frozenset(without)), Progress(), path, slots=slots)
    if batch is None:
        return
    found = list(batch.answers(selections, 2))
    assert len(found) == len(selections)
    for selection, (number, first) in zip(selections, found, strict=True):
        expected = all_solutions(matrix, set(selection), without)
        assert number == min(len(expected), 2)
        assert first in expected if number else first is None
    times = MANY // max(len(selections), 1)
    assert list(batch.answers(selections * times, 2)) == found * times


@every_engine
@pytest.mark.parametrize("items", one_in(3, [12, 63, 66, 129, 255, 258, 387, 510, 513], 1))
def test_matrices_of_every_width_are_answered_as_by_dancing_links(
    path: str, slots: bool, items: int
) -> None:
    for size in (1, 2, 3, 6, 8, 12, 14, 16, 17):
        matrix, selections, expected = solved_partitions(items, size)
        batch = native_batch(Query(matrix), Progress(), path, slots=slots)
        assert answers(batch, selections) == expected


@every_engine
def test_batches_can_stop_at_any_node(path: str, slots: bool) -> None:
    matrix = Sudoku().matrix
    batch = native_batch(Query(matrix), Progress(), path, slots=slots)
    assert batch is not None
    engine = batch._batch
    engine.load(np.array([0, 0, 3]), np.array([0, 10, 20]), 20_000)
    steps, done = 0, False
    counts: list[int] = []
    while not done:
        done, found, starts, options = engine.next_batch(0.0)
        counts += found.tolist()
        steps += 1
    assert counts == [20_000, 20_000]
    first = options[starts[-2] : starts[-1]].tolist()
    assert set(first) >= {0, 10, 20}
    assert first == sorted(first)
    assert steps > 20
    again = engine.next_batch(0.0)
    assert (again[0], len(again[1]), len(again[3])) == (True, 0, 0)


def boxed(rows: int, cols: int, holes: int, seed: int) -> tuple[ExactCover, list[Options]]:
    """A sudoku with boxes of rows x cols, shuffled; parts of a solution as givens, and a clash."""
    rng = random.Random(seed)
    side = rows * cols
    builder = ExactCoverBuilder()
    names = [(kind, a, b) for kind in range(4) for a in range(side) for b in range(side)]
    for name in rng.sample(names, len(names)):
        builder.item(name)
    choices = list(product(range(side), repeat=3))
    rng.shuffle(choices)
    for r, c, v in choices:
        box = r // rows * rows + c // cols
        builder.option([(0, r, c), (1, r, v), (2, c, v), (3, box, v)])
    number = {choice: option for option, choice in enumerate(choices)}
    planted = [
        number[r, c, (cols * (r % rows) + r // rows + c) % side]
        for r, c in product(range(side), repeat=2)
    ]
    selections: list[Options] = [
        tuple(rng.sample(planted, len(planted) - k)) for k in (0, holes // 2, holes, holes)
    ]
    selections.append((number[0, 0, 0], number[1, 1, 0]))  # one value twice in a box
    return builder.build(), selections


@cache
def solved_boxes(
    rows: int, cols: int, holes: int, seed: int
) -> tuple[ExactCover, list[Options], list[int]]:
    matrix, selections = boxed(rows, cols, holes, seed)
    return matrix, selections, numbers(matrix, selections)


@every_engine
@pytest.mark.parametrize(
    ("rows", "cols", "holes"), [(2, 2, 12), (2, 3, 24), (3, 2, 24), (2, 4, 44), (3, 3, 55)]
)
def test_boxes_of_every_shape_are_answered_as_by_dancing_links(
    path: str, slots: bool, rows: int, cols: int, holes: int
) -> None:
    for seed in range(4):
        matrix, selections, expected = solved_boxes(rows, cols, holes, seed)
        assert expected[0] == 1
        assert expected[-1] == 0
        assert (
            answers(native_batch(Query(matrix), Progress(), path, slots=slots), selections)
            == expected
        )


@pytest.mark.parametrize("path", _native.simd_paths())
def test_locked_candidates_spare_the_slots_half_of_the_nodes(path: str) -> None:
    text = (DATA / "sudoku" / "magictour_1465.txt").read_text().split()
    selections: list[Options] = [
        tuple(9 * cell + int(mark) - 1 for cell, mark in enumerate(line) if mark not in ".0")
        for line in text
    ]
    batch = native_batch(Query(Sudoku().matrix), Progress(), path)
    assert batch is not None
    assert answers(batch, selections) == [1] * len(selections)
    assert batch._batch.nodes < 15 * len(selections)  # 30 a puzzle by singles alone


def crowd(width: int, groups: int, size: int) -> ExactCover:
    """One solution: the option of `width` items excludes `size` options of each group at once."""
    builder = ExactCoverBuilder()
    wide = [("wide", k) for k in range(width)]
    shared = [("shared", group) for group in range(groups)]
    for name in wide:
        builder.item(name)
    for group in range(groups):
        builder.item(group)
    for name in shared:
        builder.secondary(name)
    builder.option([*wide, *shared])
    for group in range(groups):
        for _ in range(size):
            builder.option([group, shared[group]])
        builder.option([group])
    return builder.build()


def rectangles(side: int) -> tuple[ExactCover, int]:
    """The ways to cut a square into rectangles, and the option that is its middle cell."""
    spans = [range(a, b) for a in range(side) for b in range(a + 1, side + 1)]
    builder = ExactCoverBuilder()
    for cell in product(range(side), repeat=2):
        builder.item(cell)
    for rows, cols in product(spans, repeat=2):
        builder.option(product(rows, cols), label=(rows, cols))
    matrix = builder.build()
    middle = range(side // 2, side // 2 + 1)
    return matrix, matrix.labels.index((middle, middle))


@pytest.mark.parametrize(
    "shape", [(60, 1, 1200), (4, 100, 217), (1, 100, 220), (2, 215, 300), (5, 160, 103)], ids=str
)
def test_no_item_runs_out_when_many_narrow_options_go_at_once(
    shape: tuple[int, int, int],
) -> None:
    matrix = crowd(*shape)
    batch = native_batch(Query(matrix), Progress(), slots=False)
    assert batch is not None
    ((found, first),) = batch.answers([()], 2)
    assert found == 1
    assert set(first or ()) == set(DancingLinks().first(Query(matrix), Progress()) or ())


def test_a_solution_beside_many_excluded_options_is_found_and_unique() -> None:
    matrix = crowd(60, 1, 1200)
    assert is_unique(matrix)
    (result,) = solve_many(matrix, [()], unique=True)
    assert (result.count, result.complete) == (1, True)
    board, middle = rectangles(11)
    (result,) = solve_many(board, [(middle,)], unique=True)
    assert (result.count, result.complete) == (2, False)


def test_paths_of_batches_are_forced_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = Sudoku().matrix
    for path in _native.simd_paths():
        (result,) = solve_many(matrix, [()], f"bitmask:{path}", unique=True)
        assert result.count == 2
    monkeypatch.setenv("MINUET_SIMD", "nonsense")
    with pytest.raises(Unavailable, match="nonsense"):
        list(BitMask().many(Query(matrix), Progress(), [()], 1))

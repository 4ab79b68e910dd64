"""Counting level by level, with isomorphic blocks: brute force, published and closed numbers."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest
from hurried import ticking
from hypothesis import given
from hypothesis import strategies as st
from native_problems import problem_of

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import count, get_solver
from minuet.solvers._native import MemoCounter, Orders
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query

Option = Sequence[Hashable]


def matrix_of(items: Iterable[Hashable], options: Iterable[Option]) -> ExactCover:
    builder = ExactCoverBuilder()
    for item in items:
        builder.item(item)
    for option in options:
        builder.option(option)
    return builder.build()


def grid(rows: int, cols: int, box: tuple[int, int] | None = None) -> ExactCover:
    """A Latin rectangle; with boxes, a sudoku. A value may miss a column where there are more."""
    builder = ExactCoverBuilder()
    cells, values = list(product(range(rows), range(cols))), range(cols)
    for row, col in cells:
        builder.item(("cell", row, col))
    for row, value in product(range(rows), values):
        builder.item(("row", row, value))
    for col, value in product(range(cols), values):
        (builder.item if rows == cols else builder.secondary)(("col", col, value))
    if box:
        for k, value in product(range(cols), values):
            builder.item(("box", k, value))
    for (row, col), value in product(cells, values):
        option = [("cell", row, col), ("row", row, value), ("col", col, value)]
        if box:
            down, across = box
            option.append(("box", row // down * (cols // across) + col // across, value))
        builder.option(option)
    return builder.build()


def by_levels(query: Query, **settings: Any) -> MemoCounter:
    chosen = {"memory": 1 << 28, "orders": Orders.LEVELS} | settings
    counter = MemoCounter(problem_of(query), **chosen)
    while not counter.count(0.03):
        pass
    return counter


@pytest.mark.parametrize(
    ("rows", "box", "number"),
    [
        (1, None, 1),
        (4, None, 576),
        (5, None, 161280),
        (6, None, 812851200),
        (4, (2, 2), 288),
        (6, (2, 3), 28200960),
        (6, (3, 2), 28200960),
    ],
)
@pytest.mark.parametrize("name", ["memo", "auto"])
def test_squares_and_sudokus_count_as_published(
    rows: int, box: tuple[int, int] | None, number: int, name: str
) -> None:
    assert count(grid(rows, rows, box), name).count == number


def test_all_latin_squares_of_order_7_are_counted() -> None:
    result = count(grid(7, 7), "memo")
    assert result.count == 61479419904000
    assert result.statistics.nodes < 5_000_000


@pytest.mark.slow
def test_all_sudokus_of_8x8_are_counted() -> None:
    found = count(grid(8, 8, (2, 4)), "memo", memory=1 << 31).count
    assert found == 29136487207403520


@pytest.mark.parametrize("cols", [2, 5, 7, 8, 15, 16, 31, 32, 63])
def test_two_rows_of_any_width_count_by_the_closed_form(cols: int) -> None:
    derangements = [1, 0]
    for n in range(2, cols + 1):
        derangements.append((n - 1) * (derangements[-1] + derangements[-2]))
    counter = by_levels(Query(grid(2, cols)))
    assert counter.solutions == math.factorial(cols) * derangements[cols]
    assert counter.nodes < 2 * cols**2


def test_blocks_are_counted_in_a_state_for_each_multiset_of_theirs() -> None:
    assert by_levels(Query(grid(6, 6))).nodes < 22_000
    assert by_levels(Query(grid(6, 6, (2, 3)))).nodes < 4_100


def test_the_order_of_values_within_their_families_makes_no_difference() -> None:
    random = Random(3)
    families = [
        random.sample(list(product([name], range(5), range(5))), 25)
        for name in ("row", "cell", "col")
    ]
    options = [
        random.sample([("cell", r, c), ("row", r, v), ("col", c, v)], 3)
        for r, c, v in product(range(5), repeat=3)
    ]
    random.shuffle(options)
    counter = by_levels(Query(matrix_of(chain(*families), options)))
    assert counter.solutions == 161280
    assert counter.nodes < 4000


def test_families_are_found_when_all_items_are_shuffled() -> None:
    random = Random(5)
    for matrix, number in ((grid(5, 5), 161280), (grid(6, 6), 812851200)):
        options = [
            matrix.members[start:end].tolist()
            for start, end in zip(matrix.starts[:-1], matrix.starts[1:], strict=True)
        ]
        shuffled = matrix_of(random.sample(range(matrix.primary), matrix.primary), options)
        counter = by_levels(Query(shuffled))
        assert counter.solutions == number
        assert counter.nodes < 50_000


def test_damage_breaks_blocks_only_where_it_must() -> None:
    matrix = grid(5, 5)
    whole = by_levels(Query(matrix)).nodes
    query = Query(matrix, (), frozenset({5, 70, 121}))
    hurt = by_levels(query)
    assert hurt.nodes < 10 * whole
    assert hurt.solutions == get_solver("bitmask").count(query, Progress())


def test_reduced_squares_count_with_their_first_lines_given_or_left_out_or_forced() -> None:
    matrix = grid(6, 6)
    first = [v * 6 + v for v in range(6)]  # cell (0, v), value v
    first += [v * 36 + v for v in range(1, 6)]  # cell (v, 0), value v
    assert by_levels(Query(matrix, tuple(first))).solutions == 9408
    forced = [
        option
        for row, col, value in product(range(6), repeat=3)
        for option in [[("cell", row, col), ("row", row, value), ("col", col, value)]]
        if (row > 0 or value == col) and (col > 0 or value == row)
    ]
    counter = by_levels(Query(matrix_of(sorted({i for o in forced for i in o}), forced)))
    assert counter.solutions == 9408
    assert counter.nodes < 20_000


@st.composite
def blocks(draw: st.DrawFn) -> tuple[ExactCover, tuple[int, ...], frozenset[int]]:
    """Copies of a block over some links, damaged: options dropped, added, given, forbidden."""
    links, slots, copies = (draw(st.integers(*size)) for size in ((2, 4), (1, 3), (2, 4)))
    random = draw(st.randoms(use_true_random=False))
    shapes = [
        (link, *chosen)
        for link in range(links)
        for size in range(1, slots + 1)
        for chosen in combinations(range(slots), size)
    ]
    shapes = random.sample(shapes, min(len(shapes), draw(st.integers(links, 2 * links + 2))))
    builder = ExactCoverBuilder()
    for link in range(links):
        builder.item(("link", link))
    named = [(block, slot) for block in range(copies) for slot in range(slots)]
    kept = [item for item in named if item[1] == 0 and draw(st.integers(0, 3)) == 0]
    for item in named:
        (builder.item if item in kept else builder.secondary)(item)
    rows: list[list[Hashable]] = [
        [("link", link), *((block, slot) for slot in chosen)]
        for block in range(copies)
        for link, *chosen in shapes
        if random.random() > 0.1
    ]
    if draw(st.booleans()):
        rows.append([("link", 0), ("link", 1)])
    if draw(st.booleans()):
        rows.append([("link", links - 1), *random.sample(named, 1)])
    for row in rows:
        builder.option(row)
    chosen = tuple(random.sample(range(len(rows)), draw(st.integers(0, min(1, len(rows))))))
    banned = frozenset(random.sample(range(len(rows)), min(2, len(rows)))) - set(chosen)
    return builder.build(), chosen, banned


@given(
    drawn=blocks(),
    settings=st.sampled_from([{}, {"hash_mask": 1}, {"memory": 800}, {"orders": Orders.RACE}]),
)
def test_damaged_blocks_count_as_by_brute_force(
    drawn: tuple[ExactCover, tuple[int, ...], frozenset[int]], settings: dict[str, Any]
) -> None:
    matrix, chosen, banned = drawn
    expected = len(all_solutions(matrix, chosen, banned))
    assert by_levels(Query(matrix, chosen, banned), **settings).solutions == expected


def test_colors_stand_in_the_frontier() -> None:
    builder = ExactCoverBuilder()
    for cell in product(range(3), repeat=2):
        builder.item(cell)
    for side, row, col in product("hv", range(4), range(4)):
        builder.secondary((side, row, col))
    for (row, col), (up, right, down, left) in product(
        product(range(3), repeat=2), product(range(3), repeat=4)
    ):
        edges = {("h", row, col): up, ("h", row + 1, col): down}
        edges |= {("v", row, col): left, ("v", row, col + 1): right}
        builder.option({(row, col): None, **edges})
    assert by_levels(Query(builder.build())).solutions == 3**24


def test_a_level_that_does_not_fit_is_left_to_the_searches() -> None:
    for orders in (Orders.LEVELS, Orders.RACE):
        counter = by_levels(Query(grid(5, 5)), memory=3_000, orders=orders)
        assert counter.solutions == 161280


def test_a_deadline_ends_a_count_by_levels() -> None:
    with ticking(0.001):
        query, progress = Query(grid(9, 9, (3, 3)), deadline=Deadline(0.3)), Progress()
        get_solver("memo").count(query, progress)
    assert not progress.complete
    assert progress.nodes > 0


def test_what_nothing_covers_or_what_is_forced_to_clash_has_no_cover() -> None:
    clash = matrix_of("abc", ["ab", "bc"])
    assert by_levels(Query(clash)).solutions == 0
    assert by_levels(Query(matrix_of("ab", ["a"]))).solutions == 0
    assert by_levels(Query(matrix_of("", []))).solutions == 1
    assert by_levels(Query(matrix_of("abc", ["ab", "c", "c", "ab"]))).solutions == 4

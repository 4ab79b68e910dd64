"""Counting with memory: against brute force, the plain engine, and numbers known otherwise."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_problems import problem_of

from minuet.models import (
    ExactCover,
    ExactCoverBuilder,
    ModelError,
    UnknownSolver,
    Unsupported,
)
from minuet.solvers import count, get_solver
from minuet.solvers._native import MemoCounter, Orders
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query

from oracle.matrices import matrices
from oracle.tilings import dominoes_on

ALWAYS = {"warm_up": 1 << 60}  # never assess whether the memo pays
SETTINGS: list[dict[str, Any]] = [
    {"memory": 1 << 24},
    {"memory": 0},
    {"memory": 2000, **ALWAYS},
    {"memory": 1 << 20, "hash_mask": 0, **ALWAYS},
    {"memory": 1 << 20, "orders": Orders.SMALLEST, **ALWAYS},
    {"memory": 1 << 20, "orders": Orders.GIVEN, **ALWAYS},
    {"memory": 3000, "orders": Orders.BREADTH, "hash_mask": 3, **ALWAYS},
    {"memory": 1 << 20, "warm_up": 1, "least_hits": 2.0},
    {"memory": 1 << 20, "orders": Orders.LEVELS},
    {"memory": 1 << 20, "orders": Orders.LEVELS, "hash_mask": 1},
    {"memory": 600, "orders": Orders.LEVELS},
]

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
DOMINOES = [SQUARE[:2], SQUARE[::2]]
TROMINOES = [tuple(cell for cell in SQUARE if cell != gone) for gone in SQUARE]


def counter_of(query: Query, **settings: Any) -> MemoCounter:
    return MemoCounter(problem_of(query), **settings)


def native_count(query: Query, **settings: Any) -> tuple[int, MemoCounter]:
    counter = counter_of(query, **settings)
    while not counter.count(0.03):
        pass
    return counter.solutions, counter


def board(rows: int, cols: int, shapes: list[Any]) -> ExactCover:
    builder = ExactCoverBuilder()
    cells = set(product(range(rows), range(cols)))
    for cell in sorted(cells):
        builder.item(cell)
    for (row, col), shape in product(sorted(cells), shapes):
        placed = [(row + down, col + right) for down, right in shape]
        if cells.issuperset(placed):
            builder.option(placed)
    return builder.build()


def latin(order: int) -> ExactCover:
    """Reduced Latin squares: the first row and column are in order."""
    free = range(1, order)
    options = [
        (("cell", row, col), ("row", row, value), ("col", col, value))
        for row, col, value in product(free, free, range(order))
        if value not in (row, col)
    ]
    builder = ExactCoverBuilder()
    for item in sorted({item for option in options for item in option}):
        builder.item(item)
    for option in options:
        builder.option(option)
    return builder.build()


def queens(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for line, k in product("rc", range(size)):
        builder.item((line, k))
    for line, k in product("ab", range(2 * size - 1)):
        builder.secondary((line, k))
    for row, col in product(range(size), repeat=2):
        diagonals = [("a", row + col), ("b", row - col + size - 1)]
        builder.option([("r", row), ("c", col), *diagonals])
    return builder.build()


def squares(size: int, colors: int) -> ExactCover:
    """Squares with colored edges on a board, each piece any number of times: edges must agree."""
    builder = ExactCoverBuilder()
    for cell in product(range(size), repeat=2):
        builder.item(cell)
    for side, row, col in product("hv", range(size + 1), range(size + 1)):
        builder.secondary((side, row, col))
    for row, col in product(range(size), repeat=2):
        for up, right, down, left in product(range(colors), repeat=4):
            edges = {("h", row, col): up, ("h", row + 1, col): down}
            edges |= {("v", row, col): left, ("v", row, col + 1): right}
            builder.option({(row, col): None, **edges})
    return builder.build()


def domino_tilings(rows: int, cols: int) -> int:
    """Count by moving a broken line over the board, cell by cell, in plain Python."""
    lines = {0: 1}  # bit c: column c of the line is filled already
    for _, col in product(range(rows), range(cols)):
        fresh: dict[int, int] = {}
        for line, ways in lines.items():
            bit = 1 << col
            targets = [line ^ bit]
            if not line & bit and col + 1 < cols and not line & bit << 1:
                targets.append(line | bit << 1)
            for target in targets:
                fresh[target] = fresh.get(target, 0) + ways
        lines = fresh
    return lines.get(0, 0)


def region_tilings(cells: list[tuple[int, int]]) -> int:
    """Count for a region without holes by a determinant (Kasteleyn, 1961)."""
    white = [cell for cell in cells if sum(cell) % 2 == 0]
    black = {cell: k for k, cell in enumerate(cell for cell in cells if sum(cell) % 2)}
    rows = [[0] * len(black) for _ in white]
    for line, (row, col) in zip(rows, white, strict=True):
        for neighbor in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if neighbor in black:
                line[black[neighbor]] = (-1) ** col if neighbor[1] == col else 1
    last = 1
    for k in range(len(rows)):  # without fractions (Bareiss, 1968)
        pivot = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if pivot is None:
            return 0
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for r in range(k + 1, len(rows)):
            for c in range(k + 1, len(rows)):
                rows[r][c] = (rows[r][c] * rows[k][k] - rows[r][k] * rows[k][c]) // last
        last = rows[k][k]
    return abs(last)


@given(
    matrix=matrices(),
    selection=st.tuples(st.booleans(), st.integers(0, 8), st.integers(0, 8)),
    settings=st.sampled_from(SETTINGS),
)
def test_counts_like_brute_force(
    matrix: ExactCover, selection: tuple[bool, int, int], settings: dict[str, Any]
) -> None:
    selected, one, two = selection
    chosen = (one,) if selected and one < matrix.options else ()
    forbidden = frozenset({two} if selected and two < matrix.options else ())
    query, progress = Query(matrix, chosen, forbidden), Progress()
    expected = len(all_solutions(matrix, chosen, forbidden))
    if (matrix.high <= 1).all():
        assert native_count(query, **settings)[0] == expected
        assert get_solver("memo").count(query, progress) == expected
        assert (progress.complete, progress.found) == (True, expected)


@cache
def random_matrices() -> list[tuple[ExactCover, int]]:
    """Return random matrices, and how many solutions dancing links count."""
    random, counted = np.random.default_rng(7), []
    for _ in range(400):
        primary, secondary = random.integers(1, 8), random.integers(0, 5)
        rows = []
        for _ in range(random.integers(0, 22)):
            items = random.permutation(primary + secondary)[: random.integers(1, 4)]
            if (items < primary).any():
                rows.append([(i, 0 if i < primary else random.integers(0, 4)) for i in items])
        matrix = ExactCover(
            primary=int(primary),
            items=range(primary + secondary),
            starts=np.cumsum([0, *map(len, rows)]),
            members=[item for row in rows for item, _ in row],
            colors=[color for row in rows for _, color in row],
        )
        counted.append((matrix, get_solver("dlx").count(Query(matrix), Progress())))
    return counted


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_many_random_matrices_count_as_by_the_plain_engine(settings: dict[str, Any]) -> None:
    for matrix, expected in random_matrices():
        assert native_count(Query(matrix), **settings)[0] == expected


@pytest.mark.parametrize("memory", [5_000, 100_000, 1 << 26])
@pytest.mark.parametrize("orders", [Orders.RACE, Orders.SMALLEST, Orders.GIVEN, Orders.BREADTH])
def test_small_tables_forget_and_count_right(memory: int, orders: Orders) -> None:
    query = Query(board(8, 7, DOMINOES))
    found, counter = native_count(query, memory=memory, orders=orders, **ALWAYS)
    assert found == 1292697
    assert counter.hits > 0


def test_the_table_keeps_to_its_cap() -> None:
    counter = counter_of(Query(latin(6)), memory=60_000, **ALWAYS)
    while not counter.count(0.001):
        assert counter.bytes <= 60_000
    assert counter.solutions == 9408


def test_counts_dominoes_of_the_12x12_board() -> None:
    assert count(board(12, 12, DOMINOES), "memo").count == 53060477521960000


def test_a_count_exceeds_64_bits() -> None:
    assert count(board(16, 16, DOMINOES), "memo").count == 2444888770250892795802079170816


@pytest.mark.parametrize(("rows", "cols"), [(8, 60), (60, 8), (4, 300)])
def test_a_count_exceeds_128_bits(rows: int, cols: int) -> None:
    expected = domino_tilings(max(rows, cols), min(rows, cols))
    assert expected >> 128
    assert count(board(rows, cols, DOMINOES), "memo").count == expected


def test_free_options_double_the_count() -> None:
    builder = ExactCoverBuilder()
    builder.secondary("s")
    for _ in range(150):
        builder.option([])
    builder.option(["s"])
    builder.option({"s": "red"})
    assert count(builder.build(), "memo").count == 3 << 150


def test_independent_parts_multiply() -> None:
    builder = ExactCoverBuilder()
    for part, k in product(range(60), range(4)):
        builder.item((part, k))
    for part, shape in product(range(60), [(0, 1), (2, 3), (0, 2), (1, 3)]):
        builder.option([(part, k) for k in shape])
    assert count(builder.build(), "memo").count == 2**60
    builder.item("nothing covers it")
    assert count(builder.build(), "memo").count == 0


@pytest.mark.parametrize(("rows", "cols"), [(4, 6), (6, 6), (5, 9)])
def test_counts_trominoes_as_the_plain_engine_does(rows: int, cols: int) -> None:
    matrix = board(rows, cols, TROMINOES)
    assert count(matrix, "memo").count == count(matrix, "dlx").count


def test_the_static_order_counts_trominoes_with_far_fewer_nodes() -> None:
    query = Query(board(9, 10, TROMINOES))
    fixed, one = native_count(query, memory=1 << 26, orders=Orders.GIVEN)
    smallest, other = native_count(query, memory=1 << 26, orders=Orders.SMALLEST)
    assert fixed == smallest
    assert one.nodes * 10 < other.nodes


@pytest.mark.parametrize(("size", "number"), [(6, 4), (8, 92), (10, 724)])
def test_counts_queens(size: int, number: int) -> None:
    assert count(queens(size), "memo").count == number


@pytest.mark.parametrize("orders", [Orders.LEVELS, Orders.SMALLEST, Orders.RACE])
@pytest.mark.parametrize(("pairs", "up_to_reversal"), [(7, 26), (8, 150), (10, 0), (11, 17_792)])
def test_counts_langford_pairs_level_by_level_too(
    pairs: int, up_to_reversal: int, orders: Orders
) -> None:
    builder = ExactCoverBuilder()
    for item in range(3 * pairs):
        builder.item(item)
    for digit, place in product(range(1, pairs + 1), range(2 * pairs)):
        if place + digit + 1 < 2 * pairs:
            builder.option([digit - 1, pairs + place, pairs + place + digit + 1])
    number, _ = native_count(Query(builder.build()), memory=1 << 26, orders=orders)
    assert number == 2 * up_to_reversal  # OEIS A014552


@pytest.mark.parametrize(("size", "colors"), [(2, 3), (4, 2), (3, 3)])
def test_counts_colored_edges(size: int, colors: int) -> None:
    edges = 2 * size * (size + 1)
    assert count(squares(size, colors), "memo").count == colors**edges


def test_multiplicities_are_refused() -> None:
    builder = ExactCoverBuilder()
    builder.item("a", 2, 3)
    for _ in range(5):
        builder.option(["a"])
    with pytest.raises(Unsupported, match="solver memo does not support multiplicities"):
        count(builder.build(), "memo")


def test_masks_that_are_soon_done_count_where_states_hardly_repeat() -> None:
    matrix = queens(11)
    number, counter = native_count(Query(matrix), memory=1 << 24)
    assert number == get_solver("bitmask").count(Query(matrix), Progress()) == 2680
    _, memo = native_count(Query(matrix), memory=1 << 24, orders=Orders.SMALLEST)
    assert 0 < counter.lookups < memo.lookups


def test_more_items_than_masks_can_hold_are_counted_too() -> None:
    """The 4160 edges of a complete bipartite graph, covered by the vertices of either side."""
    sides = ExactCoverBuilder()
    for edge in product(range(64), range(65)):
        sides.item(edge)
    for one in range(64):
        sides.option([(one, other) for other in range(65)])
    for other in range(65):
        sides.option([(one, other) for one in range(64)])
    query, progress = Query(sides.build(), memory=1 << 24), Progress()
    assert get_solver("memo").count(query, progress) == 2
    assert progress.complete


def test_a_deadline_keeps_a_lower_bound() -> None:
    query, progress = Query(latin(8), memory=1 << 16, deadline=Deadline(0.2)), Progress()
    found = get_solver("memo").count(query, progress)
    assert not progress.complete
    assert found == progress.found <= 535281401856
    assert progress.nodes > 0


def test_a_memo_that_does_not_hit_is_switched_off() -> None:
    search = {"memory": 1 << 24, "orders": Orders.SMALLEST}  # in the race it hardly gets a turn
    _, counter = native_count(Query(queens(11)), **search, warm_up=50, least_hits=1.1)
    _, always = native_count(Query(queens(11)), **search, **ALWAYS)
    assert counter.lookups * 4 < always.lookups


def test_a_variant_that_dlx_does_not_have_is_unknown() -> None:
    assert get_solver("memo").full_name == "memo"
    with pytest.raises(UnknownSolver, match="memory"):
        get_solver("memory")


@pytest.mark.slow
def test_counts_reduced_latin_squares_of_order_7() -> None:
    assert count(latin(7), "memo").count == 16942080


@pytest.mark.parametrize("name", ["memo", "auto"])
def test_little_memory_is_kept_to_and_costs_nodes(name: str) -> None:
    matrix = board(7, 8, DOMINOES)
    little, much = (count(matrix, name, memory=size) for size in (2000, 1 << 26))
    assert little.count == much.count == 1292697
    assert little.statistics.nodes > 2 * much.statistics.nodes


def test_no_memory_at_all_is_a_mistake() -> None:
    with pytest.raises(ModelError, match="memory of 0 bytes"):
        count(board(2, 2, DOMINOES), memory=0)


def tree_of_strips(width: int, length: int) -> list[tuple[int, int]]:
    """A trunk with teeth on both of its sides, and teeth on these."""
    trunk = set(product(range(width), range(6 * width)))
    for k in range(3):
        trunk |= set(
            product(range(-length, length + width), range(2 * k * width, (2 * k + 1) * width))
        )
    return sorted(trunk)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("orders", [Orders.LEVELS, Orders.RACE])
def test_a_region_whose_cells_are_in_any_order_is_counted_along_separators(
    seed: int, orders: Orders
) -> None:
    cells = tree_of_strips(2, 12)
    tilings = region_tilings(cells)
    random.Random(seed).shuffle(cells)
    number, counter = native_count(Query(dominoes_on(cells)), memory=1 << 24, orders=orders)
    assert number == tilings
    assert counter.nodes < 2000  # breadth first: 14,000 to 28,000

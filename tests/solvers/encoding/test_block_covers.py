"""Counts by the covers of blocks, against brute force and against paths that are walked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hurried import AfterLooks
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Memo

from minuet.models import ExactCover, ExactCoverBuilder, Unsupported
from minuet.solvers import count
from minuet.solvers.contract import Progress, Query

from oracle.subsets import solutions_of

Cell = tuple[int, int]


@st.composite
def blocked(draw: st.DrawFn) -> ExactCover:
    """Draw a matrix of some blocks, with items and colors that they share and options beside."""
    builder = ExactCoverBuilder()
    blocks, shared = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    for block, item in product(range(blocks), range(2)):
        builder.item((block, item), draw(st.integers(0, 1)))
    for item in range(shared):
        builder.item(("shared", item), draw(st.integers(0, 1)))
    builder.secondary("tint")
    links = st.sets(st.integers(0, shared - 1), max_size=2)
    for _ in range(draw(st.integers(1, 10))):
        block = draw(st.integers(-1, blocks - 1))
        own = draw(st.sets(st.integers(0, 1))) if block >= 0 else ()
        entries: dict[object, str | None] = {(block, item): None for item in sorted(own)}
        entries |= {("shared", item): None for item in sorted(draw(links))}
        if block == 0 and (tint := draw(st.sampled_from([None, "red", "blue"]))):
            entries["tint"] = tint
        builder.option(entries)
    return builder.build()


@given(blocked(), st.data())
def test_covers_of_blocks_count_the_solutions(matrix: ExactCover, drawn: st.DataObject) -> None:
    some = st.sets(st.integers(0, matrix.options - 1), max_size=1)
    given_, forbidden = drawn.draw(some), drawn.draw(some)
    expected = sum(
        given_ <= set(solution) and not forbidden & set(solution)
        for solution in solutions_of(matrix)
    )
    query = Query(matrix, given=tuple(given_), forbidden=frozenset(forbidden))
    progress = Progress()
    try:
        number = Memo("covers").count(query, progress)
    except Unsupported as refusal:
        assert "fall into blocks" in str(refusal)
        return
    assert (number, progress.complete) == (expected, True)


def test_interrupted_lists_of_covers_give_no_count() -> None:
    known = {0: (0, 0), 8: (2, 2), 16: (3, 3), 24: (4, 0)}
    matrix, number = path_matrix(5, known), paths(5, known)
    looks = 0
    while True:
        progress = Progress()
        count_ = Memo("covers").count(Query(matrix, deadline=AfterLooks(looks)), progress)
        if progress.complete:
            assert count_ == number
            break
        assert count_ <= number
        looks += 1
    assert looks > len(known)


def steps(cell: Cell, size: int) -> Iterator[Cell]:
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        row, col = cell[0] + down, cell[1] + right
        if 0 <= row < size and 0 <= col < size:
            yield row, col


def paths(size: int, known: dict[int, Cell]) -> int:
    """Count the paths through all cells of a square that are at some cells at known steps."""
    where = {cell: step for step, cell in known.items()}

    def walked(path: list[Cell]) -> int:
        step = len(path)
        if step == size * size:
            return 1
        number = 0
        for cell in steps(path[-1], size):
            if cell not in path and where.get(cell, step) == step and known.get(step, cell) == cell:
                number += walked([*path, cell])
        return number

    return walked([known[0]])


def path_matrix(size: int, known: dict[int, Cell]) -> ExactCover:
    """Return the same as a matrix: an option is a step, with its cell and the next one."""
    builder = ExactCoverBuilder()
    cells, last = list(product(range(size), repeat=2)), size * size - 1
    for step in range(last + 1):
        builder.item(f"step {step}")
    for cell in cells:
        builder.item(cell)
    for step in range(1, last + 1):
        builder.secondary(f"place {step}")
    where = {cell: step for step, cell in known.items()}

    def may_be(step: int, cell: Cell) -> bool:
        return where.get(cell, step) == step and known.get(step, cell) == cell

    for step, cell in product(range(last + 1), cells):
        entries: dict[object, str | None] = {f"step {step}": None, cell: None}
        if step:
            entries[f"place {step}"] = str(cell)
        if step == last and may_be(step, cell):
            builder.option(entries)
        for beside in steps(cell, size) if step < last else ():
            if may_be(step, cell) and may_be(step + 1, beside):
                builder.option({**entries, f"place {step + 1}": str(beside)})
    return builder.build()


@pytest.mark.parametrize(
    ("size", "known"),
    [
        (4, {0: (0, 0), 7: (1, 1), 15: (3, 0)}),
        (5, {0: (0, 0), 8: (2, 2), 16: (3, 3), 24: (4, 0)}),
        (6, {0: (0, 0), 12: (3, 3), 22: (4, 4), 35: (5, 0)}),
    ],
)
def test_paths_are_parts_between_known_steps(size: int, known: dict[int, Cell]) -> None:
    matrix = path_matrix(size, known)
    number = paths(size, known)
    assert count(matrix, "memo:covers").count == number
    assert count(matrix).count == number


def test_blocks_of_too_many_covers_are_refused_soon() -> None:
    known = {0: (7, 4), 27: (0, 4), 28: (0, 5), 49: (3, 7), 60: (4, 5), 63: (3, 5)}
    query = Query(path_matrix(8, known))
    steps = Memo("covers").counting(query, Progress())
    with pytest.raises(Unsupported, match="more than 262144 covers"):
        for number, _ in enumerate(steps):
            assert number < 1000


def test_a_matrix_that_is_large_before_its_reduction_has_no_turn() -> None:
    number = (1 << 17) + 1
    matrix = ExactCover(
        primary=number, items=range(number), starts=range(number + 1), members=range(number)
    )
    with pytest.raises(Unsupported, match="131073 entries, expected up to 131072"):
        Memo("covers").require_size(Query(matrix))

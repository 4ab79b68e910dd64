"""Lines that are said case by case, against all orders of digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from minuet.models import ShapedSudoku
from minuet.models.sudokus.constraints import Constraint, Lunchbox, Sandwich, XSum
from minuet.solvers import solutions

Digits = tuple[int | None, ...]


def rows_of(values: range, length: int, constraint: Constraint) -> list[Digits]:
    """Return the rows of a board of one row, in all orders that minuet finds."""
    board = ShapedSudoku(1, length, values=values, region_size=length, constraints=[constraint])
    rows = []
    for answer in solutions(board, "dlx"):
        if len(rows) < 10:
            assert board.check(answer)
        rows.append(tuple(board.grid(answer)[0]))
    return sorted(rows)


def orders(values: range, length: int, holds: Callable[[Digits], bool]) -> list[Digits]:
    return [order for order in permutations(values, length) if holds(order)]


def between(order: Digits, crusts: Sequence[int | None]) -> int:
    first, second = sorted(order.index(crust) for crust in crusts)
    return sum(order[first + 1 : second])


def first_sum(order: Digits) -> int | None:
    return sum(order[: order[0]]) if order[0] <= len(order) else None


@pytest.mark.parametrize(("values", "length"), [(range(1, 8), 7), (range(7), 7), (range(1, 9), 6)])
@pytest.mark.parametrize("total", [0, 5, 11, 20, 99])
def test_sandwiches(values: range, length: int, total: int) -> None:
    crusts = {values[0], values[-1]}

    def holds(order: Digits) -> bool:
        return crusts <= set(order) and between(order, tuple(crusts)) == total

    wanted = orders(values, length, holds)
    assert rows_of(values, length, Sandwich(total, f"R1C1-R1C{length}")) == wanted


@pytest.mark.parametrize(("values", "length"), [(range(1, 9), 5), (range(7), 6), (range(1, 9), 4)])
@pytest.mark.parametrize("total", [0, 6, 9, 13])
def test_lunchboxes(values: range, length: int, total: int) -> None:
    wanted = orders(values, length, lambda order: between(order, (min(order), max(order))) == total)
    assert rows_of(values, length, Lunchbox(total, f"R1C1-R1C{length}")) == wanted


@pytest.mark.parametrize(("values", "length"), [(range(1, 8), 7), (range(7), 7), (range(1, 9), 5)])
@pytest.mark.parametrize("total", [0, 1, 10, 15, 21])
def test_x_sums(values: range, length: int, total: int) -> None:
    wanted = orders(values, length, lambda order: first_sum(order) == total)
    assert rows_of(values, length, XSum(total, f"R1C1-R1C{length}")) == wanted

"""CP-SAT with automata in place of hidden rows: the same solutions as by reading all words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from itertools import product
from typing import Any

import pytest

from minuet import count, solve
from minuet.models import Puzzle
from minuet.solvers import get_solver, verify
from minuet.solvers.contract import Progress, Query

from drawing import seeds

pytest.importorskip("ortools")


def drawn(seed: int) -> tuple[Puzzle, list[str], list[str]]:
    """Return a puzzle of lines, and all grids that it accepts, row by row; their symbols."""
    rng = random.Random(seed)
    symbols = rng.choice(["01", "01", "abc", "abcd"])
    rows, cols = (1, rng.randint(7, 9)) if rng.random() < 0.3 else (2, rng.randint(3, 5))
    empty = rng.choice([None, symbols[0]]) if symbols != "01" else "0"
    parts = [rng.choice([*symbols, "."]) + rng.choice(["", "*", "+", "{1,2}"]) for _ in range(4)]
    across = rng.choice(["{}{}{}.*", "({}|{}{})*", "({}{}){}.*{}", ".*{}{}.*"]).format(*parts)
    puzzle = Puzzle("lines")
    values = [symbol for symbol in symbols if symbol != empty]
    cell = puzzle.choices("cell", row=range(rows), col=range(cols), value=values)
    puzzle.regular(across, cell, by="row", along="col", value="value", empty=empty)
    down = None
    if rows > 1 and rng.random() < 0.6:
        down = f"({rng.choice(symbols)}|{rng.choice(symbols)}.)*{rng.choice(symbols)}?"
        puzzle.regular(down, cell, by="col", along="row", value="value", empty=empty)
    return puzzle, grids_of(across, down, rows, cols, symbols), list(symbols)


@cache
def grids_of(across: str, down: str | None, rows: int, cols: int, symbols: str) -> list[str]:
    """Return the grids whose rows, and columns, are words of these expressions."""
    words = map("".join, product(symbols, repeat=cols))
    accepted = [word for word in words if re.fullmatch(across, word)]
    return [
        "".join(lines)
        for lines in product(accepted, repeat=rows)
        if down is None
        or all(re.fullmatch(down, "".join(column)) for column in zip(*lines, strict=True))
    ]


Told = Callable[[bool], AbstractContextManager[None]]


@pytest.fixture(params=[False, True], ids=["as always", "step by step"])
def _hidden_rows(request: pytest.FixtureRequest, told: Told) -> Iterator[None]:
    with told(request.param):
        yield


@pytest.mark.usefixtures("_hidden_rows")
@pytest.mark.parametrize("seed", seeds(25))
def test_lines_are_counted_and_minimized_as_by_reading_all_words(seed: int) -> None:
    puzzle, grids, symbols = drawn(seed)
    assert count(puzzle, "cpsat").count == len(grids)
    assert solve(puzzle, "cpsat").status.name == ("OPTIMAL" if grids else "INFEASIBLE")
    worth = {symbol: 3 * number - 2 for number, symbol in enumerate(symbols)}
    (cell,) = puzzle.tables
    puzzle.minimize(cell, lambda row, col, value: worth[value] * (1 + row + col))
    chosen, cols = cell.declared["value"], len(cell.declared["col"])
    costs = [
        sum(
            worth[symbol] * (1 + place // cols + place % cols)
            for place, symbol in enumerate(grid)
            if symbol in chosen
        )
        for grid in grids
    ]
    assert solve(puzzle, "cpsat").objective == (min(costs) if costs else None)


@pytest.mark.usefixtures("_hidden_rows")
def test_hidden_rows_may_be_given_and_forbidden() -> None:
    puzzle = Puzzle("a line")
    cell = puzzle.choices("cell", at=range(5))
    puzzle.regular("0*1{2}0+1?0*", cell, along="at")
    matrix = puzzle.matrix

    def found(**selection: Any) -> list[frozenset[int]]:
        batches = get_solver("cpsat").solutions(Query(matrix, **selection), Progress())
        return [frozenset(options) for batch in batches for options in batch]

    whole = found()
    words = map("".join, product("01", repeat=5))
    assert len(set(whole)) == len(whole) == sum(1 for w in words if re.fullmatch("0*110+1?0*", w))
    assert all(verify(matrix, sorted(options)) is None for options in whole)
    for option in range(len(cell), matrix.options):
        with_it = {options for options in whole if option in options}
        for selection, expected in (
            ({"given": (option,)}, with_it),
            ({"forbidden": frozenset([option])}, set(whole) - with_it),
        ):
            left = found(**selection)
            assert len(left) == len(expected)
            assert set(left) == expected

"""WCNF: a MaxSAT solver finds the least cost of what is written, and a solution that has it."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from minuet.models import ExactCover, ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.models.gallery import entry
from minuet.solvers import solve, verify

from drawing import few
from oracle.matrices import matrices
from oracle.small_puzzles import puzzles


def cheapest(text: str, options: int) -> tuple[int, tuple[int, ...]] | None:
    """Return what RC2 finds: the least cost, and the options chosen; None if there is none."""
    formula = WCNF(from_string=text)
    told = re.search(r"^c a solution costs what it breaks(?:, less (\d+))?$", text, re.MULTILINE)
    assert told is not None
    with RC2(formula) as solver:
        model = solver.compute()
        if model is None:
            return None
        chosen = tuple(k - 1 for k in model if 0 < k <= options)
        return solver.cost - int(told[1] or 0), chosen


@few(60)
@given(matrices(max_options=6))
def test_rc2_finds_the_least_cost(matrix: ExactCover) -> None:
    choices = (c for n in range(matrix.options + 1) for c in combinations(range(matrix.options), n))
    costs = [matrix.cost(chosen) for chosen in choices if verify(matrix, chosen) is None]
    found = cheapest(write(matrix, "wcnf"), matrix.options)
    if found is None:
        assert costs == []
        return
    cost, chosen = found
    assert verify(matrix, chosen) is None
    assert cost == matrix.cost(chosen) == min(costs)


@few(15)
@given(puzzle=puzzles())
def test_givens_and_what_is_forbidden_are_hard(puzzle: Puzzle) -> None:
    found = cheapest(write(puzzle, "wcnf"), puzzle.matrix.options)
    assert (found is None) == (solve(puzzle).options is None)
    if found is not None:
        assert puzzle.check(puzzle.read(found[1]))


@pytest.mark.parametrize("name", ["nurses-5", "perkins-7", "fewest-queens"])
def test_the_gallerys_optima_are_found(name: str) -> None:
    text = entry(name).text.replace("1..8", "1..6")  # a smaller board for the queens
    (puzzle,) = read(text).problems
    best = solve(puzzle)
    found = cheapest(write(puzzle, "wcnf"), puzzle.matrix.options)
    assert found is not None and best.options is not None
    assert found[0] == puzzle.matrix.cost(best.options) == puzzle.matrix.cost(found[1])


def test_what_is_maximised_is_said() -> None:
    text = write(read("a b\na |-3\nb |-4\n").problems[0], "wcnf")
    assert "c a solution costs what it breaks, less 7\n" in text
    with pytest.raises(ModelError, match=r"^wcnf: .* has weights, expected none \(opb, mps"):
        write(entry("knapsack").load(), "wcnf")
    with pytest.raises(ModelError, match=r"^wcnf: .* has the graph rule"):
        write(entry("loops-3").load(), "wcnf")

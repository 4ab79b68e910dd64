"""Every constraint against plain enumeration.

The oracle enumerates the 288 sudokus of 4x4 by trying, and asks of each a predicate that is written
there from the constraint's own words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

import pytest

from minuet.models import ShapedSudoku, Sudoku
from minuet.models.sudokus.constraints import (
    CONSTRAINTS,
    Cage,
    Constraint,
    Different,
    Digits,
    Doppelganger,
    EntropicLine,
    GlobalEntropy,
    GlobalModulo,
    Less,
    Pair,
    Walk,
)
from minuet.solvers import Status, count, solutions, solve

from oracle.shidokus import ALL, CASES, DIAGONALS, Grid, as_grid, cells_of, expected_grids

ENGINES = ("propagate", "sat")


def test_there_are_288_sudokus_of_4x4() -> None:
    assert len(ALL) == 288 == count(Sudoku(size=4)).count


def has_grids(puzzle: Sudoku, engine: str, holds: Callable[[Grid], bool]) -> bool:
    """Whether a solver finds the grids of which that is true, each once, and no others."""
    found = [as_grid(puzzle, answer) for answer in solutions(puzzle, engine)]
    expected = expected_grids(holds)
    return (len(found), set(found)) == (len(expected), expected)


@pytest.mark.parametrize("case", CASES)
def test_a_constraint_keeps_the_grids_that_its_words_allow(
    case: str, stepwise: Callable[[], AbstractContextManager[None]]
) -> None:
    """Two solvers take turns; the other one is asked where lines are told step by step."""
    constraint, holds = CASES[case]
    for grid in ALL:
        rows = [[grid[r, c] for c in range(4)] for r in range(4)]
        assert constraint.holds(rows) == holds(grid)
    turn = list(CASES).index(case) % 2
    puzzle = Sudoku(size=4, constraints=[constraint])
    assert has_grids(puzzle, ENGINES[turn], holds)
    with stepwise():
        walked = Sudoku(size=4, constraints=[constraint])
        if walked.matrix != puzzle.matrix:
            assert has_grids(walked, ENGINES[1 - turn], holds)


def test_every_constraint_is_among_the_cases() -> None:
    tried = {type(constraint) for constraint, _ in CASES.values()}
    elsewhere = {kind for kind in CONSTRAINTS.values() if kind.finds_regions or kind.finds_shading}
    assert len(elsewhere) == 10  # test_found_regions, test_yin_yang and test_cave try them
    every = tried | elsewhere | {Doppelganger, EntropicLine, GlobalEntropy, GlobalModulo}
    assert every == set(CONSTRAINTS.values())


THIRDS: dict[Constraint, Callable[[list[str]], bool]] = {
    EntropicLine("R1C1-R1C4"): lambda g: all(
        {(int(v) - 1) // 2 for v in g[0][k : k + 3]} == {0, 1, 2} for k in (0, 1)
    ),
    GlobalEntropy(): lambda g: all(
        {(int(v) - 1) // 2 for v in square} == {0, 1, 2} for square in squares(g)
    ),
    GlobalModulo(): lambda g: all(
        {int(v) % 3 for v in square} == {0, 1, 2} for square in squares(g)
    ),
}


def squares(grid: list[str]) -> list[str]:
    return [
        grid[r][c : c + 2] + grid[r + 1][c : c + 2]
        for r in range(len(grid) - 1)
        for c in range(len(grid) - 1)
    ]


@pytest.mark.parametrize("constraint", THIRDS, ids=lambda one: one.kind)
def test_thirds_of_the_digits_are_told_on_six(constraint: Constraint) -> None:
    puzzle = Sudoku("123456" + "." * 30)
    kept = Sudoku(size=6, constraints=[constraint])
    told = set()
    for one in (puzzle, kept):
        for answer in islice(solutions(one, "sat"), 12):
            rows = ["".join(map(str, row)) for row in one.grid(answer)]
            assert constraint.holds(rows) == THIRDS[constraint](rows)
            told.add(THIRDS[constraint](rows))
            assert one is puzzle or THIRDS[constraint](rows)
    assert told


def test_constraints_of_several_kinds_meet_in_one_grid() -> None:
    rng = random.Random(4)
    names = sorted(set(CASES) - {"impossible cage", "x", "german whispers"})
    seen = 0
    for _ in range(30):
        chosen = [CASES[name] for name in rng.sample(names, 3)]
        expected = expected_grids(lambda g, chosen=chosen: all(h(g) for _, h in chosen))  # type: ignore[misc]
        puzzle = Sudoku(size=4, constraints=[constraint for constraint, _ in chosen])
        found = [as_grid(puzzle, answer) for answer in solutions(puzzle)]
        assert (len(found), set(found)) == (len(expected), expected)
        seen += bool(expected)
    assert seen > 3


def test_givens_and_copies_keep_the_variant() -> None:
    blank = Sudoku(size=4, diagonals=True, constraints=[Less("R1C1 R1C2")])
    first = blank.with_givens("3" + "." * 15)
    assert first.matrix is blank.matrix
    assert count(first).count == len(
        [
            grid
            for grid in ALL
            if grid[0, 0] == 3
            and grid[0, 1] == 4
            and all(len({grid[cell] for cell in line}) == 4 for line in DIAGONALS)
        ]
    )
    assert solve(blank.with_givens("4" + "." * 15)).status is Status.INFEASIBLE


def test_a_cage_of_very_many_sets_is_summed_without_listing_them() -> None:
    sudoku = Sudoku(size=100, constraints=[Cage(3, "R1C1 R1C2"), Cage(5049, "R2C1-R2C99")])
    assert "cage 2" in {rule.name for rule in sudoku.rules}
    cage = Cage(160, "R1C1-R1C12")  # of 25 values
    given = range(3, 21, 2)  # nine of the twelve, 99 together
    row = ShapedSudoku(
        1, 12, values=range(1, 26), regions=(), constraints=[cage],
        givens={(0, col): value for col, value in enumerate(given)},
    )  # fmt: skip
    assert {table.name for table in row.tables} == {"digit"}
    assert row.matrix.weights.max() == 25
    rest = set(range(1, 26)) - set(given)
    expected = [three for three in permutations(sorted(rest), 3) if sum(three) == 61]
    assert expected
    for engine in ENGINES:
        found = [tuple(row.grid(answer)[0][9:]) for answer in solutions(row, engine)]
        assert sorted(found) == expected


@dataclass(frozen=True)
class Modular(Constraint):
    """Any three neighbours on the line differ modulo 3."""

    kind = "modular line"
    line: list[tuple[int, int]]

    def demands(self, grid: Any) -> Iterator[Any]:
        line = self.path(self.line)
        for k in (1, 2):
            for one, other in zip(line, line[k:], strict=False):
                yield Pair(one, other, lambda v, w: v % 3 != w % 3)
        yield Different(line[:2])


def test_a_constraint_of_ones_own_is_a_small_class() -> None:
    line = cells_of("R1C2 R2C2 R2C3 R3C3")
    puzzle = Sudoku(size=4, constraints=[Modular(line)])

    def holds(grid: Grid) -> bool:
        return all(len({grid[cell] % 3 for cell in line[k : k + 3]}) == 3 for k in range(2))

    assert has_grids(puzzle, "propagate", holds)
    assert any(map(holds, ALL))


@dataclass(frozen=True)
class Several(Constraint):
    """Two pairs have an even sum each, and two triples hold 2 and either 1 and 3 or 3 and 4."""

    kind = "several"

    def demands(self, grid: Any) -> Iterator[Any]:
        for pair in ("R1C1 R1C2", "R2C3 R3C3"):
            yield Walk(cells_of(pair), 0, lambda odd, _, v: (odd + v) % 2, lambda odd: odd == 0)
        for triple in ("R1C1-R1C3", "R4C2-R4C4"):
            yield Digits(cells_of(triple), ((1, 2, 3), (2, 3, 4)), "triple")


def test_a_constraint_may_demand_several_lines_and_several_sets(
    stepwise: Callable[[], AbstractContextManager[None]],
) -> None:
    def holds(g: Grid) -> bool:
        even = all((g[a] + g[b]) % 2 == 0 for a, b in (((0, 0), (0, 1)), ((1, 2), (2, 2))))
        return even and g[0, 3] in (1, 4) and g[3, 0] in (1, 4)

    assert any(map(holds, ALL))
    for other in (Several(), Cage(10, "R1C1-R1C4", name="several 1 part 2")):
        both = [Several(), other]
        assert has_grids(Sudoku(size=4, constraints=both), "propagate", holds)
        with stepwise():
            assert has_grids(Sudoku(size=4, constraints=both), "propagate", holds)


@pytest.mark.slow
def test_a_sum_of_whole_houses_is_known() -> None:
    row = [(0, c) for c in range(4)]
    assert count(Sudoku(size=4, constraints=[Cage(10, row, repeats=True)])).count == 288
    assert count(Sudoku(size=4, constraints=[Cage(11, row, repeats=True)])).count == 0
    most = [(r, c) for r in range(4) for c in range(4) if (r, c) != (2, 1)]
    short = Sudoku(size=4, constraints=[Cage(37, most, repeats=True)])
    assert count(short).count == sum(grid[2, 1] == 3 for grid in ALL)
    answer = solve(short).answer
    assert answer is not None
    assert short.check(answer)

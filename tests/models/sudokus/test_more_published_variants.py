"""Further published variants: lines of sums, rooms, circles, indexing, entropy, flatmates."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from minuet.models import Sudoku
from minuet.models.formats import read
from minuet.models.sudokus.constraints import (
    BetweenLine,
    Constraint,
    CountingCircles,
    DisjointGroups,
    DutchFlatmates,
    EntropicLine,
    EqualSums,
    Indexing,
    ModularLine,
    NumberedRoom,
    Pairing,
    Quadruple,
    RegionSumLine,
    Sandwich,
    SumLine,
    XSum,
)
from minuet.solvers import solutions

FOLDER = Path(__file__).parents[2] / "data/variants"
SOLUTIONS = (FOLDER / "more_constraints.solutions.txt").read_text().split()
LONG = {len(SOLUTIONS) - 1}  # some seconds with each solver
KINDS: tuple[type[Constraint], ...] = (
    BetweenLine, CountingCircles, DisjointGroups, DutchFlatmates, EntropicLine, EqualSums, Indexing,
    ModularLine, NumberedRoom, Pairing, Quadruple, RegionSumLine, Sandwich, SumLine, XSum,
)  # fmt: skip


@cache
def published() -> list[Sudoku]:
    return list(read((FOLDER / "more_constraints.txt").read_text()).problems)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["sat", pytest.param("cpsat", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "number",
    [pytest.param(k, marks=[pytest.mark.slow] if k in LONG else []) for k in range(len(SOLUTIONS))],
)
def test_a_published_variant_has_one_solution(number: int, engine: str) -> None:
    puzzles = published()
    assert len(puzzles) == len(SOLUTIONS)
    assert [answer.puzzle.show(answer) for answer in solutions(puzzles[number], engine)] == [
        SOLUTIONS[number]
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_a_kind_holds_in_the_published_solution_and_not_in_another(kind: type[Constraint]) -> None:
    clues = {
        number: [one for one in puzzle.constraints if isinstance(one, kind)]
        for number, puzzle in enumerate(published())
    }
    found = [number for number, several in clues.items() if several]
    assert found
    for number in found:
        digits = SOLUTIONS[number]
        assert all(clue.holds(digits) for clue in clues[number])
        others = (  # the digits of two cells, one behind the other, exchanged
            digits[:k] + digits[k + 1] + digits[k] + digits[k + 2 :] for k in range(80)
        )
        assert not all(all(clue.holds(other) for clue in clues[number]) for other in others)

"""Sudoku variants with given and published answers."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from minuet.models import Puzzle, Sudoku
from minuet.models.formats import read
from minuet.solvers import solutions, solve


def lines_of(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(
    ("name", "form"), [("x", "sudoku-x"), ("windoku", "windoku"), ("jigsaw",) * 2]
)
def test_variants_have_the_given_solutions_and_no_others(data: Path, name: str, form: str) -> None:
    path = data / f"variants/{name}.txt"
    reading = read(path.read_bytes(), file=path.name)
    assert reading.format == form
    lines = lines_of(path)
    assert len(reading.problems) == len(lines) >= 10
    for puzzle, fields in zip(reading.problems, lines, strict=True):
        assert isinstance(puzzle, Sudoku)
        assert [str(answer) for answer in solutions(puzzle)] == [fields[-1]]
        assert [str(answer) for answer in solutions(puzzle, "sat")] == [fields[-1]]


@cache
def published(data: Path) -> list[tuple[str, Sudoku, str]]:
    text = (data / "variants/constraints.txt").read_text()
    names = [line[2:].partition(";")[0] for line in text.splitlines() if line.startswith("#")]
    known = SOLUTIONS.read_text().split()
    reading = read(text)
    assert reading.format == "constraints"
    return list(zip(names, reading.problems, known, strict=True))  # type: ignore[arg-type]


SOLUTIONS = Path(__file__).parents[2] / "data/variants/constraints.solutions.txt"
PUBLISHED = len(SOLUTIONS.read_text().split())
HARD_FOR_LINKS = (2, 3, 4, 5, 8, 10, 12, 13, 22)  # CP-SAT is the second solver there


@pytest.mark.parametrize("number", range(PUBLISHED))
def test_published_variants_have_the_published_solutions(data: Path, number: int) -> None:
    puzzles = published(data)
    assert len(puzzles) == PUBLISHED
    _, puzzle, solution = puzzles[number]
    for engine in ("sat", "cpsat" if number in HARD_FOR_LINKS else "dlx"):
        found = list(solutions(puzzle, engine))
        assert [str(answer) for answer in found] == [solution]
        assert puzzle.check(found[0])


def corrupted(puzzle: Puzzle, options: tuple[int, ...], rng: random.Random) -> list[int]:
    """Return other options: one left out, one put in, or one in another's place."""
    chosen = list(options)
    kind = rng.randrange(3)
    if kind != 1:
        chosen.pop(rng.randrange(len(chosen)))
    if kind != 0:
        other = rng.choice([k for k in range(puzzle.matrix.options) if k not in options])
        chosen.append(other)
    return chosen


@pytest.mark.parametrize("number", [4, 7, 14, 21])
def test_check_rejects_corrupted_answers(data: Path, number: int) -> None:
    _, puzzle, _ = published(data)[number]
    answer = solve(puzzle, "sat").answer
    assert answer is not None
    assert puzzle.check(answer)
    rng = random.Random(number)
    for _ in range(100):
        assert not puzzle.check(puzzle.read(corrupted(puzzle, answer.options, rng)))


def test_the_miracle_sudoku() -> None:
    grid = [[0] * 9 for _ in range(9)]
    grid[4][2], grid[5][6] = 1, 2
    puzzle = Sudoku(grid, anti_knight=True, anti_king=True, non_consecutive=True)
    found = list(solutions(puzzle, "dlx"))
    assert len(found) == 1
    assert str(found[0]).splitlines()[0] == "4 8 3 7 2 6 1 5 9"


def test_an_answer_tells_the_digits_of_each_cage(data: Path) -> None:
    _, killer, _ = published(data)[7]
    answer = solve(killer).answer
    assert answer is not None
    sums = [sum(digits) for _, digits in answer["digits"]]
    assert sum(sums) == 405
    assert len(sums) == 29
    assert all(
        len(set(pair)) == 2 for pair in combinations([rule for rule, _ in answer["digits"]], 2)
    )

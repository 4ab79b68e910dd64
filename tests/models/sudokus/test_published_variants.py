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
    for number, (puzzle, fields) in enumerate(zip(reading.problems, lines, strict=True)):
        assert isinstance(puzzle, Sudoku)
        engine = ("auto", "sat")[number % 2]
        assert [answer.puzzle.show(answer) for answer in solutions(puzzle, engine)] == [fields[-1]]


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
HARD_FOR_LINKS = (2, 3, 4, 5, 8, 10, 12, 13, 22)


@pytest.mark.parametrize("number", range(PUBLISHED))
def test_published_variants_have_the_published_solutions(data: Path, number: int) -> None:
    puzzles = published(data)
    assert len(puzzles) == PUBLISHED
    _, puzzle, solution = puzzles[number]
    found = list(solutions(puzzle, "sat" if number in HARD_FOR_LINKS else "dlx"))
    assert [answer.puzzle.show(answer) for answer in found] == [solution]
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
    for _ in range(10):
        assert not puzzle.check(puzzle.read(corrupted(puzzle, answer.options, rng)))


def test_the_miracle_sudoku() -> None:
    grid = [[0] * 9 for _ in range(9)]
    grid[4][2], grid[5][6] = 1, 2
    puzzle = Sudoku(grid, anti_knight=True, anti_king=True, non_consecutive=True)
    found = list(solutions(puzzle, "dlx"))
    assert len(found) == 1
    assert found[0].puzzle.show(found[0]).splitlines()[0] == "4 8 3 7 2 6 1 5 9"


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


# Both are examples of the Interactive Sudoku Solver: sudokupad.app/20mp1nw1lh and PtjJbFhttP.
QUADRUPLES = (
    ".Diagonal~1.Diagonal~-1.Quad~R1C1~1~4~6~7.Quad~R5C1~2~3.Quad~R6C1~1~2.Quad~R3C3~1~2~4~8"
    ".Quad~R6C3~3~5~8~9.Quad~R2C4~6~7.Quad~R7C5~3~6.Quad~R3C6~4~5~8~9.Quad~R6C6~2~3~6~7"
    ".Quad~R3C8~1~2.Quad~R4C8~1~5.Quad~R8C8~2~3~4~5"
)
X_SUMS = (
    ".XSum~C2~27~27.XSum~C4~11~11.XSum~C6~21~.XSum~C7~16~16.XSum~R2~8~8.XSum~R4~17~17"
    ".XSum~R6~30~30.XSum~R8~28~28"
)
SOLVED = {
    QUADRUPLES: "762384591415729368398165427654278913837691245129543786543812679971436852286957134",
    X_SUMS: "856214379341975862792863541417529683985631724623487195274156938539748216168392457",
}


def only_puzzle(text: str) -> Sudoku:
    (puzzle,) = read(text, form="constraints").problems
    assert isinstance(puzzle, Sudoku)
    return puzzle


@pytest.mark.parametrize(
    ("text", "engines"),
    [
        (QUADRUPLES, ("dlx", "sat")),
        pytest.param(X_SUMS, ("sat", "cpsat"), marks=pytest.mark.slow),
    ],
)
def test_published_quadruples_and_x_sums_have_one_solution(
    text: str, engines: tuple[str, ...]
) -> None:
    puzzle = only_puzzle(text)
    for engine in engines:
        assert [answer.puzzle.show(answer) for answer in solutions(puzzle, engine)] == [
            SOLVED[text]
        ]


def test_the_published_x_sums_hold_in_the_published_solution() -> None:
    x_sums = only_puzzle(X_SUMS).constraints
    assert len(x_sums) == 15
    assert all(one.holds(SOLVED[X_SUMS]) for one in x_sums)
    rows = [list(SOLVED[X_SUMS][k : k + 9]) for k in range(0, 81, 9)]
    rows[0][1], rows[0][4] = rows[0][4], rows[0][1]  # column 2 begins with another digit
    wrong = "".join(map("".join, rows))
    assert not all(one.holds(wrong) for one in x_sums)

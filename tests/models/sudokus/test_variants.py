"""Sudoku variants: given and published answers, and every constraint against plain enumeration.

The oracle enumerates the 288 sudokus of 4x4 by trying, and asks of each a predicate that is written
here from the constraint's own words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path

import pytest

from minuet.models import ModelError, Puzzle, Samurai, Sudoku, constraint_of
from minuet.models.formats import read
from minuet.models.sudokus.cells import Cell, Cells, cells_of
from minuet.models.sudokus.constraints import (
    CONSTRAINTS,
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Candidates,
    Clone,
    Constraint,
    DoubleArrow,
    Even,
    Kropki,
    Less,
    NonConsecutive,
    Odd,
    Palindrome,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
)
from minuet.models.sudokus.demands import Demand, Different, Pair
from minuet.models.sudokus.grid_shape import GridShape
from minuet.solvers import Status, count, solutions, solve

Grid = dict[Cell, int]


def shidokus() -> list[Grid]:
    """All 4x4 sudokus, by trying every quadruple of permutations."""
    found = []
    for rows in product(permutations(range(1, 5)), repeat=4):
        columns = all(len(set(column)) == 4 for column in zip(*rows, strict=True))
        if columns and all(
            len({rows[r][c], rows[r][c + 1], rows[r + 1][c], rows[r + 1][c + 1]}) == 4
            for r in (0, 2)
            for c in (0, 2)
        ):
            found.append({(r, c): rows[r][c] for r in range(4) for c in range(4)})
    return found


ALL = shidokus()
BESIDE = [((r, c), (r + d, c + 1 - d)) for r in range(4) for c in range(4) for d in (0, 1)
          if r + d < 4 and c + 1 - d < 4]  # fmt: skip
SHOWN = [{(0, 0), (0, 1)}, {(1, 1), (2, 1)}]


def on(line: str) -> Callable[[Grid], list[int]]:
    cells = cells_of(line)
    return lambda grid: [grid[cell] for cell in cells]


def differ_at(grid: Grid, down: int, right: int) -> bool:
    return all(
        grid[r, c] != grid[r + down, c + right] for r, c in grid if (r + down, c + right) in grid
    )


def sandwiched(values: list[int]) -> int:
    low, high = sorted((values.index(1), values.index(4)))
    return sum(values[low + 1 : high])


def rises(values: list[int], least: int = 1) -> bool:
    return all(w - v >= least for v, w in pairwise(values))


CORNER, SNAKE, DIAGONAL = "R1C1 R1C2 R2C1", "R1C1 R1C2 R2C2 R2C3 R3C3 R3C4", "R1C1-R4C4"
ROW, COLUMN = on("R2C1-R2C4"), on("R1C3-R4C3")
Case = tuple[Constraint, Callable[[Grid], bool]]
CASES: dict[str, Case] = {
    "cage": (Cage(7, CORNER), lambda g: sum(on(CORNER)(g)) == 7),
    "cage across boxes": (
        Cage(8, "R1C2 R2C2 R2C3"),
        lambda g: sum(v := on("R1C2 R2C2 R2C3")(g)) == 8 and len(set(v)) == 3,
    ),
    "cage without a sum": (
        Cage(None, "R1C2 R2C3 R3C4"), lambda g: len(set(on("R1C2 R2C3 R3C4")(g))) == 3,
    ),
    "cage of all values": (
        Cage(10, "R1C2 R2C2 R2C3 R3C3"), lambda g: len(set(on("R1C2 R2C2 R2C3 R3C3")(g))) == 4,
    ),
    "impossible cage": (Cage(99, CORNER), lambda g: False),
    "little killer": (
        Cage(9, DIAGONAL, repeats=True), lambda g: sum(on(DIAGONAL)(g)) == 9,
    ),
    "arrow": (
        Arrow("R1C1", "R2C2 R3C3"), lambda g: g[0, 0] == g[1, 1] + g[2, 2],
    ),
    "pill": (
        Arrow("R1C1 R1C2", SNAKE[10:]), lambda g: 10 * g[0, 0] + g[0, 1] == sum(on(SNAKE[10:])(g)),
    ),
    "double arrow": (
        DoubleArrow(DIAGONAL), lambda g: g[0, 0] + g[3, 3] == g[1, 1] + g[2, 2],
    ),
    "thermometer": (Thermometer("R1C1 R1C2 R2C3"), lambda g: rises(on("R1C1 R1C2 R2C3")(g))),
    "full thermometer": (
        Thermometer("R1C2 R2C2 R2C3 R3C3"), lambda g: rises(on("R1C2 R2C2 R2C3 R3C3")(g)),
    ),
    "slow thermometer": (Thermometer(DIAGONAL, slow=True), lambda g: rises(on(DIAGONAL)(g), 0)),
    "inequality": (Less("R1C1 R1C2"), lambda g: g[0, 0] < g[0, 1]),
    "white dot": (Kropki(white=["R1C2 R1C3"]), lambda g: abs(g[0, 1] - g[0, 2]) == 1),
    "black dot": (
        Kropki(black=["R1C2 R1C3"]), lambda g: sorted(on("R1C2 R1C3")(g)) in ([1, 2], [2, 4]),
    ),
    "all dots": (
        Kropki(white=["R1C1 R1C2"], black=["R3C2 R2C2"], all_shown=True),
        lambda g: abs(g[0, 0] - g[0, 1]) == 1
        and (g[1, 1] == 2 * g[2, 1] or g[2, 1] == 2 * g[1, 1])
        and all(
            abs(g[a] - g[b]) > 1 and 2 * g[a] != g[b] and 2 * g[b] != g[a]
            for a, b in BESIDE
            if {a, b} not in SHOWN
        ),
    ),
    "no dots": (
        Kropki(all_shown=True),
        lambda g: all(abs(g[a] - g[b]) > 1 and {g[a], g[b]} != {2, 4} for a, b in BESIDE),
    ),
    "v": (XV(v=["R1C1 R1C2", "R3C3 R4C3"]), lambda g: g[0, 0] + g[0, 1] == 5 == g[2, 2] + g[3, 2]),
    "x": (XV(x=["R1C1 R1C2"]), lambda g: False),
    "all signs": (
        XV(v=["R1C1 R1C2"], all_shown=True),
        lambda g: all((g[a] + g[b] == 5) == ({a, b} == {(0, 0), (0, 1)}) for a, b in BESIDE),
    ),
    "whispers": (
        Whispers("R1C2 R1C3 R2C4", difference=2),
        lambda g: abs(g[0, 1] - g[0, 2]) >= 2 and abs(g[0, 2] - g[1, 3]) >= 2,
    ),
    "german whispers": (Whispers("R1C2 R1C3"), lambda g: False),
    "renban": (
        Renban("R1C2 R2C2 R2C3"),
        lambda g: sorted(on("R1C2 R2C2 R2C3")(g)) in ([1, 2, 3], [2, 3, 4]),
    ),
    "palindrome": (
        Palindrome("R2C1 R1C2 R2C3 R1C4"), lambda g: g[1, 0] == g[0, 3] and g[0, 1] == g[1, 2],
    ),
    "clone": (Clone("R1C1 R1C2", "R3C3 R3C4"), lambda g: (g[0, 0], g[0, 1]) == (g[2, 2], g[2, 3])),
    "between": (
        BetweenLine("R1C1 R2C2 R3C3 R3C4"),
        lambda g: all(
            min(g[0, 0], g[2, 3]) < v < max(g[0, 0], g[2, 3]) for v in (g[1, 1], g[2, 2])
        ),
    ),
    "candidates": (Candidates("R1C1 R2C3", [1, 3, 4]), lambda g: 2 not in (g[0, 0], g[1, 2])),
    "odd": (Odd("R1C1 R2C4"), lambda g: g[0, 0] % 2 == 1 == g[1, 3] % 2),
    "even": (Even("R1C1 R2C4"), lambda g: g[0, 0] % 2 == 0 == g[1, 3] % 2),
    "sandwich": (Sandwich(3, "R2C1-R2C4"), lambda g: sandwiched(ROW(g)) == 3),
    "empty sandwich": (Sandwich(0, "R2C1-R2C4"), lambda g: sandwiched(ROW(g)) == 0),
    "skyscraper": (
        Skyscraper(2, "R1C3-R4C3"),
        lambda g: sum(v > max(COLUMN(g)[:k], default=0) for k, v in enumerate(COLUMN(g))) == 2,
    ),
    "anti-knight": (
        AntiKnight(), lambda g: all(differ_at(g, *s) for s in ((1, 2), (2, 1), (1, -2), (2, -1))),
    ),
    "anti-king": (AntiKing(), lambda g: differ_at(g, 1, 1) and differ_at(g, 1, -1)),
    "non-consecutive": (
        NonConsecutive(), lambda g: all(abs(g[a] - g[b]) > 1 for a, b in BESIDE),
    ),
}  # fmt: skip


def as_grid(puzzle: Sudoku, answer: object) -> tuple[tuple[Cell, int], ...]:
    rows = puzzle.grid(answer)  # type: ignore[arg-type]
    return tuple(((r, c), rows[r][c]) for r in range(4) for c in range(4))


def expected_grids(holds: Callable[[Grid], bool]) -> set[tuple[tuple[Cell, int], ...]]:
    return {tuple(grid.items()) for grid in ALL if holds(grid)}


def test_there_are_288_sudokus_of_4x4() -> None:
    assert len(ALL) == 288 == count(Sudoku(size=4)).count


@pytest.mark.parametrize("engine", ["dlx", "sat"])
@pytest.mark.parametrize("case", CASES)
def test_a_constraint_keeps_the_grids_that_its_words_allow(case: str, engine: str) -> None:
    constraint, holds = CASES[case]
    puzzle = Sudoku(size=4, constraints=[constraint])
    found = [as_grid(puzzle, answer) for answer in solutions(puzzle, engine)]
    assert len(found) == len(set(found)), "a grid twice"
    assert set(found) == expected_grids(holds)


def test_every_constraint_is_among_the_cases() -> None:
    tried = {type(constraint) for constraint, _ in CASES.values()}
    assert tried == set(CONSTRAINTS.values())


@pytest.mark.parametrize("limit", [0, 10_000])
@pytest.mark.parametrize("case", CASES)
def test_steps_and_words_say_the_same(
    case: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minuet.models.sudokus.constraint_rules.MOST_WORDS", limit)
    monkeypatch.setattr("minuet.models.sudokus.constraints.cages.MOST_SETS", limit)
    constraint, holds = CASES[case]
    puzzle = Sudoku(size=4, constraints=[constraint])
    found = [as_grid(puzzle, answer) for answer in solutions(puzzle)]
    assert len(found) == len(set(found))
    assert set(found) == expected_grids(holds)


def test_constraints_of_several_kinds_meet_in_one_grid() -> None:
    rng = random.Random(4)
    names = sorted(set(CASES) - {"impossible cage", "x", "german whispers"})
    seen = 0
    for _ in range(60):
        chosen = [CASES[name] for name in rng.sample(names, 3)]
        expected = expected_grids(lambda g, chosen=chosen: all(h(g) for _, h in chosen))  # type: ignore[misc]
        puzzle = Sudoku(size=4, constraints=[constraint for constraint, _ in chosen])
        found = [as_grid(puzzle, answer) for answer in solutions(puzzle)]
        assert (len(found), set(found)) == (len(expected), expected)
        seen += bool(expected)
    assert seen > 10


DIAGONALS = [[(k, k) for k in range(4)], [(k, 3 - k) for k in range(4)]]
MIDDLE = [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("houses", "options"),
    [
        (DIAGONALS, {"diagonals": True}),
        ([MIDDLE], {"windoku": True}),
        ([MIDDLE], {"extra": "....\n.aa.\n.aa.\n...."}),
        ([MIDDLE, DIAGONALS[0]], {"extra": ["R2C2 R2C3 R3C2 R3C3", DIAGONALS[0]]}),
    ],
)
def test_further_houses_hold_every_value(houses: list[list[Cell]], options: dict[str, str]) -> None:
    puzzle = Sudoku(size=4, **options)  # type: ignore[arg-type]
    found = {as_grid(puzzle, answer) for answer in solutions(puzzle)}
    assert found == expected_grids(
        lambda grid: all(len({grid[cell] for cell in house}) == 4 for house in houses)
    )
    assert found


def latin_squares_with(layout: str) -> int:
    rows = list(permutations(range(1, 5)))
    regions = [[k for k, mark in enumerate(layout) if mark == label] for label in set(layout)]
    squares = 0
    for square in product(rows, repeat=4):
        flat = [value for row in square for value in row]
        squares += all(len(set(column)) == 4 for column in zip(*square, strict=True)) and all(
            len({flat[k] for k in region}) == 4 for region in regions
        )
    return squares


@pytest.mark.parametrize("layout", ["AAABACBBCCDBCDDD", "1112122233434344", "aaaabbbbccccdddd"])
def test_jigsaws_count_latin_squares_with_these_regions(layout: str) -> None:
    assert count(Sudoku(regions=layout)).count == latin_squares_with(layout)


def test_a_jigsaw_may_have_a_prime_size() -> None:
    rows = ["aaabb", "aabbb", "ccddd", "cccdd", "eeeee"]
    puzzle = Sudoku(regions=rows)
    answer = solve(puzzle).answer
    assert answer is not None
    assert puzzle.box is None
    assert puzzle.size == 5


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
    known = (data / "variants/constraints.solutions.txt").read_text().split()
    reading = read(text)
    assert reading.format == "constraints"
    return list(zip(names, reading.problems, known, strict=True))  # type: ignore[arg-type]


PUBLISHED = 22
HARD_FOR_LINKS = (2, 3, 4, 5, 8, 10, 12, 13)  # CP-SAT is the second solver there


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


def test_messages_speak_of_the_constraint() -> None:
    puzzle = Sudoku(
        size=4,
        constraints=[
            Cage(7, "R1C1 R1C2"),
            Cage(3, "R4C1 R4C2"),
            Thermometer("R2C2 R2C3", name="the bulb"),
            Arrow("R3C3", "R3C4 R4C4"),
            Odd("R4C4"),
        ],
    )
    nothing = puzzle.check(puzzle.read([])).violations
    assert "cage 1 sum 7: 0 chosen, expected exactly one" in nothing
    assert "cage 2 digit 4: 0 chosen, expected exactly one" in nothing
    assert "the bulb values R2C2 of 1,2,3: 0 chosen, expected exactly one" in nothing
    assert "arrow 1 line: 0 chosen, expected exactly one" in nothing
    assert "odd 1 values R4C4 of 1,3: 0 chosen, expected exactly one" in nothing
    puzzle.given(puzzle.digit, row=1, col=1, value=3)
    puzzle.given(puzzle.digit, row=1, col=2, value=2)
    assert [str(group) for group in puzzle.clashes()] == ["the bulb R2C2=3, R2C3"]


GRID_5 = "AAABBAABBBCCDDDCCCDDEEEEE"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"constraints": [Cage(9, "R1C1"), Cage(9, "R9C9 R10C9")]},
         "cage 2: R10C9 is outside the grid of 9x9"),
        ({"constraints": [Cage(9, "R1C1 R1C1")]}, "cage 1: R1C1 twice, expected each cell once"),
        ({"constraints": [Cage(9, "")]}, "cage 1: cell '', expected a name such as R1C1"),
        ({"constraints": [Cage(9, [])]}, "cage 1: 0 cells, expected 1 or more"),
        ({"constraints": [Cage(9, "R1C1 R0C2")]}, "cage 1: cell 'R0C2', expected a name"),
        ({"constraints": [Cage(9, [(0, 0), 3])]}, r"cage 1: cell '3', expected \(row, column\)"),
        ({"constraints": [Cage("9", "R1C1")]}, "cage 1: a sum of \"'9'\", expected an integer"),
        ({"constraints": [Cage(9, "R1C1-R2C5")]}, "R1C1-R2C5 goes along no row"),
        ({"constraints": [Cage(50, "R1C1-R1C9 R2C1")]}, "cage 1: 10 cells, expected at most 9"),
        ({"constraints": [Thermometer("R1C1-R1C9-R2C9")]},
         "thermometer 1: 10 cells, expected at most 9"),
        ({"constraints": [Thermometer("R1C1")]}, "thermometer 1: 1 cell, expected 2 or more"),
        ({"constraints": [Renban("R1C1-R1C9-R2C9")]}, "renban 1: 10 cells, expected at most 9"),
        ({"constraints": [Arrow("R1C1", "R1C2 R1C1")]}, "arrow 1: R1C1 twice"),
        ({"constraints": [Kropki(white=["R1C1 R1C2 R1C3"])]}, "kropki: 3 cells, expected 2"),
        ({"constraints": [Clone("R1C1", "R1C2 R1C3")]}, "clone 1: a copy of 2 cells, expected 1"),
        ({"constraints": [Whispers("R1C1 R1C1")]}, "whispers 1: R1C1 behind itself"),
        ({"constraints": [Candidates("R1C1", [10])]}, "candidates 1: 10, expected 1 to 9"),
        ({"constraints": [Skyscraper(None, "R1C1-R1C9")]},
         "skyscraper 1: a seen of 'None', expected an integer"),
        ({"constraints": [Skyscraper("2", "R1C1-R1C9")]}, "skyscraper 1: a seen of"),
        ({"constraints": [Skyscraper(True, "R1C1-R1C9")]}, "skyscraper 1: a seen of 'True'"),
        ({"constraints": [Sandwich(2.5, "R1C1-R1C9")]}, "sandwich 1: a sum of '2.5'"),
        ({"constraints": [Whispers("R1C1 R1C2", "5")]}, "whispers 1: a difference of"),
        ({"constraints": [Thermometer(None)]}, "thermometer 1: cells 'None', expected some such"),
        ({"constraints": [Thermometer("R1C1 R1C2", "no")]}, "expected True or False"),
        ({"constraints": [Candidates("R1C1", "12")]}, "candidates 1: a values of"),
        ({"constraints": [Candidates("R1C1", 3)]}, "candidates 1: a values of '3'"),
        ({"constraints": [Kropki(white="R1C1 R1C2")]}, "kropki: a white of"),
        ({"constraints": [Cage(9, "R1C1", name=7)]}, "a name of '7', expected a text"),
        ({"constraints": [Clone(4, "R1C1")]}, "clone 1: cells '4', expected some such"),
        ({"constraints": [Clone("R1C1 R10C1", "R2C2 R10C1")]}, "clone 1: R10C1 is outside"),
        ({"regions": 5}, "a layout '5', expected rows of labels"),
        ({"regions": GRID_5[:-1]}, "a layout of 24 characters, expected 5x5"),
        ({"regions": "E" + GRID_5[1:]}, "region 'E' has 6 cells, expected 5"),
        ({"regions": GRID_5, "box": (1, 5)}, "a box and regions, expected one of the two"),
        ({"regions": GRID_5, "grid": "." * 16}, "regions of size 5 in a sudoku of size 4"),
        ({"regions": GRID_5, "windoku": True}, "windoku with regions, expected boxes"),
        ({"extra": ["R1C1-R1C8"]}, "extra region 1 has 8 cells, expected 9"),
        ({"extra": ["R1C2-R1C10"]}, "extra region 1: R1C10 is outside the grid of 9x9"),
    ],
)  # fmt: skip
def test_mistakes_say_where_they_are(options: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(**options)  # type: ignore[arg-type]


def test_a_cage_of_very_many_sets_is_summed_without_listing_them() -> None:
    sudoku = Sudoku(size=100, constraints=[Cage(3, "R1C1 R1C2"), Cage(5049, "R2C1-R2C99")])
    assert "cage 2" in {rule.name for rule in sudoku.rules}


def test_constraints_are_made_by_their_names() -> None:
    cage = constraint_of("cage", {"sum": 15, "cells": "R1C1 R1C2", "name": "corner"})
    assert cage == Cage(15, "R1C1 R1C2", name="corner")
    with pytest.raises(ModelError, match="constraint 'kage', expected one of anti-king"):
        constraint_of("kage", {})
    with pytest.raises(ModelError, match="cage with 'total', expected one of name, sum, cells"):
        constraint_of("cage", {"total": 3})
    with pytest.raises(ModelError, match="cage with sum, expected sum, cells, repeats"):
        constraint_of("cage", {"sum": 3})


@dataclass(frozen=True)
class Modular(Constraint):
    """Any three neighbours on the line differ modulo 3."""

    kind = "modular line"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        line = self.path(self.line)
        for k in (1, 2):
            for one, other in zip(line, line[k:], strict=False):
                yield Pair(one, other, lambda v, w: v % 3 != w % 3)
        yield Different(line[:2])


def test_a_constraint_of_ones_own_is_a_small_class() -> None:
    line = cells_of("R1C2 R2C2 R2C3 R3C3")
    puzzle = Sudoku(size=4, constraints=[Modular(line)])
    expected = expected_grids(
        lambda grid: all(len({grid[cell] % 3 for cell in line[k : k + 3]}) == 3 for k in range(2))
    )
    assert {as_grid(puzzle, answer) for answer in solutions(puzzle)} == expected
    assert expected


@pytest.mark.slow
def test_large_cages_are_summed_cell_by_cell() -> None:
    cells = [(r, c) for r in range(4) for c in range(3)]
    puzzle = Sudoku(size=25, constraints=[Cage(160, cells)])
    assert "line" in {table.name for table in puzzle.tables}
    answer = solve(puzzle, "sat").answer
    assert answer is not None
    rows = puzzle.grid(answer)
    values = [rows[r][c] for r, c in cells]
    assert (sum(values), len(set(values))) == (160, 12)


# ---- Samurai ------------------------------------------------------------------------------------


def test_two_grids_share_a_box() -> None:
    pair = Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2))
    assert len(pair.cells) == 28
    assert count(pair).count == 288 * 288 // 24  # each completion of a box, as there are 4! of it


def test_five_small_grids_count_by_their_corners() -> None:
    five = Samurai(offsets=[(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)], box=(2, 2))
    assert count(five, "dlx:memo").count == 288 * 12**4


def test_the_samurai_has_its_solution_and_no_other(data: Path) -> None:
    reading = read((data / "variants/samurai.txt").read_bytes())
    (puzzle,) = reading.problems
    assert reading.format == "samurai"
    assert isinstance(puzzle, Samurai)
    known = (data / "variants/samurai.solution.txt").read_text().rstrip("\n")
    for engine in ("dlx", "sat"):
        found = list(solutions(puzzle, engine))
        assert [str(answer) for answer in found] == [known]
        assert puzzle.check(found[0])
    lines = known.split("\n")
    for top, left in puzzle.offsets:
        whole = "".join(line[left : left + 9] for line in lines[top : top + 9])
        assert solve(Sudoku(whole)).status is Status.OPTIMAL


def test_a_samurai_takes_constraints() -> None:
    offsets = [(0, 0), (2, 2)]
    cells = "R2C2 R3C3 R4C4 R5C5"
    puzzle = Samurai(offsets=offsets, box=(2, 2), constraints=[Thermometer(cells)])
    whole = Samurai(offsets=offsets, box=(2, 2))
    line = cells_of(cells)
    expected = 0
    for answer in solutions(whole):
        grid = {(r, c): v for r, c, v in answer["digit"]}
        expected += rises([grid[cell] for cell in line])
    assert count(puzzle).count == expected > 0
    with pytest.raises(ModelError, match="thermometer 1: R1C5 is outside the grid of 6x6"):
        Samurai(offsets=offsets, box=(2, 2), constraints=[Thermometer("R1C4 R1C5")])


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (["...."] * 3, "3 lines, expected 6"),
        (["....1", *["......"] * 5], "row 1, column 5: '1', expected a space"),
        (["...", *["......"] * 5], "row 1, column 4: ' ', expected 1 to 4 or ."),
        (["...5", *["......"] * 5], "row 1, column 4: '5', expected 1 to 4 or ."),
    ],
)
def test_a_samurai_says_where_its_grid_is_wrong(grid: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Samurai(grid, offsets=[(0, 0), (2, 2)], box=(2, 2))


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

"""Regions to be found: chaos constructions, and the clues that speak of their regions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile

import pytest

from minuet.models import InputError, ModelError, Samurai, ShapedSudoku, Sudoku
from minuet.models.formats import read, write
from minuet.models.picture import Outline
from minuet.models.sudokus.constraints import (
    Cage,
    ChaosConstruction,
    Constraint,
    Either,
    RegionCount,
    RegionRun,
    RegionsSeen,
    SameRegion,
)
from minuet.solvers import count, solutions, solve

from oracle.chaos import Cell, constructions, partitions

Numbers = Mapping[Cell, int]


def chaos(size: int, *clues: Constraint, **more: object) -> ShapedSudoku:
    return ShapedSudoku(size, size, regions=(), constraints=[ChaosConstruction(), *clues], **more)  # type: ignore[arg-type]


def answers(puzzle: ShapedSudoku, engine: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = []
    for answer in solutions(puzzle, engine):
        assert puzzle.check(answer)
        digits = {(row, col): value for row, col, value in answer[puzzle.digit]}
        regions = puzzle.regions(answer)
        found.append(
            tuple(tuple(told[cell] for cell in sorted(told)) for told in (digits, regions))
        )
    return sorted(found)  # type: ignore[arg-type]


def expected(size: int, holds: Callable[[Numbers, Numbers], bool]) -> list[object]:
    return sorted(
        tuple(tuple(told[cell] for cell in sorted(told)) for told in (digits, regions))
        for digits, regions in constructions(size)
        if holds(digits, regions)
    )


def test_a_square_of_nine_falls_into_three_regions_in_ten_ways() -> None:
    assert len(partitions(3)) == 10  # OEIS A172477: 1, 2, 10, 117 ...
    assert len(partitions(4)) == 117


@pytest.mark.parametrize(
    "engine", ["propagate:tree", "sat", "cpsat", pytest.param("mip", marks=pytest.mark.slow)]
)
def test_every_grid_comes_once_with_its_regions(engine: str) -> None:
    assert answers(chaos(3), engine) == expected(3, lambda digits, regions: True)


def test_as_many_grids_of_four_as_by_brute_force() -> None:
    assert count(chaos(4), "propagate:tree").count == len(constructions(4)) == 13872


def run(regions: Numbers, *arms: list[Cell]) -> int:
    mine = regions[arms[0][0]]
    return 1 + sum(len(list(takewhile(lambda c: regions[c] == mine, arm[1:]))) for arm in arms)


ROW = [(0, 0), (0, 1), (0, 2), (0, 3)]
COLUMN = [(0, 0), (1, 0), (2, 0), (3, 0)]
AROUND = [(r, c) for r in (1, 2, 3) for c in (0, 1, 2)]
GIVEN = {(0, 1): 2, (1, 2): 4, (3, 3): 1}
CLUES: dict[str, tuple[Constraint, Callable[[Numbers, Numbers], bool]]] = {
    "run of one arm": (
        RegionRun("R4C4", ["R1C1-R1C4"]),
        lambda d, r: d[3, 3] == run(r, ROW),
    ),
    "run of two arms": (
        RegionRun("R1C1", ["R1C1-R1C4", "R1C1-R4C1"]),
        lambda d, r: d[0, 0] == run(r, ROW, COLUMN),
    ),
    "run of all arms": (
        RegionRun("R1C1"),
        lambda d, r: d[0, 0] == run(r, ROW, COLUMN),
    ),
    "run without the cell": (
        RegionRun("R2C2", ["R1C1-R1C4"], counts_itself=False),
        lambda d, r: d[1, 1] == run(r, ROW) - 1,
    ),
    "an arm of a cell": (RegionRun("R1C1", ["R1C1"]), lambda d, r: d[0, 0] == 1),
    "count around": (
        RegionCount("R3C2"),
        lambda d, r: d[2, 1] == sum(r[c] == r[2, 1] for c in AROUND),
    ),
    "count of cells": (
        RegionCount("R1C1", "R1C3 R1C4 R2C3 R3C4", counts_itself=False),
        lambda d, r: d[0, 0] == sum(r[c] == r[0, 2] for c in ((0, 3), (1, 2), (2, 3))),
    ),
    "same region": (
        SameRegion("R1C1 R2C2 R2C3"),
        lambda d, r: r[0, 0] == r[1, 1] == r[1, 2],
    ),
    "regions seen": (
        RegionsSeen("R1C1", "R2C1 R2C2 R2C3 R3C3"),
        lambda d, r: d[0, 0] == len({r[1, 0], r[1, 1], r[1, 2], r[2, 2]}),
    ),
}


@pytest.mark.parametrize("name", CLUES)
def test_a_clue_keeps_the_grids_that_its_words_allow(name: str) -> None:
    clue, holds = CLUES[name]
    puzzle = chaos(4, clue, givens=GIVEN)
    wanted = expected(
        4, lambda d, r: all(d[cell] == value for cell, value in GIVEN.items()) and holds(d, r)
    )
    assert wanted
    engine = ("propagate:tree", "sat")[list(CLUES).index(name) % 2]
    assert answers(puzzle, engine) == wanted


def test_check_asks_each_clue_itself() -> None:
    puzzle = chaos(4, givens=GIVEN)
    answers = list(solutions(puzzle, "propagate:tree"))[::5]
    for clue, holds in CLUES.values():
        puzzle.constraints = (ChaosConstruction(), clue)  # as if a mistake had made no rules of it
        told = set()
        for answer in answers:
            digits = {(row, col): value for row, col, value in answer[puzzle.digit]}
            told.add(right := holds(digits, puzzle.regions(answer)))
            assert bool(puzzle.check(answer)) == right
        assert False in told


def test_regions_of_a_grid_that_is_no_square_hold_every_digit() -> None:
    puzzle = ShapedSudoku(2, 3, regions=(), constraints=[ChaosConstruction()])
    upright = ShapedSudoku(3, 2, regions=(), constraints=[ChaosConstruction()])
    found = answers(puzzle, "propagate:tree")
    assert len(found) == count(upright, "sat").count == count(puzzle, "cpsat").count
    assert {regions for _, regions in found} == {
        (1, 1, 1, 2, 2, 2), (1, 1, 2, 1, 2, 2), (1, 2, 2, 1, 1, 2)
    }  # fmt: skip


# The clues of logic-masters.de, Rätselportal 0003D0 (each digit: the cells of its region along its
# arrow, itself among them), and of "Chaos Construction Sudoku (Cell Count)" by Clover, 2025, on
# gmpuzzles.com (each marked digit: the cells of its region around it, itself among them).
ARROWS = """R1C2-R1C6 R2C2-R2C6 R3C1-R3C6 R6C1-R6C6 R3C2-R6C2 R4C2-R4C1 R5C3-R1C3 R6C3-R6C1
    R1C4-R6C4 R5C4-R1C4 R6C4-R6C1 R2C5-R2C1 R4C5-R1C5 R6C5-R6C1 R2C6-R1C6 R2C6-R2C1
    R4C6-R1C6 R5C6-R5C1"""
COUNTED = "R1C2 R1C4 R1C6 R2C6 R5C1 R6C1 R6C3 R6C5"
PUBLISHED = {
    "arrows": (
        [RegionRun(arrow.partition("-")[0], [arrow]) for arrow in ARROWS.split()],
        {"R3C2": 1, "R4C3": 6},
        "345126634512213654526431451263162345",
    ),
    "cell count": (
        [RegionCount(cell) for cell in COUNTED.split()],
        {"R1C2": 6, "R1C4": 4, "R1C6": 3, "R2C1": 3, "R6C1": 4, "R6C3": 2, "R6C5": 6, "R5C6": 5},
        "265413314652543126126534631245452361",
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_chaos_constructions_have_one_solution(name: str) -> None:
    clues, givens, wanted = PUBLISHED[name]
    puzzle = chaos(6, *clues, givens=givens)
    for engine in ("sat", "auto"):
        (answer,) = solutions(puzzle, engine)
        assert puzzle.show(answer).split()[0] == wanted
        assert puzzle.check(answer)


# ---- Text, picture, mistakes -----------------------------------------------------------------


def test_a_constraint_string_is_read_and_written() -> None:
    text = (
        ".Shape~6x6.NoBoxes.~R1C1_6.ChaosConstruction.ChaosArrow~R2C1.ChaosCount~R5C5~1~CC1~CC2"
        ".SameValues~2~CC1~CC8.CountDistinct~R1C6~CC5~CC11~CC12\n"
    )
    (puzzle,) = read(text, form="constraints").problems
    assert isinstance(puzzle, ShapedSudoku)
    assert puzzle.constraints == (
        ChaosConstruction(),
        RegionRun(((1, 0),)),
        RegionCount(((4, 4),), ((0, 0), (0, 1)), counts_itself=False),
        SameRegion(((0, 0), (1, 1))),
        RegionsSeen(((0, 5),), ((0, 4), (1, 4), (1, 5))),
    )
    assert write(puzzle, "constraints") == text


def test_regions_are_shown_and_drawn_once_they_are_found() -> None:
    puzzle = chaos(4, givens={**GIVEN, (0, 0): 1})
    answer = next(solutions(puzzle, "propagate:tree"))
    digits, layout = puzzle.show(answer).split()
    regions = puzzle.regions(answer)
    assert layout == "".join("ABCD"[regions[cell] - 1] for cell in sorted(regions))
    assert digits.isdecimal()
    outlines = [one for one in puzzle.picture(answer).shapes if isinstance(one, Outline)]
    assert {frozenset(one.cells) for one in outlines} == {
        frozenset(cell for cell in regions if regions[cell] == number) for number in range(1, 5)
    }
    assert not [one for one in puzzle.picture().shapes if isinstance(one, Outline)]


def test_boxes_hold_beside_the_regions_that_are_found() -> None:
    puzzle = Sudoku(size=4, constraints=[ChaosConstruction()])
    boxed = [
        digits
        for digits, _ in constructions(4)
        if all(
            len({digits[r + i, c + j] for i in (0, 1) for j in (0, 1)}) == 4
            for r in (0, 2)
            for c in (0, 2)
        )
    ]
    assert count(puzzle, "propagate:tree").count == len(boxed)


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (RegionRun("R1C1 R1C2"), "region run 1: 2 cells with the digit, expected one"),
        (
            RegionRun("R1C1", ["R1C1-R1C3", "R2C1-R3C1"]),
            "region run 1: arms from R1C1 and R2C1, expected all to begin in one cell",
        ),
        (
            RegionCount("R9C9"),
            "region count 1: R9C9 is outside the grid of 4x4, expected R1C1 to R4C4",
        ),
        (SameRegion("R1C1"), "same region 1: 1 cell, expected 2 or more"),
        (RegionsSeen("R1C1", "R1C1 R1C1"), "regions seen 1: R1C1 twice, expected each cell once"),
        (
            Either(["ChaosCount~R1C1", "~R1C1_1"]),
            "either 1: 'ChaosCount' in a branch, expected a word such as Cage or Sum",
        ),
    ],
)
def test_a_mistake_in_a_clue_is_named(clue: Constraint, message: str) -> None:
    with pytest.raises(ModelError) as error:
        chaos(4, clue)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ChaosArrow~R1C1~2", "ChaosArrow: 2, expected 0, or 1: without the first cell"),
        ("ChaosArrow~R1C1~0~CC99", "ChaosArrow: CC99, expected CC1 to CC16"),
        (
            "ChaosCount~R9C9",
            "1:12: ChaosCount: R9C9 is outside the grid of 4x4, expected R1C1 to R4C4",
        ),
        ("ChaosCount~CC1", "ChaosCount: cell CC1, expected a name such as R1C1"),
        ("SameValues~2~CC1~CC2~CC3", "SameValues: 3 cells in 2 groups, expected one in each"),
        (
            "Replicate~B.SameValues~2~CC1~CC2.End",
            "Replicate: CC1 at several places, expected a cell such as R1C1",
        ),
    ],
)
def test_a_mistake_in_a_text_says_where(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(f".Shape~4x4.{text}", form="constraints")
    assert message in str(error.value).replace("'", "")


def test_grids_without_such_regions_are_refused() -> None:
    with pytest.raises(ModelError, match="9 values on a grid of 6x6, expected as many values as"):
        ShapedSudoku(6, 6, values=range(1, 10), constraints=[ChaosConstruction()])
    with pytest.raises(ModelError, match="overlapping grids, expected one rectangle"):
        Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2), constraints=[ChaosConstruction()])


def test_a_clue_has_regions_found_even_alone() -> None:
    assert count(ShapedSudoku(3, 3, constraints=[SameRegion("R1C1 R1C2")]), "sat").count == len(
        expected(3, lambda d, r: r[0, 0] == r[0, 1])
    )
    assert solve(Sudoku(size=4, constraints=[Cage(3, "R1C1 R1C2")])).answer is not None


def test_other_givens_share_the_matrix() -> None:
    puzzle = Sudoku(size=4, constraints=[ChaosConstruction()])
    other = puzzle.with_givens("1" + "." * 15)
    assert other.matrix is puzzle.matrix
    answer = next(solutions(other, "sat"))
    assert other.check(answer)
    assert sorted(set(other.regions(answer).values())) == [1, 2, 3, 4]

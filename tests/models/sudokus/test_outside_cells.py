"""Cells outside the grid, and the rules that need them, against plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from minuet.models import InputError, ModelError, ShapedSudoku, Sudoku
from minuet.models.formats import read, write
from minuet.models.picture import Line, Text
from minuet.models.sudokus.constraints import Arrow, Cage, Doppelganger, FullRank, Odd, SameSets
from minuet.solvers import count, solutions, solve

Grid = tuple[tuple[int, ...], ...]
LINES = [[(k, j) for j in range(4)] for k in range(4)]
COLUMNS = [[(j, k) for j in range(4)] for k in range(4)]
BOXES = [[(top + r, left + c) for r in (0, 1) for c in (0, 1)] for top in (0, 2) for left in (0, 2)]


def filled(values: range, first: tuple[int, ...] = ()) -> Iterator[dict[tuple[int, int], int]]:
    """Yield the 4x4 grids, begun by the `first` values, that have no value twice in a house."""
    houses: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in product(range(4), range(4)):
        mine = {one for house in (*LINES, *COLUMNS, *BOXES) if cell in house for one in house}
        houses[cell] = [one for one in mine if one < cell]
    cells = sorted(houses)

    def further(grid: dict[tuple[int, int], int]) -> Iterator[dict[tuple[int, int], int]]:
        if len(grid) == 16:
            yield dict(grid)
            return
        cell = cells[len(grid)]
        for value in values:
            if all(grid[one] != value for one in houses[cell]):
                grid[cell] = value
                yield from further(grid)
                del grid[cell]

    return further(dict(zip(cells, first, strict=False)))


def is_doppelganger(grid: dict[tuple[int, int], int]) -> bool:
    lacking = []
    for kind in (LINES, COLUMNS, BOXES):
        held = [{grid[cell] for cell in house} for house in kind]
        lacks = [set(range(5)) - some for some in held]
        if any(lack == {0} for lack in lacks) or len(set(map(min, lacks))) < 4:
            return False
        lacking.append(
            {cell: min(lack) for house, lack in zip(kind, lacks, strict=True) for cell in house}
        )
    zeros = [cell for cell, value in grid.items() if value == 0]
    return all(len({of_kind[cell] for of_kind in lacking}) == 3 for cell in zeros)


def grids(puzzle: ShapedSudoku) -> list[Grid]:
    return [tuple(map(tuple, puzzle.grid(answer))) for answer in solutions(puzzle, "sat")]


def as_rows(grid: dict[tuple[int, int], int]) -> Grid:
    return tuple(tuple(grid[r, c] for c in range(4)) for r in range(4))


def test_doppelganger_grids_are_those_of_its_words() -> None:
    first = (0, 1, 2, 3, 2)
    wanted = {as_rows(g) for g in filled(range(5), first) if is_doppelganger(g)}
    givens = {"R1C1": 0, "R1C2": 1, "R1C3": 2, "R1C4": 3, "R2C1": 2}
    puzzle = ShapedSudoku(4, 4, values=range(5), givens=givens, constraints=[Doppelganger()])
    found = grids(puzzle)
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert wanted


def test_same_sets_are_those_of_its_words() -> None:
    wanted = set()
    for grid in filled(range(1, 6), (5, 1, 2)):
        held = {frozenset(grid[c] for c in house) for house in (*LINES, *COLUMNS, *BOXES)}
        if len(held) == 1:
            wanted.add(as_rows(grid))
    givens = {"R1C1": 5, "R1C2": 1, "R1C3": 2}
    puzzle = ShapedSudoku(4, 4, values=range(1, 6), givens=givens, constraints=[SameSets()])
    found = grids(puzzle)
    assert (len(found), set(found)) == (len(wanted), wanted)
    assert len(wanted) == 2 * 288 // 24


def test_a_cell_outside_the_grid_holds_what_constraints_say_of_it() -> None:
    arrow = Arrow("VA", "R1C1 R1C2")
    puzzle = ShapedSudoku(4, 4, extra_cells="VA", constraints=[arrow])
    found = list(solutions(puzzle))
    assert len(found) == len({puzzle.show(answer) for answer in found})
    assert len(found) == sum(g[0, 0] + g[0, 1] <= 4 for g in filled(range(1, 5)))
    for answer in found:
        first, second, *_ = puzzle.grid(answer)[0]
        assert puzzle.outside(answer) == {"VA": first + second}
        assert puzzle.check(answer)


def test_var_cells_are_read_and_written() -> None:
    text = ".Shape~4x4.Var~A~sums~2.Var~B.Arrow~VA1~R1C1~R1C2.Sum~0_=_1_-1~VA2~R4C4.~VB_3"
    (puzzle,) = read(text, form="constraints").problems
    assert isinstance(puzzle, ShapedSudoku)
    answer = solve(puzzle).answer
    assert answer is not None
    assert list(puzzle.outside(answer)) == ["VA1", "VA2", "VB"]
    assert puzzle.outside(answer)["VB"] == 3
    assert puzzle.outside(answer)["VA2"] == puzzle.grid(answer)[3][3]
    (again,) = read(write(puzzle, "constraints"), form="constraints").problems
    assert count(again).count == count(puzzle).count


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cage~5~VA~R1C1", "VA is outside the grid"),
        ("Var~a", "cells outside the grid, expected some such as Var~A~name~3"),
        ("Var~A~x~0", "cells outside the grid, expected some such as Var~A~name~3"),
        ("Var~A~x~99x99", "9801 cells, expected up to 1000"),
        ("Var~A~x~1~1", "cells outside the grid, expected some such as Var~A~name~3"),
    ],
)
def test_a_mistake_about_cells_outside_is_told(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(f".Shape~4x4.{text}", form="constraints").problems[0]


def test_rules_that_do_not_fit_the_grid_are_told() -> None:
    with pytest.raises(ModelError, match="a square with values from 0 to its side"):
        Sudoku(size=4, constraints=[Doppelganger()])
    with pytest.raises(ModelError, match="expected a square of all values"):
        ShapedSudoku(4, 4, values=range(1, 6), constraints=[FullRank(["R1C1-R1C4"], [3])])
    for lines, ranks, said in (
        (["R1C1-R1C3"], [3], "expected a whole row or column"),
        (["R1C1-R1C4"], [17], "a rank of 17, expected 1 to 16"),
        (["R1C1-R1C4"], [], "1 lines and 0 ranks"),
        (["R1C1-R1C4", "R2C1-R2C4"], [5, 6], "beside another from the same side"),
    ):
        with pytest.raises(ModelError, match=said):
            Sudoku(size=4, constraints=[FullRank(lines, ranks)])
    with pytest.raises(ModelError, match="3 weights for 2 cells"):
        Sudoku(size=4, constraints=[Cage(5, "R1C1 R1C2", weights=[1, 2, 3])])


def test_a_grid_without_lines_has_no_rule_of_rows() -> None:
    (puzzle,) = read(".Shape~2x2~1-3~Raw.Sum~11~R1C1~R1C2~R2C1~R2C2", form="constraints").problems
    assert count(puzzle).count == 4
    (again,) = read(write(puzzle, "constraints"), form="constraints").problems
    assert count(again).count == 4


def test_names_of_cells_outside_are_read_as_they_are_spelled() -> None:
    for name in ("VA", "VA1", "VZZZ999", "DGR4", "FRL101"):
        assert Odd(name).settled().to_text() == f"Odd~{name}"
    for wrong in ("V", "VA0", "va1", "VABCD", "AB"):
        with pytest.raises(ModelError, match="expected a name such as R1C1"):
            Odd(wrong).settled()


def test_a_picture_tells_below_the_grid_what_stands_outside() -> None:
    text = ".Shape~4x4.Var~A.Arrow~VA~R1C1~R1C2.Thermo~R2C1~R2C2.FullRank~R1~3"
    (puzzle,) = read(text, form="constraints").problems
    picture = puzzle.picture(solve(puzzle).answer)
    told = " ".join(shape.text for shape in picture.shapes if isinstance(shape, Text))
    assert "VA" in told and "arrow 1" not in told and "#3" in told
    assert not any(isinstance(shape, Line) and shape.role == "arrow" for shape in picture.shapes)
    assert "<svg" in puzzle.draw()


@pytest.mark.parametrize("ties", ["any", "none"])
def test_check_accepts_answers_to_counts_of_cells(ties: str) -> None:
    sets = ShapedSudoku(4, 4, values=range(1, 6), constraints=[SameSets()])
    ranks = Sudoku(size=4, constraints=[FullRank(["R1C1-R1C4"], [5], ties=ties)])
    for puzzle in (sets, ranks):
        answer = solve(puzzle).answer
        assert answer is not None
        assert puzzle.check(answer).violations == ()

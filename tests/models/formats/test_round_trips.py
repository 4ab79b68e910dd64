"""Every format that is written: what is read back is the same puzzle, the same givens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ModelError, Puzzle, Samurai, Sudoku, TargetSudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.sudokus.constraints import Cage, Candidates, Clone, Thermometer
from minuet.solvers import count, solve

from drawing import few
from oracle.problems import queens
from oracle.small_puzzles import matrices, puzzles

ZIGZAG = "1112132233243444"
WRITTEN = [name for name, form in FORMATS.items() if form.write is not None]


def again(problem: Puzzle | ExactCover, form: str) -> Puzzle:
    (puzzle,) = read(write(problem, form), form=form).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def assert_same(one: Puzzle, other: Puzzle) -> None:
    assert same_cover(one.matrix, other.matrix)
    assert set(one.given_options) == set(other.given_options)
    assert one.forbidden_options == other.forbidden_options


def grids(size: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, size), min_size=size, max_size=size)
    return st.lists(row, min_size=size, max_size=size)


def test_every_format_of_the_table_is_written_but_the_instances_of_others() -> None:
    assert set(FORMATS).difference(WRITTEN) == {"xcsp3"}


@pytest.mark.parametrize(
    "name", [name for name, form in FORMATS.items() if form.read and form.write]
)
def test_an_example_is_read_and_written_and_read(name: str) -> None:
    problems = read(FORMATS[name].example, form=name).problems
    text = write(list(problems), name)
    problems_again = read(text, form=name).problems
    assert len(problems_again) == len(problems) >= 1
    for one, other in zip(problems, problems_again, strict=True):
        if isinstance(one, ExactCover):
            assert one == other
        else:
            assert isinstance(other, Puzzle)
            assert one.matrix == other.matrix
            assert_same(one, other)
    assert write(list(problems_again), name) == text


@few(25)
@given(st.data(), st.sampled_from([("sudoku-x", 4), ("sudoku-x", 6), ("windoku", 9)]))
def test_variants_are_read_back(data: st.DataObject, told: tuple[str, int]) -> None:
    form, size = told
    grid = data.draw(grids(size))
    puzzle = Sudoku(grid, diagonals=form == "sudoku-x", windoku=form == "windoku")
    found = again(puzzle, form)
    assert found.matrix == puzzle.matrix
    assert found.given_options == puzzle.given_options


@few(25)
@given(grids(4), st.permutations("abcd"))
def test_jigsaws_are_read_back(grid: list[list[int]], labels: Sequence[str]) -> None:
    layout = ZIGZAG.translate(str.maketrans("1234", "".join(labels)))
    for puzzle in (Sudoku(grid, regions=layout), Sudoku(grid)):
        assert_same(puzzle, again(puzzle, "jigsaw"))
    named_alike = Sudoku(grid, regions=ZIGZAG)
    assert again(named_alike, "jigsaw").matrix == named_alike.matrix


@few(5)
@given(st.dictionaries(st.sampled_from(sorted(Samurai().cells)), st.integers(1, 9)))
def test_a_samurai_is_read_back(givens: dict[tuple[int, int], int]) -> None:
    puzzle = Samurai()
    for (row, col), value in givens.items():
        puzzle.given("digit", row=row, col=col, value=value)
    found = again(puzzle, "samurai")
    assert found.matrix == puzzle.matrix
    assert set(found.given_options) == set(puzzle.given_options)


SHAPES = [
    {},
    {"diagonals": True},
    {"regions": ZIGZAG},
    {"extra": "1212343412123434"},
    {"extra": ["R1C1-R4C4"], "anti_king": True},
    {"box": (1, 4)},
]
CONSTRAINTS = [
    Cage(7, "R1C1 R1C2 R2C1"),
    Thermometer("R1C3 R2C3 R2C4"),
    Candidates("R4C4", (1, 2)),
]


@few(20)
@given(grids(4), st.sampled_from(SHAPES), st.lists(st.sampled_from(CONSTRAINTS), unique=True))
@pytest.mark.parametrize("form", ["constraints", "toml"])
def test_sudokus_with_constraints_are_read_back(
    form: str, grid: list[list[int]], shape: dict[str, object], constraints: list[Cage]
) -> None:
    puzzle = Sudoku(grid, constraints=constraints, **shape)  # type: ignore[arg-type]
    assert_same(puzzle, again(puzzle, form))


@pytest.mark.parametrize("form", ["constraints", "toml"])
@pytest.mark.parametrize("size", [3, 6, 12])
def test_sudokus_of_other_sizes_are_read_back(form: str, size: int) -> None:
    grid = [[(r * c) % (size + 1) for c in range(size)] for r in range(size)]
    puzzle = Sudoku(grid, box=(1, 3) if size == 3 else None)
    assert_same(puzzle, again(puzzle, form))


@given(matrices())
def test_matrices_are_read_back(matrix: ExactCover) -> None:
    plain = len(matrix.items) == matrix.primary and not matrix.has_costs
    once = bool((matrix.low == 1).all() and (matrix.high == 1).all())
    if not (plain and once):
        with pytest.raises(ModelError, match=r"matrix: .* has (costs|multipl|1 second|. second)"):
            write(matrix, "matrix")
        return
    assert_same_bits(matrix)


@given(st.data())
def test_matrices_of_zeros_and_ones_are_read_back(data: st.DataObject) -> None:
    columns = data.draw(st.integers(0, 5))
    members = st.sets(st.integers(0, columns - 1)) if columns else st.just(set[int]())
    options = [sorted(one) for one in data.draw(st.lists(members, max_size=6))]
    flat = [item for one in options for item in one]
    starts = np.cumsum([0, *map(len, options)])
    assert_same_bits(ExactCover(primary=columns, items=range(columns), starts=starts, members=flat))


def assert_same_bits(matrix: ExactCover) -> None:
    (found,) = read(write(matrix, "matrix"), form="matrix").problems
    assert isinstance(found, ExactCover)
    assert same_cover(found, matrix)
    assert list(found.items) == list(range(1, matrix.primary + 1))


@given(puzzles())
def test_puzzles_of_the_layer_are_read_back(puzzle: Puzzle) -> None:
    found = again(puzzle, "toml")
    assert found.matrix == puzzle.matrix
    assert_same(puzzle, found)


def test_a_selection_is_in_a_matrix_that_is_written() -> None:
    puzzle = Sudoku("1...............")
    puzzle.forbid(puzzle.digit, row=1, col=1, value=2)
    expected = count(puzzle).count
    for form in ("matrix", "dlx", "json-cover"):
        (found,) = read(write(puzzle, form), form=form).problems
        assert count(found).count == expected != 72


def test_a_puzzle_described_otherwise_is_held_too() -> None:
    puzzle = Puzzle("by hand")
    digit = puzzle.choices("digit", row=range(1, 5), col=range(1, 5), value=range(1, 5))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    puzzle.exactly_one(digit, by=lambda row, col, value: ((row - 1) // 2, (col - 1) // 2, value))
    puzzle.given(digit, row=1, col=2, value=3)
    assert write(puzzle, "sudoku") == "0 3 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"
    assert write(puzzle, "constraints") == ".3..............\n"
    with pytest.raises(ModelError, match=r"sudoku-x: Puzzle.*, expected a Sudoku"):
        write(puzzle, "sudoku-x")


@pytest.mark.parametrize("form", ["sudoku-x", "jigsaw", "toml", "constraints", "dlx"])
def test_an_answer_is_written_in_the_formats_way(form: str) -> None:
    puzzle = {
        "sudoku-x": Sudoku("1..............3", diagonals=True),
        "jigsaw": Sudoku("1..............3", regions="1122112233443344"),
    }.get(form, Sudoku("1.....3..4.....2"))
    result = solve(puzzle)
    assert result.options is not None and result.answer is not None
    text = write(puzzle, form, solution=result.options)
    digits = "".join(puzzle.show(result.answer).split())
    if FORMATS[form].solved is not None:
        assert text.splitlines()[-1].split()[-2:] == ["1..............3", digits]
        (found,) = read(text, form=form).problems
        assert isinstance(found, Puzzle) and found.given_options == puzzle.given_options
        return
    (found,) = read(text, form=form).problems
    assert count(found).count == 1
    if isinstance(found, Puzzle):
        assert set(found.given_options) == set(result.options)


def test_several_puzzles_share_a_text() -> None:
    puzzles = [Sudoku("1..............3"), Sudoku("1............2..")]
    for layout in ("line", "rows", "grid", "numbers", "letters"):
        for puzzle in puzzles:
            puzzle.layout = layout
        assert_all_same(puzzles, "sudoku")
    assert_all_same(puzzles, "constraints")
    assert_all_same(puzzles, "jigsaw")
    assert_all_same([Sudoku(size=4, diagonals=True), Sudoku(size=4, diagonals=True)], "sudoku-x")
    assert_all_same([TargetSudoku("5" + "." * 80), TargetSudoku()], "target-sudoku")


def assert_all_same(puzzles: Sequence[Puzzle], form: str) -> None:
    found = read(write(puzzles, form), form=form).problems
    assert len(found) == len(puzzles)
    for one, other in zip(puzzles, found, strict=True):
        assert isinstance(other, Puzzle)
        assert_same(one, other)


def json() -> Sudoku:
    puzzle = Sudoku(size=4)
    puzzle.layout = "json"
    return puzzle


def forbidden() -> Sudoku:
    puzzle = Sudoku(size=4, diagonals=True)
    puzzle.forbid(puzzle.digit, row=0, col=0, value=1)
    return puzzle


@pytest.mark.parametrize(
    ("problems", "form", "what"),
    [
        ([queens(4), queens(4)], "dlx", "format dlx holds one puzzle, expected one and not 2"),
        ([Sudoku(), Sudoku(size=4)], "sudoku", "grids of several sizes or layouts"),
        ([json(), json()], "sudoku", "2 grids as JSON, expected one"),
        (
            [Sudoku(size=4, diagonals=True), Sudoku(diagonals=True)],
            "sudoku-x",
            "sudokus of several sizes",
        ),
        ([Sudoku(), queens(4)], "sudoku", "puzzle 2: sudoku: Puzzle.*, expected a Sudoku"),
    ],
)
def test_puzzles_that_cannot_stand_together_are_refused(
    problems: list[Puzzle], form: str, what: str
) -> None:
    with pytest.raises(ModelError, match=what):
        write(problems, form)


@pytest.mark.parametrize(
    ("problem", "form", "what"),
    [
        (forbidden(), "sudoku-x", "sudoku-x: .* forbidden choices"),
        (forbidden(), "constraints", "constraints: .* forbidden choices"),
        (Sudoku(size=12, diagonals=True), "sudoku-x", "size 12, expected .* 4, 6, 8 or 9"),
        (Sudoku(size=4), "windoku", "expected those of a plain windoku"),
        (Sudoku(), "sudoku-x", "expected those of a plain sudoku-x"),
        (Sudoku(size=12), "jigsaw", "size 12, expected a sudoku of size 4 to 9"),
        (Sudoku(size=4, diagonals=True), "jigsaw", "expected those of a plain jigsaw"),
        (queens(4), "jigsaw", "expected a"),
        (Samurai(constraints=[Cage(15, "R1C1 R1C2")]), "samurai", "those of a plain samurai"),
        (TargetSudoku(), "constraints", "constraints: .* rules or costs of its own"),
        (
            Sudoku(size=4, extra=["R1C1 R1C2 R2C3 R3C3"]),
            "constraints",
            "1 extra region, which no constraint string says",
        ),
        (
            Sudoku(size=4, constraints=[Clone("R1C1", "R4C4")]),
            "constraints",
            "Clone.*, which no constraint string says",
        ),
        (queens(4).matrix, "toml", "has no tables, expected a puzzle of the layer"),
    ],
)
def test_what_a_format_cannot_hold_is_named(
    problem: Puzzle | ExactCover, form: str, what: str
) -> None:
    with pytest.raises(ModelError, match=what):
        write(problem, form)

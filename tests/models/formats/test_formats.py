"""Reading texts: every layout, told by content; mistakes are InputErrors with a place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minuet.models import ExactCover, InputError, ModelError, Sudoku, TargetSudoku
from minuet.models.formats import FORMATS, read
from minuet.models.packings import BeadPuzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELLS = [[0 if mark == "." else int(mark) for mark in LINE[k : k + 9]] for k in range(0, 81, 9)]
ROWS = "\n".join(LINE[k : k + 9] for k in range(0, 81, 9)) + "\n"
NUMBERS = "\n".join(" ".join(map(str, row)) for row in CELLS) + "\n"
FLAT = NUMBERS.replace("\n", " ") + "\n"
DOTS = NUMBERS.replace("0", ".")
JSON = "[" + ",\n".join(str([str(v or ".") for v in row]).replace("'", '"') for row in CELLS) + "]"
LETTERS = "\n".join(("-ABCDEFGHIJKLMNOP"[k : k + 5] + "-" * 11) for k in range(10)) + (
    "\n" + "\n".join("-" * 16 for _ in range(6)) + "\n"
)
TRIANGLE = "\n".join("." * k for k in range(1, 11)) + "\n"
MATRIX = "3 3\n0 0 1\n1 0 0\n0 1 0\n"
KNUTH = "a b c | x y\na x:1\nb c y |3\n"

LAYOUTS = [
    (LINE, "line"),
    (ROWS, "rows"),
    (NUMBERS, "grid"),
    (FLAT, "numbers"),
    (DOTS, "grid"),
    (JSON, "json"),
]


def given_cells(puzzle: Sudoku) -> list[list[int]]:
    """Return the digits that are given, 0 for a blank."""
    grid = [[0] * puzzle.size for _ in range(puzzle.size)]
    for row, col, value in puzzle.read(puzzle.given_options)[puzzle.digit]:
        grid[row][col] = value
    return grid


def complaint(text: str | bytes, form: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read(text, file="f", form=form)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("text", "layout"), LAYOUTS)
def test_every_layout_of_a_sudoku_gives_the_same_grid(text: str, layout: str) -> None:
    reading = read(text)
    (puzzle,) = reading.problems
    assert reading.format == "sudoku"
    assert isinstance(puzzle, Sudoku)
    assert (puzzle.size, puzzle.layout) == (9, layout)
    assert given_cells(puzzle) == CELLS


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (LETTERS, "sudoku"),
        (TRIANGLE, "beads"),
        (MATRIX, "matrix"),
        (KNUTH, "dlx"),
        ("| a comment\na b\na b\n", "dlx"),
        ("1 2 3 4\n1 2\n3 4\n", "dlx"),
        ("00 01 10 11\n00 01\n10 11\n", "dlx"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", "sudoku"),
        ("0 0 0 0\n" * 4, "sudoku"),
        ("0000\n" * 4, "sudoku"),
        ("0000000000000000\n", "sudoku"),
        ("V 01 02\nV 01\n02\n", "dlx"),
    ],
)
def test_the_format_is_told_by_the_content(text: str, form: str) -> None:
    assert read(text).format == form
    assert read(text, form=form).format == form


def test_all_data_files_are_told_apart(data: Path) -> None:
    forms = {"target/*.in": "sudoku", "beads/*.in": "beads", "instances/*.dlx": "dlx"}
    for pattern, form in forms.items():
        for path in data.glob(pattern):
            assert read(path.read_bytes()).format == form, path
    for path in data.glob("sudoku/*.txt"):
        if path.name != "minimal_16x16.solutions.txt":
            reading = read(path.read_bytes())
            assert reading.format == "sudoku", path
            lines = [line for line in path.read_text().split("\n") if line]
            assert len(reading.problems) == len(lines)


@pytest.mark.parametrize("change", ["\r\n", "\r", "   \n", "\t\n", "\n\n"])
@pytest.mark.parametrize("text", [LINE, NUMBERS, LETTERS, TRIANGLE, MATRIX, KNUTH, JSON])
def test_line_ends_blanks_and_marks_do_not_matter(text: str, change: str) -> None:
    plain, text = read(text), text.rstrip("\n")
    if change != "\n\n":
        text = text.replace("\n", change)
    for dressed in (text, "\ufeff" + text, text + change, "\n" + text, text.encode("utf-8-sig")):
        again = read(dressed)
        assert again.format == plain.format
        for one, other in zip(again.problems, plain.problems, strict=True):
            if isinstance(one, ExactCover):
                assert one == other
            else:
                assert not isinstance(other, ExactCover)
                assert one.given_options == other.given_options


def test_many_puzzles_share_one_matrix() -> None:
    first, second = read(LINE + "\n" + "." * 81 + "\nend\nwhatever\n").problems
    assert isinstance(first, Sudoku)
    assert isinstance(second, Sudoku)
    assert first.matrix is second.matrix
    assert (len(first.givens), len(second.givens)) == (30, 0)


@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
def test_grids_stand_one_after_another(between: str) -> None:
    for text in (NUMBERS, ROWS, LETTERS):
        assert len(read(between.join([text] * 3)).problems) == 3


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 25, 36])
def test_numbers_of_any_size_stand_in_rows_or_on_one_line(size: int) -> None:
    grid = [[(r + c) % (size + 1) for c in range(size)] for r in range(size)]
    rows = "\n".join(" ".join(map(str, row)) for row in grid)
    for text, layout in ((rows, "grid"), (rows.replace("\n", " "), "numbers")):
        (puzzle,) = read(text + "\n").problems
        assert isinstance(puzzle, Sudoku)
        assert (puzzle.layout, given_cells(puzzle)) == (layout, grid)


@pytest.mark.parametrize(("size", "length"), [(4, 16), (6, 36), (8, 64), (9, 81)])
def test_small_sudokus_stand_one_a_line(size: int, length: int) -> None:
    puzzles = read(("1" + "." * (length - 1) + "\n") * 2).problems
    assert [one.size for one in puzzles if isinstance(one, Sudoku)] == [size, size]


def test_target_sudoku_is_read_when_asked_for(data: Path) -> None:
    text = (data / "target" / "sample1.in").read_bytes()
    (puzzle,) = read(text, form="target-sudoku").problems
    assert isinstance(puzzle, TargetSudoku)
    assert puzzle.has_objective
    assert not isinstance(read(text).problems[0], TargetSudoku)
    assert "size 16, expected 9" in complaint(LETTERS, "target-sudoku")


def test_beads_that_are_laid_are_givens() -> None:
    (puzzle,) = read("B\nBK\nBKK\nB.KK\n.....\n......\n" + TRIANGLE[-38:]).problems
    assert isinstance(puzzle, BeadPuzzle)
    assert len(puzzle.givens) == 2


def test_a_binary_matrix_is_an_exact_cover() -> None:
    (matrix,) = read("2 3\n1 0 1\n0 0 0\n").problems
    assert isinstance(matrix, ExactCover)
    assert [matrix.option(k) for k in range(2)] == [[(0, 0), (2, 0)], []]
    (empty,) = read("0 0\n", form="matrix").problems
    assert repr(empty) == "ExactCover(0 primary items, 0 secondary items, 0 options)"
    (blank,) = read("3 0\n", form="matrix").problems
    assert repr(blank) == "ExactCover(0 primary items, 0 secondary items, 3 options)"


def test_an_unknown_format_is_named_with_those_there_are() -> None:
    first = f"{', '.join(list(FORMATS)[:3])}, {len(FORMATS) - 3} others"
    wanted = f"unknown format 'sodoku', expected one of {first}; did you mean sudoku"
    with pytest.raises(ModelError, match=wanted):
        read(LINE, form="sodoku")
    known = re.escape(f"'docx', expected one of {first} (minuet formats lists them)")
    with pytest.raises(ModelError, match=f"{known}$"):
        read(LINE, form="docx")


def test_a_message_never_repeats_much_of_the_text() -> None:
    assert len(complaint("5 3 0 0 " + "\u202e" * 5000 + " 0 0 0 0\n" + NUMBERS)) < 400
    assert len(complaint("x" * 5000)) < 100


@pytest.mark.parametrize("grid", [LINE + "\n", ROWS, NUMBERS], ids=["line", "rows", "numbers"])
def test_comments_may_stand_above_and_between_sudokus(grid: str) -> None:
    (plain,) = read(grid).problems
    assert isinstance(plain, Sudoku)
    many = "".join(f"# {k}\n" for k in range(40))
    for text, puzzles in (
        (f"# c\n{grid}", 1),
        (f"#c d\n\n{grid} # 2\n{grid}", 2),
        (many + grid, 1),
    ):
        reading = read(text)
        assert reading.format == "sudoku"
        givens = [problem.given_options for problem in reading.problems]  # type: ignore[union-attr]
        assert givens == [plain.given_options] * puzzles


def test_comments_keep_the_numbers_of_lines_and_are_no_puzzle() -> None:
    assert complaint(f"# c\n{LINE}\nx{LINE[1:]}\n").startswith("f:3:1: 'x', expected 0 to 9")
    assert complaint("# c\n# d\n", "sudoku") == "f:1:1: nothing but comments, expected puzzles"
    assert read("# a\n#\na\n").format == "dlx"  # an item may be called so


def test_one_sudoku_on_several_lines_alike_is_that_many_sudokus() -> None:
    reading = read("1.....3..4.....2\n" * 2)
    assert (reading.format, len(reading.problems)) == ("sudoku", 2)

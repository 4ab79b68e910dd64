"""Published puzzles in links: each has the one solution that was published with it."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest

from minuet.models import Answer, Puzzle, Sudoku
from minuet.models.formats import read, same_cover, write
from minuet.models.pencil import Grid, Kind, find_kind, kind_names
from minuet.solvers import solutions

from drawing import one_in

DATA = Path(__file__).parents[3] / "data/links"
F_PUZZLES = (DATA / "f_puzzles.txt").read_text("utf-8").splitlines()
SOLUTIONS = (DATA / "f_puzzles.solutions.txt").read_text("utf-8").split()
TITLES = [line.partition(",")[0].removeprefix("# ") for line in F_PUZZLES[::2]]
PUZZ_LINK = (DATA / "puzz_link.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("number", range(len(SOLUTIONS)), ids=TITLES)
def test_a_link_to_f_puzzles_has_its_published_solution(number: int) -> None:
    reading = read(F_PUZZLES[2 * number + 1])
    (puzzle,) = reading.problems
    assert reading.format == "f-puzzles"
    assert isinstance(puzzle, Sudoku)
    with solutions(puzzle) as stream:
        (answer,) = stream
    assert "".join(str(value) for row in puzzle.grid(answer) for value in row) == SOLUTIONS[number]


@pytest.mark.parametrize("number", range(len(SOLUTIONS)), ids=TITLES)
@pytest.mark.parametrize("form", ["f-puzzles", "f-puzzles-json", "sudokupad"])
def test_a_published_puzzle_is_written_and_read(form: str, number: int) -> None:
    (puzzle,) = read(F_PUZZLES[2 * number + 1]).problems
    assert isinstance(puzzle, Sudoku)
    reading = read(write(puzzle, form))
    (again,) = reading.problems
    assert reading.format == form
    assert isinstance(again, Sudoku)
    assert same_cover(again.matrix, puzzle.matrix)
    assert again.given_options == puzzle.given_options


def test_a_puzzle_of_sudokupad_is_read_with_warnings(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "minuet"):
        reading = read((DATA / "parity_fish.txt").read_text("utf-8"), file="fish")
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    assert same_cover(puzzle.matrix, Sudoku().matrix)
    wanted = ("rules in words are not read", "21 overlays are drawn, not read")
    assert reading.warnings == wanted
    assert [record.getMessage() for record in caplog.records] == [f"fish: {one}" for one in wanted]


def test_of_published_puzzles_only_words_and_drawings_are_not_read() -> None:
    warnings = {warning for line in F_PUZZLES[1::2] for warning in read(line).warnings}
    assert warnings == {
        "rules in words are not read",
        "8 cages are drawn, not read",
        "32 lines are drawn, not read",
        "1 text is drawn, not read",
    }


# ---- puzz.link ----------------------------------------------------------------------------------
# A file of pzpr has the clues and then the answer, a line for each row: marks of cells, or numbers
# of the borders between cells (lines of a loop, borders of regions).

Cell = tuple[int, int]
Border = tuple[Cell, Cell]
Lines = list[list[str]]

BEHIND = dict.fromkeys(
    ("skyscrapers", "easyasabc", "battleship", "statuepark", "pentopia"), 1
)  # lines behind the marks of cells
FIRST = {"skyscrapers": 1, "easyasabc": 1}  # words before those of cells, if more stand behind them
ARROWS = {"1": "n", "2": "s", "3": "w", "4": "e"}
WORDS = {  # what files write for the marks of solutions, where that is not the same
    "doppelblock": {"-": "x"},
    "dosufuwa": {"1": "w", "2": "b"},
    "easyasabc": dict(zip("123456789", "abcdefghi", strict=True)),
    "gokigen": {"1": "\\", "2": "/"},
    "hakoiri": {"1": "c", "2": "t", "3": "s"},
    "juosan": {"1": "v", "2": "h"},
    "kurochute": {"1": "x"},
    "nondango": {"#": "x"},
    "shakashaka": {"2": "sw", "3": "se", "4": "ne", "5": "nw"},
    "shugaku": {"#": "#", **dict.fromkeys("abcde", "o"), **dict.fromkeys("fghij", "x")},
    "snake": dict.fromkeys("456", "x"),
    "tontonbeya": {"1": "c", "2": "t", "3": "s"},
    "usoone": {"1": "x"},
    "yinyang": {"1": "w", "2": "b"},
    "magnets": {"a1": "+", "a2": "-", "q1": "+", "q2": "-"},
    "nibunnogo": {"1": "x"},
    "oasis": {"1": "x"},
    "news": {"1": "N", "2": "S", "3": "W", "4": "E"},
    **dict.fromkeys(("roma", "toichika", "walllogic", "yajirushi", "yajirushi2"), ARROWS),
}
AROUND = {"slither": 1, "mejilink": 2, "myopia": 1}  # the loop runs around the cells marked
PAIRED = ("lapaz",)  # the solution has shaded cells and numbers of the areas of the others
INVERTED = ("cave",)  # the solution has the cells that the file has not
LETTERED = ("tetrominous",)  # the file has the shapes of areas, not their borders
JOINED = ("wittgen",)  # the file has the sides within areas, not those between them


def windows(lines: Lines, *shapes: tuple[int, int]) -> Iterator[list[Lines]]:
    """Yield blocks of such shapes that follow one another, the last ones first.

    shapes  how many lines a block has, and how many words each line
    """
    height = sum(high for high, _ in shapes)
    for start in range(len(lines) - height, -1, -1):
        blocks, place = [], start
        for high, _ in shapes:
            blocks.append(lines[place : place + high])
            place += high
        fitting = zip(blocks, shapes, strict=True)
        if all(len(line) == wide for block, (_, wide) in fitting for line in block):
            yield blocks


def borders(lines: Lines, rows: int, cols: int) -> dict[Border, int]:
    """Return the numbers of the borders between cells."""
    for out in (0, 1):  # whether the edges of the board have some too
        shapes = (rows, cols - 1 + 2 * out), (rows - 1 + 2 * out, cols)
        for across, down in windows(lines, *shapes):
            right = {
                ((r, c), (r, c + 1)): across[r][c + out]
                for r in range(rows)
                for c in range(cols - 1)
            }
            lower = {
                ((r, c), (r + 1, c)): down[r + out][c] for r in range(rows - 1) for c in range(cols)
            }
            both = (right | lower).items()
            return {border: int(word.rstrip("udlr") or 0) for border, word in both}  # or 1r
    raise AssertionError("a file without borders")


def marks(lines: Lines, rows: int, first: int, cols: int, known: set[str]) -> dict[Cell, str]:
    """Return the marks of cells in the last block that has some of those known.

    first  how many words of a line stand before them; 0: none stands behind them
    """
    for wide in range(cols, max(map(len, lines)) + 1):
        for (block,) in windows(lines, (rows, wide)):
            cells = [line[first or wide - cols :][:cols] for line in block]
            if any(word in known for line in cells for word in line):
                return {(r, c): word for r, line in enumerate(cells) for c, word in enumerate(line)}
    raise AssertionError("a file without marks")


def loop_of(solution: dict[Cell, str]) -> set[Border]:
    """Return the steps of a loop, of the sides by which it leaves each cell."""
    steps = {"e": (0, 1), "s": (1, 0)}
    return {
        ((r, c), (r + steps[side][0], c + steps[side][1]))
        for (r, c), sides in solution.items()
        if set(sides) <= set("nsew")
        for side in sides
        if side in steps
    }


def bridges(found: dict[Border, int], clues: Container[Cell]) -> dict[Cell, str]:
    """Return the bridges over each cell that is no island."""
    return {
        cell: ("-12" if cell[0] == other[0] else "-ab")[number]
        for (cell, other), number in found.items()
        if number > 0 and cell not in clues
    }


@pytest.mark.parametrize("number", one_in(2, range(0, len(PUZZ_LINK), 2)), ids=PUZZ_LINK[::2])
def test_a_link_to_puzz_link_has_its_published_solution(number: int) -> None:
    link, file = PUZZ_LINK[number : number + 2]
    reading = read(link)
    (puzzle,) = reading.problems
    assert reading.format == "puzz-link"
    assert isinstance(puzzle, Puzzle)
    (answer,) = solutions(puzzle)
    assert puzzle.check(answer)
    assert write(puzzle, "puzz-link").strip() == link
    assert_published(link, file, puzzle, answer)


def assert_published(link: str, file: str, puzzle: Puzzle, answer: Answer) -> None:
    """The answer is the one that a file of pzpr has."""
    name, wide, high, *_ = link.partition("?")[2].split("/")
    rows, cols = int(high), int(wide)
    kind, grid = kind_and_grid(puzzle)
    words = WORDS.get(name, {})
    found = kind.solution_marks(grid, answer)
    solution = {cell: m for cell, m in found.items() if m not in "-." or m in words.values()}
    if kind.marks:
        solution = {cell: m for cell, m in solution.items() if m in kind.marks}
    lines = [line.split() for line in file.removeprefix("# ").strip("/ ").split("/")]
    lines = lines[: len(lines) - BEHIND.get(name, 0)]
    if name in LETTERED:
        shapes = marks(lines, rows, 0, cols, {"0", "1", "2", "3", "4"})
        both = {(area, shapes[cell]) for cell, area in solution.items() if shapes[cell] != "."}
        assert sorted(area for area, _ in both) == sorted(set(solution.values()))
        return
    if kind.areas or name in PAIRED:
        areas = {cell: m for cell, m in solution.items() if kind.areas or m != "x"}
        assert_cut(areas, borders(lines, rows, cols), joined=name in JOINED)
        solution = {cell: m for cell, m in solution.items() if cell not in areas}
        if not solution:
            return
    if name in AROUND:
        inside = borders(lines, rows, cols)
        loop = {border for border, number in inside.items() if number == AROUND[name]}
        assert loop == {border for border in inside if len({*border} & solution.keys()) == 1}
        return
    if not words and any(len(m) == 2 and set(m) <= set("nsew") for m in solution.values()):
        loop = {border for border, number in borders(lines, rows, cols).items() if number > 0}
        assert loop == loop_of(solution)
        solution = {cell: m for cell, m in solution.items() if m == "x"}
        if not solution:
            return
    if set(solution.values()) <= set("12ab") and "a" in solution.values():
        assert solution == bridges(borders(lines, rows, cols), grid.clues)
        return
    numbers = any(m.isdecimal() for m in solution.values())
    known = set(words) or ({*solution.values()} if numbers else {"#", "A"})
    more = grid.rows - rows  # a kakuro has the numbers at its edges in further cells
    published = marks(lines, rows, FIRST.get(name, 0), cols, known)
    if words or numbers:
        wanted = {cell: words.get(m, m) for cell, m in published.items() if m in known}
        assert wanted
        assert wanted.items() <= {(r - more, c - more): m for (r, c), m in solution.items()}.items()
    else:
        black = {cell for cell, m in published.items() if (m in known) != (name in INVERTED)}
        assert black == {cell for cell, m in solution.items() if m != grid.marks.get(cell)}


def assert_cut(areas: dict[Cell, str], found: dict[Border, int], joined: bool) -> None:
    """The borders of a file are those between areas; joined: those within them."""
    inside = {border: number for border, number in found.items() if {*border} <= areas.keys()}
    cut = {border for border, number in inside.items() if (number > 0) != joined}
    assert cut == {border for border in inside if len({areas[cell] for cell in border}) > 1}


def kind_and_grid(puzzle: Puzzle) -> tuple[Kind, Grid]:
    """Return the kind of a puzzle and its grid."""
    picture: Any = puzzle.picture
    return picture.kind, picture.grid


def test_every_kind_has_a_published_example() -> None:
    published = {link.partition("?")[2].partition("/")[0] for link in PUZZ_LINK[::2]}
    links = {name: find_kind(name).link for name in kind_names()}
    assert not [name for name, link in links.items() if link and not published & {*link.names}]

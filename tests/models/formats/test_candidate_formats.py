"""Candidates, killers, signs and solving programs' files: read back as written, mistakes placed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Sudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.sudokus.constraints import Cage, Candidates, Less
from minuet.solvers import count, solve

from drawing import few

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


@st.composite
def grids(draw: st.DrawFn, size: int) -> list[list[int]]:
    return draw(
        st.lists(
            st.lists(st.sampled_from([0, 0, *range(1, size + 1)]), min_size=size, max_size=size),
            min_size=size,
            max_size=size,
        )
    )


@st.composite
def with_candidates(draw: st.DrawFn) -> Sudoku:
    size = draw(st.sampled_from([6, 9]))
    rows = draw(grids(size))
    blank = [(r, c) for r in range(size) for c in range(size) if not rows[r][c]]
    some = st.lists(st.sampled_from(blank), max_size=12, unique=True)
    cells = draw(some) if blank else []
    values = st.sets(st.integers(1, size), min_size=2, max_size=size - 1)
    return Sudoku(rows, constraints=[Candidates([cell], sorted(draw(values))) for cell in cells])


@st.composite
def killers(draw: st.DrawFn) -> Sudoku:
    taken: set[tuple[int, int]] = set()
    cages = []
    for _ in range(draw(st.integers(1, 8))):
        row, col = draw(st.integers(0, 8)), draw(st.integers(0, 6))
        cells = [(row, col + k) for k in range(draw(st.integers(1, 3)))]
        if not taken.intersection(cells):
            taken.update(cells)
            cages.append(Cage(draw(st.integers(1, 45)), cells))
    return Sudoku(diagonals=draw(st.booleans()), constraints=cages)


@st.composite
def with_signs(draw: st.DrawFn) -> Sudoku:
    size = draw(st.sampled_from([4, 6, 9]))
    cells = [(r, c) for r in range(size) for c in range(size)]
    beside = [
        ((r, c), (r + down, c + 1 - down))
        for r, c in cells
        for down in (0, 1)
        if r + down < size and c + 1 - down < size
    ]
    pairs = draw(st.lists(st.sampled_from(beside), max_size=15, unique=True))
    signs = [Less(pair if draw(st.booleans()) else pair[::-1]) for pair in pairs]
    return Sudoku(draw(grids(size)), constraints=signs)


@st.composite
def plain(draw: st.DrawFn) -> Sudoku:
    return Sudoku(draw(grids(draw(st.sampled_from([4, 6, 9])))))


DRAWN = {
    "candidates": with_candidates(),
    "pencil-marks": with_candidates(),
    "sdx": with_candidates(),
    "simple-sudoku": plain(),
    "sadman": plain(),
    "killer": killers(),
    "greater-than": with_signs(),
}


@pytest.mark.parametrize("form", DRAWN)
@few(15)
@given(data=st.data())
def test_what_is_written_is_read_back(form: str, data: st.DataObject) -> None:
    puzzle = data.draw(DRAWN[form])
    text = write(puzzle, form)
    (again,) = read(text, form=form).problems
    assert isinstance(again, Sudoku)
    assert sorted(again.given_options) == sorted(puzzle.given_options)
    assert write(again, form) == text
    if form == "killer":  # whose cages are numbered from the upper left on
        wanted = {one.settled() for one in puzzle.constraints}
        assert {one.settled() for one in again.constraints} == wanted
        assert again.further_houses.keys() == puzzle.further_houses.keys()
    elif form not in ("candidates", "pencil-marks", "sdx"):  # where a given may have candidates
        assert same_cover(again.matrix, puzzle.matrix)
    told = {(c, v) for one in again.constraints if isinstance(one, Candidates)
            for c in one.path(one.cells) for v in one.values}  # fmt: skip
    meant = {(c, v) for one in puzzle.constraints if isinstance(one, Candidates)
             for c in one.path(one.cells) for v in one.values}  # fmt: skip
    assert told == meant


@pytest.mark.parametrize("form", DRAWN)
@few(8)
@given(data=st.data())
def test_several_puzzles_in_one_text_are_as_many(form: str, data: st.DataObject) -> None:
    text = write(data.draw(DRAWN[form]), form)
    join = FORMATS[form].join
    assert join is not None
    several = read(join([text, text, text]), form=form).problems
    assert [write(one, form) for one in several] == [text] * 3


# ---- Texts as programs write them ---------------------------------------------------------------

HODOKU = """
.---------------.---------------.-------------.
| 5   3    124  | 26  7    2468 | 1489 1249 248  |
| 6   247  247  | 1   9    5    | 3478 234  2478 |
| 12  9    8    | 23  34   24   | 13457 6   247  |
:---------------+---------------+-------------:
| 8   125  1259 | 579 6    147  | 4579 2459 3    |
| 4   25   2569 | 8   5    3    | 579  259  1    |
| 7   15   1359 | 59  2    14   | 4589 459  6    |
:---------------+---------------+-------------:
| 139 6    1357 | 357 35   7    | 2    8    4    |
| 2   378  237  | 4   1    9    | 36   3    5    |
| 13  145  1345 | 235 8    26   | 146  7    9    |
'---------------'---------------'-------------'
"""
SIMPLE = """\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
 Simple Sudoku
  Version 4.2n
"""
ROWS = [line.strip().replace("|", "") for line in SIMPLE.splitlines() if "." in line][:9]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_pencil_marks_in_a_frame_are_givens_and_candidates() -> None:
    reading = read(HODOKU)
    (puzzle,) = reading.problems
    assert reading.format == "pencil-marks"
    assert isinstance(puzzle, Sudoku)
    rows = puzzle.grid(puzzle.read(puzzle.given_options))
    assert rows[0][:3] == [5, 3, 0]
    left = {cell: one.values for one in puzzle.constraints for cell in one.path(one.cells)}  # type: ignore[attr-defined]
    assert left[0, 2] == (1, 2, 4)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (SIMPLE, "simple-sudoku"),
        ("\n".join(["#ARuud", "#Leasy", "[Puzzle]", *ROWS, "[State]", *ROWS]), "sadman"),
        ("\n".join(ROWS), "sudoku"),
        ("\n".join(" ".join(m if m != "." else "123456789" for m in row) for row in ROWS), "sdx"),
        ("".join(m * 9 if m == "." else "." * 8 + m for m in "".join(ROWS)).replace(
            "." * 9, "123456789"), "candidates"),
    ],
)  # fmt: skip
def test_one_puzzle_in_the_files_of_several_programs(text: str, form: str) -> None:
    reading = read(text)
    (puzzle,) = reading.problems
    assert reading.format == form
    assert isinstance(puzzle, Sudoku)
    answer = solve(puzzle).answer
    assert answer is not None
    assert "".join(str(v) for row in puzzle.grid(answer) for v in row) == SOLVED
    assert count(puzzle).count == 1


def test_a_digit_of_the_user_is_a_given() -> None:
    (puzzle,) = read("u1 234 234 234\n234 234 1 u3\n234 1 234 234\n234 234 234 1").problems
    assert len(puzzle.given_options) == 5


@pytest.mark.parametrize(
    "givens", ["." * 16, "1" + "." * 15, "............3.2.", "1234341221434321"]
)
def test_a_line_of_small_candidates_is_told_from_a_sudoku_of_as_many_characters(
    givens: str,
) -> None:
    puzzle = Sudoku(givens.ljust(16, "."))
    reading = read(write(puzzle, "candidates"))
    assert reading.format == "candidates"
    assert same_cover(reading.problems[0].matrix, puzzle.matrix)
    assert read("12345678" + "." * 56).format == "sudoku"
    assert read("." * 64).format == "sudoku"
    assert read("1..." * 15 + "....").format == "sudoku"


def test_killers_in_both_texts_are_the_same() -> None:
    arrows = "".join("3<F<<H<<N" if r == 0 else "0" * 9 for r in range(9))
    (one,) = read(arrows, form="killer").problems
    (other,) = read(write(one, "killer")).problems
    assert isinstance(one, Sudoku)
    assert isinstance(other, Sudoku)
    assert [cage.settled() for cage in one.constraints] == [
        Cage(3, "R1C1 R1C2").settled(),
        Cage(15, "R1C3-R1C5").settled(),
        Cage(17, "R1C6-R1C8").settled(),
        Cage(23, "R1C9").settled(),
    ]
    assert same_cover(one.matrix, other.matrix)
    (crossed,) = read("3x3:d:k:" + ":".join(["513", "513", *["0"] * 79]) + ":").problems
    assert isinstance(crossed, Sudoku)
    assert "diagonal" in crossed.further_houses
    assert crossed.constraints == (Cage(2, ((0, 0), (0, 1))),)


def test_arrows_lead_along_each_other_and_diagonally() -> None:
    corner = [list("0" * 9) for _ in range(9)]
    corner[0][:3], corner[1][:3], corner[2][3] = list("A<<"), list("0`."), "8"
    (puzzle,) = read("".join(map("".join, corner)), form="killer").problems
    cages = {cage.sum: set(cage.path(cage.cells)) for cage in puzzle.constraints}  # type: ignore[union-attr]
    assert cages == {10: {(0, 0), (0, 1), (0, 2), (1, 1)}, 8: {(1, 2), (2, 3)}}


# ---- Mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "puzzle", "message"),
    [
        ("killer", Sudoku(size=4), "expected a Sudoku of size 9"),
        ("killer", Sudoku("1" + "." * 80), "givens or forbidden choices, expected none"),
        ("killer", Sudoku(constraints=[Cage(None, "R1C1 R1C2")]), "a cage without a sum of its"),
        ("killer", Sudoku(constraints=[Less("R1C1 R1C2")]), "inequality, expected cages with"),
        ("killer", Sudoku(constraints=[Cage(3, "R1C1"), Cage(4, "R1C1")]), "a cell in two cages"),
        ("killer", Sudoku(windoku=True), "has rules or costs of its own"),
        ("candidates", Sudoku(constraints=[Cage(3, "R1C1")]), "cage, expected givens and cand"),
        ("sdx", Sudoku(diagonals=True), "has rules or costs of its own"),
        ("sdx", Sudoku(size=12), "expected a Sudoku of size 4, 6, 8 or 9"),
        ("pencil-marks", Sudoku("1" + "." * 80, constraints=[Candidates("R1C1", [2, 3])]),
         "R1C1 is given what is not left to it, expected one of its candidates"),
        ("simple-sudoku", Sudoku(constraints=[Candidates("R1C1", [2, 3])]),
         "candidates, expected givens alone"),
        ("sadman", Sudoku(size=12), "expected a sudoku of size 4, 6, 8 or 9"),
        ("greater-than", Sudoku(constraints=[Less("R1C1 R3C3")]), "a sign between no neighbours"),
        ("greater-than", Sudoku(constraints=[Cage(3, "R1C1")]), "cage, expected signs alone"),
        ("greater-than", Sudoku(diagonals=True), "expected givens and signs alone"),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold_is_named(form: str, puzzle: Sudoku, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        write(puzzle, form)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{form}: ")

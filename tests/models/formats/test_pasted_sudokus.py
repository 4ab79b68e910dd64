"""Sudokus as people paste them: each layout gives the same givens, and no other ever."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, Sudoku
from minuet.models.formats import Source, read, sniff, write
from minuet.solvers import count, solve

from drawing import few
from in_process import minuet

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
CELLS = [[0 if mark == "." else int(mark) for mark in row] for row in ROWS]
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
Rows = Sequence[Sequence[int]]


def givens_of(text: str | Any) -> list[list[list[int]]]:
    """Return what is given in each puzzle of a text, 0 for a blank."""
    grids = []
    for puzzle in (read(text) if isinstance(text, str) else text).problems:
        assert isinstance(puzzle, Sudoku)
        grid = [[0] * puzzle.size for _ in range(puzzle.size)]
        for row, col, value in puzzle.read(puzzle.given_options)[puzzle.digit]:
            grid[row][col] = value
        grids.append(grid)
    return grids


# ---- A small writer, which knows nothing of the readers -----------------------------------------


def bars(rows: Rows, mark: Callable[[int], str], gap: str, bar: str) -> list[str]:
    _, wide = BOXES[len(rows)]
    parts = [[row[k : k + wide] for k in range(0, len(row), wide)] for row in rows]
    return [bar.join(gap.join(map(mark, part)) for part in row) for row in parts]


def between(lines: Sequence[str], rule: str) -> str:
    """Put a line between bands of boxes."""
    high, _ = BOXES[len(lines)]
    bands = ["\n".join(lines[k : k + high]) for k in range(0, len(lines), high)]
    return f"\n{rule}\n".join(bands) + "\n"


def framed(rows: Rows, mark: Callable[[int], str]) -> str:
    _, wide = BOXES[len(rows)]
    rule = "+".join(["", *["-" * (2 * wide + 1)] * (len(rows) // wide), ""])
    lines = [f"| {line} |" for line in bars(rows, mark, " ", " | ")]
    return f"{rule}\n{between(lines, rule)}{rule}\n"


def boxed(rows: Rows, mark: Callable[[int], str]) -> str:
    size = len(rows)
    lines = ["║ " + " ║ ".join(part.split("|")) + " ║" for part in bars(rows, mark, " │ ", "|")]
    rules = ["║".join(["", *["═" * 8] * 3, ""]), "╟" + "───┼" * (size - 1) + "───╢"]
    return f"╔{'═══╤' * (size - 1)}═══╗\n" + f"\n{rules[1]}\n".join(lines) + f"\n{rules[0]}\n"


def plain(rows: Rows, mark: Callable[[int], str]) -> str:
    return "\n".join("".join(map(mark, row)) for row in rows) + "\n"


def marks(blank: str, values: str = "123456789") -> Callable[[int], str]:
    return lambda value: (blank + values)[value]


DRAWN: dict[str, Callable[[Rows, Callable[[int], str]], str]] = {
    "rows": plain,
    "line": lambda rows, mark: plain(rows, mark).replace("\n", "") + "\n",
    "words": lambda rows, mark: "\n".join(" ".join(map(mark, row)) for row in rows),
    "blocks": lambda rows, mark: "\n".join(bars(rows, mark, "", " ")),
    "bands": lambda rows, mark: between(bars(rows, mark, "", " "), ""),
    "spread": lambda rows, mark: plain(rows, mark).replace("\n", "\n\n"),
    "bars": lambda rows, mark: "\n".join(bars(rows, mark, "", "|")),
    "words and bars": lambda rows, mark: between(bars(rows, mark, " ", " | "), "---+---+---"),
    "=": lambda rows, mark: between(bars(rows, mark, "", "|"), "===+===+==="),
    "framed": framed,
    "boxed": boxed,
}
LISTED: dict[str, Callable[[Rows], str]] = {
    "json": lambda rows: json.dumps(rows),
    "json, a row a line": lambda rows: "[\n" + "".join(f"  {row},\n" for row in rows) + "]\n",
    "null": lambda rows: json.dumps([[value or None for value in row] for row in rows]),
    "None": lambda rows: str([[value or None for value in row] for row in rows]),
    "strings": lambda rows: json.dumps([[str(value or ".") for value in row] for row in rows]),
    "empty strings": lambda rows: str([[str(value or "") for value in row] for row in rows]),
    "zeros": lambda rows: str([[str(value) for value in row] for row in rows]),
    "tuples": lambda rows: str([tuple(row) for row in rows]),
    "tuple of tuples": lambda rows: str(tuple(map(tuple, rows))),
    "tuple of lists": lambda rows: str(tuple(rows)),
    "named": lambda rows: f"board = {rows}\n",
    "named, a row a line": lambda rows: "b = [\n" + "".join(f"  {row},\n" for row in rows) + "]\n",
    "named tuples": lambda rows: f"board = {tuple(map(tuple, rows))}",
    "named array": lambda rows: f"board = np.array({rows})",
    "all cells": lambda rows: str([value for row in rows for value in row]),
    "numpy": lambda rows: str(np.array(rows)),
    "array": lambda rows: repr(np.array(rows)),
}
BLANKS = "._*-xX?·"


@pytest.mark.parametrize("blank", BLANKS + "0#")
@pytest.mark.parametrize("layout", DRAWN)
def test_a_known_sudoku_in_each_layout_with_each_blank(layout: str, blank: str) -> None:
    reading = read(DRAWN[layout](CELLS, marks(blank)))
    assert givens_of(reading) == [CELLS]
    assert len(reading.problems[0].givens) == 30  # type: ignore[union-attr]


@pytest.mark.parametrize("layout", ["rows", "bars", "=", "framed", "boxed", "words and bars"])
def test_blank_space_stands_for_blanks_where_columns_are_fixed(layout: str) -> None:
    text = DRAWN[layout](CELLS, marks(" "))
    assert givens_of(text) == [CELLS]
    assert givens_of(f"{text}\n{text}") == [CELLS] * 2


def test_blank_space_stands_for_blanks_of_a_whole_puzzle_on_a_line() -> None:
    line = LINE.replace(".", " ")
    for text in (line, f"{line}\n{line}\n", f"# two\n{line}\n\n{line}"):
        assert givens_of(text) == [CELLS] * text.count(line)
    assert givens_of("1   3  4     2  ") == [
        [[1, 0, 0, 0], [3, 0, 0, 4], [0, 0, 0, 0], [0, 2, 0, 0]]
    ]
    assert givens_of("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1") == [
        [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    ]


def test_blank_space_at_the_ends_of_rows_may_lack() -> None:
    rows = [row.replace(".", " ").rstrip() for row in ROWS]
    assert min(map(len, rows)) < 9
    assert givens_of("\n".join(rows)) == [CELLS]


@pytest.mark.parametrize("layout", LISTED)
def test_a_known_sudoku_in_each_kind_of_list(layout: str) -> None:
    assert givens_of(LISTED[layout](CELLS)) == [CELLS]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(ROWS),
        str(ROWS),
        str([LINE]),
        json.dumps([CELLS]),
        str(CELLS).replace("]]", "],]"),
        f"{LINE} # hard",
        f'"{LINE}"',
        " ".join(ROWS),
        f"# a heading\n{LINE}\n",
        f"puzzle\n{LINE}\n",
    ],
)
def test_the_known_sudoku_in_other_texts(text: str) -> None:
    assert givens_of(text) == [CELLS]
    assert read(text).warnings == ()


@pytest.mark.parametrize("between", [",", " ", "\t", ";", "  ", ", ", " ; "])
def test_a_solution_beside_a_puzzle_is_no_clue(between: str) -> None:
    line = f"{LINE}{between}{SOLVED}\n"
    for text in (line, line * 3, line.replace(".", "0"), f"# two\n{line}\n{line}"):
        reading = read(text)
        assert givens_of(text) == [CELLS] * len(reading.problems)
        (warning,) = reading.warnings
        assert "beside puzzles, compared with the givens and not read" in warning
    puzzle = read(line).problems[0]
    assert count(puzzle).count == 1
    answer = solve(puzzle).answer
    assert answer.puzzle.show(answer) == SOLVED


def test_a_solution_that_contradicts_the_givens_is_a_warning() -> None:
    wrong = "3" + SOLVED[1:]
    reading = read(f"{LINE},{SOLVED}\n{LINE},{wrong}\n{LINE},{wrong}\n")
    assert len(reading.problems) == 3
    assert reading.warnings[-1] == (
        "line 2: the solution contradicts the given in R1C1 (and 1 other)"
    )


@pytest.mark.parametrize(
    "rest",
    [";11.9;Easter Monster", ",7.2,hard", "\t12\tby hand", " 7.2", " 30 # hard", "; two words"],
)
def test_other_fields_behind_a_puzzle_are_named(rest: str) -> None:
    text = f"{LINE}\n{LINE}{rest}\n{LINE}{rest}\n"
    assert givens_of(text) == [CELLS] * 3
    (warning,) = read(text).warnings
    assert warning.startswith("fields that are not read, first ")
    assert warning.endswith(" in line 2")


def kaggle(heading: str, lines: int, row: Callable[[int, str, str], str]) -> str:
    rng = random.Random(lines)
    text = heading + "\n"
    for number in range(lines):
        digits = "".join(rng.sample("123456789", 9))
        renamed = str.maketrans("123456789.", digits + "0")
        text += row(number, LINE.translate(renamed), SOLVED.translate(renamed)) + "\n"
    return text


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("puzzle,solution", lambda k, p, s: f"{p},{s}"),
        ("quizzes,solutions", lambda k, p, s: f"{p},{s}"),
        ("id,puzzle,solution,clues,difficulty", lambda k, p, s: f"{k},{p},{s},30,{k / 7:.1f}"),
        (",Puzzle,Solution", lambda k, p, s: f'{k},"{p}","{s}"'),
        ("solution;quiz", lambda k, p, s: f"{s};{p}"),
        ("name\tsudoku", lambda k, p, s: f"easy, no {k}\t{p}"),
    ],
)
def test_tables_of_puzzles_are_read_by_their_heading(
    heading: str, row: Callable[[int, str, str], str]
) -> None:
    text = kaggle(heading, 60, row)
    expected = [
        [[int(mark) for mark in line[k : k + 9]] for k in range(0, 81, 9)]
        for line in kaggle("", 60, lambda k, p, s: p).split()
    ]
    assert givens_of(text) == expected
    assert not any("contradicts" in warning for warning in read(text).warnings)


def test_a_line_with_a_mistake_is_left_out_of_a_table_and_its_heading_is_none() -> None:
    rows = [f"{k},{LINE},{SOLVED}" for k in range(4)]
    rows[2] = f"2,{LINE[1:]},{SOLVED}"
    text = "\n".join(["id,puzzle,solution", *rows])
    done = minuet("count", "--keep-going", "--json", text=text)
    told = done.stderr.splitlines()
    assert "minuet: <stdin>:4:83: 80 characters, expected 81" in told
    assert told[-1] == "minuet: 1 puzzle was passed over" and done.stderr.count(":83:") == 1
    assert [json.loads(line)["puzzle"] for line in done.stdout.splitlines()] == [1, 2, 4]


def test_columns_that_are_not_read_are_named() -> None:
    text = kaggle("id,puzzle,solution,clues", 2, lambda k, p, s: f"{k},{p},{s},30")
    assert read(text).warnings == (
        "2 solutions beside puzzles, compared with the givens and not read",
        "fields that are not read, first the columns id, clues",
    )


# ---- Sizes beyond nine --------------------------------------------------------------------------

ONE = "1..4567.9ABCD.FG" + "5678....." + "......." + "G" + "." * 223
ONE_GIVEN = [1, 0, 0, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 0, 15, 16, 5, 6, 7, 8] + [0] * 12 + [16]
ZERO = "1..4567.9ABCD.F0" + "5678....." + "......." + "0" + "." * 223


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (ONE, ONE_GIVEN),
        (ONE.replace(".", "0"), ONE_GIVEN),
        (ONE.replace(".", "*"), ONE_GIVEN),
        (ONE.lower(), ONE_GIVEN),
        (ZERO, ONE_GIVEN),  # 0 is the sixteenth value
        (ZERO.replace(".", "-"), ONE_GIVEN),
        (ONE.replace("G", "F"), [*ONE_GIVEN[:15], 15, *ONE_GIVEN[16:32], 15]),
        ("A..P" + "." * 252, [1, 0, 0, 16]),
        ("A00P" + "0" * 252, [1, 0, 0, 16]),
        ("A..Y" + "." * 621, [1, 0, 0, 25]),
        ("A__Y" + "_" * 621, [1, 0, 0, 25]),
        ("1.9B.C" + "." * 138, [1, 0, 9, 11, 0, 12]),
        ("1.9AB0" + "." * 138, [1, 0, 9, 10, 11, 12]),
        ("6*1***" + "*" * 30, [6, 0, 1]),
        ("4_1_" + "_" * 12, [4, 0, 1]),
    ],
)
def test_values_beyond_nine_are_letters(line: str, expected: list[int]) -> None:
    size = round(len(line) ** 0.5)
    rows = "\n".join(line[k : k + size] for k in range(0, len(line), size))
    wanted = expected + [0] * (len(line) - len(expected))
    for text in (line, f"{line}\n{line}\n", rows, f"{rows}\n\n{rows}"):
        for grid in givens_of(text):
            assert [value for row in grid for value in row] == wanted


def test_a_grid_that_is_filled_in_says_whether_zero_is_a_value() -> None:
    digits = "123456789ABCDEF0"
    rows = [digits[4 * (r % 4) + r // 4 :] + digits[: 4 * (r % 4) + r // 4] for r in range(16)]
    (grid,) = givens_of("".join(rows))
    assert sorted(grid[0]) == list(range(1, 17))
    (grid,) = givens_of("".join(rows).replace("A", "0", 1))  # which then is a blank
    assert grid[0][9] == 0 and grid[0][15] == 0


@pytest.mark.parametrize("line", [ONE, ZERO])
def test_what_is_read_is_written_in_its_own_marks(line: str) -> None:
    (puzzle,) = read(line).problems
    assert write(puzzle, "sudoku") == line + "\n"
    answer = puzzle.show(solve(puzzle).answer)
    assert set(answer) == set(line) - {"."} | set("1238E")
    assert all(mark in (".", other) for mark, other in zip(line, answer, strict=True))


# ---- Letters alone ------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
BEGINNINGS = {"value": [3, 0, 0], "blank": [0, 2, 3], "blanks": [0, 0, 4]}


def lettered(size: int, beginning: str) -> list[list[int]]:
    """Return any grid in whose first row so much is given, and that has the greatest value."""
    rng = random.Random(size)
    rows = [[rng.choice([0, 0, *range(1, size + 1)]) for _ in range(size)] for _ in range(size)]
    rows[0][:3] = BEGINNINGS[beginning]
    rows[-1][-1] = size
    return rows


@pytest.mark.parametrize("beginning", BEGINNINGS)
@pytest.mark.parametrize("size", [4, 6, 9, 12, 16, 25])
def test_letters_are_read_in_rows_and_lines_with_each_blank(size: int, beginning: str) -> None:
    """Large grids take each blank with one of the beginnings."""
    rows = lettered(size, beginning)
    blanks = ".-*_?xX·#0"
    for blank in blanks if size < 12 else blanks[list(BEGINNINGS).index(beginning) :: 3]:
        if size == 25 and blank == "X":
            continue  # which is a value
        grid = plain(rows, marks(blank, LETTERS))
        line = grid.replace("\n", "") + "\n"
        for text, puzzles in ((grid, 1), (f"{grid}\n{grid}", 2), (line, 1), (line * 3, 3)):
            reading = read(text)
            assert (reading.format, givens_of(reading)) == ("sudoku", [rows] * puzzles), text


def test_a_line_of_sixteen_letters_without_a_blank_is_a_grid() -> None:
    assert givens_of("ABCDCDABBADCDCBA\n") == [
        [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    ]


@pytest.mark.parametrize("digits", ["123456789ABCDEFG", "123456789abcdefg"])
def test_rows_that_begin_as_a_constraint_does_may_be_of_digits_and_letters(digits: str) -> None:
    rows = lettered(16, "blank")
    rows[0][:6] = [0, 10, 11, 12, 0, 1]
    assert givens_of(plain(rows, marks(".", digits))) == [rows]


def test_hashes_are_blanks_of_lines_that_all_begin_with_one() -> None:
    line = LINE[2:] + LINE[:2]  # it begins with two blanks
    rows = [[int(mark) for mark in line.replace(".", "0")[k : k + 9]] for k in range(0, 81, 9)]
    text = line.replace(".", "#") + "\n"
    assert givens_of(text) == [rows]
    assert givens_of(text * 2) == [rows] * 2


@pytest.mark.parametrize(
    "text",
    [
        ".Shape~9x9\n.AntiKnight\n",
        ".AntiKing\n" * 9,
        ".AntiKnight\n.AntiKing\n",
        ".Windoku\n" * 8,
        ".Shape~16x16.AntiKnight\n.Windoku\n",
    ],
)
def test_constraints_behind_a_dot_are_no_rows(text: str) -> None:
    assert sniff(Source(text)).name == "constraints"


# ---- Any grid in any layout ---------------------------------------------------------------------


@st.composite
def grids(draw: st.DrawFn, sizes: Sequence[int]) -> list[list[int]]:
    size = draw(st.sampled_from(sizes))
    values = st.sampled_from([0, 0, *range(1, size + 1)])
    cells = draw(st.lists(values, min_size=size * size, max_size=size * size))
    rows = [cells[k : k + size] for k in range(0, size * size, size)]
    rows[0][:3] = [1, 0, 0]  # a mark that stands but once is a slip
    return rows


@few(60)
@given(grids([6, 8, 9]), st.sampled_from(sorted(DRAWN)), st.sampled_from(BLANKS))
def test_any_grid_in_any_drawn_layout(rows: Rows, layout: str, blank: str) -> None:
    assert givens_of(DRAWN[layout](rows, marks(blank))) == [rows]


@few(60)
@given(grids([4, 6, 8, 9, 16]), st.sampled_from(sorted(LISTED)))
def test_any_grid_in_any_list(rows: Rows, layout: str) -> None:
    assert givens_of(LISTED[layout](rows)) == [rows]


@few(30)
@given(
    grids([12, 16]),
    st.sampled_from(["rows", "line", "words", "blocks", "bars", "framed", "words and bars"]),
    st.sampled_from(["._*-?", "0"]),
    st.booleans(),
)
def test_any_large_grid(rows: Rows, layout: str, blanks: str, zero: bool) -> None:
    size = len(rows)
    values = "123456789ABCDEFG"[:size]
    rows[0][3:5] = rows[1][4:6] = [size, 11]  # type: ignore[index]
    if zero and blanks != "0":
        values = values[:-1] + "0"
    assert givens_of(DRAWN[layout](rows, marks(blanks[0], values))) == [rows]


@few(100)
@given(st.data())
def test_a_damaged_layout_is_an_error_or_the_same_puzzle(data: st.DataObject) -> None:
    """Take a character out, put one in or take a line out: no other puzzle may come of it."""
    layout = data.draw(st.sampled_from(sorted(set(DRAWN) - {"line"})))
    blank = data.draw(st.sampled_from(BLANKS))
    text = DRAWN[layout](CELLS, marks(blank))
    place = data.draw(st.integers(0, len(text) - 1))
    kind = data.draw(st.sampled_from(["out", "in", "line"]))
    if kind == "out":
        damaged = text[:place] + text[place + 1 :]
    elif kind == "in":
        damaged = text[:place] + data.draw(st.sampled_from("?x5.-| #@\n")) + text[place:]
    else:
        lines = text.split("\n")
        del lines[place % len(lines)]
        damaged = "\n".join(lines)
    try:
        reading = read(damaged)
    except InputError as error:
        assert str(error).isprintable()
        return
    assert reading.format in ("sudoku", "simple-sudoku", "pencil-marks")
    (found,) = givens_of(damaged)
    lost = [(r, c) for r, row in enumerate(CELLS) for c in range(9) if found[r][c] != row[c]]
    if reading.format == "pencil-marks" and kind == "in":  # two digits in a cell are its candidates
        assert [found[r][c] for r, c in lost] in ([], [0])
    else:
        assert not lost


# ---- What is nearly a sudoku --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a b c | d\na b\nc d\n", "dlx"),
        ("1 2 3 4 | 5\n1 2 5\n3 4\n", "dlx"),
        ("| 5 3 . | . 7 . | . . .\n| a picture above\na b\na\nb\n", "dlx"),
        ("1 2 | 3 4\n1 3 4 |2\n2 3 4 |1\n1 2 3 |4\n", "dlx"),
        ("[0,1] [0,2] [1,2]\n[0,1] [0,2]\n[1,2]\n", "dlx"),
        ("(1,2) (1,3)\n(1,2)\n(1,3)\n", "dlx"),
        ("x- -x\nx-\n-x\n", "dlx"),
        ("4 4\n1 0 0 1\n0 1 1 0\n1 1 0 0\n0 0 1 1\n", "matrix"),
        ("\n-   -   -   -\n".join([". | . | 3 | ."] * 4), "greater-than"),
        (f"# sudoku-x\n{LINE} {SOLVED}\n", "sudoku-x"),
        ("1122112233443344 1..............3 1342243131244213\n", "jigsaw"),
        (f"{LINE}.AntiKnight\n", "constraints"),
    ],
)  # fmt: skip
def test_other_formats_are_told_as_before(text: str, form: str) -> None:
    assert read(text).format == form


# ---- The command line ---------------------------------------------------------------------------


def test_pasted_sudokus_are_solved_counted_and_converted() -> None:
    text = DRAWN["boxed"](CELLS, marks(" "))
    assert minuet("count", text=text).stdout == "1\n"
    done = minuet("solve", text=f"{LINE},{SOLVED}\n")
    assert done.stdout == SOLVED + "\n"
    assert "1 solution beside puzzles, compared with the givens and not read" in done.stderr
    for layout, draw in DRAWN.items():
        converted = minuet("convert", "--to", "constraints", text=draw(CELLS, marks("_")))
        assert converted.stdout == LINE + "\n", layout


def test_what_stands_below_a_framed_grid_is_named() -> None:
    text = framed(CELLS, marks("."))
    reading = read(f"{text}solved by hand\n{text}")
    assert len(reading.problems) == 1
    (warning,) = reading.warnings
    assert warning == "line 14: 'solved by hand' and what is below it is not read"
    assert read(text).warnings == ()


LARGE = [[(row + col) % 16 + 1 if (row + col) % 16 < 4 else 0 for col in range(16)]
         for row in range(16)]  # fmt: skip


@pytest.mark.parametrize("blank", "0.")
def test_a_large_grid_of_small_values_is_one_grid(blank: str) -> None:
    sparse = [[value if col % 2 else 0 for col, value in enumerate(row)] for row in LARGE]
    for grid in (LARGE, sparse):
        words = [[str(value or blank) for value in row] for row in grid]
        for text in ("\n".join(map(" ".join, words)), "\n".join(map("".join, words))):
            assert givens_of(text) == [grid]
    words = [[str(value or blank) for value in row] for row in LARGE]
    text = "\n".join(map(" ".join, words))
    assert givens_of(f"{text}\n{text}") == [LARGE, LARGE]


def test_sixteen_small_grids_are_sixteen() -> None:
    small = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    turned = [row[::-1] for row in small]
    cells = [[str(value) for row in grid for value in row] for grid in (small, turned)]
    for between in ("", " "):
        lines = [between.join(line) + "\n" for line in cells]
        assert givens_of("".join(lines * 8)) == [small, turned] * 8

"""The judges' formats, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from own_solvers import DancingLinks, Options

from minuet.solvers.contract import Progress, Query

from command_line import one_line
from in_process import minuet

HARD = "800000000 003600000 070090200 050007000 000045700 000100030 001000068 008500010 090000400"
SOLVED = "812753649 943682175 675491283 154237896 369845721 287169534 521974368 438526917 796318452"
CLASH = "880000000" + HARD[9:]


def numbers(grid: str) -> str:
    return "\n".join(" ".join(row) for row in grid.split()) + "\n"


def array(grid: str) -> str:
    rows = [[mark.replace("0", ".") for mark in row] for row in grid.split()]
    return json.dumps(rows, separators=(",", ":"))


def line(grid: str) -> str:
    return grid.replace(" ", "").replace("0", ".")


def letters(text: str) -> str:
    """A 16x16 grid of numbers on one line, as poj-3076 has it."""
    marks = ["-ABCDEFGHIJKLMNOP"[int(word)] for word in text.split()]
    return "".join("".join(marks[k : k + 16]) + "\n" for k in range(0, 256, 16))


def judged(name: str, text: str | bytes) -> str:
    done = minuet("contest", name, text=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def sixteen(data: Path) -> list[tuple[str, str]]:
    folder = data / "sudoku"
    puzzles = (folder / "minimal_16x16.txt").read_text().splitlines()
    solved = (folder / "minimal_16x16.solutions.txt").read_text().splitlines()
    return [
        (letters(puzzle), letters(answer.split(" ", 1)[1]))
        for puzzle, answer in zip(puzzles, solved, strict=True)
    ]


CONTESTS = [
    "acwing-166",
    "leetcode-36",
    "leetcode-37",
    "luogu-p1074",
    "luogu-p1784",
    "luogu-p4205",
    "luogu-p4929",
    "poj-3076",
]


def test_there_is_every_contest_under_every_name() -> None:
    said = one_line(minuet("contest", "nope", text="1"))
    assert said.startswith(f"minuet: unknown contest 'nope', expected one of {CONTESTS[0]}, ")
    assert all(name in said for name in CONTESTS)
    wrong = {name: one_line(minuet("contest", name, text="Q")) for name in CONTESTS}
    for alias, name in {
        "poj-3074": "acwing-166",
        "luogu-p10482": "acwing-166",
        "zoj-3122": "poj-3076",
        "Luogu-P1074": "luogu-p1074",
    }.items():
        assert one_line(minuet("contest", alias, text="Q")) == wrong[name]


def test_luogu_p4929_prints_the_rows_of_a_cover() -> None:
    assert sorted(judged("luogu-p4929", "3 3\n0 0 1\n1 0 0\n0 1 0\n").split()) == ["1", "2", "3"]
    assert judged("luogu-p4929", "3 3\n1 0 1\n1 1 0\n0 1 1\n") == "No Solution!\n"
    assert judged("luogu-p4929", "4 3\n0 1 1\n1 1 0\n1 0 0\n0 1 0\n") == "1 3\n"


def test_luogu_p1784_prints_the_grid() -> None:
    assert judged("luogu-p1784", numbers(HARD)) == numbers(SOLVED)
    assert judged("luogu-p1784", numbers(CLASH)) == "No solution\n"


def test_acwing_166_goes_on_behind_a_puzzle_without_solution() -> None:
    text = f"{line(HARD)}\n{line(CLASH)}\n{line(HARD)}\nend\n"
    solved = line(SOLVED)
    assert judged("acwing-166", text) == f"{solved}\nNo solution\n{solved}\n"
    assert judged("acwing-166", "end\n") == ""


def test_acwing_166_answers_the_hard_sudokus(data: Path) -> None:
    text = (data / "sudoku" / "magictour_1465.txt").read_text().split()[:200]
    solved = (data / "sudoku" / "magictour_1465.solutions.txt").read_text().split()[:200]
    assert judged("poj-3074", "\n".join([*text, "end\n"])).split() == solved


@pytest.mark.slow
def test_acwing_166_answers_all_the_hard_sudokus(data: Path) -> None:
    text = (data / "sudoku" / "magictour_1465.txt").read_bytes()
    solved = (data / "sudoku" / "magictour_1465.solutions.txt").read_text()
    assert judged("acwing-166", text) == solved


@pytest.mark.parametrize("between", ["", "\n", "\r\n"])
def test_poj_3076_puts_an_empty_line_between_grids(
    sixteen: list[tuple[str, str]], between: str
) -> None:
    puzzles = between.join(puzzle for puzzle, _ in sixteen[:2])
    assert judged("poj-3076", puzzles) == "\n".join(answer for _, answer in sixteen[:2])


def test_poj_3076_goes_on_behind_a_puzzle_without_solution(sixteen: list[tuple[str, str]]) -> None:
    puzzle, answer = sixteen[0]
    clash = "AA" + "-" * 14 + "\n" + ("-" * 16 + "\n") * 15
    assert judged("zoj-3122", clash + puzzle) == f"No solution\n\n{answer}"


@pytest.mark.parametrize(
    "name", ["sample1", "sample2", "inf0", "inf2", "t2", "t5", "t8", "t12", "x25"]
)
def test_luogu_p1074_prints_the_highest_total(data: Path, name: str) -> None:
    text = (data / "target" / f"{name}.in").read_bytes()
    best = (data / "target" / f"{name}.out").read_text().strip()
    assert judged("luogu-p1074", text) == f"{best}\n"


def test_luogu_p1074_takes_a_clash_for_unsolvable() -> None:
    assert judged("luogu-p1074", numbers(CLASH)) == "-1\n"


def test_luogu_p4205_fills_the_triangle(data: Path) -> None:
    for path in sorted(data.glob("beads/*.out")):
        text = path.with_suffix(".in").read_bytes()
        assert judged("luogu-p4205", text) == path.read_text().rstrip("\n") + "\n", path


def test_luogu_p4205_takes_a_broken_piece_for_unsolvable(data: Path) -> None:
    lines = (data / "beads" / "empty.in").read_text().split("\n")
    lines[9] = "A........A"
    assert judged("luogu-p4205", "\n".join(lines)) == "No solution\n"


def test_leetcode_36_looks_at_clashes_alone(data: Path) -> None:
    assert judged("leetcode-36", array(HARD)) == "true\n"
    assert judged("leetcode-36", array(CLASH)) == "false\n"
    hopeless = (data / "sudoku" / "no_solution_200.txt").read_text().split()[0].replace(".", "0")
    rows = " ".join(hopeless[k : k + 9] for k in range(0, 81, 9))
    assert judged("leetcode-36", array(rows)) == "true\n"
    assert judged("leetcode-37", array(rows)) == "No solution\n"


@pytest.mark.parametrize("cells", [((0, 0), (0, 8)), ((0, 4), (8, 4)), ((3, 3), (5, 5))])
def test_leetcode_36_sees_rows_columns_and_boxes(cells: tuple[tuple[int, int], ...]) -> None:
    rows = [["0"] * 9 for _ in range(9)]
    for row, col in cells:
        rows[row][col] = "7"
    assert judged("leetcode-36", array(" ".join(map("".join, rows)))) == "false\n"


def test_leetcode_37_prints_the_array() -> None:
    assert judged("leetcode-37", array(HARD)) == array(SOLVED) + "\n"
    assert judged("leetcode-37", array(HARD).replace(",[", " ,\n [")) == array(SOLVED) + "\n"


@pytest.mark.parametrize("end", ["\r\n", "\r", "  \n", "\t\r\n"])
def test_line_ends_do_not_matter(end: str, sixteen: list[tuple[str, str]], data: Path) -> None:
    texts = {
        "luogu-p4929": "1 1\n1\n",
        "luogu-p1784": numbers(HARD),
        "acwing-166": f"{line(HARD)}\nend\n",
        "poj-3076": sixteen[0][0],
        "luogu-p1074": (data / "target" / "sample1.in").read_text(),
        "luogu-p4205": (data / "beads" / "l20.in").read_text(),
        "leetcode-36": array(HARD).replace("],", "],\n"),
    }
    for name, text in texts.items():
        plain = judged(name, text)
        assert judged(name, text.replace("\n", end)) == plain, name
        assert judged(name, text.rstrip("\n").replace("\n", end)) == plain, name
        assert judged(name, b"\xef\xbb\xbf" + text.encode() + b"\n\n") == plain, name


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("luogu-p4929", "2 2\n0 1\n1\n", "3:2: 1 number in the row, expected 2"),
        ("luogu-p4929", "2 2\n0 1\n1 2\n", "3:3: '2', expected 0 or 1"),
        ("luogu-p1784", numbers(HARD)[2:], "1:16: 8 numbers in the row, expected 9"),
        ("luogu-p1784", numbers(HARD) + "1", "10:1: a line behind the grid, expected 9 lines"),
        ("luogu-p1784", numbers(HARD).replace("8", ".", 1), "1:1: '.', expected a number from 0"),
        ("luogu-p1784", HARD.replace(" ", "\n"), "1:1: '800000000', expected a number from 0 to 9"),
        ("luogu-p1074", numbers(HARD)[:-18], "9:1: 8 rows in the grid, expected 9"),
        ("acwing-166", line(HARD) + "\n1234", "2:5: 4 characters, expected 81"),
        ("acwing-166", line(HARD).replace(".", "0", 1), "1:2: '0', expected 1 to 9 or ."),
        ("poj-3076", "-" * 16 + "\n" + "-" * 15, "2:16: 15 characters in the row, expected 16"),
        ("poj-3076", "Q" + "-" * 15, "1:1: 'Q', expected A to P or -"),
        ("luogu-p4205", ".\n.M\n", "2:2: 'M', expected A to L or ."),
        ("leetcode-36", array(HARD)[:-1], "1:343: the text ends, expected , or ]"),
        ("leetcode-37", "[]", "1:2: ']', expected ["),
        ("leetcode-37", array(HARD).replace('"8"', '"0"', 1), "1:3: '\"0\"', expected"),
    ],
)
def test_a_mistake_is_an_error_and_nothing_is_written(name: str, text: str, message: str) -> None:
    assert one_line(minuet("contest", name, text=text)).startswith(f"minuet: <stdin>:{message}")


def test_every_contest_refuses_an_empty_input() -> None:
    for name in CONTESTS:
        assert "the input is empty" in one_line(minuet("contest", name, text=b" \r\n"))


def test_an_answer_is_written_before_the_next_is_sought() -> None:
    text = f"{line(HARD)}\n{'.' * 81}\n"
    done = minuet("contest", "acwing-166", text=text, stop_when="\n")
    assert (done.returncode, done.stdout) == (130, line(SOLVED) + "\n")


class AnswersOne(DancingLinks):
    """Dancing links that leave a batch after one answer, without a word."""

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        yield from islice(super().many(query, progress, selections, limit), 1)


def test_a_sudoku_left_open_is_not_one_without_solution(plug_in: Callable[..., None]) -> None:
    plug_in("solvers", answersone=AnswersOne)
    text = (line(HARD) + "\n") * 3
    done = minuet("contest", "acwing-166", "--solver", "answersone", text=text)
    assert (done.returncode, done.stdout) == (3, line(SOLVED) + "\n")
    assert done.stderr == "minuet: solver answersone left a sudoku open\n"

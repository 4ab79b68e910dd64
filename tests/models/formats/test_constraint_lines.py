"""Lines, blanks and comments of constraint strings: one puzzle, until a line that gives a size."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence

import pytest

from minuet.models import Sudoku
from minuet.models.formats import read
from minuet.solvers import count

from command_line import one_line
from in_process import minuet
from oracle.shidokus import ALL, Grid

SHAPE, CAGE, THERMO = ".Shape~4x4", ".Cage~5~R1C2~R1C3", ".Thermo~R2C1~R3C1"


def grids(holds: Callable[[Grid], bool]) -> int:
    """Count by looking at all grids of 4x4."""
    return sum(map(holds, ALL))


def caged(grid: Grid) -> bool:
    return grid[0, 1] + grid[0, 2] == 5


def rising(grid: Grid) -> bool:
    return grid[1, 0] < grid[2, 0]


CAGED, BOTH = grids(caged), grids(lambda grid: caged(grid) and rising(grid))


def counts(text: str) -> list[int]:
    reading = read(text)
    assert reading.format == "constraints"
    assert all(isinstance(one, Sudoku) and one.size == 4 for one in reading.problems)
    return [count(problem).count for problem in reading.problems]


def test_the_oracle_counts_the_cage() -> None:
    assert (CAGED, BOTH) == (96, 48)


@pytest.mark.parametrize("between", ["\n", "\n# cages\n", "\n\n", "\n \t\n\n# a\n# b\n\n"])
def test_comments_and_empty_lines_do_not_end_a_puzzle(between: str) -> None:
    assert counts(f"{SHAPE}{between}{CAGE}") == [CAGED]
    assert counts(f"# title\n{SHAPE}{between}{CAGE}{between}{THERMO}\n") == [BOTH]
    assert counts(between.join([CAGE, SHAPE, THERMO])) == [BOTH]
    assert counts(between.join(["." * 16, CAGE, THERMO])) == [BOTH]
    assert counts(between.join([CAGE, "." * 16, THERMO])) == [BOTH]


@pytest.mark.parametrize(
    "lines",
    [
        [f"{SHAPE}{CAGE}", f"{SHAPE}{THERMO}"],
        [f"{SHAPE}", CAGE, f"{SHAPE}{THERMO}"],
        [f"{'.' * 16}{CAGE}", f"{SHAPE}{THERMO}"],
        [f"{SHAPE}{CAGE}", f"{'.' * 16}{THERMO}"],
        [f"{'.' * 16}{CAGE}", "." * 16, THERMO],
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n# next\n", "\n\n"])
def test_a_line_with_a_further_size_begins_the_next_puzzle(
    lines: Sequence[str], between: str
) -> None:
    assert counts(between.join(lines)) == [CAGED, grids(rising)]


@pytest.mark.parametrize(
    "text",
    [
        f"{SHAPE}.Cage~5~R1C2\n~R1C3{THERMO}",
        f"{SHAPE}.Cage~5~\nR1C2~R1C3{THERMO}",
        f"{SHAPE}.Cage~5~R1\nC2~R1C3{THERMO}",
        f"{SHAPE}.Ca\n  ge~5~R1C2~R1C3{THERMO}",
        f"{SHAPE}.Cage\n~5\n~R1C2\n~R1C3{THERMO}",
        f"{SHAPE}.Cage~5~R1C2~R1C3\nThermo~R2C1~R3C1",
        f"{SHAPE} cage~5~R1C2~R1C3 thermo~R2C1~R3C1",
    ],
)
def test_a_line_may_break_within_a_constraint(text: str) -> None:
    assert counts(text) == [BOTH]


def test_givens_stay_givens_behind_a_line_end() -> None:
    wanted = grids(lambda grid: rising(grid) and (grid[0, 0], grid[3, 3]) == (1, 2))
    assert counts(f"{SHAPE}{THERMO}\n~R1C1_1\n~R4C4_2") == [wanted]
    assert counts(f"{SHAPE}{THERMO}.~R1C1_1\n~R4C4_2") == [wanted]
    assert counts(f"{SHAPE}{THERMO} ~R1C1_1~R4C4_2") == [wanted]


def test_a_group_may_have_comments_in_it() -> None:
    either = grids(lambda grid: caged(grid) or rising(grid))
    assert counts(f"{SHAPE}.Or\n# one\n{CAGE}\n\n# other\n{THERMO}\n.End") == [either]


def test_the_log_says_which_lines_are_one_puzzle(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "minuet"):
        read(f"{SHAPE}{CAGE}\n{THERMO}\n{SHAPE}\n# cages\n{CAGE}\n", file="two.txt")
    assert [record.getMessage() for record in caplog.records] == [
        "two.txt: lines 3 to 5 are one puzzle, a line with .Shape or a grid would begin the next"
    ]


def test_the_command_line_counts_one_puzzle() -> None:
    done = minuet("count", text=f"{SHAPE}\n# cages\n{CAGE}\n")
    assert done.stdout.split() == [str(CAGED)]
    assert "lines 1 to 3 are one puzzle" in done.stderr


def test_a_mistake_in_a_part_passes_over_the_whole_puzzle() -> None:
    wrong = f"{SHAPE}\n{CAGE}\n\n.Cage~x~R2C2\n"
    texts = [f"{SHAPE}\n# cages\n{CAGE}\n", wrong, f"{'.' * 16}{THERMO}"]
    done = minuet("count", "--keep-going", "--json", text="\n".join(texts))
    assert "minuet: <stdin>:8:2: Cage: 'x'" in done.stderr
    assert done.stderr.endswith("minuet: 1 puzzle was passed over\n")
    counts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["puzzle"], one["count"]) for one in counts] == [(1, CAGED), (3, grids(rising))]


def test_one_puzzle_with_a_mistake_stays_an_error() -> None:
    text = f"{SHAPE}\n{CAGE}\n.Cage~x~R1C3~R1C4\n{THERMO}\n"
    line = one_line(minuet("count", "--keep-going", text=text))
    assert "<stdin>:3:2: Cage: 'x', expected a number" in line

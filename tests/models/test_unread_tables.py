"""A table that no rule reads: it multiplies the number of solutions, and is reported once."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minuet.models import ModelWarning, Puzzle
from minuet.models.formats import read, write
from minuet.setting import is_unique
from minuet.solvers import count, crosscheck, solution_set, solutions, solve

from in_process import minuet

REMARK = "no rule reads table hat: each of its 3 choices may be made or not"
TOML = """
[choices.seat]
row = [1]
x = "1..2"
[choices.hat]
x = "1..3"
[rules]
one = { exactly_one = "seat", by = "row" }
"""


def seats() -> Puzzle:
    """One of two seats, and any of three hats, which is 2 * 2**3 = 16 answers."""
    puzzle = Puzzle("seats")
    seat = puzzle.choices("seat", row=[1], x=range(2))
    puzzle.choices("hat", x=range(3))
    puzzle.exactly_one(seat, by="row")
    return puzzle


def test_an_unread_table_is_warned_of_once_at_the_line_that_asks() -> None:
    puzzle = seats()
    with pytest.warns(ModelWarning) as caught:
        assert count(puzzle).count == 16
        assert count(puzzle).count == 16
        assert count(puzzle.copy()).count == 16
    assert [str(one.message) for one in caught] == [f"seats: {REMARK}"]
    assert Path(caught[0].filename) == Path(__file__)


def test_each_unread_table_is_warned_of() -> None:
    puzzle = seats()
    puzzle.choices("cat", x=[7])
    with pytest.warns(ModelWarning) as caught:
        assert count(puzzle).count == 32
    one = "seats: no rule reads table cat: its one choice may be made or not"
    assert [str(warning.message) for warning in caught] == [f"seats: {REMARK}", one]
    puzzle.choices("dog", x=[7])
    with pytest.warns(ModelWarning) as caught:
        assert count(puzzle).count == 64
    assert len(caught) == 1


def test_a_pickled_puzzle_does_not_warn_again() -> None:
    puzzle = seats()
    with pytest.warns(ModelWarning):
        assert puzzle.matrix.options == 5
    assert count(pickle.loads(pickle.dumps(puzzle))).count == 16


@pytest.mark.parametrize("reads", ["rule", "minimize", "maximize", "given", "forbid", "no rows"])
def test_what_leaves_no_choice_open_is_no_reason(reads: str) -> None:
    puzzle = seats()
    hat = puzzle.table("hat")
    if reads == "rule":
        puzzle.at_most_one(hat, by="x")
    elif reads in ("minimize", "maximize"):
        getattr(puzzle, reads)(hat)
    elif reads == "given":
        for x in range(3):
            puzzle.given(hat, x=x)
    elif reads == "forbid":
        puzzle.forbid(hat)
    else:
        puzzle = Puzzle("none")
        puzzle.choices("seat", x=range(0))
    assert puzzle.unread_tables == ()
    assert "no rule reads" not in puzzle.describe()


def test_the_description_says_so() -> None:
    puzzle = seats()
    with pytest.warns(ModelWarning):
        lines = puzzle.describe().splitlines()
    at = lines.index("  table hat: 3 choices")
    assert lines[at + 2] == "    no rule reads it: each of its 3 choices may be made or not"
    assert sum("no rule reads" in line for line in lines) == 1


def test_the_summary_says_so() -> None:
    puzzle = seats()
    assert puzzle.summary.endswith(", 1 rule, no rule reads table hat")
    puzzle.choices("cat", x=[7])
    assert puzzle.summary.endswith(", no rule reads tables hat and cat")
    puzzle.at_most_one(["hat", "cat"], by="x")
    assert "reads" not in puzzle.summary


def _first(puzzle: Puzzle) -> object:
    return next(iter(solutions(puzzle)))


@pytest.mark.parametrize(
    "ask",
    [
        solve,
        _first,
        solution_set,
        is_unique,
        Puzzle.describe,
        lambda puzzle: list(solutions(puzzle)),
        lambda puzzle: crosscheck(puzzle, ["dlx", "bitmask"]),
        lambda puzzle: [write(puzzle, form) for form in ("dlx", "toml")],
    ],
)
def test_whoever_asks_is_told_once_at_a_line_of_the_program(ask: Callable[[Puzzle], Any]) -> None:
    puzzle = seats()
    with pytest.warns(ModelWarning) as caught:
        ask(puzzle)
        ask(puzzle)
    assert [str(one.message) for one in caught] == [f"seats: {REMARK}"]
    assert Path(caught[0].filename) == Path(__file__)


def test_a_table_of_a_document_is_reported_by_its_reader_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (puzzle,) = read(TOML, file="p.toml").problems
    assert [record.getMessage() for record in caplog.records] == [f"p.toml: {REMARK}"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert count(puzzle).count == 16


def test_the_command_line_says_it_once(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(TOML)
    done = minuet("count", "p.toml", cwd=tmp_path)
    assert done.stdout == "16\n"
    assert [line for line in done.stderr.splitlines() if "hat" in line] == [
        f"minuet: p.toml: {REMARK}"
    ]


@pytest.mark.filterwarnings("default")
def test_python_shows_the_warning_where_nothing_is_set(tmp_path: Path) -> None:
    program = (
        "from minuet.models import Puzzle; from minuet.solvers import count\n"
        "puzzle = Puzzle('seats')\n"
        "hat = puzzle.choices('hat', x=range(3))\n"
        "print(count(puzzle).count)\n"
    )
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "8\n"
    assert f"program.py:4: ModelWarning: seats: {REMARK}" in done.stderr

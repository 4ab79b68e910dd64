"""What a newcomer types first and wrong: the message names what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minuet.models import ModelError, Puzzle
from minuet.solvers import Result, solve

from in_process import minuet

Act = Callable[[Puzzle, Any, Result], object]


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda p, q, result: result["q"], TypeError, "expected result.answer['q']"),
        (lambda p, q, result: result[q], TypeError, "expected result.answer['q']"),
        (lambda p, q, result: result.q, AttributeError, "expected result.answer['q']"),
        (lambda p, q, result: result.answer.q, AttributeError, "expected answer['q']"),
        (lambda p, q, result: result.nothing, AttributeError, "no attribute 'nothing'"),
        (
            lambda p, q, result: p.minimize(lambda row: row),
            ModelError,
            "expected the table first: minimize(table, function)",
        ),
        (
            lambda p, q, result: p.exactly_one(Puzzle("o").choices("q", row=[1]), by="row"),
            ModelError,
            "table 'q' is not of puzzle 'p'",
        ),
        (lambda p, q, result: p.exactly_one(len, by="row"), ModelError, "expected a table"),
    ],
)
def test_the_message_names_what_was_meant(act: Act, error: type[Exception], message: str) -> None:
    puzzle = Puzzle("p")
    table = puzzle.choices("q", row=range(4), col=range(4))
    puzzle.exactly_one(table, by="row")
    puzzle.exactly_one(table, by="col")
    with pytest.raises(error, match=re.escape(message)):
        act(puzzle, table, solve(puzzle))


TABLE = '[choices.q]\nrow = "1..4"\ncol = "1..4"\n\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[rules]\nrow = { exactly = 1, table = "q", by = "row" }\n', "6:22: unknown key 'table'"),
        (
            '[show]\ntable = "q"\nsymbol = "queen"\n',
            "5:1: no `show`, expected a column or the mark itself",
        ),
    ],
)
def test_a_wrong_key_of_toml_is_named_with_the_right_one(
    text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(TABLE + text)
    done = minuet("solve", str(file))
    assert done.returncode == 2 and message in done.stderr, done.stderr


def test_answers_of_several_lines_are_separated_by_a_blank_line() -> None:
    done = minuet("list", "--limit", "2", "gallery:queens-8")
    boards = done.stdout.rstrip("\n").split("\n\n")
    assert [len(board.splitlines()) for board in boards] == [8, 8]
    lines = minuet("solve", text=f"{'1':.<81}\n{'2':.<81}\n").stdout.splitlines()
    assert [len(line) for line in lines] == [81, 81]

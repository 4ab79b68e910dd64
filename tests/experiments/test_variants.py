"""`python -m benchmarks.variants` compares published puzzles with what is stated of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.variants import main, trial, written_as

ONE = "................Cage~7~R1C1~R1C2~R2C1.Arrow~R1C1~R1C2~R3C1.Thermo~R1C3~R2C3~R2C4"
SIX = "................Cage~7~R1C1~R1C2~R2C1.Thermo~R1C3~R2C3~R2C4"
ANSWER = "4213132424313142"


def written(path: Path, *puzzles: Mapping[str, object]) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in puzzles))
    return str(path)


def test_puzzles_are_answered_and_named_by_their_constraints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(
        tmp_path / "all",
        {"name": "one", "input": ONE, "solution": ANSWER},
        {"name": "six", "input": SIX},
        {"name": "alien", "input": "................Fog~R1C1"},
    )
    assert main([file, "--agreed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[0] for line in lines[:2]] == ["one: right", "six: not unique"]
    assert "no constraint 'Fog'" in lines[2]
    assert "| `Arrow` | 1 | one |" in lines
    assert "| `Cage` | 1 | one |" in lines
    assert "| `Renban` | 0 |  |" in lines


def test_values_past_nine_are_letters_from_a() -> None:
    assert written_as([[1, 10], [9, 2]]) == "AJIB"
    assert written_as([[1, 9], [0, 2]]) == "1902"


def test_another_answer_than_is_stated_is_a_failure(tmp_path: Path) -> None:
    other = {"name": "one", "input": ONE, "solution": ANSWER[::-1]}
    assert main([written(tmp_path / "all", other)]) == 1


def test_a_puzzle_without_an_answer_and_one_that_takes_too_long() -> None:
    assert trial("none", f"1{'.' * 15}.Cage~2~R1C1~R2C2", None, time_limit=9).verdict == "none"
    assert trial("open", ONE, None, time_limit=0).verdict == "open"


@pytest.mark.parametrize("text", ["no JSON\n", '{"name": "one"}\n', '["one"]\n'])
def test_a_file_that_is_no_such_list_is_told_in_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_text(text)
    assert main([str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err.count("\n") == 1

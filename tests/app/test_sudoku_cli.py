"""`minuet sudoku`: new ones, how hard they are, and what can be spared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clocks import Clock

from minuet.models import Sudoku
from minuet.setting import is_unique, redundant_givens

from in_process import minuet
from oracle.toml_texts import RULES_OF_A_SUDOKU

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_new_sudokus_are_unique_and_none_of_their_givens_can_be_spared() -> None:
    done = minuet("sudoku", "generate", "--seed", "5", "--count", "3")
    assert (done.returncode, done.stderr) == (0, "")
    grids = done.stdout.split()
    assert len(set(grids)) == 3
    for grid in grids:
        assert is_unique(Sudoku(grid))
        assert not redundant_givens(Sudoku(grid))


def test_a_seed_makes_the_same_again_and_the_next_one_another() -> None:
    two = minuet("sudoku", "generate", "--seed", "5", "--count", "2").stdout.split()
    assert minuet("sudoku", "generate", "--seed", "6").stdout.split() == two[1:]


def test_without_a_seed_it_says_which_it_drew() -> None:
    done = minuet("sudoku", "generate", "--size", "4")
    assert done.returncode == 0
    (said, seed) = done.stderr.split()[1:]
    assert said == "seed"
    again = minuet("sudoku", "generate", "--size", "4", "--seed", seed)
    assert again.stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "lines", "givens"),
    [
        (["--size", "4", "--givens", "6"], 1, 6),
        (["--size", "4", "--givens", "6", "--layout", "rows"], 4, 6),
        (["--size", "6", "--givens", "14", "--layout", "grid"], 6, 14),
        (["--size", "6", "--givens", "14", "--layout", "json"], 1, 14),
        (["--size", "9", "--givens", "30"], 1, 30),
    ],
)
def test_size_givens_and_layout_are_as_wanted(
    arguments: list[str], lines: int, givens: int
) -> None:
    done = minuet("sudoku", "generate", "--seed", "1", *arguments)
    assert (done.returncode, done.stdout.count("\n")) == (0, lines)
    marks = [mark for mark in done.stdout if mark.isalnum() and mark != "0"]
    assert len(marks) == givens
    assert minuet("count", text=done.stdout).stdout == "1\n"


def test_the_rules_may_be_those_of_a_text(tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("................Cage~7~R1C1~R1C2~R2C1.Thermo~R1C3~R2C3~R2C4\n")
    done = minuet("sudoku", "generate", str(rules), "--seed", "2")
    assert done.returncode == 0, done.stderr
    grid = done.stdout[:16]
    rules.write_text(f"{grid}Cage~7~R1C1~R1C2~R2C1.Thermo~R1C3~R2C3~R2C4\n")
    assert minuet("count", str(rules)).stdout == "1\n"


def test_what_cannot_be_had_is_a_limit_that_names_the_seed(clock: Clock) -> None:
    clock.tick = 0.1
    few = ["--size", "4", "--givens", "3", "--seed", "1", "--time-limit", "1000"]
    done = minuet("sudoku", "generate", *few)
    assert (done.returncode, done.stdout) == (3, "")
    assert "seed 1: time limit: 4 givens were found to be enough, 3 wanted" in done.stderr


def test_a_puzzle_is_left_what_it_needs() -> None:
    done = minuet("sudoku", "minimize", text=EASY)
    assert done.returncode == 0
    kept = [(mark, given) for mark, given in zip(done.stdout, EASY, strict=False) if mark in "1-9"]
    assert all(mark == given for mark, given in kept)
    assert is_unique(Sudoku(done.stdout.strip()))
    assert not redundant_givens(Sudoku(done.stdout.strip()))


def test_ratings_are_a_line_a_puzzle_also_as_json() -> None:
    text = f"{EASY}\n{'.' * 81}\n"
    done = minuet("sudoku", "rate", text=text)
    assert done.stdout == "30 givens: singles, 52 nodes\n0 givens: several solutions\n"
    printed = minuet("sudoku", "rate", "--json", text=text).stdout
    told = [json.loads(line) for line in printed.splitlines()]
    assert [(one["puzzle"], one["hardness"]) for one in told] == [(1, "singles"), (2, None)]


def test_a_limit_leaves_one_puzzle_open_and_not_the_others() -> None:
    done = minuet("sudoku", "rate", "--time-limit", "0", text=f"{EASY}\n{EASY}\n")
    assert (done.returncode, done.stdout) == (3, "")
    lines = [f"minuet: puzzle {place}: time limit: not rated\n" for place in (1, 2)]
    assert done.stderr == "".join(lines)


def test_alone_it_tells_what_there_is() -> None:
    done = minuet("sudoku")
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in ("generate", "minimize", "rate"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["generate", "gallery:queens-8"], "is described by rules of its own, expected a sudoku"),
        (["minimize", "gallery:queens-8"], "is described by rules of its own, expected a sudoku"),
        (["rate", "gallery:queens-8"], "is described by rules of its own, expected a sudoku"),
        (["generate", "--size", "7"], "'--size': 7 has no box shape"),
        (["generate", "--size", "101"], "a sudoku of size 101, expected 1 to 100"),
        (["generate", "--givens", "82"], "'--givens': 82, expected 0 to 81"),
        (["generate", "--size", "4", "--givens", "17"], "'--givens': 17, expected 0 to 16"),
        (["generate", "--givens", "-1"], "greater than or equal to 0"),
        (["generate", "--layout", "row"], "row"),
        (["gnerate"], "Did you mean one of: 'generate'"),
    ],
)
def test_what_is_wrong_is_a_line(arguments: list[str], said: str) -> None:
    done = minuet("sudoku", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize("fault", [f"{'.' * 81}", f"55{'.' * 79}"])
def test_the_puzzle_of_several_that_cannot_be_minimized_is_named(fault: str) -> None:
    done = minuet("sudoku", "minimize", text=f"{EASY}\n{fault}\n")
    assert done.returncode == 2
    assert done.stderr.startswith("minuet: puzzle 2: ")
    alone = minuet("sudoku", "minimize", text=f"{fault}\n")
    assert "puzzle 1" not in alone.stderr


def test_a_puzzle_of_its_own_rules_that_come_to_a_sudoku_is_taken() -> None:
    assert minuet("sudoku", "rate", text=RULES_OF_A_SUDOKU).returncode == 0
    done = minuet("sudoku", "minimize", text=RULES_OF_A_SUDOKU)
    grid = "".join(done.stdout.split())
    assert (done.returncode, len(grid)) == (0, 81)
    assert is_unique(Sudoku(grid))


def test_a_certified_sudoku_is_the_same_one() -> None:
    asked = ("sudoku", "generate", "--size", "4", "--seed", "3")
    done = minuet(*asked, "--evidence", "certified")
    assert (done.returncode, done.stdout) == (0, minuet(*asked).stdout)
    least = minuet("sudoku", "minimize", "--evidence", "certified", text=EASY)
    assert least.returncode == 0
    assert is_unique(Sudoku(least.stdout.split()[0]))

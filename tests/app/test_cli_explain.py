"""`minuet explain`: what it prints and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import one_line
from in_process import minuet

CLASH = "1..1" + "." * 12
UNIQUE = "1......3.4.....2"
MATRIX = "a b c 2:3|d | x\na x:red\nb x:blue\nc x d\nd\nd a\n"


def test_the_clash_is_printed_in_the_words_of_the_puzzle() -> None:
    done = minuet("explain", text=CLASH)
    assert (done.returncode, done.stdout) == (
        0,
        "no solution: 2 givens and 1 group clash\n"
        "  row 1 needs exactly one 1: given R1C1=1 and given R1C4=1\n",
    )


def test_the_clash_is_printed_as_json() -> None:
    shown = json.loads(minuet("explain", "--json", text=CLASH).stdout)
    assert (shown["verdict"], shown["groups"]) == ("CLASH", ["row (0,1)"])
    assert shown["givens"] == ["R1C1=1", "R1C4=1"]
    assert shown["irreducible"]


def test_a_matrix_is_explained_by_its_items() -> None:
    done = minuet("explain", "--smallest", text=MATRIX)
    assert done.stdout.splitlines()[0] == "no solution: 3 items clash (no fewer do)"
    assert "or several of one color: option 2 (b x:blue) and option 3 (c x d)\n" in done.stdout


def test_a_unique_puzzle_is_told_which_givens_it_could_spare() -> None:
    assert minuet("explain", text=UNIQUE).stdout == (
        "nothing clashes: there is a solution\n"
        "there is no other: the solution is unique\n"
        "none of its 4 givens could be spared\n"
    )
    more = minuet("explain", text="13" + UNIQUE[2:]).stdout.splitlines()
    assert more[2] == "of its 5 givens each of these, alone, could be spared:"
    assert "  R1C2=3" in more


def test_a_puzzle_with_several_solutions_is_told_so() -> None:
    done = minuet("explain", text="1" + "." * 15 + "\n" + UNIQUE + "\n")
    assert done.stdout.splitlines()[:4] == [
        "puzzle 1",
        "nothing clashes: there is a solution",
        "there are others: the solution is not unique",
        "puzzle 2",
    ]
    assert minuet("explain", text="a b\na b |1\n").stdout.endswith("the solution is unique\n")


@pytest.mark.parametrize(
    "choice",
    ["digit row=0 col=1 value=3", "row=0 col=1 value=3", "R1C2=3"],
)
def test_a_choice_is_told_however_it_is_named(choice: str) -> None:
    done = minuet("explain", "--choice", choice, text=UNIQUE)
    assert done.stdout.startswith("R1C2=3 is forced: ")


@pytest.mark.parametrize(("choice", "option"), [("a x:red", 1), ("x d c", 3), ("d", 4), ("5", 5)])
def test_an_option_of_a_matrix_is_named_by_its_number_or_its_items(
    choice: str, option: int
) -> None:
    solvable = "a b c d | x\na x:red\nb\nc x d\nd\nd a\nc\n"
    done = minuet("explain", "--choice", choice, text=solvable)
    assert done.stdout.startswith(f"option {option} (")


def test_a_choice_may_be_impossible_or_open() -> None:
    done = minuet("explain", "--choice", "row=0 col=1 value=3", text=UNIQUE)
    assert done.stdout.startswith("R1C2=3 is forced: ")
    done = minuet("explain", "--choice", "row=0 col=1 value=1", text=UNIQUE)
    assert "is impossible: 1 given and 1 group rule it out" in done.stdout
    done = minuet("explain", "--choice", "row=0 col=1 value=2", text="1" + "." * 15)
    assert "is open: some solutions make this choice, some do not" in done.stdout
    done = minuet("explain", "--choice", "1", text="a b\na\nb\na b\n|\n")
    assert done.stdout.startswith("option 1 (a) is open")


@pytest.mark.parametrize(
    ("text", "choice", "complaint"),
    [
        (CLASH, "row=0 col=1", "4 choices match, expected one"),
        (CLASH, "king row=0", "no such choice (a choice is for example R1C1="),
        (CLASH, "digit row=9", "no such choice"),
        (CLASH, "'", "no closing quotation"),
        (MATRIX, "6", "expected the number of an option, 1 to 5"),
        (
            "a b\na |2\nb\na |3\n",
            "a",
            "2 options have these items, expected the number of one: 1, 3",
        ),
        (MATRIX, "9" * 5000, "expected the number of an option, 1 to 5"),
        (MATRIX, "a", "expected the number of an option, 1 to 5"),
    ],
)
def test_a_choice_that_cannot_be_told_is_refused(text: str, choice: str, complaint: str) -> None:
    assert complaint in one_line(minuet("explain", "--choice", choice, text=text))


def test_a_time_limit_that_comes_first_exits_3() -> None:
    done = minuet("explain", "--time-limit", "0", text=UNIQUE)
    assert (done.returncode, done.stdout) == (3, "unknown: the time was over first\n")


def test_an_interrupt_keeps_what_was_found(data: Path) -> None:
    # The smallest set of this one takes far longer than anybody waits.
    hard = (data / "sudoku/no_solution_200.txt").read_text().splitlines()[6]
    stop_at = "parts clash; looking for fewer"
    done = minuet("explain", "-v", "--smallest", text=hard, stop_at=stop_at)
    assert done.returncode == 130, done.stderr
    assert done.stdout.startswith("no solution: 23 givens and 324 groups clash (perhaps fewer")
    assert done.stderr.endswith("minuet: interrupted\n")

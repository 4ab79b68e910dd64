"""`minuet list`: the best ones, and one of each class."""

from __future__ import annotations

import json

import pytest

from in_process import minuet

COSTS = "a b c\na |3\nb |2\nc |1\na b |9\nb c |1\n"  # covers of cost 6, 10 and 4
SQUARES = """
[packing]
board = { rectangle = [4, 4] }
[packing.pieces]
one = { cells = "#", copies = [0, "many"] }
two = { cells = "##/##", copies = [0, "many"] }
three = { cells = "###/###/###", copies = [0, 1] }
[minimize]
place = "1"
"""


def objectives(text: str) -> list[str]:
    return [line.split()[1] for line in text.splitlines() if line.startswith("objective")]


@pytest.mark.parametrize(("number", "expected"), [("1", "4"), ("2", "4 6"), ("9", "4 6 10")])
def test_the_best_solutions_come_in_order(number: str, expected: str) -> None:
    done = minuet("list", "--limit", number, text=COSTS)
    assert (done.returncode, " ".join(objectives(done.stdout))) == (0, expected)


def test_without_costs_the_best_are_any() -> None:
    done = minuet("list", "--limit", "3", text="0 0 0 0\n" * 4)
    assert (done.returncode, done.stdout.count("\n")) == (0, 14)


@pytest.mark.parametrize(
    ("name", "lines", "classes"), [("pentominoes-3x20", 3, 2), ("slothouber-graatsma", 11, 1)]
)
def test_one_solution_of_each_class_is_printed(name: str, lines: int, classes: int) -> None:
    done = minuet("list", "--symmetries", "known", f"gallery:{name}")
    assert (done.returncode, done.stdout.count("\n")) == (0, lines * classes + classes - 1)


def test_a_limit_counts_classes() -> None:
    every = minuet("list", "--symmetries", "known", "gallery:pentominoes-3x20").stdout
    one = minuet("list", "--limit", "1", "--symmetries", "known", "gallery:pentominoes-3x20")
    assert (one.returncode, one.stdout) == (0, every[: len(every) // 2])


def test_json_says_how_many_symmetries_there_are() -> None:
    arguments = ["--json", "--symmetries", "known", "gallery:pentominoes-3x20"]
    *found, last = map(json.loads, minuet("list", *arguments).stdout.splitlines())
    assert len(found) == 2
    assert (last["count"], last["symmetries"], last["complete"]) == (2, 4, True)


@pytest.mark.parametrize("evidence", ["claimed", "agreed"])
def test_the_best_solutions_of_each_class_come_in_order(evidence: str) -> None:
    some = ["--symmetries", "known", "--evidence", evidence]
    every = minuet("list", text=SQUARES)
    best: dict[tuple[str, ...], str] = {}  # of each class
    for grid, objective in grids(every.stdout):
        best.setdefault(min(_images(grid)), objective)
    for number in (1, 3, len(best), len(best) + 1):
        found = minuet("list", "--limit", str(number), *some, text=SQUARES)
        assert found.returncode == 0, found.stderr
        named = {min(_images(grid)): objective for grid, objective in grids(found.stdout)}
        assert len(named) == min(number, len(best)) == len(objectives(found.stdout))
        assert objectives(found.stdout) == list(best.values())[:number]
        assert named.items() <= best.items()


def grids(text: str) -> list[tuple[list[str], str]]:
    answers = [answer.splitlines() for answer in text.split("\n\n")]
    return [(answer[:4], answer[4].split()[1]) for answer in answers]


def _images(rows: list[str]) -> list[tuple[str, ...]]:
    """What turning and mirroring make of an answer; the marks stay, for pieces have theirs."""
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += [tuple(rows), tuple(row[::-1] for row in rows)]
    return found


def test_a_puzzle_without_symmetries_is_told_in_a_line() -> None:
    done = minuet("list", "--symmetries", "known", "gallery:sudoku-9")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "up to symmetry" in done.stderr
    assert "has no known symmetries" in done.stderr

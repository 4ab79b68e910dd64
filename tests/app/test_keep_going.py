"""`--keep-going`: a puzzle with a mistake is named and passed over, the others are answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from own_solvers import DancingLinks

from minuet.models import Unsupported
from minuet.solvers.contract import Progress, Query

from command_line import one_line
from in_process import minuet

SHORT = ("1.....3..4.....2", "1.....3..4.....", "2.....4..1.....3", "1.....x..4.....2")
SOLVED = "1324423124133142\n2431134231244213\n"
TEXT = "\n".join(SHORT)


def faults(text: str, form: str | None = None) -> tuple[list[str], int]:
    """What is said of the mistakes in a text, and how many puzzles are left."""
    named = ["--from", form] if form else []
    done = minuet("count", "--solver", "dlx", "--keep-going", *named, text=text)
    said = re.findall(r"^minuet: <stdin>:(.*)$", done.stderr, re.M)
    assert done.returncode == (2 if said else 0)
    return said, done.stdout.count("\n")


@pytest.mark.parametrize("json_too", [[], ["--json"]])
@pytest.mark.parametrize("command", ["solve", "count"])
def test_the_good_puzzles_are_answered_and_the_others_named(
    command: str, json_too: list[str]
) -> None:
    done = minuet(command, *json_too, "--keep-going", text=TEXT)
    assert done.returncode == 2
    assert "minuet: <stdin>:2:16: 15 characters, expected 16\n" in done.stderr
    assert "minuet: <stdin>:4:7: 'x', expected 0 to 4 or .\n" in done.stderr
    assert done.stderr.endswith("minuet: 2 puzzles were passed over\n")
    if json_too:
        assert [json.loads(line)["puzzle"] for line in done.stdout.splitlines()] == [1, 3]
    else:
        assert done.stdout == {"solve": SOLVED, "count": "1\n1\n"}[command]


def test_a_puzzle_keeps_its_place_and_its_checkpoint_when_another_is_mended(tmp_path: Path) -> None:
    def counted(text: str) -> tuple[list[int], list[str]]:
        kept = tmp_path / "kg.ck"
        switches = ("--json", "--keep-going", "--checkpoint", str(kept))
        lines = minuet("count", *switches, text=text).stdout.splitlines()
        files = sorted(one.name for one in tmp_path.glob("kg*.ck"))
        return [json.loads(line)["puzzle"] for line in lines], files

    assert counted("\n".join(SHORT[:3])) == ([1, 3], ["kg-3.ck", "kg.ck"])
    mended = "\n".join((SHORT[0], SHORT[0], SHORT[2]))
    assert counted(mended) == ([1, 2, 3], ["kg-2.ck", "kg-3.ck", "kg.ck"])


def test_grids_keep_their_places_too() -> None:
    done = minuet("sudoku", "rate", "--json", "--keep-going", text="\n\n".join(GRIDS))
    assert [json.loads(line)["puzzle"] for line in done.stdout.splitlines()] == [1, 3]


@pytest.mark.parametrize("command", ["solve", "count"])
def test_without_it_the_first_mistake_is_all_that_is_said(command: str) -> None:
    done = minuet(command, text=TEXT)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "minuet: <stdin>:2:16: 15 characters, expected 16\n"


def test_a_text_without_mistakes_is_answered_as_ever() -> None:
    done = minuet("solve", "--keep-going", text=SHORT[0])
    assert (done.returncode, done.stdout) == (0, SOLVED[:17])


def test_a_file_is_written_without_those_that_are_passed_over(tmp_path: Path) -> None:
    out = tmp_path / "answers"
    assert minuet("solve", "--keep-going", "-o", str(out), text=TEXT).returncode == 2
    assert out.read_text() == SOLVED


def test_a_mistake_in_the_first_line_does_not_say_what_is_expected(data: Path) -> None:
    lines = (data / "sudoku/magictour_1465.txt").read_text().split()[:60]
    lines[0], lines[49], lines[59] = lines[0][1:], "x" * 81, "1..............."
    said, number = faults("\n".join(["# a comment", *lines, ""]))
    assert [one.split(" ")[0] for one in said] == ["2:81:", "51:1:", "61:17:"]
    assert number == 57


GRIDS = ["1...\n..3.\n.4..\n...2", "1...\n..3\n.4..\n...2", "2...\n..4.\n.1..\n...3"]


def test_grids_of_several_lines_stand_between_blank_lines() -> None:
    said, number = faults("\n\n".join(GRIDS))
    assert (len(said), number) == (1, 2)
    assert said[0].startswith("7:")
    assert minuet("solve", "--keep-going", text="\n\n".join(GRIDS)).stdout.count("\n") == 9


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("\n".join(GRIDS), None),  # nobody can say where the second one ends
        ("a b\na b\nb a b\n", None),  # a matrix is one puzzle
        (SHORT[1], "sudoku"),
        ("x" * 40, "sudoku"),
    ],
    ids=["no blank lines", "one puzzle", "nothing left", "nothing like it"],
)
def test_what_cannot_be_told_apart_stays_an_error(text: str, form: str | None) -> None:
    said, number = faults(text, form)
    assert (len(said), number) == (1, 0)


def test_a_puzzle_that_the_question_does_not_suit_is_named_by_its_place() -> None:
    text = f"{SHORT[0]}\n{'.' * 16}\n{SHORT[2]}\n"
    done = minuet("sudoku", "minimize", "--keep-going", text=text)
    assert (done.returncode, done.stdout.count("\n")) == (2, 2)
    assert "minuet: puzzle 2: minimal givens: even all of them leave several" in done.stderr


LINES = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 2


class RefusesFive(DancingLinks):
    """Dancing links that take no puzzle of five givens."""

    def count(self, query: Query, progress: Progress) -> int:
        if len(query.given) == 5:
            raise Unsupported("five are too many")
        found: int = super().count(query, progress)
        return found


def test_a_puzzle_that_cannot_be_counted_is_passed_over(plug_in: Callable[..., None]) -> None:
    plug_in("solvers", refuses=RefusesFive)
    text = f"{SHORT[0]}\n1...2...3...4..1\n{SHORT[2]}\n"
    done = minuet("count", "--solver", "refuses", "--keep-going", text=text)
    assert (done.returncode, done.stdout) == (2, "1\n1\n")
    assert "minuet: puzzle 2: five are too many\n" in done.stderr
    alone = minuet("count", "--solver", "refuses", text=text)
    assert alone.stderr.endswith("minuet: five are too many\n")


def test_a_contest_answers_all_or_goes_past_what_is_wrong() -> None:
    text = f"{LINES[0]}\n12\n{LINES[1]}\nend\n"
    none = minuet("contest", "acwing-166", text=text)
    assert (none.returncode, none.stdout) == (2, "")
    done = minuet("contest", "acwing-166", "--keep-going", text=text)
    assert (done.returncode, done.stdout.count("\n")) == (2, 2)
    assert "minuet: <stdin>:2:3: 2 characters, expected 81\n" in done.stderr


def test_a_contest_of_grids_goes_past_the_one_of_too_few_lines() -> None:
    grid = [("-" * 16)] * 16
    grids = [grid, grid[1:], ["A" + "-" * 15, *grid[1:]]]
    done = minuet(
        *("contest", "poj-3076", "--keep-going"),
        text="\n\n".join("\n".join(one) for one in grids),
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "minuet: <stdin>:18:1: 15 rows, expected 16"
    assert len(done.stdout.split()) == 32


@pytest.mark.parametrize("name", ["poj-3076", "luogu-p4929", "acwing-166"])
def test_a_contest_of_which_nothing_is_right_says_so(name: str) -> None:
    one_line(minuet("contest", name, "--keep-going", text="12\n"))

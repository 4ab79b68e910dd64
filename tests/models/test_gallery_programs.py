"""Descriptions as Python programs, which run as they stand and make the same puzzle."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import solve

from command_line import one_line
from in_process import minuet
from oracle.toml_texts import program_of


def made(text: str, path: Path) -> Puzzle:
    """Run a program as a module and return its puzzle."""
    path.write_text(text, "utf-8")
    found: Any = runpy.run_path(str(path))["puzzle"]
    puzzle = found if isinstance(found, Puzzle) else found()
    assert isinstance(puzzle, Puzzle)
    return puzzle


def assert_same(one: Puzzle, other: Puzzle) -> None:
    assert one.matrix == other.matrix
    assert list(one.matrix.labels) == list(other.matrix.labels)
    assert one.given_options == other.given_options
    assert one.forbidden_options == other.forbidden_options
    assert (one.has_objective, one.objective(1)) == (other.has_objective, other.objective(1))
    assert one.name == other.name


@pytest.mark.parametrize("name", ["queens-8", "bead-triangle"])
def test_a_program_run_as_a_script_prints_an_answer(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = minuet("gallery", name, "--python")
    assert (printed.returncode, printed.stdout) == (0, entry(name).program())
    script = tmp_path / "puzzle.py"
    script.write_text(printed.stdout, "utf-8")
    runpy.run_path(str(script), run_name="__main__")
    done = capsys.readouterr().out
    # Which of many answers is found first, the solver may choose; it is a picture of all pieces.
    expected = f"{solve(entry(name).load()).answer}\n"
    assert sorted(done) == sorted(expected)
    assert list(map(len, done.split())) == list(map(len, expected.split()))


WHOLE = """
name = "all that a description has"
[constants]
n = 4
[choices.sum]
columns = ["row", "kind"]
rows = [[1, "a"], [2, "b"], [3, "a"]]
col = [1, 2, 3]
says = "R{row}C{col}"
[choices.cell]
grid = '''
12
3x'''
[choices.tile]
rows = [{ a = 1, b = "x" }, { a = 2, b = "y" }]
[rules]
by-row = { at_most_one = "sum", by = { key = "row", where = "kind == 'a'" } }
col = { between = [0, 2], of = "sum", by = "col", over = "1..n - 1" }
one = { between = [0, 4], of = "sum", by = ["col"] }
half = { between = [1, "many"], of = ["sum", "cell"], by = { sum = "row % 2", cell = "col % 2" } }
all = { exactly = [1, 0], of = "tile", by = "b", over = ["x", "y"] }
[rules.every]
at_most_one = "sum"
by = "row, col, kind"
over = { a = "1..3", b = [1, 2, 3], c = ["a", "b"] }
[rules.pairs.agree]
sum = { keys = ["'r', row", { key = "'c', col", where = "row > 1" }], values = ["kind", "'z'"] }
[given]
sum = [{ row = 1, kind = "a", col = 2 }, "row == 2 and col == 1"]
[forbid]
sum = [{ row = 3, col = 1 }, "col == n - 1 and kind == 'b'"]
[maximize]
sum = "row * -col"
cell = "row"
"""
SUDOKU = """
name = "variant"
[sudoku]
size = 4
diagonals = true
extra = ["R1C1 R1C2 R2C3 R2C4"]
[[sudoku.cage]]
sum = 7
cells = "R1C1 R1C2 R1C3"
[sudoku.thermometer]
line = "R2C1-R2C3"
[rules]
corner = { at_most_one = "digit", covering = [{ key = "value", where = "row == col" }] }
"""
PACKING = """
name = "few pieces"
[packing]
board = { triangle = 4 }
lattice = "hexagons"
leftover = true
copies = { I = [0, "many"] }
[packing.pieces]
I = "# # #"
O = { cells = "#", copies = [1, 4], rotations = false }
[rules]
many = { between = [1, 3], of = "place", by = "piece" }
"""


@pytest.mark.parametrize("text", [WHOLE, SUDOKU, PACKING])
def test_other_descriptions_become_programs_too(text: str, tmp_path: Path) -> None:
    (puzzle,) = read(text, form="toml").problems
    assert isinstance(puzzle, Puzzle)
    assert_same(made(program_of(text), tmp_path / "program.py"), puzzle)


def test_a_comment_above_the_rules_is_kept() -> None:
    text = program_of(
        '[choices.a]\nb = [1]\n# Each letter once.\n[rules]\nc = { exactly_one = "a", by = "b" }\n'
    )
    assert "\n# Each letter once.\npuzzle.exactly_one(a" in text


@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ('{ exactly_one = "a", covering = { rows = [[1]] } }', "row by row"),
        ('{ exactly_one = "a", by = "b", says = "x" }', "has words of its own"),
    ],
)
def test_what_is_not_written_in_python_is_named(rule: str, what: str) -> None:
    with pytest.raises(ModelError, match=what):
        program_of(f"[choices.a]\nb = [1]\n[rules]\nc = {rule}\n")


def test_python_is_asked_of_one_entry() -> None:
    assert "'--python': given without NAME" in one_line(minuet("gallery", "--python"))
    assert "queens-8" in one_line(minuet("gallery", "quens-8", "--python"))
    both = minuet("gallery", "queens-8", "--python", "--json")
    assert "'--python': given together with --json" in one_line(both)

"""Each kind of pencil puzzle is short, and reads, answers and draws its example."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from minuet.models import InputError
from minuet.models.formats import read, write
from minuet.models.pencil import Kind, find_kind, kind_names
from minuet.solvers import solve_many

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "models/pencil/kinds"
MOST = 25  # lines of a model
SOLVERS = ("auto", "sat")


def lines_of_model(path: Path) -> int:
    """How many lines make puzzles and read answers: no docstrings, comments and empty lines."""
    text = path.read_text("utf-8")
    module = ast.parse(text)
    imports = (ast.Import, ast.ImportFrom)
    declared = next(
        node
        for node in module.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "KIND"
    )
    words = {
        line
        for node in ast.walk(module)
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or isinstance(node, imports)
        or node is declared
        for line in range(node.lineno, (node.end_lineno or 0) + 1)  # type: ignore[attr-defined]
    }
    return sum(
        bool(line.strip()) and not line.strip().startswith("#")
        for number, line in enumerate(text.splitlines(), 1)
        if number not in words
    )


@pytest.mark.parametrize("name", kind_names())
def test_a_kind_is_short_and_says_its_rules_and_where_they_are_from(name: str) -> None:
    it = find_kind(name)
    assert len(it.rules.split()) >= 15
    assert it.title[:1].isupper()
    assert it.source
    assert lines_of_model(FOLDER / f"{name}.py") <= MOST


@pytest.mark.parametrize("asked", SOLVERS)
@pytest.mark.parametrize("name", kind_names())
def test_an_example_has_the_stored_solution_alone(name: str, asked: str) -> None:
    it = find_kind(name)
    puzzle = it.read(it.example_text)
    (result,) = solve_many(puzzle, [()], asked, unique=True)
    assert result.count == 1
    assert result.answer is not None
    grid = puzzle.picture.grid  # type: ignore[union-attr]
    solution = it.solution_text(grid, result.answer)
    assert it.same_solution(grid, solution, it.example_solution)
    assert not it.same_solution(grid, solution, it.example_text)
    assert puzzle.check(result.answer)
    assert puzzle.draw(result.answer).startswith("<svg")
    assert puzzle.draw(result.answer) != puzzle.draw()


def text_of(it: Kind) -> str:
    return f"{it.name}\n{it.example_text}"


@pytest.mark.parametrize("name", kind_names())
def test_an_example_comes_back_from_its_text(name: str) -> None:
    it = find_kind(name)
    (puzzle,) = read(text_of(it)).problems
    assert write(puzzle, "pencil").replace(".", "-") == text_of(it).replace(".", "-")


@pytest.mark.parametrize("name", kind_names())
def test_an_example_comes_back_from_a_link_to_penpa(name: str) -> None:
    it = find_kind(name)
    (puzzle,) = read(text_of(it)).problems
    link = write(puzzle, "penpa")
    head = puzzle.picture.grid.head  # type: ignore[union-attr]
    reading = read(link, form=" ".join([f"penpa:{name}", *head]))
    assert not reading.warnings
    again = reading.problems[0]
    assert again.matrix.options == puzzle.matrix.options
    assert write(again, "penpa") == link


LINKED = [name for name in kind_names() if find_kind(name).link is not None]


@pytest.mark.parametrize("name", LINKED)
def test_an_example_comes_back_from_a_link_to_puzz_link(name: str) -> None:
    it = find_kind(name)
    (puzzle,) = read(text_of(it)).problems
    link = write(puzzle, "puzz-link")
    (again,) = read(link).problems
    assert write(again, "puzz-link") == link
    assert again.matrix.options == puzzle.matrix.options


def test_a_mark_that_a_kind_does_not_know_is_named_with_its_place() -> None:
    with pytest.raises(InputError, match=r"<text>:4:3: '!', expected 'w' or 'b'"):
        read("masyu\n2 2\n- w\nb !\n")
    with pytest.raises(InputError, match="<text>:4:1: 1 marks, expected 2"):
        read("masyu\n2 2\n- w\nb\n")
    with pytest.raises(InputError, match="no kind 'masju' of pencil puzzle, expected one of masyu"):
        read("masju\n2 2\n- w\nb -\n", form="pencil")

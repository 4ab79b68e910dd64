"""Each kind of pencil puzzle is short, and reads, answers and draws its example."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read, write
from minuet.models.pencil import Kind, find_kind, kind_names
from minuet.models.picture import Circle, Line, Picture, Text, picture_of
from minuet.models.picture.picture import Cell
from minuet.solvers import solve, solve_many

from drawing import one_in

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "models/pencil/kinds"
MOST = 25  # lines of a model
SOLVERS = ("auto", "sat")


def lines_of_model(path: Path) -> int:
    """How many lines make puzzles and read answers: no docstrings, comments and empty lines.

    These are the two functions that `KIND` begins with and all that they use of their file, from
    one definition to the next. What only clues, links and pictures use is no part of the model.
    """
    text = path.read_text("utf-8")
    module = ast.parse(text)
    definitions = {name: node for node in module.body for name in names_of(node)}
    model: dict[str, ast.stmt] = {}
    kind = definitions["KIND"].value  # type: ignore[attr-defined]
    waiting = [arg.id for arg in kind.args if arg.id != "__name__"]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in model:
            model[name] = definitions[name]
            nodes = ast.walk(model[name])
            waiting += [node.id for node in nodes if isinstance(node, ast.Name)]
    words = {
        line
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    numbered = text.splitlines()
    spans = (range(node.lineno, (node.end_lineno or 0) + 1) for node in model.values())
    lines = {number for span in spans for number in span} - words
    return sum(
        not numbered[n - 1].strip().startswith("#") for n in lines if numbered[n - 1].strip()
    )


def names_of(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from (item.id for item in ast.walk(target) if isinstance(item, ast.Name))


@pytest.mark.parametrize("name", kind_names())
def test_a_kind_is_short_and_says_its_rules_and_where_they_are_from(name: str) -> None:
    it = find_kind(name)
    assert len(it.rules.split()) >= 15
    assert it.title[:1].isupper()
    assert it.source
    assert lines_of_model(FOLDER / f"{name}.py") <= MOST


def text_of(it: Kind) -> str:
    return f"{it.name}\n{it.example_text}"


@cache
def example_of(name: str) -> Puzzle:
    """Return the example of a kind, which the tests share: none changes it."""
    (puzzle,) = read(text_of(find_kind(name))).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize("name", kind_names())
def test_an_example_has_the_stored_solution_alone(name: str) -> None:
    it, puzzle = find_kind(name), example_of(name)
    grid = puzzle.picture.grid  # type: ignore[union-attr]
    for solver in SOLVERS:
        (result,) = solve_many(puzzle, [()], solver, unique=True)
        answer = result.answer
        assert (result.count, answer is None) == (1, False), solver
        assert answer is not None
        solution = it.solution_text(grid, answer)
        assert it.same_solution(grid, solution, it.example_solution), solver
    assert not it.same_solution(grid, solution, it.example_text)
    assert puzzle.check(answer)
    drawn = puzzle.draw(answer)
    assert drawn.startswith("<svg")
    assert drawn != puzzle.draw()
    assert puzzle.show(answer) != puzzle.show(puzzle.read(puzzle.given_options))
    assert_legible(picture_of(puzzle, answer))
    assert_legible(picture_of(puzzle))


def assert_legible(picture: Picture) -> None:
    """A cell has one text at most, light in a black cell, and no line strikes it out."""
    black = {s.place for s in picture.shapes if isinstance(s, Cell) and s.role == "blocked"}
    lines = [s.places for s in picture.shapes if isinstance(s, Line) and s.role == "way"]
    rings = {s.place for s in picture.shapes if isinstance(s, Circle) and s.role == "node"}
    roles = ("given", "light", "crossed", "answer")
    texts = [s for s in picture.shapes if isinstance(s, Text) and s.role in roles and s.text != "#"]
    assert len({text.place for text in texts}) == len(texts)
    for text in texts:
        assert text.role == "light" or text.place not in black
        if text.role == "given" and text.place not in rings:
            assert not any(text.place in line for line in lines)


@pytest.mark.parametrize("name", kind_names())
def test_an_example_comes_back_from_its_text(name: str) -> None:
    wanted = text_of(find_kind(name))
    assert write(example_of(name), "pencil").replace(".", "-") == wanted.replace(".", "-")


@pytest.mark.parametrize("name", one_in(3, kind_names()))
def test_an_example_comes_back_from_a_link_to_penpa(name: str) -> None:
    puzzle = example_of(name)
    link = write(puzzle, "penpa")
    head = puzzle.picture.grid.head  # type: ignore[union-attr]
    reading = read(link, form=" ".join([f"penpa:{name}", *head]))
    assert not reading.warnings
    again = reading.problems[0]
    assert again.matrix.options == puzzle.matrix.options
    assert write(again, "penpa") == link


LINKED = [name for name in kind_names() if find_kind(name).link is not None]


@pytest.mark.parametrize("name", one_in(3, LINKED, 1))
def test_an_example_comes_back_from_a_link_to_puzz_link(name: str) -> None:
    puzzle = example_of(name)
    link = write(puzzle, "puzz-link")
    (again,) = read(link).problems
    assert write(again, "puzz-link") == link
    assert again.matrix.options == puzzle.matrix.options


def test_bridges_between_neighbours_stand_at_their_first_island() -> None:
    (puzzle,) = read("hashi\n2 4\n3 2 - 1\n2 - - -\n").problems
    answer = solve(puzzle).answer
    assert answer is not None
    text = write(puzzle, "pencil", solution=answer.options)
    assert text.endswith("\n\n2 4\ne1s2 - 1 -\n- - - -\n")
    assert [line.rstrip() for line in str(answer).split("\n")] == [
        "3───2───────1",
        "║",
        "2   ·   ·   ·",
    ]


def test_a_mark_that_a_kind_does_not_know_is_named_with_its_place() -> None:
    with pytest.raises(InputError, match=r"<text>:4:3: '!', expected 'w' or 'b'"):
        read("masyu\n2 2\n- w\nb !\n")
    with pytest.raises(InputError, match="<text>:4:1: 1 marks, expected 2"):
        read("masyu\n2 2\n- w\nb\n")
    with pytest.raises(InputError, match="no kind 'masju' of pencil puzzle, expected one of masyu"):
        read("masju\n2 2\n- w\nb -\n", form="pencil")


@cache
def users_of_names() -> dict[str, set[str]]:
    """Return the files that use each name outside its own definition."""
    users: dict[str, set[str]] = {}
    for path in [*FOLDER.parent.glob("*.py"), *FOLDER.glob("*.py")]:
        for node in ast.parse(path.read_text("utf-8")).body:
            own = set(names_of(node))
            for item in ast.walk(node):
                if isinstance(item, ast.Name) and item.id not in own:
                    users.setdefault(item.id, set()).add(f"{path.parent.name}/{path.stem}")
    return users


@pytest.mark.parametrize("name", ["answers", "clues", "link_codes", "signs"])
def test_what_one_kind_alone_uses_is_in_its_file(name: str) -> None:
    module = ast.parse((FOLDER.parent / f"{name}.py").read_text("utf-8"))
    public = [n for node in module.body for n in names_of(node) if not n.startswith("_")]
    assert public
    for definition in public:
        found = users_of_names().get(definition, set())
        assert len(found) > 1 or any(user.startswith("pencil/") for user in found), definition

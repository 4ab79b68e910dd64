"""Published puzzles in links: each has the one solution that was published with it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minuet.models import Answer, InputError, Puzzle, Sudoku
from minuet.models.formats import read, same_cover, write
from minuet.solvers import solutions

DATA = Path(__file__).parents[3] / "data/links"
F_PUZZLES = (DATA / "f_puzzles.txt").read_text("utf-8").splitlines()
SOLUTIONS = (DATA / "f_puzzles.solutions.txt").read_text("utf-8").split()
TITLES = [line.partition(",")[0].removeprefix("# ") for line in F_PUZZLES[::2]]
PUZZ_LINK = (DATA / "puzz_link.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("number", range(len(SOLUTIONS)), ids=TITLES)
def test_a_link_to_f_puzzles_has_its_published_solution(number: int) -> None:
    reading = read(F_PUZZLES[2 * number + 1])
    (puzzle,) = reading.problems
    assert reading.format == "f-puzzles"
    assert isinstance(puzzle, Sudoku)
    with solutions(puzzle) as stream:
        (answer,) = stream
    assert "".join(str(value) for row in puzzle.grid(answer) for value in row) == SOLUTIONS[number]


@pytest.mark.parametrize("number", range(len(SOLUTIONS)), ids=TITLES)
@pytest.mark.parametrize("form", ["f-puzzles", "f-puzzles-json", "sudokupad"])
def test_a_published_puzzle_is_written_and_read(form: str, number: int) -> None:
    (puzzle,) = read(F_PUZZLES[2 * number + 1]).problems
    assert isinstance(puzzle, Sudoku)
    reading = read(write(puzzle, form))
    (again,) = reading.problems
    assert reading.format == form
    assert isinstance(again, Sudoku)
    assert same_cover(again.matrix, puzzle.matrix)
    assert again.given_options == puzzle.given_options


def test_a_puzzle_of_sudokupad_is_read_with_warnings(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "minuet"):
        reading = read((DATA / "parity_fish.txt").read_text("utf-8"), file="fish")
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    assert same_cover(puzzle.matrix, Sudoku().matrix)
    wanted = ("rules in words are not read", "21 overlays are drawn, not read")
    assert reading.warnings == wanted
    assert [record.getMessage() for record in caplog.records] == [f"fish: {one}" for one in wanted]


def test_of_published_puzzles_only_words_and_drawings_are_not_read() -> None:
    warnings = {warning for line in F_PUZZLES[1::2] for warning in read(line).warnings}
    assert warnings == {
        "rules in words are not read",
        "8 cages are drawn, not read",
        "32 lines are drawn, not read",
        "1 text is drawn, not read",
    }


# ---- puzz.link ----------------------------------------------------------------------------------

Marks = set[tuple[int, int, object]]


def digits(answer: Answer, puzzle: Puzzle) -> Marks:
    table = "digit" if "digit" in {one.name for one in puzzle.tables} else "number"
    return {tuple(row)[:3] for row in answer[table]}


def chosen(table: str) -> Callable[[Answer, Puzzle], Marks]:
    return lambda answer, puzzle: {(row.row, row.col, "#") for row in answer[table]}


def shaded(answer: Answer, puzzle: Puzzle) -> Marks:
    return {(row.row, row.col, "#") for row in answer["cell"] if row.shaded}


def poles(answer: Answer, puzzle: Puzzle) -> Marks:
    return {
        (*cell, pole)
        for row in answer["magnet"]
        for cell, pole in zip((row.one, row.other), row.poles, strict=True)
        if pole != " "
    }


def borders(answer: Answer, puzzle: Puzzle) -> Marks:
    of_cell = {
        (r, c): number
        for number, one in enumerate(answer["rectangle"])
        for r in range(one.top, one.top + one.high)
        for c in range(one.left, one.left + one.wide)
    }
    return {
        (r, c, way)
        for (r, c) in of_cell
        for way, other in (("across", (r, c + 1)), ("down", (r + 1, c)))
        if other in of_cell and of_cell[r, c] != of_cell[other]
    }


FOUND: dict[str, Callable[[Answer, Puzzle], Marks]] = {
    "lightup": chosen("lamp"),
    "magnets": poles,
    "mines": chosen("mine"),
    "nonogram": shaded,
    "norinori": shaded,
    "shikaku": borders,
    "starbattle": chosen("star"),
    "tatamibari": borders,
    "tents": chosen("tent"),
}


def published(kind: str, text: str, rows: int, columns: int) -> Iterator[tuple[int, int, object]]:
    """Yield what pzpr's file says of the solution, at the end of its lines."""
    lines = [line.split() for line in text.strip("/").split("/")]
    if kind in ("shikaku", "tatamibari"):
        across, down = lines[-2 * rows + 1 : -rows + 1], lines[-rows + 1 :]
        for way, part in (("across", across), ("down", down)):
            for r, line in enumerate(part):
                yield from ((r, c, way) for c, mark in enumerate(line) if mark == "1")
        return
    start = {"skyscrapers": -rows - 1, "tents": 5}.get(kind, -rows)
    for r, line in enumerate(lines[start : start + rows or None]):
        cells = line[1 : columns + 1] if kind in ("skyscrapers", "tents") else line[-columns:]
        for c, mark in enumerate(cells):
            if kind == "magnets":
                if mark[0] in "aq":
                    yield r, c, "+-"[int(mark[-1]) - 1]
            elif mark in ("#", "A"):
                yield r, c, "#"
            elif kind not in FOUND and mark.isdecimal():
                yield r, c, int(mark)


@pytest.mark.parametrize("number", range(0, len(PUZZ_LINK), 2), ids=PUZZ_LINK[::2])
def test_a_link_to_puzz_link_has_its_published_solution(number: int) -> None:
    link, solution = PUZZ_LINK[number : number + 2]
    reading = read(link)
    (puzzle,) = reading.problems
    assert reading.format == "puzz-link"
    assert isinstance(puzzle, Puzzle)
    kind, columns, rows, *_ = link.partition("?")[2].split("/")
    with solutions(puzzle) as stream:
        (answer,) = stream
    found = FOUND.get(kind, digits)(answer, puzzle)
    wanted = set(published(kind, solution, int(rows), int(columns)))
    assert wanted
    assert wanted <= found if kind not in FOUND else wanted == found
    assert puzzle.check(answer)
    assert write(puzzle, "puzz-link").strip() == link


def test_every_kind_has_a_published_example() -> None:
    with pytest.raises(InputError) as caught:
        read("https://puzz.link/p?zzzz/1/1/")
    names = caught.value.message.partition("expected one of ")[2].split(", ")
    assert len(names) > 10
    assert names == [link.partition("?")[2].partition("/")[0] for link in PUZZ_LINK[::2]]

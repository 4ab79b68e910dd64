"""`/api/write`: the puzzle in another format, or as a page of its own."""

from __future__ import annotations

import pytest

from minuet.models import Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry

from exporting import built
from page_server import Served

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("text", "to"),
    [
        (SUDOKU, "sudokupad"),
        (SUDOKU, "f-puzzles"),
        (SUDOKU, "penpa"),
        (SUDOKU, "toml"),
        (entry("killer-sudoku").text, "sudokupad"),
        (entry("slitherlink-6").text, "puzz-link"),
        (entry("nurikabe-9x10").text, "penpa"),
    ],
)
def test_what_is_written_is_read_back(server: Served, text: str, to: str) -> None:
    told = server.post("/api/write", text=text, format=None, to=to)
    assert told.status_code == 200, told.text
    before, after = read(text).problems[0], read(told.json()["text"]).problems[0]
    assert isinstance(before, Puzzle) and isinstance(after, Puzzle)
    assert after.matrix.options == before.matrix.options
    assert len(after.given_options) == len(before.given_options)


@pytest.mark.parametrize("blank", [*".0_-*x?"])
def test_any_blank_is_read(server: Served, blank: str) -> None:
    found = server.read(SUDOKU.replace(".", blank))
    assert (found["summary"], found["format"]) == ("9x9 sudoku, 30 givens", "sudoku")


@built
def test_a_page_to_play_offline_is_written(server: Served) -> None:
    told = server.post("/api/write", text=SUDOKU, format=None, to="html").json()
    assert told["text"].startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("text", "to", "said"),
    [
        (entry("queens-8").text, "puzz-link", "puzz-link"),
        (SUDOKU, "nonsense", "nonsense"),
        pytest.param("a b\na\nb\n", "html", "no picture", marks=built),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    server: Served, text: str, to: str, said: str
) -> None:
    told = server.post("/api/write", text=text, format=None, to=to)
    assert told.status_code == 400
    assert said in told.json()["error"] and "\n" not in told.json()["error"]

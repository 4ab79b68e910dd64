"""A text of which parts are not read: answers and edits say so, and lose nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from minuet.models import Sudoku
from minuet.models.formats import read

from documents import valid
from page_server import Served, served
from partial_reader import environment, plug_in

FOUR = "1...\n..3.\n.4..\n...2\n"
CLASH = "11..\n....\n....\n....\n"
UNREAD = ["3 lines", "rules in words <b>"]
PARTS = "".join(f"unread: {one}\n" for one in UNREAD)
BLANK = "....\n" * 4  # has 288 solutions


@pytest.fixture(scope="module")
def partial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that knows a format whose reader does not read all."""
    place = tmp_path_factory.mktemp("plug-in")
    plug_in(place)
    with served(environment=environment(place)) as begun:
        yield begun


def test_a_reading_tells_what_was_read_and_what_was_not(partial: Served) -> None:
    found = partial.read(PARTS + FOUR)
    assert (found["format"], found["summary"]) == ("partial", "4x4 sudoku, 4 givens")
    assert found["warnings"] == UNREAD
    found = partial.read("1.....3..4.....2\n1............2..\n")
    assert (found["summary"], found["warnings"]) == ("4x4 sudoku, 4 givens", [])


@pytest.mark.parametrize(
    ("text", "question", "more", "headline"),
    [
        (BLANK, "count", {}, "288 solutions of what was read"),
        (BLANK, "solve", {}, "one of several solutions of what was read"),
        (FOUR, "solve", {}, "the only solution of what was read"),
        (CLASH, "solve", {}, "there is no solution of what was read"),
        (CLASH, "count", {}, "there is no solution of what was read"),
        (FOUR, "all", {}, "the only solution of what was read"),
        (BLANK, "all", {"limit": 300}, "all 288 solutions of what was read"),
        (
            *(BLANK, "all", {"limit": 2}),
            "the first 2 solutions of what was read, as many as were asked for",
        ),
        (
            *(FOUR, "check", {"solver": "dlx,bitmask"}),
            "agreed by one kind: dlx, bitmask; this is about what was read",
        ),
    ],
)
def test_an_answer_says_that_it_is_one_to_what_was_read(
    partial: Served, text: str, question: str, more: dict[str, Any], headline: str
) -> None:
    done = done_of(partial.answer(PARTS + text, question, **more))
    assert done["headline"] == headline
    assert done["reading"]["warnings"] == UNREAD
    assert done["document"]["reading"] == done["reading"]


def test_what_was_explained_is_what_was_read(partial: Served) -> None:
    done = done_of(partial.answer(PARTS + CLASH, "explain"))
    valid(done["document"], "explanation")
    assert done["headline"].endswith("; this is about what was read")
    assert done["reading"]["warnings"] == UNREAD


def done_of(found: dict[str, list[Any]]) -> dict[str, Any]:
    (done,) = found["done"]
    return dict(done)


CAGED = ".Shape~4x4.Cage~7~R1C1~R1C2~R2C1\n"


def test_no_text_is_written_anew_without_what_was_not_read(partial: Served) -> None:
    def edited(text: str) -> dict[str, str]:
        """Return the text with 2 in its fourth cell."""
        board = partial.read(text)["board"]
        given = [*board["given"], board["words"].index("R1C4=2")]
        task = {"text": text, "format": "partial", "given": given}
        told: dict[str, str] = partial.post("/api/edit", **task).json()
        return told

    (puzzle,) = read(edited(CAGED)["text"], form="constraints").problems
    assert isinstance(puzzle, Sudoku)
    assert [str(given) for given in puzzle.givens] == ["R1C4=2"]
    refused = edited(f"unread: 3 lines\n{CAGED}")["error"]
    assert "parts that are not read, which a new text would lack" in refused
    kept = edited("unread: 3 lines\n1...\n..3.\n.4..\n...2\n")["text"]
    assert kept == "unread: 3 lines\n1..2\n..3.\n.4..\n...2\n"

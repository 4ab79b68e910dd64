"""`/api/edit`: a given is changed where it stands, and all else in the text stays."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from minuet.models import Puzzle
from minuet.models.formats import FORMATS, read
from minuet.models.gallery import entry

from oracle.toml_texts import RULES_OF_A_SUDOKU
from page_server import Served

FOUR = "# mine\n1...\n..3.\n.4..\n...2\n"
MIRACLE = entry("miracle-sudoku").text
CAGES = "." * 80 + "4.Cage~15~R1C1~R1C2.AntiKnight"


@pytest.mark.parametrize(
    ("text", "cell", "value", "expected"),
    [
        (FOUR, (0, 1), "4", FOUR.replace("1...", "14..")),
        (FOUR, (1, 2), "", FOUR.replace("..3.", "....")),
        (FOUR, (1, 2), "3", FOUR),
        ("1.....3..4.....2", (3, 0), "3", "1.....3..4..3..2"),
        (
            "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
            (0, 0),
            "",
            "0 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
        ),
        (
            '[["1",".",".","."],[".",".","3","."],[".",".",".","."],[".",".",".","2"]]',
            (0, 1),
            "4",
            '[["1","4",".","."],[".",".","3","."],[".",".",".","."],[".",".",".","2"]]',
        ),
        (CAGES, (0, 0), "7", "7" + CAGES[1:]),
        (RULES_OF_A_SUDOKU, (0, 0), "5", RULES_OF_A_SUDOKU.replace(".......1.", "5......1.")),
        (RULES_OF_A_SUDOKU, (0, 7), "", RULES_OF_A_SUDOKU.replace(".......1.", ".........")),
        (MIRACLE, (4, 3), "2", MIRACLE.replace("..1......", "..12.....")),
    ],
)
def test_only_the_mark_changes(
    server: Served, text: str, cell: tuple[int, int], value: str, expected: str
) -> None:
    told = edited(server, {"text": text, "format": None}, {cell: value})
    assert (told.status_code, told.json()["text"]) == (200, expected)


def test_several_marks_change_at_once(server: Served) -> None:
    told = edited(server, {"text": FOUR, "format": None}, {(0, 0): "", (0, 1): "2", (3, 3): "1"})
    assert told.json()["text"] == "# mine\n.2..\n..3.\n.4..\n...1\n"


def edited(
    server: Served, told: dict[str, Any], marks: dict[tuple[int, int], str]
) -> httpx.Response:
    """Ask for other marks in some cells, by row and column from 0; "" for none."""
    puzzle = read(told["text"], form=told["format"]).problems[0]
    assert isinstance(puzzle, Puzzle)
    rows, cols = (sorted({choice[k] for choice in puzzle.tables[0].rows}) for k in (0, 1))
    wanted = {(rows[row], cols[col]): mark for (row, col), mark in marks.items()}
    choices = dict(enumerate(puzzle.tables[0].rows))
    given = [o for o in puzzle.given_options if tuple(choices[o][:2]) not in wanted]
    given += [o for o, (row, col, mark) in choices.items() if wanted.get((row, col)) == str(mark)]
    return server.post("/api/edit", **told, given=given)


@pytest.mark.parametrize(
    "text",
    [
        "[sudoku]\nsize = 9\nanti_knight = true\n",
        "# no givens yet\n[sudoku]\nbox = [2, 3]\n",
        entry("latin-4").text,
        ".AntiKnight.Cage~3~R1C1~R1C2",
        ".Shape~4x4~0-3.~R1C1_0.~R2C3_2",
        ".Shape~3x4~0-9.~R1C1_0",
        FORMATS["samurai"].example,
        FORMATS["jigsaw"].example,
        FORMATS["windoku"].example,
        " ".join(["12"] + ["0"] * 255),
        "\n".join(["A" + "-" * 15] + ["-" * 16] * 15) + "\n",
        "\n\r\n# windows\r\n1...\r\n....\r\n....\r\n....\r\n",
    ],
)
def test_whatever_has_a_grid_takes_a_given_and_gives_it_back(server: Served, text: str) -> None:
    puzzle = read(text).problems[0]
    assert isinstance(puzzle, Puzzle)
    table = puzzle.tables[0]
    filled = {tuple(table.rows[option][:2]) for option in puzzle.given_options}
    new = max(o for o, row in enumerate(table.rows) if tuple(row[:2]) not in filled)
    earlier = list(puzzle.given_options)
    told = server.post("/api/edit", text=text, format=None, given=[*earlier, new])
    assert told.status_code == 200, told.text
    assert givens(told.json()) - givens({"text": text}) == {puzzle.describe(new)}
    back = server.post("/api/edit", **told.json(), given=earlier).json()
    assert givens(back) == givens({"text": text})


def givens(told: dict[str, str]) -> set[str]:
    """Return what is given in a text, in words."""
    puzzle = read(told["text"], form=told.get("format")).problems[0]
    assert isinstance(puzzle, Puzzle)
    return {puzzle.describe(option) for option in puzzle.given_options}


@pytest.mark.parametrize(
    ("text", "given", "said"),
    [
        (FOUR, [64], "option number 64, expected 0 to 63"),
        (FOUR, [0, 1], "two givens in one cell, expected one"),
        ("a b\na\nb\n", [0], "a bare matrix has no givens, expected a puzzle"),
        ("what", [0], "expected"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_a_line(
    server: Served, text: str, given: list[int], said: str
) -> None:
    told = server.post("/api/edit", text=text, format=None, given=given)
    assert told.status_code == 400
    assert said in told.json()["error"] and "\n" not in told.json()["error"]


@pytest.mark.parametrize("name", ["queens-8", "soma"])
def test_puzzles_without_digits_take_givens_too(server: Served, name: str) -> None:
    told = {"text": entry(name).text, "format": "toml"}
    result = server.post("/api/edit", **told, given=[3])
    assert result.status_code == 200, result.text
    puzzle = read(result.json()["text"], form="toml").problems[0]
    assert isinstance(puzzle, Puzzle) and list(puzzle.given_options) == [3]


def test_a_text_of_clues_alone_takes_no_given(server: Served) -> None:
    text = entry("slitherlink-6").text
    result = server.post("/api/edit", text=text, format=None, given=[3])
    assert result.status_code == 400
    assert "a text in the format toml cannot hold that given" in result.json()["error"]

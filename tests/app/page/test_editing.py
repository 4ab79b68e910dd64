"""`/api/edit`: a given is changed where it stands, and all else in the text stays."""

from __future__ import annotations

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
    row, col = cell
    told = server.post("/api/edit", text=text, format=None, row=row, col=col, value=value)
    assert (told.status_code, told.json()["text"]) == (200, expected)


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
    before = server.read(text)
    assert before["ok"], before
    values = before["grid"]["values"]
    row = len(values) - 1
    col = next(k for k, value in enumerate(values[row]) if value == "")
    value = before["grid"]["symbols"][-1]
    told = server.post(
        "/api/edit", text=text, format=before["format"], row=row, col=col, value=value
    )
    assert told.status_code == 200, told.text
    earlier = givens({"text": text, "format": before["format"]})
    (new,) = givens(told.json()) - earlier
    start = 0 if before["format"] == "samurai" else 1  # of the numbers of its rows
    place = row + start, col + start, value
    assert new in ("R{}C{}={}".format(*place), "digit(row={}, col={}, value={})".format(*place))
    back = server.post("/api/edit", **told.json(), row=row, col=col, value="").json()
    assert givens(back) == earlier


def givens(told: dict[str, str]) -> set[str]:
    """Return what is given in a text, in words."""
    puzzle = read(told["text"], form=told["format"]).problems[0]
    assert isinstance(puzzle, Puzzle)
    return {puzzle.describe(option) for option in puzzle.given_options}


@pytest.mark.parametrize(
    ("text", "cell", "value", "said"),
    [
        (FOUR, (0, 1), "5", "row 1, column 2: '5', expected 1 to 4"),
        (FOUR, (4, 0), "1", "row 5, column 1: outside the grid"),
        (entry("queens-8").text, (0, 0), "1", "without a grid of digits"),
        ("what", (0, 0), "1", "expected"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_a_line(
    server: Served, text: str, cell: tuple[int, int], value: str, said: str
) -> None:
    row, col = cell
    told = server.post("/api/edit", text=text, format=None, row=row, col=col, value=value)
    assert told.status_code == 400
    assert said in told.json()["error"] and "\n" not in told.json()["error"]

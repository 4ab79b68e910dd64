"""`/api/edit` of clues: in every kind of pencil puzzle a clue is changed where it stands."""

from __future__ import annotations

import pytest

from minuet.models.gallery import entry
from minuet.models.pencil import find_kind, kind_names

from page_server import Served

MASYU = "masyu\n3 3\n- w -\n- - b\n- - -\n"
SOLVED = MASYU + "\n3 3\nse ew sw\nns - ns\nne ew nw\n"
KINDS = [*kind_names()[::24], "nonogram", "slitherlink", "kakuro", "compass", "thermometer"]


def changed(server: Served, text: str, *changes: tuple[str, int, int | None, str]) -> str:
    """Return the text with other words: a part, a line, a word and the mark of each."""
    names = ("part", "line", "word", "mark")
    clues = [dict(zip(names, change, strict=True)) for change in changes]
    told = server.post("/api/edit", text=text, format=None, clues=clues)
    assert told.status_code == 200, told.json()
    return str(told.json()["text"])


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        (MASYU, ("marks", 0, 0, "b"), MASYU.replace("- w -", "b w -")),
        (MASYU, ("marks", 0, 1, ""), MASYU.replace("- w -", "- - -")),
        (MASYU, ("head", 0, None, "full"), MASYU.replace("3 3", "3 3 full")),
        (SOLVED, ("marks", 0, 0, "b"), SOLVED.replace("- w -", "b w -")),
        (
            "nonogram\n2 2\n1\n1\n-\n2\n",
            ("left lists", 0, None, "1"),
            "nonogram\n2 2\n1\n1\n1\n2\n",
        ),
        (
            "nonogram\n3 3\n1\n1\n1\n-\n1 1\n1\n",
            ("left lists", 1, None, "3"),
            "nonogram\n3 3\n1\n1\n1\n-\n3\n1\n",
        ),
        (
            "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
            ("head", 0, None, "2"),
            "https://puzz.link/p?starbattle/6/6/2/4ilbhgdnmhou\n",
        ),
    ],
)
def test_only_the_word_changes(
    server: Served, text: str, change: tuple[str, int, int | None, str], expected: str
) -> None:
    assert changed(server, text, change) == expected


def test_a_description_keeps_all_but_the_word(server: Served) -> None:
    text = entry("slitherlink-6").text
    result = changed(server, text, ("marks", 0, 0, "2"))
    assert result == text.replace("6 6\n- -", "6 6\n2 -")


@pytest.mark.parametrize("name", dict.fromkeys(KINDS))
def test_a_clue_of_a_kind_is_taken_away_or_is_another_one_of_the_grid(
    server: Served, name: str
) -> None:
    text = f"{name}\n{find_kind(name).example_text}"
    clues = server.post("/api/read", text=text, format=None, board=False).json()["clues"]
    words = clues["words"]
    assert all(0 <= word["place"] < len(clues["places"]) for word in words)
    marks = text.split("\n", 2)[2].split()
    assert sum(bool(w["mark"]) for w in words) <= sum(mark not in ("-", ".") for mark in marks)
    for word in words:
        name = clues["parts"][word["part"]]["name"]
        of_part = {other["mark"] for other in words if other["part"] == word["part"]} | {""}
        for mark in sorted(of_part - {word["mark"]}):
            change = {"part": name, "line": word["line"], "word": word["word"], "mark": mark}
            told = server.post("/api/edit", text=text, format=None, clues=[change])
            if told.status_code == 200:
                again = server.post("/api/read", text=told.json()["text"], format=None, board=False)
                now = again.json()["clues"]["words"]
                assert [w["mark"] for w in now if w not in words] == [mark]
                return
    pytest.fail("no clue can be changed")


@pytest.mark.parametrize(
    ("text", "change", "words"),
    [
        (MASYU, ("marks", 0, 0, "7"), "'7', expected 'w' or 'b'"),
        (MASYU, ("marks", 0, 0, "b b"), "'b b', expected one mark"),
        (MASYU, ("marks", 9, 0, "b"), "no word 0 in line 9 of 'marks'"),
        (MASYU, ("regions", 0, 0, "b"), "no word 0 in line 0 of 'regions'"),
        (MASYU, ("head", 0, None, "fuller"), "'fuller' behind the size, expected 'full'"),
        ("1.....3..4.....2", ("marks", 0, 0, "b"), "has no clues, expected a pencil puzzle"),
        (
            "number_link\n2 2\n1 -\n- 1\n",
            ("marks", 0, 1, "2"),
            "2 stands in 1 cell, expected each number in two",
        ),
    ],
)
def test_what_cannot_be_changed_is_said(
    server: Served, text: str, change: tuple[str, int, int | None, str], words: str
) -> None:
    part, line, word, mark = change
    clues = [{"part": part, "line": line, "word": word, "mark": mark}]
    told = server.post("/api/edit", text=text, format=None, clues=clues)
    assert told.status_code == 400
    assert words in told.json()["error"]


@pytest.mark.parametrize("clues", [3, ["x"], [{"part": "marks", "line": -1, "mark": ""}], [{}]])
def test_bodies_of_another_shape_are_refused(server: Served, clues: object) -> None:
    assert server.post("/api/edit", text=MASYU, format=None, clues=clues).status_code == 400

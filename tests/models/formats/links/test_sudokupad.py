"""SudokuPad: its own format, its short hand, and the links that hold either or f-puzzles."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, Sudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.sudokus.constraints import XV, AntiKing, AntiKnight, Cage, NonConsecutive, Odd

from drawing import few
from oracle.lz_string import packed

BOXES = [[[r + k // 2, c + k % 2] for k in range(4)] for r in (0, 2) for c in (0, 2)]
SHORT = (
    "{cs:50,metadata:{rules:'Don\\'t \\\"guess\\\", it\\nis:{f}',t:'x'},ce:[[{v:1},,,],[,,,],[,,,],"
    "[,,,{v:'3'}]],re:" + str(BOXES).replace(" ", "") + ",ca:[{ce:[[1,0],[1,1]],v:7,unique:t,"
    "c:#0}],o:[{ct:[3.5,-1e1],r:f,c:aabbcc,c2:#F}]}"
)

PLAIN = {
    "cells": [[{"value": 1}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}, {}, {}, {"value": "3"}]],
    "metadata": {"rules": 'Don\'t "guess", it\nis:{f}', "title": "x"},
    "regions": BOXES,
    "cages": [{"cells": [[1, 0], [1, 1]], "value": 7, "unique": True, "color": "#0"}],
    "overlays": [{"center": [3.5, -10], "rounded": False, "color": "#aabbcc", "color2": "#F"}],
}


def blank(size: int = 4) -> list[list[dict[str, Any]]]:
    return [[{} for _ in range(size)] for _ in range(size)]


def puzzle_of(**said: Any) -> Sudoku:
    (puzzle,) = read(json.dumps({"cells": blank(), "regions": BOXES, **said})).problems
    assert isinstance(puzzle, Sudoku)
    return puzzle


@pytest.mark.parametrize(
    ("cage", "wanted"),
    [
        ({"value": "7"}, Cage(7, "R1C1 R1C2")),
        ({"value": 7, "unique": True}, Cage(7, "R1C1 R1C2")),
        ({"value": "x", "sum": 7}, Cage(7, "R1C1 R1C2")),
        ({"sum": 7, "unique": False}, Cage(7, "R1C1 R1C2", repeats=True)),
        ({"unique": True}, Cage(None, "R1C1 R1C2")),
        ({"hidden": True}, None),
    ],
)
def test_cages_say_sums_and_that_digits_differ(cage: dict[str, Any], wanted: Cage | None) -> None:
    found = puzzle_of(cages=[{"cells": [[0, 0], [0, 1]], **cage}])
    assert [one.settled() for one in found.constraints] == ([wanted.settled()] if wanted else [])


def test_rules_that_the_page_checks_are_read_by_name() -> None:
    said = ["antiknight", "antiking", "nonconsecutive", "antixv"]
    kinds = [AntiKnight(), AntiKing(), NonConsecutive(), XV(all_shown=True)]
    assert set(puzzle_of(**{"global": said}).constraints) == set(kinds)
    assert puzzle_of(metadata={"antiking": True}).constraints == (AntiKing(),)
    groups = Sudoku(size=4, extra="1212343412123434")
    assert same_cover(puzzle_of(**{"global": ["disjoint"]}).matrix, groups.matrix)
    diagonal = {"cells": [[k, k] for k in range(4)], "style": "extraregion", "unique": True}
    assert same_cover(
        puzzle_of(cages=[diagonal]).matrix, Sudoku(size=4, extra=["R1C1-R4C4"]).matrix
    )


def test_a_rim_of_cells_is_left_out() -> None:
    cells = blank(6)
    cells[0][2], cells[1][1], cells[4][4] = {"value": "12"}, {"value": "1"}, {"value": 3}
    regions = [[[r + 1, c + 1] for r, c in box] for box in BOXES]
    cages = [{"cells": [[2, 1], [2, 2]], "value": 7}, {"cells": [[0, 0]], "value": 9}]
    found = puzzle_of(cells=cells, regions=regions, cages=cages)
    assert [one.settled() for one in found.constraints] == [Cage(7, "R2C1 R2C2").settled()]
    assert [str(given) for given in found.givens] == ["R1C1=1", "R4C4=3"]


@few(15)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=4, max_size=4),
    st.sampled_from(
        [{}, {"diagonals": True}, {"regions": "1112132233243444"}, {"box": (1, 4)},
         {"extra": ["R1C1-R4C4"], "anti_knight": True, "non_consecutive": True}]
    ),
    st.lists(
        st.sampled_from([Cage(7, "R1C1 R1C2"), Cage(None, "R2C2 R3C3"),
                         Cage(4, "R3C1 R3C2", repeats=True), XV(all_shown=True)]), unique=True
    ),
)  # fmt: skip
def test_sudokus_are_read_back(grid: Any, shape: dict[str, Any], constraints: Any) -> None:
    puzzle = Sudoku(grid, constraints=constraints, **shape)
    text = write(puzzle, "scl")
    reading = read(text)
    (again,) = reading.problems
    assert reading.format == "scl"
    assert reading.warnings == ()
    assert isinstance(again, Sudoku)
    assert same_cover(again.matrix, puzzle.matrix)
    assert again.given_options == puzzle.given_options
    assert write(again, "scl") == text


def test_what_the_format_says_in_words_only_is_named() -> None:
    with pytest.raises(ModelError, match=r"^scl: odd, which the format says in words only"):
        write(Sudoku(size=4, constraints=[Odd("R1C1")]), "scl")


# ---- Links --------------------------------------------------------------------------------------


def test_its_short_hand_is_read_as_the_json_it_stands_for() -> None:
    short, whole = read(f"scl{packed(SHORT)}"), read(json.dumps(PLAIN), form="scl")
    assert short.warnings == whole.warnings != ()
    (puzzle,), (other,) = short.problems, whole.problems
    assert isinstance(puzzle, Sudoku) and isinstance(other, Sudoku)
    assert (puzzle.name, puzzle.matrix) == (other.name, other.matrix)
    assert puzzle.given_options == other.given_options


WANTED = Sudoku("1..............3", constraints=[Cage(7, "R2C1 R2C2")])


@pytest.mark.parametrize(
    "link",
    [
        "https://sudokupad.app/scl{}",
        "https://sudokupad.app/sudoku/scl{}",
        "https://sudokupad.app/?puzzleid=scl{}",
        "http://www.sudokupad.app/ctc{}?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/scl{}#x",
        "scl{}",
        "ctc{}",
    ],
)
def test_links_of_every_form_hold_the_puzzle(link: str) -> None:
    for text in (packed(SHORT), quote(packed(SHORT), safe="")):
        reading = read(link.format(text))
        (puzzle,) = reading.problems
        assert reading.format == "sudokupad"
        assert isinstance(puzzle, Sudoku)
        assert same_cover(puzzle.matrix, WANTED.matrix)
        assert puzzle.given_options == WANTED.given_options


def test_a_classic_sudoku_stands_in_a_few_characters() -> None:
    for link in ("https://sudokupad.app/scfpoooooooooooo129", "scfpoooooooooooo129"):
        (puzzle,) = read(link).problems
        assert isinstance(puzzle, Sudoku)
        assert [str(given) for given in puzzle.givens] == ["R1C1=1", "R9C7=1", "R9C8=2", "R9C9=9"]
    with pytest.raises(InputError, match=r"29 cells, expected 81"):
        read("https://sudokupad.app/scfpoo00000000000")


FPUZ = FORMATS["f-puzzles"].example.strip().partition("load=")[2]


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (f"https://sudokupad.app/fpuz{FPUZ}", "sudokupad"),
        (f"https://sudokupad.app/fpuzzles{FPUZ}", "sudokupad"),
        (f"https://sudokupad.app/?puzzleid=fpuz{FPUZ}", "sudokupad"),
        (f"https://f-puzzles.com/?load={FPUZ}&x=1", "f-puzzles"),
        (f"  HTTPS://WWW.F-PUZZLES.COM/?load={quote(FPUZ, safe='')}", "f-puzzles"),
        (f"fpuzzles{FPUZ}", "f-puzzles"),
        (FPUZ, "f-puzzles"),
    ],
)
def test_puzzles_of_f_puzzles_stand_in_its_links_too(line: str, form: str) -> None:
    (wanted,) = read(FORMATS["f-puzzles"].example).problems
    reading = read(line)
    (puzzle,) = reading.problems
    assert reading.format == form
    assert isinstance(puzzle, Sudoku) and isinstance(wanted, Sudoku)
    assert puzzle.matrix == wanted.matrix


@given(st.text("{}[],:'\"\\tfce#01a ", max_size=60))
def test_any_short_hand_is_read_or_refused(text: str) -> None:
    try:
        read(f"scl{packed(text)}")
    except InputError as error:
        assert "expected" in str(error)


@pytest.mark.parametrize("form", ["f-puzzles", "sudokupad", "puzz-link"])
@pytest.mark.parametrize("around", ["<{}>", '"{}"', " '{}' \n", "{}\r\n\r\n", "\ufeff{}"])
def test_a_link_may_stand_as_pages_and_mails_have_it(form: str, around: str) -> None:
    link = FORMATS[form].example.strip()
    wanted = read(link).problems[0].matrix
    for spelled in (link, link.removeprefix("https://"), link.replace("https", "HTTP")):
        reading = read(around.format(spelled))
        assert reading.format == form
        assert len(reading.problems) == 1
        assert same_cover(reading.problems[0].matrix, wanted)


@pytest.mark.parametrize("form", ["f-puzzles", "sudokupad"])
@pytest.mark.parametrize("behind", [",", ".", ").", "&x=1", "#x"])
def test_what_stands_behind_a_packed_puzzle_is_none_of_it(form: str, behind: str) -> None:
    link = FORMATS[form].example.strip()
    assert same_cover(read(link + behind).problems[0].matrix, read(link).problems[0].matrix)

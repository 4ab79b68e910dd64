"""Links to Penpa+: what a board shows is read by the conventions of a kind, or named."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from typing import Any

import pytest

from minuet.models import InputError
from minuet.models.formats import read, write

MASYU = "masyu\n3 3\nb - b\n- - -\nb - w\n"
PAGE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def board(
    rows: int, cols: int, margins: tuple[int, int, int, int] = (0, 0, 0, 0), **drawn: Any
) -> str:
    """Return a link as Penpa+ spells it: the puzzle in its fourth line, its keys shortened."""
    over, under, left, right = margins
    size = f"{cols + left + right},{rows + over + under}"
    short = {
        "number": "zN",
        "symbol": "zY",
        "surface": "zS",
        "lineE": "zE",
        "line": "zL",
        "cage": "zC",
    }
    puzzle = {short.get(name, name): value for name, value in drawn.items()}
    text = json.dumps(puzzle).replace('"z', "z").replace('":', ":", 0)
    for key in short.values():
        text = text.replace(f'{key}":', f"{key}:")
    lines = [f"square,{size},38,0,1,1,0,0,0,0", json.dumps(list(margins)), "{}", text, "{}"]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return PAGE + b64encode(packed).decode()


def point(rows: int, cols: int, row: int, col: int, layer: int = 0) -> str:
    """Return the number of a cell (layer 0), or of its lower right corner (layer 1)."""
    high, wide = rows + 4, cols + 4
    return str(layer * high * wide + (row + 2) * wide + col + 2)


def test_circles_are_read_and_what_is_not_is_named() -> None:
    link = board(
        2,
        2,
        symbol={point(2, 2, 0, 0): [2, "circle_L", 1], point(2, 2, 1, 1): [1, "circle_M", 1]},
        number={point(2, 2, 0, 1): ["7", 1, "1"]},
        surface={point(2, 2, 1, 0): 1},
        line={"14,15": 3},
    )
    reading = read(link, form="penpa:masyu")
    assert write(reading.problems[0], "pencil") == "masyu\n2 2\nb -\n- w\n"
    assert reading.warnings == (
        "line 1: not read: '7' at R1C2",
        "line 1: not read: the color of 1 cells, the first at R2C1",
        "line 1: not read: 1 lines",
    )


def test_regions_are_read_from_borders() -> None:
    ends = f"{point(2, 2, -1, 0, 1)},{point(2, 2, 0, 0, 1)}"
    more = f"{point(2, 2, 0, 0, 1)},{point(2, 2, 1, 0, 1)}"
    reading = read(board(2, 2, lineE={ends: 2, more: 2}), form="penpa:norinori")
    assert write(reading.problems[0], "pencil") == "norinori\n2 2\n- -\n- -\n1 2\n1 2\n"


def test_borders_within_regions_are_named() -> None:
    right = f"{point(2, 3, -1, 1, 1)},{point(2, 3, 0, 1, 1)}"  # of R1C2
    below = f"{point(2, 3, 0, 1, 1)},{point(2, 3, 0, 2, 1)}"  # of R1C3
    reading = read(board(2, 3, lineE={right: 2}), form="penpa:norinori")
    message = "line 1: not read: 1 borders within regions, the first between R1C2 and R1C3"
    assert reading.warnings == (message,)
    hole = {point(2, 3, 0, 2): 4}
    for borders in ({right: 2}, {right: 2, below: 2}):
        assert not read(board(2, 3, lineE=borders, surface=hole), form="penpa:lits").warnings


def test_holes_belong_to_no_region_of_a_board() -> None:
    holes = {point(2, 3, row, 1): 4 for row in (0, 1)}
    reading = read(board(2, 3, surface=holes), form="penpa:suguru")
    assert write(reading.problems[0], "pencil").endswith("- x -\n- x -\n1 2 3\n1 4 3\n")


def test_a_zero_is_no_blank_of_a_sudoku() -> None:
    reading = read(board(4, 4, number={point(4, 4, 0, 1): ["0", 1, "1"]}), form="penpa:sudoku")
    assert reading.warnings == ("line 1: not read: '0' at R1C2",)


def test_numbers_with_arrows_are_read() -> None:
    link = board(3, 3, number={point(3, 3, 0, 1): ["2_1", 1, "2"]})
    text = write(read(link, form="penpa:yajilin").problems[0], "pencil")
    assert text == "yajilin\n3 3\n- 2w -\n- - -\n- - -\n"


def test_a_board_needs_its_kind() -> None:
    link = board(2, 2)
    with pytest.raises(InputError, match="a board of Penpa\\+ without a title, expected its kind"):
        read(link)
    titled = write(read(MASYU).problems[0], "penpa")
    assert write(read(titled).problems[0], "pencil") == MASYU
    assert write(read(f"masyu\n{titled}").problems[0], "pencil") == MASYU


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (PAGE + "!!!!", "no board of Penpa"),
        ("# nothing more\n", "nothing but comments, expected a link"),
        (PAGE + "abcd", "cut short or spelled wrongly|cut short"),
        (board(2, 2)[:-8], "cut short"),
        (board(2, 2, symbol={"x": 3}), "whose board cannot be read"),
        (board(2, 2, symbol={"99999": [1, "circle_L", 1]}), "the point 99999"),
        (board(900, 900), "expected 1 to 200"),
    ],
)
def test_a_broken_link_is_refused(link: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(link, form="penpa:masyu")


def test_another_lattice_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b"hex,3,3\n[0,0,0,0]\n{}\n{}\n{}") + packer.flush()
    with pytest.raises(InputError, match="a lattice 'hex' of Penpa"):
        read(PAGE + b64encode(packed).decode(), form="penpa:masyu")


def test_what_is_written_has_the_lines_that_penpa_reads() -> None:
    link = write(read(MASYU).problems[0], "penpa")
    packed = b64decode(link.removeprefix(PAGE).strip())
    lines = zlib.decompress(packed, -15).decode().split("\n")
    assert lines[0].startswith("square,3,3,38,0,1,1,152,152,")
    assert lines[1] == "[0,0,0,0]"
    assert len(json.loads(lines[5])) == 9


@pytest.mark.parametrize(
    ("kind", "shape", "style", "mark"),
    [("news", "ox_E", 7, "x"), ("sansaroad", "tridown_L", 1, "t"), ("shugaku", "star_L", 0, None)],
)
def test_signs_that_look_alike_are_those_of_the_kind(
    kind: str, shape: str, style: int, mark: str | None
) -> None:
    reading = read(board(3, 3, symbol={point(3, 3, 1, 1): [style, shape, 1]}), form=f"penpa:{kind}")
    picture: Any = reading.problems[0].picture  # type: ignore[union-attr]
    assert picture.grid.clues == ({} if mark is None else {(1, 1): mark})
    assert bool(reading.warnings) == (mark is None)


@pytest.mark.parametrize(
    "text",
    ["binairo\n2 2 unlike\n- 1\n- -\n", "sudoku\n4 4 diagonal untouch\n" + "- - - -\n" * 4],
)
def test_what_stands_behind_the_size_is_in_the_title_of_a_board(text: str) -> None:
    (puzzle,) = read(text).problems
    link = write(puzzle, "penpa")
    for form in ("penpa", f"penpa:{text.split()[0]}"):
        assert write(read(link, form=form).problems[0], "pencil") == text

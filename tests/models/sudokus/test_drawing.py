"""Whole pictures of sudokus: clues that would collide, captions, colors, sizes, descriptions."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from minuet.models import ModelError, Samurai, Sudoku
from minuet.models.picture import Cage as Frame
from minuet.models.picture import Candidates as Small
from minuet.models.picture import Cell, Line, Picture, Text, svg
from minuet.models.sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Candidates,
    Clone,
    Constraint,
    DoubleArrow,
    Even,
    Kropki,
    Less,
    NonConsecutive,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
)

from oracle.paper import (
    SPACE,
    colors_of,
    dark_rules_of,
    document_of,
    is_within_its_paper,
    spots_of,
)

LARGEST = 100_000  # bytes of a 9x9, whatever stands in it
CELLS = [(row, col) for row in range(9) for col in range(9)]
BESIDE = [
    ((row, col), (row + down, col + 1 - down))
    for row, col in CELLS
    for down in (0, 1)
    if row + down < 9 and col + 1 - down < 9
]
ROWS = [[(row, col) for col in range(9)] for row in range(9)]
COLUMNS = [[(row, col) for row in range(9)] for col in range(9)]


def crowded() -> Sudoku:
    """A grid with more in it than anybody would set."""
    lines = [*ROWS, *COLUMNS]
    return Sudoku(
        diagonals=True,
        windoku=True,
        extra=ROWS[:4],
        constraints=[
            *(Cage(9, pair) for pair in BESIDE[::2]),
            *(Cage(45, line[::-1], repeats=True) for line in lines),
            *(Arrow(row[:1], row[1:]) for row in ROWS),
            *(Thermometer(line) for line in lines),
            *(Renban(line) for line in lines),
            *(Whispers(line) for line in lines),
            *(Less(pair) for pair in BESIDE),
            *(Sandwich(5, line) for line in (*lines, *(line[::-1] for line in lines))),
            *(Skyscraper(3, line) for line in (*lines, *(line[::-1] for line in lines))),
            *(Clone([pair[0]], [pair[1]]) for pair in BESIDE[:20]),
            *(Even([cell]) for cell in CELLS),
            *(Candidates([cell], range(1, 9)) for cell in CELLS),
            Kropki(white=BESIDE, all_shown=True),
            XV(x=BESIDE, all_shown=True),
            AntiKnight(),
            AntiKing(),
            NonConsecutive(),
        ],
    )  # fmt: skip


def texts(picture: Picture, role: str) -> dict[tuple[float, ...], str]:
    return {
        shape.place: shape.text
        for shape in picture.shapes
        if isinstance(shape, Text) and shape.role == role
    }


def test_a_9x9_is_small_whatever_stands_in_it() -> None:
    every = dict.fromkeys(CELLS, range(1, 10))
    assert len(Sudoku().draw(candidates=every).encode()) < 20_000
    drawn = crowded().draw(candidates=every)
    assert len(drawn.encode()) < LARGEST
    document = document_of(drawn)
    assert is_within_its_paper(document)
    assert colors_of(document) <= set(dark_rules_of(document))


@pytest.mark.parametrize("size", [1, 4, 6, 9, 10, 12, 16, 25])
def test_candidates_of_every_size_stand_in_their_cells_and_can_be_read(size: int) -> None:
    sudoku = Sudoku(size=size)
    picture = sudoku.picture(candidates={(0, 0): range(1, size + 1)})
    (small,) = (shape for shape in picture.shapes if isinstance(shape, Small))
    assert small.places[0] * small.places[1] >= size
    document = document_of(svg(picture))
    (written,) = (
        one for one in document.iter(f"{SPACE}g") if one.attrib.get("font-size") and len(one)
    )
    shown = float(document.attrib["width"]) / float(document.attrib["viewBox"].split()[2])
    assert float(written.attrib["font-size"]) * shown >= 7.9
    of_cell = Element("g")
    of_cell.append(written)
    spots = list(spots_of(of_cell))
    assert all(4 <= x <= 44 and 4 <= y <= 44 for x, y in spots)
    letters = [text for one in written for text in (one.text or "")]
    assert letters == [letter for value in range(1, size + 1) for letter in str(value)]


def test_candidates_stand_below_the_sum_of_a_cage() -> None:
    free = Sudoku(size=4).draw(candidates={"R2C2": [1]})
    caged = Sudoku(size=4, constraints=[Cage(7, "R1C1 R1C2")]).draw(candidates={"R2C2": [1]})

    def height(drawn: str) -> float:
        (one,) = (text for text in document_of(drawn).iter(f"{SPACE}text") if text.text == "1")
        return float(one.attrib["y"])

    assert height(free) < height(caged)


def test_a_box_gives_the_places_of_candidates() -> None:
    for given, places in (
        ({"size": 6}, (2, 3)),
        ({"box": (3, 2)}, (3, 2)),
        ({"box": (1, 5)}, (2, 3)),
    ):
        picture = Sudoku(**given).picture(candidates={(0, 0): [1]})  # type: ignore[arg-type]
        assert [one.places for one in picture.shapes if isinstance(one, Small)] == [places]


def test_clues_in_one_place_move_apart() -> None:
    sudoku = Sudoku(
        size=4,
        constraints=[
            Sandwich(5, "R1C1-R4C1"),
            Skyscraper(2, "R1C1-R4C1"),
            Skyscraper(3, "R4C1-R1C1"),
            Cage(9, "R1C2 R2C3 R3C4", repeats=True),
            Cage(8, "R4C1 R3C2 R2C3 R1C4", repeats=True),
            Skyscraper(1, "R4C4-R4C1"),
        ],
    )
    picture = sudoku.picture()
    assert texts(picture, "outside") == {
        (-1, 0): "5",
        (-2, 0): "2",
        (4, 0): "3",
        (-2, -1): "9",  # its pointer with it: on the same diagonal
        (4, -1): "8",
        (3, 4): "1",
    }
    starts = [one.places[0] for one in picture.shapes if isinstance(one, Line)]
    assert starts == [pytest.approx((-1.72, -0.72)), pytest.approx((3.72, -0.72))]


def test_clues_between_the_grids_of_a_samurai_stay_between_them() -> None:
    lines = ["R7C10-R7C12", "R7C12-R7C10"]  # of the grid in the middle, seen from inside
    gaps = ["R1C13-R1C21"] * 5 + ["R1C9-R1C1"] * 2
    clues = [Skyscraper(1, line) for line in (*lines, *gaps)]
    samurai = Samurai(constraints=clues)
    picture = samurai.picture()
    assert {(0, 11), (0, 10), (0, 9)} == set(texts(picture, "outside"))
    assert is_within_its_paper(document_of(samurai.draw()))


def test_what_cannot_be_drawn_is_said_below_the_grid() -> None:
    sudoku = Sudoku(
        size=4,
        anti_knight=True,
        constraints=[
            Kropki(white=["R1C1 R1C2"], all_shown=True),
            XV(all_shown=True),
            Sandwich(0, "R4C1-R1C1"),
        ],
    )
    captions = texts(sudoku.picture(), "caption")
    said = " ".join(captions.values())
    assert said == "anti-knight, all dots are shown, all X and V are shown"
    assert min(captions)[0] > 4  # below the clue
    assert texts(Sudoku(constraints=[Cage(3, "R1C1")]).picture(), "caption") == {}


def test_a_legend_tells_apart_what_looks_alike() -> None:
    def legend(*constraints: Constraint) -> str:
        return " ".join(texts(Sudoku(constraints=constraints).picture(), "legend").values())

    assert legend(XSum(12, "R1C1-R1C9")) == "outside: x-sum"
    both = [Skyscraper(2, "R1C1-R1C9"), Sandwich(5, "R2C1-R2C9"), Sandwich(5, "R3C1-R3C9")]
    assert legend(*both) == "outside: skyscraper, sandwich"
    line = "R1C1-R1C4"
    assert legend(DoubleArrow(line), BetweenLine("R5C1-R5C4")) == (
        "thick between circles: between line, thin between circles: double arrow"
    )


def test_several_clones_or_regions_have_colors_of_their_own() -> None:
    def tints(sudoku: Sudoku) -> set[int | None]:
        shaded = (one for one in sudoku.picture().shapes if isinstance(one, Cell))
        return {one.tint for one in shaded if one.role == "shaded"}

    one, other = Clone("R1C1", "R3C3"), Clone("R1C2", "R4C4")
    assert tints(Sudoku(size=4, constraints=[one])) == {None}
    assert tints(Sudoku(size=4, constraints=[one, other])) == {0, 1}
    assert tints(Sudoku(size=4, extra=["R1C1-R1C4"])) == {None}
    assert tints(Sudoku(size=4, extra=["R1C1-R1C4", "R4C1-R4C4"])) == {0, 1}


def test_cages_that_share_a_cell_run_one_within_the_other() -> None:
    sudoku = Sudoku(
        size=4,
        constraints=[Cage(3, "R1C1 R1C2", name="across"), Cage(7, "R1C1 R2C1", name="down")],
    )
    document = document_of(sudoku.draw())
    frames = [
        one.attrib["d"] for one in document.iter(f"{SPACE}path") if one.findtext(f"{SPACE}title")
    ]
    corners = [frame[1:].split("L") for frame in frames]
    (one, other) = [min(tuple(map(float, c.split(","))) for c in each) for each in corners]
    assert one < other
    labels = document.iter(f"{SPACE}text")
    ends = sorted(float(text.attrib["x"]) for text in labels)
    assert all(right - left >= 7 for left, right in pairwise(ends))


def test_the_description_counts() -> None:
    sudoku = Sudoku(
        "1" + "." * 15,
        diagonals=True,
        constraints=[Cage(3, "R1C1 R1C2"), Cage(3, "R2C1 R2C2"), AntiKing()],
    )
    told = "digits given: 1, found: 0; with diagonal (2), cage (2), anti-king"
    assert sudoku.picture().description == told
    assert sudoku.picture(candidates=True).description.startswith(
        "digits given: 1, found: 0; cells with candidates: 15; with"
    )


def test_extra_regions_have_a_frame() -> None:
    picture = Sudoku(size=4, extra=["R1C1-R1C4"]).picture()
    frames = [one for one in picture.shapes if isinstance(one, Frame)]
    assert [(one.role, len(one.cells)) for one in frames] == [("region", 4)]


def test_candidates_do_not_go_into_a_picture_of_ones_own() -> None:
    sudoku = Sudoku(size=4)
    sudoku.picture = lambda answer: Picture((Text((0, 0), "mine"),))  # type: ignore[method-assign]
    assert ">mine<" in sudoku.draw()
    with pytest.raises(ModelError, match="candidates in a picture of one's own"):
        sudoku.draw(candidates=True)


def test_told_candidates_stand_once_where_candidates_are_shown() -> None:
    sudoku = Sudoku(size=4, constraints=[Candidates("R1C1", [1, 2])])

    def written(picture: Picture) -> list[str]:
        return [shape.text for shape in picture.shapes if isinstance(shape, Text)]

    assert written(sudoku.picture()) == ["12"]
    assert written(sudoku.picture(candidates=True)) == []


def test_sums_are_seen_above_the_outline_of_a_region() -> None:
    sudoku = Sudoku(size=4, constraints=[Cage(7, "R1C1 R1C2 R2C1")])
    (line,) = [line for line in sudoku.draw().split("\n") if ">7</text>" in line]
    assert 'paint-order="stroke"' in line

"""Draw the pictures of the documentation: `python docs/pictures/draw.py`.

A test compares the files with what this script draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from minuet.models import ExactCoverBuilder, Packing, Puzzle, Sudoku
from minuet.models.gallery import entry
from minuet.models.packings.board import read_cells
from minuet.models.picture.painters.matrix_picture import matrix_picture
from minuet.models.picture.svg import svg
from minuet.models.sudokus.constraints import (
    XV,
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Clone,
    DoubleArrow,
    Even,
    Kropki,
    Less,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
    ZipperLine,
)
from minuet.solvers import explain, solution_set, solve

__all__ = ["PICTURES"]

HERE = Path(__file__).parent
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
CLASHING = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..77"
DIAMONDS = """\
      EEEJJCCCCCBB
     AEEEJJJCBBBB
    AAAAFFIJIILL
   DDDAFFFIIILL
  HHHDDDKFGGLL
 HHHKKKKKGGGG
"""
SOMA = """\
AAB
ABB
LLL

PAB
PPV
LZZ

TTT
PTV
ZZV
"""


def candidates() -> str:
    """A sudoku by Arto Inkala with what is left to its cells."""
    return Sudoku(INKALA).draw(candidates=True)


def solved() -> str:
    """The same, solved."""
    sudoku = Sudoku(INKALA)
    return sudoku.draw(solve(sudoku, "dlx").answer)


def lines() -> str:
    """A line of each kind."""
    return Sudoku(
        constraints=[
            Thermometer("R1C1-R1C4-R2C4"),
            Thermometer("R3C1-R2C1-R2C3", slow=True),
            Arrow("R1C6", "R1C7-R1C9-R2C9"),
            Arrow("R2C6", "R3C7-R4C6"),
            Arrow("R3C9 R4C9", "R5C9-R5C7"),
            DoubleArrow("R4C1-R4C4-R5C4"),
            BetweenLine("R6C1-R8C3-R8C5"),
            Palindrome("R9C1-R9C5-R8C6"),
            Renban("R6C5-R6C8-R7C9"),
            Whispers("R5C5-R9C9"),
            Whispers("R9C7-R7C7-R7C8", difference=4),
            ZipperLine("R3C3-R3C5-R4C6-R6C4"),
        ]
    ).draw()


def cages() -> str:
    """Killer cages, a sum of digits that may repeat, and little killers."""
    return Sudoku(
        constraints=[
            Cage(15, "R1C1 R1C2 R2C1"),
            Cage(22, "R1C5 R2C5 R2C6 R3C6"),
            Cage(7, "R2C3 R3C3"),
            Cage(30, "R4C7-R4C9-R6C9"),
            Cage(20, "R5C2-R5C4-R7C4"),
            Cage(None, "R8C1-R8C3-R9C3"),
            Cage(17, "R7C6 R7C7 R8C6 R8C7", repeats=True),
            Cage(12, "R1C7-R3C9", repeats=True),
            Cage(27, "R5C1-R1C5", repeats=True),
            Cage(36, "R9C6-R6C9", repeats=True),
        ]
    ).draw()


def signs() -> str:
    """Signs between cells, and marked cells."""
    return Sudoku(
        size=6,
        constraints=[
            Kropki(white=["R1C1 R1C2", "R2C2 R3C2"], black=["R1C2 R2C2", "R4C1 R4C2"]),
            XV(x=["R1C4 R1C5"], v=["R2C5 R3C5"]),
            Less("R4C4 R4C5"),
            Less("R5C5 R4C5"),
            Less("R5C6 R5C5"),
            Odd("R6C1 R5C2"),
            Even("R6C2 R5C1"),
            Clone("R2C3 R3C3 R3C4", "R5C3 R6C3 R6C4"),
            Quadruple("R1C5 R1C6 R2C5 R2C6", [1, 4]),
            Quadruple("R3C5 R3C6 R4C5 R4C6", [2, 2, 5, 6]),
        ],
    ).draw()


def outside() -> str:
    """Clues beside the grid, and a rule that cannot be seen in it."""
    return Sudoku(
        size=6,
        constraints=[
            Sandwich(7, "R1C2-R6C2"),
            Sandwich(0, "R1C4-R6C4"),
            Skyscraper(3, "R1C4-R6C4"),
            Sandwich(12, "R3C1-R3C6"),
            Skyscraper(2, "R5C6-R5C1"),
            XSum(9, "R2C6-R2C1"),
            Skyscraper(4, "R6C6-R1C6"),
            AntiKnight(),
        ],
    ).draw()


def houses() -> str:
    """Boxes, diagonals and windows."""
    return Sudoku(diagonals=True, windoku=True).draw()


def jigsaw() -> str:
    """Regions in place of boxes, and two further regions."""
    regions = ["aaabbb", "aaccbb", "dacccb", "ddecff", "ddeeff", "deeeff"]
    extra = ["R2C2-R2C4-R3C4-R3C2", "R5C3-R5C5-R6C5-R6C3"]
    return Sudoku(regions=regions, extra=extra).draw()


def _laid(name: str, drawn: str) -> str:
    """Draw a packing of the gallery whose pieces lie as in a text."""
    packing = entry(name).load()
    assert isinstance(packing, Packing)
    cells = read_cells(re.sub("[A-Z]", "#", drawn), packing.board.graph["lattice"])
    marks = dict(zip(cells, re.findall("[A-Z]", drawn), strict=True))
    on_board = dict(zip(sorted(marks), sorted(packing.board), strict=True))
    for piece, mark in packing.marks().items():
        packing.lay(piece, [on_board[cell] for cell in cells if marks[cell] == mark])
    return packing.draw(packing.read(packing.given_options))


def soma() -> str:
    """The Soma cube, layer by layer."""
    return _laid("soma", SOMA)


def hexiamonds() -> str:
    """The hexiamonds in a rhombus."""
    return _laid("hexiamonds-6x6", DIAMONDS)


def queens() -> str:
    """A table of queens, which is told nothing about pictures."""
    puzzle = Puzzle("eight queens")
    queen = puzzle.choices("queen", row=range(8), col=range(8))
    places = dict(enumerate((0, 4, 7, 5, 2, 6, 1, 3)))
    rows = [number for number, (row, col) in enumerate(queen) if places[row] == col]
    return puzzle.draw(puzzle.read(rows))


def roster() -> str:
    """Names down and across."""
    puzzle = Puzzle("a roster")
    days, shifts = ("Mon", "Tue", "Wed", "Thu"), ("early", "late", "night")
    shift = puzzle.choices("shift", nurse=("Ann", "Bob", "Cy"), day=days, shift=shifts)
    puzzle.drawn(shift, "table", by=("nurse", "day"), show="shift")
    rows = [number for number, (*_, kind) in enumerate(shift) if (number // 3 - number) % 3 == 0]
    return puzzle.draw(puzzle.read(rows))


def coloring() -> str:
    """The Petersen graph, its vertices in three colors."""
    puzzle = entry("petersen-coloring").load()
    colors = "rgrgbbbrgg"
    rows = [
        number
        for number, (u, v, one, other) in enumerate(puzzle.tables[0])
        if (colors[u], colors[v]) == (one, other)
    ]
    return puzzle.draw(puzzle.read(rows))


def tents() -> str:
    """Symbols, with what is printed beside the grid."""
    puzzle = entry("tents-7").load()
    return puzzle.draw(solve(puzzle, "propagate").answer)


def sums() -> str:
    """A Latin square with sums in cages, as the page of clues describes it."""
    cages = ("abbb", "accd", "aecd", "eeff")
    totals = {"a": 6, "b": 9, "c": 7, "d": 4, "e": 11, "f": 3}
    puzzle = Puzzle("sums in cages")
    digit = puzzle.choices("digit", row=range(4), col=range(4), value=range(1, 5))
    for by in ("row", "col"), ("row", "value"), ("col", "value"):
        puzzle.exactly_one(digit, by=by)
    puzzle.sum_equals(totals, digit, by=lambda row, col: cages[row][col], weight="value")
    cage = puzzle.choices("cage", name=list(totals))
    puzzle.exactly_one(cage, by="name")

    def cells(name: str) -> list[tuple[int, int]]:
        return [(row, col) for row in range(4) for col in range(4) if cages[row][col] == name]

    puzzle.drawn(digit, show="value", color=False)
    puzzle.drawn(cage, "cages", covering=cells, show=lambda name: totals[name])
    return puzzle.draw(solve(puzzle, "propagate").answer)


def exact_cover() -> str:
    """An exact cover as a matrix: options 1, 4 and 5 cover each item once."""
    builder = ExactCoverBuilder()
    for item in "abcdefg":
        builder.item(item)
    for option in ("ce", "adg", "bcf", "adf", "bg", "deg"):
        builder.option(list(option))
    return svg(matrix_picture(builder.build(), (0, 3, 4)))


def explained() -> str:
    """Two givens that clash, and the group in which they do."""
    found = explain(Sudoku(CLASHING))
    drawn = found._repr_svg_()
    assert drawn is not None
    return drawn


def shikaku() -> str:
    """The puzzle of the first steps, solved."""
    return _shikaku(lambda numbers, area: numbers == [area])


def shikaku_wrong() -> str:
    """The same with a wrong rule: several numbers in a rectangle add up to its area."""
    return _shikaku(lambda numbers, area: sum(numbers) == area)


def _shikaku(fits: Callable[[list[int], int], bool]) -> str:
    clues = {(0, 4): 2, (1, 1): 8, (1, 5): 4, (2, 3): 6, (4, 0): 8, (5, 3): 2, (5, 4): 3, (5, 5): 3}

    def covered(top: int, left: int, height: int, width: int) -> list[tuple[int, int]]:
        return [(row, col) for row in range(top, top + height) for col in range(left, left + width)]

    def is_choice(top: int, left: int, height: int, width: int) -> bool:
        cells = covered(top, left, height, width)
        inside = top + height <= 6 and left + width <= 6
        return inside and fits([clues[cell] for cell in cells if cell in clues], height * width)

    puzzle, side = Puzzle("shikaku"), range(6)
    sizes = {"height": range(1, 7), "width": range(1, 7)}
    rectangle = puzzle.choices("rectangle", top=side, left=side, **sizes, where=is_choice)
    puzzle.exactly_one(rectangle, covering=covered, name="cell")
    puzzle.drawn(rectangle, "grid", covering=covered, show=lambda height, width: height * width)
    return puzzle.draw(solve(puzzle, "propagate").answer)


def loop() -> str:
    """A slitherlink, solved."""
    return _solved("slitherlink-6")


def pearls() -> str:
    """A masyu, solved."""
    return _solved("masyu-10")


def killer() -> str:
    """A killer sudoku, solved."""
    return _solved("killer-sudoku")


def bridges() -> str:
    """A hashiwokakero, solved."""
    return _solved("hashiwokakero-5")


def futoshiki() -> str:
    """A futoshiki, solved: its signs are those of a rule."""
    size, lines = range(4), [[(0, 1), (0, 0)], [(1, 0), (1, 1), (2, 1)], [(3, 3), (2, 3), (2, 2)]]
    puzzle = Puzzle("futoshiki")
    number = puzzle.choices("number", row=size, col=size, value=range(1, 5))
    for by in ("row", "col"), ("row", "value"), ("col", "value"):
        puzzle.exactly_one(number, by=by)
    puzzle.increasing(
        number, along=("row", "col"), lines=lines, value="value", strict=True, name="sign"
    )
    puzzle.drawn(number, show="value", color=False)
    puzzle.drawn(number, "signs", rule="sign")
    return puzzle.draw(solve(puzzle, "propagate").answer)


def marginals() -> str:
    """How often each digit stands in each cell of a small sudoku of two givens."""
    return solution_set(Sudoku("1......2........")).marginals().draw()


def _solved(name: str) -> str:
    puzzle = entry(name).load()
    return puzzle.draw(solve(puzzle, "propagate").answer)


PICTURES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        candidates,
        solved,
        lines,
        cages,
        signs,
        outside,
        houses,
        jigsaw,
        soma,
        hexiamonds,
        queens,
        roster,
        coloring,
        tents,
        sums,
        exact_cover,
        explained,
        shikaku,
        shikaku_wrong,
        loop,
        pearls,
        killer,
        bridges,
        futoshiki,
        marginals,
    )
}


if __name__ == "__main__":
    for name, made in PICTURES.items():
        (HERE / f"{name}.svg").write_text(made(), "utf-8")

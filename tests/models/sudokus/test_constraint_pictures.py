"""What each constraint looks like: shapes, at the places where puzzle books have them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minuet.models import Sudoku
from minuet.models.picture import Cage as Frame
from minuet.models.picture import Cell as Field
from minuet.models.picture import Circle, Line, Shape, Square, Text
from minuet.models.sudokus.constraints import (
    CONSTRAINTS,
    XV,
    AntiKing,
    AntiKnight,
    AntiTaxicab,
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    ConnectedValues,
    Constraint,
    Contains,
    CountDistinct,
    CountingCircles,
    Difference,
    DisjointGroups,
    Doppelganger,
    DotsShown,
    DoubleArrow,
    DutchFlatmates,
    Either,
    EntropicLine,
    EqualityCage,
    EqualSums,
    Even,
    FullRank,
    GlobalEntropy,
    GlobalModulo,
    HiddenSkyscraper,
    Indexing,
    Kropki,
    Less,
    LineMachine,
    LinePattern,
    LockoutLine,
    LookAndSay,
    Lunchbox,
    ModularLine,
    NonConsecutive,
    NumberedRoom,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    RellikCage,
    Renban,
    SameDigits,
    SameSets,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    ValueIndexing,
    Whispers,
    XSum,
    ZipperLine,
)

GRID = Sudoku(size=4).grid_shape
PICTURES: dict[Constraint, list[Shape]] = {
    Cage(7, "R1C2 R1C1"): [Frame(((0, 0), (0, 1)), "7")],
    Cage(None, "R1C1"): [Frame(((0, 0),))],
    Cage(7, "R1C1 R2C1", repeats=True): [Frame(((0, 0), (1, 0)), "7", "sum")],
    Cage(7, "R1C2-R3C4", repeats=True): [
        Text((-1, 0), "7", "outside"),
        Line(((-0.72, 0.28), (-0.53, 0.47)), "pointer"),
    ],
    Cage(7, "R1C2 R2C3", repeats=True): [Frame(((0, 1), (1, 2)), "7", "sum")],
    Arrow("R1C1", "R1C2 R2C3"): [
        Line(((0, 0), (0, 1), (1, 2)), "arrow"),
        Circle((0, 0), "ring"),
    ],
    Arrow("R1C1 R1C2", "R1C3"): [
        Line(((0, 1), (0, 2)), "arrow"),
        Line(((0, 0), (0, 1)), "pill"),
    ],
    DoubleArrow("R1C1-R1C3"): [
        Line(((0, 0), (0, 1), (0, 2)), "double arrow"),
        Circle((0, 0), "ring"),
        Circle((0, 2), "ring"),
    ],
    Thermometer("R1C1 R2C2"): [Line(((0, 0), (1, 1)), "thermometer"), Circle((0, 0), "bulb")],
    Thermometer("R1C1 R2C2", slow=True): [
        Line(((0, 0), (1, 1)), "slow thermometer"),
        Circle((0, 0), "bulb"),
    ],
    Whispers("R1C1 R1C2 R1C1"): [Line(((0, 0), (0, 1), (0, 0)), "whispers")],
    Whispers("R1C1 R1C2", 1): [Line(((0, 0), (0, 1)), "Dutch whispers")],
    Renban("R1C1 R1C2"): [Line(((0, 0), (0, 1)), "renban")],
    Palindrome("R1C1 R1C2"): [Line(((0, 0), (0, 1)), "palindrome")],
    BetweenLine("R1C1-R1C3"): [
        Line(((0, 0), (0, 1), (0, 2)), "between"),
        Circle((0, 0), "ring"),
        Circle((0, 2), "ring"),
    ],
    ZipperLine("R1C1 R1C2 R2C2"): [Line(((0, 0), (0, 1), (1, 1)), "zipper")],
    Less("R1C1 R1C2"): [Text((0, 0.5), "<", "sign")],
    Less("R1C2 R1C1"): [Text((0, 0.5), ">", "sign")],
    Less("R1C1 R2C1"): [Text((0.5, 0), "∧", "sign")],
    Less("R2C1 R1C1"): [Text((0.5, 0), "∨", "sign")],
    Less("R1C1 R3C1"): [Line(((0, 0), (2, 0)), "edge"), Text((1.0, 0.0), "∧", "sign")],
    Kropki(("R1C1 R1C2",), ("R1C1 R2C1",)): [
        Circle((0, 0.5), "white"),
        Circle((0.5, 0), "black"),
    ],
    XV(("R1C1 R1C2",), ("R1C1 R2C1",)): [
        Text((0, 0.5), "X", "sign"),
        Text((0.5, 0), "V", "sign"),
    ],
    Candidates("R1C1", (1, 3)): [Text((0, 0), "13", "clue")],
    Odd("R1C1"): [Circle((0, 0), "shade")],
    Even("R1C1"): [Square((0, 0), "shade")],
    Clone("R1C1", "R2C2"): [Field((0, 0), "shaded"), Field((1, 1), "shaded")],
    Sandwich(5, "R2C1-R2C4"): [Text((1, -1), "5", "outside")],
    Skyscraper(2, "R4C3-R1C3"): [Text((4, 2), "2", "outside")],
    Skyscraper(1, "R2C2 R2C3"): [Text((1, 1), "1", "clue")],
    XSum(9, "R1C1-R1C4"): [Text((0, -1), "9", "outside")],
    Quadruple("R1C1 R1C2 R2C1 R2C2", (4, 1)): [
        Circle((0.5, 0.5), "quadruple"),
        Text((0.5, 0.5), "4 1", "corner"),
    ],
    Quadruple("R1C1 R1C2 R2C1 R2C2", (1, 1, 3)): [
        Circle((0.5, 0.5), "quadruple"),
        Text((0.37, 0.5), "1 1", "corner"),
        Text((0.63, 0.5), "3", "corner"),
    ],
    RellikCage(5, "R1C1 R1C2"): [Frame(((0, 0), (0, 1)), "≠5")],
    EqualityCage("R1C1 R1C2"): [Frame(((0, 0), (0, 1)), "=")],
    Lunchbox(3, "R1C1 R1C2"): [Frame(((0, 0), (0, 1)), "<3>")],
    LockoutLine("R1C1 R1C2 R2C2"): [
        Line(((0, 0), (0, 1), (1, 1)), "between"),
        Circle((0, 0), "ring"),
        Circle((1, 1), "ring"),
    ],
    ModularLine("R1C1 R1C2"): [Line(((0, 0), (0, 1)), "zipper")],
    EntropicLine("R1C1 R1C2"): [Line(((0, 0), (0, 1)), "renban")],
    SumLine(5, "R1C1 R1C2"): [Line(((0, 0), (0, 1)), "zipper")],
    SumLine(5, "R1C1 R1C2 R2C2", loop=True): [Line(((0, 0), (0, 1), (1, 1), (0, 0)), "zipper")],
    RegionSumLine("R1C1 R1C2"): [Line(((0, 0), (0, 1)), "zipper")],
    EqualSums(("R1C1 R1C2", "R3C3")): [
        Frame(((0, 0), (0, 1)), "", "sum"),
        Frame(((2, 2),), "", "sum"),
    ],
    Pairing("R1C1 R1C2", ((1, 2),)): [Line(((0, 0), (0, 1)), "palindrome")],
    LinePattern("12", "R1C1 R1C2"): [Line(((0, 0), (0, 1)), "palindrome")],
    LineMachine("QH9A", "R1C1 R1C2"): [Line(((0, 0), (0, 1)), "palindrome")],
    Contains("R1C1 R1C2", (1, 3)): [Frame(((0, 0), (0, 1)), "1,3")],
    Contains("R1C1", (1,), exactly=True): [Frame(((0, 0),), "=1")],
    LookAndSay((1, 3), "R1C1 R1C2"): [Frame(((0, 0), (0, 1)), "13")],
    CountDistinct("R1C1", "R1C2 R2C2"): [Circle((0, 0), "ring"), Frame(((0, 1), (1, 1)))],
    CountingCircles("R1C1 R2C2"): [Circle((0, 0), "ring"), Circle((1, 1), "ring")],
    ConnectedValues((1, 2)): [],
    ConnectedValues((1, 2), "R1C1 R1C2"): [Frame(((0, 0), (0, 1)))],
    SameDigits(("R1C1", "R2C2")): [Frame(((0, 0),)), Frame(((1, 1),))],
    Indexing("R1C1"): [Field((0, 0), "shaded")],
    BoxIndexing("R1C1"): [Field((0, 0), "shaded")],
    NumberedRoom(3, "R1C1-R1C4"): [Text((0, -1), "3", "outside")],
    ValueIndexing("R1C1 R1C2 R2C2"): [
        Line(((0, 0), (0, 1), (1, 1)), "arrow"),
        Circle((0, 0), "bulb"),
    ],
    HiddenSkyscraper(2, "R1C1-R1C4"): [Text((0, -1), "2", "outside")],
    AntiTaxicab(): [],
    DisjointGroups(): [],
    DutchFlatmates(): [],
    GlobalEntropy(): [],
    GlobalModulo(): [],
    Either(("~R1C1_1", "~R1C2_1")): [],
    Difference("R1C1 R1C2"): [Circle((0, 0.5), "white")],
    Difference("R1C1 R1C2", 3): [Circle((0, 0.5), "white"), Text((0, 0.5), "3", "sign")],
    Ratio("R1C1 R2C1"): [Circle((0.5, 0), "black")],
    Ratio("R1C1 R2C1", 3): [Circle((0.5, 0), "black"), Text((0.5, 0), "×3", "sign")],
    FullRank(("R1C1-R1C4",), (5,)): [Text((0, -1), "#5", "outside")],
    Cage(9, "R1C1 R2C1", weights=(1, 2)): [Frame(((0, 0), (1, 0)), "9 (1, 2)")],
    Doppelganger(): [],
    SameSets(): [],
    DotsShown((1,), (2,), ("R1C1 R1C2",)): [],
    AntiKing(): [],
    AntiKnight(): [],
    NonConsecutive(): [],
}


@pytest.mark.parametrize("constraint", PICTURES, ids=str)
def test_a_constraint_is_drawn_as_puzzle_books_draw_it(constraint: Constraint) -> None:
    shapes = [
        replace(shape, between=()) if isinstance(shape, Circle | Text) else shape
        for shape in constraint.shapes(GRID)
    ]
    assert shapes == [replace(shape, title=constraint.kind) for shape in PICTURES[constraint]]
    named = replace(constraint, name="the one")
    assert {shape.title for shape in named.shapes(GRID)} <= {"the one"}


def test_every_constraint_is_among_the_pictures() -> None:
    elsewhere = {kind for kind in CONSTRAINTS.values() if kind.finds_regions or kind.finds_shading}
    drawn = {type(constraint) for constraint in PICTURES}
    assert drawn | elsewhere == set(CONSTRAINTS.values())

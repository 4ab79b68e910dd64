"""f-puzzles' JSON: every word says what its page means by it, and what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, Sudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.formats.links.f_puzzles_reading import ENTRIES
from minuet.models.sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    Constraint,
    Difference,
    DisjointGroups,
    DotsShown,
    DoubleArrow,
    EntropicLine,
    Even,
    Indexing,
    Kropki,
    Less,
    LockoutLine,
    ModularLine,
    NonConsecutive,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
    ZipperLine,
)
from minuet.solvers import count

from drawing import few

FORMS = ("f-puzzles", "f-puzzles-json", "sudokupad")
LINE = ["R1C1", "R2C2", "R3C3"]
DIAGONAL = "R1C1-R4C4"


def blank(size: int = 4) -> list[list[dict[str, Any]]]:
    return [[{} for _ in range(size)] for _ in range(size)]


def puzzle_of(grid: Any = None, **said: Any) -> Sudoku:
    (puzzle,) = read(json.dumps({"grid": blank() if grid is None else grid, **said})).problems
    assert isinstance(puzzle, Sudoku)
    return puzzle


def entry(**said: Any) -> list[dict[str, Any]]:
    return [said]


SAYS: dict[str, tuple[dict[str, Any], list[Constraint]]] = {
    "killercage": (
        {"killercage": entry(cells=["R1C1", "R1C2"], value="5")}, [Cage(5, "R1C1 R1C2")]
    ),
    "killercage without a sum": (
        {"killercage": entry(cells=["R1C1", "R2C3"])}, [Cage(None, "R1C1 R2C3")]
    ),
    "littlekillersum": (
        {"littlekillersum": entry(cell="R0C1", direction="DR", value="6", cells=[])},
        [Cage(6, "R1C2-R3C4", repeats=True)],
    ),
    "littlekillersum without a sum": (
        {"littlekillersum": entry(cell="R0C1", direction="DR", cells=[])}, []
    ),
    "arrow": (
        {"arrow": entry(cells=["R1C1"], lines=[["R1C1", "R2C2", "R3C3"], ["R1C1", "R1C2"]])},
        [Arrow("R1C1", "R2C2 R3C3"), Arrow("R1C1", "R1C2")],
    ),
    "arrow of a pill": (
        {"arrow": entry(cells=["R1C2", "R1C1"], lines=[["R1C2", "R2C2", "R3C3"]])},
        [Arrow("R1C1 R1C2", "R2C2 R3C3")],
    ),
    "thermometer": ({"thermometer": entry(lines=[LINE])}, [Thermometer("R1C1-R3C3")]),
    "slowthermometer": (
        {"slowthermometer": entry(lines=[LINE])}, [Thermometer("R1C1-R3C3", slow=True)]
    ),
    "palindrome": ({"palindrome": entry(lines=[LINE])}, [Palindrome("R1C1-R3C3")]),
    "renban": ({"renban": entry(lines=[LINE])}, [Renban("R1C1-R3C3")]),
    "whispers": ({"whispers": entry(lines=[LINE])}, [Whispers("R1C1-R3C3", 2)]),
    "whispers by another difference": (
        {"whispers": entry(lines=[LINE], value="3")}, [Whispers("R1C1-R3C3", 3)]
    ),
    "betweenline": ({"betweenline": entry(lines=[LINE])}, [BetweenLine("R1C1-R3C3")]),
    "doublearrow": ({"doublearrow": entry(lines=[LINE])}, [DoubleArrow("R1C1-R3C3")]),
    "zipperline": ({"zipperline": entry(lines=[LINE])}, [ZipperLine("R1C1-R3C3")]),
    "regionsumline": (
        {"regionsumline": entry(lines=[["R1C2", "R1C3", "R1C4"]])}, [RegionSumLine("R1C2-R1C4")]
    ),
    "lockout": ({"lockout": entry(lines=[LINE])}, [LockoutLine("R1C1-R3C3", 2)]),
    "entropicline": (
        {"grid": [[{} for _ in range(6)] for _ in range(6)], "entropicline": entry(lines=[LINE])},
        [EntropicLine("R1C1-R3C3")],
    ),
    "modularline": ({"modularline": entry(lines=[LINE])}, [ModularLine("R1C1-R3C3")]),
    "nabner": (
        {"nabner": entry(lines=[["R1C1", "R2C3"]])},
        [Pairing("R1C1 R2C3", [(1, 3), (1, 4), (2, 4), (3, 1), (4, 1), (4, 2)], every=True)],
    ),
    "rowindexer": (
        {"rowindexer": entry(cells=["R1C1", "R1C2"])}, [Indexing("R1C1 R1C2", rows=True)]
    ),
    "columnindexer": ({"columnindexer": entry(cells=["R1C1", "R2C1"])}, [Indexing("R1C1 R2C1")]),
    "boxindexer": ({"boxindexer": entry(cells=["R1C1", "R2C1"])}, [BoxIndexing("R1C1 R2C1")]),
    "odd": ({"odd": entry(cell="R1C1")}, [Odd("R1C1")]),
    "even": ({"even": entry(cell="R1C1")}, [Even("R1C1")]),
    "clone": ({"clone": entry(cells=["R1C1"], cloneCells=["R3C3"])}, [Clone("R1C1", "R3C3")]),
    "quadruple": (
        {"quadruple": entry(cells=["R1C1", "R1C2", "R2C1", "R2C2"], values=[1, 3])},
        [Quadruple("R1C1 R1C2 R2C1 R2C2", (1, 3))],
    ),
    "sandwichsum": (
        {"sandwichsum": entry(cell="R5C2", value="3")}, [Sandwich(3, "R1C2-R4C2")]
    ),
    "xsum": ({"xsum": entry(cell="R5C2", value=6)}, [XSum(6, "R4C2-R1C2")]),
    "skyscraper": ({"skyscraper": entry(cell="R3C0", value="2")}, [Skyscraper(2, "R3C1-R3C4")]),
    "skyscraper from the right": (
        {"skyscraper": entry(cell="R3C5", value="2")}, [Skyscraper(2, "R3C4-R3C1")]
    ),
    "minimum": (
        {"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]},
        [Less("R1C1 R2C1"), Less("R1C2 R1C3"), Less("R1C2 R2C2")],
    ),
    "maximum": ({"maximum": entry(cell="R1C1")}, [Less("R1C2 R1C1"), Less("R2C1 R1C1")]),
    "difference": (
        {"difference": entry(cells=["R1C1", "R1C2"])}, [Kropki(white=["R1C1 R1C2"])]
    ),
    "difference of two": (
        {"difference": entry(cells=["R1C1", "R1C2"], value="2")}, [Difference("R1C1 R1C2", 2)]
    ),
    "ratio": ({"ratio": entry(cells=["R1C1", "R1C2"], value="3")}, [Ratio("R1C1 R1C2", 3)]),
    "xv": (
        {"xv": [{"cells": ["R1C1", "R1C2"], "value": "v"}, {"cells": ["R1C1", "R2C1"]}]},
        [XV(v=["R1C1 R1C2"])],
    ),
    "negative xv": ({"negative": ["xv"]}, [XV(all_shown=True)]),
    "negative ratio": ({"negative": ["ratio"]}, [DotsShown((), (2,))]),
    "negative ratio beside a dot": (
        {"negative": ["ratio"], "difference": entry(cells=["R1C1", "R1C2"])},
        [Difference("R1C1 R1C2"), DotsShown((), (2,), ("R1C1 R1C2",))],
    ),
    "all dots": (
        {"negative": ["ratio"], "nonconsecutive": True, "ratio": entry(cells=["R1C1", "R1C2"])},
        [Kropki(black=["R1C1 R1C2"], all_shown=True)],
    ),
    "nonconsecutive": ({"nonconsecutive": True}, [NonConsecutive()]),
    "nonconsecutive beside a dot": (
        {"nonconsecutive": True, "difference": entry(cells=["R1C1", "R1C2"])},
        [Difference("R1C1 R1C2"), DotsShown((1,), (), ("R1C1 R1C2",))],
    ),
    "antiknight": ({"antiknight": True}, [AntiKnight()]),
    "antiking": ({"antiking": True}, [AntiKing()]),
    "disjointgroups": ({"disjointgroups": True}, [DisjointGroups()]),
    "adornments": (
        {"title": "t", "line": entry(lines=[LINE], fromConstraint="Renban"), "solution": [1]}, []
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAYS)
def test_a_word_says_what_the_page_means_by_it(case: str) -> None:
    said, constraints = SAYS[case]
    wanted = Sudoku(size=len(said.get("grid", blank())), constraints=constraints)
    assert same_cover(puzzle_of(**said).matrix, wanted.matrix)


def test_every_word_is_among_the_cases() -> None:
    assert set(ENTRIES) <= {key for said, _ in SAYS.values() for key in said}


def test_givens_are_given_and_what_somebody_entered_is_not() -> None:
    grid = blank()
    grid[0][0], grid[3][3] = {"value": 1, "given": True}, {"value": 2}
    grid[1][1] = {"givenPencilMarks": [1, 3], "cornerPencilMarks": [2], "c": "#FFA0A0"}
    puzzle = puzzle_of(grid)
    assert [str(given) for given in puzzle.givens] == ["R1C1=1"]
    wanted = Sudoku(size=4, constraints=[Candidates("R2C2", (1, 3))])
    assert same_cover(puzzle.matrix, wanted.matrix)


@pytest.mark.parametrize(
    ("said", "shape"),
    [
        ({"diagonal+": True, "diagonal-": True}, {"diagonals": True}),
        ({"diagonal-": True}, {"extra": [DIAGONAL]}),
        ({"diagonal+": True}, {"extra": ["R1C4-R4C1"]}),
        ({"disjointgroups": True}, {"extra": "1212343412123434"}),
        ({"extraregion": entry(cells=["R1C1", "R2C2", "R3C3", "R4C4"])}, {"extra": [DIAGONAL]}),
        (
            {"extraregion": entry(cells=["R1C1", "R2C2"])},
            {"constraints": [Cage(None, "R1C1 R2C2")]},
        ),
    ],
)
def test_houses_are_read(said: dict[str, Any], shape: dict[str, Any]) -> None:
    assert same_cover(puzzle_of(**said).matrix, Sudoku(size=4, **shape).matrix)


def test_regions_may_be_a_jigsaw_or_fewer_or_none() -> None:
    layout = "1112132233243444"
    grid = [[{"region": int(layout[4 * r + c])} for c in range(4)] for r in range(4)]
    assert same_cover(puzzle_of(grid).matrix, Sudoku(regions=layout).matrix)
    none = [[{"region": None} for _ in range(4)] for _ in range(4)]
    assert same_cover(puzzle_of(none).matrix, Sudoku(size=4, box=(1, 4)).matrix)
    assert count(puzzle_of(none)).count == 576
    none[0][0] = none[1][1] = {"region": 0}
    few = Sudoku(size=4, box=(1, 4), constraints=[Cage(None, "R1C1 R2C2")])
    assert same_cover(puzzle_of(none).matrix, few.matrix)
    assert same_cover(puzzle_of(blank(3)).matrix, Sudoku(size=3, box=(1, 3)).matrix)


# ---- Mistakes -----------------------------------------------------------------------------------


def test_a_mistake_is_told_with_the_place_of_its_key() -> None:
    text = '{\n "grid": [[{}]],\n "odd": [{"cell": "R7C7"}]\n}'
    with pytest.raises(InputError, match=r"^<text>:3:2: odd 1: cell: 'R7C7', expected"):
        read(text)
    with pytest.raises(InputError, match=r"^<text>:2:2: .*expected JSON"):
        read('{"grid": [[{}]],\n }')


def test_what_the_page_has_not_is_named_where_it_is_written() -> None:
    for form in FORMS:
        with pytest.raises(ModelError, match=r"^f-puzzles: inequality, which the page has not"):
            write(Sudoku(size=4, constraints=[Less("R1C1 R1C2")]), form)
        with pytest.raises(ModelError, match="whose digits may repeat, expected a whole diagonal"):
            write(Sudoku(size=4, constraints=[Cage(3, "R1C1 R1C2", repeats=True)]), form)
        with pytest.raises(ModelError, match="size 36, expected up to 25"):
            write(Sudoku(size=36), form)


# ---- Round trips --------------------------------------------------------------------------------

CONSTRAINTS = [
    one for key, (_, said) in SAYS.items() for one in said
    if key not in ("minimum", "maximum", "entropicline", "disjointgroups")
    if not isinstance(one, DotsShown)
]  # fmt: skip
DOTTED = (Kropki, NonConsecutive, XV)


@few(20)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=4, max_size=4),
    st.sampled_from(
        [{}, {"diagonals": True}, {"regions": "1112132233243444"}, {"extra": [DIAGONAL]},
         {"box": (1, 4)}, {"extra": "1212343412123434", "anti_king": True}]
    ),
    st.lists(st.sampled_from(CONSTRAINTS), max_size=4, unique_by=type),
    st.sampled_from(FORMS),
)  # fmt: skip
def test_sudokus_are_read_back(
    grid: list[list[int]], shape: dict[str, Any], constraints: list[Constraint], form: str
) -> None:
    if any(isinstance(one, Candidates) and grid[1][1] for one in constraints):
        grid[1][1] = 0
    if "anti_king" in shape:  # said twice is another test
        constraints = [one for one in constraints if not isinstance(one, AntiKing)]
    puzzle = Sudoku(grid, constraints=constraints, **shape)
    negative = [one for one in puzzle.constraints if isinstance(one, DOTTED)]
    try:
        text = write(puzzle, form)
    except ModelError as error:  # dots, and that there are no others, said apart
        assert "rules or costs of its own" in str(error)
        assert len(negative) > 0
        return
    reading = read(text, form=form)
    (again,) = reading.problems
    assert reading.warnings == ()
    assert isinstance(again, Sudoku)
    # Lines have choices of their own, which come in the order in which they are read.
    ordered = Sudoku(grid, constraints=sorted(constraints, key=CONSTRAINTS.index), **shape)
    assert same_cover(again.matrix, ordered.matrix)
    assert again.given_options == puzzle.given_options
    assert write(again, form) == text


def test_several_links_stand_in_one_text() -> None:
    text = "# two\n" + FORMATS["f-puzzles"].example + "\n" + FORMATS["sudokupad"].example
    assert len(read(text).problems) == 2

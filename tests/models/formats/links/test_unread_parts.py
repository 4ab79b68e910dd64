"""Whatever f-puzzles and SudokuPad say that minuet cannot read is a warning that names it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from minuet.models import InputError, Sudoku
from minuet.models.formats import read, same_cover
from minuet.models.sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Cage,
    Candidates,
    Constraint,
)
from minuet.solvers import count

from oracle.lz_string import packed

BOXES = [[[r + k // 2, c + k % 2] for k in range(4)] for r in (0, 2) for c in (0, 2)]
ROWS = [[[r, c] for c in range(4)] for r in range(4)]
LINES = [*ROWS, *[[[r, c] for r in range(4)] for c in range(4)]]
Said = dict[str, Any]


def blank(size: int = 4) -> list[list[Said]]:
    return [[{} for _ in range(size)] for _ in range(size)]


def scl(**said: Any) -> Any:
    return read(json.dumps({"cells": blank(), "regions": BOXES, **said}), form="scl")


def rimmed(**said: Any) -> Any:
    """Read a grid of 4x4 with a rim: [1, 1] is R1C1."""
    regions = [[[r + 1, c + 1] for r, c in box] for box in BOXES]
    return scl(**{"cells": blank(6), "regions": regions} | said)


def f_puzzles(**said: Any) -> Any:
    return read(json.dumps({"grid": blank(), **said}), form="f-puzzles-json")


def constraints_of(reading: Any) -> list[Constraint]:
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    return [constraint.settled() for constraint in puzzle.constraints]


# ---- SudokuPad's cages --------------------------------------------------------------------------

PAIR = [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("cage", "warnings"),
    [
        ({"value": "<5", "unique": True}, ["cage 1: value '<5' is not read"]),
        ({"value": "1-3", "unique": True}, ["cage 1: value '1-3' is not read"]),
        ({"value": "5+", "unique": "true"}, ["cage 1: value '5+' is not read"]),
        ({"value": "<5"}, ["cage 1: value '<5' is not read"]),
        ({"value": "x", "sum": 7}, ["cage 1: value 'x' is not read"]),
        ({"value": "7", "sum": 7}, []),
        ({}, ["1 cage without a sum is drawn, not read"]),
        ({"hidden": True, "unique": False}, []),
        ({"unique": True, "style": "fpRowIndexer"}, ["cage 1: style 'fpRowIndexer' is not read"]),
        ({"unique": True, "type": "rook"}, ["cage 1: type 'rook' is not read"]),
        ({"unique": True, "outlineC": "#fff", "style": "killer", "type": "killer"}, []),
        ({"sum": 7, "parity": "even"}, ["cage 1: parity 'even' is not read"]),
    ],
)
def test_what_is_written_in_a_cage_is_a_sum_or_a_warning(cage: Said, warnings: list[str]) -> None:
    reading = scl(cages=[{"cells": PAIR, **cage}])
    assert list(reading.warnings) == warnings
    total = 7 if "sum" in cage else None
    is_read = total is not None or cage.get("unique") in (True, "true")
    assert constraints_of(reading) == [Cage(total, "R1C1 R1C2").settled()] * is_read


def test_unique_may_stand_as_text() -> None:
    repeats = scl(cages=[{"cells": PAIR, "sum": 7, "unique": "false"}])
    assert constraints_of(repeats) == [Cage(7, "R1C1 R1C2", repeats=True).settled()]
    with pytest.raises(InputError, match=r"cage 1: unique: 'maybe', expected true or false"):
        scl(cages=[{"cells": PAIR, "sum": 7, "unique": "maybe"}])


def test_cages_that_reach_into_the_rim_are_counted_in_a_warning() -> None:
    cages: list[Said] = [
        {"cells": [[0, 1], [1, 1]], "sum": 7},
        {"cells": [[0, 0]], "unique": True},
        {"cells": [[1, 1], [1, 2]], "sum": 7},
        {"cells": [[0, 0], [5, 5]], "hidden": True},
    ]
    reading = rimmed(cages=cages)
    assert reading.warnings == ("cages 1 and 2 reach outside the grid and are not read",)
    assert constraints_of(reading) == [Cage(7, "R1C1 R1C2").settled()]
    (one,) = rimmed(cages=cages[:1]).warnings
    assert one == "cage 1 reaches outside the grid and is not read"


def test_a_clue_in_a_cell_of_the_rim_is_named() -> None:
    cells = blank(6)
    cells[0][3], cells[2][2] = {"value": "12"}, {"value": 3}
    assert rimmed(cells=cells).warnings == ("rim cell r0c3: value '12' is not read",)


def test_many_of_a_kind_are_one_warning() -> None:
    cells = blank(6)
    for k in range(1, 5):
        cells[0][k] = cells[k][0] = {"value": k}
    (warning,) = rimmed(cells=cells).warnings
    assert warning == "rim cell r0c1: value 1 and 7 others like it are not read"


# ---- SudokuPad's metadata and further keys ------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "warnings"),
    [
        ({"globalRules": ["x"]}, ["globalRules: 1 entry is not read"]),
        ({"foglight": [[0, 0], [1, 1], [2, 2]]}, ["foglight: 3 entries are not read"]),
        ({"fogofwar": ["R1C1"]}, ["fogofwar: 1 entry is not read"]),
        ({"triggereffect": [{"trigger": 1}]}, ["triggereffect: 1 entry is not read"]),
        ({"noboxes": True}, ["noboxes is not read"]),
        ({"noboxes": "yes"}, ["noboxes 'yes' is not read"]),
        ({"shape": {"kind": "torus"}}, ["shape is not read"]),
        ({"metadata": {"noboxes": True}}, ["metadata noboxes is not read"]),
        ({"metadata": {"norowcol": True}}, ["metadata norowcol is not read"]),
        ({"metadata": {"norowcol": False}}, []),
        ({"metadata": {"rules": "Normal rules."}}, ["rules in words are not read"]),
        ({"rules": "Normal rules."}, ["rules in words are not read"]),
        ({"cages": [{"value": "rules: none"}]}, ["rules in words are not read"]),
        ({"cages": [{"value": "foglight: r1c1"}]}, ["cage 1: value 'foglight: r1c1' is not read"]),
        ({"cages": [{"value": "odd"}]}, ["cage 1: value 'odd' is not read"]),
        ({"cages": [{"value": "title: T"}, {"value": "solution: 1"}]}, []),
        ({"metadata": {"title": "T", "author": "A", "solution": "1", "msgcorrect": "!"}}, []),
        ({"id": "x", "cellSize": 50, "settings": {"nogrid": True}, "title": "T"}, []),
        ({"lines": [{}, {}, {}], "overlays": [{}, {}]},
         ["3 lines and 2 overlays are drawn, not read"]),
        ({"arrows": [{}]}, ["1 arrow is drawn, not read"]),
        ({"lines": [{}], "cages": [{"cells": PAIR}]},
         ["1 line and 1 cage without a sum are drawn, not read"]),
    ],
)  # fmt: skip
def test_a_key_that_is_not_read_is_named(said: Said, warnings: list[str]) -> None:
    reading = scl(**said)
    assert list(reading.warnings) == warnings
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    assert same_cover(puzzle.matrix, Sudoku(size=4).matrix)


def test_pencil_marks_in_a_cell_are_named() -> None:
    cells = blank()
    cells[0][1] = {"pencilMarks": [1, 2]}
    cells[1][1] = {"value": 3, "given": True}
    assert scl(cells=cells).warnings == ("cell r1c2: pencilMarks: 2 entries are not read",)


@pytest.mark.parametrize("key", ["antiknight", "antiking"])
def test_a_rule_that_is_false_is_off_as_text_too(key: str) -> None:
    rule = AntiKnight() if key == "antiknight" else AntiKing()
    for off in (False, "false", "False", None):
        assert constraints_of(scl(metadata={key: off})) == []
        assert constraints_of(f_puzzles(**{key: off})) == []
    for on in (True, "true"):
        assert constraints_of(scl(metadata={key: on})) == [rule]
        assert constraints_of(f_puzzles(**{key: on})) == [rule]
        assert constraints_of(f_puzzles(metadata={key: on})) == [rule]
    assert constraints_of(scl(cages=[{"value": f"{key}: true"}])) == [rule]
    assert constraints_of(scl(cages=[{"value": f"{key}: false"}])) == []
    with pytest.raises(InputError, match=rf"metadata {key}: 'maybe', expected true or false"):
        scl(metadata={key: "maybe"})


def test_rows_and_columns_may_be_cages_of_their_own() -> None:
    # The page then checks the cages, and not rows and columns from one end to the other.
    lines: list[Said] = [
        {"cells": [[r + 1, c + 1] for r, c in line], "unique": "true", "type": "rowcol"}
        for line in LINES
    ]
    reading = rimmed(cages=lines, metadata={"norowcol": True})
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    assert reading.warnings == ()
    assert same_cover(puzzle.matrix, Sudoku(size=4).matrix)
    reading = rimmed(cages=lines[1:], metadata={"norowcol": True})
    assert reading.warnings == ("metadata norowcol is not read",)


def test_signs_are_read_where_all_of_them_are_shown() -> None:
    overlays: list[Said] = [
        {"center": [0.5, 1], "text": "V"},
        {"center": [2, 3.5], "text": "X"},
        {"center": [0.5, 0.5], "text": "X"},
        {"center": [0, 0.5], "text": "V"},
    ]
    reading = scl(overlays=overlays, **{"global": ["antixv"]})
    wanted = XV(x=["R2C4 R3C4"], v=["R1C1 R1C2"], all_shown=True)
    assert constraints_of(reading) == [wanted.settled()]
    assert reading.warnings == ("2 overlays are drawn, not read",)


# ---- f-puzzles ----------------------------------------------------------------------------------


def test_marks_of_a_given_cell_without_a_value_are_read() -> None:
    grid = blank()
    grid[0][0] = {"given": True, "givenPencilMarks": [1, 2]}
    reading = f_puzzles(grid=grid)
    assert constraints_of(reading) == [Candidates("R1C1", (1, 2)).settled()]
    assert reading.warnings == ()
    (puzzle,) = reading.problems
    assert count(puzzle).count == 2 * 288 // 4  # half of the 4x4 sudokus: symmetry of the digits
    grid[0][0]["value"] = 3
    reading = f_puzzles(grid=grid)
    assert constraints_of(reading) == []
    assert reading.warnings == ("grid: row 1: cell 1: givenPencilMarks: 2 entries are not read",)


@pytest.mark.parametrize(
    ("said", "warnings"),
    [
        ({"ruleset": "All arrows point up."}, ["rules in words are not read"]),
        ({"foglight": ["R1C1"]}, ["foglight: 1 entry is not read"]),
        ({"negative": ["foglight"]}, ["negative foglight is not read"]),
        ({"metadata": {"norowcol": True}}, ["metadata norowcol is not read"]),
        ({"metadata": {"wrap": True}}, ["metadata wrap is not read"]),
        ({"text": [{"cells": ["R1C1"], "value": ">"}], "line": [{"lines": []}, {"lines": []}]},
         ["2 lines and 1 text are drawn, not read"]),
        ({"cage": [{"cells": ["R1C1"], "value": "msg: hi"}]}, []),
        ({"cage": [{"cells": ["R1C1"], "value": "rule: odd"}]},
         ["cage 1: value 'rule: odd' is not read"]),
        ({"odd": [{"cell": "R1C1", "strict": 1}]}, ["odd 1: strict 1 is not read"]),
        ({"odd": [{"cell": "R1C1", "outlineC": "#fff"}]}, []),
        ({"quadruple": [{"cells": [], "values": []}], "xsum": [{"cell": "R0C1", "value": ""}]}, []),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "9",
                               "cells": ["R1C2", "R2C3", "R3C4"]}]}, []),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "9",
                               "cells": ["R1C2", "R2C3"]}]},
         ["littlekillersum 1: cells: 2 entries are not read"]),
        ({"newline": False}, ["newline false is not read"]),
        ({"title": "T", "author": "A", "solution": [1], "disabledlogic": []}, []),
    ],
)  # fmt: skip
def test_a_key_of_f_puzzles_that_is_not_read_is_named(said: Said, warnings: list[str]) -> None:
    assert list(f_puzzles(**said).warnings) == warnings


# ---- Several links ------------------------------------------------------------------------------


def test_warnings_name_the_line_of_a_link_among_several() -> None:
    said: Said = {"cells": blank(), "regions": BOXES}
    foggy = deepcopy(said) | {"foglight": [[0, 0]]}
    links = [f"https://sudokupad.app/scl{packed(json.dumps(one))}" for one in (said, foggy)]
    assert read(links[1]).warnings == ("foglight: 1 entry is not read",)
    text = "\n".join(["# two links", *links])
    assert read(text).warnings == ("line 3: foglight: 1 entry is not read",)


# ---- Odd values ---------------------------------------------------------------------------------

RICH: dict[str, Said] = {
    "scl": {
        "cells": [[{"value": 1, "given": True}, {}], [{}, {"value": "2"}]],
        "regions": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]],
        "metadata": {"title": "T", "rules": "R", "antiknight": False, "norowcol": True},
        "cages": [
            {"cells": [[0, 0], [1, 1]], "sum": 3, "value": "3", "unique": True, "hidden": False},
            {"cells": [[0, 0], [0, 1]], "style": "extraregion", "type": "rowcol", "unique": True},
            {"value": "antiking: false"},
        ],
        "overlays": [{"center": [0.5, 1], "text": "X"}],
        "global": ["antixv", "disjoint"],
    },
    "f-puzzles-json": {
        "size": 2,
        "grid": [[{"value": 1, "given": True, "region": 0}, {"givenPencilMarks": [1]}], [{}, {}]],
        "metadata": {"antiking": False},
        "ruleset": "R",
        "antiknight": False,
        "negative": ["xv"],
        "xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}],
        "cage": [{"cells": ["R1C1"], "value": "antiking: false"}],
        "littlekillersum": [
            {"cell": "R0C1", "direction": "DR", "value": "1", "cells": ["R1C2"]}
        ],
        "quadruple": [{"cells": ["R1C1"], "values": [1]}],
    },
}  # fmt: skip
ODD: tuple[Any, ...] = (None, True, False, -1, 7, 1.5, "", "x", "7", [], {}, [[]], [{}], {"x": 1})


def _variants(value: Any) -> Iterator[Any]:
    """Yield a document once for each of its parts and each odd value in the place of that part."""
    yield from ODD
    parts = value.items() if isinstance(value, dict) else ()
    parts = enumerate(value) if isinstance(value, list) else parts
    for key, part in parts:
        for variant in _variants(part):
            changed = value.copy()
            changed[key] = variant
            yield changed


@pytest.mark.parametrize("form", RICH)
def test_an_odd_value_anywhere_is_read_or_an_error(form: str) -> None:
    assert read(json.dumps(RICH[form]), form=form).warnings
    for document in _variants(RICH[form]):
        try:
            read(json.dumps(document), form=form)
        except InputError as error:
            assert "\n" not in str(error)

"""A constraint's class says all there is to it: documentation, forms, check, picture."""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from dataclasses import replace
from doctest import DocTestFinder, DocTestRunner
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import minuet.models.sudokus.constraints as constraints
from minuet.models import ModelError, Samurai, ShapedSudoku, Sudoku
from minuet.models.formats import read
from minuet.models.picture import Cell as Field
from minuet.models.picture import Picture, svg
from minuet.models.sudokus.constraints import (
    CONSTRAINTS,
    XV,
    AntiKing,
    Arrow,
    Cage,
    Candidates,
    Clone,
    Constraint,
    Doppelganger,
    Kropki,
    Less,
    Odd,
    Quadruple,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
)  # fmt: skip
from minuet.solvers import solve

from drawing import few
from oracle.paper import colors_of, dark_rules_of, document_of, is_within_its_paper
from oracle.shidokus import Cell, spell_cells

KINDS = list(CONSTRAINTS.values())
FROM_ZERO = (Doppelganger,)  # which stand in no grid of values from 1
GRID = Sudoku().grid_shape
EVERY = [(r, c) for r in range(9) for c in range(9)]


# ---- Documentation ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_docstring_begins_with_a_line_and_has_examples_that_hold(kind: type[Constraint]) -> None:
    assert kind.__doc__
    first, _, more = kind.__doc__.partition("\n\n")
    assert first.endswith(".")
    assert f"{kind.__name__}(" in more
    module = vars(__import__(kind.__module__, fromlist=["_"]))
    (page,) = DocTestFinder(recurse=False).find(kind, kind.__name__, globs=dict(module))
    assert page.examples
    assert DocTestRunner().run(page).failed == 0


def test_the_page_shows_the_table_that_the_classes_say(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("minuet.models.sudokus.constraints.catalogue", run_name="__main__")
    page = Path(__file__).parents[3] / "docs/sudoku.md"
    assert f"\n{capsys.readouterr().out}" in page.read_text("utf-8"), (
        "put the output of python -m minuet.models.sudokus.constraints.catalogue on the page"
    )


def test_every_constraint_is_exported_with_words_of_its_own() -> None:
    assert {kind.__name__ for kind in KINDS} < set(constraints.__all__)
    assert all(getattr(constraints, kind.__name__) is kind for kind in KINDS)
    words = [word.lower() for kind in KINDS for word in (*kind.words, *kind.small_words)]
    assert len(words) == len(set(words))


# ---- Text and TOML ------------------------------------------------------------------------------


def neighbours() -> st.SearchStrategy[tuple[Cell, Cell]]:
    across = st.tuples(st.integers(0, 8), st.integers(0, 7)).map(lambda c: (c, (c[0], c[1] + 1)))
    return st.tuples(across, st.booleans(), st.booleans()).map(
        lambda drawn: _turned(*drawn[0], *drawn[1:])
    )


def _turned(one: Cell, other: Cell, down: bool, back: bool) -> tuple[Cell, Cell]:
    if down:
        one, other = one[::-1], other[::-1]
    return (other, one) if back else (one, other)


def sides() -> st.SearchStrategy[Sequence[Cell]]:
    return st.tuples(st.integers(0, 8), st.booleans(), st.booleans()).map(
        lambda drawn: [(drawn[0], k) if drawn[1] else (k, drawn[0]) for k in range(9)][
            :: -1 if drawn[2] else 1
        ]
    )


def rows() -> st.SearchStrategy[Sequence[Cell]]:
    return sides().map(sorted)


# What a constraint string can say; the rest is drawn by the kind of the field.
DRAWN: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "cage": {"weights": st.just(())},
    "full rank": {
        "lines": st.just(((tuple((0, k) for k in range(9))), tuple((k, 3) for k in range(9)))),
        "ranks": st.lists(st.integers(1, 36), min_size=2, max_size=2),
        "ties": st.sampled_from(["none", "only-unclued", "any"]),
    },
    "arrow": {"circle": st.sampled_from([[(0, 0)], [(0, 0), (1, 1)], [(4, 0), (4, 1), (4, 2)]])},
    "candidates": {"values": st.lists(st.integers(1, 9), min_size=2, max_size=4)},
    "difference": {"cells": neighbours(), "value": st.integers(0, 8)},
    "dots shown": {
        "differences": st.lists(st.integers(1, 8), max_size=2),
        "ratios": st.lists(st.integers(2, 9), max_size=2),
    },
    "inequality": {"cells": neighbours()},
    "kropki": {"all_shown": st.booleans()},
    "ratio": {"cells": neighbours(), "value": st.integers(1, 9)},
    "sandwich": {"line": rows()},
    "skyscraper": {"line": sides(), "seen": st.integers(1, 9)},
    "quadruple": {
        "cells": st.tuples(st.integers(0, 7), st.integers(0, 7)).map(
            lambda at: [(at[0] + down, at[1] + right) for down in (0, 1) for right in (0, 1)]
        ),
        "values": st.lists(st.integers(1, 9), min_size=1, max_size=4),
    },
    "x-sum": {"line": sides()},
    "xv": {"all_shown": st.booleans()},
    "contains": {"values": st.lists(st.integers(1, 9), min_size=1, max_size=3)},
    "connected values": {
        "values": st.lists(st.integers(1, 9), min_size=1, max_size=3),
        "cells": st.just(()),
        "count": st.none() | st.integers(1, 81),
    },
    "count distinct": {"cell": st.sampled_from([[(0, 0)], [(4, 2)]])},
    "equal sums": {"groups": st.lists(neighbours(), min_size=2, max_size=3, unique_by=frozenset)},
    "same digits": {"groups": st.lists(neighbours(), min_size=2, max_size=3, unique_by=frozenset)},
    "look-and-say": {"clue": st.sampled_from([(1, 3), (0, 9, 2, 4), (3, 1)])},
    "hidden skyscraper": {"line": sides(), "digit": st.integers(1, 9)},
    "numbered room": {"line": sides(), "digit": st.integers(1, 9)},
    "line pattern": {"pattern": st.sampled_from(["(1|2)*[^3-5]{2,}.?", "1+", "...", "[1-9]{3}"])},
    "line machine": {"machine_code": st.just("QH9A")},
    "modular line": {"modulus": st.integers(1, 5)},
    "pairing": {
        "pairs": st.sets(st.tuples(st.integers(1, 9), st.integers(1, 9))).map(
            lambda pairs: tuple(sorted(pairs))
        )
    },
    "region count": {"cell": st.sampled_from([[(0, 0)], [(4, 2)]])},
    "region run": {
        "cell": st.sampled_from([[(0, 0)], [(4, 2)]]),
        "arms": st.sampled_from([[], [[(1, 1), (1, 2)], [(1, 1), (0, 1)]]]),
    },
    "regions seen": {"cell": st.sampled_from([[(0, 0)], [(4, 2)]])},
    "cave count": {"cell": st.sampled_from([[(0, 0)], [(4, 2)]])},
    "shaded count": {"cell": st.sampled_from([[(0, 0)], [(4, 2)]])},
    "rellik cage": {"sum": st.integers(1, 45)},
    "sum line": {"sum": st.integers(1, 45)},
    "either": {
        "branches": st.lists(
            st.sampled_from(["~R1C1_1", "Cage~3~R1C1~R1C2", "~R1C2_3.Odd~R1C1"]), min_size=2
        )
    },
}


@st.composite
def drawn(draw: st.DrawFn, kind: type[Constraint]) -> Constraint:
    """Draw a constraint, with cells as pairs or as their names."""
    cells = draw(st.lists(st.sampled_from(EVERY), min_size=6, max_size=8, unique=True))
    cells = [cell for cell in cells if cell not in ((0, 0), (1, 1), (4, 0), (4, 1), (4, 2))]
    usual: dict[str, st.SearchStrategy[Any]] = {
        "int": st.integers(0, 45),
        "int | None": st.integers(1, 45),
        "bool": st.just(False) if kind is Thermometer else st.booleans(),
        "Sequence[Cells]": st.lists(neighbours(), max_size=3, unique_by=frozenset),
    }
    given: dict[str, Any] = {}
    for part in kind.arguments():
        special = DRAWN.get(kind.kind, {}).get(part.name)
        if special is not None or part.type in usual:
            given[part.name] = draw(special if special is not None else usual[str(part.type)])
        else:  # cells: three here, and three others for a second argument
            given[part.name] = (cells * 3)[:3] if not given else (cells * 3)[-3:]
        if part.type == "Cells" and draw(st.booleans()):
            given[part.name] = spell_cells(given[part.name])
    return kind(**given)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@few(3)
def test_a_constraint_is_read_as_it_was_written_and_drawn_on_the_paper(
    kind: type[Constraint], data: st.DataObject
) -> None:
    constraint = data.draw(drawn(kind))
    wanted = constraint.settled()
    if kind.words or kind.small_words:
        is_read_from_a_constraint_string(wanted)
    named = replace(wanted, name=data.draw(st.none() | st.text(max_size=9)))
    if kind not in FROM_ZERO:
        is_read_from_toml(named if kind.arguments() else wanted)
    is_drawn(replace(constraint, name=named.name))


def is_read_from_a_constraint_string(wanted: Constraint) -> None:
    kind = type(wanted)
    shape = ".Shape~9x9~0-9" if kind in FROM_ZERO else ""
    (puzzle,) = read(f"{shape}.AntiKing.{wanted.to_text()}", form="constraints").problems
    assert isinstance(puzzle, ShapedSudoku if kind in FROM_ZERO else Sudoku)
    found = kind.join([one for one in puzzle.constraints if kind is AntiKing or one != AntiKing()])
    if wanted in (Kropki(), XV()):
        assert puzzle.constraints == (AntiKing(),)
    else:
        assert found is not None
        assert found.settled() == wanted


def is_read_from_toml(wanted: Constraint) -> None:
    (puzzle,) = read("[sudoku]\n" + wanted.to_toml(), form="toml").problems
    assert isinstance(puzzle, Sudoku)
    assert [one.settled() for one in puzzle.constraints] == [wanted]


def is_drawn(constraint: Constraint) -> None:
    shapes = list(constraint.shapes(GRID))
    cells = [Field((row, col)) for row, col in EVERY]
    document = document_of(svg(Picture((*cells, *shapes), title=constraint.title)))
    assert is_within_its_paper(document)
    assert colors_of(document) <= set(dark_rules_of(document))


def test_what_a_form_cannot_say_is_an_error_and_never_left_out() -> None:
    cells = "R1C1 R1C2"
    for constraint in (
        Clone("R1C1", "R2C2"),
        Thermometer(cells, slow=True),
        Cage(0, cells),
        Cage(-3, cells),
        Cage(9, cells, name="corner"),
        Less("R1C1 R5C5"),
        Whispers(cells, -1),
        Sandwich(3, "R1C1-R1C4"),
        Skyscraper(0, "R1C1-R1C9"),
        XSum(-3, "R1C1-R1C9"),
        Quadruple("R1C1 R1C2", [1]),
        Arrow("R1C2 R1C1", "R2C1"),
        Arrow("R1C1-R1C4", "R2C1"),
        Kropki(white=["R1C1 R1C3"]),
    ):
        with pytest.raises(ModelError, match="no constraint string says"):
            constraint.to_text()
    with pytest.raises(ModelError, match=r'^Cage\(name=.corner., sum=9, cells="R1C1 R1C2"\), w'):
        Cage(9, cells, name="corner").to_text()
    with pytest.raises(ModelError, match="no constraint string says"):
        Arrow("R1C1 R1C2", "R2C1").to_text(16)  # says too that R1C2 is one digit there
    with pytest.raises(ModelError, match="nothing, which TOML cannot say"):
        Cage(None, cells).to_toml()
    with pytest.raises(ModelError, match="whose name TOML cannot say"):
        AntiKing(name="touching").to_toml()
    with pytest.raises(ModelError, match="a sum of 'None', expected an integer"):
        Sandwich(None, cells).to_toml()  # type: ignore[arg-type]


def test_a_cell_range_with_one_value_gives_it_to_each_of_its_cells() -> None:
    (puzzle,) = read(".Shape~4x4.~R1C1-R2C2_3", form="constraints").problems
    assert isinstance(puzzle, Sudoku)
    assert puzzle.constraints == (Candidates("R1C1-R2C2", (3,)),)


# ---- Check --------------------------------------------------------------------------------------


def test_a_blank_cell_holds_nothing() -> None:
    assert not Odd("R1C1").holds("." * 16)
    assert Odd("R1C1").holds("1" + "." * 15)


@pytest.mark.parametrize("constraint", [Less("R1C1 R1C2"), Cage(7, "R1C1 R1C2", name="corner")])
def test_check_asks_the_constraint_itself_and_not_its_rules_alone(constraint: Constraint) -> None:
    name = constraint.name or "inequality 1"
    whole, overlapping = Sudoku(size=4), Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2))
    for plain in (whole.with_givens("41" + "." * 14), overlapping):
        if plain is overlapping:
            plain.given("digit", row=0, col=0, value=4)
            plain.given("digit", row=0, col=1, value=1)
        answer = solve(plain).answer
        assert answer is not None
        plain.constraints = (constraint,)  # as if a mistake had made no rules of it
        assert plain.check(answer).violations == (f"{name}: R1C1 R1C2: 4, 1",)

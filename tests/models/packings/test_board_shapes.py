"""The shapes of boards that have a name: what they hold, and the table of the docs."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from minuet.models import ModelError
from minuet.models.packings import LATTICES
from minuet.models.packings.board import BOARD_SHAPES, BoardShape

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("shape", BOARD_SHAPES.values(), ids=lambda shape: shape.name)
def test_boards_have_as_many_cells_as_their_shape_says(shape: BoardShape) -> None:
    lattices = LATTICES.values() if shape.lattice is None else [shape.lattice]
    built = 0
    for lattice, sides in product(lattices, product((1, 2, 3, 5), repeat=len(shape.sides))):
        try:
            board = shape.build(*sides, lattice)
        except ModelError as error:  # no such shape on this lattice
            assert lattice.solid or (shape.name, lattice.name) == ("hexagon", "squares"), error
            continue
        assert len(board) == shape.cells(*sides, lattice)
        assert board.lattice is lattice
        built += 1
    assert built >= 8


def test_the_table_in_the_docs_is_that_of_the_shapes() -> None:
    text = (DOCS / "toml.md").read_text("utf-8")
    for shape in BOARD_SHAPES.values():
        sides = ", ".join(shape.sides)
        value = sides if len(shape.sides) == 1 else f"[{sides}]"
        assert f"| `{{ {shape.name} = {value} }}` | {shape.doc} |\n" in text

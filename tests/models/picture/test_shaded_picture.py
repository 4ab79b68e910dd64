"""How often choices are made, in shades: what a grid shows is what a list of the solutions says."""

from __future__ import annotations

from collections import Counter

import pytest

from minuet.models import ModelError, Packing, Puzzle, Sudoku
from minuet.models.gallery import entry
from minuet.models.picture import Cell, Picture, Text
from minuet.models.picture.painters.painting import shaded_text
from minuet.models.picture.picture import Place
from minuet.solvers import solution_set, solutions

from oracle.paper import document_of, is_within_its_paper


def shares(picture: Picture) -> dict[Place, float]:
    return {one.place: one.share for one in picture.shapes
            if isinstance(one, Cell) and one.role == "share"}  # fmt: skip


def test_a_digit_is_as_dark_as_it_is_frequent() -> None:
    sudoku = Sudoku("1......2..3.....")
    seen = Counter(
        (row.value, (row.row, row.col))
        for answer in solutions(sudoku, "dlx")
        for row in answer["digit"]
    )
    grids = solution_set(sudoku).marginals().grids("digit")
    assert [grid.title for grid in grids] == [f"digit: value {value}" for value in range(1, 5)]
    most = max(seen.values())
    for value, grid in enumerate(grids, 1):
        wanted = {cell: count / most for (one, cell), count in seen.items() if one == value}
        assert shares(grid) == wanted


@pytest.mark.parametrize("name", ["tetrahexes-4x7", "pentominoes-3x20"])
def test_a_piece_has_each_cell_as_often_as_solutions_lay_it_there(name: str) -> None:
    packing = entry(name).load()
    assert isinstance(packing, Packing)
    seen = Counter(
        (str(row.piece), cell)
        for answer in solutions(packing)
        for row in answer["place"]
        for cell in row.cells
    )
    most = max(seen.values())
    for grid in solution_set(packing).marginals().grids("place"):
        piece = grid.title.removeprefix("place: piece ")
        wanted = {cell: count / most for (one, cell), count in seen.items() if one == piece}
        assert shares(grid) == wanted
        assert set(grid.places) == {cell for _, cell in seen}
        assert grid.lattice == packing.picture(next(iter(solutions(packing)))).lattice


def test_only_what_all_or_no_solutions_have_is_told_so() -> None:
    puzzle = Puzzle("rare")
    puzzle.choices("thing", row=range(1), col=range(2000))
    puzzle.choices("other", row=range(1), col=range(3))
    puzzle.exactly_one("thing", by="row")
    puzzle.at_most_one("other", by="col")
    puzzle.given("other", col=0)
    puzzle.forbid("other", col=1)
    rare, sure = (solution_set(puzzle).marginals().grids(one)[0] for one in ("thing", "other"))
    texts = {one.text for one in rare.shapes if isinstance(one, Text) and one.role == "side"}
    assert texts == {"<1%"}
    told = {one.place: one.text for one in sure.shapes
            if isinstance(one, Text) and one.role == "side"}  # fmt: skip
    assert told == {(0, 0): "100%", (0, 2): "50%"}
    assert shaded_text(sure) == "\u2588\u2588  \u2591\u2591"


def test_all_grids_are_drawn_on_one_sheet() -> None:
    marginals = solution_set(entry("queens-8").load()).marginals()
    document = document_of(marginals.draw())
    assert is_within_its_paper(document)
    titles = [one.text for one in document.iter() if one.tag.endswith("title")]
    assert "4 of 92" in titles
    assert solution_set(Sudoku("." * 16)).marginals().draw("digit").count("<svg") == 5


def test_what_has_no_cells_has_no_grids() -> None:
    puzzle = Puzzle("steps")
    puzzle.choices("step", here=range(3), there=range(3))
    puzzle.at_most_one("step", by="here")
    marginals = solution_set(puzzle).marginals()
    assert marginals.grids("step") == []
    with pytest.raises(ModelError, match="expected choices with a row and a col"):
        marginals.draw()
    with pytest.raises(ModelError, match="bare matrix"):
        solution_set(puzzle.matrix).marginals().draw()

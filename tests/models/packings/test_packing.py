"""Boards, pieces, packings and the bead puzzle, against published counts."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from minuet.models import ModelError, Packing, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.models.packings import BEAD_PIECES, BeadPuzzle, Board, Coloring, Piece, placements
from minuet.solvers import Status, count, crosscheck, solve

LAYOUTS = [f"l{k:02}" for k in range(0, 27, 2)]
LEARNED = {"l00", "l10", "l14", "l22"}  # those that solvers which learn clauses are asked, too


def beads(data: Path, name: str) -> Puzzle:
    path = data / f"beads/{name}.in"
    (puzzle,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(puzzle, BeadPuzzle)
    return puzzle


def number(data: Path, name: str) -> int:
    return int((data / f"beads/{name}.count").read_text())


def test_symmetric_pieces_give_each_orientation_once() -> None:
    turns = {piece.name: len(piece.orientations()) for piece in BEAD_PIECES}
    assert turns == dict(zip("ABCDEFGHIJKL", [4, 2, 8, 1, 4, 8, 4, 8, 8, 1, 4, 8], strict=True))


def test_turning_and_flipping_can_be_switched_off() -> None:
    drawing = "##/#./#."
    plain = Piece.from_text("L", drawing, rotations=False, reflections=False)
    assert len(plain.orientations()) == 1
    assert len(Piece.from_text("L", drawing, reflections=False).orientations()) == 4
    assert len(Piece.from_text("L", drawing, rotations=False).orientations()) == 2


def test_bead_triangle_has_1644_placements() -> None:
    board = Board.triangle(10)
    assert len(board) == 55
    laid = placements(board, BEAD_PIECES)
    assert len(laid) == len({(piece, frozenset(cells)) for piece, cells in laid}) == 1644


def test_a_board_is_a_graph_of_any_shape() -> None:
    ring = Board.from_text("###\n#.#\n###")
    assert isinstance(ring, nx.Graph)
    assert (len(ring), ring.number_of_edges()) == (8, 8)
    dominoes = [Piece.from_text(name, "##") for name in "abcd"]
    assert count(Packing(ring, dominoes)).count == 2 * 24
    plain = nx.grid_2d_graph(2, 2)
    assert count(Packing(plain, dominoes[:2])).count == 4


def test_pieces_that_do_not_fill_the_board_are_infeasible() -> None:
    assert solve(Packing(Board.rectangle(2, 2), [])).status is Status.INFEASIBLE
    big = Piece.from_text("big", "###/###/###")
    assert solve(Packing(Board.rectangle(2, 2), [big])).status is Status.INFEASIBLE


def test_refuses_pieces_without_cells_or_with_one_name() -> None:
    with pytest.raises(ModelError, match="has no cells"):
        Packing(Board.rectangle(2, 2), [Piece.from_text("none", "...")])
    with pytest.raises(ModelError, match="two pieces of one name"):
        Packing(Board.rectangle(2, 2), [Piece.from_text("a", "#"), Piece.from_text("a", "##")])
    with pytest.raises(ModelError, match="row 1, column 2: 'x'"):
        Piece.from_text("odd", "#x")


@pytest.mark.parametrize("name", LAYOUTS)
def test_counts_the_completions_of_bead_layouts(data: Path, name: str) -> None:
    assert count(beads(data, name), "dlx").count == number(data, name)


@pytest.mark.slow
def test_empty_bead_triangle_has_32288_packings(data: Path) -> None:
    assert count(beads(data, "empty"), "dlx").count == 32288


@pytest.mark.parametrize("name", [pytest.param("l00", marks=pytest.mark.slow), *LAYOUTS[1:]])
def test_solvers_agree_on_bead_layouts(data: Path, name: str) -> None:
    if number(data, name) > 300:
        pytest.skip("more than 300 completions")
    if name not in LEARNED:
        assert count(beads(data, name), "bitmask").count == number(data, name)
        return
    report = crosscheck(beads(data, name), ["dlx", "bitmask", "cpsat", "sat"])
    assert report, report.disagreements
    assert len(report.compared) == 4
    assert report.scope == "all solutions"


def test_answers_of_bead_layouts_are_unique_and_obey_the_rules(data: Path) -> None:
    puzzle = beads(data, "sample")
    result = solve(puzzle)
    assert result.answer is not None
    assert puzzle.check(result.answer)
    assert str(result.answer).split() == (data / "beads/sample.out").read_text().split()
    assert count(puzzle).count == 1


def test_a_piece_laid_where_it_does_not_fit_makes_the_puzzle_infeasible() -> None:
    lines = ["." * (i + 1) for i in range(10)]
    lines[0] = "A"
    assert solve(BeadPuzzle(lines)).status is Status.INFEASIBLE
    with pytest.raises(ModelError, match="row 1, column 1: 'z'"):
        BeadPuzzle(["z", *lines[1:]])
    with pytest.raises(ModelError, match="expected 10 lines"):
        BeadPuzzle(lines[1:])


def test_a_puzzle_is_not_changed_by_being_solved() -> None:
    puzzle = Sudoku("1" + "." * 15)
    before = (puzzle.matrix, puzzle.given_options, puzzle.forbidden_options)
    first, second = count(puzzle), count(puzzle)
    assert first.count == second.count == 72
    assert (puzzle.matrix, puzzle.given_options, puzzle.forbidden_options) == before


@pytest.mark.parametrize("far", [0, 10**6, 10**20])
def test_a_colored_piece_may_be_drawn_anywhere_and_lies_where_its_colors_allow(far: int) -> None:
    corner, end, up = (far, far), (far, far + 1), (far + 1, far)
    ell = Piece("L", frozenset({corner, end, up}))
    colors = Coloring({(0, 0): 1}, {"L": {corner: 1, end: 2}}, [(1, 1)])
    packing = Packing(Board.rectangle(2, 2), [ell], uncovered=True, coloring=colors)
    laid = {(*cells, *tints) for _, cells, tints in packing.place.rows}
    # Two with the corner on (0, 0), two that leave it free, two with the colorless end there.
    assert len(laid) == len(packing.place.rows) == 6
    wide = Piece("wide", frozenset({corner, (far, far + 10**15)}))
    assert not Packing(Board.rectangle(2, 2), [wide], uncovered=True, leftover=True).place.rows

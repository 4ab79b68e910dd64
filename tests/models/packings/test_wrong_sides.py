"""Boards, packings and tables of nothing are refused where they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import ModelError, Packing, Puzzle
from minuet.models.packings import Board, Piece


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Board.rectangle(0, 2), "rectangle: rows is 0, expected an integer of at least 1"),
        (lambda: Board.rectangle(2, -1), "rectangle: cols is -1"),
        (lambda: Board.rectangle(2.0, 1), "rectangle: rows is 2.0"),  # type: ignore[arg-type]
        (lambda: Board.rectangle("3", 1), "rectangle: rows is '3'"),  # type: ignore[arg-type]
        (lambda: Board.rectangle(True, 1), "rectangle: rows is True"),
        (lambda: Board.box(1, 0, 2), "box: rows is 0"),
        (lambda: Board.triangle(0), "triangle: side is 0"),
        (lambda: Board.hexagon(0), "hexagon: side is 0"),
        (lambda: Board.parallelogram(1, 0), "parallelogram: cols is 0"),
    ],
)
def test_a_side_is_an_integer_from_one_on(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(ModelError, match=told):
        make()


BOARD = Board.rectangle(2, 2)


@pytest.mark.parametrize(
    ("board", "pieces", "told"),
    [
        (BOARD, ["##"], r"piece '##', expected a Piece: Piece.from_text\('a', '##'\)"),
        (BOARD, "##", "pieces '##', expected a list of them"),
        (BOARD, Piece.from_text("a", "##"), "expected a list of them"),
        (BOARD, 3, "pieces 3, expected a list of them"),
        (BOARD, [[(0, 0)]], r"piece \[\(0, 0\)\], expected a Piece"),
        ("##/##", [], r"board '##/##', expected a Board: Board.from_text\('##/##'\)"),
        ((2, 2), [], r"board \(2, 2\), expected a Board: Board.rectangle\(6, 10\)"),
    ],
)
def test_a_packing_says_what_boards_and_pieces_are(board: Any, pieces: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        Packing(board, pieces)


@pytest.mark.parametrize("rows", [None, {}])
def test_a_table_has_columns(rows: Any) -> None:
    told = r"table 'e' has no columns, expected some: row=range\(8\), or rows"
    with pytest.raises(ModelError, match=told):
        Puzzle().choices("e", rows)
    assert len(Puzzle().choices("e", [])) == 0

"""All solutions as images of some of them: published numbers of tilings, orders, counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from minuet.models import Packing
from minuet.models.packings import Board, pentominoes, polyominoes
from minuet.solvers import count, solutions


@pytest.mark.parametrize(
    ("board", "number"),
    [(Board.rectangle(4, 15), 1472), (Board.rectangle(3, 20), 8)],  # Haselgrove, Eureka 23, 1960
    ids=["4x15", "3x20"],
)
def test_all_tilings_are_listed_once_in_one_order(board: Board, number: int) -> None:
    matrix = Packing(board, pentominoes()).matrix
    every = []
    for solver, threads in (("bitmask", 1), ("bitmask:portable", 1), ("bitmask", 2)):
        with solutions(matrix, solver, threads=threads) as stream:
            every.append(list(stream))
        assert stream.complete
    assert len(set(every[0])) == len(every[0]) == number
    assert every[0] == every[1] == every[2]


def test_a_list_of_images_may_be_left_early() -> None:
    matrix = Packing(Board.rectangle(6, 10), pentominoes()).matrix
    with solutions(matrix, "bitmask") as stream:
        assert len(set(islice(stream, 10))) == 10
    assert not stream.complete


def test_images_of_solutions_of_several_sizes() -> None:
    pieces = [replace(p, name=f"{k}{p.name}") for k in (4, 5) for p in polyominoes(k)]
    matrix = Packing(Board.rectangle(7, 5), pieces, leftover=True).matrix
    with solutions(matrix, "bitmask") as stream:
        listed = list(stream)
    assert len(set(listed)) == len(listed) == count(matrix, "memo").count
    assert set(map(len, listed)) == {7, 8}

"""Symmetries in the puzzle's words."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from minuet.models import Packing, Puzzle, Sudoku, automorphisms
from minuet.models.gallery import entry
from minuet.models.packings import Board, pentominoes, soma_pieces
from minuet.models.symmetry.orbits import Chain

from oracle.problems import queens


def test_a_sudoku_grid_is_told_as_people_tell_it() -> None:
    lines = [
        f"{lines} {a}, {a + 1} and {a + 2} may be put in any order"
        for lines in ("rows", "cols")
        for a in (0, 3, 6)
    ]
    bands = [
        f"{lines} {a}, {a + 1} and {a + 2} and {lines} {a + 3}, {a + 4} and {a + 5} may be swapped"
        for lines in ("rows", "cols")
        for a in (0, 3)
    ]
    digits = "values 1, 2, 3, 4, 5, 6, 7, 8 and 9 may be put in any order"
    told = automorphisms(Sudoku("." * 81)).words
    assert set(told) == {*lines, *bands, digits, "row and col may be exchanged"}


def test_two_rows_may_be_swapped() -> None:
    puzzle = Puzzle("two")
    choice = puzzle.choices("choice", row=(1, 2), city=("Ulm", "Rom"))
    puzzle.exactly_one(choice, by="row")
    puzzle.minimize(choice, lambda city: len(city) + (city == "Rom"))
    assert automorphisms(puzzle).words == ("rows 1 and 2 may be swapped",)


def test_what_holds_in_one_place_alone_is_told_with_the_place() -> None:
    puzzle = Puzzle("timetable")
    lesson = puzzle.choices("lesson", group=("a", "b"), number=range(2), hour=range(3))
    puzzle.exactly_one(lesson, by=("group", "number"))
    puzzle.at_most_one(lesson, by=("group", "hour"))
    told = automorphisms(puzzle).words
    assert "groups a and b may be swapped" in told
    assert "numbers 0 and 1 may be swapped" in told
    assert "numbers 0 and 1 may be swapped, where group is b" in told


def test_a_board_is_turned_and_mirrored_with_pieces_that_are_mirror_images() -> None:
    flat = automorphisms(Packing(Board.rectangle(6, 10), pentominoes())).words
    assert set(flat) <= {
        "the board may be turned by half a turn",
        "the board may be mirrored, first axis reversed",
        "the board may be mirrored, second axis reversed",
    }
    assert len(flat) == 2
    soma = automorphisms(Packing(Board.box(3, 3, 3), soma_pieces())).words
    assert all(line.startswith("the board may be moved so that (x, y, z) becomes") for line in soma)
    assert any(line.endswith(", with pieces A and B swapped") for line in soma)


def test_queens_may_be_reversed_and_exchanged() -> None:
    told = ["rows may be reversed", "cols may be reversed", "row and col may be exchanged"]
    assert list(automorphisms(queens(6)).words) == told


def test_points_of_triples_change_places_in_whatever_column_they_stand() -> None:
    told = automorphisms(entry("steiner-7").load()).words
    assert all(line.endswith("of a, b and c may be swapped") for line in told)


def test_items_are_told_of_a_bare_matrix() -> None:
    (told,) = automorphisms(entry("langford-7").load().matrix).words
    assert told.startswith("items ")
    assert "place 1 and" in told
    assert told.endswith("may change places")


def test_words_of_a_puzzle_that_none_of_this_fits_name_choices() -> None:
    puzzle = Puzzle("lists")
    choice = puzzle.choices("choice", rows=[{"on": [1]}, {"on": [2, 3]}])
    puzzle.exactly_one(choice, by=lambda: 0)
    (told,) = automorphisms(puzzle).words
    assert told.endswith("may change places")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_chain_holds_what_the_generators_make(size: int) -> None:
    random = Random(size)
    every = [np.array(one, np.int32) for one in permutations(range(size))]
    for one, other in random.sample(list(combinations(every, 2)), min(10, len(every) // 2)):
        made = {tuple(range(size))}
        for member in (queue := list(made)):
            for move in (one, other):
                further = tuple(int(move[k]) for k in member)
                if further not in made:
                    made.add(further)
                    queue.append(further)
        chain = Chain(size)
        chain.add([one])
        chain.add([other])
        assert chain.order == len(made)
        assert {tuple(move.tolist()) for move in every if move in chain} == made

"""What a color says of the items that must be covered follows from the matrix, and is said."""

from __future__ import annotations

from random import Random

import pytest

from minuet.models import Puzzle
from minuet.solvers.conformance import all_solutions
from minuet.solvers.encoding.rows import Rows, rows
from minuet.solvers.encoding.selection import unselected
from minuet.solvers.encoding.sums import Either


def encoded(puzzle: Puzzle) -> Rows:
    return rows(unselected(puzzle.matrix), lambda: None)


def two_tables(rng: Random) -> Puzzle:
    """Return two tables that agree on letters: the slots of one, and of the other now and then."""
    puzzle = Puzzle("letters")
    first = puzzle.choices("first", slot=range(3), letter=range(3))
    kept = rng.sample([(slot, letter) for slot in range(3) for letter in range(3)], 6)
    second = puzzle.choices("second", rows=[{"slot": s, "letter": k} for s, k in kept])
    for table in (first, second):
        if rng.random() < 0.7:
            puzzle.exactly_one(table, by="slot")
        else:
            puzzle.at_most_one(table, by="slot")
    bare = rng.random() < 0.3
    puzzle.agree(
        {
            first: lambda slot, letter: {slot: None if bare and letter == slot else letter},
            second: lambda slot, letter: {slot: letter},
        }
    )
    return puzzle


def test_every_solution_keeps_the_clauses() -> None:
    said = 0
    for number in range(150):
        puzzle = two_tables(Random(f"agreed {number}"))
        table = encoded(puzzle)
        clauses = list(table.agreed())
        said += len(clauses)
        for options in all_solutions(puzzle.matrix):
            values = table.values(options)
            chosen = {variable for variable, value in enumerate(values) if value}
            assert all(clause.holds(chosen) for clause in clauses)
    assert said > 500


def test_a_letter_needs_an_option_of_each_table_that_must_say_it() -> None:
    puzzle = Puzzle("letters")
    first = puzzle.choices("first", letter=["A", "B"])
    second = puzzle.choices("second", rows=[{"letter": "A", "word": k} for k in range(2)])
    for table in (first, second):
        puzzle.exactly_one(table, by=lambda letter: 0)
    puzzle.agree({first: lambda letter: {0: letter}, second: lambda letter: {0: letter}})
    (color,) = [variable for variable, _ in encoded(puzzle).colors]
    clauses = {(tuple(one.yes), tuple(one.no)) for one in encoded(puzzle).agreed()}
    # A is said by the option 0 and by 2 or 3; B, by option 1 alone, lacks one of the second table.
    assert ((0,), (color,)) in clauses
    assert ((2, 3), (color,)) in clauses


@pytest.mark.parametrize("colored", [False, True])
def test_nothing_is_said_where_an_item_may_stay_open(colored: bool) -> None:
    puzzle = Puzzle("letters")
    first = puzzle.choices("first", letter=["A", "B"])
    second = puzzle.choices("second", letter=["A", "B"])
    puzzle.at_most_one(first, by=lambda letter: 0)
    puzzle.at_most_one(second, by=lambda letter: 0)
    if colored:
        puzzle.agree({first: lambda letter: {0: letter}, second: lambda letter: {0: letter}})
    assert list(encoded(puzzle).agreed()) == list[Either]()

"""Designs and partitions: Steiner triple systems, and all partitions of a set.

A Steiner triple system holds each pair of v points in one of its triples; there is one where v is 1
or 3 modulo 6 (Kirkman 1847). Knuth calls the matrix of all subsets of n items the extreme exact
cover problem (The Art of Computer Programming 4B, section 7.2.2.1): its solutions are the
partitions of a set, in number the Bell numbers, and no other n items have more.
"""

from __future__ import annotations

from itertools import combinations

from ....models.puzzle import Puzzle
from ....models.tables.rows import Rows
from ..generator import Generator, Parameter

__all__ = ["GENERATORS"]


def _steiner(points: int) -> Puzzle:
    puzzle = Puzzle(f"Steiner triples of {points} points")
    numbers = range(1, points + 1)
    triples = list(combinations(numbers, 3))
    triple = puzzle.choices("triple", Rows(("one", "two", "three"), triples))
    puzzle.exactly_one(
        triple,
        covering=lambda one, two, three: ((one, two), (one, three), (two, three)),
        over=list(combinations(numbers, 2)),
        name="pair",
    )
    return puzzle


def _all_subsets(n: int) -> Puzzle:
    puzzle = Puzzle(f"partitions of a set of {n}")
    numbers = range(1, n + 1)
    subsets = [(subset,) for size in numbers for subset in combinations(numbers, size)]
    part = puzzle.choices("part", Rows(("members",), subsets))
    puzzle.exactly_one(part, covering=lambda members: members, over=numbers, name="member")
    return puzzle


GENERATORS = (
    Generator(
        "steiner-triples",
        "Triples of points that hold each pair once; there are such where the points are 1 or 3 "
        "modulo 6.",
        "Kirkman 1847; OEIS A030128",
        {"points": Parameter(9, "points", 1, 60)},
        "points",
        _steiner,
    ),
    Generator(
        "all-subsets",
        "All partitions of a set of n, whose every subset is an option.",
        "Knuth, The Art of Computer Programming 4B, 7.2.2.1; OEIS A000110",
        {"n": Parameter(8, "members of the set", 1, 16)},
        "n",
        _all_subsets,
    ),
)

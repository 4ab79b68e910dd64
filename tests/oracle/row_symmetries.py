"""The symmetries of a small puzzle by brute force: permutations of its rows, and `Puzzle.check`.

An answer is a set of rows that every rule holds on, evaluated without the matrix, with what it
costs. A symmetry is a permutation of the rows that maps answers to answers of the same cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import permutations
from typing import Any

from minuet.models import Answer, Puzzle

__all__ = [
    "MORE",
    "Answers",
    "answers_of",
    "beside_more",
    "closure",
    "image",
    "is_symmetry",
    "orbits",
    "true_symmetries",
]

Rows = frozenset[int]
Answers = Mapping[Rows, Any]
Move = tuple[int, ...]
MORE = 7


def answers_of(puzzle: Puzzle) -> Answers:
    """Return all answers, as numbers of rows, and what each comes to."""
    found = {}
    size = sum(map(len, puzzle.tables))
    for number in range(1 << size):
        rows = [k for k in range(size) if number >> k & 1]
        answer = Answer(puzzle, rows)
        if puzzle.check(answer):
            found[frozenset(rows)] = puzzle.total(answer)
    return found


def image(move: Move, rows: Iterable[int]) -> Rows:
    """Return the rows that these become."""
    return frozenset(move[row] for row in rows)


def is_symmetry(move: Move, answers: Answers) -> bool:
    """Whether a permutation of the rows maps answers to answers of the same cost."""
    return all(
        there in answers and answers[there] == cost
        for rows, cost in answers.items()
        for there in [image(move, rows)]
    )


def true_symmetries(puzzle: Puzzle) -> set[Move]:
    """Return all permutations of the rows that are symmetries."""
    answers = answers_of(puzzle)
    size = sum(map(len, puzzle.tables))
    return {move for move in permutations(range(size)) if is_symmetry(move, answers)}


def closure(moves: Collection[Move], size: int) -> set[Move]:
    """Return the group that permutations generate."""
    same = tuple(range(size))
    group = {same}
    ahead = [same]
    while ahead:
        one = ahead.pop()
        for move in moves:
            product = tuple(move[k] for k in one)
            if product not in group:
                group.add(product)
                ahead.append(product)
    return group


def orbits(answers: Iterable[Rows], group: Collection[Move]) -> set[frozenset[Rows]]:
    """Return the classes of answers that a group maps to one another."""
    return {frozenset(image(move, rows) for move in group) for rows in answers}


def beside_more(puzzle: Puzzle) -> Puzzle:
    """Let one of `MORE` choices be made besides, which may change places in 5040 ways.

    There are as many classes of answers then, and more symmetries than are listed.
    """
    more = puzzle.choices("more", k=range(MORE))
    puzzle.exactly_one(more, by=lambda k: 0 * k)
    return puzzle

"""Matchings: of all pairs of points, and of triples drawn at random.

`perfect-matchings` pairs the points of a complete graph; an odd number of them, or one that a
search notices late, is Knuth's example of a bad case (The Art of Computer Programming 4B, section
7.2.2.1). Of n = 2q points there are (2q - 1)!! = 1, 3, 15, 105 ... ways.

`three-dimensional-matching` is the sixth of Karp's problems in its random form: triples of an x, a
y and a z of n each. The expected number of matchings, n!^2 (m / n^3)^n of m triples, passes 1 at
some e^2 triples a point, a little earlier for small n: 6.2 for 30. (That every point is in a triple
takes ln(n), which is less for n up to 1618.)
"""

from __future__ import annotations

from itertools import combinations

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ....models.tables.rows import Rows
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS"]


def _perfect_matchings(n: int) -> Puzzle:
    puzzle = Puzzle(f"perfect matchings of {n} points")
    pair = puzzle.choices("pair", Rows(("one", "two"), list(combinations(range(1, n + 1), 2))))
    points = range(1, n + 1)
    puzzle.exactly_one(pair, covering=lambda one, two: (one, two), over=points, name="point")
    return puzzle


def _triples(n: int, density: float, planted: bool, seed: int) -> ExactCover:
    draws, number = Draws(seed), round(n * density)
    least = n if planted else 0
    if not least <= number <= n**3:
        raise ModelError(f"{number:,} triples, expected {least:,} to {n**3:,}")
    triples: set[tuple[int, int, int]] = set()
    if planted:
        triples.update(zip(range(n), draws.order(n), draws.order(n), strict=True))
    while len(triples) < number:
        triples.add((draws.below(n), draws.below(n), draws.below(n)))
    builder = ExactCoverBuilder()
    for axis in "xyz":
        for point in range(1, n + 1):
            builder.item(f"{axis}{point}")
    for triple in sorted(triples):
        names = zip("xyz", triple, strict=True)
        builder.option([f"{axis}{point + 1}" for axis, point in names])
    return builder.build()


GENERATORS = (
    Generator(
        "perfect-matchings",
        "All ways to pair n points; there is none where n is odd.",
        "Knuth, The Art of Computer Programming 4B, 7.2.2.1; OEIS A001147",
        {"n": Parameter(10, "points", 1, 400)},
        "n",
        _perfect_matchings,
    ),
    Generator(
        "three-dimensional-matching",
        "Triples of an x, a y and a z, drawn at random, of which n cover all; perhaps none do.",
        "Karp, Reducibility among combinatorial problems, 1972",
        {
            "n": Parameter(30, "points on each of three sides", 1, 30_000),
            "density": Parameter(6.0, "triples a point", 0.0, 1000.0),
            "planted": Parameter(True, "whether a matching is put in first"),
            "seed": SEED,
        },
        "n",
        _triples,
    ),
)

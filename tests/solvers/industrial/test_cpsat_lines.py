"""CP-SAT with automata for lines, beside statements on the same choices: all words are tried."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from minuet import count
from minuet.models import Puzzle

pytest.importorskip("ortools")

PATTERNS = "(0|1){2}1?0?1?", "0*1{1,2}0*", "(01|10)*0?", "0*1{2}0+1+0*", "(0|1)*1(0|1)"


@pytest.mark.parametrize("seed", range(40))
def test_statements_may_name_all_of_a_place_but_some_choices(seed: int) -> None:
    rng = random.Random(seed)
    places = rng.randint(3, 5)
    pattern = rng.choice(PATTERNS)
    puzzle = Puzzle("line")
    black = puzzle.choices("black", row=range(1), col=range(places))
    puzzle.regular(pattern, black, by="row", along="col")
    pairs = [tuple(rng.sample(range(places), 2)) for _ in range(rng.randint(1, 2))]
    for one, other in pairs:
        puzzle.implies(black.where(col=one), black.where(col=other))
    expected = sum(
        re.fullmatch(pattern, "".join(map(str, word))) is not None
        and all(word[one] <= word[other] for one, other in pairs)
        for word in product([0, 1], repeat=places)
    )
    assert count(puzzle, "cpsat").count == expected

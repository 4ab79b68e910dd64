"""Families whose numbers of solutions are published, against these numbers."""

from __future__ import annotations

import pytest

from minuet.experiments import instance
from minuet.solvers import count

NUMBERS = {
    "queens,n=1": 1,
    "queens,n=3": 0,
    "queens,n=8": 92,
    "queens,n=9": 352,
    "langford,n=1": 0,
    "langford,n=3": 2,
    "langford,n=5": 0,
    "langford,n=7": 52,
    "langford,n=8": 300,
    "dominoes,rows=1,cols=1": 0,
    "dominoes,rows=2,cols=10": 89,
    "dominoes,rows=6,cols=6": 6728,
    "dominoes,rows=5,cols=5": 0,
    "latin-squares,n=1": 1,
    "latin-squares,n=4,reduced=false": 576,
    "latin-squares,n=6": 9408,
    "steiner-triples,points=7": 30,
    "steiner-triples,points=8": 0,
    "steiner-triples,points=9": 840,
    "all-subsets,n=1": 1,
    "all-subsets,n=8": 4140,
    "perfect-matchings,n=7": 0,
    "perfect-matchings,n=10": 945,
    "pentominoes,rows=6,cols=10": 9356,
    "pentominoes,rows=3,cols=20": 8,
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_family_has_its_published_numbers(text: str) -> None:
    one, parameters = instance(text)
    assert count(one.make(**parameters)).count == NUMBERS[text]

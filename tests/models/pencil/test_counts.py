"""Small boards have as many solutions as the checker of pzpr accepts fillings."""

from __future__ import annotations

import pytest

from minuet.models.formats import read
from minuet.solvers import count

COUNTS = {
    "mochikoro/3/2/.g3i": 0,  # no rectangle of three cells has one clue alone
    "mochikoro/3/3/g1i12g3": 0,
    "mochikoro/3/3/g1m": 9,
    "mochinyoro/3/2/i3.g": 0,
    "mochinyoro/3/3/g44g.j": 0,
    "mochinyoro/3/3/j2j": 4,
    "juosan/4/3/ha8o0g.": 0,  # a number is that of the lines of which there are more
    "juosan/3/3/50hg2h": 0,
    "juosan/3/3/50hg3h": 138,
    "doppelblock/4/4/n": 216,  # as all squares of lines 0 0 1 2 that are tried one by one
    "doppelblock/4/4/3g2k": 4,
    "doppelblock/4/4/k2g1": 12,
    "doppelblock/4/4/0h3g3g0": 0,
    "shakashaka/2/3/l": 2,  # some cell is half black, so a square stands on its corner
    "shakashaka/3/3/jbh": 0,
    "shakashaka/3/3/n.": 2,
    "shakashaka/4/4/qch": 2,
    "shakashaka/5/4/m.r": 16,
}


@pytest.mark.parametrize("link", COUNTS)
def test_a_board_has_as_many_solutions_as_pzpr_counts(link: str) -> None:
    (puzzle,) = read(f"https://puzz.link/p?{link}").problems
    assert count(puzzle).count == COUNTS[link]

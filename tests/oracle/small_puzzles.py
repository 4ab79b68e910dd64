"""Random puzzles small enough for brute force, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from minuet.models import Puzzle


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """A small table, some rules on it, givens that may clash, choices forbidden."""
    puzzle = Puzzle("small")
    table = puzzle.choices("pick", row=range(3), col=range(2))
    for by in draw(st.lists(st.sampled_from(["row", "col"]), max_size=2)):
        puzzle.exactly_one(table, by=by)
    puzzle.at_most_one(table, by=lambda row, col: (row + col) % 3)
    cells = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=3)
    for row, col in draw(cells):
        puzzle.given(table, row=row, col=col)
    for row, col in draw(cells):
        puzzle.forbid(table, row=row, col=col)
    return puzzle

"""Random puzzles small enough for brute force, and random matrices, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle

NAMES = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters="|:"), min_size=1)


@st.composite
def matrices(draw: st.DrawFn) -> ExactCover:
    """A matrix with multiplicities, colors and costs, which any text of matrices can hold."""
    names = draw(st.lists(NAMES, unique=True, max_size=8))
    primary = draw(st.integers(0, len(names)))
    builder = ExactCoverBuilder()
    for name in names[:primary]:
        low = draw(st.integers(0, 3))
        builder.item(name, low, draw(st.integers(low, 4)))
    for name in names[primary:]:
        builder.secondary(name)
    for _ in range(draw(st.integers(0, 6)) if names else 0):
        chosen = draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
        paint = st.none() | NAMES
        colors = {n: None if n in names[:primary] else draw(paint) for n in chosen}
        builder.option(colors, cost=draw(st.integers(-(10**6), 10**6)))
    return builder.build()


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


def two_pairs() -> ExactCover:
    """Return two items with two options each, 0 and 1, 2 and 3: four solutions."""
    builder = ExactCoverBuilder()
    for item in "ab":
        builder.item(item)
        builder.option([item])
        builder.option([item])
    return builder.build()

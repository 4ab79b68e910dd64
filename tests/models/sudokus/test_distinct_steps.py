"""Automata over cells that differ, against all orders of values, tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ShapedSudoku, Sudoku
from minuet.models.sudokus.constraints import (
    Constraint,
    HiddenSkyscraper,
    Skyscraper,
    Walk,
)
from minuet.solvers import solutions

STATES, VALUES = 4, 4
Table = list[list[int | None]]


@dataclass(frozen=True)
class Automaton(Constraint):
    """An automaton, by its table, accepts the first cells of the row."""

    kind = "automaton"
    cells: int
    table: Table
    accepted: set[int]

    def demands(self, grid: Any) -> Iterator[Any]:
        def step(state: int, _: int, value: int) -> int | None:
            return self.table[state][value - 1]

        line = tuple((0, col) for col in range(self.cells))
        yield Walk(line, 0, step, self.accepted.__contains__)


def accepts(table: Table, accepted: set[int], word: tuple[int, ...]) -> bool:
    state: int | None = 0
    for value in word:
        state = None if state is None else table[state][value - 1]
    return state in accepted


@given(
    cells=st.integers(2, VALUES),
    table=st.lists(
        st.lists(
            st.one_of(st.none(), st.integers(0, STATES - 1)), min_size=VALUES, max_size=VALUES
        ),
        min_size=STATES,
        max_size=STATES,
    ),
    accepted=st.sets(st.integers(0, STATES - 1)),
    by_steps=st.booleans(),
)
def test_no_word_of_distinct_values_is_lost(
    stepwise: Callable[[], AbstractContextManager[None]],
    cells: int,
    table: Table,
    accepted: set[int],
    by_steps: bool,
) -> None:
    with stepwise() if by_steps else nullcontext():
        row = ShapedSudoku(1, VALUES, regions=(), constraints=[Automaton(cells, table, accepted)])
    found = [tuple(row.grid(answer)[0]) for answer in solutions(row, "dlx")]
    every = permutations(range(1, VALUES + 1))
    expected = [word for word in every if accepts(table, accepted, word[:cells])]
    assert sorted(found) == expected


def lines(size: int, clue: Constraint) -> int:
    """Return how many words, or steps if the words are many, say the clue."""
    (table,) = (t for t in Sudoku(size=size, constraints=[clue]).tables if t.name == "line")
    return len(table)


def test_a_clue_leaves_out_what_distinct_values_do_not_do() -> None:
    """One seen: the greatest comes first, and then each of the others in each place."""
    assert lines(9, Skyscraper(1, "R1C1-R1C9")) == 1 + 8 * 8


def test_nine_seen_is_one_word() -> None:
    assert lines(9, Skyscraper(9, "R1C1-R1C9")) == 1


def test_a_hidden_one_is_not_the_greatest() -> None:
    assert lines(9, HiddenSkyscraper(9, "R1C1-R1C9")) == 0


def test_two_seen_of_four_are_eleven_words() -> None:
    """As many orders have two left-to-right maxima (a Stirling number of the first kind)."""
    assert lines(4, Skyscraper(2, "R1C1-R1C4")) == 11


def test_a_kind_of_another_program_may_read_otherwise_in_the_next_puzzle() -> None:
    @dataclass(frozen=True)
    class Falling(Constraint):
        kind = "slope"
        by: int

        def demands(self, grid: Any) -> Iterator[Any]:
            def step(last: int, _: int, value: int) -> int | None:
                return value if last - value >= self.by else None

            yield Walk(((0, 0), (0, 1)), 2 * VALUES, step, lambda _: True, kind="slope")

    def starts(constraint: Constraint) -> set[tuple[int | None, ...]]:
        row = ShapedSudoku(1, VALUES, regions=(), constraints=[constraint])
        return {tuple(row.grid(answer)[0][:2]) for answer in solutions(row, "dlx")}

    pairs = set(permutations(range(1, VALUES + 1), 2))
    for by in (1, 3, 2):
        assert starts(Falling(by)) == {(v, w) for v, w in pairs if v - w >= by}

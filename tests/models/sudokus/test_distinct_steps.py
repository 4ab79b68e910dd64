"""Steps of automata over cells that differ, against all orders of values, tried one by one."""

from __future__ import annotations

from itertools import permutations
from math import factorial

from hypothesis import given
from hypothesis import strategies as st

from minuet.models.sudokus.cells import Cell
from minuet.models.sudokus.constraints import HiddenSkyscraper, Skyscraper, XSum
from minuet.models.sudokus.demand_keys.automata import Automata, Layers
from minuet.models.sudokus.demands import Walk
from minuet.models.sudokus.grid_shape import square_grid

STATES = 4


def differ(one: Cell, other: Cell) -> bool:
    return one != other


def words(layers: Layers) -> set[tuple[int, ...]]:
    """Return the words of distinct values, by following the steps."""
    ways = [((), state) for state in range(len(layers.states[0]))]
    for layer in layers.steps:
        columns = [column.tolist() for column in layer]
        ways = [
            ((*word, value + 1), behind)
            for word, state in ways
            for before, value, behind in zip(*columns, strict=True)
            if before == state and value + 1 not in word
        ]
    return {word for word, _ in ways}


def walk(cells: int, table: list[list[int | None]], accepted: set[int]) -> Walk:
    line = tuple((0, col) for col in range(cells))
    return Walk(line, 0, lambda state, _, value: table[state][value - 1], accepted.__contains__)


@given(
    cells=st.integers(2, 4),
    table=st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, STATES - 1)), min_size=4, max_size=4),
        min_size=STATES,
        max_size=STATES,
    ),
    accepted=st.sets(st.integers(0, STATES - 1)),
)
def test_no_word_of_distinct_values_is_lost(
    cells: int, table: list[list[int | None]], accepted: set[int]
) -> None:
    asked = walk(cells, table, accepted)
    orders = permutations(range(1, 5), cells)
    expected = {one for one in orders if asked._allow(list(one))}
    assert words(Automata(4).layers(asked, differ)) == expected


def of_clue(clue: Skyscraper | HiddenSkyscraper | XSum) -> Walk:
    (asked,) = clue.demands(square_grid(9))
    assert isinstance(asked, Walk)
    return asked


def steps(asked: Walk, distinct: bool) -> int:
    layers = Automata(9).layers(asked, lambda *_: distinct)
    return sum(len(layer.before) for layer in layers.steps)


def test_a_clue_leaves_out_what_distinct_values_do_not_do() -> None:
    """One seen: the greatest comes first, and then each of the others in each place."""
    asked = of_clue(Skyscraper(1, "R1C1-R1C9"))
    layers = Automata(9).layers(asked, differ)
    assert [layer.values.tolist() for layer in layers.steps] == [[8], *[list(range(8))] * 8]
    assert steps(asked, True) < steps(asked, False)


def test_nine_seen_is_one_word() -> None:
    assert steps(of_clue(Skyscraper(9, "R1C1-R1C9")), True) == 9


def test_a_hidden_one_is_not_the_greatest() -> None:
    assert steps(of_clue(HiddenSkyscraper(9, "R1C1-R1C9")), True) == 0


def test_two_seen_of_four_are_eleven_words() -> None:
    """As many orders have two left-to-right maxima (a Stirling number of the first kind)."""
    (asked,) = Skyscraper(2, "R1C1-R1C4").demands(square_grid(4))
    assert isinstance(asked, Walk)
    assert len(words(Automata(4).layers(asked, differ))) == 11 < factorial(4)

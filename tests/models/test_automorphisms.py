"""The automorphisms of a matrix: against brute force over all permutations, published orders."""

from __future__ import annotations

import builtins
from collections import Counter
from itertools import permutations
from math import factorial
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import (
    ExactCover,
    ModelError,
    Packing,
    Puzzle,
    Sudoku,
    Symmetries,
    Unavailable,
    Unsupported,
    automorphisms,
)
from minuet.models.matrix.conditions import OF_VERTICES, GraphRule, Statement
from minuet.models.packings import Board, pentominoes, soma_pieces
from minuet.models.symmetry import exchanges, quotient
from minuet.solvers.conformance import all_solutions

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens

Uses = dict[int, dict[int, tuple[int, int]]]


def latin(size: int) -> Puzzle:
    puzzle = Puzzle("latin square")
    digit = puzzle.choices("digit", row=range(size), col=range(size), value=range(size))
    puzzle.exactly_one(digit, by=("row", "col"))
    puzzle.exactly_one(digit, by=("row", "value"))
    puzzle.exactly_one(digit, by=("col", "value"))
    return puzzle


def uses_of(matrix: ExactCover) -> Uses:
    """For each item its options, with their colors and weights."""
    found: Uses = {}
    for option in range(matrix.options):
        pairs = zip(matrix.option(option), matrix.option_weights(option), strict=True)
        for (item, color), weight in pairs:
            found.setdefault(item, {})[option] = (color, weight)
    return found


def says(matrix: ExactCover, item: int, uses: dict[int, tuple[int, int]]) -> Any:
    """What an item asks of the options; None if it asks nothing."""
    if item < matrix.primary:
        weights = [weight for _, weight in uses.values()]
        low, high = int(matrix.low[item]), int(matrix.high[item])
        least, most = sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)
        if low <= least and high >= most:
            return None
        return low, high, frozenset((option, weight) for option, (_, weight) in uses.items())
    clashes = {
        frozenset((one, other))
        for one, (color, _) in uses.items()
        for other, (tint, _) in uses.items()
        if one != other and (color != tint or not color)
    }
    alone = {frozenset([option]) for option, (color, _) in uses.items() if not color}
    shades = {
        frozenset(option for option, (tint, _) in uses.items() if tint == color)
        for color in {color for color, _ in uses.values()} - {0}
    }
    return (frozenset(uses), frozenset(alone | shades)) if clashes else None


def brute_force(matrix: ExactCover) -> set[tuple[int, ...]]:
    """All permutations of the options that keep costs and map what items ask to what items ask."""
    uses = uses_of(matrix)
    wanted = {says(matrix, item, one) for item, one in uses.items()}
    group = set()
    for image in permutations(range(matrix.options)):
        moved = {item: {image[k]: use for k, use in one.items()} for item, one in uses.items()}
        if {says(matrix, item, one) for item, one in moved.items()} == wanted and all(
            matrix.costs[k] == matrix.costs[image[k]] for k in range(matrix.options)
        ):
            group.add(image)
    return group


@few(60)
@given(matrices(max_options=5, weights=True))
def test_automorphisms_are_what_brute_force_over_all_permutations_finds(matrix: ExactCover) -> None:
    group, found = brute_force(matrix), automorphisms(matrix)
    assert found.order == len(group)
    assert {tuple(one) for one in found.symmetries().permutations.tolist()} == group
    for option in range(matrix.options):
        assert found.orbits[option] == min(image[option] for image in group)
        beside = [image for image in group if image[option] == option]
        assert found.fixing([option]) == len(beside)
        orbits = found.orbits_beside([option])
        assert orbits.tolist() == np.array(beside).min(axis=0).tolist()


@pytest.mark.parametrize("many", [0, 64])
@few(60)
@given(matrix=matrices(max_options=5, weights=True))
def test_quotients_of_found_symmetries_hold_what_these_map_to_itself(
    matrix: ExactCover, many: int
) -> None:
    every = all_solutions(matrix)
    symmetries = automorphisms(matrix).symmetries()
    for permutation, _ in symmetries.classes:
        fixed = {one for one in every if set(permutation[list(one)].tolist()) == set(one)}
        told = [
            tuple(sorted(option for k in one for option in part.labels[k]))
            for part in _quotients(symmetries, permutation, many)
            for one in all_solutions(part)
        ]
        assert sorted(told) == sorted(fixed)


def _quotients(symmetries: Symmetries, permutation: np.ndarray, many: int) -> list[ExactCover]:
    """The quotient matrices; with weights where there are more than so many."""
    with patch.object(quotient, "MANY", many):
        return list(quotient.fixed_solutions(symmetries, permutation, weights=many == 0))


@few(40)
@given(matrices(max_options=5))
def test_sets_of_options_share_a_name_just_if_they_are_alike(matrix: ExactCover) -> None:
    found = automorphisms(matrix)
    group = found.symmetries().permutations
    sets = [
        [],
        *([k] for k in range(matrix.options)),
        *([k, k + 1] for k in range(matrix.options - 1)),
    ]
    for one in sets:
        orbit = {frozenset(image[one].tolist()) for image in group}
        for other in sets:
            assert (found.name(one) == found.name(other)) == (frozenset(other) in orbit)


def test_the_sudoku_grid_has_3359232_symmetries_times_those_of_the_digits() -> None:
    # B. Felgenhauer and F. Jarvis; E. Russell and F. Jarvis, 2006
    assert automorphisms(Sudoku("." * 81)).order == 3_359_232 * factorial(9)


@pytest.mark.parametrize("size", [3, 4, 5, 12])
def test_latin_squares_have_the_autoparatopisms_of_all_three_columns(size: int) -> None:
    assert automorphisms(latin(size)).order == 6 * factorial(size) ** 3


def test_boards_are_turned_and_mirrored() -> None:
    assert automorphisms(Packing(Board.rectangle(6, 10), pentominoes())).order == 4
    assert automorphisms(Packing(Board.box(3, 3, 3), soma_pieces())).order == 48
    assert automorphisms(queens(8)).order == 8


def test_givens_and_forbidden_choices_are_kept() -> None:
    puzzle = latin(4)
    puzzle.given(puzzle.tables[0], row=0, col=0, value=0)
    assert automorphisms(puzzle).order == 6 * factorial(3) ** 3
    puzzle.forbid(puzzle.tables[0], row=1, col=1, value=1)
    found = automorphisms(puzzle)
    assert found.order == 6 * factorial(2) ** 3
    for move in found.generators:
        assert move[0] == 0
        assert move[21] == 21
    assert len(found.symmetries()) == found.order


def test_costs_are_kept() -> None:
    puzzle = latin(3)
    puzzle.minimize(puzzle.tables[0], lambda row: row)
    assert automorphisms(puzzle).order == 2 * factorial(3) ** 2


def test_items_that_cannot_bind_do_not_stand_in_the_way() -> None:
    """Two free choices are alike though one is counted with a bound that it cannot reach."""
    matrix = ExactCover(
        primary=1, items=["p", "s"], starts=[0, 1, 1], members=[1], low=[0, 0], high=[1, 1]
    )
    assert automorphisms(matrix).order == 2
    assert len(Symmetries.of(matrix, [1, 0])) == 2


def test_the_empty_matrix_has_one_symmetry() -> None:
    found = automorphisms(ExactCover(primary=0, items=[], starts=[0], members=[]))
    assert (found.order, found.generators, str(found)) == (1, [], "1 symmetry")


def star(kind: str, **more: Any) -> ExactCover:
    """One option an edge of a square 0-1-2-3 with a diagonal 0-2, or one a vertex of it."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    count = 4 if kind in OF_VERTICES else 5
    rule = GraphRule(
        "rule",
        kind,
        4,
        np.array([a for a, _ in edges]),
        np.array([b for _, b in edges]),
        np.arange(count),
        np.arange(count),
        **more,
    )
    return ExactCover(primary=0, items=[], starts=[0] * (count + 1), members=[], graph_rules=[rule])


@pytest.mark.parametrize(
    ("kind", "roots", "order"),
    [
        ("connected", [], 4),  # the ends of the diagonal, and the others
        ("reachable", [0], 2),
        ("reachable_by_arcs", [0], 1),
        ("reachable_by_arcs", [1, 2, 3], 1),
        ("acyclic", [], 4),
        ("one_loop", [], 4),
        ("path", [0, 1], 1),
        ("path", [0, 2], 4),
        ("one_cycle", [], 1),
    ],
)
def test_graph_rules_are_kept(kind: str, roots: list[int], order: int) -> None:
    more = {"roots": np.array(roots)} if roots else {}
    matrix = star(kind, **more)
    found = automorphisms(matrix)
    assert found.order == order == len(found.symmetries())
    told = set()
    for image in permutations(range(matrix.options)):
        try:
            Symmetries.of(matrix, image)
        except ModelError as error:
            assert "maps graph rule rule to no such rule" in str(error)
        else:
            told.add(image)
    assert told == {tuple(one) for one in found.symmetries().permutations.tolist()}


def test_statements_are_refused() -> None:
    statement = Statement("odd", lambda options: True, range(1))
    matrix = ExactCover(primary=0, items=[], starts=[0, 0], members=[], statements=[statement])
    with pytest.raises(Unsupported, match="symmetries: what maps statement 'odd' to itself"):
        automorphisms(matrix)
    with pytest.raises(Unsupported, match="symmetries: what maps statement 'odd' to itself"):
        Symmetries.of(matrix, [0])


def test_without_igraph_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "igraph":
            raise ImportError("No module named 'igraph'")
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Unavailable, match=r"needs igraph: pip install \"minuet\[symmetries\]\""):
        automorphisms(queens(4))


def test_a_graph_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minuet.models.symmetry.automorphisms.MOST_EDGES", 100)
    with pytest.raises(ModelError, match="a graph of 252 edges, expected 100 at most"):
        automorphisms(queens(8))


def test_ctrl_c_comes_through_igraph(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **settings: object) -> None:
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    igraph = pytest.importorskip("igraph")
    monkeypatch.setattr(igraph.Graph, "automorphism_group", interrupted)
    with pytest.raises(KeyboardInterrupt):
        automorphisms(queens(4))


@pytest.mark.parametrize(
    ("kind", "roots"),
    [
        ("connected", []),
        ("reachable", [0]),
        ("reachable_by_arcs", [0]),
        ("acyclic", []),
        ("tree", []),
        ("one_loop", []),
        ("path", []),
        ("path", [0, 2]),
        ("one_cycle", []),
    ],
)
def test_quotients_keep_graph_rules(kind: str, roots: list[int]) -> None:
    matrix = star(kind, **({"roots": np.array(roots)} if roots else {}))
    symmetries = automorphisms(matrix).symmetries()
    every = all_solutions(matrix)
    assert every
    for permutation, _ in symmetries.classes:
        fixed = {one for one in every if set(permutation[list(one)].tolist()) == set(one)}
        told = [
            tuple(sorted(option for k in one for option in part.labels[k]))
            for part in quotient.fixed_solutions(symmetries, permutation)
            for one in all_solutions(part)
        ]
        assert sorted(told) == sorted(fixed)


def test_elements_that_no_option_tells_apart_cost_no_symmetry() -> None:
    """Two edges are chosen together by one option, and two by another."""
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    rule = GraphRule(
        "rule",
        "one_loop",
        4,
        np.array([a for a, _ in square]),
        np.array([b for _, b in square]),
        np.array([0, 0, 1, 1]),
        np.array([0, 2, 1, 3]),
    )
    matrix = ExactCover(primary=0, items=[], starts=[0, 0, 0], members=[], graph_rules=[rule])
    found = automorphisms(matrix)
    assert (found.order, found.fixing([0]), len(found.symmetries())) == (2, 1, 2)


def test_weights_that_are_too_much_together_are_one_line() -> None:
    heavy = (1 << 31) - 1
    matrix = ExactCover(
        primary=1,
        items=["sum"],
        starts=[0, 1, 2],
        members=[0, 0],
        weights=[heavy, heavy],
        low=[0],
        high=[1 << 40],
    )
    symmetries = automorphisms(matrix).symmetries()
    with pytest.raises(Unsupported, match=f"alike weigh {2 * heavy} together in sum, expected at"):
        list(quotient.fixed_solutions(symmetries, np.array([1, 0])))


# ---- Exchanges of the options of an item ---------------------------------------------------------


@st.composite
def repeated(draw: st.DrawFn) -> ExactCover:
    """A matrix that is small, and several copies of it side by side, with options across them."""
    items = draw(st.integers(1, 3))
    copies = draw(st.integers(1, 3))
    pieces = draw(st.lists(st.sets(st.integers(0, items - 1), min_size=1), min_size=1, max_size=4))
    rows = [[item + items * copy for item in piece] for piece in pieces for copy in range(copies)]
    across = draw(st.lists(st.sets(st.integers(0, items - 1), min_size=1), max_size=2))
    rows += [
        [item + items * copy for item in piece for copy in pair]
        for piece in across
        for pair in {(k, (k + 1) % copies) for k in range(copies)}
        if pair[0] != pair[1]
    ]
    primary = draw(st.integers(1, items * copies))
    return ExactCover(
        primary=primary,
        items=[str(k) for k in range(items * copies)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for row in rows for item in row],
    )


@few(200)
@given(matrix=repeated())
def test_the_images_of_some_solutions_are_all_of_them(matrix: ExactCover) -> None:
    every = all_solutions(matrix)
    found = exchanges.Exchanges(matrix).found()
    mapped = Counter(
        tuple(sorted(image[list(solution)].tolist()))
        for exchange in found
        for solution in every
        if exchange.option in solution
        for image in exchange.images
    )
    assert not found or mapped == Counter(every)
    for exchange in found:
        assert exchange.images[0].tolist() == list(range(matrix.options))


@pytest.mark.parametrize(
    ("matrix", "orbits"),
    [
        (Packing(Board.rectangle(6, 10), pentominoes()).matrix, [4] * 8),
        (Packing(Board.box(3, 3, 3), soma_pieces()).matrix, [24, 48]),
        (queens(8).matrix, [2] * 4),
    ],
    ids=["pentominoes", "soma", "queens"],
)
def test_symmetries_of_boards_are_found(matrix: ExactCover, orbits: list[int]) -> None:
    assert (
        sorted(len(exchange.images) for exchange in exchanges.Exchanges(matrix).found()) == orbits
    )


def test_where_nothing_is_alike_no_exchange_is_found() -> None:
    matrix = ExactCover(
        primary=3, items=list("abc"), starts=[0, 1, 3, 6, 8], members=[0, 0, 1, 0, 1, 2, 1, 2]
    )
    assert exchanges.Exchanges(matrix).found() == []

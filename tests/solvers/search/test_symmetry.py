"""Counting up to symmetry, against published numbers and against listing all solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from own_solvers import DancingLinks, Options

from minuet.models import (
    ExactCover,
    ModelError,
    Packing,
    Puzzle,
    Symmetries,
    WrongAnswer,
    automorphisms,
    distinct,
)
from minuet.models.packings import (
    TRIANGLES,
    BeadPuzzle,
    Board,
    Piece,
    pentominoes,
    polyhexes,
    polyiamonds,
    polyominoes,
    slothouber_graatsma,
    soma_pieces,
)
from minuet.solvers import Goal, count, solutions
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def of_the_square(puzzle: Puzzle, size: int) -> Symmetries:
    return Symmetries.of(
        puzzle, lambda row, col: (col, size - 1 - row), lambda col: {"col": size - 1 - col}
    )


class Counts(DancingLinks):
    """Only counts, so by quotient matrices; notes how many it is asked about."""

    goals = frozenset({Goal.COUNT})

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def count(self, query: Query, progress: Progress) -> int:
        self.asked += 1
        number: int = super().count(query, progress)
        return number


@pytest.mark.parametrize(
    ("size", "total", "classes"),
    [(1, 1, 1), (2, 0, 0), (4, 2, 1), (5, 10, 2), (6, 4, 1), (8, 92, 12), (12, 14200, 1787)],
)  # OEIS A000170, A002562
def test_queens_up_to_symmetry(size: int, total: int, classes: int) -> None:
    puzzle = queens(size)
    result = count(puzzle, symmetries=of_the_square(puzzle, size))
    assert (result.total, result.count, result.complete) == (total, classes, True)


@pytest.mark.parametrize("name", ["dlx", "bitmask", "bitmask:python", "cpsat", "sat"])
def test_every_solver_counts_classes(name: str) -> None:
    puzzle = queens(6)
    result = count(puzzle, name, symmetries=of_the_square(puzzle, 6))
    assert (result.total, result.count, result.order) == (4, 1, 8)


def without_centre() -> Board:
    middle = {(3, 3), (3, 4), (4, 3), (4, 4)}
    return Board.of(cell for cell in Board.rectangle(8, 8) if cell not in middle)


@pytest.mark.parametrize(
    ("board", "classes", "order"),
    [
        (Board.rectangle(3, 20), 2, 4),
        (Board.rectangle(6, 10), 2339, 4),
        (without_centre(), 65, 8),
        (Board.rectangle(4, 15), 368, 4),
        pytest.param(Board.rectangle(5, 12), 1010, 4, marks=pytest.mark.slow),
    ],
)  # Haselgrove and Haselgrove, Eureka 23, 1960; Scott 1958 for the square without its centre
def test_pentominoes_up_to_symmetry(board: Board, classes: int, order: int) -> None:
    result = count(Packing(board, pentominoes()), symmetries="known")
    assert (result.count, result.total, result.order) == (classes, classes * order, order)


@pytest.mark.parametrize(
    ("board", "pieces", "classes"),
    [
        (Board.parallelogram(6, 6, TRIANGLES), polyiamonds(6), 156),
        (Board.parallelogram(4, 9, TRIANGLES), polyiamonds(6), 74),
        (Board.parallelogram(3, 12, TRIANGLES), polyiamonds(6), 0),
        (Board.parallelogram(4, 7), polyhexes(4), 9),
        (Board.triangle(7, "hexagons"), polyhexes(4), 0),
    ],
)  # D. J. Goodger, Polyform Puzzler
def test_hexiamonds_and_tetrahexes_up_to_symmetry(
    board: Board, pieces: tuple[Piece, ...], classes: int
) -> None:
    assert count(Packing(board, pieces), symmetries="known").count == classes


def test_soma_has_240_solutions_up_to_turning_and_mirroring() -> None:
    soma = Packing(Board.box(3, 3, 3), soma_pieces())
    for solver in ("auto", Counts()):
        result = count(soma, solver, symmetries="known")
        assert (result.count, result.total, result.order) == (240, 11520, 48)


def test_soma_without_mirroring_has_480() -> None:
    soma = Packing(Board.box(3, 3, 3), soma_pieces())
    turns = soma.symmetries()
    kept = [p for p in turns.permutations if soma.place.rows[p[0]].piece == "A"]
    result = count(soma, symmetries=Symmetries.of(soma, *kept))
    assert (result.count, result.order) == (480, 24)


def test_slothouber_graatsma_has_one_solution_up_to_symmetry() -> None:
    assert count(slothouber_graatsma(), symmetries="known").count == 1


@pytest.mark.parametrize("copies", [8, (0, None), (0, 8), (8, None), (3, 9)])
def test_copies_do_not_change_the_classes_of_domino_tilings(copies: object) -> None:
    domino = Piece.from_text("domino", "##", copies=copies)  # type: ignore[arg-type]
    packing = Packing(Board.rectangle(4, 4), [domino])
    for solver in ("auto", Counts()):
        result = count(packing, solver, symmetries="known")
        assert (result.count, result.total) == (9, 36)
    assert len(list(distinct(solutions(packing)))) == 9


def test_bead_triangle_up_to_symmetry() -> None:
    result = count(BeadPuzzle(), symmetries="known")
    assert (result.count, result.total, result.order) == (16144, 32288, 2)


class SaysTwo(Counts):
    """Says at once that there are two solutions."""

    features = DancingLinks.features | {"weights"}

    def count(self, query: Query, progress: Progress) -> int:
        self.asked += 1
        progress.found, progress.complete = 2, True
        return 2


class SaysTwoWithoutWeights(SaysTwo):
    features = DancingLinks.features


def test_lower_bounds_that_cannot_be_exceeded_are_counted_in_one_matrix() -> None:
    """Two queens that attack or occupy the whole of a 4x4 board."""
    puzzle = Puzzle("queen domination")
    queen = puzzle.choices("queen", row=range(4), col=range(4))
    cells = list(product(range(4), repeat=2))

    def seen(row: int, col: int) -> list[tuple[int, int]]:
        return [(r, c) for r, c in cells if r == row or c == col or abs(r - row) == abs(c - col)]

    puzzle.between(1, None, queen, covering=seen)
    puzzle.between(2, 2, queen, by=lambda: "queens")
    group = of_the_square(puzzle, 4)
    solver = Counts()
    result = count(puzzle, solver, symmetries=group)
    assert result.total == 12
    assert result.count == len(list(distinct(solutions(puzzle), group)))
    kinds = len(result.fixed) - 1
    assert kinds > 1
    assert solver.asked <= 1 + 2 * kinds


def coins() -> Puzzle:
    puzzle = Puzzle("coins")
    coin = puzzle.choices("coin", kind=range(12), number=range(60))
    puzzle.between(30, 30, coin, by="kind")
    return puzzle


def swapped(number: int) -> dict[str, int]:
    return {"number": number ^ 1 if number < 30 else number}


def test_a_limit_holds_where_multiplicities_can_be_shared_in_very_many_ways() -> None:
    puzzle = coins()  # 16^12 ways to share 30 coins of each kind between pairs and single ones
    group = Symmetries.of(puzzle, swapped)
    solver = SaysTwo()
    result = count(puzzle, solver, symmetries=group)
    assert (result.complete, solver.asked) == (True, 2)  # with weights they are one matrix
    without = SaysTwoWithoutWeights()
    result = count(puzzle, without, symmetries=group, time_limit=0.1)
    assert (result.total, result.complete) == (2, False)


def test_ways_to_share_that_givens_contradict_are_passed_over() -> None:
    puzzle = coins()
    for kind, number in product(range(12), range(30)):
        puzzle.given(puzzle.tables[0], kind=kind, number=number)
    result = count(puzzle, symmetries=Symmetries.of(puzzle, swapped))
    assert (result.count, result.total, result.complete) == (1, 1, True)


@few(40)
@given(matrices(max_options=5))
def test_automorphisms_of_any_matrix_map_solutions_to_solutions(matrix: ExactCover) -> None:
    every = all_solutions(matrix)
    group = []
    for permutation in permutations(range(matrix.options)):
        try:
            Symmetries.of(matrix, permutation)
        except ModelError:
            continue
        group.append(permutation)
        assert {tuple(sorted(permutation[k] for k in one)) for one in every} == every
    symmetries = Symmetries.of(matrix, *group)
    assert {tuple(p) for p in symmetries.permutations.tolist()} == set(group)
    classes = {frozenset(tuple(sorted(p[k] for k in one)) for p in group) for one in every}
    for solver in ("dlx", Counts()):
        assert count(matrix, solver, symmetries=symmetries).count == len(classes)


@few(60)
@given(matrix=matrices(max_options=5))
def test_the_symmetries_of_a_kind_have_as_many_cycles(matrix: ExactCover) -> None:
    symmetries = Symmetries.generated(matrix, automorphisms(matrix).generators)
    of_kinds: Counter[int] = Counter()
    for permutation, times in symmetries.classes:
        of_kinds[_cycles(permutation)] += times
    assert of_kinds == Counter(map(_cycles, symmetries.permutations))
    assert len(symmetries.classes) == len(_classes(symmetries))


def _cycles(permutation: np.ndarray) -> int:
    graph = nx.Graph(enumerate(permutation.tolist()))
    return nx.number_connected_components(graph)


def _classes(symmetries: Symmetries) -> list[set[Options]]:
    """Return the symmetries by classes: conjugates, and generators of the same symmetries."""
    graph = nx.Graph()
    moves = [tuple(permutation.tolist()) for permutation in symmetries.permutations]
    powers = {}
    for move in moves:
        power, made = move, set()
        while power not in made:
            made.add(power)
            power = tuple(move[k] for k in power)
        powers[move] = frozenset(made)
    graph.add_nodes_from(moves)
    graph.add_edges_from((a, b) for a in moves for b in moves if powers[a] == powers[b])
    for a in moves:
        for b in moves:
            back = np.argsort(b)
            graph.add_edge(a, tuple(b[a[k]] for k in back))
    return list(nx.connected_components(graph))


def test_symmetries_of_several_tables_and_of_colors() -> None:
    puzzle = Puzzle("two tables")
    one = puzzle.choices("one", value=range(3))
    two = puzzle.choices("two", value=range(3))
    puzzle.exactly_one(one, by=lambda: "one")
    puzzle.exactly_one(two, by=lambda: "two")
    both = {one: lambda value: (2 - value,), "two": lambda value: {"value": 2 - value}}
    for solver in ("auto", Counts()):
        assert count(puzzle, solver, symmetries=Symmetries.of(puzzle, both)).count == 5
    alone = Symmetries.of(puzzle, {one: both[one]}, {two: both["two"]})
    assert count(puzzle, symmetries=alone).count == 4


def test_shidoku_grids_are_of_two_kinds() -> None:  # 288 grids of 4x4; OEIS A109741
    puzzle = Puzzle("4x4 sudokus")
    digit = puzzle.choices("digit", row=range(4), col=range(4), value=range(4))
    puzzle.exactly_one(digit, by=("row", "col"))
    puzzle.exactly_one(digit, by=("row", "value"))
    puzzle.exactly_one(digit, by=("col", "value"))
    puzzle.exactly_one(digit, by=lambda row, col, value: (row // 2, col // 2, value))
    group = Symmetries.of(
        puzzle,
        lambda row, col: {"row": col, "col": row},
        lambda row: {"row": (1, 0, 2, 3)[row]},
        lambda row: {"row": (row + 2) % 4},
        lambda value: {"value": (value + 1) % 4},
        lambda value: {"value": (1, 0, 2, 3)[value]},
    )
    for solver in ("auto", Counts()):
        result = count(puzzle, solver, symmetries=group)
        assert (result.count, result.total, result.order) == (2, 288, 128 * 24)


def test_a_map_that_is_no_symmetry_is_refused() -> None:
    puzzle = queens(4)
    with pytest.raises(ModelError, match="symmetry 1: maps the options of queen/group"):
        Symmetries.of(puzzle, lambda row, col: ((row + 1) % 4, col))
    with pytest.raises(ModelError, match=r"symmetry 1: maps queen\(row=0, col=3\) to \(0, 4\)"):
        Symmetries.of(puzzle, lambda row, col: (row, col + 1))
    with pytest.raises(ModelError, match="symmetry 2: no permutation of the numbers 0 to 15"):
        Symmetries.of(puzzle, range(16), [0] * 16)
    with pytest.raises(ModelError, match="to 7, which is no choice of the table"):
        Symmetries.of(puzzle, lambda row: 7)
    with pytest.raises(ModelError, match="a map of rows, but a matrix has none"):
        Symmetries.of(puzzle.matrix, lambda row: row)
    puzzle.given(puzzle.tables[0], row=0, col=1)
    with pytest.raises(ModelError, match="symmetry 1: does not map the givens to themselves"):
        Symmetries.of(puzzle, lambda col: {"col": 3 - col})


def test_symmetries_of_another_puzzle_are_refused() -> None:
    puzzle = queens(4)
    group = of_the_square(puzzle, 4)
    with pytest.raises(ModelError, match="symmetries of another puzzle"):
        count(queens(4), symmetries=group)
    with pytest.raises(ModelError, match="knows no symmetries of itself"):
        list(distinct(solutions(puzzle)))
    puzzle.given(puzzle.tables[0], row=0, col=1)
    with pytest.raises(ModelError, match="made before choices were given"):
        count(puzzle, symmetries=group)


def test_too_many_symmetries_are_refused() -> None:
    puzzle = Puzzle()
    value = puzzle.choices("value", value=range(12))
    puzzle.exactly_one(value, by=lambda: 0)
    with pytest.raises(ModelError, match="more than 100000 symmetries of 12 options"):
        Symmetries.of(
            puzzle,
            lambda value: {"value": (value + 1) % 12},
            lambda value: {"value": {0: 1, 1: 0}.get(value, value)},
        )


def test_at_a_time_limit_there_is_no_number_of_classes() -> None:
    result = count(Packing(Board.rectangle(6, 10), pentominoes()), symmetries="known", time_limit=0)
    assert (result.total, result.complete) == (0, False)
    assert "so far" in str(result)


class ForgetsOne(DancingLinks):
    """A broken solver: it misses a solution of every count."""

    def count(self, query: Query, progress: Progress) -> int:
        progress.found = max(super().count(query, progress) - 1, 0)
        return progress.found


class OnlyCounts(ForgetsOne):
    goals = frozenset({Goal.COUNT})


class ListsOneLess(DancingLinks):
    """A broken solver: it misses the first solution of every list."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        for number, batch in enumerate(super().solutions(query, progress)):
            yield batch if number else [*batch][1:]


def test_a_solver_that_miscounts_is_caught() -> None:
    puzzle = queens(6)
    with pytest.raises(WrongAnswer, match="fixed by 8 symmetries"):
        count(puzzle, OnlyCounts(), symmetries=of_the_square(puzzle, 6))
    group = of_the_square(puzzle, 6)
    for solver, message in (
        (ForgetsOne(), "counts 3 solutions, but lists more"),
        (ListsOneLess(), "counts 4 solutions, but lists 3"),
    ):
        with pytest.raises(WrongAnswer, match=message):
            count(puzzle, solver, symmetries=group, evidence="agreed")


def test_distinct_is_lazy() -> None:
    packing = Packing(Board.rectangle(2, 5), polyominoes(5)[:1], uncovered=True, leftover=True)
    stream = solutions(packing)
    assert next(distinct(stream)).puzzle is packing
    stream.close()

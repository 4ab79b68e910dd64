"""Questions that heed symmetries found by themselves: published numbers, and brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

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
    Unsupported,
    WrongAnswer,
    automorphisms,
)
from minuet.models.gallery import entry
from minuet.models.packings import Board, pentominoes, soma_pieces
from minuet.solvers import count, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.search import class_count

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def latin(size: int) -> Puzzle:
    puzzle = Puzzle("latin square")
    digit = puzzle.choices("digit", row=range(size), col=range(size), value=range(size))
    puzzle.exactly_one(digit, by=("row", "col"))
    puzzle.exactly_one(digit, by=("row", "value"))
    puzzle.exactly_one(digit, by=("col", "value"))
    return puzzle


def sudoku(height: int, width: int) -> Puzzle:
    puzzle = latin(height * width)
    puzzle.exactly_one(
        puzzle.tables[0], by=lambda row, col, value: (row // height, col // width, value)
    )
    return puzzle


def pigeons(number: int, holes: int) -> Puzzle:
    puzzle = Puzzle("pigeons")
    place = puzzle.choices("place", pigeon=range(number), hole=range(holes))
    puzzle.exactly_one(place, by="pigeon")
    puzzle.at_most_one(place, by="hole")
    return puzzle


@pytest.mark.parametrize(
    ("size", "classes", "total"),
    [
        (3, 1, 12),
        (4, 2, 576),
        (5, 2, 161280),
        pytest.param(6, 12, 812851200, marks=pytest.mark.slow),
    ],
)  # main classes: OEIS A003090; B. D. McKay, A. Meynert and W. Myrvold, 2007
def test_main_classes_of_latin_squares(size: int, classes: int, total: int) -> None:
    result = count(latin(size), symmetries="auto")
    assert (result.count, result.total, result.complete) == (classes, total, True)


@pytest.mark.parametrize(
    ("height", "width", "classes", "total"), [(2, 2, 2, 288), (2, 3, 49, 28200960)]
)  # E. Russell and F. Jarvis, Mathematics of sudoku II; OEIS A109741, A107739
def test_essentially_different_sudoku_grids(
    height: int, width: int, classes: int, total: int
) -> None:
    result = count(sudoku(height, width), symmetries="auto")
    assert (result.count, result.total) == (classes, total)


def test_published_numbers_of_classes_without_a_word_about_symmetries() -> None:
    pieces = Packing(Board.rectangle(3, 20), pentominoes())
    assert count(pieces, symmetries="auto").count == 2
    assert count(Packing(Board.box(3, 3, 3), soma_pieces()), symmetries="auto").count == 240
    assert count(queens(8), symmetries="auto").count == 12
    assert count(queens(8), symmetries="auto").count == 12


@pytest.mark.slow
def test_pentominoes_6x10_are_2339() -> None:
    result = count(Packing(Board.rectangle(6, 10), pentominoes()), symmetries="auto")
    assert (result.count, result.total, result.order) == (2339, 9356, 4)


def classes_of(matrix: ExactCover) -> set[frozenset[tuple[int, ...]]]:
    group = automorphisms(matrix).symmetries().permutations
    return {
        frozenset(tuple(sorted(image[list(one)].tolist())) for image in group)
        for one in all_solutions(matrix)
    }


def beside_more(matrix: ExactCover) -> ExactCover:
    """Return the matrix with an item of its own for seven more options, which are all alike.

    It has 5040 times the symmetries, more than are listed; and seven times the solutions in as many
    classes.
    """
    item = matrix.primary
    members = [*(matrix.members + (matrix.members >= item)), *[item] * 7]
    added: dict[str, Any] = {
        "items": [*matrix.items[:item], "more", *matrix.items[item:]],
        "low": [*matrix.low[:item], 1, *matrix.low[item:]],
        "high": [*matrix.high[:item], 1, *matrix.high[item:]],
        "starts": [*matrix.starts, *(int(matrix.starts[-1]) + k for k in range(1, 8))],
        "colors": [*matrix.colors, *[0] * 7],
        "costs": [*matrix.costs, *[0] * 7],
    }
    names = matrix.color_names
    return ExactCover(primary=item + 1, members=members, color_names=names, **added)


@few(60)
@given(matrices(max_options=6))
def test_partial_covers_find_each_class_with_all_its_solutions(matrix: ExactCover) -> None:
    many = beside_more(matrix)
    every, classes = all_solutions(matrix), classes_of(matrix)
    result = count(many, symmetries="auto")
    assert result.fixed == ()
    assert (result.count, result.total) == (len(classes), 7 * len(every))
    with solutions(many, "dlx", symmetries="auto") as stream:
        found = [tuple(option for option in one if option < matrix.options) for one in stream]
    assert stream.complete
    assert len(found) == len(classes)
    assert all(sum(one in each for one in found) == 1 for each in classes)


@few(40)
@given(matrices(max_options=6))
def test_each_question_tells_of_one_solution_a_class(matrix: ExactCover) -> None:
    classes = classes_of(matrix)
    assert count(matrix, "dlx", symmetries="auto").count == len(classes)
    with solutions(matrix, "dlx", symmetries="auto") as stream:
        found = list(stream)
    assert stream.complete
    assert stream.result().count == len(found) == len(classes)
    assert all(sum(one in each for one in found) == 1 for each in classes)


class Notes(DancingLinks):
    """Notes which options it is spared."""

    spared: frozenset[int] = frozenset()

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        self.spared = query.forbidden
        yield from super().improving(query, progress)

    def first(self, query: Query, progress: Progress) -> Options | None:
        self.spared = query.forbidden
        found: Options | None = super().first(query, progress)
        return found


@few(60)
@given(matrices(max_options=7))
def test_what_is_spared_costs_no_best_solution(matrix: ExactCover) -> None:
    solver = Notes()
    result = solve(matrix, solver, symmetries="auto")
    every = all_solutions(matrix)
    assert result.status == ("OPTIMAL" if every else "INFEASIBLE")
    left = [one for one in every if solver.spared.isdisjoint(one)]
    assert bool(left) == bool(every)
    if every:
        assert min(map(matrix.cost, left)) == min(map(matrix.cost, every))
        for each in classes_of(matrix):
            assert not each.isdisjoint(left)


def test_what_is_spared_of_latin_squares_leaves_the_reduced_ones() -> None:
    puzzle, solver = latin(5), Notes()
    solve(puzzle, solver, symmetries="auto")
    left = puzzle.matrix.selected((), solver.spared)
    assert count(left, "dlx").count == 56  # OEIS A000315


@pytest.mark.parametrize("name", ["dlx", "sat", "cpsat", "bitmask"])
def test_pigeons_find_no_hole_in_a_moment(name: str) -> None:
    """Which takes hours where symmetries are not heeded."""
    result = solve(pigeons(13, 12), name, symmetries="auto", time_limit=600)
    assert result.status == "INFEASIBLE"


def test_a_second_solver_is_asked_about_all_options() -> None:
    result = solve(pigeons(5, 4), "dlx", symmetries="auto", evidence="agreed")
    assert (result.status, str(result.evidence.level)) == ("INFEASIBLE", "agreed")
    puzzle = queens(6)
    with solutions(puzzle, "dlx", symmetries="auto", evidence="agreed") as stream:
        assert len(list(stream)) == 1
    assert stream.complete
    assert "1 in all, up to symmetry: agreed by dlx and" in str(stream.result().evidence)
    found = count(latin(4), symmetries="auto", evidence="agreed")
    assert (found.count, str(found.evidence.level)) == (2, "agreed")


def test_the_best_solution_is_as_good_with_symmetries_that_change_costs() -> None:
    puzzle = queens(6)
    queen = puzzle.tables[0]
    up = Symmetries.of(puzzle, lambda row: {"row": 5 - row})
    puzzle.minimize(queen, lambda row, col: row * col)
    group = Symmetries(puzzle.matrix, up.permutations)
    best = solve(puzzle).objective
    assert solve(puzzle, symmetries=group).objective == best
    assert solve(puzzle, symmetries="auto").objective == best


def test_givens_count_whoever_gives_them() -> None:
    puzzle = latin(4)
    puzzle.given(puzzle.tables[0], row=0, col=0, value=0)
    alone = count(puzzle, symmetries="auto")
    besides = count(latin(4), symmetries="auto", given=[0])
    assert (alone.count, alone.total, alone.order) == (besides.count, 144, besides.order)
    assert count(latin(4), given=[0], symmetries="auto").count == alone.count


def test_symmetries_are_counted_alike_whether_they_are_listed() -> None:
    puzzle = latin(3)  # 1296 symmetries
    covers = count(puzzle, symmetries="auto")
    listed = count(puzzle, symmetries=automorphisms(puzzle).symmetries())
    assert covers.fixed == ()
    assert len(listed.fixed) > 1
    assert (covers.count, covers.total) == (listed.count, listed.total)


def test_many_partial_covers_give_way_to_burnside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_count, "PATIENCE", 2)
    result = count(latin(3), symmetries="auto")
    assert (result.count, result.total, len(result.fixed) > 1) == (1, 12, True)


class LosesOne(DancingLinks):
    """A broken solver: of several solutions it keeps the last to itself."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[object]:  # type: ignore[override]
        found = [one for batch in super().solutions(query, progress) for one in batch]
        yield from ([one] for one in found[: max(len(found) - 1, 1)])


def test_a_solver_that_loses_solutions_is_caught() -> None:
    with pytest.raises(WrongAnswer, match="under 3072 symmetries: a class of"):
        count(sudoku(2, 2), LosesOne(), symmetries="auto")


def test_arguments_that_go_not_together_are_refused() -> None:
    puzzle = queens(4)
    with pytest.raises(ModelError, match="seed: not beside symmetries"):
        count(puzzle, seed=1, symmetries="auto")
    with pytest.raises(ModelError, match="arrays: not beside symmetries"):
        solutions(puzzle, arrays=True, symmetries="auto")  # type: ignore[call-overload]
    with pytest.raises(ModelError, match=r"symmetries: 'some', expected auto, known or"):
        solve(puzzle, symmetries="some")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="symmetries of another puzzle"):
        solve(puzzle, symmetries=automorphisms(queens(4)))
    with pytest.raises(Unsupported, match="has no known symmetries"):
        count(entry("langford-7").load().matrix, symmetries="known")


def test_a_time_limit_holds_for_the_search_for_symmetries() -> None:
    found = count(queens(6), symmetries="auto", time_limit=600)
    assert (found.count, found.order) == (1, 8)
    late = count(queens(6), symmetries="auto", time_limit=0)
    assert (late.total, late.order, late.complete) == (0, 0, False)
    assert solve(queens(6), symmetries="auto", time_limit=0).status == "UNKNOWN"
    with solutions(queens(6), symmetries="auto", time_limit=0) as stream:
        assert list(stream) == []
    assert not stream.complete


def test_partial_covers_stop_at_a_time_limit() -> None:
    result = count(latin(9), symmetries="auto", time_limit=0.2)
    assert (result.status in ("FEASIBLE", "UNKNOWN"), result.complete) == (True, False)


class Interrupted(DancingLinks):
    """Ctrl-C comes after its first solution."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield next(iter(super().solutions(query, progress)))
        raise KeyboardInterrupt


def test_ctrl_c_ends_a_search_by_partial_covers() -> None:
    with pytest.raises(KeyboardInterrupt):
        count(latin(4), Interrupted(), symmetries="auto")


def test_classes_come_as_a_frame() -> None:
    pytest.importorskip("pandas")
    frame = solutions(queens(6), symmetries="auto").to_frame()
    assert frame["solution"].nunique() == 1


def test_listed_symmetries_have_the_orbits_of_found_ones() -> None:
    group = automorphisms(latin(3))
    listed = group.symmetries()
    for sets in ([], [[0]], [[0], [5]], [[0, 5]]):
        assert np.array_equal(group.orbits_beside(*sets), listed.orbits_beside(*sets))

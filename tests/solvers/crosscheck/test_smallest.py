"""Delta debugging: what is returned shows the fault, is small, and can be written down."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import get_solver, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.crosscheck.reductions import as_written, committed, size
from minuet.solvers.crosscheck.smallest import smallest

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens

Predicate = Callable[[ExactCover], bool]


class Counted:
    """A predicate that counts its questions."""

    def __init__(self, wrong: Predicate) -> None:
        self.wrong, self.calls = wrong, 0

    def __call__(self, matrix: ExactCover) -> bool:
        self.calls += 1
        return self.wrong(matrix)


def read_back(matrix: ExactCover) -> ExactCover:
    (again,) = read(write(matrix), form="dlx").problems
    assert isinstance(again, ExactCover)
    return again


def large(options: int = 200_000, items: int = 400, planted: int = 20) -> ExactCover:
    """A random matrix in whose middle stands a solution of `planted` options."""
    rng = np.random.default_rng(7)
    steps = rng.integers(1, items // 5, (options, 5))  # so that an option has five different items
    members = np.cumsum(steps, axis=1) % items
    block = rng.permutation(items).reshape(planted, -1)
    sizes = np.full(options, 5)
    at = options // 3
    sizes[at : at + planted] = items // planted
    flat = np.concatenate((members[:at].ravel(), block.ravel(), members[at + planted :].ravel()))
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return ExactCover(
        primary=items, items=[f"i{k}" for k in range(items)], starts=starts, members=flat
    )


def holds(*required: int) -> Predicate:
    """Whether the options are there that some labels name."""
    return lambda matrix: set(required) <= set(matrix.labels)


@pytest.fixture(scope="module")
def huge() -> ExactCover:
    return large()


TRAITS: dict[str, Predicate] = {
    "three options": lambda m: m.options >= 3,
    "a color": lambda m: m.has_colors,
    "two colors on one item": lambda m: any(
        len({int(c) for c in m.colors[m.members == item]} - {0}) > 1 for item in range(len(m.items))
    ),
    "a cost above 3": lambda m: bool((m.costs > 3).any()),
    "a multiplicity": lambda m: m.has_multiplicities,
    "an option of two items": lambda m: bool((np.diff(m.starts) >= 2).any()),
    "an item in two options": lambda m: bool((np.bincount(m.members, minlength=1) >= 2).any()),
    "a secondary item": lambda m: len(m.items) > m.primary,
    "two solutions": lambda m: len(all_solutions(m)) >= 2,
    "no solution": lambda m: not all_solutions(m),
}

# What the smallest is where a trait shows at all: options, entries, items.
SMALLEST = {
    "three options": (3, 3, 3),
    "a color": (1, 1, 1),
    "a cost above 3": (1, 1, 1),
    "an option of two items": (1, 2, 2),
    "an item in two options": (2, 2, 1),
    "a multiplicity": (0, 0, 1),
    "no solution": (0, 0, 1),
}


@pytest.mark.parametrize("trait", TRAITS)
@few(20)
@given(matrix=matrices())
def test_what_is_returned_shows_the_fault_and_reads_back(trait: str, matrix: ExactCover) -> None:
    wrong = TRAITS[trait]
    if not wrong(as_written(matrix)):
        return
    found = smallest(matrix, wrong, Deadline(20))
    assert wrong(found)
    assert size(found) <= size(as_written(matrix))
    assert read_back(found) == found
    if trait in SMALLEST:
        assert size(found)[:3] <= SMALLEST[trait]
    else:
        assert found.options <= 3


@few(30)
@given(matrix=matrices(), labels=st.sets(st.integers(0, 8)))
def test_exactly_the_options_that_matter_stay(matrix: ExactCover, labels: set[int]) -> None:
    needed = {label for label in labels if label < matrix.options}
    found = smallest(matrix, holds(*needed), Deadline(20))
    assert set(found.labels) == needed


@given(matrix=matrices())
def test_the_matrix_as_written_has_the_same_solutions(matrix: ExactCover) -> None:
    written = as_written(matrix)
    assert read_back(matrix) == written
    assert all_solutions(written) == all_solutions(matrix)


@given(matrix=matrices(), data=st.data())
def test_what_a_choice_leaves_has_the_solutions_that_hold_it(
    matrix: ExactCover, data: st.DataObject
) -> None:
    chosen = data.draw(st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=2))
    chosen = {option for option in chosen if option < matrix.options}
    rest = committed(matrix, np.isin(np.arange(matrix.options), sorted(chosen)))
    expected = {frozenset(found) - chosen for found in all_solutions(matrix, chosen)}
    if rest is None:
        assert not expected
    else:
        found = [frozenset(rest.labels[k] for k in each) for each in all_solutions(rest)]
        assert set(found) == expected
        assert len(found) == len(expected)


def test_names_that_the_format_cannot_hold_are_made_plain() -> None:
    builder = ExactCoverBuilder()
    builder.item("a b")
    builder.item("a_b")
    builder.secondary("c|d:e")
    builder.option(["a b"])
    builder.option({"a_b": None, "c|d:e": "dark red"})
    found = smallest(builder.build(), lambda m: m.has_colors, Deadline(20))
    assert read_back(found) == found
    assert list(found.items) == ["c_d_e"]
    assert found.color_names == ("dark_red",)


def test_costs_and_bounds_become_small() -> None:
    builder = ExactCoverBuilder()
    builder.item("a", low=7, high=5000)
    builder.item("b", low=0, high=0)
    for cost in (3, 1_000_000, -9_000_000_000):
        builder.option(["a"], cost=cost)
    costly = builder.build()
    found = smallest(costly, lambda m: bool((m.costs < 0).any()), Deadline(20))
    assert found.costs.tolist() == [-1]
    found = smallest(costly, lambda m: bool((m.high > 5).any()), Deadline(20))
    assert (found.options, found.low.tolist(), found.high.tolist()) == (0, [1], [6])
    found = smallest(costly, lambda m: bool((m.low > 2).any()), Deadline(20))
    assert (found.options, found.low.tolist(), found.high.tolist()) == (0, [3], [3])


@pytest.mark.slow
@pytest.mark.parametrize(
    "needed",
    [
        (17, 150_000),
        (17, 18, 50_000, 50_001, 199_999),
        (3, 30_000, 70_000, 90_000, 120_000, 180_000),
    ],
)
def test_of_200000_options_those_that_matter_are_found_in_few_questions(
    needed: tuple[int, ...], huge: ExactCover
) -> None:
    wrong = Counted(holds(*needed))
    found = smallest(huge, wrong, Deadline(60))
    assert set(found.labels) == set(needed)
    assert wrong.calls <= 200


def test_a_missing_solution_is_shrunk_from_200000_options(huge: ExactCover) -> None:
    """An engine that says INFEASIBLE on more than 64 items, with a solution that is known."""
    known = set(range(huge.options // 3, huge.options // 3 + 20))

    def denied(matrix: ExactCover) -> bool:
        witness = [option for option, label in enumerate(matrix.labels) if label in known]
        return len(matrix.items) > 64 and verify(matrix, witness) is None

    wrong = Counted(denied)
    found = smallest(huge, wrong, Deadline(60), keep=known)
    assert found.options <= 12
    assert len(found.items) == 65
    assert wrong.calls <= 300


class LosesAColor(DancingLinks):
    """Takes the first two colors for one."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        matrix = query.matrix
        blind = matrix.replaced(colors=np.where(matrix.colors == 2, 1, matrix.colors), costs=None)
        yield from super().solutions(replace(query, matrix=blind), progress)


class LosesTheLast(DancingLinks):
    """Forgets the last solution wherever there are more than three."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = list(one_by_one(super().solutions(query, progress)))
        yield from singly(found[:-1] if len(found) > 3 else found)


def differ(faulty: DancingLinks) -> Predicate:
    def wrong(matrix: ExactCover) -> bool:
        query, progress = Query(matrix, deadline=Deadline(5)), Progress()
        right = {
            frozenset(found)
            for found in one_by_one(get_solver("bitmask").solutions(query, progress))
        }
        if not progress.complete:
            return False
        again = faulty.solutions(query, Progress())
        return {frozenset(found) for found in one_by_one(again)} != right

    return wrong


def test_a_lost_color_is_shrunk_to_two_options() -> None:
    rng = np.random.default_rng(3)
    builder = ExactCoverBuilder()
    for item in range(8):
        builder.item(f"p{item}")
    for item in range(5):
        builder.secondary(f"s{item}")
    for option in range(32):
        tints = {f"s{item}": f"c{rng.integers(3)}" for item in rng.permutation(5)[:2].tolist()}
        builder.option({f"p{option // 4}": None, **tints})
    matrix = builder.build()
    wrong = differ(LosesAColor())
    assert wrong(matrix)
    found = smallest(matrix, wrong, Deadline(60))
    assert found.options == 2
    assert len(found.color_names) == 2
    assert len(found.items) == 1


def test_a_real_fault_is_shrunk_without_a_hint() -> None:
    wrong = differ(LosesTheLast())
    found = smallest(queens(6).matrix, wrong, Deadline(60))
    assert found.options == 2
    assert len(all_solutions(found)) == 4
    assert smallest(found, wrong, Deadline(60)) == found


def test_no_question_is_begun_behind_the_deadline() -> None:
    matrix = queens(6).matrix
    asked = Counted(lambda m: True)
    assert smallest(matrix, asked, Deadline(0)) == matrix
    assert asked.calls == 0


def test_no_question_is_begun_that_will_end_behind_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def slow(matrix: ExactCover) -> bool:
        now[0] += (len(matrix.members) + 1) / 100
        return matrix.options > 20

    found = smallest(queens(8).matrix, slow, Deadline(12))
    assert found.options < queens(8).matrix.options
    assert now[0] <= 12


def test_what_is_to_be_kept_is_asked_about_before_all(huge: ExactCover) -> None:
    sizes: list[int] = []

    def cannot_wait(matrix: ExactCover) -> bool:
        sizes.append(matrix.options)
        return matrix.options < 1000 and set(matrix.labels) >= {5, 6}

    found = smallest(huge, cannot_wait, Deadline(60), keep=[5, 6, 7, 100_000])
    assert set(found.labels) == {5, 6}
    assert max(sizes) == 4


def test_a_predicate_that_fails_is_a_no_but_for_the_matrix_given() -> None:
    matrix = queens(6).matrix

    def touchy(candidate: ExactCover) -> bool:
        if candidate.options < 5:
            raise RuntimeError("too small to be judged")
        return True

    assert smallest(matrix, touchy, Deadline(20)).options == 5

    def broken(candidate: ExactCover) -> bool:
        raise RuntimeError("always")

    with pytest.raises(RuntimeError, match="always"):
        smallest(matrix, broken, Deadline(20))


def test_an_interrupt_passes_and_the_last_one_is_told() -> None:
    told: list[ExactCover] = []

    def stopped(candidate: ExactCover) -> bool:
        if len(told) == 2:
            raise KeyboardInterrupt
        return candidate.options > 3

    with pytest.raises(KeyboardInterrupt):
        smallest(queens(6).matrix, stopped, Deadline(20), report=told.append)
    assert size(told[1]) < size(told[0])
    assert told[1].options > 3


def test_a_matrix_without_a_fault_is_refused() -> None:
    with pytest.raises(ModelError, match="nothing is wrong with the matrix"):
        smallest(queens(6).matrix, lambda m: False, Deadline(20))


def test_a_fault_that_no_text_can_show_is_shrunk_too() -> None:
    """An option without items has one of its own in DLX text."""

    def empty(matrix: ExactCover) -> bool:
        return bool((np.diff(matrix.starts) == 0).any())

    builder = ExactCoverBuilder()
    builder.item("a")
    for row in (["a"], [], ["a"]):
        builder.option(row)
    found = smallest(builder.build(), empty, Deadline(20))
    assert (found.options, len(found.items)) == (1, 0)
    assert empty(found)


def test_weights_go_where_they_do_not_matter() -> None:
    builder = ExactCoverBuilder()
    builder.item("sum", -40, 900)
    builder.item("other", -(1 << 62), 1 << 62)
    for weight in (-30, 500, 7, 1, 400):
        builder.option(["sum", "other"], weights={"sum": weight, "other": 9 * weight})

    def negative(matrix: ExactCover) -> bool:
        return bool((matrix.weights < 0).any())

    found = smallest(builder.build(), negative, Deadline(20))
    assert (found.options, len(found.items)) == (1, 1)
    assert found.weights.tolist() == [-1]
    assert negative(read_back(found))


def test_conditions_go_where_they_do_not_matter() -> None:
    puzzle = Puzzle("conditions")
    cell = puzzle.choices("cell", number=range(3))
    puzzle.exactly_one(cell, by="number")
    puzzle.require(lambda answer: True, name="spare")
    puzzle.require(lambda answer: len(list(answer["cell"])) < 3, name="needed")

    def infeasible(matrix: ExactCover) -> bool:
        return not all_solutions(matrix) and len(matrix.items) > 2

    found = smallest(puzzle.matrix, infeasible, Deadline(20))
    assert [one.name for one in found.statements] in (["needed"], [])

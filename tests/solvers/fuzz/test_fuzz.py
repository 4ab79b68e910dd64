"""The fuzzer finds what is wrong, says how to see it again, and finds nothing where nothing is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, InputError, ModelError
from minuet.models.formats import read, write_dlx
from minuet.models.rules.kinds import Rules
from minuet.solvers import Progress, Query, Solver
from minuet.solvers.conformance import TooLarge, all_solutions, is_solution
from minuet.solvers.fuzz import (
    SHAPES,
    FuzzInterrupted,
    FuzzReport,
    Task,
    draw,
    fuzz,
    read_task,
    replay,
    write_task,
)
from minuet.solvers.fuzz import fuzzing as fuzzing_module
from minuet.solvers.fuzz.ask import Ask, ask_of
from minuet.solvers.fuzz.oracles.knowledge import Contradiction, Knowledge
from minuet.solvers.fuzz.participants import Participants
from minuet.solvers.fuzz.saved_faults import asks_in, fault_text

from oracle.matrices import matrices

CHEAP = [name for name, shape in SHAPES.items() if shape.weight >= 0.2]
RIVALS = ["dlx:links", "bitmask:portable"]


def by_the_definition(matrix: ExactCover, given: set[int], forbidden: set[int]) -> set[Options]:
    def covers(options: Options, item: int) -> list[int]:
        return [c for k in options for member, c in matrix.option(k) if member == item]

    def is_one(options: Options) -> bool:
        for item in range(len(matrix.items)):
            colors = covers(options, item)
            if item < matrix.primary:
                if not matrix.low[item] <= len(colors) <= matrix.high[item]:
                    return False
            elif len(colors) > 1 and (0 in colors or len(set(colors)) > 1):
                return False
        return True

    free = [k for k in range(matrix.options) if k not in forbidden]
    sets = (chosen for size in range(len(free) + 1) for chosen in combinations(free, size))
    return {chosen for chosen in sets if given <= {*chosen} and is_one(chosen)}


@given(matrix=matrices(max_options=7), some=st.sets(st.integers(0, 7), max_size=3))
def test_brute_force_finds_the_sets_that_are_solutions(matrix: ExactCover, some: set[int]) -> None:
    given = {k for k in some if k % 2}
    expected = by_the_definition(matrix, given, some - given)
    assert all_solutions(matrix, given, some - given) == expected
    every = [c for n in range(matrix.options + 1) for c in combinations(range(matrix.options), n)]
    found = {chosen for chosen in every if is_solution(matrix, chosen, given, some - given)}
    assert found == expected


def test_brute_force_gives_up_where_it_would_take_long() -> None:
    free = ExactCover(primary=0, items=["a"], starts=range(31), members=[0] * 30, colors=[1] * 30)
    with pytest.raises(TooLarge):
        all_solutions(free, most=1000)


@pytest.mark.parametrize("number", range(40))
def test_a_case_is_a_function_of_its_two_numbers(number: int) -> None:
    one, other = draw(7, number), draw(7, number)
    draw(8, number).task  # noqa: B018  another draw in between changes nothing
    assert one.shape == other.shape
    assert one.task.matrix.digest == other.task.matrix.digest
    assert (one.task.given, one.task.selections) == (other.task.given, other.task.selections)
    assert list(Participants(RIVALS).asks(one)) == list(Participants(RIVALS).asks(other))
    mine = [ask for ask in Participants(RIVALS).asks(one) if ask.solver == "dlx:links"]
    assert mine == list(Participants(["dlx:links"]).asks(one))


@pytest.mark.parametrize("shape", CHEAP)
def test_what_a_shape_plants_is_a_solution_and_most_small_ones_have_some(shape: str) -> None:
    tried = solvable = 0
    quick = shape.startswith(("small", "costed", "linked")) or shape == "rule_puzzle"
    for seed in range(20 if quick else 1):
        task = SHAPES[shape].draw(Random(seed))
        for planted in task.planted:
            assert is_solution(task.matrix, planted, (), task.forbidden)
        if task.matrix.options <= 16:
            found = all_solutions(task.matrix, task.given, task.forbidden)
            assert task.number in (None, len(found))
            tried, solvable = tried + 1, solvable + bool(found)
    assert solvable >= tried / 5 or shape == "short_of_links"


def _sort(kind: type) -> str:
    """Return the file in models/rules that it stands in, or the room."""
    return kind.__module__.split(".")[3]


def test_rules_of_every_kind_are_drawn() -> None:
    puzzles = [SHAPES["rule_puzzle"].draw(Random(seed)).puzzle for seed in range(40)]
    drawn = {type(rule) for puzzle in puzzles if puzzle is not None for rule in puzzle.rules}
    rules = {"counting": "cardinality"}  # the file of the methods, and that of their rules
    assert {_sort(kind) for kind in drawn} == {
        rules.get(_sort(base), _sort(base)) for base in Rules.__bases__
    }


@given(matrix=matrices(), seed=st.integers(0, 1000))
def test_a_task_is_written_into_a_matrix_and_read_back(matrix: ExactCover, seed: int) -> None:
    rng, options = Random(seed), range(matrix.options)
    some = [tuple(rng.sample(options, min(k, len(options)))) for k in (2, 2, 0, 1)]
    given, forbidden = some[0], frozenset(some[1][:1])
    task = Task(matrix, given, forbidden, tuple(some))
    written = write_task(task)
    assert all_solutions(written) == all_solutions(matrix, given, forbidden)
    (again,) = read(write_dlx(written), file="x", form="dlx").problems
    for text in (written, again):
        back = read_task(text)  # type: ignore[arg-type]
        assert (back.given, back.forbidden, back.selections) == (given, forbidden, task.selections)
        assert all_solutions(back.matrix) == all_solutions(matrix)


def test_words_that_cannot_both_be_true_contradict() -> None:
    matrix = ExactCover(primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], costs=[3, 5])

    def known() -> Knowledge:
        knowledge = Knowledge(matrix)
        knowledge.solution((1,), "one")
        return knowledge

    known().exactly(2, "two")
    known().bound(5, "two")
    known().not_one("two")
    for wrong in (
        lambda: known().exactly(0, "two"),
        lambda: known().bound(6, "two"),
        lambda: known().solution((0, 1), "two"),
        lambda: known().solution((1, 1), "two"),
        lambda: (one := known()).exactly(1, "two") or one.not_one("three"),
        lambda: (one := known()).at_most(1, "two") or one.solution((0,), "three"),
        lambda: known().all_different([(1,), (1,)], "two"),
        lambda: (one := known()).ranked([3, 5], 2, "two") or one.ranked([3], 2, "three"),
    ):
        with pytest.raises(Contradiction):
            wrong()


class Wrong(DancingLinks):
    """Dancing links that are wrong in one way each, by their name."""

    name = "wrong"

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    @property
    def full_name(self) -> str:
        return f"wrong:{self.how}"

    def count(self, query: Query, progress: Progress) -> int:
        number = super().count(query, progress)
        return number - (self.how == "miscounts" and number > 2)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        if self.how == "dies" and query.matrix.has_colors:
            os.abort()
        if self.how == "sleeps" and query.matrix.has_colors:
            time.sleep(1000)
        if self.how == "raises" and query.matrix.has_multiplicities:
            raise RuntimeError("a pity")
        if self.how == "ignores-givens":
            query = replace(query, given=query.given[1:])
        if self.how == "loses" and query.matrix.primary > 64:
            progress.complete = True
            return
        yield from (singly(found := list(one_by_one(super().solutions(query, progress)))))
        progress.complete = True
        if self.how == "repeats":
            yield from singly(found[:1])

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        if self.how == "bounds":
            yield from super().improving(query, progress)
            progress.bound = (progress.bound or 0) + 1
        else:
            yield from super().improving(query, progress)


@pytest.mark.parametrize(
    ("how", "most"),
    [
        ("miscounts", 4),
        ("dies", 4),
        ("raises", 4),
        ("ignores-givens", 4),
        ("repeats", 4),
        ("bounds", 4),
        ("loses", 4),
    ],
)
def test_what_a_solver_does_wrong_is_found_and_made_small(how: str, most: int) -> None:
    shapes = ["item_numbers"] if how == "loses" else None  # that is soon found
    report = fuzz([Wrong(how), *RIVALS], seconds=60, seed=1, shapes=shapes, most=1, shrink=20)
    assert not report
    (fault,) = report.faults
    assert any(f"wrong:{how}" in ask for ask in fault.asks)
    assert fault.matrix is not None
    assert fault.matrix.options <= most
    again = replay(fault.matrix, [ask_of(ask) for ask in fault.asks], [Wrong(how)])  # type: ignore[misc]
    assert again.faults
    assert f"--seed 1 --case {fault.number}" in fault.replay


def test_who_never_answers_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing_module, "TURN", 1.0)
    monkeypatch.setattr(fuzzing_module, "GRACE", 1.0)
    report = fuzz([Wrong("sleeps")], seconds=60, seed=1, most=1, shrink=0)
    (fault,) = report.faults
    assert "hung" in fault.what
    assert "wrong:sleeps" in str(fault)


def test_a_puzzle_that_is_compiled_wrongly_is_found_without_a_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from minuet.models.packings import placements

    by_piece = placements._by_piece

    def with_a_repeat(*laid: Any) -> Any:
        parts = list(by_piece(*laid))
        return [*parts, *((piece, cells[:1]) for piece, cells in parts[:1])]

    monkeypatch.setattr(placements, "_by_piece", with_a_repeat)
    report = fuzz(["dlx"], seconds=60, seed=1, most=1, shrink=3)
    (fault,) = report.faults
    assert (fault.shape, fault.asks) == ("small_packing", ())
    assert "twice" in fault.what


def test_honest_solvers_agree_and_nearly_every_case_is_used() -> None:
    report = fuzz(RIVALS, seconds=3, seed=5)
    assert report, str(report)
    assert report.used >= 0.9 * report.cases > 0


def test_only_the_shapes_that_are_named_are_drawn() -> None:
    report = fuzz(RIVALS, seconds=1, seed=5, shapes=["small_blocks", "few_costs"])
    assert report, str(report)
    assert set(report.tally.drawn) <= {"small_blocks", "few_costs"}
    with pytest.raises(ModelError, match="no shape 'round'"):
        fuzz(RIVALS, shapes=["round"])


def test_a_fault_is_told_once_and_the_cases_like_it_are_counted() -> None:
    report = fuzz([Wrong("miscounts")], seconds=3, seed=2, most=50, shrink=0)
    asked = [fault.asks[0].split()[0] for fault in report.faults]
    assert len(set(asked)) == len(asked), "one fault a question"
    assert "count" in asked
    counted = {"count", "symmetry", "alike", "agreed", "certified"}
    assert set(asked) <= counted, "who asks for those two counts"
    assert sum(fault.also for fault in report.faults) > 0


def test_ctrl_c_keeps_what_was_done() -> None:
    def interrupt(report: FuzzReport) -> None:
        if report.cases:
            raise KeyboardInterrupt

    with pytest.raises(FuzzInterrupted) as stopped:
        fuzz(RIVALS, seconds=60, heard=interrupt)
    assert stopped.value.report.cases > 0


def test_asks_are_spelled_and_read() -> None:
    for ask in (Ask("count", "dlx", memory=1 << 20), Ask("best", "dlx", limit=3), Ask("a", "b")):
        assert ask_of(str(ask)) == ask
    assert ask_of("nonsense") is ask_of("count dlx size=3") is None
    with pytest.raises(InputError, match=r"x\.dlx:2"):
        asks_in("| told\n| ask nobody\n", "x.dlx")


def test_a_kept_fault_says_what_is_wrong_and_is_read_back() -> None:
    (fault,) = fuzz([Wrong("miscounts")], seconds=60, seed=3, most=1, shrink=5).faults
    text = fault_text(fault)
    assert [str(ask) for ask in asks_in(text)] == list(fault.asks)
    (matrix,) = read(text, file="x", form="dlx").problems
    assert matrix == fault.matrix


def test_a_solver_that_lacks_something_is_not_at_fault() -> None:
    class Plain(Solver):
        """Solutions of plain exact covers."""

        name = "plain"
        features = frozenset()

        def version(self) -> str:
            return "1"

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            return singly(one_by_one(DancingLinks("links").solutions(query, progress)))

    report = fuzz([Plain(), "dlx"], seconds=2, seed=4)
    assert report, str(report)
    assert any(how == "unsupported" for _, who, how in report.tally.asked if who == "plain")

"""The fuzzer finds what is wrong, says how to see it again, and finds nothing where nothing is."""

from __future__ import annotations

import json
import mmap
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, ModelError
from minuet.models.formats import read, write
from minuet.models.rules.methods import METHODS
from minuet.solvers import Interrupted
from minuet.solvers.conformance import TooLarge, all_solutions, is_solution
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.fuzz import (
    SHAPES,
    Draws,
    FuzzReport,
    Task,
    draw,
    fuzz,
    read_task,
    replay,
    write_task,
)
from minuet.solvers.fuzz.oracles import Contradiction, Knowledge

from in_process import minuet
from oracle.matrices import matrices

CHEAP = [name for name, shape in SHAPES.items() if shape.weight >= 0.2]
RIVALS = ["dlx:links", "bitmask:portable"]
LONG = 500  # seconds, in which a fault is found


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


@pytest.fixture(scope="module")
def honest() -> FuzzReport:
    return fuzz(RIVALS, Draws(cases=60), seed=9)


def questions(report: FuzzReport, who: str) -> Counter[str]:
    """Return how often a solver was asked each question."""
    asked: Counter[str] = Counter()
    for (question, solver, _), times in report.tally.asked.items():
        asked[question] += times * (solver == who)
    return +asked


def test_a_solver_is_asked_the_same_again_and_whoever_else_is_asked(honest: FuzzReport) -> None:
    alone = fuzz(RIVALS[:1], Draws(cases=60), seed=9)
    assert alone.tally.drawn == honest.tally.drawn
    assert questions(alone, RIVALS[0]) == questions(honest, RIVALS[0])
    assert len(questions(honest, RIVALS[0])) > 10


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
    shapes = [*["rule_puzzle"] * 40, *["any_rule"] * 120]
    puzzles = [SHAPES[shape].draw(Random(seed)).puzzle for seed, shape in enumerate(shapes)]
    drawn = {type(rule) for puzzle in puzzles if puzzle is not None for rule in puzzle.rules}
    assert {_sort(kind) for kind in drawn} == {home.split(".")[1] for home in METHODS.values()}


@given(matrix=matrices(), seed=st.integers(0, 1000))
def test_a_task_is_written_into_a_matrix_and_read_back(matrix: ExactCover, seed: int) -> None:
    rng, options = Random(seed), range(matrix.options)
    some = [tuple(rng.sample(options, min(k, len(options)))) for k in (2, 2, 0, 1)]
    given, forbidden = some[0], frozenset(some[1][:1])
    task = Task(matrix, given, forbidden, tuple(some))
    written = write_task(task)
    assert all_solutions(written) == all_solutions(matrix, given, forbidden)
    (again,) = read(write(written), file="x", form="dlx").problems
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
        pytest.param("raises", 4, marks=pytest.mark.slow),
        ("ignores-givens", 4),
        pytest.param("repeats", 4, marks=pytest.mark.slow),
        pytest.param("bounds", 4, marks=pytest.mark.slow),
        ("loses", 4),
    ],
)
def test_what_a_solver_does_wrong_is_found_and_made_small(how: str, most: int) -> None:
    shapes = ["item_numbers"] if how == "loses" else None  # that is soon found
    report = fuzz(
        [Wrong(how), *RIVALS], Draws(shapes=shapes), time_limit=LONG, seed=1, most=1, shrink=20
    )
    assert not report
    (fault,) = report.faults
    assert any(f"wrong:{how}" in ask for ask in fault.asks)
    assert fault.matrix is not None
    assert fault.matrix.options <= most
    assert not replay(fault.matrix, solvers=[Wrong(how)], patience=1)
    assert f"--seed 1 --case {fault.number}" in fault.replay


class Clock:
    """The time, which passes a thousand times as fast from a moment on, in child processes too."""

    MOMENT = Struct("d")
    now = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, self.MOMENT.size)

    def hurry(self) -> None:
        self.MOMENT.pack_into(self.memory, 0, self.now())

    def __call__(self) -> float:
        now, (moment,) = self.now(), self.MOMENT.unpack_from(self.memory)
        return now + (1000 * (now - moment) if moment else 0.0)


def test_who_never_answers_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sleeping(DancingLinks):
        name = "sleeping"

        def count(self, query: Query, progress: Progress) -> int:
            if query.matrix.has_colors:
                clock.hurry()
                time.sleep(1000)
            return super().count(query, progress)

    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    report = fuzz(
        [Sleeping()], Draws(questions=["count"]), time_limit=1000 * LONG, seed=1, most=1, shrink=0
    )
    (fault,) = report.faults
    assert "hung" in fault.message
    assert fault.solvers == ("sleeping",)


def test_honest_solvers_agree_and_nearly_every_case_is_used(honest: FuzzReport) -> None:
    assert honest, str(honest)
    assert honest.cases == 60
    assert honest.used >= 0.9 * honest.cases


def test_only_the_shapes_that_are_named_are_drawn() -> None:
    report = fuzz(RIVALS, Draws(cases=20, shapes=["small_blocks", "few_costs"]), seed=9)
    assert report, str(report)
    assert set(report.tally.drawn) == {"small_blocks", "few_costs"}
    with pytest.raises(ModelError, match="no shape 'round'"):
        fuzz(RIVALS, Draws(shapes=["round"]))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seconds": 5}, "fuzz: no setting 'seconds'; did you mean time_limit?"),
        ({"threads": 2}, "fuzz: no setting 'threads', expected it with solve"),
        ({"seed": -1}, "seed -1, expected a whole number, 0 to 2147483647"),
    ],
)
def test_its_settings_are_those_of_searches(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError) as told:
        fuzz(RIVALS, Draws(cases=1), **settings)
    assert str(told.value).startswith(said)


def test_a_fault_is_told_once_and_the_cases_like_it_are_counted() -> None:
    report = fuzz([Wrong("miscounts")], Draws(cases=100), seed=1, most=50, shrink=0)
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

    with pytest.raises(Interrupted) as stopped:
        fuzz(RIVALS, seed=9, on_report=interrupt)
    assert stopped.value.result.cases > 0


@pytest.mark.parametrize("ask", ["nobody", "count dlx size=3", "count dlx limit=x"])
def test_an_ask_in_a_file_that_is_none_is_refused(ask: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dlx"
    file.write_text(f"| told\n| ask count dlx memory=1024\n| ask {ask}\na\na\n")
    done = minuet("fuzz", str(file))
    assert done.returncode == 2
    assert "x.dlx:3" in done.stderr


def test_what_is_part_of_an_ask_is_put_and_told(tmp_path: Path) -> None:
    """A file that somebody wrote, with a limit, a memory and threads; nothing is wrong."""
    file = tmp_path / "x.dlx"
    asks = ("best dlx limit=3", "count dlx memory=1048576", "solutions dlx threads=2")
    lines = "".join(f"| ask {ask}\n" for ask in asks)
    file.write_text(f"| what is wrong: nothing\n{lines}a\na |1\na |2\n")
    done = minuet("fuzz", str(file), "--json")
    assert done.returncode == 0, done.stdout
    asked = {
        (one["question"], one["solver"], one["times"]) for one in json.loads(done.stdout)["asked"]
    }
    assert asked == {("best", "dlx", 1), ("count", "dlx", 1), ("solutions", "dlx", 1)}


def test_a_solver_that_lacks_something_is_not_at_fault() -> None:
    class Plain(Solver):
        """Solutions of plain exact covers."""

        name = "plain"
        features = frozenset()

        def version(self) -> str:
            return "1"

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            return singly(one_by_one(DancingLinks("links").solutions(query, progress)))

    report = fuzz([Plain(), "dlx"], Draws(cases=60), seed=4)
    assert report, str(report)
    assert any(how == "unsupported" for _, who, how in report.tally.asked if who == "plain")

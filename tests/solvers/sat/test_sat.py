"""What is the SAT solvers' own: encodings by name, parameters, seeds, what was spent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hurried import AfterLooks
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Sudoku, Unsupported
from minuet.solvers import count, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.sat.process import lines

from drawing import few
from oracle.matrices import matrices

COUNTING = ("totalizer", "seqcounter", "cardnetwrk", "sortnetwrk")
ENCODINGS = (
    *("pairwise", "bitwise", "ladder", "product", "commander"),
    *(*COUNTING, "mtotalizer", "kmtotalizer", "native"),
)
NAMES = [f"sat:minicard:{encoding}" for encoding in ENCODINGS]
SOLVERS = ["cadical195", "ergo", "glucose3", "glucose42", "minisat22"]


INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def groups(size: int, number: int, times: int = 1) -> ExactCover:
    """Groups of so many options, and an item that no two of them may share across groups."""
    builder = ExactCoverBuilder()
    for group in range(number):
        builder.item(group, times, times)
    for group in range(number):
        for _ in range(size):
            builder.option([group])
    return builder.build()


def pigeons(number: int) -> ExactCover:
    """More pigeons than holes, which SAT solvers find hard to see."""
    builder = ExactCoverBuilder()
    for pigeon in range(number):
        builder.item(("pigeon", pigeon))
    for hole in range(number - 1):
        builder.item(("hole", hole), 0, 1)
    for pigeon in range(number):
        for hole in range(number - 1):
            builder.option([("pigeon", pigeon), ("hole", hole)])
    return builder.build()


def found(solver: Solver, query: Query, progress: Progress) -> list[tuple[int, ...]]:
    return [tuple(sorted(options)) for options in one_by_one(solver.solutions(query, progress))]


@few(25)
@pytest.mark.parametrize("name", NAMES)
@given(matrix=matrices())
def test_every_encoding_has_the_same_solutions(name: str, matrix: ExactCover) -> None:
    assert sorted(found(get_solver(name), Query(matrix), Progress())) == sorted(
        all_solutions(matrix)
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_time_limit_holds_while_a_large_group_is_written(encoding: str) -> None:
    size, times = (5000, 2500) if encoding in COUNTING else (20_000, 1)
    query, progress = Query(groups(size, 1, times), deadline=AfterLooks(6, 600.0)), Progress()
    try:
        options = get_solver(f"sat:minicard:{encoding}").first(query, progress)
    except Unsupported as error:
        assert "expected" in str(error)
    else:
        assert options is None or len(options) == times
        assert options is not None or not progress.complete


def test_more_clauses_than_memory_holds_are_refused() -> None:
    with pytest.raises(Unsupported, match="more than 10000000 clauses, expected"):
        solve(groups(20_000, 1), "sat:glucose4:pairwise", time_limit=60)
    with pytest.raises(Unsupported, match="mtotalizer of 1001 options, expected at most 1000"):
        solve(groups(1001, 1), "sat:glucose4:mtotalizer")


@pytest.mark.parametrize("name", ["sat", "sat:cadical195", "sat:lingeling"])
def test_what_a_search_spends_is_told(name: str) -> None:
    told = solve(pigeons(8), name).statistics
    assert told.conflicts > 0
    assert told.decisions > 0
    assert told.propagations > 0
    assert 0 < told.encode_seconds < told.search_seconds
    assert 0 < told.load_seconds < told.search_seconds


def test_a_line_that_a_killed_child_could_not_end_is_not_read() -> None:
    whole = subprocess.Popen(
        [sys.executable, "-c", "print('e 1 2 3'); print('v 3 17', end='')"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with whole as child:
        assert list(lines(child)) == [("e", [1, 2, 3])]


@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
def test_a_batch_adds_up_what_it_spends(name: str) -> None:
    matrix = pigeons(7)
    query, few, many = Query(matrix), Progress(), Progress()
    solver = get_solver(name)
    assert list(solver.many(query, few, [()], 1)) == [(0, None)]
    assert list(solver.many(query, many, [(), (0,), (1,)], 1)) == [(0, None)] * 3
    assert many.conflicts >= few.conflicts > 0
    assert many.encode_seconds > 0
    assert many.load_seconds > 0


@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
def test_the_cheapest_is_told_with_what_it_took(name: str) -> None:
    builder = ExactCoverBuilder()
    for item in range(6):
        builder.item(item)
    for one in range(6):
        for other in range(one):
            builder.option([one, other], cost=(one * 7 + other * 5) % 11)
    query, progress = Query(builder.build()), Progress()
    assert list(get_solver(name).improving(query, progress))
    assert progress.complete
    assert progress.propagations > 0
    assert progress.encode_seconds > 0
    assert progress.load_seconds > 0


@pytest.mark.parametrize("name", ["sat", "sat:cadical195", "sat:minisat22"])
def test_the_same_seed_gives_the_same_run(name: str) -> None:
    matrix = Sudoku("." * 81).matrix
    runs: dict[int | None, set[tuple[Any, ...]]] = {}
    for seed in (None, 1, 2, None, 1, 2):
        query, progress = Query(matrix, seed=seed), Progress()
        first = get_solver(name).first(query, progress)
        spent = (first, progress.conflicts, progress.decisions)
        runs.setdefault(seed, set()).add(spent)
    assert all(len(run) == 1 for run in runs.values())
    assert len(set.union(*runs.values())) == 3


@few(10)
@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
@given(matrix=matrices(), seed=st.integers(-5, 1 << 40), data=st.data())
def test_a_seed_changes_no_answer(
    name: str, matrix: ExactCover, seed: int, data: st.DataObject
) -> None:
    solver, expected = get_solver(name), sorted(all_solutions(matrix))
    known = data.draw(st.lists(st.sampled_from(expected), max_size=2)) if expected else []
    query, progress = Query(matrix, seed=seed, excluded=tuple(known)), Progress()
    left = sorted(set(expected).difference(known))
    assert sorted(found(solver, query, progress)) == left
    least = [matrix.cost(options) for options in solver.improving(query, Progress())]
    assert least[-1:] == sorted(map(matrix.cost, left))[:1]


def given_parameters(solver: str) -> Sequence[dict[str, Any]]:
    own: dict[str, list[dict[str, Any]]] = {
        "cadical": [{"seed": 7, "phase": 0}, {"shuffle": True, "restartint": 10}],
        "ergo": [{"var-decay": 0.8, "emulate": "m2.2"}, {"restart-policy": "luby"}],
        "glucose42": [{"rnd-seed": 3, "rnd-freq": 0.5, "rnd-pol": True}],
    }
    modes: list[dict[str, Any]] = [] if solver.startswith("cadical") else [{"warm_start": True}]
    return [*own.get(solver, own.get(solver[:7], [])), *modes]


@few(5)
@pytest.mark.parametrize(
    ("name", "parameters"), [(name, one) for name in SOLVERS for one in given_parameters(name)]
)
@given(matrix=matrices())
def test_parameters_change_no_answer(
    name: str, parameters: dict[str, Any], matrix: ExactCover
) -> None:
    asked, expected = get_solver(f"sat:{name}"), sorted(all_solutions(matrix))
    query, progress = Query(matrix, parameters=parameters), Progress()
    assert sorted(found(asked, query, progress)) == expected
    least = [matrix.cost(options) for options in asked.improving(query, Progress())]
    assert least[-1:] == sorted(map(matrix.cost, expected))[:1]
    selections = [(), *((option,) for option in range(matrix.options))]
    for selection, (number, _) in zip(
        selections, asked.many(query, Progress(), selections, 2), strict=True
    ):
        assert number == min(2, sum(set(selection) <= set(one) for one in expected))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("cadical195", {"phase": 0}),
        ("cadical153", {"forcephase": 1, "phase": 0}),
        ("ergo", {"var-decay": 0.5}),
        ("glucose42", {"rnd-seed": 3, "rnd-freq": 0.9}),
    ],
)
def test_parameters_reach_the_solver(name: str, parameters: dict[str, Any]) -> None:
    spent = set()
    for given_ones in ({}, parameters):
        query, progress = Query(pigeons(7), parameters=given_ones), Progress()
        assert get_solver(f"sat:{name}").first(query, progress) is None
        assert progress.complete
        spent.add((progress.conflicts, progress.decisions, progress.propagations))
    assert len(spent) == 2


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        (
            "sat",
            {"rnd-seed": 1},
            "sat:glucose4: unknown parameter 'rnd-seed', expected one of incr",
        ),
        ("sat:lingeling", {"seed": 1}, "sat:lingeling: unknown parameter 'seed', expected none"),
        ("sat:cadical195", {"nosuch": 1}, "unknown parameter 'nosuch', expected one of bump"),
        ("sat:cadical195", {"seed": -1}, "parameter seed -1, expected a whole number, 0 to"),
        ("sat:cadical195", {"phase": "x"}, "parameter phase 'x', expected a whole number, 0 to 1"),
        ("sat:glucose42", {"rnd-freq": 1.5}, "rnd-freq 1.5, expected a number from 0 to 1"),
        ("sat:ergo", {"emulate": "z"}, "emulate 'z', expected one of m2.0, m2.2"),
    ],
)
def test_parameters_that_a_solver_does_not_take_are_refused(
    name: str, parameters: dict[str, Any], said: str
) -> None:
    query, progress = Query(pigeons(3), parameters=parameters), Progress()
    with pytest.raises(ModelError, match=said):
        get_solver(name).first(query, progress)


def test_givens_are_taken_out_before_encoding() -> None:
    puzzle = Sudoku(INKALA)
    blank, hard = Query(puzzle.matrix), Query(puzzle.matrix, puzzle.given_options)
    solver = get_solver("sat")
    assert len(found(solver, hard, Progress())) == 1
    assert solver.first(blank, Progress())
    assert count(puzzle, "sat").count == 1

"""Costs near 2^62 against Python's integers: every total, bound and order exact, or a refusal."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import (
    ExactCover,
    ExactCoverBuilder,
    ModelError,
    Puzzle,
    SolverError,
    Unsupported,
)
from minuet.models.matrix.arrays import absolute_total
from minuet.models.matrix.exact_cover import COST_LIMIT
from minuet.solvers import Status, best, bottleneck, certify, diverse, pareto, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver

from ....drawing import few
from oracle.matrices import covers, matrices

RANKING = ["dlx", "dlx:taxes", "propagate:tree"]
Costs = st.lists(st.integers(-9, 9), min_size=9, max_size=9)


def near_the_limit(matrix: ExactCover, little: list[int], signs: int, part: int) -> ExactCover:
    """Give all options about the same size, as large as the limit allows, or a part of that."""
    size = COST_LIMIT // part // max(matrix.options, 1) - 10
    costs = [(-size if signs >> k & 1 else size) + little[k] for k in range(matrix.options)]
    return matrix.replaced(costs=costs)


huge = {
    "little": Costs,
    "signs": st.one_of(st.sampled_from([0, 511]), st.integers(0, 511)),
    "part": st.sampled_from([1, 1, 2, 4, 8, 1 << 6, 1 << 9]),
}


@given(numbers=st.lists(st.integers(-(1 << 63), (1 << 63) - 1)))
def test_absolute_values_are_summed_exactly(numbers: list[int]) -> None:
    assert absolute_total(np.array(numbers, np.int64)) == sum(map(abs, numbers))


@given(matrix=st.booleans().flatmap(lambda weights: matrices(weights=weights)), **huge)
def test_every_solver_finds_the_least_of_huge_totals_or_refuses(
    solver: Solver, matrix: ExactCover, little: list[int], signs: int, part: int
) -> None:
    if "costs" not in solver.features:
        return
    matrix = near_the_limit(matrix, little, signs, part)
    known = [sum(int(matrix.costs[k]) for k in one) for one in all_solutions(matrix)]
    progress = Progress()
    try:
        solver.require(matrix)
        told = list(solver.improving(Query(matrix), progress))
    except Unsupported as refusal:
        assert "\n" not in str(refusal)
        return
    costs = [matrix.cost(options) for options in told]
    assert costs == sorted(set(costs), reverse=True)
    assert set(costs) <= set(known)
    if known and progress.bound is not None:
        assert progress.bound <= min(known)
    if progress.complete:
        assert costs[-1:] == ([min(known)] if known else [])


@pytest.mark.parametrize("name", RANKING)
@few(40)
@given(matrix=covers(), **huge)
def test_the_best_come_in_order(
    name: str, matrix: ExactCover, little: list[int], signs: int, part: int
) -> None:
    matrix = near_the_limit(matrix, little, signs, part)
    known = sorted(sum(int(matrix.costs[k]) for k in one) for one in all_solutions(matrix))
    assert [matrix.cost(options) for options in best(matrix, 3, name)] == known[:3]


@few(40)
@given(matrix=covers(), **huge)
def test_the_largest_cost_is_exact(
    matrix: ExactCover, little: list[int], signs: int, part: int
) -> None:
    matrix = near_the_limit(matrix, little, signs, part)
    if not matrix.has_costs:
        return
    known = all_solutions(matrix)
    result = bottleneck(matrix, "dlx")
    if not known:
        assert result.status is Status.INFEASIBLE
        return
    largest = [max((int(matrix.costs[k]) for k in one), default=None) for one in known]
    right = None if None in largest else min(one for one in largest if one is not None)
    assert result.objective == right


@pytest.mark.parametrize("costs", [[COST_LIMIT - 1], [1 - COST_LIMIT], [1 << 61, 1 - (1 << 61)]])
def test_auto_proves_the_optimum_at_the_limit(costs: list[int]) -> None:
    size = len(costs)
    matrix = ExactCover(
        primary=1, items=["i"], starts=range(size + 1), members=[0] * size, costs=costs
    )
    result = solve(matrix)
    assert (result.status, result.objective, result.bound) == ("OPTIMAL", min(costs), min(costs))
    assert certify(matrix, result).check() == f"optimum {min(costs)}"


def square(size: int) -> tuple[Puzzle, list[list[int]]]:
    """Jobs and machines, and costs of which no two differ by much."""
    random = Random(size)
    puzzle = Puzzle("jobs")
    does = puzzle.choices("does", machine=range(size), job=range(size))
    puzzle.exactly_one(does, by="machine")
    puzzle.exactly_one(does, by="job")
    each = (COST_LIMIT - 1) // size**2
    return puzzle, [[each - random.randint(0, 99) for _ in range(size)] for _ in range(size)]


@pytest.mark.parametrize("name", ["auto", "dlx", "optimize", "optimize:climbing", "cpsat", "sat"])
def test_who_takes_huge_costs_proves_an_assignment(name: str) -> None:
    puzzle, costs = square(6)
    puzzle.minimize(puzzle.table("does"), lambda machine, job: costs[machine][job])
    small, each = square(6)[0], (COST_LIMIT - 1) // 36
    small.minimize(small.table("does"), lambda machine, job: costs[machine][job] - each)
    right = solve(small, "dlx").objective
    assert right is not None
    result = solve(puzzle, name, time_limit=60)
    assert (result.status, result.objective) == ("OPTIMAL", right + 6 * each)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "optimize:blocks",
            r"^solver optimize:blocks does not support costs that sum to more than 2\^57$",
        ),
        ("mip", "does not support costs as large as these"),
        ("mip:highs", "does not support costs as large as these"),
    ],
)
def test_who_cannot_hold_them_refuses_in_a_line(name: str, why: str) -> None:
    puzzle = square(4)[0]
    random = Random(4)
    costs = [random.randint(0, COST_LIMIT // 16 - 1) for _ in range(16)]
    puzzle.minimize(puzzle.table("does"), lambda machine, job: costs[4 * machine + job])
    with pytest.raises(Unsupported, match=why):
        solve(puzzle, name)
    assert solve(puzzle, "auto").status == "OPTIMAL"


def test_a_common_factor_leaves_all_solvers_what_they_can_hold() -> None:
    puzzle = square(4)[0]
    costs = [Random(4).randint(0, 99) << 50 for _ in range(16)]
    puzzle.minimize(puzzle.table("does"), lambda machine, job: costs[4 * machine + job])
    found = {
        solve(puzzle, name).objective for name in ("dlx", "optimize:blocks", "mip", "cpsat", "sat")
    }
    assert len(found) == 1


def test_levels_share_sixty_two_bits() -> None:
    puzzle = square(3)[0]
    does = puzzle.table("does")
    worths = {3: 9, 2: 9 << 12, 1: Fraction(1, 3), 0: 9 << 20}
    for level, worth in worths.items():
        puzzle.minimize(
            does,
            lambda machine, job, level=level, worth=worth: (
                worth * ((machine * 5 + job * level) % 4)
            ),
            level=level,
        )
    scale = max(abs(int(cost)) for cost in puzzle.matrix.costs)
    assert scale > 1 << 53
    known = [puzzle.read(sorted(one)).objectives for one in all_solutions(puzzle.matrix)]
    assert solve(puzzle).objectives == min(known)
    with pytest.raises(
        ModelError, match=r"over the levels 0, 1, 2, 3, 4, expected less than 2\^62"
    ):
        puzzle.minimize(does, 1 << 40, level=4)
        solve(puzzle)


def test_two_totals_share_sixty_two_bits() -> None:
    matrix = square(3)[0].matrix
    random = Random(0)
    one = [random.randint(0, 1 << 27) for _ in range(9)]
    two = [random.randint(-(1 << 27), 1 << 27) for _ in range(9)]
    front = pareto(matrix, one, two)
    told = [(point.first, point.second) for point in front]
    pairs = sorted((sum(one[k] for k in s), sum(two[k] for k in s)) for s in all_solutions(matrix))
    right = [pair for n, pair in enumerate(pairs) if all(pair[1] < b for _, b in pairs[:n])]
    assert front.complete
    assert told == right
    with pytest.raises(ModelError, match=r"expected less than 2\^62$"):
        pareto(matrix, [1 << 40] * 9, [1 << 30] * 9)


def test_answers_that_differ_begin_at_the_best() -> None:
    puzzle, costs = square(3)
    puzzle.minimize(puzzle.table("does"), lambda machine, job: costs[machine][job])
    known = sorted(map(puzzle.matrix.cost, all_solutions(puzzle.matrix)))
    told = list(diverse(puzzle, 3))
    assert told[0].objective == known[0]


# CP-SAT's presolve moves costs from some options of a row to the others, and past 2^62 with them.
GROWING = [
    (
        [3689345095878332416, *[3689345095] * 8],
        [[0, 3], [1, 2], [1], [0, 2, 3], [1, 2], [2], [0, 1, 2], [0, 1], [1, 2, 3]],
        [(0, 1), (1, 2), (1, 3), (1, 1)],
    ),
    (
        [
            *(1035170, -4446023905342527, 64698, 8683640440122, -16174, -35568191242740220),
            *(-8480117617, 35568191242740220, -8480117617, -2276364239535374080, -2170910110030),
        ],
        [[3], [0, 3], [0, 1], [1, 2], [0, 3], [0, 1], [2, 3], [1, 2, 3], [0, 1, 2], [0], [1, 2, 3]],
        [(0, 1), (1, 3), (1, 3), (2, 2)],
    ),
]


def drawn_out(
    costs: list[int], options: list[list[int]], bounds: list[tuple[int, int]]
) -> tuple[ExactCover, int | None]:
    """Return a matrix, and the least cost of its solutions: all sets of options are looked at."""
    builder = ExactCoverBuilder()
    for item, (low, high) in enumerate(bounds):
        builder.item(item, low, high)
    for cost, members in zip(costs, options, strict=True):
        builder.option(members, cost=cost)
    least: int | None = None
    for chosen in range(1 << len(costs)):
        taken = [k for k in range(len(costs)) if chosen >> k & 1]
        uses = [sum(item in options[k] for k in taken) for item in range(len(bounds))]
        if all(low <= n <= high for n, (low, high) in zip(uses, bounds, strict=True)):
            total = sum(costs[k] for k in taken)
            least = total if least is None else min(least, total)
    return builder.build(), least


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("drawn", GROWING)
def test_cpsat_takes_costs_that_its_presolve_lifts_past_the_limit(
    drawn: tuple[list[int], list[list[int]], list[tuple[int, int]]], threads: int
) -> None:
    matrix, least = drawn_out(*drawn)
    result = solve(matrix, "cpsat", threads=threads, seed=1)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, least, least)


EDGES = {
    "one": [COST_LIMIT - 1, 0, 0, 0, 0, 0, 0],
    "one large": [COST_LIMIT - 13, 1, 2, 3, 1, 2, 3],
    "two": [COST_LIMIT // 2 - 1, 0, COST_LIMIT // 2 - 2, 1, 1, 0, 0],
    "many": [COST_LIMIT // 7 - k for k in range(7)],
    "powers": [1 << k for k in (61, 60, 59, 58, 57, 31, 0)],
}


@few(40)
@given(
    name=st.sampled_from(
        [
            *(
                "dlx",
                "dlx:taxes",
                "propagate:tree",
                "bitmask",
                "cpsat",
                "sat",
                "sat:cadical195",
                "mip",
            ),
            *("mip:highs", "optimize", "optimize:blocks", "optimize:climbing", "auto"),
        ]
    ),
    edge=st.sampled_from(sorted(EDGES)),
    signs=st.one_of(st.sampled_from([0, 127]), st.integers(0, 127)),
    options=st.lists(
        st.sets(st.integers(0, 3), min_size=1, max_size=3).map(sorted), min_size=7, max_size=7
    ),
    bounds=st.one_of(
        st.lists(st.sampled_from([(1, 1), (0, 1)]), min_size=4, max_size=4),
        st.lists(st.sampled_from([(1, 1), (0, 2), (1, 3), (2, 2)]), min_size=4, max_size=4),
    ),
    seed=st.sampled_from([None, 1]),
)
def test_the_edge_of_what_a_matrix_holds_is_answered_or_refused_with_a_reason(
    name: str,
    edge: str,
    signs: int,
    options: list[list[int]],
    bounds: list[tuple[int, int]],
    seed: int | None,
) -> None:
    costs = [-cost if signs >> k & 1 else cost for k, cost in enumerate(EDGES[edge])]
    matrix, least = drawn_out(costs, options, bounds)
    try:
        result = solve(matrix, name, seed=seed, time_limit=60)
    except Unsupported as refusal:
        assert name != "auto"
        assert re.fullmatch(r"solver \S+ does not support [^\n]+[^\n:]", str(refusal))
        return
    if least is None:
        assert result.status is Status.INFEASIBLE
    else:
        right = (Status.OPTIMAL, least, least)
        assert (result.status, result.objective, result.bound) == right


@pytest.mark.parametrize("costs", [[COST_LIMIT], [-COST_LIMIT], [COST_LIMIT - 1, -1], [1 << 62, 0]])
def test_just_past_the_edge_no_matrix_is_made(costs: list[int]) -> None:
    with pytest.raises(ModelError, match=r"expected all absolute costs to sum to less than 2\^62$"):
        drawn_out(costs, [[0]] * len(costs), [(0, 1)])


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("", "no reason given"),
        ("solver x: refuses the model: ", "solver x: refuses the model: no reason given"),
        ("solver x: wrong\n  in two lines\n", "solver x: wrong in two lines"),
    ],
)
@pytest.mark.parametrize("kind", [SolverError, Unsupported])
def test_an_error_of_a_solver_is_a_line_with_a_reason(
    kind: type[SolverError], message: str, line: str
) -> None:
    error = kind(message)
    assert str(error) == str(pickle.loads(pickle.dumps(error))) == line

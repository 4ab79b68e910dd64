"""The search by propagation against brute force, on small matrices with all that it knows."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, Puzzle, Unsupported
from minuet.models.matrix.conditions import (
    DIRECTED,
    KINDS,
    OF_VERTICES,
    Clause,
    GraphRule,
    Statement,
)
from minuet.solvers import count, get_solver, solve
from minuet.solvers.contract import Progress, Query, Verifier
from minuet.solvers.propagate import count_by_frontier, propagating_engine

from drawing import seeds

SEEDS = seeds(20, 6)
CASES = 60  # of a seed


def items_of(rng: Random, options: int) -> dict[str, object]:
    """Plain items, multiplicities, weights of either sign (some near the limits), colors."""
    primary, secondary = rng.randint(0, 4), rng.randint(0, 2)
    styles = [rng.choice(["once", "several", "weights", "alike", "clause"]) for _ in range(primary)]
    large = rng.random() < 0.2
    starts, members, colors, weights = [0], [], [], []
    for _ in range(options):
        for item in range(primary + secondary):
            if rng.random() < 0.4:
                members.append(item)
                colors.append(rng.randint(0, 2) if item >= primary else 0)
                weights.append(weight(rng, styles[item], large) if item < primary else 1)
        starts.append(len(members))
    low, high = [1] * primary + [0] * secondary, [1] * (primary + secondary)
    for item, style in enumerate(styles):
        its = [w for w, member in zip(weights, members, strict=True) if member == item]
        if style != "once":
            low[item] = rng.choice(its or [0]) * rng.randint(0, 2) + rng.randint(-2, 2)
            high[item] = low[item] + rng.choice([0, 1, 4, 2**31])
        if style == "clause":
            low[item], high[item] = 1 - sum(w < 0 for w in its), 2**62
        if all(w == 1 for w in its):
            low[item], high[item] = max(low[item], 0), max(high[item], 0)
    return {
        "primary": primary,
        "items": [f"i{k}" for k in range(primary + secondary)],
        "starts": starts,
        "members": members,
        "colors": colors,
        "weights": weights,
        "low": low,
        "high": high,
    }


def weight(rng: Random, style: str, large: bool) -> int:
    if style in ("once", "several"):
        return 1
    if style == "clause":
        return rng.choice([-1, 1])
    if style == "alike":
        return -3
    drawn = rng.choice([-4, -2, -1, 1, 2, 3, 5])
    return int(np.sign(drawn)) * (2**31 - 1 - abs(drawn)) if large else drawn


def rule_of(rng: Random, kind: str, options: int) -> GraphRule:
    """A rule on a multigraph with loops at vertices; options may choose several elements."""
    vertices, edges = rng.randint(1, 6), rng.randint(1, 10)
    tails = [rng.randrange(vertices) for _ in range(edges)]
    heads = [rng.randrange(vertices) for _ in range(edges)]
    elements = vertices if kind in OF_VERTICES else edges
    if rng.random() < 0.6:
        pairs = [(option, option) for option in range(min(options, elements))]
    else:
        pairs = [(rng.randrange(options), rng.randrange(elements)) for _ in range(options)]
    reached = rng.randint(0, 2)
    found = {"reachable": reached, "path": rng.choice([0, 2]), "reachable_by_arcs": reached + 1}
    roots = found.get(kind, 0)
    columns = [np.array(column, np.int32) for column in zip(*pairs, strict=True)]
    ends = np.array([rng.randrange(vertices) for _ in range(roots)], np.int32)
    return GraphRule(kind, kind, vertices, np.array(tails), np.array(heads), *columns, ends)


def statement_of(rng: Random, options: int) -> Statement:
    """How many of some options are chosen is not 1 more than a multiple of 3."""
    over = tuple(option for option in range(options) if rng.random() < 0.5)
    return Statement("thirds", lambda chosen: len(chosen) % 3 != 1, over)


def case_of(rng: Random) -> ExactCover:
    options = rng.randint(1, 9)
    rules = [rule_of(rng, rng.choice(KINDS), options) for _ in range(rng.choice([0, 1, 1, 2]))]
    statements = [statement_of(rng, options)] if rng.random() < 0.3 else []
    costs = [rng.randint(-5, 9) for _ in range(options)]
    parts = items_of(rng, options)
    return ExactCover(**parts, costs=costs, graph_rules=rules, statements=statements)  # type: ignore[arg-type]


def answers(query: Query) -> set[tuple[int, ...]]:
    """Every set of options that the verifier, which shares no code with the engine, lets pass."""
    verifier = Verifier(query.matrix, query.given, query.forbidden)
    options = range(query.matrix.options)
    every = (chosen for size in range(len(options) + 1) for chosen in combinations(options, size))
    return {chosen for chosen in every if verifier.first_wrong([chosen]) is None}


def selected(rng: Random, matrix: ExactCover) -> Query:
    drawn = {option: rng.random() for option in range(matrix.options)}
    given = tuple(option for option, at in drawn.items() if at < 0.05)
    return Query(matrix, given, frozenset(option for option, at in drawn.items() if at > 0.95))


def grid_rule(rng: Random, kind: str) -> GraphRule:
    """A rule on a grid with some more edges; each option chooses one element."""
    rows, cols = rng.choice([(2, 3), (2, 4), (3, 3)])
    number = {(row, col): row * cols + col for row in range(rows) for col in range(cols)}
    beyond = [(cell, (cell[0] + down, cell[1] + 1 - down)) for cell in number for down in (0, 1)]
    edges = [(number[one], number[other]) for one, other in beyond if other in number]
    edges += [(rng.randrange(rows * cols), rng.randrange(rows * cols)) for _ in range(2)]
    rng.shuffle(edges)
    edges = edges[:12]
    if kind in DIRECTED:
        edges = [edge if rng.random() < 0.5 else edge[::-1] for edge in edges]
    tails, heads = (np.array(column, np.int32) for column in zip(*edges, strict=True))
    places = np.arange(rows * cols if kind in OF_VERTICES else len(edges), dtype=np.int32)
    ends = {"reachable": 1, "path": 2, "reachable_by_arcs": 1}.get(kind, 0)
    roots = np.array(rng.sample(range(rows * cols), ends), np.int32)
    return GraphRule(kind, kind, rows * cols, tails, heads, places, places, roots)


@pytest.mark.parametrize("kind", KINDS)
def test_rules_that_wait_between_two_looks_at_their_graph(kind: str) -> None:
    """Without items the search is long enough for a rule to look at its graph ever more rarely."""
    rng = Random(kind)
    for _ in seeds(14, 4):
        rules = [grid_rule(rng, kind)]
        if rng.random() < 0.5:  # another one on the same options
            other = "connected" if kind in OF_VERTICES else "acyclic"
            rules.append(replace(rules[0], kind=other, roots=np.array([], np.int32)))
        options = len(rules[0].options)
        matrix = ExactCover(
            primary=0, items=[], starts=[0] * (options + 1), members=[], graph_rules=rules
        )
        query = selected(rng, matrix)
        expected = answers(query)
        for name in ("propagate:tree", "propagate:learning"):
            found = list(one_by_one(get_solver(name).solutions(query, Progress())))
            assert len(found) == len(set(found)), name
            assert set(found) == expected, name


@pytest.mark.parametrize("seed", SEEDS)
def test_all_solutions_their_number_and_the_cheapest_are_those_of_brute_force(seed: int) -> None:
    rng, solver, with_solutions = Random(seed), get_solver("propagate:tree"), 0
    for _ in range(CASES):
        query = selected(rng, case_of(rng))
        expected = answers(query)
        with_solutions += bool(expected)
        progress = Progress()
        found = list(one_by_one(solver.solutions(query, progress)))
        assert len(found) == len(expected)
        assert set(found) == expected
        assert progress.complete
        assert solver.count(query, Progress()) == len(expected)
        costs = sorted(query.matrix.cost(options) for options in expected)
        progress = Progress()
        better = [query.matrix.cost(one) for one in solver.improving(query, progress)]
        assert progress.complete
        assert better == sorted(set(better), reverse=True)
        assert better[-1:] == costs[:1]
        assert progress.bound is None or not costs or progress.bound <= costs[0]
        best = solver.best_solutions(query, Progress(), 3)  # type: ignore[attr-defined]
        assert [query.matrix.cost(one) for one in best] == costs[:3]
    assert with_solutions > CASES // 3


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_learned_loses_no_solution(seed: int) -> None:
    rng = Random(seed)
    for _ in range(CASES):
        query = selected(rng, case_of(rng))
        expected = sorted(answers(query))
        for name in ("propagate:learning", "propagate"):
            solver, progress = get_solver(name), Progress()
            found = list(one_by_one(solver.solutions(query, progress)))
            assert sorted(found) == expected, name
            assert progress.complete, name
            assert solver.count(query, Progress()) == len(found), name
            first = solver.first(query, Progress())
            assert first in found if found else first is None, name


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_open_and_what_was_found_are_everything(seed: int) -> None:
    rng = Random(seed)
    for _ in range(CASES):
        query = selected(rng, case_of(rng))
        expected, found = answers(query), []
        engine = propagating_engine(query, lambda: None)
        for _ in range(rng.randint(0, 4)):
            _, starts, options = engine.next_batch(0.001, 1)
            found += [tuple(options.tolist())] if len(starts) > 1 else []
        for given, without in engine.open():
            part = Query(query.matrix, tuple(given), query.forbidden.union(without))
            found += one_by_one(get_solver("propagate:tree").solutions(part, Progress()))
        assert sorted(found) == sorted(expected)


def magic(size: int) -> ExactCover:
    """Magic squares: a number in each cell, each once, lines that add up alike."""
    cells, total = size * size, size * (size * size + 1) // 2
    starts, members, weights = [0], [], []
    for row in range(size):
        for column in range(size):
            for value in range(1, cells + 1):
                lines = [2 * cells + row, 2 * cells + size + column]
                lines += [2 * cells + 2 * size] * (row == column)
                lines += [2 * cells + 2 * size + 1] * (row + column == size - 1)
                members += [row * size + column, cells + value - 1, *lines]
                weights += [1, 1] + [value] * len(lines)
                starts.append(len(members))
    bounds = [1] * (2 * cells) + [total] * (2 * size + 2)
    return ExactCover(
        primary=len(bounds),
        items=[str(k) for k in range(len(bounds))],
        starts=starts,
        members=members,
        weights=weights,
        low=bounds,
        high=bounds,
    )


def edges_alone(
    kind: str, vertices: int, edges: Collection[tuple[int, int]], **more: object
) -> ExactCover:
    """Any edges of a graph that make what the kind says."""
    numbers = np.arange(len(edges))
    tails, heads = (np.array(column) for column in zip(*edges, strict=True))
    rule = GraphRule("rule", kind, vertices, tails, heads, numbers, numbers)
    parts = {"primary": 0, "items": (), "starts": np.zeros(len(edges) + 1, int), "members": ()}
    return ExactCover(**(parts | more), graph_rules=[rule])  # type: ignore[arg-type]


def grid(size: int) -> list[tuple[int, int]]:
    spots = range(size * size)
    right = [(spot, spot + 1) for spot in spots if spot % size < size - 1]
    return right + [(spot, spot + size) for spot in spots if spot < size * (size - 1)]


@pytest.mark.parametrize(
    ("size", "number"), [(1, 1), (3, 8), pytest.param(4, 7040, marks=pytest.mark.slow)]
)
def test_magic_squares(size: int, number: int) -> None:
    """OEIS A006052, in all eight positions: 1, 8 and 880 * 8."""
    result = count(magic(size), "propagate:tree")
    assert (result.count, result.complete) == (number, True)


LOOPS = {1: 1, 2: 13, 3: 213, 4: 9349, 5: 1222363, 6: 487150371, 7: 603841648931}


@pytest.mark.parametrize(("cells", "number"), LOOPS.items())
def test_loops_on_grids(cells: int, number: int) -> None:
    """OEIS A140517."""
    matrix = edges_alone("one_loop", (cells + 1) ** 2, grid(cells + 1))
    assert count(matrix, "propagate:tree").count == number


@pytest.mark.parametrize("seed", SEEDS)
def test_loops_and_paths_are_counted_by_frontiers_as_by_search(seed: int) -> None:
    """On multigraphs with items on the edges, given ones and forbidden ones."""
    rng, counted = Random(seed), 0
    for _ in range(CASES):
        kind, options = rng.choice(["one_loop", "path"]), rng.randint(1, 9)
        limits = {"low": [rng.randint(0, 2)], "high": [rng.randint(2, 5)]}
        parts = {
            "primary": 1,
            "items": ["few"],
            "starts": np.cumsum([0, *(rng.randint(0, 1) for _ in range(options))]),
        }
        parts["members"] = np.zeros(parts["starts"][-1], int)  # type: ignore[index]
        matrix = ExactCover(**parts, **limits, graph_rules=[rule_of(rng, kind, options)])  # type: ignore[arg-type]
        query = selected(rng, matrix)
        number = count_by_frontier(query, 10_000)
        assert number in (None, len(answers(query)))
        counted += bool(number)
    assert counted > CASES // 10


@pytest.mark.parametrize("size", [2, 3])
def test_spanning_trees_as_kirchhoff_counts_them(size: int) -> None:
    """It has one edge less than there are vertices; a minor of the Laplacian counts."""
    edges, vertices = grid(size), size * size
    laplacian = np.zeros((vertices, vertices))
    for tail, head in edges:
        laplacian[[tail, head], [tail, head]] += 1
        laplacian[[tail, head], [head, tail]] -= 1
    numbers = np.arange(len(edges) + 1)
    items = {"primary": 1, "items": ["edges"], "starts": numbers, "members": 0 * numbers[1:]}
    bounds = {"low": [vertices - 1], "high": [vertices - 1]}
    matrix = edges_alone("tree", vertices, edges, **items, **bounds)
    assert count(matrix, "propagate:tree").count == round(np.linalg.det(laplacian[1:, 1:]))


def test_closed_tours_of_a_knight_on_6x6_squares() -> None:
    """9862, without direction (OEIS A001230)."""
    squares = [(row, column) for row in range(6) for column in range(6)]
    edges = [
        (a, b)
        for a, b in combinations(range(36), 2)
        if {abs(x - y) for x, y in zip(squares[a], squares[b], strict=True)} == {1, 2}
    ]
    items = {
        "primary": 36,
        "items": [str(k) for k in range(36)],
        "starts": 2 * np.arange(len(edges) + 1),
        "members": np.array(edges).ravel(),
        "low": [2] * 36,
        "high": [2] * 36,
    }
    assert count(edges_alone("one_loop", 36, edges, **items), "propagate:tree").count == 9862


@pytest.mark.parametrize("options", [70, 600, 70_000])
def test_a_planted_solution_of_a_large_matrix_is_found(options: int) -> None:
    """Items past 64 and 512, options past 2^16, weights near the limits of 32 bits."""
    rng = np.random.default_rng(options)
    items = options // 10 + 60
    sizes = rng.integers(1, 6, options)
    members = np.concatenate([rng.choice(items, size, replace=False) for size in sizes])
    weights = rng.choice([-(2**31), -7, 1, 2, 2**31 - 1], len(members))
    weights[weights == 0] = 1
    planted = rng.random(options) < 0.3
    owner = np.repeat(np.arange(options), sizes)
    sums = np.zeros(items, np.int64)
    np.add.at(sums, members, weights.astype(np.int64) * planted[owner])
    matrix = ExactCover(
        primary=items,
        items=[str(k) for k in range(items)],
        starts=np.concatenate(([0], np.cumsum(sizes))),
        members=members,
        weights=weights,
        low=np.where(weights_of(items, members, weights), sums - 9, np.maximum(sums, 0)),
        high=sums + 9,
    )
    chosen = np.flatnonzero(planted)
    given = tuple(chosen[: len(chosen) - 12].tolist())
    forbidden = frozenset(np.flatnonzero(~planted)[12:].tolist())
    found = list(
        one_by_one(
            get_solver("propagate:tree").solutions(Query(matrix, given, forbidden), Progress())
        )
    )
    assert tuple(chosen.tolist()) in found
    Verifier(matrix, given, forbidden).require(found[0], "propagate:tree")


def weights_of(items: int, members: np.ndarray, weights: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    weighted = np.zeros(items, bool)
    weighted[members[weights != 1]] = True
    return weighted


def test_a_statement_is_asked_of_each_solution_and_its_clauses_cut() -> None:
    """A clause of its own cuts more than the one solution: few are asked about."""
    asked: list[tuple[int, ...]] = []

    def holds(chosen: tuple[int, ...]) -> bool:
        asked.append(chosen)
        return 0 in chosen

    free = {"primary": 0, "items": (), "starts": np.zeros(9, int), "members": ()}
    statement = Statement("first", holds, range(8), lambda chosen: Clause.of((), (0,)))
    result = count(ExactCover(**free, statements=[statement]), "propagate:tree")  # type: ignore[arg-type]
    assert result.count == 2**7
    assert len(asked) <= 2**7 + 1


@pytest.mark.parametrize("name", ["dlx", "dlx:links", "dlx:cells", "dlx:weights", "dlx:taxes"])
def test_dancing_links_know_covers_alone(name: str) -> None:
    with pytest.raises(Unsupported, match=rf"solver {name} does not support weights"):
        solve(magic(3), name)
    with pytest.raises(Unsupported, match=rf"solver {name} does not support graph rules"):
        solve(edges_alone("one_loop", 4, grid(2)), name)


def test_a_memo_knows_no_conditions_and_lists_nothing() -> None:
    with pytest.raises(Unsupported, match="solver memo does not support graph rules"):
        count(edges_alone("one_loop", 4, grid(2)), "memo")
    with pytest.raises(Unsupported, match="solve: solver memo answers count alone"):
        solve(magic(3), "memo")


def test_a_limit_of_time_ends_the_search_and_keeps_what_was_counted() -> None:
    result = count(edges_alone("one_loop", 100, grid(10)), "propagate:tree", time_limit=0.3)
    assert result.count is not None
    assert result.count > 0
    assert not result.complete


def test_a_nonogram_that_its_lines_settle_needs_no_choice() -> None:
    black = ["..##...##.", ".########.", "##########", "##########", ".########.", "..######..",
             "...####...", "....##...."]  # fmt: skip
    runs = [
        [re.findall("#+", "".join(line)) for line in lines]
        for lines in (black, zip(*black, strict=True))
    ]
    puzzle = Puzzle("heart")
    cell = puzzle.choices("black", row=range(8), col=range(10))
    for lines, by, along in zip(runs, ("row", "col"), ("col", "row"), strict=True):
        patterns = {
            number: "0*" + "0+".join(f"1{{{len(run)}}}" for run in line) + "0*"
            for number, line in enumerate(lines)
        }
        puzzle.regular(patterns, cell, by=by, along=along)
    for technique in "tree", "learning":
        result = count(puzzle, f"propagate:{technique}")
        assert result.count == 1
        assert result.statistics.nodes <= 1

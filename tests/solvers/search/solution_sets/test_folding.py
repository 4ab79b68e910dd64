"""The native folded tree, against the one folded in Python and against brute force."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, Unreached
from minuet.solvers import Interrupted, certify, count
from minuet.solvers._native import CountedTree, Folding, FoldingOrders
from minuet.solvers.contract import Deadline, Query
from minuet.solvers.native.engine import whole_problem_of
from minuet.solvers.search.solution_sets.tree import (
    NO_OPTION,
    PRODUCT,
    FoldedTree,
    counted,
    folded,
    tree_of,
)

from drawing import few
from oracle.folded_trees import solutions
from oracle.folding_reference import folded_tree
from oracle.matrices import covers, matrices
from oracle.subsets import solutions_of
from oracle.tilings import dominoes, l_trominoes

MEMORY = 1 << 26


def choose(low: int, high: int, options: int) -> ExactCover:
    """From `low` to `high` of some options; each is a solution of its own."""
    return ExactCover(
        primary=1,
        items=["sum"],
        starts=range(options + 1),
        members=[0] * options,
        low=[low],
        high=[high],
    )


def tables(size: int, times: int) -> ExactCover:
    """Square tables of zeros and ones that have so many ones in each row and column."""
    cells = [(row, size + column) for row in range(size) for column in range(size)]
    return ExactCover(
        primary=2 * size,
        items=list(range(2 * size)),
        starts=range(0, 2 * len(cells) + 1, 2),
        members=[item for cell in cells for item in cell],
        low=[times] * 2 * size,
        high=[times] * 2 * size,
    )


def planted_sums(
    rng: np.random.Generator, items: int, weigh: bool
) -> tuple[ExactCover, tuple[int, ...]]:
    """Draw ten options on many items, and bounds that some of them together keep to."""
    rows = [rng.choice(items, rng.integers(1, 40), replace=False) for _ in range(10)]
    weights = [rng.integers(-3, 4, len(row)) * weigh for row in rows]
    weights = [np.where(own == 0, 1, own) for own in weights]
    planted = [option for option in range(len(rows)) if rng.random() < 0.5]
    total = np.zeros(items, np.int64)
    for option in planted:
        total[rows[option]] += weights[option]
    spare = rng.choice([0, 0, 0, 1, 2], items)
    matrix = ExactCover(
        primary=items,
        items=list(range(items)),
        starts=np.cumsum([0, *map(len, rows)]),
        members=np.concatenate(rows),
        weights=np.concatenate(weights),
        low=np.maximum(total - spare, np.minimum(total, 0)),
        high=total + spare,
    )
    return matrix, tuple(planted)


def folded_in(
    matrix: ExactCover, orders: FoldingOrders, *, dead_ends: bool, hash_mask: int = 0xFFFFFFFF
) -> FoldedTree:
    query = Query(matrix)
    folding = Folding(whole_problem_of(query), MEMORY, dead_ends, orders, hash_mask)
    while not folding.fold(1):
        pass
    return tree_of(query, folding, dead_ends=dead_ends)


@given(
    matrices(weights=True),
    st.sampled_from(FoldingOrders),
    st.booleans(),
    st.sampled_from([0xFFFFFFFF, 0]),
)
def test_the_solutions_are_those_of_brute_force_each_once(
    matrix: ExactCover, orders: FoldingOrders, dead_ends: bool, hash_mask: int
) -> None:
    """In every order; where all keys collide, they are compared in full."""
    tree = folded_in(matrix, orders, dead_ends=dead_ends, hash_mask=hash_mask)
    found = sorted(map(sorted, solutions(tree)))
    assert found == sorted(map(sorted, solutions_of(matrix)))
    assert counted(matrix, tree).count == len(found)


@given(matrices(weights=True), st.data())
def test_given_and_forbidden_options_are_honoured(matrix: ExactCover, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=2)
    chosen = data.draw(numbers) if matrix.options else set()
    never = data.draw(numbers) if matrix.options else set()
    tree = folded(Query(matrix, tuple(chosen), frozenset(never), memory=MEMORY))
    assert {rest | chosen for rest in solutions(tree)} == {
        frozenset(one)
        for one in solutions_of(matrix)
        if chosen <= set(one) and never.isdisjoint(one)
    }


class Walk:
    """Walks a tree with dead ends and looks at what tree.py promises of every node."""

    def __init__(self, matrix: ExactCover, tree: FoldedTree) -> None:
        self.matrix, self.tree = matrix, tree
        self.entries = [dict(matrix.option(o)) for o in range(matrix.options)]
        self.open = frozenset(i for i in range(matrix.primary) if matrix.low[i] > 0)
        self.states: dict[int, tuple[frozenset[int], frozenset[int]]] = {}

    def clash(self, one: int, other: int) -> bool:
        mine, theirs = self.entries[one], self.entries[other]
        both = mine.keys() & theirs.keys()
        return any(i < self.matrix.primary or mine[i] != theirs[i] or not mine[i] for i in both)

    def look(self, node: int, live: frozenset[int], needs: frozenset[int]) -> None:
        kind, edges = int(self.tree.kind_or_item[node]), list(self.tree.below(node))
        if kind == -1:
            assert not live
            assert not needs
            return
        if not edges:
            assert kind in needs
            assert not any(kind in self.entries[o] for o in live)
            return
        if node in self.states:
            assert self.states[node] == (live, needs)
            return
        self.states[node] = live, needs
        if kind == PRODUCT:
            parts = self.parts(live, needs)
            assert len(parts) == len(edges) > 1
            for (_, child), part in zip(edges, parts, strict=True):
                self.look(child, *part)
            return
        if kind >= 0:
            assert kind in needs
            assert [o for o, _ in edges] == sorted(o for o in live if kind in self.entries[o])
        for option, child in edges:
            if option == NO_OPTION:
                self.look(child, live - {edges[0][0]}, needs)
                continue
            assert option in live
            assert kind >= 0 or needs.isdisjoint(self.entries[option])
            left = frozenset(o for o in live if o != option and not self.clash(o, option))
            self.look(child, left, needs - self.entries[option].keys())

    def parts(
        self, live: frozenset[int], needs: frozenset[int]
    ) -> list[tuple[frozenset[int], frozenset[int]]]:
        """The components, in the order that tree.py tells."""
        found, rest = [], set(live)
        while rest:
            part, more = set(), {min(rest)}
            while more:
                part |= more
                more = {o for o in rest - part if any(self.clash(o, p) for p in more)}
            rest -= part
            mine = needs & {i for o in part for i in self.entries[o]}
            found.append((frozenset(part), mine))
        return sorted(found, key=lambda part: (not part[1], min(part[1] or part[0])))


@given(covers(), st.sampled_from(FoldingOrders))
def test_a_tree_with_dead_ends_is_a_proof(matrix: ExactCover, orders: FoldingOrders) -> None:
    tree = folded_in(matrix, orders, dead_ends=True)
    walk = Walk(matrix, tree)
    full = {i for i in range(matrix.primary) if matrix.high[i] == 0}
    live = frozenset(o for o, entries in enumerate(walk.entries) if full.isdisjoint(entries))
    walk.look(tree.root, live, walk.open)


@given(matrices(max_options=14), st.sampled_from(FoldingOrders))
def test_a_checker_follows_the_tree(matrix: ExactCover, orders: FoldingOrders) -> None:
    """With multiplicities too; the reference counts as many solutions."""
    many = counted(matrix, folded_tree(matrix)).count
    tree = folded_in(matrix, orders, dead_ends=True)
    told = {0: "INFEASIBLE", 1: "1 solution"}.get(many, f"{many} solutions")
    certificate = certify(matrix)
    lined = replace(certificate.tree, tree=tree, renamings=(), renaming=np.zeros(0, np.int32))
    assert replace(certificate, claim=f"solutions {many}", tree=lined).check() == told


@pytest.mark.parametrize("bits", [40, 64, 65, 130, 200, 300])
def test_masks_of_any_width(bits: int) -> None:
    """Chains of items, each covered alone or with the next: Fibonacci numbers."""
    options = [[i] for i in range(bits)] + [[i, i + 1] for i in range(bits - 1)]
    matrix = ExactCover(
        primary=bits,
        items=list(range(bits)),
        starts=np.cumsum([0, *map(len, options)]),
        members=[i for option in options for i in option],
    )
    a, b = 1, 1
    for _ in range(bits - 1):
        a, b = b, a + b
    for orders in FoldingOrders:
        tree = folded_in(matrix, orders, dead_ends=False)
        assert counted(matrix, tree).count == b


def test_l_trominoes_are_folded_in_a_static_order() -> None:
    matrix = l_trominoes(9, 10)
    tree = folded(Query(matrix, memory=MEMORY))
    assert counted(matrix, tree).count == count(matrix, "memo").count == 9_567_192
    assert tree.nodes < 10_000


def test_a_full_memory_is_said_with_what_was_found() -> None:
    with pytest.raises(Unreached, match="the memory of 1 MB is too small") as caught:
        folded(Query(dominoes(16, 16), memory=1 << 20))
    assert not caught.value.late
    assert 0 < caught.value.found < 2444888770250892795802079170816


def test_a_deadline_is_said_with_what_was_found() -> None:
    matrix = l_trominoes(30, 30)
    with pytest.raises(Unreached, match="the time limit came before the solution set") as late:
        folded(Query(matrix, deadline=Deadline(0.05), memory=1 << 28))
    assert late.value.late


@pytest.mark.parametrize("looks", [0, 3])
@pytest.mark.parametrize("matrix", [l_trominoes(30, 30), tables(30, 7)], ids=["covers", "tables"])
def test_ctrl_c_keeps_what_was_found(matrix: ExactCover, looks: int) -> None:
    class Stopping(Deadline):
        def passed(self) -> bool:
            self.asked += 1
            if self.asked > looks:
                raise KeyboardInterrupt
            return False

        asked = 0

    with pytest.raises(Interrupted) as caught:
        folded(Query(matrix, deadline=Stopping(), memory=1 << 28))
    assert caught.value.result.found >= 0


@pytest.mark.parametrize("options", [40, 64, 65, 129, 300])
@pytest.mark.parametrize(("low", "high"), [(0, 2), (3, 3), (20, 1 << 40), (7, 38)])
def test_sums_of_any_width(options: int, low: int, high: int) -> None:
    matrix = choose(low, high, options)
    expected = sum(comb(options, several) for several in range(low, min(high, options) + 1))
    for orders in FoldingOrders:
        tree = folded_in(matrix, orders, dead_ends=False)
        assert counted(matrix, tree).count == expected


def test_some_of_many() -> None:
    pairs, half = choose(2, 2, 2500), choose(150, 150, 300)
    assert counted(pairs, folded(Query(pairs))).count == comb(2500, 2)
    tree = folded(Query(half, memory=MEMORY))
    assert counted(half, tree).count == comb(300, 150)
    assert tree.nodes < 150 * 160


@pytest.mark.parametrize(("size", "times", "count"), [(6, 3, 297_200), (8, 2, 187_530_840)])
def test_tables_of_ones_with_equal_sums(size: int, times: int, count: int) -> None:
    """OEIS A001501 and A001499."""
    assert counted(tables(size, times), folded(Query(tables(size, times)))).count == count


def test_weights_are_added_up() -> None:
    """Partitions of 100 into parts that are different: OEIS A000009."""
    matrix = ExactCover(
        primary=1,
        items=["sum"],
        starts=range(101),
        members=[0] * 100,
        weights=range(1, 101),
        low=[100],
        high=[100],
    )
    assert counted(matrix, folded(Query(matrix))).count == 444_793


@few(20)
@given(st.integers(0, 1 << 30), st.sampled_from([70, 140, 300]), st.booleans())
def test_a_planted_solution_is_found_among_many_items(seed: int, items: int, weigh: bool) -> None:
    matrix, planted = planted_sums(np.random.default_rng(seed), items, weigh)
    expected = solutions_of(matrix)
    assert planted in expected
    for orders in FoldingOrders:
        tree = folded_in(matrix, orders, dead_ends=False)
        assert {tuple(sorted(one)) for one in solutions(tree)} == expected


def test_limits_hold_where_items_are_covered_several_times() -> None:
    matrix = tables(12, 6)
    with pytest.raises(Unreached, match="the memory of 2 MB is too small") as full:
        folded(Query(matrix, memory=1 << 21))
    assert full.value.found > 0
    with pytest.raises(Unreached, match="the time limit came before"):
        folded(Query(matrix, deadline=Deadline(0)))


NODES = np.array([-1, 0], np.int32), np.array([0, 0, 1], np.int64)
EDGES = np.array([0], np.int32), np.array([0], np.int32)


@pytest.mark.parametrize(
    ("place", "array"),
    [
        (0, np.array([-1, 1], np.int32)),
        (0, np.array([-5, 0], np.int32)),
        (0, np.array([0, -1], np.int32)),
        (1, np.array([0, 1, 0], np.int64)),
        (1, np.array([0, 1], np.int64)),
        (1, np.array([1, 0, 1], np.int64)),
        (2, np.array([1], np.int32)),
        (2, np.array([-1], np.int32)),
        (3, np.array([1], np.int32)),
        (3, np.array([-1], np.int32)),
        (3, np.array([], np.int32)),
    ],
)
def test_arrays_that_are_no_tree_are_refused(place: int, array: np.ndarray) -> None:
    arrays = [*NODES, *EDGES]
    assert CountedTree(*arrays, (), 1, 1).count == 1
    arrays[place] = array
    with pytest.raises(ValueError):
        CountedTree(*arrays, (), 1, 1)

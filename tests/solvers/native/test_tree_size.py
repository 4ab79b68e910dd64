"""The estimated size of the tree that an engine searches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from minuet.models.gallery import entry
from minuet.solvers import Snapshot, count, get_solver
from minuet.solvers.contract import Query
from minuet.solvers.native import tree_size
from minuet.solvers.native.engine import OpenPart, problem_of, shared_out
from minuet.solvers.native.tree_size import Nodes, TreeSize

from oracle.problems import queens

WORKED = 20.0  # seconds: one in a hundred of these is spent on ways


def begun(query: Query, who: str) -> tuple[int, list[OpenPart], int]:
    """The nodes that an engine has done, what it has left, and how many nodes there are."""
    engine = get_solver(who).engine(problem_of(query), query.deadline.check)  # type: ignore[attr-defined]
    engine.next_batch(60.0, 40)
    nodes, parts = engine.nodes, shared_out(engine.open(), 1.0)
    assert engine.count(60.0)
    return nodes, parts, engine.nodes


@pytest.mark.parametrize(
    ("who", "counted"), [("dlx:links", "all"), ("dlx:cells", "all"), ("bitmask", "forked")]
)
def test_the_nodes_that_are_done_and_those_that_are_left_are_the_tree(
    who: str, counted: Nodes
) -> None:
    query = Query(queens(10).matrix)
    nodes, parts, whole = begun(query, who)
    size = TreeSize(query, counted)
    assert size.share_of(nodes) is None
    size.look(WORKED, nodes, lambda: parts)
    assert size.share_of(nodes) == pytest.approx(nodes / whole, rel=0.15)
    assert size.share_of(100 * whole) == 0.999  # the search itself says when it is over


def test_where_few_ways_decide_there_is_no_estimate() -> None:
    query = Query(entry("pentominoes-5x12").load().matrix)
    engine = get_solver("dlx").engine(problem_of(query), query.deadline.check)  # type: ignore[attr-defined]
    engine.next_batch(60.0, 1)
    size = TreeSize(query, "all")
    size.look(WORKED, engine.nodes, lambda: shared_out(engine.open(), 1.0))
    assert size.share_of(engine.nodes) is None


def test_a_short_search_pays_for_no_ways() -> None:
    query = Query(queens(8).matrix)

    def never() -> Sequence[OpenPart]:
        raise AssertionError

    TreeSize(query, "all").look(0.9, 10, never)


@pytest.mark.parametrize("subtree", [((0,), (1,)), ((0, 1), ())])
def test_parts_down_which_no_way_leads_are_looked_at_once(
    subtree: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    looks = []
    size = TreeSize(Query(queens(8).matrix), "all")
    for _ in range(2):
        size.look(WORKED, 10, lambda: looks.append(1) or [OpenPart(subtree, 1.0)])  # type: ignore[func-returns-value]
    assert len(looks) == 1
    assert size.share_of(10) is None


@pytest.mark.parametrize("who", ["dlx", "dlx:links", "bitmask"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_estimated_only_where_it_is_watched(
    who: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[TreeSize] = []

    class Noted(TreeSize):
        def __init__(self, query: Query, nodes: Nodes) -> None:
            super().__init__(query, nodes)
            made.append(self)

    monkeypatch.setattr(tree_size, "TreeSize", Noted)
    monkeypatch.setattr(tree_size, "LATE", 0.0)
    seen: list[Snapshot] = []
    assert count(queens(10), who, threads=threads).count == 724
    assert not made
    assert count(queens(10), who, threads=threads, progress=seen.append).count == 724
    assert len(made) == 1
    assert seen[-1].share == 1.0

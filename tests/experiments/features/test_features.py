"""Any against small computations of their own: networkx, brute force, whole searches."""

from __future__ import annotations

import math
import pickle
import sys
from functools import partial
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.experiments import FEATURES, features, instance
from minuet.experiments.features import measures
from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Puzzle, automorphisms
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import Interrupted, count, solve

from drawing import few
from oracle.matrices import matrices
from oracle.problems import PRICED
from oracle.subsets import solutions_of

told_of = partial(features, time_limit=None)  # however busy the machine is
COLORED = "a b | x y z\na x:1 y\na x:2\nb x:1\nb z\n"
MANY = "2:3|a 0:1|b c\na b\na c\na\na b c\n"


def matrix_of(text: str) -> ExactCover:
    (found,) = read(text, form="dlx").problems
    assert isinstance(found, ExactCover)
    return found


def made(text: str) -> Puzzle | ExactCover:
    one, parameters = instance(text)
    return one.make(**parameters)


def test_all_features_come_in_one_order_and_none_goes_without_a_reason() -> None:
    found = told_of(made("queens,n=5"))
    assert list(found) == list(FEATURES)
    assert set(found.missing) == {name for name, value in found.items() if value is None}
    assert all(isinstance(value, float) for value in found.values() if value is not None)
    assert found.missing == {"lp_bound": "there are no costs", "lp_gap": "there are no costs"}


def test_sizes_are_read_off_the_matrix() -> None:
    found = told_of(matrix_of(COLORED))
    assert [found[name] for name in ("primary_items", "secondary_items", "options")] == [2, 3, 4]
    assert found["entries"] == 9 and found["density"] == 9 / 20
    assert (found["colors"], found["colored_entries"]) == (2, 3 / 9)
    assert [found[f"option_size_{one}"] for one in ("least", "mean", "greatest")] == [2, 9 / 4, 3]
    assert found["option_size_deviation"] == pytest.approx(math.sqrt(3) / 4)
    assert [found[f"secondary_degree_{one}"] for one in ("least", "greatest")] == [1, 3]


def test_what_a_matrix_has_besides_is_told() -> None:
    many = told_of(matrix_of(MANY))
    assert many["multiplicities"] == 2 / 3
    weighted = told_of(matrix_of("4:4|a\na*3\na*2\na*2\na\n"))
    assert weighted["weighted_entries"] == 3 / 4 and weighted["tree_dlx"] is None
    assert weighted.missing["tree_dlx"] == "tree_dlx does not support weights"
    looped = told_of(entry("loops-3").load())
    assert looped["graph_rules"] == 1 and looped["tree_fewest"] is not None
    priced = told_of(matrix_of(PRICED))
    assert priced["costly_options"] and priced["cost_greatest"]


def test_an_empty_matrix_has_features() -> None:
    found = told_of(ExactCoverBuilder().build())
    assert (found["options"], found["density"], found["components"]) == (0, None, 0)
    assert (found["tree_dlx"], found["lp_feasible"], found["treewidth_min_fill"]) == (0, 1, 0)


def test_givens_are_propagated_at_the_root() -> None:
    sudoku = made("random-sudoku,givens=40,seed=3")
    assert isinstance(sudoku, Puzzle)
    found = told_of(sudoku)
    assert (found["given_options"], found["options"]) == (40, 729)
    assert found["root_forced_options"] == 81 and found["root_options"] == 0
    dead = told_of(matrix_of("a b c\na b\nb c\n"))
    assert dead["root_infeasible"] == 1 and dead["lp_feasible"] is None
    assert dead.missing["lp_feasible"] == "there is no solution, as the root shows"


def treewidth(graph: nx.Graph) -> int:
    """The least, over all orders, of the largest neighborhood at which a vertex goes."""
    widths = {frozenset[int](): 0}
    for size in range(1, len(graph) + 1):
        for gone in map(frozenset, combinations(sorted(graph), size)):
            widths[gone] = min(
                max(widths[gone - {last}], len(neighborhood(graph, gone - {last}, last)))
                for last in gone
            )
    return widths[frozenset(graph)]


def neighborhood(graph: nx.Graph, gone: frozenset[int], vertex: int) -> set[int]:
    """What is left and joined to a vertex, be it by a way through those that are gone."""
    met, todo = {vertex}, [vertex]
    while todo:
        for other in graph[todo.pop()]:
            if other not in met:
                met.add(other)
                todo += [other] * (other in gone)
    return met - gone - {vertex}


@st.composite
def covers(draw: st.DrawFn) -> list[list[int]]:
    """Item sets, each item in two or more: so at the root nothing is forced."""
    items = draw(st.integers(1, 6))
    sets = st.lists(st.integers(0, items - 1), min_size=1, max_size=3, unique=True).map(sorted)
    options = draw(st.lists(sets, max_size=6))
    met = [sum(item in option for option in options) for item in range(items)]
    return options + [[item] for item in range(items) for _ in range(2 - met[item])]


@few(10)
@given(covers())
def test_components_and_widths_as_networkx_tells_them(options: list[list[int]]) -> None:
    items = {item for option in options for item in option}
    builder = ExactCoverBuilder()
    for item in sorted(items):
        builder.item(item)
    for option in options:
        builder.option(option)
    found = told_of(builder.build())
    assert (found["root_options"], found["root_forced_options"]) == (len(options), 0)
    graph = nx.Graph([(("o", k), item) for k, option in enumerate(options) for item in option])
    assert found["components"] == nx.number_connected_components(graph)
    largest = max(
        sum(isinstance(one, tuple) for one in part) for part in nx.connected_components(graph)
    )
    assert found["largest_component"] == pytest.approx(largest / len(options))
    primal = nx.Graph([pair for option in options for pair in combinations(option, 2)])
    primal.add_nodes_from(items)
    for name in ("min_degree", "min_fill"):
        bound = found[f"treewidth_{name}"]
        assert bound is not None and treewidth(primal) <= bound < max(len(primal), 1)


def test_a_known_width() -> None:
    builder = ExactCoverBuilder()
    for name in range(10):
        builder.item(name)
    for name in range(10):  # a cycle, of treewidth 2; two options an item, so nothing is forced
        builder.option([name, (name + 1) % 10])
    found = told_of(builder.build())
    assert found["treewidth_min_degree"] == found["treewidth_min_fill"] == 2


@few(12)
@given(matrices(weights=True))
def test_the_relaxation_bounds_every_solution(matrix: ExactCover) -> None:
    found, solved = told_of(matrix), solutions_of(matrix)
    if found["root_infeasible"] or not found["lp_feasible"]:
        assert not solved
        return
    whole, bound = found["lp_whole"], found["lp_bound"]
    assert whole is not None and 0 <= whole <= 1
    assert (bound is None) == (not matrix.has_costs)
    if bound is not None:
        assert bound <= min((matrix.cost(one) for one in solved), default=math.inf) + 1e-6


def test_the_relaxation_of_a_triangle_is_half_of_each() -> None:
    told = told_of(matrix_of("a b c\na b |2\nb c |2\na c |2\n"))
    assert (told["lp_feasible"], told["lp_whole"], told["lp_gap"]) == (1, 0, None)
    assert told["lp_bound"] == pytest.approx(3)
    assert told.missing["lp_gap"] == "no solution was found in time"


def test_a_gap_is_what_the_best_is_above_the_bound() -> None:
    flights = made("set-partition,rows=20,columns=120,seed=2")
    assert isinstance(flights, ExactCover)
    found = told_of(flights)
    cheapest = flights.cost(solve(flights, "dlx").options or ())
    assert found["lp_bound"] is not None and 0 < found["lp_bound"] <= cheapest + 1e-6
    assert found["lp_gap"] == pytest.approx((cheapest - found["lp_bound"]) / cheapest, abs=1e-9)


@pytest.mark.parametrize("text", ["queens,n=5", "latin-squares,n=4", "steiner-triples,points=7"])
def test_symmetries_are_as_many_as_the_group_has(text: str) -> None:
    pytest.importorskip("igraph")
    puzzle = made(text)
    found, group = told_of(puzzle), automorphisms(puzzle)
    assert found["symmetries"] == pytest.approx(math.log10(group.order))
    assert found["symmetry_generators"] == len(group.generators)
    orbits = len(np.unique(group.orbits))
    assert found["symmetry_orbits"] == pytest.approx(orbits / group.matrix.options)


def test_without_igraph_symmetries_are_missing_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "igraph", None)
    found = told_of(made("queens,n=5"))
    assert found["symmetries"] is None and found["treewidth_min_fill"] is not None
    assert "igraph" in found.missing["symmetries"]


Cover = dict[int, frozenset[int]]  # the options that are left, and their items


def propagated(left: Cover, open_items: frozenset[int]) -> tuple[Cover, frozenset[int]] | None:
    """Choose options that are the only ones of an item, as long as there are; None: a dead end."""
    while True:
        met = {item: [k for k in left if item in left[k]] for item in sorted(open_items)}
        if not all(met.values()):
            return None
        forced = next((those[0] for those in met.values() if len(those) == 1), None)
        if forced is None:
            return left, open_items
        left, open_items = without(left, open_items, forced)


def without(left: Cover, open_items: frozenset[int], chosen: int) -> tuple[Cover, frozenset[int]]:
    gone = left[chosen]
    return {k: those for k, those in left.items() if not those & gone}, open_items - gone


def branched(left: Cover, open_items: frozenset[int], rule: str) -> list[int]:
    """The options of the item on which a rule branches; of equals the first."""
    met = {item: [k for k in left if item in left[k]] for item in sorted(open_items)}
    if rule == "in_order":
        return next(iter(met.values()))
    if rule == "most":
        return max(met.values(), key=len)
    degrees = {item: sum(item in those for those in left.values()) for item in range(100)}
    fewest = [those for those in met.values() if len(those) == min(map(len, met.values()))]
    if rule == "fewest":
        return fewest[0]
    return max(fewest, key=lambda those: sum(degrees[i] for k in those for i in left[k]))


def tree_below(left: Cover, open_items: frozenset[int], rule: str) -> int:
    """The nodes of a search tree from here, where nothing is left to propagate."""
    if not left:
        return 1
    nodes = 1
    for chosen in branched(left, open_items, rule):
        rest = propagated(*without(left, open_items, chosen))
        nodes += 1 if rest is None else tree_below(*rest, rule)
    return nodes


@pytest.mark.parametrize("text", ["queens,n=6", "random-cover,items=12,density=3,seed=4"])
def test_trees_are_as_large_as_a_whole_search_tells(text: str) -> None:
    puzzle = made(text)
    matrix = puzzle.matrix if isinstance(puzzle, Puzzle) else puzzle
    left = {k: frozenset(item for item, _ in matrix.option(k)) for k in range(matrix.options)}
    rest = propagated(left, frozenset(range(matrix.primary)))
    assert rest is not None
    told = [told_of(puzzle, seed=seed) for seed in range(4)]
    for rule in ("fewest", "fewest_busiest", "in_order", "most"):
        sizes = [10 ** (one[f"tree_{rule}"] or 0) for one in told]
        assert sum(sizes) / len(sizes) == pytest.approx(tree_below(*rest, rule), rel=0.12), rule


def test_the_tree_of_dlx_is_the_one_that_it_searches() -> None:
    found = told_of(made("queens,n=8"))
    assert 10 ** (found["tree_dlx"] or 0) == pytest.approx(1199, rel=0.05)
    assert 10 ** (found["tree_dlx_solutions"] or 0) == pytest.approx(92, rel=0.2)
    assert 0 < (found["tree_dlx_spread"] or 0) < 0.05


def test_the_same_seed_tells_the_same() -> None:
    puzzle = made("random-colored-cover,items=12,seed=5")
    assert told_of(puzzle, seed=3) == told_of(puzzle, seed=3)


def test_no_time_leaves_no_value_but_a_reason() -> None:
    found = features(entry("queens-8").load(), time_limit=0)
    assert set(found.values()) == {None}
    assert set(found.missing.values()) == {"out of time"}
    bare = features(made("random-cover"), time_limit=0)
    assert set(bare.missing.values()) <= {
        "out of time",
        "there is nothing to compute it from",
    }


def test_what_is_too_large_is_left_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = ExactCoverBuilder()
    for item in range(2002):
        builder.item(item)
    for half in (range(1001), range(1001, 2002)):  # each twice
        builder.option(half)
        builder.option(half)
    monkeypatch.setattr(measures, "MOST_ENTRIES", 4003)
    found = told_of(builder.build())
    assert found.missing["components"] == "4,004 entries, of 4,003 at most"
    assert found.missing["treewidth_min_fill"] == "2,002 items are left, of 2,000 at most"
    assert found["tree_dlx"] is not None


class Stopping(Puzzle):
    """Ctrl-C comes as soon as its matrix is asked for once more."""

    looks = 0

    @property
    def matrix(self) -> ExactCover:
        self.looks += 1
        if self.looks > 1:
            raise KeyboardInterrupt
        return super().matrix


def test_a_keyword_that_there_is_not_names_the_nearest() -> None:
    with pytest.raises(ModelError, match="features: no setting 'seconds'; did you mean time"):
        features(made("queens,n=4"), seconds=1)  # type: ignore[call-arg]


def test_an_interrupt_keeps_what_was_known() -> None:
    puzzle = Stopping("pairs")
    pair = puzzle.choices("pair", left=range(3), right=range(3))
    puzzle.exactly_one(pair, by="left")
    puzzle.exactly_one(pair, by="right")
    with pytest.raises(Interrupted) as stopped:
        told_of(puzzle)
    found = stopped.value.result
    assert found["tree_dlx"] is not None and found.missing["symmetries"] == "interrupted"
    again = pickle.loads(pickle.dumps(stopped.value)).result
    assert again == found and again.missing == found.missing and type(again) is type(found)


def test_features_ask_nothing_of_solvers_that_they_change() -> None:
    puzzle = made("queens,n=6")
    before = puzzle.matrix.digest if isinstance(puzzle, Puzzle) else ""
    told_of(puzzle)
    assert isinstance(puzzle, Puzzle) and puzzle.matrix.digest == before
    assert count(puzzle).count == 4 and solve(puzzle).status == "OPTIMAL"

"""The features of a matrix, each with a unit, and the reason for each that is missing.

They are computed within a limit of time, groups that take long in shares of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

from ...models.errors import MinuetError, Unreached
from ...solvers.contract.deadline import Deadline, Stopped
from ...solvers.contract.query import Query
from ...solvers.contract.result import Interrupted
from ...solvers.encoding.selection import SelectedMatrix, selected
from ...solvers.search.random_ways import RULES
from ...solvers.search.running import query_of
from ...solvers.search.search import Search
from ...solvers.search.selection import Problem
from ...solvers.search.settings import FeatureSettings
from .measures import HEURISTICS, Numbers, components, gap, relaxation, root, sizes, symmetry, width
from .trees import tree, tree_of_dlx

__all__ = ["FEATURES", "SECONDS", "Features", "features"]

SECONDS = 10.0  # for all of a matrix together, by default

SPREADS = {
    "least": "least",
    "mean": "mean",
    "greatest": "greatest",
    "deviation": "standard deviation of the",
}


def _four(name: str, noun: str) -> dict[str, str]:
    return {f"{name}_{end}": f"{words} {noun}" for end, words in SPREADS.items()}


_RULES = {
    "dlx": "as dlx searches it: an item with the fewest options left, no propagation",
    "fewest": "with unit propagation, by an item with the fewest options left",
    "fewest_busiest": "the same, but of several by the one whose options meet most others",
    "in_order": "with unit propagation, by the first item left",
    "most": "with unit propagation, by an item with the most options left",
}

FEATURES: Mapping[str, str] = {
    "primary_items": "primary items",
    "secondary_items": "secondary items",
    "options": "options",
    "entries": "entries: items of options, all together",
    "density": "entries as a part of options times items, 0 to 1",
    **_four("option_size", "number of items of an option"),
    **_four("item_degree", "number of options of a primary item"),
    **_four("secondary_degree", "number of options of a secondary item"),
    "given_options": "options that are given",
    "forbidden_options": "options that are forbidden",
    "colors": "colors",
    "colored_entries": "entries with a color, as a part of all",
    "multiplicities": "primary items that are not covered exactly once, as a part of all",
    "weighted_entries": "entries with a weight other than 1, as a part of all",
    "graph_rules": "graph rules",
    "statements": "statements: what a function says of solutions",
    "costly_options": "options with a cost other than 0, as a part of all",
    **_four("cost", "cost of an option, as the matrix has it: minimised"),
    "root_infeasible": "1 where propagation at the root shows that there is no solution, else 0",
    "root_forced_options": "options that are chosen by then: given, or forced by propagation",
    "root_options": "options that are left then",
    "root_items": "items that these have",
    **_four("root_degree", "number of options left of an item that has any"),
    "components": "parts that share no item, of what is left then; graph rules do not count",
    "largest_component": "options of the largest of them, as a part of those left",
    "tree_dlx_solutions": "solutions by the random ways of tree_dlx, logarithm to the base 10",
    "tree_dlx_solutions_spread": "relative standard error of that number of solutions",
    **{
        key: value
        for name, words in _RULES.items()
        for key, value in (
            (f"tree_{name}", f"nodes of the tree {words}; logarithm to the base 10"),
            (f"tree_{name}_spread", f"relative standard error of tree_{name}'s number of nodes"),
            (f"tree_{name}_depth", f"mean length of the random ways of tree_{name}"),
        )
    },
    "lp_feasible": "1 where the linear relaxation has a solution, else 0",
    "lp_bound": "optimum of the linear relaxation: what a solution costs at least",
    "lp_whole": "options that are whole in that optimum, as a part of those left at the root",
    "lp_gap": "best cost found less lp_bound, as a part of the best; 0: proved to be tight",
    "symmetries": "automorphisms of the matrix, logarithm to the base 10",
    "symmetry_generators": "generators of their group",
    "symmetry_orbits": "orbits of the options under them, as a part of the options",
    "treewidth_min_degree": "bound on the treewidth of the graph of items left, by least degree",
    "treewidth_min_fill": "bound on the treewidth of the graph of items left, by least fill",
}


SHARES = 4  # of the time that is left, of which what takes long gets one
OUT_OF_TIME = "out of time"
INFEASIBLE = "there is no solution, as the root shows"
NOTHING = "there is nothing to compute it from"


class Features(dict[str, float | None]):
    """The features by name, all of `FEATURES` in their order; None: it could not be had.

    missing  why, by the names of those that are None
    """

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(FEATURES))
        self.missing: dict[str, str] = {}


def features(puzzle: Problem, **settings: Unpack[FeatureSettings]) -> Features:
    """Return features of a puzzle, or of a bare matrix, without solving it.

    The time limit is for all of them together, and 10 seconds unless another one, or None, is
    given; each that takes long gets a part of what is left, so that one that does not end leaves
    time to the others. The seed, by default 0, is of the random ways down the search trees.

    What could not be had is None, and `missing` says why: a library that is not installed, a
    matrix that is too large, a rule that a method does not know, or the time. FEATURES says what
    each feature is.

    Raises ModelError for a matrix that is not well formed and for a seed that is no whole number,
    0 to 2147483647; Interrupted, with those by then, on Ctrl-C.

    >>> from minuet.experiments import features
    >>> from minuet.models.gallery import entry
    >>> f = features(entry("queens-8").load())
    >>> f["options"], f["item_degree_mean"], f["secondary_items"], f["components"]
    (64.0, 8.0, 30.0, 1.0)
    """
    arguments = {"time_limit": SECONDS, **settings}
    search = Search.part_of("features", puzzle, "auto", arguments, FeatureSettings)
    result = Features()
    asking = _Asking(search, result, Deadline(search.settings.time_limit))
    try:
        asking.ask()
    except KeyboardInterrupt:
        asking.note(FEATURES, "interrupted")
        raise Interrupted(result) from None
    return result


@dataclass(frozen=True)
class _Group:
    """Features that are asked for together, in a share of the time.

    names  theirs
    ask    returns them; it may raise Stopped, ValueError or an error of minuet
    empty  what it means if one of them is None all the same
    """

    names: Sequence[str]
    ask: Callable[[Deadline], Numbers]
    empty: str = NOTHING


class _Asking:
    """All that is asked of one puzzle."""

    def __init__(self, search: Search, features: Features, deadline: Deadline) -> None:
        self.search, self.features, self.deadline = search, features, deadline

    def ask(self) -> None:
        """Ask for one group of features after the other."""
        try:
            query = query_of(self.search, self.deadline)
            self._take(sizes(query.matrix, query.given, query.forbidden))
            rest = selected(query)
        except (Stopped, Unreached):
            self.note(FEATURES, OUT_OF_TIME)
            return
        self._take(root(rest))
        if rest is None:
            self.note(FEATURES, INFEASIBLE)
            return
        groups = list(self._groups(query, rest))
        for place, group in enumerate(groups):
            share = self.deadline.left() / min(len(groups) - place, SHARES)
            self._ask(group, self.deadline.within(share))

    def note(self, names: Iterable[str], why: str) -> None:
        """Say why those that have no value have none."""
        for name in names:
            if self.features[name] is None:
                self.features.missing.setdefault(name, why)

    def _take(self, numbers: Numbers) -> None:
        self.features.update(numbers)
        self.note(numbers, NOTHING)

    def _ask(self, group: _Group, deadline: Deadline) -> None:
        try:
            deadline.check()
            self.features.update(group.ask(deadline))
            self.note(group.names, group.empty)
        except (Stopped, Unreached):
            self.note(group.names, OUT_OF_TIME)
        except (ValueError, MinuetError) as error:
            self.note(group.names, str(error))

    def _groups(self, query: Query, rest: SelectedMatrix) -> Iterator[_Group]:
        """Yield what takes long, what is quickest first."""
        problem, seed = self.search.problem, self.search.settings.seed or 0
        yield _Group(
            ("components", "largest_component"), lambda within: components(rest, within.check)
        )
        yield _Group(
            _beginning("tree_dlx"),
            lambda within: tree_of_dlx(replace(query, deadline=within), seed),
            "no random way met a solution",
        )
        yield _Group(
            ("lp_feasible", "lp_bound", "lp_whole"),
            lambda within: relaxation(replace(query, deadline=within)),
            "there are no costs"
            if not query.matrix.has_costs
            else "the relaxation has no solution",
        )
        yield _Group(("lp_gap",), self._gap)
        yield _Group(_beginning("symmetr"), lambda within: symmetry(problem, within))
        for name, rule in RULES.items():
            names = [f"tree_{name}{end}" for end in ("", "_spread", "_depth")]
            yield _Group(names, partial(tree, name, rule, problem, seed))
        for name in HEURISTICS:
            yield _Group((f"treewidth_{name}",), partial(_treewidth, name, rest))

    def _gap(self, within: Deadline) -> Numbers:
        bound = self.features["lp_bound"]
        if bound is None:
            raise ValueError(self.features.missing["lp_bound"])
        return {"lp_gap": gap(self.search.problem, bound, within.left())}


def _treewidth(name: str, rest: SelectedMatrix, within: Deadline) -> Numbers:
    return {f"treewidth_{name}": width(name, rest, within)}


def _beginning(begin: str) -> list[str]:
    return [name for name in FEATURES if name.startswith(begin)]

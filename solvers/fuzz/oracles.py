"""What is known of the solutions of one selection, and who said so.

Every answer says at least one of a few things: here is a solution; there are at least so many; at
most so many; none costs less than this. The strictest word of each kind is kept with its speaker,
and two words that cannot both be true are a `Contradiction` that names the two speakers. So brute
force, planted solutions and solvers are all compared in one way, whatever they were asked.

The parts: conditions, brute force, what is known, completions, answers by `Puzzle.check`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from ...models.answer import Answer
from ...models.matrix.conditions import Condition, GraphRule, Statement
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Options

__all__ = [
    "BRUTE_FORCE",
    "MOST_ROWS",
    "PLANTED",
    "Contradiction",
    "Knowledge",
    "TooLarge",
    "TooMany",
    "all_solutions",
    "completions",
    "edges_hold",
    "holds",
    "is_solution",
    "row_answers",
    "vertices_hold",
]

# ---- Conditions, evaluated from their definitions ------------------------------------------------
#
# networkx evaluates graph rules; it shares nothing with the clauses of the rule, nor with `verify`.
# A statement is its predicate.


Edge = tuple[int, int]


def holds(condition: Condition, chosen: Collection[int]) -> bool:
    """Whether the chosen options hold a condition."""
    if isinstance(condition, Statement):
        return bool(condition.holds(tuple(k for k in condition.over if k in chosen)))
    assert isinstance(condition, GraphRule)
    pairs = zip(condition.options.tolist(), condition.places.tolist(), strict=True)
    places = {place for option, place in pairs if option in chosen}
    edges = list(zip(condition.tails.tolist(), condition.heads.tolist(), strict=True))
    roots = set(condition.roots.tolist())
    if condition.of_vertices:
        return vertices_hold(condition.kind, edges, places, roots)
    own = [edge for place, edge in enumerate(edges) if place in places]
    return (
        _is_circuit(own)
        if condition.kind == "one_cycle"
        else edges_hold(condition.kind, own, roots)
    )


def vertices_hold(
    kind: str, edges: Iterable[Edge], chosen: Collection[int], roots: Collection[int] = ()
) -> bool:
    """Whether chosen vertices are connected, or reachable from roots, along these edges."""
    import networkx as nx

    if kind == "reachable_by_arcs":
        arcs: Any = nx.DiGraph()
        arcs.add_nodes_from(chosen)
        arcs.add_edges_from((a, b) for a, b in edges if a in chosen and b in chosen)
        ways = [nx.descendants(arcs, root) | {root} for root in roots if root in chosen]
        return set(chosen) <= set().union(*ways)
    graph = nx.Graph()
    graph.add_nodes_from(chosen)
    graph.add_edges_from(edges)
    parts = list(nx.connected_components(graph.subgraph(chosen)))
    if kind == "connected":
        return len(parts) <= 1
    return all(not part.isdisjoint(roots) for part in parts)


def edges_hold(kind: str, edges: Collection[Edge], roots: Collection[int] = ()) -> bool:
    """Whether chosen edges are what a kind of graph rule demands, all but `one_cycle`."""
    import networkx as nx

    graph: Any = nx.MultiGraph()
    graph.add_edges_from(edges)
    parts: int = nx.number_connected_components(graph)
    forest = len(edges) == len(graph) - parts
    degrees: list[int] = [degree for _, degree in graph.degree()]
    if kind == "acyclic":
        return forest
    if kind == "tree":
        return forest and parts <= 1
    if kind == "one_loop":
        return parts == 1 and all(degree == 2 for degree in degrees)
    ends = {vertex for vertex, degree in graph.degree() if degree == 1}
    return parts == 1 and forest and max(degrees) <= 2 and (not roots or ends == set(roots))


def _is_circuit(arcs: list[Edge]) -> bool:
    import networkx as nx

    graph: Any = nx.MultiDiGraph()
    graph.add_edges_from(arcs)
    once = all(graph.in_degree(v) == graph.out_degree(v) == 1 for v in graph)
    return once and nx.number_weakly_connected_components(graph) == 1


# ---- Brute force, straight from the definition of a solution -------------------------------------
#
# Each option is left out and taken in turn; nothing is chosen cleverly, and nothing is shared with
# any solver or with `verify`. A branch ends where an item is overfilled, or where its last option
# is decided and it is not covered often enough. Conditions are evaluated at the leaves.


ChosenOptions = tuple[int, ...]


class TooLarge(Exception):
    """There are more branches than were allowed."""


def is_solution(
    matrix: ExactCover,
    options: Iterable[int],
    given: Collection[int] = (),
    forbidden: Collection[int] = (),
) -> bool:
    """Whether the options, each once, cover every item as they must; the selection is obeyed.

    What the conditions of the matrix say, they say themselves.
    """
    chosen = list(options)
    if len(set(chosen)) < len(chosen) or not all(0 <= k < matrix.options for k in chosen):
        return False
    if not set(given) <= set(chosen) or set(forbidden) & set(chosen):
        return False
    covers = np.zeros(len(matrix.items), np.int64)
    color_of: dict[int, int] = {}
    for option in chosen:
        pairs = matrix.option(option)
        for (item, color), weight in zip(pairs, matrix.option_weights(option), strict=True):
            covers[item] += weight
            if item >= matrix.primary and color_of.setdefault(item, color) != color:
                return False
    for item, color in color_of.items():
        if color == 0 and covers[item] > 1:
            return False
    own = covers[: matrix.primary]
    low, high = matrix.low[: matrix.primary], matrix.high[: matrix.primary]
    if not ((low <= own).all() and (own <= high).all()):
        return False
    return all(holds(condition, frozenset(chosen)) for condition in matrix.conditions)


def all_solutions(
    matrix: ExactCover,
    given: Collection[int] = (),
    forbidden: Collection[int] = (),
    most: int | None = None,
) -> set[ChosenOptions]:
    """Return every solution as a tuple of ascending option numbers.

    Raises TooLarge where there are more than `most` branches; None: as many as there are.
    """
    return _Walk(matrix, set(given), set(forbidden), most).solutions()


class _Walk:
    """The options in their order, each left out first and then taken."""

    def __init__(
        self, matrix: ExactCover, given: set[int], forbidden: set[int], most: int | None
    ) -> None:
        self.primary, self.options = matrix.primary, matrix.options
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.rows = [
            [(*pair, weight) for pair, weight in zip(matrix.option(k), weights, strict=True)]
            for k in range(matrix.options)
            for weights in [matrix.option_weights(k)]
        ]
        self.conditions = matrix.conditions
        # Where nothing takes away, what is too much stays too much.
        self.falling = {item for row in self.rows for item, _, weight in row if weight < 0}
        self.given, self.forbidden = given, forbidden
        self.left = float("inf") if most is None else most
        self.covers = [0] * len(self.low)
        self.colors: dict[int, list[int]] = {}  # of the secondary items in use, as often as used
        self.closing: list[list[int]] = [[] for _ in range(matrix.options + 1)]
        last = {item: k + 1 for k, row in enumerate(self.rows) for item, _, _ in row}
        for item in range(matrix.primary):
            self.closing[last.get(item, 0)].append(item)
        self.chosen: list[int] = []
        self.found: set[ChosenOptions] = set()

    def solutions(self) -> set[ChosenOptions]:
        if all(0 <= option < self.options for option in self.given):
            self._walk(0)
        return self.found

    def _walk(self, option: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        for item in self.closing[option]:
            if not self.low[item] <= self.covers[item] <= self.high[item]:
                return
        if option == self.options:
            if all(holds(condition, frozenset(self.chosen)) for condition in self.conditions):
                self.found.add(tuple(self.chosen))
            return
        if option not in self.given:
            self._walk(option + 1)
        row = self.rows[option]
        if option not in self.forbidden and self._fits(row):
            self._take(row, 1)
            self.chosen.append(option)
            self._walk(option + 1)
            self.chosen.pop()
            self._take(row, -1)

    def _fits(self, row: list[tuple[int, int, int]]) -> bool:
        for item, color, weight in row:
            if item < self.primary:
                if self.covers[item] + weight > self.high[item] and item not in self.falling:
                    return False
            elif self.covers[item] and (color == 0 or self.colors[item][-1] != color):
                return False
        return True

    def _take(self, row: list[tuple[int, int, int]], times: int) -> None:
        for item, color, weight in row:
            self.covers[item] += times * weight
            if item >= self.primary:
                used = self.colors.setdefault(item, [])
                if times > 0:
                    used.append(color)
                else:
                    used.pop()


BRUTE_FORCE, PLANTED = "brute force", "planted"


class Contradiction(Exception):
    """Two words that cannot both be true; `speakers` said them, the later one first."""

    def __init__(self, message: str, *speakers: str) -> None:
        super().__init__(message)
        self.message, self.speakers = message, speakers


class Knowledge:
    """What was said of the solutions of a matrix that hold `given` and none of `forbidden`."""

    def __init__(
        self, matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
    ) -> None:
        self.matrix, self.given, self.forbidden = matrix, frozenset(given), frozenset(forbidden)
        self._priced = matrix.has_costs
        self.truth: frozenset[Options] | None = None  # all solutions, where they were listed
        self.seen: dict[Options, str] = {}
        self._fewest, self._fewest_by = 0, ""
        self._most: int | None = None
        self._most_by = ""
        self._cheapest: int | None = None  # the cost of a solution that was seen
        self._cheapest_by = ""
        self._not_one_by = ""
        self._ranks: dict[int, tuple[list[int], str]] = {}
        self._bound: int | None = None
        self._bound_by = ""
        self.settled_by: set[str] = set()  # who said a word that another can contradict

    def know(self, solutions: Iterable[Options], speaker: str) -> None:
        """Take these for all the solutions, without a look at them."""
        self.truth = frozenset(solutions)
        self.exactly(len(self.truth), speaker)
        if self.truth:
            least = min(map(self._cost, self.truth))
            self._cheapest, self._cheapest_by = least, speaker
            self.bound(least, speaker)

    @property
    def count(self) -> int | None:
        """The number of solutions, if it was claimed."""
        return self._most if self._most == self._fewest else None

    @property
    def most(self) -> int | None:
        """How many solutions there are at most; None: unknown."""
        return self._most

    def solution(self, options: Iterable[int], speaker: str) -> Options:
        """Take in a shown solution; return it in ascending order."""
        shown = tuple(sorted(options))
        if not (
            (self.truth is not None and shown in self.truth)
            or is_solution(self.matrix, shown, self.given, self.forbidden)
        ):
            raise Contradiction(f"{list(shown)} from {speaker} is no solution", speaker)
        if shown not in self.seen:
            self.seen[shown] = speaker
            self._raise_fewest(len(self.seen), speaker)
        self.settled_by.add(speaker)
        self.costs(self._cost(shown), speaker)
        return shown

    def all_different(self, solutions: Iterable[Options], speaker: str) -> None:
        """Take in shown solutions that should all differ."""
        shown = list(solutions)
        if len(set(shown)) < len(shown):
            twice = next(solution for k, solution in enumerate(shown) if solution in shown[:k])
            raise Contradiction(f"{list(twice)} comes twice from {speaker}", speaker)

    def exactly(self, number: int, speaker: str) -> None:
        """Take in a claimed number of solutions."""
        self.at_least(number, speaker)
        self.at_most(number, speaker)

    def at_least(self, number: int, speaker: str) -> None:
        """Take in the claim that there are no fewer solutions."""
        if number > 0:
            self.settled_by.add(speaker)
        self._raise_fewest(number, speaker)

    def at_most(self, number: int, speaker: str) -> None:
        """Take in the claim that there are no more solutions."""
        self.settled_by.add(speaker)
        if self._most is None or number < self._most:
            self._most, self._most_by = number, speaker
            self._require_number(speaker)

    def not_one(self, speaker: str) -> None:
        """Take in the claim that there is no solution, or that there are several."""
        self.settled_by.add(speaker)
        self._not_one_by = self._not_one_by or speaker
        self._require_number(speaker)

    def ranked(self, costs: Sequence[int], k: int, speaker: str) -> None:
        """Take in the claimed costs of the k cheapest solutions, in order."""
        self.settled_by.add(speaker)
        if len(costs) < k:
            self.at_most(len(costs), speaker)
        if costs:
            self.bound(costs[0], speaker)
        if self.truth is not None:
            expected, other = sorted(map(self._cost, self.truth))[:k], BRUTE_FORCE
        else:
            expected, other = self._ranks.setdefault(k, (list(costs), speaker))
        if list(costs) != expected:
            message = f"the {k} best cost {list(costs)} ({speaker}), {expected} ({other})"
            self._contradict(message, speaker, other)

    def bound(self, cost: int, speaker: str) -> None:
        """Take in the claim that no solution costs less."""
        self.settled_by.add(speaker)
        if self._bound is None or cost > self._bound:
            self._bound, self._bound_by = cost, speaker
            self._require_costs(speaker)

    def costs(self, cost: int, speaker: str) -> None:
        """Take in the claim that there is a solution of this cost, without showing it."""
        self.at_least(1, speaker)
        if self._cheapest is None or cost < self._cheapest:
            self._cheapest, self._cheapest_by = cost, speaker
            self._require_costs(speaker)

    def _cost(self, options: Options) -> int:
        return self.matrix.cost(options) if self._priced else 0

    def _raise_fewest(self, number: int, speaker: str) -> None:
        if number > self._fewest:
            self._fewest, self._fewest_by = number, speaker
            self._require_number(speaker)

    def _require_number(self, speaker: str) -> None:
        if self._not_one_by and self.count == 1:
            message = f"one solution ({self._most_by}), not one ({self._not_one_by})"
            self._contradict(message, speaker, self._most_by, self._fewest_by, self._not_one_by)
        if self._most is not None and self._fewest > self._most:
            least = f"{self._fewest} or more solutions ({self._fewest_by})"
            most = f"{self._most} at most ({self._most_by})"
            self._contradict(f"{least}, {most}", speaker, self._fewest_by, self._most_by)

    def _require_costs(self, speaker: str) -> None:
        if None not in (self._bound, self._cheapest) and self._bound > self._cheapest:  # type: ignore[operator]
            claim = f"no solution costs less than {self._bound} ({self._bound_by})"
            message = f"{claim}, one costs {self._cheapest} ({self._cheapest_by})"
            self._contradict(message, speaker, self._bound_by, self._cheapest_by)

    def _contradict(self, message: str, speaker: str, *speakers: str) -> None:
        others = [other for other in dict.fromkeys(speakers) if other != speaker]
        raise Contradiction(message, speaker, *others)


# ---- Completions of a selection: an oracle for matrices of any size ------------------------------
#
# What the given options leave is listed option by option, straight from the definition of a
# solution; then the item that has least to spare is branched on. It knows colors and
# multiplicities, counts in Python's integers and has no widths, so it is right or slow. Small
# matrices check it against brute force (tests/solvers/fuzz/test_fuzz.py).


Entries = list[tuple[int, int]]


class TooMany(Exception):
    """The tree is larger than is allowed."""


@dataclass
class _Budget:
    """What a tree may cost: nodes (the walk is recursive), and options looked at in them."""

    nodes: int = 600
    options: int = 150_000

    def spend(self, options: int) -> None:
        self.nodes -= 1
        self.options -= options
        if self.nodes < 0 or self.options < 0:
            raise TooMany


@dataclass
class _State:
    """What was chosen so far: how often each item is covered, in which color."""

    matrix: ExactCover
    covers: Counter[int] = field(default_factory=Counter)
    color: dict[int, int] = field(default_factory=dict)  # of the secondary items in use

    def fits(self, entries: Entries) -> bool:
        return all(
            self.covers[item] < self.matrix.high[item]
            if item < self.matrix.primary
            else item not in self.color or 0 != self.color[item] == color
            for item, color in entries
        )

    def take(self, entries: Entries) -> _State:
        after = _State(self.matrix, self.covers.copy(), dict(self.color))
        for item, color in entries:
            if item < self.matrix.primary:
                after.covers[item] += 1
            else:
                after.color[item] = color
        return after


def completions(
    matrix: ExactCover, given: Collection[int], forbidden: Collection[int] = ()
) -> Iterator[ChosenOptions]:
    """Yield each solution that holds all of `given`, ascending. Raises TooMany for a large tree.

    So is any where options have weights.
    """
    if matrix.has_weights:
        raise TooMany
    state = _State(matrix)
    for option in given:
        if option in forbidden or not state.fits(matrix.option(option)):
            return
        state = state.take(matrix.option(option))
    without = {*given, *forbidden}
    starts = matrix.starts.tolist()
    pairs = list(zip(matrix.members.tolist(), matrix.colors.tolist(), strict=True))
    rows = (pairs[start:end] for start, end in pairwise(starts))
    live = {
        option: entries
        for option, entries in enumerate(rows)
        if option not in without and state.fits(entries)
    }
    needs = {
        item: int(low) - state.covers[item]
        for item, low in enumerate(matrix.low)
        if low > state.covers[item]
    }
    for chosen in _walk(state, live, needs, _Budget()):
        solution = tuple(sorted((*given, *chosen)))
        if all(holds(condition, solution) for condition in matrix.conditions):
            yield solution


def _walk(
    state: _State, live: dict[int, Entries], needs: dict[int, int], budget: _Budget
) -> Iterator[ChosenOptions]:
    users: dict[int, list[int]] = defaultdict(list)
    for option, entries in live.items():
        for item, _ in entries:
            users[item].append(option)
    if needs:
        item = min(needs, key=lambda item: len(users[item]) - needs[item])
        if len(users[item]) < needs[item]:
            return
        tried = users[item]
    elif live:
        tried = [next(iter(live))]
        budget.spend(len(live))
        rest = {option: entries for option, entries in live.items() if option != tried[0]}
        yield from _walk(state, rest, needs, budget)
    else:
        yield ()
        return
    rest = dict(live)
    for option in tried:
        after = state.take(rest.pop(option))
        budget.spend(len(rest))
        fitting = {other: entries for other, entries in rest.items() if after.fits(entries)}
        fewer = {
            item: more
            for item, need in needs.items()
            if (more := need + state.covers[item] - after.covers[item]) > 0
        }
        for chosen in _walk(after, fitting, fewer, budget):
            yield (option, *chosen)


# ---- All answers of a small puzzle, by `Puzzle.check` alone, without the matrix ------------------


MOST_ROWS = 10


def row_answers(puzzle: Puzzle) -> Mapping[Options, object]:
    """Return the rows of each answer, with the answer's total; of at most MOST_ROWS rows."""
    size = puzzle.visible_options
    answers: dict[Options, object] = {}
    for number in range(1 << size):
        rows = tuple(k for k in range(size) if number >> k & 1)
        answer = Answer(puzzle, rows)
        if puzzle.check(answer):
            answers[rows] = puzzle.total(answer)
    return answers

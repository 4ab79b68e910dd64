"""The search of all solutions under graph rules, as the tree of a certificate.

A state is that of states.py and the options that were chosen above it, its past: what a graph rule
allows depends on them. Nodes are shared where pasts are alike, that is where they link the same
open vertices and give them the same degrees (docs/trust.md). Each step of propagation is a node
with two edges, one of which is a dead end: an option that a sum or a graph rule forbids or forces.
Graph rules are looked at as the checker does it: whether the chosen vertices can still be linked by
what is chosen or live, whether there is a cycle in a tree, how many edges meet.

Pasts are alike again and again if the options of a narrow graph are decided in their order, row by
row, and hardly in another order, where they are not compared. Where propagation settles much that
order is a bad one, so that both are searched by turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain

from .....models.errors import Unsupported
from .....models.matrix.conditions import GraphRule
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ..tree import BROKEN, FREE, NO_OPTION, TRUE, FoldedTree
from .states import State, States, bits
from .tree_lines import TreeBuilder

__all__ = ["Graph", "graph_tree", "rule_line"]

FIRST_TURN = 512  # nodes; each turn is twice as long as the last
NARROW = 10  # vertices that are open at once: a fixed order is searched by turns, too,
MORE = 8  # times longer, since it takes less time a node
REMEMBERED = 1 << 12  # answers of a rule
RARE = 50  # nodes of a solution, from which on options are tried before one is chosen
WORDS = {"connected": ":connected", "tree": ":tree", "one_loop": ":one_loop", "path": ":path"}
Edge = tuple[int, int]


@dataclass(frozen=True)
class Graph:
    """A graph rule: vertices and edges, each with the options that choose it.

    An edge without options is chosen if both of its ends are.
    """

    kind: str
    ends: tuple[int, ...]
    vertices: list[tuple[int, tuple[int, ...]]]
    edges: list[tuple[Edge, tuple[int, ...]]]

    @classmethod
    def of(cls, rule: GraphRule) -> Graph:
        """Return a graph rule of a matrix. Raises Unsupported for a kind that no checker knows."""
        known = rule.kind in WORDS and (rule.kind != "path" or len(rule.roots) == 2)
        pairs = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        ends = tuple(rule.roots.tolist())
        if not known or any(u == v for u, v in pairs) or len({*ends}) < len(ends):
            raise Unsupported(f"a certificate does not support graph rules like {rule.name}")
        by: dict[int, list[int]] = {}
        for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True):
            by.setdefault(place, []).append(option)
        chosen = {place: tuple(sorted(set(options))) for place, options in by.items()}
        if rule.of_vertices:
            vertices = sorted(chosen.items())
            none: tuple[int, ...] = ()
            edges = [((u, v), none) for u, v in pairs if u in chosen and v in chosen]
            return cls(rule.kind, ends, vertices, edges)
        return cls(rule.kind, ends, [], [(pairs[k], chosen[k]) for k in sorted(chosen)])


def rule_line(rule: GraphRule) -> str:
    """Return the line of a graph rule in the text of a matrix that a checker reads."""
    graph = Graph.of(rule)
    words = [WORDS[graph.kind], *map(str, graph.ends)]
    words += [f"{v}={','.join(map(str, options))}" for v, options in graph.vertices]
    for (u, v), options in graph.edges:
        words.append(f"{u}-{v}" + (f"={','.join(map(str, options))}" if options else ""))
    return " ".join(words)


def graph_tree(matrix: ExactCover, deadline: Deadline) -> FoldedTree:
    """Search all solutions. Raises Unsupported for kinds of rules, and Stopped at the deadline."""
    states, graphs = States(matrix), [Graph.of(rule) for rule in matrix.graph_rules]
    searches = [(_Search(states, graphs, deadline), FIRST_TURN)]
    if _width(graphs) <= NARROW:
        searches.append((_Search(states, graphs, deadline, in_order=True), MORE * FIRST_TURN))
    turn = 0
    while True:
        for search, nodes in searches:
            if search.run(nodes << turn):
                return search.builder.tree()
        turn += 1


def _width(graphs: list[Graph]) -> int:
    """Return how many vertices are open at once at most if options are decided in their order."""
    width = 0
    for graph in graphs:
        options: dict[int, list[int]] = {}
        for (u, v), own in graph.edges:
            for vertex in (u, v):
                options.setdefault(vertex, []).extend(own)
        for vertex, own in graph.vertices:
            options.setdefault(vertex, []).extend(own)
        steps = Counter(min(own) for own in options.values() if own)
        steps.subtract(max(own) for own in options.values() if own)
        width = max(width, *accumulate(steps[option] for option in sorted(steps)))
    return width


@dataclass(eq=False)
class _Node:
    """A node: `kind` is the item that it branches on, or FREE; `steps` are still to be taken."""

    kind: int
    steps: list[tuple[int, State, int]]
    key: Hashable | None = None
    edges: list[tuple[int, int]] = field(default_factory=list)


# ---- Graph rules on what is chosen and what is live ----------------------------------------------


class _Rule:
    """A graph rule on masks of options. What it says of some it remembers."""

    def __init__(self, graph: Graph) -> None:
        self.kind, self.ends = graph.kind, graph.ends
        elements = (options for _, options in (*graph.vertices, *graph.edges))
        self.options = _mask(tuple({*chain(*elements)}))
        self.is_broken = lru_cache(REMEMBERED)(self._is_broken)
        self.forced = lru_cache(REMEMBERED)(self._forced)
        self.future = lru_cache(REMEMBERED)(self._future)
        self.vertices = [(v, _mask(options)) for v, options in graph.vertices]
        self.edges = [(pair, _mask(options)) for pair, options in graph.edges]
        self._own = dict(self.vertices)
        self._near: dict[int, list[tuple[int, int]]] = {}
        for (u, v), mask in self.edges:
            self._near.setdefault(u, []).append((v, mask))
            self._near.setdefault(v, []).append((u, mask))
        for v in self.ends:
            self._near.setdefault(v, [])
        masks = [mask for _, mask in self.edges]
        # Of each vertex the options of its edges, if each edge has one of its own.
        self._at: dict[int, int] | None = None
        if len({*masks}) == len(masks) and all(mask.bit_count() == 1 for mask in masks):
            self._at = {v: sum(mask for _, mask in near) for v, near in self._near.items()}

    def chosen(self, options: int) -> tuple[set[int], list[Edge]]:
        """Return the vertices and edges that some options choose."""
        own = {v for v, mask in self.vertices if options & mask}
        edges = [
            pair
            for pair, mask in self.edges
            if ((options & mask) if mask else (pair[0] in own and pair[1] in own))
        ]
        return own.union(*edges), edges

    def reached(self, start: int, options: int) -> set[int]:
        """Return the vertices that options link with one."""
        seen, todo, own = {start}, [start], self._own
        while todo:
            vertex = todo.pop()
            for other, mask in self._near.get(vertex, ()):
                if other not in seen and (
                    (options & mask) if mask else (options & own[other] and options & own[vertex])
                ):
                    seen.add(other)
                    todo.append(other)
        return seen

    def _is_broken(self, past: int, live: int) -> bool:
        """Whether no set of live options beside the past holds the rule."""
        vertices, edges = self.chosen(past)
        if vertices and not vertices <= self.reached(min(vertices), past | live):
            return True
        if self.kind == "connected":
            return False
        if self.kind == "tree":
            return _has_cycle(edges)
        least, most = self.degrees(past), self.degrees(past | live)
        wrong = any(least[v] > 1 or most[v] < 1 for v in self.ends)
        wrong = wrong or any(
            count > 2 or most[v] < 2 for v, count in least.items() if count and v not in self.ends
        )
        return wrong or (self.kind == "one_loop" and not any(most.values()))

    def _future(self, past: int, live: int) -> Hashable | None:
        """Return all that the rule's solutions among the live options depend on, but for these.

        None: they depend on more than that.
        """
        vertices, edges = self.chosen(past)
        own = {v for v, mask in self.vertices if past & mask}
        later = {v for v, mask in self.vertices if (past | live) & mask}
        opens: list[Hashable] = []
        ways = {v for v, mask in self.vertices if live & mask}
        for place, ((u, v), mask) in enumerate(self.edges):
            if live & mask and not past & mask:
                opens.append(place)
                ways |= {u, v}
            elif not mask and u in later and v in later and not (u in own and v in own):
                opens.append((place, u in own, v in own))
                ways |= {u, v}
        parts: dict[int, int] = {}
        cycles = [_join(parts, edge) for edge in edges]
        if self.kind == "tree" and any(cycles):
            return None
        names: dict[int, int] = {}
        for v in sorted(ways):
            names.setdefault(_root(parts, v), v)
        anchors = {_root(parts, v) for v in vertices & ways}
        if any(_root(parts, v) not in anchors for v in vertices):
            return None
        degrees: dict[int, int] = {}
        if self.kind in ("one_loop", "path"):
            degrees = dict.fromkeys([*self.ends, *vertices, *ways], 0) | Counter(chain(*edges))
            if any(degrees[v] != (1 if v in self.ends else 2) for v in degrees.keys() - ways):
                return None
        marks = [(v in vertices, names[_root(parts, v)], degrees.get(v)) for v in sorted(ways)]
        return tuple(opens), tuple(marks), self.kind == "one_loop" and not edges

    def degrees(self, options: int) -> dict[int, int]:
        """Return how many chosen edges meet in each vertex."""
        if self._at is not None:
            return {v: (options & mask).bit_count() for v, mask in self._at.items()}
        near = self._near.items()
        return {v: sum(options & mask != 0 for _, mask in edges) for v, edges in near}

    def _forced(self, past: int, live: int) -> tuple[set[int], set[int]]:
        """Return options without which the rule is broken, and some with which it is."""
        if self.kind == "connected":
            return self._between(past, live)
        if self.kind == "tree":
            return set(), self._closing(past, live)
        needed, barred = set(), set()
        least, most = self.degrees(past), self.degrees(past | live)
        for v, near in self._near.items():
            full = 1 if v in self.ends else 2
            if most[v] > least[v]:
                open_masks = [mask & live for _, mask in near if mask & live and not mask & past]
                if least[v] >= full:
                    barred |= {option for mask in open_masks for option in bits(mask)}
                elif most[v] == full and (least[v] or v in self.ends):
                    needed |= {next(iter(bits(m))) for m in open_masks if m.bit_count() == 1}
                elif most[v] == 1 and full == 2:
                    barred |= {option for mask in open_masks for option in bits(mask)}
        return needed, barred | self._closing(past, live)

    def _closing(self, past: int, live: int) -> set[int]:
        """Return live options that close a cycle and break the rule."""
        _, edges = self.chosen(past)
        parts: dict[int, int] = {}
        for edge in edges:
            _join(parts, edge)
        return {
            option
            for (u, v), mask in self.edges
            if mask & live and _root(parts, u) == _root(parts, v)
            for option in bits(mask & live)
            if self.is_broken(past | 1 << option, live & ~(1 << option))
        }

    def _between(self, past: int, live: int) -> tuple[set[int], set[int]]:
        """Return the options of vertices between chosen ones, and of those that are cut off."""
        vertices, _ = self.chosen(past)
        if not vertices:
            return set(), set()
        start = min(vertices)
        reached = self.reached(start, past | live)
        needed, barred = set(), set()
        for vertex, mask in self.vertices:
            if mask & past or not mask & live:
                continue
            if vertex not in reached:
                barred |= set(bits(mask & live))
            elif (mask & live).bit_count() == 1 and len(vertices) > 1:
                left = past | live & ~mask
                if not vertices <= self.reached(start, left):
                    needed |= set(bits(mask & live))
        return needed, barred


def _mask(options: tuple[int, ...]) -> int:
    return sum(1 << option for option in options)


def _root(parts: dict[int, int], vertex: int) -> int:
    while (above := parts.get(vertex, vertex)) != vertex:
        vertex = above
    return vertex


def _join(parts: dict[int, int], edge: Edge) -> bool:
    """Join the parts of an edge's ends; return whether they were one."""
    u, v = _root(parts, edge[0]), _root(parts, edge[1])
    parts[u] = v
    return u == v


def _has_cycle(edges: list[Edge]) -> bool:
    parts: dict[int, int] = {}
    return any(_join(parts, edge) for edge in edges)


# ---- The search ----------------------------------------------------------------------------------


class _Search:
    """The search, on a stack of its own, so that no depth is too much."""

    def __init__(
        self, states: States, graphs: list[Graph], deadline: Deadline, *, in_order: bool = False
    ) -> None:
        self.states, self.deadline, self.in_order = states, deadline, in_order
        self.rules = [_Rule(graph) for graph in graphs]
        self.builder = TreeBuilder()
        self.lines = any(graph.kind in ("one_loop", "path") for graph in graphs)
        self.nodes = self.solutions = 0
        self.seen: dict[Hashable, int] = {}
        self.stack: list[_Node] = []

    def run(self, most: int) -> bool:
        """Search from the root, whose node is the last, or continue. False: after so many nodes."""
        stack, root = self.stack, self.states.root
        if not self.nodes:
            end = self._end(root, 0)
            if end is not None:
                self.builder.add(FREE, [(NO_OPTION, self.builder.leaf(end))])
                return True
            stack.append(self._opened(root, 0))
        while stack:
            top = stack[-1]
            if not top.steps:
                stack.pop()
                self.nodes += 1
                number = self.builder.add(top.kind, top.edges)
                if top.key is not None:
                    self.seen[top.key] = number
                if stack:
                    stack[-1].edges.append((stack[-1].steps.pop()[0], number))
                if self.nodes >= most:
                    return not stack
                continue
            option, state, past = top.steps[-1]
            end = self._end(state, past)
            key = self._key(state, past) if end is None and self.in_order else None
            known = self.builder.leaf(end) if end is not None else self.seen.get(key)
            if known is None:
                stack.append(self._opened(state, past))
                stack[-1].key = key
            else:
                top.edges.append((option, known))
                self.solutions += end == TRUE
                top.steps.pop()
        return True

    def _key(self, state: State, past: int) -> Hashable | None:
        """Return what the solutions below a node depend on; None: on its whole past."""
        futures = [rule.future(past & rule.options, state[0] & rule.options) for rule in self.rules]
        return None if None in futures else (state, *futures)

    def _end(self, state: State, past: int) -> int | None:
        """Return the kind of leaf that a state is; None: it is to be searched."""
        item = self.states.lacking(state)
        if item is not None:
            return item
        if any(rule.is_broken(past & rule.options, state[0] & rule.options) for rule in self.rules):
            return BROKEN
        return TRUE if state == (0, 0, ()) else None

    def _opened(self, state: State, past: int) -> _Node:
        self.deadline.check()
        live, unmet, _ = state
        for item in bits(unmet):
            if (live & self.states.users[item]).bit_count() == 1:
                return self._branch(state, past, item)
        if self.in_order:
            for item, _ in self.states.needs(state):
                return self._branch(state, past, item)
            return self._free(state, past, next(iter(bits(live))))
        option, _ = next(self._all_forced(state, past), (None, False))
        if option is not None:
            return self._free(state, past, option)
        ends = self._at_ends(live, past)
        option = self._tried(state, past, ends or (list(bits(live)) if self.lines else []))
        if option is not None:
            return self._free(state, past, option)
        items = [(self._ways(state, item), item) for item, _ in self.states.needs(state)]
        size, item = min(items, default=(0, -1))
        if items and size <= 2:
            return self._branch(state, past, item)
        if ends:
            return self._free(state, past, ends[0])
        if items:
            return self._branch(state, past, item)
        return self._free(state, past, next(iter(bits(live))))

    def _ways(self, state: State, item: int) -> int:
        return (state[0] & self.states.users[item]).bit_count()

    def _at_ends(self, live: int, past: int) -> list[int]:
        """Return options of edges where a line ends, those with the fewest ways on first."""
        keys = []
        for rule in self.rules:
            if rule.kind not in ("one_loop", "path"):
                continue
            least, most = rule.degrees(past), rule.degrees(past | live)
            for (u, v), mask in rule.edges:
                for vertex in (u, v):
                    full = 1 if vertex in rule.ends else 2
                    if mask & live and least[vertex] == full - 1 < most[vertex]:
                        keys.append((most[vertex], next(iter(bits(mask & live)))))
        return [option for _, option in sorted(keys)]

    def _tried(self, state: State, past: int, options: list[int]) -> int | None:
        """Return an option that propagation alone settles; None: there is none.

        Where there are many solutions that costs more than it spares.
        """
        if self.solutions * RARE > self.nodes:
            return None
        for option in dict.fromkeys(options):
            self.deadline.check()
            if self._fails(self.states.chosen(state, option), past | 1 << option):
                return option
            if self._fails(self.states.without(state, option), past):
                return option
        return None

    def _fails(self, state: State, past: int) -> bool:
        """Whether propagation alone shows that a state has no solution."""
        while True:
            end = self._end(state, past)
            if end is not None:
                return end != TRUE
            before = state
            for option, needed in self._all_forced(state, past):
                if state[0] >> option & 1:
                    state = (self.states.chosen if needed else self.states.without)(state, option)
                    past |= needed << option
            if state == before:
                return False

    def _branch(self, state: State, past: int, item: int) -> _Node:
        steps, left = [], state
        for option in bits(state[0] & self.states.users[item]):
            below = self.states.chosen(left, option)
            steps.append((option, below, past | 1 << option))
            left = left[0] & ~(1 << option), left[1], left[2]
            if self._lacks(left, item):
                break
        return _Node(item, steps[::-1])

    def _lacks(self, state: State, item: int) -> bool:
        live, unmet, counts = state
        least, most = self.states.sums(live, item)
        return (unmet >> item & 1 and not most) or any(
            key == item and (most < need or least > room) for key, need, room in counts
        )

    def _free(self, state: State, past: int, option: int) -> _Node:
        chosen = (option, self.states.chosen(state, option), past | 1 << option)
        return _Node(FREE, [(NO_OPTION, self.states.without(state, option), past), chosen])

    def _all_forced(self, state: State, past: int) -> Iterator[tuple[int, bool]]:
        """Yield options that an item or a graph rule demands (True) or forbids (False)."""
        live, unmet, counts = state
        for item in bits(unmet):
            own = live & self.states.users[item]
            if own.bit_count() == 1:
                yield own.bit_length() - 1, True
        for item, need, room in counts:
            least, most = self.states.sums(live, item)
            weights = self.states.weights.get(item, {})
            for option in bits(live & self.states.users[item]):
                weight = weights.get(option, 1)
                if abs(weight) > room - least:
                    yield option, weight < 0
                elif abs(weight) > most - need:
                    yield option, weight > 0
        for rule in self.rules:
            needed, barred = rule.forced(past & rule.options, live & rule.options)
            yield from ((option, True) for option in needed)
            yield from ((option, False) for option in barred)

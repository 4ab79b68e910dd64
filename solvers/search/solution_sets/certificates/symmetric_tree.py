"""A folded tree whose top shares what is below states that a symmetry maps to one another.

A symmetry of a matrix is a permutation of its items that maps each option to one. The top of the
tree branches on items that symmetries leave where they are, a piece or a number: of the states
behind its options one of each kind is folded natively, and edges from the others lead there by a
renaming. So a tree of magic squares is smaller by nearly the number of its symmetries.

Nothing rests on the symmetries being right: each renaming is applied to the options one by one, and
an edge is shared only if the state by its new names is the other one.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from .....models.errors import Unavailable
from .....models.matrix.exact_cover import ExactCover
from .....models.symmetry.automorphisms import Automorphisms
from ....contract.deadline import Deadline
from ...running import query_of
from ...search import Search
from ..tree import TRUE, Folder, Int32Array
from .states import State, States, bits
from .tree_lines import LinedTree, TreeBuilder

__all__ = ["Symmetry", "symmetric_tree", "symmetries_of"]

MOST_SYMMETRIES = 256  # of more, those that the first generators come to
WORTH = 0.75  # of the options of an item that is branched on, so many kinds at most
MOST_STATES = 100  # that are folded each by itself


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A permutation of the items, by item, and the permutation of the options it leads to."""

    items: tuple[int, ...]
    options: Int32Array

    def renamed(self, state: State) -> State:
        """Return a state by its new names."""
        live, unmet, counts = state
        return (
            _moved(live, self.options),
            _moved(unmet, np.array(self.items, np.int32)),
            tuple(sorted((self.items[item], need, room) for item, need, room in counts)),
        )

    @property
    def line(self) -> str:
        """The line of a certificate."""
        moves = (f"{i}>{name}" for i, name in enumerate(self.items) if i != name)
        return " ".join(["rename", *moves])


def _moved(mask: int, permutation: Int32Array) -> int:
    """Return a mask whose bits are moved."""
    size = (len(permutation) + 7) // 8
    bytes_ = np.frombuffer(mask.to_bytes(size, "little"), np.uint8)
    moved = np.zeros(8 * size, bool)
    moved[permutation[np.flatnonzero(np.unpackbits(bytes_, bitorder="little"))]] = True
    return int.from_bytes(np.packbits(moved, bitorder="little").tobytes(), "little")


def symmetries_of(matrix: ExactCover) -> list[Symmetry]:
    """Return symmetries of a matrix that make a group, but for the identity.

    None of them without igraph, or where options are alike, which a renaming does not tell apart.
    Those that exchange colors are left out: no renaming does.
    """
    own = zip(matrix.members.tolist(), matrix.colors.tolist(), matrix.weights.tolist(), strict=True)
    forms = {frozenset(islice(own, size)) for size in np.diff(matrix.starts).tolist()}
    if matrix.graph_rules or len(forms) < matrix.options:
        return []
    try:
        group = _group(Automorphisms(matrix).generators, matrix.options)
    except Unavailable:
        return []
    items_of, found = _Forms(matrix).item_map, []
    for options in group[1:]:
        items = items_of(options)
        if items is not None:
            found.append(Symmetry(items, options))
    return found


def _group(generators: Sequence[Int32Array], options: int) -> list[Int32Array]:
    """Return what permutations come to, the identity first; some of them if that is too much."""
    identity = np.arange(options, dtype=np.int32)
    group = [identity]
    for last in range(1, len(generators) + 1):
        seen, found = {identity.tobytes()}, [identity]
        for mine in found:
            for generator in generators[:last]:
                image = generator[mine].astype(np.int32)
                if image.tobytes() not in seen:
                    seen.add(image.tobytes())
                    found.append(image)
            if len(found) > MOST_SYMMETRIES:
                return group
        group = found
    return group


class _Forms:
    """What each item is: its bounds, and its options with their colors and weights."""

    def __init__(self, matrix: ExactCover) -> None:
        low, high = matrix.low.tolist(), matrix.high.tolist()
        self._bounds = list(zip(low, high, strict=True))
        order = np.argsort(matrix.members, kind="stable")
        ends = np.cumsum(np.bincount(matrix.members, minlength=len(low)))[:-1]
        columns = (matrix.owners(), matrix.colors, matrix.weights)
        self._uses = list(zip(*(np.split(column[order], ends) for column in columns), strict=True))
        same = np.arange(matrix.options, dtype=np.int32)
        self._items: dict[Hashable, list[int]] = {}
        for item in range(len(low)):
            self._items.setdefault(self._form(item, same), []).append(item)

    def _form(self, item: int, options: Int32Array) -> Hashable:
        """Return the form of an item after its options are moved."""
        owners, colors, weights = self._uses[item]
        moved = options[owners]
        order = np.argsort(moved)
        return (
            self._bounds[item],
            *(part[order].astype(np.int64).tobytes() for part in (moved, colors, weights)),
        )

    def item_map(self, options: Int32Array) -> tuple[int, ...] | None:
        """Return the permutation of the items that one of the options leads to; None: none."""
        left = {form: list(items) for form, items in self._items.items()}
        image = []
        for item in range(len(self._bounds)):
            names = left.get(self._form(item, options))
            if not names:
                return None
            image.append(names.pop(0))
        return tuple(image)


def symmetric_tree(
    matrix: ExactCover, memory: int, kind: type[Folder] = Folder
) -> Generator[Folder, Deadline, LinedTree | None]:
    """Yield the foldings of the states below the top, each to be complete before the next.

    Return a tree with renamings; None where symmetries do not make it smaller. Raises Unreached
    where it takes more memory.

    kind  of search below the top
    """
    top = _Top(matrix, symmetries_of(matrix))
    if not top.branch():
        return None
    return (yield from top.lined_tree(memory, kind))


@dataclass(eq=False)
class _Node:
    """A node of the top: its state, the choices that lead to it, and once it branches its edges.

    symmetries  that map its state to itself
    edges       of each option: the node below, and by which symmetry; or the kind of a leaf
    """

    state: State
    given: tuple[int, ...]
    passed: frozenset[int]
    symmetries: Sequence[Symmetry]
    item: int | None = None
    edges: list[tuple[int, _Node | int, Symmetry | None]] | None = None


class _Top:
    """The top of a tree: nodes level by level, while symmetries are left."""

    def __init__(self, matrix: ExactCover, symmetries: Sequence[Symmetry]) -> None:
        self.matrix = matrix
        self.states = States(matrix)
        self.root = _Node(self.states.root, (), frozenset(), symmetries)

    def branch(self) -> bool:
        """Branch from the root on. False: the root has no item that is worth it."""
        level, folded = [self.root], 1
        while level:
            below: list[_Node] = []
            for node in level:
                item, kinds = self._best_item(node)
                if item is not None and folded + kinds <= MOST_STATES:
                    fresh = self._expand(node, item)
                    folded += len(fresh) - 1
                    below += fresh
            level = [node for node in below if node.symmetries]
        return self.root.edges is not None

    def _best_item(self, node: _Node) -> tuple[int | None, int]:
        """Return the item whose options are of the fewest kinds, and how many; None: too many."""
        if not node.symmetries:
            return None, 0
        images = np.array([symmetry.options for symmetry in node.symmetries])
        orbits = np.minimum(images.min(axis=0), np.arange(self.matrix.options))
        best: tuple[int, int, int] | None = None
        for item, _ in self.states.needs(node.state):
            own = list(bits(node.state[0] & self.states.users[item]))
            kinds = len(set(orbits[own].tolist()))
            once = self.states.high[item] == 1 and item not in self.states.weights
            if once and kinds <= WORTH * len(own):
                best = min(best or (kinds, len(own), item), (kinds, len(own), item))
        return (None, 0) if best is None else (best[2], best[0])

    def _expand(self, node: _Node, item: int) -> list[_Node]:
        """Branch on an item; return the nodes below that are none of another's kind."""
        node.item, node.edges = item, []
        fresh: list[_Node] = []
        passed: list[int] = []
        for option in bits(node.state[0] & self.states.users[item]):
            mask = sum(1 << before for before in passed)
            state = self.states.chosen(node.state, option, mask)
            lacking = self.states.lacking(state)
            if lacking is not None:
                node.edges.append((option, lacking, None))
            elif state == (0, 0, ()):
                node.edges.append((option, TRUE, None))
            else:
                below, by = self._known(state, node.symmetries, fresh)
                if below is None:
                    own = [s for s in node.symmetries if s.renamed(state) == state]
                    given = (*node.given, option)
                    below = _Node(state, given, node.passed | frozenset(passed), own)
                    fresh.append(below)
                node.edges.append((option, below, by))
            passed.append(option)
        return fresh

    @staticmethod
    def _known(
        state: State, symmetries: Sequence[Symmetry], nodes: Sequence[_Node]
    ) -> tuple[_Node | None, Symmetry | None]:
        """Return a node that a symmetry maps a state to, and the symmetry."""
        sizes = {node.state[0].bit_count() for node in nodes}
        if state[0].bit_count() in sizes:
            by_state = {node.state: node for node in nodes}
            for symmetry in symmetries:
                below = by_state.get(symmetry.renamed(state))
                if below is not None:
                    return below, symmetry
        return None, None

    def lined_tree(
        self, memory: int, kind: type[Folder]
    ) -> Generator[Folder, Deadline, LinedTree | None]:
        """Yield the foldings; return the whole tree. None: one is a dead end by itself."""
        query = query_of(Search(self.matrix), Deadline())
        builder, numbers = TreeBuilder(), dict[_Node, int]()
        order = [self.root]  # parents before children
        for node in order:
            order += [below for _, below, _ in node.edges or () if isinstance(below, _Node)]
        order = list(dict.fromkeys(order))
        for node in (node for node in order if node.edges is None):
            selected = replace(query, given=node.given, forbidden=node.passed, memory=memory)
            yield (folder := kind(selected))
            tree = folder.tree()
            memory -= tree.bytes
            if tree.root < 0 or not any(tree.below(tree.root)):
                return None
            numbers[node] = builder.append(tree)
        moves: list[Symmetry | None] = []  # of the edges of the top
        leaves = {below for node in order for _, below, _ in node.edges or ()} - {*order}
        places = {kind: builder.leaf(kind) for kind in leaves if isinstance(kind, int)}
        folded = builder.edges
        for node in (node for node in reversed(order) if node.edges is not None):
            assert node.item is not None and node.edges is not None
            numbers[node] = builder.add(
                node.item,
                (
                    (option, places[below] if isinstance(below, int) else numbers[below])
                    for option, below, _ in node.edges
                ),
            )
            moves += [symmetry for _, _, symmetry in node.edges]
        by = {
            symmetry: number for number, symmetry in enumerate(dict.fromkeys(filter(None, moves)))
        }
        renaming = [-1] * folded + [-1 if move is None else by[move] for move in moves]
        lines = tuple(symmetry.line for symmetry in by)
        return LinedTree(self.matrix, builder.tree(), lines, np.array(renaming, np.int32))

"""A count as a partitioned-operation graph with its proof (CPOG), for the checkers of others.

The graph says what a folded tree says, over the variables of the clauses that `convert --to cnf`
writes: sums of parts that exclude each other, and products of parts without a common variable. The
proof shows that graph and clauses have the same models. (Bryant, Nawrocki, Avigad and Heule,
"Certified Knowledge Compilation with Application to Verified Model Counting", SAT 2023; their
checkers, one of them proved in Lean 4, count the models of the graph, too.)

A *lemma* belongs to each node: in whatever way its state was reached, one of its solutions is part
of every model. A state is said by definitions "no option of these is chosen": of the live options
of each item in need, which must not hold; and of the options of other items that are not live,
which must hold, where clauses have auxiliary variables that depend on them. An edge is proved by
what its option excludes, which follows from the clauses of its items by unit propagation.

Afterwards the lemmas are removed, in reverse, and the clauses: what breaks a clause breaks the
graph, from its leaves up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from .....models.errors import Unsupported
from .....models.formats.matrix.clause_exports import clauses_of
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....contract.solver import require_covers
from ..tree import FREE, PRODUCT, TRUE, FoldedTree
from .states import State, States, bits
from .tree_lines import counts_of

__all__ = ["cpog_lines", "require_cpog"]

Clause = tuple[int, ...]


def require_cpog(matrix: ExactCover) -> None:
    """Raise Unsupported for weights, graph rules, multiplicities and colors."""
    require_covers(matrix, "cpog")
    if ((matrix.low < 0) | (matrix.low > 1) | (matrix.high != 1)).any():
        raise Unsupported("cpog does not support multiplicities (pbp does)")
    if matrix.colors.any():
        raise Unsupported("cpog does not support colors (pbp does)")


def cpog_lines(matrix: ExactCover, tree: FoldedTree, deadline: Deadline) -> Iterator[str]:
    """Return the lines of a graph and of its proof.

    tree  of all solutions, with its dead ends

    Raises Unsupported as above and where there is no solution; the lines raise Stopped at the
    deadline.
    """
    require_cpog(matrix)
    if not counts_of(tree)[-1]:
        raise Unsupported("cpog does not support a matrix without solutions (pbp does)")
    return _Graph(matrix, tree, deadline).lines()


@dataclass(frozen=True)
class _Operation:
    """A sum or a product: its variable, and the first of the clauses that define it."""

    variable: int
    clause: int
    parts: Clause
    is_sum: bool = False


class _Proof:
    """The clauses so far, and the lines to write."""

    def __init__(self, clauses: Sequence[Clause], variables: int) -> None:
        self.clauses = dict(enumerate(clauses, 1))
        self.operations: list[_Operation] = []
        self.lines: list[str] = []
        self.lemmas: list[tuple[int, str]] = []  # clauses that were derived, with their hints
        self._last, self._variable = len(clauses), variables
        self._known: dict[Clause, int] = {}

    def product(self, parts: Iterable[int]) -> _Operation:
        """Define a variable that is true just where all parts are."""
        made = self._operation(tuple(parts), is_sum=False)
        words = " ".join(map(str, made.parts))
        self.lines.append(f"{made.clause} p {made.variable} {words} 0")
        self._add((made.variable, *(-part for part in made.parts)))
        for part in made.parts:
            self._add((-made.variable, part))
        return made

    def sum(self, parts: tuple[int, int], hints: tuple[int, int]) -> _Operation:
        """Define a variable that is true just where one of two parts is.

        hints  clauses by which both cannot be true
        """
        made = self._operation(parts, is_sum=True)
        one, other = parts
        self.lines.append(f"{made.clause} s {made.variable} {one} {other} {hints[0]} {hints[1]} 0")
        self._add((-made.variable, one, other))
        self._add((made.variable, -one))
        self._add((made.variable, -other))
        return made

    def derive(self, literals: Iterable[int], candidates: Iterable[int]) -> list[int]:
        """Add a clause that follows by unit propagation; return its number, in a list.

        The list is empty for a clause that says nothing, since it has a literal and its negation.

        candidates  numbers of clauses in the order in which they propagate; those that say nothing
                    new are left out
        """
        clause = tuple(dict.fromkeys(literals))
        if clause in self._known:
            return [self._known[clause]]
        if not {-literal for literal in clause}.isdisjoint(clause):
            return []
        hints = " ".join(map(str, self._propagated(clause, candidates)))
        number = self._known[clause] = self._add(clause)
        self.lines.append(f"{number} a {' '.join(map(str, clause))} 0 {hints} 0")
        self.lemmas.append((number, hints))
        return [number]

    def _propagated(self, clause: Clause, candidates: Iterable[int]) -> list[int]:
        true = {-literal for literal in clause}
        hints = []
        for number in candidates:
            unit = 0
            for literal in self.clauses[number]:
                if literal in true or (unit and -literal not in true):
                    break
                if -literal not in true:
                    unit = literal
            else:
                hints.append(number)
                if not unit:
                    return hints
                true.add(unit)
        raise AssertionError("a lemma does not follow by unit propagation")

    def _operation(self, parts: Clause, *, is_sum: bool) -> _Operation:
        self._variable += 1
        made = _Operation(self._variable, self._last + 1, parts, is_sum)
        self.operations.append(made)
        return made

    def _add(self, clause: Clause) -> int:
        self._last += 1
        self.clauses[self._last] = clause
        return self._last


class _Graph:
    """The graph of a folded tree, node by node from the leaves, and its proof."""

    def __init__(self, matrix: ExactCover, tree: FoldedTree, deadline: Deadline) -> None:
        self._tree, self._deadline = tree, deadline
        self._states = States(matrix)
        clauses = clauses_of(matrix, "cpog")
        self._input = [tuple(clause) for clause in clauses.clauses()]
        ends = clauses.ends
        self._clauses = [range(a + 1, b + 1) for a, b in zip([0, *ends], ends, strict=False)]
        self._proof = _Proof(self._input, clauses.variables)
        self._required = [low == 1 for low in self._states.low]
        self._further = [
            sorted({abs(k) for c in own for k in self._input[c - 1]} - self._literals(users))
            for own, users in zip(self._clauses, self._states.users, strict=True)
        ]
        self._settled = sum(
            1 << item
            for item, further in enumerate(self._further)
            if further and not self._required[item]
        )
        self._none: dict[int, _Operation] = {}
        self._chosen = cache(self._after_chosen)
        self._lemma: dict[int, list[int]] = {}  # of each node
        self._graph: dict[int, int] = {}  # the variable of each node with solutions

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        tree, proof = self._tree, self._proof
        states = self._node_states()
        counts = counts_of(tree)
        for node, state in sorted(states.items()):
            self._deadline.check()
            kind = int(tree.kind_or_item[node])
            if kind == PRODUCT:
                self._parts(node, state, counts)
            elif kind != TRUE and len(list(tree.below(node))):
                self._branch(node, kind, state, counts)
            yield from self._written()
        root = self._root(tree.root, states[tree.root])
        yield from self._written()
        yield f"r {proof.operations[-1].variable if root is None else proof.clauses[root][0]}"
        yield from self._removed(root)

    def _written(self) -> list[str]:
        lines, self._proof.lines = self._proof.lines, []
        return lines

    # ---- States ---------------------------------------------------------------------------

    def _node_states(self) -> dict[int, State]:
        """Return the state of each node that the root leads to."""
        tree, states = self._tree, self._states
        found = {tree.root: states.root}
        for node in range(tree.root, -1, -1):
            if (state := found.get(node)) is None:
                continue
            kind, passed = int(tree.kind_or_item[node]), 0
            for option, child in tree.below(node):
                if kind == PRODUCT:
                    found[child] = self._part(state, self._an_option(child))
                elif option < 0:
                    found[child] = states.without(state, int(tree.option[tree.first[node]]))
                else:
                    found[child] = states.chosen(state, option, passed)
                    passed |= 1 << option
        return found

    def _an_option(self, node: int) -> int:
        option, child = next(self._tree.below(node))
        return self._an_option(child) if self._tree.kind_or_item[node] == PRODUCT else option

    def _part(self, state: State, option: int) -> State:
        """Return the part of a state that an option is in."""
        live, unmet, _ = state
        part, reached, items = 0, 1 << option, 0
        while fresh := reached & ~part:
            part |= fresh
            for each in bits(fresh):
                for item, _ in self._states.options[each]:
                    items |= 1 << item
                    reached |= self._states.users[item] & live
        return part, unmet & items, ()

    # ---- Definitions ----------------------------------------------------------------------

    def _literals(self, mask: int) -> set[int]:
        return {option + 1 for option in bits(mask)}

    def _none_of(self, mask: int) -> int:
        """Return the literal "no option of these is chosen"."""
        if mask & (mask - 1) == 0:
            return -mask.bit_length()
        if mask not in self._none:
            self._none[mask] = self._proof.product(-option - 1 for option in bits(mask))
        return self._none[mask].variable

    def _all_false(self, mask: int) -> Iterable[int]:
        """Return the clauses by which no option is chosen where that is said to hold."""
        made = self._none.get(mask)
        return () if made is None else range(made.clause + 1, made.clause + 1 + len(made.parts))

    def _some_true(self, mask: int) -> Iterable[int]:
        """Return the clause by which an option is chosen where none is said not to hold."""
        made = self._none.get(mask)
        return () if made is None else (made.clause,)

    def _outside(self, item: int, live: int) -> int:
        return self._states.users[item] & ~live

    def _broken(self, state: State) -> list[int]:
        """Return the literals one of which holds where a model does not reach a state."""
        live, unmet, _ = state
        broken = [self._none_of(self._states.users[item] & live) for item in bits(unmet)]
        for item in bits(self._settled):
            outside = self._outside(item, live)
            if outside and self._states.users[item] & live:
                broken.append(-self._none_of(outside))
        return broken

    # ---- What an item's clauses propagate --------------------------------------------------

    def _forced(self, item: int, literals: Iterable[int]) -> list[tuple[int, int]]:
        """Return (clause, literal) of what an item's clauses say where literals are true."""
        true, steps = set(literals), []
        order = list(self._clauses[item])
        changed = True
        while changed:
            changed = False
            for number in order:
                clause = self._input[number - 1]
                if any(literal in true for literal in clause):
                    continue
                left = [literal for literal in clause if -literal not in true]
                if len(left) == 1:
                    true.add(left[0])
                    steps.append((number, left[0]))
                    changed = True
            order.reverse()
        return steps

    def _after_chosen(self, option: int, item: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the clauses that propagate where an option covers an item, and the values of the
        item's further variables.
        """
        steps = self._forced(item, [option + 1])
        further = set(self._further[item])
        return (
            tuple(number for number, _ in steps),
            tuple(literal for _, literal in steps if abs(literal) in further),
        )

    def _after_none(self, item: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The same where no option covers the item."""
        steps = self._forced(item, [-option - 1 for option in bits(self._states.users[item])])
        return tuple(number for number, _ in steps), tuple(literal for _, literal in steps)

    def _propagates(self, option: int) -> list[int]:
        return [
            number
            for item, _ in self._states.options[option]
            for number in self._chosen(option, item)[0]
        ]

    # ---- Edges ----------------------------------------------------------------------------

    def _emptied(self, live: int, left: int, covered: int = 0) -> list[int]:
        """Return the items with further variables that lose their last live option uncovered."""
        return [
            item
            for item in bits(self._settled & ~covered)
            if self._states.users[item] & live and not self._states.users[item] & left
        ]

    def _reached(
        self, state: State, child: State, said: Sequence[int], because: Sequence[int]
    ) -> list[int]:
        """Prove that a model of a state reaches another one; return the lemmas.

        said     the literals that are false on the way: what is chosen and what is passed over
        because  clauses that propagate then
        """
        proof, users = self._proof, self._states.users
        lemmas = []
        for item in bits(child[1]):
            before, after = users[item] & state[0], users[item] & child[0]
            if before != after:
                clause = [self._none_of(before), -self._none_of(after), *said]
                hints = [*self._all_false(after), *because, *self._some_true(before)]
                lemmas += proof.derive(clause, hints)
        for item in bits(self._settled):
            before, after = self._outside(item, state[0]), self._outside(item, child[0])
            if before != after and users[item] & child[0]:
                clause = [*([-self._none_of(before)] if before else ()), self._none_of(after)]
                hints = [*self._all_false(before), *because, *self._some_true(after)]
                lemmas += proof.derive([*clause, *said], hints)
        return lemmas

    def _branch(self, node: int, kind: int, state: State, counts: list[int]) -> None:
        """Add a branch: its edges from the last to the first."""
        tree, proof, live = self._tree, self._proof, state[0]
        edges = list(tree.below(node))
        broken = self._broken(state)
        rest: int | None = None  # the graph of the edges behind
        if kind == FREE:
            option, passed_child = edges[0][0], edges.pop()[1]
            reached = self._states.without(state, option)
            lemma = self._reached(state, reached, [option + 1], ())
            behind = [*lemma, *self._lemma.get(passed_child, ())]
            rest = self._variable(passed_child, counts)
            rest_is_true = tree.kind_or_item[passed_child] == TRUE
        else:
            behind = list(self._some_true(self._states.users[kind] & live))
            rest_is_true = False
        passed = [option for option, _ in edges]
        for option, child in reversed(edges):
            passed.pop()
            gone = sum(1 << each for each in passed)
            said = [each + 1 for each in passed]
            edge, chosen = self._edge(state, option, child, gone, [*broken, *said], counts)
            hints: list[int] = []
            skipped: _Operation | None = None
            if rest is not None or rest_is_true:
                empty = self._emptied(live & ~gone, live & ~gone & ~(1 << option))
                values = [value for item in empty for value in self._after_none(item)[1]]
                skipped = proof.product([-option - 1, *values, *([] if rest is None else [rest])])
                settle = self._settling(empty, live)
                behind = [*behind, *settle, skipped.clause]
                rest_is_true = False
            if chosen is not None and skipped is not None:
                clash = chosen.clause + 1, skipped.clause + 1
                both = proof.sum((chosen.variable, skipped.variable), clash)
                hints = [both.clause + 1, both.clause + 2]
                rest = both.variable
            elif chosen is not None or skipped is not None:
                rest = (chosen or skipped).variable  # type: ignore[union-attr]
            claim = [*broken, *said, *([] if rest is None else [rest])]
            behind = proof.derive(claim, [*hints, *edge, *behind])
        self._lemma[node] = behind
        if rest is not None:
            self._graph[node] = rest

    def _settling(self, items: Iterable[int], live: int) -> list[int]:
        """Return the clauses that propagate where items stay uncovered."""
        return [
            number
            for item in items
            for number in (*self._all_false(self._outside(item, live)), *self._after_none(item)[0])
        ]

    def _edge(
        self,
        state: State,
        option: int,
        child: int,
        gone: int,
        claim: Sequence[int],
        counts: list[int],
    ) -> tuple[list[int], _Operation | None]:
        """Prove an edge; return its lemma, and its graph if it has solutions."""
        tree, proof, live = self._tree, self._proof, state[0]
        because = self._propagates(option)
        kind = int(tree.kind_or_item[child])
        claim = [*claim, -option - 1]
        if kind >= 0 and not len(list(tree.below(child))):  # an item without options
            dead = self._states.users[kind] & live
            return proof.derive(claim, [*because, *self._some_true(dead)]), None
        after = self._states.chosen(state, option, gone)
        said = [-option - 1, *(each + 1 for each in bits(gone))]
        behind: list[int] = []
        if kind != TRUE:
            behind = [*self._reached(state, after, said, because), *self._lemma.get(child, ())]
        if not counts[child]:
            return proof.derive(claim, [*because, *behind]), None
        covered = [item for item, _ in self._states.options[option]]
        cover = sum(1 << item for item in covered)
        empty = self._emptied(live & ~gone, after[0], cover)
        dead = live & ~gone & ~after[0] & ~(1 << option)
        below = self._variable(child, counts)
        parts = [
            option + 1,
            *(-each - 1 for each in bits(dead)),
            *(value for item in covered for value in self._chosen(option, item)[1]),
            *(value for item in empty for value in self._after_none(item)[1]),
            *([] if below is None else [below]),
        ]
        made = proof.product(parts)
        hints = [*because, *behind, *self._settling(empty, live), made.clause]
        return proof.derive([*claim, made.variable], hints), made

    def _variable(self, node: int, counts: list[int]) -> int | None:
        """Return the variable of a node; None if it is always true, or never."""
        return self._graph.get(node) if counts[node] else None

    def _parts(self, node: int, state: State, counts: list[int]) -> None:
        """Add a product."""
        parts = [child for _, child in self._tree.below(node)]
        lemmas = [number for part in parts for number in self._lemma[part]]
        claim = self._broken(state)
        if counts[node]:
            made = self._proof.product(self._graph[part] for part in parts)
            self._graph[node] = made.variable
            claim, lemmas = [*claim, made.variable], [*lemmas, made.clause]
        self._lemma[node] = self._proof.derive(claim, lemmas)

    def _root(self, root: int, state: State) -> int | None:
        """Prove that the graph holds in every model; return the clause of its variable alone."""
        proof, users = self._proof, self._states.users
        if root not in self._graph:  # a matrix without options
            proof.product(())
            return None
        reached: list[int] = []
        for item in bits(state[1]):
            none = self._none_of(users[item])
            hints = [*self._all_false(users[item]), *self._clauses[item]]
            reached += proof.derive([-none], hints)
        return proof.derive([self._graph[root]], [*reached, *self._lemma[root]])[0]

    # ---- What is removed in the end --------------------------------------------------------

    def _removed(self, root: int | None) -> Iterator[str]:
        """Yield the lines that remove all but the graph."""
        proof = self._proof
        for number, hints in reversed(proof.lemmas):
            if number != root:
                yield f"d {number} {hints} 0"
        for made in self._none.values():
            yield f"do {made.variable}"
        if root is None:
            return
        none = {made.variable for made in self._none.values()}
        graph = [made for made in proof.operations if made.variable not in none]
        breaks: dict[int, int] = {}  # the clauses that break where a literal is false
        for number, clause in enumerate(self._input):
            for literal in clause:
                breaks[literal] = breaks.get(literal, 0) | 1 << number
        place = {}
        for each, made in enumerate(graph):
            self._deadline.check()
            broken = [breaks.get(part, 0) for part in made.parts]
            mask = broken[0]
            for other in broken[1:]:
                mask = mask & other if made.is_sum else mask | other
            breaks[made.variable], place[made.variable] = mask, each
        last = proof.clauses[root][0]
        for number, clause in enumerate(self._input):
            self._deadline.check()
            steps = self._breaking(number, set(clause), graph, place, breaks, last)
            yield f"d {number + 1} {' '.join(map(str, steps))} {root} 0"

    def _breaking(
        self,
        number: int,
        clause: set[int],
        graph: Sequence[_Operation],
        place: dict[int, int],
        breaks: dict[int, int],
        root: int,
    ) -> list[int]:
        """Return the clauses by which the root is false where an input clause is broken."""
        needed, hints = [place[root]], {}
        while needed:
            each = needed.pop()
            if each in hints:
                continue
            made = graph[each]
            if made.is_sum:
                hints[each] = made.clause
                needed += [place[part] for part in made.parts]
                continue
            by = next((k for k, part in enumerate(made.parts) if part in clause), -1)
            if by < 0:
                by = next(
                    k for k, part in enumerate(made.parts) if breaks.get(part, 0) >> number & 1
                )
                needed.append(place[made.parts[by]])
            hints[each] = made.clause + 1 + by
        return [hints[each] for each in sorted(hints)]

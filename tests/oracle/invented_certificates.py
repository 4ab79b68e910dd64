"""Certificates that are invented, true and false ones, of small matrices; and what is true of them.

A matrix is drawn, its solutions are those of all sets of its options. A tree is grown from the root
as docs/trust.md says, and at each step it may do what the format forbids: branch on an item
that is not there, leave an edge out, end where something is left, call items by names that are
none. Its numbers are summed up as it is, and the claim is what they come to: a checker that does
not see the step certifies a falsehood. Nothing here is imported from minuet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from math import gcd, prod
from random import Random

__all__ = ["Invented", "SmallMatrix", "certificate_of", "drawn_matrix", "invented", "is_true"]

FULLWIDTH = str.maketrans("0123456789-", "".join(chr(0xFF10 + k) for k in range(10)) + "\uff0d")
STEPS = 60  # of a tree; beyond them it ends anyhow


@dataclass(frozen=True)
class SmallMatrix:
    """Items (low, high, whether it is secondary), options (colors by item), and costs."""

    items: Sequence[tuple[int, int, bool]]
    options: Sequence[dict[int, str]]
    costs: Sequence[int]

    def name(self, item: int) -> str:
        return f"i{item}"

    @cached_property
    def listed(self) -> str:
        """What the digest is of."""
        head = " ".join(f"{low}:{high}|i{item}" for item, (low, high, _) in enumerate(self.items))
        return "".join(f"{line}\n" for line in [head, *self._lines(always=True)])

    @cached_property
    def text(self) -> str:
        """The matrix as DLX text."""
        primary = [
            f"i{item}" if low == high == 1 else f"{low}:{high}|i{item}"
            for item, (low, high, secondary) in enumerate(self.items)
            if not secondary
        ]
        other = [f"i{item}" for item, (_, _, secondary) in enumerate(self.items) if secondary]
        head = " ".join([*primary, "|", *other] if primary else [" |", *other])
        return "".join(f"{line}\n" for line in [head, *self._lines(always=False)])

    def _lines(self, *, always: bool) -> Iterator[str]:
        for option, cost in zip(self.options, self.costs, strict=True):
            words = [f"i{item}:{color}" if color else f"i{item}" for item, color in option.items()]
            yield " ".join([*words, f"|{cost}"] if cost or always else words)

    @cached_property
    def digest(self) -> str:
        return sha256(self.listed.encode()).hexdigest()

    @cached_property
    def solutions(self) -> list[frozenset[int]]:
        """All sets of options that are solutions."""
        every = range(len(self.options))
        sets = (
            frozenset(one) for size in range(len(every) + 1) for one in combinations(every, size)
        )
        return [one for one in sets if all(self._covers(one, i) for i in range(len(self.items)))]

    def _covers(self, chosen: frozenset[int], item: int) -> bool:
        low, high, secondary = self.items[item]
        colors = [self.options[one][item] for one in chosen if item in self.options[one]]
        if secondary:
            return len(colors) < 2 or (colors[0] != "" and len(set(colors)) == 1)
        return low <= len(colors) <= high

    def cost(self, chosen: frozenset[int]) -> int:
        return sum(self.costs[option] for option in chosen)


def is_true(matrix: SmallMatrix, told: str) -> bool:
    """Whether it is true of a matrix what a checker has certified."""
    what = told.removeprefix("certified: ")
    if what.startswith("optimum "):
        costs = [matrix.cost(one) for one in matrix.solutions]
        return costs != [] and what == f"optimum {min(costs)}"
    many = len(matrix.solutions)
    return what == {0: "INFEASIBLE", 1: "1 solution"}.get(many, f"{many} solutions")


def drawn_matrix(random: Random) -> SmallMatrix:
    """Return a matrix of few items and options: bounds, colors, costs, some options alike."""
    if random.random() < 0.3:
        return _grid(random)
    costly, colored = random.random() < 0.4, random.random() < 0.5
    items: list[tuple[int, int, bool]] = []
    for _ in range(random.randint(1, 4)):
        low = random.choice((1, 1, 1, 1, 0, 2))
        high = low + random.choice((0, 0, 1)) if low != 1 or random.random() < 0.2 else 1
        if random.random() < 0.03:
            low, high = high + 1, low  # which no reader takes
        items.append((low, high, False))
    items += [(0, 1, True)] * random.choice((0, 0, 1, 2))
    options = []
    for _ in range(random.randint(0, 6)):
        some = random.sample(range(len(items)), random.randint(1, min(3, len(items))))
        paint = ("", "red", "blue") if colored else ("",)
        options.append({i: random.choice(paint) if items[i][2] else "" for i in sorted(some)})
    if costly and options and random.random() < 0.4:
        options.append(dict(random.choice(options)))
    costs = [random.randint(-3, 9) if costly else 0 for _ in options]
    factor = random.choice((1, 1, 2, 3))
    return SmallMatrix(items, options, [cost * factor for cost in costs])


def _grid(random: Random) -> SmallMatrix:
    """Return a matrix some of whose items may change names: each goes with the same others."""
    cells, names = random.randint(1, 3), random.randint(2, 3)
    every = ((1, 1, False), (0, 1, False), (0, 1, False), (0, 2, False), (1, 2, False))
    bounds = [random.choice((*every, (0, 1, True)))] * names
    if random.random() < 0.3:
        bounds = [random.choice(every) for _ in range(names)]
    items = [(1, 1, False)] * cells + bounds
    pairs = [{cell: "", cells + name: ""} for cell in range(cells) for name in range(names)]
    kept = random.choice((1, 0.9, 0.6))
    options = [option for option in pairs if random.random() < kept]
    if random.random() < 0.2:
        options += options[-names:]
    return SmallMatrix(items, options, [0] * len(options))


@dataclass(frozen=True)
class State:
    """The options that may still be chosen, and how often each item is covered."""

    live: frozenset[int]
    used: tuple[int, ...]


@dataclass(eq=False)
class Node:
    """A line to be: its kind, and of each edge the option, what stands behind it, the node."""

    kind: str
    edges: list[tuple[str, str, Node | None, int]] = field(default_factory=list)
    state: State | None = None

    @property
    def count(self) -> int:
        values = [value for *_, value in self.edges]
        return prod(values) if self.kind == "*" else sum(values)


class Grower:
    """Grows one tree. `spite` is how often a step does what it should not, `most` how many do."""

    def __init__(self, matrix: SmallMatrix, random: Random, spite: float, most: int) -> None:
        self.matrix, self.random, self.spite, self.most = matrix, random, spite, most
        self.done: list[Node] = []
        self.renamings: list[list[tuple[str, str]]] = []
        self.steps = 0
        self.anyhow = self.torn = False  # renamings of items that are not alike; not of all of them

    def spiteful(self) -> bool:
        spiteful = self.most > 0 and self.random.random() < self.spite
        self.most -= spiteful
        return spiteful

    def an_index(self, end: int) -> str:
        """Return the number of a thing that is there, or is not."""
        inside = self.random.randrange(end) if end else 0
        around = self.random.randint(-2 * end - 2, 2 * end + 2)
        most = self.random.choice((end, 10**20))
        return str(self.random.choice((inside, inside, inside - end, inside - end, around, most)))

    # ---- what a state comes to ----------------------------------------------------------------

    def chosen(self, state: State, option: int) -> State:
        own, options = self.matrix.options[option], self.matrix.options
        used = tuple(count + (item in own) for item, count in enumerate(state.used))
        live = {one for one in state.live if one != option and not self.clash(option, one)}
        full = {item for item in own if used[item] >= self.matrix.items[item][1]}
        full -= {item for item in own if self.matrix.items[item][2]}  # colors may agree
        return State(frozenset(one for one in live if not full & options[one].keys()), used)

    def clash(self, one: int, other: int) -> bool:
        mine, its = self.matrix.options[one], self.matrix.options[other]
        shared = (item for item in mine if item in its and self.matrix.items[item][1] == 1)
        return any(not mine[item] or mine[item] != its[item] for item in shared)

    def root(self) -> State:
        full = {item for item, (_, high, _) in enumerate(self.matrix.items) if high == 0}
        live = (k for k, own in enumerate(self.matrix.options) if not full & own.keys())
        return State(frozenset(live), (0,) * len(self.matrix.items))

    def has(self, state: State, item: int) -> list[int]:
        return [option for option in sorted(state.live) if item in self.matrix.options[option]]

    def needy(self, state: State) -> list[int]:
        return [i for i, (low, _, _) in enumerate(self.matrix.items) if low > state.used[i]]

    def lacking(self, state: State) -> list[int]:
        lows = [low - used for (low, _, _), used in zip(self.matrix.items, state.used, strict=True)]
        return [item for item in self.needy(state) if lows[item] > len(self.has(state, item))]

    def without(self, state: State, options: set[int]) -> State:
        return State(state.live - options, state.used)

    def parts(self, state: State) -> list[tuple[int, State]]:
        """Return an option of each part, and its state; spiteful ones are torn apart."""
        left, parts = set(state.live), []
        while left:
            seen = {self.random.choice(sorted(left))}
            first = min(seen)
            while more := {
                two for two in left - seen if any(self.linked(one, two) for one in seen)
            }:
                if self.spiteful():
                    break
                seen |= more
            left -= seen
            mine = {item for option in seen for item in self.matrix.options[option]}
            highs = (max(high, 1) for _, high, _ in self.matrix.items)
            full = zip(state.used, highs, strict=True)
            # what other parts have to cover counts as covered here
            used = tuple(u if k in mine else max(u, high) for k, (u, high) in enumerate(full))
            parts.append((first, State(frozenset(seen), used)))
        return parts

    def linked(self, one: int, other: int) -> bool:
        mine, its = self.matrix.options[one], self.matrix.options[other]
        bound = any(item in its and not self.matrix.items[item][2] for item in mine)
        return bound or self.clash(one, other)

    # ---- the tree -----------------------------------------------------------------------------

    def grow(self, state: State) -> Node:
        """Return the node of a state, grown behind all that are below it."""
        self.steps += 1
        node, needy = Node(""), self.needy(state)
        draw = self.random.random()
        if self.spiteful() or self.steps > STEPS:
            node.kind = self.an_index(len(self.matrix.items))
            edges = [option for option in sorted(state.live) if self.spiteful()]
            self._branch(node, state, edges)
        elif not state.live and not needy:
            node.kind = "*"
        elif draw < 0.25 and (self.spiteful() or self._whole(state)):
            node.kind = "*"
            for option, part in self.parts(state):
                node.edges.append(self.edge(str(option), part))
        elif state.live and (draw < 0.35 or not needy):
            node.kind, option = "?", self.random.choice(sorted(state.live))
            node.edges.append(self.edge(str(option), self.chosen(state, option)))
            node.edges.append(self.edge("-", self.without(state, {option})))
        else:
            item = min(needy, key=lambda item: len(self.has(state, item)))
            node.kind = str(item if self.random.random() < 0.8 else self.random.choice(needy))
            self._branch(node, state, self.has(state, int(node.kind)))
        if self.spiteful() and node.edges:
            spoil: Callable[[], object] = self.random.choice(
                [node.edges.pop, lambda: node.edges.append(self.random.choice(node.edges))]
            )
            spoil()
        node.state = state
        self.done.append(node)
        return node

    def _whole(self, state: State) -> bool:
        """Whether each item in need has an option, so that parts are the whole."""
        return bool(state.live) and all(self.has(state, item) for item in self.needy(state))

    def _branch(self, node: Node, state: State, options: Sequence[int]) -> None:
        for option in options:
            below = self.chosen(state, option)
            if self.spiteful():
                below = self.root()
            word = str(option) if not self.spiteful() else self.an_index(len(self.matrix.options))
            node.edges.append(self.edge(word, below))
            state = self.without(state, {option})

    def edge(self, word: str, state: State) -> tuple[str, str, Node | None, int]:
        """Return an edge: its option, what it ends in if that is no node, the node, its value."""
        if self.spiteful():
            ends = (".", f"!{self.an_index(len(self.matrix.items))}")
            end = self.random.choice(ends)
            return word, end, None, int(end == ".")
        if not state.live and not self.needy(state):
            return word, ".", None, 1
        lacking = self.lacking(state)
        if lacking and self.random.random() < 0.7:
            return word, f"!{self.random.choice(lacking)}", None, 0
        known = self._known(state)
        node, names = known or (self.grow(state), "")
        return word, names, node, node.count

    def _known(self, state: State) -> tuple[Node, str] | None:
        """Return a node that is done, and the renaming that leads there; or None."""
        if self.done and self.spiteful():
            names = f"~{self.an_index(len(self.renamings))}" if self.spiteful() else ""
            return self.random.choice(self.done), names
        images = [("", self.key(state))]
        images += [(f"~{k}", self._image(state, one)) for k, one in enumerate(self.renamings)]
        keys = [(node, node.state and self.key(node.state)) for node in self.done]
        found = ((node, names) for names, image in images for node, key in keys if image == key)
        return next(found, None)

    def key(self, state: State) -> tuple[frozenset[int], frozenset[tuple[int, int, int]]]:
        """Return what solutions below depend on: options, and items with their need and room."""
        matter = set()
        for item, ((low, high, _), used) in enumerate(
            zip(self.matrix.items, state.used, strict=True)
        ):
            if high != 1 and (low > used or high - used < len(self.has(state, item))):
                matter.add((item, low - used, high - used))
            elif low == high == 1 and not used:
                matter.add((item, 1, 1))
        return state.live, frozenset(matter)

    def _image(
        self, state: State, moves: list[tuple[str, str]]
    ) -> tuple[frozenset[int], frozenset[tuple[int, int, int]]] | None:
        try:
            names = {int(item): int(name) for item, name in moves}
            where = {i: names.get(i, i) for i in range(len(self.matrix.items))}
            images = [{where[i]: c for i, c in own.items()} for own in self.matrix.options]
            every = range(len(images))
            live = frozenset(
                max(one for one in every if self.matrix.options[one] == images[option])
                for option in state.live
            )
        except (ValueError, IndexError):
            return None
        return live, frozenset((where[item], *one) for item, *one in self.key(state)[1])

    def renaming(self) -> list[tuple[str, str]]:
        """Return the moves of a permutation of items; spiteful: of anything."""
        size = len(self.matrix.items)
        if self.spiteful():
            many = self.random.randint(0, 2)
            return [(self.an_index(size), self.an_index(size)) for _ in range(many)]
        names, items = list(range(size)), self.matrix.items
        pairs = [pair for pair in combinations(names, 2) if items[pair[0]] == items[pair[1]]]
        pairs = pairs if pairs and not self.anyhow else [*combinations(names, 2)]
        for _ in range(self.random.choice((1, 1, 2)) if pairs else 0):
            one, other = self.random.choice(pairs)
            names[one], names[other] = names[other], names[one]
        moves = [(str(i), str(name)) for i, name in enumerate(names) if i != name]
        if moves and self.torn:
            moves.pop(self.random.randrange(len(moves)))
        return moves


@dataclass(frozen=True)
class Invented:
    """A certificate as bytes, and the matrix that it is of."""

    matrix: SmallMatrix
    text: bytes


def _misread(matrix: SmallMatrix, random: Random) -> SmallMatrix:
    """Return a matrix that is nearly the same: bounds, colors or options are others."""
    items = [(0, high, one) if low > high else (low, high, one) for low, high, one in matrix.items]
    options, costs = [dict(one) for one in matrix.options], list(matrix.costs)
    if items == matrix.items:
        item, (low, high, one) = random.choice([*enumerate(items)])
        others = ((low - 1, high, one), (low, high + 1, one), (0, max(high, 1), one))
        items[item] = (0, 1, True) if one else random.choice(others)
        if options and random.random() < 0.5:
            option = random.randrange(len(options))
            options[option] = dict.fromkeys(options[option], "")
    return SmallMatrix(items, options, costs)


def certificate_of(matrix: SmallMatrix, random: Random, spite: float) -> list[str]:
    """Return the lines of a certificate, true or not."""
    some = bool(matrix.options) and (bool(matrix.solutions) or random.random() < spite)
    priced = some and random.random() < (0.6 if any(matrix.costs) else 0.1)
    head = ["minuet certificate 2", f"matrix {matrix.digest}"]
    most = random.choice((1, 1, 1, 2, 3, STEPS))
    odd = any(low > high for low, high, _ in matrix.items)
    if random.random() < spite / 2 or (odd and random.random() < 0.7):
        matrix, most = _misread(matrix, random), 0
    if priced:
        return [*head, *_Pricing(matrix, random, spite, most).lines()]
    grower = Grower(matrix, random, spite, most)
    grower.anyhow, grower.torn = grower.spiteful(), grower.spiteful()
    if random.random() < 0.6:
        grower.renamings = [grower.renaming() for _ in range(random.randint(1, 3))]
        grower.renamings = [one for one in grower.renamings if one or random.random() < spite / 9]
    root = grower.grow(grower.root())
    claim = root.count + (random.choice((-1, 1)) if grower.spiteful() else 0)
    if grower.spiteful():
        claim = random.choice((0, 1, len(matrix.solutions)))
    names = [" ".join(["rename", *(f"{i}>{n}" for i, n in one)]) for one in grower.renamings]
    lines = [*head, f"claim solutions {claim}", *names]
    order = grower.done[::-1]
    numbers = {id(node): place for place, node in enumerate(order)}
    for node in order:
        words = [str(numbers[id(node)]), node.kind]
        for option, end, below, value in node.edges:
            lead = "" if below is None else f">{numbers[id(below)]}"
            words.append(f"{option}{lead}{end}" + (f"={value}" if below and value else ""))
        lines.append(" ".join(words))
    return [*lines, f"end {len(order)}"]


class _Pricing(Grower):
    """The tree of an optimum, by prices that are drawn and may change from node to node."""

    def lines(self) -> list[str]:
        random, matrix = self.random, self.matrix
        best = sorted(matrix.solutions, key=matrix.cost)
        # what it takes for granted: that a price counts so often, of nodes what is spent above
        self.mixed, self.dearest, self.doubled = (self.spiteful() for _ in range(3))
        some = frozenset(k for k in range(len(matrix.options)) if random.random() < 0.4)
        wrong = self.mixed or self.dearest or self.doubled or self.spiteful()
        goal = best[0] if best and not wrong else random.choice([*best[:2], *best, some])
        self.goal = matrix.cost(goal) + (random.choice((-1, 1, 100)) if self.spiteful() else 0)
        self.scale, self.prices = random.choice((1, 1, 2, 5)), [0] * len(matrix.items)
        self.unit = (gcd(*matrix.costs) or 1) * (2 if self.doubled else 1)
        options = sorted(map(str, goal)) if not self.spiteful() else self._odd(goal)
        self.told: list[str] = []
        self._priced(first=True)
        self.number, self.last = 0, 0
        self._node(self.root(), 0)
        scale = str(self.scale) if not self.spiteful() else self.an_index(3)
        head = [f"claim optimum {self.goal}", f"scale {scale}", " ".join(["solution", *options])]
        return [*head, *self.told, f"end {self.number}"]

    def _odd(self, goal: frozenset[int]) -> list[str]:
        return [*map(str, goal), self.an_index(len(self.matrix.options))]

    def _priced(self, *, first: bool = False) -> None:
        """Tell prices, with what they say of the root."""
        if not first and self.random.random() < 0.7:
            return
        words = []
        for item in range(len(self.prices)):
            if self.random.random() < 0.5:
                most = self.random.choice((5, 20))
                self.prices[item] = self.random.randint(-most // 2, most) * self.scale
                words.append(f"{item}:{self.prices[item]}")
        if self.spiteful():
            words.append(f"{self.an_index(len(self.prices))}:{self.random.choice((-100, 5, 100))}")
        own = self.matrix.options
        worth = [sum(self.prices[i] for i in option if not option[i]) for option in own]
        costs = [cost * self.scale for cost in self.matrix.costs]
        self.reduced = [cost - one for cost, one in zip(costs, worth, strict=True)]
        paid, lost = self._least(self.root())
        if self.spiteful():
            paid += self.random.choice((-1, 1, 100))
        self.told.append(" ".join(["prices", str(paid), str(lost), *words]))

    def _least(self, state: State) -> tuple[int, int]:
        paid = 0
        for item, (low, high, _) in enumerate(self.matrix.items):
            plain = sum(self.matrix.options[option][item] == "" for option in self.has(state, item))
            most = min(plain, high - state.used[item])
            needed = (self.prices[item] > 0) != self.mixed
            if high != 1 and low > state.used[item]:
                most = high - state.used[item]
            count = low - state.used[item] if needed else most
            paid += self.prices[item] * max(count, 0)
        return paid, sum(min(self.reduced[option], 0) for option in state.live)

    def _afforded(self, state: State, spent: int) -> State | None:
        slack = (self.goal - self.unit - spent) * self.scale - sum(self._least(state))
        live = frozenset(option for option in state.live if self.reduced[option] <= slack)
        return None if slack < 0 else State(live, state.used)

    def _node(self, state: State, spent: int) -> None:
        """Tell a node and, below it, those that its edges lead to."""
        todo = [(state, spent)]
        while todo and self.number < STEPS:
            state, spent = todo.pop(0)
            if self.number:
                self._priced()
            left, words = self._afforded(state, spent), [str(self.number)]
            needy = [] if left is None else self.needy(left)
            size = len(self.matrix.items)
            if left is None or self.spiteful():
                words.append(self.an_index(size) if self.spiteful() else "0")
            elif needy:
                item = self.random.choice(needy)
                words.append(str(item))
                for option in self.has(left, item):
                    if not self.spiteful():
                        below, paid = self.chosen(left, option), spent + self.matrix.costs[option]
                        words.append(f"{option}{self._end(below, paid, todo)}")
                        left = self.without(left, {option})
            elif left.live:
                option = self.random.choice(sorted(left.live))
                below, paid = self.chosen(left, option), spent + self.matrix.costs[option]
                words += ["?", f"{option}{self._end(below, paid, todo)}"]
                words.append(f"-{self._end(self.without(left, {option}), spent, todo)}")
            else:
                words.append(self.an_index(size))  # what is found costs less than is claimed
            self.told.append(" ".join(words))
            self.number += 1

    def _end(self, state: State, spent: int, todo: list[tuple[State, int]]) -> str:
        left, size = self._afforded(state, spent), len(self.matrix.items)
        if self.spiteful():
            return self.random.choice((".", f"!{self.an_index(size)}", f">{self.last}"))
        if left is None:
            return f"!{self.random.randrange(size)}"
        if self.lacking(left) and self.random.random() < 0.7:
            return f"!{self.random.choice(self.lacking(left))}"
        for place, one in enumerate(todo):
            if self.key(one[0]) == self.key(state):
                todo[place] = state, (max if self.dearest else min)(spent, one[1])
                return f">{self.last - len(todo) + 1 + place}"
        self.last += 1
        todo.append((state, spent))
        return f">{self.last}"


def _respelled(number: str, random: Random) -> str:
    """Return what other programs take for that number, or for one nearby."""
    sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
    forms = (
        f"+{number}",
        f"{sign}0{digits}",
        f"-{number}",
        number.translate(FULLWIDTH),
        f"{digits[0]}_{digits[1:] or 0}",
        f"{number}.0",
        f"0x{number}",
        f"{number}e0",
        f"\t{number}",
        f"{number}\r",
        f"{number}\u00a0",
        f"{number}\x0c",
        f"{number}\x00",
        str(10**4000),
        "9" * 4301,
        str(2**127),
        str(2**64 + int(digits)),
        "-0",
        "",
    )
    return random.choice(forms)


def _with_a_blot(lines: list[str], random: Random) -> bytes:
    """Return the text with one thing in it that the format does not know."""
    text = "".join(f"{line}\n" for line in lines)
    numbers = list(re.finditer(r"(?<![0-9a-f])-?[0-9]+(?![0-9a-f])", text))
    draw, place = random.random(), random.randrange(len(text) + 1)
    if draw < 0.6:
        one = random.choice(numbers)
        text = text[: one.start()] + _respelled(one[0], random) + text[one.end() :]
    elif draw < 0.8:
        odd = random.choice(" \t\r\n\0\x0b\x0c\x1c\x1f\x7f\x85\xa0\u2028\u3000\ufeff0-+_>!.=~:*?|#")
        text = text[:place] + odd + text[place + random.choice((0, 1)) :]
    elif draw < 0.9:
        ends = ("\n", " ", "\0", "end 1\n", "0\n", "\u2028", "\x1a", "\ufeff")
        text = random.choice((text + random.choice(ends), text[:-1], text.replace("\n", "\r\n")))
    else:
        words = text.split(" ")
        word = random.randrange(len(words))
        words[word : word + 1] = random.choice(([], [words[word]] * 2, ["", words[word]]))
        text = " ".join(words)
    return text.encode("utf-8") + (b"\xff" if random.random() < 0.02 else b"")


def invented(seed: int) -> Invented:
    """Return a certificate, always the same one of a seed."""
    random = Random(seed)
    matrix = drawn_matrix(random)
    spite = random.choice((0.0, 0.05, 0.1, 0.2, 0.4))
    lines = certificate_of(matrix, random, spite)
    if random.random() < 0.25:
        return Invented(matrix, _with_a_blot(lines, random))
    return Invented(matrix, "".join(f"{line}\n" for line in lines).encode())

#!/usr/bin/env python3
"""Checks a certificate of an exact cover: python3 check_certificate.py MATRIX.dlx CERTIFICATE

docs/certificates.md has the format, and the proof that what passes is true. A state (live, unmet,
counts) is what the solutions below a node depend on: a bit mask of the options that may be chosen,
one of the items that must be covered once and are not, and (item, low, high) of items with other
bounds. Exit status: 0 certified, 1 not (the line is named), 2 there is nothing that could be read.
"""

import re
import sys
from collections import defaultdict
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import gcd, inf, prod

ITEM = re.compile(r"\|?(?:(\d+)(?::(\d+))?\|)?([^|:]+)")  # low, high, name
EDGE = re.compile(r"(\d+|-)([>!.$])(\d*)(?:=(\d+))?")  # option, what is below, node or item, count


def need(holds, what):
    if not holds:
        raise ValueError(what)


class Matrix:  # items by name, their bounds, options as {item: color}, who uses an item in a color
    line, begun = 0, False

    def read(self, lines):
        self.bounds, self.options, self.costs, hashed = [], [], [], sha256()
        self.users, self.effect = defaultdict(int), cache(self.effect)
        for self.line, line in enumerate(lines, 1):
            words, read = line.split(), self.read_option if self.begun else self.read_items
            if words and (words[0] if self.begun else line)[0] != "|":
                hashed.update(f"{' '.join(read(words))}\n".encode())
        self.digest, ranges = hashed.hexdigest(), list(enumerate(self.bounds))
        unmet = sum(1 << item for item, bounds in ranges if bounds == (1, 1))
        counts = [(item, *bounds) for item, bounds in ranges if bounds[1] != 1]
        self.root = self.settled((1 << len(self.options)) - 1, unmet, counts)

    def read_items(self, words):
        self.items, self.begun, bars = {}, True, [word[0] for word in (*words, "|")]
        for place, word in enumerate(word for word in words if word != "|"):
            low, high, name = ITEM.fullmatch(word).groups()
            self.bounds.append((int(low or place < bars.index("|")), int(high or low or 1)))
            need(self.items.setdefault(name, place) == place, f"item {name} twice")
        return (f"{low}:{high}|{name}" for name, (low, high) in zip(self.items, self.bounds))

    def read_option(self, words):
        self.costs.append(sum(int(word[1:]) for word in words if word[0] == "|"))
        words = [word for word in words if word[0] != "|"]
        pairs = [(word, "") if word in self.items else word.split(":", 1) for word in words]
        self.options.append({self.items[name]: color for name, color in pairs})
        need(len(self.options[-1]) == len(words), "an item twice in the option")
        for item, color in self.options[-1].items():
            need(not color or self.bounds[item] == (0, 1), "a color on a primary item")
            self.users[item] |= 1 << len(self.options) - 1
            self.users[item, color] |= 1 << len(self.options) - 1
        return [*words, f"|{self.costs[-1]}"]

    def effect(self, option):  # the options that may stand beside one, and its items
        clash = 1 << option
        for item, color in self.options[option].items():
            if self.bounds[item][1] == 1:
                clash |= self.users[item] & ~(self.users[item, color] if color else 0)
        return ~clash, sum(1 << item for item in self.options[option])

    def settled(self, live, unmet, counts):  # a state without options too many and idle counts
        for item, _, high in counts:
            live &= -1 if high else ~self.users[item]
        size = {item: (live & self.users[item]).bit_count() for item, _, _ in counts}
        return live, unmet, tuple(one for one in counts if one[1] > 0 or one[2] < size[one[0]])

    def chosen(self, state, option, passed):  # the state after an option, some being passed over
        (live, unmet, counts), (kept, mine) = state, self.effect(option)
        counts = [(i, low - (mine >> i & 1), high - (mine >> i & 1)) for i, low, high in counts]
        return self.settled(live & kept & ~passed, unmet & ~mine, counts)

    def part(self, state, option):  # what clashes with an option or shares items in need, and so on
        live, unmet, counts = state
        reached = todo = live & 1 << option
        while todo:
            option = (todo & -todo).bit_length() - 1
            near = ~self.effect(option)[0]
            for item in {item for item, _, _ in counts} & self.options[option].keys():
                near |= self.users[item]
            near &= live & ~reached
            reached, todo = reached | near, todo & (todo - 1) | near
        unmet &= sum(1 << item for item in range(len(self.items)) if self.users[item] & reached)
        return reached, unmet, tuple(one for one in counts if self.users[one[0]] & reached)

    def in_need(self, state, item):  # how many options an item needs, and those that it has
        more = state[1] >> item & 1 or sum(low for one, low, _ in state[2] if one == item)
        return more, state[0] & self.users[item]


class Check:  # pending: the nodes named that are to come; of each its state and its number
    def __init__(self, matrix):  # of solutions or, where a cost is claimed, the least spent above
        self.matrix, self.pending, self.prices, self.losses = matrix, {}, {}, {}
        self.line, self.nodes, self.cost, self.cheapest = 0, 0, None, inf

    def words(self, *begin):  # of the next line
        self.line, words = self.line + 1, next(self.lines, "").rstrip("\n").split(" ")
        need(words[: len(begin)] == [*begin], f"expected {' '.join(begin)}")
        return words[len(begin) :]

    def read(self, lines):
        self.lines = lines
        self.words("minuet", "certificate", "1")
        self.words("matrix", self.matrix.digest)
        kind, number = self.words("claim")
        many = {"0": "INFEASIBLE", "1": "1 solution"}.get(number, f"{number} solutions")
        told = {"solutions": many, "optimum": f"optimum {number}"}[kind]
        self.pending[0] = self.matrix.root, int(number) if kind == "solutions" else 0
        if kind == "optimum":
            self.cost = int(number)
            while (words := self.words())[0] == "price":
                self.prices[int(words[1])] = Fraction(words[2])
            for option, (entries, cost) in enumerate(zip(self.matrix.options, self.matrix.costs)):
                paid = sum(self.prices.get(item, 0) for item, color in entries.items() if not color)
                self.losses |= {option: cost - paid} if paid > cost else {}
            need(words == ["bound", *map(str, self.least(self.matrix.root))], "another bound")
        while (words := self.words())[0] != "end":
            self.node(*words)
        need(words == ["end", str(self.nodes)] and not self.pending, "nodes are missing")
        need(self.cost in (None, self.cheapest), f"the best solution costs {self.cheapest}")
        need(next(lines, None) is None, "a line behind the end")
        return told

    def least(self, state):  # what solutions cost: by the prices, and where options are worth more
        known, total = {item: bounds for item, *bounds in state[2]}, 0
        for item, price in self.prices.items():
            users = (state[0] & self.matrix.users[item, ""]).bit_count()
            usual = (state[1] >> item & 1, min(users, self.matrix.bounds[item][1]))
            total += price * max(known.get(item, usual)[price < 0], 0)
        return total, sum(loss for option, loss in self.losses.items() if state[0] >> option & 1)

    def node(self, number="", kind="", *edges):
        need(number == str(self.nodes) and self.nodes in self.pending, "not the next node named")
        state, value = self.pending.pop(self.nodes)
        edges = [EDGE.fullmatch(edge).groups() for edge in edges]
        children = self.children(state, kind, [int(one) for one, *_ in edges if one != "-"])
        below = zip(children, edges, strict=True)
        counts = (self.below(child, value + cost, *edge) for (child, cost), (_, *edge) in below)
        total = prod(counts) if kind == "*" else sum(counts)
        need(total == value or self.cost is not None, f"{total} solutions, not {value}")
        self.nodes += 1

    def children(self, state, kind, options):  # the states below a node, and the costs on the way
        if kind == "*" and self.cost is None:  # what the state falls apart into
            parts, (live, unmet, counts) = [self.matrix.part(state, one) for one in options], state
            for part in parts:
                live, unmet, counts = live & ~part[0], unmet & ~part[1], {*counts} - {*part[2]}
            need(not (live or unmet or counts) and len({*parts}) == len(parts), "not the parts")
            return [(part, 0) for part in parts]
        live, free = state[0], kind == "?"  # an item's options; or one option, and without it
        more, mine = (1, live & 1 << options[0]) if free else self.matrix.in_need(state, int(kind))
        right = sorted({*options}) == options and sum(1 << one for one in options) == mine
        need(more > 0 and right, "not the live options of an item in need, each once, ascending")
        passed = ((option, mine & (1 << option) - 1) for option in options)
        below = [(self.matrix.chosen(state, *one), self.matrix.costs[one[0]]) for one in passed]
        return below + free * [(self.matrix.settled(live & ~mine, *state[1:]), 0)]

    def below(self, state, spent, sign, number, count):  # what an edge leads to: its solutions
        if sign == ">":
            number, value = int(number), int(count or 0) if self.cost is None else spent
            known, named = self.pending.get(number, (state, value))
            same = known == state and (named == value if self.cost is None else not count)
            need(same and number > self.nodes, f"node {number} is above, or another one there")
            self.pending[number] = state, min(value, named)
            return value
        if sign == ".":
            need(state == (0, 0, ()), "something is left")
            self.cheapest = min(self.cheapest, spent)
        elif sign == "!":
            more, options = self.matrix.in_need(state, int(number))
            need(more > options.bit_count(), f"item {number} has enough options")
        else:
            least, unit = spent + sum(self.least(state)), gcd(*self.matrix.costs) or 1
            need(least > self.cost - unit, f"the prices promise {least} only")
        return sign == "."


def checked(paths):  # the exit status, and what to say
    matrix = Matrix()
    for reader, path in zip((matrix, Check(matrix)), paths):
        try:
            with open(path, encoding="utf-8-sig") as lines:
                told = reader.read(lines)
        except Exception as error:
            unread = reader is matrix or isinstance(error, OSError)
            return 1 + unread, f"{path}:{reader.line}: {error}"
    return 0, f"certified: {told}"


if __name__ == "__main__":
    status, told = checked(sys.argv[1:]) if len(sys.argv) == 3 else (2, __doc__)
    print(told, file=sys.stderr if status else sys.stdout)
    sys.exit(status)

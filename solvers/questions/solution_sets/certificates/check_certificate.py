#!/usr/bin/env python3
"""Checks a certificate of an exact cover: python3 check_certificate.py MATRIX.dlx CERTIFICATE

docs/certificates.md has the format, and the proof. Items have the places 0, 1 ..., options those
behind. A state is what solutions depend on: a mask of items to be covered once and options that may
be chosen (live), (item, low, high) of other items (counts). Exit: 0 certified, 1 not, 2 unread.
"""

import re
import sys
from collections import defaultdict
from hashlib import sha256
from math import gcd, prod

ITEM = re.compile(r"\|?(?:(\d+)(?::(\d+))?\|)?([^|:]+)")  # low, high, name
EDGE = re.compile(r"(\d+|-)([>!.])(\d*)([~\d]*)(?:=(\d+))?")  # option, sign, node, names, count


def need(holds, what):
    if not holds:
        raise ValueError(what)


class Check:  # pending: the nodes named that are to come; of each its state and its number
    def __init__(self):  # of solutions or, where a cost is claimed, the least spent above
        self.items, self.bounds, self.users, self.hashed = {}, [], defaultdict(int), sha256()
        self.options, self.costs, self.named, self.renamings = {}, {}, {}, []  # by place
        self.pending, self.prices, self.reduced = {}, {}, {}  # costs, less what the prices say
        self.line = self.nodes = self.cost = self.unit = self.scale = 0  # a scale: of prices

    def read_matrix(self, lines):
        for self.line, line in enumerate(lines, 1):
            words, read = line.split(), self.read_option if self.items else self.read_items
            if words and (words[0] if self.items else line)[0] != "|":
                self.hashed.update(f"{' '.join(read(words))}\n".encode())
        once = [item for item, bounds in enumerate(self.bounds) if bounds == (1, 1)]
        counts = [(item, *bounds) for item, bounds in enumerate(self.bounds) if bounds[1] != 1]
        self.root = self.settled(sum(1 << place for place in (*once, *self.options)), counts)

    def read_items(self, words):
        bars = [word[0] for word in (*words, "|")]
        for place, word in enumerate(word for word in words if word != "|"):
            low, high, name = ITEM.fullmatch(word).groups()
            self.bounds.append((int(low or place < bars.index("|")), int(high or low or 1)))
            need(self.items.setdefault(name, place) == place, f"item {name} twice")
        return (f"{low}:{high}|{name}" for name, (low, high) in zip(self.items, self.bounds))

    def read_option(self, words):
        place = len(self.items) + len(self.options)
        cost = self.costs[place] = sum(int(word[1:]) for word in words if word[0] == "|")
        words = [word for word in words if word[0] != "|"]
        pairs = [(word, "") if word in self.items else word.split(":", 1) for word in words]
        own = self.options[place] = {self.items[name]: color for name, color in pairs}
        for item, color in own.items():
            need(len(own) == len(words) and (not color or self.bounds[item] == (0, 1)), "no option")
            self.users[item] |= 1 << place
            self.users[item, color] |= 1 << place
        self.named[frozenset(own.items())] = place
        return [*words, f"|{cost}"]

    def taken(self, option):  # what is open no more beside an option
        taken = 1 << option
        for item, color in self.options[option].items():
            users = self.users[item] & ~(self.users[item, color] if color else 0)
            taken |= 1 << item | (users if self.bounds[item][1] == 1 else 0)
        return taken

    def settled(self, live, counts):  # a state without options too many and idle counts
        for item, _, high in counts:
            live &= -1 if high else ~self.users[item]
        size = {item: (live & self.users[item]).bit_count() for item, *_ in counts}
        return live, tuple(one for one in counts if one[1] > 0 or one[2] < size[one[0]])

    def chosen(self, live, counts, option):  # the state after an option
        mine = self.options[option]
        counts = [(i, low - (i in mine), high - (i in mine)) for i, low, high in counts]
        return self.settled(live & ~self.taken(option), counts)

    def part(self, live, counts, option):  # what hangs together with an option
        whole, reached, todo = live | sum(1 << item for item, *_ in counts), 0, 1 << option
        while todo:
            place, reached = (todo & -todo).bit_length() - 1, reached | todo
            near = self.users[place] if place < len(self.items) else self.taken(place)
            todo = todo & (todo - 1) | near & whole & ~reached
        return live & reached, tuple(one for one in counts if reached >> one[0] & 1)

    def lack(self, live, counts, item):  # how many options it lacks, and those that it has
        once = live >> range(len(self.items))[item] & 1  # of items, not of options
        return once or sum(low for one, low, _ in counts if one == item), live & self.users[item]

    def rename(self, _, *moves):  # what each place is called then, by the items that move
        names = {item: item for item in self.items.values()}
        names |= (map(int, move.split(">")) for move in moves)
        alike = [self.bounds[name] for name in names.values()] == self.bounds
        need(alike and sorted(names) == sorted(names.values()), "a renaming that is none")
        for place, option in self.options.items():
            image = frozenset((names[item], color) for item, color in option.items())
            names[place] = self.named.get(image)
        self.renamings.append(names)

    def renamed(self, live, counts, names):
        images = {names[place] for place, bit in enumerate(f"{live:b}"[::-1]) if bit == "1"}
        need(None not in images and len(images) == live.bit_count(), "an option without a new name")
        return sum(1 << one for one in images), tuple(sorted((names[i], *b) for i, *b in counts))

    def read(self, lines):
        lines = (line.rstrip("\n").split(" ") for self.line, line in enumerate(lines, 1))
        for head in ("minuet certificate 2", f"matrix {self.hashed.hexdigest()}"):
            need(" ".join(next(lines, [""])) == head, f"expected {head}")
        _, kind, number = next(lines, [""])
        told = {"solutions": f"{number} solutions", "optimum": f"optimum {number}"}[kind]
        self.pending[0] = self.root, int(number) if kind == "solutions" else 0
        if kind == "optimum":
            self.cost, self.unit, self.reduced = int(number), gcd(*self.costs.values()) or 1, None
            self.scale = max(int(next(lines, [""])[1]), 1)
            state, more = self.root, self.cost
            for place in (len(self.items) + int(option) for option in next(lines, [""])[1:]):
                need(state[0] >> place & 1, "options that clash")
                state, more = self.chosen(*state, place), more - self.costs[place]
            needs = state[0] % (1 << len(self.items)), *(low > 0 for _, low, _ in state[1])
            need(not any((more, *needs)), "no solution of that cost")
        while (words := next(lines, [""]))[0] != "end":
            {"rename": self.rename, "prices": self.price}.get(words[0], self.node)(*words)
        need([words, *lines] == [["end", str(self.nodes)]] and not self.pending, "not the end")
        return {"0 solutions": "INFEASIBLE", "1 solutions": "1 solution"}.get(told, told)

    def price(self, _, paid, lost, *prices):  # in units of 1/scale: those that change, and what all
        self.prices |= (map(int, price.split(":")) for price in prices)  # say of the matrix
        worth = (sum(self.prices.get(i, 0) for i in o if not o[i]) for o in self.options.values())
        self.reduced = {o: self.costs[o] * self.scale - one for o, one in zip(self.options, worth)}
        need(self.scale and [paid, lost] == [*map(str, self.least(*self.root))], "another bound")

    def least(self, live, counts):  # what solutions cost: by prices, and by options worth more
        known, total = {item: bounds for item, *bounds in counts}, 0
        for item, price in self.prices.items():
            most = min((live & self.users[item, ""]).bit_count(), self.bounds[item][1])
            total += price * max(known.get(item, (live >> item & 1, most))[price < 0], 0)
        return total, sum(one for place, one in self.reduced.items() if one < 0 < live >> place & 1)

    def afforded(self, live, counts, spent):  # a state without what costs too much, if not all does
        slack = (self.cost - self.unit - spent) * self.scale - sum(self.least(live, counts))
        dear = sum(1 << option for option, cost in self.reduced.items() if cost > slack)
        return ((1 << len(self.items)) - 1, ()) if slack < 0 else self.settled(live & ~dear, counts)

    def node(self, number="", kind="", *edges):
        need(number == str(self.nodes) and self.nodes in self.pending, "not the next node named")
        state, value = self.pending.pop(self.nodes)
        live, counts = self.afforded(*state, value)  # what the edges leave of it
        edges, told = [EDGE.fullmatch(edge).groups() for edge in edges], []
        need([option for option, *_ in edges].count("-") == (kind == "?"), "to pass over once")
        for option, *edge in edges:
            place = None if option == "-" else len(self.items) + int(option)
            need(place is None or live >> place & 1, f"option {option} cannot be chosen")
            if place is None:
                state, live, counts = self.settled(live, counts), 0, ()
            elif kind == "*":
                state = self.part(live, counts, place)
                live, counts = live & ~state[0], [one for one in counts if one not in state[1]]
            else:
                state, live = self.chosen(live, counts, place), live & ~(1 << place)
            told.append(self.below(state, value + self.costs.get(place, 0), *edge))
        more, has = (1, live or counts) if kind in [*"*?"] else self.lack(live, counts, int(kind))
        need(more > 0 and not has, "an item that needs no option, or something is left")
        need(kind != "*" if self.scale else [sum, prod][kind == "*"](told) == value, f"not {value}")
        self.nodes += 1

    def below(self, state, spent, sign, number, renamings, count):  # how many solutions an edge has
        if sign == ">":
            number, value = int(number), spent if self.scale else int(count or 0)
            for renaming in renamings.split("~")[1:]:
                state = self.renamed(*state, self.renamings[int(renaming)])
            known, named = self.pending.get(number, (state, value))
            same = not (count or renamings) if self.scale else named == value
            need(same and known == state and number > self.nodes, f"node {number} is another")
            self.pending[number] = state, min(value, named)
            return value
        if sign == "!":
            more, options = self.lack(*self.afforded(*state, spent), int(number))
            need(more > options.bit_count(), f"item {number} has enough options")
        else:
            need(state == (0, ()) and not self.scale, "something is left, or costs less")
        return sign == "."


def checked(paths, opened=open):  # the exit status, and what to say
    check = Check()
    for path, read in zip(paths, (check.read_matrix, check.read)):
        try:
            with opened(path, encoding="utf-8-sig") as lines:
                told = read(lines)
        except Exception as error:
            unread = read == check.read_matrix or isinstance(error, OSError)
            return 1 + unread, f"{path}:{check.line}: {error}"
    return 0, f"certified: {told}"


if __name__ == "__main__":
    status, told = checked(sys.argv[1:]) if len(sys.argv) == 3 else (2, __doc__)
    print(told, file=sys.stderr if status else sys.stdout)
    sys.exit(status)

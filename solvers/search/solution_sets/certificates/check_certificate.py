#!/usr/bin/env python3
"""Check a certificate of an exact cover: python3 check_certificate.py MATRIX.dlx CERTIFICATE

docs/trust.md has both formats, and the proof. Items have the places 0, 1 ..., options those
behind. A state is what solutions depend on: a mask of items to be covered once and options that may
be chosen (live), (item, low, high) of other items (counts). Exit: 0 certified, 1 not, 2 unread.
"""

import re
import sys
from collections import Counter
from hashlib import sha256
from itertools import compress
from math import gcd, prod

N = "(?:0|[1-9][0-9]{0,4299})"  # a number, in the one way to write it
NUMBER, INTEGER = re.compile(N), re.compile("0|-?[1-9][0-9]{0,4299}")
EDGE = re.compile(rf"({N}|-)(?:>({N})((?:~{N})*)(?:=(?!0)({N}))?|!({N})|(@)|\.)")
# Of the matrix: no text but lines of words and blanks; low, high and name of an item; a cost; item
# and color; item and weight.
STRAY = re.compile(r"\A\ufeff|[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f]")
SHORT = "(0|-?[1-9][0-9]{0,18})"
ITEM = re.compile(rf"(?:{SHORT}(?::{SHORT})?\|)?([^|:]{{1,1000}})")
COST = re.compile(rf"\|{SHORT}")
COLORED = re.compile(r"([^|:]+):([^|:]+|[|:])()")
SOME = f"{N}(?:,{N})*"  # options
VERTEX, LINK = re.compile(rf"({N})=({SOME})"), re.compile(rf"({N})-({N})(?:=({SOME}))?")
RULES = {":connected": 0, ":tree": 0, ":one_loop": 0, ":path": 2}  # how many ends they have
WEIGHTED = re.compile(rf"([^|:]+)()\*{SHORT}")


def need(holds, message):
    if not holds:
        raise ValueError(message)


def integer(word, form=INTEGER):
    need(form.fullmatch(word), "expected a number")
    return int(word)


def parts_of(edges):  # a vertex of the part of each vertex, and whether there is a cycle
    parts, cycles = {}, False
    for edge in edges:
        roots = []
        for vertex in edge:
            while (root := parts.setdefault(vertex, vertex)) != vertex:
                parts[vertex] = parts[root]
                vertex = parts[vertex]
            roots.append(vertex)
        cycles |= roots[0] == roots[1]
        parts[roots[0]] = roots[1]
    for vertex in parts:
        while parts[parts[vertex]] != parts[vertex]:
            parts[vertex] = parts[parts[vertex]]
    return parts, cycles


def index(word, things):  # the place of one of them
    place = integer(word, NUMBER)
    need(place < len(things), "no such item, option or renaming")
    return place


class Check:  # pending: the nodes named that are to come; of each its state and its number
    def __init__(self):  # of solutions or, where a cost is claimed, the least spent above
        self.items, self.bounds, self.primary, self.hashed = {}, [], 0, sha256()
        self.users, self.plain, self.painted = [], [], {}  # who has an item; uncolored; by color
        self.weights = {}  # of an item with weights: by option's bit, how much it counts
        self.options, self.costs, self.named, self.renamings = [], [], {}, []
        self.pending, self.prices, self.reduced = {}, [], None  # costs, less what the prices say
        self.rules = []  # kind, ends, vertices and edges with masks of their options
        self.line = self.nodes = self.cost = self.unit = self.scale = 0  # a scale: of prices
        self.paid = 0  # all costs, without their signs

    def read_matrix(self, text):
        stray, read = STRAY.search(text), self.read_items
        self.line = text.count("\n", 0, stray.start()) + 1 if stray else 0
        need(not stray, "a character that is no blank, line feed or part of a word")
        for self.line, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if words and (line if read == self.read_items else words[0])[0] != "|":
                if words[0][0] == ":" and read == self.read_option:
                    read = self.read_rule
                self.hashed.update(f"{' '.join(read(words))}\n".encode())
                read = self.read_option if read == self.read_items else read
        need(read != self.read_items, "no line of items")
        for item, (low, high) in enumerate(self.bounds):
            need(
                item in self.weights or (low >= 0 and high < 1 << 31), "bounds of no item but a sum"
            )
        for item in self.weights:
            owners = ((1 << k, own) for k, own in enumerate(self.options, len(self.items)))
            self.weights[item] = {bit: own[item][1] for bit, own in owners if item in own}
        single = [self.is_single(item) for item in range(len(self.items))]
        once = [item for item, (low, _) in enumerate(self.bounds) if single[item] and low == 1]
        counts = [(item, *bounds) for item, bounds in enumerate(self.bounds) if not single[item]]
        live = ((1 << len(self.options)) - 1) << len(self.items) | sum(1 << item for item in once)
        self.root = self.settled(live, counts)

    def read_items(self, words):
        bar = False
        for word in words:
            if word[0] == "|":
                need(not bar, "a second bar among the items")
                bar, self.primary, word = True, len(self.items), word[1:]
            if word:
                match = ITEM.fullmatch(word)
                need(match and not (bar and match[1]), "expected name, n|name or low:high|name")
                low, high, name = match.groups()
                self.bounds.append((int(low or not bar), int(high or low or 1)))
                need(self.bounds[-1][0] <= self.bounds[-1][1], "no such bounds")
                need(max(map(abs, self.bounds[-1])) <= 1 << 62, "no such bounds")
                need(self.items.setdefault(name, len(self.items)) == len(self.bounds) - 1, "twice")
        self.primary = self.primary if bar else len(self.items)
        self.users, self.plain = [0] * len(self.items), [0] * len(self.items)
        return (f"{low}:{high}|{name}" for name, (low, high) in zip(self.items, self.bounds))

    def read_option(self, words):
        costs = [COST.fullmatch(word) for word in words if word[0] == "|"]
        need(all(costs), "expected |cost")
        costs = [int(cost[1]) for cost in costs]
        self.paid += sum(map(abs, costs))
        need(self.paid < 1 << 62, "costs of 2^62 or more")
        words, own = [word for word in words if word[0] != "|"], {}
        bit = 1 << len(self.items) + len(self.options)
        for word in words:
            match = word not in self.items and (COLORED.fullmatch(word) or WEIGHTED.fullmatch(word))
            name, color, weight = match.groups() if match else (word, "", "")
            need(name in self.items, "expected an item, item:color or item*weight")
            item = self.items[name]
            need(item not in own, "an item twice in an option")
            need(not color or item >= self.primary, "a color on a primary item")
            need(weight not in ("0", "1"), "a weight of 0 or 1")
            need(not weight or item < self.primary, "a weight on a secondary item")
            own[item] = color, int(weight or 1)
            if weight:
                self.weights[item] = {}
            self.users[item] |= bit
            if color:
                self.painted[item, color] = self.painted.get((item, color), 0) | bit
            else:
                self.plain[item] |= bit
        self.named[frozenset(own.items())] = len(self.items) + len(self.options)
        self.options.append(own)
        self.costs.append(sum(costs))
        return [*words, f"|{self.costs[-1]}"]

    def read_rule(self, words):  # a rule on a graph, behind all options
        kind, ends = words[0], words[1 : RULES.get(words[0], 0) + 1]
        need(len(ends) == RULES.get(kind, -1), "expected a graph rule, with its ends")
        need(len({*ends}) == len(ends), "a path of one end")
        ends, vertices, edges = [integer(end, NUMBER) for end in ends], [], []
        for word in words[len(ends) + 1 :]:
            vertex, link = VERTEX.fullmatch(word), LINK.fullmatch(word)
            need(link or (vertex and not edges), "expected vertices, then edges")
            *places, some = (link or vertex).groups()
            mask = 0
            for option in some.split(",") if some else ():
                mask |= 1 << index(option, self.options) + len(self.items)
            need(len({*places}) == len(places), "an edge of one vertex")
            (edges if link else vertices).append((*map(int, places), mask))
        self.rules.append((kind, ends, vertices, edges))
        return words

    def drawn(self, rule, chosen):  # the vertices that options choose, and of each edge whether
        _, _, vertices, edges = rule
        own = {vertex for vertex, mask in vertices if chosen & mask}
        return own, [bool(chosen & m) if m else (u in own and v in own) for u, v, m in edges]

    def chosen_graph(self, rule, chosen):  # the vertices, and the edges, that options choose
        own, there = self.drawn(rule, chosen)
        edges = [edge[:2] for edge in compress(rule[3], there)]
        return own.union(*edges), edges

    def holds(self, rule, chosen):
        kind, ends, *_ = rule
        vertices, edges = self.chosen_graph(rule, chosen)
        parts, cycles = parts_of(edges)
        degrees = Counter(vertex for edge in edges for vertex in edge)
        if len({parts.get(vertex, vertex) for vertex in vertices}) > 1:
            return False
        if kind == ":connected" or kind == ":tree":
            return kind == ":connected" or not cycles
        wanted = all(degrees[v] == (1 if v in ends else 2) for v in {*degrees, *ends})
        return wanted and (kind == ":path" or bool(edges))

    def breaks(self, rule, past, live):  # whether no set of live options beside those of the past
        kind, ends, *_ = rule  # holds it
        vertices, edges = self.chosen_graph(rule, past)
        _, most = self.chosen_graph(rule, past | live)
        parts, _ = parts_of(most)
        if len({parts.get(vertex, vertex) for vertex in vertices}) > 1:
            return True
        if kind == ":connected" or kind == ":tree":
            return kind == ":tree" and parts_of(edges)[1]
        least = Counter(vertex for edge in edges for vertex in edge)
        upper = Counter(vertex for edge in most for vertex in edge)
        wrong = any(least[v] > 1 or upper[v] < 1 for v in ends)
        wrong |= any(least[v] > 2 or upper[v] < 2 for v in least if v not in ends)
        return wrong or (kind == ":one_loop" and not most)

    def future(self, rule, past, live):  # all that what it allows then depends on; None: on more
        kind, ends, rows, links = rule
        (own, now), (_, then) = self.drawn(rule, past), self.drawn(rule, past | live)
        vertices, edges = self.chosen_graph(rule, past)
        fresh = [(place, *links[place]) for place, is_now in enumerate(now) if then[place] > is_now]
        opens = [(place, not mask and (u in own, v in own)) for place, u, v, mask in fresh]
        ways = {end for _, u, v, _ in fresh for end in (u, v)}
        ways |= {vertex for vertex, mask in rows if live & mask}  # open vertices
        (parts, cycles), names = parts_of(edges), {}
        for vertex in sorted(ways):
            names.setdefault(parts.get(vertex, vertex), vertex)
        anchors = {parts.get(vertex, vertex) for vertex in vertices & ways}
        degrees = Counter(vertex for edge in edges for vertex in edge)
        lost = any(parts.get(vertex, vertex) not in anchors for vertex in vertices)
        if kind in (":one_loop", ":path"):
            full = {v: degrees[v] == (1 if v in ends else 2) for v in {*degrees, *ends} - ways}
            lost |= not all(full.values())
        else:
            lost, degrees = lost or (kind == ":tree" and cycles), Counter()
        marks = [(v, v in vertices, names[parts.get(v, v)], degrees[v]) for v in sorted(ways)]
        return None if lost else (opens, marks, kind == ":one_loop" and not edges)

    def alike(self, past, other, live):  # whether graph rules allow the same after both
        futures = ([self.future(rule, each, live) for each in (past, other)] for rule in self.rules)
        return past == other or all(one and one == two for one, two in futures)

    def taken(self, option):  # what is open no more beside an option
        taken = 1 << option + len(self.items)
        for item, (color, _) in self.options[option].items():
            users = self.users[item] & ~(self.painted[item, color] if color else 0)
            taken |= 1 << item | (users if self.is_single(item) else 0)
        return taken

    def is_single(self, item):  # whether it may be covered once at most, but for colors
        return self.bounds[item][1] == 1 and item not in self.weights

    def sums(self, live, item):  # how much it is covered, at least and at most
        has = live & self.users[item]
        if item not in self.weights:
            return 0, has.bit_count()
        weights = [weight for bit, weight in self.weights[item].items() if has & bit]
        return sum(min(weight, 0) for weight in weights), sum(max(weight, 0) for weight in weights)

    def settled(self, live, counts):  # a state without options too many and idle counts
        for item, _, high in counts:
            live &= -1 if high > 0 or item in self.weights else ~self.users[item]
        sums = {item: self.sums(live, item) for item, *_ in counts}
        busy = (low > sums[item][0] or sums[item][1] > high for item, low, high in counts)
        return live, tuple(compress(counts, busy))

    def chosen(self, live, counts, option):  # the state after an option
        mine = self.options[option]
        amounts = [(mine[item][1] if item in mine else 0) for item, *_ in counts]
        counts = [(i, low - n, high - n) for (i, low, high), n in zip(counts, amounts)]
        return self.settled(live & ~self.taken(option), counts)

    def part(self, live, counts, option):  # what hangs together with an option
        start = 1 << option + len(self.items)
        whole, reached, todo = live | sum(1 << item for item, *_ in counts), 0, start
        while todo:
            place, reached = (todo & -todo).bit_length() - 1, reached | todo
            own = place < len(self.items)
            near = self.users[place] if own else self.taken(place - len(self.items))
            todo = todo & (todo - 1) | near & whole & ~reached
        return live & reached, tuple(count for count in counts if reached >> count[0] & 1)

    def lacks(self, live, counts, item):  # whether its live options are too few, or too much
        least, most = self.sums(live, item)
        short = [most < low or high < least for i, low, high in counts if i == item]
        return any(short) or bool(live >> item & 1 and not most)

    def pairs(self, words, sign):  # items, each once, and what is said of them
        words = [word.split(sign) for word in words]
        need(all(len(pair) == 2 for pair in words), f"expected pairs with {sign}")
        by_item = {index(item, self.items): word for item, word in words}
        need(len(by_item) == len(words), "an item twice")
        return by_item.items()

    def rename(self, _, *moves):  # what each place is called then, by the items that move
        need(not self.scale and moves, "expected a renaming of a count, of some items")
        names = [*range(len(self.items))]
        for item, name in self.pairs(moves, ">"):
            names[item] = index(name, self.items)
            need(names[item] != item, "an item that does not move")
        alike = [self.bounds[name] for name in names] == self.bounds
        sums = [names[item] in self.weights for item in self.weights]
        need(
            all(sums) and alike and sorted(names) == [*range(len(names))],
            "no permutation of items alike",
        )
        for option in self.options:
            image = frozenset((names[item], mark) for item, mark in option.items())
            names.append(self.named.get(image))
        self.renamings.append(names)

    def renamed(self, live, counts, names):
        images = {names[place] for place, bit in enumerate(f"{live:b}"[::-1]) if bit == "1"}
        need(None not in images and len(images) == live.bit_count(), "an option without a new name")
        renamed = sorted((names[i], *b) for i, *b in counts)
        return sum(1 << image for image in images), tuple(renamed)

    def words(self):  # of the next line
        self.line += 1
        line = next(self.lines, "")
        need(line.endswith("\n"), "the certificate ends here, expected another line")
        return line[:-1].split(" ")

    def read(self, lines):  # each with its line feed
        self.lines, self.line, digest = iter(lines), 0, self.hashed.hexdigest()
        for head in (["minuet", "certificate", "2"], ["matrix", digest]):
            need(self.words() == head, f"expected {' '.join(head)}")
        words, kinds = self.words(), {"solutions": NUMBER, "optimum": INTEGER}
        need(len(words) == 3 and words[0] == "claim" and words[1] in kinds, "expected a claim")
        kind, value = words[1], integer(words[2], kinds[words[1]])
        self.pending[0] = self.root, 0, value if kind == "solutions" else 0
        if kind == "optimum":
            need(not self.rules, "no optimum with graph rules")
            self.cost, self.unit = value, gcd(*self.costs) or 1
            self.prices = [0] * len(self.items)
            self.read_solution()
        while (words := self.words())[0] != "end":
            {"rename": self.rename, "prices": self.price}.get(words[0], self.node)(*words)
        need(words == ["end", str(self.nodes)] and not self.pending, "not the end")
        self.line += 1
        need(next(self.lines, None) is None, "a line behind the end")
        if kind == "optimum":
            return f"optimum {value}"
        return {0: "INFEASIBLE", 1: "1 solution"}.get(value, f"{value} solutions")

    def read_solution(self):  # one of that cost, behind the unit of the prices
        word, *scale = self.words()
        need(word == "scale" and len(scale) == 1 and scale != ["0"], "expected a scale")
        self.scale, state, more = integer(scale[0], NUMBER), self.root, self.cost
        word, *options = self.words()
        need(word == "solution", "expected a solution")
        for option in (index(option, self.options) for option in options):
            need(state[0] >> option + len(self.items) & 1, "options that clash")
            state, more = self.chosen(*state, option), more - self.costs[option]
        short = not all(low <= 0 <= high for _, low, high in state[1])
        needs = state[0] % (1 << len(self.items)), short
        need(not any((more, *needs)), "no solution of that cost")

    def price(self, _, *words):  # in units of 1/scale: those that change, and what all say of the
        need(self.scale and len(words) > 1, "expected the bound of an optimum")  # matrix
        for item, price in self.pairs(words[2:], ":"):
            self.prices[item] = integer(price)
        worth = (
            sum(self.prices[i] * weight for i, (color, weight) in own.items() if not color)
            for own in self.options
        )
        self.reduced = [cost * self.scale - value for cost, value in zip(self.costs, worth)]
        need(self.least(*self.root) == (*map(integer, words[:2]),), "another bound")

    def least(self, live, counts):  # what solutions cost: by prices, and by options worth more
        ranges, total = {item: bounds for item, *bounds in counts}, 0
        for item, price in enumerate(self.prices):
            if price:
                least, most = self.sums(live & self.plain[item], item)
                low = least + (live >> item & 1)
                most = most if item in self.weights else min(most, self.bounds[item][1])
                total += price * max(ranges.get(item, (low, most))[price < 0], least)
        losses = enumerate(self.reduced, len(self.items))
        return total, sum(loss for place, loss in losses if loss < 0 < live >> place & 1)

    def afforded(self, live, counts, spent):  # a state without what costs too much, if not all does
        if not self.scale:
            return live, counts
        need(self.reduced is not None, "no prices yet")
        slack = (self.cost - self.unit - spent) * self.scale - sum(self.least(live, counts))
        reduced = enumerate(self.reduced, len(self.items))
        dear = sum(1 << place for place, cost in reduced if cost > slack)
        return ((1 << len(self.items)) - 1, ()) if slack < 0 else self.settled(live & ~dear, counts)

    def node(self, number, kind="", *edges):
        need(number == str(self.nodes) and self.nodes in self.pending, "not the next node named")
        state, past, value = self.pending.pop(self.nodes)
        live, counts = self.afforded(*state, value)  # what the edges leave of it
        parts, free = kind == "*", kind == "?"
        item = None if parts or free else index(kind, self.items)
        edges, totals = [EDGE.fullmatch(edge) for edge in edges], []
        need(all(edges), "expected edges")
        passed = [edge[1] == "-" for edge in edges]
        need(passed in ([True], [False, True]) if free else True not in passed, "to pass once")
        need(not (parts and (self.scale or self.rules)), "parts of an optimum or a graph")
        for option, *edge in (edge.groups() for edge in edges):
            spent, chosen = value, past
            if option == "-":
                state, live, counts = self.settled(live, counts), 0, ()
            else:
                option = index(option, self.options)
                place, spent = option + len(self.items), value + self.costs[option]
                need(live >> place & 1, "an option that cannot be chosen")
                if parts:
                    state = self.part(live, counts, option)
                    live &= ~state[0]
                    counts = [count for count in counts if count not in state[1]]
                else:
                    state, live = self.chosen(live, counts, option), live & ~(1 << place)
                    chosen = past | 1 << place if self.rules else 0
            totals.append(self.below(state, chosen, spent, *edge))
        ends = not (live or counts) if item is None else self.lacks(live, counts, item)
        need(ends, "an item that lacks no options, or something is left")
        total = prod(totals) if parts else sum(totals)
        need(self.scale or total == value, "another count than is claimed")
        self.nodes += 1

    def below(self, state, past, spent, node, names, count, item, broken):  # an edge's solutions
        if node:
            need(not (names and self.rules), "names in a graph")
            number, value = int(node), spent if self.scale else int(count or 0)
            for renaming in names.split("~")[1:]:
                state = self.renamed(*state, self.renamings[index(renaming, self.renamings)])
            expected, before, named = self.pending.get(number, (state, past, value))
            same = not (count or names) if self.scale else named == value
            same = same and self.alike(before, past, state[0])
            need(same and expected == state and number > self.nodes, "an edge to another node")
            self.pending[number] = state, past, min(value, named)
            return value
        if broken:
            need(any(self.breaks(rule, past, state[0]) for rule in self.rules), "no rule is broken")
            return 0
        if item:
            lacks = self.lacks(*self.afforded(*state, spent), index(item, self.items))
            need(lacks, "an item that lacks no options")
            return 0
        need(state == (0, ()) and not self.scale, "something is left, or costs less")
        need(all(self.holds(rule, past) for rule in self.rules), "a graph rule does not hold")
        return 1


def checked(paths, opened=open):  # the exit status, and what to say
    check, unread = Check(), 2
    try:
        for path in paths[:1]:
            with opened(path, "rb") as file:
                check.read_matrix(file.read().decode("utf-8"))
        for path in paths[1:]:
            with opened(path, "rb") as file:
                unread = 1
                return 0, f"certified: {check.read(line.decode('ascii') for line in file)}"
    except (ValueError, OSError) as error:
        return 2 if isinstance(error, OSError) else unread, f"{path}:{check.line}: {error}"


if __name__ == "__main__":
    status, text = checked(sys.argv[1:]) if len(sys.argv) == 3 else (2, __doc__)
    print(text, file=sys.stderr if status else sys.stdout)
    sys.exit(status)

"""Certificates of matrices with graph rules: what both checkers accept is true, and they agree.

What is true is found by looking at the graphs of all sets of options.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from random import Random

import numpy as np
import pytest

from minuet.models import ExactCoverBuilder
from minuet.models.gallery import entry
from minuet.models.matrix.conditions import GraphRule
from minuet.solvers import certify, count

from drawing import seeds
from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.first_checker import digest_of, verdict
from oracle.second_checker import checked_by, needs_ocaml

KINDS = ("connected", "tree", "one_loop", "path")
Text = tuple[str, list[str]]  # of a matrix, and the lines of a certificate


@dataclass(frozen=True)
class Drawing:
    """A rule on a small graph, each of whose elements one option chooses, or two options.

    An item (`low` to `high`) counts some of the options.
    """

    kind: str
    ends: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    by: tuple[tuple[int, ...], ...]  # of each element: its options
    counted: tuple[int, ...]
    low: int
    high: int
    options: int

    @property
    def text(self) -> str:
        """The matrix and the rule as checkers read them."""
        others = [f"x{o}" for o in range(self.options) if o not in self.counted]
        items = " ".join([f"{self.low}:{self.high}|a", *(["|", *others] if others else [])])
        options = ["a" if o in self.counted else f"x{o}" for o in range(self.options)]
        return "".join(f"{line}\n" for line in [items, *options, self.rule])

    @property
    def rule(self) -> str:
        words = [f":{self.kind}", *map(str, self.ends)]
        sets = [",".join(map(str, options)) for options in self.by]
        if self.kind == "connected":
            words += [f"{v}={options}" for v, options in enumerate(sets) if options]
            there = [bool(options) for options in sets]
            words += [f"{u}-{v}" for u, v in self.edges if there[u] and there[v]]
        else:
            pairs = zip(self.edges, sets, strict=True)
            words += [f"{u}-{v}={options}" for (u, v), options in pairs if options]
        return " ".join(words)

    def certificate(self) -> list[str]:
        """Return the lines of minuet's certificate."""
        builder = ExactCoverBuilder()
        builder.item("a", self.low, self.high)
        for option in range(self.options):
            if option not in self.counted:
                builder.secondary(f"x{option}")
        for option in range(self.options):
            builder.option(["a" if option in self.counted else f"x{option}"])
        pairs = [(o, place) for place, options in enumerate(self.by) for o in options]
        rule = GraphRule(
            "drawn",
            self.kind,
            1 + max(map(max, self.edges)),
            *np.array(self.edges, np.int32).T,
            *np.array(pairs, np.int32).reshape(-1, 2).T,
            np.array(self.ends, np.int32),
        )
        return list(certify(builder.build().replaced(graph_rules=[rule])).lines())

    @cached_property
    def truth(self) -> str:
        """What a checker may certify."""
        every = range(self.options)
        sets = [chosen for size in range(len(every) + 1) for chosen in combinations(every, size)]
        found = sum(self._holds(frozenset(chosen)) for chosen in sets)
        return {0: "INFEASIBLE", 1: "1 solution"}.get(found, f"{found} solutions")

    def _holds(self, chosen: frozenset[int]) -> bool:
        if not self.low <= len(chosen.intersection(self.counted)) <= self.high:
            return False
        there = [bool(chosen.intersection(options)) for options in self.by]
        if self.kind == "connected":
            vertices = {v for v, one in enumerate(there) if one}
            edges = [(u, v) for u, v in self.edges if u in vertices and v in vertices]
            return len(parts(vertices, edges)) <= 1
        edges = [edge for edge, one in zip(self.edges, there, strict=True) if one]
        vertices = {v for edge in edges for v in edge}
        degrees = Counter(v for edge in edges for v in edge)
        if len(parts(vertices, edges)) > 1:
            return False
        if self.kind == "tree":
            return not edges or len(edges) == len(vertices) - 1
        if self.kind == "one_loop":
            return bool(edges) and set(degrees.values()) == {2}
        ends = set(self.ends)
        return all(degrees[v] == 1 for v in ends) and all(degrees[v] == 2 for v in vertices - ends)


def parts(vertices: set[int], edges: list[tuple[int, int]]) -> list[set[int]]:
    """Return the connected components."""
    found: list[set[int]] = [{v} for v in vertices]
    for edge in edges:
        joined = set().union(*(one for one in found if one.intersection(edge)))
        found = [one for one in found if not one.intersection(edge)] + [joined]
    return found


def drawn() -> Iterator[Drawing]:
    """Yield rules without end, always the same."""
    random = Random(3)
    while True:
        kind, size = random.choice(KINDS), random.randint(3, 5)
        pairs = [(u, v) for u in range(size) for v in range(u)]
        edges = tuple(sorted(random.sample(pairs, min(len(pairs), random.randint(3, 7)))))
        size = 1 + max(map(max, edges))
        elements = size if kind == "connected" else len(edges)
        options = elements + random.choice((0, 0, 1, 2))
        by = [[element] for element in range(elements)]
        for option in range(elements, options):
            by[random.randrange(elements)].append(option)
        if random.random() < 0.3:
            by[random.randrange(elements)].clear()
        if random.random() < 0.3:
            by[random.randrange(elements)].append(random.randrange(elements))
        counted = tuple(o for o in range(options) if random.random() < 0.5) or (0,)
        low = random.randint(0, 2)
        ends = tuple(random.sample(range(size), 2)) if kind == "path" else ()
        yield Drawing(
            kind,
            ends,
            edges,
            tuple(tuple(sorted(set(one))) for one in by),
            counted,
            low,
            low + random.randint(0, 3),
            options,
        )


@cache
def cases() -> list[tuple[Drawing, list[str]]]:
    source = drawn()
    return [(one, one.certificate()) for one in (next(source) for _ in seeds(660, 200))]


def both(cases: list[Text]) -> list[tuple[int, str]]:
    """Return the verdicts of both checkers, which are the same."""
    pairs = [(text, "".join(f"{line}\n" for line in lines)) for text, lines in cases]
    mine = [verdict(*pair) for pair in pairs]
    its = checked_by([(text.encode(), lines.encode()) for text, lines in pairs])
    for pair, one, other in zip(pairs, mine, its, strict=True):
        assert one[0] == other[0], (pair, one, other)
        assert one[0] != 0 or one == other
    return mine


@needs_ocaml
def test_both_accept_what_is_true() -> None:
    wanted = [(0, f"certified: {one.truth}") for one, _ in cases()]
    assert both([(one.text, lines) for one, lines in cases()]) == wanted
    for kind in KINDS:
        assert len({one.truth for one, _ in cases() if one.kind == kind}) > 3


def altered(one: Drawing, random: Random) -> Drawing:
    """Return another kind of rule, or one without an edge, or with other options."""
    draw = random.random()
    if draw < 0.3:
        others = {"tree": "one_loop", "one_loop": "tree"}
        if one.kind in others:
            return replace(one, kind=others[one.kind])
    if draw < 0.6 and one.kind == "connected":
        edges = list(one.edges)
        edges.pop(random.randrange(len(edges)))
        return replace(one, edges=tuple(edges))
    by = list(one.by)
    place = random.randrange(len(by))
    by[place] = (random.randrange(one.options),)
    return replace(one, by=tuple(by))


@needs_ocaml
def test_of_another_graph_they_accept_what_is_true_of_it() -> None:
    """Edges, options and kinds are altered, and the digest in the certificate with them."""
    random, texts, truths = Random(5), [], []
    for one, lines in cases():
        for _ in range(4):
            other = altered(one, random)
            head = [lines[0], f"matrix {digest_of(other.text)}"]
            texts.append((other.text, [*head, *lines[2:]]))
            truths.append(other.truth)
    verdicts = both(texts)
    for (status, told), truth in zip(verdicts, truths, strict=True):
        assert status != 0 or told == f"certified: {truth}"
    assert sum(status == 1 for status, _ in verdicts) > len(texts) // 4


def a_node_broken(lines: list[str], random: Random) -> list[str] | None:
    """Say of an edge that leads to a node that a graph rule is broken."""
    return _instead(lines, random, r">\d+(=\d+)?", "@")


def a_rule_blamed(lines: list[str], random: Random) -> list[str] | None:
    """Say of a solution that a graph rule is broken."""
    return _instead(lines, random, r"\.", "@")


def a_solution_invented(lines: list[str], random: Random) -> list[str] | None:
    """Say of a dead end that it is a solution."""
    return _instead(lines, random, r"@|!\d+", ".")


def _instead(lines: list[str], random: Random, form: str, end: str) -> list[str] | None:
    places = [
        (place, number)
        for place, line in enumerate(lines)
        if line[0].isdigit()
        for number, word in enumerate(line.split(" "))
        if number > 1 and re.fullmatch(rf"(\d+|-)({form})", word)
    ]
    if not places:
        return None
    place, number = random.choice(places)
    words = lines[place].split(" ")
    words[number] = re.sub(rf"({form})$", end, words[number])
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


@needs_ocaml
@pytest.mark.parametrize(
    "corruption",
    [*CORRUPTIONS, a_node_broken, a_rule_blamed, a_solution_invented],
    ids=lambda one: one.__name__,
)
def test_a_spoiled_certificate_shows_nothing_false(corruption: Corruption) -> None:
    random, texts, truths = Random(3), [], []
    for one, lines in cases():
        wrong = corruption(lines, random)
        if wrong is not None:
            texts.append((one.text, wrong))
            truths.append(one.truth)
    for (status, told), truth in zip(both(texts), truths, strict=True):
        assert status != 0 or told == f"certified: {truth}"


def shared(one: Drawing, random: Random, times: int) -> list[str]:
    """Return a tree of all sets in which some edges lead to a node of another past.

    Nodes of the same depth have the same live options: the item allows all sets. Counts are those
    of the nodes that edges lead to, and the claim is what they come to.
    """
    nodes: list[tuple[int, list[tuple[str, int]], int]] = []  # depth, edges, count; children first
    by_depth: dict[int, list[int]] = {}
    places = set(random.sample(range(1, 1 << one.options), times))  # of nodes, as they come

    def below(depth: int, chosen: frozenset[int]) -> tuple[str, int]:
        if depth == one.options:
            return (".", 1) if one._holds(chosen) else ("@", 0)
        places_left = len(nodes) in places and by_depth.get(depth)
        if places_left:
            node = random.choice(by_depth[depth])
        else:
            edges = [below(depth + 1, chosen | {depth}), below(depth + 1, chosen)]
            nodes.append((depth, edges, sum(count for _, count in edges)))
            node = len(nodes) - 1
            by_depth.setdefault(depth, []).append(node)
        return f">{node}", nodes[node][2]

    below(0, frozenset())
    last = len(nodes) - 1
    text = ["minuet certificate 2", f"matrix {digest_of(one.text)}"]
    text.append(f"claim solutions {nodes[-1][2]}")
    led = {last}
    for node in range(last, -1, -1):
        led |= (
            {int(lead[1:]) for lead, _ in nodes[node][1] if lead[0] == ">"}
            if node in led
            else set()
        )
    numbers = {node: number for number, node in enumerate(sorted(led, reverse=True))}
    for node, number in numbers.items():
        depth, edges, _ = nodes[node]
        words = [
            word
            + (f">{numbers[int(lead[1:])]}" if lead[0] == ">" else lead)
            + (f"={count}" if count and lead[0] == ">" else "")
            for word, (lead, count) in zip((str(depth), "-"), edges, strict=True)
        ]
        text.append(" ".join([str(number), "?", *words]))
    return [*text, f"end {len(numbers)}"]


@needs_ocaml
def test_nodes_are_shared_by_pasts_that_allow_the_same_alone() -> None:
    random, texts, truths = Random(7), [], []
    for one, _ in cases():
        every = replace(one, low=0, high=one.options)
        for times in (0, 1, 1, 1, 2, 2, 3):
            texts.append((every.text, shared(every, random, times)))
            truths.append(f"certified: {every.truth}")
    verdicts = both(texts)
    for (status, told), truth in zip(verdicts, truths, strict=True):
        assert status != 0 or told == truth
    accepted = sum(status == 0 for status, _ in verdicts)
    assert len(cases()) * 2 < accepted < len(texts) - len(cases()) * 2


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("loops-3", "213 solutions"),
        ("icosian-game", "30 solutions"),
        ("corner-to-corner-4", "184 solutions"),
        ("spanning-trees-3", "192 solutions"),
        ("spanning-trees-4", "100352 solutions"),
        ("hamiltonian-cycles-6", "1072 solutions"),
        ("hitori-8", "1 solution"),
        ("slitherlink-6", "1 solution"),
        ("lits-6", "1 solution"),
    ],
)
def test_published_numbers(name: str, claim: str) -> None:
    assert certify(entry(name).load()).check() == claim


def test_counts_are_certified() -> None:
    result = count(entry("loops-3").load(), evidence="certified")
    assert str(result.evidence) == "213 solutions: certified by certify and check_certificate"


@pytest.mark.parametrize(
    "line",
    [
        ":loop 0-1=0",
        ":connected 0",
        ":connected 0=",
        ":connected 0=1",
        ":connected 0-1 0=0",
        ":tree 0-0=0",
        ":tree 0-1=0,",
        ":tree 0-01=0",
        ":tree 0-1=0=0",
        ":path 0 0-1=0",
        ":path 1 1 0-1=0",
        ":tree 0-1=0\na",
        ": 0-1=0",
    ],
)
@needs_ocaml
def test_what_is_no_rule_is_no_matrix(line: str) -> None:
    assert both([(f"a\na\n{line}\n", ["no"])])[0][0] == 2

"""Fourteen ways to spoil a certificate: each returns its lines with one thing wrong, or None where
there is nothing of the kind to spoil.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Lines = list[str]
Corruption = Callable[[Lines, Random], "Lines | None"]


def nodes(lines: Lines) -> list[int]:
    """The places of the lines of nodes."""
    return [place for place, line in enumerate(lines) if line[0].isdigit()]


def with_words(lines: Lines, place: int, words: list[str]) -> Lines:
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def an_edge(
    lines: Lines, random: Random, form: str = ".*", kinds: str = ".*"
) -> tuple[int, int, list[str]] | None:
    """A line, the place of one of its edges that looks like `form`, and its words."""
    found = [
        (place, number, words)
        for place in nodes(lines)
        for words in [lines[place].split(" ")]
        for number, word in enumerate(words[2:], 2)
        if re.fullmatch(form, word) and re.fullmatch(kinds, words[1])
    ]
    return random.choice(found) if found else None


def a_child_dropped(lines: Lines, random: Random) -> Lines | None:
    edge = an_edge(lines, random)
    return edge and with_words(lines, edge[0], edge[2][: edge[1]] + edge[2][edge[1] + 1 :])


def a_child_doubled(lines: Lines, random: Random) -> Lines | None:
    edge = an_edge(lines, random)
    return edge and with_words(
        lines, edge[0], edge[2][: edge[1]] + edge[2][edge[1] :][:1] + edge[2][edge[1] :]
    )


def a_count_changed(lines: Lines, random: Random) -> Lines | None:
    edge = an_edge(lines, random, r".*=\d+")
    if edge is None:
        return None
    place, number, words = edge
    below, _, count = words[number].partition("=")
    words[number] = f"{below}={int(count) + random.choice((-1, 1))}"
    return with_words(lines, place, words)


def an_item_that_is_not_open(lines: Lines, random: Random) -> Lines | None:
    """A node branches on the item that a node above it has branched on."""
    edge = an_edge(lines, random, r"\d+>.*", r"\d+")
    if edge is None:
        return None
    _, number, words = edge
    child = re.split("[>=~]", words[number])[1]
    below = next(one for one in nodes(lines) if lines[one].split(" ")[0] == child)
    told = lines[below].split(" ")
    if not told[1].isdigit() or len(told) == 2:  # nothing is left there, and all is in need
        return None
    return with_words(lines, below, [told[0], words[1], *told[2:]])


def a_shared_node_with_another_state(lines: Lines, random: Random) -> Lines | None:
    """An edge leads to another node below, with the count that this has."""
    named = {}
    for place in nodes(lines):
        named |= {one[1]: one[2] for one in re.findall(r"(\S+)>(\d+)(=\d+)?", lines[place])}
    edge = an_edge(lines, random, r"\d+>\d+.*", r"\d+|\?")
    if edge is None or "optimum" in lines[2]:  # there two nodes may have one state
        return None
    place, number, words = edge
    option, child = re.match(r"(\d+)>(\d+)", words[number]).groups()  # type: ignore[union-attr]
    line = int(words[0])
    others = [one for one in named if int(one) > line and one != child]
    if not others:
        return None
    other = random.choice(others)
    words[number] = f"{option}>{other}{named[other]}"
    return with_words(lines, place, words)


def a_wrong_multiplication(lines: Lines, random: Random) -> Lines | None:
    """The parts of a product have each one solution more or less than they have."""
    found = an_edge(lines, random, r".*=\d+", r"\*")
    if found is None:
        return None
    place, _, words = found
    more = [re.sub(r"=(\d+)", lambda told: f"={int(told[1]) + 1}", word) for word in words]
    return with_words(lines, place, more)


def a_truncated_file(lines: Lines, random: Random) -> Lines | None:
    return lines[: random.randrange(len(lines))]


def another_matrix(lines: Lines, random: Random) -> Lines | None:
    digest = f"{random.getrandbits(256):064x}"
    return with_words(lines, 1, ["matrix", digest])


def a_reordered_line(lines: Lines, random: Random) -> Lines | None:
    places = nodes(lines)
    if len(places) < 2:
        return None
    one, other = random.sample(places, 2)
    mixed = list(lines)
    mixed[one], mixed[other] = mixed[other], mixed[one]
    return mixed


def a_price_changed(lines: Lines, random: Random) -> Lines | None:
    places = [place for place, line in enumerate(lines) if re.match(r"prices \S+ \S+ \S", line)]
    if not places:
        return None
    place = random.choice(places)
    words = lines[place].split(" ")
    number = random.randrange(3, len(words))
    item, _, price = words[number].partition(":")
    words[number] = f"{item}:{int(price) + random.choice((-7, -1, 1, 1000))}"
    return with_words(lines, place, words)


def a_bound_loosened(lines: Lines, random: Random) -> Lines | None:
    """The optimum that is claimed, or what prices are said to come to, is another."""
    places = [place for place, line in enumerate(lines) if line.startswith("prices ")]
    if not places:
        return None
    if random.random() < 0.5:
        place, number = random.choice(places), random.choice((1, 2))
        words = lines[place].split(" ")
        words[number] = str(int(words[number]) + random.choice((-1, 1, 1000)))
        return with_words(lines, place, words)
    cost = int(lines[2].split(" ")[2]) + random.choice((-2, -1, 1, 2))
    return with_words(lines, 2, ["claim", "optimum", str(cost)])


def a_solution_changed(lines: Lines, random: Random) -> Lines | None:
    """The solution lacks an option, or has one twice."""
    words = lines[4].split(" ")
    if words[0] != "solution" or len(words) == 1:
        return None
    place = random.randrange(1, len(words))
    again = words[place : place + 1] * random.choice((0, 2))
    return with_words(lines, 4, [*words[:place], *again, *words[place + 1 :]])


def a_cycle(lines: Lines, random: Random) -> Lines | None:
    """An edge leads to its own node, or to one above."""
    edge = an_edge(lines, random, r".*>\d+.*")
    if edge is None:
        return None
    place, number, words = edge
    back = random.randint(0, int(words[0]))
    words[number] = re.sub(r">\d+", f">{back}", words[number])
    return with_words(lines, place, words)


def a_forged_header(lines: Lines, random: Random) -> Lines | None:
    """Another version, another claim, or another number of nodes."""
    words = lines[2].split(" ")
    kind = {"solutions": "optimum", "optimum": "solutions"}[words[1]]
    forged = [
        with_words(lines, 0, ["minuet", "certificate", "1"]),
        with_words(lines, 2, ["claim", kind, words[2]]),
        with_words(lines, 2, [*words[:2], f"{words[2]}0" if int(words[2]) else "1"]),
        with_words(lines, len(lines) - 1, ["end", str(len(nodes(lines)) + 1)]),
        [*lines, "end 0"],
    ]
    return random.choice(forged)


CORRUPTIONS: tuple[Corruption, ...] = (
    a_child_dropped,
    a_child_doubled,
    a_count_changed,
    an_item_that_is_not_open,
    a_shared_node_with_another_state,
    a_wrong_multiplication,
    a_truncated_file,
    another_matrix,
    a_reordered_line,
    a_price_changed,
    a_bound_loosened,
    a_solution_changed,
    a_cycle,
    a_forged_header,
)

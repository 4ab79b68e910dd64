"""Certificates of matrices with weights: what both checkers accept is true, and they agree.

What is true is found by adding up the weights of all sets of options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from random import Random

import pytest

from minuet.models import ExactCoverBuilder
from minuet.models.gallery import entry
from minuet.solvers import certify, solve

from drawing import seeds
from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.first_checker import digest_of, verdict
from oracle.second_checker import checked_by, needs_ocaml

BOUNDS = ((-3, 1), (0, 1), (1, 1), (2, 4), (-2, 0), (5, 7), (0, 0))


@dataclass(frozen=True)
class Sums:
    """Items that are covered once, with their options, and sums: bounds, weights by option."""

    once: tuple[tuple[str, tuple[int, ...]], ...]
    sums: tuple[tuple[tuple[int, int], tuple[int, ...]], ...]
    costs: tuple[int, ...]

    @property
    def text(self) -> str:
        """The matrix as DLX text."""
        heads = [name for name, _ in self.once]
        heads += [f"{low}:{high}|s{k}" for k, ((low, high), _) in enumerate(self.sums)]
        lines = [" ".join(heads)]
        for option, cost in enumerate(self.costs):
            words = [name for name, options in self.once if option in options]
            for k, (_, weights) in enumerate(self.sums):
                if weights[option]:
                    words.append(f"s{k}" + f"*{weights[option]}" * (weights[option] != 1))
            lines.append(" ".join([*words, f"|{cost}"] if cost else words))
        return "".join(f"{line}\n" for line in lines)

    def certificate(self) -> list[str]:
        """Return the lines of minuet's certificate."""
        builder = ExactCoverBuilder()
        for name, _ in self.once:
            builder.item(name)
        for k, (bounds, _) in enumerate(self.sums):
            builder.item(f"s{k}", *bounds)
        for option, cost in enumerate(self.costs):
            names = [name for name, options in self.once if option in options]
            weights = {f"s{k}": one[option] for k, (_, one) in enumerate(self.sums) if one[option]}
            builder.option([*names, *weights], cost=cost, weights=weights)
        matrix = builder.build()
        result = solve(matrix, "bitmask:python") if any(self.costs) else None
        return list(certify(matrix, result).lines())

    @cached_property
    def truth(self) -> str:
        """What a checker may certify."""
        every = range(len(self.costs))
        sets = [chosen for size in range(len(every) + 1) for chosen in combinations(every, size)]
        found = [chosen for chosen in sets if self._holds(chosen)]
        if any(self.costs) and found:
            return f"optimum {min(sum(self.costs[o] for o in chosen) for chosen in found)}"
        return {0: "INFEASIBLE", 1: "1 solution"}.get(len(found), f"{len(found)} solutions")

    def _holds(self, chosen: tuple[int, ...]) -> bool:
        once = all(sum(o in options for o in chosen) == 1 for _, options in self.once)
        return once and all(
            low <= sum(weights[o] for o in chosen) <= high for (low, high), weights in self.sums
        )


def drawn(*, costs: bool) -> Iterator[Sums]:
    """Yield matrices without end, always the same."""
    random = Random(11 + costs)
    while True:
        many = random.randint(4, 9)
        every = range(many)
        once = tuple(
            (f"i{k}", tuple(o for o in every if random.random() < 0.4))
            for k in range(random.randint(0, 3))
        )
        sums = []
        for _ in range(random.randint(1, 4)):
            weights = tuple(random.choice((0, 0, 1, 1, -1, 2, 3, -2)) for _ in every)
            if not set(weights) <= {0, 1}:
                sums.append((random.choice(BOUNDS), weights))
        held = {o for _, options in once for o in options}
        held |= {o for _, weights in sums for o in every if weights[o]}
        if sums and len(held) == many:
            paid = tuple(random.randint(-3, 6) for _ in every) if costs else (0,) * many
            yield Sums(once, tuple(sums), paid)


@cache
def cases(*, costs: bool) -> list[tuple[Sums, list[str]]]:
    source = drawn(costs=costs)
    return [(sums, sums.certificate()) for sums in (next(source) for _ in seeds(500, 150))]


def both(cases: list[tuple[str, list[str]]]) -> list[tuple[int, str]]:
    """Return the verdicts of both checkers, which are the same."""
    pairs = [(text, "".join(f"{line}\n" for line in lines)) for text, lines in cases]
    mine = [verdict(*pair) for pair in pairs]
    its = checked_by([(text.encode(), lines.encode()) for text, lines in pairs])
    for pair, one, other in zip(pairs, mine, its, strict=True):
        assert one[0] == other[0], (pair, one, other)
        assert one[0] != 0 or one == other
    return mine


@needs_ocaml
@pytest.mark.parametrize("costs", [False, True], ids=["counts", "optima"])
def test_both_accept_what_is_true(costs: bool) -> None:
    wanted = [(0, f"certified: {sums.truth}") for sums, _ in cases(costs=costs)]
    assert both([(sums.text, lines) for sums, lines in cases(costs=costs)]) == wanted
    assert len(set(wanted)) > 5


def altered(sums: Sums, random: Random) -> Sums:
    """Return the same with another weight or another bound."""
    place = random.randrange(len(sums.sums))
    (low, high), weights = sums.sums[place]
    if random.random() < 0.3:
        low, high = random.choice(((low - 1, high), (low, high + 1)))
    else:
        option = random.choice([o for o, weight in enumerate(weights) if weight])
        other = weights[option] + random.choice((-1, 1, 2))
        weights = (*weights[:option], other or 7, *weights[option + 1 :])
        if set(weights) <= {0, 1}:
            return altered(sums, random)
    changed = [*sums.sums]
    changed[place] = (low, high), weights
    return Sums(sums.once, tuple(changed), sums.costs)


@needs_ocaml
@pytest.mark.parametrize("costs", [False, True], ids=["counts", "optima"])
def test_of_another_matrix_they_accept_what_is_true_of_it(costs: bool) -> None:
    """Weights and bounds are altered, and the digest in the certificate with them."""
    random, texts, truths = Random(5), [], []
    for sums, lines in cases(costs=costs):
        for _ in range(4):
            other = altered(sums, random)
            head = [lines[0], f"matrix {digest_of(other.text)}"]
            texts.append((other.text, [*head, *lines[2:]]))
            truths.append(other.truth)
    verdicts = both(texts)
    for (status, told), truth in zip(verdicts, truths, strict=True):
        assert status != 0 or told == f"certified: {truth}"
    assert sum(status == 1 for status, _ in verdicts) > len(texts) // 6


@needs_ocaml
@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_a_spoiled_certificate_shows_nothing_false(corruption: Corruption) -> None:
    random, texts, truths = Random(3), [], []
    for sums, lines in (*cases(costs=False), *cases(costs=True)):
        wrong = corruption(lines, random)
        if wrong is not None:
            texts.append((sums.text, wrong))
            truths.append(sums.truth)
    for (status, told), truth in zip(both(texts), truths, strict=True):
        assert status != 0 or told == f"certified: {truth}"


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("magic-square-3", "8 solutions"),
        ("kakurasu-6", "1 solution"),
        ("golomb-ruler-6", "optimum 17"),
        ("knapsack", "optimum -1030"),
    ],
)
def test_published_numbers(name: str, claim: str) -> None:
    puzzle = entry(name).load()
    result = solve(puzzle) if claim.startswith("optimum") else None
    assert certify(puzzle, result).check() == claim


@pytest.mark.parametrize("word", ["a*0", "a*1", "a*01", "a*+2", "a*", "s*2", "b*2", "a*2*3"])
def test_another_spelling_of_a_weight_is_no_matrix(word: str) -> None:
    text = f"2|a | s\na*2\n{word}\n"
    assert verdict(text, "")[0] == 2


def test_a_name_that_ends_like_a_weight_is_a_name() -> None:
    text = "2|a 1|a*2\na*2\na a*2\na*3\n"
    assert verdict(text, "")[0] == 1

"""Every native engine on large matrices with planted solutions (fuzz/cases/large_shapes.py).

An engine that answers must find as many solutions as the oracle counts, where that can count them,
and as many as every other engine; where the planted solution holds what is given, one at least.
Engines may refuse a matrix, or not finish: how often they answered is told, and most draws must be
used. With MINUET_SECONDS=600 the last test draws that long on every path, in `make sanitize` too.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random, SystemRandom

import pytest
from hypothesis import given
from own_solvers import BitMask, DancingLinks, one_by_one

from minuet.models import ExactCover, Unsupported
from minuet.solvers import _native, get_solver
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver, Verifier
from minuet.solvers.fuzz import SHAPES, Task
from minuet.solvers.fuzz.oracles import TooMany, completions
from minuet.solvers.native.solver import native_batch

from oracle.matrices import matrices

MOST = 3  # solutions looked for
PATIENCE = (0.2, 5.0, 120.0)  # seconds for each answer: more where too few came
LARGE = [name for name, one in SHAPES.items() if one.questions.name == "LARGE"]

# How many of the selections an engine answers, by number found up to `MOST`; None: not in time.
Numbers = list[int | None]
Engine = Callable[[Task, float], Numbers]


def enumerating(solver: Solver) -> Engine:
    """Solutions, one by one; each is looked at."""

    def numbers(case: Task, patience: float) -> Numbers:
        solver.require(case.matrix)
        found: Numbers = []
        for selection in case.selections:
            verifier = Verifier(case.matrix, selection, case.forbidden)
            progress = Progress()
            query = Query(case.matrix, selection, case.forbidden, Deadline(patience))
            mine = list(islice(one_by_one(solver.solutions(query, progress)), MOST))
            assert len(set(map(frozenset, mine))) == len(mine)
            for options in mine:
                verifier.require(options, solver.full_name)
            found.append(len(mine) if progress.complete or len(mine) == MOST else None)
        return found

    return numbers


def counting(solver: Solver, threads: int = 1) -> Engine:
    """A count, whatever its size; only where there are no multiplicities to be left to others."""

    def numbers(case: Task, patience: float) -> Numbers:
        if case.matrix.has_multiplicities:
            raise Unsupported("it is the same engine for all")
        found: Numbers = []
        for selection in case.selections:
            progress = Progress()
            query = Query(
                case.matrix, selection, case.forbidden, Deadline(patience), threads=threads
            )
            number = solver.count(query, progress)
            found.append(min(number, MOST) if progress.complete or number >= MOST else None)
        return found

    return numbers


class Later(Deadline):
    """Does not come before it has begun."""

    def begin(self, seconds: float) -> None:
        super().__init__(seconds)


def batching(path: str, *, slots: bool) -> Engine:
    """One engine prepared for all selections; it stops at the first that it cannot finish."""

    def numbers(case: Task, patience: float) -> Numbers:
        deadline = Later()
        query = Query(case.matrix, (), case.forbidden, deadline)
        batch = native_batch(query, Progress(), path, slots=slots)
        if batch is None:
            raise Unsupported("no batch engine takes it")
        deadline.begin(4 * patience)  # that it took long to prepare is no matter
        verifier = Verifier(case.matrix, (), case.forbidden)
        found: Numbers = []
        for selection, (number, first) in zip(
            case.selections, batch.answers(case.selections, MOST), strict=False
        ):
            assert (first is None) == (number == 0)
            if first is not None:
                verifier.require_many([first], f"batch {path}", [selection])
            found.append(number)
        return found + [None] * (len(case.selections) - len(found))

    return numbers


def engines(path: str) -> Mapping[str, Engine]:
    """The native engines, those with vector instructions on that path."""
    masks = BitMask(path)
    return {
        "links": enumerating(DancingLinks("links")),
        "cells": enumerating(DancingLinks("cells")),
        "sums": enumerating(get_solver("propagate:tree")),
        "learning": enumerating(get_solver("propagate:learning")),
        "weights": enumerating(DancingLinks("weights")),
        "memo": counting(get_solver("memo")),
        "cells, 2 threads": counting(DancingLinks("cells"), 2),
        f"masks {path}": enumerating(masks),
        f"masks {path}, counting": counting(masks),
        f"masks {path}, 2 threads": counting(masks, 2),
        f"slots {path}": batching(path, slots=True),
        "lists": batching(path, slots=False),
    }


def count_completions(
    matrix: ExactCover, given: Collection[int], forbidden: Collection[int]
) -> int | None:
    """Return how many completions there are; None if that is more than 100, or hard to tell."""
    try:
        found = sum(1 for _ in islice(completions(matrix, given, forbidden), 101))
    except TooMany:
        return None
    return found if found <= 100 else None


@dataclass
class Tally:
    """How many selections were drawn, compared, known to the oracle, answered by each engine."""

    cases: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    answered: Counter[tuple[str, str]] = field(default_factory=Counter)

    def check(self, shape: str, seed: int, path: str, patience: float = PATIENCE[0]) -> None:
        """Draw a case and let every engine answer it."""
        case = SHAPES[shape].draw(Random(seed))
        least = [count_completions(case.matrix, given, case.forbidden) for given in case.selections]
        self.cases[shape] += 1
        self.drawn[shape] += len(least)
        self.known[shape] += sum(number is not None for number in least)
        seen: dict[int, tuple[int, str]] = {
            place: (min(number, MOST), "the oracle")
            for place, number in enumerate(least)
            if number is not None
        }
        compared = set()
        for engine, ask in engines(path).items():
            try:
                numbers = ask(case, patience)
            except Unsupported:
                continue
            for place, number in enumerate(numbers):
                if number is None:
                    continue
                self.answered[shape, engine] += 1
                where = f"{shape} {seed}, selection {place}: {engine} finds {number}"
                if place in seen:
                    compared.add(place)
                other, who = seen.setdefault(place, (number, engine))
                assert number == other, f"{where}, {who} {other}"
                if set(case.selections[place]) <= set(case.planted[0]):
                    assert number > 0, f"{where}, but a solution was planted"
        self.compared[shape] += len(compared)

    def lines(self) -> Iterator[str]:
        """Tell what was drawn and used, shape by shape."""
        for shape, drawn in sorted(self.drawn.items()):
            by_engine = ", ".join(
                f"{engine} {number}"
                for (of, engine), number in sorted(self.answered.items())
                if of == shape
            )
            yield (
                f"{shape}: {self.cases[shape]} cases, {drawn} selections, "
                f"{self.compared[shape]} compared, {self.known[shape]} known to the oracle"
            )
            yield f"    {by_engine}"

    def is_used(self) -> bool:
        """Whether most of what was drawn was compared, much of it with the oracle."""
        compared, known, drawn = self.compared.total(), self.known.total(), self.drawn.total()
        return compared >= 0.7 * drawn and known >= 0.25 * drawn


@given(matrices(max_options=6))
def test_the_oracle_of_large_shapes_is_brute_force_on_small_ones(matrix: ExactCover) -> None:
    found = list(completions(matrix, ()))
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(matrix)


# Seeds of cases that are quickly made and answered; the first where none is named.
QUICK = {"crowded_items": 3, "narrow_crowd": 6, "multiplicities": 1, "undecided_options": 4}
LONG = ("option_numbers", "every_color")  # they take some seconds a case


@pytest.mark.parametrize(
    "shape",
    [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in LARGE],
)
def test_every_engine_answers_a_large_shape_as_the_others(shape: str) -> None:
    paths = _native.simd_paths()
    for patience in PATIENCE:
        tally = Tally()
        tally.check(shape, QUICK.get(shape, 0), paths[LARGE.index(shape) % len(paths)], patience)
        if tally.is_used():
            return
    raise AssertionError("too little was compared")


@pytest.mark.parametrize(
    "path",
    [
        path if "MINUET_SECONDS" in os.environ else pytest.param(path, marks=pytest.mark.slow)
        for path in _native.simd_paths()
    ],
)
def test_every_engine_answers_large_shapes_for_as_long_as_is_asked(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tally, shapes = Tally(), LARGE
    end = time.monotonic() + float(os.environ.get("MINUET_SECONDS", "20"))
    seed = int(os.environ.get("MINUET_SEED", SystemRandom().randrange(1 << 32)))
    while time.monotonic() < end or tally.cases.total() < len(shapes):
        tally.check(shapes[tally.cases.total() % len(shapes)], seed, path)
        seed += 1
    with capsys.disabled():
        print(f"\n{path}: {tally.cases.total()} cases", *tally.lines(), sep="\n")
    assert tally.is_used()

"""Building a native engine hears of signals and of whoever does not want it any more."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from native_problems import problem_of

from minuet.models import ExactCover
from minuet.solvers import _native
from minuet.solvers.contract import Query, Stopped

from oracle.long_building import colored, crowded

Check = Callable[[], None]
Build = Callable[[ExactCover, _native.Problem, Check], object]


def links(matrix: ExactCover, problem: _native.Problem, check: Check) -> object:
    reduced, charge = np.zeros(matrix.options, np.int64), np.zeros(len(matrix.items), np.int64)
    return _native.DancingLinks.priced(problem, reduced, reduced, charge, True, 1, check)


def built(engine: Callable[..., object], **more: Any) -> Build:
    return lambda _, problem, check: engine(problem, check=check, **more)


ENGINES: dict[str, Build] = {
    "links": links,
    "cells": built(_native.DancingCells),
    "weights": built(_native.WeightedCells),
    "masks": built(_native.OptionMasks),
    "memo": built(_native.MemoCounter, memory=1 << 20),
    "folding": built(_native.Folding, memory=1 << 20),
    "lists": built(_native.Batch.prepare, slots=False),
    "batch": built(_native.Batch.prepare),
}


def build(name: str, matrix: ExactCover, check: Check) -> object:
    return ENGINES[name](matrix, problem_of(Query(matrix)), check)


@pytest.mark.parametrize("matrix", [crowded, colored])
@pytest.mark.parametrize("name", ENGINES)
def test_building_ends_with_what_the_check_raises(
    name: str, matrix: Callable[[], ExactCover]
) -> None:
    def check() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        build(name, matrix(), check)


@pytest.mark.parametrize("name", ENGINES)
def test_building_goes_on_while_the_check_does(name: str) -> None:
    looks = []
    assert build(name, colored(), partial(looks.append, None)) is not None
    assert looks


@pytest.mark.parametrize("name", ENGINES)
def test_ctrl_c_ends_the_building(name: str) -> None:
    looks = []

    def check() -> None:
        looks.append(1)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        build(name, crowded(), check)
    assert len(looks) == 1


# Something small is asked before, so that all is imported: where Ctrl-C strikes inside an import
# CPython may swallow it, or end by the signal in spite of the `except`.
CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, "tests")
from minuet.models import Sudoku
from minuet.setting import generate
from minuet.solvers import explain, solve_many
from oracle.long_building import crowded, grid
matrix = crowded()
questions = {
    "many": lambda: list(solve_many(matrix, [()] * 10**6, "bitmask", unique=True)),
    "compile": lambda: [grid(100).matrix for _ in range(10**6)],
    "explain": lambda: [explain(grid(60), 3) for _ in range(10**6)],
    "generate": lambda: [generate(matrix, 3, seed=k) for k in range(10**6)],
}
small = Sudoku("." * 16)
list(solve_many(small, [()], "bitmask")), explain(small, 3), generate(small, 12, seed=1)
for name, question in questions.items():
    try:
        print("asking", name, flush=True)
        question()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_ctrl_c_is_heard_in_the_midst_of_each_question(request: pytest.FixtureRequest) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        stdout=subprocess.PIPE,
        text=True,
        cwd=request.config.rootpath,
    )
    assert process.stdout is not None
    try:
        for question in ("many", "compile", "explain", "generate"):
            assert process.stdout.readline() == f"asking {question}\n"
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n", question
        process.communicate(timeout=120)
    finally:
        process.kill()
    # CPython ends by a signal that was caught, too, if it came within an eval (a namedtuple's).
    assert process.returncode in (0, -signal.SIGINT)

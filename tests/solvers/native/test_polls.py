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

from minuet.models import ExactCover
from minuet.solvers import Search, _native
from minuet.solvers.contract.solver import Stopped
from minuet.solvers.native.arrays import native_arrays

from oracle.long_building import colored, crowded

Check = Callable[[], None]
UNLIMITED = (1 << 63) - 1


def links(arrays: Any, skip: Any, check: Check) -> object:
    losses = np.zeros(len(arrays[7]), np.int64)
    charge = np.zeros(len(arrays[4]), np.int64)
    goal = _native.Goal.LEAST
    return _native.DancingLinks(*arrays, losses, skip, charge, goal, UNLIMITED, check)


def batch(slots: bool, arrays: Any, skip: Any, check: Check) -> object:
    return _native.Batch.prepare(*arrays[:6], arrays[7], skip, "auto", slots, check)


ENGINES: dict[str, Callable[[Any, Any, Check], object]] = {
    "links": links,
    "cells": lambda arrays, skip, check: _native.DancingCells(*arrays, skip, check),
    "weights": lambda arrays, skip, check: _native.WeightedCells(*arrays, skip, check),
    "masks": lambda arrays, skip, check: _native.OptionMasks(*arrays, skip, check=check),
    "memo": lambda arrays, skip, check: _native.MemoCounter(*arrays, 1 << 20, check=check),
    "lists": partial(batch, False),
    "batch": partial(batch, True),
}


def build(name: str, matrix: ExactCover, check: Check) -> object:
    arrays, free = native_arrays(Search(matrix))
    return ENGINES[name](arrays, free.skip, check)


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


CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, "tests")
from minuet import solvers
from oracle.long_building import crowded, grid
matrix = crowded()
question = {
    "many": lambda: list(solvers.solve_many(matrix, [()] * 10**6, "bitmask", unique=True)),
    "compile": lambda: [grid(100).matrix for _ in range(10**6)],
    "explain": lambda: [solvers.explain(grid(60), 3) for _ in range(10**6)],
    "generate": lambda: [solvers.generate(matrix, 3, seed=k) for k in range(10**6)],
}[sys.argv[1]]
try:
    print("asking", flush=True)
    question()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("question", ["many", "compile", "explain", "generate"])
def test_ctrl_c_is_heard_in_the_midst_of_a_question(
    question: str, request: pytest.FixtureRequest
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, question],
        stdout=subprocess.PIPE,
        text=True,
        cwd=request.config.rootpath,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "asking\n"
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert out == "interrupted\n"
    assert process.returncode == 0

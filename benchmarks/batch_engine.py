"""The batch engine alone, in microseconds a sudoku: givens loaded, uniqueness proved.

What Python does before and after is left out; the 1,465 hard sudokus are always measured, others
where an environment variable names their file, a line each: MINUET_SUDOKUS_17 the 49,151 of 17
givens (G. Royle's list), MINUET_HARDEST the hardest that are known. MINUET_TDOKU may name a program
that runs tdoku (T. Dillon): `PROGRAM FILE 2 REPETITIONS` tells "... N us a puzzle" of processor
time. The slower paths are forced.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from minuet.models import Sudoku
from minuet.solvers import _native
from minuet.solvers.contract import Progress, Query
from minuet.solvers.contract.batch import Batch
from minuet.solvers.native.batches import native_batch

from .instances import DATA
from .measure import Bench, Said, Work
from .report import Section, Table, Target

__all__ = ["run"]

FILES = {"17 givens": "MINUET_SUDOKUS_17", "1465 hard": "", "hardest": "MINUET_HARDEST"}
HARD = DATA / "sudoku" / "magictour_1465.txt"
TDOKU = "MINUET_TDOKU"
WANTED = 1.3
RUNS = 3
ONE = ord("1")  # a dot and a zero stand before it


def givens_of(file: str) -> Batch:
    """Return the options that the givens of each line choose, in the order of Sudoku's table."""
    text = [line.encode() for line in Path(file).read_text().split() if len(line) == 81]
    return Batch.of(
        [[9 * cell + mark - ONE for cell, mark in enumerate(line) if mark >= ONE] for line in text]
    )


def by_engine(file: str, path: str) -> Callable[[], Said]:
    """Prepare the engine; the answer is how many have one solution, and microseconds for each."""
    query, given = Query(Sudoku().matrix), givens_of(file)
    prepared = native_batch(query, Progress(), path)
    assert prepared is not None
    engine = prepared._batch

    def ask() -> Said:
        unique, best = 0, float("inf")
        for _ in range(RUNS):
            began = time.thread_time()
            engine.load(given.starts, given.options, 2)
            done, counts = False, []
            while not done:
                done, found, _, _ = engine.next_batch(1.0)
                counts.append(found)
            best = min(best, time.thread_time() - began)
            unique = int((np.concatenate(counts) == 1).sum())
        return Said(unique, 1e6 * best / (len(given.starts) - 1))

    return ask


def by_tdoku(file: str) -> Callable[[], Said]:
    """Prepare nothing; microseconds for each, as the program tells."""

    def ask() -> Said:
        command = [os.environ[TDOKU], file, "2", str(RUNS)]
        told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        found = re.search(r"([\d.]+) us a puzzle", told)
        if found is None:
            raise ValueError(f"{TDOKU}: expected '... us a puzzle', not {told!r}")
        return Said(None, float(found[1]))

    return ask


def run(bench: Bench) -> Section:
    """Measure the engine on every path."""
    section = Section("The batch engine alone", __doc__ or "")
    paths = [path for path in ("avx512", "avx2", "portable") if path in _native.simd_paths()]
    has_peer = bool(os.environ.get(TDOKU)) and bench.settings.peers
    lines = []
    for name, variable in FILES.items():
        file = os.environ.get(variable, "") if variable else str(HARD)
        if not file:
            bench.notes.append(f"{variable} names no file: sudokus of {name} are left out")
            continue
        works = [Work(path, by_engine, (file, path)) for path in paths]
        works += [Work("tdoku", by_tdoku, (file,))] if has_peer else []
        told = bench.measure(f"batch engine, {name}", works)
        each = {engine: one.extra for engine, one in told.items()}
        cells = [each.get(engine) for engine in [*paths, "tdoku"]]
        lines.append([name, *("" if cell is None else f"{cell:.3g}" for cell in cells)])
        if has_peer and each["tdoku"] and each[paths[0]]:
            text = f"sudokus ({name}), the engine's time by tdoku's"
            section.targets.append(Target(text, WANTED, each[paths[0]] / each["tdoku"], below=True))
    section.tables.append(Table(["microseconds a sudoku", *paths, "tdoku"], lines))
    return section

"""Pencil puzzles proved unique: `auto` beside clingo and CP-SAT, both with models written by hand.

The grids are our own (pencil_makers.py), 10x10, of the nonograms 20x20. `auto` is asked for two
solutions of the puzzle as minuet's layer has it, described and compiled beforehand: `described`
says how long that takes. clingo grounds an encoding in the manner of noqx, CP-SAT builds its model,
and both are asked for a second solution, with one thread; all of that is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from minuet.solvers import solutions

from .measure import Bench, Measurement, Work, geometric_mean
from .pencil_by_clingo import by_clingo
from .pencil_by_cpsat import by_cpsat
from .pencil_puzzles import MODELS, answer_of, grids
from .report import Section, Target, engine_table, ratio

__all__ = ["run"]

WANTED = 2  # times the best peer's time
QUICK = 1
Ask = Callable[[], Any]


def by_auto(kind: str, name: str) -> Ask:
    """Prepare a puzzle; the answer is its one solution as rows of marks, or how many there are."""
    grid = grids(kind)[name]
    puzzle = MODELS[kind](grid)
    assert puzzle.matrix.options

    def ask() -> Any:
        with solutions(puzzle) as stream:
            found = list(islice(stream, 2))
        return answer_of(kind, grid, found[0]) if len(found) == 1 else len(found)

    return ask


def described(kind: str, name: str) -> Ask:
    """Prepare describing and compiling a puzzle; the answer is its number of options."""
    grid = grids(kind)[name]
    return lambda: MODELS[kind](grid).matrix.options


def by_peer(peer: Callable[[str, Any], Any], kind: str, name: str) -> Ask:
    """Prepare a peer; the answer is as that of `by_auto`."""
    grid = grids(kind)[name]
    return lambda: peer(kind, grid)


def run(bench: Bench) -> Section:
    """Measure all puzzles of each kind."""
    found: dict[str, dict[str, Measurement]] = {}
    targets = []
    for kind in MODELS:
        names = list(grids(kind))[: QUICK if bench.settings.quick else None]
        mine = {name: _measured(bench, kind, name) for name in names}
        found |= mine
        ratios = [ratio(one, "auto", ["clingo", "CP-SAT"]) for one in mine.values()]
        known = [1 / one for one in ratios if one]
        whole = known if len(known) == len(ratios) else []
        what = f"{kind}, proved unique: time of auto by the best of clingo and CP-SAT"
        targets += [
            Target(f"{what}, geometric mean", WANTED, geometric_mean(whole), below=True),
            Target(f"{what}, the most", WANTED, max(whole, default=None), below=True),
        ]
    return Section("Pencil puzzles", __doc__ or "", [engine_table(found, "puzzle")], targets)


def _measured(bench: Bench, kind: str, name: str) -> dict[str, Measurement]:
    measured = bench.measure(
        name,
        [
            Work("auto", by_auto, (kind, name)),
            Work("clingo", by_peer, (by_clingo, kind, name), needs="clingo"),
            Work("CP-SAT", by_peer, (by_cpsat, kind, name), needs="ortools"),
            Work("described", described, (kind, name)),
        ],
    )
    answers = [
        one.answer
        for name, one in measured.items()
        if name != "described" and one.answer is not None
    ]
    if any(not isinstance(one, list) or one != answers[0] for one in answers):
        bench.wrong.append(f"{name}: the answers differ: {answers}")
    return measured

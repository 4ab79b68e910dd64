"""Sudokus through one shared matrix: `solve_many` with `unique=True`, which proves uniqueness.

The peers do what their users do: exact-cover gets the rows that the givens leave, afresh for each
puzzle, and finds one solution; python-sat's CaDiCaL keeps one formula, takes the givens as
assumptions, and proves uniqueness by a blocking clause behind a literal that switches it on. All
three read the puzzles' text within the measured time. The 16x16 puzzles are asked one by one, so
that each pays for the engine's preparation. With --long: how many of the 25x25 puzzles are solved.

Before these, some fifty thousand easier ones, from the text to the answers (sudoku_batches.py): by
`minuet contest acwing-166` as a whole command, by `solve_many` as an iterator and as arrays.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from minuet.models import Sudoku
from minuet.solvers import solve
from minuet.solvers.search.verbs import solve_many

from .instances import lines, options_of, sudokus
from .measure import Bench, Said, Work
from .peers import PACKAGES, formula, sudokus_by_exact_cover
from .report import Section, Table, Target, in_words, peer_points, ratio
from .sudoku_batches import add_batches

__all__ = ["run"]

BATCH = "magictour_1465.txt"
SIXTEEN = ["gecode_16x16.txt", "minimal_16x16.txt"]
TWENTYFIVE = "gecode_25x25.txt"
LONG_ENGINES = ["auto", "dlx:weights", "sat", "sat:cadical195", "bitmask"]
LONG_LIMIT = 30.0


def puzzles(number: int) -> list[str]:
    """Return that many of the hard 9x9 sudokus, a line each."""
    return [line for line in lines(BATCH) if line][:number]


def batch(engine: str, number: int) -> Callable[[], int]:
    """Prepare the batch; the answer is how many puzzles have one solution."""
    matrix, asked = Sudoku().matrix, puzzles(number)

    def ask() -> int:
        givens = map(options_of, asked)
        return sum(result.count == 1 for result in solve_many(matrix, givens, engine, unique=True))

    return ask


def by_python_sat(number: int) -> Callable[[], int]:
    """Prepare CaDiCaL; the answer is how many puzzles have one solution."""
    matrix, asked = Sudoku().matrix, puzzles(number)
    fresh = formula(matrix)

    def ask() -> int:
        unique = 0
        with fresh() as solver:
            for place, line in enumerate(asked):
                switch = matrix.options + 1 + place
                given = [option + 1 for option in options_of(line)]
                if not solver.solve(assumptions=given):
                    continue
                chosen = [v for v in solver.get_model()[: matrix.options] if v > 0]
                solver.add_clause([-switch, *(-v for v in chosen)])
                unique += not solver.solve(assumptions=[*given, switch])
                solver.add_clause([-switch])
        return unique

    return ask


def sixteen(name: str, engine: str, number: int) -> Callable[[], Said]:
    """Prepare 16x16 puzzles, each a batch of its own; the seconds of each are told."""
    asked = sudokus(name)[:number]
    matrix = asked[0].matrix

    def ask() -> Said:
        unique, seconds = 0, []
        for puzzle in asked:
            began = time.thread_time()
            (result,) = solve_many(matrix, [puzzle.given_options], engine, unique=True)
            seconds.append(time.thread_time() - began)
            unique += result.count == 1
        return Said(unique, seconds)

    return ask


def twentyfive(engine: str, number: int) -> Callable[[], bool]:
    """Prepare one 25x25 puzzle; the answer is whether it was solved in time."""
    puzzle = sudokus(TWENTYFIVE)[number]
    _ = puzzle.matrix
    return lambda: solve(puzzle, engine, time_limit=LONG_LIMIT).answer is not None


def run(bench: Bench) -> Section:
    """Measure sudokus."""
    section = Section("Sudokus", __doc__ or "")
    add_batches(bench, section)
    _batches(bench, section, 60 if bench.settings.quick else 1465)
    _sixteens(bench, section, 3 if bench.settings.quick else 30)
    if bench.settings.long:
        _twentyfives(bench, section)
    return section


def _batches(bench: Bench, section: Section, number: int) -> None:
    found = bench.measure(
        BATCH,
        [
            Work("bitmask", batch, ("bitmask", number), number),
            Work("dlx", batch, ("dlx", number), number),
            Work(
                "exact-cover",
                sudokus_by_exact_cover,
                (puzzles(number),),
                number,
                PACKAGES["exact-cover"],
            ),
            Work("python-sat", by_python_sat, (number,), number, PACKAGES["python-sat"]),
        ],
    )
    table = [
        [engine, in_words(one), f"{number / one.seconds:.0f}" if one.seconds else ""]
        for engine, one in found.items()
    ]
    section.tables.append(Table([f"{number} hard 9x9 sudokus", "time", "puzzles/s"], table))
    section.points += peer_points(f"{number} sudokus", found)
    against = [("exact-cover", 40), ("python-sat", 6)]
    section.targets += [
        Target(
            f"hard 9x9 sudokus, uniqueness proved: bitmask by {peer}",
            wanted,
            ratio(found, "bitmask", [peer]),
        )
        for peer, wanted in against
    ]


def _sixteens(bench: Bench, section: Section, number: int) -> None:
    table = []
    for name in SIXTEEN:
        asked = len(sudokus(name)[:number])
        work = Work("bitmask", sixteen, (name, "bitmask", number), asked)
        one = bench.measure(name, [work])["bitmask"]
        each = one.extra or []
        most, middle = max(each, default=0.0), statistics.median(each or [0.0])
        table.append([name, f"{asked}", f"{1000 * middle:.3g} ms", f"{1000 * most:.3g} ms"])
        reached = 1000 * most if one.seconds else None
        text = f"{name}: the slowest 16x16, uniqueness proved"
        section.targets.append(Target(text, 50, reached, "ms", below=True))
    section.tables.append(Table(["16x16 by bitmask", "puzzles", "median", "slowest"], table))


def _twentyfives(bench: Bench, section: Section) -> None:
    """Count the 25x25 puzzles that each engine solves; the limit is by the clock."""
    number = len(sudokus(TWENTYFIVE))
    table = []
    for engine in LONG_ENGINES:
        found = [
            bench.measure(
                f"{TWENTYFIVE} {k + 1}",
                [Work(engine, twentyfive, (engine, k), cap=10 * LONG_LIMIT)],
            )[engine]
            for k in range(number)
        ]
        solved = [one for one in found if one.answer is True]
        times = [one.seconds or 0.0 for one in solved]
        middle = f"{statistics.median(times):.3g} s" if times else ""
        table.append([engine, f"{len(solved)} of {number}", middle])
        if engine == "auto":
            text = f"25x25 sudokus solved by auto within {LONG_LIMIT:g} s each, of {number}"
            section.targets.append(Target(text, 8, len(solved), ""))
    header = [f"25x25 within {LONG_LIMIT:g} s", "solved", "median of these"]
    section.tables.append(Table(header, table))

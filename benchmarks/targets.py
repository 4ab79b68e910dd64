"""Target sudoku, the best total proved: `dlx` with prices against SCIP (`mip`) and CP-SAT.

All puzzles of tests/data/target and the blank grid; the times are after the import of OR-Tools and
without the compiling of the matrix. CP-SAT has one worker, its model is built beforehand, and where
it comes to its cap the cap counts. The second table has random weights of 0 to 99 on blank grids
and on grids of few givens.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.models import TargetSudoku
from minuet.models.formats import read
from minuet.solvers import solve

from .instances import DATA, weighted_sudoku
from .measure import Bench, Measurement, Said, Work
from .peers import PACKAGES, cpsat_best
from .report import Section, Table, Target, engine_table, in_words, mean_ratio, peer_points

__all__ = ["run"]

CAP = 30.0  # CP-SAT alone comes to it, on two puzzles: a lower one flatters it more
BLANK = "blank"
SMALL = [[1, 2, 3, 4], [0] * 4, [0] * 4, [0] * 4]
WEIGHTED = [(seed, clues) for clues in (0, 12) for seed in (1, 2, 3)]


def names() -> list[str]:
    """Return the puzzles' names."""
    return [BLANK, *sorted(path.stem for path in (DATA / "target").glob("*.in"))]


def puzzle_of(name: str) -> TargetSudoku:
    """Return the puzzle of that name: blank, a file's or `weighted SEED CLUES`."""
    if name == BLANK:
        return TargetSudoku()
    if name.startswith("weighted"):
        seed, clues = map(int, name.split()[1:])
        return weighted_sudoku(seed, clues)
    text = (DATA / "target" / f"{name}.in").read_text()
    (puzzle,) = read(text, file=name, form="target-sudoku").problems
    assert isinstance(puzzle, TargetSudoku)
    return puzzle


def best_of(name: str) -> int:
    """Return the proved optimum, -1 if there is none."""
    return 2906 if name == BLANK else int((DATA / "target" / f"{name}.out").read_text())


def optimum(engine: str, name: str) -> Callable[[], Said]:
    """Prepare a proof of the optimum by minuet; -1: infeasible; None: not proved."""
    puzzle = puzzle_of(name)
    _ = puzzle.matrix
    solve(TargetSudoku(SMALL, weights=SMALL), engine)  # imports OR-Tools

    def ask() -> Said:
        result = solve(puzzle, engine)
        value = result.objective if result.options is not None else -1
        return Said(value if result.complete else None, result.statistics.nodes)

    return ask


def optimum_by_cpsat(name: str) -> Callable[[], int]:
    """Prepare the same by CP-SAT."""
    puzzle = puzzle_of(name)
    least = cpsat_best(puzzle.matrix, list(puzzle.given_options))

    def ask() -> int:
        cost = least()
        value = None if cost is None else puzzle.objective(cost)
        return -1 if value is None else value

    return ask


def run(bench: Bench) -> Section:
    """Measure target sudokus."""
    quick = bench.settings.quick
    found = {name: _contest(bench, name) for name in (names()[:3] if quick else names())}
    weighted = {
        f"weighted {seed} {clues}": _weighted(bench, f"weighted {seed} {clues}")
        for seed, clues in (WEIGHTED[:1] if quick else WEIGHTED)
    }
    table = engine_table(found, "puzzle")
    nodes = [str(one["dlx"].extra) for one in found.values()]
    lines = [[*line, count] for line, count in zip(table.lines, nodes, strict=True)]
    return Section(
        "Target sudoku",
        __doc__ or "",
        [Table([*table.header, "nodes of dlx"], lines), _weighted_table(weighted)],
        _targets(found, weighted),
        [point for name, one in found.items() for point in peer_points(f"target {name}", one)],
    )


def _contest(bench: Bench, name: str) -> dict[str, Measurement]:
    expected = best_of(name)
    return bench.measure(
        f"target sudoku {name}",
        [
            Work("dlx", optimum, ("dlx", name), expected),
            Work("mip", optimum, ("mip", name), expected),
            Work("CP-SAT", optimum_by_cpsat, (name,), expected, PACKAGES["CP-SAT"], cap=CAP),
        ],
    )


def _weighted(bench: Bench, name: str) -> dict[str, Measurement]:
    works = [Work(engine, optimum, (engine, name)) for engine in ("dlx", "mip")]
    found = bench.measure(name, works)
    if found["dlx"].answer != found["mip"].answer and not found["mip"].capped:
        answers = {engine: one.answer for engine, one in found.items()}
        bench.wrong.append(f"{name}: the optima differ: {answers}")
    return found


def _weighted_table(found: dict[str, dict[str, Measurement]]) -> Table:
    lines = []
    for name, one in found.items():
        _, seed, clues = name.split()
        what = "blank" if clues == "0" else f"{clues} givens"
        lines.append([f"{what}, seed {seed}", in_words(one["dlx"]), in_words(one["mip"])])
    return Table(["random weights", "dlx", "mip"], lines)


def _targets(
    found: dict[str, dict[str, Measurement]], weighted: dict[str, dict[str, Measurement]]
) -> list[Target]:
    slowest = max((one["dlx"].seconds or 0.0) for one in found.values())
    nodes = max(one["dlx"].extra or 0 for one in found.values())
    return [
        Target("target sudoku: the slowest by dlx", 50, 1000 * slowest, "ms", below=True),
        Target("target sudoku: the most nodes of dlx", 1000, nodes, "", below=True),
        Target("target sudoku: dlx by mip, geometric mean", 10, mean_ratio(found, "dlx", ["mip"])),
        Target(
            "target sudoku: dlx by CP-SAT, geometric mean (at least)",
            100,
            mean_ratio(found, "dlx", ["CP-SAT"]),
        ),
        Target(
            "random weights: dlx by mip, geometric mean", 5, mean_ratio(weighted, "dlx", ["mip"])
        ),
    ]

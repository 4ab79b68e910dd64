"""How much `auto` costs: the time of its answer by that of the solver that is best alone.

Which solver is best nobody knows beforehand; `auto` finds out by trying, and pays for it. Each work
is a matrix with a question: how many solutions there are, a first one (where there are too many to
count), or the cheapest. The matrices are all puzzles of the gallery and the files of instances,
among them `hitori8` and `numbrix8`, which only clause learning counts soon. Each answer is asked
for once, in a process of its own for each solver, the import of its library included: so easy
puzzles would show if they paid for one. A solver is stopped where it takes twice as long as the
best before it. Where `auto` takes less than a hundredth of a second there is no ratio.

What takes less is asked again and again in one process for each solver: a few counts, and a first
solution of each of the variant sudokus in tests/data/variants. A file of further variants (a JSON
object a line, with `name` and `input`) may be named by the environment variable MINUET_ISS. Those
that no solver answers alone within two seconds stand in the table and count in no mean.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from minuet.models import ExactCover, MinuetError, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry, gallery
from minuet.solvers import count, solve

from .instances import DATA, dominoes, instance, queens
from .measure import Bench, Measurement, Work, geometric_mean
from .report import Section, Table, Target, in_words

__all__ = ["run"]

SHORT = 0.01  # seconds of `auto`; a ratio to what takes less says little
LEAST_CAP, MOST_CAP, AUTO_CAP = 0.5, 5.0, 20.0  # seconds of processor time
ALONE = {
    "count": ("bitmask", "memo", "dlx", "sat", "cpsat"),
    "first": ("dlx:weights", "dlx", "bitmask", "sat:cadical195", "cpsat"),
    "best": ("dlx", "mip", "cpsat"),
}
HEAVY = {"cpsat": 0.2, "mip": 0.2}  # seconds that importing their library takes at least
FIRST = ("qwh20", "qwh30")  # too many solutions to count
QUICK = ("gallery queens-8", "shidoku4")
WARM = {
    "count": ("bitmask", "memo"),
    "first": ("dlx:weights", "dlx", "sat:glucose4"),
}
WARM_CAP, WARM_AUTO_CAP = 2.0, 8.0  # seconds of processor time, of first solutions
COUNTS = {"count": ("queens 12", "dominoes 8", "dominoes 12", "queens 15"), "long": ("queens 17",)}

Answer = tuple[str, int | None]


def matrix_of(name: str) -> ExactCover:
    """Return the matrix of that name: an instance, or `gallery NAME`."""
    if name.startswith("gallery "):
        puzzle = entry(name.removeprefix("gallery ")).load()
        return puzzle.matrix.selected(puzzle.given_options, puzzle.forbidden_options)
    if name.startswith("variant "):
        return variants()[name]
    kind, _, size = name.partition(" ")
    if kind == "queens":
        return queens(int(size))
    return dominoes(int(size), int(size)) if kind == "dominoes" else instance(name)


@cache
def variants() -> dict[str, ExactCover]:
    """Return the matrices of variant sudokus by name: the repository's, and those of MINUET_ISS."""
    text = (DATA / "variants/constraints.txt").read_text()
    entries = [block.partition("\n") for block in ("\n" + text).split("\n# ")[1:]]
    texts = {head.partition(";")[0]: body for head, _, body in entries}
    if further := os.environ.get("MINUET_ISS"):
        lines = map(json.loads, Path(further).read_text().splitlines())
        texts |= {f"{one['name']} ({k})": one["input"] for k, one in enumerate(lines)}
    found: dict[str, ExactCover] = {}
    for name, body in texts.items():
        try:
            (puzzle,) = read(body, form="constraints").problems
            assert isinstance(puzzle, Puzzle)
            matrix = puzzle.matrix
        except (MinuetError, ValueError):  # a constraint that minuet does not know, or too large
            continue
        found[f"variant {name}"] = matrix.selected(puzzle.given_options, puzzle.forbidden_options)
    return found


def asked(solver: str, question: str, name: str) -> Callable[[], Answer]:
    """Prepare a question; the answer is a status, and a number where there is one."""
    matrix = matrix_of(name)

    def ask() -> Answer:
        if question == "count":
            result = count(matrix, solver)
            return (str(result.complete), result.count)
        result = solve(matrix, solver)
        return (str(result.status), result.objective)

    return ask


def works() -> list[tuple[str, str]]:
    """Return every work: its question and its matrix."""
    found = [
        ("best" if one.optimum is not None else "count", f"gallery {one.name}") for one in gallery()
    ]
    for path in sorted((DATA / "instances").glob("*.dlx")):
        question = "first" if path.stem in FIRST else "count"
        found.append(("best" if path.stem == "langford8_cost" else question, path.stem))
    return found


def run(bench: Bench) -> Section:
    """Measure `auto` against the best of the solvers alone."""
    quick = bench.settings.quick
    chosen = [work for work in works() if not quick or work[1] in QUICK]
    found = {name: _measured(bench, question, name) for question, name in chosen}
    lines, ratios = [], []
    for question, name in chosen:
        measured = found[name]
        best = _best(measured)
        auto = measured.get("auto")
        ratio = _ratio(measured)
        ratios += [] if ratio is None else [ratio]
        told = "" if ratio is None else f"{ratio:.2g}"
        alone = "" if best is None else best.engine
        lines.append([name, question, alone, in_words(best), in_words(auto), told])
    warm, targets = _warm(bench)
    table = Table(["work", "question", "best alone", "alone", "auto", "ratio"], lines)
    worst = Target(
        "auto by the best solver alone: the most", 4, max(ratios, default=None), "x", below=True
    )
    return Section("The price of choosing", __doc__ or "", [table, *warm], [worst, *targets])


def _warm(bench: Bench) -> tuple[list[Table], list[Target]]:
    """Measure what takes milliseconds, in processes that stay."""
    long = COUNTS["long"] if bench.settings.long else ()
    counts, counted = _warm_table(bench, "count", [*COUNTS["count"], *long])
    firsts, first = _warm_table(bench, "first", list(variants()))
    targets = [
        Target(f"count by auto of {name} by the best solver alone", most, _over(found), below=True)
        for name, most in {"queens 15": 1.15, "queens 17": 1.15, "dominoes 8": 3.0}.items()
        if (found := counted.get(name))
    ]
    if first:
        mean = geometric_mean([auto for auto, _ in first.values()])
        what = "first solution by auto of variant sudokus"
        targets += [
            Target(f"{what}: geometric mean", 0.004, mean, " s", below=True),
            Target(
                f"{what} by the best alone: the most",
                2,
                max(map(_over, first.values())),
                below=True,
            ),
        ]
    return [counts, firsts], targets


def _over(found: tuple[float, float]) -> float:
    return found[0] / found[1]


def _warm_table(
    bench: Bench, question: str, names: list[str]
) -> tuple[Table, dict[str, tuple[float, float]]]:
    """Return the lines, and the seconds of `auto` and of the best alone for each name."""
    lines: list[list[str]] = []
    took: dict[str, tuple[float, float]] = {}
    for name in names[:2] if bench.settings.quick else names:
        found = _measured_warm(bench, question, name)
        best, auto = _best(found), found.get("auto")
        if best is None or auto is None or not best.seconds or not auto.seconds:
            lines.append([name, question, "none", in_words(best), in_words(auto), ""])
            continue
        took[name] = auto.seconds, best.seconds
        ratio = f"{_over(took[name]):.2f}"
        lines.append([name, question, best.engine, in_words(best), in_words(auto), ratio])
    return Table(["work", "question", "best alone", "alone", "auto", "ratio"], lines), took


def _measured_warm(bench: Bench, question: str, name: str) -> dict[str, Measurement]:
    """Measure the solvers by turns, `auto` last."""
    cap, auto_cap = (MOST_CAP, AUTO_CAP) if question == "count" else (WARM_CAP, WARM_AUTO_CAP)
    works = [Work(one, asked, (one, question, name), cap=cap) for one in WARM[question]]
    return bench.measure(
        name, [*works, Work("auto", asked, ("auto", question, name), cap=auto_cap)]
    )


def _measured(bench: Bench, question: str, name: str) -> dict[str, Measurement]:
    """Measure each solver, those after the first only as far as they may be the best."""
    measured: dict[str, Measurement] = {}
    cap = MOST_CAP
    for solver in ALONE[question]:
        best = _best(measured)
        if solver in HEAVY and best is not None and (best.seconds or 0.0) < HEAVY[solver]:
            continue
        work = Work(solver, asked, (solver, question, name), cap=cap)
        measured |= bench.measure(name, [work], fresh=True, once=True)
        if (best := _best(measured)) is not None:
            cap = min(MOST_CAP, max(LEAST_CAP, 2 * (best.seconds or 0.0)))
    known = _best(measured)
    expected = None if known is None else known.answer
    work = Work("auto", asked, ("auto", question, name), expected, cap=AUTO_CAP)
    return measured | bench.measure(name, [work], fresh=True, once=True)


def _best(measured: Mapping[str, Measurement]) -> Measurement | None:
    """Return the fastest solver that finished, `auto` apart."""
    done = [
        one
        for name, one in measured.items()
        if name != "auto" and one.seconds is not None and not one.capped
    ]
    return min(done, key=lambda one: one.seconds or 0.0, default=None)


def _ratio(measured: Mapping[str, Measurement]) -> float | None:
    best, auto = _best(measured), measured.get("auto")
    if best is None or auto is None or not best.seconds or not auto.seconds:
        return None
    return auto.seconds / best.seconds if auto.seconds >= SHORT else None

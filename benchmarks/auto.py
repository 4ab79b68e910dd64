"""How much `auto` costs: the time of its answer by that of the solver that is best alone.

Which solver is best nobody knows beforehand; `auto` finds out by trying, and pays for it. Each work
is a matrix with a question: how many solutions there are, a first one (where there are too many to
count), or the cheapest. The matrices are all puzzles of the gallery and the files of instances,
among them `hitori8` and `numbrix8`, which only clause learning counts soon. Each answer is asked
for once, in a process of its own for each solver, the import of its library included: so easy
puzzles would show if they paid for one. A solver is stopped where it takes twice as long as the
best before it. Where `auto` takes less than a hundredth of a second there is no ratio.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from minuet.models import ExactCover
from minuet.models.gallery import entry, gallery
from minuet.solvers import count, solve

from .instances import DATA, instance
from .measure import Bench, Measurement, Work
from .report import Section, Table, Target, in_words

__all__ = ["run"]

SHORT = 0.01  # seconds of `auto`; a ratio to what takes less says little
LEAST_CAP, MOST_CAP, AUTO_CAP = 0.5, 30.0, 120.0  # seconds of processor time
ALONE = {
    "count": ("bitmask", "dlx:memo", "dlx", "sat", "cpsat"),
    "first": ("dlx:weights", "dlx", "bitmask", "sat:cadical195", "cpsat"),
    "best": ("dlx", "mip", "cpsat"),
}
FIRST = ("qwh20", "qwh30")  # too many solutions to count
QUICK = ("gallery queens-8", "shidoku4")

Answer = tuple[str, int | None]


def matrix_of(name: str) -> ExactCover:
    """Return the matrix of that name: an instance, or `gallery NAME`."""
    if name.startswith("gallery "):
        puzzle = entry(name.removeprefix("gallery ")).load()
        return puzzle.matrix.selected(puzzle.given_options, puzzle.forbidden_options)
    return instance(name)


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
    table = Table(["work", "question", "best alone", "alone", "auto", "ratio"], lines)
    worst = Target(
        "auto by the best solver alone: the most", 4, max(ratios, default=None), "x", below=True
    )
    return Section("The price of choosing", __doc__ or "", [table], [worst])


def _measured(bench: Bench, question: str, name: str) -> dict[str, Measurement]:
    """Measure each solver, those after the first only as far as they may be the best."""
    measured: dict[str, Measurement] = {}
    cap = MOST_CAP
    for solver in ALONE[question]:
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

"""The summary of each question: solved, PAR-2, ratios to the best solver, contributions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from ....models.telling.spelling import counted
from ..contents import Plot, Section, Table
from ..digits import NOTHING, exact, factor, rounded, share
from ..plots.curves import cactus, distribution
from ..runs import TASK
from ..statistics.ratios import FEWEST, Ratio, ratio_of
from ..statistics.scores import VBS, Score, scores
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["interval", "summary"]

COLUMNS = [
    *("solver", "solved", "PAR-2 (s)", "time / best", "95% interval", "on"),
    *("fastest", "alone", "marginal (s)"),
]


def summary(study: Study) -> Iterator[Section]:
    """Tell how the solvers score, a section a question."""
    for question in study:
        runs, left = study.compared(question)
        if runs.empty:
            continue
        told = scores(runs)
        title = study.titled("Solvers", question)
        words = [_words(study, runs, left)]
        table = _table(study, runs, told)
        yield Section(title, words, [table], _plots(study, question, runs))


def _words(study: Study, runs: DataFrame, left: int) -> str:
    tasks = runs.groupby(TASK).ngroups
    instances = runs.groupby(["instance", "digest"]).ngroups
    limits = sorted({one for one in runs["limit"] if isfinite(one)})
    told = f"{counted(tasks, 'task')} on {counted(instances, 'instance')}"
    if limits:
        ends = f"{exact(limits[0])}"
        ends += f" to {exact(limits[-1])}" if len(limits) > 1 else ""
        told += f", {ends} seconds for each"
    told += f". Times are {study.clock}."
    if left:
        told += (
            f" {counted(left, 'run')} {'is' if left == 1 else 'are'} not compared here: not every "
            "solver ran the task, it was run twice, or answers differ."
        )
    return told


def _table(study: Study, runs: DataFrame, told: Sequence[Score]) -> Table:
    best = next((one.solver for one in told if one.solved), told[0].solver)
    rows = []
    for one in told:
        ratio = ratio_of(runs, one.solver, best, study.seed)
        rows.append(_row(one, ratio, one.solved > 0 and one.solver == best, study.digits))
    note = (
        f"time / best: geometric mean of the ratios to {best}, on the instances that both solved "
        "(on); its interval by bootstrap"
        f"{'' if _any_interval(rows) else f', from {FEWEST} instances on'}. alone: solved by no "
        "other. marginal: by how much the PAR-2 of the virtual best solver would rise without it."
    )
    strong = frozenset((0, column) for column in range(3) if told[0].solved)
    return Table(COLUMNS, rows, note=note, strong=strong)


def _any_interval(rows: Sequence[Sequence[str]]) -> bool:
    return any(row[4] != NOTHING for row in rows)


def _row(one: Score, ratio: Ratio, is_best: bool, digits: int) -> list[str]:
    row = [one.solver, share(one.solved, one.tasks), rounded(one.par2, digits)]
    if is_best:
        row += ["1", NOTHING, str(ratio.instances)]
    else:
        row += [factor(ratio.mean), interval(ratio), str(ratio.instances)]
    if one.solver == VBS:
        return row + [NOTHING] * 3
    return [*row, str(one.fastest), str(one.alone), rounded(one.marginal, 2)]


def interval(ratio: Ratio) -> str:
    """Return `0.8 to 1.3`."""
    if not isfinite(ratio.low):
        return NOTHING
    return f"{factor(ratio.low)} to {factor(ratio.high)}"


def _plots(study: Study, question: str, runs: DataFrame) -> list[Plot]:
    if not runs["solved"].any():
        return []
    seconds = f"{study.by} seconds"
    return [
        Plot(
            ("cactus", question),
            "How many tasks each solver answers within so many seconds each (cactus plot, turned).",
            lambda: cactus(study.solvers, runs, seconds),
        ),
        Plot(
            ("ecdf", question),
            "The share of tasks that a solver answers within so many times the seconds of the "
            "virtual best solver (performance profile).",
            lambda: distribution(study.solvers, runs, "times the virtual best solver"),
        ),
    ]

"""Sections about solvers: the summary of each question, each family, and pairs of solvers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from ....models.spelling import counted
from ..comparisons import CHANCE, VBS, Score, pair_tests, ratio_of, scores
from ..contents import NOTHING, Plot, Section, Table, exact, factor, rounded, share
from ..plots import cactus, distribution, scatter
from ..runs import TASK
from ..statistics import FEWEST_RATIOS, Ratio
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["by_family", "head_to_head", "interval", "pairs", "summary"]

COLUMNS = [
    *("solver", "solved", "PAR-2 (s)", "time / best", "95% interval", "on"),
    *("fastest", "alone", "marginal (s)"),
]


def summary(study: Study) -> Iterator[Section]:
    """Tell how the solvers score, a section a question."""
    for question in study:
        runs, left = study.compared[question]
        if runs.empty:
            continue
        ranked = study.scores[question]
        title = study.titled("Solvers", question)
        words = [_summary_words(study, runs, left)]
        table = _summary_table(study, runs, ranked)
        yield Section(title, words, [table], _curves(study, question, runs))


def _summary_words(study: Study, runs: DataFrame, left: int) -> str:
    tasks = runs.groupby(TASK).ngroups
    instances = runs.groupby(["instance", "digest"]).ngroups
    limits = sorted({limit for limit in runs["limit"] if isfinite(limit)})
    text = f"{counted(tasks, 'task')} on {counted(instances, 'instance')}"
    if limits:
        ends = f"{exact(limits[0])}"
        ends += f" to {exact(limits[-1])}" if len(limits) > 1 else ""
        text += f", {ends} seconds for each"
    text += f". Times are {study.clock}."
    once = runs[runs.duplicated(["key"], keep=False)]["solver"].unique()
    if len(once):
        text += (
            f" {', '.join(map(str, once))} {'draws' if len(once) == 1 else 'draw'} nothing at "
            "random: one run stands for all seeds."
        )
    if left:
        text += (
            f" {counted(left, 'run')} {'is' if left == 1 else 'are'} not compared here: not every "
            "solver ran the task, it was run twice, or answers differ."
        )
    return text


def _summary_table(study: Study, runs: DataFrame, scored: Sequence[Score]) -> Table:
    best = next((score.solver for score in scored if score.solved), scored[0].solver)
    rows = []
    for score in scored:
        ratio = ratio_of(runs, score.solver, best, study.seed)
        rows.append(
            _summary_row(score, ratio, score.solved > 0 and score.solver == best, study.digits)
        )
    few = "" if any(row[4] != NOTHING for row in rows) else f", from {FEWEST_RATIOS} instances on"
    note = (
        f"time / best: geometric mean of the ratios to {best}, on the instances that both solved "
        f"(on); its interval by bootstrap{few}. alone: solved by no other. marginal: by how much "
        "the PAR-2 of the virtual best solver would rise without it."
    )
    strong = frozenset((0, column) for column in range(3) if scored[0].solved)
    return Table(COLUMNS, rows, note=note, strong=strong)


def _summary_row(score: Score, ratio: Ratio, is_best: bool, digits: int) -> list[str]:
    row = [score.solver, share(score.solved, score.tasks), rounded(score.par2, digits)]
    if is_best:
        row += ["1", NOTHING, str(ratio.instances)]
    else:
        row += [factor(ratio.mean), interval(ratio), str(ratio.instances)]
    if score.solver == VBS:
        return row + [NOTHING] * 3
    return [*row, str(score.fastest), str(score.alone), rounded(score.marginal, 2)]


def interval(ratio: Ratio) -> str:
    """Return `0.8 to 1.3`."""
    if not isfinite(ratio.low):
        return NOTHING
    return f"{factor(ratio.low)} to {factor(ratio.high)}"


def _curves(study: Study, question: str, runs: DataFrame) -> list[Plot]:
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


FAMILY_NOTE = (
    "PAR-2 in seconds, on the tasks that every solver ran; how many were solved, where not all "
    "were. The virtual best solver takes the fastest on each task."
)


def pairs(study: Study) -> Iterator[Section]:
    """Report the paired tests of all solvers on all questions."""
    compared = {question: study.compared[question][0] for question in study}
    tests = pair_tests({name: runs for name, runs in compared.items() if len(runs)}, study.seed)
    if not tests:
        return
    rows = [
        [
            pair.question,
            pair.first,
            pair.second,
            factor(pair.ratio.mean),
            interval(pair.ratio),
            rounded(pair.chance, 1),
            str(pair.ratio.instances),
            str(pair.faster),
            str(pair.slower),
        ]
        for pair in tests
    ]
    columns = ["question", "solver", "against", "ratio", "95% interval", "p", "instances"]
    note = (
        "ratio: geometric mean over instances of the seconds of solver by those of against, a run "
        "that did not answer at twice its limit; below 1 is faster. Runs of one instance are one "
        "sample, and instances that neither answered are left out. p: Wilcoxon's signed-rank test, "
        f"corrected by Holm for all {counted(len(rows), 'row')}. Bold: p below {CHANCE:g}."
    )
    strong = frozenset((row, 5) for row, pair in enumerate(tests) if pair.chance < CHANCE)
    columns += ["faster", "slower"]
    table = Table(columns, rows, texts=3, note=note, strong=strong, folded=len(rows) > 24)
    yield Section("Paired tests", (), [table])


def by_family(study: Study) -> Iterator[Section]:
    """Tell PAR-2 and what is solved, a row a family, a section a question."""
    for question in study:
        runs = study.compared[question][0]
        if runs["family"].nunique() > 1:
            title = study.titled("Families", question)
            yield Section(title, (), [_family_table(runs, study.digits)])


def _family_table(runs: DataFrame, digits: int) -> Table:
    solvers = sorted(set(runs["solver"]))
    rows, strong = [], set()
    for place, (family, group) in enumerate(runs.groupby("family")):
        by_solver = {score.solver: score for score in scores(group)}
        best = min(
            (by_solver[solver].par2 for solver in solvers if solver in by_solver), default=np.nan
        )
        row: list[str] = [str(family), str(group.groupby(TASK).ngroups)]
        for column, solver in enumerate([*solvers, "virtual best"], 2):
            score = by_solver.get(solver)
            if score is None:
                row.append(NOTHING)
                continue
            part = "" if score.solved == score.tasks else f" ({score.solved} of {score.tasks})"
            row.append(rounded(score.par2, digits) + part)
            if score.par2 == best and score.solved and solver in solvers:
                strong.add((place, column))
        rows.append(row)
    columns: Sequence[str] = ["family", "tasks", *solvers, "virtual best"]
    return Table(columns, rows, note=FAMILY_NOTE, strong=frozenset(strong))


MOST = 4  # solvers of which each pair is shown; of more, each one beside the best


def head_to_head(study: Study) -> Iterator[Section]:
    """Show pairs of solvers, a section a question: a dot a task, colored by its family."""
    for question in study:
        ranking = study.ranking(question)
        if len(ranking) > 1:
            words = (
                "A dot is a task; below the line the solver on the vertical axis was faster. Tasks "
                "that one of them did not answer stand on the line at the edge."
            )
            if len(ranking) > MOST:
                words += f" Each solver is shown beside the best one, {ranking[0]}."
                pairs_shown = [(ranking[0], other) for other in ranking[1:]]
            else:
                pairs_shown = list(combinations(ranking, 2))
            plots = [_pair_plot(study, question, *pair) for pair in pairs_shown]
            yield Section(study.titled("Head to head", question), [words], plots=plots)


def _pair_plot(study: Study, question: str, first: str, second: str) -> Plot:
    return Plot(
        ("pair", question, first, second),
        f"{second} against {first}, {study.by} seconds.",
        lambda: scatter(study.families, study.compared[question][0], first, second),
    )

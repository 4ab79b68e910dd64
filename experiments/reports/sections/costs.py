"""Sections about what explains costs: growth with n, luck, nodes, and features of matrices.

The rank correlation (Spearman 1904) asks only whether more of one comes with more of the other; a
run that was not answered ranks behind all that were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..comparisons import luck as luck_of
from ..contents import NOTHING, Plot, Section, Table, exact, factor, integer, rounded, with_error
from ..plots import growing, nodes_and_seconds, spreads
from ..statistics import FEWEST_SIZES, Fit, fit
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame, Series

__all__ = ["features", "growth", "luck", "nodes", "seconds_of"]

SHORTEST = 1e-3  # seconds: what is shorter measures the clock
GROWTH_NOTE = (
    "×1.8 ± 0.1 per n: each step of n takes 1.8 times as much; n^3.1 ± 0.2: a power of n; the "
    "error is the standard error of the fit. (either): the other kind fits about as well."
)


def growth(study: Study) -> Iterator[Section]:
    """Tell how seconds and nodes grow in each family that has four sizes or more."""
    for question in study:
        runs = study.runs_on(question)
        rows, plots = [], []
        for family in study.families:
            mine = runs[(runs["family"] == family) & runs["n"].notna()]
            if mine["n"].nunique() < FEWEST_SIZES:
                continue
            fits = {str(name): fit_of(group) for name, group in mine.groupby("solver")}
            rows += [_growth_row(family, mine, name, fitted) for name, fitted in fits.items()]
            plots.append(_growth_plot(study, question, family, mine, fits))
        if rows:
            columns = ["family", "solver", "sizes", "seconds", "nodes"]
            table = Table(columns, rows, texts=2, note=GROWTH_NOTE)
            words = (
                "Fits of the median of each size on a logarithmic scale; seconds are those of the "
                "search, where a solver tells them, from a millisecond on."
            )
            yield Section(study.titled("Growth", question), [words], [table], plots)


def seconds_of(runs: DataFrame) -> DataFrame:
    """Return the seconds of one solver's runs: of the search where all tell them; else inf."""
    solved = runs[runs["solved"]]
    name = "search" if len(solved) and solved["search"].notna().all() else "time"
    return runs[name].where(runs["solved"], np.inf)


def fit_of(runs: DataFrame) -> Fit | None:
    """Return the fit of one solver's seconds."""
    seconds = seconds_of(runs)
    return fit(*(each[seconds >= SHORTEST].to_numpy(float) for each in (runs["n"], seconds)))


def _growth_row(family: str, runs: DataFrame, solver: str, seconds: Fit | None) -> list[str]:
    mine = runs[runs["solver"] == solver]
    counted = mine["nodes"].where(mine["solved"], np.inf)
    nodes = fit(*(each[counted > 0].to_numpy(float) for each in (mine["n"], counted)))
    ends = NOTHING if seconds is None else f"{exact(seconds.low)} to {exact(seconds.high)}"
    return [family, solver, ends, _fit_words(seconds), _fit_words(nodes)]


def _fit_words(fitted: Fit | None) -> str:
    if fitted is None:
        return NOTHING
    if fitted.kind == "exponential":
        words = f"×{with_error(fitted.factor, fitted.factor_error)} per n"
    else:
        words = f"n^{with_error(fitted.slope, fitted.error)}"
    return words if fitted.is_decided else f"{words} (either)"


def _growth_plot(
    study: Study, question: str, family: str, runs: DataFrame, fits: dict[str, Fit | None]
) -> Plot:
    points = {
        solver: (mine["n"].to_numpy(float), seconds_of(mine).to_numpy(float))
        for solver, mine in ((name, runs[runs["solver"] == name]) for name in fits)
    }
    return Plot(
        ("growth", question, family),
        f"{family}: seconds by n, and the lines that fit them.",
        lambda: growing(study.solvers, points, fits, family),
    )


LUCK_NOTE = (
    "Geometric standard deviations: 1.1 means that two runs of three lie within 10% of the middle. "
    "largest ratio: of two runs of one instance. sometimes solved: instances that some runs "
    "answered, and others did not."
)
LUCK_COLUMNS = [
    *("solver", "repetitions", "seeds", "shuffles", "shuffles, nodes"),
    *("largest ratio", "on", "sometimes solved"),
]


def luck(study: Study) -> Iterator[Section]:
    """Tell the spreads of each solver, where runs were repeated or shuffled."""
    for question in study:
        runs = study.runs_on(question)
        entries = luck_of(runs)
        if not entries:
            continue
        rows = [
            [
                entry.solver,
                factor(entry.repetitions),
                factor(entry.seeds),
                factor(entry.shuffles),
                factor(entry.nodes),
                rounded(entry.worst, 2),
                entry.instance,
                str(entry.sometimes),
            ]
            for entry in entries
        ]
        words = (
            "Repetitions show the machine's noise, seeds a solver's own chances, shuffles how much "
            "hangs on the order in which items and options are written down."
        )
        title = study.titled("Luck", question)
        plots = [_luck_plot(study, question)] if runs["solved"].any() else []
        yield Section(title, [words], [Table(LUCK_COLUMNS, rows, note=LUCK_NOTE)], plots)


def _luck_plot(study: Study, question: str) -> Plot:
    return Plot(
        ("luck", question),
        "Seconds of the runs of each instance by their median: the wider, the more luck.",
        lambda: spreads(study.solvers, study.runs_on(question)),
    )


NODES_NOTE = (
    "Of answered tasks; a rate is the median of nodes by seconds of search, of searches of a "
    "millisecond or more. What a node is differs between kinds of solvers."
)


def nodes(study: Study) -> Iterator[Section]:
    """Tell nodes, their rate, and memory, a section a question."""
    for question in study:
        runs = study.runs_on(question)
        runs = runs[runs["solved"]]
        counted = runs[runs["nodes"] > 0]
        if counted.empty:
            continue
        rows = [_nodes_row(str(name), group) for name, group in runs.groupby("solver")]
        columns = ["solver", "runs", "median nodes", "most nodes", "nodes a second", "most MB"]
        title = study.titled("Nodes and memory", question)
        yield Section(
            title,
            (),
            [Table(columns, rows, note=NODES_NOTE)],
            [_nodes_plot(study, question, counted)],
        )


def _nodes_row(solver: str, runs: DataFrame) -> list[str]:
    counted = runs[runs["nodes"] > 0]
    seconds = seconds_of(counted)
    rates = (counted["nodes"] / seconds)[seconds >= 1e-3]
    memory = runs["memory"].max()
    return [
        solver,
        str(len(runs)),
        integer(counted["nodes"].median()) if len(counted) else NOTHING,
        integer(counted["nodes"].max()) if len(counted) else NOTHING,
        rounded(float(rates.median()) if len(rates) else np.nan, 2),
        rounded(memory / 1e6, 2),
    ]


def _nodes_plot(study: Study, question: str, counted: DataFrame) -> Plot:
    points = {
        str(name): (group["nodes"].to_numpy(float), seconds_of(group).to_numpy(float))
        for name, group in counted.groupby("solver")
    }
    return Plot(
        ("nodes", question),
        "Nodes and seconds of search of each run.",
        lambda: nodes_and_seconds(study.solvers, points),
    )


FEWEST_CORRELATED = 8  # instances: of fewer a rank correlation is chance
FEATURES_NOTE = "A dash: the feature was not computed."


def features(study: Study) -> Iterator[Section]:
    """Tell the features of each instance, and how they go with each solver's seconds."""
    import pandas

    by_instance = {
        (record.family, record.instance, record.digest): dict(record.features)
        for record in sorted(study.records, key=lambda record: record.key)
        if record.features
    }
    if not by_instance:
        return
    frame = (
        pandas.DataFrame.from_dict(by_instance, orient="index")
        .sort_index(axis=0)
        .sort_index(axis=1)
    )
    frame = frame.astype(float)
    frame.index.names = ["family", "instance", "digest"]
    rows = [
        [str(instance), *(exact(value) for value in row)]
        for (_, instance, _), row in zip(frame.index, frame.to_numpy(), strict=True)
    ]
    columns = ["instance", *map(str, frame.columns)]
    tables = [Table(columns, rows, note=FEATURES_NOTE, folded=len(rows) > 24)]
    if len(frame) >= FEWEST_CORRELATED:
        tables = [*_correlations(study, frame), *tables]
    words = "What is told of each matrix before any search, so that one can ask why."
    yield Section("Features", [words], tables)


def _correlations(study: Study, frame: DataFrame) -> Iterator[Table]:
    for question in study:
        runs = study.runs_on(question)
        costs = runs["time"].where(runs["solved"], np.inf)
        typical = costs.groupby(
            [runs[name] for name in ("solver", "family", "instance", "digest")]
        ).median()
        by_solver = typical.unstack("solver").reindex(frame.index)
        rows = [
            [
                str(name),
                *(_rank_correlation(frame[name], by_solver[solver]) for solver in by_solver),
            ]
            for name in frame
        ]
        rows = [row for row in rows if any(cell != NOTHING for cell in row[1:])]
        note = (
            "Rank correlations of a feature with a solver's seconds, from -1 (more of it, faster) "
            f"to 1 (slower); of {FEWEST_CORRELATED} instances or more."
        )
        caption = "" if len(study.questions) == 1 else question
        if rows:
            yield Table(["feature", *by_solver], rows, caption=caption, note=note)


def _rank_correlation(first: Series, second: Series) -> str:
    """Return Spearman's correlation of two columns of one index; a dash where it means nothing."""
    from pandas import DataFrame

    both = np.stack((first.to_numpy(float), second.to_numpy(float)), axis=1)
    ranks = DataFrame(both[~np.isnan(both).any(axis=1)]).rank()
    if len(ranks) < FEWEST_CORRELATED or (ranks.nunique() < 2).any():
        return NOTHING
    correlation = float(np.corrcoef(ranks.to_numpy().T)[0, 1])
    return f"{correlation:.2f}".replace("-0.00", "0.00")

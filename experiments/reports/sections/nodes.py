"""Nodes beside seconds: whether a solver is faster by searching less or by searching quicker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..contents import Plot, Section, Table
from ..digits import NOTHING, integer, rounded
from ..plots.lines import nodes_and_seconds
from ..study import Study
from .growth import seconds_of

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["nodes"]

NOTE = (
    "Of answered tasks; a rate is the median of nodes by seconds of search, of searches of a "
    "millisecond or more. What a node is differs between kinds of solvers."
)


def nodes(study: Study) -> Iterator[Section]:
    """Tell nodes, their rate, and memory, a section a question."""
    for question in study:
        runs = study.asked(question)
        runs = runs[runs["solved"]]
        counted = runs[runs["nodes"] > 0]
        if counted.empty:
            continue
        rows = [_row(str(name), group) for name, group in runs.groupby("solver")]
        columns = ["solver", "runs", "median nodes", "most nodes", "nodes a second", "most MB"]
        title = study.titled("Nodes and memory", question)
        yield Section(
            title, (), [Table(columns, rows, note=NOTE)], [_plot(study, question, counted)]
        )


def _row(solver: str, runs: DataFrame) -> list[str]:
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


def _plot(study: Study, question: str, counted: DataFrame) -> Plot:
    points = {
        str(name): (group["nodes"].to_numpy(float), seconds_of(group).to_numpy(float))
        for name, group in counted.groupby("solver")
    }
    return Plot(
        ("nodes", question),
        "Nodes and seconds of search of each run.",
        lambda: nodes_and_seconds(study.solvers, points),
    )

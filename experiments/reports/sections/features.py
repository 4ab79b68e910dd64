"""What the matrices are like, and which of it goes with seconds.

The rank correlation (Spearman 1904) asks only whether more of one comes with more of the other; a
run that was not answered ranks behind all that were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..contents import Section, Table
from ..digits import exact
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame, Series

__all__ = ["features"]

FEWEST = 8  # instances: of fewer a rank correlation is chance
NOTE = "A dash: the feature was not computed."


def features(study: Study) -> Iterator[Section]:
    """Tell the features of each instance, and how they go with each solver's seconds."""
    import pandas

    told = {
        (one.family, one.instance, one.digest): dict(one.features)
        for one in sorted(study.records, key=lambda one: one.key)
        if one.features
    }
    if not told:
        return
    frame = pandas.DataFrame.from_dict(told, orient="index").sort_index(axis=0).sort_index(axis=1)
    frame = frame.astype(float)
    frame.index.names = ["family", "instance", "digest"]
    rows = [
        [str(instance), *(exact(one) for one in row)]
        for (_, instance, _), row in zip(frame.index, frame.to_numpy(), strict=True)
    ]
    columns = ["instance", *map(str, frame.columns)]
    tables = [Table(columns, rows, note=NOTE, folded=len(rows) > 24)]
    if len(frame) >= FEWEST:
        tables = [*_correlations(study, frame), *tables]
    words = "What is told of each matrix before any search, so that one can ask why."
    yield Section("Features", [words], tables)


def _correlations(study: Study, frame: DataFrame) -> Iterator[Table]:
    for question in study:
        runs = study.asked(question)
        costs = runs["time"].where(runs["solved"], np.inf)
        typical = costs.groupby(
            [runs[name] for name in ("solver", "family", "instance", "digest")]
        ).median()
        by_solver = typical.unstack("solver").reindex(frame.index)
        rows = [
            [
                str(name),
                *(_cell(_rank_correlation(frame[name], by_solver[one])) for one in by_solver),
            ]
            for name in frame
        ]
        rows = [row for row in rows if any(cell != "–" for cell in row[1:])]
        note = (
            "Rank correlations of a feature with a solver's seconds, from -1 (more of it, faster) "
            f"to 1 (slower); of {FEWEST} instances or more."
        )
        caption = "" if len(study.questions) == 1 else question
        if rows:
            yield Table(["feature", *by_solver], rows, caption=caption, note=note)


def _cell(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.2f}".replace("-0.00", "0.00")


def _rank_correlation(one: Series, other: Series) -> float:
    """Return Spearman's correlation of two columns of one index; NaN where it tells nothing."""
    from pandas import DataFrame

    both = np.stack((one.to_numpy(float), other.to_numpy(float)), axis=1)
    ranks = DataFrame(both[~np.isnan(both).any(axis=1)]).rank()
    if len(ranks) < FEWEST or (ranks.nunique() < 2).any():
        return np.nan
    return float(np.corrcoef(ranks.to_numpy().T)[0, 1])

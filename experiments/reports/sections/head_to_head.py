"""Pairs of solvers, task by task: what an average hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..contents import Plot, Section
from ..plots.pairs import scatter
from ..study import Study

__all__ = ["head_to_head"]

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
            plots = [_plot(study, question, *pair) for pair in _pairs(ranking)]
            yield Section(study.titled("Head to head", question), [words], plots=plots)


def _pairs(ranking: Sequence[str]) -> Sequence[tuple[str, str]]:
    if len(ranking) <= MOST:
        return list(combinations(ranking, 2))
    return [(ranking[0], other) for other in ranking[1:]]


def _plot(study: Study, question: str, first: str, second: str) -> Plot:
    return Plot(
        ("pair", question, first, second),
        f"{second} against {first}, {study.by} seconds.",
        lambda: scatter(study.families, study.compared(question)[0], first, second),
    )

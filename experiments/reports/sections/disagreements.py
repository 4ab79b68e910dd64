"""Disagreements: they come first, for nothing else is worth much until they are settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...records.contradictions import Contradiction
from ..contents import Section, Table
from ..study import Study

__all__ = ["disagreements", "table_of"]

NONE = "No run contradicts another one."


def disagreements(study: Study) -> Iterator[Section]:
    """Tell which runs contradict each other, and which handed on what is no solution."""
    if not study.wrong:
        yield Section("Disagreements", [NONE])
        return
    words = (
        "These answers cannot all be right. Runs that contradict each other are no measurement: "
        "their tasks are left out below, for every solver; a solution that is none counts as not "
        "solved."
    )
    yield Section("Disagreements", [words], [table_of(study.wrong)], is_alarm=True)


def table_of(wrong: Sequence[Contradiction]) -> Table:
    """Return a row for each side of each contradiction."""
    rows = []
    for one in wrong:
        for words, records in one.sides:
            who = sorted({f"{each.solver} ({each.question})" for each in records})
            keys = sorted(each.key[:12] for each in records)
            more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
            runs = ", ".join(keys[:3]) + more
            rows.append([one.instance, one.what, words, ", ".join(who), runs])
    return Table(["instance", "about", "said", "by", "runs"], rows, texts=5)

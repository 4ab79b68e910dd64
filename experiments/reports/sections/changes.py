"""Two runs of one suite: what became faster or slower beyond noise, and other answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...records.contradictions import Contradiction, contradictions
from ..comparisons import CHANCE, DEVIATIONS, Change, Moved, changes, moved, paired
from ..contents import NOTHING, Plot, Section, Table, factor, rounded
from ..plots import before_and_after
from ..study import Study
from .runs import table_of
from .solvers import interval

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["comparison", "new_contradictions"]

MOST = 20  # instances that are listed
LEAST = 1.1  # a ratio that is worth a line


def new_contradictions(new: Study, old: Study) -> Sequence[Contradiction]:
    """Return what the records of both together contradict, and neither alone."""
    known = {_named(contradiction) for each in (new, old) for contradiction in each.wrong}
    both = contradictions([*new.records, *old.records])
    return [one for one in both if _named(one) not in known]


def _named(one: Contradiction) -> tuple[str, str, str]:
    return one.instance, one.digest, one.what


def comparison(new: Study, old: Study, names: tuple[str, str]) -> Iterator[Section]:
    """Tell how `new` differs from `old`; names: what they are called."""
    differing = new_contradictions(new, old)
    if differing:
        words = f"These answers of {names[0]} and {names[1]} cannot both be right."
        yield Section("Answers that differ", [words], [table_of(differing)], is_alarm=True)
    pairs = paired(new.runs, old.runs)
    if pairs.empty:
        words = f"No run of {names[0]} asked what a run of {names[1]} asked: nothing is compared."
        yield Section("Changes", [words])
        return
    found = changes(pairs, new.seed)
    words = f"{names[0]} compared with {names[1]}: {len(pairs)} pairs of runs, {new.clock}."
    tables = [_table(found)]
    listed = moved(pairs, new.runs, old.runs)
    tables += _instances(listed)
    outcomes = _outcomes(pairs)
    tables += [outcomes] if outcomes.rows else []
    both = pairs[pairs["solved"] & pairs["solved_before"]]
    plots = [
        _plot(new, str(question), group, names) for question, group in both.groupby("question")
    ]
    yield Section("Changes", [words, _verdict(found)], tables, plots)


def _verdict(found: Sequence[Change]) -> str:
    told = []
    for verdict in ("faster", "slower"):
        who = [f"{one.solver} ({one.question})" for one in found if one.verdict == verdict]
        if who:
            told.append(f"{verdict.capitalize()} beyond noise: {', '.join(who)}.")
    return " ".join(told) or "Nothing became faster or slower beyond noise."


def _table(found: Sequence[Change]) -> Table:
    rows = [
        [
            one.solver,
            one.question,
            one.verdict,
            factor(one.ratio.mean),
            interval(one.ratio),
            rounded(one.chance, 1) if one.ratio.instances else NOTHING,
            str(one.ratio.instances),
            str(one.won),
            str(one.lost),
        ]
        for one in found
    ]
    columns = ["solver", "question", "verdict", "new / old", "95% interval", "p"]
    note = (
        "new / old: geometric mean of the ratios of seconds over instances; below 1 is faster. p: "
        "Wilcoxon's signed-rank test, corrected by Holm for all rows. Changed is what has 1 "
        f"outside of its interval and p below {CHANCE:g}. won, lost: solved only now, only before."
    )
    strong = frozenset(
        (place, 2) for place, one in enumerate(found) if one.verdict in ("faster", "slower")
    )
    columns += ["instances", "won", "lost"]
    return Table(columns, rows, texts=3, note=note, strong=strong)


def _instances(listed: Sequence[Moved]) -> Iterator[Table]:
    """Return those that changed beyond noise; without repetitions those that changed most."""
    beyond = [one for one in listed if one.is_beyond_noise]
    known = any(one.deviations == one.deviations for one in listed)
    far = [one for one in listed if not 1 / LEAST < one.after / one.before < LEAST]
    shown = (beyond if known else far)[:MOST]
    if not shown:
        return
    rows = [
        [
            one.instance,
            one.solver,
            one.question,
            rounded(one.before),
            rounded(one.after),
            factor(one.after / one.before),
        ]
        for one in shown
    ]
    note = (
        f"Beyond {DEVIATIONS:g} standard deviations of what repetitions show."
        if known
        else "The largest changes. Nothing was repeated, so nobody knows which of them are noise."
    )
    columns = ["instance", "solver", "question", "before (s)", "after (s)", "ratio"]
    yield Table(columns, rows, texts=3, caption="Instances", note=note)


def _outcomes(pairs: DataFrame) -> Table:
    told = pairs[pairs["outcome"] != pairs["outcome_before"]]
    rows = [
        [one.instance, one.solver, one.question, one.outcome_before, one.outcome]
        for one in told.itertuples()
    ]
    more = len(rows) - MOST
    note = f"{more} more are in the records." if more > 0 else ""
    columns = ["instance", "solver", "question", "before", "after"]
    return Table(columns, rows[:MOST], texts=5, caption="Outcomes that changed", note=note)


def _plot(new: Study, question: str, pairs: DataFrame, names: tuple[str, str]) -> Plot:
    return Plot(
        ("change", question),
        f"{question}: seconds of {names[0]} (up) against {names[1]}; above the line: slower.",
        lambda: before_and_after(new.solvers, pairs, names),
    )

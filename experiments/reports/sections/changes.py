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
    alone = {_named(contradiction) for each in (new, old) for contradiction in each.wrong}
    both = contradictions([*new.records, *old.records])
    return [contradiction for contradiction in both if _named(contradiction) not in alone]


def _named(contradiction: Contradiction) -> tuple[str, str, str]:
    return contradiction.instance, contradiction.digest, contradiction.subject


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
    changed = changes(pairs, new.seed)
    words = f"{names[0]} compared with {names[1]}: {len(pairs)} pairs of runs, {new.clock}."
    tables = [_table(changed)]
    listed = moved(pairs, new.runs, old.runs)
    tables += _instances(listed)
    outcomes = _outcomes(pairs)
    tables += [outcomes] if outcomes.rows else []
    both = pairs[pairs["solved"] & pairs["solved_before"]]
    plots = [
        _plot(new, str(question), group, names) for question, group in both.groupby("question")
    ]
    yield Section("Changes", [words, _verdict(changed)], tables, plots)


def _verdict(changes: Sequence[Change]) -> str:
    sentences = []
    for verdict in ("faster", "slower"):
        solvers = [
            f"{change.solver} ({change.question})"
            for change in changes
            if change.verdict == verdict
        ]
        if solvers:
            sentences.append(f"{verdict.capitalize()} beyond noise: {', '.join(solvers)}.")
    return " ".join(sentences) or "Nothing became faster or slower beyond noise."


def _table(changes: Sequence[Change]) -> Table:
    rows = [
        [
            change.solver,
            change.question,
            change.verdict,
            factor(change.ratio.mean),
            interval(change.ratio),
            rounded(change.chance, 1) if change.ratio.instances else NOTHING,
            str(change.ratio.instances),
            str(change.won),
            str(change.lost),
        ]
        for change in changes
    ]
    columns = ["solver", "question", "verdict", "new / old", "95% interval", "p"]
    note = (
        "new / old: geometric mean of the ratios of seconds over instances; below 1 is faster. p: "
        "Wilcoxon's signed-rank test, corrected by Holm for all rows. Changed is what has 1 "
        f"outside of its interval and p below {CHANCE:g}. won, lost: solved only now, only before."
    )
    strong = frozenset(
        (place, 2) for place, change in enumerate(changes) if change.verdict in ("faster", "slower")
    )
    columns += ["instances", "won", "lost"]
    return Table(columns, rows, texts=3, note=note, strong=strong)


def _instances(listed: Sequence[Moved]) -> Iterator[Table]:
    """Return those that changed beyond noise; without repetitions those that changed most."""
    beyond = [move for move in listed if move.is_beyond_noise]
    has_noise = any(move.deviations == move.deviations for move in listed)
    far = [move for move in listed if not 1 / LEAST < move.after / move.before < LEAST]
    shown = (beyond if has_noise else far)[:MOST]
    if not shown:
        return
    rows = [
        [
            move.instance,
            move.solver,
            move.question,
            rounded(move.before),
            rounded(move.after),
            factor(move.after / move.before),
        ]
        for move in shown
    ]
    note = (
        f"Beyond {DEVIATIONS:g} standard deviations of what repetitions show."
        if has_noise
        else "The largest changes. Nothing was repeated, so nobody knows which of them are noise."
    )
    columns = ["instance", "solver", "question", "before (s)", "after (s)", "ratio"]
    yield Table(columns, rows, texts=3, caption="Instances", note=note)


def _outcomes(pairs: DataFrame) -> Table:
    changed = pairs[pairs["outcome"] != pairs["outcome_before"]]
    rows = [
        [pair.instance, pair.solver, pair.question, pair.outcome_before, pair.outcome]
        for pair in changed.itertuples()
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

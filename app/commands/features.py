"""`minuet features`: report features of a puzzle without solving it."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.reports import interruptible, of_puzzle, print_limit
from ..terminal.streams import print_note, print_text, print_wrapped

if TYPE_CHECKING:
    from ...experiments.features.features import Features
    from ...solvers.search.selection import Problem

__all__ = ["command"]

DIGITS = 6


@click.command("features", cls=Command)
@searching(None, ("time_limit",), time_limit=10.0)
@arguments.whole(
    "--seed", "Of the random ways, to repeat them.", low=0, default=0, show_default=True
)
@arguments.reading("primary_only", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    settings: dict[str, Any],
    seed: int,
    as_json: bool,
) -> None:
    """Tell what can be known of a puzzle before it is solved.

    Behind them stands whom auto would ask. What could not be had is named on standard error.
    """
    from ...experiments import features

    answered = True
    reading, settings = source.read_within(settings)
    last = len(reading.problems)
    for place, problem in enumerate(reading.problems, 1):
        printer = _Printer(problem, place, last, as_json)
        with interruptible(printer.interrupted):
            result = features(problem, seed=seed, **settings)
        if all(value is None for value in result.values()):
            print_limit("over before the matrix was built", place, last)
            answered = False
            continue
        printer.print(result)
    if not answered:
        raise click.exceptions.Exit(UNANSWERED)


class _Printer:
    """How the features of a puzzle's place are printed."""

    def __init__(self, problem: Problem, place: int, last: int, as_json: bool) -> None:
        self.problem, self.place, self.last, self.as_json = problem, place, last, as_json

    def print(self, features: Features) -> None:
        """Print features, and say which could not be had."""
        plans, decisive = _plans(self.problem)
        if self.as_json:
            from ..documents import emit

            emit(
                "features",
                puzzle=self.place,
                features=features,
                missing=features.missing,
                auto=plans,
                auto_features=decisive,
            )
        else:
            if self.last > 1:
                print_text(f"puzzle {self.place}")
            # Print a line a feature; docs/research/experiments.md says what each is.
            column = max(map(len, features)) + 2
            for name, value in features.items():
                if value is None:
                    continue
                whole = value == math.floor(value) and abs(value) < 1 << 53
                number = f"{int(value):,}" if whole else f"{value:.{DIGITS}g}"
                print_text(f"{name:{column}}{number}")
            for question, stages in plans.items():
                text = ", ".join(f"{stage['solver']} ({stage['reason']})" for stage in stages)
                print_wrapped(f"auto, {question} ({decisive[question]}): {text}", 2)
        reasons: dict[str, list[str]] = defaultdict(list)
        for name, why in features.missing.items():
            reasons[why].append(name)
        for why, names in reasons.items():
            print_note(of_puzzle(f"{', '.join(names)}: {why}", self.place, self.last))

    def interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Print what was known when a Ctrl-C came."""
        from ...solvers import Interrupted

        if not isinstance(stopped, Interrupted):
            return ""
        result = stopped.result
        count = sum(value is not None for value in result.values())
        if count:
            self.print(result)
        return f"{count} of {len(result)} features"


def _plans(problem: Problem) -> tuple[dict[str, list[dict[str, str]]], dict[str, str]]:
    """Return the solvers that `auto` would try, and why, and which features decide, by question."""
    from ...models.symmetry.symmetries import selection
    from ...solvers.auto import PLANS
    from ...solvers.contract.query import Query

    query = Query(*selection(problem))
    matrix = query.matrix
    plans = {"count": PLANS.for_count(matrix)}
    if matrix.has_costs:
        plans = {"best": PLANS.for_best(matrix)} | plans
    else:
        plans = {"first": PLANS.for_first(matrix)} | plans
    solvers = {
        question: [
            {"solver": str(stage.solver), "reason": stage.reason}
            for stage in plan.stages
            if stage.suits is None or stage.suits(query)
        ]
        for question, plan in plans.items()
    }
    return solvers, {question: plan.features for question, plan in plans.items()}

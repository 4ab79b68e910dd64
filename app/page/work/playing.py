"""Questions of who plays or sets a puzzle: what is wrong, what follows, what can still be chosen.

Each takes the options that were chosen so far, beside the givens, and answers with options, which
the page shows in its picture, and a headline.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from .... import setting, solvers
from ....models.answer import Answer
from ....models.errors import ModelError, Unreached
from ....models.puzzle import Puzzle
from ....solvers import Interrupted
from ....solvers.contract.goal import Goal
from ....solvers.explain.explanation import Explanation, Verdict
from ....solvers.search.selection import checked_options
from ...board.words import explained, option_words
from . import interrupts
from .answering import Query, respond
from .output import PROGRESS, Output
from .reading import fragment

if TYPE_CHECKING:
    from ....solvers.contract.batch import Options

__all__ = ["play"]

HINTED = 6  # forced choices that are explained, of which the shortest explanation is told
HINT_SECONDS = 6.0  # that these take
BRIEF = 6  # parts of an explanation for which no shorter one is looked for
MORE_TRIES = 8  # sets of further givens, of which the smallest is told
MORE_SECONDS = 2.0  # that those behind the first one take
BATCH = 32  # candidates that are tried at once
OFTEN = 0.2  # seconds between two words of progress


def play(task: dict[str, Any], output: Output) -> None:
    """Answer the question of a task about what is played."""
    respond(task, output, _answer)


def _answer(query: Query) -> dict[str, Any]:
    try:
        with interrupts.heard():
            return QUESTIONS[query.task["question"]](Play(query))
    except Interrupted:
        raise KeyboardInterrupt from None  # a part of a hint says nothing


class Play:
    """A puzzle that is played: its choices so far, and searches from there.

    Raises ModelError for a bare matrix, and for choices that the puzzle lacks.
    """

    def __init__(self, query: Query) -> None:
        self.query, self.problem = query, query.problem
        if not isinstance(self.problem, Puzzle):
            raise ModelError("a bare matrix is not played, expected a puzzle")
        self.puzzle: Puzzle = self.problem
        matrix = self.puzzle.matrix
        self.chosen = checked_options(matrix, query.task["chosen"], "chosen")
        self.out = checked_options(matrix, query.task["out"], "out")
        self._next = 0.0

    def few(
        self, most: int, given: Sequence[int], forbidden: Iterable[int] = ()
    ) -> list[tuple[int, ...]]:
        """Return up to so many solutions that have the options given. Raises Unreached."""
        search = self.query.within(Goal.ALL, given=tuple(given), forbidden=tuple(forbidden))
        found = []
        with search.run() as stream:
            for solution in islice(stream, most):
                options = solution.options if isinstance(solution, Answer) else solution
                found.append(tuple(int(option) for option in options))
            if len(found) < most and not stream.result().complete:
                raise Unreached("the time was over first")
        return found

    def first(self, given: Sequence[int], forbidden: Iterable[int] = ()) -> tuple[int, ...] | None:
        """Return a solution that has the options given; None: there is none."""
        search = self.query.within(Goal.FIRST, given=tuple(given), forbidden=tuple(forbidden))
        result = search.run()
        if result.options is None and not result.complete:
            raise Unreached("the time was over first")
        return None if result.options is None else tuple(result.options)

    def is_seen(self, option: int) -> bool:
        """Whether an option is a choice, and no help of a rule."""
        return option < self.puzzle.visible_options

    def report(self, done: int, total: int, unit: str) -> None:
        """Tell the page how far the work is, now and then."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + OFTEN
            fields = {"share": done / max(1, total), "done": done, "total": total, "unit": unit}
            self.query.output.send(PROGRESS, fields)


# ---- For who plays -------------------------------------------------------------------------------


def whole(play: Play) -> dict[str, Any]:
    """Say whether the choices are the answer: with what is ruled out, they have one solution."""
    found = play.few(2, play.chosen, play.out)
    words = ("no solution", "solved", "not the whole answer yet")
    return _told(words[len(found)], status="OPTIMAL" if len(found) == 1 else "FEASIBLE")


def mistake(play: Play) -> dict[str, Any]:
    """Say whether a solution is left, or else which choice was the first with which none is."""
    chosen = play.chosen
    if play.first(chosen) is not None:
        return _told("nothing is wrong so far" if chosen else "there is a solution")
    if play.first(()) is None:
        return _told("the puzzle has no solution", status="INFEASIBLE")
    right, wrong = 0, len(chosen)
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if play.first(chosen[:middle]) is None:
            wrong = middle
        else:
            right = middle
    option = chosen[wrong - 1]
    name = explained(play.puzzle, play.puzzle.describe(option))
    words = f"no solution has {name} with the choices before it"
    return _told(words, [option], status="INFEASIBLE")


def hint(play: Play) -> dict[str, Any]:
    """Name a forced choice, and why in the words of `explain`: of some the one that is shortest."""
    solution = play.first(play.chosen)
    if solution is None:
        return _told("something is wrong: from here there is no solution", status="INFEASIBLE")
    had = {*play.chosen, *play.puzzle.given_options}
    left = [option for option in solution if play.is_seen(option) and option not in had]
    if not left:
        return _told("nothing is missing")
    best: Explanation | None = None
    end = time.monotonic() + HINT_SECONDS
    looked = 0
    for option in left:
        if time.monotonic() > end or looked == HINTED:
            break
        if play.first(play.chosen, [option]) is not None:
            continue
        looked += 1
        play.report(looked, HINTED, "forced choices explained")
        found = solvers.explain(
            play.puzzle,
            option,
            given=play.chosen,
            time_limit=min(play.query.deadline.left(), max(0.1, end - time.monotonic())),
        )
        is_shorter = best is None or len(found) < len(best)
        if found.verdict is Verdict.FORCED and is_shorter:
            best = found
            if len(best) <= BRIEF:
                break
    if best is None or best.choice is None:
        name = explained(play.puzzle, play.puzzle.describe(left[0]))
        words = f"no choice looked at is forced; one that works: {name}"
        return _told(words, [left[0]])
    heading, *lines = explained(play.puzzle, str(best)).split("\n")
    items = "".join(f"<li>{escape(line.strip())}</li>" for line in lines)
    html = fragment(f"<ul>{items}</ul>")
    return _told(heading, [best.choice], html=html, evidence=best.evidence.to_dict())


def candidates(play: Play) -> dict[str, Any]:
    """Find out which options some solution has: each solution found settles many of them."""
    solution = play.first(play.chosen)
    if solution is None:
        return _told("from here there is no solution", status="INFEASIBLE")
    possible = set(solution)
    had = {*play.chosen, *play.puzzle.given_options}
    asked = [o for o in range(play.puzzle.visible_options) if o not in had]
    asked = [o for o in asked if o not in play.puzzle.forbidden_options]
    open_options = [option for option in asked if option not in possible]
    while open_options:
        play.report(len(asked) - len(open_options), len(asked), "candidates")
        batch, open_options = open_options[:BATCH], open_options[BATCH:]
        sets = [[*play.chosen, option] for option in batch]
        limit = play.query.deadline.left()
        for result in solvers.solve_many(play.puzzle, sets, time_limit=limit):
            possible |= set(result.options or ())
            if result.options is None and not result.complete:
                raise Unreached("the time was over first")
        open_options = [option for option in open_options if option not in possible]
    seen = sorted(filter(play.is_seen, possible))
    words = f"{len(seen) - len(had & possible)} candidates are left that some solution has"
    return _told(words, seen)


# ---- For who sets --------------------------------------------------------------------------------


def twins(play: Play) -> dict[str, Any]:
    """Show two solutions, and mark where they differ."""
    found = play.few(2, ())
    for solution in found:
        play.query.show(play.puzzle.read(solution))
    if len(found) < 2:
        words = "the only solution" if found else "there is no solution"
        return _told(words, status="OPTIMAL" if found else "INFEASIBLE", unique=bool(found))
    first, second = ({o for o in solution if play.is_seen(o)} for solution in found)
    words = f"two solutions, which differ in {len(first - second)} choices"
    return _told(words, sorted(first ^ second), unique=False)


def more(play: Play) -> dict[str, Any]:
    """Find further givens that make the puzzle unique, none of which can be spared."""
    found = play.few(2, ())
    if not found:
        return _told("there is no solution", status="INFEASIBLE")
    if len(found) == 1:
        return _told("it has one solution already", unique=True)
    added: Options | None = None
    end = time.monotonic() + MORE_SECONDS
    for seed in range(MORE_TRIES):  # sets that differ in how many they are
        left = play.query.deadline.left() if added is None else end - time.monotonic()
        if left <= 0:
            break
        play.report(seed, MORE_TRIES, "sets of givens tried")
        try:
            other = setting.minimal_givens(
                play.puzzle, found[0], keep=True, seed=seed, time_limit=left
            )
        except Unreached:
            if added is None:
                raise
            break
        added = other if added is None or len(other) < len(added) else added
    assert added is not None  # or it was raised
    words = list(option_words(play.puzzle))
    names = ", ".join(words[option] for option in added)
    leave = "given leaves" if len(added) == 1 else "givens leave"
    return _told(f"{len(added)} more {leave} one solution: {names}", added)


def spare(play: Play) -> dict[str, Any]:
    """Say which givens and which rules could be spared, each alone."""
    puzzle = play.puzzle
    found = play.few(2, ())
    if len(found) != 1:
        words = "several solutions: nothing can be spared" if found else "there is no solution"
        return _told(words, status="FEASIBLE" if found else "INFEASIBLE", unique=False)
    limit = play.query.deadline.left()
    givens = setting.redundant_givens(puzzle, time_limit=limit) if puzzle.givens else ()
    rules: Sequence[str] | None = None
    with suppress(Unreached):
        rules = setting.redundant_rules(puzzle, time_limit=play.query.deadline.left())
    parts = [
        _list("Each of these givens, alone, could be spared:", map(str, givens)),
        _list("Each of these rules, alone, could be spared:", rules or ()),
        "" if rules is not None else "<p>The time was over before all rules were looked at.</p>",
    ]
    counts = [f"{len(givens)} of {len(puzzle.givens)} givens"] if puzzle.givens else []
    counts += [] if rules is None else [f"{len(rules)} rules"]
    return _told(
        f"could be spared, each alone: {' and '.join(counts) or 'nothing known'}",
        [given.option for given in givens],
        html="".join(parts) or None,
        unique=True,
    )


def _list(heading: str, names: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(name)}</li>" for name in names)
    return f"<p>{escape(heading)}</p><ul>{items}</ul>" if items else ""


def _told(
    headline: str, options: Iterable[int] | Options = (), *, status: str = "OPTIMAL", **more: Any
) -> dict[str, Any]:
    return {"status": status, "headline": headline, "options": list(options), **more}


QUESTIONS: dict[str, Callable[[Play], dict[str, Any]]] = {
    "whole": whole,
    "mistake": mistake,
    "hint": hint,
    "candidates": candidates,
    "twins": twins,
    "more": more,
    "spare": spare,
}

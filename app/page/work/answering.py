"""Answer a question about a text: solutions as they are found, progress, and a final document.

Each question is a call of the library, and its final document is the one that the command line
prints with --json. An interrupted or too large answer reports what was found by then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from html import escape
from itertools import islice
from typing import Any, Unpack

from .... import setting, solvers
from ....models.answer import Answer
from ....models.errors import Unavailable, Unreached
from ....models.formats.format import Problem
from ....models.formats.matrix.dlx_text import option_line
from ....models.formats.reading import Reading
from ....models.matrix.exact_cover import ExactCover
from ....models.objective import Number
from ....models.spelling import numeral
from ....models.sudokus.grid_puzzle import GridPuzzle
from ....solvers import Interrupted, Snapshot, Status
from ....solvers.contract.batch import Options
from ....solvers.contract.deadline import Deadline
from ....solvers.contract.evidence import Claim, Evidence
from ....solvers.contract.goal import Goal
from ....solvers.contract.result import Result
from ....solvers.crosscheck.report import verdict_line
from ....solvers.explain.explanation import Explanation, Verdict
from ....solvers.search.search import Search
from ....solvers.search.settings import EverySetting, Settings
from ...documents import document
from . import interrupts
from .output import DONE, PROGRESS, SOLUTION, UNTOLD, Output, TooLarge, described
from .reading import cells_of, first_of, fragment

__all__ = ["Query", "answer", "respond", "solutions"]

INTERRUPTED = "INTERRUPTED"
COMPARED = 1000  # solutions that a cross-check compares one by one
OFTEN = 0.2  # seconds between two words of progress
JSON = "["  # how the text of an answer begins that is an array
LOOKED_FOR_ANOTHER = 3.0  # seconds that a second solution is looked for, at most
STATES = 0.5  # of the memory that a count may keep states in


def answer(task: dict[str, Any], output: Output) -> None:
    """Answer the question of a task."""
    respond(task, output, Query.answer)


def respond(
    task: dict[str, Any], output: Output, fields_of: Callable[[Query], dict[str, Any]]
) -> None:
    """Read the puzzle of a task, and report what is answered about it, or why nothing is."""
    deadline = Deadline(task["seconds"])
    try:
        with interrupts.heard():
            reading, problem = first_of(task, deadline)
        query = Query(reading, problem, task, deadline, output)
        fields = fields_of(query) | {"reading": reading.to_dict()}
        if query.interrupted:
            fields |= {"status": INTERRUPTED, "headline": f"interrupted: {fields['headline']}"}
    except KeyboardInterrupt:
        fields = {
            "status": INTERRUPTED,
            "headline": "interrupted before anything was found",
            "document": None,
        }
    except Unreached as error:
        fields = {"status": "UNKNOWN", "headline": described(error)["message"], "document": None}
    output.send(DONE, {**UNTOLD, **fields}, last=True)


class Query:
    """One running query."""

    def __init__(
        self,
        reading: Reading,
        problem: Problem,
        task: dict[str, Any],
        deadline: Deadline,
        output: Output,
    ) -> None:
        self.reading, self.problem = reading, problem
        self.task, self.deadline, self.output = task, deadline, output
        self._partly = PARTLY if reading.warnings else ""
        settings = Settings(solver=task["solver"], progress=self._progress)
        self.search = Search(problem, Goal.BEST, settings)
        self.limit: int = task["limit"]
        self._cells = cells_of(problem)
        self._sent, self._next, self._begun = 0, 0.0, time.monotonic()
        self._full = ""  # why no more solutions are sent
        self.interrupted = False

    def answer(self) -> dict[str, Any]:
        """Run the search; return the fields of the final message."""
        question = self.task["question"]
        if question in ("count", "check", "explain"):
            return {"count": self._count, "check": self._check, "explain": self._explain}[
                question
            ]()
        ranked = _has_objective(self.problem)
        if question == "all" or (question == "best" and self.limit > 1):
            return self._list(ranked)
        try:
            with interrupts.heard():
                result = self.within(Goal.BEST).run()
        except Interrupted as stopped:
            result, self.interrupted = stopped.result, True
        if result.options is not None:
            try:
                self.show(result.answer or result.options)
            except TooLarge as error:
                self._full = str(error)
        unique, evidence = self._uniqueness(result)
        headline = of_solve(result, unique, self._partly)
        fields = self._done("result", result, headline, answer=not self._full)
        return fields | {"unique": unique, "evidence": evidence.to_dict()}

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return str(self.search.settings.solver)

    def within(self, goal: Goal, **settings: Unpack[EverySetting]) -> Search:
        """Return the search for a goal in the time that is left."""
        search = self.search.with_goal(goal).but(**settings)
        return search.within(self.deadline.left())

    # ---- The questions --------------------------------------------------------------------

    def _uniqueness(self, result: Result) -> tuple[bool | None, Evidence]:
        """Find out, within few seconds, whether a solution is the only one; None: not known.

        Return what that and the solution rest on, too. Of the best solution it is not asked.
        """
        if result.options is None or self.interrupted or _has_objective(self.problem):
            return None, result.evidence
        seen = {tuple(sorted(result.options))}
        search = self.within(Goal.ALL, solver="auto", time_limit=LOOKED_FOR_ANOTHER)
        try:
            with (
                interrupts.heard(),
                search.run() as others,
            ):
                for solution in others:
                    options = solution.options if isinstance(solution, Answer) else solution
                    seen.add(tuple(sorted(options)))
                    if len(seen) > 1:
                        return False, _with_uniqueness(result.evidence, False)
                listed = others.result()
        except (KeyboardInterrupt, Unreached):
            return None, result.evidence
        return (True, self._agreed(listed)) if listed.complete else (None, result.evidence)

    def _agreed(self, listed: Result) -> Evidence:
        """Return what it rests on that there is no other: on two kinds of solvers, if in time."""
        limit = LOOKED_FOR_ANOTHER
        search = self.within(Goal.ALL, solver="auto", time_limit=limit, evidence="agreed")
        try:
            with interrupts.heard(), search.run() as again:
                for _ in again:
                    pass
                confirmed: Result = again.result()
        except (KeyboardInterrupt, Unreached, Unavailable):
            return listed.evidence
        return confirmed.evidence if confirmed.complete else listed.evidence

    def _count(self) -> dict[str, Any]:
        try:
            with interrupts.heard():
                keeps_states = self.solver in ("auto", "memo")
                memory = int(STATES * self.task["memory"]) if keeps_states else None
                result = self.within(Goal.COUNT, memory=memory).run()
        except Interrupted as stopped:
            result, self.interrupted = stopped.result, True
        return self._done("count", result, of_count(result, self._partly))

    def _list(self, ranked: bool) -> dict[str, Any]:
        stream: Any
        result = Result(Status.UNKNOWN, self.solver, "")
        try:
            with interrupts.heard():
                if ranked:
                    stream = self.within(Goal.RANKED, k=self.limit).run()
                else:
                    stream = self.within(Goal.ALL).run()
            with stream:
                try:
                    with interrupts.heard():
                        for solution in islice(stream, self.limit):
                            with interrupts.held():
                                self.show(solution)
                finally:
                    result = stream.result()
        except KeyboardInterrupt:
            self.interrupted = True
        except TooLarge as error:
            self._full = str(error)
        complete = result.complete and not self._full
        headline = of_list(result, self._sent, self.limit, self._partly, ranked=ranked)
        fields = self._done("solutions", result, headline, answer=False)
        if self._full:
            shown = solutions(self._sent)
            fields["headline"] = f"the first {shown}{self._partly}: {self._full}"
        fields["document"] |= {"count": self._sent, "complete": complete}
        return fields

    def _check(self) -> dict[str, Any]:
        try:
            with interrupts.heard():
                report = solvers.crosscheck(
                    self.problem,
                    None if self.solver == "auto" else self.solver.split(","),
                    limit=COMPARED,
                    budget=self.deadline.left(),
                    progress=self._progress,
                )
        except Interrupted as error:
            report, self.interrupted = error.result, True
        return {
            "status": str(report.verdict).upper().replace(" ", "_"),
            "headline": self._partly_about(verdict_line(report)),
            "document": (content := document("check", reading=self.reading, **report.to_dict())),
            "evidence": content["evidence"],
            "html": fragment(report._repr_html_()),
        }

    def _explain(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"unique": None, "redundant_givens": None}
        explanation = Explanation(self.problem, Verdict.UNKNOWN)
        try:
            with interrupts.heard():
                explanation = solvers.explain(
                    self.problem, time_limit=self.deadline.left(), progress=self._progress
                )
                if explanation.verdict is Verdict.FEASIBLE:
                    self._about_givens(facts)
        except Interrupted as stopped:
            explanation, self.interrupted = stopped.result, True
        except KeyboardInterrupt:
            self.interrupted = True
        if self.interrupted and explanation.verdict is Verdict.UNKNOWN:
            headline, report = "not known yet whether there is a solution", ""
        else:
            headline, report = (
                str(explanation).partition("\n")[0],
                fragment(explanation._repr_html_()) or "",
            )
            if facts["unique"] is not None:
                headline += "; it is the only one" if facts["unique"] else "; there are others"
        return {
            "status": str(explanation.verdict),
            "headline": self._partly_about(headline),
            "document": document(
                "explanation", reading=self.reading, puzzle=1, **explanation.to_dict(), **facts
            ),
            "evidence": _with_uniqueness(explanation.evidence, facts["unique"]).to_dict(),
            "html": (report + _givens_html(facts)) or None,
        }

    def _about_givens(self, facts: dict[str, Any]) -> None:
        """Find out whether the solution is the only one, and which givens could be spared."""
        problem = self.problem
        try:
            facts["unique"] = setting.is_unique(
                problem, time_limit=self.deadline.left(), progress=self._progress
            )
            if not facts["unique"] or isinstance(problem, ExactCover) or not problem.givens:
                return
            spare = setting.redundant_givens(
                problem, time_limit=self.deadline.left(), progress=self._progress
            )
            facts["redundant_givens"] = [str(given) for given in spare]
        except Unreached:
            pass  # null says that it is not known

    # ---- What is sent ---------------------------------------------------------------------

    def _done(
        self, kind: str, result: Result, headline: str, *, answer: bool = True
    ) -> dict[str, Any]:
        return {
            "status": str(result.status),
            "headline": headline,
            "document": document(
                kind, reading=self.reading, puzzle=1, **result.to_dict(answer=answer)
            ),
            "evidence": result.evidence.to_dict(),
        }

    def _partly_about(self, headline: str) -> str:
        """Return a headline about the puzzle, or else about what was read of it."""
        return f"{headline}; this is about what was read" if self._partly else headline

    def show(self, solution: Answer | Options) -> None:
        """Send a solution to the page."""
        options = solution.options if isinstance(solution, Answer) else solution
        page = solution.puzzle.page(solution) if isinstance(solution, Answer) else None
        self.output.send(
            SOLUTION,
            {
                "number": self._sent + 1,
                "svg": None if page is None else page.svg,
                "text": self._text(solution),
                "options": list(options),
                "objective": self._objective(solution),
            },
        )
        self._sent += 1

    def _text(self, solution: Answer | Options) -> str:
        if isinstance(solution, Answer):
            text = solution.puzzle.show(solution)
            on_one_line = isinstance(solution.puzzle, GridPuzzle) and "\n" not in text
            if self._cells is None or not on_one_line or text.startswith(JSON):
                return text
            return self._cells.text(solution.options)
        assert isinstance(self.problem, ExactCover)
        return "\n".join(option_line(self.problem, option) for option in solution)

    def _objective(self, solution: Answer | Options) -> Number | None:
        if isinstance(solution, Answer):
            return solution.objective
        assert isinstance(self.problem, ExactCover)
        return self.problem.cost(solution) if self.problem.has_costs else None

    def _progress(self, seen: Snapshot) -> None:
        now = time.monotonic()
        if now < self._next or seen.ended:
            return
        self._next = now + OFTEN
        with interrupts.held():
            self.output.send(
                PROGRESS,
                {
                    "share": seen.part,
                    "found": seen.found,
                    "best": seen.best,
                    "bound": seen.bound,
                    "seconds": round(now - self._begun, 3),  # of all that an explanation asks
                    "seconds_left": seen.seconds_left,
                    "limit_left": seen.limit_left,
                    "solver": seen.solver,
                    "done": seen.done,
                    "total": seen.total,
                    "unit": seen.unit,
                },
            )


def _has_objective(problem: Problem) -> bool:
    return problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective


def _with_uniqueness(evidence: Evidence, unique: bool | None) -> Evidence:
    """Return the evidence with that of whether there is another solution; None: not known."""
    if unique is None:
        return evidence
    other = Claim.stated("no other") if unique else Claim.verified("another solution")
    return Evidence((*evidence.claims, other))


def _givens_html(facts: dict[str, Any]) -> str:
    """Return as HTML which givens could be spared, where that is known."""
    spare = facts["redundant_givens"]
    if spare is None:
        return ""
    if not spare:
        return "<p>none of its givens could be spared</p>"
    items = "".join(f"<li>{escape(given)}</li>" for given in spare)
    return f"<p>each of these givens, alone, could be spared:</p><ul>{items}</ul>"


# ---- Headlines -----------------------------------------------------------------------------------

# Part of a headline if some of the text was not read.
PARTLY = " of what was read"
ALONE = {True: "the only solution", False: "one of several solutions"}


def solutions(number: int) -> str:
    """Return a number of solutions in words."""
    text = numeral(number)
    grouped = f"{number:,}" if len(text) <= 24 else f"{text[:6]}... ({len(text)} digits)"
    return f"{grouped} solution{'' if number == 1 else 's'}"


def of_solve(result: Result, unique: bool | None, partly: str) -> str:
    """Say what one solution is worth, or whether it is the only one, or why there is none."""
    match result.status:
        case "INFEASIBLE":
            return f"there is no solution{partly}"
        case "UNKNOWN":
            return "no solution was found in the time"
        case "FEASIBLE":
            bound = "" if result.bound is None else f"; none is better than {result.bound}"
            worth = f"{result.objective}, not proved the best{bound}"
            return f"a solution{partly}: {worth}" if partly else f"a solution of {worth}"
    if result.objective is not None:
        return f"the best solution{partly}: {result.objective}"
    if unique is None:
        return f"a solution{partly}; not known whether it is the only one"
    return f"{ALONE[unique]}{partly}"


def of_count(result: Result, partly: str) -> str:
    """Say how many there are, or at least are."""
    number = result.count or 0
    if result.complete:
        in_all = partly or " in all"
        return f"{solutions(number)}{in_all}" if number else f"there is no solution{partly}"
    text = f"at least {solutions(number)}{partly}" if number else "no solution counted yet"
    return f"{text}{_share(result)}"


def of_list(result: Result, listed: int, limit: int, partly: str, *, ranked: bool) -> str:
    """Say how many were listed, and whether these are all."""
    if result.complete and not listed:
        return f"there is no solution{partly}"
    if result.complete and listed == 1 and not ranked:
        return f"{ALONE[True]}{partly}"
    number = f"{solutions(listed)}{partly}"
    if result.complete:
        return f"all {number}, the best first" if ranked else f"all {number}"
    kind = "the best " if ranked else "the first "
    if listed == limit:
        return f"{kind}{number}, as many as were asked for"
    return f"{kind if listed else ''}{number} in the time{_share(result)}"


def _share(result: Result) -> str:
    progress = result.statistics.progress
    return "" if progress is None else f", in some {progress:.1%} of the search tree"

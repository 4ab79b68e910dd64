"""The report of a cross-check: as JSON, as text, as Markdown, and for notebooks."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...models.errors import SolverError
from ...models.formats.matrix.dlx_text import write_dlx
from ...models.matrix.exact_cover import ExactCover
from ...models.objective import Number
from ...models.puzzle import Puzzle
from ...models.spelling import as_json, number, numeral
from ..contract.evidence import Evidence
from ..environment import machine, packages, python
from ..registry import get_solver
from ..search.running import query_of
from .findings import CheckVerdict, Findings, evidence_of
from .outcome import WIDTH, Disagreement, Outcome

if TYPE_CHECKING:
    from ...models.picture.notebook import Page

__all__ = [
    "CheckVerdict",
    "ReplayUnwritten",
    "Report",
    "digest_of",
    "figure_of",
    "obstacle_line",
    "replaying",
    "verdict_line",
]

# ---- The report as JSON --------------------------------------------------------------------------
#
# docs/trust.md says what each key means, and so does its schema. Integers past 2^53 are strings
# of digits, as in models/spelling.py.


SCHEMA = 1  # goes up where a key goes away or changes its meaning
SMALLEST = "smallest.dlx"


def as_dict(report: Findings) -> dict[str, Any]:
    """Return the report as plain values, keys sorted throughout."""
    document: dict[str, Any] = _sorted(
        {
            "schema": SCHEMA,
            "began": report.began,
            "by_two_kinds": report.by_two_kinds,
            "count": number(report.count),
            "disagreements": [_disagreement(dispute) for dispute in report.disagreements],
            "evidence": evidence_of(report).to_dict(),
            "expected": number(report.expected),
            "interrupted": report.interrupted,
            "kinds": list(report.kinds),
            "limits": {
                "budget": _seconds(report.settings.budget),
                "limit": report.limit,
                "time_limit": _seconds(report.settings.time_limit),
            },
            "machine": machine(),
            "matrix": _matrix(report),
            "objective": number(report.objective),
            "outcomes": [_outcome(outcome, report) for outcome in report.outcomes],
            "packages": packages(),
            "puzzle": report.problem.name if isinstance(report.problem, Puzzle) else None,
            "python": python(),
            "question": report.question,
            "scope": _scope(report),
            "seconds": _seconds(report.seconds),
            "seed": report.settings.seed,
            "smallest": _smallest(report),
            "totals": [_outcome(total, report) for total in report.totals],
            "verdict": str(report.verdict),
        }
    )
    return document


def digest_of(outcome: Outcome, question: str) -> str | None:
    """Return the digest of all solutions that a solver handed over, or said are all.

    None: the best was asked for, or they were counted and not listed, or it came to nothing.
    """
    total = sum(part.number for part in outcome.parts)
    listed = outcome.count == total and (total or outcome.complete)
    if question == "best" or not listed:
        return None
    return _digest(sum(part.hashes for part in outcome.parts))


def replaying(report: Findings) -> str | None:
    """Return the command that shows the first disagreement again on the smallest matrix."""
    if report.smallest is None or not report.disagreements:
        return None
    names = report.disagreements[0].between
    try:
        for name in names:
            get_solver(name)
    except SolverError:
        return None  # a solver of the caller's own, which the command line does not know
    words = ["minuet", "check", str(report.replay or SMALLEST)]
    return shlex.join([*words, "--solvers", ",".join(names)])


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(entry) for entry in value] if isinstance(value, list) else value


def _seconds(value: float | None) -> float | None:
    return None if value is None else as_json(round(value, 3))


def _digest(hashes: int) -> str:
    return f"{hashes % WIDTH:032x}"


def _matrix(report: Findings) -> dict[str, Any] | None:
    """Return what was asked about; None where there was no time to compile it."""
    if report.search is None:
        return None
    query = query_of(report.search)
    matrix = query.matrix
    return {
        "digest": matrix.digest,
        "entries": len(matrix.members),
        "forbidden": sorted(query.forbidden),
        "given": sorted(query.given),
        "options": matrix.options,
        "primary": matrix.primary,
        "secondary": len(matrix.items) - matrix.primary,
    }


def _scope(report: Findings) -> dict[str, Any]:
    compared, answered = report.compares, set(report.answered())
    return {
        "branches": [
            {
                "barred": sorted(branch.forbidden),
                "compared": place in answered,
                "given": list(branch.given),
                "share": branch.share,
                "solutions": number(branch.solutions),
                "spread": branch.spread,
            }
            for place, branch in enumerate(report.asked.branches)
        ],
        "compared": len(report.answered()),
        "counted_by": compared.counted or None,
        "share": compared.share,
        "spread": compared.spread,
        "text": report.scope,
        "total": number(compared.total),
        "whole": report.whole,
    }


def _outcome(outcome: Outcome, report: Findings) -> dict[str, Any]:
    return {
        "asked": outcome.asked,
        "bound": number(_in_words(outcome.bound, report)),
        "by": outcome.by,
        "complete": outcome.complete,
        "count": number(outcome.count),
        "digest": digest_of(outcome, report.question),
        "ended": outcome.ended,
        "kind": outcome.kind,
        "note": outcome.note,
        "objective": number(outcome.objective),
        "parts": [
            {
                "complete": part.answered,
                "counted": number(part.counted),
                "digest": _digest(part.hashes) if part.number or not part.counted else None,
                "found": number(part.number),
            }
            for part in outcome.parts
        ],
        "seconds": _seconds(outcome.seconds),
        "solver": outcome.solver,
        "status": str(outcome.status),
        "version": outcome.version,
        "wrong": outcome.wrong,
    }


def _in_words(cost: int | None, report: Findings) -> Number | None:
    """Return a cost of the matrix as the puzzle speaks of it, which may be with another sign."""
    problem = report.problem
    if cost is None or not isinstance(problem, Puzzle) or not problem.has_objective:
        return cost
    return problem.objective(cost)


def _disagreement(disagreement: Disagreement) -> dict[str, Any]:
    witness = None
    if disagreement.witness is not None:
        witness = {"options": list(disagreement.witness), "text": disagreement.shown}
    return {
        "between": list(disagreement.between),
        "branch": disagreement.place,
        "text": str(disagreement),
        "witness": witness,
    }


def _smallest(report: Findings) -> dict[str, Any] | None:
    matrix: ExactCover | None = report.smallest
    if matrix is None:
        return None
    return {"command": replaying(report), "digest": matrix.digest, "dlx": write_dlx(matrix)}


# ---- The report as plain text and as Markdown ----------------------------------------------------


SHORT = 12  # digits of a digest, enough to distinguish it from others
LISTED = 100  # options that are given, or forbidden
LEGIBLE = 200  # options of a matrix that is shown


def verdict_line(report: Findings) -> str:
    """Return what came of it, and whose word that is, in one line."""
    places, compared = report.answered(), report.compared
    if not places and report.total is not None:
        compared = [outcome for outcome in report.totals if outcome.complete]
    in_part = [
        outcome.solver for outcome in compared if places and not all(map(outcome.answered, places))
    ]
    whole = ", ".join(outcome.solver for outcome in compared if outcome.solver not in in_part)
    piece = f"{', '.join(in_part)} in part" if in_part else ""
    names = "; ".join(filter(None, (whole, piece))) or "no solver"
    match report.verdict:
        case "agreed":
            return f"agreed: {names}"
        case "agreed by one kind":
            part = " (in part by two kinds)" if len(report.kinds) > 1 else ""
            return f"agreed by one kind: {names}{part}"
        case "incomplete" if report.answered():
            return f"incomplete: {names} agree, but not on the whole count: {report.scope}"
        case "incomplete":
            return f"incomplete: {_who_did_not(report, names)}"
        case "nothing compared":
            return f"nothing to compare: {names} finished"
    return f"disagreed: {len(report.disagreements)} disagreement" + (
        "s" if len(report.disagreements) > 1 else ""
    )


def obstacle_line(report: Findings) -> str:
    """Return what the puzzle itself shows, in one line."""
    return f"by counting alone there is no solution: {report.obstacle}"


def _who_did_not(report: Findings, names: str) -> str:
    """Say who finished and who did not, where no two did."""
    others = [
        outcome.solver
        for outcome in report.outcomes
        if outcome.asked and outcome not in report.compared
    ]
    if not report.compared:
        return "no solver finished; what they found does not clash"
    listed = " and ".join(filter(None, (", ".join(others[:-1]), *others[-1:])))
    without = f", {listed} did not" if others else ""
    return f"{names} finished{without}; nothing contradicts it"


def as_text(report: Findings) -> str:
    """Return the report as plain text: the table, the verdict, and what shows a disagreement."""
    outcomes = (*report.outcomes, *report.totals)
    rows = [headings_of(report), *(cells_of(report, outcome) for outcome in outcomes)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [f"compared: {report.scope}"]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    if report.obstacle:
        lines.append(obstacle_line(report))
    lines.append(verdict_line(report))
    for dispute in report.disagreements:
        lines.append(f"DISAGREEMENT: {dispute}")
        if dispute.shown:
            lines += ["witness:", dispute.shown]
    if report.smallest is not None:
        lines += ["smallest matrix:", _written(report.smallest).rstrip()]
    command = replaying(report)
    return "\n".join([*lines, f"replay: {command}"] if command else lines) + "\n"


def as_markdown(report: Findings) -> str:
    """Return the report as Markdown: what one would put into a note or an issue."""
    return "\n\n".join(_sections(report)) + "\n"


def _sections(report: Findings) -> Iterator[str]:
    problem = report.problem
    name = problem.name if isinstance(problem, Puzzle) else "an exact cover"
    yield f"# Cross-check of {_plain(name)}: {report.verdict}"
    yield f"Compared: {_plain(report.scope)}. {_plain(_sentence(verdict_line(report)))}"
    if report.obstacle:
        yield _plain(_sentence(obstacle_line(report)))
    if report.count is not None:
        yield f"Solutions: **{numeral(report.count)}**."
    if report.objective is not None:
        yield f"Objective: **{report.objective}**."
    evidence = evidence_of(report)
    if evidence.claims:
        yield f"Evidence: {_plain(str(evidence))}."
    yield _table([headings_of(report), *(cells_of(report, outcome) for outcome in report.outcomes)])
    if report.totals:
        counted = [headings_of(report), *(cells_of(report, outcome) for outcome in report.totals)]
        yield f"Asked for the number of all solutions:\n\n{_table(counted)}"
    for dispute in report.disagreements:
        yield f"## Disagreement\n\n{_plain(dispute)}"
        if dispute.shown:
            yield f"Witness, a solution that was verified:\n\n{_fenced(dispute.shown)}"
    if report.smallest is not None:
        yield f"## The smallest matrix found\n\n{_fenced(_written(report.smallest), 'dlx')}"
        if command := replaying(report):
            yield f"In a file, it shows the first disagreement again:\n\n{_fenced(command, 'sh')}"
    yield f"## On what this rests\n\n{_table([('what', 'value'), *_facts(report)])}"


def headings_of(report: Findings) -> tuple[str, ...]:
    """Return what stands over the columns of a report's table."""
    figure = "objective" if report.question == "best" else "solutions"
    return ("solver", "kind", "asked", "status", figure, "digest", "seconds", "ended", "note")


def cells_of(report: Findings, outcome: Outcome) -> tuple[str, ...]:
    """Return the line of one solver in a report's table."""
    return (
        outcome.solver
        if outcome.by in ("", outcome.solver)
        else f"{outcome.solver} ({outcome.by})",
        outcome.kind,
        outcome.asked,
        str(outcome.status),
        figure_of(report, outcome),
        (digest_of(outcome, report.question) or "")[:SHORT],
        f"{outcome.seconds:.2f}",
        outcome.ended,
        outcome.note,
    )


def figure_of(report: Findings, outcome: Outcome) -> str:
    """Return the number that a solver found, or the best; in how much, where it did not finish."""
    best = report.question == "best"
    figure = outcome.objective if best else outcome.count
    if figure is None or best or outcome.complete:
        return "" if figure is None else numeral(figure)
    in_all = 1 if any(total is outcome for total in report.totals) else len(report.asked.branches)
    if in_all == 1:
        return f"{numeral(figure)} so far"
    answered = sum(part.answered for part in outcome.parts)
    return f"{numeral(figure)} in {answered} of {in_all} branches"


def _facts(report: Findings) -> Iterator[tuple[str, str]]:
    if report.search is not None:
        query = query_of(report.search)
        matrix, given, forbidden = query.matrix, query.given, query.forbidden
        secondary = len(matrix.items) - matrix.primary
        yield "matrix", f"{matrix.primary} + {secondary} items, {matrix.options} options"
        yield "its digest", f"`{matrix.digest}`"
        for label, options in (("given", given), ("forbidden", forbidden)):
            if options:
                yield f"{label} options", _listed(options)
    settings = report.settings
    if report.question == "all":
        yield "compared at most", f"{report.limit} solutions of a branch"
        yield "seed", str(settings.seed)
    yield "budget", "none" if settings.budget is None else f"{round(settings.budget, 2):g} s"
    if settings.time_limit is not None:
        yield "time limit", f"{settings.time_limit:g} s for each solver"
    if report.expected is not None:
        yield "expected", f"{report.expected} solutions"
    yield "began", report.began
    yield "seconds", f"{report.seconds:.2f}"
    for outcome in report.outcomes:
        if outcome.version:
            yield f"solver {outcome.solver}", outcome.version
    yield "packages", ", ".join(f"{name} {version}" for name, version in packages().items())
    yield "Python", " ".join(python().values())
    here = machine()
    yield "machine", f"{here['platform']}, {here['processor']}, {here['cores']} cores"


def _listed(options: Iterable[int]) -> str:
    """Return the numbers of some options, of many the first ones."""
    numbers = sorted(options)
    listed = ", ".join(map(str, numbers[:LISTED]))
    return f"{listed} and {len(numbers) - LISTED} more" if len(numbers) > LISTED else listed


def _written(matrix: ExactCover) -> str:
    """Return a matrix as DLX text, unless it is too large to be read."""
    if matrix.options <= LEGIBLE:
        return write_dlx(matrix)
    return f"| {matrix.options} options, too many to be shown here"


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; columns without anything in them are left out."""
    filled = [k for k in range(len(rows[0])) if any(row[k] for row in rows[1:])]
    cells = ([row[k] for k in filled] for row in rows)
    quoted = ([cell if cell.startswith("`") else _plain(cell) for cell in row] for row in cells)
    lines = [f"| {' | '.join(row)} |" for row in quoted]
    return "\n".join([lines[0], "|" + "---|" * len(filled), *lines[1:]])


def _plain(text: str) -> str:
    """Return a text on one line in which nothing is markup."""
    line = " ".join(text.split()).replace("\\", "\\\\")
    return "".join(f"\\{c}" if c in "|`*_<>[]#" else c for c in line)


def _sentence(line: str) -> str:
    return f"{line[:1].upper()}{line[1:]}."


def _fenced(text: str, language: str = "") -> str:
    """Return a block of code, whose fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


@dataclass
class Report(Findings):
    """The result of a cross-check as text, JSON and Markdown; `Findings` lists its fields."""

    @property
    def evidence(self) -> Evidence:
        """What is now known of the puzzle, claim by claim, and what that rests on."""
        return evidence_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can hold it, with all that it takes to cite or repeat it.

        docs/trust.md says what each key means and how the digests are worked out.
        """
        return as_dict(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown: a table, what shows each disagreement, the versions."""
        return as_markdown(self)

    def to_text(self) -> str:
        """Return the report as plain text; `str` does too."""
        return as_text(self)

    def _page(self) -> Page:

        return report_page(self)

    def _repr_html_(self) -> str | None:
        return self._page().html

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self._page().bundle(include, exclude)

    def __str__(self) -> str:
        return self.to_text()


class ReplayUnwritten(OSError):
    """The file that shows a disagreement could not be written; `report` says what it is."""

    def __init__(self, error: OSError, report: Report) -> None:
        super().__init__(error.errno, error.strerror, error.filename)
        self.report = report


# ---- The report in notebooks: verdict, table of the answers, differences -------------------------


_COLORS = {"agreed": "#2e7d32", "disagreed": "#c0392b"}


def report_page(report: Findings) -> Page:
    """Return the page of a report."""
    from ...models.picture.notebook import Page, shown

    return shown(report, lambda: Page(_html(report), None, as_text(report)))


def _html(report: Findings) -> str:
    from ...models.picture.labels import markup
    from ...models.picture.notebook import rows_of

    color = _COLORS.get(str(report.verdict), "#b26a00")
    lines = [
        f'<p><b style="color:{color}">{markup(verdict_line(report))}</b></p>',
        f"<p>compared: {markup(str(report.scope))}</p>",
        rows_of(headings_of(report), [cells_of(report, outcome) for outcome in report.outcomes]),
    ]
    if report.totals:
        lines.append("<p>asked for the number of all solutions:</p>")
        lines.append(
            rows_of(headings_of(report), [cells_of(report, outcome) for outcome in report.totals])
        )
    for dispute in report.disagreements:
        lines.append(f"<p><b>disagreement</b>: {markup(str(dispute))}</p>")
        if dispute.shown:
            lines.append(f"<pre>{markup(dispute.shown)}</pre>")
    return f"<div>{''.join(lines)}</div>"

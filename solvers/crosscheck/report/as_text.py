"""A report to be read: as plain text, and as Markdown for a note or an issue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....models.formats.matrix.dlx_text import write_dlx
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ....models.telling.spelling import numeral
from ...search.running import query_of
from ..outcome import Outcome
from .as_dict import digest_of, replaying
from .findings import Findings
from .machine import machine, packages, python
from .statement import evidence_of

__all__ = [
    "as_markdown",
    "as_text",
    "cells_of",
    "figure_of",
    "headings_of",
    "obstacle_line",
    "verdict_line",
]

SHORT = 12  # digits of a digest that is only to be told from others
LISTED = 100  # options that are given, or forbidden
LEGIBLE = 200  # options of a matrix that is shown


def verdict_line(report: Findings) -> str:
    """Return what came of it, and whose word that is, in one line."""
    places, compared = report.answered(), report.compared
    if not places and report.total is not None:
        compared = [one for one in report.totals if one.complete]
    in_part = [one.solver for one in compared if places and not all(map(one.answered, places))]
    whole = ", ".join(one.solver for one in compared if one.solver not in in_part)
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
    """Return what the puzzle itself tells, in one line."""
    return f"by counting alone there is no solution: {report.obstacle}"


def _who_did_not(report: Findings, names: str) -> str:
    """Say who finished and who did not, where no two did."""
    others = [one.solver for one in report.outcomes if one.asked and one not in report.compared]
    if not report.compared:
        return "no solver finished; what they found does not clash"
    listed = " and ".join(filter(None, (", ".join(others[:-1]), *others[-1:])))
    without = f", {listed} did not" if others else ""
    return f"{names} finished{without}; nothing contradicts it"


def as_text(report: Findings) -> str:
    """Return the report as plain text: the table, the verdict, and what shows a disagreement."""
    asked = (*report.outcomes, *report.totals)
    rows = [headings_of(report), *(cells_of(report, outcome) for outcome in asked)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [f"compared: {report.scope}"]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    if report.obstacle:
        lines.append(obstacle_line(report))
    lines.append(verdict_line(report))
    for one in report.disagreements:
        lines.append(f"DISAGREEMENT: {one}")
        if one.shown:
            lines += ["witness:", one.shown]
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
    yield _table([headings_of(report), *(cells_of(report, one) for one in report.outcomes)])
    if report.totals:
        counted = [headings_of(report), *(cells_of(report, one) for one in report.totals)]
        yield f"Asked for the number of all solutions:\n\n{_table(counted)}"
    for one in report.disagreements:
        yield f"## Disagreement\n\n{_plain(one)}"
        if one.shown:
            yield f"Witness, a solution that was verified:\n\n{_fenced(one.shown)}"
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
    in_all = 1 if any(one is outcome for one in report.totals) else len(report.asked.branches)
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
        for what, options in (("given", given), ("forbidden", forbidden)):
            if options:
                yield f"{what} options", _listed(options)
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
    lines = ["| " + " | ".join(_cell(row[k]) for k in filled) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(filled), *lines[1:]])


def _cell(text: str) -> str:
    return text if text.startswith("`") else _plain(text)


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

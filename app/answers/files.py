"""What commands write into files: all solutions, certificates; and the solution sets they ask.

Solutions go into a file with a checkpoint, or into a folder of Parquet files; after a kill, the
same command resumes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import numbered
from ..command import option_error
from ..terminal.reports import (
    answers_in,
    bar,
    count_so_far,
    interrupted_count,
    interruptible,
    of_puzzle,
    placed,
)
from ..terminal.streams import print_message, print_note, printable

if TYPE_CHECKING:
    from ...solvers import SolutionSet
    from ...solvers.contract.result import Result
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.selection import Problem

__all__ = [
    "asked_set",
    "found_until",
    "require_certifiable",
    "write_certificate",
    "write_sharded",
    "write_with_checkpoint",
]


def write_with_checkpoint(
    problems: Sequence[Problem],
    settings: Mapping[str, Any],
    output: str,
    checkpoint: str,
    *,
    as_json: bool,
) -> bool:
    """Write all solutions of the one problem there is; False if a limit cut them short."""
    from ...solvers import solutions

    if len(problems) != 1:
        raise option_error("--checkpoint", f"goes with one puzzle, but there are {len(problems)}")
    (problem,) = problems
    text = _as_lines(problem) if as_json else _as_text(problem)

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if as_json and (partial_result := getattr(stopped, "result", None)) is not None:
            _sum_up(output, checkpoint, partial_result)
        return interrupted_count(stopped)

    with interruptible(on_interrupt, saves=True), bar("list") as progress:
        stream = solutions(problem, progress=progress, **settings)
        form = "JSON" if as_json else "text"
        result: Result = stream.write(output, checkpoint=checkpoint, text=text, form=form)
    if as_json:
        _sum_up(output, checkpoint, result)
    elif result.complete and not result.count:
        _append(output, f"{result.status}\n")
    if not result.complete:
        print_message(f"time limit: {count_so_far(result)}")
    return result.complete


def _as_text(problem: Problem) -> Callable[[Any], str]:
    from .text import solution_as_text

    return lambda solution: f"{printable(solution_as_text(problem, solution))}\n"


def _as_lines(problem: Problem) -> Callable[[Any], str]:
    from ...models.answer import Answer
    from ..documents import SolutionLines

    lines = SolutionLines(problem, 1)

    def text(solution: Any) -> str:
        options = solution.options if isinstance(solution, Answer) else solution
        return f"{lines.line(options)}\n"

    return text


def _sum_up(output: str, checkpoint: str, result: Result) -> None:
    """Write how many solutions there were behind the last one; a search that goes on cuts it.

    Where the search came to its end before it began, the checkpoint knows of no output to cut.
    """
    from ...models.errors import CheckpointError
    from ...solvers import checkpoint_status
    from ..documents import dumped

    try:
        begun = bool(checkpoint_status(checkpoint).state.more)
    except CheckpointError:
        begun = False
    if begun:
        _append(output, f"{dumped('solutions', puzzle=1, **result.to_dict())}\n")


def _append(output: str, text: str) -> None:
    """Write behind what there is. Raises OSError that names the file, also where there is none."""
    try:
        with open(output, "r+b") as file:  # noqa: PTH123  as ever for answers
            file.seek(0, os.SEEK_END)
            file.write(text.encode())
    except OSError as error:
        error.filename = output
        raise


def write_sharded(
    problems: Sequence[Problem],
    settings: Mapping[str, Any],
    folder: str,
    checkpoint: str | None,
    *,
    as_json: bool,
) -> bool:
    """Write all solutions of the one problem there is; False if a limit cut them short."""
    from ...models.spelling import counted
    from ...solvers import solutions
    from ..documents import emit

    if len(problems) != 1:
        raise option_error("-o", f"goes with one puzzle, but there are {len(problems)}")

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if as_json and (partial_result := getattr(stopped, "result", None)) is not None:
            emit("solutions", puzzle=1, **partial_result.to_dict())
        return interrupted_count(stopped)

    with interruptible(on_interrupt, saves=True), bar("list") as progress:
        stream = solutions(problems[0], progress=progress, **settings)
        result: Result = stream.write(folder, checkpoint=checkpoint, shards=True)
    if as_json:
        emit("solutions", puzzle=1, **result.to_dict())
    if result.complete:
        print_note(f"{counted(result.count or 0, 'solution')} in {folder}")
    else:
        print_message(f"time limit: {count_so_far(result)}; the same command goes on")
    return result.complete


# ---- Solution sets -------------------------------------------------------------------------------


def asked_set(
    problem: Problem,
    place: tuple[int, int],
    progress: Receiver | None,
    settings: Mapping[str, Any],
) -> SolutionSet | None:
    """Return the solution set of a problem; None, and a line on standard error, at a limit.

    place     which of the problems it is, and how many there are
    settings  as `solution_set` takes them
    """
    from ... import solvers
    from ...models.errors import Unreached

    try:
        return solvers.solution_set(problem, progress=progress, **settings)
    except Unreached as error:
        print_message(placed(*place, str(error)))
        return None


def found_until(stopped: KeyboardInterrupt) -> str:
    """Say how many solutions were found when a Ctrl-C came."""
    from ...models.spelling import numeral
    from ...solvers import Interrupted

    count = stopped.result.found if isinstance(stopped, Interrupted) else 0
    return f"at least {numeral(count)} solutions" if count else ""


# ---- Certificates --------------------------------------------------------------------------------


def require_certifiable(problem: Problem, path: str) -> None:
    """Raise Unsupported, before a search rather than after it, for what has no certificates.

    path  of the certificate: its ending tells the format
    """
    from ...models.matrix.exact_cover import ExactCover
    from ...solvers.search.solution_sets.certificates.others import other_of

    if (other := other_of(path)) is not None:
        other.require(problem if isinstance(problem, ExactCover) else problem.matrix)


def write_certificate(
    problem: Problem, result: Result, path: str, places: tuple[int, int], seconds: float | None
) -> dict[str, Any] | None:
    """Write the certificate of an answer into a file, and return its fields in JSON.

    If the answer carries a certificate, that one is written, with the matrix or formula of which
    it speaks beside it. Return None, and print a message, if the time limit came first.
    """
    from ...models.errors import Unreached
    from ...solvers import certify
    from ...solvers.contract.deadline import Deadline, Stopped
    from ...solvers.search.solution_sets.certificates.certificate import Certificate
    from ...solvers.search.solution_sets.certificates.others import other_of

    place, last = places
    target = numbered(path, place) or path
    deadline = Deadline(seconds)
    try:
        with answers_in(target):
            certificate = result.certificate
            if not isinstance(certificate, Certificate):
                certificate = certify(problem, result, time_limit=seconds)
            for name, pieces in certificate.texts(target, deadline).items():
                with answers_in(None if name == target else name):
                    size = sum(map(sys.stdout.write, pieces))  # of ASCII
    except (Unreached, Stopped) as limit:
        reason = str(limit) or "the time limit came before the certificate was complete"
        print_message(of_puzzle(f"{reason}: no certificate was written", place, last))
        return None
    other = other_of(target)
    check = "minuet verify"
    if other is not None:
        check = f"{other.checker} {other.formula_path(target)} {target}"
    elif (matrix := certificate.matrix_path(target)) is not None:
        check = f"minuet verify {matrix} {target}"
    print_note(f"{target}: a certificate of {certificate.nodes} nodes; {check} checks it")
    claim, nodes = certificate.claim, certificate.nodes
    return {"path": target, "claim": claim, "nodes": nodes, "bytes": size}

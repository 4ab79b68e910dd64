"""Reads the puzzles of a text that can be read, and passes over the others, naming each.

A text of a puzzle a line is read in runs of lines; where a run has a mistake its line is left out,
and the run is read again. Where a puzzle takes several lines, what stands between blank lines is
read by itself, for without them the end of the puzzle with the mistake is unknown. So in a
text of such puzzles without blank lines, and in a format of one puzzle, a mistake stays an error.
Constraint strings begin with a line that says so, and each puzzle of them is read by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..errors import InputError
from .format import Format, Problem
from .reading import Reading, problems_of, read, reading_of, sniff
from .registry import format_of
from .source import MOST_CHOICES, Source
from .sudoku.puzzle_fields import has_heading

__all__ = ["read_good"]

SEVERAL = ("sudoku", "target-sudoku", "sudoku-x", "windoku", "jigsaw", "constraints")
RUN = 500  # lines that are read again at a mistake among them
SAMPLE = 20  # lines that are tried by themselves, to see whether each is a puzzle

Complain = Callable[[InputError], object]


def read_good(
    text: str | bytes,
    complain: Complain,
    *,
    file: str = "<text>",
    form: str | Format | None = None,
    most_choices: int = MOST_CHOICES,
    time_limit: float | None = None,
    folder: str | None = None,
) -> Reading:
    """Read a text as `read` does, but for the puzzles with a mistake.

    complain  is called with what is wrong with each, in their order

    Raises the errors of `read` if the other pieces cannot be separated from them.
    """
    began = time.monotonic()
    try:
        return read(
            text,
            file=file,
            form=form,
            most_choices=most_choices,
            time_limit=time_limit,
            folder=folder,
        )
    except InputError:
        source = Source(text, file, guessed=form is None)
        chosen = sniff(source) if form is None else format_of(form)
        if chosen.name not in SEVERAL:
            raise
        lines = source.text.split("\n")
        headed = chosen.name == "sudoku" and has_heading(source)
        heading = [next(filter(_is_content, lines))] if headed else []
        if chosen.name == "constraints":
            from .sudoku.constraint_reading import puzzle_lines  # loads all constraints

            good_ones = _by_parts(list(puzzle_lines(source)), file, chosen)
        elif (good := _good_line(lines, chosen, heading)) is not None:
            good_ones = _by_lines(lines, [*heading, good], file, chosen)
        elif len(parts := list(_paragraphs(lines))) > 1:
            good_ones = _by_parts(parts, file, chosen)
        else:
            raise
        if not good_ones.problems or not good_ones.faults:
            raise  # no line is at fault: it is the text as a whole
    for fault in good_ones.faults:
        complain(fault)
    warnings = list(dict.fromkeys(good_ones.warnings))
    return reading_of(chosen, good_ones.problems, file, began, warnings, good_ones.places)


@dataclass
class _Good:
    """What can be read of a text, and the mistakes in the rest."""

    faults: list[InputError] = field(default_factory=list)
    problems: Sequence[Problem] = ()
    places: list[int] = field(default_factory=list)  # which problem of the text each one is
    warnings: list[str] = field(default_factory=list)


def _read(
    lines: Sequence[str], before: int, file: str, form: Format
) -> tuple[Sequence[Problem], list[str]]:
    """Read some lines, with `before` lines of the text above; return problems and warnings."""
    source = Source("\n".join(lines), file, before=before)
    return problems_of(form, source), source.warnings


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _good_line(lines: Sequence[str], form: Format, heading: Sequence[str]) -> str | None:
    """Return a line that is a puzzle by itself, of the length that most have; None if none is.

    heading  the line that names the columns of a table, if there is one
    """
    content = [line for line in lines if _is_content(line)][:SAMPLE]
    lengths = list(map(len, content))
    usual = max(lengths, key=lengths.count)
    for line in content:
        if len(line) == usual:
            try:
                if len(_read([*heading, line], 0, "", form)[0]) == 1:
                    return line
            except InputError:
                continue
    return None


def _by_lines(lines: Sequence[str], first: Sequence[str], file: str, form: Format) -> _Good:
    """Leave out the lines with a mistake.

    first  a line that is known to be good, behind the heading of a table if there is one
    """
    left, result = list(lines), _Good()
    heading = lines.index(first[0]) if len(first) > 1 else -1
    if heading >= 0:
        left[heading] = ""
    for start in range(0, len(left), RUN):
        # A line that is known to be good comes first, lest a bad one says what is expected.
        run = [*first, *left[start : start + RUN]]
        while True:
            try:
                _read(run, start - len(first), file, form)
            except InputError as error:
                place = error.line - start + len(first) - 1 if error.placed else 0
                if not (len(first) <= place < len(run) and run[place]):
                    raise
                result.faults.append(error)
                run[place] = left[start + place - len(first)] = ""
            else:
                break
    puzzles = [place for place, line in enumerate(lines) if _is_content(line) and place != heading]
    result.places = [number for number, place in enumerate(puzzles, 1) if left[place]]
    if heading >= 0:
        left[heading] = first[0]
    result.faults.sort(key=lambda fault: fault.line)
    if result.places:
        result.problems, result.warnings = _read(left, 0, file, form)
    return result


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield what stands between blank lines, each with the number of lines before it."""
    place = 0
    for blank, group in groupby(lines, key=lambda line: not line.strip()):
        part = list(group)
        if not blank and any(map(_is_content, part)):
            yield place, part
        place += len(part)


def _by_parts(parts: Sequence[tuple[int, list[str]]], file: str, form: Format) -> _Good:
    """Read each part by itself."""
    result = _Good()
    problems: list[Problem] = []
    place = 1
    for before, part in parts:
        try:
            here, warnings = _read(part, before, file, form)
        except InputError as error:
            result.faults.append(error)
            place += 1
        else:
            problems += here
            result.places += range(place, place + len(here))
            result.warnings += warnings
            place += len(here)
    result.problems = problems
    return result

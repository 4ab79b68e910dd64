"""Reads any text by its format.

Where no format is named, the one that is most confident of the text reads it; of two that are
equally confident, the one whose extension the file's name has, and else the first in the table.
Lines that begin with `#` are comments to some formats and words to others. So a text that begins
with such lines, and that none of the former claims, is looked at once more without them.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..errors import InputError, MinuetError, ModelError, Unreached
from ..matrix.exact_cover import ExactCover
from ..puzzle import Puzzle
from ..spelling import counted
from .format import Confidence, Format, Problem
from .registry import FORMATS, OWN, format_of
from .source import MOST_CHOICES, Source

__all__ = ["Reading", "problems_of", "read", "reading_of", "sniff"]

_LOG = logging.getLogger(__name__)
MOST_WARNINGS = 20  # in a document


@dataclass(frozen=True)
class Reading:
    """What a text held: the name of its format, and its problems, one or many.

    `seconds` were taken to read it; a description's puzzle is built in them. The puzzles of a file
    of sudokus share one matrix; each is made anew whenever it is asked for. Where puzzles with a
    mistake were passed over, `places` says of each that is left which it is in the text, from 1.
    `warnings` names every part of the text that is not read, such as drawings and rules in words.
    """

    format: str
    problems: Sequence[Problem]
    seconds: float = 0.0
    places: Sequence[int] | None = None
    warnings: tuple[str, ...] = ()

    @cached_property
    def summary(self) -> str:
        """What was read, as a short list: `9x9 sudoku, jigsaw, 22 givens, 12 cages`.

        It is derived from the puzzles, when it is first asked for; of several puzzles it says how
        many there are: `3 sudokus`.
        """
        if len(self.problems) == 1:
            return self.problems[0].summary
        from .instances import Instances

        if isinstance(self.problems, Instances):
            return counted(len(self.problems), self.problems.blank.noun)
        nouns = Counter(problem.noun for problem in self.problems)
        return ", ".join(counted(number, noun) for noun, number in nouns.items()) or "no puzzle"

    def to_dict(self) -> dict[str, Any]:
        """Return what documents say of the text: its format, the summary and the warnings.

        Each document of a file of many puzzles has them, so there are at most MOST_WARNINGS.
        """
        listed, others = self.warnings[:MOST_WARNINGS], self.warnings[MOST_WARNINGS:]
        more = [f"and {counted(len(others), 'other')}"] if others else []
        return {"format": self.format, "summary": self.summary, "warnings": [*listed, *more]}


def read(
    text: str | bytes,
    *,
    file: str = "<text>",
    form: str | Format | None = None,
    most_choices: int = MOST_CHOICES,
    time_limit: float | None = None,
    folder: str | None = None,
) -> Reading:
    """Read a text.

    file          what messages call it
    form          a name from FORMATS, or a Format; None: detected from the content
    most_choices  how many choices a description (TOML) may make before it is refused
    time_limit    seconds that its puzzle may take to be built
    folder        the folder whose files a description may name (`csv = "shifts.csv"`), which are
                  read then; None: reading opens no file

    Raises InputError, which says where, for a text that cannot be read; Unreached at the time
    limit; ModelError for an unknown `form`, or one that cannot be read.
    """
    named = None if form is None else format_of(form)
    began = time.monotonic()
    source = Source(
        text,
        file,
        most_choices=most_choices,
        time_limit=time_limit,
        guessed=named is None,
        folder=folder,
    )
    chosen = named or sniff(source)
    try:
        problems = problems_of(chosen, source)
    except Unreached as error:
        raise Unreached(f"{file}: {error}", late=True) from None
    except InputError as error:
        if named is None and error.placed and _is_last_resort(chosen, source):
            from .doubts import doubted

            raise doubted(error, source) from error
        raise
    return reading_of(chosen, problems, file, began, source.warnings)


def problems_of(form: Format, source: Source) -> Sequence[Problem]:
    """Return the problems of a text. Raises InputError for a text that cannot be read."""
    line = source.before + 1 if source.before else None
    if form.read is None:
        message = f"the format {form.name} is written only, expected one that is read"
        raise InputError(message, file=source.file, line=line)
    try:
        return form.read(source) if form.name in OWN else _foreign_problems(form, source)
    except ModelError as error:
        raise InputError(str(error), file=source.file, line=line) from error


def reading_of(
    form: Format,
    problems: Sequence[Problem],
    file: str,
    began: float,
    warnings: Sequence[str],
    places: Sequence[int] | None = None,
) -> Reading:
    """Return a reading that began at a time; its warnings are logged."""
    for warning in warnings:
        _LOG.warning("%s: %s", file, warning)
    seconds = time.monotonic() - began
    return Reading(form.name, problems, seconds, places, tuple(warnings))


def sniff(source: Source) -> Format:
    """Return the format that a text is most probably meant to be."""
    from .matrix.dlx_text import fits_dlx

    best = _most_confident(source)
    head = [line.split() for line in source.head()]
    if head[0][0].startswith("#") and not best.comments and not fits_dlx(head):
        below = _most_confident(source.without_comments())
        return below if below.comments else best
    return best


def _is_last_resort(form: Format, source: Source) -> bool:
    """Whether the format was chosen since nothing better fits, and the file's name agrees not."""
    if source.file.endswith(form.extensions):
        return False
    confidence = _confidence(form, source)
    if form.name != "dlx" or confidence is not Confidence.LIKELY:
        return confidence is Confidence.POSSIBLE
    from .matrix.dlx_text import is_item_line

    return not is_item_line(source.first_line)


def _most_confident(source: Source) -> Format:
    def rank(form: Format) -> tuple[Confidence, bool]:
        return _confidence(form, source), source.file.endswith(form.extensions)

    ranked = {name: rank(form) for name, form in OWN.items()}
    # What is certain is not asked of other packages, which then need not be loaded.
    if not any(confidence is Confidence.CERTAIN for confidence, _ in ranked.values()):
        ranked |= {name: rank(form) for name, form in FORMATS.items() if name not in OWN}
    return FORMATS[max(ranked, key=lambda name: ranked[name])]


def _confidence(form: Format, source: Source) -> Confidence:
    if form.read is None:
        return Confidence.NO
    if form.name in OWN:
        return form.sniff(source)
    try:
        return Confidence(form.sniff(source))
    except Exception as error:
        _LOG.warning("format %s cannot sniff: %s: %s", form.name, type(error).__name__, error)
        return Confidence.NO


def _foreign_problems(form: Format, source: Source) -> Sequence[Problem]:
    """Return the problems that another package's format reads. Raises InputError if it fails."""
    assert form.read is not None
    try:
        problems = form.read(source)
    except MinuetError:
        raise
    except Exception as error:
        reason = f"the format {form.name} failed: {type(error).__name__}: {error}"
        raise source.error(f"{reason}, expected puzzles", 1) from error
    kinds = set(map(type, problems)) if isinstance(problems, list | tuple) else set()
    if not isinstance(problems, Sequence) or not all(
        issubclass(kind, Puzzle | ExactCover) for kind in kinds
    ):
        shown = ", ".join(sorted(kind.__name__ for kind in kinds)) or type(problems).__name__
        raise source.error(f"the format {form.name} read {shown}, expected puzzles in a list", 1)
    return problems

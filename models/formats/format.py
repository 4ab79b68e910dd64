"""What a format is: its name, how its texts are told from others, how they are read and written.

Each format is an object that stands in the file of its reader; registry.py lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from ..puzzle import Puzzle
from .source import Source

__all__ = ["Confidence", "Format", "Problem", "held"]

Problem = Puzzle | ExactCover
P = TypeVar("P", bound=Puzzle)


class Confidence(IntEnum):
    """How sure a format is that a text is meant to be one of its own, mistakes included.

    The most confident format reads the text, so a text with one mistake should be told as what it
    is without it: a wrong guess costs a message about the wrong format.
    """

    NO = 0  # it is none
    POSSIBLE = 1  # it can be meant so, as nearly any text can
    SIMILAR = 2  # most lines look so, and those of other formats might
    LIKELY = 3  # it has a mark, or sizes that fit together, that other formats seldom have
    STRONG = 4  # its first lines have a form that hardly any other text has
    CERTAIN = 5  # it says so in a syntax of its own


def _never(source: Source) -> Confidence:
    return Confidence.NO


@dataclass(frozen=True)
class Format:
    """A format of texts.

    name        what `--from` calls it
    title       what it is, in one line
    extensions  the ends of its files' names, as in `(".dlx",)`; where two formats are equally
                confident of a text, its file's name tells
    sniff       how sure it is of a text; by default, never: it is read where it is named
    read        the puzzles of a text. Raises InputError (`source.error`) for what does not fit;
                None: it cannot be read
    write       a puzzle as a text. Raises ModelError for one that the format cannot hold; None: it
                cannot be written
    comments    whether lines that begin with `#` are comments
    bounded     whether a text may ask for more than it holds, so that `most_choices` bounds it
    """

    name: str
    title: str
    extensions: tuple[str, ...] = ()
    sniff: Callable[[Source], Confidence] = _never
    read: Callable[[Source], Sequence[Problem]] | None = None
    write: Callable[[Problem], str] | None = None
    comments: bool = False
    bounded: bool = False


def held(problem: Problem, blank: P, form: str) -> P:
    """Return a puzzle that a format can hold: `blank` with givens.

    Raises ModelError for anything that the text would leave out.
    """
    kind = type(blank)
    if not isinstance(problem, kind):
        raise ModelError(f"{form}: {problem!r}, expected a {kind.__name__}")
    if problem.forbidden_options:
        raise ModelError(f"{form}: {problem!r} has forbidden choices, expected givens alone")
    if problem.matrix != blank.matrix:
        what = f"{problem!r} has rules or costs of its own"
        raise ModelError(f"{form}: {what}, expected those of a plain {kind.__name__}")
    return problem

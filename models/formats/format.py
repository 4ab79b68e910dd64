"""A format: its name, and how its texts are detected, read and written.

Each format is an object that stands in the file of its reader; registry.py lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from ..puzzle import Puzzle
from .source import Source

__all__ = ["Confidence", "Format", "Problem", "held", "whole"]

Problem = Puzzle | ExactCover
P = TypeVar("P", bound=Puzzle)


class Confidence(IntEnum):
    """How sure a format is that a text is meant to be one of its own, mistakes included.

    The most confident format reads the text, so one mistake should not change how a text is
    classified: a wrong guess costs a message about the wrong format.
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
                confident of a text, its file's name decides
    sniff       how sure it is of a text; by default, never: it is read where it is named
    read        the puzzles of a text. Raises InputError (`source.error`) for what does not fit;
                None: it cannot be read
    write       a puzzle as a text. Raises ModelError for one that the format cannot hold; None: it
                cannot be written
    join        the texts of several puzzles as one text; None: a text holds but one. Raises
                ModelError for texts that cannot stand together
    solved      a puzzle and its answer as a text, where the format has a way of its own; None: what
                is written is the puzzle with its answer given
    example     a whole text of the format
    comments    whether lines that begin with `#` are comments
    bounded     whether a text may ask for more than it holds, so that `most_choices` bounds it
    detail      the format that is meant where a colon and a word follow its name, as the kind of
                puzzle in `pencil:masyu`. Raises ModelError for an unknown word; None: none may
    stream      what `write` does by the piece, so that no caller holds a long text; it raises what
                it raises when it is called, not later. None: there is no such way
    """

    name: str
    title: str
    extensions: tuple[str, ...] = ()
    sniff: Callable[[Source], Confidence] = _never
    read: Callable[[Source], Sequence[Problem]] | None = None
    write: Callable[[Problem], str] | None = None
    join: Callable[[Sequence[str]], str] | None = None
    solved: Callable[[Problem, Sequence[int]], str] | None = None
    example: str = ""
    comments: bool = False
    bounded: bool = False
    detail: Callable[[str], Format] | None = None
    stream: Callable[[Problem], Iterator[str]] | None = None


def whole(stream: Callable[[Problem], Iterator[str]]) -> Callable[[Problem], str]:
    """Return what writes a whole text, given what writes it by the piece."""
    return lambda problem: "".join(stream(problem))


def held(problem: Problem, blank: P, form: str, plain: str | None = None) -> P:
    """Return a puzzle that a format can hold: `blank` with givens.

    plain  what such a puzzle is called; None: a plain one of its class

    One that was described otherwise, in the layer say, and comes to the same matrix is held too.
    Raises ModelError for anything that the text would leave out.
    """
    kind = type(blank)
    if isinstance(problem, ExactCover):
        raise ModelError(f"{form}: {problem!r}, expected a {kind.__name__}")
    from .likeness import same_arrays

    if not same_arrays(problem.matrix, blank.matrix):
        if not isinstance(problem, kind):
            raise ModelError(f"{form}: {problem!r}, expected a {kind.__name__}")
        wanted = plain or f"a plain {kind.__name__}"
        names, own = ([rule.name for rule in puzzle.rules] for puzzle in (blank, problem))
        missing = [name for name in names if name not in own]
        if missing and set(own) < set(names):
            reason = f"{problem!r} has no rule {', '.join(missing)}"
        else:
            reason = f"{problem!r} has rules or costs of its own"
        raise ModelError(f"{form}: {reason}, expected those of {wanted}")
    if problem.forbidden_options:
        raise ModelError(f"{form}: {problem!r} has forbidden choices, expected givens alone")
    if isinstance(problem, kind):
        return problem
    return blank.with_given_options(problem.given_options)

"""A puzzle's picture: by the painter that it has, that it was told in words, or that is guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ...answer import Answer, AnsweredPuzzle
from ...tables.table import Choices
from ..picture import Painter, Picture
from .guess import guess
from .layers import Layers
from .words import painter_in_words, painter_of_kind

__all__ = ["Pictured", "add_layer", "painter_of", "picture_of", "text_of"]


class Pictured(AnsweredPuzzle, Protocol):
    """What a picture asks of its puzzle, a `Puzzle`."""

    picture: Any  # a painter, or words


def painter_of(puzzle: Pictured) -> Painter:
    """Return what makes the pictures of a puzzle's answers. Raises ModelError for unknown words."""
    told = puzzle.picture
    if told is None:
        return guess(puzzle)
    if isinstance(told, str):
        return painter_in_words(puzzle, told)
    painter: Painter = told
    return painter


def picture_of(
    puzzle: Pictured, answer: Answer | None = None, painter: Painter | None = None
) -> Picture:
    """Return the picture of an answer; of none, that of the givens.

    painter  if it is at hand, as for many answers
    """
    if answer is None:
        answer = Answer(puzzle, puzzle.given_options)
    return (painter or painter_of(puzzle))(answer)


def text_of(puzzle: Pictured, answer: Answer | None = None, painter: Painter | None = None) -> str:
    """Return the picture of an answer, or of the givens, as lines of text."""
    from ..text import text

    if answer is None:
        answer = Answer(puzzle, puzzle.given_options)
    painter = painter or painter_of(puzzle)
    own = getattr(painter, "text", None)
    return text(painter(answer)) if own is None else str(own(answer))


def add_layer(
    known: Painter | None, kind: str, table: Choices, words: Mapping[str, Any]
) -> Painter:
    """Return a painter that lays one more kind of picture over a known one."""
    painter = painter_of_kind(kind, table, words)
    if known is None:
        return painter
    below = known.painters if isinstance(known, Layers) else (known,)
    return Layers([*below, painter])

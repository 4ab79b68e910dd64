"""Colors that those who see few colors tell apart, and the same for one name in every plot.

The palette is Okabe and Ito's (2008), without black and yellow, which vanish on dark and on light
paper. Where it ends it begins again, with another dash and another mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Style", "style_of"]

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c")
MARKS = "osD^vPX*<>hp"
DASHES = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Style:
    """How one solver, or one family, is drawn."""

    color: str
    mark: str
    dash: str


def style_of(name: str, names: Sequence[str]) -> Style:
    """Return the style of a name by its place among all names."""
    place = names.index(name) if name in names else len(names)
    turn = place // len(PALETTE)
    return Style(PALETTE[place % len(PALETTE)], MARKS[place % len(MARKS)], DASHES[turn % 4])

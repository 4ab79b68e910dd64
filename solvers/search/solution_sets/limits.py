"""The error where a limit ends the folding of a solution set; it says how many were found."""

from __future__ import annotations

from ....models.errors import Unreached
from ....models.telling.spelling import numeral

__all__ = ["unfinished"]


def unfinished(message: str, found: int, *, late: bool) -> Unreached:
    """Return the error for a solution set that is not complete.

    found  how many solutions there are at least
    late   whether the limit was that of the time; else it was the memory's, or a Ctrl-C
    """
    text = f"{message}; at least {numeral(found)} solutions"
    return Unreached(text, found=found, late=late)

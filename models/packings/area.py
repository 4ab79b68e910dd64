"""Whether the pieces of a packing can cover its board at all, as far as counting cells tells.

What must be laid has to fit on the board, what may be laid has to be enough for the cells that must
be covered, and some numbers of copies have to add up to a number of cells between the two: pieces
of five cells never cover 64. Where the pieces lie plays no part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..telling.spelling import counted

__all__ = ["Lot", "misfit"]

LARGEST = 200_000  # cells of a board whose sums are added up


class Lot(NamedTuple):
    """A piece: of how many cells it is, and how few and how many of it are laid; None: any."""

    cells: int
    least: int
    most: int | None


def misfit(lots: Iterable[Lot], least: int, most: int) -> str:
    """Return why the pieces cannot cover `least` to `most` cells; "" if counting does not tell."""
    known = list(lots)
    fewest = sum(lot.cells * lot.least for lot in known)
    if fewest > most:
        need = "the pieces that must be laid have"
        return f"{need} {counted(fewest, 'cell')}, and there are {most} to cover"
    some = [lot for lot in known if lot.most is None]
    greatest = sum(lot.cells * lot.most for lot in known if lot.most is not None)
    if not some and greatest < least:
        return f"the pieces have {counted(greatest, 'cell')} in all, and {least} are to be covered"
    if most > LARGEST or _adds_up(known, least, most):
        return ""
    sizes = sorted({lot.cells for lot in known})
    named = counted(sizes[0], "cell") if len(sizes) == 1 else "these sizes"
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"no number of pieces of {named} covers {wanted} cells"


def _adds_up(lots: Iterable[Lot], least: int, most: int) -> bool:
    """Whether some numbers of copies have so many cells together."""
    whole = (1 << most + 1) - 1
    sums = 1  # bit n: n cells can be had
    for cells, few, many in lots:
        sums = sums << cells * few & whole
        left = most // cells - few if many is None else min(many, most // cells) - few
        step = 1
        while left > 0:  # any number up to `left` is a sum of these steps
            step = min(step, left)
            sums |= sums << cells * step & whole
            left, step = left - step, step * 2
    return bool(sums >> least)

"""Colors of cells: which cells of a piece may lie on which cells of the board.

A cell of a piece that has a color lies only on cells whose color goes with it, or on cells that
have none; one that has none lies anywhere. A piece whose colors tell its turns apart can lie on the
same cells in several ways, and these are placements of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from .lattices import Cell, Cells
from .piece import Piece

__all__ = ["Colored", "Coloring", "Colors"]

Colors = tuple[int, ...]  # of cells, in their order; 0: none
Colored = tuple[Cells, Colors]

MOST = 10_000


@dataclass(frozen=True)
class Coloring:
    """The colors of a board and of pieces; colors are numbers from 1 on.

    board    the colors of the board's cells; a cell that is not named has none
    pieces   by piece name, the colors of its cells; a cell that is not named has none
    allowed  the pairs (color of a piece's cell, color of the board's cell) that go together

    >>> Coloring({(0, 0): 1}, {"L": {(0, 0): 2}}, {(2, 1)}).tints([(0, 0), (0, 1)])
    (1, 0)
    """

    board: Mapping[Cell, int] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[Cell, int]] = field(default_factory=dict)
    allowed: Collection[tuple[int, int]] = ()

    def require(self, board: Iterable[Cell], pieces: Iterable[Piece]) -> None:
        """Raise ModelError for a color of what is not there, or one that is no number from 1 on."""
        known = {piece.name: piece.cells for piece in pieces}
        for name in self.pieces:
            if name not in known:
                raise ModelError(f"colors of {name!r}, expected one of {', '.join(known)}")
        colored = [("the board", frozenset(board), self.board)]
        colored += [(f"piece {name!r}", known[name], tints) for name, tints in self.pieces.items()]
        for whose, cells, tints in colored:
            for cell, color in tints.items():
                if cell not in cells:
                    raise ModelError(f"{whose}: the color of {cell!r}, expected one of its cells")
                _require_color(whose, color)
        for pair in self.allowed:
            for color in pair:
                _require_color("allowed", color)

    def tints(self, cells: Iterable[Cell]) -> Colors:
        """Return the colors of cells of the board."""
        return tuple(self.board.get(cell, 0) for cell in cells)

    def turns(self, piece: Piece) -> Iterator[Colored]:
        """Yield the distinct orientations of a piece, as `Piece.orientations` does, with colors."""
        colors, lattice = self.pieces.get(piece.name, {}), piece.lattice
        if not colors:
            for shape in piece.orientations():
                yield shape, (0,) * len(shape)
            return
        cells = list(piece.cells)
        tints = [colors.get(cell, 0) for cell in cells]
        matrices = lattice.symmetries(
            rotations=piece.rotations, reflections=bool(piece.reflections)
        )
        seen = set()
        for matrix in matrices:
            image = lattice.image(matrix, cells)
            way = lattice.shift(image)
            turned = [tuple(a + b for a, b in zip(c, way, strict=True)) for c in image]
            pairs = sorted(zip(turned, tints, strict=True))
            one = tuple(cell for cell, _ in pairs), tuple(tint for _, tint in pairs)
            if one not in seen:
                seen.add(one)
                yield one

    @cached_property
    def _table(self) -> npt.NDArray[np.bool_]:
        """Whether a piece's color may lie on a board's color."""
        named = [
            *self.board.values(),
            *(c for tints in self.pieces.values() for c in tints.values()),
        ]
        size = 1 + max(named, default=0)
        table = np.zeros((size, size), bool)
        table[0] = table[:, 0] = True
        for one, other in self.allowed:
            if max(one, other) < size:
                table[one, other] = True
        return table

    def fitting(self, colors: Colors, below: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return which places allow a piece's colors.

        below  the colors of the board's cells, a place a row
        """
        allowed: npt.NDArray[np.bool_] = self._table[np.array(colors), below].all(axis=1)
        return allowed


def _require_color(whose: str, color: object) -> None:
    if isinstance(color, bool) or not isinstance(color, int) or not 1 <= color <= MOST:
        raise ModelError(f"{whose}: color {color!r}, expected a number from 1 to {MOST}")

"""A picture of clues: marks printed on cells, whatever is chosen, without a table of choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import ModelError, excerpt
from ...tables.table import Choices
from ..shapes import Place
from .grid_picture import GridPicture
from .look import Look
from .painter import Told, place_of

__all__ = ["CluePicture"]

_PURPOSE = "picture of clues"


class CluePicture(GridPicture):
    """Clues by cell (row, col): a grid in which every clue is a printed mark.

    clues    what is written on each cell; a cell beside the grid is one like any other
    symbol, corner, ground, lattice  as those of `Look` and `GridPicture`

    Raises ModelError for what is no mapping from cells.
    """

    def __init__(
        self,
        clues: Mapping[Place, Any],
        *,
        symbol: str | None = None,
        corner: str | None = None,
        ground: str = "plain",
        lattice: str = "squares",
    ) -> None:
        if not isinstance(clues, Mapping):
            found = excerpt(repr(clues))
            raise ModelError(f"{_PURPOSE}: {found}, expected a mapping, as {{(0, 1): 3}}")
        self.clues = {
            place_of(cell, _PURPOSE): clue if type(clue) is int else str(clue)
            for cell, clue in clues.items()
        }
        rows = [(*cell, clue) for cell, clue in self.clues.items()]
        table = Choices("clues", ("row", "col", "clue"), rows, 0)
        look = Look(symbol=symbol, color=False, printed=True, corner=corner, ground=ground)
        super().__init__(table, mark="clue", blank="", lattice=lattice, look=look)

    @property
    def told(self) -> Told:
        """The words that tell of it."""
        look = {
            name: it for name, it in self._plain_look.items() if name not in ("color", "printed")
        }
        lattice = None if self.lattice == "squares" else self.lattice
        return self._told("clues", look, {"clues": self.clues, "lattice": lattice}, {})

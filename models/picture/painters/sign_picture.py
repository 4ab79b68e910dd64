"""A picture of the signs that say which of two cells holds more, as a futoshiki has them.

A rule of the puzzle, that values increase along lines of cells, gives the signs.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ...answer import Answer
from ...errors import ModelError, did_you_mean, excerpt
from ...rules.statements.increasing import Increasing
from ...tables.table import Choices
from ..picture import Picture, Place, Shape, Text, linked, middle
from .painter import PainterWords, TablePainter, place_of

__all__ = ["SignPicture", "rising"]


class SignPicture(TablePainter):
    """A sign between each two cells that follow each other in a line of a rule.

    rule  the name of a rule `increasing` whose lines are of cells

    Raises ModelError, when it is drawn, for a rule that there is not, and for what is no cell.
    """

    def __init__(self, table: Choices, rule: str) -> None:
        super().__init__(table, None, printed=True)
        self._rule = rule

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        return self._words("signs", {}, {"rule": self._rule}, {})

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of the signs, whatever the answer is."""
        shapes: list[Shape] = []
        for line in rising(answer.puzzle.rules, self._rule).lines:
            cells = [place_of(place, self.purpose) for place in line.places]
            for low, high in pairwise(cells):
                signs = ("<", ">") if low[0] == high[0] else ("∧", "∨")
                shapes += linked(low, high)
                shapes.append(
                    Text(middle(low, high), signs[low > high], "sign", between=(low, high))
                )
        count = sum(isinstance(shape, Text) for shape in shapes)
        return Picture(tuple(shapes), title=answer.puzzle.name, description=f"{count} signs")

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells of a row: none, for signs lie between cells."""
        return ()


def rising(rules: Iterable[Any], name: str) -> Increasing:
    """Return the rule of that name. Raises ModelError if none of them says that values increase."""
    by_name = {rule.name: rule for rule in rules if isinstance(rule, Increasing)}
    if name not in by_name:
        wanted = f"{', '.join(by_name) or 'none, for there are none'}{did_you_mean(name, by_name)}"
        fault = f"no rule {excerpt(name)} of values that increase"
        raise ModelError(f"picture of signs: {fault}, expected one of {wanted}")
    return by_name[name]

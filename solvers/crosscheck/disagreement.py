"""A disagreement: a line that says it, and what shows it."""

from __future__ import annotations

from typing import Self

from ..contract.batch import Options

__all__ = ["Disagreement"]


class Disagreement(str):
    """One line that says what is wrong, as text; and beside it, for programs:

    between  the solvers that contradict each other; one that contradicts itself or the puzzle
             alone; none where it is the expected count that is contradicted
    witness  a solution (option numbers) that shows it, if one is known
    place    of the branch in what was to be compared; None: not known, or none in particular
    shown    the witness in the puzzle's own words; "" without one
    """

    between: tuple[str, ...]
    witness: Options | None
    place: int | None
    shown: str

    def __new__(
        cls,
        text: str,
        between: tuple[str, ...] = (),
        witness: Options | None = None,
        place: int | None = None,
        shown: str = "",
    ) -> Self:
        """Return the line with what goes with it."""
        made = super().__new__(cls, text)
        made.between, made.witness, made.place, made.shown = between, witness, place, shown
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (str(self), self.between, self.witness, self.place, self.shown)

    def worded(self, shown: str) -> Self:
        """Return the same with the witness in the puzzle's own words."""
        return type(self)(str(self), self.between, self.witness, self.place, shown)

"""The constraints of sudoku variants, in the words of those who set the puzzles.

A constraint is a small frozen dataclass: where it stands (`cells`), and what it demands of the
digits (`demands`, in the kinds of demands.py). `Sudoku(constraints=[...])` takes any number of
them, and a rule that is not here is a class of its own:

    @dataclass(frozen=True)
    class Modular(Constraint):                    # any three neighbours differ modulo 3
        kind = "modular line"
        line: Cells

        def demands(self, grid):
            line = self.path(self.line)
            for k in (1, 2):
                for a, b in zip(line, line[k:]):
                    yield Pair(a, b, lambda v, w: v % 3 != w % 3)

Cells are pairs (row, column) from 0, or names from 1: `"R1C1 R2C2"`, `"R1C1-R1C9"` (cells.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from ...errors import ModelError, excerpt
from .apart import AntiKing, AntiKnight, NonConsecutive
from .constraint import Constraint
from .lines import BetweenLine, Palindrome, Renban, Skyscraper, Thermometer, Whispers
from .marks import XV, Candidates, Clone, Even, Kropki, Less, Odd
from .sums import Arrow, Cage, DoubleArrow, Sandwich

__all__ = [
    "CONSTRAINTS",
    "XV",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "BetweenLine",
    "Cage",
    "Candidates",
    "Clone",
    "Constraint",
    "DoubleArrow",
    "Even",
    "Kropki",
    "Less",
    "NonConsecutive",
    "Odd",
    "Palindrome",
    "Renban",
    "Sandwich",
    "Skyscraper",
    "Thermometer",
    "Whispers",
    "constraint_of",
]

CONSTRAINTS: Mapping[str, type[Constraint]] = {
    kind.kind.replace(" ", "-"): kind
    for kind in (
        AntiKing, AntiKnight, Arrow, BetweenLine, Cage, Candidates, Clone, DoubleArrow, Even,
        Kropki, Less, NonConsecutive, Odd, Palindrome, Renban, Sandwich, Skyscraper, Thermometer,
        Whispers, XV,
    )
}  # fmt: skip


def constraint_of(kind: str, given: Mapping[str, object]) -> Constraint:
    """Return the constraint of that kind (a name of CONSTRAINTS) with those fields.

    Raises ModelError for an unknown kind, an unknown field, or one that is missing.
    """
    found = CONSTRAINTS.get(kind)
    if found is None:
        names = ", ".join(CONSTRAINTS)
        raise ModelError(f"constraint {excerpt(kind)}, expected one of {names}")
    known = [part.name for part in fields(found)]
    alien = [name for name in given if name not in known]
    if alien:
        raise ModelError(f"{kind} with {excerpt(alien[0])}, expected one of {', '.join(known)}")
    try:
        return found(**given)  # type: ignore[arg-type]
    except TypeError:
        wanted = ", ".join(name for name in known if name != "name")
        raise ModelError(
            f"{kind} with {', '.join(given) or 'nothing'}, expected {wanted}"
        ) from None

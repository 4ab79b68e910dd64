"""The constraints of sudoku variants, in the words of those who set the puzzles.

A constraint is a small frozen dataclass: where it stands (`cells`), and what it demands of the
digits (`demands`, in the kinds of demands.py). `Sudoku(constraints=[...])` takes any number of
them, and a rule that is not here is a class of its own:

    @dataclass(frozen=True)
    class Modular(Constraint):
        '''Any three neighbours on the line differ modulo 3.'''

        kind = "modular line"
        line: Cells

        def demands(self, grid):
            line = self.path(self.line)
            for k in (1, 2):
                for a, b in zip(line, line[k:]):
                    yield Pair(a, b, lambda v, w: v % 3 != w % 3)

All that is to be said about a constraint stands in its class: its arguments, demands, words in
constraint strings, key in TOML and picture, and in the docstring its page (constraint.py says what
may be given). The families, a file each, are listed in FAMILIES; formats, pages and tests go over
CONSTRAINTS and know none by name. To add one, write its class in a family and name it here.

Cells are pairs (row, column) from 0, or names from 1: `"R1C1 R1C2"`, `"R1C1-R1C9"` (cells.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import ModuleType

from ...errors import ModelError, excerpt
from . import arrows, cages, lines, marked_cells, outside, signs, whole_grid
from .arrows import Arrow, DoubleArrow
from .cages import Cage
from .constraint import Constraint
from .lines import BetweenLine, Palindrome, Renban, Thermometer, Whispers, ZipperLine
from .marked_cells import Candidates, Clone, Even, Odd
from .outside import Sandwich, Skyscraper
from .signs import XV, Kropki, Less
from .whole_grid import AntiKing, AntiKnight, NonConsecutive

__all__ = [
    "CONSTRAINTS",
    "FAMILIES",
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
    "ZipperLine",
    "constraint_of",
    "constraints_in",
]

FAMILIES: Sequence[ModuleType] = (cages, arrows, lines, signs, marked_cells, outside, whole_grid)


def constraints_in(family: ModuleType) -> list[type[Constraint]]:
    """Return the constraints that a module defines and names in its `__all__`, as they stand."""
    return [one for name, one in vars(family).items() if name in family.__all__]


# By key, as TOML calls them, in the order of their names.
CONSTRAINTS: Mapping[str, type[Constraint]] = {
    kind.key(): kind
    for kind in sorted(
        (kind for family in FAMILIES for kind in constraints_in(family)),
        key=lambda kind: kind.__name__.lower(),
    )
}


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

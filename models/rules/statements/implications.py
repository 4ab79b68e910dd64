"""What follows from what: `implies`, `equivalent`, `not_both`, `any_of`.

The words of logic, on selections of choices (tables/selections.py). A selection says that one of
its choices is made; a statement of them becomes clauses (clauses.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import ModelError, excerpt
from ...tables.selections import Said
from ..arguments import Selected, puzzle_method
from ..rulebook import Rulebook
from .clauses import Clauses

__all__ = ["any_of", "equivalent", "implies", "not_both"]


def implies(
    puzzle: Rulebook, first: Selected, second: Selected, *, name: str | None = None
) -> Clauses:
    """Demand that the second holds where the first does.

    Each is a selection, as in `digit.where(row=0, value=lambda v: v > 3)`, which holds where at
    least one of its choices is made; or is said of several by `a & b`, `a | b` and `~a`.
    Raises ModelError for what is none of these, and for tables of another puzzle.
    """
    return _stated(puzzle, "implies", (first, second), name)


puzzle_method(
    implies,
    example='implies = [{ digit = "row == 1 and value > 3" }, { digit = "row == 2" }]',
    doc="where a choice of the first selection is made, one of the second is",
)


def equivalent(
    puzzle: Rulebook, first: Selected, second: Selected, *, name: str | None = None
) -> Clauses:
    """Demand that both hold or none does; the arguments are those of `implies`."""
    return _stated(puzzle, "equivalent", (first, second), name)


puzzle_method(
    equivalent,
    example='equivalent = [{ day = "number == 1" }, { night = "number == 2" }]',
    doc="a choice of the one is made exactly where one of the other is",
)


def not_both(
    puzzle: Rulebook, first: Selected, second: Selected, *, name: str | None = None
) -> Clauses:
    """Demand that not both hold; the arguments are those of `implies`."""
    return _stated(puzzle, "not_both", (first, second), name)


puzzle_method(
    not_both,
    example='not_both = [{ day = "number == 1" }, { night = "number == 1" }]',
    doc="no choice of the one is made together with one of the other",
)


def any_of(puzzle: Rulebook, *parts: Selected, name: str | None = None) -> Clauses:
    """Demand that at least one of these holds; each is told as in `implies`."""
    return _stated(puzzle, "any_of", parts, name)


puzzle_method(
    any_of,
    example='any_of = [{ day = "number == 1" }, { not = { night = "number == 1" } }]',
    doc="at least one of these holds; a selection may be under `not`, and several of them "
    "under `all` or `any`",
)


def _stated(puzzle: Rulebook, kind: str, parts: Sequence[Said], name: str | None) -> Clauses:
    source = puzzle.source_line()
    name = puzzle.free_name(name or kind)
    for part in parts:
        if not isinstance(part, Said):
            what = f"{excerpt(repr(part))}, expected a selection as table.where(...)"
            raise ModelError(f"rule {name} ({source}): {what}")
        for table in part.tables:
            puzzle.table(table)  # type: ignore[arg-type]
    if kind == "any_of" and not parts:
        raise ModelError(f"rule {name} ({source}): no selection, expected some")
    return puzzle.add(Clauses(name, source, kind, tuple(parts)))

"""What follows from what: `implies`, `equivalent`, `not_both`, `any_of`.

The words of logic, on selections of choices (tables/selections.py). A selection says that one of
its choices is made; a statement of them becomes clauses (clauses.py), and perhaps holds for each
group of choices (cases).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import ModelError, excerpt
from ...tables.selections import All, Formula
from ..arguments import Groups, Over, Selected, puzzle_method
from ..keys import Key, Part, PerTable, keys_of_groups, parts_of
from ..rulebook import Rulebook
from .clauses import Clauses, Parts, grouped, keys_among, require_known

__all__ = ["any_of", "equivalent", "implies", "not_both"]


def implies(
    puzzle: Rulebook,
    first: Selected,
    second: Selected,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Clauses:
    """Demand that the second holds where the first does.

    Each is a selection, as in `digit.where(row=0, value=lambda v: v > 3)`, which holds where at
    least one of its choices is made; or a combination of several, `a & b`, `a | b` and `~a`.

    `by` or `covering`, as in `exactly_one`, states it for each group: of the selections only
    the choices of the group count, and a selection without any does not hold there. The groups
    are those of the selected choices, or the keys of `over`:

        houses.implies(color.where(what="red"), drink.where(what="milk"), by="house")

    A selection may have groups of its own, `color.where(what="green").by(lambda house: house -
    1)`: there the house is that left of the green one.

    Raises ModelError for other arguments, tables of another puzzle, and keys that cannot be
    read or are not in `over`.
    """
    return _stated(puzzle, "implies", (first, second), (by, covering), over, name)


puzzle_method(
    implies,
    example='implies = [{ digit = "row == 1 and value > 3" }, { digit = "row == 2" }]',
    doc="if a choice of the first selection is made, so is one of the second",
)


def equivalent(
    puzzle: Rulebook,
    first: Selected,
    second: Selected,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Clauses:
    """Demand that both hold or none does; the arguments are those of `implies`."""
    return _stated(puzzle, "equivalent", (first, second), (by, covering), over, name)


puzzle_method(
    equivalent,
    example='equivalent = [{ day = "number == 1" }, { night = "number == 2" }]',
    doc="a choice of one selection is made exactly if one of the other is",
)


def not_both(
    puzzle: Rulebook,
    first: Selected,
    second: Selected,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Clauses:
    """Demand that not both hold; the arguments are those of `implies`."""
    return _stated(puzzle, "not_both", (first, second), (by, covering), over, name)


puzzle_method(
    not_both,
    example='not_both = [{ day = "number == 1" }, { night = "number == 1" }]',
    doc="no choice of one selection is made together with one of the other",
)


def any_of(
    puzzle: Rulebook,
    *parts: Selected,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    name: str | None = None,
) -> Clauses:
    """Demand that at least one of these holds; the other arguments are those of `implies`."""
    return _stated(puzzle, "any_of", parts, (by, covering), over, name)


puzzle_method(
    any_of,
    example='any_of = [{ day = "number == 1" }, { not = { night = "number == 1" } }]',
    doc="at least one of these holds; `not`, `all` and `any` combine selections",
)


def _stated(
    puzzle: Rulebook,
    kind: str,
    parts: Sequence[Formula],
    groups: tuple[PerTable | None, PerTable | None],
    over: Iterable[Key] | None,
    name: str | None,
) -> Clauses:
    stated = puzzle.state((), name or kind, None)
    purpose = stated.purpose
    for part in parts:
        if not isinstance(part, Formula):
            message = f"{excerpt(repr(part))}, expected a selection as table.where(...)"
            raise ModelError(f"{purpose}: {message}")
        for table in part.tables:
            puzzle.table(table)  # type: ignore[arg-type]
    if kind == "any_of" and not parts:
        raise ModelError(f"{purpose}: no selection, expected some")
    in_groups, keys = _in_groups(tuple(parts), *groups, over, purpose)
    return puzzle.add(Clauses(stated.name, stated.source, kind, in_groups, over=keys))


def _in_groups(
    parts: Parts,
    by: PerTable | None,
    covering: PerTable | None,
    over: Iterable[Key] | None,
    purpose: str,
) -> tuple[Parts, tuple[Key, ...] | None]:
    """Return the parts with the keys of their selections, and the keys that there are.

    Without groups, the parts as they are, and None.
    """
    selections = list(All(parts).selections)
    grouping: Sequence[Part] = ()
    if by is not None or covering is not None:
        tables = dict.fromkeys(
            selection.table for selection in selections if selection.keys is None
        )
        grouping = parts_of(list(tables), by, covering, purpose)  # type: ignore[arg-type]
    elif all(selection.keys is None for selection in selections):
        if over is not None:
            raise ModelError(f"{purpose}: `over` alone, expected `by` or `covering` with it")
        return parts, None
    parts = grouped(parts, grouping, purpose)
    if over is None:
        return parts, keys_among(parts)
    keys = keys_of_groups(over, purpose)
    require_known(parts, keys, purpose)
    return parts, keys

"""The constraints by key, family by family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import ModuleType

from ...errors import ModelError, did_you_mean, excerpt
from . import (
    alternatives,
    cages,
    connected,
    counts,
    found_regions,
    full_rank,
    indexing,
    lines,
    marked_cells,
    moves,
    outside,
    pairings,
    patterns,
    shading,
    signs,
    sum_lines,
)
from .alternatives import Either
from .constraint import Constraint

__all__ = ["CONSTRAINTS", "FAMILIES", "Either", "constraint_of", "constraints_in", "kind_of_word"]

FAMILIES: Sequence[ModuleType] = (
    cages,
    lines,
    sum_lines,
    pairings,
    patterns,
    signs,
    marked_cells,
    counts,
    connected,
    indexing,
    outside,
    full_rank,
    moves,
    found_regions,
    shading,
    alternatives,
)


def constraints_in(family: ModuleType) -> list[type[Constraint]]:
    """Return the constraints that a module defines and names in its `__all__`, as they stand."""
    return [
        kind
        for name, kind in vars(family).items()
        if name in family.__all__ and isinstance(kind, type) and issubclass(kind, Constraint)
    ]


# By key, as TOML calls them, in the order of their names.
CONSTRAINTS: Mapping[str, type[Constraint]] = {
    kind.key(): kind
    for kind in sorted(
        (kind for family in FAMILIES for kind in constraints_in(family)),
        key=lambda kind: kind.__name__.lower(),
    )
}


_WORDS = {
    word.lower(): (kind, word)
    for kind in CONSTRAINTS.values()
    for word in (*kind.words, *kind.small_words)
}


Either.known = _WORDS  # whose branches are of any of the kinds


def kind_of_word(word: str) -> tuple[type[Constraint], str] | None:
    """Return the kind that has a word of constraint strings, and the word as it is written."""
    return _WORDS.get(word.lower())


def constraint_of(kind: str, given: Mapping[str, object]) -> Constraint:
    """Return the constraint of that kind (a name of CONSTRAINTS) with those fields.

    Raises ModelError for an unknown kind, an unknown field, or one that is missing.
    """
    kind_class = CONSTRAINTS.get(kind)
    if kind_class is None:
        names = ", ".join(CONSTRAINTS)
        raise ModelError(
            f"constraint {excerpt(kind)}, expected one of {names}{did_you_mean(kind, CONSTRAINTS)}"
        )
    field_names = [part.name for part in fields(kind_class)]
    alien = [name for name in given if name not in field_names]
    if alien:
        close = did_you_mean(alien[0], field_names)
        wanted = f"expected one of {', '.join(field_names)}{close}"
        raise ModelError(f"{kind} with {excerpt(alien[0])}, {wanted}")
    try:
        return kind_class(**given)  # type: ignore[arg-type]
    except TypeError:
        wanted = ", ".join(name for name in field_names if name != "name")
        raise ModelError(
            f"{kind} with {', '.join(given) or 'nothing'}, expected {wanted}"
        ) from None

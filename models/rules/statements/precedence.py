"""Precedence: along a line, one value appears before another one does.

`value_precede` of MiniZinc and of the constraint catalogue (Law and Lee, CP 2004). A line without
the second value is right; one with it has the first value at an earlier place. The automaton has
two states: whether the first value has appeared.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Annotated, Any

from ...errors import ModelError
from ...telling.spelling import spell
from ..arguments import (
    Argument,
    Groups,
    Lines,
    Over,
    Place,
    TablesOf,
    ValueOrOne,
    puzzle_method,
)
from ..rulebook import Rulebook
from .automaton import Automaton
from .line_reading import laid, values_of
from .regular import EMPTY
from .words import WordRule

__all__ = ["Precedence", "precedence"]

ORDER = Argument("order", convert=lambda value: value)
BEFORE, BEHIND = "before", "behind"  # the first value


@dataclass(frozen=True, eq=False)
class Precedence(WordRule):
    """A value appears along each line before another one does.

    order  the two values
    """

    order: tuple[Hashable, Hashable] = field(kw_only=True)


def precedence(
    puzzle: Rulebook,
    order: Annotated[Any, ORDER],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> Precedence:
    """Demand that along each line `order[0]` appears before `order[1]` does, if that appears.

    The other arguments are those of `regular`. Raises ModelError as `regular`, for an order that is
    not two different values, and for a value that no choice has.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "precedence" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    if not isinstance(order, tuple | list) or len(order) != 2 or order[0] == order[1]:
        raise ModelError(f"{purpose}: {order!r}, expected two different values")
    first, second = order
    read = laid(table, along, (by, covering), over, lines, purpose)
    if value is None and empty is None:
        empty = 0
    values = values_of(table, value, empty, purpose)
    known = dict.fromkeys([*([] if empty is None else [empty]), *values])
    for one in order:
        if one not in known:
            expected = ", ".join(map(spell, known))
            raise ModelError(
                f"{purpose}: no choice has the value {spell(one)}, expected {expected}"
            )
    steps = [(BEHIND, one, BEHIND) for one in known]
    steps += [(BEFORE, one, BEHIND if one == first else BEFORE) for one in known if one != second]
    automaton = Automaton(
        steps, BEFORE, (BEFORE, BEHIND), text=f"have {spell(first)} before {spell(second)}"
    )
    return puzzle.add(
        Precedence(
            stated.name,
            stated.source,
            *read[:3],
            values,
            read.places,
            empty,
            automaton,
            orders=read.orders,
            kind="precedence",
            order=(first, second),
        )
    )


puzzle_method(
    precedence,
    example='precedence = ["a", "b"], of = "mark", by = "row", along = "col", value = "letter"',
    doc="along each line the first value appears before the second one does, if that appears",
)

"""A rule of any kind, its arguments drawn by what its method says that it takes.

So a new kind of rule is fuzzed without a line here. Whether an answer keeps it says the rule's own
check, which reads the rows and not the matrix; kinds that are here longer are also drawn with a
plain loop of their own (rule_puzzles.py, line_rules.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from ....models.errors import ModelError
from ....models.rules.arguments import Argument, form_of
from ....models.rules.methods import FORMS, method
from ....models.rules.rule import Rule
from ....models.tables.table import Choices
from .drafts import Draft, draw_key, some_tables

__all__ = ["any_rule"]


def any_rule(draft: Draft) -> None:
    """State a rule of any kind; arguments that do not go together state none."""
    form = form_of(method(draft.rng.choice(list(FORMS))))
    assert form is not None
    several: tuple[Any, ...] = ()
    named: dict[str, Any] = {}
    for argument, names in form.arguments.items():
        values = _DRAWS.get(argument.name, _plain)(draft, argument, len(names))
        if names[0].startswith("*"):
            several = values
        else:
            named |= {k: v for k, v in zip(names, values, strict=True) if v is not None}
    try:
        rule = getattr(draft.puzzle, form.method)(*several, **named)
    except (ModelError, TypeError):
        return
    draft.holds.append(lambda chosen: _keeps(draft, rule, chosen))


def _keeps(draft: Draft, rule: Rule, chosen: int) -> bool:
    """Return whether a set of rows, as a bit mask, breaks nothing of a rule."""

    def rows(table: Choices) -> list[int]:
        return [k for k in range(len(table)) if chosen >> (table.offset + k) & 1]

    return not any(rule.violations(rows))


def _plain(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    """Draw a plain value, or two, as a text may write them, for an argument of a kind's own."""
    rng = draft.rng
    value = rng.choice((None, rng.randrange(3), tuple(rng.sample(range(3), 2))))
    if value is None or argument.convert is None:
        return (None,) * size
    try:
        return (argument.convert(value),) * size
    except ModelError:
        return (None,) * size


def _tables(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    return (some_tables(draft)[1],)


def _groups(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    key, other = draw_key(draft.rng), draw_key(draft.rng)
    ways = (
        (key, None),
        (key, None),
        (None, lambda a, b: [key(a, b), (other(a, b), 1)]),
        (None, None),
    )
    return draft.rng.choice(ways)


def _elements(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    one, other = draw_key(draft.rng), draw_key(draft.rng)

    def edge(a: int, b: int) -> tuple[int | None, int | None] | None:
        ends = one(a, b), other(a, b)
        return None if None in ends or ends[0] == ends[1] else ends

    return draft.rng.choice(((one, None), (edge, None)))


def _number(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    return (draft.rng.randint(0, 3),)


def _bounds(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    low = draft.rng.randint(0, 2)
    return low, draft.rng.choice((low, low + 1, low + 3))


def _compared(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    rng = draft.rng
    table = rng.choice(draft.tables)
    weight = rng.choice(("a", "b", 2))
    relation = rng.choice(("==", "<=", ">=", "<", ">"))
    return draft.puzzle.sum(table, weight=weight), relation, rng.randint(-1, 3)


def _pairs(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    key, values = draw_key(draft.rng), draft.rng.randint(1, 3)
    return (dict.fromkeys(draft.tables, lambda a, b: {key(a, b): (a + b) % values}),)


def _language(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    return (draft.rng.choice(("0* 1* 2* 3*", "(0|1|2|3)* 1 (0|2)*", "0 (1|2|3)*", "(0|1)+")),)


def _tuples(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    rng = draft.rng
    wide = rng.randint(1, 3)
    return ([tuple(rng.randrange(3) for _ in range(wide)) for _ in range(rng.randint(1, 4))],)


def _selected(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    rng = draft.rng
    chosen = [rng.randrange(len(draft.rows)) for _ in range(max(size, 2))]
    return tuple(
        draft.tables[table].where(rng.choice(({"a": a}, {"b": b}, {"a": a, "b": b})))
        for table, a, b in map(draft.rows.__getitem__, chosen)
    )


def _graph(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    edges = list(combinations(range(5), 2))
    return (draft.rng.sample(edges, draft.rng.randint(3, 8)),)


def _vertices(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    return (tuple(draft.rng.sample(range(4), 2)),)


# How an argument is drawn, by the name of its sort: the values of its parameters.
_DRAWS: Mapping[str, Callable[[Draft, Argument, int], tuple[Any, ...]]] = {
    "tables": _tables,
    "groups": _groups,
    "elements": _elements,
    "over": lambda draft, *_: (draft.rng.choice((None, None, range(6))),),
    "weight": lambda draft, *_: (draft.rng.choice((None, "a", lambda a, b: a - 2 * b)),),
    "number": _number,
    "bounds": _bounds,
    "compared": _compared,
    "pairs": _pairs,
    "column": lambda draft, *_: (draft.rng.choice("ab"),),
    "boolean": lambda draft, *_: (draft.rng.random() < 0.5,),
    "language": _language,
    "tuples": _tuples,
    "selected": _selected,
    "graph": _graph,
    "roots": _vertices,
    "ends": lambda draft, *_: draft.rng.choice(((None,), _vertices(draft, Argument("ends"), 1))),
}

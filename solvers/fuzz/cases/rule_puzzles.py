"""Random puzzles of the declarative layer: tables, rules of every kind, givens, an objective.

Each rule is made twice from the same draws: for the puzzle, and as sets of rows (bit masks) that
are evaluated on every subset of the choices in a plain loop (graph rules by networkx). So the
number of solutions is known without the compiler, the matrix or `Puzzle.check`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

from ....models.answer import Answer
from ....models.errors import ModelError
from ....models.rules.arguments import Argument, form_of
from ....models.rules.methods import FORMS, method
from ....models.rules.rule import Rule
from ....models.tables.selections import Formula
from ....models.tables.table import Choices
from ..oracles import edges_hold, vertices_hold
from ..task import Task
from .line_rules import LINE_RULES, Draft, Groups, Holds, draw_key, some_tables

__all__ = ["any_rule_puzzle", "hidden_rows_puzzle", "rule_puzzle"]

# ---- A rule of any kind, its arguments drawn from the signature of its method --------------------
#
# So a new kind of rule is fuzzed without a line here. The rule's own check, which reads the rows
# and not the matrix, says whether an answer keeps it; older kinds are also drawn with a plain loop
# of their own (below, and line_rules.py).


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
    if not form.adds:  # a quantity has one value, whatever is chosen
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


def _rule_tables(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    return (some_tables(draft)[1],)


def _groups(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    key, other_key = draw_key(draft.rng), draw_key(draft.rng)
    ways = (
        (key, None),
        (key, None),
        (None, lambda a, b: [key(a, b), (other_key(a, b), 1)]),
        (None, None),
    )
    return draft.rng.choice(ways)


def _elements(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    key, other_key = draw_key(draft.rng), draw_key(draft.rng)

    def edge(a: int, b: int) -> tuple[int | None, int | None] | None:
        ends = key(a, b), other_key(a, b)
        return None if None in ends or ends[0] == ends[1] else ends

    return draft.rng.choice(((key, None), (edge, None)))


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


def _sum_of_groups(draft: Draft, argument: Argument, size: int) -> tuple[Any, ...]:
    rng = draft.rng
    weight = rng.choice(("a", "b", 2))
    return (draft.puzzle.sum(some_tables(draft)[1], by=draw_key(rng), weight=weight),)


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
    "tables": _rule_tables,
    "groups": _groups,
    "elements": _elements,
    "over": lambda draft, *_: (draft.rng.choice((None, None, range(6))),),
    "weight": lambda draft, *_: (draft.rng.choice((None, "a", lambda a, b: a - 2 * b)),),
    "number": _number,
    "bounds": _bounds,
    "compared": _compared,
    "sums": _sum_of_groups,
    "values": lambda *_: (None,),  # all that the sums can reach
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

MOST_ROWS = 10


def rule_puzzle(rng: Random) -> Task:
    """A small table or two, up to four rules, some givens and forbidden choices, an objective."""
    draft = _tables(Draft(rng))
    for _ in range(rng.choice((1, 2, 2, 3, 4))):
        kinds = (_count_rule, _count_rule, _mapped_rule, _agreement)
        sums = (_sums, _comparison, _extreme, _distinct)
        beyond = (*sums, _vertex_rule, _edge_rule, _requirement, _statement, _intervals)
        rng.choice(beyond if rng.random() < 0.2 else kinds)(draft)
    return _task(draft)


def hidden_rows_puzzle(rng: Random) -> Task:
    """A small table or two with rules on lines and rules that may be broken: with hidden rows."""
    draft = _tables(Draft(rng))
    for _ in range(rng.choice((1, 1, 2))):
        rng.choice(LINE_RULES)(draft)
    if rng.random() < 0.5:
        rng.choice((_count_rule, _mapped_rule, _statement, _requirement))(draft)
    return _task(draft)


def any_rule_puzzle(rng: Random) -> Task:
    """A small table or two with rules of any kinds, drawn by their arguments."""
    draft = _tables(Draft(rng))
    for _ in range(rng.choice((1, 1, 2))):
        any_rule(draft)
    return _task(draft)


def _tables(draft: Draft) -> Draft:
    rng = draft.rng
    for name in ("one", "two")[: rng.choice((1, 1, 2))]:
        wide, deep = rng.randint(1, 4), rng.randint(1, 2)
        cells = list(product(range(wide), range(deep)))
        if len(draft.rows) + len(cells) <= MOST_ROWS:
            table = len(draft.tables)
            draft.tables.append(draft.puzzle.choices(name, a=range(wide), b=range(deep)))
            draft.rows += [(table, a, b) for a, b in cells]
    return draft


def _task(draft: Draft) -> Task:
    """Return the task of a draft: its answers are found among all sets of rows."""
    # Give and forbid some choices; return both as bit masks.
    rng, parts = draft.rng, []
    for act in (draft.puzzle.given, draft.puzzle.forbid):
        some = rng.sample(range(len(draft.rows)), min(rng.choice((0, 0, 1, 2)), len(draft.rows)))
        for number in some:
            table, a, b = draft.rows[number]
            act(draft.tables[table], a=a, b=b)
        parts.append(draft.mask(some))
    given, forbidden = parts[0], parts[1]
    masks = [
        chosen
        for chosen in range(1 << len(draft.rows))
        if chosen & given == given
        and not chosen & forbidden
        and all(holds(chosen) for holds in draft.holds)
    ]
    costs = _objective(draft)
    puzzle = draft.puzzle
    puzzle.unread_remarks()  # some tables are drawn without a rule, which needs no warning
    numbers = [tuple(k for k in range(len(draft.rows)) if mask >> k & 1) for mask in masks]
    hides = puzzle.matrix.options > len(draft.rows)
    return Task(
        puzzle.matrix,
        puzzle.given_options,
        puzzle.forbidden_options,
        planted=() if hides else tuple(numbers[:3]),
        number=len(masks),
        least=min(
            (
                sum(costs[k] for k in rows) + sum(price(mask) for price in draft.prices)
                for mask, rows in zip(masks, numbers, strict=True)
            ),
            default=None,
        ),
        puzzle=puzzle,
    )


def _count_rule(draft: Draft) -> None:
    """So many choices of every group: exactly one, at most one, or between two numbers."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    keys = [draw_key(rng) for _ in range(rng.choice((1, 1, 2)))]
    low = rng.choice((0, 0, 1, 1, 2))
    high = rng.choice((low, low + 1, low + 2, None))
    over = rng.choice((None, None, range(rng.randint(5, 6))))

    def covered(a: int, b: int) -> list[int]:
        return sorted({value for key in keys if (value := key(a, b)) is not None})

    # With one key, `by`; with several, `covering`.
    if len(keys) == 1:
        draft.puzzle.between(low, high, tables, by=keys[0], over=over)
    else:
        draft.puzzle.between(low, high, tables, covering=covered, over=over)
    groups = draft.groups(covered, numbers)
    for key in over or ():
        groups.setdefault(key, 0)
    most = len(draft.rows) if high is None else high
    draft.holds.append(_counts(dict.fromkeys(groups, (low, most)), groups))


def _mapped_rule(draft: Draft) -> None:
    """A number of its own for each group, perhaps for one that no row can fill."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key = draw_key(rng)
    groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if rng.random() < 0.2:
        groups[9] = 0
    counts = {name: rng.choice((0, 1, 1, 2)) if name < 9 else 0 for name in groups}
    if not counts:
        return
    draft.puzzle.exactly({name: number for name, number in counts.items()}, tables, by=key)  # noqa: C416
    draft.holds.append(_counts({name: (n, n) for name, n in counts.items()}, groups))


def _counts(bounds: dict[int, tuple[int, int]], groups: Groups) -> Holds:
    parts = [(groups[key], low, high) for key, (low, high) in bounds.items()]
    return lambda chosen: all(
        low <= (chosen & part).bit_count() <= high for part, low, high in parts
    )


def _agreement(draft: Draft) -> None:
    """Chosen rows that share a key give it one value; the value None has the key to itself."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    keys = [draw_key(rng) for _ in range(rng.choice((1, 2)))]
    values, hermit = rng.randint(1, 4), rng.choice((None, None, 0))

    def given(a: int, b: int) -> dict[int | None, int | None]:
        value = (2 * a + b) % values
        return {key(a, b): None if value == hermit else value for key in keys}

    draft.puzzle.agree(dict.fromkeys(tables, given))
    by_key: dict[int, dict[int | None, int]] = {}
    for number, (table, a, b) in enumerate(draft.rows):
        for key, value in given(a, b).items() if table in numbers else ():
            if key is not None:
                parts = by_key.setdefault(key, {})
                parts[value] = parts.get(value, 0) | 1 << number

    def holds(chosen: int) -> bool:
        for parts in by_key.values():
            used = [value for value, part in parts.items() if chosen & part]
            alone = None not in used or (chosen & parts[None]).bit_count() == 1
            if len(used) > 1 or not alone:
                return False
        return True

    draft.holds.append(holds)


def _vertex_rule(draft: Draft) -> None:
    """The vertices that chosen rows are at are connected, or reachable, in a graph of five."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key, pairs = draw_key(rng), list(combinations(range(5), 2))
    edges = rng.sample(pairs, rng.randint(0, 7))
    along: dict[int, list[int]] = {a: [b for tail, b in edges if tail == a] for a in range(5)}
    groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if not groups:
        return
    roots = rng.sample(range(5), rng.randint(1, 2))
    kind = rng.choice(("connected", "connected", "reachable", "reachable_by_arcs"))
    if kind == "connected":
        draft.puzzle.connected(tables, by=key, along=along)
    else:
        arcs = kind == "reachable_by_arcs"
        draft.puzzle.reachable(tables, roots, by=key, along=along, directed=arcs)

    def holds(chosen: int) -> bool:
        vertices = [vertex for vertex, part in groups.items() if chosen & part]
        return vertices_hold(kind, edges, vertices, roots)

    draft.holds.append(holds)


def _edge_rule(draft: Draft) -> None:
    """The edges that chosen rows are have no cycle, or are one tree, loop or path."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key, other_key = draw_key(rng), draw_key(rng)

    def edge(a: int, b: int) -> tuple[int, int] | None:
        ends = key(a, b), other_key(a, b)
        return None if None in ends or ends[0] == ends[1] else ends  # type: ignore[return-value]

    parts: dict[frozenset[int], int] = {}
    for number, (table, a, b) in enumerate(draft.rows):
        ends = edge(a, b) if table in numbers else None
        if ends is not None:
            parts[frozenset(ends)] = parts.get(frozenset(ends), 0) | 1 << number
    if not parts:
        return
    kind = rng.choice(("acyclic", "tree", "one_loop", "path"))
    getattr(draft.puzzle, kind)(tables, by=edge)

    def holds(chosen: int) -> bool:
        edges = [(min(ends), max(ends)) for ends, part in parts.items() if chosen & part]
        return edges_hold(kind, edges)

    draft.holds.append(holds)


def _requirement(draft: Draft) -> None:
    """The numbers of a table's chosen rows come to anything but one remainder."""
    rng = draft.rng
    number = rng.randrange(len(draft.tables))
    table, modulus = draft.tables[number], rng.randint(2, 4)
    wrong, y = rng.randrange(modulus), rng.randint(1, 3)

    def right(answer: Answer) -> bool:
        rows: list[Any] = list(answer[table.name])
        return bool(sum(row.a + y * row.b for row in rows) % modulus != wrong)

    draft.puzzle.require(right, over=table)
    worth = [(k, a + y * b) for k, (where, a, b) in enumerate(draft.rows) if where == number]
    draft.holds.append(
        lambda chosen: sum(value for k, value in worth if chosen >> k & 1) % modulus != wrong
    )


def _weight(rng: Random) -> Callable[[int, int], int]:
    """Draw how much a row counts: small numbers, or some that do not fit into 16 bits."""
    x, y, size = rng.randint(-2, 2), rng.randint(-2, 2), rng.choice((1, 1, 1 << 20))
    return lambda a, b: size * (x * a + y * b + 1)


def _sums(draft: Draft) -> None:
    """What the rows of each group count adds up to something between two numbers."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key, weight = draw_key(rng), _weight(rng)
    groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if not groups:
        return
    worth = [weight(a, b) for _, a, b in draft.rows]
    low = rng.choice((*worth, 0))
    high = low + rng.choice((0, 1, abs(worth[0]), 1 << 21))
    draft.puzzle.between(low, high, tables, by=key, weight=weight)
    draft.holds.append(
        lambda chosen: all(low <= _worth(worth, chosen & part) <= high for part in groups.values())
    )


def _comparison(draft: Draft) -> None:
    """What two tables, or one counted twice, add up to is compared."""
    rng = draft.rng
    pair = [rng.randrange(len(draft.tables)) for _ in range(2)]
    weights = [_weight(rng) for _ in pair]
    relation, further = rng.choice(("==", "<=", ">=", "<", ">")), rng.randint(-2, 2)
    left, right = (
        draft.puzzle.sum(draft.tables[number], weight=weight)
        for number, weight in zip(pair, weights, strict=True)
    )
    draft.puzzle.compare(left - right, relation, further)
    worth = [
        sum(
            sign * weight(a, b)
            for number, weight, sign in zip(pair, weights, (1, -1), strict=True)
            if number == table
        )
        for table, a, b in draft.rows
    ]
    draft.holds.append(lambda chosen: _HOLDS[relation](_worth(worth, chosen), further))


def _extreme(draft: Draft) -> None:
    """The greatest or the least of what the rows of each group count is compared."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key, x, more = draw_key(rng), rng.randint(-2, 2), rng.randint(-1, 1)
    groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if not groups:
        return
    worth = [x * a + b + 1 for _, a, b in draft.rows]
    load = draft.puzzle.sum(tables, by=key, weight=lambda a, b: x * a + b + 1) + more
    greatest, bound, relation = rng.random() < 0.5, rng.randint(-2, 3), rng.choice(list(_HOLDS))
    extreme = draft.puzzle.maximum(load) if greatest else draft.puzzle.minimum(load)
    draft.puzzle.compare(extreme, relation, bound)
    best = max if greatest else min
    draft.holds.append(
        lambda chosen: _HOLDS[relation](
            best(_worth(worth, chosen & part) + more for part in groups.values()), bound
        )
    )


def _distinct(draft: Draft) -> None:
    """So many groups have a choice."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key, relation, bound = draw_key(rng), rng.choice(list(_HOLDS)), rng.randint(0, 3)
    groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if not groups:
        return
    draft.puzzle.compare(draft.puzzle.count_distinct(tables, by=key), relation, bound)
    draft.holds.append(
        lambda chosen: _HOLDS[relation](sum(bool(chosen & part) for part in groups.values()), bound)
    )


def _intervals(draft: Draft) -> None:
    """The chosen rows of a table are intervals, of which no two on a resource overlap."""
    rng, number = draft.rng, draft.rng.randrange(len(draft.tables))
    key, x, y, long = draw_key(rng), rng.randint(-1, 2), rng.randint(0, 2), rng.randint(0, 2)
    draft.puzzle.no_overlap(
        draft.tables[number],
        by=key,
        along=lambda a, b: x * a + y * b,
        length=lambda a, b: (a + long) % 3,
    )
    spans = [
        (row, key(a, b), range(x * a + y * b, x * a + y * b + (a + long) % 3))
        for row, (table, a, b) in enumerate(draft.rows)
        if table == number and key(a, b) is not None
    ]
    clashes = [
        1 << row | 1 << other
        for (row, resource, span), (other, elsewhere, far) in combinations(spans, 2)
        if resource == elsewhere and set(span) & set(far)
    ]
    draft.holds.append(lambda chosen: not any(chosen & pair == pair for pair in clashes))


_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


def _worth(worth: list[int], chosen: int) -> int:
    return sum(value for number, value in enumerate(worth) if chosen >> number & 1)


def _statement(draft: Draft) -> None:
    """One of a few rows follows from one of others, or both or none, or not both, or either.

    Perhaps so for each value of a column.
    """
    rng = draft.rng
    sides: list[tuple[Formula, list[int]]] = []
    for _ in range(2):
        number, column = rng.randrange(len(draft.tables)), rng.choice("ab")
        value = rng.randrange(3)
        held = [
            k
            for k, (table, a, b) in enumerate(draft.rows)
            if table == number and {"a": a, "b": b}[column] == value
        ]
        if not held:
            return
        sides.append((draft.tables[number].where({column: value}), held))
    (left, first), (right, second) = sides
    kind = rng.choice(("implies", "equivalent", "not_both", "any_of"))
    by = rng.choice((None, "a", "b"))
    getattr(draft.puzzle, kind)(left, right, by=by)
    places = {"a": 1, "b": 2}
    values = {k: 0 if by is None else draft.rows[k][places[by]] for k in (*first, *second)}
    groups = [
        [draft.mask([k for k in side if values[k] == value]) for side in (first, second)]
        for value in set(values.values())
    ]
    says: dict[str, Callable[[bool, bool], bool]] = {
        "implies": lambda p, q: q or not p,
        "equivalent": lambda p, q: p == q,
        "not_both": lambda p, q: not (p and q),
        "any_of": lambda p, q: p or q,
    }
    draft.holds.append(
        lambda chosen: all(says[kind](bool(chosen & x), bool(chosen & y)) for x, y in groups)
    )


def _objective(draft: Draft) -> list[int]:
    """Minimize or maximize something, or nothing; return the options' costs."""
    rng, costs = draft.rng, [0] * len(draft.rows)
    if rng.random() < 0.5:
        return costs
    chosen, size = rng.randrange(len(draft.tables)), rng.choice((3, 100, 1 << 40))
    x, y, z, sign = rng.randint(-size, size), rng.randint(-9, 9), rng.randint(-9, 9), 1
    if rng.random() < 0.5:
        draft.puzzle.minimize(draft.tables[chosen], lambda a, b: x * a + y * b + z)
    else:
        draft.puzzle.maximize(draft.tables[chosen], lambda a, b: x * a + y * b + z)
        sign = -1
    for number, (table, a, b) in enumerate(draft.rows):
        if table == chosen:
            costs[number] = sign * (x * a + y * b + z)
    return costs

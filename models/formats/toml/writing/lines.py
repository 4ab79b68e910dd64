"""Rules on lines as TOML: how a puzzle's `regular`, `all_different` ... are written again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from ....errors import ModelError
from ....rules.statements.all_different import AllDifferent
from ....rules.statements.automaton import Automaton
from ....rules.statements.increasing import Increasing
from ....rules.statements.lines import ALONE, LineRule
from ....rules.statements.words import WordRule
from ....tables.table import Choices
from .fitting import fitting_expression
from .values import array, filled, key, range_or_array, text, value

__all__ = ["line_rule"]

Groups = Sequence[Sequence[Any]]


def line_rule(rule: LineRule | AllDifferent, groups: Iterator[str]) -> Iterator[str]:
    """Yield the lines that say a rule; `groups` are those that say its groups."""
    what = f"toml: rule {rule.name!r} has the value"
    table = rule.parts[0].table
    if isinstance(rule, WordRule):
        yield f"{rule.kind} = {_language(rule, what)}"
        yield f"of = {text(table.name)}"
    else:
        kind = "increasing" if isinstance(rule, Increasing) else "all_different"
        yield f"{kind} = {text(table.name)}"
    orders = rule.orders if isinstance(rule, LineRule) else None
    if orders is not None:
        yield f"lines = {_paths(orders, what)}"
    elif not _is_alone(rule):
        yield from groups
    if isinstance(rule, WordRule) and not isinstance(rule.automata, Automaton):
        yield f"over = {range_or_array(rule.groups, what)}"
    if isinstance(rule, LineRule):
        yield f"along = {_along(rule, table, what)}"
    plain = isinstance(rule, WordRule) and all(one == 1 for one in rule.value)
    if not plain:
        yield f"value = {_column(table, list(rule.value), what)}"
    if isinstance(rule, WordRule) and rule.empty is not None and not (plain and rule.empty == 0):
        yield f"empty = {value(rule.empty, what)}"
    if isinstance(rule, Increasing) and rule.strict:
        yield "strict = true"
    if isinstance(rule, AllDifferent) and rule.besides:
        yield f"besides = {array(value(one, what) for one in rule.besides)}"


def _is_alone(rule: LineRule | AllDifferent) -> bool:
    """Whether all rows of the table are one line, as they are if nothing is told."""
    part = rule.parts[0]
    return list(rule.groups) == [ALONE] and all(
        part.keys(number) == [ALONE] for number in range(len(part.table))
    )


def _paths(orders: Mapping[Any, Sequence[Any]], what: str) -> str:
    """Return the places of each line: an array, or a table if the lines have names."""
    if list(orders) == list(range(1, len(orders) + 1)):
        return filled(value(tuple(places), what) for places in orders.values())
    pairs = []
    for name, places in orders.items():
        if not isinstance(name, str):
            raise ModelError(f"{what} {name!r} as the key of a line, expected a name")
        pairs.append(f"{key(name)} = {value(tuple(places), what)}")
    return f"{{ {', '.join(pairs)} }}"


def _along(rule: LineRule, table: Choices, what: str) -> str:
    """Return the places: as they are where their order is found again, else their ranks."""
    said = list(rule.along)
    if rule.orders is not None or not any(isinstance(place, str) for place in said):
        return _column(table, said, what)
    fit = fitting_expression(table, [[place] for place in said])
    declared = (
        table.factors[table.columns.index(fit)]
        if table.factors is not None and fit in table.columns
        else said
    )
    if fit is not None and list(dict.fromkeys(declared)) == list(rule.places):
        return text(fit)
    rank = {place: number for number, place in enumerate(rule.places)}
    return f"{{ rows = {filled(str(rank[place]) for place in said)} }}"


def _column(table: Choices, said: Sequence[Any], what: str) -> str:
    fit = fitting_expression(table, [[one] for one in said])
    if fit is not None:
        return text(fit)
    return f"{{ rows = {filled(value(one, what) for one in said)} }}"


def _language(rule: WordRule, what: str) -> str:
    if rule.kind == "table_rule":
        return filled(value(one, what) for one in rule.tuples)
    if isinstance(rule.automata, Automaton):
        return _automaton(rule.automata, what)
    return array(_automaton(rule.automata[key], what) for key in rule.groups)


def _automaton(automaton: Automaton, what: str) -> str:
    if automaton.pattern is not None:
        return text(automaton.pattern)
    numbers: dict[Hashable, int] = {automaton.start: 0}
    steps = []
    for one, said, other in automaton.transitions:
        before, behind = (numbers.setdefault(state, len(numbers)) for state in (one, other))
        steps.append(f"[{before}, {value(said, what)}, {behind}]")
    ends = array(str(numbers[state]) for state in automaton.accepting)
    return f"{{ start = 0, accepting = {ends}, transitions = {array(steps)} }}"

"""From tables and rules to the shared matrix.

An option a row, table after table; an item a group, rule after rule, as the rules say (rule.py):
first those whose items are primary, then those that only limit. The values that rules give to their
entries are numbered here, as colors of the whole matrix. Everything is gathered in flat arrays, so
that a table of a million rows costs seconds, not minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from .budget import look, looking
from .matrix.collector import collector_paused
from .matrix.exact_cover import ExactCover
from .rules.keys import Numbers
from .rules.rule import Entries, Group, Rule
from .spelling import plain, precise
from .table import Choices

__all__ = ["Compiled", "compile_puzzle"]

Costs = Callable[[Choices], Numbers]


class Compiled:
    """A puzzle's matrix, compiled when it is first asked for; copies of a puzzle share it.

    Pickled it is empty: the matrix is large and quickly compiled anew, once for those who share it.
    """

    def __init__(self) -> None:
        self._matrix: ExactCover | None = None

    def __reduce__(self) -> tuple[type[Compiled], tuple[()]]:
        return Compiled, ()

    def matrix(self, tables: Sequence[Choices], rules: Sequence[Rule], costs: Costs) -> ExactCover:
        """Return the matrix of these tables and rules."""
        if self._matrix is None:
            self._matrix = compile_puzzle(tables, rules, costs)
        return self._matrix


def compile_puzzle(
    tables: Sequence[Choices],
    rules: Sequence[Rule],
    costs: Costs,
) -> ExactCover:
    """Return the matrix. Raises ModelError for rows that break what a rule takes for granted.

    It may be watched (budget.py), and raises what the one who watches raises.
    """
    with collector_paused():
        added = {rule.name: rule.items for rule in _primary_first(rules)}
        items: list[Group] = []
        low: list[int] = []
        high: list[int] = []
        first: dict[str, int] = {}
        for name, of_rule in added.items():
            first[name] = len(items)
            items += [Group(name, key) for key in looking(of_rule.groups)]
            low += of_rule.low
            high += of_rule.high
        options = sum(map(len, tables))
        colors: dict[Any, int] = {}
        entries = [(first[rule.name], added[rule.name].entries) for rule in rules]
        starts, members, tints = _entries(entries, options, colors)
        look()
        return ExactCover(
            primary=sum(len(added[rule.name].groups) for rule in rules if rule.primary),
            items=items,
            starts=starts,
            members=members,
            colors=tints,
            costs=np.concatenate([np.zeros(0, np.int64), *map(costs, tables)]),
            low=low,
            high=high,
            labels=_Labels(tables, options),
            color_names=_names(colors),
        )


def _primary_first(rules: Sequence[Rule]) -> list[Rule]:
    return sorted(rules, key=lambda rule: not rule.primary)


def _entries(
    of_rules: Sequence[tuple[int, Entries]], options: int, colors: dict[Any, int]
) -> tuple[Numbers, Numbers, Numbers]:
    """Return (starts, members, colors): an option's items stand in the order of the rules.

    of_rules  the number of each rule's first item, and its entries
    """
    owners: list[Numbers] = [np.zeros(0, np.int64)]
    members: list[Numbers] = [np.zeros(0, np.int64)]
    tints: list[Numbers] = [np.zeros(0, np.int64)]
    for first, entries in of_rules:
        owners.append(entries.options)
        members.append(entries.groups + first)
        if entries.values is None:
            tints.append(np.zeros(len(entries.groups), np.int64))
        else:
            tints.append(_color_numbers(entries.values, colors))
    owner = np.concatenate(owners)
    look()
    order = np.argsort(owner, kind="stable")
    look()
    starts = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=options))))
    return starts, np.concatenate(members)[order], np.concatenate(tints)[order]


def _color_numbers(values: Iterable[Any], known: dict[Any, int]) -> Numbers:
    """Return the color numbers of values, adding new ones to `known`; 0 stands for None."""
    return np.array(
        [
            0 if value is None else known.setdefault(value, len(known) + 1)
            for value in looking(values)
        ],
        np.int64,
    )


def _names(colors: dict[Any, int]) -> list[str]:
    """Name each color after its value, and two values of one spelling by their representation."""
    names = list(map(plain, colors))
    return names if len(set(names)) == len(names) else list(map(precise, colors))


class _Labels(Sequence[str]):
    """What each option means, spelled out only when asked for."""

    def __init__(self, tables: Sequence[Choices], options: int) -> None:
        self._tables = tuple(tables)
        self._options = options

    def __len__(self) -> int:
        return self._options

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        return list, (list(self),)  # a matrix goes to another process without its puzzle

    def __getitem__(self, option):  # type: ignore[no-untyped-def]
        if isinstance(option, slice):
            return [self[k] for k in range(*option.indices(len(self)))]
        if not 0 <= option < len(self):
            raise IndexError(option)
        table = next(t for t in self._tables if option < t.offset + len(t))
        return table.describe(option - table.offset)

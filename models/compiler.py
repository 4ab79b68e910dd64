"""From tables and rules to the shared matrix.

An option a row, table after table; an item a group, rule after rule. Groups that need a choice
are primary items, groups that only limit are secondary, and the values on which choices agree are
colors. Everything is gathered in flat arrays, so that a table of a million rows costs seconds, not
minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .budget import look, looking
from .matrix.collector import collector_paused
from .matrix.exact_cover import ExactCover
from .rules.agreement import color_numbers
from .rules.grouping import Numbers
from .rules.rule import Group, Rule
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
        items: list[Group] = []
        low: list[int] = []
        high: list[int] = []
        first: dict[str, int] = {}
        for rule in sorted(rules, key=lambda rule: rule.secondary):
            first[rule.name] = len(items)
            items += [Group(rule.name, key) for key in looking(rule.groups)]
            low += [rule.low] * len(rule.groups)
            high += _highs(rule)
        options = sum(map(len, tables))
        colors: dict[Any, int] = {}
        starts, members, tints = _entries(rules, first, options, colors)
        look()
        return ExactCover(
            primary=sum(len(rule.groups) for rule in rules if not rule.secondary),
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


def _highs(rule: Rule) -> list[int]:
    if rule.high is not None:
        return [rule.high] * len(rule.groups)
    sizes = np.bincount(rule.entries.groups, minlength=len(rule.groups))
    bound = np.minimum(sizes, sizes.max(initial=0) if rule.most is None else rule.most)
    return [max(int(most), rule.low) for most in bound]


def _entries(
    rules: Sequence[Rule], first: dict[str, int], options: int, colors: dict[Any, int]
) -> tuple[Numbers, Numbers, Numbers]:
    """Return (starts, members, colors): an option's items stand in the order of the rules."""
    owners: list[Numbers] = [np.zeros(0, np.int64)]
    members: list[Numbers] = [np.zeros(0, np.int64)]
    tints: list[Numbers] = [np.zeros(0, np.int64)]
    for rule in rules:
        entries = rule.entries
        owners.append(entries.options)
        members.append(entries.groups + first[rule.name])
        if entries.values is None:
            tints.append(np.zeros(len(entries.groups), np.int64))
        else:
            tints.append(color_numbers(entries.values, colors))
    owner = np.concatenate(owners)
    look()
    order = np.argsort(owner, kind="stable")
    look()
    starts = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=options))))
    return starts, np.concatenate(members)[order], np.concatenate(tints)[order]


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

"""From tables and rules to the shared matrix.

An option a row, table after table; an item a group, rule after rule. Groups that need a choice
are primary items, groups that only limit are secondary. Everything is gathered in flat arrays, so
that a table of a million rows costs seconds, not minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .exact_cover import ExactCover
from .rules import Group, Rule
from .table import Choices, Row

__all__ = ["compile_puzzle"]


def compile_puzzle(
    tables: Sequence[Choices],
    rules: Sequence[Rule],
    cost: Callable[[Choices, Row], int],
) -> ExactCover:
    """Return the matrix. Raises ModelError for rows that break what a rule takes for granted."""
    items: list[Group] = []
    low: list[int] = []
    high: list[int] = []
    numbers: dict[str, dict[object, int]] = {}
    ordered = sorted(rules, key=lambda rule: rule.low == 0 and rule.high == 1)
    primary = 0
    for rule in ordered:
        numbers[rule.name] = {key: len(items) + k for k, key in enumerate(rule.groups)}
        items += [Group(rule.name, key) for key in rule.groups]
        low += [rule.low] * len(rule.groups)
        high += [rule.high] * len(rule.groups)
        if (rule.low, rule.high) != (0, 1):
            primary = len(items)
    options = sum(map(len, tables))
    starts, members = _entries(rules, numbers, options)
    return ExactCover(
        primary=primary,
        items=items,
        starts=starts,
        members=members,
        costs=np.array([cost(table, row) for table in tables for row in table.rows], object),
        low=low,
        high=high,
        labels=_Labels(tables, options),
    )


def _entries(
    rules: Sequence[Rule], numbers: dict[str, dict[object, int]], options: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (starts, members): an option's items stand in the order of the rules."""
    owners: list[np.ndarray] = [np.zeros(0, np.int64)]
    members: list[np.ndarray] = [np.zeros(0, np.int64)]
    for rule in rules:
        number = numbers[rule.name]
        sizes = np.fromiter(map(len, rule.members), np.int64, len(rule.members))
        first = rule.choices.offset
        owners.append(np.repeat(np.arange(first, first + len(sizes)), sizes))
        flat = (number[key] for keys in rule.members for key in keys)
        members.append(np.fromiter(flat, np.int64, int(sizes.sum())))
    owner, member = np.concatenate(owners), np.concatenate(members)
    order = np.argsort(owner, kind="stable")
    starts = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=options))))
    return starts, member[order]


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

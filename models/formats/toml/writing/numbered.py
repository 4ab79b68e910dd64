"""Finds the rules that one `exactly` with a number for each group came apart into.

The layer makes a rule for each different number: `hours` becomes `hours of 3` and `hours of 2`.
Those that stand in a row, count the same tables and share no group are written as the one rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ....rules.cardinality import Cardinality
from ....rules.rule import Rule
from ....tables.table import Choices

__all__ = ["Numbered", "joined"]


@dataclass(frozen=True)
class Numbered:
    """Rules that are one: its name, and they."""

    name: str
    rules: Sequence[Cardinality]

    def keys(self) -> dict[Choices, list[list[Any]]]:
        """Return the keys of each row's groups, by table."""
        return {
            part.table: [
                [key for rule in self.rules for key in rule.parts[place].keys(number)]
                for number in range(len(part.table))
            ]
            for place, part in enumerate(self.rules[0].parts)
        }

    def counts(self) -> dict[Any, int]:
        """Return the number of each group, in an order that gives the rules in theirs.

        It is the order in which rows have them, if that does.
        """
        told = {key: rule.low or 0 for rule in self.rules for key in rule.groups}
        of_rows = [key for rows in self.keys().values() for keys in rows for key in keys]
        ordered = {key: told[key] for key in dict.fromkeys([*of_rows, *told])}
        fits = list(dict.fromkeys(ordered.values())) == [rule.low for rule in self.rules]
        return ordered if fits else told


def joined(rules: Sequence[Rule]) -> Iterator[Rule | Numbered]:
    """Yield the rules, those that are one together."""
    place = 0
    while place < len(rules):
        several = _together(rules[place:])
        if len(several) > 1:
            yield Numbered(_name(several[0]) or "", several)
        else:
            yield rules[place]
        place += max(len(several), 1)


def _together(rules: Sequence[Rule]) -> list[Cardinality]:
    """Return the rules at the beginning that are one."""
    found: list[Cardinality] = []
    groups: set[Any] = set()
    for rule in rules:
        name = _name(rule)
        if name is None or not isinstance(rule, Cardinality):
            break
        first = found[0] if found else rule
        alike = (name, rule.tables) == (_name(first), first.tables)
        if not alike or not groups.isdisjoint(rule.groups):
            break
        if rule.low in [one.low for one in found]:
            break
        found.append(rule)
        groups.update(rule.groups)
    return found


def _name(rule: Rule) -> str | None:
    """Return the name of the rule of which this is the part of one number; None: of none."""
    if not isinstance(rule, Cardinality) or rule.weighs:
        return None
    if rule.low is None or rule.low != rule.high:
        return None
    name, of, number = rule.name.rpartition(" of ")
    return name if of and number == str(rule.low) and name else None

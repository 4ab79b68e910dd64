"""Rules: how many choices of each group are made.

A rule sorts the rows of a table into groups, by one key a row (`by`) or by several (`covering`),
and says how many rows of each group are chosen. Each group becomes an item of the matrix. A rule
keeps its name and the source line that made it, so that messages speak the puzzle's language.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from .errors import ModelError
from .table import Choices, Columns, Row

__all__ = ["Group", "Rule"]

Key = Hashable


class Group(NamedTuple):
    """One group of a rule: what an item of the matrix stands for."""

    rule: str
    key: Key

    def __str__(self) -> str:
        return f"{self.rule} {_spell(self.key)}"


@dataclass(frozen=True, eq=False)
class Rule:
    """`low` to `high` choices of each group of `choices` are made.

    keys    from a row to the keys of its groups
    over    keys of groups that exist even if no row has them; None: those that rows have
    source  file:line that made the rule
    """

    name: str
    choices: Choices
    low: int
    high: int
    keys: Callable[[Row], Iterable[Key]] = field(repr=False)
    over: tuple[Key, ...] | None = field(repr=False)
    source: str

    @cached_property
    def members(self) -> list[list[Key]]:
        """The keys of every row. Raises ModelError for a repeated key or one outside `over`."""
        try:
            rows = [list(self.keys(row)) for row in self.choices.rows]
            repeats = [number for number, keys in enumerate(rows) if len(set(keys)) < len(keys)]
        except TypeError:
            raise self._key_mistake() from None
        for number in repeats:
            twice = next(key for key, times in Counter(rows[number]).items() if times > 1)
            raise self._mistake(number, f"covers {_spell(twice)} twice")
        if self.over is not None:
            known = set(self.over)
            for number, keys in enumerate(rows):
                if not known.issuperset(keys):
                    alien = next(key for key in keys if key not in known)
                    what = f"is in the group {_spell(alien)}, which `over` does not name"
                    raise self._mistake(number, what)
        return rows

    def _mistake(self, number: int, what: str) -> ModelError:
        where = f"rule {self.name} ({self.source}): {self.choices.describe(number)}"
        return ModelError(f"{where} {what}")

    def _key_mistake(self) -> ModelError:
        """Return the error of the first row whose keys cannot be had."""
        for number, row in enumerate(self.choices.rows):
            try:
                set(self.keys(row))
            except TypeError as error:
                return self._mistake(number, f"has no keys that can be hashed: {error}")
        return ModelError(f"rule {self.name} ({self.source}): its keys change from call to call")

    @cached_property
    def groups(self) -> list[Key]:
        """The keys of all groups: those of `over`, or those of the rows in order."""
        if self.over is not None:
            return list(self.over)
        return list(dict.fromkeys(key for keys in self.members for key in keys))

    def violations(self, chosen: Iterable[Row]) -> Iterator[str]:
        """Say, for each group with too few or too many of the chosen rows, what is wrong."""
        made = Counter(key for row in chosen for key in self.keys(row))
        for key in dict.fromkeys([*self.groups, *made]):
            if not self.low <= made[key] <= self.high:
                yield f"{Group(self.name, key)}: {made[key]} chosen, expected {self.wanted}"

    @property
    def wanted(self) -> str:
        """How many choices of a group the rule wants, in words."""
        if self.low == self.high:
            return "exactly one" if self.low == 1 else f"exactly {self.low}"
        if self.low == 0:
            return "at most one" if self.high == 1 else f"at most {self.high}"
        return f"{self.low} to {self.high}"


def key_reader(
    choices: Choices, by: Columns | None, covering: Columns | None, purpose: str
) -> Callable[[Row], Iterable[Key]]:
    """Return the function from a row to its groups' keys that `by` or `covering` asks for."""
    if (by is None) == (covering is None):
        raise ModelError(f"{purpose}: expected one of `by` and `covering`")
    if by is not None:
        read = choices.reader(by, purpose)
        return lambda row: (read(row),)
    assert covering is not None
    return choices.reader(covering, purpose)


def rule_name(choices: Choices, by: Columns | None, covering: Columns | None) -> str:
    """Name a rule after what it groups by."""
    spec = by if by is not None else covering
    if isinstance(spec, str):
        what = spec
    elif spec is None or callable(spec):
        what = getattr(spec, "__name__", "group").replace("<lambda>", "group")
    else:
        what = ",".join(spec) if isinstance(spec, Sequence) else str(spec)
    return f"{choices.name}/{what}"


def caller(depth: int) -> str:
    """Return `file:line` of the frame `depth` calls above the caller of this function."""
    frame = sys._getframe(depth + 1)
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def _spell(key: Key) -> str:
    if isinstance(key, tuple):
        return "(" + ",".join(map(str, key)) + ")"
    return str(key)

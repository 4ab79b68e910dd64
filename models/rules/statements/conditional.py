"""`if_chosen`: a rule that holds where a choice is made.

Reification one way (`->` before a constraint in MiniZinc, `OnlyEnforceIf` in CP-SAT). Of an item
`low` to `high`, whose sum is `least` to `most` anyway, each choice x of the condition makes two:

    sum - (low - least) x >= least        sum + (most - high) x <= most

In a matrix with other rules a count of few choices becomes clauses in place of sums: at least one,
all, none, at most one of each pair. A statement under a condition is a statement again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Self

from ...errors import ModelError, excerpt
from ...tables.selections import Formula, Selection
from ...tables.table import Choices
from ..arguments import puzzle_method
from ..exactly_one import ExactlyOneGroups, Literal
from ..keys import Key
from ..rule import Block, Chosen, Entries, Group, Items, Rule
from ..rulebook import Rulebook
from .clauses import Normal, blocks_of, items_of, joined_items, require_plain

__all__ = ["Conditional", "if_chosen"]

_NONE: frozenset[Literal] = frozenset()
MOST_PAIRS = 15  # of the choices of a group that exclude each other, each an item


@dataclass(frozen=True, eq=False)
class Conditional(Rule):
    """A rule that holds where one of some choices is made.

    selection  these choices
    rule       the rule
    """

    selection: Selection
    rule: Rule = field(repr=False)

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        selection = self.selection.on(tables)  # type: ignore[arg-type]
        return self._copy(selection=selection, rule=self.rule.twin(tables), without=("items",))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "if_chosen"

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables of the rule and of the condition."""
        both = (*self.rule.tables, *self.selection.tables)
        return tuple(dict.fromkeys(both))  # type: ignore[arg-type]

    @property
    def groups(self) -> list[Key]:
        """The keys of the rule's groups."""
        return self.rule.groups

    @property
    def primary(self) -> bool:
        """Its sums are bounded, together with the condition."""
        return True

    @cached_property
    def items(self) -> Items:
        """Two items at most for each group and each choice of the condition."""
        of_rule = self.rule.items
        bounds = _Bounds(self.selection)
        for number, entries in enumerate(_by_item(of_rule, self.tables)):
            low, high = int(of_rule.low[number]), int(of_rule.high[number])
            bounds.add(of_rule.groups[number], entries, low, high)
        return Items(bounds.keys, bounds.low, bounds.high, blocks_of(bounds.weights))

    @property
    def uses_groups(self) -> bool:
        """Whether its items may depend on the exactly-one groups of the other rules."""
        return True

    def items_with(self, groups: ExactlyOneGroups) -> tuple[Items, Items]:
        """Return clauses for the groups that few of them say, and sums for the others."""
        of_rule = self.rule.items
        sums = _Bounds(self.selection)
        clauses: list[tuple[Key, Normal]] = []
        for number, entries in enumerate(_by_item(of_rule, self.tables)):
            key, low, high = (
                of_rule.groups[number],
                int(of_rule.low[number]),
                int(of_rule.high[number]),
            )
            # The clauses of a count with these bounds; None if they would be many, or of a sum.
            if any(weight != 1 for weight in entries.values()):
                own_clauses = None
            else:
                rows = list(entries)
                least, most = _at_least(rows, low), _at_most(rows, high, groups)
                own_clauses = None if least is None or most is None else [*least, *most]
            if own_clauses is None:
                sums.add(key, entries, low, high)
                continue
            for row in self.selection.rows:
                literal: Literal = (self.selection.table, row)  # type: ignore[assignment]
                for place, clause in enumerate(own_clauses):
                    clause = Normal(clause.chosen | {literal}, clause.needed)
                    if not clause.is_true:
                        clauses.append(((key, "clause", (row, place)), clause))
        primary, secondary = items_of(clauses, groups)
        summed = Items(sums.keys, sums.low, sums.high, blocks_of(sums.weights))
        return joined_items(summed, primary), secondary

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups that the rule says are overfilled, where the condition holds."""
        if self.selection.holds(chosen):
            yield from (Group(self.name, group.key) for group in self.rule.overfilled(chosen))

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say what breaks the rule, where the condition holds."""
        if self.selection.holds(chosen):
            for wrong in self.rule.violations(chosen):
                yield f"{wrong}, for {self.selection} is chosen"

    @property
    def wanted(self) -> str:
        """What the rule wants, and when."""
        return f"{self.rule.wanted} if {self.selection} is chosen"

    @property
    def verb(self) -> str:
        """As the rule has it."""
        return self.rule.verb

    @property
    def summary(self) -> str:
        """The rule's own line, and when it holds."""
        return f"{self.rule.summary}, if {self.selection} is chosen"

    def demand(self, key: Key) -> str:
        """Say what the rule demands of a group, and when."""
        own = key[0] if isinstance(key, tuple) and len(key) == 3 else key
        if self.words is not None:
            return self.words(own)
        return f"{self.rule.demand(own)} if {self.selection} is chosen"


class _Bounds:
    """The items of a conditional rule, added one after the other."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.keys: list[Key] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.weights: list[dict[Literal, int]] = []

    def add(self, key: Key, entries: Mapping[Literal, int], low: int, high: int) -> None:
        """Let the sum of these entries lie between `low` and `high` where the condition holds."""
        least = sum(weight for weight in entries.values() if weight < 0)
        most = sum(weight for weight in entries.values() if weight > 0)
        for row in self.selection.rows:
            literal = (self.selection.table, row)
            if low > least:
                self._item((key, "least", row), entries, literal, least - low, (least, None))
            if high < most:
                self._item((key, "most", row), entries, literal, most - high, (None, most))

    def _item(
        self,
        key: Key,
        entries: Mapping[tuple[Any, int], int],
        extra: tuple[Any, int],
        weight: int,
        bounds: tuple[int | None, int | None],
    ) -> None:
        weights: dict[tuple[Any, int], int] = dict(entries)
        weights[extra] = weights.get(extra, 0) + weight
        low, high = bounds
        self.keys.append(key)
        fall = sum(min(w, 0) for w in weights.values())
        rise = sum(max(w, 0) for w in weights.values())
        self.low.append(min(fall, high or 0) if low is None else low)
        self.high.append(max(rise, low or 0) if high is None else high)
        self.weights.append({row: w for row, w in weights.items() if w})


def _at_least(rows: Sequence[Literal], low: int) -> list[Normal] | None:
    if low <= 0:
        return []
    if low == 1:
        return [Normal(_NONE, frozenset(rows))]
    if low == len(rows):
        return [Normal(_NONE, frozenset({row})) for row in rows]
    return [Normal(_NONE, _NONE)] if low > len(rows) else None


def _at_most(rows: Sequence[Literal], high: int, groups: ExactlyOneGroups) -> list[Normal] | None:
    """Return the clauses that allow so many; choices of one group exclude each other anyway."""
    if high >= len(rows):
        return []
    if high < 0:
        return [Normal(_NONE, _NONE)]
    if high == 0:
        return [Normal(frozenset({row}), _NONE) for row in rows]
    if high > 1:
        return None
    clauses = []
    for pair in combinations(rows, 2):
        first, second = (set(groups.of(row)) for row in pair)
        if first.isdisjoint(second):
            clauses.append(Normal(frozenset(pair), _NONE))
            if len(clauses) > MOST_PAIRS:
                return None
    return clauses


def _by_item(items: Items, tables: Sequence[Choices]) -> list[dict[Literal, int]]:
    """Return what each row counts in each item."""
    assert not isinstance(items.entries, Entries)
    blocks: Iterable[Block] = items.entries
    by_offset = {table.offset: table for table in tables if len(table)}
    counts: list[dict[Literal, int]] = [{} for _ in items.groups]
    for block in blocks:
        options, groups = block.flat()
        for option, group, weight in zip(
            options.tolist(), groups.tolist(), block.flat_weights().tolist(), strict=True
        ):
            counts[group][by_offset[block.offset], option - block.offset] = weight
    return counts


def conditional(rule: Rule, selection: Formula) -> Conditional:
    """Return a rule that holds where a choice of the selection is made.

    Raises ModelError for what is not one selection.
    """
    if not isinstance(selection, Selection):
        message = f"{excerpt(str(selection))}, expected one selection"
        raise ModelError(f"if_chosen {rule.name} ({rule.source}): {message}")
    require_plain(selection, f"if_chosen {rule.name} ({rule.source})")
    return Conditional(rule.name, rule.source, selection, rule, words=rule.words)


def if_chosen(
    puzzle: Rulebook, selection: Formula, rule: Rule | Iterable[Rule]
) -> Rule | tuple[Rule, ...]:
    """Let a rule hold only where a choice of the selection is made.

    `rule` is what a method returned, as in `if_chosen(open.where(shop=1), puzzle.between(1, 5,
    visit, by="day"))`, or several; they take their places among the rules. Rules that count
    choices (`exactly_one`, `between` ...), `all_different` and statements may depend on
    choices; for these the condition may be anything that `implies` takes, for the others it is
    one selection. Returns the rules. Raises ModelError for a rule that is not this puzzle's or
    of another kind.
    """
    if not isinstance(rule, Rule) and isinstance(rule, Iterable):
        return tuple([_conditional(puzzle, selection, member) for member in rule])
    return _conditional(puzzle, selection, rule)


puzzle_method(if_chosen)


def _conditional(puzzle: Rulebook, selection: Formula, rule: Rule) -> Rule:
    rule = puzzle.own_rule(rule, "if_chosen")
    purpose = f"if_chosen {rule.name} ({rule.source})"
    if not isinstance(selection, Formula):
        message = f"{excerpt(repr(selection))}, expected a selection as table.where(...)"
        raise ModelError(f"{purpose}: {message}")
    for table in selection.tables:
        puzzle.table(table)  # type: ignore[arg-type]
    new_rule = rule.if_chosen(selection)
    if new_rule is None:
        message = f"a rule of the kind {type(rule).__name__}, which cannot depend on choices"
        raise ModelError(f"{purpose}: {message}; {rule.instead('name the choices in it')}")
    return puzzle.exchange(rule, new_rule)

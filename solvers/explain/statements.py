"""What a puzzle is written down in: statements, each of which makes some of its parts.

A given is one statement, also one of the many that a grid gives at once; so is a call of `forbid`,
however many choices it rules out, and a rule as it is written, however many groups it has. A choice
that is given twice is given by one statement. A bare matrix has none of that: there each item is a
statement, and so is each given. What the search alone gives or forbids is a statement each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...models.matrix.conditions import GraphRule
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.rules.keys import Key
from ...models.rules.rule import Group, Rule
from ..contract.batch import Options
from ..search.selection import Problem
from .parts import Kind, Part

__all__ = ["Statement", "StatementKind", "grouped", "statements"]


class StatementKind(StrEnum):
    """The kinds of statements."""

    GIVEN = "given"
    FORBID = "forbid"
    RULE = "rule"
    ITEM = "item"


@dataclass(frozen=True)
class Statement:
    """A statement, or several that one line of the description makes, and parts that come of it.

    text    what it says: the choice, what is forbidden, the rule's name, the item
    source  `file:line`; empty where that is not known
    """

    kind: StatementKind
    text: str
    source: str
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        at = f" at {self.source}" if self.source else ""
        if self.kind is StatementKind.FORBID:
            return f"forbid {self.text}{at}"
        return f"{self.kind} {self.text}{at}"

    @property
    def options(self) -> Options:
        """The options that it gives or forbids."""
        kinds = (Kind.GIVEN, Kind.FORBIDDEN)
        return tuple(number for kind, number in self.parts if kind in kinds)

    @property
    def items(self) -> Options:
        """The items that it makes."""
        return tuple(number for kind, number in self.parts if kind is Kind.ITEM)


def statements(problem: Problem, given: Iterable[int], forbidden: Iterable[int]) -> list[Statement]:
    """Return every statement: rules, then what is forbidden, then givens.

    given, forbidden  all options that are, those that the question gives besides among them
    """
    return [
        *_rules(problem),
        *_forbids(problem, set(forbidden)),
        *_givens(problem, dict.fromkeys(given)),
    ]


def grouped(
    problem: Problem,
    items: Options,
    givens: Options,
    forbidden: Options,
    conditions: Options = (),
) -> tuple[Statement, ...]:
    """Return what made these parts: givens of one line as one, what is forbidden, then rules."""
    by_line: dict[str, list[Statement]] = {}
    for statement in _givens(problem, dict.fromkeys(givens)):
        by_line.setdefault(statement.source or statement.text, []).append(statement)
    result = [
        Statement(
            some[0].kind,
            ", ".join(given.text for given in some),
            some[0].source,
            tuple(part for given in some for part in given.parts),
        )
        for some in by_line.values()
    ]
    left = set(forbidden)
    for statement in _forbids(problem, set(forbidden)):
        parts = tuple(part for part in statement.parts if part.number in left)
        left.difference_update(part.number for part in parts)
        if parts:
            result.append(Statement(statement.kind, statement.text, statement.source, parts))
    wanted = {Part(Kind.ITEM, item) for item in items}
    wanted |= {Part(Kind.CONDITION, number) for number in conditions}
    for statement in _rules(problem):
        parts = tuple(part for part in statement.parts if part in wanted)
        if parts:
            result.append(Statement(statement.kind, statement.text, statement.source, parts))
    return tuple(result)


def _rules(problem: Problem) -> list[Statement]:
    if isinstance(problem, ExactCover):
        named = enumerate(map(str, problem.items))
        return [
            *(
                Statement(StatementKind.ITEM, name, "", (Part(Kind.ITEM, number),))
                for number, name in named
            ),
            *(
                Statement(StatementKind.RULE, condition.name, "", (Part(Kind.CONDITION, number),))
                for number, condition in enumerate(problem.conditions)
            ),
        ]
    items: dict[str, list[Part]] = {rule.name: [] for rule in problem.rules}
    for number, group in enumerate(problem.matrix.items):
        assert isinstance(group, Group)  # so the compiler names them
        items[group.rule].append(Part(Kind.ITEM, number))
    for rule, _, number in conditions_by_rule(problem):
        items[rule.name].append(Part(Kind.CONDITION, number))
    return [
        Statement(StatementKind.RULE, rule.name, rule.source, tuple(items[rule.name]))
        for rule in problem.rules
    ]


def conditions_by_rule(puzzle: Puzzle) -> Iterator[tuple[Rule, Key | None, int]]:
    """Yield for each condition of the matrix its rule, the key of its group there, and its number.

    The key is None where the rule has other groups than conditions.
    """
    if not puzzle.matrix.conditions:
        return
    graph_rule, statement = 0, len(puzzle.matrix.graph_rules)
    for rule in puzzle.rules:
        conditions = rule.conditions()
        keys = rule.groups if len(rule.groups) == len(conditions) else [None] * len(conditions)
        for key, condition in zip(keys, conditions, strict=True):
            if isinstance(condition, GraphRule):
                yield rule, key, graph_rule
                graph_rule += 1
            else:
                yield rule, key, statement
                statement += 1


def _givens(problem: Problem, given: dict[int, None]) -> list[Statement]:
    by_option = {}
    if isinstance(problem, Puzzle):
        by_option = {entry.option: (entry.text, entry.source) for entry in reversed(problem.givens)}
    result = []
    for option in given:
        text, source = by_option.get(option) or (_name(problem, option), "")
        result.append(Statement(StatementKind.GIVEN, text, source, (Part(Kind.GIVEN, option),)))
    return result


def _forbids(problem: Problem, forbidden: set[int]) -> list[Statement]:
    result, left = [], set(forbidden)
    for entry in problem.forbidden if isinstance(problem, Puzzle) else ():
        parts = tuple(Part(Kind.FORBIDDEN, option) for option in sorted(entry.options & forbidden))
        result.append(Statement(StatementKind.FORBID, entry.text, entry.source, parts))
        left -= entry.options
    for option in sorted(left):  # forbidden by the search alone
        part = Part(Kind.FORBIDDEN, option)
        result.append(Statement(StatementKind.FORBID, _name(problem, option), "", (part,)))
    return result


def _name(problem: Problem, option: int) -> str:
    if isinstance(problem, Puzzle):
        return problem.describe(option)
    return problem.option_name(option)

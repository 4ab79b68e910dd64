"""Random rules on lines, and rules that may be broken: those that make hidden rows of their own.

As in rule_puzzles.py each is made twice from the same draws: for the puzzle, and for a plain loop
over sets of rows. A word is read with Python's `re`, or looked up among the tuples. `Draft`, a
random puzzle in the making, is shared with rule_puzzles.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise, product
from random import Random
from typing import Any, NamedTuple

from ....models.puzzle import Puzzle
from ....models.tables.table import Choices

__all__ = ["LINE_RULES", "Draft", "Groups", "Holds", "draw_key", "some_tables"]

# ---- Drafts: a random puzzle, its tables, and its answers as sets of rows ------------------------


Key = Callable[[int, int], int | None]
Holds = Callable[[int], bool]  # of a set of rows, as a bit mask
Price = Callable[[int], int]
Groups = dict[int, int]


@dataclass
class Draft:
    """A puzzle in the making, and what holds of its solutions.

    rows    of all tables: number of the table, a, b
    holds   what the rules say of a set of rows
    prices  what a set of rows costs where it breaks a rule that may be broken
    """

    rng: Random
    puzzle: Puzzle = field(default_factory=lambda: Puzzle("fuzzed"))
    tables: list[Choices] = field(default_factory=list)
    rows: list[tuple[int, int, int]] = field(default_factory=list)
    holds: list[Holds] = field(default_factory=list)
    prices: list[Price] = field(default_factory=list)

    def mask(self, rows: Iterable[int]) -> int:
        """Return rows as a bit mask."""
        return sum(1 << row for row in rows)

    def groups(self, keys: Callable[[int, int], Iterable[int | None]], of: list[int]) -> Groups:
        """Return the rows of each key, as bit masks."""
        masks: Groups = {}
        for number, (table, a, b) in enumerate(self.rows):
            if table in of:
                for key in keys(a, b):
                    if key is not None:
                        masks[key] = masks.get(key, 0) | 1 << number
        return masks


def draw_key(rng: Random) -> Key:
    """Draw a function of the columns; now and then it is None, which is no group."""
    x, y, modulus = rng.randint(0, 2), rng.randint(0, 2), rng.randint(1, 5)
    skipped = rng.choice((None, None, rng.randrange(4)))

    def key(a: int, b: int) -> int | None:
        return None if (a + 2 * b) % 4 == skipped else (x * a + y * b) % modulus

    return key


def some_tables(draft: Draft) -> tuple[list[int], list[Choices]]:
    """Draw one table or all: their numbers, and themselves."""
    numbers = sorted(draft.rng.sample(range(len(draft.tables)), len(draft.tables)))
    if len(numbers) > 1 and draft.rng.random() < 0.5:
        numbers = [draft.rng.choice(numbers)]
    return numbers, [draft.tables[number] for number in numbers]


PATTERNS = ("0*1+0*", "1.*", "[01]", "0*10*", "(01|10)*", "0*|1*", ".*11", "(0|10)*1?", "11?0+")


class _Lines(NamedTuple):
    """Lines of one table: the rows of each place, place after place, as bit masks."""

    number: int
    along: Callable[[int, int], int]
    by: Callable[[int, int], int | None]
    lines: list[list[int]]

    def are_read(self, chosen: int) -> bool:
        """Whether no place has two choices."""
        return all((chosen & rows).bit_count() < 2 for line in self.lines for rows in line)

    def are_filled(self, chosen: int) -> bool:
        """Whether each place has exactly one choice."""
        return all((chosen & rows).bit_count() == 1 for line in self.lines for rows in line)

    def words(self, chosen: int) -> list[str]:
        """Return what each line reads: 1 at a place with a choice, else 0."""
        return ["".join("1" if chosen & rows else "0" for rows in line) for line in self.lines]


def _drawn_lines(draft: Draft) -> _Lines:
    rng, number = draft.rng, draft.rng.randrange(len(draft.tables))
    x, y = rng.choice(((1, 0), (1, 0), (0, 1), (2, 1), (1, 1)))
    key = rng.choice((lambda a, b: b, lambda a, b: a, lambda a, b: 0, draw_key(rng)))
    lines: dict[int, dict[int, int]] = {}
    for row, (table, a, b) in enumerate(draft.rows):
        name = key(a, b)
        if table == number and name is not None:
            line = lines.setdefault(name, {})
            line[x * a + y * b] = line.get(x * a + y * b, 0) | 1 << row
    rows = [[line[place] for place in sorted(line)] for line in lines.values()]
    return _Lines(number, lambda a, b: x * a + y * b, key, rows)


def _word_rule(draft: Draft) -> None:
    """Each line is a word of a language, or one of some tuples; or that is preferred."""
    rng, lines = draft.rng, _drawn_lines(draft)
    if not lines.lines:
        return
    table: Any = draft.tables[lines.number]
    if len({*map(len, lines.lines)}) == 1 and rng.random() < 0.5:
        every = list(product((0, 1), repeat=len(lines.lines[0])))
        some = rng.sample(every, rng.randint(1, min(len(every), 6)))
        allowed = {"".join(map(str, values)) for values in some}
        rule = draft.puzzle.table_rule(some, table, along=lines.along, by=lines.by)

        def fits(word: str) -> bool:
            return word in allowed
    else:
        pattern = rng.choice(PATTERNS)
        rule = draft.puzzle.regular(pattern, table, along=lines.along, by=lines.by)

        def fits(word: str) -> bool:
            return re.fullmatch(pattern, word) is not None

    draft.holds.append(lines.are_read)
    if rng.random() < 0.4:
        weight = rng.randint(1, 3)
        draft.puzzle.prefer(rule, weight)
        draft.prices.append(
            lambda chosen: weight * sum(not fits(word) for word in lines.words(chosen))
        )
    else:
        draft.holds.append(lambda chosen: all(map(fits, lines.words(chosen))))


def _increasing(draft: Draft) -> None:
    """The values along each line do not fall, or rise; or that is preferred."""
    rng, lines = draft.rng, _drawn_lines(draft)
    if not lines.lines:
        return
    x, y, strict = rng.randint(-1, 1), rng.randint(-1, 2), rng.random() < 0.3
    rule = draft.puzzle.increasing(
        draft.tables[lines.number],
        along=lines.along,
        by=lines.by,
        value=lambda a, b: x * a + y * b,
        strict=strict,
    )
    worth = [x * a + y * b for _, a, b in draft.rows]

    def falls(chosen: int) -> int:
        """Return how many steps fall, of lines with one choice at each place."""
        number = 0
        for line in lines.lines:
            values = [worth[(chosen & rows).bit_length() - 1] for rows in line]
            number += sum(b < a or (strict and a == b) for a, b in pairwise(values))
        return number

    draft.holds.append(lines.are_filled)
    if rng.random() < 0.5:
        weight = rng.randint(1, 3)
        draft.puzzle.prefer(rule, weight)
        draft.prices.append(lambda chosen: weight * falls(chosen))
    else:
        draft.holds.append(lambda chosen: not falls(chosen))


def _preferred_count(draft: Draft) -> None:
    """So many choices of every group are preferred; the same perhaps twice."""
    rng, (numbers, tables) = draft.rng, some_tables(draft)
    key = draw_key(rng)
    low = rng.choice((0, 1, 1, 2))
    high = rng.choice((low, low, low + 1, None))
    per, weight = rng.choice(("group", "unit")), rng.randint(1, 3)
    groups: Groups = draft.groups(lambda a, b: [key(a, b)], numbers)
    if not groups:
        return
    most = len(draft.rows) if high is None else high

    def price(chosen: int) -> int:
        counts = [(chosen & part).bit_count() for part in groups.values()]
        amounts = [max(low - number, number - most, 0) for number in counts]
        return weight * sum(amounts if per == "unit" else map(bool, amounts))

    for _ in range(rng.choice((1, 1, 1, 2))):
        draft.puzzle.prefer(draft.puzzle.between(low, high, tables, by=key), weight, per=per)
        draft.prices.append(price)


def _preferred_statement(draft: Draft) -> None:
    """That some choice is made, or that one comes with another, is preferred."""
    rng = draft.rng
    (left, first), (right, second) = (
        (draft.tables[table].where(a=a, b=b), 1 << row)
        for row in (rng.randrange(len(draft.rows)) for _ in range(2))
        for table, a, b in [draft.rows[row]]
    )
    weight = rng.randint(1, 3)
    if rng.random() < 0.5:
        rule = draft.puzzle.implies(left, right)
        draft.prices.append(lambda chosen: weight if chosen & first and not chosen & second else 0)
    else:
        rule = draft.puzzle.any_of(left, right)
        draft.prices.append(lambda chosen: 0 if chosen & (first | second) else weight)
    draft.puzzle.prefer(rule, weight)


LINE_RULES = (_word_rule, _word_rule, _increasing, _preferred_count, _preferred_statement)

"""A random puzzle in the making: its tables, and what holds of its answers, as sets of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from ....models.puzzle import Puzzle
from ....models.tables.table import Choices

__all__ = ["Draft", "Groups", "Holds", "Key", "draw_key", "some_tables"]

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
        found: Groups = {}
        for number, (table, a, b) in enumerate(self.rows):
            if table in of:
                for key in keys(a, b):
                    if key is not None:
                        found[key] = found.get(key, 0) | 1 << number
        return found


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

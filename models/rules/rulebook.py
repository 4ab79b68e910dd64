"""The rules of a puzzle: tables of choices, and how many of each group are made.

What describes a puzzle stands here; what is given beforehand, aimed at, compiled and answered
stands in puzzle.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import ModelError
from ..spelling import spell
from ..table import Choices, Columns, Predicate, Rows, table_of
from .agreement import Agreement, agreeing_parts
from .grouping import Key, PerTable, Tables, keys_of_groups, parts_of, per_table, rule_name
from .rule import Rule, keys_by_number

__all__ = ["Rulebook"]


class Rulebook:
    """Tables of choices and the rules on them: what `Puzzle` is built on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.origin: str | None = None  # file:line of what is being described, if not Python code
        self.rules: list[Rule] = []
        self._tables: dict[str, Choices] = {}

    def choices(
        self,
        name: str,
        /,
        rows: Iterable[Any] | Mapping[str, Iterable[Any]] | Rows | None = None,
        *,
        where: Predicate | None = None,
        **columns: Iterable[Any],
    ) -> Choices:
        """Add a table of choices: the product of `columns`, or `rows` as they are.

        `rows` are named tuples, dataclasses or mappings, all with the same columns; or plain tuples
        under names, as `Rows`. The columns of a product may also come as one mapping in place of
        `rows`, which columns called `rows` or `where` need. `where` keeps the rows for which it is
        true. Raises ModelError for a name taken or a row of other columns.
        """
        if name in self._tables:
            raise ModelError(f"table {name!r} exists already")
        offset = sum(map(len, self._tables.values()))
        self._changed()
        self._tables[name] = table = table_of(name, rows, columns, where, offset)
        return table

    def exactly_one(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Demand exactly one choice of every group.

        `choices` is a table or several, whose rows then share the groups.
        `by` gives a row its one group: a column name, a tuple of names, or a function of columns.
        `covering` gives it several: a column (or a function) that holds an iterable of keys.
        Either may be a mapping from table to columns where the tables differ.
        None is no group: a row whose key is None is in none, as one that covers nothing is.
        `over` names all the groups there are, even those that no row can fill; without it, there
        are those that some row is in. Raises ModelError for a table or a column that is not there,
        and for a key that `over` names twice.
        """
        return self._rule(choices, (1, 1), by, covering, over, name)

    def at_most_one(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Allow at most one choice of every group; the arguments are those of `exactly_one`."""
        return self._rule(choices, (0, 1), by, covering, over, name)

    def between(
        self,
        low: int,
        high: int | None,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Demand `low` to `high` choices of every group; `high` None is as many as one likes.

        The other arguments are those of `exactly_one`. These are the multiplicities of Knuth's
        Algorithm M. Raises ModelError unless 0 <= low <= high.
        """
        return self._rule(choices, (low, high), by, covering, over, name)

    def exactly(
        self,
        counts: int | Mapping[Key, int],
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> tuple[Rule, ...]:
        """Demand so many choices of every group; or of each group the number that `counts` gives.

        A mapping from key to number names all the groups there are, as the counts beside the rows
        of a battleship puzzle do, and demands them even where no row can fill them. The other
        arguments are those of `exactly_one`; `over` beside a mapping must name the same groups.
        Returns a rule for each different number. Raises ModelError for a row in a group without a
        number, a number without a group, and a group called None, which is none.
        """
        if not isinstance(counts, Mapping):
            return (self._rule(choices, (counts, counts), by, covering, over, name),)
        tables = self._listed(choices)
        name = name or rule_name(tables, by if by is not None else covering)
        source = self._source(2)
        purpose = f"rule {name} ({source})"
        parts = parts_of(tables, by, covering, purpose)
        known = keys_of_groups(counts, purpose)
        if over is not None:
            named = dict.fromkeys(keys_of_groups(over, purpose))
            for key in (*named, *known):
                if key not in counts or key not in named:
                    lacks = "`over` does not name" if key in counts else "has no number"
                    raise ModelError(f"{purpose}: {spell(key)} {lacks}, expected the same groups")
        Rule(name, parts, 0, None, known, source).entries  # noqa: B018  every key is known
        return tuple(
            self._add(
                Rule(
                    self._free_name(f"{name} of {number}"),
                    tuple(part.only(keys) for part in parts),
                    number,
                    number,
                    tuple(keys),
                    source,
                )
            )
            for number, keys in keys_by_number(counts).items()
        )

    def agree(
        self,
        values: Mapping[Any, Columns],
        *,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Demand that chosen rows which share a key give it one value.

        `values` says, for each table, which values a row gives to which keys: a column or a
        function that holds a mapping from key to value, or pairs of them. A word of a crossword
        gives letters to squares: `{across: lambda row, word: {(row, k): c for k, c in
        enumerate(word)}, down: ...}`. The value None clashes with all others: a row that gives it
        has the key to itself. A key that is None is none. `over` names all the keys that there are.
        Raises ModelError for a table told twice, and for a key that `over` does not name.
        """
        if not isinstance(values, Mapping) or not values:
            found = "no table" if isinstance(values, Mapping) else repr(values)
            raise ModelError(f"agree: {found}, expected columns by table, of one or several")
        tables = list(dict.fromkeys(self.table(table) for table in values))
        name, source = self._free_name(name or rule_name(tables, "agree")), self._source(2)
        purpose = f"rule {name} ({source})"
        columns = per_table(tables, values, purpose)
        keys, read = agreeing_parts(dict(zip(tables, columns, strict=True)), purpose)
        groups = None if over is None else keys_of_groups(over, purpose)
        return self._add(Agreement(name, keys, 0, 1, groups, source, read))

    def _rule(
        self,
        choices: Tables,
        count: tuple[int, int | None],
        by: PerTable | None,
        covering: PerTable | None,
        over: Iterable[Key] | None,
        name: str | None,
    ) -> Rule:
        source = self._source(3)
        low, high = count
        if not isinstance(low, int) or not isinstance(high, int | None):
            raise ModelError(f"between {low!r} and {high!r}, expected integers")
        if low < 0 or (high is not None and high < low):
            raise ModelError(f"between {low} and {high}, expected 0 <= low <= high")
        tables = self._listed(choices)
        name = self._free_name(name or rule_name(tables, by if by is not None else covering))
        purpose = f"rule {name} ({source})"
        parts = parts_of(tables, by, covering, purpose)
        groups = None if over is None else keys_of_groups(over, purpose)
        return self._add(Rule(name, parts, *count, groups, source))

    def _listed(self, choices: Tables) -> list[Choices]:
        if not isinstance(choices, Choices | Iterable):
            raise ModelError(f"{choices!r}, expected a table or several")
        tables = [choices] if isinstance(choices, Choices | str) else list(choices)
        return [self.table(table) for table in tables]

    def _add(self, rule: Rule) -> Rule:
        self.rules.append(rule)
        self._changed()
        return rule

    def _source(self, depth: int) -> str:
        """Return `file:line` of the description: of the frame `depth` calls above this one."""
        if self.origin is not None:
            return self.origin
        frame = sys._getframe(depth)
        return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"

    def _free_name(self, name: str) -> str:
        taken = {rule.name for rule in self.rules}
        tries = (name if k == 1 else f"{name}#{k}" for k in range(1, len(taken) + 2))
        return next(candidate for candidate in tries if candidate not in taken)

    def say(self, what: Choices | Rule, words: Callable[..., str]) -> None:
        """Let messages and explanations use these words.

        Of a table: a function of its columns that names a choice, as in `R1C1=7`. Of a rule: a
        function of a group's key that says what it demands, as in `row 1 needs exactly one 7`.
        """
        if isinstance(what, Choices):
            table = self.table(what)
            table.say(table.reader(words, f"words of {table.name}"))
        elif what in self.rules:
            what.words = words
        else:
            raise ModelError(f"puzzle {self.name!r} has no rule {what!r}")

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables, in the order in which they were added."""
        return tuple(self._tables.values())

    def table(self, name: str | Choices) -> Choices:
        """Return the table of that name. Raises ModelError if this puzzle has none."""
        known = name.name if isinstance(name, Choices) else name
        found = self._tables.get(known) if isinstance(known, str) else None
        if found is None or (isinstance(name, Choices) and name is not found):
            raise ModelError(f"puzzle {self.name!r} has no table {name!r}")
        return found

    def _changed(self) -> None:
        """Forget what was made of the tables and rules so far."""

"""The base of a puzzle: its tables of choices, and the list of rules on them.

The methods that state rules are functions in the files of the kinds of rules (methods.py). Givens,
objective, compiling and answers are in models/puzzle.py. The last part checks hidden rows.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..errors import ModelError, did_you_mean, excerpt
from ..matrix.arrays import unique_numbers
from ..matrix.exact_cover import ExactCover
from ..tables.faults import guarded_words
from ..tables.rows import LateRows, Rows
from ..tables.table import Choices, Predicate, table_of
from .keys import PerTable, Tables, rule_name
from .methods import RuleMethods
from .rule import Group, Rule

__all__ = ["Rulebook", "described_at", "disagreeing", "level_outside"]

_OWN = __package__.partition(".models")[0] + "."
_GALLERY = _OWN + "models.gallery."  # whose modules describe puzzles as everybody does
_DESCRIBED_AT: ContextVar[str | None] = ContextVar("described_at", default=None)
AnyRule = TypeVar("AnyRule", bound=Rule)


class Statement(NamedTuple):
    """What every statement of a rule begins with: its name, its `file:line`, its tables."""

    name: str
    source: str
    tables: Sequence[Choices]

    @property
    def purpose(self) -> str:
        """What a message about it begins with."""
        return f"rule {self.name} ({self.source})"

    @property
    def table(self) -> Choices:
        """Its only table. Raises ModelError for several."""
        if len(self.tables) != 1:
            raise ModelError(f"{self.purpose}: {len(self.tables)} tables, expected one")
        return self.tables[0]


class Rulebook(RuleMethods):
    """Tables of choices and the rules on them: the base of `Puzzle`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.origin: str | None = None  # file:line of what is being described, if not Python code
        self.rules: list[Rule] = []
        self._tables: dict[str, Choices] = {}
        self._tried: dict[str, int] = {}

    def choices(
        self,
        name: str,
        /,
        rows: Iterable[Any] | Mapping[str, Iterable[Any]] | Rows | LateRows | None = None,
        *,
        csv: str | os.PathLike[str] | None = None,
        where: Predicate | None = None,
        **columns: Iterable[Any],
    ) -> Choices:
        """Add a table of choices: the product of `columns`, or `rows` as they are.

        `rows` are named tuples, dataclasses or mappings, all with the same columns; or plain tuples
        under names, as `Rows`; or a data frame of pandas or polars or a structured array of numpy,
        whose index does not count and whose values become Python's own. Or they stand in a file of
        comma-separated values, `csv`, under a line with the names of the columns
        (tables/csv_rows.py says how it is read). The columns of a product may also come as one
        mapping in place of `rows`, which columns called `rows`, `csv` or `where` need. `where`
        keeps the rows that meet a condition: a function of columns, or a mapping of columns to
        values, or to functions of these.

        Raises ModelError for a name taken, a row of other columns or a missing value in a frame,
        and InputError, with line and column, for a file that is no such table.
        """
        if name in self._tables:
            raise ModelError(f"table {name!r} exists already")
        offset = sum(map(len, self._tables.values()))
        self._changed()
        source = "" if where is None else f" ({self.source_line()})"
        self._tables[name] = table = table_of(name, rows, columns, where, offset, csv, source)
        return table

    def tables_of(self, choices: Tables) -> list[Choices]:
        """Return the tables that an argument names. Raises ModelError for what is none."""
        if not isinstance(choices, Choices | Iterable):
            raise ModelError(f"{_in_words(choices)}, expected a table or several")
        tables = [choices] if isinstance(choices, Choices | str) else list(choices)
        return [self.table(table) for table in tables]

    def state(self, choices: Tables, name: str | None, groups: PerTable | str | None) -> Statement:
        """Begin the statement of a rule.

        name    as the user gave it; None: it is named after the tables and `groups`
        groups  what sorts the rows into groups, or a word for the whole

        Raises ModelError for a table that is not this puzzle's.
        """
        tables = self.tables_of(choices)
        named = self.free_name(name or rule_name(tables, groups))
        return Statement(named, self.source_line(), tables)

    def add(self, rule: AnyRule) -> AnyRule:
        """Add a rule, and return it. Raises ModelError for a name that is taken."""
        names = self._names
        if rule.name in names:
            raise ModelError(f"rule {rule.name!r} exists already")  # items are named after rules
        rule.require_rows()
        self.rules.append(rule)
        names[rule.name] = 1
        self._changed()
        return rule

    def exchange(self, rule: Rule, other: AnyRule) -> AnyRule:
        """Let another rule take the place of one, whose name it has; return it."""
        self.rules[self.rules.index(rule)] = other
        self._changed()
        return other

    def own_rule(self, rule: Any, purpose: str) -> Rule:
        """Return the rule as this puzzle has it, perhaps with other words (`say`).

        Raises ModelError, beginning with `purpose`, for what is no rule of this puzzle.
        """
        if rule in self.rules:
            return rule  # type: ignore[no-any-return]
        for own in self.rules if isinstance(rule, Rule) else ():
            if rule.is_same(own):
                return own
        text = excerpt(rule if isinstance(rule, str) else repr(rule))
        message = f"puzzle {self.name!r} has no rule {text}, expected what a method returned"
        raise ModelError(f"{purpose}: {message}")

    def source_line(self) -> str:
        """Return `file:line` of the description: of the nearest call from outside this package.

        "" where messages are not to name one.
        """
        origin = _DESCRIBED_AT.get() if self.origin is None else self.origin
        if origin is not None:
            return origin
        frame = sys._getframe(1)
        while frame.f_back is not None and _is_own(frame.f_globals.get("__package__")):
            frame = frame.f_back
        return f"{_file_name(frame.f_code.co_filename)}:{frame.f_lineno}"

    @property
    def _names(self) -> dict[str, int]:
        """The names of the rules, each with the number up to which name#2, name#3 ... are taken."""
        if len(self._tried) != len(self.rules):  # which were taken away
            self._tried = {rule.name: 1 for rule in self.rules}
        return self._tried

    def free_name(self, name: str) -> str:
        """Return the name, or the first of `name#2`, `name#3` ... that no rule has."""
        names = self._names
        if name not in names:
            return name
        while f"{name}#{names[name] + 1}" in names:
            names[name] += 1
        return f"{name}#{names[name] + 1}"

    def say(self, about: Choices | Rule, words: Callable[..., str]) -> Choices | Rule:
        """Let messages and explanations use these words; return the table, or the rule with them.

        Of a table: a function of its columns that names a choice, as in `R1C1=7`. Of a rule: a
        function of a group's key that says what it demands, as in `row 1 needs exactly one 7`.
        """
        source = self.source_line()
        if isinstance(about, Choices):
            table = self.table(about)
            table.say(table.reader(words, f"words of {table.name} ({source})"))
            return table
        own = self.own_rule(about, "say")
        purpose = f"words of rule {own.name} ({source})"
        return self.exchange(own, own.with_words(guarded_words(words, purpose)))

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables, in the order in which they were added."""
        return tuple(self._tables.values())

    def table(self, name: str | Choices) -> Choices:
        """Return the table of that name. Raises ModelError if this puzzle has none."""
        table_name = name.name if isinstance(name, Choices) else name
        table = self._tables.get(table_name) if isinstance(table_name, str) else None
        if table is None or (isinstance(name, Choices) and name is not table):
            if isinstance(name, Choices):
                raise ModelError(
                    f"table {name.name!r} is not of puzzle {self.name!r}, expected a table that "
                    "its `choices` returned"
                )
            if not isinstance(name, str):
                raise ModelError(f"{_in_words(name)}, expected a table")
            close = did_you_mean(name, self._tables)
            raise ModelError(f"puzzle {self.name!r} has no table {name!r}{close}")
        return table

    def _changed(self) -> None:
        """Forget what was made of the tables and rules so far."""


def _in_words(value: object) -> str:
    """Return a wrong argument for a message."""
    from ..tables.selections import Selection

    if isinstance(value, Selection):
        return "a selection in place of a table; `by` may return None for the other rows"
    text = repr(value)
    short = text if len(text) <= 60 else f"{text[:57]}..."
    return "a function in place of a table" if callable(value) else short


def level_outside() -> int:
    """Return the stack level, for a warning of the caller, of the call from another package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_own(frame.f_globals.get("__package__")):
        level, frame = level + 1, frame.f_back
    return level


@contextmanager
def described_at(origin: str | None) -> Iterator[None]:
    """A block whose statements are recorded with this `file:line`; "": with none."""
    token = _DESCRIBED_AT.set(origin)
    try:
        yield
    finally:
        _DESCRIBED_AT.reset(token)


@cache
def _is_own(package: str | None) -> bool:
    whole = f"{package}."
    return package is not None and whole.startswith(_OWN) and not whole.startswith(_GALLERY)


@cache
def _file_name(path: str) -> str:
    return os.path.basename(path)  # noqa: PTH119  pathlib would cost an import


# ---- Hidden rows ---------------------------------------------------------------------------------
# Rules look at the rows of tables alone. What a solver said of hidden rows (words of a line, steps
# of an automaton, what is broken) is looked at here, item by item of those that hold hidden rows.


def disagreeing(matrix: ExactCover, options: Sequence[int], visible: int) -> Iterator[Group]:
    """Yield the items of hidden rows that these options do not cover as they must be.

    options  the chosen ones, each once; from number `visible` on they are hidden
    """
    hidden = unique_numbers(matrix.members[matrix.starts[visible] :])
    owners = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    there = np.isin(owners, list(options))
    members, colors = matrix.members[there], matrix.colors[there]
    weights = matrix.weights[there].astype(np.int64)
    for item in hidden.tolist():
        of_item = members == item
        tints = colors[of_item].tolist()
        if len(tints) > 1 and tints[0] and len(set(tints)) == 1:
            continue  # any number may have one color
        total = int(weights[of_item].sum())
        if not matrix.low[item] <= total <= matrix.high[item]:
            yield matrix.items[item]

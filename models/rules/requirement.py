"""A requirement: what any function of Python's says of the answer.

A solver cannot look into a function. It finds an answer of the other rules and calls the function;
for a wrong answer it learns a clause that forbids the answer, and continues. Without a function
that gives a better clause, the clause forbids just the chosen rows of the tables that the function
reads. So a search may go through every combination of them, one by one.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from ..answer import Answer, Broken
from ..errors import MinuetError, ModelError
from ..matrix.conditions import Clause, Statement
from ..spelling import counted
from ..tables.rows import Row
from ..tables.table import Choices
from .arguments import puzzle_method
from .keys import Key, Tables
from .rule import INSTEAD, Chosen, Group, Items, Rule
from .rulebook import Rulebook

__all__ = ["Requirement", "require"]

WHOLE = ()  # the one key of such a rule


@dataclass(frozen=True)
class _Function:
    """A function of the user's, which travels by its name or not at all."""

    call: Callable[..., Any]
    purpose: str

    def __call__(self, answer: Answer) -> Any:
        """Return what it says. Raises ModelError, with its line, for what it raises."""
        try:
            return self.call(answer)
        except ModelError as error:
            raise ModelError(f"{self.purpose}: {error}") from error
        except MinuetError:
            raise
        except Exception as error:
            detail = f": {error}" if str(error) else ""
            fault = f"its function raised {type(error).__name__}{detail}"
            raise ModelError(f"{self.purpose}: {fault}{self._line(error)}") from error

    def _line(self, error: Exception) -> str:
        """Return where in its own file it raised."""
        code, trace, place = getattr(self.call, "__code__", None), error.__traceback__, ""
        while trace is not None:
            if code is not None and trace.tb_frame.f_code.co_filename == code.co_filename:
                name = os.path.basename(code.co_filename)  # noqa: PTH119  as rulebook.py
                place = f" (at {name}:{trace.tb_lineno})"
            trace = trace.tb_next
        return place

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        try:
            pickle.dumps(self.call)
        except Exception as error:
            name = getattr(self.call, "__name__", repr(self.call))
            message = f"its function {name} cannot travel, expected one of a module, by name"
            raise ModelError(f"{self.purpose}: {message}") from error
        return _Function, (self.call, self.purpose)


class _Tables:
    """The puzzle of an answer that a function looks at: some tables, and no more."""

    matrix = None
    picture = None
    has_preferences = False
    rules: Sequence[Any] = ()
    given_options: Sequence[int] = ()

    def __init__(self, rule: Requirement) -> None:
        self.name, self.tables = rule.name, rule.over
        self.visible_options = max((table.offset + len(table) for table in rule.over), default=0)

    def table(self, name: str | Choices) -> Choices:
        """Return the table of that name. Raises ModelError for one that may not be looked at."""
        wanted = name.name if isinstance(name, Choices) else name
        for table in self.tables:
            if table.name == wanted:
                return table
        names = ", ".join(table.name for table in self.tables)
        raise ModelError(f"it looks at table {wanted!r}, expected one of {names}")

    def broken(self, answer: Answer) -> tuple[Broken, ...]:
        """Return nothing: what is not kept is no part of what is chosen."""
        return ()

    def total(self, answer: Answer) -> None:
        """Return no total: that is no part of what is chosen."""

    def totals(self, answer: Answer) -> tuple[()]:
        """Return no totals, likewise."""
        return ()

    def show(self, answer: Answer) -> str:
        """Return the chosen rows, a line each."""
        return "\n".join(table.describe(k) for table in self.tables for k in answer.numbers(table))

    def draw_text(self, answer: Answer | None = None) -> str:
        """Return the same, for no picture is known."""
        return "" if answer is None else self.show(answer)

    def page(self, answer: Answer | None = None) -> Any:
        """Return nothing for a notebook."""
        return None


class _Looked(Answer):
    """An answer that takes note of the tables that are looked at."""

    def __init__(self, puzzle: _Tables, options: Iterable[int]) -> None:
        self.looked: dict[str, Choices] = {}
        self._every = tuple(sorted(options))
        super().__init__(puzzle, self._every)
        self.looked.clear()  # whatever made the answer looked at

    @property
    def options(self) -> tuple[int, ...]:
        """The chosen options: to look at them is to look at every table."""
        self.looked.update((table.name, table) for table in self.puzzle.tables)
        return self._every

    @options.setter
    def options(self, options: tuple[int, ...]) -> None:
        pass

    def numbers(self, table: str | Choices) -> list[int]:
        """Return the numbers of a table's chosen rows, and take note of it."""
        choices = self._own(table)
        self.looked[choices.name] = choices
        low, high = choices.offset, choices.offset + len(choices)
        return [option - low for option in self._every if low <= option < high]


@dataclass(frozen=True, eq=False)
class Requirement(Rule):
    """What a function says of an answer must be true.

    test   the function, of an answer
    reason a function of an answer that is wrong: rows of it that may not all be chosen; or these,
           and others of which one would mend it
    over   the tables that they may look at
    """

    test: _Function = field(repr=False)
    reason: _Function | None = field(repr=False)
    over: tuple[Choices, ...] = field(repr=False)

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        return self._copy(over=tuple([tables[table] for table in self.over]))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "require"

    # ---- What it is about -----------------------------------------------------------------

    @property
    def purpose(self) -> str:
        """What a message about it begins with."""
        return f"rule {self.name} ({self.source})"

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that it may look at."""
        return self.over

    @property
    def groups(self) -> list[Key]:
        """The one key of all."""
        return [WHOLE]

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    def primary(self) -> bool:
        """It has no items of either sort."""
        return True

    @property
    def items(self) -> Items:
        """None."""
        return Items([], [], [], [])

    def conditions(self) -> Sequence[Statement]:
        """Return the statement that solvers ask."""
        options = [table.offset + k for table in self.over for k in range(len(table))]
        return [Statement(self.name, self._says, options, self._clause)]

    def _says(self, options: Iterable[int]) -> bool:
        return self._is_true(_Looked(_Tables(self), options))

    def _is_true(self, answer: Answer) -> bool:
        value = self.test(answer)
        if value is None:
            raise ModelError(f"{self.purpose}: its function gave None, expected true or false")
        return bool(value)

    def _clause(self, options: Iterable[int]) -> Clause:
        """Return the clause for options that are wrong."""
        answer = _Looked(_Tables(self), options)
        if self.reason is not None:
            return self._read_clause(self.reason(answer), answer)
        self._is_true(answer)
        seen = answer.looked.values()
        chosen = {table.offset + number for table in seen for number in answer.numbers(table)}
        every = {table.offset + number for table in seen for number in range(len(table))}
        return Clause.of(chosen, every - chosen)

    def _read_clause(self, result: Any, answer: _Looked) -> Clause:
        """Return the clause of rows that a function gave."""
        pair = isinstance(result, tuple) and not _is_row(result) and len(result) == 2
        if pair and not any(map(_is_row, result)):
            rows, unless = result
        else:
            rows, unless = result, ()
        chosen, here = answer.options, set[int]()
        rows, unless = self._rows(rows), self._rows(unless)
        if not rows and not unless:
            message = "its clause holds no row, expected some that may not all be chosen"
            raise ModelError(f"{self.purpose}: {message}")
        for row in rows:
            same = self._options(row)
            here.add(next((option for option in same if option in chosen), same[0]))
        return Clause.of(here, (option for row in unless for option in self._options(row)))

    def _rows(self, value: Any) -> list[Row]:
        rows = list(value) if isinstance(value, Iterable) and not _is_row(value) else [value]
        for row in rows:
            if not _is_row(row):
                message = f"its clause holds {row!r}, expected rows of the answer"
                raise ModelError(f"{self.purpose}: {message}")
        return rows

    def _options(self, row: Any) -> list[int]:
        """Return the options of a row of one of the tables."""
        for table in self.over:
            if table.name == type(row).__name__ and table.columns == row._fields:
                numbers = table.find(self.purpose, row._asdict())
                if numbers:
                    return [table.offset + number for number in numbers]
        raise ModelError(f"{self.purpose}: its clause holds {row!r}, which is no row of a table")

    def instead(self, then: str) -> str:
        """Return what to state in place of it."""
        return INSTEAD + then

    # ---- How an answer is checked ---------------------------------------------------------

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield nothing: a function speaks of whole answers."""
        return iter(())

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say that the function finds the chosen rows wrong, if it does."""
        options = [table.offset + number for table in self.over for number in chosen(table)]
        if not self._says(options):
            yield self.broken(WHOLE, "not so")

    # ---- Its words ------------------------------------------------------------------------

    def demand(self, key: Key) -> str:
        """Say what is required."""
        return self.words(key) if self.words is not None else f"{self.name} is required"

    def broken(self, key: Key, actual: str) -> str:
        """Say that the function does not hold."""
        return f"{self.demand(key)}: {actual}"

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "what its function says"

    @property
    def verb(self) -> str:
        """What a rule does with what is wanted."""
        return "needs"

    @property
    def summary(self) -> str:
        """On which tables a function looks."""
        names = ", ".join(table.name for table in self.over)
        size = counted(sum(map(len, self.over)), "choice")
        return f"{self.name}: {self.wanted} of {size} of {names} ({self.source})"


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def require(
    puzzle: Rulebook,
    holds: Callable[[Answer], Any],
    clause: Callable[[Answer], Collection[Row]] | None = None,
    *,
    over: Tables | None = None,
    name: str | None = None,
) -> Requirement:
    """Require anything at all: a function of the answer that is true of right ones.

    `holds(answer)` looks at an answer as everybody does: `answer["table"]` lists chosen rows.
    It must depend on nothing else. `clause(answer)` says what is wrong with an answer that does
    not hold: rows of it that may never be chosen all together; or a pair of such rows and
    others of which one at least must be chosen, too, if these are; it names some row. Without
    it, just what was looked at is forbidden, one combination of a table's chosen rows after the
    other, which takes as long as there are combinations that the other rules allow. `over`
    names the tables that may be looked at; without it they are all that there are.

    Raises ModelError for what is no function and a table that there is not. A search raises
    ModelError, with the line, where a function raises or gives what it should not, and
    WrongAnswer for a clause that the answer does not break.
    """
    source = puzzle.source_line()
    called = getattr(holds, "__name__", "").replace("<lambda>", "")
    named = puzzle.free_name(name or called or "required")
    purpose = f"rule {named} ({source})"
    for function in (holds, *([] if clause is None else [clause])):
        if not callable(function):
            raise ModelError(f"{purpose}: {function!r}, expected a function of the answer")
    tables = list(puzzle.tables) if over is None else puzzle.tables_of(over)
    if not tables:
        raise ModelError(f"{purpose}: no table to look at, expected one or several")
    reason = None if clause is None else _Function(clause, purpose)
    rule = Requirement(named, source, _Function(holds, purpose), reason, tuple(tables))
    return puzzle.add(rule)


puzzle_method(require)

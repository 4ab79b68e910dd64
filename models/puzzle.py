"""The declarative layer: a puzzle is a table of choices, a rule is a group-by.

A `Puzzle` holds tables (`choices`), rules (`exactly_one`, `at_most_one`), givens and an objective,
and compiles to the shared matrix: an option a row, an item a group. `check` re-evaluates the rules
on an answer without the matrix, so that a mistake of the compiler cannot hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from .answer import Answer, Check
from .compiler import compile_puzzle
from .errors import ModelError
from .exact_cover import COST_LIMIT, ExactCover
from .rules import Group, Key, Rule, caller, key_reader, rule_name
from .table import Choices, Columns, Row, table_of

__all__ = ["Given", "Puzzle"]


@dataclass(frozen=True)
class Given:
    """A choice that is made beforehand: its option, what it says, and the line that gave it."""

    option: int
    text: str
    source: str

    def __str__(self) -> str:
        return self.text


class Puzzle:
    """A puzzle, described by tables of choices and by rules on them.

    >>> queens = Puzzle("four queens")
    >>> queen = queens.choices("queen", row=range(4), col=range(4))
    >>> rows = queens.exactly_one(queen, by="row")
    >>> cols = queens.exactly_one(queen, by="col")
    >>> up = queens.at_most_one(queen, by=lambda row, col: row + col)
    >>> down = queens.at_most_one(queen, by=lambda row, col: row - col)
    >>> queens.matrix
    ExactCover(8 primary items, 14 secondary items, 16 options)
    """

    def __init__(self, name: str = "puzzle") -> None:
        self.name = name
        self.rules: list[Rule] = []
        self._tables: dict[str, Choices] = {}
        self._givens: list[Given] = []
        self._forbidden: set[int] = set()
        self._costs: dict[str, Callable[[Row], Any]] = {}
        self._sign = 0
        self._matrix: ExactCover | None = None

    # ---- Describing the puzzle ------------------------------------------------------------

    def choices(
        self,
        name: str,
        /,
        rows: Iterable[Any] | None = None,
        *,
        where: Callable[..., bool] | None = None,
        **columns: Iterable[Any],
    ) -> Choices:
        """Add a table of choices: the product of `columns`, or `rows` as they are.

        `rows` are named tuples, dataclasses or mappings, all with the same columns. `where` keeps
        the rows for which it is true. Raises ModelError for a name taken or a row of other columns.
        """
        if name in self._tables:
            raise ModelError(f"table {name!r} exists already")
        offset = sum(map(len, self._tables.values()))
        self._matrix = None
        self._tables[name] = table = table_of(name, rows, columns, where, offset)
        return table

    def exactly_one(
        self,
        choices: Choices,
        *,
        by: Columns | None = None,
        covering: Columns | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Demand exactly one choice of every group.

        `by` gives a row its one group: a column name, a tuple of names, or a function of columns.
        `covering` gives it several: a column (or a function) that holds an iterable of keys.
        `over` names all the groups there are, even those that no row can fill.
        """
        return self._rule(choices, (1, 1), by, covering, over, name)

    def at_most_one(
        self,
        choices: Choices,
        *,
        by: Columns | None = None,
        covering: Columns | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Rule:
        """Allow at most one choice of every group; the arguments are those of `exactly_one`."""
        return self._rule(choices, (0, 1), by, covering, over, name)

    def _rule(
        self,
        choices: Choices,
        count: tuple[int, int],
        by: Columns | None,
        covering: Columns | None,
        over: Iterable[Key] | None,
        name: str | None,
    ) -> Rule:
        source = caller(2)
        choices = self.table(choices)
        name = self._free_name(name or rule_name(choices, by, covering))
        purpose = f"rule {name} ({source})"
        keys = key_reader(choices, by, covering, purpose)
        groups = None if over is None else tuple(dict.fromkeys(over))
        rule = Rule(name, choices, *count, keys, groups, source)
        self.rules.append(rule)
        self._matrix = None
        return rule

    def _free_name(self, name: str) -> str:
        taken = {rule.name for rule in self.rules}
        tries = (name if k == 1 else f"{name}#{k}" for k in range(1, len(taken) + 2))
        return next(candidate for candidate in tries if candidate not in taken)

    def given(self, choices: Choices, **values: Any) -> Given:
        """Make a choice beforehand: the one row of the table that has these values.

        Raises ModelError if no row has them, or several. Givens that clash are no error: they make
        the puzzle infeasible.
        """
        table = self.table(choices)
        purpose = "given " + _spell(table, values)
        rows = table.find(purpose, values)
        if len(rows) != 1:
            found = "no such choice" if not rows else f"{len(rows)} choices match, expected one"
            raise ModelError(f"{purpose}: {found}")
        made = Given(table.offset + rows[0], table.describe(rows[0]), caller(1))
        self._givens.append(made)
        return made

    def lift(self, given: Given) -> None:
        """Take a given back. Raises ModelError if it is not among the givens."""
        if given not in self._givens:
            raise ModelError(f"{given} is not given")
        self._givens.remove(given)

    def with_given_options(self, options: Iterable[int]) -> Self:
        """Return a copy whose givens are these options, by number, in place of its own.

        Raises ModelError for a number that is no option.
        """
        twin, source, last = self.copy(), caller(1), sum(map(len, self.tables)) - 1
        twin._givens = []
        for option in options:
            if not 0 <= option <= last:
                raise ModelError(f"given: option number {option}, expected 0 to {last}")
            twin._givens.append(Given(option, self.describe(option), source))
        return twin

    def forbid(
        self, choices: Choices, *, where: Callable[..., bool] | None = None, **values: Any
    ) -> None:
        """Rule out the choices that have these values and for which `where` is true.

        Raises ModelError if no row has the values.
        """
        table = self.table(choices)
        purpose = "forbid " + _spell(table, values)
        rows = table.find(purpose, values) if values else list(range(len(table)))
        if values and not rows:
            raise ModelError(f"{purpose}: no such choice")
        if where is not None:
            keep = table.reader(where, purpose)
            rows = [number for number in rows if keep(table.rows[number])]
        self._forbidden.update(table.offset + number for number in rows)

    def minimize(self, choices: Choices, cost: Columns) -> None:
        """Look for the answer whose chosen rows have the least total cost.

        `cost` is a column or a function of columns, with integer values.
        """
        self._aim(choices, cost, 1)

    def maximize(self, choices: Choices, worth: Columns) -> None:
        """Look for the answer whose chosen rows have the greatest total worth."""
        self._aim(choices, worth, -1)

    def copy(self) -> Self:
        """Return a puzzle of its own that shares this one's tables and its compiled matrix.

        Givens, forbidden choices and later rules of the one leave the other alone. Many puzzles
        that differ in their givens alone are best made so: the matrix is compiled once.
        """
        self.matrix  # noqa: B018  compiled here, or every copy would compile its own
        twin = copy(self)
        twin.rules = list(self.rules)
        twin._tables, twin._costs = dict(self._tables), dict(self._costs)
        twin._givens, twin._forbidden = list(self._givens), set(self._forbidden)
        return twin

    def _aim(self, choices: Choices, cost: Columns, sign: int) -> None:
        if self._sign not in (0, sign):
            raise ModelError("a puzzle minimises or maximises, not both")
        table = self.table(choices)
        self._costs[table.name] = table.reader(cost, "objective")
        self._sign = sign
        self._matrix = None

    # ---- What solvers read ----------------------------------------------------------------

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

    @property
    def matrix(self) -> ExactCover:
        """The shared matrix: an option a row, an item a group; compiled once."""
        if self._matrix is None:
            self._matrix = compile_puzzle(self.tables, self.rules, self.option_cost)
        return self._matrix

    def option_cost(self, table: Choices, row: Row) -> int:
        """Return what a row adds to the minimised total. Raises ModelError if not an integer."""
        read = self._costs.get(table.name)
        if read is None:
            return 0
        value = read(row)
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ModelError(f"objective: {table.name}{tuple(row)} has {value!r}, not an integer")
        if abs(int(value)) >= COST_LIMIT:
            raise ModelError(
                f"objective: {table.name}{tuple(row)} has {value}, expected below 2^53"
            )
        return self._sign * int(value)

    @property
    def has_objective(self) -> bool:
        """Whether the puzzle minimises or maximises something."""
        return self._sign != 0

    @property
    def givens(self) -> tuple[Given, ...]:
        """The choices made beforehand."""
        return tuple(self._givens)

    @property
    def given_options(self) -> tuple[int, ...]:
        """The givens as option numbers, each once."""
        return tuple(dict.fromkeys(given.option for given in self._givens))

    @property
    def forbidden_options(self) -> frozenset[int]:
        """The options that are ruled out."""
        return frozenset(self._forbidden)

    def clashes(self) -> tuple[Group, ...]:
        """Return the groups that the givens alone overfill, rule after rule.

        None are no promise of a solution, only that nothing is wrong so far.
        """
        found: list[Group] = []
        for rule in self.rules:
            first, rows = rule.choices.offset, rule.choices.rows
            places = [option - first for option in self.given_options]
            chosen = [rows[place] for place in places if 0 <= place < len(rows)]
            made = Counter(key for row in chosen for key in rule.keys(row))
            found += [Group(rule.name, key) for key in made if made[key] > rule.high]
        return tuple(found)

    def objective(self, cost: int) -> int:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return -cost if self._sign < 0 else cost

    # ---- Reading answers ------------------------------------------------------------------

    def read(self, options: Iterable[int]) -> Answer:
        """Return the answer that a solution of the matrix stands for."""
        return Answer(self, options)

    def total(self, answer: Answer) -> int | None:
        """Return the answer's objective, summed over its rows; None without an objective."""
        if not self.has_objective:
            return None
        cost = sum(self.option_cost(table, row) for table in self.tables for row in answer[table])
        return self.objective(cost)

    def check(self, answer: Answer) -> Check:
        """Evaluate every rule and given on the answer itself, without the matrix."""
        return Check(tuple(self._violations(answer)))

    def _violations(self, answer: Answer) -> Iterator[str]:
        last = sum(map(len, self.tables))
        for option in answer.options:
            if not 0 <= option < last:
                yield f"choice {option} is not in any table"
        if len(set(answer.options)) < len(answer.options):
            yield "a choice is made twice"
        for rule in self.rules:
            yield from rule.violations(answer[rule.choices])
        chosen = set(answer.options)
        for given in self._givens:
            if given.option not in chosen:
                yield f"{given} is given, but not chosen"
        for option in sorted(chosen & self._forbidden):
            yield f"{self.describe(option)} is forbidden, but chosen"

    def describe(self, option: int) -> str:
        """Name an option in the puzzle's words."""
        table = next(t for t in self.tables if t.offset <= option < t.offset + len(t))
        return table.describe(option - table.offset)

    def show(self, answer: Answer) -> str:
        """Return the answer as text, a line a chosen row; a puzzle may draw something better."""
        return "\n".join(
            table.describe(option - table.offset)
            for table in self.tables
            for option in answer.options
            if table.offset <= option < table.offset + len(table)
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


def _spell(table: Choices, values: dict[str, Any]) -> str:
    return f"{table.name}({', '.join(f'{k}={v!r}' for k, v in values.items())})"

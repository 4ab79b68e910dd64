"""The declarative layer: a puzzle is a table of choices, a rule is a group-by.

A `Puzzle` holds tables (`choices`), rules (`exactly_one`, `at_most_one`, `between`, `agree`),
givens and an objective, and compiles to the shared matrix: an option a row, an item a group.
`check` re-evaluates the rules on an answer without the matrix, so that a mistake of the compiler
cannot hide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from .agreement import Agreement, agreeing_parts
from .answer import Answer, Check
from .compiler import compile_puzzle
from .description import describe_puzzle
from .errors import ModelError
from .exact_cover import ExactCover
from .objective import Objective
from .picture import Picture
from .rules import Chosen, Group, Key, PerTable, Rule, Tables, keys_by_number, parts_of, rule_name
from .table import Choices, Columns, Predicate, table_of

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
        self.origin: str | None = None  # file:line of what is being described, if not Python code
        self.rules: list[Rule] = []
        self.picture: Picture | None = None  # how answers are shown and drawn
        self._tables: dict[str, Choices] = {}
        self._givens: list[Given] = []
        self._forbidden: set[int] = set()
        self._objective = Objective()
        self._matrix: ExactCover | None = None

    # ---- Describing the puzzle ------------------------------------------------------------

    def choices(
        self,
        name: str,
        /,
        rows: Iterable[Any] | None = None,
        *,
        where: Predicate | None = None,
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
        `over` names all the groups there are, even those that no row can fill.
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
        name: str | None = None,
    ) -> tuple[Rule, ...]:
        """Demand so many choices of every group; or of each group the number that `counts` gives.

        A mapping from key to number names all the groups there are, as the counts beside the rows
        of a battleship puzzle do. The other arguments are those of `exactly_one`. Returns a rule
        for each different number. Raises ModelError for a row in a group without a number.
        """
        if not isinstance(counts, Mapping):
            return (self._rule(choices, (counts, counts), by, covering, None, name),)
        tables = self._listed(choices)
        name = name or rule_name(tables, by if by is not None else covering)
        source = self._source(2)
        parts = parts_of(tables, by, covering, f"rule {name} ({source})")
        Rule(name, parts, 0, None, tuple(counts), source).entries  # noqa: B018  every key is known
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

    def agree(self, values: Mapping[Choices, Columns], *, name: str | None = None) -> Rule:
        """Demand that chosen rows which share a key give it one value.

        `values` says, for each table, which values a row gives to which keys: a column or a
        function that holds a mapping from key to value, or pairs of them. A word of a crossword
        gives letters to squares: `{across: lambda row, word: {(row, k): c for k, c in
        enumerate(word)}, down: ...}`. The value None clashes with all others: a row that gives it
        has the key to itself.
        """
        if not values:
            raise ModelError("agree: no table, expected one or several")
        values = {self.table(table): columns for table, columns in values.items()}
        tables = list(values)
        name, source = self._free_name(name or rule_name(tables, "agree")), self._source(2)
        keys, read = agreeing_parts(values, f"rule {name} ({source})")
        return self._add(Agreement(name, keys, 0, 1, None, source, read))

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
        parts = parts_of(tables, by, covering, f"rule {name} ({source})")
        groups = None if over is None else tuple(dict.fromkeys(over))
        return self._add(Rule(name, parts, *count, groups, source))

    def _listed(self, choices: Tables) -> list[Choices]:
        tables = [choices] if isinstance(choices, Choices | str) else list(choices)
        return [self.table(table) for table in tables]

    def _add(self, rule: Rule) -> Rule:
        self.rules.append(rule)
        self._matrix = None
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

    def given(self, choices: Choices, *, where: Predicate | None = None, **values: Any) -> Given:
        """Make a choice beforehand: the one row of the table that has these values.

        `where` may tell it, too. Raises ModelError if no row fits, or several. Givens that clash
        are no error: they make the puzzle infeasible.
        """
        table = self.table(choices)
        purpose = "given " + _spell(table, values)
        rows = self._rows(table, purpose, where, values)
        if len(rows) != 1:
            found = "no such choice" if not rows else f"{len(rows)} choices match, expected one"
            raise ModelError(f"{purpose}: {found}")
        made = Given(table.offset + rows[0], table.describe(rows[0]), self._source(2))
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
        twin, source, last = self.copy(), self._source(2), sum(map(len, self.tables)) - 1
        twin._givens = []
        for option in options:
            if not 0 <= option <= last:
                raise ModelError(f"given: option number {option}, expected 0 to {last}")
            twin._givens.append(Given(option, self.describe(option), source))
        return twin

    def forbid(self, choices: Choices, *, where: Predicate | None = None, **values: Any) -> None:
        """Rule out the choices that have these values and for which `where` is true.

        Raises ModelError if no row has the values.
        """
        table = self.table(choices)
        purpose = "forbid " + _spell(table, values)
        rows = self._rows(table, purpose, where, values)
        if values and not rows and where is None:
            raise ModelError(f"{purpose}: no such choice")
        self._forbidden.update(table.offset + number for number in rows)

    def _rows(
        self,
        table: Choices,
        purpose: str,
        where: Predicate | None,
        values: Mapping[str, Any],
    ) -> list[int]:
        rows = table.find(purpose, values) if values else list(range(len(table)))
        if where is None:
            return rows
        keep = table.reader(where, purpose)
        return [number for number in rows if keep(table.rows[number])]

    def say(self, what: Choices | Rule, words: Callable[..., str]) -> None:
        """Let messages and explanations use these words.

        Of a table: a function of its columns that names a choice, as in `R1C1=7`. Of a rule: a
        function of a group's key that says what it demands, as in `row 1 needs exactly one 7`.
        """
        if isinstance(what, Choices):
            table = self.table(what)
            table.words = table.reader(words, f"words of {table.name}")
        elif what in self.rules:
            what.words = words
        else:
            raise ModelError(f"puzzle {self.name!r} has no rule {what!r}")

    def minimize(self, choices: Choices, cost: Columns) -> None:
        """Look for the answer whose chosen rows have the least total cost.

        `cost` is a column or a function of columns, with integer values. Several tables may
        count, each with a cost of its own; their totals add up.
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
        twin._tables, twin._objective = dict(self._tables), self._objective.copy()
        twin._givens, twin._forbidden = list(self._givens), set(self._forbidden)
        return twin

    def _aim(self, choices: Choices, cost: Columns, sign: int) -> None:
        self._objective.aim(self.table(choices), cost, sign)
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
            self._matrix = compile_puzzle(self.tables, self.rules, self._objective.costs)
        return self._matrix

    @property
    def has_objective(self) -> bool:
        """Whether the puzzle minimises or maximises something."""
        return self._objective.sign != 0

    @property
    def objective_tables(self) -> tuple[Choices, ...]:
        """The tables whose rows count in the objective."""
        return self._objective.tables

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
        made = Answer(self, self.given_options)
        chosen: Chosen = made.__getitem__
        return tuple(group for rule in self.rules for group in rule.overfilled(chosen))

    def objective(self, cost: int) -> int:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return self._objective.in_words(cost)

    # ---- Reading answers ------------------------------------------------------------------

    def read(self, options: Iterable[int]) -> Answer:
        """Return the answer that a solution of the matrix stands for."""
        return Answer(self, options)

    def total(self, answer: Answer) -> int | None:
        """Return the answer's objective, summed over its rows; None without an objective."""
        if not self.has_objective:
            return None
        tables = self.objective_tables
        cost = sum(self._objective.cost(table, row) for table in tables for row in answer[table])
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
            yield from rule.violations(answer.__getitem__)
        chosen = set(answer.options)
        for given in self._givens:
            if given.option not in chosen:
                yield f"{given} is given, but not chosen"
        for option in sorted(chosen & self._forbidden):
            yield f"{self.describe(option)} is forbidden, but chosen"

    def describe(self, option: int | None = None) -> str:
        """Name an option in the puzzle's words; without one, describe tables, rules and sizes."""
        if option is None:
            return describe_puzzle(self)
        table = next(t for t in self.tables if t.offset <= option < t.offset + len(t))
        return table.describe(option - table.offset)

    def show(self, answer: Answer) -> str:
        """Return the answer as text: its picture, or else a line a chosen row."""
        if self.picture is not None:
            return self.picture.text(answer)
        return "\n".join(map(self.describe, answer.options))

    def draw(self, answer: Answer) -> str:
        """Return the answer as an SVG document. Raises ModelError if the puzzle has no picture."""
        if self.picture is None:
            raise ModelError(f"puzzle {self.name!r} has no picture")
        return self.picture.svg(answer)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


def _spell(table: Choices, values: dict[str, Any]) -> str:
    return f"{table.name}({', '.join(f'{k}={v!r}' for k, v in values.items())})"

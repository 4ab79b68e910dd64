"""The declarative layer: a puzzle is a table of choices, a rule is a group-by.

A `Puzzle` holds tables (`choices`), rules (`exactly_one`, `at_most_one`, `between`, `agree`),
givens and an objective, and compiles to the shared matrix: an option a row, an item a group.
`check` re-evaluates the rules on an answer without the matrix, so that a mistake of the compiler
cannot hide.

A puzzle travels. Pickled (or copied deeply) it carries its tables, the groups that its rules make
of them, costs, words and picture as values, not the functions that gave these: it opens where the
program that described it is not at hand, and answers, checks, explains and draws there. Its matrix
stays behind and is compiled anew, once for all copies that were pickled together.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .answer import Answer, Broken, Check
from .errors import ModelError, ModelWarning
from .objective import Aim, Cost, Number, Objective
from .rules.keys import Numbers
from .rules.rule import Group, Rule
from .rules.rulebook import Rulebook, level_outside
from .tables.table import Choices, Predicate

if TYPE_CHECKING:
    from .matrix.exact_cover import ExactCover
    from .picture.notebook import Page
    from .picture.picture import Painter
    from .rules.comparison import Sum

__all__ = ["Forbidden", "Given", "Obstacle", "Puzzle"]

AnswerRows = Iterable[Any] | Mapping[Any, Iterable[Any]]  # rows, or rows by table


@dataclass(frozen=True)
class Given:
    """A choice that is made beforehand: its option, what it says, and the line that gave it."""

    option: int
    text: str
    source: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Forbidden:
    """What one statement rules out: its options, what it says, and the line that says so."""

    options: frozenset[int]
    text: str
    source: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Obstacle:
    """Why there can be no answer, where that shows without a search, and which rules say so.

    rules  the names of those that cannot hold together
    """

    reason: str
    rules: frozenset[str]

    def __str__(self) -> str:
        return self.reason


class Compiled:
    """A puzzle's matrix, compiled when it is first asked for; copies of a puzzle share it.

    Pickled it is empty: the matrix is large and quickly compiled anew, once for all who share it.
    """

    def __init__(self) -> None:
        self.matrix: ExactCover | None = None

    def __reduce__(self) -> tuple[type[Compiled], tuple[()]]:
        return Compiled, ()


class Puzzle(Rulebook):
    """A puzzle, described by tables of choices and by rules on them.

    >>> queens = Puzzle("four queens")
    >>> queen = queens.choices("queen", row=range(4), col=range(4))
    >>> rows = queens.exactly_one(queen, by="row")
    >>> cols = queens.exactly_one(queen, by="col")
    >>> up = queens.at_most_one(queen, by=lambda row, col: row + col)
    >>> down = queens.at_most_one(queen, by=lambda row, col: row - col)
    >>> queens.matrix
    ExactCover(8 primary items, 14 secondary items, 16 options)

    alike    by which symmetries solutions are alike where a question asks for those that are known:
             "known", the turns and mirrors of a grid or a board, or "auto", all that are found
    noun     what several of its sort are counted as: `3 puzzles`
    picture  what makes an answer's picture, or says it in words (`drawn`); None: it is guessed
    """

    picture: Painter | str | None = None
    alike: str = "known"
    noun: ClassVar[str] = "puzzle"
    _apart = False  # whether the matrix is compiled as `with_rules_apart` says

    def __init__(self, name: str = "puzzle") -> None:
        super().__init__(name)
        self._givens: list[Given] = []
        self._forbidden: list[Forbidden] = []
        self._objective = Objective()
        self._compiled = Compiled()
        self._reported: set[str] = set()  # tables that `unread_remarks` has named

    # ---- Givens and objective -------------------------------------------------------------

    def given(
        self, choices: Choices | str, /, where: Predicate | None = None, **columns: Any
    ) -> Given:
        """Make a choice beforehand: the one row of the table that meets a condition.

        where    a mapping of columns to values, which a column called `where` needs, or a function
                 of columns
        columns  values by column, as in `row=1`

        Raises ModelError if no row fits, or several. Givens that clash are no error: they make the
        puzzle infeasible.
        """
        from .tables.conditions import rows_where

        table, source = self.table(choices), self.source_line()
        rows, text = rows_where(table, where, columns, "given", source)
        if len(rows) != 1:
            reason = "no such choice" if not rows else f"{len(rows)} choices match, expected one"
            raise ModelError(f"given {text}: {reason}")
        given = Given(table.offset + rows[0], table.describe(rows[0]), source)
        self._givens.append(given)
        return given

    def lift(self, given: Given) -> None:
        """Take a given back. Raises ModelError if it is not among the givens."""
        if given not in self._givens:
            raise ModelError(f"{given} is not given")
        self._givens.remove(given)

    def with_given_options(self, options: Iterable[int]) -> Self:
        """Return a copy whose givens are these options, by number, in place of its own.

        Raises ModelError for a number that is no option.
        """
        twin, source, last = self.copy(), self.source_line(), self.visible_options - 1
        twin._givens = []
        for option in options:
            if not 0 <= option <= last:
                raise ModelError(f"given: option number {option}, expected 0 to {last}")
            twin._givens.append(Given(option, self.describe(option), source))
        return twin

    def forbid(
        self, choices: Choices | str, /, where: Predicate | None = None, **columns: Any
    ) -> None:
        """Rule out the choices that meet a condition, which is as that of `given`.

        Raises ModelError for values that no row has.
        """
        from .tables.conditions import rows_where

        table, source = self.table(choices), self.source_line()
        rows, text = rows_where(table, where, columns, "forbid", source)
        if rows:
            options = frozenset(table.offset + number for number in rows)
            self._forbidden.append(Forbidden(options, str(text), source))
        elif (columns and where is None) or (where and isinstance(where, Mapping)):
            raise ModelError(f"forbid {text}: no such choice")

    def minimize(self, choices: Choices | Sum, cost: Cost = 1, *, level: int = 0) -> None:
        """Look for the answer whose chosen rows have the least total cost; or the least sum.

        `cost` is a column or a function of columns, read once, now, or what each row costs: without
        it, as few rows as possible are chosen. A sum is what `sum`, `maximum`, `spread` or
        `count_distinct` gave, or several that were added; it is its own cost. Costs are integers,
        or exact as a Fraction or a Decimal is. Several tables may count, each with a cost of its
        own; their totals add up.

        level  totals of a higher level come first, whatever those below are, and each level may be
               minimised or maximised; `Answer.objectives` has the total of each

        Raises ModelError for what is no such number, and where the absolute values of all rows,
        times what sets the levels apart and times the common denominator, sum to 2^62 or more.
        """
        self._aim(choices, cost, 1, level)

    def maximize(self, choices: Choices | Sum, worth: Cost = 1, *, level: int = 0) -> None:
        """Look for the answer whose chosen rows have the greatest total worth, as `minimize`."""
        self._aim(choices, worth, -1, level)

    def copy(self) -> Self:
        """Return a puzzle of its own that shares this one's tables and its compiled matrix.

        Givens, forbidden choices and later rules of the one leave the other alone. Many puzzles
        that differ in their givens alone are best made so: the matrix is compiled once.
        """
        self.matrix  # noqa: B018  compiled here, or every copy would compile its own
        twin = copy(self)
        twin.rules, twin._tried = list(self.rules), dict(self._tried)
        twin._tables, twin._objective = dict(self._tables), self._objective.copy()
        twin._reported = set(self._reported)
        twin._givens, twin._forbidden = list(self._givens), list(self._forbidden)
        return twin

    def with_rules_apart(self) -> Self:
        """Return a puzzle in whose matrix the items of each rule mean what the rule says by itself.

        In `matrix` the items of a statement may depend on those of other rules. Who takes some
        rules away, to see whether the others clash, needs this matrix. It has the same options and
        the same solutions, and other items. Returns the puzzle itself where there is no such rule.
        """
        if self._apart or not any(rule.uses_groups for rule in self.rules):
            return self
        twin = self.copy()
        twin._apart, twin._compiled = True, Compiled()
        return twin

    def _changed(self) -> None:
        self._compiled = Compiled()

    def _aim(self, choices: Choices | Sum, cost: Cost, sign: int, level: int) -> None:
        source = self.source_line()
        if callable(choices):
            verb = "minimize" if sign > 0 else "maximize"
            raise ModelError(
                f"{verb}: a function in place of a table, expected the table first: "
                f"{verb}(table, function) ({source})"
            )
        if isinstance(level, bool) or not hasattr(level, "__index__"):
            raise ModelError(f"objective: level {level!r}, expected an integer ({source})")
        if isinstance(choices, Choices | str):
            self._objective.aim(self.table(choices), cost, sign, source, index(level))
        else:
            from .rules.comparison import Sum

            if not isinstance(choices, Sum):
                self.table(choices)  # which says what is wrong
            if cost != 1:
                raise ModelError(f"objective: a sum with a cost, expected one of both ({source})")
            for table, amounts in choices.amounts(f"objective ({source})").items():
                self._objective.aim(self.table(table), amounts, sign, source, index(level))
        self._changed()

    # ---- What solvers read ----------------------------------------------------------------

    @property
    def matrix(self) -> ExactCover:
        """The shared matrix: an option a row, an item a group; compiled once.

        Givens and forbidden choices are no part of it: they are a selection on it
        (`given_options`, `forbidden_options`), so that many puzzles share one matrix and an option
        keeps its number. `selected_matrix` has them.

        Warns (`ModelWarning`), once, of each table in `unread_tables`.
        """
        if self._compiled.matrix is None:
            from .compiler import compile_puzzle  # describing a puzzle needs no matrix

            for remark in self.unread_remarks().values():
                warnings.warn(f"{self.name}: {remark}", ModelWarning, stacklevel=level_outside())
            scales = self._scales
            matrix = compile_puzzle(
                self.tables,
                self.rules,
                lambda table: self._objective.costs(table, scales),
                {level: by * self._objective.unit(level) for level, by in scales.items()},
                apart=self._apart,
            )
            if self._compiled.matrix is None:  # of two threads, the first one's
                self._compiled.matrix = matrix
        return self._compiled.matrix

    @property
    def compiled(self) -> ExactCover | None:
        """The matrix if it is compiled already, else None."""
        return self._compiled.matrix

    @property
    def unread_tables(self) -> tuple[Choices, ...]:
        """The tables that no rule and no objective reads, and of which some choices are left free.

        Each such choice may be made or not, so that it doubles the number of solutions. Choices
        that are given or forbidden are not free.
        """
        read = {table for rule in self.rules for table in rule.tables}.union(self.objective_tables)
        fixed = self.forbidden_options.union(self.given_options)
        return tuple(
            table
            for table in self.tables
            if table not in read
            and not fixed.issuperset(range(table.offset, table.offset + len(table)))
        )

    def unread_remarks(self) -> dict[str, str]:
        """Return a message by the name of each of `unread_tables`, once: the next call has none."""
        new = [table for table in self.unread_tables if table.name not in self._reported]
        if not new:
            return {}
        from .description import free_words

        self._reported.update(table.name for table in new)
        return {
            table.name: f"no rule reads table {table.name}: {free_words(table)}" for table in new
        }

    @property
    def _scales(self) -> Mapping[int, int]:
        """What the costs of each level, in its unit, are multiplied by: 1, if there is but one."""
        return self._objective.scales(
            [(rule.cost_level, rule.worst) for rule in self.rules if rule.is_soft]
        )

    @property
    def selected_matrix(self) -> ExactCover:
        """A matrix whose solutions are the puzzle's own: givens and forbidden choices are in it.

        Every given is a primary item that only its option covers, and what is forbidden is left
        out, so options have other numbers than in `matrix`; their labels stay. This is what
        `write` writes in Knuth's format.
        """
        return self.matrix.selected(self.given_options, self.forbidden_options)

    @property
    def visible_options(self) -> int:
        """How many options are rows of the tables; behind them stand the hidden rows of rules.

        Hidden rows follow from the others. No answer shows them, though its `options` hold them.
        """
        return sum(map(len, self.tables))

    @property
    def has_objective(self) -> bool:
        """Whether the puzzle minimises or maximises something."""
        return self._objective.sign != 0 or self.has_preferences

    @property
    def has_preferences(self) -> bool:
        """Whether a rule may be broken at a cost (`prefer`)."""
        return any(rule.is_soft for rule in self.rules)

    @property
    def objective_tables(self) -> tuple[Choices, ...]:
        """The tables whose rows count in the objective."""
        return self._objective.tables

    def costs(self, table: Choices) -> Numbers:
        """Return int64[rows]: what each row of a table adds to the total that is minimised.

        Where the puzzle maximises, that is less by its worth. What preferences cost is no part.
        """
        return self._objective.costs(table)

    @property
    def givens(self) -> tuple[Given, ...]:
        """The choices made beforehand."""
        return tuple(self._givens)

    @property
    def given_options(self) -> tuple[int, ...]:
        """The givens as option numbers, each once."""
        return tuple(dict.fromkeys(given.option for given in self._givens))

    @property
    def forbidden(self) -> tuple[Forbidden, ...]:
        """The statements that rule choices out, and what each of them rules out."""
        return tuple(self._forbidden)

    @property
    def forbidden_options(self) -> frozenset[int]:
        """The options that are ruled out."""
        if not self._forbidden:
            return frozenset()
        return frozenset().union(*[entry.options for entry in self._forbidden])

    @property
    def obstacle(self) -> Obstacle | None:
        """Why there can be no answer, if a simple count shows that; else None."""
        return None

    def clashes(self) -> tuple[Group, ...]:
        """Return the groups that the givens alone overfill, rule after rule.

        None are no promise of a solution, only that nothing is wrong so far.
        """
        answer = Answer(self, self.given_options)
        return tuple(group for rule in self.rules for group in rule.overfilled(answer.numbers))

    @property
    def objective_levels(self) -> tuple[int, ...]:
        """The levels at which something is minimised or maximised, the highest first."""
        return tuple(self._objective.levels)

    @property
    def aims(self) -> tuple[Aim, ...]:
        """What is minimised and maximised, level by level, the highest first; no preferences."""
        return self._objective.aims

    def objective(self, cost: int) -> Number:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return self._objective.in_words(cost)

    @property
    def cost_unit(self) -> int:
        """What 1 of the total that the puzzle speaks of is in costs of the matrix."""
        return self._objective.cost_unit

    # ---- Pictures -----------------------------------------------------------------------------

    def drawn(
        self,
        choices: Choices | str | None = None,
        kind: str | None = None,
        /,
        *,
        clues: Mapping[tuple[int, int], Any] | None = None,
        **words: Any,
    ) -> None:
        """Say in a few words how answers are drawn; said again, the one lies over the other.

        kind   "grid" (marks on cells, the default), "table" (names down and across), "tiles" (what
               is on the sides of cells), "graph", "edges", "cages", "signs" or "list";
               docs/pictures.md has the words of each
        clues  what is printed on cells, by cell (row, col); without a table they lie over the
               picture that is set or guessed

        Raises ModelError for a kind, a word or a column that there is not.

        >>> queens = Puzzle("four queens")
        >>> queen = queens.choices("queen", row=range(4), col=range(4))
        >>> queens.drawn(queen, by=("row", "col"), show="Q", symbol="queen", clues={(0, 0): 2})
        >>> print(queens.read([1, 7, 8, 14]))
        2Q..
        ...Q
        Q...
        ..Q.
        """
        from .picture.painters.painting import add_layer, own_painter
        from .picture.painters.words import ON_CELLS

        painter = own_painter(self)
        if choices is not None:
            kind = kind or "grid"
            if clues is not None and kind not in ON_CELLS:
                wanted = ", ".join(ON_CELLS)
                raise ModelError(f"picture: clues on a {kind}, expected one of {wanted}")
            painter = add_layer(painter, kind, self.table(choices), words)
            words = {"lattice": words["lattice"]} if "lattice" in words else {}
        elif clues is None:
            raise ModelError("picture: no table, expected one, or clues={(0, 1): 3}")
        if clues is not None:
            painter = add_layer(painter, "clues", None, {"clues": clues, **words})
        self.picture = painter

    def show(self, answer: Answer) -> str:
        """Return the answer as `minuet solve` prints it and programs read it.

        That is the marks of its picture; without a picture of its own, a line for each chosen row.
        """
        if self.picture is not None:
            from .picture.painters.painting import marks_of

            return marks_of(self, answer)
        return "\n".join(self.describe(option) for option in answer.choices)

    def draw(self, answer: Answer | None = None) -> str:
        """Return an answer as an SVG document; without one, the puzzle with its givens."""
        from .picture.painters.painting import picture_of
        from .picture.svg import svg

        return svg(picture_of(self, answer))

    def draw_text(self, answer: Answer | None = None) -> str:
        """Return an answer as lines of text, as `minuet draw` prints it; without one, the givens.

        `str(answer)` is the same.
        """
        from .picture.painters.painting import text_of

        return text_of(self, answer)

    def page(self, answer: Answer | None = None) -> Page:
        """Return what a notebook shows of an answer, or of the puzzle with its givens."""
        from .picture.notebook import page_of

        return page_of(self, answer)

    def _repr_html_(self) -> str | None:
        return self.page().html

    def _repr_svg_(self) -> str | None:
        return self.page().svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self.page().bundle(include, exclude)

    # ---- Reading answers ------------------------------------------------------------------

    def read(self, options: Iterable[int]) -> Answer:
        """Return the answer that a solution of the matrix, as option numbers, stands for."""
        return Answer(self, options)

    def answer(self, rows: AnswerRows) -> Answer:
        """Return the answer that makes the choices of these rows.

        A row is one of a table's own, a named tuple, a dataclass, a mapping of columns to values
        (as many as distinguish it), or a tuple of the values of all columns. `rows` are
        all of them, or a mapping from tables, or their names, to the rows of each, such as
        `Answer.to_dict` writes.
        Raises ModelError for a row that is in no table, and for one that several rows fit.
        """
        from .tables.matching import matching_options

        return Answer(self, matching_options(self.tables, rows, self.table))

    def total(self, answer: Answer) -> Number | None:
        """Return the answer's objective, summed over its rows; None without an objective."""
        if not self.has_objective:
            return None
        scales = self._scales
        return self.objective(
            sum(scales[level] * total for level, total in self._costs_of(answer).items())
        )

    def totals(self, answer: Answer) -> tuple[Number, ...]:
        """Return the total of each level, the highest first, with what is broken at it."""
        totals = sorted(self._costs_of(answer).items(), reverse=True)
        return tuple(self._objective.total_in_words(level, total) for level, total in totals)

    def _costs_of(self, answer: Answer) -> dict[int, int]:
        """Return what the answer costs at each level, in its unit."""
        costs = self._objective.totals(answer.options)
        costs = dict.fromkeys((rule.cost_level for rule in self.rules if rule.is_soft), 0) | costs
        for broken in self.broken(answer) if self.has_preferences else ():
            costs[broken.level] += broken.cost * self._objective.unit(broken.level)
        return costs

    def broken(self, answer: Answer) -> tuple[Broken, ...]:
        """Return which preferences (`prefer`) an answer does not keep, rule after rule."""
        return tuple(broken for rule in self.rules for broken in rule.broken_by(answer.numbers))

    def check(self, answer: Answer | AnswerRows) -> Check:
        """Evaluate every rule and given on the answer itself, without the matrix.

        The answer may be given by its rows, as `answer` takes them.
        """
        own_answer = answer if isinstance(answer, Answer) else self.answer(answer)
        return Check(tuple(self._violations(own_answer)))

    def _violations(self, answer: Answer) -> Iterator[str]:
        yield from self._strays(answer)
        for rule in self._rules_on(answer):
            yield from rule.violations(answer.numbers)
        chosen = set(answer.options)
        for given in self._givens:
            if given.option not in chosen:
                yield f"{given} is given, but not chosen"
        for option in sorted(chosen & self.forbidden_options):
            yield f"{self.describe(option)} is forbidden, but chosen"

    def _rules_on(self, answer: Answer) -> Iterable[Rule]:
        """Return the rules that are to be evaluated on an answer."""
        return self.rules

    def _strays(self, answer: Answer) -> Iterator[str]:
        """Say which options are none, or twice; and where hidden rows do not follow from others."""
        visible = self.visible_options
        hides = bool(answer.options) and answer.options[-1] >= visible
        size = self.matrix.options if hides else visible
        for option in answer.options:
            if not 0 <= option < size:
                yield f"choice {option} is not in any table"
        if len(set(answer.options)) < len(answer.options):
            yield "a choice is made twice"
        if size > visible:
            from .rules.rulebook import disagreeing

            wrong = disagreeing(self.matrix, answer.options, visible)
            for name in dict.fromkeys(group.rule for group in wrong):
                yield f"{name}: its hidden rows do not go with the choices"

    def describe(self, option: int | None = None) -> str:
        """Name an option in the puzzle's words; without one, describe tables, rules and sizes.

        Raises ModelError for a number that is no option.
        """
        if option is None:
            from .description import describe_puzzle

            return describe_puzzle(
                self.name,
                self.tables,
                self.rules,
                self._objective,
                self.matrix,
                unread=self.unread_tables,
                givens=len(self._givens),
                forbidden=len(self.forbidden_options),
            )
        for table in self.tables:
            if table.offset <= option < table.offset + len(table):
                return table.describe(option - table.offset)
        if not 0 <= option < self.matrix.options:
            last = self.matrix.options - 1
            raise ModelError(f"option number {option}, expected 0 to {last}")
        return str(self.matrix.labels[option])

    @property
    def summary(self) -> str:
        """The parts of the puzzle in a line, as `rooks, table rook of 16 choices, 2 rules`.

        It ends with the tables that no rule reads. Nothing is compiled for it.
        """
        from .description import selection_parts, unread_parts

        chosen = len(self.given_options), len(self.forbidden_options)
        selection = selection_parts(len(self.objective_levels), *chosen)
        unread = unread_parts(self.unread_tables)
        parts = [*self._parts(), *selection, *self._further_parts(), *unread]
        return ", ".join(dict.fromkeys(parts))

    def _parts(self) -> Iterator[str]:
        """Yield what the puzzle is, for its summary: its name, its tables, its rules."""
        from .description import table_parts

        yield from [self._own_name] * bool(self._own_name)
        yield from table_parts(self.tables, self.rules)

    def _further_parts(self) -> Iterator[str]:
        """Yield what stands behind the givens in its summary: here nothing."""
        return iter(())

    @property
    def _own_name(self) -> str:
        """The name; "" where it is only what messages call a text without a file."""
        unnamed = self.name.startswith("<") and self.name.endswith(">")
        return "" if unnamed else self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

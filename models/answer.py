"""An answer: a solution read back in the puzzle's own words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np

from .errors import ModelError
from .objective import Number
from .tables.rows import Row
from .tables.table import Choices, Predicate

__all__ = ["Answer", "Broken", "Check", "no_attribute"]


class AnsweredPuzzle(Protocol):
    """What an answer asks of its puzzle, a `Puzzle`."""

    name: str
    picture: Any  # a painter, or words

    @property
    def tables(self) -> Sequence[Choices]:
        """The tables of choices."""

    @property
    def rules(self) -> Sequence[Any]:
        """The rules, in the order in which they were added."""

    @property
    def matrix(self) -> Any:
        """The compiled matrix; puzzles of equal matrices have equal answers."""

    def table(self, name: str | Choices) -> Choices:
        """Return the table of that name."""

    @property
    def visible_options(self) -> int:
        """How many options are rows of the tables; those behind them are hidden."""

    @property
    def has_preferences(self) -> bool:
        """Whether a rule may be broken at a cost."""

    @property
    def given_options(self) -> Sequence[int]:
        """The choices made beforehand, as option numbers."""

    def total(self, answer: Answer) -> Number | None:
        """Return the total that the puzzle minimises or maximises."""

    def totals(self, answer: Answer) -> tuple[Number, ...]:
        """Return the total of each level."""

    def broken(self, answer: Answer) -> tuple[Broken, ...]:
        """Return which preferences the answer does not keep."""

    def show(self, answer: Answer) -> str:
        """Return the answer as the text that programs read."""

    def draw_text(self, answer: Answer | None = None) -> str:
        """Return the picture of the answer as lines of text."""

    def page(self, answer: Answer | None = None) -> Any:
        """Return what a notebook shows of the answer."""


class Answer:
    """The choices made: `answer["queen"]` or `answer[queen]` lists a table's chosen rows.

    `answer.where(queen, row=0)` lists those that meet a condition; `str(answer)` is its picture as
    text.

    options    the numbers of the chosen options, ascending; the hidden rows of rules among them
    objective  the total that the puzzle minimises or maximises; None without one

    Answers are equal if they make the same choices in puzzles of equal matrices.
    """

    def __init__(self, puzzle: AnsweredPuzzle, options: Iterable[int]) -> None:
        self.puzzle = puzzle
        try:
            chosen = tuple(sorted(options))
        except TypeError:
            raise _no_options(options) from None
        if chosen and not hasattr(chosen[-1], "__index__"):
            raise _no_options(chosen[-1])
        self.options = chosen

    def __getattr__(self, name: str) -> NoReturn:
        """Raise AttributeError; for the name of a table it says how the table's rows are read."""
        raise no_attribute(self, name, self.__dict__.get("puzzle"), "answer")

    def __getitem__(self, table: str | Choices) -> list[Row]:
        rows = self._own(table).rows
        return [rows[number] for number in self.numbers(table)]

    def numbers(self, table: str | Choices) -> list[int]:
        """Return the numbers of a table's chosen rows, from 0, ascending."""
        choices = self._own(table)
        low, high = choices.offset, choices.offset + len(choices)
        return [option - low for option in self.options if low <= option < high]

    @property
    def choices(self) -> tuple[int, ...]:
        """The chosen options that are rows of tables: without the hidden rows of rules."""
        return self.options[: bisect_left(self.options, self.puzzle.visible_options)]

    def _own(self, table: str | Choices) -> Choices:
        """Return the puzzle's table; of a table elsewhere, the one that is like it.

        The answer may have travelled, and then it has tables of its own.
        """
        if isinstance(table, Choices):
            for own in self.puzzle.tables:
                if own.is_like(table):
                    return own
        return self.puzzle.table(table)

    def where(
        self, table: str | Choices, /, where: Predicate | None = None, **columns: Any
    ) -> list[Row]:
        """Return a table's chosen rows that meet a condition, which is as that of `Choices.where`.

        Raises ModelError for a column that the table lacks, and for a value that none of its rows
        has.
        """
        own = self._own(table)
        meets = set(own.where(where, **columns).rows)
        return [own[number] for number in self.numbers(own) if number in meets]

    @property
    def objective(self) -> Number | None:
        """The total that the puzzle minimises or maximises, from the rows; None without one."""
        return self.puzzle.total(self)

    @property
    def objectives(self) -> tuple[Number, ...]:
        """The total of each level of the objective, the highest first; empty without one."""
        return self.puzzle.totals(self)

    @property
    def broken(self) -> tuple[Broken, ...]:
        """Which preferences of the puzzle (`Puzzle.prefer`) it does not keep, in words."""
        return self.puzzle.broken(self)

    @property
    def broken_fields(self) -> dict[str, list[dict[str, Any]]]:
        """What is said of `broken` beside the answer, as JSON can hold it.

        Empty for a puzzle without preferences.
        """
        if not self.puzzle.has_preferences:
            return {}
        return {"broken": [broken_rule.to_dict() for broken_rule in self.broken]}

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return each table's chosen rows by column, as JSON can hold them."""
        from .spelling import as_json

        return {
            table.name: [
                {column: as_json(value) for column, value in zip(table.columns, row, strict=True)}
                for row in self[table]
            ]
            for table in self.puzzle.tables
        }

    def to_frame(self, table: str | Choices | None = None, *, library: str = "pandas") -> Any:
        """Return the choices as a data frame, a row for each.

        The columns are the table's. Of several tables `table` says of which a row is, and what
        that lacks is NA; with an argument there are the rows of that table alone. `library` is
        `pandas` or `polars`.

        Raises Unavailable without that library, ModelError for a table that there is not.
        """
        from .tables.frames import chosen_frame

        own = None if table is None else self._own(table)
        starts = np.array((0, len(self.options)), np.int64)
        options = np.array(self.options, np.int64)
        return chosen_frame(self.puzzle, starts, options, own, numbered=False, library=library)

    def __str__(self) -> str:
        return self.puzzle.draw_text(self)

    def _repr_html_(self) -> str | None:
        html: str | None = self.puzzle.page(self).html
        return html

    def _repr_svg_(self) -> str | None:
        svg: str | None = self.puzzle.page(self).svg
        return svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        bundle: Mapping[str, str] = self.puzzle.page(self).bundle(include, exclude)
        return bundle

    def __repr__(self) -> str:
        return f"Answer({self.puzzle.name!r}, {len(self.choices)} choices)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        mine, theirs = self.puzzle, other.puzzle
        return self.options == other.options and (mine is theirs or mine.matrix == theirs.matrix)

    def __hash__(self) -> int:
        return hash(self.options)


def no_attribute(
    owner: object, name: str, puzzle: AnsweredPuzzle | None, answer: str
) -> AttributeError:
    """Return the error about an attribute that an answer or a result lacks.

    puzzle  whose tables may have that name; None: not known
    answer  how the answer, which has the tables' rows, is written
    """
    message = f"{type(owner).__name__!r} object has no attribute {name!r}"
    if puzzle is not None and any(table.name == name for table in puzzle.tables):
        message += f", expected {answer}[{name!r}] for the chosen rows of that table"
    return AttributeError(message, name=name, obj=owner)


def _no_options(problem: object) -> ModelError:
    return ModelError(f"{problem!r}, expected option numbers; `answer` takes rows")


class Broken(NamedTuple):
    """A preference that an answer does not keep.

    rule   the rule's name
    text   what is wrong, in words
    cost   what it costs; `level`: among the costs of this level
    """

    rule: str
    text: str
    cost: int
    level: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        from .spelling import number

        return self._asdict() | {"cost": number(self.cost), "level": number(self.level)}

    def __str__(self) -> str:
        at = f" at level {self.level}" if self.level else ""
        return f"{self.text} (costs {self.cost}{at})"


@dataclass(frozen=True)
class Check:
    """The verdict of `Puzzle.check`: true if no rule is broken, else it lists what is wrong."""

    violations: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.violations

    def __str__(self) -> str:
        return "\n".join(self.violations) or "every rule holds"

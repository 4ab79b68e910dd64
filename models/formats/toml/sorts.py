"""A sort of argument in texts: how it is read, how it is written again, and how Python spells it.

A rule is a call of a puzzle's method, whose `Form` (rules/arguments.py) says which arguments it
takes and of which sort each is. rules.py goes through the arguments; what the sorts have in common
is here, and each other file has a few of them: keys.py groups, amounts.py numbers, lines.py lines,
graphs.py graphs, amounts.py keys with values, givens.py selections of choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ...errors import ModelError, excerpt
from ...rules.arguments import TABLES, Argument, Form
from ...tables.table import Choices
from .context import Context, Table
from .node import Node
from .python_text import Program, bracketed, literal

__all__ = ["CONVERTED", "SORTS", "Reading", "Sort", "Spelling", "Writing"]

TABLE = 100  # looks that a table takes in a rule, however small it is


@dataclass
class Reading:
    """The arguments of one rule while they are read.

    node    the rule's table in the text
    own     the value under the method's own key
    tables  those that the rule is about, once they are read
    groups  the keys that `over` names; None: it names none, or is not read yet
    """

    context: Context
    node: Node
    own: Node
    form: Form
    tables: Sequence[Table] = ()
    groups: Sequence[Hashable] | None = None

    def value_of(self, argument: Argument) -> Node:
        """Return the value of an argument that has one key. Raises InputError if it is missing."""
        if argument is self.form.own:
            return self.own
        (key,) = argument.keys
        return self.node.need(key, f"it in a rule of {self.own.name!r}")


@dataclass
class Writing:
    """One rule while it is written.

    by_group  whether the value under the method's own key is an array, of a value for each group
    """

    rule: Any
    form: Form
    by_group: bool = False

    def error(self, message: str) -> ModelError:
        """Return, for the caller to raise, the error that TOML cannot hold the rule."""
        return ModelError(f"toml: rule {self.rule.name!r} {message}")

    def key_of(self, argument: Argument) -> str:
        """Return the key under which an argument stands."""
        return self.form.method if argument is self.form.own else argument.keys[0]

    @cached_property
    def counted(self) -> dict[Choices, list[Counter[Any]]]:
        """How much each row of each table counts in each of its groups."""
        counts: dict[Choices, list[Counter[Any]]] = self.rule.counted_rows()
        rows = [row for of_table in counts.values() for row in of_table]
        if not {weight for row in rows for weight in row.values()} - {0, 1}:
            for row in rows:
                for key in [key for key, weight in row.items() if not weight]:
                    del row[key]  # a row that counts for nothing in a group is not in it
        return counts

    @property
    def tables(self) -> list[Choices]:
        """The tables that the rule counts, without one that it adds."""
        own = self.rule.name if self.form.adds else None
        return [table for table in self.rule.tables if table.name != own]

    @property
    def lines(self) -> Mapping[Any, Sequence[Hashable]] | None:
        """The places of each line, if they are listed individually, not by groups of rows."""
        return getattr(self.rule, "orders", None)

    @property
    def weighs(self) -> bool:
        """Whether a row counts other than once in a group."""
        return any(set(row.values()) - {1} for rows in self.counted.values() for row in rows)

    @property
    def weighs_alike(self) -> bool:
        """Whether each row counts the same in all of its groups."""
        return all(len(set(row.values())) < 2 for rows in self.counted.values() for row in rows)


@dataclass
class Spelling:
    """One rule while it is spelled in Python.

    name      the rule's name
    entry     its table in the text
    by_group  whether a mapping gives a value for each group, and so names the groups
    """

    program: Program
    name: str
    entry: Mapping[str, Any]
    form: Form
    by_group: bool = False

    @property
    def own(self) -> Any:
        """The value under the method's own key."""
        return self.entry[self.form.method]

    def value_of(self, argument: Argument) -> Any:
        """Return the value of an argument that has one key; None: it is left out."""
        return self.own if argument is self.form.own else self.entry.get(argument.keys[0])

    @property
    def tables(self) -> list[str]:
        """The names of the tables that the rule is about."""
        of = self.entry.get("of") or self.own
        listed = of if isinstance(of, list) else [of]
        return list(dict.fromkeys(name for part in listed for name in self._tables_in(part)))

    def _tables_in(self, value: Any) -> Iterator[str]:
        """Yield the names of the tables in a name, or in a selection that has no own groups."""
        if isinstance(value, str):
            yield value
            return
        tables = self.program.variables
        groups = {"by", "covering"}.intersection(value).difference(tables)
        for name, inner in value.items():
            if name in tables and not groups:
                yield name
            elif name not in tables and name not in groups:
                for part in inner if isinstance(inner, list) else [inner]:
                    yield from self._tables_in(part)

    def by_table(self, value: Mapping[str, Any], spell: Callable[[str, Any], str]) -> str:
        """Return a dictionary with the text of each table."""
        parts = [
            f"{self.program.variables[table]}: {spell(table, value[table])}"
            for table in self.tables
        ]
        return bracketed("{", parts, "}")


class Sort(NamedTuple):
    """A sort of argument.

    read    returns the values of the argument's parameters
    write   returns what stands under each key of the text, as TOML's tables, arrays and values
    python  returns the values of the parameters as Python text; None: left out
    """

    read: Callable[[Reading, Argument], tuple[Any, ...]]
    write: Callable[[Writing, Argument], Mapping[str, Any]]
    python: Callable[[Spelling, Argument], tuple[str | None, ...]]


# ---- Plain values --------------------------------------------------------------------------------


def _field(writing: Writing, argument: Argument) -> Any:
    """Return the field of the rule that has the parameter's name; None: it is the default."""
    (name,) = writing.form.arguments[argument]
    value = getattr(writing.rule, name)
    return None if value == writing.form.defaults.get(name, ...) else value


def _read_converted(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    assert argument.convert is not None
    node = reading.value_of(argument)
    with node.blamed():
        return (argument.convert(node.atom()),)


def _write_converted(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    value = _field(writing, argument)
    if value is None:
        return {}
    plain = value if argument.plain is None else argument.plain(value)
    return {writing.key_of(argument): int(plain) if isinstance(plain, bool) else plain}


def _python_converted(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    return (None if value is None else literal(value),)


CONVERTED = Sort(_read_converted, _write_converted, _python_converted)


def _read_boolean(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    return (reading.value_of(argument).boolean(),)


def _write_boolean(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    return {writing.key_of(argument): True} if _field(writing, argument) else {}


def _python_boolean(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    return (None if value is None else str(value),)


# ---- Tables --------------------------------------------------------------------------------------


def read_tables(reading: Reading, _: Argument = TABLES) -> tuple[Any, ...]:
    """Read the tables that a rule counts, each named once."""
    of = reading.own
    if reading.form.own is not TABLES:
        # Raise InputError where a table stands in place of numbers.
        wanted = {"number": "a number", "bounds": "numbers"}.get(reading.form.own.name)
        if wanted and "of" not in reading.node and isinstance(reading.own.value, str):
            fault = f"a table under {reading.own.name!r}, expected {wanted} there"
            raise reading.own.error(f"{fault} and the table under 'of'")
        of = reading.node.need("of", "the table that is counted")
    tables: list[Table] = []
    for element in of.array() if isinstance(of.value, list) else [of]:
        table = reading.context.table_of(element)
        reading.context.spend_looks(element, TABLE)
        if any(table is other for other in tables):
            raise element.error(f"table {excerpt(table.choices.name)} twice, expected each once")
        tables.append(table)
    reading.tables = tables
    return ([table.choices for table in tables],)


def _write_tables(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    names = [table.name for table in writing.tables]
    return {writing.key_of(argument): names[0] if len(names) == 1 else names}


def python_tables(spelling: Spelling, _: Argument = TABLES) -> tuple[str]:
    """Return the variable of a rule's table, or the list of several."""
    variables = [spelling.program.variables[name] for name in spelling.tables]
    return (variables[0] if len(variables) == 1 else f"[{', '.join(variables)}]",)


SORTS = {
    "tables": Sort(read_tables, _write_tables, python_tables),
    "boolean": Sort(_read_boolean, _write_boolean, _python_boolean),
}

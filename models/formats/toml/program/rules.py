"""Rules: calls of the puzzle's methods, whose keys are columns, lambdas or small functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from textwrap import indent
from typing import Any

from ....errors import ModelError
from ....rules.graph_rules.kinds import KINDS
from .expressions import key, keys, names_in, python, reading, span
from .graph_rules import graph_arguments, graph_kind
from .layout import STEP, bracketed, call, lambda_of, literal, quoted
from .lines import LINES, line_rule
from .names import Names
from .selections import STATEMENTS, said, statement_call, tables_of
from .tables import Tables

__all__ = ["Rules", "over_text"]

_COUNTS = ("exactly_one", "at_most_one")
_SUMS = ("at_least", "at_most", "sum_equals")


class Rules:
    """Writes rules; a small function that several of them use is written once."""

    def __init__(self, names: Names, tables: Tables) -> None:
        self.names, self.tables = names, tables
        self._functions: dict[str, str] = {}
        self._before: list[str] = []

    def lines(self, name: str, told: Mapping[str, Any]) -> Iterator[str]:
        """Yield the statements that add a rule. Raises ModelError for what Python has not."""
        if "says" in told:
            raise ModelError(f"rule {name!r} has words of its own, which are not written in Python")
        statement = self._statement(name, told)
        if "if_chosen" in told:
            condition = said(self.tables, told["if_chosen"])
            statement = call("puzzle.if_chosen", [condition, statement])
        if "prefer" in told:
            statement = _preferred(statement, told["prefer"])
        yield from self.before()
        yield statement

    def _statement(self, name: str, told: Mapping[str, Any]) -> str:
        if "agree" in told:
            return self._agreement(name, told)
        if "compare" in told:
            return self._compared(name, told)
        if any(kind in told for kind in LINES):
            over = over_text(told["over"]) if "over" in told else None
            return line_rule(self, name, told, over)
        for kind in STATEMENTS:
            if kind in told:
                further = self._cases(name, told)
                return statement_call(
                    self.tables, name, kind, told[kind], further, partial(self._own_groups, name)
                )
        return self._counted(name, told)

    def _cases(self, name: str, told: Mapping[str, Any]) -> Iterator[str]:
        """Yield the arguments that say for which groups a statement holds."""
        listed = list(tables_of(self.tables, told))
        yield from self._grouped(name, listed, told)
        if "over" in told:
            yield f"over={over_text(told['over'])}"

    def _own_groups(self, name: str, table: str, how: str, told: Any) -> str:
        """Return the groups of one selection."""
        return self.groups(name, [table], told, how)

    def before(self) -> Iterator[str]:
        """Yield the functions that the last statement needs."""
        found, self._before = self._before, []
        yield from found

    # ---- Rules on groups, and along a graph -------------------------------------------------

    def _counted(self, name: str, told: Mapping[str, Any]) -> str:
        kind, counts, of = self._kind(told)
        listed = of if isinstance(of, list) else [of]
        variables = [self.tables.variables[one] for one in listed]
        arguments = [*counts, variables[0] if len(listed) == 1 else f"[{', '.join(variables)}]"]
        arguments += self._grouped(name, listed, told)
        if "over" in told and not any(isinstance(one, list) for one in _bounds_of(told)):
            arguments.append(f"over={over_text(told['over'])}")
        if kind in KINDS:
            label = partial(self.groups, name, listed, how="by")
            arguments += graph_arguments(told, label, over_text)
        arguments.append(f"name={quoted(name)}")
        return call(f"puzzle.{kind}", arguments)

    def _grouped(self, name: str, listed: Sequence[str], told: Mapping[str, Any]) -> Iterator[str]:
        """Yield the arguments that say in which groups rows are, and how much they count."""
        for how in ("by", "covering"):
            if how in told:
                yield f"{how}={self.groups(name, listed, told[how], how)}"
        if "weight" not in told:
            return
        weight = told["weight"]
        if not isinstance(weight, dict):
            yield f"weight={self._weight(listed[0], weight)}"
            return
        parts = [
            f"{self.tables.variables[table]}: {self._weight(table, weight[table])}"
            for table in listed
        ]
        yield f"weight={bracketed('{', parts, '}')}"

    def _weight(self, table: str, told: Any) -> str:
        if isinstance(told, list):
            raise ModelError(f"weights of {table!r} row by row, which are not written in Python")
        if isinstance(told, int):
            return str(told)
        columns = self.tables.columns[table]
        return quoted(told) if told in columns else reading(columns, told, python(told))

    def _kind(self, told: Mapping[str, Any]) -> tuple[str, list[str], Any]:
        """Return the method, its first arguments and the tables that are counted."""
        for kind in _COUNTS:
            if kind in told:
                return kind, [], told[kind]
        if "exactly" in told:
            return "exactly", [_counts(told["exactly"], told.get("over"))], told["of"]
        along = graph_kind(told)
        if along is not None:
            return along, [], told[along]
        over = told.get("over")
        for kind in _SUMS:
            if kind in told:
                return kind, [_counts(told[kind], over)], told["of"]
        if "between" not in told:
            raise ModelError(f"a rule of {', '.join(told)}, expected one of the layer's kinds")
        low, high = told["between"]
        last = "None" if high == "many" else _counts(high, over)
        return "between", [_counts(low, over), last], told["of"]

    def groups(self, name: str, tables: Sequence[str], told: Any, how: str) -> str:
        """Return the groups of the rows of these tables."""
        spec = isinstance(told, dict) and not {"key", "rows"}.intersection(told)
        one = self.by if how == "by" else self.covering
        if not spec:
            return one(tables[0], told, f"{name}_keys")
        parts = [
            f"{self.tables.variables[table]}: {one(table, told[table], f'{table}_keys')}"
            for table in tables
        ]
        return bracketed("{", parts, "}")

    def by(self, table: str, told: Any, wanted: str = "") -> str:
        """Return the one key of a row: columns, or a function of them."""
        return self.by_columns(self.tables.columns[table], told)

    def by_columns(self, columns: Sequence[str], told: Any) -> str:
        """Return the one value of a row of these columns."""
        if isinstance(told, dict):
            body = f"{key(told)} if {python(told['where'])} else None"
            return reading(columns, told, body)
        parts = _columns_alone(told, columns)
        if parts is None:
            return reading(columns, told, key(told))
        return quoted(parts[0]) if len(parts) == 1 else literal(tuple(parts))

    def covering(self, table: str, told: Any, wanted: str) -> str:
        """Return the several keys of a row: a column, or a function."""
        columns = self.tables.columns[table]
        if isinstance(told, str):
            return quoted(told)
        if isinstance(told, dict):
            raise ModelError(f"keys of {table!r} row by row, which are not written in Python")
        if any(isinstance(one, dict) and "weight" in one for one in told):
            return self._weights(wanted, columns, told)
        alone = len(told) == 1 and isinstance(told[0], dict) and "for" in told[0]
        if alone or not any(isinstance(one, dict) for one in told):
            return reading(columns, told, keys(told))
        found = [name for name in columns if name in names_in(told)]
        body = [line for one in told for line in _yielded(one, key(one))]
        return self._function(wanted, found, body)

    def _function(self, wanted: str, parameters: Sequence[str], body: Sequence[str]) -> str:
        """Return the name of a function that yields; it is written before the statement."""
        head = f"({', '.join(parameters)}):\n"
        text = head + indent("\n".join(body), STEP)
        if text not in self._functions:
            name = self._functions[text] = self.names.free(wanted.replace("-", "_"))
            self._before.append(f"def {name}{text}\n")
        return self._functions[text]

    def _weights(self, wanted: str, columns: Sequence[str], told: Sequence[Any]) -> str:
        """Return the name of a function that gives each key of a row its weight."""
        found = [name for name in columns if name in names_in(told)]
        body = ["weights = {}"]
        for one in told:
            weight = python(one.get("weight", 1)) if isinstance(one, dict) else "1"
            name = f"weights[{key(one)}]"
            added = f"{name} = weights.get({key(one)}, 0) + {weight}"
            body += _within(one, added)
        return self._function(wanted, found, [*body, "return weights"])

    # ---- Comparison ---------------------------------------------------------------------------

    def _compared(self, name: str, told: Mapping[str, Any]) -> str:
        left, relation, right = told["compare"]
        arguments = [self._sum(name, left), quoted(relation), self._sum(name, right)]
        if "over" in told:
            arguments.append(f"over={over_text(told['over'])}")
        return call("puzzle.compare", [*arguments, f"name={quoted(name)}"])

    def _sum(self, name: str, told: Any) -> str:
        if isinstance(told, int):
            return str(told)
        listed = told["of"] if isinstance(told["of"], list) else [told["of"]]
        variables = [self.tables.variables[one] for one in listed]
        arguments = [variables[0] if len(listed) == 1 else f"[{', '.join(variables)}]"]
        arguments += self._grouped(name, listed, told)
        if "where" in told:
            columns, where = self.tables.columns[listed[0]], told["where"]
            arguments.append(f"where={reading(columns, where, python(where))}")
        return call("puzzle.sum", arguments)

    # ---- Agreement --------------------------------------------------------------------------

    def _agreement(self, name: str, told: Mapping[str, Any]) -> str:
        parts = [
            f"{self.tables.variables[table]}: {self._pairs(name, table, pairs)}"
            for table, pairs in told["agree"].items()
        ]
        return call("puzzle.agree", [bracketed("{", parts, "}"), f"name={quoted(name)}"])

    def _pairs(self, name: str, table: str, told: Mapping[str, Any]) -> str:
        """Return the function that gives the keys of a row their values."""
        if "keys" not in told:
            raise ModelError(f"pairs of {table!r} row by row, which are not written in Python")
        columns = self.tables.columns[table]
        listed, values = told["keys"], told["values"]
        read = [*(listed if isinstance(listed, list) else [listed])]
        read += values if isinstance(values, list) else [values]
        found = [column for column in columns if column in names_in(read)]
        conditions = isinstance(listed, list) and any(isinstance(one, dict) for one in listed)
        if isinstance(values, str) or isinstance(listed, str):
            left = listed if isinstance(listed, str) else keys(listed)
            right = values if isinstance(values, str) else f"[{', '.join(map(python, values))}]"
            return lambda_of(found, call("zip", [left, right]))
        if not conditions:
            pairs = [f"{key(k)}: {python(v)}" for k, v in zip(listed, values, strict=True)]
            return lambda_of(found, bracketed("{", pairs, "}"))
        body = [
            line
            for k, v in zip(listed, values, strict=True)
            for line in _yielded(k, f"{key(k)}, {python(v)}")
        ]
        return self._function(f"{table}_{name}s", found, body)


def _preferred(statement: str, told: Any) -> str:
    """Return the call that lets the rule of a statement be broken."""
    if not isinstance(told, dict):
        return call("puzzle.prefer", [statement, str(told)])
    arguments = [f"{name}={literal(told[name])}" for name in ("level", "per") if name in told]
    return call("puzzle.prefer", [statement, str(told["weight"]), *arguments])


def _bounds_of(told: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the numbers of a rule, or arrays of them."""
    for kind in ("exactly", *_SUMS):
        if kind in told:
            yield told[kind]
    yield from told.get("between", ())


def _yielded(told: Any, value: str) -> Iterator[str]:
    """Yield the lines that yield a key, under its loops and its condition."""
    return _within(told, f"yield {value}")


def _within(told: Any, statement: str) -> Iterator[str]:
    """Yield the lines of a statement under the loops and the condition of a key."""
    depth = 0
    if isinstance(told, dict):
        for name, values in told.get("for", {}).items():
            yield f"{STEP * depth}for {name} in {span(values)}:"
            depth += 1
        if "where" in told:
            yield f"{STEP * depth}if {python(told['where'])}:"
            depth += 1
    yield f"{STEP * depth}{statement}"


def _columns_alone(told: Any, columns: Sequence[str]) -> list[str] | None:
    """Return the names of columns, if the key is made of nothing else."""
    parts = told if isinstance(told, list) else str(told).split(",")
    names = [str(part).strip() for part in parts]
    of_one = isinstance(told, list) and len(names) == 1  # its key is a tuple
    return names if not of_one and all(name in columns for name in names) else None


def over_text(told: Any) -> str:
    """Return the keys that there are."""
    if not isinstance(told, dict):
        return span(told)
    names = [name for name in told if name != "where"]
    loops = [f"for {name} in {span(told[name])}" for name in names]
    value = f"({', '.join(names)})" if len(names) > 1 else names[0]
    if "where" in told:
        loops.append(f"if {python(told['where'])}")
    return bracketed("[", [value, *loops], "]", end="")


def _counts(told: Any, over: Any) -> str:
    if not isinstance(told, list):
        return str(told)
    if isinstance(over, list):
        pairs = [f"{literal(k)}: {n}" for k, n in zip(over, told, strict=True)]
        return bracketed("{", pairs, "}")
    return f"dict(zip({over_text(over)}, {told}))"

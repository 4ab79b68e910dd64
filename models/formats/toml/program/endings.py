"""Givens, what is forbidden, costs and the picture: what stands behind the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any

from ....errors import ModelError
from .expressions import names_in, python, reading
from .layout import bracketed, call, lambda_of, literal, quoted
from .remarks import Remarks
from .rules import Rules, over_text
from .tables import Tables, lines_and_marks

__all__ = ["Endings"]

_OLD = {"at": "by", "mark": "show"}
_PLACES = ("grid", "tiles")  # of which `by` is a cell


class Endings:
    """Writes what stands behind the rules."""

    def __init__(self, document: Mapping[str, Any], tables: Tables, rules: Rules) -> None:
        self.document, self.tables, self.rules = document, tables, rules

    def lines(self, section: str) -> Iterator[str]:
        """Yield the statements of a section: given, forbid, minimize or maximize."""
        if section in ("minimize", "maximize"):
            yield from self._aims(section)
            return
        for table, told in self.document.get(section, {}).items():
            if isinstance(told, str):
                yield from self._grid(table, told)
            else:
                variable = self.tables.variables[table]
                for one in told:
                    yield call(f"puzzle.{section}", [variable, *self._wanted(table, one)])

    def _aims(self, section: str) -> Iterator[str]:
        """Yield what is minimised or maximised, each block of one level."""
        blocks = self.document.get(section, {})
        for block in blocks if isinstance(blocks, list) else [blocks]:
            leveled = "level" in block and "level" not in self.tables.variables
            more = [f"level={block['level']}"] if leveled else []
            for table, told in block.items():
                if table != "level" or not leveled:
                    variable, amount = self.tables.variables[table], self._amount(table, told)
                    yield call(f"puzzle.{section}", [variable, amount, *more])

    def _amount(self, table: str, told: Any) -> str:
        if isinstance(told, int):
            return str(told)
        if isinstance(told, float):
            raise ModelError(f"fractions of {table!r}, which are not written in Python")
        if not isinstance(told, str):
            raise ModelError(f"numbers of {table!r} row by row, which are not written in Python")
        columns = self.tables.columns[table]
        return quoted(told) if told in columns else reading(columns, told, python(told))

    def _wanted(self, table: str, told: Any) -> list[str]:
        if isinstance(told, dict):
            return [f"{name}={literal(value)}" for name, value in told.items()]
        return [f"where={reading(self.tables.columns[table], told, python(told))}"]

    def _grid(self, table: str, told: str) -> Iterator[str]:
        """Yield the loop over a grid of givens; its lines and columns are counted from 1 or 0."""
        text, columns = dedent(told).strip("\n"), self.tables.columns[table]
        choices = self.document.get("choices", {}).get(table, {})
        ranges = [choices.get(name, "1.." if "grid" in choices else "0..") for name in columns]
        first = [str(one).partition("..")[0] for one in ranges]
        values = ranges[-1]
        words = isinstance(values, list) and all(isinstance(one, str) for one in values)
        digits = not isinstance(values, list) or all(isinstance(one, int) for one in values)
        if not all(one in ("0", "1") for one in first[:2]) or not (words or digits):
            raise ModelError(f"givens of {table!r} as a grid, which is not written in Python")
        variable = self.tables.names.free("givens")
        row, col, value = (*columns[:2], columns[-1])
        yield f'{variable} = """\n{text}\n"""'
        lines, marks = lines_and_marks(text, variable)
        known = f"mark in {literal(tuple(values))}" if words else "mark.isdigit()"
        yield (
            f"for {row}, line in enumerate({lines}{', 1' if first[0] == '1' else ''}):\n"
            f"    for {col}, mark in enumerate({marks}{', 1' if first[1] == '1' else ''}):\n"
            f"        if {known}:\n"
            f"            puzzle.given({self.tables.variables[table]}, "
            f"{row}={row}, {col}={col}, {value}={'mark' if words else 'int(mark)'})"
        )

    # ---- The picture ------------------------------------------------------------------------

    def picture(self, remarks: Remarks) -> Iterator[str]:
        """Yield the statements that say how an answer is drawn."""
        shown = self.document.get("show", [])
        for place, told in enumerate(shown if isinstance(shown, list) else [shown]):
            statement = self._drawn(told)
            yield from remarks.of("show", place) if isinstance(shown, list) else remarks.of("show")
            yield from self.rules.before()
            yield statement

    def _drawn(self, told: Mapping[str, Any]) -> str:
        if "clues" in told:
            return _clues(told)
        table, kind = told["table"], told.get("kind", "grid")
        words = {
            _OLD.get(name, name): value
            for name, value in told.items()
            if name not in ("table", "kind")
        }
        if kind in _PLACES and "covering" not in words:
            words = {"by": ["row", "col"], **words}
        arguments = [self.tables.variables[table]] + ([quoted(kind)] if kind != "grid" else [])
        arguments += [
            f"{name}={self._word(table, kind, name, value)}" for name, value in words.items()
        ]
        return call("puzzle.drawn", arguments)

    def _word(self, table: str, kind: str, name: str, told: Any) -> str:
        columns = self.tables.columns[table]
        if isinstance(told, bool):
            return str(told)
        if any(isinstance(one, dict) and set(one) == {"rows"} for one in (told, *_parts(told))):
            raise ModelError(f"{name!r} of {table!r} row by row, which is not written in Python")
        if name == "covering":
            return self.rules.covering(table, told, f"{table}_cells")
        if name == "by" and kind in _PLACES:
            return self.rules.by(table, told)
        if name in ("by", "sides") or (name == "show" and kind == "graph"):
            listed = told if isinstance(told, list) else [told]
            return _tuple([self._value(columns, one) for one in listed])
        if name == "show" and isinstance(told, list):
            return self._together(columns, told)
        if name in ("color", "regions"):
            return self._value(columns, told)
        if name in ("where", "double"):
            return reading(columns, told, python(told))
        if name == "cells" or (name in ("left", "top") and isinstance(told, str)):
            return over_text(told)
        return _places(told) if isinstance(told, dict) else literal(told)

    def _value(self, columns: Sequence[str], told: str) -> str:
        return self.rules.by_columns(columns, told)

    def _together(self, columns: Sequence[str], told: Sequence[str]) -> str:
        """Return the function that puts several values together as a text."""
        if len(told) == 1 and told[0] in columns:
            return quoted(told[0])
        found = [name for name in columns if name in names_in(list(told))]
        if len(told) == 1:
            return lambda_of(found, f"str({python(told[0])})")
        parts = (python(one) for one in told)
        text = "".join(one[1:-1] if one.startswith('"') else f"{{{one}}}" for one in parts)
        return lambda_of(found, f'f"{text}"')


def _places(told: Mapping[str, Any]) -> str:
    """Return where the vertices of a graph lie, as a mapping."""
    pairs = [f"{literal(vertex)}: ({row}, {col})" for vertex, row, col in told["places"]]
    return bracketed("{", pairs, "}")


def _clues(told: Mapping[str, Any]) -> str:
    """Return the statement that prints clues on cells."""
    pairs = [f"({row}, {col}): {literal(clue)}" for row, col, clue in told["clues"]]
    words = {name: value for name, value in told.items() if name not in ("clues", "kind")}
    arguments = [f"clues={bracketed('{', pairs, '}')}"]
    arguments += [f"{name}={literal(value)}" for name, value in words.items()]
    return call("puzzle.drawn", arguments)


def _parts(told: Any) -> Sequence[Any]:
    return told if isinstance(told, list) else ()


def _tuple(parts: Sequence[str]) -> str:
    return bracketed("(", parts, ",)" if len(parts) == 1 else ")")

"""Tables of choices: a product of ranges and arrays, or rows with further columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any

from .expressions import python, reading, span
from .layout import bracketed, call, filled, literal, quoted
from .names import Names

__all__ = ["Tables", "lines_and_marks"]

LONGEST = 70  # characters of a list that stands among the arguments
_OWN = ("where", "says", "columns")


class Tables:
    """The tables of a description: `variables` and `columns` by a table's name."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.variables: dict[str, str] = {}
        self.columns: dict[str, tuple[str, ...]] = {}
        self._grids: dict[str, str] = {}
        self._lists: dict[str, str] = {}

    def known(self, name: str, variable: str, columns: Sequence[str]) -> None:
        """Take note of a table that the puzzle's class has made."""
        self.variables[name], self.columns[name] = variable, tuple(columns)

    def lines(self, name: str, told: Mapping[str, Any]) -> Iterator[str]:
        """Yield the statements that make a table."""
        blocks = [(key, value) for key, value in told.items() if key not in _OWN]
        variable = self.names.free(name)
        arguments = [quoted(name)]
        if all(key not in ("rows", "grid") for key, _ in blocks):
            columns = [key for key, _ in blocks]
            for key, value in blocks:
                before, said = self._column(key, value)
                yield from before
                arguments.append(f"{key}={said}")
        else:
            columns, rows, data = self._rows(name, told, blocks)
            yield from data
            listed = literal(tuple(columns))
            arguments.append(call(self.names.model("Rows"), [listed, rows]))
        self.known(name, variable, columns)
        if "where" in told:
            arguments.append(f"where={reading(columns, told['where'], python(told['where']))}")
        yield call(f"{variable} = puzzle.choices", arguments)
        if "says" in told:
            found = [column for column in columns if f"{{{column}}}" in told["says"]]
            yield call(
                "puzzle.say", [variable, f"lambda {', '.join(found)}: f{quoted(told['says'])}"]
            )

    def _rows(
        self, name: str, told: Mapping[str, Any], blocks: Sequence[tuple[str, Any]]
    ) -> tuple[list[str], str, list[str]]:
        """Return columns, the rows as an expression, and the statements that come before."""
        columns: list[str] = []
        items: list[str] = []
        loops: list[str] = []
        data: list[str] = []
        for key, value in blocks:
            if key == "rows":
                names, rows = _listed(told)
                variable = self.names.free(f"{name}_rows")
                data.append(bracketed(f"{variable} = [", list(map(literal, rows)), "]"))
                columns += names
                items.append(f"*{name}" if len(blocks) > 1 else "")
                loops.append(f"for {name} in {variable}" if len(blocks) > 1 else variable)
            elif key == "grid":
                before, variable = self._grid(value)
                data += before
                columns += ("row", "col", "mark")
                items += ("row", "col", _mark(value))
                lines, marks = lines_and_marks(value, variable)
                loops.append(f"for row, line in enumerate({lines}, 1)")
                loops.append(f"for col, mark in enumerate({marks}, 1)")
            else:
                columns.append(key)
                items.append(key)
                before, said = self._column(key, value)
                data += before
                loops.append(f"for {key} in {said}")
        if len(blocks) == 1 and blocks[0][0] == "rows":
            return columns, loops[0], data
        return columns, bracketed("[", [f"({', '.join(items)})", *loops], "]", end=""), data

    def _column(self, key: str, told: Any) -> tuple[list[str], str]:
        """Return the values of a column; a long list is a variable, which others may share."""
        said = span(told)
        if len(said) <= LONGEST or isinstance(told, str):
            return [], said
        if said in self._lists:
            return [], self._lists[said]
        variable = self._lists[said] = self.names.free(f"{key}s")
        return [filled(f"{variable} = ", list(map(literal, told)))], variable

    def _grid(self, value: str) -> tuple[list[str], str]:
        """Return the statement that holds a grid, if it is not held yet, and its variable."""
        text = dedent(value).strip("\n")
        if text in self._grids:
            return [], self._grids[text]
        variable = self._grids[text] = self.names.free("grid")
        return [f'{variable} = """\n{text}\n"""'], variable


def lines_and_marks(grid: str, variable: str) -> tuple[str, str]:
    """Return how a grid is cut into lines, and a line into marks: characters, or words."""
    if has_words(grid):
        return f"{variable}.strip().splitlines()", "line.split()"
    return f"{variable}.split()", "line"


def has_words(grid: str) -> bool:
    """Whether marks are words, with blanks between them."""
    return any(len(line.split()) > 1 for line in grid.splitlines())


def _listed(told: Mapping[str, Any]) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    """Return the names of columns and the rows, as they are listed."""
    rows = told["rows"]
    if isinstance(rows, str):
        lines = (line.split() for line in rows.splitlines() if line.split())
        return told["columns"], [tuple(map(_word, words)) for words in lines]
    if rows and isinstance(rows[0], dict):
        return list(rows[0]), [tuple(row.values()) for row in rows]
    return told["columns"], [tuple(row) for row in rows]


def _word(word: str) -> int | str:
    return int(word) if word.lstrip("-").isdecimal() else word


def _mark(grid: str) -> str:
    """Return how a mark of a grid is read: digits are integers."""
    digits = [
        mark.isdecimal() for mark in (grid.split() if has_words(grid) else "".join(grid.split()))
    ]
    if all(digits):
        return "int(mark)"
    return "int(mark) if mark.isdigit() else mark" if any(digits) else "mark"

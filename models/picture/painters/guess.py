"""The picture of a puzzle without a painter, guessed from the columns of its tables.

    the edges between cells of a rule on loops, paths or trees: as lines
    row, col                      a grid, with the one other column as mark, or the table's initial
    a column of cells             areas
    u, v or the like              a graph, chosen edges thick
    two columns, or three         a table: what is down, what is across, and what stands there
    anything else                 a list of the chosen rows

The tables with the best of these are drawn, over each other where they are of one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...answer import AnsweredPuzzle
from ...rules.keys import Listed, Part
from ...rules.rule_graph import OnGraph
from ...tables.rows import RowFunction
from ...tables.table import Choices
from ..elements import SYMBOLS
from ..picture import Painter
from .edge_picture import EdgePicture
from .graph_picture import GraphPicture
from .grid_picture import GridPicture, Look
from .list_picture import ListPicture, TablePicture
from .painter import Layers

__all__ = ["guess"]

_CELLS = (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"))
_ENDS = (
    ("u", "v"),
    ("a", "b"),
    ("start", "end"),
    ("source", "target"),
    ("tail", "head"),
    ("one", "other"),
    ("first", "second"),
    ("left", "right"),
)
_EDGES = ("edge", "arc", "link", "segment", "road", "bridge")
_FLAGS = ("on", "shaded", "filled", "black", "used", "chosen", "alive", "lit")
_LARGEST = 100_000  # rows that are looked at
_WIDEST = 60  # rows or columns of a table

Guess = tuple[int, Callable[[str], Painter]]  # how good it is, and what makes it of a mark


def guess(puzzle: AnsweredPuzzle) -> Painter:
    """Return a painter for a puzzle that has none."""
    guesses = [
        (table, _along(puzzle, table) or _guess(table)) for table in puzzle.tables if len(table)
    ]
    best = max((score for _, result in guesses if result for score in result[:1]), default=0)
    chosen = [(t, result[1]) for t, result in guesses if result and result[0] == best]
    if not chosen:
        return ListPicture([table for table, _ in guesses])
    if len(chosen) == 1 or best < 4:
        table, make = chosen[0]
        return make(_initial(table))
    return Layers([make(_initial(table)) for table, make in chosen])


def _initial(table: Choices) -> str:
    """Return the mark of a row that says no more than that it is chosen."""
    return table.name[:1].upper() or "x"


def _guess(table: Choices) -> Guess | None:
    if len(table) > _LARGEST:
        return None
    for read in (_areas, _grid, _graph, _table):
        result = read(table)
        if result is not None:
            return result
    return None


def _along(puzzle: AnsweredPuzzle, table: Choices) -> Guess | None:
    """A rule that says that the rows are edges between cells, or cells of which all hang together.

    Cells whose marks follow from their columns are drawn as other cells are.
    """
    result = _guess(table)
    is_certain = result is not None and result[0] > 3
    for rule in getattr(puzzle, "rules", ()):
        if not isinstance(rule, OnGraph) or not all(map(_is_cell, rule.graph.vertices)):
            continue
        for place, part in enumerate(rule.parts):
            if part.table is table and (rule.of_edges or not is_certain):
                labels = None if rule.regions is None else rule.regions[place].column
                return 4, partial(_drawn_along, rule, part, labels)
    return None


def _drawn_along(rule: OnGraph, part: Part, labels: Any, mark: str) -> Painter:
    elements = Listed([tuple(rule.elements(part, k)) for k in range(len(part.table))])
    color = None if labels is None else Listed(list(labels))
    if rule.of_edges:
        return EdgePicture(part.table, elements, look=Look(color=color))
    if any(len(cells) > 1 for cells in elements):
        return GridPicture(part.table, covering=elements, mark=color or mark, blank=".")
    at = Listed([cells[0] if cells else None for cells in elements])
    where = Listed([bool(cells) for cells in elements])
    look = Look(
        where=where,  # type: ignore[arg-type]
        ground="plain" if color else "blocked",
        color=color or False,
    )
    return GridPicture(part.table, at, color or "#", look=look)


def _areas(table: Choices) -> Guess | None:
    """A column in which every value is several cells."""
    places = range(len(table.columns))
    cells = [place for place in places if all(_are_cells(row[place]) for row in table.rows)]
    return (5, lambda mark: _pieces(table, cells[0], mark)) if cells else None


def _pieces(table: Choices, place: int, mark: str) -> Painter:
    rest = [column for k, column in enumerate(table.columns) if k != place]
    cells = RowFunction("cells", lambda row: tuple(map(tuple, row[place])))
    return GridPicture(table, covering=cells, mark=rest[0] if rest else mark, blank=".")


def _are_cells(value: Any) -> bool:
    return (
        isinstance(value, tuple | list | frozenset | set)
        and len(value) > 0
        and all(isinstance(cell, tuple) and _is_cell(cell) for cell in value)
    )


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple | list) and [type(part) for part in value] == [int, int]


def _grid(table: Choices) -> Guess | None:
    pair = next((pair for pair in _CELLS if set(pair) <= set(table.columns)), None)
    if pair is None or not all(type(v) is int for column in pair for v in _values(table, column)):
        return None
    rest = [column for column in table.columns if column not in pair]
    if len(rest) > 1:
        return 2, lambda mark: GridPicture(table, pair, tuple(rest))
    if rest and rest[0] in _FLAGS and _says_yes_or_no(table, rest[0]):
        return 4, lambda mark: _filled(table, pair, rest[0])
    symbol = table.name.lower().removesuffix("s")
    look = Look(symbol=symbol if symbol in SYMBOLS and not rest else None)
    return 4, lambda mark: GridPicture(table, pair, rest[0] if rest else mark, look=look)


def _filled(table: Choices, pair: Sequence[str], flag: str) -> Painter:
    """Return the painter of cells that are black where the flag says yes."""
    place = table.columns.index(flag)
    where = RowFunction(flag, lambda row: bool(row[place]))
    look = Look(where=where, ground="blocked", color=False)
    ground = GridPicture(table, pair, "#", look=look)
    return Layers([GridPicture(table, pair, ".", look=Look(color=False, printed=True)), ground])


def _values(table: Choices, column: str) -> list[Any]:
    """Return the values of a column, each once if they can be hashed."""
    place = table.columns.index(column)
    values = [row[place] for row in table.rows] if table.factors is None else table.factors[place]
    try:
        return list(dict.fromkeys(values))
    except TypeError:
        return list(values)


def _says_yes_or_no(table: Choices, column: str) -> bool:
    return all(type(v) in (int, bool) and v in (0, 1) for v in _values(table, column))


def _graph(table: Choices) -> Guess | None:
    """Two columns of vertices, or one of pairs; perhaps with a flag that says which are chosen."""
    columns = table.columns
    ends: tuple[str, ...] = next((p for p in _ENDS if set(p) <= set(columns)), ())
    of_edges = table.name.lower().removesuffix("s") in _EDGES
    if not ends and of_edges and len(columns) in (2, 3) and _alike(table, columns[:2]):
        ends = columns[:2]
    rest = [column for column in columns if column not in ends]
    by: Sequence[Any] = ends
    if not ends and columns and all(_is_edge(row[0]) for row in table.rows):
        by = [
            RowFunction("one", lambda row: row[0][0]),
            RowFunction("other", lambda row: row[0][1]),
        ]
        rest = list(columns[1:])
    elif not ends or not _alike(table, ends):
        return None
    if not rest:
        return 4, lambda mark: GraphPicture(table, by)
    if len(rest) == 1 and _says_yes_or_no(table, rest[0]):
        place = columns.index(rest[0])
        look = Look(where=RowFunction(rest[0], lambda row: bool(row[place])))
        return 4, lambda mark: GraphPicture(table, by, look=look)
    if len(rest) == 1 and of_edges:
        return 4, lambda mark: GraphPicture(table, by, rest[0])
    return None


def _is_edge(value: Any) -> bool:
    """Whether it is a pair of vertices; a pair of integers may be a cell."""
    pair = isinstance(value, tuple) and len(value) == 2
    return pair and all(isinstance(end, str | tuple) for end in value) and value[0] != value[1]


def _alike(table: Choices, columns: Sequence[str]) -> bool:
    """Whether columns have most of their values in common, and none has them twice in a row."""
    first, second = (set(map(_key, _values(table, column))) for column in columns)
    places = [table.columns.index(column) for column in columns]
    loops = any(row[places[0]] == row[places[1]] for row in table.rows)
    return not loops and 2 * len(first & second) >= min(len(first), len(second))


def _table(table: Choices) -> Guess | None:
    if len(table.columns) not in (2, 3):
        return None
    by, rest = table.columns[:2], table.columns[2:]
    if any(len({_key(v) for v in _values(table, column)}) > _WIDEST for column in by):
        return None
    if any(len(str(value)) > 40 for column in by for value in _values(table, column)):
        return None
    readers = [RowFunction(column, lambda row, k=k: _key(row[k])) for k, column in enumerate(by)]  # type: ignore[misc]
    return 3, lambda mark: TablePicture(table, readers, rest[0] if rest else mark)


def _key(value: Any) -> Any:
    """Return the value, or what stands for it where it cannot be hashed."""
    try:
        hash(value)
    except TypeError:
        return str(value)
    return value

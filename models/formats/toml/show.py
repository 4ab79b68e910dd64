"""The picture of an answer in TOML: which table puts which marks on which cells.

    [show]
    table = "queen"
    by = ["row", "col"]                 or covering = ["row, col", "row, col + 1"]: several cells
    show = "Q"                          or a column, or ["row", "'/'", "col"]: several expressions
    blank = "."
    symbol = "queen"

    [[show]]
    clues = [[1, 3, "A"], [2, 2, 4]]     row, col and what is printed there; no table

`by` may be called `at`, and `show` `mark`. `kind` is grid unless said otherwise; it and the other
words are those of `Puzzle.drawn`, as show_words.py reads them. Several pictures, [[show]], lie over
each other.

A picture that a function of Python makes has no words in TOML.

Every row's cells and marks are worked out once when the document is read, so that a cell that is
none, or a picture that would fill the disk, is found there and not when an answer is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

from ...errors import ModelError, excerpt
from ...picture.painters.painter import Told
from ...picture.painters.words import KINDS, painter_of_kind
from ...picture.picture import Painter
from ...puzzle import Puzzle
from ...tables.rows import RowFunction
from ...tables.table import Choices, Columns
from .context import Context, Table
from .node import Node
from .python_text import Program, call, quoted
from .show_words import OLD, PLACES, python_word, read_words, table_shown, written_word
from .values import lines_of

__all__ = ["drawn_python", "has_picture", "read_picture", "show_lines"]

LARGEST_PICTURE = 1_000_000  # characters
MOST_LAYERS = 20


def read_picture(context: Context, node: Node) -> Painter:
    """Return the picture. Raises InputError for a row without a cell, and for a huge picture."""
    if not isinstance(node.value, list):
        return _read_layer(context, node)
    layers = node.array()
    if not 0 < len(layers) <= MOST_LAYERS:
        raise node.key_error(f"{len(layers)} pictures, expected 1 to {MOST_LAYERS}")
    from ...picture.painters.layers import Layers

    return Layers([_read_layer(context, layer.table()) for layer in layers])


def _read_layer(context: Context, node: Node) -> Painter:
    usual = "clues" if "clues" in node.table() and "table" not in node else "grid"
    kind = node["kind"].string("a kind of picture") if "kind" in node else usual
    if kind not in KINDS:
        raise node["kind"].error(f"no picture {excerpt(kind)}, expected one of {', '.join(KINDS)}")
    words = read_words(context, node, kind)
    if kind == "clues":
        # The picture of clues, which shows no table.
        with node.blamed():
            painter = painter_of_kind("clues", None, words)
        longest = max((len(str(clue)) for clue in words["clues"].values()), default=0)
        _require_small(node, prod(_spans(words["clues"])) * longest if words["clues"] else 0)
        return painter
    table = table_shown(context, node)
    context.spend_looks(node, len(table.choices))
    with node.blamed():
        painter = painter_of_kind(kind, table.choices, words)
        for function in _functions(words):
            deque(map(function.read, table.choices), 0)  # a row that it cannot read is named here
        if kind == "edges":
            from ...picture.painters.edge_picture import EdgePicture

            assert isinstance(painter, EdgePicture)
            size = 8 * prod(painter.extent)
        else:
            size = _size(table, kind, words)
    _require_small(node, size)
    return painter


def _functions(words: Mapping[str, Any]) -> Iterator[RowFunction]:
    """Yield the functions of rows among the words."""
    for word in words.values():
        parts = word if isinstance(word, list | tuple) else (word,)
        yield from (part for part in parts if isinstance(part, RowFunction))


def _require_small(node: Node, size: int) -> None:
    if size > LARGEST_PICTURE:
        what = f"a picture of {size} characters"
        raise node.key_error(f"{what}, expected {LARGEST_PICTURE} at most")


def _size(table: Table, kind: str, words: Mapping[str, Any]) -> int:
    """Return how many characters a picture of all rows would have.

    Raises ModelError for a row whose cell, or one of whose several cells, is no (row, col).
    """
    choices = table.choices
    shown = words.get("show", "value" if "value" in choices.columns else "x")
    longest = max(len(words.get("blank", ".")), _longest(choices, shown))
    if kind == "table" and len(words["by"]) == 2:
        spans = [len({str(read(row)) for row in choices}) for read in
                 (choices.reader(one, "the picture") for one in words["by"])]  # fmt: skip
        return prod(spans) * longest
    if kind not in ("grid", "tiles", "cages"):
        return len(choices) * longest
    several = "covering" in words
    where = choices.reader(words["covering" if several else "by"], "the picture")
    every = (cell for row in choices for cell in (where(row) if several else [where(row)]))
    cells = dict.fromkeys((*every, *words.get("cells", ())))
    for cell in cells:
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(type(k) is int for k in cell):
            raise ModelError(f"cell {excerpt(repr(cell))} in the picture, expected row and column")
    return prod(_spans(cells)) * longest if cells else 0


def _spans(cells: Iterable[Any]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)]


def _longest(table: Choices, shown: Columns | tuple[RowFunction, ...]) -> int:
    """Return how long the longest mark is."""
    if isinstance(shown, tuple):
        return max((_longest(table, one) for one in shown), default=0)
    if isinstance(shown, str) and shown not in table.columns:
        return len(shown)
    marked = table.reader(shown, "the picture")
    return max((len(str(marked(row))) for row in table), default=0)


# ---- Written -------------------------------------------------------------------------------------


def has_picture(puzzle: Puzzle) -> bool:
    """Whether it was told a picture, beside the one that its class may draw."""
    return vars(puzzle).get("picture") is not None


def show_lines(puzzle: Puzzle) -> list[str]:
    """Return the lines that say the picture. Raises ModelError for what they cannot say."""
    from ...picture.painters.painting import told_painter

    layers = list(_layers(told_painter(puzzle)))
    head = "[show]" if len(layers) == 1 else "[[show]]"
    return [line for value in layers for line in ["", head, *_layer_lines(value)]]


def _layers(painter: Any) -> Iterator[Told]:
    from ...picture.painters.layers import Layers

    if isinstance(painter, Layers):
        for one in painter.painters:
            yield from _layers(one)
    elif not hasattr(painter, "told"):
        raise ModelError("it is a function of Python")
    elif isinstance(painter.told, Told):
        yield painter.told
    else:
        yield from painter.told


def _layer_lines(value: Told) -> Iterator[str]:
    if value.kind != "clues":
        yield from lines_of({"table": value.table.name}, "the picture has")
    if value.kind not in ("grid", "clues"):
        yield from lines_of({"kind": value.kind}, "the picture has")
    for word, said in {**value.columns, **value.plain}.items():
        yield from lines_of({word: written_word(value, word, said)}, f"`{word}` has")


# ---- In Python -----------------------------------------------------------------------------------


def drawn_python(program: Program, value: Mapping[str, Any]) -> str:
    """Return the call that draws a layer of the picture."""
    table, kind = value.get("table", ""), value.get("kind", "grid")
    words = {OLD.get(name, name): of for name, of in value.items() if name not in ("table", "kind")}
    if table and kind in PLACES and "covering" not in words:
        words = {"by": ["row", "col"], **words}
    arguments = [program.variables[table]] if table else []
    arguments += [quoted(kind)] if kind not in ("grid", "clues") else []
    arguments += [
        f"{word}={python_word(program, table, kind, word, of)}" for word, of in words.items()
    ]
    return call("puzzle.drawn", arguments)

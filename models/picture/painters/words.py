"""Read the description of a painter: its kind, its table and what it shows where.

    grid queen by=(row, col) show=Q symbol=queen
    table shift by=(nurse, day) show=shift
    graph edge by=(u, v)

`Puzzle.drawn` takes the same words as arguments, where a column may be a function, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...answer import AnsweredPuzzle
from ...errors import ModelError, did_you_mean, excerpt
from ...tables.table import Choices
from ..picture import Painter
from .grid_picture import GridPicture, Look

__all__ = ["BARE", "KINDS", "ON_CELLS", "painter_in_words", "painter_of_kind"]

_WORD = re.compile(r"""\s*(\w+)\s*=\s*(\([^()]*\)|"[^"]*"|'[^']*'|[^\s()"']+)""")
BARE = ("list", "cages", "signs", "clues")  # kinds that take no words of a look
ON_CELLS = ("grid", "tiles", "edges", "cages", "signs")  # kinds whose places are cells
_FLAGS = {"true": True, "false": False}


def painter_of_kind(kind: str, table: Choices | None, words: Mapping[str, Any]) -> Painter:
    """Return the painter of a kind; clues need no table.

    Raises ModelError for a kind or a word that there is not.
    """
    if kind not in KINDS:
        wanted = f"{', '.join(KINDS)}{did_you_mean(kind, KINDS)}"
        raise ModelError(f"no picture {excerpt(kind)}, expected one of {wanted}")
    make, own = KINDS[kind]
    all_words = own if kind in BARE else (*own, *Look.words())
    for word in words:
        if word not in all_words:
            wanted = ", ".join(all_words) or "none, for it takes none"
            message = f"no word {excerpt(word)} of a {kind}, expected one of {wanted}"
            message += did_you_mean(word, all_words)
            raise ModelError(f"picture of {'clues' if table is None else table.name}: {message}")
    if kind == "clues":
        from .clue_picture import CluePicture

        return CluePicture(**words)
    if table is None:
        raise ModelError(f"a {kind} without a table, expected the table whose rows it shows")
    arguments = {name: words[name] for name in own if name in words}
    if all_words is not own:
        arguments["look"] = Look(**{name: it for name, it in words.items() if name not in own})
    return make(table, arguments)


def painter_in_words(puzzle: AnsweredPuzzle, text: str) -> Painter:
    """Return the painter that a text describes. Raises ModelError for an unknown word."""
    head = text.split("=", 1)[0].split() if "=" in text else text.split()
    if "=" in text:
        head = head[:-1]
    kind = head[0] if head else ""
    if len(head) > 1:
        table = puzzle.table(head[1])
    else:
        if len(puzzle.tables) != 1:
            names = ", ".join(table.name for table in puzzle.tables) or "none, for there are none"
            raise ModelError(f"a picture of no table, expected one of {names}")
        table = puzzle.tables[0]
    parts = text.split(None, len(head))
    rest = parts[len(head)] if len(parts) > len(head) else ""
    if len(head) > 2:
        raise ModelError(f"picture {excerpt(text)}, expected a kind, a table, then word=value")
    words: dict[str, Any] = {}
    while rest.strip():
        match = _WORD.match(rest)
        if match is None:
            message = f"{excerpt(rest.strip())} cannot be read, expected word=value"
            raise ModelError(f"picture {excerpt(text)}: {message}")
        words[match[1]] = _value(match[2])
        rest = rest[match.end() :]
    return painter_of_kind(kind, table, words)


def _value(text: str) -> Any:
    if text[0] in "\"'":
        return text[1:-1]
    if text[0] == "(":
        return tuple(_bare(part) for part in text[1:-1].split(",") if part.strip())
    if "," in text:
        return tuple(_bare(part) for part in text.split(",") if part)
    return _FLAGS.get(text, text)


def _bare(part: str) -> str:
    return part.strip().strip("\"'")


# ---- The kinds: how each is made of the words that are its own; its module is loaded then --------


def _grid(table: Choices, words: dict[str, Any]) -> Painter:
    if "by" in words and "covering" in words:
        raise ModelError(f"picture of {table.name}: by and covering, expected one of them")
    words.setdefault("show", "value" if "value" in table.columns else table.name[:1].upper())
    named = {"by": "at", "show": "mark"}
    return GridPicture(table, **{named.get(name, name): value for name, value in words.items()})


def _table(table: Choices, words: dict[str, Any]) -> Painter:
    from .list_picture import SchedulePicture, TablePicture

    by = _needed(table, words, "by")
    if not isinstance(by, str) and isinstance(by, Sequence) and len(by) == 2:
        return TablePicture(table, by, words.get("show") or table.name[:1].upper(), **_look(words))
    return SchedulePicture(table, by, _needed(table, words, "show"), **_look(words))


def _look(words: Mapping[str, Any]) -> dict[str, Any]:
    return {name: words[name] for name in ("look", "blank") if name in words}


def _tiles(table: Choices, words: dict[str, Any]) -> Painter:
    from .clue_picture import TilePicture

    named = {"by": "at"}
    return TilePicture(table, **{named.get(name, name): value for name, value in words.items()})


def _graph(table: Choices, words: dict[str, Any]) -> Painter:
    from .graph_picture import GraphPicture

    _needed(table, words, "by")
    return GraphPicture(table, **words)


def _edges(table: Choices, words: dict[str, Any]) -> Painter:
    from .edge_picture import EdgePicture

    _needed(table, words, "by")
    return EdgePicture(table, **words)


def _cages(table: Choices, words: dict[str, Any]) -> Painter:
    from .clue_picture import CagePicture

    _needed(table, words, "covering")
    return CagePicture(table, **words)


def _signs(table: Choices, words: dict[str, Any]) -> Painter:
    from .sign_picture import SignPicture

    if not isinstance(words.get("rule"), str):
        raise ModelError(f"picture of {table.name}: no rule, expected the name of one")
    return SignPicture(table, **words)


def _list(table: Choices, words: dict[str, Any]) -> Painter:
    from .list_picture import ListPicture

    return ListPicture([table])


def _needed(table: Choices, words: Mapping[str, Any], name: str) -> Any:
    if name not in words:
        raise ModelError(f"picture of {table.name}: no {name}, expected columns")
    return words[name]


KINDS: Mapping[str, tuple[Callable[[Choices, dict[str, Any]], Painter], tuple[str, ...]]] = {
    "grid": (_grid, ("by", "covering", "show", "blank", "cells", "lattice")),
    "table": (_table, ("by", "show", "blank")),
    "tiles": (_tiles, ("by", "sides", "style", "show")),
    "graph": (_graph, ("by", "show", "edges", "layout")),
    "edges": (_edges, ("by", "corners", "double")),
    "cages": (_cages, ("covering", "show", "where")),
    "signs": (_signs, ("rule",)),
    "list": (_list, ()),
    "clues": (_list, ("clues", "symbol", "corner", "ground", "lattice")),
}

"""Random constraints of every kind on a square grid: each field drawn by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import minuet.models.sudokus.constraints as kinds
from minuet.models.sudokus.constraints import Constraint, Either

from oracle.variant_rules import RULES, Board, Cell, Grid

__all__ = ["DRAWN", "SEVERAL", "drawn"]

Holds = Callable[[Grid], bool]
Path = tuple[Cell, ...]
# On a board of 4 there are no thirds.
THIRDS = ("EntropicLine", "GlobalEntropy", "GlobalModulo")
PATTERNS = ("[12].*", "(1[^4]|[2-4]{2})+.?", ".*[13].", "(1|2|3.)*", "[^2]+2?.*")
# Kinds whose constraint strings say all of it, for the branches of Either.
BRANCHES = ("Cage", "Odd", "Renban", "Whispers", "Palindrome", "Candidates", "Lunchbox", "XSum")


def path(rng: Random, board: Board, least: int = 2, most: int | None = None) -> Path:
    """Draw a line that goes on to a neighbour, or cells from anywhere."""
    wanted = rng.randint(least, most or board.size)
    if rng.random() < 0.25:
        return tuple(rng.sample(board.cells, wanted))
    inside = set(board.cells)
    while True:
        found = [rng.choice(board.cells)]
        while len(found) < wanted:
            row, col = found[-1]
            steps = [(row + d, col + e) for d in (-1, 0, 1) for e in (-1, 0, 1)]
            free = [cell for cell in steps if cell in inside and cell not in found]
            if not free:
                break
            found.append(rng.choice(free))
        if len(found) == wanted:
            return tuple(found)


def side(rng: Random, board: Board) -> Path:
    return tuple(rng.choice(board.lines()))


def row(rng: Random, board: Board) -> Path:
    return tuple(sorted(side(rng, board)))


def pair(rng: Random, board: Board) -> Path:
    one = rng.choice(board.beside())
    return one[:: rng.choice((1, -1))]


def pairs(rng: Random, board: Board, most: int = 3) -> tuple[Path, ...]:
    return tuple(rng.sample(board.beside(), rng.randint(0, most)))


def groups(rng: Random, board: Board, *, alike: bool = False) -> tuple[Path, ...]:
    size = rng.randint(2, 3)
    sizes = [size if alike else rng.randint(1, 4) for _ in range(rng.randint(2, 3))]
    return tuple(path(rng, board, size, size) for size in sizes)


def digits(rng: Random, board: Board, least: int = 1, most: int = 3) -> tuple[int, ...]:
    return tuple(rng.randint(1, board.size) for _ in range(rng.randint(least, most)))


def switch(rng: Random) -> bool:
    return rng.random() < 0.4


def _cage(rng: Random, board: Board) -> dict[str, Any]:
    repeats = switch(rng)
    cells = path(rng, board, 1, 2 * board.size if repeats else board.size)
    weights = tuple(rng.choice((-2, -1, 1, 2, 3)) for _ in cells) if switch(rng) else ()
    most = sum(map(abs, weights)) if weights else len(cells)
    total = rng.randint(-most if weights else 1, most * (board.size + 1) // 2 + 2)
    if not repeats and not weights and switch(rng):
        return {"sum": None, "cells": cells}
    return {"sum": total, "cells": cells, "repeats": repeats, "weights": weights}


def _arrow(rng: Random, board: Board) -> dict[str, Any]:
    cells = path(rng, board, 3)
    pill = rng.choice((1, 1, 2))
    return {"circle": cells[:pill], "line": cells[pill:]}


def _clone(rng: Random, board: Board) -> dict[str, Any]:
    cells = path(rng, board, 2, 3)
    return {"cells": cells, "copy": path(rng, board, len(cells), len(cells))}


def _kropki(rng: Random, board: Board, keys: tuple[str, str]) -> dict[str, Any]:
    found = pairs(rng, board, 4)
    cut = rng.randint(0, len(found))
    return {keys[0]: found[:cut], keys[1]: found[cut:], "all_shown": switch(rng)}


def _pairing(rng: Random, board: Board) -> dict[str, Any]:
    values = range(1, board.size + 1)
    share = rng.uniform(0.3, 0.9)
    found = tuple((v, w) for v in values for w in values if rng.random() < share)
    return {"line": path(rng, board, 2, 4), "pairs": found or ((1, 2),), "every": switch(rng)}


def _count(rng: Random, board: Board) -> dict[str, Any]:
    cell, *cells = path(rng, board, 3, 6)
    return {"cell": (cell,), "cells": tuple(cells)}


def _area(rng: Random, board: Board) -> dict[str, Any]:
    cells = path(rng, board, 4, 6) if switch(rng) else ()
    values = tuple(rng.sample(range(1, board.size + 1), rng.randint(board.size - 2, board.size)))
    return {"values": values, "cells": cells, "count": rng.choice((None, 3)) if cells else None}


def _look(rng: Random, board: Board) -> dict[str, Any]:
    values = rng.sample(range(1, board.size + 1), rng.randint(1, 2))
    clue = tuple(one for value in values for one in (rng.randint(0, 2), value))
    return {"clue": clue, "cells": path(rng, board, 2, 6)}


def _rank(rng: Random, board: Board) -> dict[str, Any]:
    lines = tuple(tuple(line) for line in rng.sample(board.lines(), rng.randint(1, 2)))
    ranks = tuple(rng.randint(1, 4 * board.size) for _ in lines)
    return {"lines": lines, "ranks": ranks, "ties": rng.choice(("any", "only-unclued", "none"))}


def _quadruple(rng: Random, board: Board) -> dict[str, Any]:
    return {"cells": tuple(rng.choice(board.squares())), "values": digits(rng, board)}


def _modular(rng: Random, board: Board) -> dict[str, Any]:
    modulus = rng.randint(2, 3)
    return {"line": path(rng, board, modulus), "modulus": modulus}


def _dots(rng: Random, board: Board) -> dict[str, Any]:
    return {
        "differences": tuple(rng.sample(range(1, board.size), rng.randint(0, 2))),
        "ratios": tuple(rng.sample(range(2, board.size + 1), rng.randint(0, 2))),
        "dots": pairs(rng, board, 8),
    }


SPECIAL: Mapping[str, Callable[[Random, Board], dict[str, Any]]] = {
    "Cage": _cage,
    "Arrow": _arrow,
    "Clone": _clone,
    "Kropki": lambda rng, board: _kropki(rng, board, ("white", "black")),
    "XV": lambda rng, board: _kropki(rng, board, ("x", "v")),
    "Pairing": _pairing,
    "CountDistinct": _count,
    "ConnectedValues": _area,
    "LookAndSay": _look,
    "FullRank": _rank,
    "Quadruple": _quadruple,
    "ModularLine": _modular,
    "DotsShown": _dots,
    "EqualityCage": lambda rng, board: {
        "cells": path(rng, board, n := rng.choice(range(2, board.size + 1, 2)), n)
    },
    "Less": lambda rng, board: {"cells": pair(rng, board)},
    "Difference": lambda rng, board: {
        "cells": path(rng, board, 2, 2), "value": rng.randint(0, board.size - 1),
    },
    "Ratio": lambda rng, board: {"cells": path(rng, board, 2, 2), "value": rng.randint(2, 4)},
    "DoubleArrow": lambda rng, board: {"line": path(rng, board, 3)},
    "ZipperLine": lambda rng, board: {"line": path(rng, board, 3)},
    "ValueIndexing": lambda rng, board: {"line": path(rng, board, 3)},
    "Whispers": lambda rng, board: {"line": path(rng, board), "difference": rng.randint(1, 3)},
    "LockoutLine": lambda rng, board: {
        "line": path(rng, board, 3), "difference": rng.randint(1, 3),
    },
    "SumLine": lambda rng, board: {
        "line": path(rng, board, 3, board.size + 2),
        "sum": rng.randint(board.size, 2 * board.size),
        "loop": switch(rng),
    },
    "EqualSums": lambda rng, board: {"groups": groups(rng, board)},
    "SameDigits": lambda rng, board: {"groups": groups(rng, board, alike=True)},
    "LinePattern": lambda rng, board: {"pattern": rng.choice(PATTERNS), "line": path(rng, board)},
    "LineMachine": lambda rng, board: {"machine_code": "QH9A", "line": path(rng, board, 2, 3)},
    "Candidates": lambda rng, board: {
        "cells": path(rng, board, 1, 3), "values": digits(rng, board, 2, 4),
    },
    "Sandwich": lambda rng, board: {"line": row(rng, board), "sum": rng.randint(0, 12)},
    "Lunchbox": lambda rng, board: {"cells": path(rng, board, 2), "sum": rng.randint(0, 12)},
    "XSum": lambda rng, board: {"line": side(rng, board), "sum": rng.randint(1, 18)},
    "Skyscraper": lambda rng, board: {
        "line": side(rng, board), "seen": rng.randint(1, board.size),
    },
    "NumberedRoom": lambda rng, board: {
        "line": side(rng, board), "digit": rng.randint(1, board.size),
    },
    "HiddenSkyscraper": lambda rng, board: {
        "line": side(rng, board), "digit": rng.randint(1, board.size),
    },
}  # fmt: skip


def field_of(kind: str, rng: Random, board: Board) -> Any:
    """Draw a field that no special rule draws, by its annotation."""
    if kind == "Cells":
        return path(rng, board)
    if kind == "bool":
        return switch(rng)
    if kind == "int":
        return rng.randint(1, 3 * board.size)
    if kind == "Sequence[int]":
        return digits(rng, board)
    raise AssertionError(f"a field of {kind} is drawn nowhere")


def one_of(kind: type[Constraint], rng: Random, board: Board) -> tuple[Constraint, Holds]:
    if kind is Either:
        return either(rng, board)
    special = SPECIAL.get(kind.__name__)
    given = (
        special(rng, board)
        if special
        else {part.name: field_of(str(part.type), rng, board) for part in kind.arguments()}
    )
    found = kind(**given)
    return found, lambda grid: RULES[kind](found, grid, board)


def either(rng: Random, board: Board) -> tuple[Constraint, Holds]:
    parts = [_branch(rng, board) for _ in range(rng.randint(2, 3) if board.size < 6 else 2)]
    found = Either(tuple(text for text, _ in parts))
    return found, lambda grid: any(holds(grid) for _, holds in parts)


def _branch(rng: Random, board: Board) -> tuple[str, Holds]:
    """Draw a constraint that a constraint string says: no cage with weights does, but a sum."""
    kind = BY_NAME[rng.choice(BRANCHES)]
    while True:
        found, holds = one_of(kind, rng, board)
        if not (isinstance(found, kinds.Cage) and (found.weights or not found.sum)):
            return found.to_text(board.size), holds


BY_NAME: Mapping[str, Any] = {kind.__name__: kind for kind in RULES}
DRAWN: tuple[type[Constraint], ...] = (*RULES, Either)
SEVERAL = 30


def drawn(
    kind: type[Constraint], rng: Random, board: Board, grids: list[Grid]
) -> tuple[Constraint, Holds]:
    """Draw a constraint that some of the grids keep and others do not, if one is soon found."""
    some = rng.sample(grids, min(60, len(grids)))
    for _ in range(SEVERAL):
        constraint, holds = one_of(kind, rng, board)
        if 0 < sum(map(holds, some)) < len(some):
            break
    return constraint, holds

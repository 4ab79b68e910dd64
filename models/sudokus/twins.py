"""Twins: puzzles that differ in their givens alone are described, and compiled, once.

A shape is a description without givens: tables, rules, and the matrix once it is compiled.
Who makes many puzzles of one shape one by one, as `Sudoku(text)` does, keeps the shape under a key
that says all that it was made of, and lets the next puzzle begin as its twin. Twins share what
nobody can change, the matrix above all; tables, rules and their words are each puzzle's own, so
whatever is done to one leaves the others and the shape alone.

`Shapes` forgets what was not asked for longest once all together are too large. Threads may share
it; two that describe the same shape at once do so twice, and one of the two stays.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from threading import Lock
from typing import Any

from ..puzzle import Compiled
from ..rules.rule import Rule
from ..tables.table import Choices

__all__ = ["Shape", "Shapes", "exact_key"]

OPTION = 500  # bytes that an option takes, about: its row, and its entries in rules and matrix
_LEAVES = frozenset((str, int, bool, type(None), range))


@dataclass(frozen=True)
class Shape:
    """What twins have in common; `more` is what else a puzzle knows of it, and never changes."""

    tables: tuple[Choices, ...]
    rules: tuple[Rule, ...]
    compiled: Compiled
    more: Mapping[str, Any]

    def twin(self) -> Shape:
        """Return a shape like this one, with tables and rules of its own."""
        tables = {table: table.twin() for table in self.tables}
        rules = tuple([rule.twin(tables) for rule in self.rules])
        return Shape(tuple(tables.values()), rules, self.compiled, self.more)

    @property
    def bytes(self) -> int:
        """How much memory it takes, about."""
        return OPTION * sum(map(len, self.tables))


class Shapes:
    """The shapes that were asked for last, by key, of at most `room` bytes together."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._known: OrderedDict[Hashable, Shape] = OrderedDict()
        self._lock = Lock()
        self._bytes = 0

    def get(self, key: Hashable) -> Shape | None:
        """Return the shape of that key, as a twin of its own; None if it is not known."""
        with self._lock:
            found = self._known.get(key)
            if found is None:
                return None
            self._known.move_to_end(key)
        return found.twin()

    def has_room(self, shape: Shape) -> bool:
        """Whether a shape alone takes no more than a quarter of the room."""
        return shape.bytes <= self.room // 4

    def keep(self, key: Hashable, shape: Shape) -> None:
        """Keep a twin of a shape, if there is room for it."""
        if not self.has_room(shape):
            return
        kept = shape.twin()
        with self._lock:
            if key in self._known:
                return
            self._known[key] = kept
            self._bytes += shape.bytes
            while self._bytes > self.room:
                _, gone = self._known.popitem(last=False)
                self._bytes -= gone.bytes

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._known.clear()
            self._bytes = 0

    def __len__(self) -> int:
        return len(self._known)


def exact_key(value: Any, kinds: frozenset[type] = frozenset()) -> Hashable:
    """Return a key that only values of the same types and content have: 1 is neither 1.0 nor True.

    kinds  dataclasses that are known to be what their fields say

    Raises TypeError for what is neither text, number, range, list, tuple nor of these classes.
    """
    kind = type(value)
    if kind in _LEAVES:
        return kind, value
    if kind is tuple or kind is list:
        return kind, *[exact_key(part, kinds) for part in value]
    if kind in kinds and is_dataclass(kind):
        return kind, *[exact_key(getattr(value, part.name), kinds) for part in fields(kind)]
    raise TypeError(f"{kind.__name__}, expected text, numbers, lists and tuples of these")

"""Tables of the pairs of digits that neighbours on a line, or any two of its cells, may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from ...errors import ModelError, excerpt
from ...picture.picture import Line, Shape
from ..demands import Demand, Pair
from ..grid_shape import Cells, GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Pairing"]

Pairs = tuple[tuple[int, ...], ...]

_SIX_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SWAPPED = str.maketrans("-_", "_-")  # the older words have these two the other way round


@dataclass(frozen=True)
class Pairing(Constraint):
    """Neighbours on the line, or `every` two of its cells, hold one of the `pairs` of digits.

    A pair is in the order of the line. In a constraint string the pairs are a table of bits, six a
    character; a name behind them is left out, and between two tildes another line begins.

    >>> Pairing("R1C1 R1C2", [[1, 2], [3, 4]]).holds("34.. .... .... ....")
    True
    >>> Pairing("R1C1 R1C2", [[1, 2], [3, 4]]).to_text(4)
    'Pair~Cg~R1C1~R1C2'
    """

    kind = "pairing"
    small_words = ("Pair", "PairX", "Binary", "BinaryX")
    line: Cells
    pairs: Sequence[Sequence[int]]
    every: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for pair in self.pairs:
            if len(pair) != 2:
                raise ModelError(f"{len(pair)} digits, expected pairs")
            grid.require_values(pair)
        line = self.path(self.line, 2)
        allows = _among(tuple(map(tuple, self.pairs)))
        for cell, other in combinations(line, 2) if self.every else pairwise(line):
            yield Pair(cell, other, allows)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        table = given[0] if given else ""
        if word.startswith("Binary"):
            table = table.translate(_SWAPPED)
        if set(table) - set(_SIX_BITS):
            raise ModelError(f"a table {excerpt(table)}, expected letters, digits, - and _")
        bits = [_SIX_BITS.index(mark) >> place & 1 for mark in table for place in range(6)]
        couples = [(v, w) for v in grid.values for w in grid.values]
        if any(bits[len(couples) :]):
            fault = f"a table of {len(bits)} bits"
            raise ModelError(f"{fault}, expected one for {grid.size} values")
        pairs = tuple(pair for pair, bit in zip(couples, bits, strict=False) if bit)
        lines = text.named_lines(given[1:])
        return [cls(text.cells(line), pairs, word.endswith("X")) for line in lines]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        wanted = {tuple(pair) for pair in self.pairs}
        bits = [(v, w) in wanted for v in grid.values for w in grid.values]
        marks = [
            _SIX_BITS[sum(bit << place for place, bit in enumerate(bits[k : k + 6]))]
            for k in range(0, len(bits), 6)
        ]
        table = "".join(marks).rstrip("A")
        yield text.word(self.small_words[self.every], table, self.path(self.line))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "palindrome", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        return f"{'any two cells' if self.every else 'neighbours'} of a {self.kind} fit its table"


@cache
def _among(pairs: Pairs) -> Callable[[int, int], bool]:
    pair_set = frozenset(pairs)
    return lambda v, w: (v, w) in pair_set

"""Sudokus as lists: JSON, lists of Python, arrays as numpy prints them.

[["5", "3", "."], ...]         rows of strings, as LeetCode 36 and 37 have them
[[5, 3, 0], ...]               rows of numbers; 0, null, None or any mark in quotes for a blank
[[5 3 0] ...], array([...])    as numpy prints them
["53..7....", ...]             rows as strings, or whole puzzles
[5, 3, 0, ...]                 all cells
((5, 3, 0, ...), ...)          tuples
[[[5, 3, ...], ...], ...]      several
board = [[5, 3, 0, ...], ...]  a list of rows behind a name

Read by hand, not by the json module: an error then says which cell is wrong, and a text of a
million brackets ends at the fourth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt

from ...errors import InputError, excerpt
from ..source import Source, plural
from .grids import Grid, Grids, has_boxes
from .symbols import BLANKS, LARGEST, symbols_of

__all__ = ["is_assigned", "is_listed", "read_listed"]

_BEGIN = re.compile(r"""\s*(\[\s*([\["'(]|None\b|null\b|$)|((np|numpy)\.)?array\(\s*\[)""")
_TUPLES = re.compile(r"""\s*\(\s*[\[(]\s*([0-9]|["']|None\b)""")
_NAME = re.compile(r"\s*[A-Za-z_]\w*\s*=\s*(?=[\[(]|((np|numpy)\.)?array\()")
_FLAT = re.compile(r"\s*\[\s*[0-9.]")
_TOKEN = re.compile(r"""[\[\](),]|"[^"\n]{0,700}"|'[^'\n]{0,700}'|[^\s\[\](),"']{1,40}|["']""")
_WHOLE = re.compile(r"([0-9]{1,3})(\.0*)?")
_DEEPEST = 3
_MOST = 10_000  # cells in a list; one of 100 x 100 has as many
_NOTHING = ("None", "null", "nan")
_CLOSING = ("]", ")")
_SMALLEST = 4
_LARGEST_ROOT = 6  # 36 cells are a grid, or a row of one as large as any

Place = tuple[int, int]


@dataclass(frozen=True)
class _Leaf:
    """A cell, a row or a whole grid as one token; strings without their quotes."""

    place: Place
    token: str

    @property
    def is_string(self) -> bool:
        return self.token[0] in "\"'"

    @property
    def text(self) -> str:
        if self.is_string:
            return self.token[1:-1]
        whole = _WHOLE.fullmatch(self.token)
        return whole[1] if whole else self.token

    @property
    def mark(self) -> str:
        """The key of a blank mark: `0` in quotes differs from 0."""
        return f'"{self.text}"' if self.is_string else self.text


@dataclass
class _List:
    place: Place
    leaves: list[_Leaf] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.leaves) or len(self.lists)


@dataclass(frozen=True)
class _Row:
    """The cells of a row, and where it begins."""

    place: Place
    cells: Sequence[_Leaf]


def is_listed(source: Source) -> bool:
    """Whether a text begins as a list of cells or rows does."""
    first = source.head(1)[0]
    if is_assigned(source):
        return True
    if _TUPLES.match(first):
        roots = len(re.findall(r"\(\s*[\[(]", source.text))
        return roots == 1 and source.text.rstrip().endswith(")")
    flat = _FLAT.match(first) and source.text.count("[") == 1
    return bool(flat or _BEGIN.match(first))


def is_assigned(source: Source) -> bool:
    """Whether a text is one list, or array, behind a name; a TOML description has more names."""
    first = source.head(1)[0]
    name = _NAME.match(first)
    if name is None or source.text.count("=") - source.text.count("dtype=") > 1:
        return False
    behind = first[name.end() :]
    return bool(_BEGIN.match(behind) or _TUPLES.match(behind))


def read_listed(source: Source, wanted: int | None = None) -> Grids:
    """Read the lists; `wanted` is the only size expected, None: any.

    Raises InputError for what is no list, and for a cell that does not fit.
    """
    reader = _Reader(source)
    root = reader.whole()
    drafts, as_rows, line = _drafts(source, root, reader)
    size = wanted or _size(source, drafts, reader)
    for rows in drafts:
        if len(rows) != size:
            place = rows[0].place if len(drafts) > 1 else reader.place
            message = f"{plural(len(rows), 'row')} in the array, expected {size}"
            raise source.error(message, *place)
        for row in rows:
            if len(row.cells) != size:
                count = plural(len(row.cells), "cell")
                raise source.error(f"{count} in the row, expected {size}", *row.place)
    leaves = [leaf for rows in drafts for row in rows for leaf in row.cells]
    if as_rows:
        symbols = symbols_of(Counter(leaf.token for leaf in leaves), size)
        marks, expected = symbols.marks, symbols.expected
        layout = symbols.layout(line=line)
        grids = _grids(source, drafts, marks, expected)
    else:
        strings = sum(leaf.is_string for leaf in leaves) * 2 > len(leaves)
        marks, expected = _marks(leaves, size, strings=strings)
        layout = "json" if strings else "json-numbers" if reader.commas else "grid"
        grids = _grids(source, drafts, marks, expected)
    return Grids(size, layout, grids, [rows[0].place[0] for rows in drafts])


def _grids(
    source: Source, drafts: Iterable[Sequence[_Row]], marks: Mapping[str, int], expected: str
) -> list[Grid]:
    grids: list[Grid] = []
    for rows in drafts:
        grid: Grid = []
        for row in rows:
            for leaf in row.cells:
                if leaf.mark not in marks:
                    raise source.error(f"{excerpt(leaf.token)}, expected {expected}", *leaf.place)
            grid.append([marks[leaf.mark] for leaf in row.cells])
        grids.append(grid)
    return grids


def _marks(leaves: Sequence[_Leaf], size: int, *, strings: bool) -> tuple[dict[str, int], str]:
    """Return what the marks of cells mean, and what an error about another expects."""
    quote = '"' if strings else ""
    counts = Counter(leaf.mark for leaf in leaves)
    values = {f"{quote}{value}{quote}": value for value in range(1, size + 1)}
    last = f"{quote}{size}{quote}"
    if strings and size > 9 and any(len(mark) == 3 and mark[1].isalpha() for mark in counts):
        single = {mark[1]: count for mark, count in counts.items() if len(mark) == 3}
        symbols = symbols_of({m: n for m, n in single.items() if m not in BLANKS or m == "0"}, size)
        values = {f'"{mark}"': value for mark, value in symbols.marks.items() if value}
        last = f'"{max(symbols.marks, key=lambda mark: symbols.marks[mark])}"'
    quoted = [f'"{mark}"' for mark in ("", *BLANKS)]
    blanks = {*quoted, *_NOTHING} | (set() if strings else {"0", ".", "_", "*", "?", "-", "x", "X"})
    here = {mark: counts[mark] for mark in blanks if mark in counts and mark not in values}
    usual = '"."' if strings else "0"
    blank = max(here, key=lambda mark: (here[mark], mark == usual, mark), default=usual)
    return values | {blank: 0}, f"{next(iter(values))} to {last} or {blank}"


def _drafts(source: Source, root: _List, reader: _Reader) -> tuple[list[list[_Row]], bool, bool]:
    """Return the grids' rows, whether strings are rows or grids, and whether they are grids."""
    if root.leaves:
        if _are_rows(root.leaves):
            return _of_strings(source, root)
        return [_of_flat(source, root, reader)], False, False
    inner = root.lists
    if inner[0].leaves:
        if _are_rows(inner[0].leaves):
            return [_string_rows(source, grid) for grid in inner], True, False
        lengths = Counter(map(len, inner))
        usual = max(lengths, key=lambda length: lengths[length])
        if len(inner) != usual and _are_flat(inner, isqrt(usual)):
            return [_of_flat(source, grid, reader) for grid in inner], False, False
        return [[_row(source, row) for row in inner]], False, False
    return [[_row(source, row) for row in grid.lists] for grid in inner], False, False


def _are_flat(inner: Sequence[_List], side: int) -> bool:
    """Whether lists are whole grids of that size rather than the rows of one."""
    cells = [leaf.text for grid in inner for leaf in grid.leaves if len(grid) == side * side]
    small = all(int(text) <= side for text in cells if text.isdecimal())
    return bool(cells) and _is_size(side) and (side > _LARGEST_ROOT or small)


def _row(source: Source, listed: _List) -> _Row:
    if not listed.leaves:
        raise source.error("a list in a row or no cells, expected cells", *listed.place)
    return _Row(listed.place, listed.leaves)


def _are_rows(leaves: Sequence[_Leaf]) -> bool:
    """Whether the strings of a list are rows or grids rather than cells."""
    long = sum(leaf.is_string and len(leaf.text) >= _SMALLEST for leaf in leaves)
    return long * 2 > len(leaves)


def _characters(source: Source, leaf: _Leaf) -> list[_Leaf]:
    if not leaf.is_string:
        raise source.error(f"{excerpt(leaf.token)}, expected a row in quotes", *leaf.place)
    line, column = leaf.place
    return [_Leaf((line, column + k), mark) for k, mark in enumerate(leaf.text, 1)]


def _string_rows(source: Source, listed: _List) -> list[_Row]:
    return [_Row(leaf.place, _characters(source, leaf)) for leaf in listed.leaves]


def _of_strings(source: Source, root: _List) -> tuple[list[list[_Row]], bool, bool]:
    rows = _string_rows(source, root)
    lengths = Counter(len(row.cells) for row in rows)
    usual = max(lengths, key=lambda length: lengths[length])
    side = isqrt(usual)
    if side * side == usual and _is_size(side) and len(rows) != usual:
        for row in rows:
            if len(row.cells) != usual:
                count = plural(len(row.cells), "character")
                raise source.error(f"{count}, expected {usual}", *row.place)
        return [_cut(row.place, row.cells, side) for row in rows], True, True
    return [rows], True, False


def _of_flat(source: Source, listed: _List, reader: _Reader) -> list[_Row]:
    side = isqrt(len(listed.leaves))
    if not listed.leaves or side * side != len(listed.leaves) or not _is_size(side):
        message = f"{plural(len(listed.leaves), 'cell')} in the list, expected 81 or another square"
        raise source.error(message, *listed.place)
    return _cut(listed.place, listed.leaves, side)


def _cut(place: Place, cells: Sequence[_Leaf], side: int) -> list[_Row]:
    return [_Row(place, cells[k : k + side]) for k in range(0, side * side, side)]


def _is_size(size: int) -> bool:
    return _SMALLEST <= size <= 100 and has_boxes(size)


def _size(source: Source, drafts: Sequence[Sequence[_Row]], reader: _Reader) -> int:
    """Return how many rows most grids have, or else how many cells most rows have."""
    rows = Counter(map(len, drafts))
    size = max(rows, key=lambda count: rows[count])
    cells = Counter(len(row.cells) for grid in drafts for row in grid)
    usual = max(cells, key=lambda count: cells[count])
    if _is_size(size) and (cells[size] or not _is_size(usual)):
        return size
    if _is_size(usual):
        return usual
    message = f"{plural(size, 'row')} in the array, expected 4, 6, 8, 9 or as many as {LARGEST}"
    raise source.error(message, *reader.place)


class _Reader:
    """Reads nested lists, and remembers where it is."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = _tokens(source)
        self.place: Place = (1, 1)
        self.commas: bool | None = None  # None: not known yet

    def whole(self) -> _List:
        """Read the whole text."""
        token = self._next("[")
        call = token not in ("[", "(")
        if call:
            for expected in ("(", "["):
                token = self._next(expected)
        root = self._list(1)
        rest = next(self.tokens, None)
        if call:
            while rest is not None and (rest[1] == "," or rest[1].startswith("dtype=")):
                rest = next(self.tokens, None)
            if rest is None or rest[1] != ")":
                shown = "the text ends" if rest is None else excerpt(rest[1])
                raise self.error(f"{shown}, expected )", 1)
            rest = next(self.tokens, None)
        if rest is not None:
            self.place = rest[0]
            raise self.error(f"{excerpt(rest[1])} behind the array, expected no more", 0)
        return root

    def _list(self, depth: int) -> _List:
        """Read what stands behind an opening bracket, up to the closing one."""
        result = _List(self.place)
        token = self._next()
        while True:
            self._add(result, token, depth)
            token = self._next()
            if self.commas is None and token not in _CLOSING:
                self.commas = token == ","
            if self.commas and token not in _CLOSING:
                if token != ",":
                    raise self.error(f"{excerpt(token)}, expected , or ]", 0)
                token = self._next()
            if token in _CLOSING:
                return result

    def _add(self, target: _List, token: str, depth: int) -> None:
        """Add to a list what begins with a token."""
        if token in ("[", "("):
            if depth == _DEEPEST:
                raise self.error(f"a list in {depth} others, expected cells", 0)
            if target.leaves:
                raise self.error("a list among cells, expected a cell", 0)
            target.lists.append(self._list(depth + 1))
            return
        if token in (*_CLOSING, ",", '"', "'"):
            wanted = "[" if depth == 1 else 'a cell such as "5"'
            raise self.error(f"{excerpt(token)}, expected {wanted}", 0)
        if target.lists:
            raise self.error(f"{excerpt(token)} among lists, expected a list", 0)
        if len(target.leaves) == _MOST:
            raise self.error(f"more than {_MOST} cells in a list, expected fewer", 0)
        target.leaves.append(_Leaf(self.place, token))

    def _next(self, expected: str = "") -> str:
        pair = next(self.tokens, None)
        if pair is None:
            words = expected or (", or ]" if self.commas is not None else 'a cell such as "5"')
            raise self.error(f"the text ends, expected {words}", 1)
        self.place, token = pair
        begins = expected == "[" and (token == "(" or token.endswith("array"))
        if expected and token != expected and not begins:
            raise self.error(f"{excerpt(token)}, expected {expected}", 0)
        return token

    def error(self, message: str, behind: int) -> InputError:
        """Return the error that stands at the current token, or so many columns behind it."""
        line, column = self.place
        return self.source.error(message, line, column + behind)


def _tokens(source: Source) -> Iterator[tuple[Place, str]]:
    name = _NAME.match(source.head(1)[0])
    start = name.end() if name else 0
    for number, line in source.numbered():
        for match in _TOKEN.finditer(line, start):
            yield (number, match.start() + 1), match[0]
        start = 0

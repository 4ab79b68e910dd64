"""A board of Penpa+ as its links have it: numbers, symbols, colors and borders, read and written.

Penpa+ (Opt-Pan 2019, Swaroop Guggilam 2020; swaroopg92/penpa-edit) draws anything and knows no
kinds: what a number or a circle means is a convention, which follows that of noqx (T0nyX1ang). What
a kind does not read is named in `unread`, never dropped in silence.

The text behind `p=` is deflated (without a header) and in base 64. Its first line has the lattice
and the size, margins included; the second the margins (over, under, left, right); the fourth the
drawing of the puzzle and the fifth that of the answer. A point is a number: the rows and columns of
the whole lattice, with two more on each side, are counted for the middles of cells, then for their
lower right corners, the middles of their lower and of their right sides. Small numbers have four
times such a number: behind it those in the corners, then those at the sides of a cell.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from ..errors import ModelError, excerpt
from ..picture.picture import Place
from .grid import SIDES, Cell
from .signs import Layers

__all__ = ["Board", "read_board"]

_SHORT = {
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"numberS"': "z1",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}
_AROUND = 2  # rows and columns more on each side of the lattice
_SHIFTS = ((0.0, 0.0), (0.5, 0.5), (0.5, 0.0), (0.0, 0.5))  # middle, corner, lower and right side
_SMALL = {  # the places of small numbers in a cell, by where they are counted
    1: ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25)),
    2: ((-0.25, 0.0), (0.0, 0.25), (0.0, -0.25), (0.25, 0.0)),
}
_READ = ("number", "numberS", "symbol", "surface", "line", "lineE", "deletelineE")
_HISTORY = ("command_redo", "command_undo", "command_replay")
_TITLES = {
    "freeline": "free lines",
    "freelineE": "free lines",
    "thermo": "thermometers",
    "nobulbthermo": "thermometers",
    "arrows": "arrows",
    "direction": "directions",
    "squareframe": "frames",
    "polygon": "polygons",
    "killercages": "cages",
    "cage": "cages",
    "wall": "walls",
}
_LARGEST = 10_000_000  # characters of an unpacked board
_SUBMODES = {"arrow": "2", "normal": "1"}


class Board:
    """What is drawn on a lattice of squares; places are in halves of cells, as in a picture.

    margins  how many rows and columns are over, under, left and right of the grid

    Small numbers stand in quarters of a cell: (-0.25, -0.25) in the upper left corner of (0, 0).
    """

    def __init__(self, rows: int, cols: int, margins: tuple[int, int, int, int] = (0, 0, 0, 0)):
        self.rows, self.cols, self.margins = rows, cols, margins
        self.title = ""
        self.texts: dict[Place, str] = {}
        self.symbols: dict[Place, list[tuple[str, int]]] = {}
        self.surfaces: dict[Place, int] = {}
        self.borders: set[tuple[Place, Place]] = set()  # between corners side by side
        self.lines: set[tuple[Place, Place]] = set()  # from cell to cell, or to a side of it
        self.others: dict[str, int] = {}  # what else is drawn, and how much
        self._noted: set[Place] = set()
        self._read_borders = self._read_lines = False

    # ---- Reading --------------------------------------------------------------------------

    def margin(self, side: str) -> int:
        """Return how many rows or columns are beside the grid at a side, as `top`."""
        return self.margins[("top", "bottom", "left", "right").index(side)]

    def layers(self, place: Place) -> Layers:
        """Return what stands at a place."""
        symbols = tuple(self.symbols.get(place, ()))
        return Layers(self.texts.get(place, ""), symbols, self.surfaces.get(place, 0))

    def note(self, place: Place) -> None:
        """Note that what stands at a place is read."""
        self._noted.add(place)

    def is_border(self, first: Cell, second: Cell) -> bool:
        """Whether a border is drawn between two cells side by side."""
        return _border(first, second) in self.borders

    def note_borders(self, pairs: Iterable[tuple[Cell, Cell]] | None = None) -> None:
        """Note that borders are read, if none is drawn but between these pairs of cells.

        pairs  None: any
        """
        if pairs is None or self.borders <= {_border(*pair) for pair in pairs}:
            self._read_borders = True

    def sides(self, cell: Cell) -> str:
        """Return to which sides lines lead from a cell, as in `ns`."""
        self._read_lines = True
        ends = [end for line in self.lines if cell in line for end in line if end != cell]
        steps = [[(a > b) - (a < b) for a, b in zip(end, cell, strict=True)] for end in ends]
        return "".join(side for side in "nsew" if list(SIDES[side]) in steps)

    def regions(self) -> list[int]:
        """Return the number of the region of each cell, from 1, row by row."""
        self._read_borders = True
        label: dict[Cell, int] = {}
        for start in ((row, col) for row in range(self.rows) for col in range(self.cols)):
            if start in label:
                continue
            stack, number = [start], len(set(label.values())) + 1
            label[start] = number
            while stack:
                row, col = stack.pop()
                for other in ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)):
                    inside = 0 <= other[0] < self.rows and 0 <= other[1] < self.cols
                    if inside and other not in label and not self.is_border((row, col), other):
                        label[other] = number
                        stack.append(other)
        return [label[row, col] for row in range(self.rows) for col in range(self.cols)]

    @property
    def unread(self) -> Iterator[str]:
        """What is drawn and was not read, in words."""
        for place, text in self.texts.items():
            if place not in self._noted:
                yield f"{excerpt(text)} at {_named(place)}"
        for place, symbols in self.symbols.items():
            if place not in self._noted:
                drawn = ", ".join(f"{shape} {style}" for shape, style in symbols)
                yield f"{drawn} at {_named(place)}"
        colored = [place for place in self.surfaces if place not in self._noted]
        if colored:
            yield f"the color of {len(colored)} cells, the first at {_named(colored[0])}"
        if self.borders and not self._read_borders:
            yield f"{len(self.borders)} borders"
        if self.lines and not self._read_lines:
            yield f"{len(self.lines)} lines"
        for name, number in self.others.items():
            yield f"{number} {name}"

    # ---- Writing --------------------------------------------------------------------------

    def put(self, place: Place, layers: Layers) -> None:
        """Draw something at a place."""
        if layers.text:
            self.texts[place] = layers.text
        if layers.symbols:
            self.symbols[place] = list(layers.symbols)
        if layers.surface:
            self.surfaces[place] = layers.surface

    def put_border(self, first: Cell, second: Cell) -> None:
        """Draw a border between two cells side by side."""
        self.borders.add(_border(first, second))

    def put_line(self, cell: Cell, side: str) -> None:
        """Draw a line from the middle of a cell to a side of it."""
        down, right = SIDES[side]
        self.lines.add((cell, (cell[0] + down / 2, cell[1] + right / 2)))

    @property
    def text(self) -> str:
        """What stands behind `p=` in a link."""
        whole = json.dumps(self._drawing(), separators=(",", ":"))
        empty = json.dumps(self._drawing(empty=True), separators=(",", ":"))
        over, under, left, right = self.margins
        high, wide = self.rows + over + under, self.cols + left + right
        head = f"square,{wide},{high},38,0,1,1,{38 * (wide + 1)},{38 * (high + 1)}"
        middle = self._number((0, 0))
        cells = [self._number((row, col)) for row in range(self.rows) for col in range(self.cols)]
        steps = [cells[0], *(b - a for a, b in pairwise(cells))]
        lines = [
            f"{head},{middle},{middle},0,0,0,0,Title: {self.title},Author: ,,,OFF,false",
            json.dumps(list(self.margins), separators=(",", ":")),
            _shortened(json.dumps(_MODES, separators=(",", ":"))),
            _shortened(whole),
            _shortened(empty),
            json.dumps(steps, separators=(",", ":")),
        ]
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress("\n".join(lines).encode()) + packer.flush()
        return b64encode(packed).decode()

    def _drawing(self, *, empty: bool = False) -> dict[str, Any]:
        names = [name.strip('"') for name in _SHORT if name not in ("null", '"__a"')]
        skipped = ("qa", "pu_q", "pu_a", "grid", "edit_mode", "special", "board")
        drawing: dict[str, Any] = {name: {} for name in names if name not in skipped}
        drawing |= {name: {"__a": []} for name in _HISTORY}
        lists = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages")
        drawing |= {name: [] for name in (*lists, "nobulbthermo")}
        if empty:
            return drawing
        for place, text in self.texts.items():
            if _is_small(place):
                drawing["numberS"][str(self._small_number(place))] = [text, 1]
                continue
            mode = _SUBMODES["arrow" if re.fullmatch(".+_[0-3]", text) else "normal"]
            drawing["number"][str(self._number(place))] = [text, 1, mode]
        for place, symbols in self.symbols.items():
            shape, style = symbols[0]
            drawing["symbol"][str(self._number(place))] = [style, shape, 1]
        for place, color in self.surfaces.items():
            drawing["surface"][str(self._number(place))] = color
        for ends in sorted(self.borders):
            first, second = sorted(map(self._number, ends))
            drawing["lineE"][f"{first},{second}"] = 2
        for ends in sorted(self.lines):
            first, second = sorted(map(self._number, ends))
            drawing["line"][f"{first},{second}"] = 3
        return drawing

    # ---- Numbers of points ----------------------------------------------------------------

    def _wide(self) -> tuple[int, int]:
        over, under, left, right = self.margins
        return self.rows + over + under + 2 * _AROUND, self.cols + left + right + 2 * _AROUND

    def _number(self, place: Place) -> int:
        """Return the number of a point."""
        high, wide = self._wide()
        over, _, left, _ = self.margins
        row, col = place
        layer = _SHIFTS.index((row % 1, col % 1))
        return int(
            layer * high * wide + (row // 1 + _AROUND + over) * wide + col // 1 + _AROUND + left
        )

    def _small_number(self, place: Place) -> int:
        """Return the number of the place of a small number."""
        cell = round(place[0]), round(place[1])
        shift = place[0] - cell[0], place[1] - cell[1]
        layer = next(layer for layer, shifts in _SMALL.items() if shift in shifts)
        high, wide = self._wide()
        return 4 * (layer * high * wide + self._number(cell)) + _SMALL[layer].index(shift)

    def small_place_of(self, number: int) -> Place:
        """Return the place of a small number. Raises ModelError for a number that is none."""
        high, wide = self._wide()
        layer, rest = divmod(number // 4, high * wide)
        if layer not in _SMALL:
            raise ModelError(f"the small number {number}, expected one of a lattice of squares")
        (row, col), (down, right) = self.place_of(rest), _SMALL[layer][number % 4]
        return row + down, col + right

    def place_of(self, number: int) -> Place:
        """Return the place of a point. Raises ModelError for a number that is none."""
        high, wide = self._wide()
        layer, rest = divmod(number, high * wide)
        if not 0 <= layer < len(_SHIFTS):
            raise ModelError(f"the point {number}, expected one of a lattice of squares")
        over, _, left, _ = self.margins
        down, right = _SHIFTS[layer]
        return rest // wide - _AROUND - over + down, rest % wide - _AROUND - left + right


_MODES = {
    "qa": "pu_q",
    "grid": ["1", "2", "1"],
    **{
        board: {
            "edit_mode": "surface",
            "surface": ["", 1],
            "line": ["1", color],
            "lineE": ["1", color],
            "wall": ["", color],
            "cage": ["1", 10],
            "number": ["1", 1],
            "symbol": ["circle_L", 1],
            "special": ["thermo", ""],
            "board": ["", ""],
            "move": ["1", ""],
            "combi": ["battleship", ""],
            "sudoku": ["1", 1],
        }
        for board, color in (("pu_q", 2), ("pu_a", 3))
    },
}


def read_board(packed: str) -> Board:
    """Return the board of what stands behind `p=`. Raises ModelError for what is none."""
    try:
        unpacker = zlib.decompressobj(-15)
        data = unpacker.decompress(b64decode(packed, validate=True), _LARGEST)
        lines = data.decode().split("\n")
    except (Base64Error, ValueError, zlib.error):
        raise ModelError("a link to Penpa+ that is cut short or spelled wrongly") from None
    if not unpacker.eof or len(lines) < 4:
        raise ModelError("a link to Penpa+ that is cut short, expected the whole board")
    head = lines[0].split(",")
    if head[0] not in ("square", "sudoku", "kakuro"):
        raise ModelError(f"a lattice {excerpt(head[0])} of Penpa+, expected squares")
    try:
        over, under, left, right = json.loads(lines[1])
        size = int(head[2]) - over - under, int(head[1]) - left - right
        drawing = json.loads(_written_out(lines[3]))
        board = Board(*size, (over, under, left, right))
        if min(size) < 1 or max(size) > 200:
            raise ModelError(f"{size[0]} rows and {size[1]} columns, expected 1 to 200")
        _fill(board, drawing)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise ModelError("a link to Penpa+ whose board cannot be read") from None
    title = re.search(r"Title: ([^,]*)", lines[0])
    board.title = title[1].strip() if title else ""
    return board


def _fill(board: Board, drawing: dict[str, Any]) -> None:
    """Fill a board from the drawing of a puzzle."""
    for number, (text, *_rest) in drawing.get("number", {}).items():
        board.texts[board.place_of(int(number))] = str(text).strip() or "?"  # as noqx takes it
    for number, (text, *_rest) in drawing.get("numberS", {}).items():
        board.texts[board.small_place_of(int(number))] = str(text).strip() or "?"
    for number, (style, shape, *_rest) in drawing.get("symbol", {}).items():
        bits = int("".join(map(str, style)), 2) if isinstance(style, list) else int(style)
        board.symbols.setdefault(board.place_of(int(number)), []).append((shape, bits))
    for number, color in drawing.get("surface", {}).items():
        board.surfaces[board.place_of(int(number))] = int(color)
    for ends in drawing.get("line", {}):
        first, *other = sorted(board.place_of(int(end)) for end in ends.split(","))
        if other:
            board.lines.add((first, other[0]))
    _fill_borders(board, drawing.get("lineE", {}))
    for name, value in drawing.items():
        if name not in (*_READ, *_HISTORY) and value:
            board.others[_TITLES.get(name, name)] = len(value)


def _fill_borders(board: Board, edges: dict[str, Any]) -> None:
    """Fill the borders of a board; crosses that help to solve and slanted lines are counted."""
    for ends in edges:
        first, *other = sorted(board.place_of(int(end)) for end in ends.split(","))
        if not other:
            board.others["helping crosses"] = board.others.get("helping crosses", 0) + 1
        elif abs(first[0] - other[0][0]) + abs(first[1] - other[0][1]) == 1:
            board.borders.add((first, other[0]))
        else:
            board.others["slanted borders"] = board.others.get("slanted borders", 0) + 1


def _border(first: Cell, second: Cell) -> tuple[Place, Place]:
    """Return the corners between which the border of two cells runs."""
    (row, col), (below, _) = sorted((first, second))
    if row == below:
        return (row - 0.5, col + 0.5), (row + 0.5, col + 0.5)
    return (row + 0.5, col - 0.5), (row + 0.5, col + 0.5)


def _is_small(place: Place) -> bool:
    """Whether a place is that of a small number."""
    return any(2 * value % 1 for value in place)


def _named(place: Place) -> str:
    """Return a place in words: R3C5, and of a corner or a side one of its cells."""
    row, col = map(round, place) if _is_small(place) else place
    inside = row % 1 == 0 and col % 1 == 0
    return f"{'' if inside else 'an edge of '}R{int(row // 1) + 1}C{int(col // 1) + 1}"


def _written_out(text: str) -> str:
    for name, short in _SHORT.items():
        text = text.replace(short, name)
    return text


def _shortened(text: str) -> str:
    for name, short in _SHORT.items():
        text = text.replace(name, short)
    return text

"""Read a puzzle of f-puzzles from its JSON object, as the page and its links have it.

Parts: a function for each constraint word, the puzzle as a whole, and minimum and maximum cells.

Givens, regions and constraints make the sudoku. What a solver has entered or pencilled in, colors,
and what only adorns the page are ignored. Rules in words, drawings and the fog are warnings, and so
is any key that is neither read nor ignored here. A constraint that minuet has not is an error that
names it, and all others of that kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from ...errors import ModelError, did_you_mean
from ...sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    Constraint,
    Difference,
    DisjointGroups,
    DotsShown,
    DoubleArrow,
    EntropicLine,
    Even,
    Indexing,
    Kropki,
    Less,
    LockoutLine,
    ModularLine,
    NonConsecutive,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
    ZipperLine,
)
from ...sudokus.grid_shape import BESIDE, Cell, cells_of, diagonals_of, spell_cell
from ...sudokus.sudoku import Sudoku
from ..source import listing, plural
from .grids import Regions, is_metadata, read_metadata, read_metadata_cage, read_rules, usual_label
from .json_values import Value

__all__ = [
    "DIRECTIONS",
    "ENTRIES",
    "LARGEST",
    "MOST_ENTRIES",
    "beside",
    "diagonal_from",
    "extremes_of",
    "far_apart",
    "sudoku_of",
]

# ---- Constraints by their words in f-puzzles -----------------------------------------------------
# Each function reads an entry of the list that stands under its word (the formats' page of
# f-puzzles, read off its links; further words by Rangsk's solver for it, and the lockout lines
# that are added to it). A line may have several branches, a clue outside the grid stands in a cell
# outside it, as in `R0C4`, and one without a number says nothing yet.


_CELL = re.compile(r"[Rr](-?[0-9]{1,3})[Cc](-?[0-9]{1,3})")
DIRECTIONS: Mapping[str, Cell] = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_LONGEST_PILL = 4
_MOST = 9999  # the greatest number of a clue

Found = Iterator[Constraint]


def cell_in(value: Value, size: int, rim: int = 0) -> Cell:
    """Return the cell that a text such as `R1C1` names, at most `rim` cells outside the grid."""
    match = _CELL.fullmatch(value.text().strip())
    if match is None:
        raise value.error("a cell such as R1C1")
    row, col = int(match[1]) - 1, int(match[2]) - 1
    if not (-rim <= row < size + rim and -rim <= col < size + rim):
        raise value.error(f"a cell of the grid of {size}x{size}")
    return row, col


def cells_in(value: Value, size: int) -> tuple[Cell, ...]:
    """Return the cells that a list names."""
    return tuple(cell_in(entry, size) for entry in value.items("cell"))


def _lines(entry: Value, size: int) -> Iterator[tuple[Cell, ...]]:
    for line in entry.field("lines").items("line"):
        yield cells_in(line, size)


def _line_of(kind: Callable[[tuple[Cell, ...]], Constraint]) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        for line in _lines(entry, size):
            yield kind(line)

    return read


def _whispers(entry: Value, size: int) -> Found:
    value = entry.field("value")
    difference = value.number(1, size) if value.is_said else (size + 1) // 2
    for line in _lines(entry, size):
        yield Whispers(line, difference)


def _lockout(entry: Value, size: int) -> Found:
    for line in _lines(entry, size):
        yield LockoutLine(line, size // 2)


def _nabner(entry: Value, size: int) -> Found:
    for line in _lines(entry, size):
        yield Pairing(line, far_apart(size), every=True)


def far_apart(size: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of digits that are neither alike nor consecutive."""
    values = range(1, size + 1)
    return tuple((v, w) for v in values for w in values if abs(v - w) > 1)


def _indexer(*, rows: bool) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        yield Indexing(cells_in(entry.field("cells"), size), rows)

    return read


def _box_indexer(entry: Value, size: int) -> Found:
    yield BoxIndexing(cells_in(entry.field("cells"), size))


def _arrow(entry: Value, size: int) -> Found:
    # The digits of a pill are read from left to right, or down.
    circle = tuple(sorted(cells_in(entry.field("cells"), size)))
    if len(circle) > _LONGEST_PILL:
        raise ModelError(f"a pill of {len(circle)} cells, expected up to {_LONGEST_PILL}")
    if len(circle) > 1 and size > 9:
        yield Candidates(circle[1:], tuple(range(1, 10)))  # a digit each, but for the first
    for line in _lines(entry, size):
        if len(line) > 1:
            yield Arrow(circle, line[1:])  # its first cell is where it leaves the circle


def _cage(entry: Value, size: int) -> Found:
    value = entry.field("value")
    total = value.number(0, _MOST) if value.text().strip() else None
    yield Cage(total, cells_in(entry.field("cells"), size))


def _marked(kind: Callable[[tuple[Cell, ...]], Constraint]) -> Callable[[Value, int], Found]:
    def read(entry: Value, size: int) -> Found:
        yield kind((cell_in(entry.field("cell"), size),))

    return read


def _clone(entry: Value, size: int) -> Found:
    yield Clone(*(cells_in(entry.field(key), size) for key in ("cells", "cloneCells")))


def _quadruple(entry: Value, size: int) -> Found:
    values = tuple(value.number(1, size) for value in entry.field("values").items("value"))
    if not values:
        entry.ignore_all()  # it says nothing yet
        return
    yield Quadruple(cells_in(entry.field("cells"), size), values)


def _little_killer(entry: Value, size: int) -> Found:
    if not entry.field("value").text().strip():
        entry.ignore_all()  # it says nothing yet
        return
    direction = entry.field("direction").text()
    if direction not in DIRECTIONS:
        raise entry.field("direction").error("UL, UR, DL or DR")
    line = diagonal_from(cell_in(entry.field("cell"), size, 1), direction, size)
    if not line:
        raise entry.field("cell").error("a cell from which the arrow goes into the grid")
    if entry.field("cells").plain in (None, [spell_cell(cell) for cell in line]):
        entry.ignore("cells")  # they follow from the cell and the direction
    yield Cage(entry.field("value").number(0, _MOST), line, repeats=True)


def diagonal_from(cell: Cell, direction: str, size: int) -> tuple[Cell, ...]:
    """Return the cells of the grid on the way from a cell, itself if it is one of them."""
    down, right = DIRECTIONS[direction]
    way = ((cell[0] + k * down, cell[1] + k * right) for k in range(size + 1))
    return tuple(place for place in way if 0 <= place[0] < size and 0 <= place[1] < size)


def _outside(
    kind: Callable[[int, tuple[Cell, ...]], Constraint], least: int, *, both_ways: bool = False
) -> Callable[[Value, int], Found]:
    """Return the reader of a clue that stands at a row's or column's end and is seen from there.

    both_ways  whether it says the same from either end
    """

    def read(entry: Value, size: int) -> Found:
        if not entry.field("value").text().strip():
            entry.ignore_all()  # it says nothing yet
            return
        row, col = cell_in(entry.field("cell"), size, 1)
        inside = range(size)
        if (row in inside) == (col in inside):
            reason = f"{entry.path}: {spell_cell((row, col))}"
            raise ModelError(f"{reason}, expected a cell beside a row or column")
        line = [(row, k) if row in inside else (k, col) for k in inside]
        from_end = size in (row, col) and not both_ways
        yield kind(entry.field("value").number(least, _MOST), tuple(line[:: -1 if from_end else 1]))

    return read


ENTRIES: Mapping[str, Callable[[Value, int], Found]] = {
    "killercage": _cage,
    "littlekillersum": _little_killer,
    "arrow": _arrow,
    "thermometer": _line_of(Thermometer),
    "slowthermometer": _line_of(lambda line: Thermometer(line, slow=True)),
    "palindrome": _line_of(Palindrome),
    "renban": _line_of(Renban),
    "whispers": _whispers,
    "betweenline": _line_of(BetweenLine),
    "doublearrow": _line_of(DoubleArrow),
    "zipperline": _line_of(ZipperLine),
    "regionsumline": _line_of(RegionSumLine),
    "lockout": _lockout,
    "entropicline": _line_of(EntropicLine),
    "modularline": _line_of(ModularLine),
    "nabner": _nabner,
    "rowindexer": _indexer(rows=True),
    "columnindexer": _indexer(rows=False),
    "boxindexer": _box_indexer,
    "odd": _marked(Odd),
    "even": _marked(Even),
    "clone": _clone,
    "quadruple": _quadruple,
    "sandwichsum": _outside(Sandwich, 0, both_ways=True),
    "xsum": _outside(XSum, 1),
    "skyscraper": _outside(Skyscraper, 1),
}

# ---- The puzzle ----------------------------------------------------------------------------------

LARGEST = 25
MOST_ENTRIES = 3000
SHOWN = 5  # constraints in an error; all of them would be a long line

_SWITCHES = ("diagonal+", "diagonal-", "antiknight", "antiking", "nonconsecutive", "disjointgroups")
_PAIRS = ("difference", "ratio", "xv")
_OTHERS = ("size", "grid", "negative", "extraregion", "minimum", "maximum")
_DRAWN = ("line", "rectangle", "circle", "text", "cage")
_COPIES = ("fromConstraint", "isNewConstraint")  # on drawings of what is said as well
_SPOKEN = ("ruleset", "metadata", "fogofwar", "foglight", "triggereffect")
# Keys without effect on the solutions. The setter's solution follows from the clues; logic that is
# switched off, and the candidates that are shown, are for the page's own solver.
_ADORNING = (
    "title",
    "author",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
)
# What a solver entered or pencilled in, and colors. A value without `given` was entered.
_ENTERED = ("centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray")
_LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle", "opacity")
_FROM = (*_COPIES, "fromRangskSolver")  # which program added an entry
_ENTRIES = {*ENTRIES, *_PAIRS, "extraregion", "minimum", "maximum"}
_KNOWN = {*_SWITCHES, *_PAIRS, *_OTHERS, *_DRAWN, *_SPOKEN, *_ADORNING, *ENTRIES}

Pairs = list[tuple[tuple[Cell, ...], int]]


def sudoku_of(puzzle: Value) -> Sudoku:
    """Return the sudoku. Raises ModelError, which names the entry, for what does not fit."""
    return _Reader(puzzle).sudoku()


class _Reader:
    """Collects what the keys of the object say."""

    def __init__(self, puzzle: Value) -> None:
        self.puzzle = puzzle
        # Raise ModelError for constraints that are not known, or too many.
        fields = puzzle.fields()
        unknown = [key for key, value in fields.items() if key not in _KNOWN and value.is_said]
        if unknown:
            names = ", ".join(sorted(unknown))
            allowed = sorted({*ENTRIES, *_PAIRS})
            wanted = f"{', '.join(allowed[:SHOWN])}, {len(allowed) - SHOWN} others"
            wanted += did_you_mean(unknown[0], allowed)
            raise ModelError(f"{names}, which minuet has not, expected constraints among {wanted}")
        lists = [
            value for key, value in fields.items()
            if key not in ("grid", "solution") and isinstance(value.plain, list)
        ]  # fmt: skip
        if sum(len(value.plain) for value in lists) > MOST_ENTRIES:
            fault = f"{sum(len(value.plain) for value in lists)} constraints and drawings"
            raise ModelError(f"{fault}, expected up to {MOST_ENTRIES}")
        for key, value in fields.items():
            for entry in value.items() if key in _ENTRIES else ():
                entry.ignore(*_LOOKS, *_FROM)
        puzzle.ignore(*_ADORNING)
        rows = [list(row.items("cell")) for row in puzzle.field("grid").items("row")]
        self.size = len(rows)
        if not 1 <= self.size <= LARGEST:
            raise ModelError(f"a grid of {self.size} rows, expected 1 to {LARGEST}")
        if "size" in puzzle and puzzle.field("size").number(1, LARGEST) != self.size:
            raise puzzle.field("size").error(f"{self.size}, as the grid has rows")
        for number, row in enumerate(rows, 1):
            if len(row) != self.size:
                reason = f"grid: row {number} has {len(row)} cells"
                raise ModelError(f"{reason}, expected {self.size}")
        self.cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
        for cell in self.cells.values():
            cell.ignore(*_ENTERED)

    def sudoku(self) -> Sudoku:
        """Return the puzzle."""
        labels = {cell: self._label(cell, value) for cell, value in self.cells.items()}
        regions = Regions(self.size, labels)
        if self.puzzle.field("regionsumline").is_said and not regions.is_whole:
            raise ModelError("regionsumline, expected regions that cover the grid")
        extra = [*regions.extra, *self._extra(regions)]
        self.switches = read_metadata(self.puzzle.field("metadata"))
        self._warn()
        constraints = list(self._constraints())
        in_boxes = self._flag("disjointgroups") and "regions" not in regions.arguments
        groups = [DisjointGroups()] if in_boxes else []
        falling, rising = self._flag("diagonal-"), self._flag("diagonal+")
        if falling and rising:
            diagonals, extra = True, extra
        else:
            pairs = zip(diagonals_of(self.size), (falling, rising), strict=True)
            diagonals, extra = False, [*(line for line, wanted in pairs if wanted), *extra]
        small = [Cage(None, c) for c in self._extra_regions() if 1 < len(c) < self.size]
        return Sudoku(
            self._givens(),
            extra=extra,
            diagonals=diagonals,
            constraints=[*regions.constraints, *small, *constraints, *groups],
            **regions.arguments,
        )

    def _flag(self, key: str) -> bool:
        return self.puzzle.field(key).flag()

    # ---- The grid -------------------------------------------------------------------------

    def _label(self, cell: Cell, value: Value) -> int | None:
        if "region" not in value:
            return usual_label(self.size, cell)
        region = value.field("region")
        return None if region.plain is None else region.number(-1, self.size * self.size)

    def _givens(self) -> list[list[int]]:
        rows = [[0] * self.size for _ in range(self.size)]
        for (row, col), cell in self.cells.items():
            if self._is_given(cell):
                rows[row][col] = cell.field("value").number(0, self.size)
            else:
                cell.ignore("value")  # a solver entered it
        return rows

    def _is_given(self, cell: Value) -> bool:
        return cell.field("given").flag() and cell.field("value").is_said

    def _marks(self) -> Iterator[Constraint]:
        """Yield the cells of which the setter left some values."""
        for cell, value in self.cells.items():
            marks = value.field("givenPencilMarks")
            if marks.is_said and not self._is_given(value):
                values = sorted({mark.number(1, self.size) for mark in marks.items("mark")})
                yield Candidates((cell,), tuple(values))

    def _extra(self, regions: Regions) -> list[tuple[Cell, ...]]:
        extra = [cells for cells in self._extra_regions() if len(cells) == self.size]
        disjoint = self._flag("disjointgroups")
        if disjoint and not regions.is_whole:
            raise ModelError("disjointgroups, expected regions that cover the grid")
        if disjoint and "regions" in regions.arguments:
            extra += [tuple(group) for group in zip(*regions.cells.values(), strict=True)]
        return extra

    def _extra_regions(self) -> Iterator[tuple[Cell, ...]]:
        for entry in self.puzzle.field("extraregion").items():
            cells = cells_in(entry.field("cells"), self.size)
            if len(cells) > self.size:
                reason = f"{entry.path}: {len(cells)} cells"
                raise ModelError(f"{reason}, expected up to {self.size}")
            yield cells

    # ---- Constraints ----------------------------------------------------------------------

    def _constraints(self) -> Iterator[Constraint]:
        yield from self._marks()
        if self._flag("antiknight") or "antiknight" in self.switches:
            yield AntiKnight()
        if self._flag("antiking") or "antiking" in self.switches:
            yield AntiKing()
        yield from self._dots()
        for key, read in ENTRIES.items():
            for entry in self.puzzle.field(key).items():
                try:
                    yield from read(entry, self.size)
                except ModelError as error:
                    message = str(error)
                    raise ModelError(
                        message if message.startswith(entry.path) else f"{entry.path}: {message}"
                    ) from None
        for key, sign in (("minimum", 1), ("maximum", -1)):
            yield from self._extremes(key, sign)

    def _extremes(self, key: str, sign: int) -> Iterator[Constraint]:
        """Yield that marked cells are less, or greater, than the neighbours that are not marked."""
        entries = self.puzzle.field(key).items()
        marked = {cell_in(entry.field("cell"), self.size): None for entry in entries}
        for row, col in marked:
            steps = [*BESIDE, *((-down, -right) for down, right in BESIDE)]
            for other in sorted((row + down, col + right) for down, right in steps):
                if other in self.cells and other not in marked:
                    yield Less(((row, col), other)[::sign])

    def _pairs(self, key: str, usual: int) -> Pairs:
        pairs: Pairs = []
        for entry in self.puzzle.field(key).items():
            cells = cells_in(entry.field("cells"), self.size)
            if len(cells) != 2:
                raise ModelError(f"{entry.path}: {len(cells)} cells, expected 2")
            value = entry.field("value")
            pairs.append((cells, value.number(0, self.size) if value.text().strip() else usual))
        return pairs

    def _dots(self) -> Iterator[Constraint]:
        """Yield what dots say, and signs, and what it says that no others are shown."""
        negative = [entry.text() for entry in self.puzzle.field("negative").items()]
        if "foglight" in negative:
            self.puzzle.warn("negative foglight is not read")
        unknown = sorted(set(negative) - {"ratio", "xv", "foglight"})
        if unknown:
            reason = f"negative {', '.join(unknown)}, which minuet has not"
            raise ModelError(f"{reason}, expected ratio or xv")
        differences, ratios = self._pairs("difference", 1), self._pairs("ratio", 2)
        alone, apart = self._flag("nonconsecutive"), "ratio" in negative
        usual = all(by == 1 for _, by in differences) and all(by == 2 for _, by in ratios)
        dots = [cells for cells, _ in (*differences, *ratios)]
        if usual and (dots or alone) and alone == apart:
            whites, blacks = ([cells for cells, _ in pairs] for pairs in (differences, ratios))
            yield Kropki(whites, blacks, all_shown=alone)
        else:
            yield from (Difference(cells, by) for cells, by in differences)
            yield from (Ratio(cells, by) for cells, by in ratios)
            if alone and not apart and not dots:
                yield NonConsecutive()
            elif alone or apart:
                shown = tuple(sorted({by for _, by in ratios})) or (2,)
                yield DotsShown((1,) if alone else (), shown if apart else (), tuple(dots))
        yield from self._signs("xv" in negative)

    def _signs(self, all_shown: bool) -> Iterator[Constraint]:
        signs: dict[str, list[Sequence[Cell]]] = {"X": [], "V": []}
        for entry in self.puzzle.field("xv").items():
            sign = entry.field("value").text().strip().upper()
            if sign and sign not in signs:
                raise entry.field("value").error("X or V")
            if sign:
                signs[sign].append(cells_in(entry.field("cells"), self.size))
            else:
                entry.ignore_all()  # it says nothing yet
        if any(signs.values()) or all_shown:
            yield XV(tuple(signs["X"]), tuple(signs["V"]), all_shown=all_shown)

    def _warn(self) -> None:
        """Say what is not read: rules in words, and drawings, which mean what these words say."""
        read_rules(self.puzzle.field("ruleset"))
        counts = dict.fromkeys(_DRAWN, 0)
        for key in _DRAWN:
            for entry in self.puzzle.field(key).items():
                if is_metadata(entry):
                    self.switches |= read_metadata_cage(entry)
                else:
                    # Whether an entry is there for the rules in words, not for a constraint.
                    element = entry.plain
                    counts[key] += not isinstance(element, dict) or not any(
                        element.get(key) for key in _COPIES
                    )
                    entry.ignore_all()
        drawings = [plural(count, key) for key, count in counts.items() if count]
        if drawings:
            verb = "is" if sum(counts.values()) == 1 else "are"
            self.puzzle.warn(f"{listing(drawings)} {verb} drawn, not read")
        if "norowcol" in self.switches:
            self.puzzle.warn("metadata norowcol is not read")


# ---- Minimum and maximum cells -------------------------------------------------------------------
# A marked cell is less (greater) than each neighbour along rows and columns that is not marked
# alike. The other way round: of the cells that are less than some neighbours, those are marked
# whose other neighbours are all marked too.


Pair = tuple[Cell, Cell]


def beside(cell: Cell, size: int) -> list[Cell]:
    """Return the neighbours of a cell along rows and columns, in the order of the grid."""
    row, col = cell
    steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size]


def extremes_of(constraints: Sequence[Less], size: int) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that are marked as least, and as greatest.

    Raises ModelError for inequalities that no marks say.
    """
    pairs: Counter[Pair] = Counter()
    for constraint in constraints:
        low, high = cells_of(constraint.cells)
        pairs[low, high] += 1
    turned: Counter[Pair] = Counter({(high, low): times for (low, high), times in pairs.items()})
    for first, second, least_first in ((pairs, turned, True), (turned, pairs, False)):
        marked = _marked_extremes(first, size)
        rest = Counter(second)
        rest.subtract(Counter((other, cell) for cell, other in _implied_pairs(marked, size)))
        if min(rest.values(), default=0) < 0:
            continue
        others = _marked_extremes(+rest, size)
        if Counter(_implied_pairs(others, size)) == +rest:
            return (marked, others) if least_first else (others, marked)
    title = constraints[0].title
    raise ModelError(f"{title}, which the page has not: expected others, or none")


def _marked_extremes(pairs: Counter[Pair], size: int) -> list[Cell]:
    """Return the cells whose neighbors are all given, or marked too; none if nothing is given."""
    if not pairs:
        return []
    others = {other for _, other in pairs}
    every = ((row, col) for row in range(size) for col in range(size))
    marked = {cell: None for cell in every if cell not in others}
    while True:
        wrong = [
            cell
            for cell in marked
            if any((cell, near) not in pairs and near not in marked for near in beside(cell, size))
        ]
        if not wrong:
            return list(marked)
        for cell in wrong:
            del marked[cell]


def _implied_pairs(marked: Sequence[Cell], size: int) -> Iterator[Pair]:
    """Yield the pairs that marks imply, the marked cell first."""
    marked_cells = set(marked)
    for cell in marked:
        yield from ((cell, other) for other in beside(cell, size) if other not in marked_cells)

"""The base of all constraints, and the kinds of fields that they declare."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from ...errors import ModelError, excerpt
from ..demands import Demand
from ..grid_shape import Cell, Cells, GridShape, cells_of, spell_cell, spell_cells, square_grid
from ..grid_values import Grid, rows_of, whole_number
from . import text_fields as text

if TYPE_CHECKING:
    from ...picture.picture import Shape
    from ..demands import RegionDemand, ShadeDemand, Sight

__all__ = ["Constraint", "consecutive", "other_third", "third_of", "two_of"]

# ---- Fields --------------------------------------------------------------------------------------
# A constraint's fields are its arguments in Python and its keys in TOML, so each kind says what it
# accepts, the one form into which its spellings are brought, and its text in TOML.


class FieldKind(NamedTuple):
    """A kind of field.

    accepts   whether a value is of the kind; raises ModelError itself for cells that are none
    expected  what is expected instead, in messages
    settled   a value in the kind's one form: cells as pairs, lists as tuples
    toml      a settled value as TOML; raises ModelError for what TOML cannot say
    """

    accepts: Callable[[object], bool]
    expected: str
    settled: Callable[[Any], Any]
    toml: Callable[[Any], str]


def _is_number(value: object) -> bool:
    return whole_number(value) is not None


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _are_numbers(value: object) -> bool:
    return isinstance(value, Sequence | range) and all(map(_is_number, value))


def _are_lists(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_are_numbers, value))


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)


def _are_cells(value: object) -> bool:
    cells_of(value)  # type: ignore[arg-type]
    return True


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _optional_number(value: int | None) -> int | None:
    return None if value is None else whole_number(value)


def _same(value: Any) -> Any:
    return value


def _plain_text(value: object) -> str:
    if value is None:
        raise ModelError("nothing, which TOML cannot say")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(mark: str) -> str:
    if mark in '"\\':
        return f"\\{mark}"
    return mark if mark.isprintable() else f"\\U{ord(mark):08x}"


def _listed(values: Sequence[Any], spell: Callable[[Any], str]) -> str:
    return f"[{', '.join(map(spell, values))}]"


def _quoted_cells(cells: Any) -> str:
    return _quoted(spell_cells(cells))


FIELD_KINDS: Mapping[str, FieldKind] = {
    "int": FieldKind(_is_number, "an integer", whole_number, _plain_text),
    "int | None": FieldKind(
        lambda value: value is None or _is_number(value),
        "an integer",
        _optional_number,
        _plain_text,
    ),
    "bool": FieldKind(lambda value: isinstance(value, bool), "True or False", _same, _plain_text),
    "str": FieldKind(lambda value: isinstance(value, str), "a text", _same, _quoted),
    "str | None": FieldKind(_is_text, "a text", _same, _quoted),
    "Cells": FieldKind(_are_cells, "cells", cells_of, _quoted_cells),
    "Sequence[int]": FieldKind(
        _are_numbers,
        "a list of integers",
        lambda values: tuple(map(whole_number, values)),
        lambda values: _listed(values, _plain_text),
    ),
    "Sequence[Sequence[int]]": FieldKind(
        _are_lists,
        "lists of integers",
        lambda several: tuple(tuple(map(whole_number, values)) for values in several),
        lambda several: _listed(several, lambda values: _listed(values, _plain_text)),
    ),
    "Sequence[str]": FieldKind(
        _are_texts,
        "a list of texts",
        tuple,
        lambda several: _listed(several, _quoted),
    ),
    "Sequence[Cells]": FieldKind(
        _is_list,
        "a list of cells",
        lambda several: tuple(map(cells_of, several)),
        lambda several: _listed(several, _quoted_cells),
    ),
}


# ---- Constraints ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Constraint:
    """A constraint of a sudoku variant. Its class is all that there is to say about it.

    The fields of the dataclass are its arguments in Python and its keys in TOML; the base
    class checks, reads and writes them by their annotations (see "Fields" above). What it
    demands (`demands`) is both the rules that it adds to a puzzle and its check of an answer. The
    class docstring is its page: the first paragraph stands in docs/sudoku.md.

    kind         what one of its kind is called, in messages (`cage 3`) and, with hyphens, in TOML
    whole        whether it is a rule of the whole grid, which needs no number
    words        its words in constraint strings, the one that is usually written first
    small_words  further ones, which no message proposes
    brings_cells whether it brings cells outside the grid along (`extra_cells`)
    joins        whether all that such a text says of the kind is one constraint (`join`)
    finds_regions  whether it is about regions that are to be found (found_regions.py)
    finds_shading  whether it is about cells that are to be shaded (sudokus/shading.py)
    finds_cave   whether these are the walls of a cave
    name         what messages call it; None: its kind and its number among that kind
    """

    kind: ClassVar[str] = "constraint"
    whole: ClassVar[bool] = False
    words: ClassVar[Sequence[str]] = ()
    small_words: ClassVar[Sequence[str]] = ()
    brings_cells: ClassVar[bool] = False
    joins: ClassVar[bool] = False
    finds_regions: ClassVar[bool] = False
    finds_shading: ClassVar[bool] = False
    finds_cave: ClassVar[bool] = False
    name: str | None = field(default=None, kw_only=True)

    # ---- What it demands ------------------------------------------------------------------

    @abstractmethod
    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield what the constraint demands. Raises ModelError, without its name, for mistakes."""

    def region_demands(self, grid: GridShape) -> Iterator[RegionDemand]:
        """Yield what it demands of regions that are to be found: here nothing."""
        return iter(())

    def shade_demands(self, grid: GridShape) -> Iterator[ShadeDemand | Sight]:
        """Yield what it demands of cells that are to be shaded: here nothing."""
        return iter(())

    def extra_cells(self, grid: GridShape) -> Sequence[Cell]:
        """Return the cells outside the grid that the constraint brings along: here none."""
        return ()

    def check(self, digits: Mapping[Cell, int], grid: GridShape) -> Iterator[str]:
        """Say of each demand that the digits break what they are; a blank cell breaks all."""
        for demand in self.demands(grid.bare):
            if not demand.holds(digits):
                marks = ", ".join(str(digits.get(cell, "nothing")) for cell in demand.cells)
                yield f"{spell_cells(demand.cells)}: {marks}"

    def holds(self, grid: Grid | str) -> bool:
        """Whether a filled grid keeps the constraint; cells that it is not about may be blank."""
        rows = rows_of(grid, 0)
        cells = {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}
        digits = {cell: value for cell, value in cells.items() if value}
        return not any(self.check(digits, square_grid(len(rows))))

    # ---- Its fields -----------------------------------------------------------------------

    @classmethod
    def arguments(cls) -> list[Field[Any]]:
        """Return the fields that the kind has of its own: all but its name."""
        return [part for part in fields(cls) if part.name != "name"]

    @classmethod
    def key(cls) -> str:
        """Return the kind as TOML and `constraint_of` call it."""
        return cls.kind.replace(" ", "-")

    def require_fields(self) -> None:
        """Raise ModelError for a field that is not what its annotation says.

        Cells, numbers, truth values and lists of these are looked at, others are not.
        """
        for part in fields(self):
            value = getattr(self, part.name)
            wanted = FIELD_KINDS.get(_annotation(part))
            if wanted is not None and not wanted.accepts(value):
                raise ModelError(f"a {part.name} of {excerpt(repr(value))}, expected {wanted[1]}")

    def settled(self) -> Self:
        """Return the constraint with cells as pairs and lists as tuples: one form for equal ones.

        Raises ModelError as `require_fields`.
        """
        self.require_fields()
        kinds = [(part.name, FIELD_KINDS.get(_annotation(part))) for part in fields(self)]
        return replace(
            self, **{name: kind.settled(getattr(self, name)) for name, kind in kinds if kind}
        )

    def path(self, cells: Cells, least: int = 1, *, once: bool = True) -> tuple[Cell, ...]:
        """Return cells as pairs. Raises ModelError for fewer than `least`, or, `once`, repeats."""
        path = cells_of(cells)
        if len(path) < least:
            raise ModelError(f"{_count(path)}, expected {least} or more")
        if once and len(set(path)) < len(path):
            (twice, _), *_ = Counter(path).most_common(1)
            raise ModelError(f"{spell_cell(twice)} twice, expected each cell once")
        return path

    # ---- Constraint strings ---------------------------------------------------------------

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:
        """Return what a word of `words` or `small_words` says with these fields.

        Here a word is about nothing more, or about the cells of the only argument. Raises
        ModelError, without the word, for fields that do not fit.
        """
        if not cls.arguments():
            text.no_fields(given)
        make: Callable[..., Constraint] = cls
        return [make(text.cells(given)) if cls.arguments() else make()]

    def in_words(self, grid: GridShape) -> Iterable[str]:
        """Return the words, with their fields, that say the constraint in such a grid.

        They may say less than all: `to_text` reads them again.
        """
        lines = [cells_of(getattr(self, part.name)) for part in self.arguments()[:1]]
        return [text.word(self.words[0], *lines)]

    @property
    def given(self) -> tuple[Cell, int] | None:
        """The cell and its value, for a constraint that says no more than these."""
        return None

    @classmethod
    def join(cls, parts: Sequence[Constraint]) -> Constraint | None:
        """Return the one constraint that these say together, if there is one."""
        return parts[0] if len(parts) == 1 else None

    def to_text(self, grid: GridShape | int = 9) -> str:
        """Return the constraint as a constraint string, as in `Cage~15~R1C1~R1C2`.

        grid  where it stands; a number: a square of that size

        Raises ModelError for what the words cannot say there.
        """
        if isinstance(grid, int):
            grid = square_grid(grid)
        wanted = self.settled()
        try:
            words = list(wanted.in_words(grid)) if self.words or self.small_words else []
            result = self.join(
                [
                    constraint
                    for word, *given in (entry.split("~") for entry in words)
                    for constraint in self.from_text(word, given, grid)
                ]
            )
        except ModelError:
            result = None
        if result is None or result.settled() != wanted:
            raise ModelError(f"{wanted._spelled()}, which no constraint string says")
        return ".".join(words)

    # ---- TOML -----------------------------------------------------------------------------

    def to_toml(self) -> str:
        """Return lines that say the constraint below the line `[sudoku]`.

        One without arguments is a switch, as in `anti_knight = true`; such lines come first.
        Raises ModelError for what TOML cannot say.
        """
        if not self.arguments():
            if self.name is not None:
                raise ModelError(f"{self._spelled()}, whose name TOML cannot say")
            return f"{self.key().replace('-', '_')} = true\n"
        lines = [f"[[sudoku.{self.key()}]]"]
        wanted = self.settled()
        for part in fields(self):
            value = getattr(wanted, part.name)
            kind = FIELD_KINDS.get(_annotation(part))
            if kind is None:
                raise ModelError(f"{self.kind} with {part.name}, which TOML cannot say")
            if value != part.default:
                lines.append(f"{part.name} = {kind.toml(value)}")
        return "\n".join(lines) + "\n"

    def _spelled(self) -> str:
        """Return the settled constraint as Python has it, cells by name, defaults left out."""
        given = []
        for part in fields(self):
            value, kind = getattr(self, part.name), _annotation(part)
            if value != part.default:
                literal = FIELD_KINDS[kind].toml(value) if "Cells" in kind else repr(value)
                given.append(f"{part.name}={literal}")
        return f"{type(self).__name__}({', '.join(given)})"

    # ---- Picture --------------------------------------------------------------------------

    def shapes(self, grid: GridShape) -> Iterable[Shape]:
        """Return what a picture of the puzzle shows of it, on squares (row, col): here nothing."""
        return ()

    @property
    def title(self) -> str:
        """What pictures call it."""
        return self.name or self.kind

    @property
    def note(self) -> str:
        """What a picture says below the grid of what its shapes do not show: here nothing.

        A constraint without shapes is named there in any case.
        """
        return ""


def third_of(grid: GridShape) -> int:
    """Return how many values are a third of all. Raises ModelError where none is."""
    if grid.size % 3:
        raise ModelError(f"{grid.size} values, expected three thirds")
    return grid.size // 3


@cache
def other_third(first: int, third: int) -> Callable[[int, int], bool]:
    """Return whether two values, which count from `first`, are of different thirds."""
    return lambda v, w: (v - first) // third != (w - first) // third


def two_of(cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Return the two cells of a pair. Raises ModelError for more or fewer."""
    if len(cells) != 2:
        raise ModelError(f"{_count(cells)}, expected 2")
    return cells[0], cells[1]


def consecutive(v: int, w: int) -> bool:
    """Whether two values differ by one."""
    return abs(v - w) == 1


def _annotation(part: Field[Any]) -> str:
    return part.type if isinstance(part.type, str) else getattr(part.type, "__name__", "")


def _count(cells: Sequence[Cell]) -> str:
    return "1 cell" if len(cells) == 1 else f"{len(cells)} cells"

"""What automata say of lines of cells: a table of their words or steps, and what these agree on.

A line with few words is one choice among them. Of another one each step is a choice, and steps
behind each other agree on the state between them. Words and steps are laid out as arrays; the rows
of their table are made when somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.agreement import KeptPairs
from ...rules.keys import Coded, KeptKeys, Key, LateKeys
from ...tables.rows import LateRows
from ..cells import Cell, spell_cell
from ..demands import Walk
from .automata import Layers

__all__ = ["Line", "LineRow", "state_keys", "table_of_lines", "value_keys"]

Numbers = npt.NDArray[np.intp]
Values = tuple[tuple[Cell, int], ...]
States = tuple[tuple[str, Hashable], ...]


class LineRow(NamedTuple):
    """A word of a line, or one of its steps: `place` is the cell's (0 for whole words)."""

    rule: str
    place: int
    values: Values
    states: States


@dataclass(frozen=True, eq=False)
class Line:
    """A walk under the name of its rule, and its words (v - 1, a word a row), if they are few."""

    rule: str
    walk: Walk
    layers: Layers
    words: Numbers | None

    @property
    def stepwise(self) -> bool:
        """Whether its choices are steps that are said where they begin and end."""
        return self.words is None and len(self.walk.cells) > 1

    @property
    def keys(self) -> list[Key]:
        """What there is one choice for: the whole line, or each of its cells."""
        named = self.stepwise and any(len(layer.before) for layer in self.layers.steps)
        return list(self.names) if named else [self.walk.what]

    @cached_property
    def names(self) -> list[str]:
        """The names of the cells; of one that is read again, the name with a number."""
        seen: dict[Cell, int] = {}
        names = []
        for cell in self.walk.cells:
            seen[cell] = seen.get(cell, 0) + 1
            names.append(spell_cell(cell) + (f" ({seen[cell]})" if seen[cell] > 1 else ""))
        return names

    @property
    def sizes(self) -> list[int]:
        """How many choices there are of the line, or of each of its cells."""
        if self.words is not None:
            return [len(self.words)]
        return [len(layer.before) for layer in self.layers.steps]

    def choices(self, start: int, rows: int) -> KeptKeys:
        """Return which rows of the table are choices of what; the line's begin at `start`."""
        sizes = self.sizes
        owners = np.arange(start, start + sum(sizes))
        return KeptKeys(self.keys, owners, np.repeat(np.arange(len(sizes)), sizes), rows)

    def listed(self) -> Iterator[LineRow]:
        """Yield the rows of the table."""
        cells = self.walk.cells
        if self.words is not None:
            for word in (self.words + 1).tolist():
                yield LineRow(self.rule, 0, tuple(zip(cells, word, strict=True)), ())
            return
        states, last = self.layers.states, len(cells) - 1
        for place, (cell, layer) in enumerate(zip(cells, self.layers.steps, strict=True)):
            before = self.before(place)
            behind = "" if place == last else self.before(place + 1)
            for one, value, other in zip(*(column.tolist() for column in layer), strict=True):
                said = [(before, states[place][one])] * bool(place)
                said += [(behind, states[place + 1][other])] * (place != last)
                yield LineRow(self.rule, place, ((cell, value + 1),), tuple(said))

    def before(self, place: int) -> str:
        """Name the state before the cell at a place."""
        return f"{self.rule} before {self.names[place]}"


def table_of_lines(lines: Sequence[Line]) -> LateRows | tuple[()]:
    """Return the rows of the table of all lines; of no rows nobody is told the columns."""
    rows = sum(sum(line.sizes) for line in lines)
    if not rows:
        return ()
    return LateRows(LineRow._fields, rows, lambda: (row for line in lines for row in line.listed()))


def value_keys(lines: Sequence[Line], cells: Sequence[Cell], values: Sequence[int]) -> KeptPairs:
    """Return which value each row gives to which of the cells, whose names are the keys."""
    place = {cell: number for number, cell in enumerate(cells)}
    owners, places, codes = [_NONE], [_NONE], [_NONE]
    row = 0
    for line in lines:
        of_line = np.array([place[cell] for cell in line.walk.cells], int)
        if line.words is not None:
            owners.append(np.repeat(np.arange(row, row + len(line.words)), len(of_line)))
            places.append(np.tile(of_line, len(line.words)))
            codes.append(line.words.ravel())
        else:
            owners.append(np.arange(row, row + sum(line.sizes)))
            places.append(np.repeat(of_line, line.sizes))
            codes += [layer.values for layer in line.layers.steps]
        row += sum(line.sizes)
    groups = LateKeys(len(cells), lambda: map(spell_cell, cells))
    keys = KeptKeys(groups, np.concatenate(owners), np.concatenate(places), row)
    return KeptPairs(keys, Coded(values, np.concatenate(codes)))


def state_keys(lines: Sequence[Line]) -> KeptPairs | None:
    """Return which state each step gives to the place before it and to that behind it, if any."""
    owners, codes = [_NONE], [_NONE]
    names: list[Key] = []
    known: list[Hashable] = []
    of_names = [0]  # the place of the name that each part of `owners` has
    row = 0
    for line in lines:
        if line.stepwise:
            last = len(line.walk.cells) - 1
            for place, layer in enumerate(line.layers.steps):
                steps = np.arange(row, row + len(layer.before))
                row += len(steps)
                if place:
                    owners.append(steps)
                    of_names.append(len(names) - 1)
                    codes.append(layer.before + len(known))
                    known += line.layers.states[place]
                if place != last and len(steps):
                    names.append(line.before(place + 1))
                    owners.append(steps)
                    of_names.append(len(names) - 1)
                    codes.append(layer.behind + len(known))
        else:
            row += sum(line.sizes)
    if not names:
        return None
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    places = np.repeat(of_names, list(map(len, owners)))
    keys = KeptKeys(names, owner[order], places[order], row)
    return KeptPairs(keys, Coded(known, np.concatenate(codes)[order]))


_NONE = np.zeros(0, np.intp)

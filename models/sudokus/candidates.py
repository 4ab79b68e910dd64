"""Candidates: the values that known digits, houses and constraints leave to the other cells.

This is what a person pencils into a grid before the solving begins: a value goes where it stands in
the same house already, and where a constraint has no use for it (no word of a line, no set of a
cage, no partner in a pair holds it there). Cells with a single candidate left stay what they are:
nothing follows from them in their houses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from ..errors import ModelError
from .arc_consistency import Conflicts, Domains, domains_of, values_in
from .cells import Cell, cells_of, spell_cell
from .demands import Demand, Different, Digits, OneOf, Walk, shifted
from .grid_shape import GridShape

__all__ = ["candidates_left", "candidates_told"]

MOST_STATES = 20_000  # of an automaton behind one cell; with more, its line is left out


def candidates_told(
    told: Mapping[Cell | str, Iterable[int]], grid: GridShape
) -> dict[Cell, tuple[int, ...]]:
    """Return candidates as they were told, by pairs or names of cells, ascending.

    Raises ModelError for a cell outside the grid and for a value that there is not.
    """
    found = {}
    for name, values in told.items():
        cells = cells_of(name if isinstance(name, str) else [name])
        if len(cells) != 1:
            raise ModelError(f"candidates of {name}: {len(cells)} cells, expected one")
        grid.require(cells)
        cell = cells[0]
        if not isinstance(values, Iterable):
            raise ModelError(f"candidates {values!r} of {spell_cell(cell)}, expected a list")
        wanted = set(values)
        for value in wanted:
            if value not in grid.values:
                what = f"candidate {repr(value)[:40]} of {spell_cell(cell)}"
                raise ModelError(f"{what}, expected {grid.first} to {grid.last}")
        found[cell] = tuple(sorted(wanted))
    return found


def candidates_left(
    digits: Mapping[Cell, int], demands: Iterable[Demand], grid: GridShape
) -> dict[Cell, tuple[int, ...]]:
    """Return what is left to each cell that has no digit, ascending; nothing where digits clash."""
    by = grid.first - 1
    digits = {cell: value - by for cell, value in digits.items()} if by else digits
    domains = dict.fromkeys(grid.every_cell, (1 << grid.size) - 1)
    for house in grid.houses:
        _differ(house, domains, digits)
    domains.update({cell: 1 << (value - 1) for cell, value in digits.items()})
    every = [shifted(demand, by) for demand in demands]
    wide = [demand for demand in every if isinstance(demand, Different | Digits | Walk)]
    conflicts, before = Conflicts(grid), None
    while domains != before:
        before = dict(domains)
        known = [OneOf(cell, values_in(values)) for cell, values in domains.items()]
        domains.update(domains_of([*known, *every], grid, conflicts))
        for demand in wide:
            _narrow(demand, domains, digits)
    return {
        cell: tuple(value + by for value in values_in(values))
        for cell, values in sorted(domains.items())
        if cell not in digits and cell in grid.cells
    }


def _differ(cells: Sequence[Cell], domains: Domains, digits: Mapping[Cell, int]) -> None:
    taken = 0
    for cell in cells:
        if cell in digits:
            taken |= 1 << (digits[cell] - 1)
    for cell in cells:
        if cell not in digits:
            domains[cell] &= ~taken


def _narrow(
    demand: Different | Digits | Walk, domains: Domains, digits: Mapping[Cell, int]
) -> None:
    """Take the values from the cells that the demand has no use for there."""
    if isinstance(demand, Different):
        _differ(demand.cells, domains, digits)
    elif isinstance(demand, Digits):
        # The values of the sets that the cells may hold together, as it seems.
        there = [domains[cell] for cell in demand.cells]
        anywhere = used = 0
        for values in there:
            anywhere |= values
        for one in demand.sets:
            held = sum(1 << (value - 1) for value in set(one))
            if not held & ~anywhere and all(held & values for values in there):
                used |= held
        for cell in demand.cells:
            domains[cell] &= used
    else:
        found = _used_steps(demand, domains)
        if found is not None:
            for cell, values in zip(demand.cells, found, strict=True):
                domains[cell] &= values


def _used_steps(walk: Walk, domains: Domains) -> list[int] | None:
    """Return the values at each cell with which the automaton accepts; None for too many states."""
    states: set[Hashable] = set(walk.begins)
    levels: list[list[tuple[Hashable, int, Hashable]]] = []
    for place, cell in enumerate(walk.cells):
        steps = []
        for state in states:
            for value in values_in(domains[cell]):
                behind = walk.step(state, place, value)
                if behind is not None:
                    steps.append((state, value, behind))
        levels.append(steps)
        states = {behind for _, _, behind in steps}
        if len(states) > MOST_STATES:
            return None
    good = {state for state in states if walk.accepts(state)}
    found = []
    for steps in reversed(levels):
        kept = [(state, value) for state, value, behind in steps if behind in good]
        good = {state for state, _ in kept}
        found.append(sum(1 << (value - 1) for value in {value for _, value in kept}))
    return found[::-1]

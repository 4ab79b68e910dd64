"""The pencil puzzles as models of CP-SAT, written by hand, with one worker.

A slitherlink is a circuit, a nonogram an automaton a line. What hangs together is cut lazily: the
model is solved, of each part that stands apart a cell must reach another through one of the cells
around it, and it is solved again. That there is no other solution is proved by forbidding the one
that was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .pencil_puzzles import Grid, reached

__all__ = ["by_cpsat"]

Cell = tuple[int, int]


class _Model:
    """A model of cells that are shaded or not, and what of them must hang together."""

    def __init__(self, rows: int, cols: int) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.rows, self.cols = rows, cols
        self.cells = [(r, c) for r in range(rows) for c in range(cols)]
        self.shaded = {cell: self.model.new_bool_var("") for cell in self.cells}
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solved = (cp_model.OPTIMAL, cp_model.FEASIBLE)

    def near(self, cell: Cell) -> list[Cell]:
        r, c = cell
        found = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return [one for one in found if one in self.shaded]

    def solution(self) -> set[Cell] | None:
        """Return the shaded cells of a solution of the model."""
        if self._solver.solve(self.model) not in self._solved:
            return None
        return {cell for cell, it in self.shaded.items() if self._solver.boolean_value(it)}

    def value(self, variable: Any) -> bool:
        return bool(self._solver.boolean_value(variable))

    def cut(self, literals: dict[Cell, Any], chosen: set[Cell]) -> bool:
        """Forbid parts that stand apart; whether there were any."""
        parts, left = [], set(chosen)
        while left:
            parts.append(reached(chosen, min(left)))
            left -= parts[-1]
        for part in parts if len(parts) > 1 else ():
            other = min(min(one) for one in parts if one is not part)
            around = {near for cell in part for near in self.near(cell)} - part
            ways = [literals[cell] for cell in around if cell in literals]
            self.model.add_bool_or(literals[min(part)].negated(), literals[other].negated(), *ways)
        return len(parts) > 1

    def unique(self, cuts: Callable[[set[Cell]], bool]) -> Any:
        """Return the one solution as rows of marks, else how many there are."""
        known: set[Cell] | None = None
        while True:
            shaded = self.solution()
            if shaded is None:
                break
            if cuts(shaded):
                continue
            if known is not None:
                return 2
            known = shaded
            clause = [it.negated() if cell in shaded else it for cell, it in self.shaded.items()]
            self.model.add_bool_or(clause)
        if known is None:
            return 0
        return ["".join(".#"[(r, c) in known] for c in range(self.cols)) for r in range(self.rows)]


def slitherlink(grid: Grid) -> Any:
    """Solve by a circuit on the points, and the cells inside it."""
    made = _Model(len(grid), len(grid[0]))
    model, rows, cols = made.model, made.rows, made.cols
    number = {(r, c): r * (cols + 1) + c for r in range(rows + 1) for c in range(cols + 1)}
    arcs = [(k, k, model.new_bool_var("")) for k in number.values()]
    lines: dict[tuple[int, int, bool], Any] = {}
    for (r, c), here in number.items():
        for down in (False, True):
            there = number.get((r + 1, c) if down else (r, c + 1))
            if there is not None:
                go, come = model.new_bool_var(""), model.new_bool_var("")
                arcs += [(here, there, go), (there, here, come)]
                lines[r, c, down] = line = model.new_bool_var("")
                model.add(line == go + come)
    model.add_circuit(arcs)
    for (r, c, down), line in lines.items():
        sides = [(r, c), (r, c - 1) if down else (r - 1, c)]
        both = [made.shaded[cell] for cell in sides if cell in made.shaded]
        if len(both) == 1:
            model.add(line == both[0])
        else:
            model.add_bool_xor(line, *both, True)
    for (r, c), mark in _clues(grid):
        around = [
            lines[r, c, False],
            lines[r + 1, c, False],
            lines[r, c, True],
            lines[r, c + 1, True],
        ]
        model.add(sum(around) == mark)
    return made.unique(lambda shaded: False)


def hitori(grid: Grid) -> Any:
    """Solve by pairs and by cuts."""
    made = _Model(len(grid), len(grid[0]))
    for cell in made.cells:
        for near in made.near(cell):
            if cell < near:
                made.model.add_at_most_one(made.shaded[cell], made.shaded[near])
    white = {cell: it.negated() for cell, it in made.shaded.items()}
    groups: dict[tuple[int, int, str], list[Any]] = {}
    for r, c in made.cells:
        groups.setdefault((0, r, grid[r][c]), []).append(white[r, c])
        groups.setdefault((1, c, grid[r][c]), []).append(white[r, c])
    for group in groups.values():
        made.model.add_at_most_one(group)
    return made.unique(lambda shaded: made.cut(white, set(made.cells) - shaded))


def nurikabe(grid: Grid) -> Any:
    """Solve by the island of each cell, and by cuts of islands and sea."""
    made = _Model(len(grid), len(grid[0]))
    model, clues = made.model, _clues(grid)
    land: list[dict[Cell, Any]] = []
    for (r, c), size in clues:
        reach = [cell for cell in made.cells if abs(cell[0] - r) + abs(cell[1] - c) < size]
        land.append({cell: model.new_bool_var("") for cell in reach})
        model.add(sum(land[-1].values()) == size)
        model.add(land[-1][r, c] == 1)
    for cell in made.cells:
        model.add_exactly_one(made.shaded[cell], *(one[cell] for one in land if cell in one))
    for k, one in enumerate(land):
        for cell, it in one.items():
            for near in made.near(cell):
                its = [] if near not in one else [one[near]]
                model.add_bool_or(it.negated(), made.shaded[near], *its)
            if cell != clues[k][0]:
                model.add_bool_or(it.negated(), *(one[n] for n in made.near(cell) if n in one))
    for r, c in made.cells:
        pool = [(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)]
        if pool[-1] in made.shaded:
            model.add_bool_or(made.shaded[cell].negated() for cell in pool)

    def cuts(shaded: set[Cell]) -> bool:
        islands = [{cell for cell, it in one.items() if made.value(it)} for one in land]
        apart = [made.cut(one, island) for one, island in zip(land, islands, strict=True)]
        return made.cut(made.shaded, shaded) or any(apart)

    return made.unique(cuts)


def nonogram(grid: Grid) -> Any:
    """Solve by an automaton a line."""
    half = len(grid) // 2
    made = _Model(half, len(grid) - half)
    for number, line in enumerate(grid):
        down = number >= half
        cells = [made.shaded[(k, number - half) if down else (number, k)] for k in range(half)]
        arcs, state = [(0, 0, 0)], 0
        for place, run in enumerate(mark for mark in map(int, line) if mark):
            if place:
                arcs += [(state, 0, state + 1), (state + 1, 0, state + 1)]
                state += 1
            arcs += [(state + k, 1, state + k + 1) for k in range(run)]
            state += run
        arcs += [(state, 0, state)] if state else []
        made.model.add_automaton(cells, 0, [state], arcs)
    return made.unique(lambda shaded: False)


def _clues(grid: Grid) -> list[tuple[Cell, int]]:
    marks: Iterable[tuple[Cell, str]] = (
        ((r, c), mark) for r, line in enumerate(grid) for c, mark in enumerate(line)
    )
    return [(cell, int(mark)) for cell, mark in marks if mark != "."]


def by_cpsat(kind: str, grid: Grid) -> Any:
    """Return the one solution as rows of marks, else how many there are, 2 for more."""
    return MODELS[kind](grid)


MODELS: dict[str, Callable[[Grid], Any]] = {
    "slitherlink": slitherlink,
    "hitori": hitori,
    "nurikabe": nurikabe,
    "nonogram": nonogram,
}

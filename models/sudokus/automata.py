"""Automata that read a line of cells, unrolled: all accepted words, or all steps.

The layers of a walk are the states that it can be in behind each cell and from which it can still
be accepted. A line with few accepted words becomes one choice among them; a line with many becomes
one choice a cell among the steps (state before, value, state behind), and neighbouring steps agree
on the state between them, so that the table grows with the length of the line and not with the
power of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from ..budget import spend
from ..errors import ModelError
from .cells import Cell
from .demands import Walk

__all__ = ["Step", "Words", "layers_of", "words_of"]

MOST_STEPS = 200_000

Words = list[tuple[int, ...]]


class Step(NamedTuple):
    """One step of an automaton: the state before the cell, the cell's value, the state behind."""

    before: Hashable
    value: int
    behind: Hashable


def layers_of(walk: Walk, size: int) -> list[list[Step]]:
    """Return, for each cell, the steps that are on some accepted walk; values are 1 to `size`.

    Raises ModelError for an automaton of more than MOST_STEPS steps.
    """
    layers: list[list[Step]] = []
    states: dict[Hashable, None] = {walk.start: None}
    made = 0
    for place in range(len(walk.cells)):
        layer = []
        for state in states:
            for value in range(1, size + 1):
                behind = walk.step(state, place, value)
                if behind is not None:
                    layer.append(Step(state, value, behind))
        spend(keys=len(layer), looks=4 * len(states) * size)
        layers.append(layer)
        made += len(layer)
        if made > MOST_STEPS:
            raise ModelError(f"over {MOST_STEPS} steps on a line, expected fewer states")
        states = dict.fromkeys(step.behind for step in layer)
    live = {state for state in states if walk.accepts(state)}
    for place in reversed(range(len(layers))):
        layers[place] = [step for step in layers[place] if step.behind in live]
        live = {step.before for step in layers[place]}
    return layers


def words_of(
    cells: Sequence[Cell],
    layers: Sequence[Sequence[Step]],
    differ: Callable[[Cell, Cell], bool],
    most: int,
) -> Words | None:
    """Return the accepted words, or None if there are more than `most`.

    Words that give one value to two cells that `differ` are left out.
    """
    steps: list[dict[Hashable, list[Step]]] = []
    for layer in layers:
        leaving: dict[Hashable, list[Step]] = {}
        for step in layer:
            leaving.setdefault(step.before, []).append(step)
        steps.append(leaving)
    apart = [[k for k in range(j) if differ(cells[k], cells[j])] for j in range(len(cells))]
    partial: list[tuple[tuple[int, ...], Hashable]] = [((), step.before) for step in layers[0][:1]]
    for place, leaving in enumerate(steps):
        longer = []
        for word, state in partial:
            taken = {word[k] for k in apart[place]}
            longer += [
                ((*word, step.value), step.behind)
                for step in leaving.get(state, ())
                if step.value not in taken
            ]
        spend(looks=len(longer))
        if len(longer) > 4 * most:
            return None
        partial = longer
    return [word for word, _ in partial] if len(partial) <= most else None

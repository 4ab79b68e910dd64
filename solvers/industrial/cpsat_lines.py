"""Automata of CP-SAT for lines of choices (models/rules/statements/regular.py).

In the matrix a line has hidden options, its words or the steps of its automaton, which items tie to
the choices of its places. CP-SAT has `automaton` for it, on the choices alone: the hidden options
and their items are left out of its model, and read off the choices of a solution. Where something
costs it goes without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...models.matrix.notes import Lines
from ..contract.query import Query
from ..encoding.rows import Rows
from ..encoding.selection import SelectedMatrix
from .cpsat_integers import LARGE, IntegerVariables, add_implication, add_variable

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_lines", "keep_places", "lines_of", "without_repeats"]


def lines_of(query: Query, whole: SelectedMatrix) -> list[Lines]:
    """Return the lines of which nothing else speaks of a hidden option.

    None is given or forbidden, or costs something, or is in the item of a statement, as where one
    names all of a place but some options.
    """
    named = np.zeros(len(whole.options), bool)
    named[[*query.given, *query.forbidden]] = True
    lines = []
    for note in query.matrix.notes:
        if isinstance(note, Lines):
            hidden, own = np.zeros(len(whole.options), bool), np.zeros(len(whole.low), bool)
            hidden[note.repeating()] = True
            own[note.items] = True
            own[note.spots] = True
            alone = own[whole.members[hidden[whole.owner]]].all()
            if alone and not (hidden & (named | (whole.costs != 0))).any():
                lines.append(note)
    return lines


def without_repeats(rest: SelectedMatrix, lines: Sequence[Lines]) -> SelectedMatrix:
    """Return a matrix without the hidden options of lines and what items say of them."""
    if not lines:
        return rest
    hidden, silent = np.zeros(len(rest.options), bool), np.zeros(len(rest.low), bool)
    loose = silent.copy()
    for note in lines:
        hidden[note.repeating()] = True
        silent[note.items] = True
        if note.empty >= 0:
            loose[note.spots] = True
    return rest.without(silent, hidden, loose)


def keep_places(notes: Iterable[Lines], table: Rows, integers: IntegerVariables) -> None:
    """Note that the automata need the Booleans of all places."""
    for note in notes:
        places = table.places(note.option)
        integers.keep(places[places >= 0].tolist())


def add_lines(
    model: CpModelProto,
    notes: Iterable[Lines],
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add that each line of the notes is a word of its automaton; calls `check` often."""
    for note in notes:
        _add_lines(model, note, table, integers, check)


def _add_lines(
    model: CpModelProto,
    note: Lines,
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    lines, places = note.spots.shape
    given = set(table.given)
    sure: dict[tuple[int, int], int] = {}  # the code at places where an option is given
    read: list[list[dict[int, list[int]]]] = [[{} for _ in range(places)] for _ in range(lines)]
    entries = note.line.tolist(), note.place.tolist(), note.option.tolist(), note.code.tolist()
    booleans = table.places(note.option).tolist()
    for line, place, option, code, boolean in zip(*entries, booleans, strict=True):
        if option in given:
            sure[line, place] = code
        elif boolean >= 0:
            read[line][place].setdefault(code, []).extend(integers.names([boolean]))
    steps = note.steps
    kind_of_step = steps.kind[steps.source]
    arcs = []
    for kind, first in enumerate(steps.first.tolist()):
        own = slice(*np.searchsorted(kind_of_step, [kind, kind + 1]).tolist())
        ends = np.flatnonzero(steps.accepts & (steps.kind == kind)).tolist()
        fields = steps.source[own], steps.code[own], steps.target[own]
        arcs.append((first, ends, *[field.tolist() for field in fields]))
    for line, kind in enumerate(note.kinds.tolist()):
        check()
        constraint = model.constraints.add().automaton
        first, ends, sources, codes, targets = arcs[kind]
        constraint.starting_state = first
        constraint.final_states.extend(ends)
        constraint.transition_tail.extend(sources)
        constraint.transition_label.extend(codes)
        constraint.transition_head.extend(targets)
        for place, codes_there in enumerate(read[line]):
            expression = constraint.exprs.add()
            if (line, place) in sure or not codes_there:
                expression.offset = sure.get((line, place), note.empty)
            else:
                _write_code(model, expression, codes_there, note.empty)


def _write_code(
    model: CpModelProto, expression: Any, codes: dict[int, list[int]], empty: int
) -> None:
    """Write the code at a place, given the Booleans of each code, as an affine expression."""
    if len(codes) == 1 and empty >= 0:
        ((code, booleans),) = codes.items()
        if len(booleans) == 1:
            expression.vars.append(booleans[0])
            expression.coeffs.append(code - empty)
            expression.offset = empty
            return
    variable = add_variable(model, [*codes, *([empty] if empty >= 0 else [])])
    for code, booleans in codes.items():
        for boolean in booleans:
            add_implication(model, [boolean], variable, (code, code))
        others = (-LARGE, code - 1, code + 1, LARGE)
        add_implication(model, [-1 - boolean for boolean in booleans], variable, others)
    expression.vars.append(variable)
    expression.coeffs.append(1)

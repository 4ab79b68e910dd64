"""`regular` and `table_rule`: lines that an automaton accepts, or that stand in a list of tuples.

In the words of constraint programming: `regular` (Pesant, CP 2004) and `table` (the catalogue's
`in_relation`). Tuples become an automaton, too: the tree of their beginnings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from ...errors import ModelError, excerpt
from ...tables.table import Columns
from ...telling.spelling import counted, spell
from ..arguments import (
    Argument,
    Groups,
    Lines,
    Over,
    Place,
    TablesOf,
    ValueOrOne,
    puzzle_method,
)
from ..keys import keys_of_groups
from ..rulebook import Rulebook, Statement
from .automaton import Automaton
from .line_reading import Laid, laid, values_of
from .words import WordRule

__all__ = ["regular", "table_rule"]

Language = str | Automaton
Automata = Automaton | Mapping[Any, Automaton]  # one for all lines, or each line's
Tuples = Iterable[Sequence[Hashable]]

LANGUAGE = Argument("language")
TUPLES = Argument("tuples")
EMPTY = Argument("empty", ("empty",), optional=True, convert=lambda value: value)


def regular(
    puzzle: Rulebook,
    language: Annotated[Language | Mapping[Any, Language], LANGUAGE],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> WordRule:
    """Demand that what the choices along each line say is accepted by an automaton.

    `language` is a regular expression over the values (pattern.py says which signs it knows),
    an `Automaton`, or a mapping from each line's key to its own. `by` gives a row its line, as
    in `exactly_one`, and `covering` several; without them all rows are one line. `along` is the
    row's place in the line: numbers ascend, other values come as they were declared. Or `lines`
    lists the places of each line in order, by key or one after the other (numbered from 1):
    `along=("row", "col"), lines=[[(0, 0), (0, 1), (1, 1)]]`.

    `value` is what a chosen row says; without it 1, and a place without a choice is 0. Every
    place of a line has exactly one choice; with `empty`, at most one, and a place without reads
    as `empty`. Raises ModelError for an expression that cannot be read, a line without one, and
    a row whose value is None or `empty`.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "lines" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    if isinstance(language, Mapping):
        # Raises ModelError if `over` names others.
        keys = keys_of_groups(language, purpose)
        if over is not None and set(keys_of_groups(over, purpose)) != set(keys):
            raise ModelError(f"{purpose}: `over` names other groups than the expressions are of")
        over = keys

    def automata(said: Sequence[Any], none: Hashable | None) -> Automata:
        values = list(dict.fromkeys(([] if none is None else [none]) + list(said)))
        known: dict[Language, Automaton] = {}
        if not isinstance(language, Mapping):
            return _automaton(language, values, known, purpose)
        return {
            key: _automaton(one, values, known, f"{purpose}: {spell(key)}")
            for key, one in language.items()
        }

    lines_read = laid(table, along, (by, covering), over, lines, purpose)
    rule = _word_rule("regular", stated, lines_read, value, empty, automata)
    return puzzle.add(rule)


puzzle_method(
    regular,
    example='regular = "0* 1{3} 0+ 1 0*", of = "cell", by = "row", along = "col"',
    doc="the values along each line match a regular expression; an array of them, one for each "
    "of the groups that `over` names; or an automaton `{ start = 0, accepting = [1], "
    "transitions = [[0, 1, 1]] }`",
)


def table_rule(
    puzzle: Rulebook,
    tuples: Annotated[Tuples, TUPLES],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> WordRule:
    """Demand that what the choices along each line say is one of these tuples.

    The constraint `table` of constraint programming. The other arguments are those of
    `regular`. Raises ModelError for what is no tuple, and for tuples of another length than a
    line.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "lines" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    lines_read = laid(table, along, (by, covering), over, lines, purpose)

    def automata(*_: object) -> Automaton:
        # The automaton of tuples of one length: its states are their beginnings.
        found: dict[tuple[Hashable, ...], None] = {}
        if isinstance(tuples, str) or not isinstance(tuples, Iterable):
            raise ModelError(f"{purpose}: {excerpt(repr(tuples))}, expected tuples of values")
        length = None
        for element in tuples:
            if isinstance(element, str) or not isinstance(element, Sequence):
                raise ModelError(f"{purpose}: {excerpt(repr(element))}, expected a tuple of values")
            if length is not None and len(element) != length:
                raise ModelError(
                    f"{purpose}: tuple {excerpt(repr(element))}, expected {length} values"
                )
            length = len(element)
            try:
                found[tuple(element)] = None
            except TypeError as error:
                raise ModelError(f"{purpose}: tuple {excerpt(repr(element))}: {error}") from None
        combinations = list(found)
        steps = {
            (one[:place], one[place], one[: place + 1]): None
            for one in combinations
            for place in range(len(one))
        }
        return Automaton(
            list(steps), (), combinations, text=f"be one of {counted(len(combinations), 'tuple')}"
        )

    rule = _word_rule("table_rule", stated, lines_read, value, empty, automata)
    size = len(next(iter(rule.tuples), ()))
    for line in rule.lines:
        if size and len(line.places) != size:
            what = f"tuples of {size} values for {counted(len(line.places), 'place')}"
            raise ModelError(f"{purpose}: {what} of the line {spell(line.key)}")
    return puzzle.add(rule)


puzzle_method(
    table_rule,
    example='table_rule = [[1, 2], [2, 1]], of = "digit", along = "place", value = "value"',
    doc="the values along each line are one of these tuples",
)


def _word_rule(
    kind: str,
    stated: Statement,
    lines: Laid,
    value: Columns | None,
    empty: Hashable | None,
    automata: Callable[[Sequence[Any], Hashable | None], Automata],
) -> WordRule:
    """Return the rule of a kind; `automata` gives them, of what rows say and what `empty` is."""
    if value is None and empty is None:
        empty = 0
    said = values_of(stated.table, value, empty, stated.purpose)
    return WordRule(
        stated.name,
        stated.source,
        *lines[:3],
        said,
        lines.places,
        empty,
        automata(said, empty),
        orders=lines.orders,
        kind=kind,
    )


def _automaton(
    language: Any, values: Sequence[Hashable], known: dict[Any, Automaton], purpose: str
) -> Automaton:
    if isinstance(language, Automaton):
        return language
    if not isinstance(language, str):
        what = f"{excerpt(repr(language))}, expected a regular expression or an Automaton"
        raise ModelError(f"{purpose}: {what}")
    if language not in known:
        from .pattern import automaton_of

        try:
            known[language] = automaton_of(language, values)
        except ModelError as error:
            raise ModelError(f"{purpose}: {error}") from None
    return known[language]

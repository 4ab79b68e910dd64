"""Writes a puzzle of the layer as TOML: its tables, its rules, givens, what is forbidden, costs.

Tables are written as ranges and rows. A rule's groups are written as an expression where one is
found that says them (fitting.py), and else row by row. A sudoku is written as `[sudoku]` and a
packing as `[packing]`, with the tables and rules that were added to it, if that says all of it.
What is written is read again and compared; a puzzle that does not come back is an error, never a
text that says less. A picture that was told comes along (show.py); what is lost of a picture is a
warning, and a comment in the text, and so is what is lost of the words of messages (words.py).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ....errors import InputError, ModelError, ModelWarning
from ....matrix.exact_cover import ExactCover
from ....packings.packing import Packing
from ....picture.painters.painting import picture_of
from ....puzzle import Puzzle
from ....rules.agreement import Agreement
from ....rules.cardinality import Cardinality
from ....rules.graph_rules.on_graph import OnGraph
from ....rules.requirement import Requirement
from ....rules.rule import Rule
from ....rules.rulebook import level_outside
from ....rules.statements.all_different import AllDifferent
from ....rules.statements.clauses import Clauses
from ....rules.statements.conditional import Conditional
from ....rules.statements.lines import LineRule
from ....rules.statements.soft import SoftRule
from ....rules.statements.words import WordRule
from ....sudokus.sudoku import Sudoku
from ....tables.table import Choices
from ...format import Problem
from ...likeness import same_cover
from ...source import Source
from ..description import read_toml
from ..node import LONGEST_TEXT
from .costs import amounts_text, cost_lines, said_aims
from .graph_rules import graph_rule_lines
from .groups import groups_line, per_table
from .lines import line_rule
from .selections import row_text, said_text, statement_lines
from .show import has_picture, show_lines
from .values import array, filled, key, range_or_array, text, value
from .words import rule_with_words, table_words

__all__ = ["write_toml"]

_RESERVED = ("where", "rows", "columns", "csv", "grid", "says")
_LARGEST = 10**7  # choices; what is read again is not bounded as a stranger's text is
_COUNTS = {(1, 1): "exactly_one", (0, 1): "at_most_one"}


def write_toml(problem: Problem) -> str:
    """Return the puzzle as a description.

    Raises ModelError for a bare matrix, and for a puzzle with a value, a rule or a size that TOML
    cannot say.
    """
    if isinstance(problem, ExactCover):
        raise ModelError(f"toml: {problem!r} has no tables, expected a puzzle of the layer")
    reason = ""
    if isinstance(problem, Sudoku | Packing):
        try:
            return _shown(problem, *_of_class(problem))
        except ModelError as error:
            reason = f", for {_plain(error)}"
    parts, lost = _parts(problem.tables, problem.rules)
    lines = [*_head(problem), *parts, *_tail(problem, givens=True)]
    kind = type(problem)
    if kind.picture is None or has_picture(problem):
        return _shown(problem, lines, lost)
    what = f"the picture of a {kind.__name__}, which is written as tables and rules{reason}"
    return _checked(problem, lines)[0] + _left_out(problem, [what, *lost])


def _of_class(puzzle: Sudoku | Packing) -> tuple[list[str], list[str]]:
    """Return the lines of a puzzle whose class makes tables and rules, and of what was added.

    The second list is as that of `_parts`.
    """
    if isinstance(puzzle, Sudoku):
        from .sudoku import sudoku_lines

        lines = [*_head(puzzle), *sudoku_lines(puzzle)]
    else:
        from .packing import packing_lines

        lines = [*_head(puzzle), *packing_lines(puzzle)]
    base = read_toml(Source("\n".join(lines) + "\n", most_choices=_LARGEST))
    known = {table.name for table in base.tables}, {rule.name for rule in base.rules}
    parts, lost = _parts(
        [table for table in puzzle.tables if table.name not in known[0]],
        [rule for rule in puzzle.rules if rule.name not in known[1]],
    )
    return [*lines, *parts, *_tail(puzzle, givens=isinstance(puzzle, Packing))], lost


def _parts(tables: Iterable[Choices], rules: Iterable[Rule]) -> tuple[list[str], list[str]]:
    """Return the lines of tables and of rules, and which of their words are lost."""
    lines: list[str] = []
    lost: list[str] = []
    for table in tables:
        lines += ["", *_table(table)]
        try:
            lines += table_words(table)
        except ModelError as error:
            lost.append(str(error))
    for rule in rules:
        own = list(_rule(rule))
        try:
            own = rule_with_words(rule, own)
        except ModelError as error:
            lost.append(str(error))
        lines += ["", *own]
    return lines, lost


def _plain(error: ModelError) -> str:
    """Return an error as part of a line."""
    return str(error).removeprefix("toml: ").replace("\n", " ")


def _left_out(puzzle: Puzzle, lost: Sequence[str]) -> str:
    """Return the comment that says what is left out, and warn of it; "" if nothing is."""
    if not lost:
        return ""
    what = f"Left out: {'; '.join(lost)}"
    warnings.warn(f"{puzzle.name}: toml: {what}", ModelWarning, stacklevel=level_outside())
    return f"\n# {what}\n"


def _shown(puzzle: Puzzle, lines: Sequence[str], lost: Sequence[str]) -> str:
    """Return the text with the picture that the puzzle was told, and a comment on what is lost.

    Raises ModelError as `_checked`.
    """
    try:
        shown = show_lines(puzzle) if has_picture(puzzle) else []
        written, again = _checked(puzzle, [*lines, *shown])
    except ModelError as error:
        if not has_picture(puzzle):
            raise
        written = _checked(puzzle, lines)[0]
        return written + _left_out(puzzle, [f"the picture, for {_plain(error)}", *lost])
    if not _drawn_alike(puzzle, again):
        lost = [f"a part of the picture, which is that of a {type(puzzle).__name__}", *lost]
    return written + _left_out(puzzle, lost)


def _drawn_alike(puzzle: Puzzle, again: Puzzle) -> bool:
    """Whether two puzzles have the same picture of their givens, if their classes differ."""
    if type(puzzle) is type(again):
        return True
    one, other = picture_of(puzzle), picture_of(again)
    return one.lattice == other.lattice and Counter(one.shapes) == Counter(other.shapes)


def _checked(puzzle: Puzzle, lines: Sequence[str]) -> tuple[str, Puzzle]:
    """Return the text, and what is read from it. Raises ModelError if it is another puzzle."""
    written = "\n".join(lines) + "\n"
    if len(written) > LONGEST_TEXT:
        size = f"{len(written)} characters, expected {LONGEST_TEXT} at most"
        raise ModelError(f"toml: {puzzle!r} as a text of {size}")
    try:
        again = read_toml(Source(written, most_choices=_LARGEST))
    except InputError as error:
        raise ModelError(f"toml: {puzzle!r} cannot be written: {error}") from error
    if (
        set(again.given_options) != set(puzzle.given_options)
        or again.forbidden_options != puzzle.forbidden_options
        or said_aims(again) != said_aims(puzzle)
        or not same_cover(again.matrix, puzzle.matrix)
    ):
        raise ModelError(f"toml: {puzzle!r} has rules of its own, which TOML has no words for")
    return written, again


def _head(puzzle: Puzzle) -> Iterator[str]:
    yield f"name = {text(puzzle.name)}"
    if puzzle.alike != Puzzle.alike:
        yield f"symmetries = {text(puzzle.alike)}"


# ---- Tables --------------------------------------------------------------------------------------


def _table(table: Choices) -> Iterator[str]:
    what = f"toml: table {table.name!r} has"
    yield f"[choices.{key(table.name)}]"
    factors = _factors(table)
    if factors is not None and not set(_RESERVED).intersection(table.columns):
        for name, values in zip(table.columns, factors, strict=True):
            yield f"{key(name)} = {range_or_array(values, what)}"
        return
    yield f"columns = {array(map(text, table.columns))}"
    yield f"rows = {filled(value(tuple(row), what) for row in table.rows)}"


def _factors(table: Choices) -> Sequence[Sequence[Any]] | None:
    """Return the values of each column, if the rows are their product; else None."""
    if table.factors is not None or not len(table):
        return table.factors
    found = [list(dict.fromkeys(column)) for column in zip(*table.rows, strict=True)]
    if prod(map(len, found)) != len(table):
        return None
    return found if all(map(tuple.__eq__, table.rows, product(*found))) else None


# ---- Rules ---------------------------------------------------------------------------------------


def _rule(rule: Rule) -> Iterator[str]:
    if isinstance(rule, SoftRule):
        yield from _rule(rule.rule)
        yield f"prefer = {_price(rule)}"
    elif isinstance(rule, Conditional):
        yield from _rule(rule.rule)
        yield f"if_chosen = {said_text(rule.selection, f'toml: rule {rule.name!r} has')}"
    elif isinstance(rule, Cardinality):
        yield f"[rules.{key(rule.name)}]"
        yield from _cardinality(rule)
    elif isinstance(rule, Agreement):
        yield from _agreement(rule)
    elif isinstance(rule, LineRule | AllDifferent):
        yield f"[rules.{key(rule.name)}]"
        yield from line_rule(rule, _said_groups(rule))
    elif isinstance(rule, Clauses):
        yield f"[rules.{key(rule.name)}]"
        yield from statement_lines(rule)
    elif isinstance(rule, OnGraph):
        yield from graph_rule_lines(rule)
    elif isinstance(rule, Requirement):
        what = "a function of Python's, which TOML has no words for"
        raise ModelError(f"toml: rule {rule.name!r} is {what}")
    else:
        kind = type(rule).__name__
        raise ModelError(f"toml: rule {rule.name!r} is of the kind {kind}, expected others")


def _price(rule: SoftRule) -> str:
    told = {"level": str(rule.level)} if rule.level else {}
    if rule.per != "group":
        told["per"] = text(rule.per)
    if not told:
        return str(rule.weight)
    pairs = {"weight": str(rule.weight), **told}
    return f"{{ {', '.join(f'{name} = {one}' for name, one in pairs.items())} }}"


def _said_groups(rule: LineRule | AllDifferent) -> Iterator[str]:
    """Yield the lines that say the groups of the rows, and which there are besides."""
    what = f"toml: rule {rule.name!r} has the key"
    said = {part.table: [part.keys(k) for k in range(len(part.table))] for part in rule.parts}
    yield groups_line(said, what)
    first = dict.fromkeys(one for rows in said.values() for keys in rows for one in keys)
    if not isinstance(rule, WordRule) and list(first) != list(rule.groups):
        yield f"over = {range_or_array(rule.groups, what)}"


def _cardinality(rule: Cardinality) -> Iterator[str]:
    told = _names(rule.tables)
    high = -1 if rule.high is None else rule.high
    word = None if rule.weighs or rule.ranges else _COUNTS.get((rule.low or 0, high))
    if word is not None:
        yield f"{word} = {told}"
    else:
        yield from _bounds(rule)
        yield f"of = {told}"
    what = f"toml: rule {rule.name!r} has the key"
    counted = weights_of(rule)
    said = {table: [list(row) for row in rows] for table, rows in counted.items()}
    if rule.weighs:
        yield from _weighed(counted, what)
    else:
        yield groups_line(said, what)
    first = dict.fromkeys(one for rows in said.values() for keys in rows for one in keys)
    if rule.ranges is not None or list(first) != list(rule.groups):
        yield f"over = {range_or_array(rule.groups, what)}"


def _bounds(rule: Cardinality) -> Iterator[str]:
    """Yield the line of the bounds, the same for all groups or one for each of `over`."""
    lows, highs = zip(*map(rule.range_of, rule.groups), strict=True) if rule.ranges else ((), ())
    if rule.ranges is None:
        low, high = (None if one is None else str(one) for one in (rule.low, rule.high))
    else:
        if not rule.groups:
            raise ModelError(f"toml: rule {rule.name!r} has bounds of no group, expected some")
        low, high = (None if None in some else array(map(str, some)) for some in (lows, highs))
    if low is None and high is None:
        low = "0"
    if low == high:
        yield f"{'sum_equals' if rule.weighs else 'exactly'} = {low}"
    elif low is None:
        yield f"at_most = {high}"
    elif high is None and (rule.weighs or rule.ranges):
        yield f"at_least = {low}"
    else:
        yield f"between = [{low}, {text('many') if high is None else high}]"


def weights_of(rule: Cardinality) -> dict[Choices, list[Counter[Any]]]:
    """Return how much each row of each table counts in its groups."""
    found = {table: [Counter[Any]() for _ in range(len(table))] for table in rule.tables}
    for part in rule.parts:
        for number, row in enumerate(found[part.table]):
            for one, weight in part.counted(number).items():
                row[one] += weight
    return found


def _weighed(counted: dict[Choices, list[Counter[Any]]], what: str) -> Iterator[str]:
    """Yield the lines that say in which groups rows are, and how much they count in them."""
    alike = all(len(set(row.values())) <= 1 for rows in counted.values() for row in rows)
    if not alike:
        yield f"covering = {per_table({t: _listed(rows, what) for t, rows in counted.items()})}"
        return
    yield groups_line({table: [list(row) for row in rows] for table, rows in counted.items()}, what)
    yield f"weight = {per_table({t: _weight(t, rows) for t, rows in counted.items()})}"


def _weight(table: Choices, rows: Sequence[Counter[Any]]) -> str:
    """Return what says how much each row counts; of a row without groups it may say anything."""
    told = [next(iter(row.values()), None) for row in rows]
    if len({weight for weight in told if weight is not None}) > 1:
        for place, name in enumerate(table.columns):
            column = [row[place] for row in table.rows]
            if all(one is None or one == of for one, of in zip(told, column, strict=True)) and {
                *map(type, column)
            } <= {int}:
                return text(name)
    return amounts_text(table, [0 if weight is None else weight for weight in told])


def _listed(rows: Sequence[Counter[Any]], what: str) -> str:
    keys = filled(array(value(one, what) for one in row) for row in rows)
    weights = filled(array(map(str, row.values())) for row in rows)
    return f"{{ rows = {keys}, weights = {weights} }}"


def _names(tables: Sequence[Choices]) -> str:
    names = [text(table.name) for table in tables]
    return names[0] if len(names) == 1 else array(names)


def _agreement(rule: Agreement) -> Iterator[str]:
    what = f"toml: rule {rule.name!r} has the key or value"
    for part, values in zip(rule.parts, rule.values, strict=True):
        yield f"[rules.{key(rule.name)}.agree.{key(part.table.name)}]"
        rows = []
        for k in range(len(part.table)):
            pairs = zip(part.keys(k), values.column[k], strict=True)
            rows.append(array(array(value(one, what) for one in _said(*pair)) for pair in pairs))
        yield f"rows = {filled(rows)}"


def _said(one: Any, given: Any) -> tuple[Any, ...]:
    """Return a key with its value; alone if no other row may have it."""
    return (one,) if given is None else (one, given)


# ---- Givens, what is forbidden, costs ------------------------------------------------------------


def _tail(puzzle: Puzzle, *, givens: bool = False) -> Iterator[str]:
    chosen = {"given": puzzle.given_options if givens else ()}
    chosen["forbid"] = tuple(sorted(puzzle.forbidden_options))
    for section, options in chosen.items():
        if options:
            yield ""
            yield f"[{section}]"
        for table in puzzle.tables:
            rows = [k - table.offset for k in options if 0 <= k - table.offset < len(table)]
            if rows:
                yield f"{key(table.name)} = {_chosen(table, rows)}"
    yield from cost_lines(puzzle)


def _chosen(table: Choices, rows: Sequence[int]) -> str:
    what = f"toml: table {table.name!r} has"
    return filled(row_text(table, number, what) for number in rows)

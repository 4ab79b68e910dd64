"""A puzzle in TOML: the declarative layer as a text.

    name = "eight queens"

    [choices.queen]
    row = "1..8"
    col = "1..8"

    [rules]
    row = { exactly_one = "queen", by = "row" }
    col = { exactly_one = "queen", by = "col" }
    rising = { at_most_one = "queen", by = "row + col" }
    falling = { at_most_one = "queen", by = "row - col" }

    [show]
    table = "queen"
    mark = "Q"

Instead of `[choices]`, or beside it, `[packing]` lays pieces on a board (packing.py), `[sudoku]`
makes a sudoku (sudoku.py) and `[pencil]` a pencil puzzle of a kind that minuet has (pencil.py).

Also: `[constants]` for ranges and expressions, `[given]` and `[forbid]` by table, `[minimize]` and
`[maximize]` likewise (tables.py), `symmetries = "auto"` for what counts as alike, and
`about`, `source`, `solutions` and `optimum` for the reader. A document describes and never acts: it
cannot write or run anything, and has a limit on its size. It reads no file but the tables that it
names, and these only where the caller allows it.

Written, a puzzle is tables, as ranges and rows, and rules, whose groups are expressions where some
are found (expressions.py), and else listed row by row. A pencil puzzle is written as `[pencil]`, a
sudoku as `[sudoku]` and a packing as `[packing]`, these two with the tables and rules that were
added to it, if that says all of it. What is written is read again and compared; a puzzle that does
not come back is an error, never a text that says less. What is lost of a picture, or of the words
of messages (context.py), is a warning, and a comment in the text.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError, ModelError, ModelWarning, excerpt
from ...matrix.exact_cover import ExactCover
from ...puzzle import Puzzle
from ...rules.rule import Rule
from ...rules.rulebook import described_at, level_outside
from ...tables.table import Choices
from ..format import Problem
from ..likeness import reordered, same_cover
from ..source import Source
from .context import Context, Table, rule_says, table_says
from .givens import chosen_lines, read_forbidden, read_givens
from .node import LONGEST_TEXT, Node, document
from .rules import MOST_RULES, added_tables, read_rule, rule_lines
from .tables import (
    AIMS,
    MOST_TABLES,
    add_choices,
    cost_lines,
    outline,
    read_aims,
    said_aims,
    table_lines,
)
from .values import lines_of

if TYPE_CHECKING:
    from ...packings.packing import Packing
    from ...sudokus.sudoku import Sudoku

__all__ = ["read_toml", "write_toml"]

_LARGEST = 10**7  # choices; what is read again is not bounded as a stranger's text is

_TABLES = ("choices", "packing", "sudoku", "pencil")
_KEYS = (
    "name",
    "about",
    "source",
    "solutions",
    "optimum",
    "symmetries",
    "constants",
    *_TABLES,
    "rules",
    "given",
    "forbid",
    *AIMS,
    "show",
)

_BY_TABLE: Mapping[str, Callable[[Context, Table, Node], None]] = {
    "given": read_givens,
    "forbid": read_forbidden,
}


def read_toml(source: Source) -> Puzzle:
    """Return the puzzle.

    Raises InputError, which says where, for any mistake in it, and for a puzzle that is too large;
    Unreached for one that takes longer to be built than the source's time limit.
    """
    with source.budget.opened():
        return _puzzle(source)


def _puzzle(source: Source) -> Puzzle:
    node = document(source).table(*_KEYS)
    _check_remarks(node)
    limits = source.most_choices, source.budget
    context = Context(
        Puzzle(_name(node)),
        {field.name: field.integer() for field in node.fields("constants")},
        {},
        *limits,
    )
    _read_base(context, node)
    puzzle = context.puzzle
    if "symmetries" in node:
        which = node["symmetries"].string()
        if which not in ("auto", "known"):
            raise node["symmetries"].error(f"{excerpt(which)}, expected auto or known")
        puzzle.alike = which
    rules = list(node.fields("rules"))
    if len(rules) > MOST_RULES:
        raise node["rules"].key_error(f"{len(rules)} rules, expected {MOST_RULES} at most")
    if len(node["choices"].table().value if "choices" in node else ()) > MOST_TABLES:
        raise node["choices"].key_error(f"too many tables, expected {MOST_TABLES} at most")
    for planned in [outline(context, choices) for choices in node.fields("choices")]:
        add_choices(context, planned)
    for rule in rules:
        read_rule(context, rule)
    for key, read in _BY_TABLE.items():
        for field in node.fields(key):
            read(context, context.table_named(field), field)
    read_aims(context, node)
    if "show" in node:
        from .show import read_picture

        puzzle.picture = read_picture(context, node["show"])
    _note_free_tables(context, node)
    return puzzle


def _note_free_tables(context: Context, node: Node) -> None:
    """Tell of tables whose choices nothing bounds or weighs, and of those that have none."""
    unread = context.puzzle.unread_remarks()
    for choices in [context.tables[field.name].choices for field in node.fields("choices")]:
        name = choices.name
        if not len(choices):
            why = ": where leaves no row" if "where" in node["choices"][name] else ""
            node.source.warn(f"table {name} has no choices{why}")
        elif name in unread:
            node.source.warn(unread[name])


def _read_base(context: Context, node: Node) -> None:
    """Let the puzzle be a packing or a sudoku, if the document describes one."""
    if not any(key in node for key in _TABLES):
        raise node.source.error("no [choices.NAME], expected a table of choices", 1)
    bases = [key for key in ("packing", "sudoku", "pencil") if key in node]
    if len(bases) > 1:
        raise node[bases[1]].key_error(f"{' and '.join(bases)}, expected one of them")
    if "packing" in node:
        from .packing import read_packing

        with described_at(node["packing"].origin):
            context.puzzle = read_packing(context, node["packing"], _name(node))
    elif "sudoku" in node:
        from .sudoku import read_sudoku

        with described_at(node["sudoku"].origin):
            context.puzzle = read_sudoku(context, node["sudoku"])
        context.puzzle.name = _name(node)
    elif "pencil" in node:
        from .pencil import read_pencil

        with described_at(node["pencil"].origin):
            context.puzzle = read_pencil(context, node["pencil"])
        context.puzzle.name = _name(node)


def _name(node: Node) -> str:
    return node["name"].string() if "name" in node else node.source.file


def _check_remarks(node: Node) -> None:
    for key in ("about", "source"):
        if key in node:
            node[key].string()
    if "solutions" in node:
        node["solutions"].integer("a number of solutions", low=0)
    if "optimum" in node:
        node["optimum"].integer("the objective of a best answer")


# ---- Written -------------------------------------------------------------------------------------


def write_toml(problem: Problem) -> str:
    """Return the puzzle as a description.

    Raises ModelError for a bare matrix, and for a puzzle with a value, a rule or a size that TOML
    cannot say.
    """
    from ...packings.packing import Packing
    from ...pencil.answers import PencilPicture
    from ...sudokus.sudoku import Sudoku
    from .pencil import pencil_lines
    from .show import has_picture

    if isinstance(problem, ExactCover):
        raise ModelError(f"toml: {problem!r} has no tables, expected a puzzle of the layer")
    if isinstance(problem.picture, PencilPicture):
        return _checked(problem, [*_head(problem), *pencil_lines(problem)])[0]
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
    note = f"the picture of a {kind.__name__}, which is written as tables and rules{reason}"
    return _checked(problem, lines)[0] + _left_out(problem, [note, *lost])


def _of_class(puzzle: Sudoku | Packing) -> tuple[list[str], list[str]]:
    """Return the lines of a puzzle whose class makes tables and rules, and of what was added.

    The second list is as that of `_parts`.
    """
    from ...sudokus.sudoku import Sudoku
    from .packing import packing_lines
    from .sudoku import sudoku_lines

    is_sudoku = isinstance(puzzle, Sudoku)
    own = sudoku_lines(puzzle) if isinstance(puzzle, Sudoku) else packing_lines(puzzle)
    lines = [*_head(puzzle), *own]
    base = read_toml(Source("\n".join(lines) + "\n", most_choices=_LARGEST))
    names = {table.name for table in base.tables}, {rule.name for rule in base.rules}
    parts, lost = _parts(
        [table for table in puzzle.tables if table.name not in names[0]],
        [rule for rule in puzzle.rules if rule.name not in names[1]],
    )
    return [*lines, *parts, *_tail(puzzle, givens=not is_sudoku)], lost


def _parts(tables: Iterable[Choices], rules: Sequence[Rule]) -> tuple[list[str], list[str]]:
    """Return the lines of tables and of rules, and which of their words are lost."""
    lines: list[str] = []
    lost: list[str] = []

    def says(find: Callable[[Any], dict[str, str]], part: Any) -> dict[str, str]:
        try:
            return find(part)
        except ModelError as error:
            lost.append(str(error))
            return {}

    added = added_tables(rules)
    for table in tables:
        if table.name not in added:
            lines += ["", *table_lines(table, says(table_says, table))]
    for rule in rules:
        if rule.method == "exactly_one" and rule.name in {f"one {name}" for name in added}:
            continue  # a quantity states it of its table
        lines += ["", *rule_lines(rule, says(rule_says, rule))]
    return lines, lost


def _plain(error: ModelError) -> str:
    """Return an error as part of a line."""
    return str(error).removeprefix("toml: ").replace("\n", " ")


def _left_out(puzzle: Puzzle, lost: Sequence[str]) -> str:
    """Return the comment that says what is left out, and warn of it; "" if nothing is."""
    if not lost:
        return ""
    message = f"Left out: {'; '.join(lost)}"
    warnings.warn(f"{puzzle.name}: toml: {message}", ModelWarning, stacklevel=level_outside())
    return f"\n# {message}\n"


def _shown(puzzle: Puzzle, lines: Sequence[str], lost: Sequence[str]) -> str:
    """Return the text with the puzzle's own picture, and a comment on what is lost.

    Raises ModelError as `_checked`.
    """
    from .show import has_picture, show_lines

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
    from ...picture.painters.painting import picture_of

    picture, other = picture_of(puzzle), picture_of(again)
    return picture.lattice == other.lattice and Counter(picture.shapes) == Counter(other.shapes)


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
    order = _order(puzzle, again)
    matrix = puzzle.matrix if order is None else reordered(puzzle.matrix, order)
    numbers = range(matrix.options) if order is None else np.argsort(order).tolist()
    if (
        set(again.given_options) != {numbers[option] for option in puzzle.given_options}
        or again.forbidden_options != {numbers[option] for option in puzzle.forbidden_options}
        or said_aims(again) != said_aims(puzzle)
        or not same_cover(again.matrix, matrix)
    ):
        raise ModelError(f"toml: {puzzle!r} has rules of its own, which TOML has no words for")
    return written, again


def _order(puzzle: Puzzle, again: Puzzle) -> list[int] | None:
    """Return the options of a puzzle in the order of another one's tables; None: it is the same.

    A text states all tables before the rules, and so before those that rules add.
    """
    names = [table.name for table in again.tables]
    own = {table.name: table for table in puzzle.tables}
    if list(own) == names or set(own) != set(names):
        return None
    hidden = range(puzzle.visible_options, puzzle.matrix.options)
    tables = [own[name] for name in names]
    return [*chain.from_iterable(range(t.offset, t.offset + len(t)) for t in tables), *hidden]


def _head(puzzle: Puzzle) -> Iterator[str]:
    alike = {} if puzzle.alike == Puzzle.alike else {"symmetries": puzzle.alike}
    yield from lines_of({"name": puzzle.name, **alike}, "toml: the puzzle has")


def _tail(puzzle: Puzzle, *, givens: bool = False) -> Iterator[str]:
    if givens:
        yield from chosen_lines("given", puzzle.tables, puzzle.given_options)
    yield from chosen_lines("forbid", puzzle.tables, sorted(puzzle.forbidden_options))
    yield from cost_lines(puzzle)

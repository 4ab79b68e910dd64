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

Instead of `[choices]`, or beside it, `[packing]` lays pieces on a board (packing.py) and
`[sudoku]` makes a sudoku (sudoku.py).

Also: `[constants]` for ranges and expressions, `[given]` and `[forbid]` by table, `[minimize]` and
`[maximize]` likewise (costs.py), `symmetries = "auto"` for what counts as alike, and
`about`, `source`, `solutions` and `optimum` for the reader. A document describes and never acts: it
cannot write or run anything, and has a limit on its size. It reads no file but the tables that it
names (files.py), and these only where the caller allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...errors import excerpt
from ...puzzle import Puzzle
from ...rules.rulebook import described_at
from ..source import Source
from .context import Context, Table
from .costs import AIMS, read_aims
from .givens import read_forbidden, read_givens
from .node import Node, document
from .rules import MOST_RULES, read_rule
from .tables import MOST_TABLES, add_choices, outline

__all__ = ["read_toml"]

_TABLES = ("choices", "packing", "sudoku")
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
    OutOfTime for one that takes longer to be built than the source's time limit.
    """
    with source.budget.opened():
        return _puzzle(source)


def _puzzle(source: Source) -> Puzzle:
    node = document(source).table(*_KEYS)
    _check_remarks(node)
    limits = source.most_choices, source.budget
    context = Context(Puzzle(_name(node)), _constants(node), {}, *limits)
    _read_base(context, node)
    puzzle = context.puzzle
    _read_symmetries(puzzle, node)
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
    if "packing" in node and "sudoku" in node:
        raise node["sudoku"].key_error("a packing and a sudoku, expected one of them")
    if "packing" in node:
        from .packing import read_packing

        with described_at(node["packing"].origin):
            context.puzzle = read_packing(context, node["packing"], _name(node))
    elif "sudoku" in node:
        from .sudoku import read_sudoku

        with described_at(node["sudoku"].origin):
            context.puzzle = read_sudoku(context, node["sudoku"])
        context.puzzle.name = _name(node)


def _read_symmetries(puzzle: Puzzle, node: Node) -> None:
    if "symmetries" in node:
        which = node["symmetries"].string()
        if which not in ("auto", "known"):
            raise node["symmetries"].error(f"{excerpt(which)}, expected auto or known")
        puzzle.alike = which


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


def _constants(node: Node) -> Mapping[str, int]:
    return {field.name: field.integer() for field in node.fields("constants")}

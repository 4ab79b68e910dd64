"""From tables and rules to the shared matrix.

An option a row, table after table; an item a group, rule after rule, as the rules say
(rules/rule.py): first those whose items are primary, then those that only limit. The values that
rules give to their entries are numbered here, as colors of the whole matrix. Everything is gathered
in flat arrays, so that a table of a million rows costs seconds, not minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .budget import look, looking
from .matrix.arrays import ones, plain_bounds
from .matrix.brief import Brief, Stretches
from .matrix.builder import collector_paused
from .matrix.exact_cover import ExactCover
from .rules.exactly_one import ExactlyOneGroups
from .rules.keys import Coded, Numbers
from .rules.rule import OWN, Block, Entries, Group, Items, Rule, Stretched
from .spelling import plain, precise
from .tables.table import Choices

if TYPE_CHECKING:
    from .matrix.conditions import GraphRule, Statement
    from .matrix.notes import Note

__all__ = ["compile_puzzle"]

Costs = Callable[[Choices], Numbers]
Integers = npt.NDArray[Any]
_ALIKE: Mapping[int, int] = {0: 1}  # the costs of the only level are as they are


def compile_puzzle(
    tables: Sequence[Choices],
    rules: Sequence[Rule],
    costs: Costs,
    scales: Mapping[int, int] = _ALIKE,
    *,
    apart: bool = False,
) -> ExactCover:
    """Return the matrix of tables and rules.

    scales  what a cost of 1 of each level of hidden rows is in it
    apart   whether the items of each rule mean what it says even without the other rules

    Raises ModelError for rows that break what a rule takes for granted.

    It may be watched (budget.py), and raises what the one who watches raises.
    """
    with collector_paused():
        tables, own = _with_hidden(tables, rules, scales)
        hidden = {name: entry.table for name, entry in own.items()}
        added = _numbered(rules, ExactlyOneGroups(() if apart else rules, tables, hidden))
        colors: dict[Any, int] = {}
        stretches = _stretches(added)
        blocks = _blocks(sorted(added, key=lambda addition: addition.place), tables, own, colors)
        look()
        starts, members, tints, weights = _laid_out(tables, blocks)
        graph_rules, statements = _conditions(rules)
        low = _joined_bounds(addition.items.low for addition in added)
        high = _joined_bounds(addition.items.high for addition in added)
        if weights is not None:
            low, high = plain_bounds(low, high, members, weights)
        look()
        make: Any = ExactCover
        if all(rule.counts for rule in rules):
            make = partial(ExactCover.trusted, stretches=stretches)
        elif stretches is not None:
            filled = ones(len(members)) if weights is None else weights
            whole = Brief(starts, members, tints, filled, stretches).whole
            starts, members, tints, weights = whole.values()
        matrix: ExactCover = make(
            primary=sum(len(addition.items.groups) for addition in added if addition.primary),
            items=_Items([(addition.rule, addition.items.groups) for addition in added]),
            starts=starts,
            members=members,
            colors=tints,
            costs=_costs(tables, costs, own),
            low=low,
            high=high,
            labels=_Labels(tables, sum(map(len, tables))),
            color_names=_names(colors),
            weights=weights,
            graph_rules=graph_rules,
            statements=statements,
            notes=_notes(rules, added, own),
        )
        return matrix


class _Hidden(NamedTuple):
    """The hidden rows of a rule: their table, where its options begin, and what they cost."""

    table: Choices
    costs: Numbers


def _with_hidden(
    tables: Sequence[Choices], rules: Sequence[Rule], scales: Mapping[int, int]
) -> tuple[Sequence[Choices], Mapping[str, _Hidden]]:
    """Return (tables, those that are hidden by rule): all tables, the hidden ones last."""
    own: dict[str, _Hidden] = {}
    every = tables
    for rule in rules:
        table = rule.hidden
        if table is not None:
            table.offset = sum(map(len, every))
            costs = rule.hidden_costs
            free = np.zeros(len(table), np.int64)
            scaled = free if costs is None else costs * scales[rule.cost_level]
            own[rule.name] = _Hidden(table, scaled)
            every = [*every, table]
    return every, own


class _Added(NamedTuple):
    """Items that a rule adds, numbered from `first` on; `place` is the rule's among the rules."""

    rule: str
    place: int
    primary: bool
    first: int
    items: Items


def _notes(
    rules: Sequence[Rule], added: Iterable[_Added], own: Mapping[str, _Hidden]
) -> Iterator[Note]:
    first: dict[int, list[int]] = {}
    for addition in added:
        first.setdefault(addition.place, []).append(addition.first)
    for place, (items, *further) in first.items():
        rule = rules[place]
        hidden = own[rule.name].table.offset if rule.name in own else 0
        yield from rule.notes(items, further[0] if further else 0, hidden)


def _numbered(rules: Sequence[Rule], groups: ExactlyOneGroups) -> list[_Added]:
    """Return what the rules add, in the order of the items: those that must be covered first."""
    added: list[_Added] = []
    size = 0
    places = list(enumerate(rules))
    both = {place: rule.items_with(groups) for place, rule in places if rule.uses_groups}
    for primary in (True, False):
        for place, rule in places:
            look()
            of_rule = []
            if rule.primary is primary:
                of_rule.append(both[place][0] if place in both else rule.items)
            further = None
            if not primary:
                further = both[place][1] if place in both else rule.further
            if further is not None:
                of_rule.append(further)
            for items in of_rule:
                added.append(_Added(rule.name, place, primary, size, items))
                size += len(items.groups)
    return added


def _conditions(rules: Sequence[Rule]) -> tuple[list[GraphRule], list[Statement]]:
    """Return what a solution must hold beside the items of the rules: (graph rules, statements)."""
    conditions = [condition for rule in rules for condition in rule.conditions()]
    if not conditions:
        return [], []
    from .matrix.conditions import GraphRule, Statement

    graph_rules = [condition for condition in conditions if isinstance(condition, GraphRule)]
    return graph_rules, [condition for condition in conditions if isinstance(condition, Statement)]


def _stretches(added: Sequence[_Added]) -> Stretches | None:
    """Return the entries of items in succession, which are written out later."""
    parts = [
        Stretches(own.options, own.first + addition.first, own.last + addition.first)
        for addition in added
        if isinstance(addition.items.entries, Stretched)
        for own in [addition.items.entries.stretches]
    ]
    return Stretches.joined(parts) if parts else None


class _Laid(NamedTuple):
    """A rule's entries in a table, their items numbered for the whole matrix: see `Block`."""

    first: int
    block: Block
    colors: Numbers | None

    def width(self, rows: int) -> int | None:
        """Return how many entries each of so many rows has; None if they have not as many."""
        own = self.block.rows
        if own is None:
            return 1
        each, left = divmod(len(own), rows)
        even = not left and bool((own.reshape(rows, each) == np.arange(rows)[:, None]).all())
        return each if even else None

    def flat(self) -> tuple[Integers, Integers]:
        """Return (rows, groups), an entry each."""
        block = self.block
        if block.rows is not None:
            return block.rows, block.groups
        return block._replace(offset=0).flat()


def _blocks(
    added: Sequence[_Added],
    tables: Sequence[Choices],
    own: Mapping[str, _Hidden],
    colors: dict[Any, int],
) -> dict[int, list[_Laid]]:
    """Return the entries by the offset of their table, in the order of the rules."""
    blocks: dict[int, list[_Laid]] = {}
    for rule, _, _, first, items in added:
        entries = items.entries
        if isinstance(entries, Stretched):
            continue
        for block in _by_table(entries, tables) if isinstance(entries, Entries) else entries:
            if prod(block.shape):
                if block.offset == OWN:
                    block = block._replace(offset=own[rule].table.offset)
                tints = None if block.values is None else _color_numbers(block.values, colors)
                blocks.setdefault(block.offset, []).append(_Laid(first, block, tints))
    return blocks


def _by_table(entries: Entries, tables: Sequence[Choices]) -> Iterator[Block]:
    for table in tables:
        rows = entries.options - table.offset
        here = np.flatnonzero((rows >= 0) & (rows < len(table)))
        values = entries.values
        own = None if values is None else [values[k] for k in here.tolist()]
        weights = None if entries.weights is None else entries.weights[here]
        groups = entries.groups[here]
        yield Block(table.offset, (len(table),), groups, rows[here], own, weights)


def _laid_out(
    tables: Sequence[Choices], blocks: dict[int, list[_Laid]]
) -> tuple[Integers, Integers, Integers, Integers | None]:
    """Return (starts, members, colors, weights): an option's items are in the order of the rules.

    Weights are None where all are 1.
    """
    sizes: list[Integers] = [np.zeros(1, np.int64)]
    members: list[Integers] = [np.zeros(0, np.int32)]
    alike: list[int] = []  # the sizes of tables whose rows have as many entries of each rule
    tints: list[Integers] = [np.zeros(0, np.int32)]
    weights: list[Integers] = [np.zeros(0, np.int32)]
    weighs = False
    for table in tables:
        if not len(table):
            continue
        laid = blocks.get(table.offset, [])
        weighs = weighs or any(piece.block.weights is not None for piece in laid)
        widths = [width for piece in laid if (width := piece.width(len(table))) is not None]
        if len(widths) == len(laid):
            sides = _side_by_side(table.shape, laid, widths)
            for parts, side in zip((members, tints, weights), sides, strict=True):
                parts.append(side)
            sizes.append(np.broadcast_to(np.int64(sum(widths)), len(table)))
            alike.append(len(table))
            continue
        flat = [piece.flat() for piece in laid]
        entries = [len(rows) for rows, _ in flat]
        rows = np.concatenate([rows for rows, _ in flat])
        items = np.concatenate([groups for _, groups in flat])
        items = items + np.repeat(np.array([piece.first for piece in laid], items.dtype), entries)
        colors = np.zeros(len(items), np.int32)
        ends = np.cumsum(entries).tolist()
        for piece, size, end in zip(laid, entries, ends, strict=True):
            if piece.colors is not None:
                colors[end - size : end] = piece.colors
        # Numbers of 16 bits are sorted by their digits, in one pass.
        order = np.argsort(rows.astype(np.uint16) if len(table) <= 1 << 16 else rows, kind="stable")
        members.append(items[order])
        tints.append(colors[order])
        sizes.append(np.bincount(rows, minlength=len(table)))
        weights.append(ones(len(items)))
        if any(piece.block.weights is not None for piece in laid):
            weights[-1] = np.concatenate([piece.block.flat_weights() for piece in laid])[order]
    if len(members) == 2 and len(alike) == 1:
        starts = np.arange(alike[0] + 1, dtype=np.int32) * np.int32(len(members[1]) // alike[0])
    else:
        starts = np.cumsum(np.concatenate(sizes))
    return starts, _joined(members), _joined(tints), _joined(weights) if weighs else None


def _joined(parts: list[Integers]) -> Integers:
    return parts[1] if len(parts) == 2 else np.concatenate(parts)


def _side_by_side(
    shape: tuple[int, ...], laid: Sequence[_Laid], widths: Sequence[int]
) -> tuple[Integers, Integers, Integers]:
    """Return (members, colors, weights) of a table whose rows have so many entries of each rule."""
    rows, width = prod(shape), sum(widths)
    members = np.empty((rows, width), np.int32)
    colors = np.zeros((rows, width), np.int32)
    weighs = any(piece.block.weights is not None for piece in laid)
    weights = np.ones((rows, width), np.int32) if weighs else None
    place = 0
    for (first, block, tints), wide in zip(laid, widths, strict=True):
        here = slice(place, place + wide)
        if block.rows is None:
            numbers = block.groups.reshape(shape) if block.shape != shape else block.groups
            members.reshape(*shape, width)[..., place] = (numbers + first).astype(np.int32)
        else:
            members[:, here] = (block.groups + first).reshape(rows, wide)
        if tints is not None:
            colors[:, here] = tints.reshape(rows, wide)
        if weights is not None:
            weights[:, here] = block.flat_weights().reshape(rows, wide)
        place += wide
    flat = ones(rows * width) if weights is None else weights.ravel()
    return members.ravel(), colors.ravel(), flat


def _color_numbers(values: Sequence[Any], numbering: dict[Any, int]) -> Numbers:
    """Return the color numbers of values, adding new ones to `numbering`; 0 stands for None."""
    if isinstance(values, Coded):
        used, first = np.unique(values.codes, return_index=True)
        fresh = used[np.argsort(first)].tolist()
        numbers = np.zeros(len(values.distinct), np.int64)
        numbers[fresh] = _color_numbers([values.distinct[code] for code in fresh], numbering)
        return numbers[values.codes]
    return np.array(
        [
            0 if value is None else numbering.setdefault(value, len(numbering) + 1)
            for value in looking(values)
        ],
        np.int64,
    )


def _joined_bounds(of_rules: Iterable[Sequence[int] | Integers]) -> Integers:
    return np.concatenate([np.zeros(0, np.int64), *of_rules])


def _costs(
    tables: Sequence[Choices],
    costs: Costs,
    own: Mapping[str, _Hidden],
) -> Numbers:
    hidden = {id(entry.table): entry.costs for entry in own.values()}
    parts = [hidden[id(table)] if id(table) in hidden else costs(table) for table in tables]
    return parts[0] if len(parts) == 1 else np.concatenate([np.zeros(0, np.int64), *parts])


def _names(colors: dict[Any, int]) -> list[str]:
    """Name each color after its value, and two values of one spelling by their representation."""
    names = list(map(plain, colors))
    return names if len(set(names)) == len(names) else list(map(precise, colors))


class _Items(Sequence[Group]):
    """The items' names, made only when one is asked for."""

    def __init__(self, groups: Sequence[tuple[str, Sequence[Any]]]) -> None:
        self._groups, self._size = groups, sum(len(keys) for _, keys in groups)

    @cached_property
    def _names(self) -> list[Group]:
        return [Group(rule, key) for rule, keys in self._groups for key in looking(keys)]

    def __len__(self) -> int:
        return self._size

    def __reduce__(self) -> tuple[type[list[Group]], tuple[list[Group]]]:
        return list, (self._names,)  # a matrix goes to another process without its puzzle

    def __getitem__(self, item):  # type: ignore[no-untyped-def]
        return self._names[item]

    def __iter__(self) -> Iterator[Group]:
        return iter(self._names)


class _Labels(Sequence[str]):
    """What each option means, spelled out only when asked for."""

    def __init__(self, tables: Sequence[Choices], options: int) -> None:
        self._tables = tuple(tables)
        self._options = options

    def __len__(self) -> int:
        return self._options

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        return list, (list(self),)  # a matrix goes to another process without its puzzle

    def __getitem__(self, option):  # type: ignore[no-untyped-def]
        if isinstance(option, slice):
            return [self[k] for k in range(*option.indices(len(self)))]
        if not 0 <= option < len(self):
            raise IndexError(option)
        table = next(t for t in self._tables if option < t.offset + len(t))
        return table.describe(option - table.offset)

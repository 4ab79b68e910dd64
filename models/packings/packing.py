"""Packings: pieces are laid on a board so that every cell is covered once.

How many of each piece there are is a multiplicity, never a number of named copies, so answers that
differ only in which copy lies where are one answer. Pieces may be left over and cells may stay
empty where that is allowed.
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import networkx as nx
import numpy as np

from ..answer import Answer
from ..errors import ModelError
from ..matrix.builder import collector_paused
from ..picture.picture import Picture, Shape
from ..puzzle import Obstacle, Puzzle
from ..rules.keys import KeptKeys, Numbers
from ..symmetry.symmetries import Symmetries
from ..tables.rows import LateRows, Rows
from ..tables.table import Choices
from .board import Cell, lattice_of
from .drawing import describe_packing, ground_shapes, piece_shapes
from .piece import Copies, Piece, copies_of
from .placements import Coloring, Laid, Lot, misfit
from .symmetries import Ways, mirrored_part, packing_symmetries

__all__ = ["Packing"]

_MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class Packing(Puzzle):
    """Lay the pieces so that every cell of the board is covered exactly once.

    board      a networkx graph of cells, such as a `Board`; a plain graph is one of squares
    pieces     their names must differ; each is laid `copies` times
    copies     by piece name, instead of the piece's own number: a number or (least, most)
    leftover   pieces may be left over: every number of copies is a most
    uncovered  True: any cell may stay empty; or the cells that may
    most_uncovered  how many cells may stay empty at most; None: any number of them
    coloring   which cells of a piece may lie on which of the board; the table then has a third
               column, `colors`: those of the placement's cells, 0 for none
    comment    what its author says of it; kept for who asks

    Raises ModelError for what is no board or no piece, two pieces of one name, a piece of another
    lattice than the board's, and copies, cells or colors that there are not.

    >>> from minuet.models.packings import Board
    >>> board = Board.from_text("####/####/####")
    >>> ell = Piece.from_text("L", "##/#.", copies=4)
    >>> packing = Packing(board, [ell])
    >>> packing.matrix
    ExactCover(13 primary items, 0 secondary items, 24 options)
    """

    def __init__(
        self,
        board: nx.Graph,
        pieces: Iterable[Piece],
        name: str = "packing",
        *,
        copies: Mapping[str, Copies] | None = None,
        leftover: bool = False,
        uncovered: bool | Collection[Cell] = False,
        most_uncovered: int | None = None,
        coloring: Coloring | None = None,
        comment: str = "",
    ) -> None:
        super().__init__(name)
        if not isinstance(board, nx.Graph):
            example = f"from_text({board!r})" if isinstance(board, str) else "rectangle(6, 10)"
            raise ModelError(f"board {board!r}, expected a Board: Board.{example}")
        self.board, self.pieces, self.comment = board, _pieces(pieces), comment
        if len({piece.name for piece in self.pieces}) < len(self.pieces):
            raise ModelError("two pieces of one name, expected each name once")
        # (least, most) copies by piece name; most None: any number.
        overrides = copies or {}
        names = dict.fromkeys(piece.name for piece in self.pieces)
        for label in overrides:
            if label not in names:
                raise ModelError(f"copies of {label!r}, expected one of {', '.join(names)}")
        bounds = {p.name: copies_of(p.name, overrides.get(p.name, p.copies)) for p in self.pieces}
        self.copies = (
            {name: (0, most) for name, (_, most) in bounds.items()} if leftover else bounds
        )
        self.coloring, self.most_uncovered = coloring, most_uncovered
        if most_uncovered is not None and (
            isinstance(most_uncovered, bool)
            or not isinstance(most_uncovered, int)
            or most_uncovered < 0
        ):
            raise ModelError(f"most_uncovered: {most_uncovered!r}, expected a number from 0 on")
        if isinstance(uncovered, bool):
            self.uncovered = frozenset(self.board) if uncovered else frozenset()
        else:
            for cell in uncovered:
                if cell not in self.board:
                    raise ModelError(f"uncovered: {cell!r} is not a cell of the board")
            self.uncovered = frozenset(uncovered)
        self.empty: Choices | None = None
        if coloring is not None:
            coloring.require(board, self.pieces)
        with collector_paused():
            self._laid = laid = Laid(board, self.pieces, coloring)
            rows = LateRows(laid.columns, len(laid), laid.rows)
            self.place = self.choices("place", rows=rows if len(laid) else ())
            self._limit_pieces(laid)
            self._cover_cells(laid)
        self._own_rules = len(self.rules)
        self._own_names = frozenset(rule.name for rule in self.rules)

    def with_copies(self, copies: Mapping[str, Copies]) -> Packing:
        """Return the packing with other numbers of copies, by the name of each piece.

        A piece of which there is none is left out. What was laid or forbidden, and further rules,
        are not taken along.
        """
        pieces = [piece for piece in self.pieces if copies[piece.name] not in (0, (0, 0))]
        names = [piece.name for piece in pieces]
        coloring = self.coloring
        if coloring is not None:
            left = {name: tints for name, tints in coloring.pieces.items() if name in names}
            coloring = replace(coloring, pieces=left)
        return Packing(
            self.board,
            pieces,
            self.name,
            copies={name: copies[name] for name in names},
            uncovered=self.uncovered,
            most_uncovered=self.most_uncovered,
            coloring=coloring,
            comment=self.comment,
        )

    def _limit_pieces(self, laid: Laid) -> None:
        """Make a rule for each number of copies; any number that there is room for needs none."""
        groups: dict[tuple[int, int | None, int | None], list[str]] = {}
        for piece in self.pieces:
            least, most = self.copies[piece.name]
            room = len(self.board) // len(piece.cells)
            if most is not None and (least or most < room):
                groups.setdefault((least, most, None), []).append(piece.name)
            elif least:
                groups.setdefault((least, None, room), []).append(piece.name)
        every = [piece.name for piece in self.pieces]
        for (low, high, fits), names in groups.items():
            keys = _among(every, names, None, laid.pieces, len(laid))
            rule = self.between(low, high, self.place, covering=keys, name="piece")
            if fits is not None:
                self.exchange(rule, replace(rule, most=fits))

    def _cover_cells(self, laid: Laid) -> None:
        rows = np.repeat(np.arange(len(laid)), laid.sizes)
        if self.most_uncovered is not None and self.most_uncovered < len(self.uncovered):
            # Cover every cell, or choose it as one of the few that stay empty.
            free = [cell for cell in self.board if cell in self.uncovered]
            self.empty = empty = self.choices(
                "empty", rows=Rows(("cell",), [(cell,) for cell in free])
            )
            places = {cell: number for number, cell in enumerate(laid.board)}
            left = np.array([places[cell] for cell in free], np.int64)
            covering = {
                self.place: KeptKeys(laid.board, rows, laid.cells, len(laid)),
                empty: KeptKeys(laid.board, None, left, len(free)),
            }
            self.exactly_one([self.place, empty], covering=covering, name="cell")
            self.between(0, self.most_uncovered, empty, by=lambda cell: "empty", name="empty")
            return
        for rule, may_stay_empty in ((self.exactly_one, False), (self.at_most_one, True)):
            cells = [cell for cell in self.board if (cell in self.uncovered) is may_stay_empty]
            if cells or not (may_stay_empty or self.uncovered):
                keys = _among(laid.board, cells, rows, laid.cells, len(laid))
                rule(self.place, covering=keys, name="cell")

    @property
    def obstacle(self) -> Obstacle | None:
        """That the pieces cannot cover the board, as far as counting cells shows; else None."""
        own = self.rules[: self._own_rules]
        if not self._own_names.issubset(rule.name for rule in own):
            return None
        free = len(self.uncovered)
        if self.most_uncovered is not None:
            free = min(free, self.most_uncovered)
        lots = (Lot(len(piece.cells), *self.copies[piece.name]) for piece in self.pieces)
        reason = misfit(lots, len(self.board) - free, len(self.board))
        return Obstacle(reason, self._own_names) if reason else None

    def lay(self, laid: str, cells: Iterable[Cell]) -> None:
        """Lay a piece beforehand. If it does not fit there, the puzzle is infeasible."""
        wanted = tuple(sorted(cells))
        if self.place.find("lay", {"piece": laid, "cells": wanted}):
            self.given(self.place, piece=laid, cells=wanted)
        else:
            self.exactly_one(self.place, covering=_nothing, over=[(laid, *wanted)], name="laid")

    def symmetries(self) -> Symmetries:
        """Return the symmetries of board and pieces: the maps of placements to placements.

        The board may be turned, mirrored and moved onto itself. A map counts if it takes every
        placement to one of this packing, of the same piece or of another that fits just there and
        has as many copies, as its mirror image does; and if it leaves what is laid and forbidden as
        it is. Where pieces may be left over, there may be more that take some of the answers to
        answers, those that do without a piece whose mirror image is missing: `part` has them.
        Raises ModelError if further tables of choices have been added.
        """
        tables = [self.place] if self.empty is None else [self.place, self.empty]
        ways = Ways(self._laid, self.board, self.coloring)
        symmetries = packing_symmetries(self, tables, self.copies, ways)
        if len(self.rules) == self._own_rules:
            symmetries.part = mirrored_part(self, symmetries, ways)
        return symmetries

    def marks(self) -> dict[str, str]:
        """Return a mark for each piece: if it is free, its name's first letter, large or small.

        Marks differ as long as there are no more than 62 pieces.
        """
        marks: dict[str, str] = {}
        left = dict.fromkeys(_MARKS)
        for piece in self.pieces:
            first = piece.name[:1]
            fresh = [mark for mark in (first, first.swapcase()) if mark and mark in left]
            marks[piece.name] = mark = (fresh or list(left) or [_MARKS[0]])[0]
            left.pop(mark, None)
        return marks

    def picture(self, answer: Answer) -> Picture:
        """Return the picture of an answer: a color and a mark a piece, a dot for an empty cell."""
        lattice, laid = (
            lattice_of(self.board),
            [(row[0], row[1]) for row in answer[self.place]],
        )
        shapes = (*self._ground, *piece_shapes(self.marks(), laid, lattice))
        return Picture(
            shapes,
            lattice.plane or lattice.name,
            self.name,
            describe_packing(laid, self.board, lattice),
        )

    @cached_property
    def _ground(self) -> tuple[Shape, ...]:
        return ground_shapes(self.board, lattice_of(self.board))


def _among(
    every: Sequence[Hashable],
    wanted: Sequence[Hashable],
    owners: Numbers | None,
    places: Numbers,
    rows: int,
) -> KeptKeys:
    """Return the keys of rows that are wanted, of keys that are known by their place in `every`.

    owners, places  the row and the key of each entry; owners None: each row has one
    """
    number = {key: place for place, key in enumerate(wanted)}
    if len(wanted) == len(every):
        return KeptKeys(wanted, owners, places, rows)
    own = np.array([number.get(key, -1) for key in every], np.int64)[places]
    there = own >= 0
    rows_of = np.arange(rows) if owners is None else owners
    return KeptKeys(wanted, rows_of[there], own[there], rows)


def _nothing() -> tuple[()]:
    """Return no keys: a group that no choice can fill."""
    return ()


def _pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    if isinstance(pieces, str) or not hasattr(pieces, "__iter__"):
        raise ModelError(
            f"pieces {reprlib.repr(pieces)}, expected a list of them, such as pentominoes()"
        )
    all_pieces = tuple(pieces)
    for piece in all_pieces:
        if not isinstance(piece, Piece):
            drawn = repr(piece) if isinstance(piece, str) else "'##/#.'"
            example = f"Piece.from_text('a', {drawn})"
            raise ModelError(f"piece {piece!r}, expected a Piece: {example}")
    return all_pieces

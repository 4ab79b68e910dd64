"""The verb `certify`, and the certifier for `evidence="certified"`."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace
from typing import Unpack

import numpy as np

from .....models.errors import ModelError, Unreached, WrongAnswer
from .....models.matrix.exact_cover import BOUND_LIMIT, SIZE_LIMIT, ExactCover
from ....contract.batch import Options
from ....contract.certificate import Assertion, Uncertified
from ....contract.deadline import Deadline, Stopped
from ....contract.evidence import Level
from ....contract.goal import Goal
from ....contract.query import Query
from ....contract.result import Result, Status
from ....native.engine import quarter_of_memory
from ...running import query_of
from ...search import Search
from ...selection import Problem
from ...settings import CertifySettings
from ..tree import Folder
from .certificate import Certificate, check_proved, require_proved_checker
from .clause_items import unknown_conditions, with_clause_items
from .propagated_tree import PropagatedFolder
from .renamed_tree import blocks_of, renamed_tree
from .symmetric_tree import symmetric_tree
from .tree_lines import LinedTree

__all__ = ["TreeCertifier", "certify", "numbered", "of_count", "of_optimum", "selected_matrix"]

SMALL = 1 << 19  # bytes of a tree that needs no renamings
LITTLE = 1 << 24  # bytes: what is folded in them needs no symmetries
SOME = 1 << 29  # bytes of a search that is not the last to be tried
FINDABLE = 5000  # options of a matrix whose symmetries are found in about a second
EASY = 1 << 26  # bytes: what is folded in them has renamings only if it has much fewer nodes then,
FEWER = 50  # times: these are searched in Python, which takes as many times longer a node
MOST = 1 << 16  # nodes with renamings, of what takes more memory


def certify(
    puzzle: Problem, result: Result | None = None, **settings: Unpack[CertifySettings]
) -> Certificate:
    """Make a certificate of an answer, from which a short program confirms it.

    result  what `solve`, `count` or another verb said of the puzzle, asked with the same given
            and forbidden options: of OPTIMAL with costs the optimum is certified, else how many
            solutions there are; none, where it says INFEASIBLE. None: how many solutions there are

    The certificate speaks of the matrix with its givens: `certificate.matrix_text` is its DLX text,
    `certificate.write(FILE)` writes it, `certificate.check()` has it checked here and now.
    In place of statements and of the graph rules that no checker knows it has their clauses, of an
    optimum those of all graph rules: that these follow from them is not certified.

    Raises ModelError for a result that leaves something open, Unreached at the time limit and where
    the tree takes more than a quarter of the machine's memory, WrongAnswer if the result does not
    hold.
    """
    search = Search.part_of("certify", puzzle, "auto", settings, CertifySettings)
    deadline = Deadline(search.settings.time_limit)
    try:
        query = query_of(search, deadline)
        selected = selected_matrix(query.matrix, query.given, query.forbidden)
        if result is None:
            return of_count(selected, None, deadline)
        if result.status in (Status.FEASIBLE, Status.UNKNOWN) or (
            result.count is not None and not result.complete
        ):
            fault = f"{result.status}, and not complete" if result.count else str(result.status)
            raise ModelError(f"a result that says {fault}, expected one that leaves nothing open")
        if result.count is None and result.objective is not None and result.options is not None:
            options = numbered(result.options, query.forbidden)
            return of_optimum(selected, options, deadline)
        return of_count(
            selected, 0 if result.status == Status.INFEASIBLE else result.count, deadline
        )
    except Stopped:
        message = "the time limit came before the certificate was complete"
        raise Unreached(message, late=True) from None


def of_count(matrix: ExactCover, count: int | None, deadline: Deadline) -> Certificate:
    """Return the certificate of a count. Raises WrongAnswer if it is another one."""
    return CountSearch(matrix).certificate(count, deadline)


def of_optimum(matrix: ExactCover, options: Options, deadline: Deadline) -> Certificate:
    """Return the certificate that no solution costs less than one that is known.

    Raises WrongAnswer if one does, or if its conditions do not hold.
    """
    from .priced_tree import priced_tree

    if not matrix.options:  # the empty solution is the only one
        return of_count(matrix, 1, deadline)
    cost, clauses, conditions = matrix.cost(options), None, matrix.conditions
    if conditions:
        matrix, clauses, least = with_clause_items(matrix, conditions, Goal.BEST, deadline)
        if least != cost:
            raise WrongAnswer(f"an optimum of {cost} is claimed, and the search has {least}")
    tree = priced_tree(matrix, options, deadline)
    return Certificate(matrix, f"optimum {cost}", tree, clauses)


Turns = Generator[Folder, Deadline, LinedTree]


class CountSearch:
    """The search of all solutions, in one turn or in several, that a certificate is written from.

    Its tree keeps the dead ends. Where blocks are alike and it is large, it has renamings.
    """

    def __init__(self, matrix: ExactCover) -> None:
        self.matrix = matrix
        self._shown: int | None = None  # solutions that the conditions hold of which are clauses
        self._clauses: int | None = None
        self._tree: LinedTree | None = None
        self._turns: Turns | None = None
        self._folder: Folder | None = None  # that the turn waits for

    def certificate(self, count: int | None, deadline: Deadline) -> Certificate:
        """Return the certificate of a count; None: whatever it is.

        Raises WrongAnswer if it is another one, and Stopped at the deadline; called again, the
        search continues.
        """
        if self._tree is None:
            self._replace_conditions(deadline)
            self._tree = self._search(deadline)
        tree = self._tree
        total = tree.count
        for claimed in (self._shown, count):
            if claimed is not None and total != claimed:
                raise WrongAnswer(
                    f"{claimed} solutions are claimed, and the certificate's search has {total}"
                )
        return Certificate(self.matrix, f"solutions {total}", tree, self._clauses)

    def _replace_conditions(self, deadline: Deadline) -> None:
        if conditions := unknown_conditions(self.matrix):
            self.matrix, self._clauses, self._shown = with_clause_items(
                self.matrix, conditions, Goal.COUNT, deadline
            )

    def _search(self, deadline: Deadline) -> LinedTree:
        if self._turns is None or self._folder is None:  # also if it was stopped between two
            self._turns = self._foldings(deadline)
            self._folder = next(self._turns)
        try:
            while True:
                self._folder.advance(deadline)
                self._folder = None
                self._folder = self._turns.send(deadline)
        except StopIteration as over:
            tree: LinedTree = over.value
            return tree

    def _foldings(self, deadline: Deadline) -> Turns:
        """Yield each folding that is to be complete, receive the deadline; return the tree."""
        blocks = blocks_of(self.matrix, deadline)
        if blocks is not None:
            tree, most = None, MOST
            deadline = yield (easy := self._folding(deadline, EASY, Folder))
            with suppress(Unreached):
                tree = LinedTree(self.matrix, easy.tree())
                most = tree.nodes // FEWER if tree.tree.bytes > SMALL else 0
            renamed = renamed_tree(self.matrix, blocks, deadline, most) if most else None
            for each in (renamed, tree):
                if each is not None:
                    return each
        kinds = self._kinds()
        for kind in kinds:
            deadline = yield (little := self._folding(deadline, LITTLE, kind))
            with suppress(Unreached):
                return LinedTree(self.matrix, little.tree())
        if self.matrix.options <= FINDABLE:
            for kind in kinds:
                most = quarter_of_memory() if kind is kinds[-1] else SOME
                with suppress(Unreached):
                    symmetric = yield from symmetric_tree(self.matrix, most, kind)
                    if symmetric is not None:
                        return symmetric
        yield (whole := self._folding(deadline, None, kinds[-1]))
        return LinedTree(self.matrix, whole.tree())

    def _kinds(self) -> list[type[Folder]]:
        """Return the searches that suit the matrix: each may take some memory, the last all."""
        if self.matrix.graph_rules:
            return [PropagatedFolder]
        return [PropagatedFolder, Folder] if self.matrix.has_weights else [Folder]

    def _folding(self, deadline: Deadline, memory: int | None, kind: type[Folder]) -> Folder:
        query = query_of(Search(self.matrix), deadline)
        return kind(replace(query, memory=memory))


def selected_matrix(matrix: ExactCover, given: Options, forbidden: frozenset[int]) -> ExactCover:
    """Return the matrix whose solutions are those of a selection, its bounds as DLX text has them.

    That has none of 2^31 and more, sums aside: no number of options comes to them.
    """
    selected = matrix.selected(given, forbidden) if given or forbidden else matrix
    most = np.where(selected.weighted_items, BOUND_LIMIT, SIZE_LIMIT)
    if (selected.high <= most).all():
        return selected
    low, high = (np.minimum(bounds, most) for bounds in (selected.low, selected.high))
    return selected.replaced(low=low, high=high)


def numbered(options: Options, forbidden: frozenset[int]) -> Options:
    """Return the numbers of options where those that are forbidden are left out."""
    return tuple(option - sum(other < option for other in forbidden) for option in options)


# ---- The certifier: counts of any size, and optima -----------------------------------------------
#
# second_opinion/certified.py finds it by its name. The tree is searched anew, whichever solver
# found the answer, and nothing is reported that the checker has not accepted.


class TreeCertifier:
    """Certifies counts and optima by certificates that check_certificate.py accepts."""

    name = "tree"

    def __init__(self) -> None:
        self._count: tuple[tuple[object, ...], CountSearch] | None = None

    def certify(self, query: Query, assertion: Assertion, deadline: Deadline) -> Certificate:
        """Return a certificate that the checker accepted.

        deadline  of the search; a complete tree is checked until the query's own deadline. Asked
                  again after Stopped, the search of a count continues

        Raises Uncertified, Unsupported, Unavailable without the proved checker where that is asked
        for, WrongAnswer if the search says something else, and Stopped at the deadline.
        """
        if query.evidence is Level.PROVED:
            unproved = unknown_conditions(query.matrix)
            if unproved if assertion.cost is None else query.matrix.conditions:
                raise Uncertified("clauses of graph rules and statements are not proved")
            require_proved_checker()
        if query.excluded:
            raise Uncertified("solutions are left out")
        if assertion.cost is None:
            if assertion.count is None:
                raise Uncertified("nothing is claimed that a tree shows")
            # The search of a query's count, the one that has begun if there is one.
            key = (query.matrix.digest, query.matrix.statements, query.given, query.forbidden)
            if self._count is None or self._count[0] != key:
                cover = selected_matrix(query.matrix, query.given, query.forbidden)
                self._count = key, CountSearch(cover)
            certificate = self._count[1].certificate(assertion.count, deadline)
        else:
            best = [
                solution
                for solution in assertion.known
                if query.matrix.cost(solution) == assertion.cost
            ]
            if not best:
                raise Uncertified("no solution of that cost is known")
            matrix = selected_matrix(query.matrix, query.given, query.forbidden)
            options = numbered(best[0], query.forbidden)
            certificate = of_optimum(matrix, options, deadline)
        if query.evidence is Level.PROVED:
            return check_proved(certificate, query.deadline)
        certificate.check(query.deadline)
        return certificate

"""The verb `solution_set`: all solutions of a puzzle as one object, without a list of them.

The solutions are held as a folded tree (tree.py). What is asked of it is worked out on the tree
(solvers/native/folded/), in time that grows with its nodes and not with the number of solutions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from os import PathLike
from typing import Any, Unpack, overload

from ....models.answer import Answer
from ....models.errors import ModelError
from ....models.matrix.exact_cover import ExactCover
from ....models.objective import Number
from ....models.puzzle import Puzzle
from ....models.tables.conditions import rows_where
from ....models.tables.table import Choices, Predicate
from ...contract.batch import Batch, Options
from ...contract.deadline import Deadline, Stopped
from ...contract.goal import Goal
from ...contract.numbers import whole_number
from ...contract.verify import Verifier
from ...contract.watching import watching
from ..running import query_of
from ..search import Search
from ..selection import Problem, checked_options
from ..settings import SetSettings
from .measures import Marginals, cheapest, entropy, histogram, ranks_drawn
from .tree import LATE, NO_TREE, Arrays, FoldedTree, counted, folded, unfinished

__all__ = ["SetStatistics", "SolutionSet", "solution_set"]

BATCH = 1024  # solutions that are yielded at once


def solution_set(puzzle: Problem, **settings: Unpack[SetSettings]) -> SolutionSet:
    """Find all solutions of a puzzle or a matrix, and keep them as one folded search tree.

    The memory is for the tree and for what its search remembers; by default it is a quarter of the
    machine's. Of the progress, `done` says how large the tree has become.

    Raises Unreached, which says how many solutions were found, where a limit comes first, and
    Interrupted with one on Ctrl-C; Unsupported for conditions, ModelError for what is no puzzle, or
    a given that is no option.
    """
    began = time.monotonic()
    search = Search.part_of("solution_set", puzzle, "auto", settings, SetSettings, goal=Goal.COUNT)
    limit = search.settings.time_limit
    with watching(search.settings.progress, "solution set") as watch:
        try:
            query = query_of(search, Deadline(limit) if watch is None else watch.deadline(limit))
        except Stopped:
            raise unfinished(LATE, 0, late=True) from None
        compiled = time.monotonic()
        tree = folded(query, watch=watch)
        seconds = compiled - began, time.monotonic() - compiled
        result = SolutionSet(puzzle, tree, seconds=seconds)
        if watch is not None:
            watch.note(share=1.0, found=result.count)
        return result


@dataclass(frozen=True)
class SetStatistics:
    """How large the tree of a set is, and how long its making took.

    nodes, edges     of the folded tree
    bytes            of its arrays and of the counts of its nodes
    compile_seconds  of making the matrix, search_seconds of folding; 0 for a set that was
                     restricted or loaded
    """

    nodes: int
    edges: int
    bytes: int
    compile_seconds: float = 0.0
    search_seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can hold them; seconds to the microsecond."""
        return {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in self.__dict__.items()
        }


class SolutionSet:
    """All solutions of a puzzle, as a sequence: answers, of a bare matrix tuples of option numbers.

    The order is that of the tree: a node's solutions stand in the order of its options' numbers,
    those below one option before those below the next; of independent parts the last runs fastest.
    Which item a node branches on depends on the matrix alone, so the order is the same everywhere.

    puzzle  what was asked about
    matrix  its matrix
    tree    the folded tree
    """

    def __init__(
        self, puzzle: Problem, tree: FoldedTree, *, seconds: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        self.puzzle = puzzle
        self.matrix = puzzle if isinstance(puzzle, ExactCover) else puzzle.matrix
        self.tree = tree
        self._seconds = seconds
        self._counted = counted(self.matrix, tree)

    # ---- How many -----------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """How many solutions there are, exactly."""
        return self._counted.count

    def __len__(self) -> int:
        """Return the count. Raises OverflowError where Python holds no such length: see `count`."""
        return self.count

    def __bool__(self) -> bool:
        return self.tree.nodes > 0 and self.count > 0

    @property
    def statistics(self) -> SetStatistics:
        """How large the tree is, and how long its making took."""
        size = self.tree.bytes + self._counted.bytes
        return SetStatistics(self.tree.nodes, self.tree.edges, size, *self._seconds)

    # ---- Which --------------------------------------------------------------------------------

    def __contains__(self, solution: object) -> bool:
        try:
            return self._rank(solution) is not None
        except ModelError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return self._at(range(self.count))

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Ranked: ...
    def __getitem__(self, place: int | slice) -> Any:
        """Return the solution of a rank, or those of a slice, which are made as they are read."""
        ranks = range(self.count)[place]
        return Ranked(self, ranks) if isinstance(ranks, range) else next(self._at([ranks]))

    def rank(self, solution: Any) -> int:
        """Return the place of a solution: `s[s.rank(answer)]` is the answer again.

        Raises ModelError for what is no solution of the set.
        """
        place = self._rank(solution)
        if place is None:
            raise ModelError("rank: not a solution of the set")
        return place

    def sample(self, k: int, seed: int, *, replace: bool = True) -> list[Any]:
        """Draw k solutions at random, each exactly as likely as every other (measures.py tells
        how).

        The same seed draws the same solutions on every platform. Without `replace` no two are
        alike. Raises ModelError for an empty set, and for more than there are without `replace`.
        """
        k, seed = whole_number("a sample of {}", k, 0), index(seed)
        if k and not self:
            raise ModelError("a sample of a set without solutions")
        if not replace and k > self.count:
            raise ModelError(f"a sample of {k} of {self.count} solutions, none of them twice")
        return list(self._at(list(ranks_drawn(self.count, k, seed, replace=replace))))

    # ---- How often ----------------------------------------------------------------------------

    @cached_property
    def _marginals(self) -> Marginals:
        puzzle = self.puzzle if isinstance(self.puzzle, Puzzle) else None
        return Marginals(self._counted.marginals(), self.count, puzzle)

    def marginals(self) -> Marginals:
        """Return how many solutions use each option: exact integers, by option number."""
        return self._marginals

    def pairs(self, choice: Any) -> Marginals:
        """Return how many solutions use each option together with one (see `given`)."""
        return self.given(choice).marginals()

    def entropy_of(self, choices: Any, /, where: Predicate | None = None, **columns: Any) -> float:
        """Return how many bits it tells on average which of some choices a random solution makes.

        Of a puzzle, the choices are the rows of a table, or its name, that meet a condition, as
        that of `Puzzle.given`: `s.entropy_of(digit, row=0, col=2)` is what that clue is worth.
        Otherwise they are option numbers or rows.
        """
        return entropy(self, self._chosen(choices, where, columns))

    def _chosen(self, choices: Any, where: Predicate | None, columns: Mapping[str, Any]) -> Options:
        puzzle = self.puzzle
        if not (isinstance(puzzle, Puzzle) and isinstance(choices, Choices | str)):
            if where is not None or columns:
                raise ModelError("entropy_of: a condition without a table of choices")
            return self._options(choices)
        table = puzzle.table(choices)
        rows, text = rows_where(table, where, columns, "entropy_of")
        if not rows:
            raise ModelError(f"entropy_of {text}: no such choice")
        return tuple(table.offset + row for row in rows)

    # ---- Costs --------------------------------------------------------------------------------

    def best(self, k: int = 1) -> list[Any]:
        """Return the k best solutions, the best first; fewer where there are no more.

        Raises ModelError unless k is a whole number from 1.
        """
        k = whole_number("the {} best solutions", k, 1)
        return self._read(Batch.of(list(cheapest(self.matrix.costs, self.tree, self._counted, k))))

    def histogram(self) -> Mapping[Number, int]:
        """Return how many solutions have each cost, or total of the puzzle, from the best on.

        Raises Unsupported where the costs are of too many kinds for the memory.
        """
        costs = histogram(self.matrix.costs, self.tree, self._counted)
        if not isinstance(self.puzzle, Puzzle):
            return dict(costs.items())
        return {self.puzzle.objective(cost): count for cost, count in costs.items()}

    # ---- Fewer --------------------------------------------------------------------------------

    def given(self, *choices: Any) -> SolutionSet:
        """Return the set of the solutions that make all these choices, without a search.

        A choice is an option number or, of a puzzle, a row as `Puzzle.answer` takes it. Raises
        ModelError for what is neither.
        """
        result = self
        for option in self._options(choices):
            if option not in self.tree.given:
                result = result._restricted(result._counted.with_option(option))
        return result

    def forbid(self, *choices: Any) -> SolutionSet:
        """Return the set of the solutions that make none of these choices, likewise."""
        options = self._options(choices)
        if not set(options).isdisjoint(self.tree.given):
            return self._restricted(NO_TREE)
        return self._restricted(self._counted.without(options))

    def _restricted(self, arrays: Arrays) -> SolutionSet:
        given, forbidden = self.tree.given, self.tree.forbidden
        return SolutionSet(self.puzzle, FoldedTree(*arrays, given, forbidden))

    # ---- Files --------------------------------------------------------------------------------

    def save(self, file: str | PathLike[str]) -> None:
        """Write the set into a file, which `load` reads (saved.py describes the format)."""
        from .saved import save

        save(self.tree, self.matrix.digest, file)

    @classmethod
    def load(cls, file: str | PathLike[str], puzzle: Problem) -> SolutionSet:
        """Read what `save` has written of the same puzzle or matrix.

        Raises InputError, naming the file, for anything else.
        """
        from .saved import loaded

        return cls(puzzle, loaded(file, puzzle))

    # ---- From numbers to solutions and back ---------------------------------------------------

    def _at(self, ranks: Sequence[int]) -> Iterator[Any]:
        """Yield the solutions of ranks."""
        width = 8 * self._counted.limbs
        for first in range(0, len(ranks), BATCH):
            part = ranks[first : first + BATCH]
            digits = b"".join(rank.to_bytes(width, "little") for rank in part)
            yield from self._read(Batch.trusted(*self._counted.unrank(digits)))

    def _read(self, batch: Batch) -> list[Any]:
        tree = self.tree
        Verifier(self.matrix, tree.given, tree.forbidden).require_many(batch, "solution_set")
        if isinstance(self.puzzle, Puzzle):
            return [self.puzzle.read(options) for options in batch]
        return list(batch)

    def _rank(self, solution: Any) -> int | None:
        options = self._options(solution)
        if not isinstance(solution, Answer) and len(options) < len(tuple(solution)):
            return None  # one of them twice
        return self._counted.rank(list(self._with_hidden(options)))

    def _with_hidden(self, options: Options) -> Options:
        """Return the options of an answer with the hidden rows that follow from them."""
        puzzle = self.puzzle
        if isinstance(puzzle, ExactCover) or puzzle.visible_options == self.matrix.options:
            return options
        visible = range(puzzle.visible_options)
        if any(option not in visible for option in options):
            return options
        only = self.given(*options).forbid(
            *(option for option in visible if option not in set(options))
        )
        return only[0].options if only.count == 1 else options

    def _options(self, choices: Any) -> Options:
        """Return the option numbers of choices: numbers, or rows of the puzzle."""
        if isinstance(choices, Answer):
            return choices.options
        try:
            listed = tuple(choices)
        except TypeError:
            raise ModelError(f"{choices!r}, expected choices") from None
        if not isinstance(self.puzzle, Puzzle):
            return checked_options(self.matrix, listed, "choices")
        numbers = [choice for choice in listed if isinstance(choice, int)]
        rows = [choice for choice in listed if not isinstance(choice, int)]
        read = self.puzzle.answer(rows).options if rows else ()
        return (*checked_options(self.matrix, numbers, "choices"), *read)

    def __repr__(self) -> str:
        statistics = self.statistics
        return f"SolutionSet({self.count} solutions, {statistics.nodes} nodes)"


class Ranked(Sequence[Any]):
    """Some solutions of a set, by their ranks; each is made when it is read."""

    def __init__(self, of: SolutionSet, ranks: range) -> None:
        self._of, self._ranks = of, ranks

    def __len__(self) -> int:
        return len(self._ranks)

    def __iter__(self) -> Iterator[Any]:
        return self._of._at(self._ranks)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Ranked: ...
    def __getitem__(self, place: int | slice) -> Any:
        ranks = self._ranks[place]
        return Ranked(self._of, ranks) if isinstance(ranks, range) else self._of[ranks]

    def __repr__(self) -> str:
        return f"{self._of!r}[{self._ranks.start}:{self._ranks.stop}:{self._ranks.step}]"

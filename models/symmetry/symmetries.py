"""Symmetries of a puzzle: permutations of its options that map solutions to solutions.

A symmetry is given as a permutation of the options, or as a map of a table's rows ("turn the board
by a quarter"). It is one if it maps the matrix to itself: the options of every item must become the
options of an item that is covered as often, colors exchanged at most for one another. This is
checked, so a map that is no symmetry is an error and never a wrong count. Givens and forbidden
options must be mapped to themselves too. Generators are closed to a group.

Some solutions may have more symmetries than all have: where two left hands and up to one right hand
may be laid, what has one of each has a mirror image, and what has two left hands has none. These
are a `Part`.

Two solutions are of one class if a symmetry maps one to the other. `canonical` names the class by
its lexicographically first solution; `minuet.solvers.count` with symmetries counts classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..answer import Answer
from ..budget import look, looking
from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from .item_map import Permutation, item_map
from .orbits import Classes, Group, IsNew, first_image

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..tables.rows import Row

__all__ = [
    "Part",
    "Symmetries",
    "distinct",
    "require_no_hidden_rows",
    "selection",
    "symmetries_of",
    "visible_options",
]

RowMap = Callable[..., Any]
Generator = RowMap | Mapping[Any, RowMap] | Sequence[int] | Permutation
Solution = TypeVar("Solution", Answer, tuple[int, ...])

# The symmetries of one group, and their numbers together: half a gigabyte.
MOST, LARGEST = 100_000, 1 << 27


class Symmetries:
    """A group of symmetries of one puzzle.

    matrix        the puzzle's matrix
    permutations  int32[order, options]; row g holds the option that each option is mapped to, row
                  0 is the identity
    generators    some that generate the others; all, where these are not known
    part          the solutions that have more symmetries; None: all have the same
    visible       the options from this number on are hidden rows of rules, which follow from the
                  choices: no two of the symmetries move the choices alike

    >>> from minuet.models import Puzzle
    >>> queens = Puzzle("four queens")
    >>> queen = queens.choices("queen", row=range(4), col=range(4))
    >>> rows = queens.exactly_one(queen, by="row")
    >>> cols = queens.exactly_one(queen, by="col")
    >>> up = queens.at_most_one(queen, by=lambda row, col: row + col)
    >>> down = queens.at_most_one(queen, by=lambda row, col: row - col)
    >>> turned = lambda row, col: (col, 3 - row)
    >>> mirrored = lambda col: {"col": 3 - col}
    >>> Symmetries.of(queens, turned, mirrored)
    Symmetries(8 of 16 options)
    """

    def __init__(
        self,
        matrix: ExactCover,
        permutations: npt.ArrayLike,
        given: Iterable[int] = (),
        forbidden: Iterable[int] = (),
        generators: Sequence[Permutation] | None = None,
        visible: int | None = None,
    ) -> None:
        self.matrix = matrix
        self.visible = matrix.options if visible is None else visible
        self.permutations = np.asarray(permutations, np.int32)
        self.generators = list(self.permutations) if generators is None else generators
        self.given, self.forbidden = tuple(given), frozenset(forbidden)
        self.part: Part | None = None

    @classmethod
    def of(cls, puzzle: Puzzle | ExactCover, *generators: Generator) -> Symmetries:
        """Return the group that the generators close to.

        A generator is a function of columns that returns the row that a row is mapped to (the
        values of all columns, or a mapping of those that change); a mapping from tables to such
        functions, other tables staying as they are; or the list of the options that the options are
        mapped to. Raises ModelError for one that is no symmetry, naming what is mapped wrongly, and
        for a group of more than 100000 symmetries, or of 2^27 numbers.
        """
        matrix, given, forbidden = selection(puzzle)
        moves = []
        for number, generator in enumerate(generators, 1):
            purpose = f"symmetry {number}"
            permutation = _permutation(puzzle, matrix.options, generator, purpose)
            item_map(matrix, permutation, purpose, forbidden)
            _require_choices(puzzle, permutation, purpose)
            for options, name in ((given, "givens"), (forbidden, "forbidden choices")):
                if set(permutation[list(options)].tolist()) != set(options):
                    raise ModelError(f"{purpose}: does not map the {name} to themselves")
            moves.append(permutation)
        return cls.generated(matrix, moves, given, forbidden, visible_options(puzzle))

    @classmethod
    def generated(
        cls,
        matrix: ExactCover,
        generators: Sequence[Permutation],
        given: Iterable[int] = (),
        forbidden: Iterable[int] = (),
        visible: int | None = None,
    ) -> Symmetries:
        """Return the group of generators that are known to be symmetries, without a check."""
        closed = _closed(matrix.options, generators, visible)
        return cls(matrix, closed, given, forbidden, generators, visible)

    def __len__(self) -> int:
        return len(self.permutations)

    def __repr__(self) -> str:
        return f"Symmetries({len(self)} of {self.matrix.options} options)"

    def canonical(self, options: Iterable[int]) -> tuple[int, ...]:
        """Return the lexicographically first of the solutions that a solution is mapped to."""
        options = list(options)
        own = None if self.part is None else self.part.solution(options)
        if self.part is None or own is None:
            return tuple(first_image(self.permutations.T, options).tolist())
        return tuple(first_image(self.part.options[self.part.all.permutations.T], own).tolist())

    @property
    def order(self) -> int:
        """How many there are."""
        return len(self.permutations)

    def newcomers(self) -> IsNew:
        """Return a function that says of a solution whether none that it was asked of is alike."""
        classes, part = Classes(self.permutations), self.part
        if part is None:
            return classes.is_new
        of_part = Classes(part.all.permutations)

        def is_new(options: Collection[int]) -> bool:
            own = part.solution(options)
            return classes.is_new(options) if own is None else of_part.is_new(own)

        return is_new

    def orbits_beside(self, *sets: Iterable[int]) -> Permutation:
        """Return the least option of each option's orbit, under those that keep each of the sets.

        int32[options]; to keep a set is to map it to itself.
        """
        kept = np.ones(len(self), bool)
        for members in sets:
            options = list(members)
            kept &= np.isin(self.permutations[:, options], options).all(axis=1)
        least: Permutation = self.permutations[kept].min(axis=0)
        return least

    @cached_property
    def classes(self) -> list[tuple[Permutation, int]]:
        """The symmetries, one of each kind that fixes as many solutions, and how many there are.

        Of one kind are conjugates, and what generates the same symmetries (such as a turn and its
        inverse): what one maps to itself, so does the other.
        """
        choices = self.permutations[:, : self.visible]
        base = _base(choices)
        number = {images.tobytes(): k for k, images in enumerate(choices[:, base])}
        conjugates = []
        for generator in self.generators:
            move = generator[: self.visible]
            images = move[choices[:, np.argsort(move)[base]]]
            conjugates.append([number[row.tobytes()] for row in images])
        kind: dict[int, int] = {}
        members: list[Permutation] = []
        for first in range(len(self)):
            look()
            if first in kind:
                continue
            kind[first] = len(members)
            for current in (queue := [number[images] for images in _alike(choices[first], base)]):
                kind[current] = len(members)
                for of in conjugates:
                    if of[current] not in kind:
                        kind[of[current]] = len(members)
                        queue.append(of[current])
            members.append(self.permutations[first])
        times = Counter(kind.values())
        return [(member, times[k]) for k, member in enumerate(members)]


def _base(permutations: Permutation) -> npt.NDArray[np.intp]:
    """Return options of which no two permutations of a group have the same images."""
    base: list[int] = []
    same = permutations  # those that leave the base as it is
    while True:
        first = next((move for move in same[1:] if not np.array_equal(move, same[0])), None)
        if first is None:
            return np.array(base, np.intp)
        base.append(int(np.argmax(first != same[0])))
        same = same[same[:, base[-1]] == same[0, base[-1]]]


def _alike(permutation: Permutation, base: npt.NDArray[np.intp]) -> Iterator[bytes]:
    """Yield the images of the base under the powers that generate what a permutation does."""
    powers = [permutation[base]]
    while not np.array_equal(powers[-1], base):
        powers.append(permutation[powers[-1]])
    for exponent, images in enumerate(powers, 1):
        if gcd(exponent, len(powers)) == 1:
            yield images.tobytes()


@dataclass(frozen=True)
class Part:
    """Those of a puzzle's solutions that have more symmetries, as a puzzle of its own.

    Of its classes under `few`, so many become one with another as there are fewer under `all`.

    puzzle   its solutions are those of the part
    few      the symmetries of the whole, on the part
    all      those of the part, twice as many
    numbers  int32[options of the whole]: the option of the part that each is; -1 if it is none
    """

    puzzle: Puzzle
    few: Symmetries
    all: Symmetries
    numbers: npt.NDArray[np.int32]

    @cached_property
    def options(self) -> npt.NDArray[np.int32]:
        """The option of the whole that each option of the part is."""
        there = np.flatnonzero(self.numbers >= 0)
        options = np.empty(len(there), np.int32)
        options[self.numbers[there]] = there
        return options

    def solution(self, options: Iterable[int]) -> list[int] | None:
        """Return a solution of the whole as one of the part; None if it is none of it."""
        own: list[int] = self.numbers[list(options)].tolist()
        if -1 in own:
            return None
        matrix = self.puzzle.matrix
        times = Counter(item for option in own for item, _ in matrix.option(option))
        low, high = matrix.low.tolist(), matrix.high.tolist()
        fits = all(low[item] <= times[item] <= high[item] for item in range(matrix.primary))
        return own if fits else None


def distinct(solutions: Iterable[Solution], symmetries: Group | None = None) -> Iterator[Solution]:
    """Yield the first solution of each class, lazily, in the order in which they come.

    solutions   answers, or tuples of option numbers
    symmetries  None: those of the answers' puzzle, which must know them, as a `Packing` does

    Keeps one solution of each class in memory, and of those that are alike to them as many as 128
    megabytes hold. Raises ModelError where no symmetries are known.
    """
    is_new: IsNew | None = None
    for solution in solutions:
        if is_new is None:
            if symmetries is None:
                symmetries = symmetries_of(
                    solution.puzzle if isinstance(solution, Answer) else None
                )
            is_new = symmetries.newcomers()
        if is_new(solution.options if isinstance(solution, Answer) else solution):
            yield solution


def symmetries_of(puzzle: object) -> Symmetries:
    """Return the symmetries that a puzzle knows of itself. Raises ModelError if it knows none."""
    method = getattr(puzzle, "symmetries", None)
    if method is None:
        raise ModelError(f"{puzzle!r} knows no symmetries of itself, expected Symmetries.of(...)")
    symmetries: Symmetries = method()
    return symmetries


def selection(puzzle: Puzzle | ExactCover) -> tuple[ExactCover, tuple[int, ...], frozenset[int]]:
    """Return the matrix, the givens and the forbidden options."""
    if isinstance(puzzle, ExactCover):
        return puzzle, (), frozenset()
    return puzzle.matrix, puzzle.given_options, puzzle.forbidden_options


def visible_options(puzzle: Puzzle | ExactCover) -> int:
    """Return how many options are choices; those behind them are hidden rows of rules."""
    return puzzle.options if isinstance(puzzle, ExactCover) else puzzle.visible_options


def require_no_hidden_rows(puzzle: Puzzle, purpose: str, instead: str) -> None:
    """Raise ModelError for a puzzle with a rule that has hidden rows."""
    if puzzle.matrix.options > puzzle.visible_options:
        hidden = next(rule.name for rule in puzzle.rules if rule.hidden is not None)
        raise ModelError(f"{purpose}: rule {hidden} has hidden rows, {instead}")


def _require_choices(puzzle: Puzzle | ExactCover, permutation: Permutation, purpose: str) -> None:
    """Raise ModelError for a permutation that exchanges a choice with a hidden row."""
    wrong = np.flatnonzero(permutation[: visible_options(puzzle)] >= visible_options(puzzle))
    if len(wrong) and not isinstance(puzzle, ExactCover):
        first = int(wrong[0])
        there = puzzle.describe(int(permutation[first]))
        problem = f"maps {puzzle.describe(first)} to {there}, a hidden row"
        raise ModelError(f"{purpose}: {problem}; expected choices to become choices")


def _closed(options: int, moves: Sequence[Permutation], visible: int | None = None) -> Permutation:
    """Return the group that moves generate; of those that move the choices alike, one."""
    same = np.arange(options, dtype=np.int32)
    group = {same[:visible].tobytes(): same}
    for permutation in (queue := [same]):
        for move in moves:
            look()
            further = move[permutation]
            key = further[:visible].tobytes()
            if key not in group:
                if len(group) >= min(MOST, LARGEST // options):
                    raise ModelError(f"more than {len(group)} symmetries of {options} options")
                group[key] = further
                queue.append(further)
    return np.array(queue)


def _permutation(
    puzzle: Puzzle | ExactCover, options: int, generator: Generator, purpose: str
) -> Permutation:
    if callable(generator) or isinstance(generator, Mapping):
        if isinstance(puzzle, ExactCover):
            raise ModelError(f"{purpose}: a map of rows, but a matrix has none; expected numbers")
        instead = "which a map of rows does not move; expected a permutation of option numbers"
        require_no_hidden_rows(puzzle, purpose, instead)
        image = _image_of_rows(puzzle, generator, purpose)
    else:
        image = np.asarray(generator)
    if not np.array_equal(np.sort(image), np.arange(options)):
        raise ModelError(f"{purpose}: no permutation of the numbers 0 to {options - 1}")
    return image.astype(np.int32)


def _image_of_rows(
    puzzle: Puzzle, generator: RowMap | Mapping[Any, RowMap], purpose: str
) -> Permutation:
    if not isinstance(generator, Mapping):
        if len(puzzle.tables) != 1:
            raise ModelError(
                f"{purpose}: {len(puzzle.tables)} tables, expected {{table: function}}"
            )
        generator = {puzzle.tables[0]: generator}
    image = np.arange(sum(map(len, puzzle.tables)), dtype=np.int32)
    for named, function in generator.items():
        table = puzzle.table(named)
        read = table.reader(function, purpose)
        try:
            numbers = {row: table.offset + k for k, row in enumerate(table.rows)}
        except TypeError as error:
            raise ModelError(f"{purpose}: table {table.name!r}: {error}") from None
        if len(numbers) < len(table):
            raise ModelError(f"{purpose}: table {table.name!r} has equal rows, expected numbers")
        for place, row in enumerate(looking(table.rows)):
            wanted = _mapped(row, read(row))
            if wanted not in numbers:
                problem = f"maps {table.describe(place)} to {wanted}"
                raise ModelError(f"{purpose}: {problem}, which is no choice of the table")
            image[table.offset + place] = numbers[wanted]
    return image


def _mapped(row: Row, values: Any) -> object:
    """Return the row that a map's result speaks of, or the result where it speaks of none."""
    try:
        if isinstance(values, Mapping):
            return row._replace(**values)  # type: ignore[attr-defined]
        wanted = tuple(values)
        hash(wanted)
    except (TypeError, ValueError):
        return repr(values)
    return wanted

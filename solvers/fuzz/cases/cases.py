"""The cases: a case is a function of a seed and a number alone, so that two numbers replay it.

`SHAPES` names the ways to draw a task, and how often each is drawn. Small matrices take around a
millisecond for all engines together and are nearly all of the cases; large ones are so rare that
both take about half of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import accumulate
from random import Random

from ..task import Ask, Task
from . import costly_matrices, large_shapes
from .costly_matrices import (
    costed_matrix,
    costed_partition,
    costed_roster,
    costed_square,
    linked_blocks,
    short_of_links,
)
from .packing_puzzles import gallery_puzzle, small_packing
from .rule_puzzles import any_rule_puzzle, hidden_rows_puzzle, rule_puzzle
from .small_matrices import (
    medium_matrix,
    small_blocks,
    small_conditions,
    small_matrix,
    small_partition,
    small_sums,
)
from .sudoku_puzzles import small_sudoku, target_sudoku

__all__ = ["SHAPES", "Case", "KnownCase", "Questions", "Shape", "draw"]


# Most take some tenths of a second a case, the first two seconds, the last two hundredths.
LARGE_WEIGHTS = {"option_numbers": 0.02, "every_color": 0.02, "item_numbers": 2, "color_numbers": 1}


class Questions(Enum):
    """Which questions suit a task: one that brute force answers, a large one, costs, a puzzle.

    PRICED has costs and is large, COSTLY has some and brute force answers it.
    BEYOND is one that brute force answers, with weights or conditions, which most engines refuse.
    HIDDEN is a puzzle that brute force answers, with hidden rows, which symmetries must not move
    to choices.
    """

    SMALL = auto()
    LARGE = auto()
    PRICED = auto()
    COSTLY = auto()
    PUZZLE = auto()
    BEYOND = auto()
    HIDDEN = auto()


@dataclass(frozen=True)
class Shape:
    """A way to draw a task, how often it is drawn, which questions suit it, if it is a puzzle."""

    draw: Callable[[Random], Task]
    weight: float
    questions: Questions = Questions.SMALL
    puzzle: bool = False


@dataclass(frozen=True)
class Case:
    """A task, and what draws it again; `rng()` gives what else is drawn for it."""

    seed: int
    number: int
    shape: str
    questions: Questions

    @cached_property
    def task(self) -> Task:
        """What is asked about, drawn when first looked at."""
        return SHAPES[self.shape].draw(self.rng("task"))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked, where that is not drawn."""
        return ()

    def rng(self, purpose: str) -> Random:
        """Return a generator of the case's own."""
        return Random(f"{self.seed} {self.number} {purpose}")


class KnownCase(Case):
    """A task that is at hand, and what is asked about it; its number is 0."""

    def __init__(self, task: Task, asks: Sequence[Ask], shape: str) -> None:
        super().__init__(0, 0, shape, Questions.PUZZLE)
        self.__dict__.update(task=task, _asks=tuple(asks))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked."""
        asks: tuple[Ask, ...] = self.__dict__["_asks"]
        return asks


def draw(seed: int, number: int) -> Case:
    """Return a case, always the same for the same two numbers."""
    shape = Random(f"{seed} {number}").choices(list(SHAPES), cum_weights=_CUMULATIVE)[0]
    return Case(seed, number, shape, SHAPES[shape].questions)


def _large(shape: Callable[[Random], large_shapes.Case]) -> Callable[[Random], Task]:
    """Return the task of a large shape: one selection is given, all are a batch."""

    def task(rng: Random) -> Task:
        case = shape(rng)
        given = rng.choice(case.selections)
        return Task(case.matrix, given, case.forbidden, case.selections, (case.planted,))

    return task


def _priced(shape: Callable[[Random], costly_matrices.Case]) -> Callable[[Random], Task]:
    """Return the task of a matrix with costs whose least cost is known."""

    def task(rng: Random) -> Task:
        case = shape(rng)
        none = 0 if case.least is None else None
        return Task(case.matrix, case.given, case.forbidden, number=none, least=case.least)

    return task


def _costly_blocks(most: int) -> Callable[[Random], Task]:
    return _priced(lambda rng: costly_matrices.blocks(rng, most))


def _costly_plants(items: int, widest: int) -> Callable[[Random], Task]:
    return _priced(lambda rng: costly_matrices.planted(rng, items, widest))


SHAPES: dict[str, Shape] = {
    "small_matrix": Shape(small_matrix, 700),
    "small_partition": Shape(small_partition, 200),
    "small_blocks": Shape(small_blocks, 80),
    "small_sums": Shape(small_sums, 120, Questions.BEYOND),
    "small_conditions": Shape(small_conditions, 80, Questions.BEYOND),
    "rule_puzzle": Shape(rule_puzzle, 60, puzzle=True),
    "hidden_rows": Shape(hidden_rows_puzzle, 40, Questions.HIDDEN, puzzle=True),
    "small_packing": Shape(small_packing, 40, puzzle=True),
    "few_costs": Shape(_costly_blocks(6), 20),
    "costed_matrix": Shape(costed_matrix, 60, Questions.COSTLY),
    "costed_partition": Shape(costed_partition, 60, Questions.COSTLY),
    "linked_blocks": Shape(linked_blocks, 60, Questions.COSTLY),
    "short_of_links": Shape(short_of_links, 20, Questions.COSTLY),
    "costed_roster": Shape(costed_roster, 30, Questions.COSTLY, puzzle=True),
    "costed_square": Shape(costed_square, 10, Questions.COSTLY, puzzle=True),
    "medium_matrix": Shape(medium_matrix, 8),
    "small_sudoku": Shape(small_sudoku, 4, puzzle=True),
    "target_sudoku": Shape(target_sudoku, 2, puzzle=True),
    "gallery_puzzle": Shape(gallery_puzzle, 0.2, Questions.PUZZLE, puzzle=True),
    "many_costs": Shape(_costly_blocks(300), 0.5, Questions.PRICED),
    "crowd_of_costs": Shape(_costly_blocks(5000), 0.05, Questions.PRICED),
    "planted_costs": Shape(_costly_plants(12, 4), 2, Questions.PRICED),
    "planted_wide_costs": Shape(_costly_plants(80, 6), 0.3, Questions.PRICED),
} | {
    name: Shape(_large(shape), LARGE_WEIGHTS.get(name, 0.4), Questions.LARGE)
    for name, shape in large_shapes.SHAPES.items()
}
SHAPES |= {"any_rule": Shape(any_rule_puzzle, 30, Questions.HIDDEN, puzzle=True)}
_CUMULATIVE = list(accumulate(shape.weight for shape in SHAPES.values()))

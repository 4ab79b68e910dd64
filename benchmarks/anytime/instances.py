"""What is asked: families of instances, each with its limit and the engines that are asked.

Where the optimum is published, or proved by a peer of the sources, it is `known`, and a proof of
another one is an error. The airlines' set partitions are read from a folder (benchmarks/airlines.py
says where they are from).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from minuet.models import ExactCover, Puzzle
from minuet.models.formats import read

from ..airlines import OPTIMA, airline
from ..best import SEEDS, weighted_grid
from ..instances import DATA
from ..targets import optima
from .drawn import FACTOR, disguised_airline, packing, partition, priced_sudoku
from .small import FEWEST_QUEENS, FEWEST_SQUARES, SHORTEST_RULERS, queens, quilt, ruler

__all__ = ["PEERS", "Instance", "instances"]

PEERS = ("cpsat", "mip", "mip:highs")
BLANK = Path(__file__).resolve().parent.parent / "grids" / "blank-target.in"
LONG = 60.0  # seconds
HARD = {"aa04": 26374}


@dataclass(frozen=True)
class Instance:
    """A question.

    family   what it is of: a panel of the plot, a table
    upwards  whether the best is the most
    known    the optimum
    seconds  the limit, unless the command line names one
    peers    who is asked besides `auto`
    """

    name: str
    family: str
    make: Callable[[], Puzzle | ExactCover]
    upwards: bool = False
    known: int | None = None
    seconds: float = 25.0
    peers: tuple[str, ...] = PEERS


def instances(airlines: Path | None = None) -> dict[str, Instance]:
    """Return all instances by name; without a folder none of the airlines'."""
    every = [*_grids(), *_partitions(), *_packings(), *_sudokus(), *_small()]
    if airlines is not None:
        every += _airlines(airlines)
    return {one.name: one for one in every}


def _grids() -> Iterator[Instance]:
    for seed in SEEDS:
        grid = partial(weighted_grid, 9, 3, 3, seed)
        yield Instance(f"grid-9-{seed}", "grids 9x9", grid, True)
    grid = partial(weighted_grid, 12, 3, 4, 101)
    yield Instance("grid-12", "grid 12x12", grid, True, seconds=LONG)
    grid = partial(weighted_grid, 16, 4, 4, 101)
    yield Instance("grid-16", "grid 16x16", grid, True, seconds=LONG)


def _partitions() -> Iterator[Instance]:
    for rows, options in ((50, 3000), (50, 10_000), (80, 5000), (150, 20_000)):
        for by_size in (True, False):
            name = f"partition-{rows}x{options}-{'size' if by_size else 'random'}"
            make = partial(partition, rows, options, 1, by_size=by_size)
            yield Instance(name, "set partitions", make)


def _packings() -> Iterator[Instance]:
    for side in (10, 12, 15, 20):
        yield Instance(f"packing-{side}", "packings with values", partial(packing, side, 1), True)


def _sudokus() -> Iterator[Instance]:
    known = optima()
    for path in [*sorted((DATA / "target").glob("*.in")), BLANK]:
        best = known[path.stem] if known[path.stem] >= 0 else None
        make = partial(_target, path)
        yield Instance(f"target-{path.stem}", "target sudokus", make, True, best)
    for seed in range(5):
        make = partial(priced_sudoku, seed, 12)
        yield Instance(f"priced-{seed}", "priced sudokus", make, True)


def _target(path: Path) -> Puzzle | ExactCover:
    (puzzle,) = read(path.read_bytes(), file=path.name, form="target-sudoku").problems
    return puzzle


def _small() -> Iterator[Instance]:
    for family, fewest, make in (
        ("fewest squares", FEWEST_SQUARES, quilt),
        ("fewest queens", FEWEST_QUEENS, queens),
        ("shortest rulers", SHORTEST_RULERS, ruler),
    ):
        for size, known in fewest.items():
            yield Instance(f"{make.__name__}-{size}", family, partial(make, size), False, known)


def _airlines(folder: Path) -> Iterator[Instance]:
    for name, known in (OPTIMA | HARD).items():
        seconds = LONG if name in HARD else Instance.seconds
        for path in sorted(folder.glob(f"{name}.txt*"))[:1]:
            plain = partial(airline, str(path))
            hidden = partial(disguised_airline, str(path), 1)
            yield Instance(f"airline-{name}", "airline crews", plain, False, known, seconds)
            family = "airline crews in disguise"
            best = FACTOR * known
            yield Instance(f"disguised-{name}", family, hidden, False, best, seconds, peers=())

"""The fuzzer finds faults that were planted (mutants/), and shrinks what shows them.

With MINUET_MUTANTS=1 each tells after how many cases and seconds, and how many options are left.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, Packing, Puzzle
from minuet.models.formats import read
from minuet.models.packings import Board, Piece
from minuet.solvers import Goal, count
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.fuzz import Draws, Fault, FuzzReport, draw, fuzz

from in_process import minuet
from mutants.native import NATIVE_MUTANTS, build, fuzz_planted
from mutants.planted import COSTLY, MUTANTS, PATCHES
from mutants.source import changed

ROOT = Path(__file__).parents[3]
CASES = 5000  # that are drawn at most; some that show nothing take long on a busy machine
SHRINKING = 60.0  # seconds
SECONDS = 60.0  # of drawing cases for the native ones
FEW = 12  # options

# The faults that are looked for whenever tests are run, and seeds that find them soon.
QUICK = {
    "off-by-one tally": 1,
    "lost color": 2,
    "placement kept twice": 1,
    "freed what is given": 1,
}
SOLVER = {
    "lost subtree": "dlx:cells",
    "freed what is given": "optimize:blocks",
    "a gap four times as wide": "optimize:neighborhoods",
    "a hint that is forgotten": "bitmask:python",
}

# What shows in puzzles alone, whose items have names that tell families: no matrix is smaller.
NAMED, MANY = {"freed what is given"}, 64
UNHURRIED = ("improving", "hinted", "nearly", "stream")  # what a clock decides is hard to shrink
# Faults that show where there are costs, of engines that answer little else.
OF_COSTS = {
    "blocks prove too soon",
    "climbing rounds up",
    "freed parts forget a cost",
    "a hint one too good",
    "freed what is given",
    "a gap four times as wide",
    "a hint that is forgotten",
}
# Faults that show in puzzles of one shape alone, or where symmetries are looked for.
OF_SHAPES = {
    "choices that are hidden rows": ("hidden_rows",),
    "a symmetry that is none": ("small_matrix",),
    "spares what stays": ("small_matrix",),
}
OF_QUESTIONS = {"a symmetry that is none": ("alike",), "spares what stays": ("alike",)}

# For each a matrix on which it matters, and options that are given.
SIXTY_FIVE = " ".join(f"i{k}" for k in range(65))
TILES = " ".join(f"c{k}" for k in range(14)) + "\n"
TILES += "".join(f"c{k} c{k + 1}\nc{k}\n" for k in range(13)) + "c13\nc0 c2\nc5 c7\nc1 c3\n"
WRONG_ON = {
    "off-by-one tally": ("2:2|a b\na\na\nb\n", ()),
    "lost color": ("a b | x\na x:red\nb x:red\na x:blue\nb x:blue\n", ()),
    "forgotten secondary": ("a b | x\na x\nb x\na\n", ()),
    "hashes only": (TILES, ()),
    "wrong bound": (
        "a b c\nb c |5\na b |1\na b c |9\nb c |4\nb |2\nc |9\na c |7\n",
        (),
    ),
    "ignored given": ("a b\na\nb\na b\n", (2,)),
    "swapped cost sign": ("a\na |1\na |2\n", ()),
    "no more than 64 items": (f"{SIXTY_FIVE}\n{SIXTY_FIVE}\n", ()),
    "blocks prove too soon": ("a\na |2\na |5\n", ()),
    "climbing rounds up": ("a b c\na c\nb c\nc |2\na b |1\n", ()),
    "freed parts forget a cost": ("a\na |2\na |5\na |5\n", ()),
    "a hint one too good": ("a b\na |2\na |2\na b |3\n", ()),
}
HINTS = {"a hint one too good": (2,)}


def planted(name: str) -> tuple[AbstractContextManager[object], str | Solver]:
    """Return what puts a fault into effect, and the solver to be asked."""
    if name in MUTANTS:
        return nullcontext(), MUTANTS[name].make()
    return PATCHES[name].plant(), SOLVER.get(name, "dlx")


def shown(name: str, seed: int) -> tuple[Fault, str]:
    """Look for a fault; return it, and what is to be told of it."""
    effect, solver = planted(name)
    began = time.monotonic()
    with effect:
        report = fuzz(
            [solver],
            Draws(
                cases=CASES,
                shapes=COSTLY if name in OF_COSTS else OF_SHAPES.get(name),
                questions=UNHURRIED if name in OF_COSTS else OF_QUESTIONS.get(name),
            ),
            seed=seed,
            most=1,
            shrink=SHRINKING,
        )
        options = options_of(report)
    assert options <= (MANY if name in NAMED else FEW), f"{report}: {options} options"
    seconds = time.monotonic() - began
    told = f"{name}: {report.cases} cases, {seconds:.1f} s with shrinking, {options} options"
    return report.faults[0], told


def options_of(report: FuzzReport) -> int:
    """Return how many options the smallest matrix has on which the fault was shown."""
    assert not report, "the fault was not found"
    (fault,) = report.faults
    if fault.matrix is not None:
        return fault.matrix.options
    assert fault.seed is not None and fault.number is not None
    return draw(fault.seed, fault.number).task.matrix.options


def tell(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "MINUET_MUTANTS" in os.environ:
        with capsys.disabled():
            print(f"\n{line}")


def test_a_line_that_is_not_there_cannot_be_changed() -> None:
    assert changed("a\nb\n", "b", "c") == "a\nc\n"
    for text in ("a\n", "b b\n"):
        with pytest.raises(ValueError, match="expected one"):
            changed(text, "b", "c")


def answers(
    solver: Solver,
    matrix: ExactCover,
    given: tuple[int, ...],
    hint: tuple[int, ...],
    truth: list[list[int]],
) -> tuple[object, ...]:
    """What a solver says: all solutions, how many, the least cost, and two bounds.

    truth  what stands for the solutions of one that lists none
    """
    query, found, number = Query(matrix, given), truth, len(truth)
    if Goal.ALL in solver.goals:
        found = sorted(map(sorted, one_by_one(solver.solutions(query, Progress()))))
        number = solver.count(query, Progress())
    pricing, costs, bounds = Progress(), [], []
    for options in solver.improving(Query(matrix, given, hint=hint), pricing):
        costs.append(matrix.cost(options))
        bounds.append(pricing.bound)
    told = [bound for bound in (*bounds, pricing.bound) if bound is not None]
    return found, number, min(costs, default=None), max(told, default=None), pricing.bound


@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_fault_is_wrong_where_the_line_as_it_stands_is_right(name: str) -> None:
    text, given = WRONG_ON[name]
    (matrix,) = read(text, file="wrong", form="dlx").problems
    assert isinstance(matrix, ExactCover)
    truth = sorted(map(sorted, all_solutions(matrix, given)))
    least = min((matrix.cost(options) for options in truth), default=None)
    right = (truth, len(truth), least, least, least)
    hint = HINTS.get(name, ())
    assert answers(MUTANTS[name].make(sound=True), matrix, given, hint, truth) == right
    assert answers(MUTANTS[name].make(), matrix, given, hint, truth) != right


def test_a_lost_subtree_is_missed_by_threads(tmp_path: Path) -> None:
    """Whether a thread gives work away is chance: the questions are put until one did."""
    file = tmp_path / "lost.dlx"
    file.write_text("| ask count dlx:cells threads=3\n" * 50 + "a b c d\n" + "a\nb\nc\nd\n" * 6)
    assert minuet("fuzz", str(file)).returncode == 0
    with PATCHES["lost subtree"].plant():
        asked = (minuet("fuzz", str(file)) for _ in range(1000))
        done = next(one for one in asked if one.returncode)
    assert done.returncode == 1
    assert re.search(
        r"\d+ or more solutions \(count dlx:cells threads=3\), \d+ at most", done.stdout
    )


def domino() -> Puzzle:
    return Packing(Board.rectangle(2, 2), [Piece.from_text("domino", "##", copies=2)])


def agreeing() -> Puzzle:
    puzzle = Puzzle("agreeing")
    one, other = (puzzle.choices(name, number=range(3)) for name in ("one", "other"))
    for table in (one, other):
        puzzle.exactly_one(table, by=lambda number: "all")
    puzzle.agree({table: lambda number: {"number": number} for table in (one, other)})
    return puzzle


def test_the_compilers_faults_change_what_is_counted() -> None:
    for name, puzzle, number in (
        ("placement kept twice", domino, 2),
        ("color lost by the compiler", agreeing, 3),
    ):
        assert count(puzzle()).count == number
        with PATCHES[name].plant():
            assert count(puzzle()).count != number


@pytest.mark.parametrize("name", QUICK)
def test_the_fuzzer_finds_and_shrinks_a_planted_fault(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fault, told = shown(name, QUICK[name])
    tell(told, capsys)
    if name == "placement kept twice":  # it shows before a solver is asked
        assert (fault.shape, fault.asks) == ("small_packing", ())
        assert "twice" in fault.message
    if name == "freed what is given":  # what small matrices do not come to otherwise
        assert "eager=1" in fault.asks[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", [*MUTANTS, *PATCHES])
def test_the_fuzzer_finds_and_shrinks_every_planted_fault(
    name: str, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(f"seed {seed}, {shown(name, seed)[1]}", capsys)


@pytest.mark.slow
@pytest.mark.parametrize("name", NATIVE_MUTANTS)
def test_the_fuzzer_finds_and_shrinks_faults_of_the_native_engines(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    native = build(ROOT / "build" / "mutants")
    told = fuzz_planted(native, name, SECONDS, 1)
    assert told["what"] is not None
    assert told["options"] is not None and told["options"] <= FEW
    tell(f"{name} (native): {told}", capsys)


@pytest.mark.slow
def test_the_native_engines_are_sound_without_a_planted_fault() -> None:
    assert fuzz_planted(build(ROOT / "build" / "mutants"), "", 10, 1)["what"] is None

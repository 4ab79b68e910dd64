"""The formats of judges: each contest reads what its judge gives and writes what its judge wants.

The whole input is read before anything is written, so that a mistake in it leaves no partial
answer. Answers are written as soon as they are known, byte for byte as the judge compares them.
Line ends, trailing blanks and a missing last newline are accepted; other deviations from the
judge's format raise InputError.

This module uses the library and nothing of the command line, which imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..models.errors import InputError, ModelError, Unreached, did_you_mean, excerpt
from ..models.formats.source import Source

if TYPE_CHECKING:
    from ..models.formats.sudoku.grids import Grids
    from ..models.matrix.exact_cover import ExactCover
    from ..models.puzzle import Puzzle
    from ..models.sudokus.sudoku import Sudoku
    from ..solvers.contract.result import Result
    from ..solvers.contract.watching import Listener

__all__ = ["CONTESTS", "run_contest"]

Write = Callable[[str], object]
Answerer = Callable[[Source, Write, str, int, Any], int]  # the last: what `progress=` takes

NO_SOLUTION = "No solution"


@dataclass(frozen=True)
class Contest:
    """A judge's task: its name and the other judges' names for it, what it is, and its answerer.

    lines  of a puzzle, where the input may hold several; 0: it holds one

    `run(source, write, solver, threads, progress)` reads all of the source, then writes the
    answers, and returns how many puzzles they are of.
    """

    name: str
    aliases: tuple[str, ...]
    summary: str
    run: Answerer
    lines: int = 0


def _solve_fully(
    puzzle: Puzzle | ExactCover, solver: str, threads: int, progress: Listener
) -> Result:
    """Solve to the end. Raises Unreached if the solver left the question open."""
    from ..solvers.contract.result import Status
    from ..solvers.search.verbs import solve

    result = solve(puzzle, solver, threads=threads, progress=progress)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise Unreached(f"solver {solver} gave no final answer: {result.status}")
    return result


def _answer_text(puzzle: Puzzle, solver: str, threads: int, progress: Listener) -> str:
    """Solve to the end; return the answer as the judge reads it, or that there is none."""
    answer = _solve_fully(puzzle, solver, threads, progress).answer
    return f"{NO_SOLUTION if answer is None else puzzle.show(answer)}\n"


# ---- Exact cover: Luogu P4929 (the template) and P4205 (the bead packing of NOI 2005) ------------


def _exact_cover(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    from ..models.formats.matrix.binary_matrix import read_binary_matrix

    options = _solve_fully(read_binary_matrix(source), solver, threads, progress).options
    if options is None:
        write("No Solution!\n")
    else:
        write(" ".join(str(option + 1) for option in sorted(options)) + "\n")
    return 1


def _beads(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    from ..models.formats.beads_text import read_beads

    write(_answer_text(read_beads(source), solver, threads, progress))
    return 1


COVERS = (
    Contest("luogu-p4929", (), "exact cover: the rows of any one, or No Solution!", _exact_cover),
    Contest("luogu-p4205", (), "bead packing (NOI 2005): the filled triangle", _beads),
)


# ---- LeetCode 36 (is a sudoku valid so far) and 37 (solve it): a JSON array in, JSON out ---------


def _valid(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Look at the rules alone: the givens may be valid and yet lead nowhere."""
    puzzle = _read_listed(source)
    write("false\n" if puzzle.clashes() else "true\n")
    return 1


def _solve(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    write(_answer_text(_read_listed(source), solver, threads, progress))
    return 1


def _read_listed(source: Source) -> Sudoku:
    from ..models.formats.sudoku.listed_grids import read_listed
    from ..models.formats.sudoku.sudoku_text import Sudokus

    (puzzle,) = Sudokus(read_listed(source, 9))
    return puzzle


LEETCODE = (
    Contest("leetcode-36", (), "is a sudoku valid so far: true or false", _valid),
    Contest("leetcode-37", (), "a sudoku as a JSON array: the solved array", _solve),
)


# ---- Sudokus: Luogu P1784, AcWing 166, POJ 3076; target sudoku: Luogu P1074 ----------------------


# Grids pass through as arrays, from the text of the input to that of the output, so that a file of
# fifty thousand makes no object for each.


def _write_solved(
    grids: Grids,
    write: Write,
    solver: str,
    threads: int,
    progress: Listener,
    between: str = "",
) -> int:
    """Solve the grids on one matrix, write them block by block, and return their number.

    between  the text before each but the first
    """
    import numpy as np

    from ..models.formats.sudoku.sudoku_text import Sudokus
    from ..models.sudokus.grid_shape import grid_texts, option_marks
    from ..solvers.contract.batch import Batch
    from ..solvers.search.verbs import solve_many

    puzzles = Sudokus(grids)
    givens = Batch(*puzzles.givens)
    results = solve_many(
        puzzles.blank, givens, solver, threads=threads, arrays=True, progress=progress
    )
    values = [value for _, _, value in puzzles.blank.digit]
    marks = option_marks(values, grids.layout)
    skipped = len(between)  # characters of the first block
    count = 0
    for block in results:
        # A solution has one option of each cell, and the options are in the order of the cells.
        cells = marks[block.solutions.options].reshape(-1, grids.size**2)
        texts = grid_texts(cells, grids.layout)
        if between:
            texts = np.insert(texts, 0, list(between.encode()), axis=1)
        text = texts.tobytes().decode()
        if not block.counts.all():
            length = texts.shape[1]
            solved = (text[start : start + length] for start in range(0, len(text), length))
            unsolved = f"{between}{NO_SOLUTION}\n"
            text = "".join(
                next(solved) if answered else unsolved for answered in block.counts.tolist()
            )
        write(text[skipped:])
        count += len(block)
        skipped = 0
    if not results.complete:
        raise Unreached(f"solver {solver} left a sudoku open")
    return count


def _read_grid(source: Source, *, target: bool = False) -> Sudoku:
    """Read the one 9x9 grid of numbers, and nothing behind it."""
    from ..models.formats.sudoku.character_grids import read_number_rows
    from ..models.formats.sudoku.sudoku_text import Sudokus

    if len(source.lines) > 9:
        number = source.lines[9][0]
        raise source.error("a line behind the grid, expected 9 lines", number)
    (puzzle,) = Sudokus(read_number_rows(source, 9, dot=False), target=target)
    return puzzle


def _numbers(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Answer one grid of numbers: the solved grid."""
    write(_answer_text(_read_grid(source), solver, threads, progress))
    return 1


def _lines(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Answer grids of a line each: the solved ones, a line each."""
    from ..models.formats.sudoku.character_grids import read_puzzle_lines

    grids = read_puzzle_lines(source, 9, zero=False)
    return _write_solved(grids, write, solver, threads, progress)


def _letters(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Answer grids of letters, with an empty line between the solved ones."""
    from ..models.formats.sudoku.character_grids import read_letter_rows

    grids = read_letter_rows(source, 16)
    return _write_solved(grids, write, solver, threads, progress, between="\n")


def _target(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Answer a target sudoku: its highest total, or -1."""
    from ..solvers.contract.result import Status

    result = _solve_fully(_read_grid(source, target=True), solver, threads, progress)
    write(f"{-1 if result.status is Status.INFEASIBLE else result.objective}\n")
    return 1


SUDOKUS = (
    Contest("luogu-p1784", (), "a sudoku of numbers: the solved grid", _numbers),
    Contest(
        "acwing-166",
        ("poj-3074", "luogu-p10482"),
        "sudokus, one a line: solved, one a line",
        _lines,
        lines=1,
    ),
    Contest(
        "poj-3076",
        ("zoj-3122",),
        "16x16 sudokus of letters: the solved grids",
        _letters,
        lines=16,
    ),
    Contest(
        "luogu-p1074",
        (),
        "target sudoku (NOIP 2009): the highest total, or -1",
        _target,
    ),
)


# ---- The table of contests -----------------------------------------------------------------------

_ALL = sorted((*COVERS, *SUDOKUS, *LEETCODE), key=lambda contest: contest.name)
CONTESTS: Mapping[str, Contest] = {contest.name: contest for contest in _ALL}
_BY_ANY_NAME = {name: contest for contest in _ALL for name in (contest.name, *contest.aliases)}


def run_contest(
    name: str,
    text: str | bytes,
    write: Write,
    *,
    file: str = "<stdin>",
    solver: str = "auto",
    threads: int = 1,
    complain: Callable[[InputError], object] | None = None,
    progress: Listener = None,
) -> int:
    """Answer a contest's input; return how many puzzles it held.

    write     receives the output in pieces; each holds whole puzzles and ends with a newline
    file      the input's name in messages
    solver    any solver's name
    threads   the number of threads, each with another puzzle where there are many
    complain  receives the error of each puzzle that is skipped; None: the first error is raised
    progress  a listener, as for `solve`

    Raises ModelError for an unknown contest, InputError for a mistake in the input, Unreached where
    the solver leaves a puzzle open, and what `solve` raises.
    """
    contest = _BY_ANY_NAME.get(name.lower())
    if contest is None:
        names = ", ".join(sorted(_BY_ANY_NAME))
        close = did_you_mean(name, _BY_ANY_NAME)
        raise ModelError(f"unknown contest {excerpt(name)}, expected one of {names}{close}")
    source = Source(text, file)
    while True:
        try:
            return contest.run(source, write, solver, threads, progress)
        except InputError as error:  # nothing is written before all is read
            rest = None if complain is None else _without(source, error, contest.lines)
            if complain is None or rest is None:
                raise
            source, fault = rest
            complain(fault)


def _without(source: Source, error: InputError, lines: int) -> tuple[Source, InputError] | None:
    """Return the text without the wrong puzzle, and the error of that puzzle.

    lines  of each puzzle; 0: the text holds one. Blank lines separate puzzles of several lines

    Return None if nothing would be left, or if the puzzle's bounds are unclear.
    """
    rows = source.text.split("\n")
    parts = [(place, place + 1) for place, line in enumerate(rows) if line.strip()]
    if lines > 1:
        ends = [place for place, line in enumerate([*rows, ""]) if not line.strip()]
        parts = [(a + 1, b) for a, b in zip([-1, *ends], ends, strict=False) if a + 1 < b]
        for first, last in parts:
            if (last - first) % lines:  # the others are read askew behind it
                error = source.error(f"{last - first} rows, expected {lines}", first + 1)
                break
    wrong = next(((a, b) for a, b in parts if a < error.line <= b), None)
    if not lines or wrong is None or len(parts) == 1:
        return None
    rows[wrong[0] : wrong[1]] = [""] * (wrong[1] - wrong[0])
    return Source("\n".join(rows), source.file), error

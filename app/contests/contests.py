"""The judges' formats: each contest reads what its judge gives and writes what its judge wants.

The whole input is read before anything is written, so that a mistake in it leaves no half answer;
then answers are written as soon as they are known. Line ends, trailing blanks and a missing last
newline are taken as they come; anything else that the judge would not give is an InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NoReturn

from ...models.errors import InputError, ModelError, did_you_mean, excerpt
from ...models.formats.source import Source
from .task import Answerer, Contest, Write, answer_text, answered

if TYPE_CHECKING:
    from ...models.sudokus.sudoku import Sudoku
    from ...solvers.contract.watching import Listener

__all__ = ["CONTESTS", "run_contest"]

# Luogu P4929 (the exact-cover template) and Luogu P4205 (the bead packing of NOI 2005).


def _exact_cover(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    from ...models.formats.matrix.binary_matrix import read_binary_matrix

    options = answered(read_binary_matrix(source), solver, threads, progress).options
    if options is None:
        write("No Solution!\n")
    else:
        write(" ".join(str(option + 1) for option in sorted(options)) + "\n")
    return 1


def _beads(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    from ...models.formats.beads_text import read_beads

    write(answer_text(read_beads(source), solver, threads, progress))
    return 1


COVERS = (
    Contest("luogu-p4929", (), "exact cover: the rows of any one, or No Solution!", _exact_cover),
    Contest("luogu-p4205", (), "bead packing (NOI 2005): the filled triangle", _beads),
)

# LeetCode 36 (is a sudoku valid so far) and 37 (solve it): a JSON array in, JSON out.


def _valid(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Look at the rules alone: the givens may be valid and yet lead nowhere."""
    puzzle = _sudoku(source)
    write("false\n" if puzzle.clashes() else "true\n")
    return 1


def _solve(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    write(answer_text(_sudoku(source), solver, threads, progress))
    return 1


def _sudoku(source: Source) -> Sudoku:
    from ...models.formats.sudoku.listed_grids import read_listed
    from ...models.formats.sudoku.sudoku_text import Sudokus

    (puzzle,) = Sudokus(read_listed(source, 9))
    return puzzle


LEETCODE = (
    Contest("leetcode-36", (), "is a sudoku valid so far: true or false", _valid),
    Contest("leetcode-37", (), "a sudoku as a JSON array: the solved array", _solve),
)

# The sudokus of Luogu P1784, AcWing 166, POJ 3076, and the target sudoku of Luogu P1074.


def _later(name: str) -> Answerer:
    """Return a function of sudoku_answers.py, which is imported when it is called."""

    def answer(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
        from . import sudoku_answers

        answerer: Answerer = getattr(sudoku_answers, name)
        return answerer(source, write, solver, threads, progress)

    return answer


SUDOKUS = (
    Contest("luogu-p1784", (), "a sudoku of numbers: the solved grid", _later("answer_numbers")),
    Contest(
        "acwing-166",
        ("poj-3074", "luogu-p10482"),
        "sudokus, one a line: solved, one a line",
        _later("answer_lines"),
        lines=1,
    ),
    Contest(
        "poj-3076",
        ("zoj-3122",),
        "16x16 sudokus of letters: the solved grids",
        _later("answer_letters"),
        lines=16,
    ),
    Contest(
        "luogu-p1074",
        (),
        "target sudoku (NOIP 2009): the highest total, or -1",
        _later("answer_target"),
    ),
)

_ALL = sorted((*COVERS, *SUDOKUS, *LEETCODE), key=lambda contest: contest.name)
CONTESTS: Mapping[str, Contest] = {contest.name: contest for contest in _ALL}
_BY_ANY_NAME = {name: contest for contest in _ALL for name in (contest.name, *contest.aliases)}


def find_contest(name: str) -> Contest:
    """Return the contest of that name or alias. Raises ModelError, listing the names."""
    return _BY_ANY_NAME.get(name.lower()) or _unknown(name)


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

    write   takes the output, piece by piece; each piece is of some puzzles, and ends with a newline
    file    what messages call the input
    solver  any solver's name
    threads  how many may work, each at another puzzle where there are many
    complain is called with what is wrong with each puzzle that is passed over; None: the first
             mistake is raised
    progress  who is told how far it is, as for `solve`

    Raises ModelError for an unknown contest, InputError for a mistake in the input, Unreached where
    the solver leaves a puzzle open, and what `solve` raises.
    """
    contest = find_contest(name)
    source = Source(text, file)
    while True:
        try:
            return contest.run(source, write, solver, threads, progress)
        except InputError as error:  # nothing is written before all is read
            found = None if complain is None else _without(source, error, contest.lines)
            if complain is None or found is None:
                raise
            source, fault = found
            complain(fault)


def _without(source: Source, error: InputError, lines: int) -> tuple[Source, InputError] | None:
    """Return the text without the puzzle that is wrong, and what is wrong with it.

    lines  so many lines are a puzzle; 0: the text is but one. A puzzle of several stands between
           blank lines, or nobody could say where it ends

    None if nothing would be left, or if the puzzle cannot be told from the others.
    """
    left = source.text.split("\n")
    parts = [(place, place + 1) for place, line in enumerate(left) if line.strip()]
    if lines > 1:
        ends = [place for place, line in enumerate([*left, ""]) if not line.strip()]
        parts = [(a + 1, b) for a, b in zip([-1, *ends], ends, strict=False) if a + 1 < b]
        for first, last in parts:
            if (last - first) % lines:  # the others are read askew behind it
                error = source.error(f"{last - first} rows, expected {lines}", first + 1)
                break
    wrong = next(((a, b) for a, b in parts if a < error.line <= b), None)
    if not lines or wrong is None or len(parts) == 1:
        return None
    left[wrong[0] : wrong[1]] = [""] * (wrong[1] - wrong[0])
    return Source("\n".join(left), source.file), error


def _unknown(name: str) -> NoReturn:
    known = ", ".join(sorted(_BY_ANY_NAME))
    close = did_you_mean(name, _BY_ANY_NAME)
    raise ModelError(f"unknown contest {excerpt(name)}, expected one of {known}{close}")

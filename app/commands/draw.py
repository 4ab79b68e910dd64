"""`minuet draw`: the picture of a puzzle, of its solution, or a contact sheet of many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command, option_error
from ..inputs import Source
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.reports import bar, interruptible
from ..terminal.streams import print_message, print_text

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...models.formats.reading import Reading
    from ...solvers.contract.batch import Options
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.selection import Problem
    from ..pictures import Drawn

__all__ = ["command"]

SHEET = 24  # solutions on a contact sheet, by default
MOST = 1000
PICTURES = (".svg", ".png", ".gif", ".jpg", ".jpeg", ".pdf", ".webp")


@click.command("draw", cls=Command)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where the picture goes: FILE.svg, FILE.png or FILE.txt. [default: text, here]",
)
@click.option(
    "--candidates", is_flag=True, help="Show what is left to the empty cells of a sudoku."
)
@click.option("--solution", is_flag=True, help="Draw the puzzle's solution.")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help=f"Draw a contact sheet of the first {SHEET} solutions.",
)
@arguments.whole(
    "--limit",
    f"Draw a contact sheet of up to N solutions, with or without --all; at most {MOST}. "
    f"[default: {SHEET}]",
)
@searching(None, ("solver", "time_limit"))
@arguments.reading()
@arguments.as_json
def command(
    source: Source,
    output: str | None,
    candidates: bool,
    solution: bool,
    every: bool,
    limit: int | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Draw each puzzle of a file, its answer, or many answers.

    The puzzle with its givens; with --solution its answer, with --all many.
    """
    from ..pictures import kind_of

    if limit is not None and limit > MOST:
        raise option_error("--limit", f"{limit} pictures, expected {MOST} at most")
    path = None if output in (None, "-") else output
    if candidates and (solution or every or limit is not None):
        print_message("--candidates is about puzzles: solutions have a digit in every cell")
    kind = "txt" if path is None else kind_of(path)
    reading, settings = _read(source, settings)
    puzzles = list(reading.problems)
    for puzzle in puzzles if candidates else ():
        # Raises ModelError for one that has none.
        from ...models.errors import ModelError
        from ...models.sudokus.grid_puzzle import GridPuzzle

        if not isinstance(puzzle, GridPuzzle):
            subject = repr(puzzle.name) if hasattr(puzzle, "name") else "a bare matrix"
            raise ModelError(f"candidates of {subject}, expected what was read as a sudoku")
        puzzle.picture = partial(puzzle.picture, candidates=True)  # type: ignore[method-assign]
    most = (limit or SHEET) if every or limit is not None else 1 if solution else 0
    drawing = _Drawing(settings, most, path, kind, as_json)
    drawing.asks_more, drawing.others = every and limit is None, len(puzzles) > 1
    with (
        interruptible(drawing.finish_interrupted),
        bar("draw", total=len(puzzles)) as drawing.progress,
    ):
        answered = [drawing.draw(puzzle, place) for place, puzzle in enumerate(puzzles, 1)]
    drawing.finish()
    if not all(answered):
        raise click.exceptions.Exit(UNANSWERED)


def _read(source: Source, settings: dict[str, Any]) -> tuple[Reading, dict[str, Any]]:
    """Read the puzzles; where a picture's name stands in place of theirs, say where it goes."""
    from ...models.errors import InputError

    try:
        return source.read_within(settings)
    except InputError as error:
        missing = isinstance(error.__cause__, FileNotFoundError)
        if not missing or not source.file.lower().endswith(PICTURES):
            raise
        message = f"{error.message}; a picture is written with -o, into .svg, .png or .txt"
        raise InputError(message, file=error.file) from error.__cause__


def _name_of(problem: Problem) -> str:
    return str(getattr(problem, "name", ""))  # a bare matrix has none


def _has_objective(problem: Problem) -> bool:
    from ...models.matrix.exact_cover import ExactCover

    return problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective


@dataclass
class _Drawing:
    """What is drawn: into a file at the end, or as text at once.

    settings  as `solve` and `solutions` take them
    most   so many solutions of each puzzle; 0: the puzzles themselves
    path, kind  the file, if there is one, and what kind it is of
    drawn  what goes into the file
    shown  how many pictures were shown as text
    complete  whether the last puzzle was searched to its end
    asks_more  whether one solution more is looked for, to say that there are more
    others    whether there are other puzzles in the file
    more      whether the last puzzle has more solutions than were drawn
    progress  receives the progress
    """

    settings: dict[str, Any]
    most: int
    path: str | None
    kind: str
    as_json: bool
    drawn: list[Drawn] = field(default_factory=list)
    shown: int = 0
    complete: bool = True
    asks_more: bool = False
    others: bool = False
    more: bool = False
    progress: Receiver | None = None

    def draw(self, puzzle: Problem, place: int) -> bool:
        """Draw a puzzle; False if the time was over before a solution was found."""
        if not self.most:
            self._take(puzzle, place, None)
            return True
        count = 0
        for answer in self._answers(puzzle):
            count += 1
            self._take(puzzle, place, answer, count)
        if not count:
            # Of several puzzles others may be drawn into it.
            outcome = "no solution" if self.complete else "time limit: no solution was found"
            kept = f"; {self.path} is not written" if self.path and not self.others else ""
            name = _name_of(puzzle)
            print_message(f"{name}: {outcome}{kept}" if name else outcome + kept)
        elif self.more:
            print_message(f"{count} pictures, there are more: --limit N")
        elif not self.complete and count < self.most:
            print_message(f"time limit: {count} solutions")
        return self.complete or count > 0

    def _answers(self, puzzle: Problem) -> Iterator[Answer | Options]:
        """Yield solutions, the best first where there are costs."""
        from ... import solvers

        if self.most == 1:
            result = solvers.solve(puzzle, progress=self.progress, **self.settings)
            self.complete = result.complete or result.status != "UNKNOWN"
            if result.options is not None:
                yield result.options if result.answer is None else result.answer
            return
        if _has_objective(puzzle):
            stream = solvers.best(puzzle, self.most, progress=self.progress, **self.settings)
        else:
            stream = solvers.solutions(puzzle, progress=self.progress, **self.settings)
        with stream:
            answers: Iterator[Any] = islice(stream, self.most)
            yield from answers
            if self.asks_more:
                self.more = next(stream, None) is not None
        self.complete = stream.result().complete

    def _take(
        self,
        puzzle: Problem,
        place: int,
        answer: Answer | Options | None,
        number: int | None = None,
    ) -> None:
        from ..pictures import picture_data

        pair: list[Drawn] = [(puzzle, answer)]
        if self.path is not None:
            self.drawn += pair
        if self.as_json:
            from ..documents import emit

            text, svg = (picture_data(pair, kind).decode() for kind in ("txt", "svg"))
            fields = {"name": _name_of(puzzle), "solution": number, "text": text, "svg": svg}
            emit("picture", puzzle=place, **fields)
        elif self.path is None:
            text = picture_data(pair, self.kind).decode().removesuffix("\n")
            print_text(f"\n{text}" if self.shown else text)
            self.shown += 1

    def finish(self) -> None:
        """Write the file, if there is one and something to draw."""
        if self.path is not None and self.drawn:
            from ..pictures import write_pictures

            write_pictures(self.drawn, self.path)

    def finish_interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Draw what was found when a Ctrl-C came."""
        self.finish()
        return ""

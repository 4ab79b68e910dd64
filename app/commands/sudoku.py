"""`minuet sudoku`: for who sets puzzles. New ones, how hard they are, what can be spared."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Group, option_error
from ..inputs import Faults, Source, name_of
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import answers_in, bar, interruptible, of_puzzle, print_limit
from ..terminal.streams import add_display_options, listen, print_message, print_note, print_text

if TYPE_CHECKING:
    from ...models.sudokus.sudoku import Sudoku
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.selection import Problem

__all__ = ["command"]

LAYOUTS = ("line", "rows", "grid", "letters", "json")


@click.group("sudoku", cls=Group, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Make sudokus, rate and minimize them.

    To minimize is to leave out givens that can be spared.
    """
    if context.invoked_subcommand is None:
        print_text(context.get_help())
        return
    listen(logging.WARNING)


@command.command
@click.argument(
    "file",
    metavar="[FILE]",
    required=False,
    shell_complete=arguments.completing("files"),
    help="A puzzle with the rules that are wanted, as a text of constraints; its givens are set "
    "aside. [default: a plain sudoku]",
)
@arguments.whole("--size", "Rows of a plain sudoku.", default=9, show_default=True)
@arguments.whole("--givens", "Exactly so many. [default: until none can be spared]", low=0)
@arguments.whole(
    "--count",
    "So many puzzles, each from a seed of its own: that of --seed, the next one, ...",
    default=1,
    show_default=True,
)
@arguments.whole("--seed", "To make the same puzzles again; else one at random.", low=0)
@click.option(
    "--layout",
    type=click.Choice(LAYOUTS),
    default="line",
    show_default=True,
    help="How grids of givens are written.",
)
@arguments.output
@searching(None, ("time_limit", "evidence"))
@arguments.reading(file=None)
@arguments.as_json
def generate(
    source: Source,
    file: str | None,
    size: int,
    output: str | None,
    **options: Any,
) -> None:
    """Print new sudokus, each with exactly one solution."""
    if file is None:
        # A plain sudoku without givens.
        from ...models.sudokus.grid_values import LARGEST, has_boxes
        from ...models.sudokus.sudoku import Sudoku

        if 1 < size <= LARGEST and not has_boxes(size):
            message = f"{size} has no box shape, expected one such as 4, 6, 8 or 9"
            raise option_error(
                "--size", f"{message}; regions of any shape stand in a FILE, as .Jigsaw or in TOML"
            )
        blank = Sudoku(size=size)
    else:
        from ...models.errors import ModelError

        problems = replace(source, file=file).read().problems
        if len(problems) != 1:
            raise ModelError(f"{name_of(file)} holds {len(problems)} puzzles, expected one")
        blank = _sudoku(problems[0]).with_given_options(())
    with answers_in(output, as_found=True):
        status = _generate(blank, **options)
    raise click.exceptions.Exit(status)


def _generate(
    blank: Sudoku,
    givens: int | None,
    count: int,
    seed: int | None,
    layout: str,
    as_json: bool,
    settings: dict[str, Any],
) -> int:
    """Print sudokus like a blank one; return the exit status. The others as options say."""
    from ... import setting
    from ...models.errors import Unreached

    blank.layout = layout
    cells = blank.size**2
    if givens is not None and givens > cells:
        raise option_error("--givens", f"{givens}, expected 0 to {cells}")
    if seed is None:
        # A seed at random, and say which, so that the same puzzle can be had again.
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 30)
        print_note(f"seed {seed}")
    status = ANSWERED
    with interruptible(), bar("generate", total=count) as progress:
        for number in range(seed, seed + count):
            try:
                puzzle = setting.generate(blank, givens, seed=number, progress=progress, **settings)
            except Unreached as error:
                why = str(error)
                if error.late:
                    wanted = "" if givens is None else f", {givens} wanted"
                    best = "no puzzle was found"
                    if error.best is not None:
                        best = f"{len(error.best)} givens were found to be enough{wanted}"
                    why = f"time limit: {best}"
                print_message(f"seed {number}: {why}")
                status = UNANSWERED
                continue
            text = _written(puzzle)
            if as_json:
                from ..documents import emit

                emit("generated", seed=number, givens=len(puzzle.given_options), text=text)
            else:
                print_text(text)
    return status


@command.command
@arguments.whole(
    "--seed", "Of the order in which givens are left out.", low=0, default=0, show_default=True
)
@arguments.output
@searching(None, ("time_limit", "evidence"))
@arguments.reading("keep_going")
@arguments.as_json
def minimize(
    source: Source, seed: int, output: str | None, as_json: bool, settings: dict[str, Any]
) -> None:
    """Leave out givens of each puzzle until none can be spared.

    What is left is printed. Another seed may leave fewer. A puzzle that has no solution, or
    several, is an error.
    """
    from ... import setting

    def thinned(problem: Problem, place: int, progress: Receiver | None) -> str:
        puzzle = _sudoku(problem)
        left = setting.minimal_givens(puzzle, seed=seed, progress=progress, **settings)
        minimal = puzzle.with_given_options(left)
        if not as_json:
            return _written(minimal)
        from ..documents import dumped

        givens = len(minimal.given_options)
        return dumped("minimized", puzzle=place, seed=seed, givens=givens, text=_written(minimal))

    faults = Faults(source.keep_going)
    problems = source.read(faults=faults).problems
    with answers_in(output):
        status = _each(problems, "minimize", thinned, faults)
    faults.end(status)


@command.command
@searching(None, ("time_limit",))
@arguments.reading("keep_going")
@arguments.as_json
def rate(source: Source, as_json: bool, settings: dict[str, Any]) -> None:
    """Say how hard each puzzle is, a line each.

    singles: each digit is at once the only one for its cell, or has one cell in a house, to the
    end. trials: single digits must be tried, and singles show that they are out. guessing: more
    than that. The nodes are those of the search tree of dancing links.
    """
    from ... import setting
    from ...models.sudokus.grid_puzzle import GridPuzzle

    faults = Faults(source.keep_going)
    problems = source.read(faults=faults).problems

    def rated(problem: Problem, place: int, progress: Receiver | None) -> str:
        puzzle = problem if isinstance(problem, GridPuzzle) else _sudoku(problem)
        rating = setting.rate(puzzle, progress=progress, **settings)
        if as_json:
            from ..documents import dumped

            return dumped("rating", puzzle=place, **rating.to_dict())
        return str(rating)

    faults.end(_each(problems, "rate", rated, faults))


def _each(
    problems: Sequence[Problem],
    verb: str,
    describe: Callable[[Problem, int, Receiver | None], str],
    faults: Faults,
) -> int:
    """Print the description of each puzzle; return the exit status. A limit ends one puzzle only.

    verb   names the action; it ends in e
    """
    from ...models.errors import Unreached

    last = faults.place(len(problems))
    with interruptible(), bar(verb, total=len(problems)) as progress:

        def answered(problem: Problem, place: int) -> bool:
            try:
                print_text(describe(problem, place, progress))
            except Unreached as error:
                if error.late:
                    print_limit(f"not {verb}d", place, last)
                else:
                    print_message(of_puzzle(str(error), place, last))
                return False
            return True

        every = all(faults.each(problems, answered, naming=True))
    return ANSWERED if every else UNANSWERED


def _sudoku(problem: Problem) -> Sudoku:
    """Return the problem as a sudoku; one described by rules of its own may come to the same."""
    from ...models.errors import ModelError
    from ...models.formats.format import held
    from ...models.formats.sudoku.grids import size_of
    from ...models.sudokus.grid_values import has_boxes
    from ...models.sudokus.sudoku import Sudoku

    if isinstance(problem, Sudoku):
        return problem
    size = size_of(problem)
    try:
        return held(problem, Sudoku(size=size if has_boxes(size) else 9), "sudoku")
    except ModelError:
        message = f"{problem!r} is described by rules of its own, expected a sudoku"
        raise ModelError(message) from None


def _written(puzzle: Sudoku) -> str:
    """Return the givens as a grid, or with its constraints where there is a text for these."""
    from ...models.errors import ModelError
    from ...models.formats import write
    from ...models.sudokus.grid_shape import grid_text

    for form in ("sudoku", "constraints"):
        try:
            return write(puzzle, form).rstrip("\n")
        except ModelError:
            continue
    return grid_text(puzzle.grid(puzzle.read(puzzle.given_options)), puzzle.layout)


for _command in command.commands.values():
    add_display_options(_command)

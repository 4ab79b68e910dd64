"""`minuet export`: a puzzle as a page on which one plays it, or many as a site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command, option_error
from ..inputs import GALLERY, Source, name_of
from ..settings_options import searching
from ..terminal.reports import answers_in, bar, interruptible
from ..terminal.streams import print_message, print_text

if TYPE_CHECKING:
    from ...solvers.contract.batch import Options
    from ...solvers.search.selection import Problem

    Named = tuple[str, str, Problem]  # a name for its file, what it asks, the puzzle

__all__ = ["command"]

SECONDS = 10.0  # in which a solution is looked for, by default


@click.command("export", cls=Command)
@click.argument(
    "files",
    nargs=-1,
    metavar="[FILE]...",
    shell_complete=arguments.completing("files"),
    help="Files in any format, links, gallery:NAME or generator:NAME,N=...; gallery: is all of "
    "the gallery; - is standard input. [default: -]",
)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where the page goes, whole or not at all. [default: here]",
)
@click.option(
    "--site",
    type=arguments.NewPath(),
    metavar="FOLDER",
    help="Write a page for each puzzle into a folder, and an index.",
)
@searching(None, ("solver", "time_limit"))
@arguments.reading(file=None)
def command(
    files: tuple[str, ...],
    output: str | None,
    site: str | None,
    settings: dict[str, Any],
    source: Source | None = None,
) -> None:
    """Write a puzzle as a page on which one plays it.

    One HTML file with the puzzle, its picture and minuet's engines: it asks for nothing else, and
    works offline. The picture is tested on a solution, which is looked for so long.
    """
    from ..export.engines import engines_module

    engines_module()  # raises Unavailable before anything is read
    settings.setdefault("time_limit", SECONDS)
    source = source or Source()
    with interruptible():
        puzzles = list(_puzzles(files or ("-",), source))
        if site is not None:
            _write_site(puzzles, Path(site), settings)
            return
        if len(puzzles) != 1:
            raise option_error("-o", f"one page for {len(puzzles)} puzzles, expected --site FOLDER")
        from ..export.page import page_of

        ((_, about, puzzle),) = puzzles
        page = page_of(puzzle, _solution(puzzle, settings), about=about)
        with answers_in(output):
            print_text(page.removesuffix("\n"))


def _puzzles(files: Sequence[str], source: Source) -> Iterator[Named]:
    """Yield the puzzles of all files."""
    from ...models.gallery import entry, gallery

    for file in files:
        if file == GALLERY:
            yield from ((each.name, each.about, each.load()) for each in gallery())
            continue
        reading = replace(source, file=file).read()
        about = entry(file.removeprefix(GALLERY)).about if file.startswith(GALLERY) else ""
        for problem in reading.problems:
            called = getattr(problem, "name", "")
            name = file.removeprefix(GALLERY) if file.startswith(GALLERY) else called
            yield name or Path(name_of(file)).stem, about, problem


def _solution(puzzle: Problem, settings: dict[str, Any]) -> Options | None:
    """Return a solution, if one is found in time."""
    from ... import solvers

    result = solvers.solve(puzzle, **settings)
    if result.options is None:
        name = getattr(puzzle, "name", "the matrix")
        found = "it has no solution" if result.status == "INFEASIBLE" else "no solution was found"
        print_message(f"{name}: {found}; its picture was tested on its givens alone")
    return result.options


def _write_site(puzzles: Sequence[Named], folder: Path, settings: dict[str, Any]) -> None:
    """Write a page for each puzzle that can be played, and name those that cannot."""
    from ...models.errors import ModelError
    from ...models.puzzle import Puzzle
    from ..export.page import page_of
    from ..export.site import SitePage, page_name, write_index

    folder.mkdir(parents=True, exist_ok=True)
    pages: list[SitePage] = []
    with bar("export", total=len(puzzles)) as progress:
        for name, about, puzzle in puzzles:
            try:
                solution = _solution(puzzle, {**settings, "progress": progress})
                text = page_of(puzzle, solution, about=about)
            except ModelError as error:
                print_message(f"left out: {error}")
                continue
            assert isinstance(puzzle, Puzzle)  # a bare matrix was refused
            file = page_name(name, [page.file for page in pages])
            (folder / file).write_text(text, "ascii")
            pages.append(SitePage(file, puzzle.name, about, puzzle.draw()))
    if not pages:
        raise ModelError("no puzzle can be played on a page, expected one at least")
    write_index(folder, pages, "Puzzles to play")
    print_text(f"{len(pages)} pages in {folder}, from index.html on")

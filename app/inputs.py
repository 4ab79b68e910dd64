"""The input of a command: a file, standard input, a link, a gallery puzzle, a generated instance.

`Source` reads it as the options say; `Faults` counts and reports the puzzles with an error.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from .statuses import DISAGREED, MISUSED
from .terminal.streams import display, print_message, print_note

if TYPE_CHECKING:
    from ..models.errors import ModelError
    from ..models.formats.reading import Reading
    from ..models.matrix.exact_cover import ExactCover
    from ..solvers.search.selection import Problem

__all__ = ["FILE", "FILES", "NAMED", "READING", "Faults", "Source", "bytes_of", "name_of"]

PRIMARY_ONLY = "--primary-only"
GALLERY = "gallery:"
GENERATOR = "generator:"
NAMED = (GALLERY, GENERATOR)
KINDS = {"gallery": "a puzzle of the gallery", "generator": "an instance that is made"}
LINKS = ("https://", "http://")
READING = f"{__name__}.reading"  # keys in click's context
FILES = f"{__name__}.files"
FILE = f"{__name__}.file"


@dataclass(frozen=True)
class Source:
    """What a command reads, as its options say.

    file          `-`: standard input; `gallery:NAME`: a puzzle of the gallery;
                  `generator:NAME,PARAMETER=VALUE`: an instance that is generated; a link, which is
                  a puzzle's text itself, so that nothing is fetched; else a file's name
    form          the format of the text; None: detected
    most_choices  how large a description may get; None: as the library bounds it
    primary_only  leave out the options of a matrix without a primary item, as Knuth's programs do;
                  where they are kept, a line says how many there are
    keep_going    pass over a puzzle with a mistake
    """

    file: str = "-"
    form: str | None = None
    most_choices: int | None = None
    primary_only: bool = False
    keep_going: bool = False

    def read_within(
        self, settings: Mapping[str, Any], faults: Faults | None = None
    ) -> tuple[Reading, dict[str, Any]]:
        """Return the puzzles, and the settings with what is left of their time limit."""
        limit = settings.get("time_limit")
        reading = self.read(limit, faults)
        if limit is None:
            return reading, dict(settings)
        return reading, {**settings, "time_limit": max(limit - reading.seconds, 0.0)}

    def read(self, time_limit: float | None = None, faults: Faults | None = None) -> Reading:
        """Return the puzzles.

        time_limit  seconds in which they must be built
        faults      takes each mistake in a text of many puzzles, if it is to pass over them, and
                    the places in the file of the others; None: the first mistake is raised

        Raises InputError for a file that cannot be read, ModelError for an option that means
        nothing for what was read, Unreached for a description that takes longer to be built.
        """
        reading = self._named_puzzle()
        if reading is None:
            # A file, standard input or a link.
            from ..models.formats import FORMATS, read
            from ..models.formats.source import MOST_CHOICES

            complain = None if faults is None else faults.complain
            most = MOST_CHOICES if self.most_choices is None else self.most_choices
            how: dict[str, Any] = {
                "file": name_of(self.file),
                "form": self.form,
                "most_choices": most,
                "time_limit": time_limit,
                "folder": _folder(self.file),
            }
            data = bytes_of(self.file)
            if complain is None:
                reading = read(data, **how)
            else:
                from ..models.formats.piecewise import read_good

                reading = read_good(data, complain, **how)
            if self.most_choices is not None and not FORMATS[reading.format].bounded:
                does, kind = "bounds a description in TOML", f"of the format {reading.format}"
                raise self._option_error("--most-choices", does, kind)
        if faults is not None:
            faults.places = reading.places
        reading = self._without_free_options(reading)
        keep_reading(reading, name_of(self.file))
        if display.verbose:
            print_message(f"read: {reading.summary}")
            if reading.warnings:  # which the library's log has named
                from ..models.spelling import counted

                print_message(f"not read: {counted(len(reading.warnings), 'part')}, named above")
        return reading

    def _named_puzzle(self) -> Reading | None:
        """Return the puzzle that `gallery:NAME` or `generator:NAME` names; None for another file.

        Raises ModelError for a puzzle that the gallery lacks, and for no instance of a generator.
        """
        if self.file.startswith(GALLERY):
            from ..models.formats.reading import Reading
            from ..models.gallery import entry

            reading = Reading("gallery", (entry(self.file.removeprefix(GALLERY)).load(),))
        elif self.file.startswith(GENERATOR):
            from ..experiments.instances import instance
            from ..models.formats.reading import Reading

            text = self.file.removeprefix(GENERATOR)
            began = time.monotonic()
            generator, parameters = instance(text)
            problem = generator.make(**parameters)
            reading = Reading("generator", (problem,), time.monotonic() - began)
        else:
            return None
        kind = KINDS[reading.format]
        if self.form is not None:
            raise self._option_error("--from", "names a file's format", kind)
        if self.most_choices is not None:
            raise self._option_error("--most-choices", "bounds a file", kind)
        return reading

    def _without_free_options(self, reading: Reading) -> Reading:
        """Return the reading; of matrices without options that hold no primary item, if wanted."""
        from ..models.matrix.exact_cover import ExactCover

        if not any(isinstance(first, ExactCover) for first in reading.problems[:1]):
            if self.primary_only:
                kind = KINDS.get(reading.format, f"of the format {reading.format}")
                raise self._option_error(PRIMARY_ONLY, "leaves options out of a matrix", kind)
            return reading
        left = (
            _left(problem, self.primary_only) if isinstance(problem, ExactCover) else problem
            for problem in reading.problems
        )
        return replace(reading, problems=tuple(left))

    def _option_error(self, option: str, does: str, kind: str) -> ModelError:
        """Return the error, to be raised, about an option without meaning for this kind of file."""
        from ..models.errors import ModelError

        file = name_of(self.file)
        return ModelError(f"{option} {does}, but {file} is {kind}: expected no {option}")


def keep_reading(reading: Reading, file: str) -> None:
    """Keep what was read, and the name of its file, for the documents of the running command."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[READING], context.meta[FILE] = reading, file


def _folder(file: str) -> str | None:
    """Return the folder whose files a description may name; None for a text that is no file."""
    import os

    if file == "-" or not os.path.isfile(file):  # noqa: PTH113  pathlib costs an import
        return None
    return os.path.dirname(file) or "."  # noqa: PTH120


def _left(matrix: ExactCover, primary_only: bool) -> ExactCover:
    """Return the matrix without the options that hold no primary item, or print how many it has."""
    free = len(matrix.secondary_only)
    if primary_only or not free:
        return matrix.primary_only() if free else matrix
    it_has = "1 option has" if free == 1 else f"{free} options have"
    it = "it" if free == 1 else "them"
    print_note(
        f"{it_has} no primary item: minuet may choose {it} or not, Knuth's programs leave {it} "
        f"out ({PRIMARY_ONLY} does so too)"
    )
    return matrix


def name_of(file: str) -> str:
    """Return the name of a file in messages."""
    if file == "-":
        return "<stdin>"
    return "<link>" if _is_link(file) else file


def _is_link(file: str) -> bool:
    """Whether it is a link, perhaps without its scheme or its site; a file that is there is none.

    As in `puzz.link/p?shikaku/5/5/j4`, `shikaku/5/5/j4`, and what is packed behind `load=`.
    """
    import os

    if file.lower().startswith(LINKS):
        return True
    if not file or os.path.exists(file):  # noqa: PTH110  pathlib costs an import
        return False
    from ..models.formats.links.addresses import site_of
    from ..models.formats.pencil.penpa_link import is_board
    from ..models.formats.pencil.puzz_link import is_bare

    return bool(site_of(file)) or is_board(file) or is_bare(file)


def bytes_of(file: str) -> bytes:
    """Return a file's bytes, or a link's own. Raises InputError if it cannot be read."""
    from ..models.errors import InputError
    from ..models.tables.file_bytes import bytes_of_file, bytes_of_stream

    if _is_link(file):
        return file.encode("utf-8", "surrogateescape")
    if file == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed, expected a text", file="<stdin>")
        if sys.stdin.isatty():
            print_note("a puzzle is read from the keyboard; Ctrl-D on a line of its own ends it")
        return bytes_of_stream(sys.stdin.buffer, "<stdin>")
    if not file:
        wanted = "a file, gallery:NAME, generator:NAME, or - for standard input"
        message = f"an empty file name, expected {wanted}"
        raise InputError(message, file="''")
    try:
        return bytes_of_file(file)
    except InputError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        raise InputError(f"{error.message}{_like(file)}", file=file) from error.__cause__


def _like(file: str) -> str:
    """Return the end of a message about a missing file: which files or puzzles it is like."""
    import os

    from ..models.errors import did_you_mean
    from .completion import gallery_names

    folder, name = os.path.split(file)
    shown = os.path.join(folder, "")  # noqa: PTH118
    try:
        there = os.listdir(folder or ".")  # noqa: PTH208
    except OSError:
        there = []
    close = did_you_mean(name, there, before=shown)
    return close or did_you_mean(name.partition(".")[0], gallery_names(), before=GALLERY)


# ---- Puzzles with an error among many ------------------------------------------------------------
#
# Without `--keep-going` the first error ends the command. With it each error is printed, the other
# puzzles are answered, and the exit status at the end is that of bad input.


Answered = TypeVar("Answered")


class Faults:
    """The puzzles that were passed over."""

    def __init__(self, keep_going: bool) -> None:
        self.keep_going, self.number = keep_going, 0
        self.places: Sequence[int] | None = None  # in the file, of those that can be read

    @property
    def complain(self) -> Callable[[Exception], None] | None:
        """The function that takes each mistake of a text; None: the first one is raised."""
        return self._report if self.keep_going else None

    def place(self, number: int) -> int:
        """Return the place in the file, from 1, of the `number`th puzzle that could be read."""
        return number if self.places is None else self.places[number - 1]

    def _report(self, error: Exception) -> None:
        self.number += 1
        print_message(str(error))

    def each(
        self,
        problems: Sequence[Problem],
        answer: Callable[[Problem, int], Answered],
        *,
        naming: bool = False,
    ) -> list[Answered]:
        """Answer each puzzle, given its place in the file; return the answers of the good ones.

        naming  whether an error that ends the command names its puzzle, if there are several
        """
        answered = []
        for number, place in enumerate(map(self.place, range(1, len(problems) + 1))):
            with self._passed_over(place, of=len(problems) if naming else 1):
                answered.append(answer(problems[number], place))
        return answered

    @contextmanager
    def _passed_over(self, place: int, *, of: int) -> Iterator[None]:
        """Pass over the puzzle at a place in the file if the block finds a mistake in it.

        of  the number of puzzles, if an error that ends the command names its puzzle; else 1
        """
        from ..models.errors import ModelError, Unsupported

        try:
            yield
        except (ModelError, Unsupported) as error:
            if not self.keep_going and of == 1:
                raise
            named = type(error)(f"puzzle {place}: {error}")
            if not self.keep_going:
                raise named from error
            self._report(named)

    def end(self, status: int) -> NoReturn:
        """Exit with the status; with that of bad input if there was any and no disagreement."""
        if self.number:
            puzzles = "1 puzzle was" if self.number == 1 else f"{self.number} puzzles were"
            print_message(f"{puzzles} passed over")
        raise click.exceptions.Exit(MISUSED if self.number and status != DISAGREED else status)

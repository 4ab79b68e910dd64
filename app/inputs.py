"""What a command reads: a file, standard input, a link, a puzzle of the gallery, or a made one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .terminal.manners import manners
from .terminal.streams import remark, say

if TYPE_CHECKING:
    from ..models.formats.piecewise import Complain
    from ..models.formats.reading import Reading
    from ..models.matrix.exact_cover import ExactCover
    from .faults import Faults

__all__ = ["Source", "bytes_of", "name_of", "read_file"]

SWITCH = "--primary-only"
GALLERY = "gallery:"
GENERATOR = "generator:"
NAMED = {"gallery": "a puzzle of the gallery", "generator": "an instance that is made"}
LINKS = ("https://", "http://")


@dataclass(frozen=True)
class Source:
    """What a command reads, as its options say: `read_file` has what each is.

    keep_going  whether a puzzle with a mistake is passed over
    """

    file: str
    form: str | None = None
    most_choices: int | None = None
    primary_only: bool = False
    keep_going: bool = False

    def read(self, time_limit: float | None = None, faults: Faults | None = None) -> Reading:
        """Return what `read_file` does."""
        return read_file(
            self.file,
            self.form,
            self.most_choices,
            time_limit,
            primary_only=self.primary_only,
            faults=faults,
        )

    def within(
        self, time_limit: float | None, faults: Faults | None = None
    ) -> tuple[Reading, float | None]:
        """Return the puzzles, and what is left of the time limit once they are built."""
        reading = self.read(time_limit, faults)
        return reading, None if time_limit is None else max(time_limit - reading.seconds, 0.0)

    def searched(
        self, settings: Mapping[str, Any], faults: Faults | None = None
    ) -> tuple[Reading, dict[str, Any]]:
        """Return the puzzles, and the settings with what is left of their time limit."""
        reading, left = self.within(settings.get("time_limit"), faults)
        return reading, dict(settings) if left is None else {**settings, "time_limit": left}


def read_file(
    file: str,
    form: str | None,
    most_choices: int | None,
    time_limit: float | None = None,
    *,
    primary_only: bool = False,
    faults: Faults | None = None,
) -> Reading:
    """Return the puzzles of a file; `-` is standard input, `gallery:NAME` one of the gallery.

    `generator:NAME,PARAMETER=VALUE` is an instance that is made.
    A link is a puzzle's text itself: nothing is fetched.

    time_limit    seconds in which they must be built
    primary_only  leave out the options of a matrix that hold no primary item, as Knuth's programs
                  do; where they are kept, a line says how many there are
    faults        takes each mistake in a text of many puzzles, if it is to pass over them, and the
                  places in the file of the others; None: the first mistake is raised

    Raises InputError for a file that cannot be read, ModelError for an option that means nothing
    for what was read, Unreached for a description that takes longer to be built.
    """
    from ..models.telling.spelling import counted
    from .documents.document import keep_reading

    complain = None if faults is None else faults.complain
    reading = _read(file, form, most_choices, time_limit, complain)
    if faults is not None:
        faults.places = reading.places
    reading = _without_free_options(reading, file, primary_only)
    keep_reading(reading)
    if manners.verbose:
        say(f"read: {reading.summary}")
        if reading.warnings:  # which the library's log has named
            say(f"not read: {counted(len(reading.warnings), 'part')}, named above")
    return reading


def _without_free_options(reading: Reading, file: str, primary_only: bool) -> Reading:
    """Return the reading, a matrix without options that hold no primary item if so wanted."""
    from ..models.matrix.exact_cover import ExactCover

    if not any(isinstance(first, ExactCover) for first in reading.problems[:1]):
        _refuse(primary_only, SWITCH, "leaves options out of a matrix", file, reading.format)
        return reading
    left = (
        _left(problem, primary_only) if isinstance(problem, ExactCover) else problem
        for problem in reading.problems
    )
    return replace(reading, problems=tuple(left))


def _read(
    file: str,
    form: str | None,
    most_choices: int | None,
    time_limit: float | None,
    complain: Complain | None,
) -> Reading:
    from ..models.formats import FORMATS, read
    from ..models.formats.source import MOST_CHOICES

    known = read_entry(file)
    if known is not None:
        _refuse(form is not None, "--from", "names a file's format", file, known.format)
        _refuse(most_choices is not None, "--most-choices", "bounds a file", file, known.format)
        return known
    name = name_of(file)
    most = MOST_CHOICES if most_choices is None else most_choices
    data = bytes_of(file)
    folder = _folder(file)
    if complain is None:
        reading = read(
            data, file=name, form=form, most_choices=most, time_limit=time_limit, folder=folder
        )
    else:
        from ..models.formats.piecewise import read_good

        reading = read_good(
            data,
            complain,
            file=name,
            form=form,
            most_choices=most,
            time_limit=time_limit,
            folder=folder,
        )
    if not FORMATS[reading.format].bounded:
        bounded = most_choices is not None
        _refuse(bounded, "--most-choices", "bounds a description in TOML", name, reading.format)
    return reading


def _folder(file: str) -> str | None:
    """Return the folder whose files a description may name; None for a text that is no file."""
    import os

    if file == "-" or not os.path.isfile(file):  # noqa: PTH113  pathlib costs an import
        return None
    return os.path.dirname(file) or "."  # noqa: PTH120


def read_entry(file: str) -> Reading | None:
    """Return the puzzle that `gallery:NAME` or `generator:NAME` names; None for another file.

    Raises ModelError for a puzzle that the gallery lacks, and for no instance of a generator.
    """
    if file.startswith(GENERATOR):
        return _made(file.removeprefix(GENERATOR))
    if not file.startswith(GALLERY):
        return None
    from ..models.formats.reading import Reading
    from ..models.gallery import entry

    return Reading("gallery", (entry(file.removeprefix(GALLERY)).load(),))


def _made(text: str) -> Reading:
    """Return the instance that a text names."""
    import time

    from ..experiments.instances import instance
    from ..models.formats.reading import Reading

    began = time.monotonic()
    generator, parameters = instance(text)
    made = generator.make(**parameters)
    return Reading("generator", (made,), time.monotonic() - began)


def _refuse(given: bool, option: str, does: str, file: str, form: str) -> None:
    """Raise ModelError for an option that was given and means nothing here."""
    from ..models.errors import ModelError

    if given:
        what = NAMED.get(form, f"of the format {form}")
        raise ModelError(f"{option} {does}, but {file} is {what}: expected no {option}")


def _left(matrix: ExactCover, primary_only: bool) -> ExactCover:
    """Return the matrix without the options that hold no primary item, or say how many it has."""
    free = len(matrix.secondary_only)
    if primary_only or not free:
        return matrix.primary_only() if free else matrix
    it_has = "1 option has" if free == 1 else f"{free} options have"
    it = "it" if free == 1 else "them"
    remark(
        f"{it_has} no primary item: minuet may choose {it} or not, Knuth's programs leave {it} "
        f"out ({SWITCH} does so too)"
    )
    return matrix


def name_of(file: str) -> str:
    """Return what messages call a file."""
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
    from ..models.formats.links.puzz_link.link_text import is_bare

    return bool(site_of(file)) or is_bare(file)


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
            remark("a puzzle is read from the keyboard; Ctrl-D on a line of its own ends it")
        return bytes_of_stream(sys.stdin.buffer, "<stdin>")
    if not file:
        wanted = "a file, gallery:NAME, generator:NAME, or - for standard input"
        what = f"an empty file name, expected {wanted}"
        raise InputError(what, file="''")
    try:
        return bytes_of_file(file)
    except InputError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        raise InputError(f"{error.what}{_like(file)}", file=file) from error.__cause__


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

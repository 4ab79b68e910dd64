"""The texts that minuet reads: told by their content, or by name.

`read` gives a file's problems, whatever the format; any mistake in the text is an `InputError`
that says where. `write_dlx` writes any matrix in Knuth's format.

    sudoku         a puzzle a line, rows of digits, numbers, letters, or LeetCode's JSON array;
                   lines that begin with # are comments
    target-sudoku  the same texts, read as target sudokus; never guessed
    sudoku-x, windoku, jigsaw    variants, a puzzle a line; the first two by a comment on top
    constraints    variants: a grid, then `Cage~15~R1C1~R1C2` and its like
    samurai        five grids that overlap, as they are printed
    beads          the triangle of NOI 2005
    dlx            Knuth's exact-cover text
    matrix         a 0/1 matrix below its size
    toml           any puzzle, described in the declarative layer's own words
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import InputError, ModelError, OutOfTime, excerpt
from ..matrix.exact_cover import ExactCover
from ..puzzle import Puzzle
from .matrix.binary_matrix import read_binary_matrix
from .matrix.dlx_text import read_dlx, write_dlx
from .packing.beads_text import read_beads
from .sniff import sniff
from .source import MOST_CHOICES, Source
from .sudoku.constraint_text import read_constraints
from .sudoku.samurai_text import read_samurai
from .sudoku.sudoku_text import read_sudokus
from .sudoku.variant_lines import read_jigsaws, read_variant_lines
from .toml.description import read_toml

__all__ = ["FORMATS", "MOST_CHOICES", "Format", "Problem", "Reading", "Source", "read", "write_dlx"]

Problem = Puzzle | ExactCover


@dataclass(frozen=True)
class Format:
    """A format: its name, what it is in one line, and its reader."""

    name: str
    summary: str
    read: Callable[[Source], Sequence[Problem]]


@dataclass(frozen=True)
class Reading:
    """What a text held: the name of its format, and its problems, one or many.

    `seconds` were taken to read it; a description's puzzle is built in them. The puzzles of a file
    of sudokus share one matrix; each is made anew whenever it is asked for.
    """

    format: str
    problems: Sequence[Problem]
    seconds: float = 0.0


def _formats(*formats: Format) -> Mapping[str, Format]:
    return {form.name: form for form in formats}


FORMATS = _formats(
    Format(
        "sudoku",
        "sudokus: a puzzle a line, rows of digits, numbers or letters, or a JSON array",
        read_sudokus,
    ),
    Format(
        "target-sudoku",
        "the same texts as target sudokus, whose digits score (never guessed: say --from)",
        lambda source: read_sudokus(source, target=True),
    ),
    Format(
        "sudoku-x",
        "sudokus with diagonals: a puzzle a line, and its solution or none",
        lambda source: read_variant_lines(source, "sudoku-x"),
    ),
    Format(
        "windoku",
        "sudokus with windows: a puzzle a line, and its solution or none",
        lambda source: read_variant_lines(source, "windoku"),
    ),
    Format(
        "jigsaw",
        "jigsaw sudokus: layout and puzzle a line, and its solution or none",
        read_jigsaws,
    ),
    Format(
        "constraints",
        "sudoku variants: a grid or none, then .Cage~15~R1C1~R1C2.Thermo~R1C1~R2C1 ...",
        read_constraints,
    ),
    Format("samurai", "five sudokus that overlap", lambda source: (read_samurai(source),)),
    Format("beads", "the bead triangle of NOI 2005", lambda source: (read_beads(source),)),
    Format("dlx", "Knuth's exact-cover text", lambda source: (read_dlx(source),)),
    Format(
        "matrix",
        "rows and columns, then a 0/1 matrix",
        lambda source: (read_binary_matrix(source),),
    ),
    Format("toml", "a puzzle's tables and rules", lambda source: (read_toml(source),)),
)


def read(
    text: str | bytes,
    *,
    file: str = "<text>",
    form: str | None = None,
    most_choices: int = MOST_CHOICES,
    time_limit: float | None = None,
) -> Reading:
    """Read a text.

    file          what messages call it
    form          a name from FORMATS; None: told by the content
    most_choices  how many choices a description (TOML) may make before it is refused
    time_limit    seconds that its puzzle may take to be built

    Raises InputError, which says where, for a text that cannot be read; OutOfTime at the time
    limit; ModelError for an unknown `form`.
    """
    if form is not None and form not in FORMATS:
        raise ModelError(f"unknown format {excerpt(form)}, expected one of {', '.join(FORMATS)}")
    began = time.monotonic()
    source = Source(text, file, most_choices=most_choices, time_limit=time_limit)
    name = form or sniff(source)
    try:
        if form is None and name == "dlx":
            return Reading(name, (read_dlx(source, sniffed=True),))
        problems = FORMATS[name].read(source)
        return Reading(name, problems, time.monotonic() - began)
    except ModelError as error:
        raise InputError(str(error), file=file) from error
    except OutOfTime as error:
        raise OutOfTime(f"{file}: {error}") from None

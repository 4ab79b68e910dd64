"""DLX text as Knuth's own programs take it (https://cs.stanford.edu/~knuth/programs.html).

What dlx1 (items), dlx2 (colors), dlx3 (multiplicities) and dlx5 (costs) read is less than what
dlx_text.py does: names of 8 bytes at most, colors of one byte, no negative cost, no item that may
not be covered, at least one primary item, and costs or multiplicities, for no program knows both.
An option without a primary item is left out with a warning, so here it is left out too; and a bar
behind blanks begins a comment above the item line as below it.

Writing shortens the names of items that are too long, says which is which in comments, and numbers
colors from 0 on; the rest that his programs do not know is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

import numpy as np

from ...errors import InputError, ModelError, excerpt
from ...matrix.exact_cover import ExactCover
from ..format import Format, Problem
from ..source import Source, plural, tokens
from .dlx_text import read_dlx, writable, write_dlx
from .refusals import beyond_items

__all__ = ["KNUTH", "read_knuth", "write_knuth"]

NAME_BYTES = 8
COLORS = [chr(code) for code in (*range(48, 58), *range(65, 91), *range(97, 123))]
COLORS += [chr(code) for code in range(33, 127) if chr(code) not in (*COLORS, "|", ":")]
_LETTERS = re.compile(r"[A-Za-z]+")


def read_knuth(source: Source) -> ExactCover:
    """Return the matrix, without the options that hold no primary item.

    Raises InputError for what his programs refuse, besides what `read_dlx` does.
    """
    for error in _refused(source):
        raise error
    matrix = read_dlx(source, indented=True, weights=False)
    if not matrix.primary:
        raise source.error("no primary item, expected one at least", 1)
    return matrix.primary_only()


def _refused(source: Source) -> Iterator[InputError]:
    """Yield what reads as DLX but not to Knuth's programs."""
    lines = (pair for pair in source.numbered() if not pair[1].lstrip().startswith("|"))
    number, items = next(lines, (0, ""))
    words = list(tokens(items))
    bounded = any(token.rpartition("|")[0] for _, token in words)
    mistakes = [(number, column, _bad_item(token)) for column, token in words]
    for place in filter(itemgetter(2), mistakes):
        yield _error(source, *place)
    for number, line in lines:
        for column, token in tokens(line):
            if message := _bad_entry(token, bounded):
                yield _error(source, number, column, message)


def _error(source: Source, line: int, column: int, message: str) -> InputError:
    return source.error(f"{message} (Knuth's programs take no other)", line, column)


def _bad_item(token: str) -> str:
    """Return what is wrong with a word of the item line; "" if nothing is."""
    bounds, _, name = token.rpartition("|")
    if len(name.encode()) > NAME_BYTES:
        return f"name {excerpt(name)}, expected {NAME_BYTES} bytes at most"
    if bounds and not bounds.rpartition(":")[2].strip("0"):
        return f"multiplicity {excerpt(bounds)}, expected an upper bound of at least 1"
    return ""


def _bad_entry(token: str, bounded: bool) -> str:
    """Return what is wrong with a word of an option; "" if nothing is."""
    if token.startswith("|-"):
        return f"cost {excerpt(token)}, expected none below 0"
    if token.startswith("|"):
        return f"cost {excerpt(token)}, expected none beside multiplicities" if bounded else ""
    if len(token.partition(":")[2].encode()) > 1:
        return f"color in {excerpt(token)}, expected a single character of ASCII"
    return ""


def write_knuth(problem: Problem) -> str:
    """Return a puzzle or a matrix for Knuth's programs; a comment says which of them reads it.

    Names are shortened where they must be, and comments say what they stand for; colors are named
    by a character each. Raises ModelError for a matrix that none of his programs can hold.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    _check(matrix, repr(problem))
    long = writable(list(map(str, matrix.items)))
    # Names of 8 bytes at most that differ: the same, or letters and a number.
    taken = {name for name in long if len(name.encode()) <= NAME_BYTES}
    short = []
    for place, name in enumerate(long, 1):
        chosen = name
        if name not in taken:
            letters = _LETTERS.match(name)
            stem, number = letters[0] if letters else "i", place
            chosen = _short(stem, number)
            while chosen in taken:
                number += len(long)
                chosen = _short(stem, number)
            taken.add(chosen)
        short.append(chosen)
    colors = matrix.color_names
    if not all(len(name) == 1 and name in COLORS for name in colors):
        colors = tuple(COLORS[: len(colors)])
    renamed = matrix.replaced(items=short, color_names=colors)
    program = "dlx1"
    if matrix.has_costs:
        program = "dlx5"
    elif matrix.has_multiplicities:
        program = "dlx3"
    elif matrix.has_colors:
        program = "dlx2"
    title = "an exact cover" if isinstance(problem, ExactCover) else problem.name
    text = write_dlx(renamed, f"{title}, written by minuet for {program}")
    first, rest = text.split("\n", 1)
    legend = [f"| {a} = {b}" for a, b in zip(short, long, strict=True) if a != b]
    if colors != matrix.color_names:
        pairs = zip(colors, matrix.color_names, strict=True)
        legend += [f"| color {a} = {' '.join(b.split())}" for a, b in pairs if a != b]
    return "\n".join([first, *legend, rest])


def _check(matrix: ExactCover, name: str) -> None:
    """Raise ModelError for what none of Knuth's programs can hold."""
    free = len(matrix.secondary_only)
    wrong = ""
    if matrix.conditions:
        wrong = beyond_items(matrix)
    elif matrix.has_weights:
        wrong = "weights, expected that each option counts once in its items (dlx holds them)"
    elif not matrix.primary:
        wrong = "no primary item, expected one at least"
    elif free:
        wrong = f"{plural(free, 'option')} without a primary item, which Knuth's programs leave "
        wrong += "out (--primary-only does so too)"
    elif (matrix.costs < 0).any():
        wrong = "negative costs, expected none below 0"
    elif matrix.has_costs and matrix.has_multiplicities:
        wrong = "costs and multiplicities, which Knuth's programs know one at a time"
    elif (matrix.high[: matrix.primary] == 0).any():
        place = int(np.flatnonzero(matrix.high[: matrix.primary] == 0)[0])
        wrong = f"an item that may not be covered ({matrix.items[place]}), expected none"
    elif len(matrix.color_names) > len(COLORS):
        wrong = f"{len(matrix.color_names)} colors, expected {len(COLORS)} at most"
    if wrong:
        raise ModelError(f"knuth: {name} has {wrong}")


def _short(stem: str, number: int) -> str:
    return stem[: NAME_BYTES - len(str(number))] + str(number)


KNUTH = Format(
    "knuth",
    "DLX text as Knuth's own programs take it (never guessed: say --from)",
    read=lambda source: (read_knuth(source),),
    write=write_knuth,
    example="""\
| Knuth's example of color controls and multiplicities
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
""",
)

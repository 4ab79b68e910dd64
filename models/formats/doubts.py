"""What a text may be that is read as DLX only because no format fits it better."""

from __future__ import annotations

import re
from collections import Counter

from ..errors import InputError
from .source import Source
from .sudoku.drawn_grids import BOX_DRAWING
from .sudoku.sudoku_text import read_sudokus

__all__ = ["doubted"]

_WRITTEN = {  # signs of a text that is written and not read
    "a CNF": re.compile(r"p +cnf +[0-9]+ +[0-9]+ *"),
    "a WCNF": re.compile(r"h( +-?[0-9]+)+ +0|p +wcnf +[0-9]+ +[0-9]+.*"),
    "an OPB text": re.compile(r"\* #variable= *[0-9]+ +#constraint= *[0-9]+.*"),
    "an MPS text": re.compile(r"ROWS|COLUMNS|RHS|ENDATA"),
    "an LP text": re.compile(r"(Minimize|Maximize|Subject To)\b.*", re.IGNORECASE),
    "a model in MiniZinc": re.compile(r"(constraint\b.*;|solve +(satisfy|minimize|maximize)\b.*;)"),
    "a model of CP-SAT": re.compile(r"(variables|constraints) \{.*"),
}
_PYTHON = re.compile(
    r"(from [\w.]+ import |import [\w., ]+$|def \w+\(.*\).*:$|\w+ = \w+\(|print\()"
)
DOUBT = "(read as dlx; --from names another format)"
_CELLS = frozenset("0123456789.*_?·-xX")
_BETWEEN = frozenset("[](){},;|+='\"\t ") | frozenset(map(chr, BOX_DRAWING))
_NOTHING = re.compile(r"\b(None|null)\b")
_LEAST_GIVENS = 16
_MOST = 1000  # characters of a line that are looked at
_LEAST_CELLS = 60  # of what is rather a sudoku than items named by numbers


def doubted(error: InputError, source: Source) -> InputError:
    """Return the error of such a text, in words that say what else it looks like, or how it was
    read."""
    lines = source.head()
    for named, mark in _WRITTEN.items():
        if any(mark.fullmatch(line.strip()) for line in lines):
            reason = f"{named}, which is written and not read, expected another format"
            return InputError(reason, file=source.file, line=1)
    if source.file.endswith(".py") or any(map(_PYTHON.match, lines)):
        reason = "this looks like a Python program, expected a puzzle"
        return InputError(f"{reason}; run it with python", file=source.file, line=1)
    commas = {line.count(",") for line in lines}
    if len(lines) > 1 and len(commas) == 1 and 0 not in commas and "|" not in lines[0]:
        reason = "comma-separated values, expected a puzzle; a table of a description in TOML"
        message = f'{reason} takes them: csv = "{source.file}"'
        return InputError(message, file=source.file, line=1)
    texts = [_NOTHING.sub("0", line[:_MOST]) for line in lines]
    counts = Counter(mark for text in texts for mark in text if not mark.isspace())
    cells = sum(counts[mark] for mark in _CELLS)
    digits = sum(counts[mark] for mark in "0123456789")
    between = sum(counts[mark] for mark in counts if mark in _BETWEEN)
    whole = counts.total()
    others = between + cells - digits  # which items named by numbers have not
    many = cells >= _LEAST_CELLS or (digits >= _LEAST_GIVENS and between >= _LEAST_GIVENS)
    if many and cells + between >= 0.9 * whole and others >= 0.1 * whole:
        try:
            read_sudokus(source)
        except InputError as other:
            message = f"{other.message} (read as a sudoku; --from names another format)"
            return InputError(message, file=other.file, line=other.line, column=other.column)
    return InputError(
        f"{error.message} {DOUBT}", file=error.file, line=error.line, column=error.column
    )

"""What a text may be that is read as DLX only because no format fits it better."""

from __future__ import annotations

import re

from ..errors import InputError
from .source import Source

__all__ = ["doubted"]

_CNF = re.compile(r"p +cnf +[0-9]+ +[0-9]+ *")
_PYTHON = re.compile(
    r"(from [\w.]+ import |import [\w., ]+$|def \w+\(.*\).*:$|\w+ = \w+\(|print\()"
)
DOUBT = "(read as dlx; --from names another format)"


def doubted(error: InputError, source: Source) -> InputError:
    """Return the error of such a text, in words that say what else it looks like, or how it was
    read."""
    lines = source.head()
    if any(_CNF.fullmatch(line.strip()) for line in lines):
        what = "a CNF, which is written and not read, expected another format"
        return InputError(what, file=source.file, line=1)
    if source.file.endswith(".py") or any(map(_PYTHON.match, lines)):
        what = "this looks like a Python program, expected a puzzle"
        return InputError(f"{what}; run it with python", file=source.file, line=1)
    commas = {line.count(",") for line in lines}
    if len(lines) > 1 and len(commas) == 1 and 0 not in commas and "|" not in lines[0]:
        what = "comma-separated values, expected a puzzle; a table of a description in TOML"
        told = f'{what} takes them: csv = "{source.file}"'
        return InputError(told, file=source.file, line=1)
    return InputError(
        f"{error.what} {DOUBT}", file=error.file, line=error.line, column=error.column
    )

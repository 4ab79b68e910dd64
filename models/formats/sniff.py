"""Tells a text's format by its content: what its author most probably meant, mistakes included.

A wrong guess costs a message about the wrong format, so a text with one mistake is to be taken for
what it is without it. In this order, by the first lines:

    toml     the first line that is no # comment is a [header] or `key = `
    sudoku-x, windoku, jigsaw    a comment `# ...` that names the variant, above such lines
    sudoku   comments above what is a sudoku without them
    jigsaw         a layout in the first line: n*n labels, each of them n times, and a puzzle
    constraints    cells such as `~R1C1` in the first line, a word joined to a grid by a dot, or
                   one behind a dot at the beginning, as in `.Shape~6x6`
    samurai        nine cells, three blanks, nine cells, and many lines
    beads    lines of about 1, 2, 3 ... characters, mostly A to L and dots
    sudoku   a `[` that opens an array
    dlx      a comment, a lone bar or any other bar in the first line
    matrix   two numbers, then lines mostly of 0 and 1
    sudoku   one word a line that is mostly digits and dots, or mostly capitals and long;
             lines mostly of numbers, unless they fit DLX: no name twice in the first line, and in
             the other lines only names from it
    dlx      all else
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .source import Source

__all__ = ["sniff"]

_HEAD = 30
_NUMBER = re.compile(r"[0-9]{1,3}|\.")
_BEADS = re.compile(r"[A-L.]")
_TOML = re.compile(r"\s*(\[\[?\s*[A-Za-z_]|[A-Za-z_][\w.-]*\s*=)")
_COMMENT = re.compile(r"#.*?(sudoku-x|windoku|jigsaw)", re.IGNORECASE)
_CONSTRAINT = re.compile(
    r"\S*~R[0-9a-z]+C[0-9a-z]+|[.0-9]{16,}\.[a-z]{3}|\.[a-z]{3,}([~.;]|$)", re.IGNORECASE
)
_SAMURAI = re.compile(r"[.0-9]{9}[ #]{3}[.0-9]{9}")
_LONG = 9  # a word of that many characters is rather a row of cells than an item's name


def sniff(source: Source) -> str:
    """Return the name of the format."""
    head = source.head(_HEAD)
    bare = next((line for _, line in source.numbered() if not line.lstrip().startswith("#")), "")
    if _TOML.match(bare) or not bare:
        return "toml"
    variant = _variant(head)
    if variant is not None:
        return variant
    if head[0].lstrip().startswith("#") and not _fits_dlx([line.split() for line in head]):
        told = source.without_comments().head(_HEAD)
        if _plain(told) == "sudoku":
            return "sudoku"
    return _plain(head)


def _plain(head: Sequence[str]) -> str:
    """Return the format of lines that are neither TOML nor a variant."""
    first = head[0]
    if first.lstrip().startswith("|"):
        return "dlx"
    if _is_triangle(head):
        return "beads"
    if re.match(r'\s*\[\s*([\["]|$)', first):
        return "sudoku"
    words = first.split()
    if any("|" in word for word in words):
        return "dlx"
    lines = [words, *(line.split() for line in head[1:])]
    if _is_matrix(lines):
        return "matrix"
    if len(words) == 1:
        return "sudoku" if _is_cells(lines) else "dlx"
    return "sudoku" if _is_characters(lines) or _is_number_grid(lines) else "dlx"


def _variant(head: Sequence[str]) -> str | None:
    """Return the format of a sudoku variant, which alone may begin with comments."""
    comments = [line for line in head if line.startswith("#")]
    plain = next((line for line in head if not line.startswith("#")), "")
    if _CONSTRAINT.match(plain):
        return "constraints"
    if _SAMURAI.fullmatch(plain) and len(head) > _LONG:
        return "samurai"
    words = plain.split()
    if len(words) in (2, 3) and _is_layout(words[0]) and _long_digits(words[1]):
        return "jigsaw"
    if words and _long_digits(words[0]) and comments and head[0].startswith("#"):
        named = next(filter(None, map(_COMMENT.match, comments)), None)
        return named[1].lower() if named else None
    return None


def _is_layout(word: str) -> bool:
    """Whether a word is n*n labels, each of them n times."""
    size = len(set(word[:100]))
    return 4 <= size <= 9 and len(word) == size**2 and {word.count(m) for m in set(word)} == {size}


def _is_triangle(head: Sequence[str]) -> bool:
    if len(head) == 1:
        return head[0] == "."
    if sum(map(len, _BEADS.findall("".join(head)))) < 0.8 * sum(map(len, head)):
        return False
    lengths = [len(line) for line in head[:10]]
    grown = sum(abs(length - place) <= 1 for place, length in enumerate(lengths, 1))
    return lengths[0] < lengths[-1] and lengths[0] <= 2 and grown >= 0.8 * len(lengths)


def _is_cells(lines: Sequence[Sequence[str]]) -> bool:
    """Whether one word in the first line is a row of digits or letters, or a whole sudoku."""
    word = lines[0][0]
    start = word[:200]
    digits = sum(mark in ".0123456789" for mark in start)
    letters = sum("A" <= mark <= "Y" or mark == "-" for mark in start)
    if len(lines) > 1 and len(set(map(tuple, lines))) == 1 and len(word) < 81:
        return digits == len(word) and len(lines) in (4, 6, 8, 9) and len(word) == len(lines)
    if digits == len(word):
        return len(word) >= 4 or len(lines) > 3
    if digits >= 0.6 * len(start):
        return len(word) >= _LONG or any(_all_digits(line) for line in lines[1:])
    next_to_it = any(len(line) == 1 and len(line[0]) >= _LONG for line in lines[1:])
    return letters >= 0.8 * len(start) and len(word) >= _LONG and next_to_it


def _all_digits(line: Sequence[str]) -> bool:
    return len(line) == 1 and len(line[0]) >= 4 and set(line[0]) <= set(".0123456789")


def _is_characters(lines: Sequence[Sequence[str]]) -> bool:
    """Whether most lines are one long word of digits, and only the first has a blank in it."""
    alike = sum(_all_digits(line) for line in lines[1:])
    return alike * 2 > len(lines) - 1 or (len(lines) == 1 and _long_digits(lines[0][0]))


def _long_digits(word: str) -> bool:
    return len(word) >= 16 and set(word) <= set(".0123456789")


def _is_matrix(lines: Sequence[Sequence[str]]) -> bool:
    header, rows = lines[0], lines[1:]
    below = [word for row in rows for word in row]
    bits = sum(word in ("0", "1") for word in below)
    widths = {len(row) for row in rows}
    if len(header) != 2 or not all(word.isdecimal() and word.isascii() for word in header):
        broken = len(header) <= 3 and len(rows) > 1 and len(widths) == 1
        return broken and bits == len(below) and not widths <= {1, len(header)}
    height, width = (int(word[:9]) for word in header)
    if bits == len(below) and widths <= {width} and len(rows) == min(height, _HEAD - 1):
        return True
    return bits * 2 >= len(below) and not (rows and _fits_dlx(lines))


def _is_number_grid(lines: Sequence[Sequence[str]]) -> bool:
    first = lines[0]
    numbers = [sum(map(bool, map(_NUMBER.fullmatch, line))) for line in lines]
    if numbers[0] < 0.6 * len(first):
        return False
    if len(set(first)) < len(first):
        return True
    if any(len(word) > 2 and word != "100" for word in first):
        return False
    block = [len(line) for line in lines[1 : len(first)]]
    usual = max(block, key=block.count, default=0)
    if block.count(usual) * 2 < max(len(block), 1):
        return False
    if _fits_dlx(lines):
        return len(block) > 1 and usual == len(first)
    return abs(usual - len(first)) <= 1


def _fits_dlx(lines: Sequence[Sequence[str]]) -> bool:
    """Whether the first line names each item once and most other lines are options of them."""
    names = set(lines[0])
    if len(names) < len(lines[0]):
        return False
    fitting = 0
    for line in lines[1:]:
        words = [word.partition(":")[0] for word in line if word[0] != "|"]
        fitting += names.issuperset(words) and len(set(words)) == len(words)
    return fitting >= 0.6 * (len(lines) - 1)

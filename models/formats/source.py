"""The text that a reader receives: unpacked, decoded once, and rejected if it is not text.

Every reader gets a `Source`, so that all of them take the same line ends, byte order marks and
trailing blanks, and say where they stopped in the same way.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ..budget import Budget
from ..errors import InputError
from ..tables.file_bytes import LARGEST, too_large

__all__ = [
    "HEAD",
    "MOST_CHOICES",
    "Source",
    "Unread",
    "column_of",
    "listing",
    "plural",
    "tokens",
    "unpacked",
    "warnings_about",
]

# All of C0 and C1 but tab, newline, form feed and carriage return.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_ASCII_CONTROL = bytes(code for code in range(128) if _CONTROL.match(chr(code)))
_TOKEN = re.compile(r"\S+")
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_BOM = "\ufeff"

MOST_CHOICES = 100_000
KEYS, LOOKS = 20, 50  # so many keys, and looks at rows, are allowed for each choice, on average
LONGEST_ERROR, LONGEST_WORD = 240, 30
HEAD = 30  # lines from which a format is detected
MOST_ALIKE = 3  # warnings of a kind, before they are counted
MOST_LINES = 20  # warnings about parts that were not read


class Source:
    r"""A text and the name of its file.

    text  the whole text, perhaps compressed with gzip, xz or lzma; `\r\n` and a lone `\r` are
          turned into `\n`, a byte order mark is dropped
    file  what messages call it
    most_choices  how many choices a description may make
    budget        what else it may make, and the time limit: seconds from now on, or None
    guessed       whether the format was detected from the content, and so may be another one
    before        how many lines of the file stand before the text, for places in messages
    folder        where the files stand that the text may name; None: it may name none
    warnings      what the reader did not understand and passed over, in the order of `warn`

    Raises InputError for bytes that are not UTF-8, for control characters, and for a text of
    blanks alone.
    """

    def __init__(
        self,
        text: str | bytes,
        file: str = "<text>",
        *,
        most_choices: int = MOST_CHOICES,
        time_limit: float | None = None,
        guessed: bool = False,
        folder: str | None = None,
        before: int = 0,
    ) -> None:
        self.folder, self.before = folder, before
        self.file, self.most_choices, self.guessed = file, most_choices, guessed
        self.warnings: list[str] = []
        self.budget = Budget(KEYS * most_choices, LOOKS * most_choices, time_limit)
        decoded = text if isinstance(text, str) else self._decode(bytes(text))
        self.text = _plain(decoded)
        # Whether there is nothing but ASCII, and no control character; faster than a search.
        content = self.text
        junk = (
            None
            if content.isascii()
            and len(content.encode().translate(None, _ASCII_CONTROL)) == len(content)
            else _CONTROL.search(self.text)
        )
        if junk:
            raise self._error_at(
                self.text, junk.start(), f"control character 0x{ord(junk[0]):02x}, expected text"
            )
        if not self.text or self.text.isspace():
            raise self.error("the input is empty, expected a puzzle", 1, 1)

    def _decode(self, data: bytes) -> str:
        if data.startswith(_PACKED):
            try:
                data = unpacked(data)
            except ValueError as error:
                raise self.error(str(error), 1) from None
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            if data.lstrip().startswith((b"<?xml", b"<puzzle")):
                return data.decode("cp1252", "replace")  # as older programs write XML
            before = _plain(data[: error.start].decode("utf-8"))
            message = f"byte 0x{data[error.start]:02x}, expected UTF-8 text"
            raise self._error_at(before, len(before), message) from None

    def _error_at(self, text: str, place: int, message: str) -> InputError:
        line_start = text.rfind("\n", 0, place) + 1
        return self.error(message, text.count("\n", 0, place) + 1, place - line_start + 1)

    def error(self, message: str, line: int, column: int = 1) -> InputError:
        """Return, for the caller to raise, the error that stands at that place (from 1)."""
        return InputError(_short(message), file=self.file, line=line + self.before, column=column)

    def warn(self, message: str, line: int | None = None) -> None:
        """Record a part of the text that is not read; `Reading.warnings` has it, without repeats.

        line  where it stands (from 1), in a text of several puzzles
        """
        message = _short(message if line is None else f"line {line + self.before}: {message}")
        if message not in self.warnings:
            self.warnings.append(message)

    def warn_unread(self, parts: Iterable[Unread]) -> None:
        """Record the parts that no reader asked for; many of a kind are one warning."""
        for message in warnings_about(parts):
            self.warn(message)

    def with_text(self, text: str) -> Source:
        """Return the source with another text, of which every line keeps its number."""
        twin = copy(self)
        twin.__dict__.pop("lines", None)
        twin.__dict__.pop("first_line", None)
        twin.text = text
        return twin

    def without_comments(self) -> Source:
        """Return the text with its `#` comments emptied, so that every line keeps its number.

        Raises InputError for a text that has nothing else.
        """
        if "#" not in self.text:
            return self
        twin = self.with_text(_COMMENT.sub("", self.text))
        if twin.text.isspace() or not twin.text:
            raise self.error("nothing but comments, expected puzzles", 1)
        return twin

    def numbered(self, start: int = 0, number: int = 0) -> Iterator[tuple[int, str]]:
        """Yield (line number, line without its trailing blanks) for the lines that are not blank.

        Lazily: a file of a million lines is never held as a million strings.

        start   where a line begins: those before it, so many as `number` says, are passed over
        """
        text = self.text
        while start < len(text):
            end = text.find("\n", start)
            if end < 0:
                end = len(text)
            number += 1
            line = text[start:end].rstrip()
            if line:
                yield number, line
            start = end + 1

    @cached_property
    def lines(self) -> list[tuple[int, str]]:
        """All that `numbered` yields."""
        return list(self.numbered())

    def head(self, count: int = HEAD) -> list[str]:
        """Return the first lines that are not blank, at most `count` of them."""
        return [line for _, line in islice(self.numbered(), count)]

    @cached_property
    def first_line(self) -> str:
        """The first line that is no `#` comment; empty if there is none."""
        lines = (line for _, line in self.numbered())
        return next((line for line in lines if not line.lstrip().startswith("#")), "")


def tokens(line: str) -> Iterator[tuple[int, str]]:
    """Yield (column, token) for the tokens of a line."""
    for match in _TOKEN.finditer(line):
        yield match.start() + 1, match[0]


def column_of(line: str, token: int) -> int:
    """Return the column of a token, counted from 0; just behind the line if it has no such one."""
    pair = next(islice(tokens(line), token, None), None)
    return len(line) + 1 if pair is None else pair[0]


def plural(count: int, noun: str) -> str:
    """Return count and noun, as in `1 row` and `2 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listing(words: Sequence[str]) -> str:
    """Return words as in `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Unread(NamedTuple):
    """A part of a text that no reader asked for.

    kind     parts of one kind are counted in one warning where they are many
    name     the subject of "is not read": where the part stands, and what it is
    several  whether the subject is in the plural
    """

    kind: str
    name: str
    several: bool = False


def warnings_about(parts: Iterable[Unread]) -> list[str]:
    """Return a line for each part, but a single line for many of a kind."""
    kinds: dict[str, list[Unread]] = {}
    for part in parts:
        kinds.setdefault(part.kind, []).append(part)
    lines = []
    for same in kinds.values():
        if len(same) > MOST_ALIKE:
            lines.append(f"{same[0].name} and {len(same) - 1} others like it are not read")
        else:
            lines += [f"{part.name} {'are' if part.several else 'is'} not read" for part in same]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"{len(lines) - MOST_LINES} other parts are not read"]
    return lines


def _short(message: str) -> str:
    """Return a message as one printable line of at most LONGEST_ERROR characters."""
    if len(message) > LONGEST_ERROR:
        half = LONGEST_ERROR // 2 - 3
        head, tail = message[:half], message[-half:]
        # no word is cut but one that is longer than what may be cut off
        head = head.rpartition(" ")[0] if " " in head[-LONGEST_WORD:] else head
        tail = tail.partition(" ")[2] if " " in tail[:LONGEST_WORD] else tail
        message = f"{head} ... {tail}"
    return "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in message
    )


def _plain(text: str) -> str:
    text = text.removeprefix(_BOM)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


# ---- Packed texts --------------------------------------------------------------------------------
# A thousand bytes may unpack to a million, and a million to what no memory holds, so what comes
# out is bounded.


_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MARK, _XZ_MARK, _LZMA_MARK = b"\x1f\x8b", b"\xfd7zXZ\0", b"]\0\0"
_PACKED = (_GZIP_MARK, _XZ_MARK, _LZMA_MARK)


def unpacked(data: bytes) -> bytes:
    """Return the bytes. Raises ValueError, which says what is wrong and what was expected."""
    import lzma  # few texts need it

    parts, room = [], LARGEST
    kind = "gzip" if data.startswith(_GZIP_MARK) else "xz"
    while data:
        try:
            member = (
                zlib.decompressobj(_GZIP)
                if kind == "gzip"
                else lzma.LZMADecompressor(memlimit=2 * LARGEST)
            )
            parts.append(member.decompress(data, room + 1))
        except (zlib.error, lzma.LZMAError):
            raise ValueError(f"a broken {kind} file, expected one that can be unpacked") from None
        room -= len(parts[-1])
        if room < 0:
            raise ValueError(too_large("unpacked"))
        if not member.eof:
            raise ValueError(f"a {kind} file that is cut short, expected all of it")
        data = member.unused_data.lstrip(b"\0")
    return b"".join(parts)

"""Reads XML into a small tree, and writes such a tree.

The text may come from anybody. So entities cannot be declared, for a few of them unpack to any
size: a document type is refused. How many elements there may be and how deep is bounded, and what
no reader uses (the solutions that a program has stored, which are most of a file) is passed over
and not kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from ..errors import ModelError, excerpt
from .source import Source, Unread

__all__ = ["Element", "parsed", "serialized"]

DEEPEST, MOST = 1000, 100_000


@dataclass
class Element:
    """An element: its tag, attributes, elements and text within, and where it stands in a file.

    Its methods record what a reader asked for; `unread` yields the rest.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element] = field(default_factory=list)
    text: str = ""
    line: int = 1
    column: int = 1
    _read: tuple[str, ...] = ()  # attributes, and "" for the text
    _is_read: bool = False  # whether a reader asked for the element itself
    _is_ignored: bool = False

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the elements of that tag that stand directly within this one."""
        for element in self.inside:
            if element.tag == tag:
                element._is_read = True
                yield element

    def first(self, tag: str) -> Element | None:
        """Return the first of them; None if there is none."""
        return next(self.all(tag), None)

    def attribute(self, name: str) -> str | None:
        """Return the value of an attribute; None if there is no such one."""
        self.ignore(name)
        return self.attributes.get(name)

    def words(self) -> str:
        """Return the text that stands in the element."""
        self.ignore("")
        return self.text

    def ignore(self, *attributes: str) -> None:
        """Count attributes as read that have no effect on the solutions; `""` is the text."""
        self._read += tuple(name for name in attributes if name not in self._read)

    def ignore_all(self) -> None:
        """Count the element as read, with all that is in it."""
        self._is_ignored = True

    def unread(self) -> Iterator[Unread]:
        """Yield what no reader asked for in this element."""
        if self._is_ignored:
            return
        for name in self.attributes:
            if name not in self._read:
                subject = f"attribute {excerpt(name)[1:-1]} of <{self.tag}>"
                yield Unread(subject, f"line {self.line}: {subject}")
        if "" not in self._read and self.text.strip():
            subject = f"text in <{self.tag}>"
            yield Unread(subject, f"line {self.line}: {subject}, {excerpt(self.text.strip())},")
        for element in self.inside:
            if element._is_read:
                yield from element.unread()
            else:
                subject = f"<{excerpt(element.tag)[1:-1]}> in <{self.tag}>"
                yield Unread(subject, f"line {element.line}: {subject}")


class _Reading:
    """Builds the tree as the parser goes through the text."""

    def __init__(self, source: Source, passed_over: Collection[str], most: int) -> None:
        self.source, self.passed_over, self.most = source, passed_over, most
        self.root: Element | None = None
        self.open: list[Element] = []
        self.passing = 0  # elements that are open and passed over
        self.count = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.document_type

    def place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.passing or (self.open and tag in self.passed_over):
            self.passing += 1
        if len(self.open) + self.passing >= DEEPEST:
            fault = f"elements within elements, {DEEPEST} deep"
            raise self.source.error(f"{fault}, expected fewer", *self.place())
        if self.passing:
            return
        self.count += 1
        if self.count > self.most:
            raise self.source.error(
                f"more than {self.most} elements, expected fewer", *self.place()
            )
        line, column = self.place()
        element = Element(tag, attributes, line=line, column=column)
        if self.open:
            self.open[-1].inside.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        if self.passing:
            self.passing -= 1
        else:
            self.open.pop()

    def characters(self, text: str) -> None:
        if not self.passing:
            self.open[-1].text += text

    def document_type(self, *named: object) -> None:
        fault = "a document type (<!DOCTYPE), which might declare entities"
        raise self.source.error(f"{fault}, expected an XML file without one", *self.place())


def parsed(source: Source, passed_over: Collection[str] = (), most: int = MOST) -> Element:
    """Return the root of an XML text.

    passed_over  tags of elements that are left out, with all that is in them
    most         so many other elements there may be

    Raises InputError for what is no XML, and for what XML of a puzzle does not need.
    """
    reading = _Reading(source, passed_over, most)
    try:
        reading.parser.Parse(source.text, True)
    except expat.ExpatError as error:
        message = f"broken XML ({expat.ErrorString(error.code)}), expected an XML file"
        raise source.error(message, error.lineno, error.offset + 1) from None
    assert reading.root is not None, "a text without a root is no XML"
    return reading.root


def serialized(root: Element) -> str:
    """Return the tree as text. Raises ModelError for a character that XML cannot hold."""
    return '<?xml version="1.0"?>\n' + "".join(f"{line}\n" for line in _lines(root, ""))


def _lines(element: Element, indent: str) -> Iterator[str]:
    attributes = "".join(
        f" {name}={quoteattr(_sound(value))}" for name, value in element.attributes.items()
    )
    if element.inside:
        yield f"{indent}<{element.tag}{attributes}>"
        for child in element.inside:
            yield from _lines(child, f"{indent}  ")
        yield f"{indent}</{element.tag}>"
    elif element.text:
        yield f"{indent}<{element.tag}{attributes}>{escape(_sound(element.text))}</{element.tag}>"
    else:
        yield f"{indent}<{element.tag}{attributes}/>"


def _sound(text: str) -> str:
    for mark in text:
        if not (mark.isprintable() or mark.isspace()) or mark in "\x0b\x0c\x1c\x1d\x1e\x1f\x85":
            raise ModelError(f"the character {mark!r} in {excerpt(text)}, expected text for XML")
    return text

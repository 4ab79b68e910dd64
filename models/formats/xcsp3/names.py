"""The variables of an instance: their declarations, and the texts that refer to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ...errors import ModelError, did_you_mean, excerpt
from ..source import Source
from ..xml_elements import Element
from .expressions import Expression, parse
from .network import MOST_VALUES, Network

__all__ = ["Names", "require_attributes"]

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_RANGE = re.compile(r"([+-]?[0-9]{1,18})\.\.([+-]?[0-9]{1,18})")
_REPEATED = re.compile(r"([+-]?[0-9]{1,18})x([0-9]{1,6})")
_NAME = re.compile(r"([^\W\d]\w*)((?:\[[0-9.]*\])*)")
_INDEX = re.compile(r"\[([0-9.]*)\]")
_SIZE = re.compile(r"(?:\[[0-9]{1,9}\])+")
IGNORED = ("id", "note", "class")  # attributes that say nothing of solutions


def require_attributes(element: Element, *known: str) -> None:
    """Raise ModelError for an attribute that is not known."""
    for name in element.attributes:
        if name not in known and name not in IGNORED:
            raise ModelError(f"attribute {excerpt(name)} of <{element.tag}>, which is not read")


class Names:
    """The variables and arrays of an instance."""

    def __init__(self, source: Source, network: Network) -> None:
        self.source, self.network = source, network
        self.sizes: dict[str, tuple[int, ...]] = {}  # of arrays
        self._domains: dict[str, tuple[str, str]] = {}  # text and type, by identifier
        self._lists: dict[str, list[Expression]] = {}

    # ---- Declarations ---------------------------------------------------------------------

    def declare(self, element: Element) -> None:
        """Read `<var>` or `<array>`."""
        require_attributes(element, "type", "size", "as", "startIndex")
        name = element.attributes.get("id", "")
        if not _NAME.fullmatch(name) or "[" in name or name in self._domains:
            raise ModelError(f"id {excerpt(name)}, expected a name that no other variable has")
        if element.attributes.get("startIndex", "0") != "0":
            raise ModelError("startIndex, expected arrays that begin with 0")
        kind = element.attributes.get("type", "integer")
        if kind not in ("integer", "symbolic"):
            raise ModelError(f"type {excerpt(kind)}, expected integer or symbolic")
        for part in element.inside:
            if part.tag != "domain":
                raise ModelError(f"<{part.tag}> in <{element.tag}>, expected <domain>")
        domain = element.text, kind
        origin = element.attributes.get("as")
        if origin is not None:
            if origin not in self._domains:
                raise ModelError(f"as={excerpt(origin)}, expected a variable before this one")
            domain = self._domains[origin]
        self._domains[name] = domain
        if element.tag == "var":
            self._add(name, *domain)
        else:
            self._declare_cells(name, element, *domain)

    def _declare_cells(self, name: str, element: Element, text: str, kind: str) -> None:
        """Add the variables of an array; those without a domain do not exist."""
        size = element.attributes.get("size", "")
        if not _SIZE.fullmatch(size):
            raise ModelError(f"size {excerpt(size)}, expected [3] or [3][4] or the like")
        self.sizes[name] = sizes = tuple(map(int, _INDEX.findall(size)))
        if prod(sizes) > self.network.most_choices:
            fault = f"an array of {prod(sizes)} variables"
            raise ModelError(f"{fault}, expected {self.network.most_choices} at most")
        domains: dict[str, str] = {}
        others = text if text.strip() else None
        for part in element.inside:
            cells = part.attributes.get("for", "")
            if cells.strip() == "others":
                others = part.text
            else:
                listed = [cell for token in cells.split() for cell in self._cells(token)]
                domains.update(dict.fromkeys(listed, part.text))
        for place in product(*map(range, sizes)):
            cell = name + "".join(f"[{k}]" for k in place)
            domain = domains.get(cell, others)
            if domain is not None:
                self._add(cell, domain, kind)

    def _add(self, name: str, text: str, kind: str) -> None:
        words = text.split()
        if not words:
            raise ModelError(f"{name} has no domain, expected integers")
        if kind == "symbolic":
            self.network.symbolic.add(name)
            codes = self.network.symbols
            self.network.variable(name, [codes.setdefault(word, len(codes)) for word in words])
        else:
            self.network.variable(name, self.integers(text))

    # ---- References -----------------------------------------------------------------------

    def integers(self, text: str) -> list[int]:
        """Return integers: `1 3 5..8 0x4` and the codes of symbols."""
        values: list[int] = []
        for word in text.split():
            if _INTEGER.fullmatch(word):
                values.append(int(word))
            elif bounds := _RANGE.fullmatch(word):
                low, high = map(int, bounds.groups())
                if high - low >= MOST_VALUES * 10:
                    raise ModelError(f"{word}, expected {MOST_VALUES * 10} values at most")
                values += range(low, high + 1)
            elif (times := _REPEATED.fullmatch(word)) and len(values) < MOST_VALUES * 100:
                values += [int(times[1])] * int(times[2])
            elif word in self.network.symbols:
                values.append(self.network.symbols[word])
            else:
                raise ModelError(f"{excerpt(word)}, expected integers")
        return values

    def _cells(self, token: str) -> list[str]:
        """Return the variables that a reference such as `x[1][2..4]` or `x[]` means."""
        match = _NAME.fullmatch(token)
        if match is None or (match[2] and match[1] not in self.sizes):
            raise self.unknown(token)
        name, indices = match[1], _INDEX.findall(match[2])
        if name not in self.sizes:
            return [name]
        sizes = self.sizes[name]
        indices += [""] * (len(sizes) - len(indices))
        if len(indices) != len(sizes):
            raise ModelError(f"{excerpt(token)}, expected {len(sizes)} indices")
        spans: list[Sequence[int]] = []
        for index, size in zip(indices, sizes, strict=True):
            low, dots, high = index.partition("..")
            first = int(low) if low else 0
            last = int(high) if dots and high else first if low else size - 1
            if not 0 <= first <= last < size:
                if size == 0:
                    return []
                raise ModelError(f"{excerpt(token)}, expected indices of 0 to {size - 1}")
            spans.append(range(first, last + 1))
        return [name + "".join(f"[{k}]" for k in place) for place in product(*spans)]

    def unknown(self, token: str) -> ModelError:
        """Return the error for a name that is not declared."""
        hint = did_you_mean(token, self._domains)
        return ModelError(f"{excerpt(token)}, expected a variable{hint}")

    def variables(self, token: str) -> list[str]:
        """Return the declared variables that a reference means."""
        cells = self._cells(token)
        known = [cell for cell in cells if cell in self.network.domains]
        if not known and cells:
            raise self.unknown(token)
        return known

    def _named(self, word: str) -> int | str:
        if word in self.network.domains:
            return word
        if word in self.network.symbols:
            return self.network.symbols[word]
        if _NAME.fullmatch(word):
            found = self.variables(word)
            if len(found) == 1:
                return found[0]
        raise self.unknown(word)

    def expression(self, text: str) -> Expression:
        """Return the expression of a text."""
        return parse(text, self._named)

    def expressions(self, text: str) -> list[Expression]:
        """Return the variables, integers and expressions of a list."""
        if text not in self._lists:
            self._lists[text] = list(self._expressions(text))
        return self._lists[text]

    def _expressions(self, text: str) -> Iterator[Expression]:
        for word in _words(text):
            if "(" in word:
                yield self.expression(word)
            elif word[0] in "+-0123456789":
                yield from self.integers(word)
            elif word in self.network.symbols and word not in self.network.domains:
                yield self.network.symbols[word]
            else:
                yield from self.variables(word)

    def matrix(self, text: str) -> list[list[Expression]]:
        """Return the rows of a matrix: `(1,2)(3,4)`, or a reference to two dimensions."""
        text = text.strip()
        if text.startswith("("):
            rows = [row.strip() for row in text.strip("()").split(")(")]
            return [self.expressions(row.replace(",", " ")) for row in rows]
        names = self.variables(text)
        rows_of: dict[tuple[str, ...], list[Expression]] = {}
        (reference,) = text.split()
        spans = [index for index in _INDEX.findall(reference) if not index.isdigit()]
        if len(spans) != 2:
            raise ModelError(f"{excerpt(text)}, expected a matrix")
        places = [k for k, index in enumerate(_INDEX.findall(reference)) if not index.isdigit()]
        for name in names:
            rows_of.setdefault((_INDEX.findall(name)[places[0]],), []).append(name)
        return list(rows_of.values())


def _words(text: str) -> Iterator[str]:
    """Yield the words of a list; blanks within brackets separate nothing."""
    depth, word = 0, ""
    if "(" not in text:
        yield from text.split()
        return
    for mark in text:
        depth += (mark == "(") - (mark == ")")
        if mark.isspace():
            if not depth and word:
                yield word
                word = ""
        else:
            word += mark
    if word:
        yield word

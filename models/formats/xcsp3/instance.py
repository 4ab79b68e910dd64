"""Reads an instance of XCSP3: its variables, constraints and objective."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ...errors import ModelError, excerpt
from ...puzzle import Puzzle
from ..source import Source
from ..xml_elements import Element, parsed
from . import counting, scheduling, sequences
from .counting import Reader, child, children
from .elements import read_element
from .intension import extreme, form_of, post
from .names import Names, require_attributes
from .network import Network

__all__ = ["read_xcsp3"]

MOST_ELEMENTS = 1_000_000
_PLACE = re.compile(r"%([0-9]+|\.\.\.)")
_REFERENCE = re.compile(r"[^\W\d]\w*(\[[0-9.]*\])*")


def _read_intension(reader: Reader, element: Element) -> None:
    function = element
    if element.inside:
        counting.require_parts(element, "function")
        function = child(element, "function")
    post(reader.network, reader.names.expression(function.text))


CONSTRAINTS: Mapping[str, tuple[Callable[[Reader, Element], None], tuple[str, ...]]] = {
    # the reader of each, and its attributes
    "allDifferent": (sequences.read_all_different, ()),
    "allEqual": (sequences.read_all_equal, ()),
    "binPacking": (counting.read_bin_packing, ()),
    "cardinality": (counting.read_cardinality, ()),
    "channel": (sequences.read_channel, ()),
    "circuit": (sequences.read_circuit, ()),
    "clause": (sequences.read_clause, ()),
    "count": (counting.read_count, ()),
    "cumulative": (scheduling.read_cumulative, ()),
    "element": (read_element, ()),
    "extension": (sequences.read_extension, ("type",)),
    "instantiation": (sequences.read_instantiation, ()),
    "intension": (_read_intension, ()),
    "knapsack": (counting.read_knapsack, ()),
    "lex": (sequences.read_lex, ()),
    "maximum": (counting.read_extreme, ()),
    "mdd": (sequences.read_mdd, ()),
    "minimum": (counting.read_extreme, ()),
    "nValues": (counting.read_n_values, ()),
    "noOverlap": (scheduling.read_no_overlap, ("zeroIgnored",)),
    "ordered": (sequences.read_ordered, ("case",)),
    "precedence": (sequences.read_precedence, ()),
    "regular": (sequences.read_regular, ()),
    "sum": (counting.read_sum, ()),
}


def read_xcsp3(source: Source) -> list[Puzzle]:
    """Return the puzzle of an instance. Raises InputError for what is not understood."""
    root = parsed(source, ("annotations",), MOST_ELEMENTS)
    if root.tag != "instance":
        raise source.error(f"<{root.tag}>, expected <instance>", root.line, root.column)
    form, kind = root.attributes.get("format", "XCSP3"), root.attributes.get("type", "CSP")
    if form != "XCSP3" or kind not in ("CSP", "COP"):
        fault = f"an instance of {form} {kind}, expected a CSP or COP of XCSP3"
        raise source.error(fault, root.line, root.column)
    network = Network("an instance of XCSP3", source.most_choices)
    reader = Reader(Names(source, network), network)
    readers = {"variables": _declare, "objectives": _read_objective}
    with source.budget.opened():
        for part in root.inside:
            if part.tag not in (*readers, "constraints"):
                raise source.error(f"<{part.tag}>, which is not read", part.line, part.column)
            if part.tag == "objectives" and len(part.inside) > 1:
                fault = f"{len(part.inside)} objectives, expected one"
                raise source.error(fault, part.line, part.column)
            for element in part.inside:
                if part.tag == "constraints":
                    _read(source, reader, element)
                else:
                    _guarded(source, element, readers[part.tag], reader)
        return [network.puzzle()]


def _declare(reader: Reader, element: Element) -> None:
    if element.tag not in ("var", "array"):
        raise ModelError("expected <var> or <array>")
    reader.names.declare(element)


def _guarded(
    source: Source, element: Element, read: Callable[[Reader, Element], None], reader: Reader
) -> None:
    """Read an element; a mistake in it is raised with its place."""
    try:
        read(reader, element)
    except ModelError as error:
        fault = f"<{element.tag}>: {error}"
        raise source.error(fault, element.line, element.column) from error


def _read(source: Source, reader: Reader, element: Element) -> None:
    """Read a constraint, a group of constraints or a block."""
    if element.tag == "block":
        for part in element.inside:
            _read(source, reader, part)
    elif element.tag in ("group", "slide"):
        copies = _copies if element.tag == "group" else _windows
        expanded: list[Element] = []
        _guarded(source, element, lambda *_: expanded.extend(copies(reader, element)), reader)
        for copy in expanded:
            _read(source, reader, copy)
    elif element.tag in CONSTRAINTS:
        read, attributes = CONSTRAINTS[element.tag]
        reader.network.tag = f"{element.tag}.{element.line}"

        def read_whole(reader: Reader, element: Element) -> None:
            require_attributes(element, *attributes)
            read(reader, element)

        _guarded(source, element, read_whole, reader)
    else:
        fault = f"<{element.tag}>, which is not read, expected one of {', '.join(CONSTRAINTS)}"
        raise source.error(fault, element.line, element.column)


# ---- Groups and slides ---------------------------------------------------------------------------


def _copies(reader: Reader, element: Element) -> Iterator[Element]:
    """Yield the constraints of a group: its template with each list of arguments."""
    templates = [part for part in element.inside if part.tag != "args"]
    if len(templates) != 1:
        raise ModelError(f"{len(templates)} templates, expected one")
    for part in children(element, "args"):
        arguments = [word for entry in part.text.split() for word in _entries(reader, entry)]
        yield _filled(templates[0], arguments, _first_rest(templates[0]), part)


def _entries(reader: Reader, word: str) -> list[str]:
    """Return the arguments that a word means: the variables of an array, say."""
    if _REFERENCE.fullmatch(word) and word not in reader.network.domains:
        return reader.names.variables(word) if word not in reader.network.symbols else [word]
    if re.fullmatch(r"-?[0-9]+x[0-9]+", word):
        return [str(value) for value in reader.names.integers(word)]
    return [word]


def _windows(reader: Reader, element: Element) -> Iterator[Element]:
    """Yield the constraints of a slide: its template along a list."""
    require_attributes(element, "circular")
    parts, templates = children(element, "list"), [k for k in element.inside if k.tag != "list"]
    if len(parts) != 1 or len(templates) != 1:
        raise ModelError("expected one list and one template")
    (part,), (template,) = parts, templates
    require_attributes(part, "collect", "offset")
    used = [int(k) for text in _texts(template) for k in _PLACE.findall(text) if k != "..."]
    width = int(part.attributes.get("collect", max(used, default=0) + 1))
    step = int(part.attributes.get("offset", "1"))
    words = [word for entry in part.text.split() for word in _entries(reader, entry)]
    last = len(words) if element.attributes.get("circular") == "true" else len(words) - width + 1
    for place in range(0, last, step):
        window = [words[(place + k) % len(words)] for k in range(width)]
        yield _filled(template, window, _first_rest(template), element)


def _texts(element: Element) -> Iterator[str]:
    yield element.text
    for part in element.inside:
        yield from _texts(part)


def _first_rest(template: Element) -> int:
    """Return the first argument that `%...` means."""
    used = [int(k) for text in _texts(template) for k in _PLACE.findall(text) if k != "..."]
    return max(used, default=-1) + 1


def _filled(template: Element, arguments: Sequence[str], rest: int, place: Element) -> Element:
    """Return the template with its arguments, at the place of these."""

    def argument(match: re.Match[str]) -> str:
        if match[1] == "...":
            return " ".join(arguments[rest:])
        if int(match[1]) >= len(arguments):
            raise ModelError(f"{match[0]} of {len(arguments)} arguments, expected more")
        return arguments[int(match[1])]

    text = _PLACE.sub(argument, template.text) if "%" in template.text else template.text
    inside = [_filled(part, arguments, rest, place) for part in template.inside]
    return Element(
        template.tag, template.attributes, inside, text, line=place.line, column=place.column
    )


# ---- The objective -------------------------------------------------------------------------------


def _read_objective(reader: Reader, element: Element) -> None:
    if element.tag not in ("minimize", "maximize"):
        raise ModelError("expected <minimize> or <maximize>")
    require_attributes(element, "type")
    kind = element.attributes.get("type", "expression")
    if kind == "expression":
        form = form_of(reader.network, reader.names.expression(element.text))
    elif kind in ("sum", "minimum", "maximum", "nValues"):
        counting.require_parts(element, "list", "coeffs")
        forms = reader.forms(counting.list_of(element))
        coefficients = next(iter(children(element, "coeffs")), None)
        if kind == "sum":
            form = counting.weighted(reader, forms, coefficients)
        elif coefficients is not None:
            raise ModelError(f"<coeffs> of {kind}, which is not read")
        elif kind == "nValues":
            form = counting.number_of_values(reader, forms)
        else:
            form = extreme(reader.network, kind[:3], forms)
    else:
        raise ModelError(f"type {excerpt(kind)}, expected expression, sum, minimum or the like")
    reader.network.optimize(form, maximize=element.tag == "maximize")

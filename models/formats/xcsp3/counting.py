"""Constraints that compare and count: sums, numbers of values, extremes, elements of lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import ModelError, excerpt
from ..xml_elements import Element
from .expressions import Expression
from .intension import any_of, at_least_one, compare_forms, extreme, form_of, product_form
from .names import Names, require_attributes
from .network import Form, Literal, Network, classes_of

__all__ = [
    "Reader",
    "child",
    "children",
    "condition",
    "forms_of",
    "list_of",
    "places_of_values",
    "require_parts",
    "variable_of",
]

MOST_DIGITS = 18
_CONDITION = re.compile(r"\(\s*(lt|le|ge|gt|eq|ne|in|notin)\s*,(.*)\)", re.DOTALL)


class Reader:
    """What a constraint is read with: the names of an instance and its network."""

    def __init__(self, names: Names, network: Network) -> None:
        self.names, self.network = names, network
        self.tables: dict[str, list[tuple[int | None, ...]]] = {}  # read before, by text

    def forms(self, element: Element) -> list[Form]:
        """Return the entries of a list."""
        return forms_of(self, self.names.expressions(element.text))

    def integers(self, element: Element) -> list[int]:
        """Return integers of a list."""
        return self.names.integers(element.text)

    def entry(self, word: str) -> int | None:
        """Return a value of a tuple; None for any."""
        word = word.strip()
        if word == "*":
            return None
        if word.isdecimal() and word.isascii() and len(word) <= MOST_DIGITS:
            return int(word)
        if word in self.names.network.symbols:
            return self.names.network.symbols[word]
        if not re.fullmatch("[+-]?[0-9]{1,18}", word):
            raise ModelError(f"{excerpt(word)} in a tuple, expected an integer, a symbol or *")
        return int(word)

    def singles(self, element: Element) -> list[str]:
        """Return variables for the entries of a list."""
        return [variable_of(self, form) for form in self.forms(element)]


def forms_of(reader: Reader, entries: Sequence[Expression]) -> list[Form]:
    """Return expressions as forms."""
    return [form_of(reader.network, entry) for entry in entries]


def variable_of(reader: Reader, form: Form) -> str:
    """Return a variable with the value of a form, a constant one too."""
    network = reader.network
    form = network.current(form)
    if form.terms:
        return network.as_variable(form)
    return network.further(("constant", form.constant), lambda: [form.constant])[0]


def child(element: Element, tag: str) -> Element:
    """Return the one element of that tag within. Raises ModelError."""
    found = children(element, tag)
    if len(found) != 1:
        raise ModelError(f"{len(found)} <{tag}>, expected one")
    return found[0]


def children(element: Element, tag: str) -> list[Element]:
    """Return the elements of that tag within."""
    return [part for part in element.inside if part.tag == tag]


def list_of(element: Element) -> Element:
    """Return the list of a constraint, which may stand in it without an element of its own."""
    return child(element, "list") if element.inside else element


def require_parts(element: Element, *tags: str) -> None:
    """Raise ModelError for an element that is not known."""
    for part in element.inside:
        if part.tag not in tags:
            raise ModelError(f"<{part.tag}> in <{element.tag}>, which is not read")


# ---- Conditions ----------------------------------------------------------------------------------


def condition(reader: Reader, form: Form, text: str) -> None:
    """Demand that a form meets a condition such as `(le,5)`, `(eq,x)` or `(in,1..3)`."""
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise ModelError(f"{excerpt(text.strip())}, expected a condition such as (eq,3)")
    relation, operand = match[1], match[2].strip()
    if relation not in ("in", "notin"):
        right = form_of(reader.network, reader.names.expression(operand))
        compare_forms(reader.network, form, relation, right)
        return
    numbers = reader.names.integers(operand.strip("{}").replace(",", " "))
    if relation == "notin":
        for number in set(numbers):
            reader.network.forbid_value(form, number)
    elif numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        reader.network.among(form, range(numbers[0], numbers[-1] + 1))
    else:
        reader.network.among(form, frozenset(numbers))


def equality(text: str) -> str | None:
    """Return the operand of a condition `(eq,...)`; None for another one."""
    match = _CONDITION.fullmatch(text.strip())
    return match[2] if match is not None and match[1] == "eq" else None


def weighted(reader: Reader, forms: Sequence[Form], coefficients: Element | None) -> Form:
    """Return the sum of forms, each times its coefficient."""
    total = Form()
    if coefficients is None:
        for form in forms:
            total = total.plus(form)
        return total
    factors = reader.names.expressions(coefficients.text)
    if len(factors) != len(forms):
        raise ModelError(f"{len(factors)} coefficients, expected {len(forms)}")
    for form, factor in zip(forms, factors, strict=True):
        total = total.plus(product_of(reader, form, factor))
    return total


def product_of(reader: Reader, form: Form, factor: Expression) -> Form:
    """Return a form times an expression."""
    if isinstance(factor, int):
        return form.times(factor)
    return product_form(reader.network, [form, form_of(reader.network, factor)])


# ---- Constraints ---------------------------------------------------------------------------------


def read_sum(reader: Reader, element: Element) -> None:
    """Read `<sum>`."""
    require_parts(element, "list", "coeffs", "condition")
    coefficients = next(iter(children(element, "coeffs")), None)
    total = weighted(reader, reader.forms(child(element, "list")), coefficients)
    condition(reader, total, child(element, "condition").text)


def number_of(reader: Reader, forms: Sequence[Form], values: Sequence[Form]) -> Form:
    """Return how many of some forms have one of the values."""
    total = Form()
    for form in forms:
        if all(not value.terms for value in values):
            numbers = {value.constant for value in values}
            single = reader.network.as_single(form)
            if not single.terms:
                total = total.plus(Form({}, int(single.constant in numbers)))
                continue
            name, weights = single.single()
            inside = frozenset(k for k, weight in weights.items() if weight in numbers)
            total = total.plus(reader.network.truth((name, inside)))
        elif len(values) == 1:
            difference = form.plus(values[0], -1)
            total = total.plus(reader.network.holds(difference, "eq", 0))
        else:
            raise ModelError("several variables as <values>, expected one or integers")
    return total


def read_count(reader: Reader, element: Element) -> None:
    """Read `<count>`."""
    require_parts(element, "list", "values", "condition")
    values = reader.forms(child(element, "values"))
    total = number_of(reader, reader.forms(child(element, "list")), values)
    condition(reader, total, child(element, "condition").text)


def places_of_values(
    reader: Reader, forms: Sequence[Form]
) -> tuple[dict[int, list[Literal]], list[int]]:
    """Return where each value of some forms is had, and the values of those that have but one."""
    where: dict[int, list[Literal]] = {}
    fixed: list[int] = []
    for form in map(reader.network.as_single, forms):
        if not form.terms:
            fixed.append(form.constant)
            continue
        name, weights = form.single()
        for weight, values in classes_of(weights).items():
            where.setdefault(weight, []).append((name, values))
    return where, fixed


def number_of_values(reader: Reader, forms: Sequence[Form], besides: Sequence[int] = ()) -> Form:
    """Return how many different values forms have."""
    where, fixed = places_of_values(reader, forms)
    total = Form({}, len(set(fixed).difference(besides)))
    for value in set(where).difference(fixed, besides):
        total = total.plus(any_of(reader.network, where[value]))
    return total


def read_n_values(reader: Reader, element: Element) -> None:
    """Read `<nValues>`."""
    require_parts(element, "list", "except", "condition")
    besides = [value for part in children(element, "except") for value in reader.integers(part)]
    forms = reader.forms(child(element, "list"))
    text = child(element, "condition").text
    if not besides and re.fullmatch(r"\(\s*gt\s*,\s*1\s*\)|\(\s*ge\s*,\s*2\s*\)", text.strip()):
        different = [reader.network.holds(form.plus(forms[0], -1), "ne", 0) for form in forms[1:]]
        at_least_one(reader.network, different)
        return
    condition(reader, number_of_values(reader, forms, besides), text)


def read_cardinality(reader: Reader, element: Element) -> None:
    """Read `<cardinality>`."""
    require_parts(element, "list", "values", "occurs")
    forms = reader.forms(child(element, "list"))
    listed = child(element, "values")
    require_attributes(listed, "closed")
    values = reader.forms(listed)
    words = child(element, "occurs").text.split()
    occurs: list[tuple[int, int] | Form] = []
    for word in words:
        if ".." in word and "[" not in word:
            numbers = reader.names.integers(word)
            occurs.append((numbers[0], numbers[-1]))
        else:
            occurs += forms_of(reader, reader.names.expressions(word))
    if len(occurs) != len(values):
        raise ModelError(f"{len(occurs)} numbers in <occurs>, expected {len(values)}")
    for value, number in zip(values, occurs, strict=True):
        total = number_of(reader, forms, [value])
        if isinstance(number, Form):
            compare_forms(reader.network, total, "eq", number)
        else:
            reader.network.among(total, range(number[0], number[1] + 1))
    if listed.attributes.get("closed") == "true":
        if any(value.terms for value in values):
            raise ModelError("closed with variables as <values>, expected integers")
        for form in forms:
            reader.network.among(form, frozenset(value.constant for value in values))


def read_extreme(reader: Reader, element: Element) -> None:
    """Read `<minimum>` and `<maximum>`."""
    require_parts(element, "list", "condition")
    greatest = element.tag == "maximum"
    forms = reader.forms(child(element, "list"))
    text = child(element, "condition").text
    match = _CONDITION.fullmatch(text.strip())
    if match is not None and match[1] in (("le", "lt") if greatest else ("ge", "gt")):
        for form in forms:
            condition(reader, form, text)
        return
    value = extreme(reader.network, "max" if greatest else "min", forms)
    condition(reader, value, text)


def read_bin_packing(reader: Reader, element: Element) -> None:
    """Read `<binPacking>`: the sizes of what is in each bin."""
    require_parts(element, "list", "sizes", "condition", "conditions", "limits", "loads")
    forms = reader.forms(child(element, "list"))
    sizes = reader.forms(child(element, "sizes"))
    bins: Sequence[int]
    if children(element, "condition"):
        text = child(element, "condition").text
        values: set[int] = set()
        for form in map(reader.network.as_single, forms):
            values.update(form.single()[1].values() if form.terms else [form.constant])
        bins, texts = sorted(values), [text] * len(values)
    elif children(element, "conditions"):
        texts = [f"({entry}" for entry in child(element, "conditions").text.strip().split("(")[1:]]
        bins = range(len(texts))
    else:
        relation = "eq" if children(element, "loads") else "le"
        part = child(element, "loads" if relation == "eq" else "limits")
        texts = [f"({relation},{entry})" for entry in reader.names.expressions(part.text)]
        bins = range(len(texts))
        for form in forms:
            reader.network.among(form, range(len(texts)))
    for number, text in zip(bins, texts, strict=True):
        total = Form()
        for form, size in zip(forms, sizes, strict=True):
            inside = reader.network.holds(form, "eq", number)
            total = total.plus(
                inside.times(size.constant)
                if not size.terms
                else product_of(reader, inside, variable_of(reader, size))
            )
        condition(reader, total, text)


def read_knapsack(reader: Reader, element: Element) -> None:
    """Read `<knapsack>`: two sums with conditions."""
    require_parts(element, "list", "weights", "profits", "condition", "limit")
    forms = reader.forms(child(element, "list"))
    texts = [part.text for part in children(element, "condition")]
    texts = [f"(le,{part.text.strip()})" for part in children(element, "limit")] + texts
    if len(texts) != 2:
        raise ModelError(f"{len(texts)} conditions, expected two")
    for tag, text in zip(("weights", "profits"), texts, strict=True):
        condition(reader, weighted(reader, forms, child(element, tag)), text)

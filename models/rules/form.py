"""How texts write a rule: which keys it has, and what stands there.

A rule in a text is a call of the puzzle's method of the same name: `between = [1, 3]` with `of` and
`by` is `puzzle.between(1, 3, table, by=...)`. A kind of rule says what each of its methods takes
(`written`); a reader of texts looks the form up by its key, reads each argument as its sort demands
and calls the method. So a kind of rule knows no text format, and a format no kind of rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

__all__ = [
    "ALONG",
    "BOUNDS",
    "COMPARED",
    "COUNTS",
    "DIRECTED",
    "ENDS",
    "GROUPS",
    "KEYS",
    "LINES",
    "NUMBERS",
    "PAIRS",
    "REGIONS",
    "ROOTS",
    "SORTS",
    "TABLES",
    "WEIGHTS",
    "Argument",
    "Form",
    "forms_of",
    "written",
]

Method = TypeVar("Method", bound=Callable[..., Any])
_FORM = "__form__"  # the attribute of a method that holds its form


@dataclass(frozen=True)
class Argument:
    """A sort of argument: what is read of a text.

    parameters  those of the puzzle's method that it gives
    keys        where a text tells it, if not under the form's own key; of several keys, one
    convert     of a sort that only one kind has, and no reader knows: makes the parameter of a
                plain value, an integer, a string or a tuple of such; may raise ModelError. What
                needs the tables (an expression of columns) is a sort of SORTS, with a reader in
                formats/toml/rules.py
    sort        tells sorts apart that have the same parameters and keys, and are read differently
    optional    whether a text may leave it out; the method has a default of its own then
    """

    parameters: tuple[str, ...]
    keys: tuple[str, ...] = ()
    convert: Callable[[Any], Any] | None = None
    optional: bool = False
    sort: str = ""


TABLES = Argument(("choices",), ("of",))  # a table, or several
# The groups of the tables' rows, by table; the method gets `covering`, also where a text has `by`.
GROUPS = Argument(("covering",), ("by", "covering"))
KEYS = Argument(("over",), ("over",))  # the keys of all groups that there are; may be left out
COUNTS = Argument(("counts",))  # a number, or one of each of the groups
NUMBERS = Argument(("number",))  # the same, of another name
BOUNDS = Argument(("low", "high"))  # two numbers, the second as large or none; or two of each group
WEIGHTS = Argument(("weight",), ("weight",))  # by table, how much a row counts; may be left out
COMPARED = Argument(("left", "relation", "right"))  # two sums, or a number for one; and a sign
LINES = replace(GROUPS, optional=True)  # the same as GROUPS; without it, all rows are one line
PAIRS = Argument(("values",))  # by table, the keys of a row and the values that it gives them
ALONG = Argument(("along",), ("along",))  # a graph; may be left out
REGIONS = Argument(("regions",), ("regions",))  # the labels of rows, by table; may be left out
ROOTS = Argument(("roots",), ("roots", "roots_of"))  # vertices, or of each label some
DIRECTED = Argument(("directed",), ("directed",))  # whether edges are arcs; may be left out
ENDS = Argument(("ends",), ("ends",))  # two vertices, or two of each label; may be left out

SORTS = (
    TABLES,
    GROUPS,
    LINES,
    KEYS,
    WEIGHTS,
    COUNTS,
    NUMBERS,
    BOUNDS,
    COMPARED,
    PAIRS,
    ALONG,
    REGIONS,
    ROOTS,
    DIRECTED,
    ENDS,
)  # each may need those before it


@dataclass(frozen=True)
class Form:
    """One way to write a rule: the form of a puzzle's method.

    value    what stands under the key of the method's name
    others   what else it takes
    example  a line of a text
    doc      what it means, for the table of docs/toml.md
    """

    value: Argument
    others: tuple[Argument, ...]
    example: str
    doc: str

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All that it takes, in the order in which it is to be read."""
        taken = (self.value, *self.others)
        return (
            *(sort for sort in SORTS if sort in taken),
            *(sort for sort in taken if sort not in SORTS),
        )


def written(
    value: Argument, *others: Argument, example: str, doc: str
) -> Callable[[Method], Method]:
    """Return a decorator that gives a puzzle's method its form in texts."""

    def mark(method: Method) -> Method:
        vars(method)[_FORM] = Form(value, others, example, doc)
        return method

    return mark


def forms_of(kind: type) -> dict[str, Form]:
    """Return the forms of the methods of a class, by name, in the order of the class."""
    return {
        name: vars(method)[_FORM]
        for name, method in vars(kind).items()
        if _FORM in getattr(method, "__dict__", ())
    }

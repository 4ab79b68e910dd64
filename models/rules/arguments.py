"""The arguments of rules: the type of each in Python, and how a text writes it.

A puzzle's method that states a rule is a function in the file of the rule's kind, marked as
`puzzle_method` (methods.py lists them). Its parameters are annotated with the types below: each
says what Python passes and carries an `Argument`, which says where a text writes it. From the
signature comes the `Form` of the rule in texts: its keys, how they are read, and its line in the
table of the documentation.

A kind may have an argument of its own: `Annotated[type, Argument(name, keys, convert=...)]`, where
`convert` makes the argument of a plain value of a text. An argument that needs the puzzle's tables,
as an expression of columns does, has a reader in formats/toml/rules.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import Parameter, signature
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ..tables.selections import Formula
from ..tables.table import Columns
from .keys import Key, PerTable, Tables, WeightPerTable

__all__ = [
    "Argument",
    "Elements",
    "Form",
    "Graph",
    "Groups",
    "Lines",
    "Number",
    "Over",
    "Place",
    "Regions",
    "Selected",
    "TablesOf",
    "Value",
    "ValueOrOne",
    "Weight",
    "form_of",
    "is_puzzle_method",
    "puzzle_method",
]

_FORM = "__form__"  # the attribute of a method that holds (example, doc)


@dataclass(frozen=True)
class Argument:
    """How a text writes an argument of a rule.

    name      of the sort of argument, by which its reader is found
    keys      where a text writes it, if not under the method's own key; of several keys, one
    optional  whether a text may leave it out
    convert   makes the argument of an integer, a string or a tuple of such, which Python may pass,
              too; may raise ModelError. None: the sort has a reader
    plain     makes such a value again of the rule's field of the parameter's name; None: it is one
    """

    name: str
    keys: tuple[str, ...] = ()
    optional: bool = False
    convert: Callable[[Any], Any] | None = None
    plain: Callable[[Any], Any] | None = None


TABLES = Argument("tables", ("of",))
GROUPS = Argument("groups", ("by", "covering"), optional=True)
ELEMENTS = Argument("elements", ("by", "covering"))
OVER = Argument("over", ("over",), optional=True)
WEIGHT = Argument("weight", ("weight",), optional=True)
NUMBER = Argument("number")
PLACE = Argument("column", ("along",))
VALUE = Argument("column", ("value",))
VALUE_OR_ONE = Argument("column", ("value",), optional=True)
LINES = Argument("lines", ("lines",), optional=True)
SELECTED = Argument("selected")
GRAPH = Argument("graph", ("along",), optional=True)
REGIONS = Argument("regions", ("regions",), optional=True)

TablesOf = Annotated[Tables, TABLES]  # a table or several
Groups = Annotated[PerTable | None, GROUPS]  # the groups of each row, one (`by`) or several
Elements = Annotated[PerTable | None, ELEMENTS]  # as `Groups`, where there is no default
Over = Annotated[Iterable[Key] | None, OVER]  # the keys of all groups that there are
Weight = Annotated[WeightPerTable | None, WEIGHT]  # how much each row counts
Number = Annotated[int | Mapping[Any, int], NUMBER]  # a number, or one for each group
Place = Annotated[Columns, PLACE]  # the place of each row in its line
Value = Annotated[Columns, VALUE]  # what each row says
ValueOrOne = Annotated[Columns | None, VALUE_OR_ONE]  # the same; None: 1
Lines = Annotated[Any, LINES]  # the places of each line, in order
Selected = Annotated[Formula, SELECTED]  # a selection of choices, or a formula of several
Graph = Annotated[Any, GRAPH]  # a graph, see rule_graph.py
Regions = Annotated[PerTable | None, REGIONS]  # the label of each row


@dataclass(frozen=True)
class Form:
    """How texts write a rule: what stands under which key.

    method      the name of the puzzle's method, which is the rule's own key
    parameters  the argument of each parameter of the method, in order
    positional  the names of those that Python passes by position
    defaults    the values of those that may be left out
    example     a line of a text
    doc         what it means, for the table of docs/toml.md
    adds        the column of the table that it adds under the rule's name; "": it adds none
    """

    method: str
    parameters: Mapping[str, Argument]
    positional: frozenset[str]
    defaults: Mapping[str, Any]
    example: str
    doc: str
    adds: str = ""

    @cached_property
    def arguments(self) -> Mapping[Argument, tuple[str, ...]]:
        """The names of the parameters that each argument gives, in order."""
        names: dict[Argument, tuple[str, ...]] = {}
        for name, argument in self.parameters.items():
            names[argument] = (*names.get(argument, ()), name)
        return names

    @property
    def own(self) -> Argument:
        """The argument under the rule's own key: that of the first parameter."""
        return next(iter(self.arguments))

    @property
    def others(self) -> tuple[Argument, ...]:
        """The arguments under keys of their own."""
        return tuple(self.arguments)[1:]


def puzzle_method(
    method: Callable[..., Any], example: str = "", doc: str = "", adds: str = ""
) -> None:
    """Mark a function as a method of a puzzle, which states a rule.

    A call behind the function, and no decorator, through which type checkers do not see where
    modules import each other.

    example  a line of TOML; "": no text states a rule by this method alone
    doc      what it means
    adds     the column of the table that it adds; "": it adds none
    """
    vars(method)[_FORM] = (example, doc, adds)


def is_puzzle_method(function: Any) -> bool:
    """Whether a function is marked as a method of a puzzle."""
    return _FORM in getattr(function, "__dict__", ())


@cache
def form_of(method: Callable[..., Any]) -> Form | None:
    """Return the form of a puzzle's method in texts; None: it has none."""
    example, doc, adds = vars(method)[_FORM]
    if not example:
        return None
    hints = get_type_hints(method, include_extras=True)
    parameters: dict[str, Argument] = {}
    positional, defaults = set(), {}
    for parameter in signature(method).parameters.values():
        hint = hints.get(parameter.name)
        for argument in get_args(hint) if get_origin(hint) is Annotated else ():
            if isinstance(argument, Argument):
                star = "*" if parameter.kind is Parameter.VAR_POSITIONAL else ""
                parameters[star + parameter.name] = argument
                if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD:
                    positional.add(parameter.name)
                if parameter.default is not Parameter.empty:
                    defaults[parameter.name] = parameter.default
    return Form(method.__name__, parameters, frozenset(positional), defaults, example, doc, adds)

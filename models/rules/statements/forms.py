"""The sorts of arguments that texts write in rules on lines and in statements (rules/form.py)."""

from __future__ import annotations

from dataclasses import replace

from ..form import GROUPS, Argument

__all__ = [
    "AUTOMATA",
    "BESIDES",
    "CASES",
    "EITHER",
    "EMPTY",
    "PAIR",
    "PATHS",
    "PLACE",
    "STRICT",
    "TUPLES",
    "VALUE",
    "VALUE_OR_ONE",
]

PLACE = Argument(("along",), ("along",), sort="place")  # the place of a row in its line
VALUE = Argument(("value",), ("value",))  # what a row says there
VALUE_OR_ONE = replace(VALUE, optional=True)
EMPTY = Argument(("empty",), ("empty",), optional=True, convert=lambda told: told)
BESIDES = Argument(  # values that do not count
    ("besides",),
    ("besides",),
    optional=True,
    convert=lambda told: told if isinstance(told, tuple) else (told,),
)
PATHS = Argument(("lines",), ("lines",), optional=True)  # places of each line, in order
STRICT = Argument(("strict",), ("strict",), optional=True)  # true or false
AUTOMATA = Argument(("language",))  # a regular expression or an automaton, or one for each line
TUPLES = Argument(("tuples",))  # arrays of values
PAIR = Argument(("first", "second"))  # two selections, or what is said of such
EITHER = Argument(("parts",))  # some of them
CASES = replace(GROUPS, optional=True, sort="cases")  # the groups for each of which they hold

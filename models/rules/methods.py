"""The methods of a puzzle that state rules, each a function in the file of its kind.

Written by docs/site/rule_methods.py: it lists the functions that are marked `puzzle_method`
(arguments.py). A kind is loaded when one of its methods is first used; type checkers and editors
see the functions themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import agreement as _agreement
    from . import cardinality as _cardinality
    from . import comparison as _comparison
    from . import graph_rules as _graph_rules
    from . import no_overlap as _no_overlap
    from . import quantities as _quantities
    from . import requirement as _requirement
    from . import same_sum as _same_sum
    from .statements import all_different as _all_different
    from .statements import conditional as _conditional
    from .statements import implications as _implications
    from .statements import increasing as _increasing
    from .statements import regular as _regular
    from .statements import soft as _soft

__all__ = ["FORMS", "METHODS", "RuleMethods", "method"]

# The module of each method. Those of FORMS have a form in texts.
FORMS: Mapping[str, str] = {
    "agree": ".agreement",
    "exactly_one": ".cardinality",
    "at_most_one": ".cardinality",
    "exactly": ".cardinality",
    "between": ".cardinality",
    "at_least": ".cardinality",
    "at_most": ".cardinality",
    "sum_equals": ".cardinality",
    "compare": ".comparison",
    "connected": ".graph_rules",
    "reachable": ".graph_rules",
    "acyclic": ".graph_rules",
    "tree": ".graph_rules",
    "one_loop": ".graph_rules",
    "path": ".graph_rules",
    "one_cycle": ".graph_rules",
    "no_overlap": ".no_overlap",
    "maximum": ".quantities",
    "minimum": ".quantities",
    "count_distinct": ".quantities",
    "same_sum": ".same_sum",
    "all_different": ".statements.all_different",
    "implies": ".statements.implications",
    "equivalent": ".statements.implications",
    "not_both": ".statements.implications",
    "any_of": ".statements.implications",
    "increasing": ".statements.increasing",
    "precedence": ".statements.increasing",
    "regular": ".statements.regular",
    "table_rule": ".statements.regular",
}
METHODS: Mapping[str, str] = {
    **FORMS,
    "sum": ".comparison",
    "spread": ".quantities",
    "require": ".requirement",
    "if_chosen": ".statements.conditional",
    "prefer": ".statements.soft",
}


def method(name: str) -> Any:
    """Return the function that is a puzzle's method of this name, of METHODS."""
    return getattr(import_module(METHODS[name], __package__), name)


class _Method:
    """A method whose kind of rule is imported when it is first used."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, puzzle: Any, owner: type) -> Any:
        function = method(self.name)
        setattr(RuleMethods, self.name, function)
        return function if puzzle is None else function.__get__(puzzle, owner)


class RuleMethods:
    """A puzzle's methods that state rules."""

    if TYPE_CHECKING:
        agree = _agreement.agree
        exactly_one = _cardinality.exactly_one
        at_most_one = _cardinality.at_most_one
        exactly = _cardinality.exactly
        between = _cardinality.between
        at_least = _cardinality.at_least
        at_most = _cardinality.at_most
        sum_equals = _cardinality.sum_equals
        sum = _comparison.sum
        compare = _comparison.compare
        connected = _graph_rules.connected
        reachable = _graph_rules.reachable
        acyclic = _graph_rules.acyclic
        tree = _graph_rules.tree
        one_loop = _graph_rules.one_loop
        path = _graph_rules.path
        one_cycle = _graph_rules.one_cycle
        no_overlap = _no_overlap.no_overlap
        maximum = _quantities.maximum
        minimum = _quantities.minimum
        spread = _quantities.spread
        count_distinct = _quantities.count_distinct
        require = _requirement.require
        same_sum = _same_sum.same_sum
        all_different = _all_different.all_different
        if_chosen = _conditional.if_chosen
        implies = _implications.implies
        equivalent = _implications.equivalent
        not_both = _implications.not_both
        any_of = _implications.any_of
        increasing = _increasing.increasing
        precedence = _increasing.precedence
        regular = _regular.regular
        table_rule = _regular.table_rule
        prefer = _soft.prefer

    else:
        locals().update({name: _Method() for name in METHODS})

"""The kinds of rules that there are: a base of `Rules` each.

A kind stands in a file of its own, or two: the class of its rules, and a base of puzzles that has
the methods which add them, each with the form in which texts write it. A further kind is a further
file, and its base here.
"""

from __future__ import annotations

from collections.abc import Mapping

from .agreement import AgreementRules
from .comparison import ComparisonRules
from .counting import CardinalityRules
from .form import Form, forms_of
from .graph_rules.adding import GraphRules
from .requirement import RequirementRules
from .statements.all_different import AllDifferentRules
from .statements.conditional import ConditionalRules
from .statements.implications import ImplicationRules
from .statements.increasing import IncreasingRules
from .statements.regular import RegularRules
from .statements.soft import SoftRules

__all__ = ["FORMS", "Rules"]


class Rules(
    CardinalityRules,  # how many choices of each group are made, or what they add up to
    ComparisonRules,  # sums of which one is at most, or equal to, another
    AgreementRules,  # choices that share a key give it one value
    ImplicationRules,  # what follows from what
    AllDifferentRules,  # no value twice in a group
    IncreasingRules,  # the values along a line increase
    RegularRules,  # the values along a line are a word that an automaton accepts
    ConditionalRules,  # a rule that holds where a choice is made
    SoftRules,  # a rule that may be broken, at a cost
    GraphRules,  # what is chosen of a graph is connected, or makes a loop
    RequirementRules,  # what a function says of the answer
):
    """Tables of choices and rules of every kind: what `Puzzle` is built on."""


FORMS: Mapping[str, Form] = {
    name: form for kind in Rules.__bases__ for name, form in forms_of(kind).items()
}

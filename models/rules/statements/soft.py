"""`prefer`: a rule that may be broken, at a cost.

Soft constraints (weighted constraint satisfaction; clingo's weak constraints): what an answer
breaks is added to what the puzzle minimises. Of several levels a higher one comes first: its costs
are multiplied so that nothing below outweighs one of them. softened.py says how it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, Self

from ...answer import Broken
from ...errors import ModelError, excerpt
from ...matrix.validation import COST_LIMIT
from ...tables.table import Choices
from ...telling.spelling import spell
from ..exactly_one import DependentRule, ExactlyOneGroups, depends_on_groups
from ..keys import Key, Numbers
from ..rule import Chosen, Group, Items, Rule
from ..rulebook import Rulebook
from .clauses import Clauses
from .conditional import instead_of
from .lines import LineRule

if TYPE_CHECKING:
    from .softened import Softened

__all__ = ["SoftRule", "SoftRules", "scales_of"]

PER = ("group", "unit")


@dataclass(eq=False)
class SoftRule(DependentRule):
    """A rule that may be broken.

    rule    the rule
    weight  what it costs to break it
    level   costs of a higher level come first
    per     "group": so much for each group that is broken; "unit": for each choice, or unit of a
            sum, that is missing there or too many
    """

    rule: Rule = field(repr=False)
    weight: int
    level: int
    per: str

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        twin = super().twin(tables)
        twin.rule = self.rule.twin(tables)
        twin.__dict__.pop("_softened", None)
        return twin

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""
        return self.rule.tables

    @property
    def groups(self) -> list[Key]:
        """The keys of the rule's groups."""
        return self.rule.groups

    # ---- What it adds to the matrix -------------------------------------------------------

    @cached_property
    def _softened(self) -> Softened:
        from .softened import softened

        try:
            return softened(self.rule, self.weight, self.per == "unit")
        except ModelError as error:
            raise ModelError(f"prefer ({self.source}): {error}") from None

    @property
    def primary(self) -> bool:
        """Its sums are bounded, together with what may be broken."""
        return True

    @property
    def items(self) -> Items:
        """The items of the rule, with the hidden rows that pay."""
        return self._softened.items

    @property
    def further(self) -> Items | None:
        """That one hidden row pays for a group at most."""
        return self._softened.further

    @property
    def uses_groups(self) -> bool:
        """As the rule has it."""
        return depends_on_groups(self.rule)

    def items_with(self, groups: ExactlyOneGroups) -> tuple[Items, Items | None]:
        """Return the items of the rule, with the hidden rows that pay."""
        from .softened import softened

        found = softened(self.rule, self.weight, self.per == "unit", groups)
        return found.items, found.further

    @property
    def hidden(self) -> Choices:
        """A row for each way in which a group may be broken."""
        from .words import WordRule

        if isinstance(self.rule, WordRule):
            return self.rule.hidden
        table = Choices("broken", ("group", "low", "high"), self._softened.rows, 0)
        # Of a statement a row pays if the case is broken, and another stands for one that holds.
        statement = isinstance(self.rule, Clauses)
        table.say(
            lambda row: f"{Group(self.name, row[0])} {'kept' if statement and row[1] else 'broken'}"
        )
        return table

    @property
    def cost_level(self) -> int:
        """The level of its costs."""
        return self.level

    @property
    def hidden_costs(self) -> Numbers:
        """What breaking the rule costs."""
        return self._softened.costs

    @property
    def worst(self) -> int:
        """No answer pays more for this rule."""
        return self._softened.worst

    # ---- How an answer is checked ---------------------------------------------------------

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield nothing: it may be broken."""
        yield from ()

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say what it needs to be read at all: a line has one choice at each place."""
        if isinstance(self.rule, LineRule):
            yield from self.rule.misplaced(chosen)

    def kept_not(self, chosen: Chosen) -> Iterator[Broken]:
        """Yield what the chosen rows break."""
        from .softened import faults

        for text, amount in faults(self.rule, chosen):
            cost = self.weight * (amount if self.per == "unit" else 1)
            yield Broken(self.name, text, cost, self.level)

    # ---- Its words ------------------------------------------------------------------------

    @property
    def price(self) -> str:
        """What it costs, in words."""
        unit = " for each unit" if self.per == "unit" else ""
        return f"or {self.weight}{unit}" + (f" at level {self.level}" if self.level else "")

    @property
    def wanted(self) -> str:
        """What the rule wants, or what it costs."""
        return f"{self.rule.wanted}, {self.price}"

    @property
    def verb(self) -> str:
        """It prefers what it wants."""
        return "prefers"

    @property
    def summary(self) -> str:
        """The rule's own line, and what it costs."""
        return f"{self.rule.summary}, {self.price}"

    def demand(self, key: Key) -> str:
        """Say what the rule prefers of a group, also under the key of an item of its own."""
        known = set(self.rule.groups)
        of_item = (
            key not in known and isinstance(key, tuple) and key[-1] in ("least", "most", "broken")
        )
        own = key[0] if of_item and isinstance(key, tuple) else key
        return f"{self.rule.demand(own)}, {self.price}"


class SoftRules(Rulebook):
    """A puzzle's method that lets a rule be broken."""

    def prefer(
        self,
        rule: Rule | Iterable[Rule],
        weight: int = 1,
        *,
        level: int = 0,
        per: str = "group",
    ) -> SoftRule | tuple[SoftRule, ...]:
        """Let a rule of the puzzle be broken: that costs `weight`, which the puzzle minimises.

        `rule` is what a method returned, as in `prefer(puzzle.at_most_one(...), 5)`; it takes its
        place among the rules. Every group that is broken costs `weight` (of `all_different` every
        value said twice, of `increasing` every step that falls, of `regular` and `table_rule` every
        line, whose places need one choice all the same); with per="unit" every choice that is
        missing or too many, or every unit of a sum. What is minimised or maximised
        besides counts together with it. Costs of a higher `level` come first: no cost of a lower
        one outweighs them; what `minimize` and `maximize` say is of level 0. An answer's `broken`
        says what it breaks. Raises ModelError for a rule that is not this puzzle's, of a kind that
        has no cost (`agree`, graph rules), and for a weight that is no positive integer.
        """
        if not isinstance(rule, Rule | str) and isinstance(rule, Iterable):
            return tuple([self._soften(one, weight, level, per) for one in rule])
        return self._soften(rule, weight, level, per)

    def _soften(self, rule: Rule, weight: Any, level: Any, per: str) -> SoftRule:
        if rule not in self.rules:
            said = excerpt(rule if isinstance(rule, str) else repr(rule))
            told = f"prefer: puzzle {self.name!r} has no rule {said}"
            raise ModelError(f"{told}, expected what a method returned")
        purpose = f"prefer {rule.name} ({rule.source})"
        from .softened import KINDS
        from .words import WordRule

        if not isinstance(rule, KINDS):
            kind = type(rule).__name__
            instead = instead_of(rule, "`prefer` that choice")
            raise ModelError(f"{purpose}: a rule of the kind {kind}, which has no cost; {instead}")
        for what, number in (("weight", weight), ("level", level)):
            if isinstance(number, bool) or not hasattr(number, "__index__"):
                raise ModelError(f"{purpose}: {what} {number!r}, expected an integer")
        if not 0 < index(weight) < COST_LIMIT:
            raise ModelError(f"{purpose}: weight {weight}, expected 1 or more, below 2^62")
        if per not in PER:
            raise ModelError(f"{purpose}: per {per!r}, expected one of {', '.join(PER)}")
        inner = replace(rule, refused=True) if isinstance(rule, WordRule) else rule
        soft = SoftRule(
            rule.name, rule.source, inner, index(weight), index(level), per, words=rule.words
        )
        soft.items  # noqa: B018  what is too large is found here
        self.rules[self.rules.index(rule)] = soft
        self._changed()
        return soft


class Costs(Protocol):
    """What else costs: an objective."""

    @property
    def levels(self) -> Iterable[int]:
        """Its levels."""

    def unit(self, level: int) -> int:
        """Return what 1 is at a level."""

    def worst(self, level: int) -> int:
        """Return by how much its totals can differ at a level."""


def scales_of(rules: Iterable[Rule], objective: Costs) -> Mapping[int, int]:
    """Return what the costs of each level are multiplied by.

    Raises ModelError where the costs of all levels together reach 2^62.
    """
    soft = [rule for rule in rules if isinstance(rule, SoftRule)]
    worst = {0: 0} | {level: objective.worst(level) for level in objective.levels}
    for rule in soft:
        more = rule.worst * objective.unit(rule.level)
        worst[rule.level] = worst.get(rule.level, 0) + more
    found: dict[int, int] = {}
    total = 0
    for level in sorted(worst):
        found[level] = total + 1
        total += worst[level] * found[level]
    if total >= COST_LIMIT:
        told = ", ".join(spell(level) for level in found)
        raise ModelError(
            f"{'prefer' if soft else 'objective'}: costs that sum to {total} over the levels "
            f"{told}, expected less than 2^62"
        )
    return found

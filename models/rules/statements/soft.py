"""`prefer`: a rule that may be broken, at a cost.

Soft constraints (weighted constraint satisfaction; clingo's weak constraints): what an answer
breaks is added to what the puzzle minimises. Of several levels a higher one comes first: its costs
are multiplied so that nothing below outweighs one of them. softened.py says how it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...answer import Broken
from ...errors import ModelError
from ...matrix.validation import COST_LIMIT
from ...tables.table import Choices
from ..arguments import puzzle_method
from ..keys import Key, Numbers
from ..rule import Chosen, Group, Items, Rule
from ..rulebook import Rulebook

if TYPE_CHECKING:
    from ..rule import Softened

__all__ = ["SoftRule", "prefer"]

PER = ("group", "unit")


@dataclass(frozen=True, eq=False)
class SoftRule(Rule):
    """A rule that may be broken.

    rule    the rule
    weight  what it costs to break it
    level   costs of a higher level come first
    per     "group": so much for each group that is broken; "unit": for each choice, or unit of a
            sum, that is missing there or too many
    """

    is_soft: ClassVar[bool] = True

    rule: Rule = field(repr=False)
    weight: int
    level: int
    per: str

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        return self._copy(rule=self.rule.twin(tables), without=("_softened",))

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "prefer"

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
        try:
            return self.rule.softened(self.weight, per_unit=self.per == "unit")
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
        return self.rule.uses_groups

    def items_with(self, groups: Any) -> tuple[Items, Items | None]:
        """Return the items of the rule, with the hidden rows that pay."""
        per_unit = self.per == "unit"
        softened = self.rule.softened(self.weight, per_unit=per_unit, groups=groups)
        return softened.items, softened.further

    @property
    def hidden(self) -> Choices:
        """A row for each way in which a group may be broken."""
        return self._softened.hidden

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
        """The most that an answer pays."""
        return self._softened.worst

    # ---- How an answer is checked ---------------------------------------------------------

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield nothing: it may be broken."""
        yield from ()

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say what it needs to be read at all: a line has one choice at each place."""
        yield from self.rule.unreadable(chosen)

    def broken_by(self, chosen: Chosen) -> Iterator[Broken]:
        """Yield what the chosen rows break, and what that costs."""
        for text, amount in self.rule.faults(chosen):
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


def prefer(
    puzzle: Rulebook,
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
        return tuple([_soften(puzzle, one, weight, level, per) for one in rule])
    return _soften(puzzle, rule, weight, level, per)


puzzle_method(prefer)


def _soften(puzzle: Rulebook, rule: Rule, weight: Any, level: Any, per: str) -> SoftRule:
    rule = puzzle.own_rule(rule, "prefer")
    purpose = f"prefer {rule.name} ({rule.source})"
    breakable = rule.breakable()
    if breakable is None:
        what = f"a rule of the kind {type(rule).__name__}, which has no cost"
        raise ModelError(f"{purpose}: {what}; {rule.instead('`prefer` that choice')}")
    for what, number in (("weight", weight), ("level", level)):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise ModelError(f"{purpose}: {what} {number!r}, expected an integer")
    if not 0 < index(weight) < COST_LIMIT:
        raise ModelError(f"{purpose}: weight {weight}, expected 1 or more, below 2^62")
    if per not in PER:
        raise ModelError(f"{purpose}: per {per!r}, expected one of {', '.join(PER)}")
    soft = SoftRule(
        rule.name, rule.source, breakable, index(weight), index(level), per, words=rule.words
    )
    soft.items  # noqa: B018  what is too large is found here
    return puzzle.exchange(rule, soft)

"""Planted faults in check_certificate.py: each a copy of the checker with some lines changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from .source import changed, source_of

__all__ = ["CHECKER_MUTANTS", "CheckerMutant"]

CHECKER = "minuet.solvers.search.solution_sets.certificates.check_certificate"


@dataclass(frozen=True)
class CheckerMutant:
    """Lines of the checker as they stand, and what stands there instead."""

    name: str
    lines: Sequence[tuple[str, str]]

    def make(self) -> ModuleType:
        """Return the checker with the fault."""
        text = source_of(CHECKER)
        for line, instead in self.lines:
            text = changed(text, line, instead)
        module = ModuleType(f"check_certificate, {self.name}")
        exec(compile(text, f"<{module.__name__}>", "exec"), vars(module))
        return module


ANY_INTEGER = (
    '    place = integer(word, NUMBER)\n    need(place < len(things), "no such',
    '    place = int(word)\n    need(True, "no such',
)

CHECKER_MUTANTS: Mapping[str, CheckerMutant] = {
    mutant.name: mutant
    for mutant in (
        CheckerMutant(
            "items by int(), users by default",  # as it was: ITEM -46 of 46 items
            (
                ANY_INTEGER,
                (
                    "bool(live >> item & 1 and not most)",
                    "bool(live >> range(len(self.items))[item] & 1 and not most)",
                ),
                (
                    "        has = live & self.users[item]\n",
                    "        has = live & dict(enumerate(self.users)).get(item, 0)\n",
                ),
            ),
        ),
        CheckerMutant(
            "items of no range",
            (
                ("    need(place < len(things), ", "    need(True, "),
                (
                    "bool(live >> item & 1 and not most)",
                    "bool(live >> item % len(self.items) & 1 and not most)",
                ),
                (
                    "        has = live & self.users[item]\n",
                    "        has = live & dict(enumerate(self.users)).get(item, 0)\n",
                ),
            ),
        ),
        CheckerMutant(
            "a low above its high",
            (("need(self.bounds[-1][0] <= self.bounds[-1][1]", "need(1"),),
        ),
        CheckerMutant(
            "two options of one name",
            (("None not in images and len(images) == live.bit_count()", "None not in images"),),
        ),
        CheckerMutant("another state", (("same and expected == state and ", "same and "),)),
        CheckerMutant("a dead end that is none", (("need(lacks, ", "need(1, "),)),
        CheckerMutant("options are left", (("most < low or high < least", "low > 0"),)),
        CheckerMutant("an item that needs none", (("bool(live >> item & 1 and ", "bool("),)),
        CheckerMutant("items in need are left", (("state == (0, ()) and not", "True and not"),)),
        CheckerMutant(
            "parts that hang together",
            (
                (
                    "else self.taken(place - len(self.items))",
                    "else sum(1 << item for item in self.options[place - len(self.items)])",
                ),
            ),
        ),
        CheckerMutant(
            "a solution that clashes",
            (("need(state[0] >> option + len(self.items) & 1", "need(1"),),
        ),
        CheckerMutant("a solution that lacks", (("any((more, *needs))", "more"),)),
        CheckerMutant("need and room mixed up", (("[price < 0]", "[price > 0]"),)),
        CheckerMutant(
            "a unit too much",
            (("self.cost - self.unit - spent", "self.cost - 2 * self.unit - spent"),),
        ),
    )
}

"""An explanation in the puzzle's words: what is given, then what each group makes of it.

The groups are told in the order in which they bite: a choice that is made fills its groups, a
group that is full rules out its other choices, a group with no choices to spare makes those that
are left (unit propagation, on the parts alone); of a sum, what it can still come to decides. Where
that ends before all is told, the clash shows only by trying, and the groups that are left are told
with the choices that they have, and the graph rules and statements by name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.rules.rule import Chosen, Rule
from ...models.telling.spelling import amount, bounds, listed, spell
from .finding import Finding, Verdict
from .parts import entries_by_item, overfull, weights_by_item
from .statements import Statement, StatementKind, conditions_by_rule

__all__ = ["tell"]

FEW = 3  # so many choices are named, more are counted
MANY = 8  # groups of a rule, or givens of a line, of which as many are named
_AIM = "to have a solution"
_AIMS = {
    Verdict.FORCED: "to leave the choice open",
    Verdict.IMPOSSIBLE: "to make the choice possible",
}


def tell(explanation: Finding) -> str:
    """Return the explanation as text: a heading, then a line a part."""
    words = _Words(explanation.problem)
    lines = [_heading(explanation, words)]
    if explanation.obstacle:
        lines = [f"no solution: {explanation.obstacle}"]
        for items in words.by_rule(explanation.items):
            lines.append(f"  {words.group(items[0]) if len(items) == 1 else words.rule(items)}")
    elif explanation.verdict in (Verdict.CLASH, Verdict.FORCED, Verdict.IMPOSSIBLE):
        story = list(_story(explanation, words))
        lines += [f"  {line}" for line in (*_beforehand(explanation, words, story), *story)]
    if explanation.relaxation is not None:
        lines += explanation.relaxation.lines(_AIMS.get(explanation.verdict, _AIM))
    return "\n".join(lines)


def _beforehand(explanation: Finding, words: _Words, story: Sequence[str]) -> Iterator[str]:
    """Tell what is given and forbidden, a line a statement; no given that the story names."""
    for one in explanation.statements:
        if one.kind is StatementKind.FORBID:
            yield _forbidden(one, words)
        elif one.kind is StatementKind.GIVEN:
            names = [words.option(option) for option in one.options]
            untold = [name for name in names if not any(name in line for line in story)]
            if len(untold) == 1:
                yield f"{untold[0]} is given"
            elif untold:
                at = f" at {one.source}" if one.source else ""
                yield f"given{at}: {listed(untold, MANY)}"


def _forbidden(one: Statement, words: _Words) -> str:
    names = [words.option(option) for option in one.options]
    at = f" at {one.source}" if one.source else ""
    if one.text in names:
        return f"{one.text} is forbidden{at}"
    told = listed(names, FEW) if len(names) <= FEW else f"{len(names)} choices"
    return f"forbidden by {one.text}{at}: {told}"


def _heading(explanation: Finding, words: _Words) -> str:
    name = "" if explanation.choice is None else words.option(explanation.choice)
    graph_rules = sum(k < len(words.matrix.graph_rules) for k in explanation.conditions)
    counts = (
        (len(explanation.givens), "given"),
        (len(explanation.forbidden), "forbidden choice"),
        (len(explanation.items), words.kind),
        (graph_rules, "graph rule"),
        (len(explanation.conditions) - graph_rules, "statement"),
    )
    told = [f"{n} {what}{'s' if n > 1 else ''}" for n, what in counts if n]
    size = " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told or ["no part"])
    verdict = explanation.verdict
    if verdict is Verdict.FEASIBLE:
        return "nothing clashes: there is a solution"
    if verdict is Verdict.OPEN:
        return f"{name} is open: some solutions make this choice, some do not"
    if verdict is Verdict.UNKNOWN:
        return "unknown: the time was over first"
    many = len(explanation) != 1
    if verdict is Verdict.CLASH:
        says = f"no solution: {size} {'clash' if many else 'cannot be met'}"
    elif verdict is Verdict.FORCED:
        says = f"{name} is forced: {size} {'leave' if many else 'leaves'} no other way"
    else:
        says = f"{name} is impossible: {size} {'rule' if many else 'rules'} it out"
    if not explanation.irreducible:
        return f"{says} (perhaps fewer would do)"
    return f"{says} (no fewer do)" if explanation.smallest and many else says


class _Words:
    """How a puzzle, or a bare matrix, names its groups and its choices."""

    def __init__(self, problem: Puzzle | ExactCover) -> None:
        self.puzzle = problem if isinstance(problem, Puzzle) else None
        self._problem = problem
        self.kind = "item" if self.puzzle is None else "group"
        rules = () if self.puzzle is None else self.puzzle.rules
        self._rules = {rule.name: rule for rule in rules}

    @property
    def matrix(self) -> ExactCover:
        return self._problem.matrix if isinstance(self._problem, Puzzle) else self._problem

    def option(self, option: int) -> str:
        if self.puzzle is not None:
            return self.puzzle.describe(option)
        items, colors = self.matrix.items, self.matrix.color_names
        weights = self.matrix.option_weights(option)
        named = (
            f"{items[item]}{f':{colors[color - 1]}' if color else ''}{f'*{w}' if w != 1 else ''}"
            for (item, color), w in zip(self.matrix.option(option), weights, strict=True)
        )
        return f"option {option + 1} ({' '.join(named)})"

    def group(self, item: int) -> str:
        """Return the item and how many choices it wants."""
        name, low = self.matrix.items[item], int(self.matrix.low[item])
        if self.puzzle is not None:
            return self._rules[name.rule].demand(name.key)
        if self.matrix.weighted_items[item]:
            return f"item {name} must add up to {bounds(low, int(self.matrix.high[item]))}"
        wanted = amount(low, int(self.matrix.high[item]))
        if self.matrix.colors[self.matrix.members == item].any():
            wanted += ", or several of one color"
        return f"item {name} {'needs' if low else 'allows'} {wanted}"

    def rule_of(self, item: int) -> tuple[Rule, Hashable]:
        """Return the rule of an item of a puzzle, and the key of the item."""
        name = self.matrix.items[item]
        return self._rules[name.rule], name.key

    def condition(self, number: int) -> str:
        """Return what a graph rule or a statement wants."""
        for rule, key, mine in conditions_by_rule(self.puzzle) if self.puzzle else ():
            if mine == number and key is not None:
                return rule.demand(key)
        return f"{self.matrix.conditions[number].name} must hold"

    def by_rule(self, items: Sequence[int]) -> list[list[int]]:
        """Return the items, those of one rule together; each alone in a bare matrix."""
        if self.puzzle is None:
            return [[item] for item in items]
        found: dict[str, list[int]] = {}
        for item in items:
            found.setdefault(self.matrix.items[item].rule, []).append(item)
        return list(found.values())

    def rule(self, items: Sequence[int]) -> str:
        """Return the rule of some groups, what it wants of each, and the keys of these."""
        groups = [self.matrix.items[item] for item in items]
        rule = self._rules[groups[0].rule]
        if rule.words is not None:
            return listed([rule.words(group.key) for group in groups], MANY)
        keys = listed([spell(group.key) for group in groups], MANY)
        return f"{rule.name} {rule.verb} {rule.wanted} in each of {len(items)} groups ({keys})"


def _story(explanation: Finding, words: _Words) -> Iterator[str]:
    """Tell each item once; derive the choice that was asked about, or else a clash.

    Where there is no solution at all, the choice was not looked at and is not spoken of.
    """
    choice = None if explanation.verdict is Verdict.CLASH else explanation.choice
    if choice in explanation.givens and explanation.verdict is Verdict.FORCED:
        yield f"{words.option(choice)} is given"
        return
    if choice is not None:
        told, reached = _Board(explanation, words).tell(choice)
        if reached:
            yield from told
            return
        forced = explanation.verdict is Verdict.FORCED
        yield f"suppose that {words.option(choice)} is {'not ' if forced else ''}chosen; then"
    board = _Board(explanation, words)
    if choice is not None:
        (board.out if explanation.verdict is Verdict.FORCED else board.chosen).add(choice)
    yield from board.tell(None)[0]


@dataclass
class _Board:
    """What is known while the parts are told: options chosen and options ruled out."""

    explanation: Finding
    words: _Words
    chosen: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chosen |= set(self.explanation.givens)
        self.out |= set(self.explanation.forbidden)
        entries = entries_by_item(self.words.matrix)
        self._colors = {item: entries(item) for item in self.explanation.items}
        self._weights = weights_by_item(self.words.matrix)

    def tell(self, goal: int | None) -> tuple[list[str], bool]:
        """Return a line an item, and whether the goal was decided, or without one a clash seen."""
        lines: list[str] = []
        untold, before = list(self.explanation.items), -1
        reached = False
        while len(lines) != before and not reached:
            before = len(lines)
            for item in tuple(untold):
                step = self._step(item)
                if step is None:
                    continue
                untold.remove(item)
                what, clash = step
                lines.append(f"{self.words.group(item)}: {what}")
                reached = clash if goal is None else goal in self.chosen or goal in self.out
                if reached:
                    break
        lines += self._all_open(untold)
        if not reached:
            lines += map(self.words.condition, self.explanation.conditions)
            lines.append("no way to choose meets all of these at once")
        return lines, reached

    def _step(self, item: int) -> tuple[str, bool] | None:
        """Draw the item's consequence, if it has one: what it says, and whether it is a clash."""
        low, high = int(self.words.matrix.low[item]), int(self.words.matrix.high[item])
        colors = self._colors[item]
        made = [option for option in colors if option in self.chosen]
        left = [o for o in colors if o not in self.chosen and o not in self.out]
        if item in self._weights:
            return self._step_of_sum(item, made, left, low, high)
        if clash := overfull(colors, made, high):
            return self._name(clash), True
        if len(made) + len(left) < low:
            return self._lack(len(colors), made, left), True
        excluded = [option for option in left if overfull(colors, [*made, option], high)]
        if excluded:
            self.out.update(excluded)
            others = "the other one" if len(excluded) == 1 else f"the other {len(excluded)}"
            does = "rule" if len(made) > 1 else "rules"
            return (
                f"{self._name(made)} {does} out {others}" if made else "it is never filled",
                False,
            )
        if left and len(made) + len(left) == low:
            self.chosen.update(left)
            return f"only {self._name(left)} {'is' if len(left) == 1 else 'are'} left", False
        return None

    def _step_of_sum(
        self, item: int, made: list[int], left: list[int], low: int, high: int
    ) -> tuple[str, bool] | None:
        """Draw the consequence of a weighted sum, by the least and the most that it can come to."""
        weights = self._weights[item]
        total = sum(weights[option] for option in made)
        least = total + sum(min(weights[option], 0) for option in left)
        most = total + sum(max(weights[option], 0) for option in left)
        if least > high or most < low:
            return self._reach(item, made, left, least, most), True
        excluded, forced = set[int](), set[int]()
        for option in left:
            weight = weights[option]
            if (weight > 0 and least + weight > high) or (weight < 0 and most + weight < low):
                excluded.add(option)
            if (weight > 0 and most - weight < low) or (weight < 0 and least - weight > high):
                forced.add(option)
        self.out |= excluded
        self.chosen |= forced
        if both := sorted(excluded & forced):
            return f"{self._name(both)} can neither be chosen nor left", True
        told = [f"{self._name(sorted(forced))} must be chosen"] if forced else []
        told += [f"{self._name(sorted(excluded))} cannot be chosen"] if excluded else []
        return (", ".join(told), False) if told else None

    def _reach(
        self, item: int, made: Sequence[int], left: Sequence[int], least: int, most: int
    ) -> str:
        """Say why a sum cannot come to what it must: what it can be, or what is decided of it."""
        if self.words.puzzle is None:
            return f"what is left adds up to {least if least == most else f'{least} to {most}'}"
        rule, key = self.words.rule_of(item)
        told = rule.reach(key, _rows_among(made), _rows_among(left))
        if told is not None:
            return told
        gone = [option for option in self._colors[item] if option in self.out]
        parts = [
            f"{self._name(some)} {'is' if len(some) == 1 else 'are'} {what}"
            for some, what in ((made, "chosen"), (gone, "ruled out"))
            if some
        ]
        return ", ".join(parts) or "no choice meets it"

    def _lack(self, size: int, made: Sequence[int], left: Sequence[int]) -> str:
        if not size:
            return "there is no choice for it"
        if not made and not left:
            return "its one choice is out" if size == 1 else f"none of its {size} choices is left"
        able = [*made, *left]
        return f"only {self._name(able)} {'are' if able[1:] else 'is'} left"

    def _all_open(self, items: Sequence[int]) -> Iterator[str]:
        """Tell what is left to groups from which nothing follows: many of a rule at once."""
        for some in self.words.by_rule(items):
            if len(some) <= FEW:
                yield from (f"{self.words.group(item)}: {self._open(item)}" for item in some)
                continue
            sizes = [self._left(item) for item in some]
            low, high = min(map(len, sizes)), max(map(len, sizes))
            left = f"{low} to {high}" if low < high else str(low)
            yield f"{self.words.rule(some)}: {left} choices are left in each"

    def _left(self, item: int) -> list[int]:
        return [option for option in self._colors[item] if option not in self.out]

    def _open(self, item: int) -> str:
        left = self._left(item)
        return f"{self._name(left)} {'is' if len(left) == 1 else 'are'} left"

    def _name(self, options: Sequence[int]) -> str:
        """Name the options, those that are given as such."""
        if len(options) > FEW:
            return f"{len(options)} choices"
        given = self.explanation.givens
        told = [("given " if o in given else "") + self.words.option(o) for o in options]
        return " and ".join(told) or "nothing"


def _rows_among(options: Sequence[int]) -> Chosen:
    """Return what gives the rows of a table that are among some options."""
    return lambda table: [o - table.offset for o in options if 0 <= o - table.offset < len(table)]

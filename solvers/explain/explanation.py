"""The result of `explain`: which parts of a puzzle clash; in words, and for notebooks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from ...models.answer import Answer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.rules.rule import Chosen, Rule
from ...models.spelling import amount, bounds, listed, spell
from ..contract.batch import Options
from ..contract.evidence import Evidence
from ..contract.result import NOTHING
from ..search.selection import Problem
from .parts import Part, entries_by_item, overfull, weights_by_item
from .relax import Relaxation
from .statements import Statement, StatementKind, conditions_by_rule, grouped

if TYPE_CHECKING:
    from ...models.picture.notebook import Page
    from ...models.picture.picture import Picture, Place

__all__ = ["Explanation", "Finding", "Verdict", "explanation_picture", "tell"]

# ---- The findings --------------------------------------------------------------------------------


class Verdict(StrEnum):
    """What was found out.

    CLASH       there is no solution: the parts clash
    FEASIBLE    nothing clashes: there is a solution
    FORCED      every solution makes the choice: without it the parts clash
    IMPOSSIBLE  no solution makes the choice: with it the parts clash
    OPEN        some solutions make the choice and some do not
    UNKNOWN     the time was over before anything was known
    """

    CLASH = "CLASH"
    FEASIBLE = "FEASIBLE"
    FORCED = "FORCED"
    IMPOSSIBLE = "IMPOSSIBLE"
    OPEN = "OPEN"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class Finding:
    """Why a puzzle has no solution, or why a choice is forced or impossible.

    problem      what was explained: of a puzzle whose matrix joins rules, `with_rules_apart()`
    verdict      what was found out (see `Verdict`)
    choice       the option that was asked about; None: the puzzle as a whole
    items        the items (groups of rules) that clash, as item numbers, ascending
    givens       the given options that clash with them
    forbidden    the forbidden options that matter
    conditions   the graph rules and statements that do, by their numbers in the matrix's conditions
    irreducible  without any one of these parts the others do not clash
    smallest     no smaller set of parts clashes
    confirmed    dancing links, too, find no solution of these parts
    witnesses    solutions: one if FEASIBLE; if OPEN one with the choice and one without
    obstacle     why there can be no solution, where the puzzle shows that without a search: the
                 parts are then all groups of the rules that cannot hold together
    relaxation   the fewest statements to take away, where that was asked for and is known
    corrections  of a smallest set: sets of parts, without each of which the others do not clash;
                 so whatever clashes has a part of each
    evidence     what it rests on that the parts clash, and that none can be spared

    `len()` is the number of parts.
    """

    problem: Problem
    verdict: Verdict
    choice: int | None = None
    items: Options = ()
    givens: Options = ()
    forbidden: Options = ()
    irreducible: bool = False
    smallest: bool = False
    confirmed: bool = False
    witnesses: tuple[Options, ...] = ()
    relaxation: Relaxation | None = None
    conditions: Options = ()
    obstacle: str = ""
    corrections: tuple[tuple[Part, ...], ...] = field(default=(), repr=False)
    evidence: Evidence = NOTHING

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What made these parts, statement by statement: givens of one line count as one."""
        return grouped(self.problem, self.items, self.givens, self.forbidden, self.conditions)

    @property
    def groups(self) -> tuple[Any, ...]:
        """The items' names: of a puzzle, the groups of its rules."""
        matrix = self.problem.matrix if isinstance(self.problem, Puzzle) else self.problem
        return tuple(matrix.items[item] for item in self.items)

    @property
    def answers(self) -> tuple[Answer | Options, ...]:
        """The witnesses: answers of a puzzle, option numbers of a bare matrix."""
        puzzle = self.problem
        if isinstance(puzzle, Puzzle):
            return tuple(puzzle.read(options) for options in self.witnesses)
        return self.witnesses

    def __len__(self) -> int:
        parts = self.items, self.givens, self.forbidden, self.conditions
        return sum(map(len, parts))

    def __bool__(self) -> bool:
        return True  # it has a length, but even of no parts it is an explanation


# ---- The explanation in words --------------------------------------------------------------------
#
# The givens come first, then the groups in the order in which they propagate: a chosen option fills
# its groups, a full group rules out its other choices, a group with no choices to spare forces
# those that are left (unit propagation, on the parts alone); for a sum, the values that it can
# still reach decide. Where propagation ends before all parts are used, the clash shows only by
# trying, and the remaining groups are listed with their choices, and graph rules and statements by
# name.


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
    for statement in explanation.statements:
        if statement.kind is StatementKind.FORBID:
            yield _forbidden(statement, words)
        elif statement.kind is StatementKind.GIVEN:
            names = [words.option(option) for option in statement.options]
            untold = [name for name in names if not any(name in line for line in story)]
            if len(untold) == 1:
                yield f"{untold[0]} is given"
            elif untold:
                at = f" at {statement.source}" if statement.source else ""
                yield f"given{at}: {listed(untold, MANY)}"


def _forbidden(statement: Statement, words: _Words) -> str:
    names = [words.option(option) for option in statement.options]
    at = f" at {statement.source}" if statement.source else ""
    if statement.text in names:
        return f"{statement.text} is forbidden{at}"
    choices = listed(names, FEW) if len(names) <= FEW else f"{len(names)} choices"
    return f"forbidden by {statement.text}{at}: {choices}"


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
    counted_parts = [f"{n} {noun}{'s' if n > 1 else ''}" for n, noun in counts if n]
    size = " and ".join(
        [", ".join(counted_parts[:-1]), counted_parts[-1]]
        if len(counted_parts) > 1
        else counted_parts or ["no part"]
    )
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
        by_rule: dict[str, list[int]] = {}
        for item in items:
            by_rule.setdefault(self.matrix.items[item].rule, []).append(item)
        return list(by_rule.values())

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
        lines, reached = _Board(explanation, words).tell(choice)
        if reached:
            yield from lines
            return
        forced = explanation.verdict is Verdict.FORCED
        yield f"suppose that {words.option(choice)} is {'not ' if forced else ''}chosen; then"
    board = _Board(explanation, words)
    if choice is not None:
        (board.out if explanation.verdict is Verdict.FORCED else board.chosen).add(choice)
    yield from board.tell(None)[0]


@dataclass
class _Board:
    """The state while the parts are described: options chosen and options ruled out."""

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
                text, clash = step
                lines.append(f"{self.words.group(item)}: {text}")
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
        chosen = [option for option in colors if option in self.chosen]
        left = [o for o in colors if o not in self.chosen and o not in self.out]
        if item in self._weights:
            return self._step_of_sum(item, chosen, left, low, high)
        if clash := overfull(colors, chosen, high):
            return self._name(clash), True
        if len(chosen) + len(left) < low:
            return self._lack(len(colors), chosen, left), True
        excluded = [option for option in left if overfull(colors, [*chosen, option], high)]
        if excluded:
            self.out.update(excluded)
            others = "the other one" if len(excluded) == 1 else f"the other {len(excluded)}"
            does = "rule" if len(chosen) > 1 else "rules"
            return (
                f"{self._name(chosen)} {does} out {others}" if chosen else "it is never filled",
                False,
            )
        if left and len(chosen) + len(left) == low:
            self.chosen.update(left)
            return f"only {self._name(left)} {'is' if len(left) == 1 else 'are'} left", False
        return None

    def _step_of_sum(
        self, item: int, chosen: list[int], left: list[int], low: int, high: int
    ) -> tuple[str, bool] | None:
        """Draw the consequence of a weighted sum, by the least and the most that it can come to."""
        weights = self._weights[item]
        total = sum(weights[option] for option in chosen)
        least = total + sum(min(weights[option], 0) for option in left)
        most = total + sum(max(weights[option], 0) for option in left)
        if least > high or most < low:
            return self._reach(item, chosen, left, least, most), True
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
        consequences = [f"{self._name(sorted(forced))} must be chosen"] if forced else []
        consequences += [f"{self._name(sorted(excluded))} cannot be chosen"] if excluded else []
        return (", ".join(consequences), False) if consequences else None

    def _reach(
        self, item: int, chosen: Sequence[int], left: Sequence[int], least: int, most: int
    ) -> str:
        """Say why a sum cannot come to what it must: what it can be, or what is decided of it."""
        if self.words.puzzle is None:
            return f"what is left adds up to {least if least == most else f'{least} to {most}'}"
        rule, key = self.words.rule_of(item)
        reach = rule.reach(key, _rows_among(chosen), _rows_among(left))
        if reach is not None:
            return reach
        gone = [option for option in self._colors[item] if option in self.out]
        parts = [
            f"{self._name(some)} {'is' if len(some) == 1 else 'are'} {state}"
            for some, state in ((chosen, "chosen"), (gone, "ruled out"))
            if some
        ]
        return ", ".join(parts) or "no choice meets it"

    def _lack(self, size: int, chosen: Sequence[int], left: Sequence[int]) -> str:
        if not size:
            return "there is no choice for it"
        if not chosen and not left:
            return "its one choice is out" if size == 1 else f"none of its {size} choices is left"
        able = [*chosen, *left]
        return f"only {self._name(able)} {'are' if able[1:] else 'is'} left"

    def _all_open(self, items: Sequence[int]) -> Iterator[str]:
        """Tell what is left to groups from which nothing follows: many of a rule at once."""
        for some in self.words.by_rule(items):
            if len(some) <= FEW:
                for item in some:
                    open_options = self._left(item)
                    are = "is" if len(open_options) == 1 else "are"
                    yield f"{self.words.group(item)}: {self._name(open_options)} {are} left"
                continue
            sizes = [self._left(item) for item in some]
            low, high = min(map(len, sizes)), max(map(len, sizes))
            left = f"{low} to {high}" if low < high else str(low)
            yield f"{self.words.rule(some)}: {left} choices are left in each"

    def _left(self, item: int) -> list[int]:
        return [option for option in self._colors[item] if option not in self.out]

    def _name(self, options: Sequence[int]) -> str:
        """Name the options, those that are given as such."""
        if len(options) > FEW:
            return f"{len(options)} choices"
        given = self.explanation.givens
        names = [("given " if o in given else "") + self.words.option(o) for o in options]
        return " and ".join(names) or "nothing"


def _rows_among(options: Sequence[int]) -> Chosen:
    """Return what gives the rows of a table that are among some options."""
    return lambda table: [o - table.offset for o in options if 0 <= o - table.offset < len(table)]


@dataclass(frozen=True)
class Explanation(Finding):
    """Why a puzzle has no solution, or why a choice is forced or impossible.

    `str()` describes it in the puzzle's words, `to_dict()` as JSON can hold it; `Finding` lists its
    fields.
    """

    def __str__(self) -> str:
        return tell(self)

    def _page(self) -> Page:

        return explanation_page(self)

    def _repr_html_(self) -> str | None:
        return self._page().html

    def _repr_svg_(self) -> str | None:
        return self._page().svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self._page().bundle(include, exclude)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON can hold it: choices and groups by name."""
        problem = self.problem
        matrix = problem if isinstance(problem, ExactCover) else problem.matrix
        return {
            "verdict": str(self.verdict),
            "choice": None if self.choice is None else self._name(self.choice),
            "groups": [str(group) for group in self.groups],
            "givens": [self._name(option) for option in self.givens],
            "forbidden": [self._name(option) for option in self.forbidden],
            "conditions": [matrix.conditions[number].name for number in self.conditions],
            "irreducible": self.irreducible,
            "smallest": self.smallest,
            "confirmed": self.confirmed,
            "evidence": self.evidence.to_dict(),
            "statements": [
                _as_dict(statement)
                | {
                    "choices": [self._name(option) for option in statement.options],
                    "groups": [str(matrix.items[item]) for item in statement.items],
                }
                for statement in self.statements
            ],
            "relaxation": self._relaxed(),
            "text": str(self),
            "answers": [
                answer.to_dict() if isinstance(answer, Answer) else {"options": list(answer)}
                for answer in self.answers
            ],
        }

    def _relaxed(self) -> dict[str, Any] | None:
        relaxation, problem = self.relaxation, self.problem
        if relaxation is None:
            return None
        answer: dict[str, Any] | None = None
        if relaxation.options is not None:
            answer = {"options": list(relaxation.options)}
            if isinstance(problem, Puzzle):
                answer = problem.read(relaxation.options).to_dict()
        return {
            "statements": [_as_dict(statement) for statement in relaxation.statements],
            "of_statements": relaxation.total,
            "least": relaxation.least,
            "bound": relaxation.bound,
            "evidence": str(relaxation.evidence),
            "answer": answer,
        }

    def _name(self, option: int) -> str:
        problem = self.problem
        if isinstance(problem, ExactCover):
            return problem.option_name(option)
        return problem.describe(option)


def _as_dict(statement: Statement) -> dict[str, Any]:
    return {"kind": str(statement.kind), "text": statement.text, "source": statement.source}


# ---- The explanation in notebooks: words and picture ---------------------------------------------
#
# The cells of givens that clash are red; those of the groups that they meet in are shaded. So is
# the cell of a choice that was asked about.


MOST_ROWS = 100_000  # of a puzzle's tables; of more nothing is drawn


def explanation_page(explanation: Finding) -> Page:
    """Return the page of an explanation."""
    from ...models.picture.notebook import shown

    return shown(explanation, lambda: _page(explanation))


def _page(explanation: Finding) -> Page:
    from ...models.picture.labels import markup
    from ...models.picture.notebook import Page, drawn_small, figure

    text = tell(explanation)
    heading, *lines = text.split("\n")
    items = "".join(f"<li>{markup(line.strip())}</li>" for line in lines)
    html = f"<p><b>{markup(heading)}</b></p>" + (f"<ul>{items}</ul>" if items else "")
    picture = explanation_picture(explanation)
    drawn = None if picture is None else drawn_small(picture)
    if drawn is not None:
        html = figure(drawn, "") + html
    return Page(f"<div>{html}</div>", drawn, text)


def explanation_picture(explanation: Finding) -> Picture | None:
    """Return the puzzle's picture with the clashing cells marked; None of a matrix, or if huge."""
    from ...models.picture.painters.painting import picture_of, places_of
    from ...models.picture.picture import Cell

    puzzle = explanation.problem
    if not isinstance(puzzle, Puzzle) or sum(map(len, puzzle.tables)) > MOST_ROWS:
        return None
    if not explanation.items and not explanation.givens and explanation.witnesses:
        return picture_of(puzzle, Answer(puzzle, explanation.witnesses[0]))
    picture, places = picture_of(puzzle), places_of(puzzle)
    choices = () if explanation.choice is None else (explanation.choice,)
    red = _cells(map(places, (*explanation.givens, *choices)))
    pale = _cells(map(places, (*_options_in(puzzle, explanation.items), *explanation.forbidden)))
    marks = [Cell(cell, "clash") for cell in red]
    marks += [Cell(cell, "touched") for cell in pale if cell not in red]
    caption = f"cells that clash: {len(red)}, cells of groups: {len(pale)}"
    return replace(picture, shapes=(*picture.shapes, *marks), description=caption)


def _cells(several: Iterable[tuple[Place, ...]]) -> dict[Place, None]:
    return dict.fromkeys(cell for places in several for cell in places)


def _options_in(puzzle: Puzzle, items: Sequence[int]) -> list[int]:
    """Return the options that are in one of the items, ascending."""
    matrix = puzzle.matrix
    wanted = np.isin(matrix.members, np.asarray(items, np.int64))
    owners = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    return list(map(int, np.unique(owners[wanted])))

"""A network of constraints over integer variables, and the puzzle that it becomes.

A variable is a group of choices, one a value, of which exactly one is made. A *form* is a sum of
functions, each of one variable, so that whatever is said of a single variable is a form. A
*literal* is a variable and some of its values. Constraints are collected as groups of choices:
`at most one` of them, `exactly one`, a sum of weights within bounds, or a word that an automaton
accepts. A further variable stands for a part of a constraint; the others determine its value, so
that it changes no count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TypeVar

from ...budget import spend
from ...errors import ModelError, excerpt
from ...puzzle import Puzzle
from ...rules.statements.automaton import Automaton
from ...tables.rows import Rows
from ...tables.table import Choices

__all__ = ["MOST_TUPLES", "MOST_VALUES", "Form", "Literal", "Network", "classes_of"]

MOST_VALUES = 20_000  # of a variable
MOST_TUPLES = 200_000  # that a constraint is expanded to
FEW_PAIRS = 2_500  # of two variables: their order is stated value by value
BIG = 1 << 31  # weights are smaller

Literal = tuple[str, frozenset[int]]  # the variable has one of these values
Row = tuple[str, int | str]  # of the table: a variable and a value, as it is shown
Shown = Mapping[str, Mapping[int, int | str]]  # the values of variables, as they are shown
T = TypeVar("T")


@dataclass(frozen=True)
class Form:
    """An integer and a sum of functions, each of one variable: its values and their weights."""

    terms: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    constant: int = 0

    def plus(self, other: Form, factor: int = 1) -> Form:
        """Return the form and `factor` times the other one."""
        terms = dict(self.terms)
        for name, weights in other.terms.items():
            mine = terms.get(name, {})
            terms[name] = {k: mine.get(k, 0) + factor * weight for k, weight in weights.items()}
        terms = {name: weights for name, weights in terms.items() if any(weights.values())}
        return Form(terms, self.constant + factor * other.constant)

    def times(self, factor: int) -> Form:
        """Return the form times an integer."""
        return Form().plus(self, factor)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value."""
        weights = [mine.values() for mine in self.terms.values()]
        return (
            self.constant + sum(map(min, weights)),
            self.constant + sum(map(max, weights)),
        )

    @property
    def key(self) -> Hashable:
        """What equal forms have in common."""
        terms = {name: tuple(weights.items()) for name, weights in self.terms.items()}
        return tuple(sorted(terms.items())), self.constant

    def single(self) -> tuple[str, dict[int, int]]:
        """Return the one variable of the form, and the value of the form for each of its values."""
        ((name, weights),) = self.terms.items()
        return name, {value: weight + self.constant for value, weight in weights.items()}


class Network:
    """Variables with their domains, and the groups of choices that constraints came to."""

    def __init__(self, name: str, most_choices: int) -> None:
        self.name, self.most_choices = name, most_choices
        self.domains: dict[str, list[int]] = {}
        self.symbols: dict[str, int] = {}  # the code of each symbol
        self.symbolic: set[str] = set()  # variables whose values are symbols
        self.combinations: dict[Hashable, list[tuple[int, ...]]] = {}  # by expression and domains
        self.tag = ""  # the constraint that is read: what its groups are named after
        self._tags: dict[str, int] = {}
        self._further: dict[Hashable, str] = {}  # variables that stand for something
        self._at_most: dict[str, list[Literal]] = {}
        self._exactly: dict[str, list[Literal]] = {}
        self._sums: dict[str, tuple[int | None, int | None, Form]] = {}
        self._words: dict[str, tuple[tuple[str, ...], Automaton]] = {}
        self._tasks: dict[str, dict[str, dict[int, tuple[int, int]]]] = {}  # starts and lengths
        self._cycles: list[dict[str, dict[int, tuple[int, int]]]] = []
        self._costs: Form | None = None
        self._sign = 1
        self._choices = 0
        self._singletons: dict[int, frozenset[int]] = {}

    # ---- Variables ------------------------------------------------------------------------

    def variable(self, name: str, values: Iterable[int]) -> str:
        """Add a variable."""
        if name in self.domains:
            raise ModelError(f"variable {excerpt(name)} twice, expected another name")
        self.domains[name] = sorted(set(values))
        size = len(self.domains[name])
        if size > MOST_VALUES:
            raise ModelError(f"{excerpt(name)} has {size} values, expected {MOST_VALUES} at most")
        self._choices += size
        if self._choices > self.most_choices:
            fault = f"variables with more than {self.most_choices} values in all"
            raise ModelError(f"{fault}, expected fewer")
        spend(keys=size)
        return name

    def further(self, key: Hashable, values: Callable[[], Iterable[int]]) -> tuple[str, bool]:
        """Return (the variable that stands for `key`, whether it is new)."""
        if key in self._further:
            return self._further[key], False
        name = self.variable(f"#{len(self._further) + 1}", values())
        self._further[key] = name
        return name, True

    def form_of(self, name: str) -> Form:
        """Return the value of a variable."""
        return Form({name: {value: value for value in self.domains[name]}})

    def truth(self, literal: Literal) -> Form:
        """Return 1 where a literal holds and 0 elsewhere."""
        name, values = literal
        return Form({name: {value: int(value in values) for value in self.domains[name]}})

    def inverse(self, literal: Literal) -> Literal:
        """Return what holds where a literal does not."""
        return literal[0], frozenset(self.domains[literal[0]]) - literal[1]

    def restrict(self, name: str, allowed: Callable[[int], bool]) -> None:
        """Remove values of a variable."""
        self.domains[name] = [value for value in self.domains[name] if allowed(value)]

    def current(self, form: Form) -> Form:
        """Return a form without values that were removed since."""
        terms: dict[str, dict[int, int]] = {}
        constant = form.constant
        for name, weights in form.terms.items():
            mine = {value: weights[value] for value in self.domains[name]}
            distinct = set(mine.values())
            if len(distinct) > 1:
                terms[name] = mine
            else:
                constant += distinct.pop() if distinct else 0
        return Form(terms, constant)

    def impossible(self) -> None:
        """Record that there is no solution."""
        self._sums[self._label()] = (1, 1, Form())

    # ---- Groups of choices ----------------------------------------------------------------

    def _label(self) -> str:
        count = self._tags[self.tag] = self._tags.get(self.tag, 0) + 1
        return self.tag if count == 1 else f"{self.tag}.{count}"

    def at_most_one(self, literals: Sequence[Literal], *, exactly: bool = False) -> None:
        """Demand that at most one of the literals holds."""
        spend(keys=sum(len(values) for _, values in literals))
        groups = self._exactly if exactly else self._at_most
        groups[self._label()] = list(literals)

    def no_overlap(self, tasks: Sequence[tuple[str, Mapping[int, int], int]]) -> None:
        """Demand that no two tasks run at a time: variable, start by value, and length of each."""
        begins = sorted({start for _, starts, _ in tasks for start in starts.values()})
        running = (
            bisect_left(begins, start + length) - bisect_left(begins, start)
            for _, starts, length in tasks
            for start in starts.values()
        )
        spend(keys=sum(running))
        self._tasks[self._label()] = {
            name: {value: (start, length) for value, start in starts.items()}
            for name, starts, length in tasks
        }

    def clause(self, literals: Iterable[Literal]) -> None:
        """Demand that at least one of the literals holds."""
        by_name: dict[str, set[int]] = {}
        for name, allowed in literals:
            by_name.setdefault(name, set()).update(allowed)
        merged: list[Literal] = []
        for name, values in by_name.items():
            allowed = frozenset(values).intersection(self.domains[name])
            if len(allowed) == len(self.domains[name]):
                return
            if allowed:
                merged.append((name, allowed))
        if not merged:
            self.impossible()
        elif len(merged) == 1:
            self.restrict(merged[0][0], merged[0][1].__contains__)
        elif len(merged) == 2:
            self.at_most_one([self.inverse(literal) for literal in merged])
        else:
            total = Form()
            for literal in merged:
                total = total.plus(self.truth(literal))
            self._sum(1, None, total)

    def implies(self, left: Literal, right: Literal) -> None:
        """Demand that the right literal holds where the left one does."""
        self.clause([self.inverse(left), right])

    def _sum(self, low: int | None, high: int | None, form: Form) -> None:
        largest = max((abs(k) for mine in form.terms.values() for k in mine.values()), default=0)
        if largest >= BIG:
            raise ModelError(f"a weight of {largest}, expected less than 2^31")
        spend(keys=sum(len(mine) for mine in form.terms.values()))
        constant = form.constant
        self._sums[self._label()] = (
            None if low is None else low - constant,
            None if high is None else high - constant,
            form,
        )

    def word(self, names: Sequence[str], automaton: Automaton) -> None:
        """Demand that an automaton accepts the values of variables."""
        line: list[str] = []
        for name in names:
            twin, twins = name, 1
            while twin in line:
                twins += 1
                twin, is_new = self.further(("twin", name, twins), lambda: self.domains[name])  # noqa: B023
                if is_new:
                    self.compare(self.form_of(name).plus(self.form_of(twin), -1), "eq", 0)
            line.append(twin)
        self._words[self._label()] = tuple(line), automaton

    def cycle(self, arcs: dict[str, dict[int, tuple[int, int]]]) -> None:
        """Demand that the arcs are one directed cycle; by variable and value."""
        self._cycles.append(arcs)

    def optimize(self, form: Form, *, maximize: bool) -> None:
        """State the objective."""
        self._costs, self._sign = form, -1 if maximize else 1

    # ---- Sums -----------------------------------------------------------------------------

    def compare(self, form: Form, relation: str, number: int) -> None:
        """Demand that a form is so to a number: lt, le, ge, gt, eq or ne."""
        if relation in ("lt", "gt"):
            number += -1 if relation == "lt" else 1
            relation = "le" if relation == "lt" else "ge"
        if relation == "ge":
            form, relation, number = form.times(-1), "le", -number
        form = self.current(form)
        low, high = form.bounds
        if relation == "ne":
            self.forbid_value(form, number)
        elif (relation == "le" and low > number) or (
            relation == "eq" and not low <= number <= high
        ):
            self.impossible()
        elif relation == "le" and high <= number:
            pass
        elif len(form.terms) <= 1:
            self.among(form, [number] if relation == "eq" else range(low, number + 1))
        elif len(form.terms) == 2 and self._few_pairs(form):
            self._compare_two(form, relation, number)
        else:
            self._sum(number if relation == "eq" else None, number, form)

    def _few_pairs(self, form: Form) -> bool:
        return prod(len(set(weights.values())) for weights in form.terms.values()) <= FEW_PAIRS

    def _compare_two(self, form: Form, relation: str, number: int) -> None:
        """Compare a sum of two functions value by value."""
        (left, mine), (right, others) = (
            (name, classes_of(weights)) for name, weights in form.terms.items()
        )
        bound = number - form.constant
        if relation == "eq":
            for value in {*mine, *(bound - other for other in others)}:
                here = left, mine.get(value, frozenset())
                there = right, others.get(bound - value, frozenset())
                self.implies(here, there)
                self.implies(there, here)
            return
        for value in sorted(mine):
            # No value of the left one from this on with those that exceed the bound with it.
            large = frozenset().union(*(values for k, values in mine.items() if k >= value))
            excess = [values for k, values in others.items() if k + value > bound]
            if excess:
                self.at_most_one([(left, large), (right, frozenset().union(*excess))])

    def forbid_value(self, form: Form, number: int) -> None:
        """Demand that a form has not this value."""
        form = self.current(form)
        low, high = form.bounds
        if not low <= number <= high:
            return
        if len(form.terms) > 2:
            form = self.form_of(self.as_variable(form))
        if len(form.terms) < 2:
            self.among(form, [value for value in range(low, high + 1) if value != number])
            return
        (left, mine), (right, others) = (
            (name, classes_of(weights)) for name, weights in form.terms.items()
        )
        for value, values in mine.items():
            other = others.get(number - form.constant - value)
            if other:
                self.at_most_one([(left, values), (right, other)])

    def among(self, form: Form, numbers: Collection[int]) -> None:
        """Demand that the value of a form is one of these numbers."""
        form = self.current(form)
        if not form.terms:
            if form.constant not in numbers:
                self.impossible()
        elif len(form.terms) == 1:
            name, weights = form.single()
            self.restrict(name, lambda value: weights[value] in numbers)
        elif isinstance(numbers, range):
            if numbers:
                self.compare(form, "ge", numbers[0])
                self.compare(form, "le", numbers[-1])
            else:
                self.impossible()
        else:
            self.restrict(self.as_variable(form), frozenset(numbers).__contains__)

    def as_variable(self, form: Form) -> str:
        """Return a variable that has the value of a form of one variable or several."""
        form = self.current(form)
        if len(form.terms) == 1:
            name, values = form.single()
            if all(value == weight for value, weight in values.items()):
                return name
        name, is_new = self.further(form.key, lambda: self._values(form))
        if is_new:
            self.compare(form.plus(self.form_of(name), -1), "eq", 0)
        return name

    def as_single(self, form: Form) -> Form:
        """Return a form of one variable at most that has the same value."""
        form = self.current(form)
        return form if len(form.terms) < 2 else self.form_of(self.as_variable(form))

    def _values(self, form: Form) -> Collection[int]:
        """Return the values that a form may have, and perhaps others."""
        values = {form.constant}
        low, high = form.bounds
        for weights in form.terms.values():
            steps = set(weights.values())
            if len(values) * len(steps) > MOST_TUPLES:
                values = set()
                break
            values = {value + step for value in values for step in steps}
        if not values:
            if high - low >= MOST_VALUES:
                fault = f"a sum with values from {low} to {high}"
                raise ModelError(f"{fault}, expected {MOST_VALUES} values at most")
            return range(low, high + 1)
        return values

    def holds(self, form: Form, relation: str, number: int) -> Form:
        """Return 1 where a form is so to a number and 0 elsewhere: lt, le, ge, gt, eq or ne."""
        if relation in ("ge", "gt", "ne"):
            other = {"ge": "lt", "gt": "le", "ne": "eq"}[relation]
            return Form({}, 1).plus(self.holds(form, other, number), -1)
        if relation == "lt":
            relation, number = "le", number - 1
        form = self.current(form)
        low, high = form.bounds
        if relation == "le" and not low <= number < high:
            return Form({}, int(high <= number))
        if relation == "eq" and not low <= number <= high:
            return Form()
        if len(form.terms) < 2:
            name, weights = form.single() if form.terms else ("", {})
            if not form.terms:
                return Form({}, 1)
            values = [
                value
                for value, weight in weights.items()
                if (weight == number if relation == "eq" else weight <= number)
            ]
            return self.truth((name, frozenset(values)))
        if relation == "eq" or high - low < FEW_PAIRS:
            value = self.form_of(self.as_variable(form))
            return self.holds(value, relation, number)
        name, is_new = self.further((form.key, number), lambda: (0, 1))
        truth = self.form_of(name)
        if is_new:
            # 1: the form is at most the number; 0: it is larger.
            self._sum(None, high, form.plus(truth, high - number))
            self._sum(number + 1, None, form.plus(truth, number + 1 - low))
        return truth

    def literal(self, form: Form) -> Literal | bool:
        """Return the literal that holds where a form is not 0; or whether it always is."""
        form = self.current(form)
        if not form.terms:
            return form.constant != 0
        name, weights = self.as_single(form).single()
        return name, frozenset(value for value, weight in weights.items() if weight)

    # ---- Tables ---------------------------------------------------------------------------

    def table(
        self,
        names: Sequence[str],
        tuples: Iterable[Sequence[Collection[int] | int | None]],
        *,
        allowed: bool = True,
    ) -> None:
        """Demand that the values of variables are one of some tuples; or none of them.

        tuples  of values, collections of values, and None for any value
        """  # fmt: skip
        scope = list(dict.fromkeys(names))
        domains = {name: frozenset(self.domains[name]) for name in scope}
        rows = (self._row(names, entry, domains) for entry in tuples)
        distinct = dict.fromkeys(row for row in rows if row is not None)
        if len(distinct) > MOST_TUPLES:
            raise ModelError(f"{len(distinct)} tuples, expected {MOST_TUPLES} at most")
        if not distinct and allowed:
            self.impossible()
        elif len(scope) == 1:
            values = frozenset().union(*(entry[0] for entry in distinct))
            self.restrict(scope[0], lambda value: (value in values) == allowed)
        elif not allowed and len(distinct) * len(scope) <= MOST_TUPLES:
            for entry in distinct:
                self.clause(map(self.inverse, zip(scope, entry, strict=True)))
        elif len(scope) > 2 or not self._as_conflicts(scope, list(distinct)):
            self.word(scope, self._automaton(scope, list(distinct), allowed))

    def _row(
        self,
        names: Sequence[str],
        entry: Sequence[Collection[int] | int | None],
        domains: Mapping[str, frozenset[int]],
    ) -> tuple[frozenset[int], ...] | None:
        """Return the values that a tuple leaves each variable; None if it leaves one without."""
        spend(looks=len(names))
        row: dict[str, frozenset[int]] = {}
        for name, value in zip(names, entry, strict=True):
            domain = row.get(name) or domains[name]
            if isinstance(value, int):
                if value not in domain:
                    return None
                row[name] = self._singletons.setdefault(value, frozenset((value,)))
            else:
                row[name] = domain if value is None else domain.intersection(value)
                if not row[name]:
                    return None
        return tuple(row.values())

    def _as_conflicts(
        self, scope: Sequence[str], tuples: Sequence[tuple[frozenset[int], ...]]
    ) -> bool:
        """State the values that two variables may have by those that they may not, if few."""
        left, right = scope
        partners: dict[int, set[int]] = {value: set() for value in self.domains[left]}
        for values, allowed in tuples:
            for value in values:
                partners[value] |= allowed
        others = frozenset(self.domains[right])
        if sum(len(others) - len(mine) for mine in partners.values()) > FEW_PAIRS:
            return False
        together: dict[frozenset[int], set[int]] = {}
        for value, mine in partners.items():
            together.setdefault(frozenset(mine), set()).add(value)
        for partner, alike in together.items():
            self.implies((left, frozenset(alike)), (right, partner))
        return True

    def _automaton(
        self, scope: Sequence[str], tuples: Sequence[tuple[frozenset[int], ...]], allowed: bool
    ) -> Automaton:
        """Return the automaton that reads the values and follows the tuples that fit so far."""
        steps: list[tuple[Hashable, int, Hashable]] = []
        start: Hashable = (0, frozenset(tuples))
        layer: set[Hashable] = {start}
        for place, name in enumerate(scope):
            following: set[Hashable] = set()
            for state in layer:
                fitting: frozenset[tuple[frozenset[int], ...]] = state[1]  # type: ignore[index]
                by_value: dict[int, set[tuple[frozenset[int], ...]]] = {}
                spend(looks=len(fitting))
                for entry in fitting:
                    for value in entry[0]:
                        by_value.setdefault(value, set()).add(entry[1:])
                for value in self.domains[name]:
                    rest = frozenset(by_value.get(value, ()))
                    if rest or not allowed:
                        other = (place + 1, rest)
                        steps.append((state, value, other))
                        following.add(other)
                if len(steps) > MOST_TUPLES:
                    raise ModelError(
                        f"tuples of more than {MOST_TUPLES} different beginnings, expected fewer"
                    )
            layer = following
        # A conflict that fits to the end has left the empty tuple.
        ends = [state for state in layer if bool(state[1]) == allowed]  # type: ignore[index]
        numbers = {state: k for k, state in enumerate({start, *(step[2] for step in steps)})}
        return Automaton(
            [(numbers[a], value, numbers[b]) for a, value, b in steps],
            numbers[start],
            [numbers[end] for end in ends],
            text="be one of the tuples" if allowed else "be none of the tuples",
        )

    def product(self, names: Sequence[str]) -> Iterable[tuple[int, ...]]:
        """Return all values of variables together. Raises ModelError if they are too many."""
        size = prod(len(self.domains[name]) for name in names)
        if size > MOST_TUPLES:
            listed = excerpt(", ".join(names))
            fault = f"{size} combinations of the values of {listed}"
            raise ModelError(f"{fault}, expected {MOST_TUPLES} at most")
        spend(looks=size)
        return product(*(self.domains[name] for name in names))

    # ---- The puzzle -----------------------------------------------------------------------

    def puzzle(self) -> Puzzle:
        """Return the puzzle: a table with a row for each value of each variable."""
        puzzle = Puzzle(self.name)
        symbols = {code: symbol for symbol, code in self.symbols.items()}
        shown: Shown = {
            name: {k: symbols[k] if name in self.symbolic else k for k in values}
            for name, values in self.domains.items()
        }
        rows = [(name, value) for name in shown for value in shown[name].values()]
        table = puzzle.choices("variable", Rows(("name", "value"), rows))
        puzzle.exactly_one(table, by="name", over=list(self.domains), name="value")
        if self._at_most:
            keys = _keys_of(self._at_most, shown)
            puzzle.at_most_one(table, covering=keys, name="at_most_one")
        if self._exactly:
            keys = _keys_of(self._exactly, shown)
            puzzle.exactly_one(table, covering=keys, over=list(self._exactly), name="exactly_one")
        if self._sums:
            self._state_sums(puzzle, table, shown)
        # A variable without values has no place on a line; it leaves no solution anyway.
        words = {label: word for label, word in self._words.items() if all(map(shown.get, word[0]))}
        if words:
            puzzle.regular(
                {label: self._readable(*word) for label, word in words.items()},
                table,
                along="name",
                lines={label: names for label, (names, _) in words.items()},
                value="value",
                name="word",
            )
        for label, tasks in self._tasks.items():
            span = _by_row(tasks, shown)
            puzzle.no_overlap(
                table,
                along=lambda name, value, span=span: span.get((name, value), (0, 0))[0],
                length=lambda name, value, span=span: span.get((name, value), (0, 0))[1],
                name=label,
            )
        for arcs in self._cycles:
            arc_of = _by_row(arcs, shown)
            puzzle.one_cycle(table, by=lambda name, value, arc_of=arc_of: arc_of.get((name, value)))
        if self._costs is not None:
            self._state_objective(puzzle, table, shown)
        return puzzle

    def _state_sums(self, puzzle: Puzzle, table: Choices, shown: Shown) -> None:
        weights_of: dict[Row, dict[str, int]] = {}
        for label, (_, _, form) in self._sums.items():
            for row, weight in _by_row(form.terms, shown).items():
                if weight:
                    weights_of.setdefault(row, {})[label] = weight
        puzzle.between(
            {label: low for label, (low, _, _) in self._sums.items()},
            {label: high for label, (_, high, _) in self._sums.items()},
            table,
            covering=lambda name, value: weights_of.get((name, value), {}),
            name="sum",
        )

    def _readable(self, names: Sequence[str], automaton: Automaton) -> Automaton:
        """Return an automaton over the values that the table shows."""
        if not self.symbolic.intersection(names):
            return automaton
        symbols: dict[Hashable, str] = {code: symbol for symbol, code in self.symbols.items()}
        steps = [(a, symbols.get(value, value), b) for a, value, b in automaton.transitions]
        return Automaton(steps, automaton.start, automaton.accepting, text=automaton.text)

    def _state_objective(self, puzzle: Puzzle, table: Choices, shown: Shown) -> None:
        """State the objective. Its constant is counted with the values of one variable."""
        assert self._costs is not None
        costs = _by_row(self._costs.terms, shown)
        if self._costs.constant:
            first = next(iter(self.domains))
            for value in shown[first].values():
                costs[first, value] = costs.get((first, value), 0) + self._costs.constant
        state = puzzle.minimize if self._sign > 0 else puzzle.maximize
        state(table, lambda name, value: costs.get((name, value), 0))


def _by_row(by_name: Mapping[str, Mapping[int, T]], shown: Shown) -> dict[Row, T]:
    """Return what is said of the values of variables by the rows of the table."""
    return {
        (name, shown[name][value]): said
        for name, by_value in by_name.items()
        for value, said in by_value.items()
        if value in shown[name]
    }


def _keys_of(
    groups: Mapping[str, Sequence[Literal]], shown: Shown
) -> Callable[[str, int | str], Collection[str]]:
    """Return the function from a row to the groups that it is in."""
    by_row: dict[Row, list[str]] = {}
    for label, literals in groups.items():
        for name, values in literals:
            for value in values:
                if value in shown[name]:
                    by_row.setdefault((name, shown[name][value]), []).append(label)
    return lambda name, value: by_row.get((name, value), ())


def classes_of(weights: Mapping[int, int]) -> dict[int, frozenset[int]]:
    """Return the values of each weight."""
    classes: dict[int, set[int]] = {}
    for value, weight in weights.items():
        classes.setdefault(weight, set()).add(value)
    return {weight: frozenset(values) for weight, values in classes.items()}

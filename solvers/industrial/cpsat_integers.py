"""Integer variables for CP-SAT, in place of one-hot groups of Booleans in weighted sums.

A quantity of a puzzle, such as the load of a nurse or the start of a task, is a group of options of
which one is chosen, and weighted sums add up its values. CP-SAT does not see a number in such a
group: a roster that it proves in .05 s with two integer variables takes it 14 s with their values
as Booleans. So each group of a weighted sum becomes an integer variable, which is tied to the
Booleans by `x <=> v == w` (the direct encoding of CP: T. Walsh, "SAT v CSP", CP 2000); rows and
the objective sum these variables. Each solution has one value of each integer variable, so that
enumerations count the same. Where nothing else needs the Booleans of a group, such as the starts of
tasks, they are left out: with 2,464 of them a job shop of 36 tasks took eight times as long.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["Group", "IntegerVariables", "LinearTerms", "Number", "add_linear", "intervals"]

FEWEST = 3  # values of a group that becomes an integer variable
LARGE = 1 << 40  # no value of an integer variable reaches it


class LinearTerms(NamedTuple):
    """The sum of coefficients[k] * variables[k], plus a constant."""

    variables: list[int]
    coefficients: list[int]
    constant: int

    def write(self, expression: Any) -> None:
        """Write the sum into a linear expression of CP-SAT, or into its objective."""
        expression.vars.extend(self.variables)
        expression.coeffs.extend(self.coefficients)
        expression.offset = self.constant

    def total(self, values: Sequence[int]) -> int:
        """Return the sum for these values of all variables."""
        pairs = zip(self.variables, self.coefficients, strict=True)
        return self.constant + sum(factor * int(values[variable]) for variable, factor in pairs)


def add_linear(
    model: CpModelProto, variables: Sequence[int], weights: Sequence[int], low: int, high: int
) -> None:
    """Add that a weighted sum of variables lies between two bounds."""
    linear = model.constraints.add().linear
    linear.vars.extend(variables)
    linear.coeffs.extend(weights)
    linear.domain.extend((low, high))


class Number(NamedTuple):
    """A group of which one is chosen, as a number.

    terms   the number
    values  the number that each Boolean stands for
    place   the number of the sum that says that one is chosen
    """

    terms: LinearTerms
    values: dict[int, int]
    place: int


class Group(NamedTuple):
    """Variables of which one is chosen, or at most one if `optional`.

    place  the number of the sum that says so
    """

    variables: Sequence[int]
    optional: bool
    place: int


class IntegerVariables:
    """The integer variables of a model, made as weighted sums ask for them.

    groups  the groups that may become integer variables
    """

    def __init__(self, model: CpModelProto, sums: Sequence[tuple[list[int], int, int]]) -> None:
        self._model = model
        self.groups = [
            Group(variables, low == 0, place)
            for place, (variables, low, high) in enumerate(sums)
            if high == 1 and len(variables) >= FEWEST
        ]
        self._rows = Counter(variable for variables, _, _ in sums for variable in variables)
        self._groups_of: dict[int, list[int]] = {}
        for number, group in enumerate(self.groups):
            for variable in group.variables:
                self._groups_of.setdefault(variable, []).append(number)
        # By group and (Boolean, value) pairs; where none of these is chosen the value is 0.
        self._made: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._forms: dict[int, tuple[int, int]] = {}  # by group: the first step and offset
        self._kept: set[int] = set()  # the Booleans that a constraint needs
        self._replaced: dict[int, dict[int, int]] = {}  # by integer variable: Boolean of a value
        self._derived: list[int] = []  # Booleans that are fixed at 0, too
        self._readers: list[Callable[[Sequence[int]], Iterable[int]]] = []

    def hinted(self, values: Sequence[int]) -> dict[int, int]:
        """Return the values of the Booleans, and those that the integer variables have then."""
        hint = dict(enumerate(values))
        for (_, pairs), variable in self._made.items():
            hint[variable] = sum(value for boolean, value in pairs if values[boolean])
        for booleans in [*(values.values() for values in self._replaced.values()), self._derived]:
            hint.update(dict.fromkeys(booleans, 0))
        return hint

    def keep(self, booleans: Iterable[int]) -> None:
        """Note that a constraint needs these Booleans."""
        self._kept.update(booleans)

    def are_free(self, booleans: Iterable[int]) -> bool:
        """Whether nothing but the sums of the rows names these Booleans."""
        summed = {boolean for _, pairs in self._made for boolean, _ in pairs}
        return self._kept.isdisjoint(booleans) and summed.isdisjoint(booleans)

    def derive(
        self, booleans: Iterable[int], read: Callable[[Sequence[int]], Iterable[int]]
    ) -> None:
        """Fix Booleans at 0 of which `read` returns the chosen ones, given all values."""
        for boolean in booleans:
            self._model.variables[boolean].domain[1] = 0
            self._derived.append(boolean)
        self._readers.append(read)

    def replace(self) -> list[int]:
        """Replace the Booleans of groups by integer variables; return the numbers of their sums.

        That is where one integer variable, whose values tell the Booleans apart, is all that a
        model asks of a group: they are fixed at 0, and `chosen` reads them off the value.
        """
        replaced = []
        for number, variable, values in self._alone():
            group = self.groups[number]
            if not any(self._rows[boolean] > 1 for boolean in values.values()):
                self._replaced[variable] = values
                for boolean in values.values():
                    self._model.variables[boolean].domain[1] = 0
                replaced.append(group.place)
        return replaced

    def numbers(self) -> dict[int, Number]:
        """Return the groups, by number, that one integer variable tells all of, as numbers."""
        found = {}
        for number, variable, values in self._alone():
            group, (step, offset) = self.groups[number], self._forms[number]
            if not group.optional:
                of = {boolean: step * value + offset for value, boolean in values.items()}
                found[number] = Number(LinearTerms([variable], [step], offset), of, group.place)
        return found

    def drop_rows(self, rows: Iterable[Sequence[int]]) -> None:
        """Note that another constraint says these rows."""
        self._rows.subtract(chain.from_iterable(rows))

    def _alone(self) -> Iterator[tuple[int, int, dict[int, int]]]:
        """Yield (group, integer variable, Boolean by value) where sums ask for no more of a group.

        These are the groups of one integer variable, whose values tell its Booleans apart.
        """
        times = Counter(number for number, _ in self._made)
        for (number, pairs), variable in self._made.items():
            group, values = self.groups[number], {value: boolean for boolean, value in pairs}
            if (
                times[number] == 1
                and len(values) == len(group.variables)
                and not (group.optional and 0 in values)
                and self._kept.isdisjoint(values.values())
            ):
                yield number, variable, values

    def tie(self) -> None:
        """Add that each integer variable has a value if and only if a Boolean of it is chosen."""
        for (number, pairs), variable in self._made.items():
            if variable not in self._replaced:
                self._tie(pairs, variable, optional=self.groups[number].optional)

    def chosen(self, values: Sequence[int]) -> list[int]:
        """Return the Booleans, of those fixed at 0, that follow from the values of variables."""
        read = [
            booleans[value]
            for variable, booleans in self._replaced.items()
            if (value := int(values[variable])) in booleans
        ]
        return read + [boolean for reader in self._readers for boolean in reader(values)]

    def linear(
        self, variables: Iterable[int], weights: Iterable[int], *, new: bool = True
    ) -> LinearTerms:
        """Return a weighted sum of Booleans with integer variables in place of its groups.

        A group is replaced if all of its variables are in the sum (of one that must be chosen, all
        but one), with three values or more, none of them huge. Groups that must be chosen come
        first, larger ones before smaller ones.

        new  whether integer variables are made; else a group that has none stays
        """
        left = dict(zip(variables, weights, strict=True))
        numbers = {number for variable in left for number in self._groups_of.get(variable, ())}
        terms: dict[int, int] = {}
        constant = 0
        for number in sorted(numbers, key=self._order):
            group = self.groups[number]
            there = [variable for variable in group.variables if variable in left]
            if len(there) < len(group.variables) - (not group.optional):
                continue
            own = {variable: left.get(variable, 0) for variable in group.variables}
            if len({*own.values(), *([0] if group.optional else [])}) < FEWEST:
                continue  # a clause or a Boolean says as much
            if max(map(abs, own.values())) > LARGE // 4:
                continue
            if group.optional and min(own.values()) < 0 < max(own.values()):
                continue
            # A sum that subtracts a quantity, or adds it with an offset, shares its variable.
            sign = -1 if sum(weight < 0 for weight in own.values()) > len(own) // 2 else 1
            sizes = {variable: sign * weight for variable, weight in own.items()}
            least = min(sizes.values())
            step = math.gcd(*(size - least for size in sizes.values()))
            offset = least - step if group.optional else least
            values = tuple(sorted((k, (size - offset) // step) for k, size in sizes.items()))
            if not new and (number, values) not in self._made:
                continue
            integer = self._variable(number, values)
            self._forms.setdefault(number, (step, offset))
            terms[integer] = terms.get(integer, 0) + sign * step
            for variable in there:
                del left[variable]
            if not group.optional:
                constant += sign * offset
            elif offset:
                left.update(dict.fromkeys(group.variables, sign * offset))
        self.keep(left)
        left.update(terms)
        return LinearTerms(list(left), list(left.values()), constant)

    def _order(self, number: int) -> tuple[bool, int, int]:
        group = self.groups[number]
        return group.optional, -len(group.variables), number

    def _variable(self, number: int, pairs: tuple[tuple[int, int], ...]) -> int:
        """Return the integer variable of a group for (Boolean, value) pairs, the least value 0."""
        key, values = (number, pairs), dict(pairs)
        if key in self._made:
            return self._made[key]
        variable = self._made[key] = len(self._model.variables)
        optional = self.groups[number].optional
        domain = sorted({*values.values(), *([0] if optional else [])})
        self._model.variables.add().domain.extend(intervals(domain))
        return variable

    def _tie(self, pairs: tuple[tuple[int, int], ...], variable: int, *, optional: bool) -> None:
        by_value: dict[int, list[int]] = {}
        for boolean, value in pairs:
            by_value.setdefault(value, []).append(boolean)
        for value, booleans in by_value.items():
            for boolean in booleans:
                self._imply([boolean], variable, (value, value))
            if len(booleans) == 1 and (value or not optional):
                other = (-LARGE, value - 1, value + 1, LARGE)
                self._imply([-1 - booleans[0]], variable, other)
        if optional:
            self._imply([-1 - boolean for boolean, _ in pairs], variable, (0, 0))

    def _imply(self, literals: Sequence[int], variable: int, domain: Sequence[int]) -> None:
        """Add that the variable lies in the domain if all literals hold."""
        constraint = self._model.constraints.add()
        constraint.enforcement_literal.extend(literals)
        constraint.linear.vars.append(variable)
        constraint.linear.coeffs.append(1)
        constraint.linear.domain.extend(domain)


def intervals(values: Iterable[int]) -> list[int]:
    """Return the first and last value of each run of ascending values, as CP-SAT has domains."""
    ends: list[int] = []
    for value in values:
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += (value, value)
    return ends

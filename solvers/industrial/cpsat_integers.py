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

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...models.matrix.brief import spread

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = [
    "LARGE",
    "Group",
    "IntegerVariables",
    "LinearTerms",
    "Number",
    "add_implication",
    "add_linear",
    "add_variable",
    "intervals",
]

FEWEST = 3  # values of a group that becomes an integer variable
LARGE = 1 << 40  # no value of an integer variable reaches it
HUGE = LARGE // 4  # weights beyond it stay with their Booleans
Int64s = npt.NDArray[np.int64]


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

    def total(self, values: Int64s) -> int:
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


def add_implication(
    model: CpModelProto, literals: Sequence[int], variable: int, domain: Sequence[int]
) -> None:
    """Add that a variable lies in a domain if all literals hold."""
    constraint = model.constraints.add()
    constraint.enforcement_literal.extend(literals)
    constraint.linear.vars.append(variable)
    constraint.linear.coeffs.append(1)
    constraint.linear.domain.extend(domain)


def add_variable(model: CpModelProto, values: Iterable[int]) -> int:
    """Add an integer variable that has one of these values; return its number."""
    variable = len(model.variables)
    model.variables.add().domain.extend(intervals(np.unique(list(values))))
    return variable


class Number(NamedTuple):
    """A group of which one is chosen, as a number.

    terms   the number
    values  the number that each Boolean stands for
    place   the number of the sum that says that one is chosen
    stays   whether the Booleans stay: they are two, and the number is a multiple of one
    """

    terms: LinearTerms
    values: dict[int, int]
    place: int
    stays: bool


class Group(NamedTuple):
    """Variables of which one is chosen, or at most one if `optional`.

    place  the number of the sum that says so
    """

    variables: Int64s
    optional: bool
    place: int


class Made(NamedTuple):
    """An integer variable of a group, by number, and its value where each Boolean is chosen.

    differ  whether each value tells which Boolean is chosen, if any
    """

    group: int
    variable: int
    values: Int64s
    differ: bool


class Form(NamedTuple):
    """Weights of a group in a sum as sign * (step * values + offset), where one is chosen.

    values  of an integer variable for each Boolean, the least 0; `key` is the same as bytes
    domain  all values of the variable, as CP-SAT has domains
    differ  whether each value tells which Boolean is chosen, if any
    """

    sign: int
    step: int
    offset: int
    values: Int64s
    key: bytes
    domain: list[int]
    differ: bool


class IntegerVariables:
    """The integer variables of a model, made as weighted sums ask for them.

    count   how many Booleans there are: they come first among the variables
    groups  the groups that may become integer variables, and pairs of which one is chosen

    Booleans and integer variables are numbered here, and anew once they are written into the model
    (`write`), when it is known which Booleans are needed: `named` and `names` tell.
    """

    def __init__(self, count: int, sums: Sequence[tuple[list[int], int, int]]) -> None:
        ends = [*accumulate(len(variables) for variables, _, _ in sums)]
        flat = np.fromiter(chain.from_iterable(row[0] for row in sums), np.int64)
        self._count = count
        self.groups = [
            Group(flat[end - len(variables) : end], low == 0, place)
            for place, ((variables, low, high), end) in enumerate(zip(sums, ends, strict=True))
            if high == 1 and len(variables) >= (2 if low == 1 else FEWEST)
        ]
        self._rows = np.bincount(flat, minlength=count)
        # The groups of each Boolean: those at _first[k] to _first[k + 1].
        members = np.concatenate([np.zeros(0, np.int64), *(each.variables for each in self.groups)])
        numbers = np.repeat(np.arange(len(self.groups)), [len(g.variables) for g in self.groups])
        order = np.argsort(members, kind="stable")
        self._groups_of = numbers[order]
        self._first = np.searchsorted(members[order], np.arange(count + 1))
        # So many Booleans of a group must be in a sum.
        self._fewest = [len(group.variables) - (not group.optional) for group in self.groups]
        # By group and its values; where none of the Booleans is chosen the value is 0.
        self._made: dict[tuple[int, bytes], Made] = {}
        self._domains: list[list[int]] = []
        self._read: dict[tuple[bool, bytes], Form | None] = {}  # by `optional` and weights
        self._forms: dict[int, Form] = {}  # by group: the first one
        self._pairs: dict[int, list[int]] = {}  # by group of two: the first weights
        self._kept = np.zeros(count, bool)  # the Booleans that a constraint needs
        self._fixed = np.zeros(count, bool)  # those that the model leaves out
        self._booleans = np.arange(count)  # those that it has
        self._names = list(range(count))  # by variable here: the one of the model
        self._replaced: list[Made] = []  # those whose values tell their Booleans
        self._readers: list[Callable[[Int64s], list[int]]] = []  # of Booleans that are derived
        # The weights of a sum, by variable, and which variables are in it.
        self._weights, self._inside = np.zeros(count, np.int64), np.zeros(count, bool)

    def hinted(self, values: Sequence[int]) -> dict[int, int]:
        """Return the values of the Booleans, and those that the integer variables have then."""
        chosen = np.array(values, bool)
        hint = dict(enumerate(chosen[self._booleans].astype(int).tolist()))
        for made in self._made.values():
            own = chosen[self.groups[made.group].variables]
            hint[self._names[made.variable]] = int(made.values[own].sum())
        return hint

    def keep(self, booleans: Iterable[int]) -> None:
        """Note that a constraint needs these Booleans."""
        self._kept[np.fromiter(booleans, np.int64)] = True

    def are_free(self, booleans: Int64s) -> bool:
        """Whether nothing but the sums of the rows names these Booleans."""
        named = self._kept.copy()
        for made in self._made.values():
            named[self.groups[made.group].variables] = True
        return not named[booleans].any()

    def derive(self, booleans: Sequence[int] | Int64s, read: Callable[[Int64s], list[int]]) -> None:
        """Leave out Booleans of which `read` returns the chosen ones, given all values."""
        self._fixed[booleans] = True
        self._readers.append(read)

    def replace(self) -> list[int]:
        """Replace the Booleans of groups by integer variables; return the numbers of their sums.

        That is where one integer variable, whose values tell the Booleans apart, is all that a
        model asks of a group: they are left out, and `chosen` reads them off the value.
        """
        replaced = []
        for made in self._alone():
            group = self.groups[made.group]
            if self._rows[group.variables].max() <= 1:
                self._replaced.append(made)
                self._fixed[group.variables] = True
                replaced.append(group.place)
        return replaced

    def numbers(self) -> dict[int, Number]:
        """Return groups, by number, that one variable tells all of, as numbers.

        These are the ones whose Booleans are in other rows too.
        """
        found = {}
        for number, (low, high) in self._pairs.items():
            group = self.groups[number]
            if self._rows[group.variables].max() > 1:
                one, other = group.variables.tolist()
                terms = LinearTerms([other], [high - low], low)
                found[number] = Number(terms, {one: low, other: high}, group.place, stays=True)
        for made in self._alone():
            group, first = self.groups[made.group], self._forms[made.group]
            if not group.optional and self._rows[group.variables].max() > 1:
                amounts = (first.step * made.values + first.offset).tolist()
                of = dict(zip(group.variables.tolist(), amounts, strict=True))
                terms = LinearTerms([made.variable], [first.step], first.offset)
                found[made.group] = Number(terms, of, group.place, stays=False)
        return found

    def drop_rows(self, rows: Iterable[Sequence[int]]) -> None:
        """Note that another constraint says these rows."""
        booleans = np.fromiter(chain.from_iterable(rows), np.int64)
        self._rows = self._rows - np.bincount(booleans, minlength=self._count)

    def _alone(self) -> Iterator[Made]:
        """Yield the integer variables of groups of which sums ask for no more.

        These are the only ones of their group, and their values tell its Booleans apart.
        """
        times = Counter(number for number, _ in self._made)
        for made in self._made.values():
            group = self.groups[made.group]
            alone = times[made.group] == 1 and made.differ
            if alone and not self._kept[group.variables].any():
                yield made

    def write(self, model: CpModelProto) -> None:
        """Write the variables into a model that has none, without Booleans that are fixed."""
        kept = ~self._fixed
        self._booleans = np.flatnonzero(kept)
        size = len(self._booleans)
        of_booleans = np.where(kept, np.cumsum(kept) - 1, -1)
        self._names = [*of_booleans.tolist(), *range(size, size + len(self._domains))]
        _add_variables(model, size, (0, 1))
        for domain in self._domains:
            model.variables.add().domain.extend(domain)

    def named(self, terms: LinearTerms) -> LinearTerms:
        """Return a sum over the variables of the model; only once these are written."""
        names = self._names
        return terms._replace(variables=[names[variable] for variable in terms.variables])

    def names(self, booleans: Sequence[int]) -> Sequence[int]:
        """Return the variables of Booleans in the model; only once these are written."""
        if len(self._booleans) == self._count:
            return booleans
        names = self._names
        return [names[boolean] for boolean in booleans]

    def tie(self, model: CpModelProto) -> None:
        """Add that each integer variable has a value if and only if a Boolean of it is chosen."""
        replaced = {made.variable for made in self._replaced}
        for made in self._made.values():
            if made.variable not in replaced:
                self._tie(model, made)

    def chosen(self, values: Int64s) -> list[int]:
        """Return the Booleans that are chosen, by the values of the variables of the model."""
        read: list[int] = self._booleans[values[: len(self._booleans)] != 0].tolist()
        for made in self._replaced:
            own = self.groups[made.group].variables
            read += own[made.values == values[self._names[made.variable]]].tolist()
        for reader in self._readers:
            read += reader(values)
        return read

    def linear(
        self,
        variables: Sequence[int] | Int64s,
        weights: Sequence[int] | Int64s,
        *,
        new: bool = True,
    ) -> LinearTerms:
        """Return a weighted sum of Booleans with integer variables in place of its groups.

        A group is replaced if all of its variables are in the sum (of one that must be chosen, all
        but one), with three values or more, none of them huge. Groups that must be chosen come
        first, larger ones before smaller ones.

        variables  each once
        new        whether integer variables are made; else a group that has none stays
        """
        names = np.asarray(variables, np.int64)
        left, inside = self._weights, self._inside
        left[names], inside[names] = weights, True
        terms: dict[int, int] = {}
        constant = 0
        for number in sorted(self._groups_in(names), key=self._order):
            group = self.groups[number]
            booleans, optional = group.variables, group.optional
            if np.count_nonzero(inside[booleans]) < self._fewest[number]:
                continue
            own = left[booleans]
            form = self._form(own, optional=optional)
            if form is None:
                if len(own) == 2 and own[0] != own[1] and np.abs(own).max() <= HUGE:
                    self._pairs.setdefault(number, own.tolist())  # a Boolean says as much
                continue
            if not new and (number, form.key) not in self._made:
                continue
            integer = self._variable(number, form)
            terms[integer] = terms.get(integer, 0) + form.sign * form.step
            left[booleans], inside[booleans] = 0, False
            if not optional:
                constant += form.sign * form.offset
            elif form.offset:
                left[booleans], inside[booleans] = form.sign * form.offset, True
                names = np.union1d(names, booleans)
        names = names[inside[names]]
        amounts = left[names].tolist()
        self._kept[names] = True
        left[names], inside[names] = 0, False
        return LinearTerms([*names.tolist(), *terms], [*amounts, *terms.values()], constant)

    def _groups_in(self, booleans: Int64s) -> list[int]:
        """Return the groups that have enough of these Booleans."""
        first, last = self._first[booleans], self._first[booleans + 1]
        single = (last == first + 1).all()
        of_each = self._groups_of[first if single else spread(first, last)]
        counts = Counter(of_each.tolist())
        return [number for number, count in counts.items() if count >= self._fewest[number]]

    def _order(self, number: int) -> tuple[bool, int, int]:
        group = self.groups[number]
        return group.optional, -len(group.variables), number

    def _form(self, own: Int64s, *, optional: bool) -> Form | None:
        """Return the weights of a group as those of an integer variable; None: Booleans will do."""
        key = optional, own.tobytes()
        if key in self._read:
            return self._read[key]
        form = None
        low, high = int(own.min()), int(own.max())
        ends = (min(low, 0), max(high, 0)) if optional else (low, high)
        few = not ((own != ends[0]) & (own != ends[1])).any()  # a clause or a Boolean says as much
        if not few and max(-low, high) <= HUGE and not (optional and low < 0 < high):
            # A sum that subtracts a quantity, or adds it with an offset, shares its variable.
            sign = -1 if np.count_nonzero(own < 0) > len(own) // 2 else 1
            least = low if sign > 0 else -high
            sizes = own - low if sign > 0 else high - own
            step = int(np.gcd.reduce(sizes))
            offset = least - step if optional else least
            values = (sizes + (least - offset)) // step
            domain = np.unique(np.append(values, 0) if optional else values)
            # Whether the values tell the Booleans apart, and from none of them.
            differ = len(domain) == len(values) + optional
            form = Form(sign, step, offset, values, values.tobytes(), intervals(domain), differ)
        self._read[key] = form
        return form

    def _variable(self, number: int, form: Form) -> int:
        """Return the integer variable of a group for the values of its Booleans."""
        key = number, form.key
        if key not in self._made:
            variable = self._count + len(self._domains)
            self._made[key] = Made(number, variable, form.values, form.differ)
            self._domains.append(form.domain)
            self._forms.setdefault(number, form)
        return self._made[key].variable

    def _tie(self, model: CpModelProto, made: Made) -> None:
        group, variable = self.groups[made.group], self._names[made.variable]
        by_value: dict[int, list[int]] = {}
        own = self.names(group.variables.tolist())
        for boolean, value in zip(own, made.values.tolist(), strict=True):
            by_value.setdefault(value, []).append(boolean)
        for value, booleans in by_value.items():
            for boolean in booleans:
                add_implication(model, [boolean], variable, (value, value))
            if len(booleans) == 1 and (value or not group.optional):
                other = (-LARGE, value - 1, value + 1, LARGE)
                add_implication(model, [-1 - booleans[0]], variable, other)
        if group.optional:
            add_implication(model, [-1 - boolean for boolean in own], variable, (0, 0))


def _add_variables(model: CpModelProto, count: int, domain: Sequence[int]) -> None:
    """Add so many variables of one domain: a part that doubles is merged into the model."""
    from ortools.sat.python.cp_model_helper import CpModelProto

    part = CpModelProto()
    part.variables.add().domain.extend(domain)
    while count:
        if count % 2:
            model.merge_from(part)
        count //= 2
        if count:
            same = CpModelProto()
            same.copy_from(part)
            part.merge_from(same)


def intervals(values: Int64s) -> list[int]:
    """Return the first and last value of each run of ascending values, as CP-SAT has domains."""
    last = np.flatnonzero(np.diff(values) > 1)
    ends = np.concatenate(([0], np.stack([last, last + 1], axis=1).ravel(), [len(values) - 1]))
    domain: list[int] = values[ends].tolist()
    return domain

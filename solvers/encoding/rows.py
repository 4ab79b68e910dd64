"""The selected matrix as rows over 0/1 variables, which CP-SAT, SAT and MIP share.

Givens and what they exclude are taken out before (selection.py): an order-24 quasigroup with 245
holes would else make half a million pairwise clauses. One variable an option that is left. A
primary item is the row `low <= sum of its options <= high`. A secondary item is the row `sum <= 1`,
in which the options that give it one color stand as a single variable: the color's own, which is 1
exactly if one of these options is chosen. This is the standard 0/1 program of an exact cover, with
the colors of Knuth's XCC (The Art of Computer Programming, volume 4B, section 7.2.2.1).

An item whose options have weights is a clause where it says no more than one (sums.py), else a
weighted sum.

The parts: clauses of colors, the rows, lex-leader clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from ...models.matrix.arrays import ranked
from ...models.matrix.brief import spread
from ...models.matrix.conditions import Clause
from ..contract.batch import Options
from ..contract.query import Permutation
from .selection import SelectedMatrix, places_among
from .sums import Either, WeightedSum, of_weights

__all__ = ["Rows", "add_lex_leader", "complement", "rows"]

# ---- Clauses of colors: what a color says of the items that must be covered ----------------------
#
# Where every option of a primary item gives some color to a secondary one, the option that covers
# the first says the color of the second: so a color is there only if an option of the first gives
# it. The rows alone leave that to be found out: an option that is lost shows nothing to options of
# other tables that give the same color, until another color is certain. With these clauses it
# shows at once, as the tables of allowed pairs do in constraint programming.


MOST = 3_000_000  # pairs of an option's colors and primary items that are looked at


def clauses_of_colors(
    rest: SelectedMatrix, variables: Mapping[tuple[int, int], int]
) -> Iterator[Either]:
    """Yield clauses that follow from the rows: a color is given by an option of each such item.

    variables  the variable of each color of each secondary item
    """
    exact = (rest.low == 1) & (rest.high == 1) & ~rest.weighted
    colored = np.flatnonzero(rest.colors)
    primary = np.flatnonzero(exact[rest.members])
    each = np.bincount(rest.owner[primary], minlength=len(rest.options))
    if not len(colored) or not len(primary) or each[rest.owner[colored]].sum() > MOST:
        return
    # Join each colored entry with the primary entries of its option; these stand option by option.
    primary = primary[np.argsort(rest.owner[primary], kind="stable")]
    starts = np.cumsum(each) - each
    times = each[rest.owner[colored]]
    left = np.repeat(colored, times)
    within = np.arange(len(left)) - np.repeat(np.cumsum(times) - times, times)
    right = primary[starts[rest.owner[left]] + within]
    items = len(rest.low)
    pairs = rest.members[left].astype(np.int64) * items + rest.members[right]
    distinct, place = ranked(pairs)
    whole = np.bincount(place) == np.bincount(rest.members, minlength=items)[distinct % items]
    kept = whole[place]
    if not kept.any():
        return  # no item has a color from each of its options
    left, place = left[kept], place[kept]
    order = np.lexsort((rest.colors[left], place))
    left, place = left[order], place[order]
    colors, owners = rest.colors[left], rest.owner[left].tolist()
    firsts = np.flatnonzero(
        (np.diff(place, prepend=-1) != 0) | (np.diff(colors, prepend=0) != 0)
    ).tolist()
    for first, end in pairwise([*firsts, len(left)]):
        secondary, item = divmod(int(distinct[place[first]]), items)
        variable = variables.get((secondary, int(colors[first])))
        giving = owners[first:end]
        if variable is not None and giving != [variable]:
            yield Either(giving, [variable], item)


@dataclass
class Rows:
    """The rows of what is left of a matrix.

    options  int64[]; the numbers in the matrix of the options that the first variables are; the
             rest of the variables are colors
    given    the options that every solution holds beside them
    sums     (variables, low, high): low <= their sum <= high
    items    the item that each of the sums stands for
    weighted, clauses  what the items say whose options have weights; each names its item
    colors   (variable, options): the variable is the logical or of the options, which are variables
    agreed   gives clauses that follow from the rows and are hard to see there (rows.py)
    loose    the options, as variables, that could join a solution and give another one: each that
             has no item that must be covered an exact number of times, all weights of one sign
    """

    options: npt.NDArray[np.int64]
    given: Options
    variables: int
    sums: list[tuple[list[int], int, int]] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    colors: list[tuple[int, list[int]]] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)
    weighted: list[WeightedSum] = field(default_factory=list)
    clauses: list[Either] = field(default_factory=list)
    agreed: Callable[[], Iterable[Either]] = tuple

    @property
    def speaking(self) -> list[int]:
        """The items that have a row, ascending."""
        weighted = {row.item for row in self.weighted} | {row.item for row in self.clauses}
        return sorted({*self.items, *weighted})

    def solution(self, chosen: Sequence[int] | npt.NDArray[np.int64]) -> Options:
        """Return the options of the matrix, ascending, that the chosen variables stand for."""
        options: list[int] = self.options[np.asarray(chosen, np.int64)].tolist()
        return tuple(sorted((*self.given, *options)))

    def places(self, options: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the variable of each of some options; -1: it is given, or cannot be chosen."""
        return places_among(self.options, options)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {option: place for place, option in enumerate(self.options.tolist())}

    def variables_of(self, options: Iterable[int]) -> list[int] | None:
        """Return the variables of options, the given ones aside; None if one cannot be chosen."""
        wanted = set(options).difference(self.given)
        if not wanted <= self._places.keys():
            return None
        return sorted(self._places[option] for option in wanted)

    def values(self, options: Iterable[int]) -> list[int]:
        """Return each variable's value where just these options are chosen, as far as possible."""
        values = [0] * self.variables
        for option in options:
            if option in self._places:
                values[self._places[option]] = 1
        for color, of_color in self.colors:
            values[color] = max(values[option] for option in of_color)
        return values

    def excluded(self, solutions: Iterable[Options]) -> Iterator[list[int]]:
        """Yield the variables of each of the solutions that the rows would still allow."""
        given = set(self.given)
        for options in solutions:
            variables = self.variables_of(options) if given.issubset(options) else None
            if variables is not None:
                yield variables

    def clause(self, clause: Clause) -> Either | None:
        """Return the clause of a condition over the variables, what is decided left out.

        None where what is decided keeps it anyway.
        """
        no = self.variables_of(clause.chosen)
        if no is None or not set(clause.needed).isdisjoint(self.given):
            return None
        yes = [self._places[option] for option in clause.needed if option in self._places]
        return Either(yes, no)

    def joining(self, chosen: Iterable[int]) -> list[int]:
        """Return the variables of which another solution chooses one if it leaves none of these."""
        taken = set(chosen)
        return [option for option in self.loose if option not in taken]


def rows(rest: SelectedMatrix, check: Callable[[], None]) -> Rows:
    """Return the rows of what is left, without those that always hold; calls `check` often."""
    options = len(rest.options)
    result = Rows(rest.options, tuple(sorted(rest.given.tolist())), options)
    order = np.argsort(rest.members, kind="stable")
    check()
    owner, colors = rest.owner[order], rest.colors[order]
    plain: list[int] | None = None if colors.any() else owner.tolist()
    weights, weighted = None if rest.weights is None else rest.weights[order], rest.weighted
    ends = np.cumsum(np.bincount(rest.members, minlength=len(rest.low))).tolist()
    bounds = zip(rest.low.tolist(), rest.high.tolist(), strict=True)
    of_colors: dict[tuple[int, int], int] = {}
    begin = 0
    for item, (end, (low, high)) in enumerate(zip(ends, bounds, strict=True)):
        if begin == end and low <= 0 <= high:
            continue
        check()
        part = slice(begin, end)
        begin = end
        if weights is not None and weighted[item]:
            own: list[int] = owner[part].tolist()
            _add_rows(result, of_weights(item, own, weights[part].tolist(), low, high))
            continue
        if plain is not None:
            variables = plain[part]
        elif low == 0 and high > 0 and _alike(colors[part]):
            continue  # one color is all that is left of the item
        else:
            by_color: dict[int, int] = {}
            variables = _exclusive(result, owner[part], colors[part], by_color, check)
            of_colors.update(((item, color), variable) for color, variable in by_color.items())
        if low > 0 or high < len(variables):
            result.sums.append((variables, low, high))
            result.items.append(item)
    exact = rest.low == rest.high
    if rest.weights is not None:
        # One that joins may be made up for by another one that joins, of the other sign.
        negative, positive = np.zeros((2, len(exact)), bool)
        negative[rest.members[rest.weights < 0]] = True
        positive[rest.members[rest.weights > 0]] = True
        exact &= ~(negative & positive)
    bound = np.zeros(len(rest.options), bool)
    bound[rest.owner[exact[rest.members]]] = True
    loose: list[int] = np.flatnonzero(~bound).tolist()
    result.loose = loose
    if of_colors:
        result.agreed = lambda: clauses_of_colors(rest, of_colors)
    return result


def _alike(colors: npt.NDArray[np.int32]) -> bool:
    """Whether there is a color, and no other, and no entry without."""
    return len(colors) > 0 and colors[0] != 0 and bool((colors == colors[0]).all())


def _exclusive(
    result: Rows,
    owner: npt.NDArray[np.int64],
    colors: npt.NDArray[np.int32],
    color_variables: dict[int, int],
    check: Callable[[], None],
) -> list[int]:
    """Return an item's variables: its uncolored options, and one variable for each color.

    color_variables  receives the variable of each color
    """
    if not colors.any():
        every: list[int] = owner.tolist()
        return every
    variables: list[int] = owner[colors == 0].tolist()
    order = np.argsort(colors, kind="stable")
    order = order[len(variables) :]
    firsts = np.flatnonzero(np.diff(colors[order], prepend=0)).tolist()
    for first, end in zip(firsts, [*firsts[1:], len(order)], strict=True):
        check()
        options: list[int] = owner[order[first:end]].tolist()
        if len(options) == 1:
            variables += options
        else:
            result.colors.append((result.variables, options))
            variables.append(result.variables)
            result.variables += 1
        color_variables[int(colors[order[first]])] = variables[-1]
    return variables


def _add_rows(result: Rows, rows_of_item: Iterable[Either | WeightedSum]) -> None:
    for row in rows_of_item:
        if isinstance(row, Either):
            result.clauses.append(row)
        elif set(row.weights) == {1}:
            result.sums.append((row.variables, row.low, row.high))
            result.items.append(row.item)
        else:
            result.weighted.append(row)


# ---- Complements: all but one of an exactly-one row are the negation of the one ------------------
#
# Statements about the values of a cell name the choices of all other values where that makes an
# item without negative weights. So "free, then not free, then free" of a roster with three shifts
# is a sum of seven options, 2 at most; with one option for each day it is a clause.


FEWEST = 3  # options of an exactly-one row that are looked for in other rows


def complement(table: Rows, check: Callable[[], None]) -> None:
    """Rewrite the sums that hold an exactly-one row, or all but one option of it.

    A rewritten row says what its item says only together with the exactly-one rows.
    """
    exact = [
        variables
        for variables, low, high in table.sums
        if low == high == 1 and len(variables) >= FEWEST
    ]
    shortest = min(map(len, exact), default=0) - 1
    places = [
        place
        for place, (variables, low, high) in enumerate(table.sums)
        if len(variables) >= shortest and not low == high == 1
    ]
    if not exact or not places:
        return
    check()
    groups_of = _mostly_in([table.sums[place][0] for place in places], exact, table.variables)
    if not groups_of:
        return
    in_row = {places[number]: groups for number, groups in groups_of.items()}
    sums, items = table.sums, table.items
    table.sums, table.items = [], []
    for place, (item, (variables, low, high)) in enumerate(zip(items, sums, strict=True)):
        check()
        groups = [set(exact[k]) for k in in_row.get(place, ())]
        rewritten = _complemented(item, variables, low, high, groups) if groups else None
        if rewritten is None:
            table.sums.append((variables, low, high))
            table.items.append(item)
        else:
            _add_rows(table, rewritten)


def _mostly_in(
    sums: Sequence[list[int]], groups: Sequence[list[int]], count: int
) -> dict[int, list[int]]:
    """Return, for each sum that has all or all but one variable of some groups, these groups."""
    members, owners = _flat(groups)
    order = np.argsort(members, kind="stable")
    first = np.searchsorted(members[order], np.arange(count + 1))
    variables, numbers = _flat(sums)
    begin, end = first[variables], first[variables + 1]
    pairs = np.repeat(numbers, end - begin) * len(groups) + owners[order][spread(begin, end)]
    distinct, place = ranked(pairs)
    counts = np.bincount(place)
    sizes = np.array([len(group) for group in groups])
    found: dict[int, list[int]] = {}
    for pair in distinct[counts >= sizes[distinct % len(groups)] - 1].tolist():
        number, group = divmod(pair, len(groups))
        found.setdefault(number, []).append(group)
    return found


def _flat(lists: Sequence[list[int]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return (the members of all lists, the number of the list that each is in)."""
    sizes = [len(members) for members in lists]
    members = np.fromiter(chain.from_iterable(lists), np.int64, sum(sizes))
    return members, np.repeat(np.arange(len(lists)), sizes)


def _complemented(
    item: int, variables: Sequence[int], low: int, high: int, groups: Iterable[set[int]]
) -> list[Either | WeightedSum] | None:
    """Return what a sum says with the complements of its parts of exactly-one rows.

    None where that is a sum with weights of both signs.
    """
    left, constant = set(variables), 0
    weights: Counter[int] = Counter()
    for group in sorted(groups, key=len, reverse=True):
        missing = group - left
        if len(missing) < 2:
            left -= group
            constant += 1
            weights.subtract(missing)
    weights.update(left)
    kept = {variable: weights[variable] for variable in sorted(weights) if weights[variable]}
    rows = list(of_weights(item, [*kept], [*kept.values()], low - constant, high - constant))
    plain = all(isinstance(row, Either) or set(row.weights) == {1} for row in rows)
    return rows if plain else None


# ---- Lex-leader clauses: of solutions that symmetries map to one another, keep the first ---------
#
# A symmetry maps a solution to another one. Read as a word of zeros and ones, an option a letter,
# the greatest word of all that are alike is no less than its image under any generator, and
# clauses say that of all generators at once: so a first solution, and a best one, are still there.
# With e true where all letters before are equal, the letters a of the word and b of its image give
#
#     e and b imply a       e and (a equals b) imply the next e
#
# (J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search problems,
# KR 1996.) A word may be cut short: what is said of its beginning is true. Measured with CaDiCaL on
# matrices where no option can be left out at the root (search/orbit_fixing.py), so that nothing
# else breaks their symmetries: proofs that no four queens rule 8x8 and 9x9 boards in a third of the
# time, that every coloring of the edges among nine vertices has a triangle or a four of one color
# in a fortieth. Beside options that are left out at the root they gained nothing, so it is one or
# the other.


LETTERS = 200  # of a word that are compared

Letter = int | bool  # a variable, or what is decided of an option


def add_lex_leader(
    table: Rows, generators: Sequence[Permutation], check: Callable[[], None]
) -> None:
    """Add to the rows that no generator maps a solution to a greater one.

    generators  each gives for every option of the matrix the one that it is mapped to
    """
    places = {option: place for place, option in enumerate(table.options.tolist())}
    given = set(table.given)

    def letter(option: int) -> Letter:
        return places.get(option, option in given)

    for generator in generators:
        check()
        moved = [(k, int(image)) for k, image in enumerate(generator.tolist()) if image != k]
        # Add that the word of the first letters is no less than that of the second ones.
        pairs = [(letter(k), letter(image)) for k, image in moved[:LETTERS]]
        equal: Letter = True
        for first, second in pairs:
            if isinstance(first, bool) and first is second:
                continue
            _add(table, [first], [equal, second])
            following = table.variables
            table.variables += 1
            _add(table, [following], [equal, first, second])
            _add(table, [following, first, second], [equal])
            equal = following


def _add(table: Rows, yes: Sequence[Letter], no: Sequence[Letter]) -> None:
    """Add a clause of letters, of which those that are decided are left out."""
    if any(letter is True for letter in yes) or any(letter is False for letter in no):
        return
    own, others = (
        [letter for letter in side if not isinstance(letter, bool)] for side in (yes, no)
    )
    table.clauses.append(Either(own, others))

"""Totals in fractions, decimals and large numbers, against brute force over the puzzle's rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minuet.models import Choices, ExactCover, ModelError, Puzzle
from minuet.solvers import Status, bottleneck, diverse, improving, pareto, solve

from ....drawing import few
from documents import documents
from in_process import minuet

CELLS = 4
ALONE = [{cell} for cell in range(CELLS)]
Total = Sequence[Fraction | Decimal | int]
Pair = tuple[Fraction, Fraction]

numbers = st.one_of(
    st.integers(-4, 4),
    st.sampled_from([Fraction(n, d) for n in (-5, -1, 1, 2, 7) for d in (2, 3, 4, 7)]),
    st.sampled_from([Decimal(text) for text in ("0.5", "-0.25", "1.50", "3E-1", "-2", "1E+1")]),
)
totals = st.lists(numbers, min_size=CELLS + 5, max_size=CELLS + 5)
rows_drawn = st.lists(st.sets(st.integers(0, CELLS - 1), min_size=1, max_size=3), max_size=5)


def covers(rows: Sequence[set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of rows that cover each cell once, all subsets looked at."""
    for size in range(CELLS + 1):
        for chosen in combinations(range(len(rows)), size):
            if sorted(cell for k in chosen for cell in rows[k]) == list(range(CELLS)):
                yield chosen


def puzzle_of(rows: Sequence[set[int]]) -> tuple[Puzzle, Choices]:
    puzzle = Puzzle()
    table = puzzle.choices("row", number=range(len(rows)))
    puzzle.exactly_one(table, covering=lambda number: rows[number], over=range(CELLS))
    return puzzle, table


def total(amounts: Total, chosen: Sequence[int]) -> Fraction:
    return sum((Fraction(amounts[k]) for k in chosen), Fraction(0))


def front_of(pairs: set[Pair]) -> list[Pair]:
    """Return the pairs that no other one beats, the least first."""
    return sorted(
        pair
        for pair in pairs
        if not any(one != pair and one[0] <= pair[0] and one[1] <= pair[1] for one in pairs)
    )


def test_a_front_of_halves_tells_halves() -> None:
    puzzle = Puzzle()
    table = puzzle.choices("pick", place=range(2), kind=range(2))
    puzzle.exactly_one(table, by="place")
    front = pareto(
        puzzle,
        (table, lambda place, kind: Decimal("0.5") * kind),
        (table, lambda place, kind: 1 - kind),
    )
    assert [(point.first, point.second) for point in front] == [(0, 2), (Fraction(1, 2), 1), (1, 0)]
    assert front.complete


@few(30)
@given(rows_drawn, totals, totals, st.sampled_from(["propagate", "cpsat"]))
def test_a_front_is_exact_in_any_denominators(
    rows: list[set[int]], first: Total, second: Total, name: str
) -> None:
    rows = [*rows, *ALONE]
    puzzle, table = puzzle_of(rows)
    right = front_of({(total(first, one), total(second, one)) for one in covers(rows)})
    first_total = (table, lambda number: first[number])
    front = pareto(puzzle, first_total, (table, lambda number: second[number]), name)
    points = list(front)
    assert [(point.first, point.second) for point in points] == right
    assert front.complete
    for point in points:
        assert point.answer is not None
        chosen = [row.number for row in point.answer["row"]]
        assert (total(first, chosen), total(second, chosen)) == (point.first, point.second)


@few(20)
@given(rows_drawn, totals, totals, st.sampled_from([1, -1]), st.sampled_from([1, -1]))
def test_a_front_of_two_levels_is_exact_in_either_direction(
    rows: list[set[int]], first: Total, second: Total, one_sign: int, two_sign: int
) -> None:
    rows = [*rows, *ALONE]
    puzzle, table = puzzle_of(rows)
    for level, sign, amounts in ((5, one_sign, first), (2, two_sign, second)):
        aim = puzzle.minimize if sign > 0 else puzzle.maximize
        aim(table, lambda number, amounts=amounts: amounts[number], level=level)
    pairs = {(one_sign * total(first, one), two_sign * total(second, one)) for one in covers(rows)}
    right = [(one_sign * a, two_sign * b) for a, b in front_of(pairs)]
    assert [(point.first, point.second) for point in pareto(puzzle, solver="propagate")] == right


@few(20)
@given(rows_drawn, totals, st.sampled_from([1, -1]))
def test_best_and_bottleneck_and_improving_are_exact_fractions(
    rows: list[set[int]], amounts: Total, sign: int
) -> None:
    rows = [*rows, *ALONE]
    assume(any(amounts[: len(rows)]))
    puzzle, table = puzzle_of(rows)
    (puzzle.minimize if sign > 0 else puzzle.maximize)(table, lambda number: amounts[number])
    known = list(covers(rows))
    right = sign * min(sign * total(amounts, one) for one in known)
    worst = sign * max(sign * total(amounts, one) for one in known)
    dear = next(one for one in known if total(amounts, one) == worst)
    result = solve(puzzle, "dlx", hint=dear)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, right, right)
    with improving(puzzle, "dlx", hint=dear) as stream:
        events = list(stream)
    assert events[0].objective == worst
    assert (events[-1].objective, events[-1].bound) == (right, right)
    assert all(sign * one.bound <= sign * right for one in events if one.bound is not None)
    least = sign * min(max(sign * Fraction(amounts[k]) for k in one) for one in known)
    largest = bottleneck(puzzle, "dlx")
    assert (largest.objective, largest.bound) == (least, least)


def shelf(unit: Fraction | Decimal | int = 1, places: int = 3) -> Puzzle:
    """Places with three kinds each: the costs are 0, 1 and 2 units for each place."""
    puzzle = Puzzle()
    table = puzzle.choices("pick", place=range(places), kind=range(3))
    puzzle.exactly_one(table, by="place")
    puzzle.minimize(table, lambda place, kind: unit * kind)
    return puzzle


@pytest.mark.parametrize(
    "within", [Fraction(1, 2), Decimal("0.5"), 0.5, Fraction(7, 12), np.float32(0.5)]
)
def test_within_is_a_number_in_the_unit_of_the_objective(within: float) -> None:
    found = diverse(shelf(Decimal("0.25")), 99, within=within)
    answers = list(found)
    # 0, 1 or 2 units: 1 + 3 + (3 + 3) of the 27.
    assert (len(answers), found.complete) == (10, True)
    assert max(one.objective for one in answers) == Fraction(1, 2)  # type: ignore[union-attr]


def test_within_may_be_a_decimal_that_floats_only_near() -> None:
    assert Fraction(0.3) < Fraction(3, 10)
    assert len(list(diverse(shelf(Decimal("0.1")), 99, within=0.3))) == 1 + 3 + 6 + 7


@pytest.mark.parametrize(
    "within", [2**31 - 1, 2**31, 2**32, 2**62, 2**63, 2**64, 10**400, Fraction(10**400, 3), 1e300]
)
def test_within_of_any_size_is_no_limit_where_nothing_costs_as_much(within: float) -> None:
    found = diverse(shelf(places=2), 99, within=within)
    assert (len(list(found)), found.complete) == (9, True)


@pytest.mark.parametrize(
    "within",
    [-1, Fraction(-1, 2), Decimal("-1"), float("nan"), float("inf"), Decimal("nan"), "1", True],
)
def test_within_is_refused_where_it_is_no_number(within: float) -> None:
    with pytest.raises(ModelError, match=r"^within: .*, expected a number of 0 or more$"):
        diverse(shelf(), 2, within=within)


def test_costs_with_a_common_factor_are_held_within_a_limit() -> None:
    assert len(list(diverse(shelf(1 << 40), 99, within=(2 << 40) + 5))) == 10


def test_a_limit_on_amounts_that_no_weight_holds_is_refused_at_once() -> None:
    puzzle, table = puzzle_of(ALONE)
    puzzle.minimize(table, lambda number: (1 << 31) + number)
    with pytest.raises(ModelError, match=r"^within: costs as large as 2147483651, expected less"):
        diverse(puzzle, 2, within=1)
    large = (table, lambda number: (1 << 31) + number)
    with pytest.raises(ModelError, match=r"^second: amounts as large as 2147483651, expected less"):
        pareto(puzzle, (table, 0), large)


def test_amounts_of_a_matrix_that_wrap_around_are_refused() -> None:
    matrix = ExactCover(primary=1, items=["i"], starts=[0, 1, 2], members=[0, 0])
    wide = np.array([1 << 63, (1 << 64) - 1], np.uint64)
    for one, two in ((wide, [0, 0]), ([0, 0], wide), ([1 << 70, 0], [0, 0])):
        with pytest.raises(ModelError, match=r"expected less than 2\^6"):
            pareto(matrix, one, two)


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        ({"gap_absolute": Decimal("0.3")}, True),
        ({"gap_absolute": 0.3}, True),
        ({"gap_absolute": Fraction(299, 1000)}, False),
        ({"gap": Decimal("0.3")}, True),
        ({"gap": np.float32(0.3)}, True),
        ({"gap": Fraction(10**400)}, True),
        ({"gap_absolute": 10**400}, True),
    ],
)
def test_a_gap_is_any_exact_number(arguments: dict[str, float], near: bool) -> None:
    from minuet.solvers.contract.numbers import near as enough

    gap = enough(arguments.get("gap"), arguments.get("gap_absolute"))
    assert gap is not None
    assert gap.holds(Fraction(3, 10), Fraction(0)) is near
    solve(shelf(Decimal("0.1")), "dlx", **arguments)  # type: ignore[arg-type]


# ---- Answers that differ -----------------------------------------------------------------------


@few(8)
@given(
    st.lists(st.integers(0, 3), min_size=9, max_size=9),
    st.sampled_from([None, 0, Fraction(1, 4), Decimal("0.75"), 2]),
    st.sampled_from(["group", "unit"]),
    st.sampled_from(["cpsat", "sat"]),
)
def test_only_choices_count_in_the_distance_where_rules_may_be_broken(
    quarters: list[int], within: Fraction | None, per: str, name: str
) -> None:
    """Three places with three kinds each: repeats cost 2, and one or two places shall not be 0."""
    puzzle = Puzzle()
    table = puzzle.choices("pick", place=range(3), kind=range(3))
    puzzle.exactly_one(table, by="place")
    puzzle.minimize(table, lambda place, kind: Fraction(quarters[3 * place + kind], 4))
    puzzle.prefer(puzzle.at_most_one(table, by="kind"), 2, per=per)
    puzzle.prefer(
        puzzle.between(1, 2, table, by=lambda place, kind: 0 if kind else None, over=[0]), 1
    )

    def cost(kinds: tuple[int, ...]) -> Fraction:
        paid = sum(
            (Fraction(quarters[3 * place + k], 4) for place, k in enumerate(kinds)), Fraction(0)
        )
        for kind in range(3):
            more = max(kinds.count(kind) - 1, 0)
            paid += 2 * (more if per == "unit" else min(more, 1))
        return paid + (not 1 <= 3 - kinds.count(0) <= 2)

    def apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
        return 2 * sum(a != b for a, b in zip(one, other, strict=True))

    every = list(product(range(3), repeat=3))
    least = min(map(cost, every))
    allowed = {one for one in every if within is None or cost(one) <= least + Fraction(within)}
    stream = diverse(puzzle, 27, name, within=within)
    found = []
    for answer in stream:
        rows = sorted((row.place, row.kind) for row in answer["pick"])  # type: ignore[union-attr]
        kinds = tuple(kind for _, kind in rows)
        assert answer.objective == cost(kinds)  # type: ignore[union-attr]
        left = allowed.difference(found)
        assert kinds in left
        if found:
            sums = {one: sum(apart(one, other) for other in found) for one in left}
            assert sums[kinds] == max(sums.values())
        else:
            assert cost(kinds) == least
        found.append(kinds)
    assert set(found) == allowed


# ---- The command line --------------------------------------------------------------------------

PICKS = """\
[choices.pick]
columns = ["place", "kind"]
rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
[rules]
one = { exactly_one = "pick", by = "place" }
"""
QUARTERS = '[minimize]\npick = [0, 0.25, 0, "1/2"]\n'
FRONT = '[minimize]\nlevel = 1\npick = [0, 0.5, 0, 0.5]\n[[minimize]]\npick = [1, 0, "1/3", 0]\n'


def test_the_command_line_prints_fractions_of_a_front() -> None:
    text = PICKS + FRONT.replace("[minimize]\nlevel", "[[minimize]]\nlevel")
    done = minuet("pareto", text=text)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines == [["first", "second"], ["0", "4/3"], ["1/2", "1/3"], ["1", "0"]]
    *points, front = documents(minuet("pareto", "--json", text=text).stdout)
    pairs = [(one["first"], one["second"]) for one in points]
    assert pairs == [(0, "4/3"), ("1/2", "1/3"), (1, 0)]
    assert front["complete"] is True


@pytest.mark.parametrize(
    ("within", "right"), [("0.25", 2), ("1/4", 2), ("0.5", 3), ("1", 4), ("9e99", 4)]
)
def test_the_command_line_takes_within_in_the_unit_of_the_objective(
    within: str, right: int
) -> None:
    done = minuet("diverse", "-n", "9", "--within", within, "--json", text=PICKS + QUARTERS)
    *answers, last = documents(done.stdout)
    assert (len(answers), last["complete"]) == (right, True)


@pytest.mark.parametrize("within", ["-1", "x", "nan", "inf", "1/0", "1e999999999", ""])
def test_the_command_line_refuses_another_within(within: str) -> None:
    done = minuet("diverse", "-n", "9", f"--within={within}", text=PICKS + QUARTERS)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "'--within'" in done.stderr

"""The native verifier against the plain definition, which stands in the Python beside it."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Sequence
from itertools import chain
from random import Random
from types import SimpleNamespace
from unittest.mock import patch
from weakref import ref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minuet.solvers
from minuet.models import ExactCover, SolverError
from minuet.solvers import _native
from minuet.solvers.conformance import all_solutions, is_solution
from minuet.solvers.contract import Batch, Verifier
from minuet.solvers.fuzz import SHAPES

from drawing import one_in
from oracle.matrices import matrices

LARGE = [name for name, one in SHAPES.items() if one.questions.name == "LARGE"]
Lists = Sequence[Sequence[int]]


def batch_of(lists: Lists) -> Batch:
    return Batch(np.cumsum([0, *map(len, lists)]), np.array(list(chain.from_iterable(lists)), int))


def numbers(*some: int) -> np.ndarray:
    return np.array(some, np.int64)


def native(
    matrix: ExactCover, chosen: Sequence[int] = (), forbidden: Sequence[int] = ()
) -> _native.Verifier:
    arrays = (matrix.starts, matrix.members, matrix.colors, matrix.low, matrix.high)
    weights = matrix.weights if matrix.has_weights else None
    return _native.Verifier(*arrays, numbers(*chosen), numbers(*forbidden), weights)


def first_wrong(looking: _native.Verifier, lists: Lists, givens: Lists = ()) -> int:
    found, asked = batch_of(lists), batch_of(givens)
    of_givens = (asked.starts, asked.options) if givens else (numbers(), numbers())
    return looking.first_wrong(found.starts, found.options, *of_givens)


def plainly(verifier: Verifier, lists: Lists, givens: Lists = ()) -> list[int]:
    """The places of all that are wrong, as the definition says."""
    asked = givens or [()] * len(lists)
    return [k for k, one in enumerate(lists) if verifier.problem(one, asked[k]) is not None]


def corrupted(options: Sequence[int], last: int, random: Random) -> Sequence[int]:
    """The options with one taken away, put in, put in twice, exchanged or out of range."""
    rest = list(options)
    place = random.randrange(len(rest) + 1)
    kind = random.randrange(4)
    if kind in (0, 1) and place < len(rest):
        rest.pop(place)
    if kind in (1, 2):
        rest.insert(place, random.choice([*rest, random.randrange(-1, last + 1)]))
    if kind == 3:
        rest.insert(place, random.choice([-1, last, 1 << 31, 1 << 32, -(1 << 63), (1 << 63) - 1]))
    return rest


SOME = st.lists(st.integers(0, 8), max_size=2)


@given(matrix=matrices(), chosen=SOME, forbidden=SOME, asked=SOME, random=st.randoms())
def test_the_verdict_is_that_of_the_definition(
    matrix: ExactCover,
    chosen: list[int],
    forbidden: list[int],
    asked: list[int],
    random: Random,
) -> None:
    chosen, forbidden = ([k for k in some if k < matrix.options] for some in (chosen, forbidden))
    good = sorted(all_solutions(matrix))[:20]
    lists = [one for some in good for one in (some, corrupted(some, matrix.options, random))]
    lists += [
        [random.randrange(-1, matrix.options + 1) for _ in range(random.randrange(4))]
        for _ in range(10)
    ]
    random.shuffle(lists)
    givens = [[k for k in asked if random.random() < 0.5 and k < matrix.options] for _ in lists]
    verifier = Verifier(matrix, chosen, forbidden)
    looking = native(matrix, chosen, forbidden)
    for some in ((), givens):
        wrong = plainly(verifier, lists, some)
        assert first_wrong(looking, lists, some) == (wrong[0] if wrong else -1)
        for place, one in enumerate(lists):
            alone = first_wrong(looking, [one], some[place : place + 1])
            assert alone == (0 if place in wrong else -1)


@given(matrix=matrices(weights=True), random=st.randoms())
def test_the_verdict_on_sums_is_that_of_the_definition(matrix: ExactCover, random: Random) -> None:
    good = sorted(all_solutions(matrix))[:20]
    lists = [one for some in good for one in (some, corrupted(some, matrix.options, random))]
    lists += [sorted(random.sample(range(matrix.options), k)) for k in range(matrix.options)]
    wrong = plainly(Verifier(matrix), lists)
    assert not set(wrong) & {k for k, one in enumerate(lists) if one in good}
    assert wrong == [k for k, one in enumerate(lists) if not is_solution(matrix, one)]
    looking = native(matrix)
    for place, one in enumerate(lists):
        assert first_wrong(looking, [one]) == (0 if place in wrong else -1)


@pytest.mark.parametrize("shape", one_in(2, [one for one in LARGE if one != "option_numbers"]))
def test_a_planted_solution_of_a_large_shape_passes_and_what_is_near_it_as_defined(
    shape: str,
) -> None:
    random = Random(5)
    case = SHAPES[shape].draw(random)
    forbidden = sorted(case.forbidden)
    verifier, looking = (made(case.matrix, (), forbidden) for made in (Verifier, native))
    (planted,) = case.planted
    assert first_wrong(looking, [planted] * 3) == -1
    near = [corrupted(planted, case.matrix.options, random) for _ in range(30)]
    for one in near:
        wrong = plainly(verifier, [one])
        assert first_wrong(looking, [planted, one, planted]) == (1 if wrong else -1)
    assert plainly(verifier, near)


def test_an_item_is_covered_as_often_as_its_bounds_say_whatever_they_are() -> None:
    """Also where the counts do not fit 16 bits, and where they all but leave 32."""
    options, most = 70_000, (1 << 31) - 1
    starts, members = np.arange(options + 1), np.zeros(options, int)
    everything = range(options)
    looked = 0
    for low, high in (
        (options, options),
        (65_536, most),
        (options - 1, options - 1),
        (0, most),
        (0, 65_535),
        (most, most),
    ):
        matrix = ExactCover(
            primary=1, items=["a"], starts=starts, members=members, low=[low], high=[high]
        )
        looking = native(matrix)
        for times in (0, 1, 65_535, 65_536, options - 1, options):
            sound = first_wrong(looking, [everything[:times]]) == -1
            assert sound == (low <= times <= high)
            looked += sound
    assert looked == 14


def test_nothing_is_kept_from_one_solution_to_the_next() -> None:
    matrix = ExactCover(
        primary=0, items=["a"], starts=[0, 1, 2, 3, 4], members=[0] * 4, colors=[0, 0, 1, 2]
    )
    looking = native(matrix)
    for one in ([0], [2], [1], [3], [2], [2, 3], [0, 1], [0, 2], [2, 0], [0, 0], []):
        assert first_wrong(looking, [[2], [0], [3], [1], one]) == (4 if len(one) > 1 else -1)


BROKEN: list[tuple[dict[str, np.ndarray], str]] = [
    ({"starts": numbers(0, 2, 1)}, "starts"),
    ({"starts": numbers(1, 1)}, "starts"),
    ({"starts": numbers(0, 3)}, "starts"),
    ({"starts": numbers()}, "starts"),
    ({"given_starts": numbers(0, 1), "given_options": numbers()}, "givens"),
    ({"given_starts": numbers(0, 0, 0)}, "givens"),
]


@pytest.mark.parametrize(("changes", "named"), BROKEN)
def test_lists_that_are_none_are_refused(changes: dict[str, np.ndarray], named: str) -> None:
    lists = {"starts": numbers(0, 2), "options": numbers(0, 1)}
    lists |= {"given_starts": numbers(), "given_options": numbers()}
    looking = native(ExactCover(primary=1, items=["a"], starts=[0, 1, 1], members=[0]))
    assert looking.first_wrong(**lists) == -1
    with pytest.raises(ValueError, match=named):
        looking.first_wrong(**(lists | changes))
    assert looking.first_wrong(**lists) == -1


@pytest.mark.parametrize(
    "changes",
    [
        {"starts": [0, 1]},
        {"starts": [0, 2, 1]},
        {"members": [0, 1]},
        {"members": [0, -1]},
        {"colors": [0]},
        {"high": [1, 1]},
        {"low": [-1]},
        {"given": [2]},
        {"forbidden": [-1]},
    ],
)
def test_arrays_that_are_no_matrix_are_refused(changes: dict[str, list[int]]) -> None:
    arrays = {"starts": [0, 1, 2], "members": [0, 0], "colors": [0, 0], "low": [1], "high": [1]}
    made = {name: np.array(some, np.int32) for name, some in (arrays | changes).items()}
    made |= {name: numbers(*changes.get(name, ())) for name in ("given", "forbidden")}
    with pytest.raises(ValueError, match=r"^(starts|not a|an unknown|a negative)"):
        _native.Verifier(**made)


def test_a_solution_that_is_refused_for_no_reason_is_an_error_of_our_own() -> None:
    matrix = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0])
    verifier = Verifier(matrix)
    liar = SimpleNamespace(first_wrong=lambda *_: 3)
    with (
        patch.object(verifier, "_native", liar),
        pytest.raises(SolverError, match="refuses a sol"),
    ):
        verifier.first_wrong([(0,)] * 40)


def test_without_the_native_module_the_definition_verifies_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matrix = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0])
    verifier = Verifier(matrix)
    monkeypatch.delattr(minuet.solvers, "_native")
    monkeypatch.setitem(sys.modules, _native.__name__, None)
    with pytest.raises(ImportError):
        importlib.import_module(_native.__name__)
    assert verifier.first_wrong(batch_of([(0,)] * 40)) is None
    assert verifier.first_wrong([*[(0,)] * 40, (0, 0)]) == (40, "an option is chosen twice")


def test_one_solution_is_verified_under_each_selection_of_a_matrix() -> None:
    ends, solution = list(range(42)), tuple(range(40))
    matrix = ExactCover(primary=40, items=ends[:40], starts=ends, members=[*range(40), 0])
    other = (*solution[1:], 40)
    for one in ([solution], Batch.of([solution])):
        assert Verifier(matrix).first_wrong(one) is None
        assert Verifier(matrix, [3], [40]).first_wrong(one) is None
        missed, chosen = "option 41 is given, but not chosen", "option 4 is forbidden, but chosen"
        assert Verifier(matrix, [40]).first_wrong(one) == (0, missed)
        assert Verifier(matrix, [], [3]).first_wrong(one) == (0, chosen)
        assert Verifier(matrix).first_wrong(one, [[3]]) is None
        assert Verifier(matrix).first_wrong(one, [[40]]) is not None
    assert Verifier(matrix, [40], [0]).first_wrong([other]) is None
    wrong = Verifier(matrix).first_wrong([(*solution, 40)])
    assert wrong == (0, "item 0 is covered too often or in two colors")
    lacking = Verifier(matrix).first_wrong([solution[1:]])
    assert lacking == (0, "item 0 is covered 0 times, expected exactly one")


def test_what_verifies_single_solutions_goes_with_the_matrix() -> None:
    ends = list(range(21))
    matrix = ExactCover(primary=20, items=ends[:20], starts=ends, members=ends[:20])
    held = ref(matrix.members)  # which the native verifier holds
    assert Verifier(matrix).first_wrong([tuple(range(20))]) is None
    del matrix
    gc.collect()
    assert held() is None

"""Solution sets: counts, ranks, samples, marginals, costs, and what is left of them."""

import math
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minuet.models import ExactCover, InputError, ModelError, Puzzle, Unreached, Unsupported
from minuet.models.gallery import entry
from minuet.solvers import (
    Interrupted,
    SolutionSet,
    certify,
    estimate,
    solution_set,
)
from minuet.solvers.search.solution_sets.measures import SplitMix64, ranks_drawn

from oracle.matrices import matrices
from oracle.subsets import solutions_of
from oracle.tilings import dominoes


@pytest.fixture(scope="module")
def shidokus() -> SolutionSet:
    puzzle = entry("sudoku-4").load().copy()
    return solution_set(puzzle.with_given_options([]))


@given(matrices(weights=True))
def test_every_question_is_answered_as_by_a_list(matrix: ExactCover) -> None:
    expected = solutions_of(matrix)
    found = solution_set(matrix)
    told = list(found)
    assert set(told) == expected
    assert len(told) == len(found) == found.count == len(expected)
    assert bool(found) == bool(expected)
    assert [found.rank(one) for one in told] == list(range(len(told)))
    assert [found[k] for k in range(len(told))] == told
    assert list(found[::-1]) == told[::-1]
    assert list(found[1:][::2]) == told[1:][::2]
    uses = Counter(option for one in expected for option in one)
    assert found.marginals() == [uses[option] for option in range(matrix.options)]
    costs = Counter(sum(matrix.costs[list(one)].tolist()) for one in expected)
    assert found.histogram() == dict(sorted(costs.items()))
    best = [matrix.cost(one) for one in found.best(5)]
    assert best == sorted(matrix.cost(one) for one in expected)[:5]
    assert len({*found.best(5)}) == len(best)


@given(matrices(weights=True), st.data())
def test_given_and_forbid_leave_what_a_filter_would(
    matrix: ExactCover, data: st.DataObject
) -> None:
    assume(matrix.options)
    options = st.sets(st.integers(0, matrix.options - 1), max_size=3)
    above, chosen, never = data.draw(options), data.draw(options), data.draw(options)
    found = solution_set(matrix, given=sorted(above)).given(*chosen).forbid(*never)
    expected = {
        one for one in solutions_of(matrix) if above | chosen <= set(one) and never.isdisjoint(one)
    }
    assert set(found) == expected
    assert found.count == len(expected)
    assert all(found[found.rank(one)] == one for one in expected)
    option = data.draw(st.integers(0, matrix.options - 1))
    uses = Counter(each for one in expected if option in one for each in one)
    assert found.pairs(option) == [uses[each] for each in range(matrix.options)]


@given(matrices(weights=True), st.data())
def test_sets_of_options_that_are_no_solution_are_not_in_it(
    matrix: ExactCover, data: st.DataObject
) -> None:
    expected = solutions_of(matrix)
    found = solution_set(matrix)
    for size in range(4):
        for some in combinations(range(matrix.options), size):
            assert (some in found) == (some in expected)
    assert (0, 0) not in found
    assert (matrix.options,) not in found
    assert "a" not in found


@given(matrices(weights=True), st.data())
def test_the_entropy_is_that_of_the_distribution(matrix: ExactCover, data: st.DataObject) -> None:
    assume(matrix.options)
    options = data.draw(st.sets(st.integers(0, matrix.options - 1), max_size=4))
    expected = solutions_of(matrix)
    parts = Counter(frozenset(options & set(one)) for one in expected)
    shares = [count / len(expected) for count in parts.values()]
    entropy = -sum(share * math.log2(share) for share in shares)
    assert solution_set(matrix).entropy_of(sorted(options)) == pytest.approx(entropy, abs=1e-9)


def test_all_288_shidokus(shidokus: SolutionSet) -> None:
    assert shidokus.count == 288
    assert shidokus.statistics.nodes > 0
    assert len({answer.options for answer in shidokus}) == 288
    assert set(shidokus.marginals()) == {288 // 4}
    assert shidokus.entropy_of("digit", row=1, col=1) == pytest.approx(2)
    with pytest.raises(ModelError, match=r"entropy_of digit\(row=4\): no such choice"):
        shidokus.entropy_of("digit", row=4)
    row, count = shidokus.marginals().rows("digit")[0]
    assert count == 72
    clued = shidokus.given(row)
    assert clued.count == 72
    assert clued[5] in shidokus
    assert clued.marginals()[0] == 72
    assert shidokus.forbid(row).count == 288 - 72


def test_a_sample_of_shidokus_is_uniform(shidokus: SolutionSet) -> None:
    """Pearson's test: 287 degrees of freedom, 380.7 is passed once in 5,000 draws."""
    drawn = Counter(shidokus.rank(one) for one in shidokus.sample(28_800, seed=7))
    assert sum((drawn[k] - 100) ** 2 / 100 for k in range(288)) < 380.7


def test_without_replacement_every_one_comes_once(shidokus: SolutionSet) -> None:
    ranks = [shidokus.rank(one) for one in shidokus.sample(288, seed=3, replace=False)]
    assert sorted(ranks) == list(range(288)) != ranks
    with pytest.raises(ModelError, match="a sample of 289 of 288 solutions, none of them twice"):
        shidokus.sample(289, seed=3, replace=False)


def test_draws_without_replacement_are_uniform() -> None:
    """All 12 ordered pairs of 4, each some 1,000 times; 35 is passed once in 4,000 draws."""
    drawn = Counter(tuple(ranks_drawn(4, 2, seed, replace=False)) for seed in range(12_000))
    assert len(drawn) == 12
    assert sum((count - 1000) ** 2 / 1000 for count in drawn.values()) < 35


def test_the_generator_is_splitmix64() -> None:
    """The words that its authors' program prints for the seed 1234567."""
    generator = SplitMix64(1234567)
    assert [generator.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_sample_is_the_same_everywhere() -> None:
    found = solution_set(dominoes(4, 4))
    assert [found.rank(one) for one in found.sample(8, seed=1)] == list(
        ranks_drawn(36, 8, 1, replace=True)
    )
    assert list(ranks_drawn(36, 8, 1, replace=True)) == DRAWN


DRAWN = [1, 30, 11, 0, 22, 33, 0, 10]


def test_16x16_dominoes() -> None:
    found = solution_set(dominoes(16, 16))
    assert found.count == 2444888770250892795802079170816
    with pytest.raises(OverflowError):
        len(found)
    sample = found.sample(50, seed=1)
    assert all(found[found.rank(one)] == one for one in sample)
    marginals = found.marginals()
    assert sum(marginals) == 128 * found.count
    assert marginals[0] + marginals[1] == found.count  # the corner is covered
    assert found.given(0).count == marginals[0]
    assert found.forbid(0).count == marginals[1]
    assert list(found[found.count - 2 :])[-1] == found[-1]


@pytest.mark.slow
def test_6x10_pentominoes() -> None:
    found = solution_set(entry("pentominoes-6x10").load())
    assert found.count == 9356
    answers = list(found[:3])
    assert [found.rank(one) for one in answers] == [0, 1, 2]
    assert sum(found.marginals()) == 12 * 9356


def test_costs_of_a_puzzle_are_its_totals() -> None:
    """The worth of a permutation of 4 is what its places times its values come to: 20 to 30."""
    puzzle = Puzzle("permutations")
    place = puzzle.choices("place", row=range(1, 5), col=range(1, 5))
    puzzle.exactly_one(place, by="row")
    puzzle.exactly_one(place, by="col")
    puzzle.maximize(place, lambda row, col: row * col)
    found = solution_set(puzzle)
    totals = [answer.objective for answer in found]
    assert found.histogram() == dict(sorted(Counter(totals).items(), reverse=True))
    assert [answer.objective for answer in found.best(3)] == sorted(totals, reverse=True)[:3]


def test_a_set_is_saved_and_read_again(tmp_path: Path, shidokus: SolutionSet) -> None:
    file = tmp_path / "shidokus.set"
    clued = shidokus.given(5).forbid(9)
    clued.save(file)
    assert [one.name for one in tmp_path.iterdir()] == ["shidokus.set"]
    again = SolutionSet.load(file, shidokus.puzzle)
    assert again.count == clued.count
    assert [one.options for one in again] == [one.options for one in clued]


def test_a_given_option_is_kept_in_the_file(tmp_path: Path) -> None:
    matrix = dominoes(4, 4)
    found = solution_set(matrix, given=[0])
    found.save(tmp_path / "set")
    assert list(SolutionSet.load(tmp_path / "set", matrix)) == list(found)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    file, matrix = tmp_path / "set", dominoes(4, 4)
    with pytest.raises(InputError, match="no such file"):
        SolutionSet.load(file, matrix)
    file.write_bytes(b"never mind")
    with pytest.raises(InputError, match="no solution set"):
        SolutionSet.load(file, matrix)
    solution_set(matrix).save(file)
    with pytest.raises(InputError, match="of another matrix"):
        SolutionSet.load(file, dominoes(4, 5))
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="no solution set"):
        SolutionSet.load(file, matrix)


def test_a_damaged_file_is_refused_or_read_as_it_was(tmp_path: Path) -> None:
    """Whichever byte is changed: what can be read is the same set."""
    file, matrix = tmp_path / "set", dominoes(2, 3)
    found = solution_set(matrix)
    found.save(file)
    whole = file.read_bytes()
    refused = 0
    for place in range(0, len(whole), 7):
        damaged = bytearray(whole)
        damaged[place] ^= 0x5A
        file.write_bytes(damaged)
        try:
            assert list(SolutionSet.load(file, matrix)) == list(found)
        except InputError:
            refused += 1
    assert refused > len(whole) // 7 // 2


def test_a_tree_that_is_none_is_refused(tmp_path: Path) -> None:
    file, matrix = tmp_path / "set", dominoes(2, 2)
    solution_set(matrix).save(file)
    with np.load(file) as read:
        arrays = dict(read)
    arrays["child"] = arrays["child"] + np.int32(1)
    with file.open("wb") as stream:
        np.savez(stream, **arrays)
    with pytest.raises(InputError, match="a damaged solution set: a child that does not stand"):
        SolutionSet.load(file, matrix)


def test_limits_tell_what_was_found() -> None:
    puzzle = entry("pentominoes-6x10").load()
    with pytest.raises(Unreached, match="at least"):
        solution_set(puzzle, memory=1 << 20)
    with pytest.raises(Unreached, match="the time limit came before the solution set") as late:
        solution_set(puzzle, time_limit=0)
    assert pickle.loads(pickle.dumps(late.value)).args == late.value.args
    interrupted = pickle.loads(pickle.dumps(Interrupted(Unreached("stopped", found=7))))
    assert (interrupted.result.found, interrupted.result.late) == (7, False)


def test_options_that_are_forbidden_are_in_no_solution() -> None:
    queens = entry("queens-8").load()
    assert solution_set(queens, forbidden=[0]).count == 92 - 4
    assert certify(queens, forbidden=[0]).check() == "88 solutions"
    exact = estimate(queens, ways=10, forbidden=[0]).finished
    assert exact is not None and exact.solutions == 88


@pytest.mark.parametrize("ask", [certify, estimate, solution_set])
def test_a_keyword_that_there_is_not_names_the_nearest(ask: Callable[..., object]) -> None:
    with pytest.raises(ModelError, match=f"{ask.__name__}: .*did you mean time_limit"):
        ask(dominoes(2, 2), timeout=1)
    with pytest.raises(ModelError, match=f"{ask.__name__}: no setting 'hint', expected it"):
        ask(dominoes(2, 2), hint=[1])


def test_what_is_no_solution_has_no_rank(shidokus: SolutionSet) -> None:
    with pytest.raises(ModelError, match="rank: not a solution of the set"):
        shidokus.rank([0, 1])
    with pytest.raises(ModelError, match="option number 64, expected 0 to 63"):
        shidokus.given(64)
    with pytest.raises(IndexError):
        shidokus[288]


def test_an_empty_set_has_nothing_to_draw() -> None:
    found = solution_set(dominoes(3, 3))
    assert not found
    assert found.count == 0
    assert list(found) == found.best(2) == []
    assert found.histogram() == {}
    assert found.sample(0, seed=1) == []
    with pytest.raises(ModelError, match="a sample of a set without solutions"):
        found.sample(1, seed=1)


def test_the_order_is_that_of_the_tree() -> None:
    """On a chain of items every branch is on the first: the solutions come in order."""
    told = list(solution_set(dominoes(2, 10)))
    assert len(told) == 89
    assert all(one != other for one, other in pairwise(told))


def test_graph_rules_and_statements_are_refused() -> None:
    for name in ("spanning-trees-4", "loops-3"):
        with pytest.raises(Unsupported, match=r"^a solution set does not support graph rules$"):
            solution_set(entry(name).load())
    puzzle = entry("queens-8").load().copy()
    puzzle.require(lambda answer: True, name="anything")
    with pytest.raises(Unsupported, match=r"^a solution set does not support statements"):
        solution_set(puzzle)

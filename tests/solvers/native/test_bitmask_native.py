"""The option-mask engine against brute force and against dancing links, on every path."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_problems import everything, problem_of, step
from own_solvers import BitMask, DancingLinks, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Unavailable, UnknownSolver, Unsupported
from minuet.solvers import _native
from minuet.solvers.contract import Batch, Deadline, Progress, Query, Solver

from drawing import one_in, seeds

PATHS = _native.simd_paths()
WIDTHS = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64]


def solve(solver: Solver, query: Query, progress: Progress) -> Counter[frozenset[int]]:
    found = Counter(frozenset(options) for options in one_by_one(solver.solutions(query, progress)))
    assert progress.complete
    return found


def engine(
    matrix: ExactCover,
    path: str,
    words: int = 1,
    given: tuple[int, ...] = (),
    forbidden: frozenset[int] = frozenset(),
) -> _native.OptionMasks:
    return _native.OptionMasks(problem_of(Query(matrix, given, forbidden)), path, words)


def all_of(masks: _native.OptionMasks) -> Counter[frozenset[int]]:
    return Counter(map(frozenset, everything(masks)))


def brute_force(
    matrix: ExactCover, given: tuple[int, ...] = (), forbidden: frozenset[int] = frozenset()
) -> Counter[frozenset[int]]:
    """Every subset of the options, checked item by item."""
    found: Counter[frozenset[int]] = Counter()
    usable = [k for k in range(matrix.options) if k not in forbidden]
    for size in range(len(usable) + 1):
        for chosen in combinations(usable, size):
            if set(given) <= set(chosen) and covers(matrix, chosen):
                found[frozenset(chosen)] += 1
    return found


def covers(matrix: ExactCover, chosen: tuple[int, ...]) -> bool:
    uses: dict[int, list[int]] = {}
    for option in chosen:
        for item, color in matrix.option(option):
            uses.setdefault(item, []).append(color)
    for item in range(len(matrix.items)):
        colors = uses.get(item, [])
        if item < matrix.primary:
            if not matrix.low[item] <= len(colors) <= matrix.high[item]:
                return False
        elif len(colors) > 1 and (0 in colors or len(set(colors)) > 1):
            return False
    return True


def random_matrix(rng: random.Random) -> ExactCover:
    primary, secondary = rng.randint(0, 5), rng.randint(0, 4)
    options = rng.randint(0, 9)
    colors = rng.choice([0, 0, 1, 2, 3, 5])
    rows = []
    for _ in range(options):
        weights = rng.choice([0.2, 0.4, 0.6])
        row = [i for i in range(primary + secondary) if rng.random() < weights]
        rng.shuffle(row)
        rows.append(row)
    if rows and rng.random() < 0.3:
        rows.append(list(rng.choice(rows)))
    low = [1] * primary + [0] * secondary
    high = [1] * (primary + secondary)
    if primary and rng.random() < 0.3:
        low[rng.randrange(primary)] = 0
    if primary and rng.random() < 0.1:
        spot = rng.randrange(primary)
        low[spot] = high[spot] = 0
    members = [i for row in rows for i in row]
    tones = [0 if i < primary else rng.randint(0, colors) for i in members]
    return ExactCover(
        primary=primary,
        items=range(primary + secondary),
        starts=np.cumsum([0, *map(len, rows)]),
        members=np.array(members, np.int32),
        colors=np.array(tones, np.int32),
        low=low,
        high=high,
        color_names=[str(c) for c in range(1, colors + 1)],
    )


def queens(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for k in range(size):
        builder.item(("row", k))
        builder.item(("column", k))
    for k in range(2 * size - 1):
        builder.secondary(("sum", k))
        builder.secondary(("difference", k))
    for row in range(size):
        for column in range(size):
            builder.option(
                [
                    ("row", row),
                    ("column", column),
                    ("sum", row + column),
                    ("difference", row - column + size - 1),
                ]
            )
    return builder.build()


def langford(pairs: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for k in range(1, pairs + 1):
        builder.item(("number", k))
    for place in range(2 * pairs):
        builder.item(("place", place))
    for k in range(1, pairs + 1):
        for place in range(2 * pairs - k - 1):
            builder.option([("number", k), ("place", place), ("place", place + k + 1)])
    return builder.build()


def dominoes(rows: int, columns: int) -> ExactCover:
    builder = ExactCoverBuilder()
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    for cell in cells:
        builder.item(cell)
    for r, c in cells:
        for other in ((r, c + 1), (r + 1, c)):
            if other in cells:
                builder.option([(r, c), other])
    return builder.build()


def latin(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for kind in ("cell", "row", "column"):
        for a in range(size):
            for b in range(size):
                builder.item((kind, a, b))
    for r in range(size):
        for c in range(size):
            for v in range(size):
                builder.option([("cell", r, c), ("row", r, v), ("column", c, v)])
    return builder.build()


def colored_squares(size: int, letters: int, words: int, seed: int) -> ExactCover:
    """Random words across and down, agreeing where they cross, no word twice."""
    rng = random.Random(seed)
    builder = ExactCoverBuilder()
    for kind in ("across", "down"):
        for k in range(size):
            builder.item((kind, k))
    for r in range(size):
        for c in range(size):
            builder.secondary((r, c))
    for word in range(words):
        builder.secondary(word)
    for word in range(words):
        text = [rng.randrange(letters) for _ in range(size)]
        for k in range(size):
            across = {(k, c): letter for c, letter in enumerate(text)}
            down = {(r, k): letter for r, letter in enumerate(text)}
            builder.option({("across", k): None, word: None} | across)
            builder.option({("down", k): None, word: None} | down)
    return builder.build()


@pytest.mark.parametrize("path", PATHS)
def test_random_matrices_have_the_solutions_of_brute_force(path: str) -> None:
    rng = random.Random(f"{path} 1")
    for _ in range(120):
        matrix = random_matrix(rng)
        assert all_of(engine(matrix, path)) == brute_force(matrix)


@pytest.mark.parametrize("words", WIDTHS)
@pytest.mark.parametrize("path", PATHS)
def test_every_width_finds_the_same(path: str, words: int) -> None:
    rng = random.Random(f"{path} {words}")
    for _ in seeds(40, 12):
        matrix = random_matrix(rng)
        masks = engine(matrix, path, words)
        assert masks.words == words
        assert all_of(masks) == brute_force(matrix)


@pytest.mark.parametrize("path", PATHS)
def test_selections_have_the_solutions_of_brute_force(path: str) -> None:
    rng = random.Random(f"{path} 2")
    for _ in range(120):
        matrix = random_matrix(rng)
        numbers = range(matrix.options)
        given = tuple(rng.sample(numbers, min(rng.randint(0, 2), matrix.options)))
        given += given[:1]
        forbidden = frozenset(k for k in numbers if rng.random() < 0.15)
        words = rng.choice(WIDTHS)
        expected = brute_force(matrix, given, forbidden)
        assert all_of(engine(matrix, path, words, given, forbidden)) == expected


MATRICES = {
    "queens 8": (queens(8), 92),
    "langford 8": (langford(8), 300),
    "dominoes 6x6": (dominoes(6, 6), 6728),
    "dominoes 2x20": (dominoes(2, 20), 10946),
    "latin 4": (latin(4), 576),
    "words": (colored_squares(3, 3, 12, 1), None),
    "many words": (colored_squares(3, 6, 120, 2), None),
}


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("path", PATHS)
def test_puzzles_have_the_published_and_the_dancing_links_counts(path: str, name: str) -> None:
    matrix, published = MATRICES[name]
    query, progress = Query(matrix), Progress()
    expected = DancingLinks().count(query, Progress())
    assert published in (None, expected)
    assert BitMask(path).count(query, progress) == expected
    assert progress.complete
    assert progress.found == expected


@pytest.mark.parametrize("path", PATHS)
def test_random_exact_covers_agree_with_dancing_links(path: str) -> None:
    rng = random.Random(f"{path} 3")
    for _ in range(15):
        items = rng.choice([24, 60, 90, 150, 300])
        builder = ExactCoverBuilder()
        for item in range(items):
            builder.item(item)
        planted = list(range(items))
        rng.shuffle(planted)
        for first in range(0, items, 3):
            builder.option(planted[first : first + 3])
        for _ in range(items):
            builder.option(rng.sample(range(items), 3))
        matrix = builder.build()
        expected = solve(DancingLinks(), Query(matrix), Progress())
        assert solve(BitMask(path), Query(matrix), Progress()) == expected
        assert all_of(engine(matrix, path, rng.choice(WIDTHS[4:]))) == expected


def test_stopping_and_going_on_loses_nothing() -> None:
    matrix = queens(8)
    masks = engine(matrix, "auto")
    lazily = set()
    exhausted = False
    while not exhausted:
        exhausted, batch = step(masks, 0.0, 1)
        lazily.update(map(frozenset, batch))
    assert len(lazily) == masks.solutions == 92
    assert masks.nodes > 0
    exhausted, batch = step(masks, 1.0, 1)
    assert (exhausted, list(batch)) == (True, [])


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("words", one_in(2, [1, 3, 16]))
def test_progress_grows_from_none_to_all(path: str, words: int) -> None:
    for matrix in (queens(10), langford(11)):
        masks = engine(matrix, path, words)
        seen = [masks.progress]
        while not masks.next_batch(0.0, 1)[0]:
            seen.append(masks.progress)
        assert seen == sorted(seen)
        assert (seen[0], masks.progress) == (0, 1)
        assert len(set(seen)) > 10


def test_a_deadline_leaves_the_search_incomplete() -> None:
    query, progress = Query(dominoes(12, 12), deadline=Deadline(0.05)), Progress()
    assert BitMask().count(query, progress) == progress.found > 0
    assert not progress.complete
    late, progress = Query(queens(6), deadline=Deadline(0.0)), Progress()
    assert list(BitMask().solutions(late, progress)) == []
    assert not progress.complete


def test_the_reference_makes_no_masks_after_the_deadline() -> None:
    late, progress = Query(queens(6), deadline=Deadline(0.0)), Progress()
    assert list(BitMask("python").solutions(late, progress)) == []
    assert (progress.complete, progress.nodes) == (False, 0)


def test_costs_are_left_to_the_reference() -> None:
    builder = ExactCoverBuilder()
    builder.item("often", 1, 3)
    for cost in range(4):
        builder.option(["often"], cost=cost + 5)
    query, progress = Query(builder.build()), Progress()
    assert (
        BitMask().count(query, progress)
        == BitMask("python").count(Query(query.matrix), Progress())
        == 14
    )
    assert list(BitMask().improving(Query(query.matrix), Progress()))[-1] == (0,)


@st.composite
def multiple_matrices(draw: st.DrawFn) -> ExactCover:
    """Return a matrix whose items are covered up to four times, or any number of times."""
    items = draw(st.integers(1, 6))
    builder = ExactCoverBuilder()
    for item in range(items):
        low = draw(st.integers(0, 3))
        builder.item(item, low, low + draw(st.sampled_from([0, 1, 2, 50])) or 1)
    builder.secondary("color")
    for _ in range(draw(st.integers(0, 9))):
        members = draw(st.sets(st.integers(0, items - 1), min_size=1))
        entries: dict[object, str | None] = dict.fromkeys(sorted(members))
        if color := draw(st.sampled_from([None, "red", "blue"])):
            entries["color"] = color
        builder.option(entries)
    return builder.build()


@pytest.mark.parametrize("path", PATHS)
@given(matrix=multiple_matrices(), drawn=st.data())
def test_items_are_covered_several_times(
    path: str, matrix: ExactCover, drawn: st.DataObject
) -> None:
    some = st.sets(st.sampled_from(range(matrix.options) or [0]), max_size=min(matrix.options, 1))
    given_, forbidden = tuple(drawn.draw(some)), frozenset(drawn.draw(some))
    expected = brute_force(matrix, given_, forbidden)
    words = drawn.draw(st.integers(1, 8))
    assert all_of(engine(matrix, path, words, given_, forbidden)) == expected
    # Some of them, and what is left.
    masks = engine(matrix, path, words, given_, forbidden)
    found = Counter[frozenset[int]]()
    if most := drawn.draw(st.integers(0, expected.total())):
        _, starts, options = masks.next_batch(9.0, most)
        found.update(map(frozenset, Batch(starts, options)))
    assert 0 <= masks.progress <= 1
    for above, left_out in masks.open():
        found += brute_force(matrix, tuple(above), forbidden.union(left_out))
    assert found == expected


def test_items_covered_often_are_refused_in_wide_masks() -> None:
    builder = ExactCoverBuilder()
    for item in range(600):
        builder.item(item)
    builder.item("often", 0, 2)
    for item in range(600):
        builder.option([item, "often"])
        builder.option([item])
    with pytest.raises(Unsupported, match="multiplicities in Python alone"):
        BitMask().require_size(Query(builder.build()))
    with pytest.raises(OverflowError, match="several times in masks of 16 words"):
        engine(builder.build(), "portable")


def test_too_many_items_are_refused_by_number() -> None:
    with pytest.raises(Unsupported, match=r"5001 bits, at most 4096"):
        BitMask().count(Query(dominoes(50, 100)), Progress())


def test_paths_are_forced_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine(queens(4), "portable").path == "portable"
    assert engine(queens(4), "auto").path == PATHS[-1]
    with pytest.raises(UnknownSolver, match="sse"):
        BitMask("sse")
    monkeypatch.setenv("MINUET_SIMD", "portable")
    assert BitMask().count(Query(queens(6)), Progress()) == 4
    monkeypatch.setenv("MINUET_SIMD", "nonsense")
    with pytest.raises(Unavailable, match="nonsense"):
        BitMask().count(Query(queens(6)), Progress())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("options", [1, 2, 8, 31, 32, 63, 64, 65, 127, 128, 129])
def test_an_item_is_left_with_so_many_options_as_words_have_bits(path: str, options: int) -> None:
    """Alone, behind another choice, and beside an item of as many options."""
    for before, beside in ((1, 0), (2, 0), (3, 0), (2, options)):
        builder = ExactCoverBuilder()
        for item, number in (("before", before), ("left", options), ("beside", beside)):
            if number:
                builder.item(item)
            for _ in range(number):
                builder.option([item])
        masks = engine(builder.build(), path)
        while not masks.count(10.0):
            pass
        assert masks.solutions == before * options * max(beside, 1)
        assert sum(all_of(engine(builder.build(), path)).values()) == masks.solutions


def test_masks_get_narrower_where_items_are_covered_several_times() -> None:
    """Dominoes of three kinds, of the first of which 3 to 12 are laid, on a board of 4 x 20."""
    cells = [(row, col) for row in range(4) for col in range(20)]
    for seed in (5, 8):
        rng = random.Random(seed)
        builder = ExactCoverBuilder()
        for cell in cells:
            builder.item(cell)
        for kind in range(3):
            builder.item(kind, 0 if kind else 3, len(cells) if kind else 12)
        for row, col in cells:
            for other in ((row, col + 1), (row + 1, col)):
                if other in cells and rng.random() < 0.8:
                    builder.option([(row, col), other, rng.randrange(3)])
        matrix = builder.build()
        number = DancingLinks().count(Query(matrix), Progress())
        assert number > 100_000
        for path in PATHS:
            for words in (1, 4, 8):
                masks = engine(matrix, path, words)
                while not masks.count(1.0):
                    pass
                assert masks.solutions == number


def test_five_queens_dominate_a_chessboard_in_4860_ways() -> None:
    cells = [(row, col) for row in range(8) for col in range(8)]
    builder = ExactCoverBuilder()
    for cell in cells:
        builder.item(cell, 1, 64)
    builder.item("queens", 5, 5)
    for row, col in cells:
        lines = [(r, c) for r, c in cells if r == row or c == col or abs(r - row) == abs(c - col)]
        builder.option([*lines, "queens"])
    matrix = builder.build()
    for path in PATHS:
        progress = Progress()
        assert BitMask(path).count(Query(matrix), progress) == 4860
        assert progress.complete

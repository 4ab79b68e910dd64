"""The two ways in which option masks are turned round: in sets of options, and at the end.

Beside dancing links, on every path; and split again and again, for the order of what is found must
be that of one search that nobody splits, and every node must be counted once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import chain

import pytest
from native_problems import problem_of
from own_solvers import DancingLinks, Options, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import _native, count
from minuet.solvers.contract import Batch, Progress, Query

from drawing import one_in

PATHS = _native.simd_paths()
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def crossing(size: int, words: int, letters: int, seed: int, plant: bool) -> ExactCover:
    """Random words across and down that agree where they cross, no word twice; a double square."""
    rng = random.Random(seed)
    texts = {"".join(rng.choices(LETTERS[:letters], k=size)) for _ in range(words)}
    if plant:
        square = ["".join(rng.choices(LETTERS[:letters], k=size)) for _ in range(size)]
        texts |= {*square, *map("".join, zip(*square, strict=True))}
    builder = ExactCoverBuilder()
    lines = [(way, k) for k in range(size) for way in ("across", "down")]
    for line in lines:
        builder.item(line)
    for text in sorted(texts):
        builder.secondary(text)
    for r in range(size):
        for c in range(size):
            builder.secondary((r, c))
    for way, k in lines:
        for text in sorted(texts):
            cells = [(k, j) if way == "across" else (j, k) for j in range(size)]
            builder.option({(way, k): None, text: None} | dict(zip(cells, text, strict=True)))
    return builder.build()


def choosing(items: int, each: int, rivals: int, met: int, seed: int) -> ExactCover:
    """A few items of many options; rivals, some in colors, keep most of them apart."""
    rng = random.Random(seed)
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for rival in range(rivals):
        builder.secondary(("rival", rival))
    for item in range(items):
        for _ in range(each):
            some = rng.sample(range(rivals), met)
            colors = {("rival", k): str(rng.randrange(3)) if k % 2 else None for k in some}
            builder.option({item: None} | colors)
    return builder.build()


def told(masks: _native.OptionMasks, seconds: float = 10.0, most: int = 1 << 12) -> list[Options]:
    found: list[Options] = []
    exhausted = False
    while not exhausted:
        exhausted, starts, options = masks.next_batch(seconds, most)
        found += [tuple(sorted(one)) for one in Batch(starts, options)]
    return found


def split(
    matrix: ExactCover, path: str, words: int, above: tuple[int, ...] = ()
) -> tuple[list[Options], int]:
    """All solutions in order, and the nodes, of a search that gives away whatever it can."""
    masks = _native.OptionMasks(problem_of(Query(matrix, above)), path, words)
    found: list[Options] = []
    later: list[list[int]] = []
    exhausted = False
    while not exhausted:
        exhausted, starts, options = masks.next_batch(0.0, 1)
        found += [tuple(sorted(one)) for one in Batch(starts, options)]
        later = masks.give(3) + later
    parts = [split(matrix, path, words, tuple(given)) for given in later]
    nodes = masks.nodes + sum(part[1] for part in parts)
    return found + list(chain.from_iterable(part[0] for part in parts)), nodes


SETS: dict[str, Callable[[], ExactCover]] = {
    "words": lambda: crossing(3, 80, 6, 1, plant=False),
    "planted words": lambda: crossing(4, 90, 9, 2, plant=True),
    "wide words": lambda: crossing(5, 200, 26, 3, plant=True),
    "rivals": lambda: choosing(4, 400, 60, 15, 4),
    "many rivals": lambda: choosing(6, 150, 90, 24, 5),
}


@cache
def made(name: str) -> ExactCover:
    return SETS[name]()


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("path", PATHS)
def test_sets_of_options_find_what_dancing_links_find(path: str, name: str) -> None:
    matrix = made(name)
    masks = _native.OptionMasks(problem_of(Query(matrix)), path)
    assert masks.in_sets
    expected = one_by_one(DancingLinks("cells").solutions(Query(matrix), Progress()))
    found = told(masks)
    assert sorted(found) == sorted(tuple(sorted(one)) for one in expected)
    assert len(found) == masks.solutions
    if "planted" in name or "wide" in name:
        assert found


@pytest.mark.parametrize("path", PATHS)
def test_sets_of_options_keep_to_a_selection(path: str) -> None:
    rng = random.Random(f"{path} 6")
    matrix = made("words")
    used = 0
    for _ in range(15):
        given = tuple(rng.sample(range(matrix.options), rng.randint(0, 2)))
        share = rng.choice([0.0, 0.2, 0.5])
        forbidden = frozenset(k for k in range(matrix.options) if rng.random() < share)
        query = Query(matrix, given, forbidden)
        masks = _native.OptionMasks(problem_of(query), path, 8)
        used += masks.in_sets
        assert masks.count(10.0)
        assert masks.solutions == DancingLinks("links").count(query, Progress())
    assert used > 10


def test_the_same_few_items_go_by_streams_where_their_options_are_few() -> None:
    masks = _native.OptionMasks(problem_of(Query(crossing(3, 8, 3, 7, plant=True))))
    assert not masks.in_sets


def independent(items: int, each: int) -> ExactCover:
    """Items whose options never meet: each ** items solutions."""
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for item in range(items):
        for _ in range(each):
            builder.option([item])
    return builder.build()


def permutations(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for k in range(size):
        builder.item(("place", k))
        builder.item(("thing", k))
    for place in range(size):
        for thing in range(size):
            builder.option([("place", place), ("thing", thing)])
    return builder.build()


ENDS = {
    "two of each": (independent(9, 2), 2**9),
    "three of each": (independent(6, 3), 3**6),
    "permutations": (permutations(6), 720),
    "rivals": (choosing(5, 7, 6, 1, 8), None),
    "in sets": (choosing(3, 300, 50, 13, 9), None),
}


@pytest.mark.parametrize("name", one_in(2, ENDS))
@pytest.mark.parametrize("path", PATHS)
def test_a_search_split_anywhere_tells_all_in_order(path: str, name: str) -> None:
    matrix, number = ENDS[name]
    for words in (1, 16) if name != "in sets" else (1,):
        alone = _native.OptionMasks(problem_of(Query(matrix)), path, words)
        assert alone.in_sets or name != "in sets"
        in_order = told(alone)
        assert in_order
        assert len(in_order) == (number or count(matrix, "dlx").count)
        assert len(set(in_order)) == len(in_order)
        assert split(matrix, path, words) == (in_order, alone.nodes)


@pytest.mark.parametrize("path", PATHS)
def test_the_order_is_that_of_every_path_however_it_is_paused(path: str) -> None:
    for matrix, _ in ENDS.values():
        in_order = told(_native.OptionMasks(problem_of(Query(matrix)), PATHS[0]))
        assert told(_native.OptionMasks(problem_of(Query(matrix)), path), 0.0, 1) == in_order


@pytest.mark.parametrize("path", PATHS)
def test_the_end_holds_more_nodes_than_it_takes_at_once(path: str) -> None:
    # 64 options that never meet and an item each pair: the widest and deepest end there is.
    masks = _native.OptionMasks(problem_of(Query(independent(32, 2))), path)
    _, starts, _ = masks.next_batch(0.0, 5000)
    assert len(starts) - 1 == 5000
    assert 0 <= masks.progress < 1
    masks = _native.OptionMasks(problem_of(Query(independent(4, 16))), path)
    assert masks.count(10.0)
    assert masks.solutions == 16**4

"""puzz.link: what its kinds mean beside the published examples, codes both ways, mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, ModelWarning, Puzzle, Sudoku
from minuet.models.formats import read, write
from minuet.models.formats.links.puzz_link.kind import UNKNOWN, Body, Spelling, regions_within
from minuet.models.formats.links.puzz_link.kinds import BY_NAME, KINDS
from minuet.models.sudokus.constraints import Difference, Kropki, Less, Skyscraper
from minuet.solvers import Status, count, solve

from drawing import few
from oracle.problems import queens


def puzzle_of(link: str) -> Puzzle:
    (puzzle,) = read(f"https://puzz.link/p?{link}").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


# ---- Codes --------------------------------------------------------------------------------------

NUMBERS = st.none() | st.just(UNKNOWN) | st.integers(0, 12287)
SMALL = st.none() | st.just(UNKNOWN) | st.integers(0, 4)


def exactly(size: int, one: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(one, min_size=size, max_size=size).map(tuple)


def regions(rows: int, columns: int) -> st.SearchStrategy[Any]:
    bits = exactly(2 * rows * columns, st.booleans())
    return bits.map(
        lambda cut: tuple(map(tuple, regions_within(rows, columns, cut, cut[rows * columns :])))
    )


def blocks(length: int) -> st.SearchStrategy[Any]:
    return st.lists(st.integers(1, 99) | st.just(UNKNOWN), max_size=(length + 1) // 2).map(tuple)


def kakuro(r: int, c: int) -> st.SearchStrategy[Any]:
    total = st.none() | st.integers(0, 45)

    def rest(black: tuple[Any, ...]) -> st.SearchStrategy[Any]:
        white = lambda place: total if black[place] is None else st.none()  # noqa: E731
        return st.tuples(
            st.just(black),
            st.tuples(*(white(col) for col in range(c))),
            st.tuples(*(white(row * c) for row in range(r))),
        )

    return exactly(r * c, st.none() | st.tuples(total, total)).flatmap(rest)


CLUES: dict[str, Callable[[int, int], st.SearchStrategy[tuple[Any, ...]]]] = {
    "cojun": lambda r, c: st.tuples(regions(r, c), exactly(r * c, NUMBERS)),
    "ripple": lambda r, c: st.tuples(regions(r, c), exactly(r * c, NUMBERS)),
    "kakuro": kakuro,
    "kropki": lambda r, c: st.tuples(exactly(r * (c - 1) + c * (r - 1), st.integers(0, 2))),
    "minarism": lambda r, c: st.tuples(
        exactly(r * (c - 1) + c * (r - 1), NUMBERS | st.integers(-3, -2))
    ),
    "lightup": lambda r, c: st.tuples(exactly(r * c, SMALL)),
    "magnets": lambda r, c: st.tuples(
        exactly(2 * (r + c), NUMBERS),
        exactly(r * (c - 1), st.booleans()),
        exactly((r - 1) * c, st.booleans()),
        exactly(r * c, st.integers(0, 2)),
        exactly(r * c, st.booleans()),
    ),
    "mines": lambda r, c: st.tuples(exactly(r * c, NUMBERS)),
    "shikaku": lambda r, c: st.tuples(exactly(r * c, NUMBERS)),
    "sudoku": lambda r, c: st.tuples(exactly(r * c, NUMBERS)),
    "tatamibari": lambda r, c: st.tuples(
        exactly(r * c, st.none() | st.just(UNKNOWN) | st.integers(1, 3))
    ),
    "nonogram": lambda r, c: st.tuples(exactly(c, blocks(r)), exactly(r, blocks(c))),
    "norinori": lambda r, c: st.tuples(regions(r, c)),
    "skyscrapers": lambda r, c: st.tuples(exactly(2 * (r + c), NUMBERS), exactly(r * c, NUMBERS)),
    "starbattle": lambda r, c: st.tuples(st.integers(0, 99), regions(r, c)),
    "tents": lambda r, c: st.tuples(exactly(r + c, NUMBERS), exactly(r * c, st.booleans())),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.names[0])
@few(15)
@given(data=st.data())
def test_clues_are_read_as_they_were_spelled(kind: Any, data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    clues = kind(rows, columns, *data.draw(CLUES[kind.names[0]](rows, columns)))
    name, wide, high, body = clues.link.split("/", 3)
    assert (BY_NAME[name], int(wide), int(high)) == (kind, columns, rows)
    told = Body(body, rows, columns)
    assert kind.read(told) == clues
    told.end()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.names[0])
@few(15)
@given(data=st.data())
def test_a_link_that_is_too_short_or_too_long_is_refused(kind: Any, data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 7)), data.draw(st.integers(2, 7))
    clues = kind(rows, columns, *data.draw(CLUES[kind.names[0]](rows, columns)))
    body = clues.link.split("/", 3)[3]
    blanks = BLANKS.get(kind.names[0], [])  # what the page leaves out where it is blank
    blanked = [replace(clues, **blank(rows * columns)) for blank in blanks]
    for place in range(len(body)):
        told = Body(body[:place], rows, columns)
        try:
            read_again = kind.read(told)
            told.end()
        except ModelError:
            continue
        assert read_again in blanked
    for more in ("0" * 40, "z" * 40, "!"):
        with pytest.raises(ModelError):
            told = Body(body + more, rows, columns)
            kind.read(told)
            told.end()


Blank = Callable[[int], dict[str, tuple[Any, ...]]]
BLANKS: dict[str, list[Blank]] = {
    "skyscrapers": [lambda cells: {"givens": (None,) * cells}],
    "magnets": [
        lambda cells: {"holes": (False,) * cells},
        lambda cells: {"holes": (False,) * cells, "poles": (0,) * cells},
    ],
}


def test_the_last_number_of_light_up_says_two_blanks() -> None:
    # encode4Cell of the page: the digit alone only where a clue is next to it
    for link, walls in (("lightup/2/1/0c", (0, 2)), ("lightup/2/1/c", (2, None))):
        puzzle: Any = read(link).problems[0]
        assert puzzle.clues == BY_NAME["lightup"](1, 2, walls)
        assert write(puzzle, "puzz-link") == f"https://puzz.link/p?{link}\n"
    assert read("lightup/2/1/02").problems  # as minuet wrote it before


def test_a_blank_part_may_be_left_out() -> None:
    assert count(puzzle_of("ripple/2/2/00j")).count == count(puzzle_of("ripple/2/2/00j0")).count > 0
    views, parts = "magnets/2/1/l0", "magnets/2/1/l000"
    assert count(puzzle_of(views)).count == count(puzzle_of(parts)).count == 3


def test_a_board_of_one_cell_is_read() -> None:
    assert count(puzzle_of("starbattle/1/1/1/")).count == 1
    assert write(puzzle_of("starbattle/1/1/1"), "puzz-link").endswith("starbattle/1/1/1/\n")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (15, "f"), (16, "-10"), (255, "-ff"), (256, "+100"), (4096, "=000"), (8192, "@000")],
)
def test_a_number_is_spelled_as_the_page_spells_it(number: int, text: str) -> None:
    spelling = Spelling()
    spelling.numbers([number])
    assert spelling.text == text
    assert Body(text, 1, 1).numbers(1) == [number]


def test_runs_of_blanks_are_letters() -> None:
    spelling = Spelling()
    spelling.numbers([None] * 21 + [3])
    assert spelling.text == "zg3"


# ---- Kinds --------------------------------------------------------------------------------------


def lit(wall: tuple[int, int]) -> int:
    """Count how a board of 3x3 with a wall is lit, by trying all sets of cells."""
    cells = [(r, c) for r in range(3) for c in range(3) if (r, c) != wall]

    def sees(one: tuple[int, int], other: tuple[int, int]) -> bool:
        between = [
            (r, c)
            for r in range(min(one[0], other[0]), max(one[0], other[0]) + 1)
            for c in range(min(one[1], other[1]), max(one[1], other[1]) + 1)
        ]
        return (one[0] == other[0] or one[1] == other[1]) and wall not in between

    return sum(
        not any(sees(*pair) for pair in combinations(lamps, 2))
        and all(any(sees(cell, lamp) for lamp in lamps) for cell in cells)
        for size in range(9)
        for lamps in combinations(cells, size)
    )


def test_a_light_may_not_stand_in_anothers_light() -> None:
    assert count(puzzle_of("lightup/3/1/i")).count == 3
    assert count(puzzle_of("lightup/3/3/j.j")).count == lit((1, 1))
    assert count(puzzle_of("lightup/3/3/.n")).count == lit((0, 0)) != lit((1, 1))


def test_a_run_without_a_sum_has_digits_that_differ() -> None:
    assert count(puzzle_of("kakuro/3/1/m---0")).count == 9 * 8 * 7
    assert count(puzzle_of("kakuro/3/1/m---6")).count == 6
    assert solve(puzzle_of("kakuro/3/1/m---1")).status is Status.INFEASIBLE


def test_a_clue_without_a_number_is_one_of_any_number() -> None:
    assert count(puzzle_of("shikaku/2/2/.i")).count == 1
    assert count(puzzle_of("shikaku/2/1/..")).count == 1
    with pytest.warns(ModelWarning, match="no rule reads table mine"):
        assert count(puzzle_of("mines/2/1/.g")).count == 2
    assert count(puzzle_of("mines/2/1/1g")).count == 1


def test_no_four_tatami_meet_at_a_corner() -> None:
    assert solve(puzzle_of("tatamibari/2/2/3333")).status is Status.INFEASIBLE


def test_lines_of_a_nonogram_without_numbers_are_blank() -> None:
    assert count(puzzle_of("nonogram/2/2/1g1g")).count == 1
    assert count(puzzle_of("nonogram/2/2/11h")).count == 0
    assert count(puzzle_of("nonogram/2/2/1111")).count == 2


@pytest.mark.parametrize(
    "puzzle",
    [
        Sudoku("1..............2"),
        Sudoku(size=6),
        Sudoku("1" + "." * 24, box=(1, 5), constraints=[Skyscraper(2, "R5C1-R1C1")]),
        Sudoku(size=5, box=(1, 5), constraints=[Kropki(["R1C1 R1C2"], ["R2C1 R1C1"], True)]),
        Sudoku(size=3, box=(1, 3), constraints=[Less("R1C2 R1C1"), Difference("R1C1 R2C1", 2)]),
    ],
)
def test_a_sudoku_that_a_kind_can_say_is_written(puzzle: Sudoku) -> None:
    (again,) = read(write(puzzle, "puzz-link")).problems
    assert isinstance(again, Sudoku)
    assert count(again).count == count(puzzle).count
    assert again.given_options == puzzle.given_options


def test_what_no_kind_says_is_an_error() -> None:
    with pytest.raises(ModelError, match=r"puzz-link: .*expected a Sudoku, or a puzzle that was"):
        write(queens(4), "puzz-link")
    for puzzle in (Sudoku(size=8), Sudoku(size=9, diagonals=True)):
        with pytest.raises(ModelError, match=r"that no kind of puzz\.link says"):
            write(puzzle, "puzz-link")
    star = puzzle_of("starbattle/6/6/1/4ilbhgdnmhou")
    star.given("star", row=0, col=1)
    with pytest.raises(ModelError, match="has givens, rules or costs that no kind"):
        write(star, "puzz-link")


# ---- Mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "link",
    [
        "http://pzv.jp/p.html?sudoku/4/4/g1k23k3g",
        "https://puzz.link/p?sudoku_edit/4/4/g1k23k3g/",
        "https://puzz.link/p?type=editor&sudoku/4/4/g1k23k3g",
        "https://puzz.link/p?sudoku%2F4%2f4%2Fg1k23k3g",
        "sudoku/4/4/g1k23k3g",
    ],
)
def test_addresses_of_every_form_are_read(link: str) -> None:
    reading = read(link)
    assert reading.format == "puzz-link"
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Sudoku)
    assert write(puzzle, "puzz-link") == "https://puzz.link/p?sudoku/4/4/g1k23k3g\n"


@few(150)
@given(
    st.sampled_from(sorted(BY_NAME)),
    st.integers(1, 5),
    st.integers(1, 5),
    st.text("0123456789abcdefghijklmnopqrstuvwxyz.-+/ABZ!", max_size=30),
)
def test_any_clues_are_read_or_refused(kind: str, wide: int, high: int, body: str) -> None:
    try:
        puzzle_of(f"{kind}/{wide}/{high}/{body}")
    except InputError as error:
        assert "expected" in str(error) or "another clue" in str(error)

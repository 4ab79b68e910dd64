"""Links to puzz.link: codes both ways, what the kinds mean by their clues, mistakes."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.models.pencil import Grid, Kind, find_kind, kind_names
from minuet.models.pencil.grid import SHAPES, Draft
from minuet.models.pencil.link_characters import NO_NUMBER, Body, Spelling, regions_within
from minuet.models.pencil.signs import Signs
from minuet.solvers import Status, count, solve

from drawing import few
from oracle.problems import queens

KINDS = [kind for kind in map(find_kind, kind_names()) if kind.link is not None]
NAMES = sorted({name for kind in KINDS if kind.link is not None for name in kind.link.names})


def test_a_name_in_links_is_that_of_one_kind() -> None:
    names = [name for kind in KINDS if kind.link is not None for name in kind.link.names]
    assert len(names) == len(set(names))


def puzzle_of(link: str) -> Puzzle:
    (puzzle,) = read(f"https://puzz.link/p?{link}").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


# ---- Characters ---------------------------------------------------------------------------------

NUMBERS = st.none() | st.just(NO_NUMBER) | st.integers(0, 12287)
SMALL = st.none() | st.just(NO_NUMBER) | st.integers(0, 4)
ARROWS = st.none() | st.tuples(st.integers(0, 4), st.just(NO_NUMBER) | st.integers(0, 4095))
THIRDS = st.integers(0, 2)
CODES: dict[str, st.SearchStrategy[Any]] = {
    "numbers": NUMBERS,
    "small_numbers": SMALL,
    "arrow_numbers": ARROWS,
    "crosses": st.booleans(),
    "dots": THIRDS,
    "marked": st.booleans(),
    "bits": st.booleans(),
    "thirds": THIRDS,
}


@pytest.mark.parametrize("code", CODES)
@few(60)
@given(data=st.data())
def test_values_are_read_as_they_were_spelled(code: str, data: st.DataObject) -> None:
    values = data.draw(st.lists(CODES[code], min_size=1, max_size=60))
    spelling = Spelling()
    getattr(spelling, code)(values)
    body = Body(spelling.text, 1, len(values))
    assert getattr(body, code)(len(values)) == values
    body.end()


@few(30)
@given(st.data())
def test_regions_are_read_as_they_were_spelled(data: st.DataObject) -> None:
    labels = regions(data, data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9)))
    spelling = Spelling()
    spelling.regions(labels)
    assert Body(spelling.text, len(labels), len(labels[0])).regions() == labels


def regions(data: st.DataObject, rows: int, cols: int) -> list[list[int]]:
    """Draw the regions of a board, by the borders between its cells."""
    size = 2 * rows * cols
    cut = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return regions_within(rows, cols, cut, cut[rows * cols :])


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


# ---- Codes of kinds -----------------------------------------------------------------------------


def drawn_grid(kind: Kind, data: st.DataObject) -> Grid:
    """Draw a grid of a kind: any of its marks anywhere."""
    rows, cols = data.draw(st.integers(2, 6)), data.draw(st.integers(2, 6))
    head = kind.example_text.split("\n")[0].split()[2:]
    parts = {}
    for part in kind.clues:
        high, wide = SHAPES[part.name].lines(rows, cols), SHAPES[part.name].words
        if part.name == "regions":
            lines = [[str(label + 1) for label in line] for line in regions(data, rows, cols)]
        else:
            words = words_of(part.signs)
            most = data.draw(st.integers(0, 2)) if wide is None else wide(rows, cols)
            words = words.filter(lambda mark: mark not in "-0") if wide is None else words
            line = st.lists(words, min_size=most, max_size=most)
            lines = data.draw(st.lists(line, min_size=high, max_size=high))
        parts[part.name] = tuple(map(tuple, lines))
    return Grid(rows, cols, tuple(head), parts)


def words_of(signs: Signs) -> st.SearchStrategy[str]:
    """Return blanks, and now and then a mark."""
    fitting = [mark for mark in MARKS if signs.pattern(mark) is not None]
    return st.sampled_from(["-", "-", "-", *dict.fromkeys([*fitting, *signs.looks])])


MARKS = (
    *("0", "1", "2", "3", "4", "5", "7", "8", "10", "17", "24", "44", "a", "b", "c", "x"),
    *("w", "w2", "b3", "3n", "2e", "0s", "12w", "?n", "?w", "3no", "2sx", "1wg", "0b", "1b"),
    *("9,16", "9,", ",16", "45,", "3+", "12x", "12", "ns", "se", "nw", "ew", "?", "g", "g2"),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@few(15)
@given(data=st.data())
def test_clues_are_read_as_they_were_spelled(kind: Kind, data: st.DataObject) -> None:
    grid = drawn_grid(kind, data)
    assert kind.link is not None
    try:
        link = kind.link.write(grid)
    except ModelError:  # marks that links cannot say
        return
    again = grid_of(kind, link)
    assert kind.link.write(again) == link
    for name in set(kind.parts) - {"regions", "marks"}:
        known = [[word.replace("?", "-") for word in line] for line in grid.parts[name]]
        assert [[word.replace("?", "-") for word in line] for line in again.parts[name]] == known


def grid_of(kind: Kind, link: str) -> Grid:
    """Return the grid of a link, which may be no puzzle."""
    assert kind.link is not None
    name, cols, rows, text = link.split("/", 3)
    draft = Draft(int(rows), int(cols), kind.parts)
    draft.head += kind.link.heads.get(name, ())
    return kind.link.read(text, draft)


@cache
def link_of_example(kind: Kind) -> str:
    """Return the link to a kind's example, without the page."""
    (puzzle,) = read(f"{kind.name}\n{kind.example_text}").problems
    return write(puzzle, "puzz-link").strip().partition("?")[2]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@few(5)
@given(data=st.data())
def test_a_link_that_is_too_short_or_too_long_is_refused(kind: Kind, data: st.DataObject) -> None:
    link = link_of_example(kind)
    name, cols, rows, text = link.split("/", 3)
    cut = f"{name}/{cols}/{rows}/{text[: data.draw(st.integers(0, len(text) - 1))]}"
    try:
        again = grid_of(kind, cut)
    except ModelError:
        pass
    else:  # what the page leaves out where it is blank
        assert len(grid_of(kind, link).clues) >= len(again.clues)
    for more in ("0" * 60, "z" * 60, "!"):
        with pytest.raises(ModelError):
            grid_of(kind, link + more)


def test_the_last_number_of_light_up_says_two_blanks() -> None:
    # encode4Cell of the page: the digit alone only where a clue is next to it
    for link, walls in (("lightup/2/1/0c", "0 2"), ("lightup/2/1/c", "2 -")):
        (puzzle,) = read(link).problems
        assert write(puzzle, "pencil") == f"akari\n1 2\n{walls}\n"
        assert write(puzzle, "puzz-link") == f"https://puzz.link/p?{link}\n"
    assert read("lightup/2/1/02").problems  # a digit for each


def test_a_blank_part_may_be_left_out() -> None:
    assert count(puzzle_of("ripple/2/2/00j")).count == count(puzzle_of("ripple/2/2/00j0")).count > 0
    views, parts = "magnets/2/1/l0", "magnets/2/1/l000"
    assert count(puzzle_of(views)).count == count(puzzle_of(parts)).count == 3


@pytest.mark.parametrize("link", ["norinori/2/2/g0", "heyablock/2/2/g0.", "suguru/2/2/g0j"])
def test_a_border_within_a_region_is_named(link: str) -> None:
    message = "line 1: not read: 1 borders within regions, the first between R1C1 and R1C2"
    assert read(f"https://puzz.link/p?{link}").warnings == (message,)


def test_borders_within_regions_are_counted() -> None:
    (warning,) = read("norinori/3/2/o0").warnings
    assert warning.endswith("2 borders within regions, the first between R1C1 and R1C2")
    assert not read("norinori/2/2/o0").warnings  # two columns
    for borders in ("g8", "00"):  # a hole at R1C2, with and without borders around it
        assert not read(f"suguru/2/2/{borders}j8").warnings


def test_a_board_of_one_cell_is_read() -> None:
    assert count(puzzle_of("starbattle/1/1/1/")).count == 1
    assert write(puzzle_of("starbattle/1/1/1"), "puzz-link").endswith("starbattle/1/1/1/\n")


# ---- What clues mean ----------------------------------------------------------------------------


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
    assert count(puzzle_of("kakuro/3/1/m---0")).count == 0
    assert count(puzzle_of("kakuro/3/1/m----")).count == 9 * 8 * 7
    assert count(puzzle_of("kakuro/3/1/m---6")).count == 6
    assert solve(puzzle_of("kakuro/3/1/m---1")).status is Status.INFEASIBLE


def test_a_clue_without_a_number_is_one_of_any_number() -> None:
    assert count(puzzle_of("shikaku/2/2/.i")).count == 1
    assert count(puzzle_of("shikaku/2/1/..")).count == 1
    assert count(puzzle_of("mines/2/1/.g")).count == 2
    assert count(puzzle_of("mines/2/1/1g")).count == 1


def test_no_four_tatami_meet_at_a_corner() -> None:
    assert solve(puzzle_of("tatamibari/2/2/3333")).status is Status.INFEASIBLE


def test_lines_of_a_nonogram_without_numbers_are_blank() -> None:
    assert count(puzzle_of("nonogram/2/2/1g1g")).count == 1
    assert count(puzzle_of("nonogram/2/2/11h")).count == 0
    assert count(puzzle_of("nonogram/2/2/1111")).count == 2


# ---- Mistakes -----------------------------------------------------------------------------------


def test_what_no_kind_says_is_an_error() -> None:
    with pytest.raises(ModelError, match=r"puzz-link: .*expected a pencil puzzle"):
        write(queens(4), "puzz-link")
    star = puzzle_of("starbattle/6/6/1/4ilbhgdnmhou")
    star.given("star", cell=(0, 1))
    with pytest.raises(ModelError, match="has givens, rules or costs that its clues do not say"):
        write(star, "puzz-link")
    (example,) = read(f"hidoku\n{find_kind('hidoku').example_text}").problems
    with pytest.raises(ModelError, match=r"puzz-link: Hidoku .*, which the page does not have"):
        write(example, "puzz-link")


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
    assert write(puzzle, "puzz-link") == "https://puzz.link/p?sudoku/4/4/g1k23k3g\n"


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("kropki/4/4/aa7f", "nothing, expected a digit of base 27 at character 5 of the clues"),
        ("kropki/4/4/aa7fioco0", "'0', expected nothing more, at character 9 of the clues"),
        ("kropki/4/4/aa!fioco", "'!', expected a digit of base 27 at character 3 of the clues"),
        ("box/2/2/44", "nothing, expected a digit of base 32 at character 3 of the clues"),
        ("battleship/2/2/jj/1/12", "expected a fleet of straight ships"),
        ("norinori/0/4/", "'0', expected 1 to 99 columns"),
        ("norinori/4/4", "at character 1 of the clues"),
        ("shikakus/4/4/", "did you mean shikaku"),
        ("yajilin/q/4/4/", "with the variation 'q', which minuet has not"),
        ("sudoku/8/8/zzzj", "boxes of 2x4 cells, where the page has others"),
        ("sudoku/4/4/g0n3k", "'0', expected a number from 1 at R1C2"),
        ("skyscrapers/3/3/g10o", "'0', expected a number from 1 at clue 3 of top"),
    ],
)
def test_a_mistake_is_named_with_its_place(link: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_of(link)
    assert message in str(caught.value)


@few(150)
@given(
    st.sampled_from(NAMES),
    st.integers(1, 5),
    st.integers(1, 5),
    st.text("0123456789abcdefghijklmnopqrstuvwxyz.-+/ABZ!", max_size=30),
)
def test_any_clues_are_read_or_refused(kind: str, wide: int, high: int, body: str) -> None:
    try:
        puzzle_of(f"{kind}/{wide}/{high}/{body}")
    except InputError as error:
        assert len(str(error).split("\n")) == 1

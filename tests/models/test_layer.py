"""Multiplicities, agreement, rules and objectives over several tables, descriptions, pictures."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import GridPicture, ModelError, Puzzle
from minuet.solvers import count, solutions, solve

WORDS = ("bat", "ale", "ten", "bit", "ice", "tea", "lea", "end", "net", "ail", "tie", "eel")


def word_square(words: tuple[str, ...] = WORDS) -> Puzzle:
    puzzle = Puzzle("word square")
    across = puzzle.choices("across", row=range(3), word=words)
    down = puzzle.choices("down", col=range(3), word=words)
    puzzle.exactly_one(across, by="row")
    puzzle.exactly_one(down, by="col")
    puzzle.agree(
        {
            across: lambda row, word: {(row, k): letter for k, letter in enumerate(word)},
            down: lambda col, word: [((k, col), letter) for k, letter in enumerate(word)],
        },
        name="letter",
    )
    return puzzle


@pytest.mark.parametrize("engine", ["dlx", "bitmask", "sat", "cpsat"])
def test_choices_of_several_tables_agree_on_what_they_share(engine: str) -> None:
    expected = sum(
        all("".join(row[k] for row in rows) in WORDS for k in range(3))
        for rows in product(WORDS, repeat=3)
    )
    puzzle = word_square()
    assert expected > 1
    assert count(puzzle, engine).count == expected
    for answer in solutions(puzzle, engine):
        rows = [word for _, word in answer["across"]]
        columns = [word for _, word in answer["down"]]
        assert ["".join(letters) for letters in zip(*rows, strict=True)] == columns


def test_check_tells_which_key_the_choices_do_not_agree_on() -> None:
    puzzle = word_square(("bat", "tab"))
    across, down = puzzle.tables
    options = [
        *(row * 2 for row in range(3)),
        *(down.offset + col * 2 + (col == 2) for col in range(3)),
    ]
    wrong = puzzle.check(puzzle.read(options)).violations
    assert "letter (0,1): a, b chosen, expected one value" in wrong
    assert not any("across" in line for line in wrong)
    for row, word in ((0, "bat"), (1, "bat")):
        puzzle.given(across, row=row, word=word)
    puzzle.given(down, col=0, word="tab")
    assert [str(group) for group in puzzle.clashes()] == ["letter (0,0)", "letter (1,0)"]


def test_the_value_none_has_its_key_to_itself() -> None:
    puzzle = Puzzle()
    use = puzzle.choices("use", rows=[{"color": "red"}, {"color": "red"}, {"color": None}])
    puzzle.agree({use: lambda color: {"wall": color}})
    assert count(puzzle).count == 5  # nothing, each alone, both reds
    assert not puzzle.check(puzzle.read([0, 2]))
    assert puzzle.check(puzzle.read([0, 1]))


def test_values_of_one_spelling_are_different_colors() -> None:
    puzzle = Puzzle()
    use = puzzle.choices("use", color=[1, "1"])
    puzzle.agree({use: lambda color: {"wall": color}})
    assert puzzle.matrix.color_names == ["1", "'1'"]
    assert count(puzzle).count == 3


@given(
    st.lists(
        st.dictionaries(st.integers(0, 2), st.sampled_from(["a", "b", None]), max_size=3),
        max_size=6,
    ),
    st.integers(0, 2),
    st.integers(0, 3),
)
def test_agreement_and_multiplicities_mean_what_they_say(
    uses: list[dict[int, str | None]], low: int, more: int
) -> None:
    puzzle = Puzzle()
    use = puzzle.choices("use", rows=[{"n": n, "values": u} for n, u in enumerate(uses)])
    puzzle.agree({use: "values"}, name="value")
    puzzle.between(low, low + more, use, by=lambda: "all", over=["all"], name="size")
    accepted = 0
    for mask in product((0, 1), repeat=len(uses)):
        chosen = [u for taken, u in zip(mask, uses, strict=True) if taken]
        given_values = [
            [u[key] for u in chosen if key in u] for key in {key for u in chosen for key in u}
        ]
        agrees = all(
            len(values) == 1 or (None not in values and len(set(values)) == 1)
            for values in given_values
        )
        fine = agrees and low <= len(chosen) <= low + more
        accepted += fine
        options = [number for number, taken in enumerate(mask) if taken]
        assert bool(puzzle.check(puzzle.read(options))) == fine
    assert count(puzzle, "dlx").count == accepted


def test_between_wants_some_of_each_group() -> None:
    puzzle = Puzzle("knights")
    knight = puzzle.choices("knight", row=range(4), col=range(4))
    puzzle.between(2, 2, knight, by="row")
    rule = puzzle.between(2, 2, knight, by="col")
    assert rule.wanted == "exactly 2"
    assert count(puzzle).count == 90  # 4x4 binary matrices of line sums 2 (OEIS A001499)
    assert puzzle.between(1, 3, knight, by="row").wanted == "1 to 3"
    assert puzzle.between(0, 3, knight, by="row").wanted == "at most 3"


def test_between_without_an_upper_end_asks_for_a_cheapest_cover() -> None:
    puzzle = Puzzle("domination")
    queen = puzzle.choices("queen", row=range(5), col=range(5))

    def attacked(row: int, col: int) -> list[tuple[int, int]]:
        return [
            (r, c)
            for r, c in product(range(5), repeat=2)
            if r == row or c == col or abs(r - row) == abs(c - col)
        ]

    rule = puzzle.between(1, None, queen, covering=attacked, name="attacked")
    puzzle.minimize(queen, lambda: 1)
    assert rule.wanted == "at least one"
    result = solve(puzzle)
    assert (result.objective, result.complete) == (3, True)
    assert result.answer is not None and puzzle.check(result.answer)


@pytest.mark.parametrize(("low", "high"), [(2, 1), (-1, 1), (1.0, 2), (0, "3")])
def test_between_refuses_what_is_no_range(low: int, high: int) -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", x=range(3))
    with pytest.raises(ModelError, match="between"):
        puzzle.between(low, high, choice, by="x")


def test_one_rule_may_look_at_several_tables() -> None:
    puzzle = Puzzle("dominoes and squares")
    flat = puzzle.choices("flat", row=range(2), col=range(2))
    tall = puzzle.choices("tall", r=range(1), c=range(3))
    cells = {
        flat: lambda row, col: [(row, col), (row, col + 1)],
        tall: lambda r, c: [(r, c), (r + 1, c)],
    }
    board = list(product(range(2), range(3)))
    rule = puzzle.exactly_one([flat, tall], covering=cells, over=board, name="cell")
    assert rule.tables == (flat, tall)
    assert count(puzzle).count == 3
    assert all(puzzle.check(answer) for answer in solutions(puzzle))
    assert "cell (0,0): 0 chosen, expected exactly one" in puzzle.check(puzzle.read([])).violations
    with pytest.raises(ModelError, match="columns for other tables, expected those of flat"):
        puzzle.exactly_one(flat, covering=cells)
    with pytest.raises(ModelError, match="a table twice"):
        puzzle.exactly_one([flat, flat], by="row")
    with pytest.raises(ModelError, match="no table, expected one"):
        puzzle.exactly_one([], by="row")


def test_totals_over_several_tables_add_up() -> None:
    puzzle = Puzzle()
    one = puzzle.choices("one", a=[3, 5])
    two = puzzle.choices("two", b=[10, 7])
    puzzle.exactly_one(one, by=lambda: 0)
    puzzle.exactly_one(two, by=lambda: 0)
    puzzle.maximize(one, "a")
    puzzle.maximize(two, lambda b: 2 * b)
    result = solve(puzzle)
    assert result.objective == 25
    with pytest.raises(ModelError, match="table 'one' has an objective already"):
        puzzle.maximize(one, "a")
    with pytest.raises(ModelError, match="not both"):
        puzzle.minimize(two, "b")


def test_a_given_may_be_told_by_a_predicate() -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", x=range(4))
    assert str(puzzle.given(choice, where=lambda x: x > 2)) == "choice(x=3)"
    with pytest.raises(ModelError, match="2 choices match, expected one"):
        puzzle.given(choice, where=lambda x: x > 1)
    with pytest.raises(ModelError, match="no such choice"):
        puzzle.given(choice, where=lambda x: x < 1, x=2)


def test_agreement_refuses_what_is_no_pair_or_cannot_be_compared() -> None:
    puzzle = Puzzle()
    word = puzzle.choices("word", rows=[{"pairs": ((1, 2, 3),)}])
    puzzle.agree({word: "pairs"}, name="letter")
    with pytest.raises(ModelError, match=r"rule letter .*expected pairs of key and value"):
        _ = puzzle.matrix
    puzzle = Puzzle()
    word = puzzle.choices("word", rows=[{"pairs": {1: []}}])
    puzzle.agree({word: "pairs"}, name="letter")
    with pytest.raises(ModelError, match=r"rule letter \(test_layer.py:\d+\).*unhashable"):
        _ = puzzle.matrix


def test_describe_tells_tables_rules_and_sizes() -> None:
    puzzle = word_square()
    across = puzzle.table("across")
    puzzle.given(across, row=0, word="bat")
    puzzle.forbid(across, word="tie")
    puzzle.minimize(across, "row")
    lines = puzzle.describe().splitlines()
    assert lines[:4] == [
        "word square",
        "  table across: 36 choices",
        "    row: 0 to 2",
        "    word: 12 values, as bat",
    ]
    assert lines[7].startswith("  rule across/row: exactly one in each of 3 groups of 12 choices")
    assert "of 24 choices of across, down (test_layer.py:" in lines[9]
    assert lines[10:] == [
        "  minimize a total over across",
        "  1 given",
        "  3 choices forbidden",
        "  matrix: 6 primary items, 9 secondary items, 72 options, 288 entries",
    ]


def test_a_picture_shows_and_draws_the_answer() -> None:
    puzzle = Puzzle("queens")
    queen = puzzle.choices("queen", row=range(4), col=range(4))
    answer = puzzle.read([1, 7, 8, 14])
    assert str(answer).splitlines()[0] == "queen(row=0, col=1)"
    with pytest.raises(ModelError, match="has no picture"):
        puzzle.draw(answer)
    puzzle.picture = GridPicture(queen, mark="Q")
    assert str(answer) == ".Q..\n...Q\nQ...\n..Q."
    drawn = ElementTree.fromstring(puzzle.draw(answer))
    assert [mark.text for mark in drawn.iter("{http://www.w3.org/2000/svg}text")].count("Q") == 4
    assert answer.table("queen") == answer[queen] == [(0, 1), (1, 3), (2, 0), (3, 2)]


def test_messages_use_the_words_that_the_puzzle_says() -> None:
    puzzle = Puzzle()
    cell = puzzle.choices("cell", row=range(2), value=range(2))
    rule = puzzle.exactly_one(cell, by="row")
    puzzle.say(cell, lambda row, value: f"row {row + 1} is {value}")
    puzzle.say(rule, lambda row: f"row {row + 1} needs exactly one value")
    assert str(puzzle.given(cell, row=1, value=0)) == "row 2 is 0"
    assert puzzle.matrix.labels[1] == "row 1 is 1"
    assert puzzle.check(puzzle.read([2])).violations == ("row 1 needs exactly one value: 0 chosen",)
    with pytest.raises(ModelError, match="has no rule"):
        Puzzle("other").say(rule, str)


def test_exactly_wants_a_number_of_each_group_or_each_its_own() -> None:
    puzzle = Puzzle("battleship counts")
    ship = puzzle.choices("ship", row=range(3), col=range(3))
    rows = puzzle.exactly({0: 2, 1: 0, 2: 2}, ship, by="row", name="row")
    (cols,) = puzzle.exactly(2, ship, by=lambda col: col // 2, name="half")
    assert [(rule.name, rule.wanted) for rule in rows] == [
        ("row of 2", "exactly 2"),
        ("row of 0", "exactly 0"),
    ]
    assert cols.wanted == "exactly 2"
    expected = sum(
        [sum(line) for line in lines] == [2, 0, 2] and sum(line[2] for line in lines) == 2
        for lines in product(product((0, 1), repeat=3), repeat=3)
    )
    assert count(puzzle).count == expected > 0
    with pytest.raises(ModelError, match="is in the group 2, which `over` does not name"):
        puzzle.exactly({0: 1, 1: 1}, ship, by="row")
    with pytest.raises(ModelError, match="exactly -1 of 0, expected a number from 0"):
        puzzle.exactly({0: -1, 1: 1, 2: 1}, ship, by="row")
    with pytest.raises(ModelError, match="expected integers"):
        puzzle.exactly("2", ship, by="row")  # type: ignore[arg-type]


def test_a_picture_may_cover_several_cells() -> None:
    puzzle = Puzzle("rectangles")
    bar = puzzle.choices("bar", row=range(2), wide=[2, 3])

    def cells(row: int, wide: int) -> list[tuple[int, int]]:
        return [(row, col) for col in range(wide)]

    puzzle.picture = GridPicture(bar, covering=cells, mark="wide")
    assert str(puzzle.read([1, 2])) == "333\n22"


@pytest.mark.parametrize("column", ["1..6", 6, None])
def test_a_column_is_values_and_no_text(column: object) -> None:
    with pytest.raises(ModelError, match=r"table 'x': column row is .*, expected values such as"):
        Puzzle().choices("x", row=column)  # type: ignore[arg-type]


def test_agreement_takes_names_of_tables_and_wants_one() -> None:
    puzzle = Puzzle()
    puzzle.choices("use", color=["red", "red", "blue"])
    puzzle.agree({"use": lambda color: {"wall": color}})  # type: ignore[dict-item]
    assert count(puzzle).count == 5
    with pytest.raises(ModelError, match="agree: no table"):
        puzzle.agree({})

"""Agreement: tables whose choices give one value to what they share."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.solvers import count, solutions

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
    assert puzzle.matrix.color_names == ("1", "'1'")
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


def test_agreement_refuses_what_is_no_pair_or_cannot_be_compared() -> None:
    puzzle = Puzzle()
    word = puzzle.choices("word", rows=[{"pairs": ((1, 2, 3),)}])
    with pytest.raises(ModelError, match=r"rule letter .*expected pairs of key and value"):
        puzzle.agree({word: "pairs"}, name="letter")
    puzzle = Puzzle()
    word = puzzle.choices("word", rows=[{"pairs": {1: []}}])
    with pytest.raises(ModelError, match=r"rule letter \(test_agreement.py:\d+\).*unhashable"):
        puzzle.agree({word: "pairs"}, name="letter")


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
    assert "of 24 choices of across, down (test_agreement.py:" in lines[9]
    assert lines[10:] == [
        "  minimize a total over across",
        "  1 given",
        "  3 choices forbidden",
        "  matrix: 6 primary items, 9 secondary items, 72 options, 288 entries",
    ]


def test_agreement_takes_names_of_tables_and_wants_one() -> None:
    puzzle = Puzzle()
    puzzle.choices("use", [{"color": color} for color in ("red", "red", "blue")])
    puzzle.agree({"use": lambda color: {"wall": color}})  # type: ignore[dict-item]
    assert count(puzzle).count == 5
    with pytest.raises(ModelError, match="agree: no table"):
        puzzle.agree({})

"""Rules in TOML: they mean what the layer means, and nothing in them is dropped."""

from __future__ import annotations

import pytest

from minuet.solvers import count, explain, solutions

from oracle.toml_texts import QUEENS, WORDS, mistake, puzzle_of


def test_words_agree_on_their_letters() -> None:
    words = puzzle_of(WORDS)
    vocabulary = ["to", "on", "no", "ot"]
    expected = sum(
        {one[0] + other[0], one[1] + other[1]} <= set(vocabulary)
        for one in vocabulary
        for other in vocabulary
    )
    assert count(words).count == expected > 0


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ('{ exactly_one = "a", covering = "cells" }', 2),
        ('{ exactly_one = "a", by = "size", over = "1..2" }', 2),
        ('{ exactly_one = "a", by = "size", over = [1, 2, 3] }', 0),
        ('{ at_most_one = ["a"], by = { a = "size" } }', 6),
        ('{ between = [1, "many"], of = "a", covering = "cells" }', 5),
        ('{ between = [0, 1], of = "a", by = ["size", "size % 2"] }', 6),
        ('{ at_most_one = "a", covering = [{ key = "1", where = "size == 1" }] }', 6),
        ('{ exactly_one = "a", by = "size, 1", over = { x = "1..2", y = "1..1" } }', 2),
        ('{ exactly_one = "a", by = "1", over = { x = "1..2", where = "x > 1" } }', None),
        ('{ exactly = 2, of = "a", by = "1" }', 3),
        ('{ exactly = [2, 1], of = "a", by = "size", over = "1..2" }', 1),
        ('{ exactly = [0, 1], of = "a", covering = "cells", over = "1..2" }', 1),
        ('{ exactly = [1, 1, 0], of = "a", by = "size", over = [1, 2, 3] }', 2),
        ('{ exactly = [1, 1, 2], of = "a", by = "size", over = [1, 2, 3] }', 0),
        ('{ exactly = [1, 0], of = "a", by = "size", over = [2, 3] }', None),
        ('{ exactly = 1, of = "a", by = "size", over = [2, 3] }', None),
        ('{ exactly_one = "a", covering = [{ key = "k", for = { k = "1..2" } }] }', 3),
        (
            '{ exactly_one = "a", covering = ["0", '
            '{ key = "k", for = { k = [1, 2] }, where = "k > size" }] }',
            2,
        ),
        (
            '{ agree = { a = { keys = [{ key = "k", for = { k = [1, 2] } }],'
            ' values = ["size", "1"] } } }',
            5,
        ),
        ('{ at_most_one = "a", by = "size * n // n" }', 6),
        ('{ at_most_one = "a", by = "size\\n+ 1" }', 6),
        ('{ agree = { a = { keys = "cells", values = "cells" } } }', 8),
        ('{ agree = { a = { keys = ["1"], values = ["size"] } } }', 5),
    ],
)
def test_rules_mean_what_the_layer_means(rule: str, expected: int | None) -> None:
    rows = "rows = [{ size = 1, cells = [1] }, { size = 1, cells = [2] }, "
    table = f"[choices.a]\n{rows}{{ size = 2, cells = [1, 2] }}]\n"
    text = f"[constants]\nn = 3\n{table}\n[rules]\nr = {rule}\n"
    if expected is None:
        assert "which `over` does not name" in mistake(text)
    else:
        assert count(puzzle_of(text)).count == expected


def test_choices_and_rules_have_words_of_their_own() -> None:
    text = QUEENS.replace('col = "1..n"', 'col = "1..n"\nsays = "R{row}C{col}"')
    text = text.replace('by = "row" }', 'by = "row", says = "row {1} needs a queen" }')
    queens = puzzle_of(text + "[given]\nqueen = [{ row = 1, col = 1 }, { row = 1, col = 3 }]")
    assert str(queens.givens[1]) == "R1C3"
    assert str(explain(queens)).endswith("row 1 needs a queen: given R1C1 and given R1C3")
    assert "row 2 needs a queen: 0 chosen" in queens.check(queens.read([0])).violations
    assert mistake(QUEENS + "x = 1").startswith("p.toml:21:1: unknown key 'x'")
    bad = QUEENS.replace('col = "1..n"', 'col = "1..n"\nsays = "{column}"')
    told = "p.toml:11:1: no {column}, expected one of row, col in braces; did you mean col?"
    assert mistake(bad) == told
    bad = QUEENS.replace('by = "row" }', 'by = "row", says = "{2}" }')
    assert mistake(bad).startswith("p.toml:13:44: no {2}")


COUNTED = '[choices.t]\nx = "1..3"\nshaded = "0..1"\n[choices.u]\nx = "1..2"\n[rules]\n'


def test_a_row_whose_condition_fails_is_in_no_group() -> None:
    cell = 'cell = { exactly_one = "t", by = "x" }\n'
    rule = 'r = { exactly_one = "t", by = { key = "x % 2", where = "shaded == 1" }'
    puzzle = puzzle_of(f"{COUNTED}{cell}{rule} }}\n")
    chosen = [{row[0] for row in answer["t"] if row[1]} for answer in solutions(puzzle)]
    assert [shaded for shaded in chosen if len(shaded & {1, 3}) != 1 or 2 not in shaded] == []
    assert len(chosen) == 2 * 4
    none = rule.replace("shaded == 1", "shaded > 1")
    assert puzzle_of(f"{COUNTED}{none} }}\n").matrix.primary == 0
    assert count(puzzle_of(f"{COUNTED}{none}, over = [7] }}\n")).count == 0
    each = 'r = { at_most_one = ["t", "u"], by = { t = { key = "x", where = "x > 1" }, u = "x" } }'
    assert len(puzzle_of(COUNTED + each).matrix.members) == 4 + 2

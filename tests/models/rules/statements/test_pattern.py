"""Regular expressions over values, against Python's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Automaton, ModelError, Puzzle
from minuet.models.rules.statements.layers import Layers, laid_out

SYMBOLS = st.sampled_from(["a", "b", "c", ".", "[ab]", "[^a]", "[a-c]"])
REPEATS = st.sampled_from(["", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,2}", "{1,}"])


def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("({0[0]}|{0[1]})".format),
        st.tuples(inner, REPEATS).map("({0[0]}){0[1]}".format),
    )


PATTERNS = st.recursive(SYMBOLS, wider, max_leaves=6)
WORDS = ["".join(word) for size in range(6) for word in product("abc", repeat=size)]


def automaton_of(pattern: str, values: Iterable[object]) -> Automaton:
    """Return what a rule makes of a pattern over these values."""
    puzzle = Puzzle()
    cell = puzzle.choices("cell", at=range(1), value=list(values))
    return puzzle.regular(pattern, cell, along="at", value="value").automaton("line")


def layers_of(
    automaton: Automaton, alphabets: Sequence[Iterable[object]], *, refused: bool = False
) -> tuple[Layers, dict[tuple[object, ...], bool]]:
    """Return the layers of one line, and its words with whether they are accepted."""
    values = sorted({value for alphabet in alphabets for value in alphabet})  # type: ignore[type-var]
    allowed = np.array([[[v in alphabet for v in values] for alphabet in alphabets]], bool)
    allowed = allowed.reshape(1, len(alphabets), len(values))
    layers = laid_out([automaton], allowed, values, refused=refused)
    words = layers.words(np.array([True]))
    read = [tuple(values[code] for code in codes) for codes in words.codes.tolist()]
    assert layers.sizes.tolist() == [len(read)] == [len(set(read))]
    return layers, dict(zip(read, words.accepted.tolist(), strict=True))


@given(PATTERNS)
def test_a_pattern_accepts_what_python_s_does(pattern: str) -> None:
    automaton, oracle = automaton_of(pattern, "abc"), re.compile(pattern)
    for word in WORDS:
        assert automaton.accepts(word) == bool(oracle.fullmatch(word)), word


@given(PATTERNS, st.lists(st.sets(st.sampled_from("abc"), min_size=1), max_size=5))
def test_layers_hold_each_accepted_word_once(pattern: str, places: list[set[str]]) -> None:
    automaton = automaton_of(pattern, "abc")
    alphabets = [sorted(values) for values in places]
    words = list(product(*alphabets))
    _, found = layers_of(automaton, alphabets)
    assert list(found) == sorted(word for word in words if automaton.accepts(word))
    _, every = layers_of(automaton, alphabets, refused=True)
    assert every == {word: automaton.accepts(word) for word in words}


def test_states_that_go_on_alike_are_one() -> None:
    layers, words = layers_of(automaton_of("0*1{3}0+1{2}0+1{1}0*", [0, 1]), [[0, 1]] * 20)
    assert len(words) == 455  # 14 blanks of which 4 are fixed: 15 choose 3 ways
    assert layers.states.max() == 9


@pytest.mark.parametrize(
    ("pattern", "word", "accepted"),
    [
        ("10 1 01?", [10, 1, 0, 1], True),
        ("101", [10, 1], True),  # the longest value first
        ("1 0 1", [10, 1], False),
        ("[8-10]{2}", [9, 10], True),
        ("[^1-8]", [10], True),
        ("", [], True),
        ("", [1], False),
        ("1|", [], True),
    ],
)
def test_values_are_read_as_they_are_spelled(pattern: str, word: list[int], accepted: bool) -> None:
    assert automaton_of(pattern, range(11)).accepts(word) == accepted


def test_a_backslash_takes_a_sign_for_a_value() -> None:
    automaton = automaton_of(r"\.* # \.*", "#.")
    assert automaton.accepts("..#.")
    assert not automaton.accepts("..##")


@pytest.mark.parametrize(
    ("pattern", "wrong"),
    [
        ("(a", "a bracket that is not closed at character 1"),
        ("a)", "')' closes nothing at character 2"),
        ("*a", "'*' repeats nothing at character 1"),
        ("[a", "a bracket that is not closed at character 1"),
        ("[]", "brackets in which no value is left at character 1"),
        ("a{", "expected how often as in {2} or {2,4} at character 2"),
        ("a{3,2}", "a range that ends before it begins at character 2"),
        ("a day", "'day' begins with no value, expected one of a, b, c, at character 3"),
        ("a]", "']' out of place, expected \\] for the value ']' at character 2"),
        ("a\\", "a value is missing, expected one of a, b, c, at character 3"),
        ("(a{80}){80}", "over 5000 symbols, repeats counted, at character 12"),
        ("(" * 60, "over 50 brackets in each other at character 51"),
    ],
)
def test_a_wrong_pattern_is_told_with_its_place(pattern: str, wrong: str) -> None:
    with pytest.raises(ModelError) as error:
        automaton_of(pattern, "abc")
    assert str(error.value).endswith(f": {wrong}")


def test_two_values_of_one_spelling_are_refused() -> None:
    with pytest.raises(ModelError, match="'1' spells two values"):
        automaton_of("1", [1, "1"])


def test_an_automaton_may_be_in_several_states() -> None:
    either = Automaton([("a", 1, "b"), ("a", 1, "c"), ("c", 2, "b")], "a", ["b"])
    assert [either.accepts(word) for word in ([1], [1, 2], [2], [])] == [True, True, False, False]
    assert layers_of(either, [[1, 2], [1, 2]])[1] == {(1, 2): True}
    assert Automaton({("a", 1): "b"}, "a", ["b"]).accepts([1])


def test_an_automaton_of_tuples_accepts_these_alone() -> None:
    tuples = {(1, 2, 1), (1, 1, 3), (2, 2, 2)}
    automaton = Automaton.of_tuples(sorted(tuples))
    words = [word for size in range(5) for word in product((1, 2, 3), repeat=size)]
    assert {word for word in words if automaton.accepts(word)} == tuples
    assert Automaton.of_tuples([()]).accepts([])
    assert not any(map(Automaton.of_tuples([]).accepts, words))


@pytest.mark.parametrize(
    ("tuples", "wrong"),
    [
        ("12", ", expected tuples of values"),
        ([12], "'12', expected a tuple of values"),
        ([(1, 2), (1,)], "tuple '(1,)', expected 2 values"),
        ([([1], 2)], "tuple '([1], 2)': unhashable type: 'list'"),
    ],
)
def test_an_automaton_of_what_is_no_tuple_is_refused(tuples: Any, wrong: str) -> None:
    with pytest.raises(ModelError, match=re.escape(wrong)):
        Automaton.of_tuples(tuples)


@pytest.mark.parametrize(
    ("transitions", "accepting", "wrong"),
    [
        ([(1, 2)], [1], r"transition '\(1, 2\)', expected \(state, value, state\) each"),
        ("abc", ["a"], "'abc'.*expected"),
        ([(1, 2, 3)], [4], "no state 4, expected one of 1, 3"),
        ([(1, 2, 3)], "13", "accepting .*, expected states"),
        ([(1, [2], 3)], [3], "cannot be hashed"),
    ],
)
def test_a_wrong_automaton_is_refused(transitions: object, accepting: object, wrong: str) -> None:
    with pytest.raises(ModelError, match=wrong):
        Automaton(transitions, 1, accepting)  # type: ignore[arg-type]

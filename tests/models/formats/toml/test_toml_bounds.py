"""Puzzles in TOML that ask for too much, or are damaged: read or refused, never anything else."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError
from minuet.models.formats import read
from minuet.models.formats.toml.node import Places

from oracle.toml_texts import QUEENS, STARS, WORDS, A, mistake

TOO_MUCH = [
    '[choices.a]\nx = "1..99999999999"\n',
    '[constants]\nn = 9223372036854775807\n[choices.a]\nx = "1..n*n*n*n"\n',
    "a = " + "[" * 50000 + "]" * 50000,
    "a = " + "{b = " * 3000 + "1" + "}" * 3000,
    ".".join("a" * 20000) + " = 1",
    "[" + ".".join("a" * 20000) + "]",
    "[" + '."a"'.join("a" * 2000) + "]",
    A + "y = [" + "9" * 5000 + "]\n",
    A + "y = [0x" + "f" * 5000 + "]\n",
    A + "y = [" + "[" * 40 + "]" * 40 + "]\n",
    A + '[rules]\nr = { exactly_one = "a", by = "x", over = "1..9999999999" }\n',
    A + '[rules]\nr = { exactly_one = "a", by = "x", over = { a = "1..99999", b = "1..99999" } }',
    '[choices.a]\nx = "1..90000"\n[rules]\nr = { exactly_one = "a", covering = ['
    + '"x", ' * 100
    + "] }\n",
    "".join(f'[choices.t{k}]\nx = "1..60000"\n' for k in range(2)),
    "#" * 500_000,
    A + "[rules]\n" + "".join(f"r{k} = 1\n" for k in range(2001)),
    A + '[rules]\nr = { at_most_one = "a", covering = [{ key = "k, l", for = { k = "1..9999", '
    'l = "1..9999" } }] }',
    A + '[rules]\nr = { exactly = [1, 1], of = "a", by = "x", over = "1..99999999999" }',
]


@pytest.mark.parametrize("text", TOO_MUCH, ids=range(len(TOO_MUCH)))
def test_a_document_cannot_ask_for_too_much(text: str) -> None:
    assert "expected" in mistake(text)


def test_the_number_of_choices_is_settable() -> None:
    with pytest.raises(InputError, match="64 choices, expected 63 choices at most"):
        read(QUEENS, most_choices=63)
    assert read(QUEENS, most_choices=64).problems


def read_quietly(text: str | bytes) -> None:
    try:
        read(text, form="toml", most_choices=2000)
    except InputError as error:
        assert "\n" not in str(error)


@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    read_quietly(data)


@given(st.sampled_from([QUEENS, STARS, WORDS]), st.integers(0, 600))
def test_truncated_files_are_read_or_refused(text: str, length: int) -> None:
    read_quietly(text[:length])


MARKS = st.text(st.sampled_from("[]{}=\"',.#\n 190axrow\\-+*/()"), max_size=8)


@given(st.sampled_from([QUEENS, STARS, WORDS]), st.integers(0, 600), st.integers(0, 9), MARKS)
def test_damaged_files_are_read_or_refused(text: str, at: int, cut: int, marks: str) -> None:
    read_quietly(text[:at] + marks + text[at + cut :])


VALUES = st.recursive(
    st.integers(-99, 99).map(str)
    | st.booleans().map(lambda truth: str(truth).lower())
    | st.text("ab \\n.#[", max_size=4).map(lambda text: f"'{text}'")
    | st.text("ab[#=", max_size=4).map(lambda text: f'"""\n{text}\n{text}"""')
    | st.just('"a\\"b"')
    | st.just("1979-05-27T07:32:00Z"),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda values: "[ " + " , ".join(values) + " ]")
        | st.lists(inner, max_size=3).map(
            lambda values: (
                "{ " + ", ".join(f"k{k}.'x y' = {value}" for k, value in enumerate(values)) + " }"
            )
        )
    ),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.sampled_from(["", "[t{}]", "[[u]]", "[u.v{}]"]), VALUES), max_size=5))
def test_places_point_at_the_values(pairs: list[tuple[str, str]]) -> None:
    lines = [
        f"{header.format(k)}\n# note = [\nk{k}.z = {value}"
        for k, (header, value) in enumerate(pairs)
    ]
    text = "\n".join(lines)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # a header that was used in another way
    places = Places(text)
    flat = text.split("\n")
    offsets = [0]
    for line in flat:
        offsets.append(offsets[-1] + len(line) + 1)

    def visit(value: Any, path: tuple[str | int, ...]) -> None:
        if isinstance(value, dict | list) and not (isinstance(value, dict) and len(path) < 3):
            line, column = places.value(path)
            assert text[offsets[line - 1] + column - 1] in "[{k("
        elif not isinstance(value, dict | list):
            line, column = places.value(path)
            start = offsets[line - 1] + column - 1
            rest = text[start:]
            assert any(parses_to(rest[:end], value) for end in range(1, len(rest) + 1))
        if isinstance(value, list):
            value = dict(enumerate(value))
        for key, one in value.items() if isinstance(value, dict) else ():
            visit(one, (*path, key))

    visit(data, ())


def parses_to(text: str, value: Any) -> bool:
    try:
        return bool(tomllib.loads(f"x = {text}")["x"] == value)
    except tomllib.TOMLDecodeError:
        return False

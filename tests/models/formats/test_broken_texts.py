"""Whatever is read, only InputError ever comes out, soon, in one printable line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError
from minuet.models.formats import FORMATS, read

from drawing import few

JSON_WORDS = ["{", "}", '{"items":', '"options":', '"secondary":[', '["a"', '"cost":', '"times":']
PIECES = ["0", "9", "5", "10", ".", "|", "|3", "|-", ":", "1:2|", "a", "b", "A", "x", "-", "end"]
BLANKS = [" ", "\n", "\r\n", "\r", "\t", "\x0c", "\u2028", "\xa0"]
ODD = [
    *JSON_WORDS,
    "[",
    "]",
    ",",
    '"',
    '"5"',
    "\x00",
    "\x7f",
    "\u0663",
    "\u202e",
    "9" * 30,
    "\ufeff",
]
FORMS = st.sampled_from([None, *FORMATS])


def survives(text: str | bytes, form: str | None) -> None:
    try:
        reading = read(text, form=form)
    except InputError as error:
        assert str(error).isprintable()
        assert len(str(error)) < 500
        assert "expected" in str(error)
        assert error.line >= 1
        assert error.column >= 1
    else:
        assert len(reading.problems) >= 0
        assert form is None or reading.format == form


def test_a_given_outside_the_grid() -> None:
    survives(".~R91C6_7", None)


@given(st.binary(max_size=60), FORMS)
def test_random_bytes(text: bytes, form: str | None) -> None:
    survives(text, form)


@given(st.text(max_size=60), FORMS)
def test_random_characters(text: str, form: str | None) -> None:
    survives(text, form)


@given(st.lists(st.sampled_from(PIECES + BLANKS * 2 + ODD), max_size=60), FORMS)
def test_random_words(words: list[str], form: str | None) -> None:
    survives("".join(words), form)


SEEDS = ["target/sample1.in", "beads/l10.in", "sudoku/minimal_16x16.txt", "instances/queens8.dlx"]
SEEDS += ["links/f_puzzles.txt", "links/parity_fish.txt", "links/puzz_link.txt"]
SEEDS += ["variants/jigsaw.txt", "variants/constraints.txt", "variants/samurai.txt"]
SEEDS += ["sudoku/easy_1000.txt", "instances/queendom8_5.dlx", "instances/langford8_cost.dlx"]


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_files(data: Path, seed: str) -> None:
    whole = (data / seed).read_bytes()[:3000]

    @few(40)
    @given(st.data())
    def damage(draw: st.DataObject) -> None:
        text = bytearray(whole[: draw.draw(st.integers(0, len(whole)))] or b"1")
        for _ in range(draw.draw(st.integers(0, 4))):
            start = draw.draw(st.integers(0, len(text)))
            length = draw.draw(st.integers(0, 20))
            text[start : start + length] = draw.draw(
                st.sampled_from(PIECES + BLANKS + ODD)
            ).encode()
        survives(bytes(text), draw.draw(FORMS))

    damage()


WORDS = [
    ".Or.Cage~3~R1C1~R1C2.~R2C2_1.End.Replicate~AwDi.Odd~R1C1.End.NFA~QH9A~R1C1~R1C2",
    ".Shape~6x6~9.RegionSize~9.Jigsaw~001111200101220001233011223333222333.Regex~WzEyXSs~R1C1~R1C2",
    ".Shape~9x9~0-8.LookAndSay~1324~R1C1~R1C2.SumLine~10~R1C1~R2C2~LOOP.Pair~CI~_a~R1C1~R1C2",
    "3x3:d:k:" + ":".join(str(257 + k) for k in range(81)) + ":",
]
BROKEN = [
    *"~.:_-|<>^v+*u[]",
    "R1C1",
    "Or.",
    ".End",
    "~~",
    "99",
    "0",
    "-1",
    "LOOP",
    "[State]",
    "And",
]


@few(150)
@given(st.data())
def test_damaged_examples(draw: st.DataObject) -> None:
    whole = draw.draw(st.sampled_from([form.example for form in FORMATS.values()] + WORDS))
    text = whole[: draw.draw(st.integers(1, len(whole)))]
    for _ in range(draw.draw(st.integers(0, 4))):
        start = draw.draw(st.integers(0, len(text)))
        length = draw.draw(st.integers(0, 6))
        text = text[:start] + draw.draw(st.sampled_from(BROKEN + PIECES)) + text[start + length :]
    survives(text, draw.draw(FORMS))


LONG: dict[str, Callable[[], str]] = {
    "one word": lambda: "x" * 250_000,
    "ones": lambda: "1" * 250_000,
    "dots": lambda: "." * 250_000,
    "zeros": lambda: "0 " * 125_000,
    "two names": lambda: "a b " * 60_000,
    "numbers": lambda: " ".join(map(str, range(1, 40_001))),
    "bars": lambda: "|" * 250_000,
    "colons": lambda: ":" * 250_000,
    "brackets": lambda: "[" * 250_000,
    "braces": lambda: '{"items":' * 25_000,
    "options": lambda: '{"items": [], "options": [' + "[" * 125_000,
    "an open string": lambda: '{"items": ["' + "a\\" * 60_000,
    "quotes": lambda: '"' * 250_000,
    "cells": lambda: '[["5"' + ',"5"' * 60_000,
    "multiplicities": lambda: "5|" * 125_000,
    "letters": lambda: "AB-" * 90_000,
    "blanks": lambda: " " * 250_000,
    "header": lambda: "999999 999999\n0 1 0",
    "a link": lambda: "https://f-puzzles.com/?load=N4I" + "g" * 250_000,
    "a short hand": lambda: "scl" + "A" * 250_000,
    "a grid of links": lambda: '{"grid": [[{}' + ",{}" * 50_000,
    "clues": lambda: "https://puzz.link/p?sudoku/9/9/" + "z" * 250_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_line_of_anything_is_refused(name: str) -> None:
    with pytest.raises(InputError) as caught:
        read(LONG[name]())
    assert len(str(caught.value)) < 200

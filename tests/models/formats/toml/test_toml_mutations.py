"""Descriptions with random mistakes in them: read, or refused in one line that says where."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import gallery

from drawing import few
from oracle.toml_texts import KILLER, QUEENS, ROSTER, SHOP, STARS, WORDS

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
MOST = 5000
TOKEN = re.compile(r'"""|\'\'\'|"[^"\n]*"|\'[^\'\n]*\'|[\w.]+|\S')
INSIDE = re.compile(r"[A-Za-z_]+|\d+|\S")
ODD = [
    *('""', "{}", "[]", "[[]]", "[{}]", "0", "-1", "true", "1.5", "1979-05-27", "''", "inf", "nan"),
    *('"1..0"', '"1..999"', '"0..0"', '"x"', '"row"', '"row * 100000"', '"cells"', '"many"', '"."'),
    *('"--5"', '"' + "9" * 5000 + '"', "9223372036854775807", "-9223372036854775808", '"\\u0000"'),
    *('{ key = "1", where = "1 == 2" }', '{ key = "k", for = { k = "1..99" } }', '["row", "col"]'),
    *(
        '"1, 2"',
        "\"'a'\"",
        '"R1C1-R1C9"',
        '"R1C1 R1C1"',
        '"R0C0"',
        '"##/#."',
        '"row // 0"',
        "[1, 1]",
    ),
]
WORDS_INSIDE = [
    *("row", "col", "x", "n", "0", "1", "-1", "9" * 30, "in", "(", ")", "+", "*", "//", "%", "=="),
    *("<", "and", "or", "not", "abs(", "max(1,", ",", "..", "-", "#", "'", "--5", "7" * 400, "\\n"),
]
LINES = [
    "[show]\ntable = 'digit'\ncovering = ['row']\nmark = 'x'",
    "[minimize]\nqueen = 'row'",
    "[maximize]\nplace = '1'",
    "[sudoku]\nsize = 4",
    "[packing]\nboard = {}\npieces = 'soma'",
    "[given]\ndigit = '123'",
    "[forbid]\nqueen = ['row > 0', {}]",
    "leftover = true",
    "where = 'row > 1'",
    "copies = [0, 1]",
]
SOURCES = [one.text for one in gallery() if one.text.count("[") and "def puzzle" not in one.text]
SOURCES += [QUEENS, STARS, WORDS, KILLER, ROSTER, SHOP]
SOURCES += [p.read_text() for p in sorted(EXAMPLES.glob("*.toml"))]


def mutated(text: str, chance: Random) -> str:
    """Return the text with a few tokens, parts of strings or lines replaced, dropped or added."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        tokens = list(TOKEN.finditer(text))
        if not tokens:
            break
        token = chance.choice(tokens)
        start, end = token.span()
        kind = chance.randrange(8)
        new = chance.choice(ODD)
        if kind == 0:
            new = chance.choice(tokens)[0]
        elif kind == 1:
            new = ""
        elif kind in (2, 3) and token[0][0] in "\"'" and (parts := list(INSIDE.finditer(token[0]))):
            inner = chance.choice(parts)
            start, end = start + inner.start(), start + inner.end()
            new = chance.choice(WORDS_INSIDE)
        elif kind >= 6 and (numbers := list(re.finditer(r"\d+", text))):
            start, end = chance.choice(numbers).span()
            new = str(chance.randint(0, 12))
        elif kind == 4:
            start = end = text.find("\n", end) + 1
            new = chance.choice([*LINES, *text.split("\n")]) + "\n"
        text = text[:start] + new + text[end:]
    return text


def survives(text: str) -> bool:
    """Whether the text is read; if not, it is refused as it should be."""
    try:
        (puzzle,) = read(text, file="p.toml", form="toml", most_choices=MOST).problems
    except InputError as error:
        message = str(error)
        assert message.isprintable()
        assert len(message) < 290
        assert message.startswith("p.toml:")
        return False
    assert isinstance(puzzle, Puzzle)
    assert puzzle.visible_options == sum(map(len, puzzle.tables)) <= puzzle.matrix.options
    str(puzzle.read(()))
    return True


def test_whole_descriptions_are_read() -> None:
    taken = [text for text in SOURCES if survives(text)]
    assert len(taken) > 30


@few(50)
@given(st.sampled_from(SOURCES), st.randoms(use_true_random=False))
def test_mutated_descriptions_are_read_or_refused(text: str, chance: Random) -> None:
    survives(mutated(text, chance))


@pytest.mark.slow
def test_many_mutated_descriptions_are_read_or_refused() -> None:
    chance = Random(9)
    read_ones = sum(survives(mutated(chance.choice(SOURCES), chance)) for _ in range(5000))
    assert read_ones > 500

"""LZ-string: what other programs packed comes out, and what is packed comes out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minuet.models import ModelError
from minuet.models.formats.links.lz_string import MOST_CHARACTERS, compressed, decompressed

# What SudokuPad's own tests hold.
BLANK_3 = "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="
BLANK_3_JSON = '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}'


def test_a_published_text_is_packed_and_unpacked_as_it_stands() -> None:
    assert decompressed(BLANK_3) == BLANK_3_JSON
    assert compressed(BLANK_3_JSON) == BLANK_3


def test_published_links_are_packed_as_their_page_packed_them(data: Path) -> None:
    lines = (data / "links/f_puzzles.txt").read_text("utf-8").splitlines()[1::2]
    for packed in (line.partition("load=")[2] for line in lines):
        text = decompressed(packed)
        assert json.loads(text)["grid"]
        assert compressed(text) == packed


@given(st.text(max_size=300) | st.text("ab", max_size=2000))
@example("")
@example("\U0001f9e9" * 3)
@example("a" * 5000)
@example("\u0100\u00ff" * 40)
def test_what_is_packed_comes_out(text: str) -> None:
    assert decompressed(compressed(text)) == text


def test_the_alphabet_of_addresses_is_read_too() -> None:
    packed = compressed("".join(map(chr, range(32, 600))))
    assert {"+", "/"} <= set(packed)
    assert decompressed(packed.replace("/", "-").rstrip("=")) == decompressed(packed)
    assert decompressed(packed.replace("+", " ")) == decompressed(packed)


@given(st.integers(0, len(BLANK_3) - 5))
def test_a_text_that_is_cut_off_is_an_error(length: int) -> None:
    with pytest.raises(ModelError, match="ends too soon, expected the whole link"):
        decompressed(BLANK_3[:length])


@given(st.text("ABCDEFghijkl0123+/", max_size=80))
def test_anything_else_is_an_error_or_a_text(packed: str) -> None:
    try:
        assert isinstance(decompressed(packed), str)
    except ModelError as error:
        assert "expected" in str(error)


@pytest.mark.parametrize(("packed", "said"), [("N4I!g", "'!' at character 4"), ("é", "'é' at")])
def test_another_character_is_named(packed: str, said: str) -> None:
    with pytest.raises(ModelError, match=f"{said}.*expected letters"):
        decompressed(packed)


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(ModelError, match="half a character"):
        decompressed(compressed("\ud83e"))


def test_a_small_link_cannot_stand_for_a_huge_text() -> None:
    bomb = compressed("a" * (MOST_CHARACTERS + 1))
    assert len(bomb) < 4000
    with pytest.raises(ModelError, match=f"more than {MOST_CHARACTERS} characters"):
        decompressed(bomb)
    with pytest.raises(ModelError, match="more than 10 characters"):
        decompressed(bomb, 10)

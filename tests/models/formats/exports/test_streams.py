"""Long texts are written by the piece: the same text, and refused before the first piece."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from minuet.models import ExactCover, ModelError, Puzzle
from minuet.models.formats import FORMATS, write
from minuet.models.gallery import entry

from in_process import minuet

STREAMED = [name for name, form in FORMATS.items() if form.stream is not None]


LONGEST = 1 << 18  # characters of a piece


def streamed(form: str, problem: Puzzle | ExactCover) -> Iterator[str]:
    stream = FORMATS[form].stream
    assert stream is not None
    return stream(problem)


def wide(options: int) -> ExactCover:
    """Return a matrix of so many options, each of one of a hundred items."""
    members = np.arange(options) % 100
    items = [f"i{k}" for k in range(100)]
    return ExactCover(primary=100, items=items, starts=np.arange(options + 1), members=members)


def test_all_texts_for_other_programs_are_streamed() -> None:
    assert STREAMED == ["cnf", "wcnf", "opb", "mps", "lp", "minizinc", "cpsat"]


@pytest.mark.parametrize("form", STREAMED)
def test_the_pieces_are_the_text(form: str) -> None:
    for problem in (entry("queens-8").load(), entry("sator-square").load(), wide(4000)):
        pieces = list(streamed(form, problem))
        assert "".join(pieces) == write(problem, form) == write([problem], form)
        assert max(map(len, pieces)) < LONGEST
    assert len(pieces) > 1


@pytest.mark.parametrize("form", STREAMED)
def test_what_is_refused_is_refused_before_the_first_piece(form: str) -> None:
    with pytest.raises(ModelError, match=rf"^{form}: "):
        streamed(form, entry("loops-3").load())
    with pytest.raises(ModelError, match="holds one puzzle, expected one and not 2"):
        write([wide(2), wide(2)], form)


@pytest.mark.parametrize("form", STREAMED)
def test_twice_the_options_make_twice_the_text_and_no_more(form: str) -> None:
    small, large = (sum(map(len, streamed(form, wide(n)))) for n in (2_000, 4_000))
    assert 1.8 * small < large < 2.3 * small


@pytest.mark.parametrize(
    "form",
    [
        one if one in ("opb", "lp", "cpsat") else pytest.param(one, marks=pytest.mark.slow)
        for one in STREAMED
    ],
)
def test_no_text_is_held_whole(form: str) -> None:
    matrix = wide(4_000)
    tracemalloc.start()
    try:
        assert sum(map(len, streamed(form, matrix))) > 60_000
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 150 * matrix.options + LONGEST


def test_an_answer_is_streamed_as_givens(tmp_path: Path) -> None:
    out = tmp_path / "queens.opb"
    done = minuet("convert", "gallery:queens-8", "--solution", "-o", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.read_text().count(" = 1 ;\n") == 16 + 8
    assert minuet("convert", "gallery:queens-8", "--to", "lp").stdout.endswith("\nEnd\n")
    held = minuet("convert", "gallery:loops-3", "-o", str(out))
    assert held.returncode == 2
    assert out.read_text().count(" = 1 ;\n") == 16 + 8

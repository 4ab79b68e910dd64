"""DLX text as Knuth's own programs take it: what is read, written and refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, InputError, ModelError, Sudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.gallery import entry
from minuet.solvers import count, solutions

from in_process import minuet
from oracle.small_puzzles import matrices


def knuth(text: str) -> ExactCover:
    (matrix,) = read(text, form="knuth").problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_his_example_has_his_solution() -> None:
    example = FORMATS["knuth"].example
    assert list(solutions(knuth(example))) == [(1, 3, 4)]
    assert read(example).format == "dlx"
    assert read(example).problems[0] == knuth(example)


def test_his_programs_read_less_and_leave_more_out() -> None:
    text = "  | a comment\na b | x\n  | another\n\na b\nx\na x:: |1 |2\nb x:|\n"
    matrix = knuth(text)
    assert (matrix.options, matrix.color_names) == (3, (":", "|"))
    assert matrix.costs.tolist() == [0, 3, 0]
    with pytest.raises(InputError, match=r"2:5: cost .*, expected \|number"):
        read("  | a comment\na b | x\n", form="dlx")


def test_a_bar_may_stand_at_the_first_secondary_item() -> None:
    for form in ("dlx", "knuth"):
        (matrix,) = read("a b |x y\na x:1\nb y\n", form=form).problems
        assert matrix == read("a b | x y\na x:1\nb y\n").problems[0]
    with pytest.raises(InputError, match=r"1:8: a second lone \|"):
        read("a b |x |y\n", form="dlx")


def test_names_that_are_too_long_are_shortened_and_explained() -> None:
    text = write(entry("queens-8").load(), "knuth")
    lines = text.splitlines()
    assert lines[0] == "| eight queens, written by minuet for dlx1"
    legend = dict(line[2:].split(" = ") for line in lines if " = " in line)
    items = next(line for line in lines if not line.startswith("|")).split()
    assert all(len(name.encode()) <= 8 for name in items) and len(set(items)) == len(items)
    assert set(legend) < set(items)
    assert count(knuth(text)).count == 92
    told = minuet("convert", "gallery:queens-8", "--to", "knuth")
    assert (told.returncode, told.stdout) == (0, text)


def test_the_first_line_names_the_program() -> None:
    texts = {"a\na\n": "dlx1", "a | x\na x:1\n": "dlx2", "2|a\na\na\n": "dlx3", "a\na |1\n": "dlx5"}
    for text, program in texts.items():
        assert write(knuth(text), "knuth").splitlines()[0].endswith(f"for {program}")


def test_colors_are_characters() -> None:
    text = "a | x y\na x:red y:2\n"
    (matrix,) = read(text).problems
    written = write(matrix, "knuth")
    assert "| color 0 = red\n" in written and "a x:0 y:1\n" in written
    assert same_cover(knuth(written), matrix)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" | x\nx\n", "no primary item, expected one at least"),
        ("a | x\na\nx\n", r"1 option without a primary item, .* \(--primary-only does so too\)"),
        ("a\na |-1\n", "negative costs"),
        ("2|a\na |1\n", "costs and multiplicities, which Knuth's programs know one at a time"),
        ("a 0|b\na\n", r"an item that may not be covered \(b\)"),
        ("a | x\n" + "".join(f"a x:{k}\n" for k in range(93)), "93 colors, expected 92 at most"),
    ],
)
def test_what_none_of_his_programs_can_hold_is_named(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=f"^knuth: ExactCover.* has {said}"):
        write(read(text, form="dlx").problems[0], "knuth")


def test_the_switch_that_the_message_names_helps() -> None:
    text = "a | x\na\nx\n"
    assert minuet("convert", "-", "--to", "knuth", text=text).returncode == 2
    told = minuet("convert", "-", "--to", "knuth", "--primary-only", text=text)
    assert (told.returncode, told.stdout.splitlines()[1:]) == (0, ["a | x", "a"])


@given(matrices())
def test_what_is_written_is_read_back(matrix: ExactCover) -> None:
    try:
        text = write(matrix, "knuth")
    except ModelError as error:
        assert str(error).startswith("knuth: ")
        return
    assert same_cover(knuth(text), matrix)
    assert (
        write(knuth(text), "knuth").splitlines()[-matrix.options - 1 :]
        == text.splitlines()[-matrix.options - 1 :]
    )


@given(st.lists(st.text(max_size=12), unique=True, min_size=1, max_size=40))
def test_any_names_at_all_can_be_shortened(names: list[str]) -> None:
    builder = ExactCoverBuilder()
    for name in names:
        builder.item(name)
    for name in names:
        builder.option([name])
    text = write(builder.build(), "knuth")
    assert count(knuth(text)).count == 1


def test_every_name_differs_though_short_ones_are_taken() -> None:
    names = ["abcdefghi", "abcdefg1", "i2", "123456789", *(f"cell number {k}" for k in range(200))]
    matrix = ExactCover(primary=len(names), items=names, starts=[0, len(names)], members=range(204))
    again = knuth(write(matrix, "knuth"))
    assert len(set(again.items)) == 204
    assert list(again.items[1:3]) == ["abcdefg1", "i2"]


def test_a_sudoku_goes_to_his_programs_and_back() -> None:
    sudoku = Sudoku("1......3.4.....2")
    assert count(knuth(write(sudoku, "knuth"))).count == count(sudoku).count == 1

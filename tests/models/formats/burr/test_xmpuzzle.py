"""The files of BurrTools: what is read, what is refused in one line, and published numbers."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Sequence

import pytest

from minuet.models import InputError, Packing
from minuet.models.formats import FORMATS, read, write
from minuet.models.packings import Board, conway_box, polyominoes, slothouber_graatsma, soma_pieces
from minuet.solvers import count


def voxel(text: str, x: int, y: int = 1, z: int = 1, name: str = "") -> str:
    named = f' name="{name}"' if name else ""
    return f'<voxel x="{x}" y="{y}" z="{z}"{named} type="0">{text}</voxel>'


def puzzle(
    shapes: Sequence[str],
    parts: Sequence[str],
    *,
    attributes: str = "",
    colors: int = 0,
    pairs: Sequence[tuple[int, int]] = (),
) -> str:
    """The text of a file with one problem, whose result is the last shape."""
    palette = '<color red="9" green="9" blue="9"/>' * colors
    listed = "".join(f'<shape id="{number}" {part}/>' for number, part in enumerate(parts))
    bitmap = "".join(f'<pair piece="{one}" result="{other}"/>' for one, other in pairs)
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="0"/><colors>{palette}</colors>'
        f"<shapes>{''.join(shapes)}</shapes><problems><problem {attributes}>"
        f'<shapes>{listed}</shapes><result id="{len(shapes) - 1}"/><bitmap>{bitmap}</bitmap>'
        f"</problem></problems><comment/></puzzle>"
    )


def packing(text: str | bytes) -> Packing:
    (found,) = read(text).problems
    assert isinstance(found, Packing)
    return found


def classes(text: str) -> int | None:
    return count(packing(text), symmetries="known").count


def told(text: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        read(text, form="xmpuzzle")
    message = str(caught.value)
    assert message.isprintable()
    assert "expected" in message
    return message


SQUARE = voxel("####", 2, 2)


def flat_pentominoes() -> list[str]:
    """The twelve pieces as shapes of one layer."""
    whole = write(Packing(Board.rectangle(6, 10), polyominoes(5)), "xmpuzzle")
    lines = [line.strip() for line in whole.splitlines() if "<voxel" in line]
    return lines[:12]


def test_a_shape_is_drawn_along_x_then_y_then_z() -> None:
    found = packing(puzzle([voxel("#", 1), voxel("#_+___#__#+_", 3, 2, 2)], ['count="3"']))
    assert set(found.board) == {(0, 0, 0), (0, 0, 2), (1, 0, 0), (1, 1, 0), (1, 1, 1)}
    assert found.uncovered == {(0, 0, 2), (1, 1, 1)}


def test_pieces_are_called_as_their_shapes_are() -> None:
    shapes = [voxel("#", 1, name="a &amp; b"), voxel("#", 1), voxel("##", 2, name="a &amp; b")]
    found = packing(puzzle([*shapes, voxel("####", 4)], ['min="0" max="2"', "", 'count="1"']))
    assert [piece.name for piece in found.pieces] == ["a & b", "S2", "a & b (S3)"]
    assert found.copies == {"a & b": (0, 2), "S2": (1, 1), "a & b (S3)": (1, 1)}


def test_every_problem_of_a_file_is_a_puzzle() -> None:
    text = puzzle([voxel("##", 2), voxel("####", 4)], ['count="2"'], attributes='name="one"')
    second = '<problem><shapes><shape id="0" count="4"/></shapes><result id="1"/></problem>'
    text = text.replace("</problems>", f"{second}</problems>").replace("<comment/>", "")
    first, other = read(text).problems
    assert (first.name, other.name) == ("one", "problem 2")  # type: ignore[union-attr]
    assert [count(one).count for one in (first, other)] == [1, 0]


def test_compressed_files_are_read() -> None:
    text = FORMATS["xmpuzzle"].example
    assert count(packing(gzip.compress(text.encode()))).count == count(packing(text)).count == 392


def test_older_programs_wrote_no_utf8() -> None:
    text = FORMATS["xmpuzzle"].example.replace("single cubes", "einzelne W\xfcrfel")
    assert packing(text.encode("latin-1")).comment.endswith("W\xfcrfel")


def test_optional_cells_may_stay_empty_and_holes_are_bounded() -> None:
    shapes = [voxel("#", 1), voxel("+++++", 5)]
    some = puzzle(shapes, ['min="0" max="5"'])
    assert (count(packing(some)).count, classes(some)) == (32, 20)
    few = puzzle(shapes, ['min="0" max="5"'], attributes='maxHoles="2"')
    assert (count(packing(few)).count, classes(few)) == (1 + 5 + 10, 1 + 3 + 6)
    exact = puzzle(shapes, ['count="1"'], attributes='maxHoles="2"')
    assert count(packing(exact)).count == 5  # how many holes there are is no choice


def test_colors_say_what_may_lie_where() -> None:
    shapes = [voxel("#1#", 2), voxel("#1##2#", 4)]
    pieces = ['count="2"']
    assert count(packing(puzzle(shapes, pieces, colors=2))).count == 1  # each color on no color
    same = puzzle(shapes, pieces, colors=2, pairs=[(0, 0)])
    assert count(packing(same)).count == 2
    every = puzzle(shapes, pieces, colors=2, pairs=[(0, 0), (0, 1)])
    assert count(packing(every)).count == 4
    assert "color 2" in told(puzzle(shapes, pieces, colors=1))


def test_a_colored_result_has_the_symmetries_that_keep_its_colors() -> None:
    plain = puzzle([voxel("##", 2), voxel("####" * 2, 4, 2)], ['count="4"'])
    assert (count(packing(plain)).count, classes(plain)) == (5, 4)
    shapes = [voxel("##", 2), voxel("#1###" + "####", 4, 2)]
    assert classes(puzzle(shapes, ['count="4"'], colors=1)) == 5
    shapes = [voxel("#1#1", 2), voxel("#1#1##" + "#1#1##", 4, 2)]
    half = puzzle(shapes, ['count="4"'], colors=1, pairs=[(0, 0)])
    assert (count(packing(half)).count, classes(half)) == (5, 5)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<puzzle", "broken XML"),
        ("<?xml version='1.0'?><graph/>", "<graph>"),
        ('<puzzle version="3"/>', "version 3"),
        ('<puzzle version="2"/>', "no problem"),
        ('<puzzle version="2"><gridType type="5"/></puzzle>', "type 5, expected 0 to 4"),
        ('<puzzle version="2"><gridType type="9"/></puzzle>', "type 9"),
        (
            '<puzzle version="2"><gridType type="2"/><shapes><voxel x="2" y="1" z="1" type="0">##'
            "</voxel></shapes></puzzle>",
            "a voxel at 1, 0, 0, expected places of spheres",
        ),
        (puzzle([voxel("#", 1), voxel("##", 3)], [""]), "2 voxels drawn, expected 3 x 1 x 1"),
        (puzzle([voxel("#", 1), voxel("#a", 2)], [""]), "'a' in the drawing"),
        (puzzle([voxel("#", 999999999, 999999999), SQUARE], [""]), "1 voxels drawn"),
        (puzzle([voxel("#", 10**12), SQUARE], [""]), "expected a number"),
        (puzzle([voxel("#", 0), SQUARE], [""]), "expected 0 x 1 x 1"),
        (puzzle([voxel("__", 2), SQUARE], [""]), "piece 1 is empty"),
        (puzzle([voxel("#+", 2), SQUARE], [""]), "optional voxels"),
        (puzzle([voxel("#", 1), voxel("_", 1)], [""]), "the result, shape 2, is empty"),
        (puzzle([voxel("#", 1), SQUARE], ['min="3" max="2"']), "from 3 to 2"),
        (puzzle([voxel("#", 1), SQUARE], ['count="-1"']), "count='-1'"),
        (puzzle([voxel("#", 1), SQUARE], ['count="0"']), "no pieces"),
        (puzzle([voxel("#", 1), SQUARE], ["", "", ""]), "shape 3, expected one of the 2"),
        (puzzle([SQUARE], []).replace('<result id="0"/>', ""), "no pieces"),
        (puzzle([SQUARE], [""]).replace('<result id="0"/>', ""), "no <result>"),
        (puzzle([SQUARE], [""]).replace(' y="2"', ""), "<voxel> without y"),
    ],
)
def test_what_cannot_be_read_is_one_line(text: str, what: str) -> None:
    assert what in told(text)


def bomb() -> str:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))
    declared = f'<!DOCTYPE puzzle [<!ENTITY e0 "#">{entities}]>'
    return f'<?xml version="1.0"?>{declared}<puzzle>&e19;</puzzle>'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (bomb(), "document type"),
        ('<!DOCTYPE puzzle SYSTEM "file:///etc/passwd"><puzzle/>', "document type"),
        ("<a>" * 2000, "1000 deep"),
        ("<puzzle><solutions>" + "<a>" * 2000, "1000 deep"),
        (gzip.compress(bomb().encode(), mtime=0)[:40], "cut short"),
        (b"\x1f\x8b\x08" + b"junk" * 9, "broken gzip"),
    ],
)
def test_hostile_files_are_one_line_and_take_little(text: str | bytes, what: str) -> None:
    refused_in_little(text, what)


def test_a_file_that_unpacks_to_very_much_is_one_line_and_takes_little() -> None:
    spaces = gzip.compress(b" " * ((1 << 27) >> 4), 1, mtime=0)
    refused_in_little(gzip.compress(b"<puzzle>") + 3 * 16 * spaces, "128 megabytes unpacked")


def refused_in_little(text: str | bytes, what: str) -> None:
    tracemalloc.start()
    try:
        assert what in told(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 << 27


def test_what_is_large_is_one_line() -> None:
    assert "100000 elements" in told("<puzzle>" + "<a/>" * 100_001 + "</puzzle>")
    assert "expected less than" in told(puzzle([voxel("#" * 20_000, 20_000)], []))
    dots = [voxel("#", 1)] * 200 + [voxel("#" * 8000, 80, 100)]
    assert "in too many ways" in told(puzzle(dots, ['min="0" max="9"'] * 200))
    square = [voxel("#", 1)] * 20 + [voxel("#" * 6000, 60, 100)]
    assert "120000 choices, expected 100000" in told(puzzle(square, ['min="0" max="9"'] * 20))


@pytest.mark.parametrize(
    ("problem", "published"),
    [
        (slothouber_graatsma(), 1),
        (Packing(Board.box(3, 3, 3), soma_pieces()), 240),
        (Packing(Board.rectangle(6, 10), polyominoes(5)), 2339),
        (Packing(Board.rectangle(3, 20), polyominoes(5)), 2),
    ],
    ids=["slothouber", "soma", "pentominoes 6x10", "pentominoes 3x20"],
)
def test_published_numbers(problem: Packing, published: int) -> None:
    assert classes(write(problem, "xmpuzzle")) == published


@pytest.mark.slow
def test_planar_pentominoes_fill_a_box_in_3940_ways() -> None:
    text = puzzle([*flat_pentominoes(), voxel("#" * 60, 5, 4, 3)], [""] * 12)
    assert classes(text) == 3940


@pytest.mark.slow
def test_conways_box_has_as_many_assemblies_as_burrtools_counts() -> None:
    assert classes(write(conway_box(), "xmpuzzle")) == 572

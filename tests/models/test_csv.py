"""Tables of choices from files of comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, InputError, ModelError, Puzzle

SHIFTS = 'day,shift,hours,need\nmon,early,8,2\nmon,"late, with a break",7.5,1\n'


def table_of(text: str | bytes) -> Choices:
    """Return the table of a file of that text, which is called shifts.csv."""
    with TemporaryDirectory() as folder, chdir(folder):
        file = Path("shifts.csv")
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return Puzzle().choices("shift", csv=file)


def rows(text: str | bytes) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    found = table_of(text)
    return found.columns, [tuple(row) for row in found.rows]


def test_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "shifts.csv"
    file.write_text(SHIFTS)
    for name in (file, str(file)):
        puzzle = Puzzle()
        table = puzzle.choices("shift", csv=name, where=lambda need: need > 1)
        assert table.columns == ("day", "shift", "hours", "need")
        assert [tuple(row) for row in table.rows] == [("mon", "early", 8.0, 2)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_separators_line_ends_and_byte_order_marks_are_told(
    separator: str, end: str, mark: str
) -> None:
    lines = (["day", "no", "x"], ["mon", "1", "é"], ["", "", ""], ["tue", " -20 ", "1,5;2"])
    text = mark + end.join(separator.join(line) for line in lines)
    if separator in ",;":
        text = text.replace("1,5;2", '"1,5;2"')
    assert rows(text.encode()) == (("day", "no", "x"), [("mon", 1, "é"), ("tue", -20, "1,5;2")])


def test_a_column_is_of_one_kind() -> None:
    text = 'a,b,c,d,e,f\n1,1,"1",01,1,x\n-2,2.5,"2",02,A3,\n0,1e3,"3",10,3,""\n'
    _, found = rows(text)
    a, b, c, d, e, f = zip(*found, strict=True)
    assert a == (1, -2, 0) and all(type(one) is int for one in a)
    assert b == (1.0, 2.5, 1000.0) and all(type(one) is float for one in b)
    assert (c, d, e) == (("1", "2", "3"), ("01", "02", "10"), ("1", "A3", "3"))
    assert f == ("x", "", "")
    assert all(type(one) is str for one in (*c, *d, *e, *f))


@pytest.mark.parametrize("cells", [["08", "09", "10", "11", "12"], ["1", '"one"', "3", "4", "5"]])
def test_digits_of_one_length_and_a_cell_in_quotes_make_a_column_of_text(cells: list[str]) -> None:
    assert rows("\n".join(["a", *cells]))[1] == [(cell.strip('"'),) for cell in cells]


def test_cells_in_quotes_hold_anything() -> None:
    text = 'a , "b"\n"x ""y"" z" ,"two\nlines"\n5" pipe,"," \n'
    assert rows(text) == (("a", "b"), [('x "y" z', "two\nlines"), ('5" pipe', ",")])


def test_a_header_alone_is_a_table_without_rows() -> None:
    assert rows("day,shift") == (("day", "shift"), [])
    assert rows("day\n\n") == (("day",), [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: an empty file, expected a line with the names of the columns"),
        ("\n ,, \n", "1:1: an empty file, expected a line with the names of the columns"),
        ("a,b\n1,2\n3\n", "3:2: 1 cell in the row, expected 2 as in the first line"),
        ("a,b\n1,2,3\n", "2:5: 3 cells in the row, expected 2 as in the first line"),
        ('a,b\n"x\ny",2,"3"\n', "3:6: 3 cells in the row, expected 2 as in the first line"),
        ("a,b,a\n", "1:5: column 'a' twice, expected each name once"),
        ("mon,8\ntue,9\n", "1:5: '8', expected a column's name of letters, digits and _"),
        ("day,first name\n", "1:5: 'first name', expected a column's name"),
        ("day,,b\n", "1:5: '', expected a column's name"),
        (
            "a,class\n",
            "1:3: 'class', expected a column's name that is no word of Python, as class_",
        ),
        ("a,first name\n", "1:3: 'first name', expected a column's name of letters, digits and _"),
        ("a,b\nx,1\ny,2\nz,one\nz,4\n", "4:3: 'one' in a column where 3 of 4 cells are numbers"),
        ("a,b\nx,1\ny,2.5\nz,03\nz,4\n,\n", "4:3: '03' in a column where 3 of 4 cells are"),
        ('a\n"b\n', "2:1: a quote that is not closed, expected another one behind it"),
        (
            'a;b\n1;"b"c\n',
            "2:6: 'c' behind a closing quote, expected a semicolon or the line's end",
        ),
        ("a,b\n1,2\n,3\n", "3:1: an empty cell in a column of numbers, expected a number"),
        ("a\n9223372036854775808\n", "2:1: '9223372036854775808', expected a number of 64 bits"),
        ("a\n1.5\n1e999\n", "3:1: '1e999', expected a number of 64 bits, or text in quotes"),
        ("a\n" + "1" * 9999, "2:1: '1111111111111111111111111111111111111...', expected a number"),
        (b"a,b\n1,\x00\n", "2:3: control character 0x00, expected text"),
        (b"a,b\n\xe9,2\n", "2:1: byte 0xe9, expected UTF-8 text"),
        ("a,b\n1,2\n".encode("utf-16"), "1:1: text in UTF-16, expected UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "1:1: byte 0x89, expected UTF-8 text"),
    ],
)
def test_a_mistake_is_told_at_its_place(text: str | bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        table_of(text)
    assert str(caught.value).startswith(f"shifts.csv:{said}")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for name in (tmp_path / "none.csv", tmp_path, "\x00", ""):
        with pytest.raises(InputError, match="expected a table as comma-separated values"):
            Puzzle().choices("shift", csv=name)


def test_a_file_is_given_alone(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="csv and rows or columns given, expected one of them"):
        Puzzle().choices("shift", csv="shifts.csv", row=range(3))
    with pytest.raises(ModelError, match=r"csv is range\(0, 3\), expected a file's name"):
        Puzzle().choices("shift", csv=range(3))  # type: ignore[arg-type]
    assert len(Puzzle().choices("shift", {"csv": range(3)})) == 3


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), max_size=6)


@given(st.data(), st.sampled_from(",;\t"), st.integers(2, 4))
def test_what_python_writes_is_read_back(data: st.DataObject, separator: str, columns: int) -> None:
    table = data.draw(st.lists(st.lists(CELLS, min_size=columns, max_size=columns), max_size=4))
    numbers = list(range(len(table)))
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([*"abcd"[:columns], "number"])
    writer.writerows([*cells, number] for cells, number in zip(table, numbers, strict=True))
    expected: list[Sequence[Any]] = [
        (*(cell.replace("\r", "\n") for cell in cells), number)
        for cells, number in zip(table, numbers, strict=True)
    ]
    assert rows(file.getvalue())[1] == expected


@given(
    st.lists(st.sampled_from([*'a"1;,\t\n\r .-e', '""', "\x00", "\ufeff", "9" * 30]), max_size=30)
)
def test_whatever_is_read_only_an_input_error_comes_out(pieces: list[str]) -> None:
    text = "".join(pieces)
    for given_text in (text, "a,b\n" + text, text.encode("utf-16"), text.encode()[1:]):
        try:
            columns, found = rows(given_text)
        except InputError as error:
            assert error.line >= 1 and error.column >= 1
            assert str(error).isprintable() and "expected" in str(error)
        else:
            assert all(len(row) == len(columns) for row in found)


def test_a_mistake_at_the_end_of_a_large_file_has_its_place() -> None:
    text = "a,b,c\n" + 'x,"y",1\n' * 5_000
    assert len(table_of(text)) == 5_000
    with pytest.raises(InputError, match="5002:3: "):
        table_of(text + "12\n")

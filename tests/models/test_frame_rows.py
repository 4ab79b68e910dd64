"""Tables of choices from data frames and structured arrays."""

from __future__ import annotations

import datetime as dt
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.solvers import solve

from late import Late

pd: Any = Late("pandas")
pl: Any = Late("polars")
DAY = dt.datetime(2026, 1, 1)


@cache
def shifts() -> pd.DataFrame:
    """Columns of all the kinds that a frame of pandas has."""
    return pd.DataFrame(
        {
            "row": np.arange(3, dtype=np.int32),
            "day": pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-03"]),
            "kind": pd.Categorical(["x", "y", "x"]),
            "hours": [1.5, 2.0, 3.0],
            "late": [True, False, True],
            "rest": pd.to_timedelta([1, 2, 3], unit="D"),
        },
        index=[7, 7, 8],
    )


def first(rows: Any) -> tuple[Any, ...]:
    return tuple(Puzzle().choices("shift", rows).rows[0])


def test_a_frame_of_pandas_is_a_table() -> None:
    table = Puzzle().choices("shift", shifts(), where=lambda row: row > 0)
    assert table.columns == ("row", "day", "kind", "hours", "late", "rest")
    assert [row.row for row in table.rows] == [1, 2]
    for frame in (
        shifts(),
        shifts().astype({"row": "Int64", "late": "boolean", "hours": "Float64"}),
    ):
        found = first(frame)
        assert found == (0, DAY, "x", 1.5, True, dt.timedelta(1))
        kinds = [int, dt.datetime, str, float, bool, dt.timedelta]
        assert [type(one) for one in found] == kinds


def test_a_frame_of_polars_is_a_table() -> None:
    frame = pl.DataFrame(
        {
            "row": [0, 1],
            "day": [dt.date(2026, 1, 1)] * 2,
            "kind": pl.Series(["x", "y"], dtype=pl.Categorical),
            "cells": [[1, 2], [3]],
        }
    )
    assert first(frame) == (0, dt.date(2026, 1, 1), "x", (1, 2))
    with pytest.raises(ModelError, match=r"a lazy frame, expected frame.collect\(\)"):
        Puzzle().choices("shift", frame.lazy())


def test_a_structured_array_is_a_table() -> None:
    array = np.array([(1, 2.5, "x")], [("a", "i4"), ("b", "f8"), ("c", "U5")])
    for one in (array, array.view(np.recarray)):
        assert first(one) == (1, 2.5, "x")
        assert [type(value) for value in first(one)] == [int, float, str]
    with pytest.raises(ModelError, match="an array of 2 axes, expected one axis"):
        Puzzle().choices("shift", array.reshape(1, 1))


def test_numbers_of_numpy_among_objects_become_numbers() -> None:
    frame = pd.DataFrame({"a": pd.Series([np.int64(3), "x"], dtype=object)})
    assert type(first(frame)[0]) is int
    cells = pd.DataFrame({"cells": [np.array([[1, 2]]), [(3, 4)]]})
    assert first(cells) == (((1, 2),),)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            lambda: shifts().assign(hours=[1, np.nan, 2]),
            "row 1: nan in column 'hours', expected a value",
        ),
        (lambda: shifts().assign(day=pd.NaT), "row 0: NaT in column 'day', expected a value"),
        (
            lambda: shifts().assign(row=pd.array([1, 2, None], "Int64")),
            "row 2: <NA> in column 'row'",
        ),
        (
            lambda: pd.DataFrame({"a": pd.Series([1, None], dtype=object)}),
            "row 1: None in column 'a'",
        ),
        (lambda: pl.DataFrame({"a": [1.0, float("nan")]}), "row 1: nan in column 'a'"),
        (lambda: pl.DataFrame({"a": [None, 1]}), "row 0: None in column 'a'"),
        (lambda: np.array([(np.nan,)], [("a", "f8")]), "row 0: nan in column 'a'"),
        (lambda: pd.DataFrame(np.ones((2, 2))), "a column called '0', expected a name as text"),
        (
            lambda: pd.DataFrame([[1, 2]], columns=["a", "a"]),
            "column 'a' twice, expected each name once",
        ),
        (
            lambda: shifts().rename(columns={"row": "the row"}),
            "column 'the row', expected a name of letters",
        ),
        (
            lambda: shifts()["row"],
            "a row of type int, expected named tuples, dataclasses or mappings",
        ),
    ],
)
def test_what_is_no_table_is_refused(rows: Callable[[], Any], said: str) -> None:
    with pytest.raises(ModelError) as caught:
        Puzzle().choices("shift", rows())
    assert str(caught.value).startswith("table 'shift'") and said in str(caught.value)


def test_an_empty_frame_has_its_columns() -> None:
    for frame in (shifts()[:0], pl.DataFrame({"row": [], "day": []})):
        assert Puzzle().choices("shift", frame).columns == tuple(frame.columns)


@given(st.lists(st.tuples(st.integers(-99, 99), st.text(max_size=3), st.booleans()), min_size=1))
def test_a_frame_and_a_list_of_its_rows_are_one_table(values: list[tuple[Any, ...]]) -> None:
    listed = [dict(zip("abc", one, strict=True)) for one in values]
    expected = Puzzle().choices("x", listed)
    for frame in (pd.DataFrame(listed), pl.DataFrame(listed)):
        table = Puzzle().choices("x", frame)
        assert (table.columns, table.rows) == (expected.columns, expected.rows)


def test_a_frame_goes_in_and_comes_out() -> None:
    polars = pl.DataFrame({name: shifts()[name].to_list() for name in shifts()})
    for library, frame in (("pandas", shifts()), ("polars", polars)):
        puzzle = Puzzle()
        puzzle.exactly_one(puzzle.choices("shift", frame), by="row")
        answer = pickle.loads(pickle.dumps(solve(puzzle).answer))
        again = answer.to_frame(library=library)
        assert first(again) == first(frame) and len(again) == 3


def test_no_library_is_imported_that_was_not_handed_over() -> None:
    code = """
import sys
from minuet.models import Puzzle
Puzzle().choices("a", rows=[{"row": 1}])
assert not {"pandas", "polars", "csv"} & set(sys.modules)
sys.modules["pandas"] = None
import polars
Puzzle().choices("b", polars.DataFrame({"row": [1]}))
"""
    subprocess.run([sys.executable, "-c", code], check=True)

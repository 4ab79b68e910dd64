"""Answers and many solutions as data frames of polars: the same as those of pandas."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import best, frame_of, solutions, solve, solve_many

from late import Late
from oracle.problems import PRICED, queens
from oracle.small_puzzles import puzzles

pd: Any = Late("pandas")
pl: Any = Late("polars")


def two_tables() -> Puzzle:
    puzzle = Puzzle("two tables")
    hue = puzzle.choices("hue", place=range(2), value=["red", "blue"])
    lamp = puzzle.choices("lamp", lit=[True, False], place=range(1), power=[1, 2.5])
    puzzle.exactly_one(hue, by="place")
    puzzle.exactly_one(lamp, by="place")
    return puzzle


def assert_alike(polars: pl.DataFrame, pandas: pd.DataFrame) -> None:
    assert polars.columns == list(pandas.columns)
    for name in polars.columns:
        of_pandas = pandas[name].astype(object).where(pandas[name].notna(), None).tolist()
        assert polars[name].to_list() == of_pandas


@pytest.mark.parametrize("arrays", [False, True])
def test_all_solutions_are_one_frame(arrays: bool) -> None:
    stream: Any = solutions(queens(6), arrays=arrays)
    frame = stream.to_frame(library="polars")
    assert frame.schema == {"solution": pl.Int64, "row": pl.Int64, "col": pl.Int64}
    assert_alike(frame, solutions(queens(6)).to_frame())
    assert stream.to_frame(library="polars").shape == (0, 3)


def test_of_several_tables_each_row_says_its_own() -> None:
    frame = solutions(two_tables()).to_frame(library="polars")
    assert frame.schema == {
        "solution": pl.Int64,
        "table": pl.Enum(["hue", "lamp"]),
        "place": pl.Int64,
        "value": pl.String,
        "lit": pl.Boolean,
        "power": pl.Float64,
    }
    assert_alike(frame, solutions(two_tables()).to_frame())
    lamps = solutions(two_tables()).to_frame("lamp", library="polars")
    assert lamps.columns == ["solution", "lit", "place", "power"]
    answer = solve(two_tables()).answer
    assert answer is not None
    assert answer.to_frame(library="polars")["table"].to_list() == ["hue", "hue", "lamp"]
    assert answer.to_frame("hue", library="polars").columns == ["place", "value"]


def test_whatever_stands_in_a_table_stands_in_the_frame() -> None:
    answer = solve(entry("soma").load()).answer
    assert answer is not None
    frame = answer.to_frame(library="polars")
    assert frame.schema["cells"] == pl.List(pl.List(pl.Int64))
    cells = [tuple(map(tuple, one)) for one in frame["cells"].to_list()]
    assert cells == [row.cells for row in answer[answer.puzzle.tables[0]]]
    puzzle = Puzzle("odd")
    rows = [{"solution": 2**200, "table": frozenset({1})}, {"solution": "x", "table": None}]
    puzzle.exactly_one(puzzle.choices("one", rows=rows), by=lambda: 0)
    odd = solutions(puzzle).to_frame(library="polars")
    assert odd.columns == ["solution_", "solution", "table"]
    assert odd["solution"].to_list() == [2**200, "x"]
    assert odd["table"].to_list() == [frozenset({1}), None]


def test_a_bare_matrix_has_its_options_and_a_batch_its_places() -> None:
    (matrix,) = read(PRICED, form="dlx").problems
    assert_alike(best(matrix, 3).to_frame(library="polars"), best(matrix, 3).to_frame())
    many = [*solve_many(queens(6), [(), (0,), (1,)])]
    assert_alike(frame_of(many, library="polars"), frame_of(many))


@given(puzzles())
def test_frames_of_any_puzzle_are_alike(puzzle: Puzzle) -> None:
    found = [*islice(solutions(puzzle), 20)]
    for table in (None, *(puzzle.tables if found else ())):
        assert_alike(frame_of(found, table, library="polars"), frame_of(found, table))


def test_a_library_that_there_is_not_is_refused() -> None:
    with pytest.raises(ModelError, match="a frame of 'dask', expected one of pandas, polars"):
        solutions(queens(4)).to_frame(library="dask")

"""Answers and many solutions as data frames of pandas."""

from __future__ import annotations

import builtins
from functools import partial
from itertools import islice
from typing import Any

import pytest

from minuet.models import ExactCoverBuilder, ModelError, Puzzle, Unavailable
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import best, frame_of, solutions, solve, solve_many

from late import Late
from oracle.problems import PRICED, queens

pd: Any = Late("pandas")


def two_tables() -> Puzzle:
    puzzle = Puzzle("two tables")
    hue = puzzle.choices("hue", place=range(2), value=["red", "blue"])
    lamp = puzzle.choices("lamp", lit=[True, False], place=range(1))
    puzzle.exactly_one(hue, by="place")
    puzzle.exactly_one(lamp, by="place")
    return puzzle


def listed(puzzle: Puzzle) -> list[tuple[Any, ...]]:
    """What a frame of all solutions is to hold, worked out answer by answer."""
    return [
        (number, *row)
        for number, answer in enumerate(solutions(puzzle))
        for table in puzzle.tables
        for row in answer[table]
    ]


@pytest.mark.parametrize("arrays", [False, True])
def test_all_solutions_are_one_frame(arrays: bool) -> None:
    puzzle = queens(6)
    stream: Any = solutions(puzzle, arrays=True) if arrays else solutions(puzzle)
    frame = stream.to_frame()
    assert list(frame.columns) == ["solution", "row", "col"]
    assert list(frame.itertuples(index=False, name=None)) == listed(puzzle)
    assert {str(kind) for kind in frame.dtypes} == {"int64"}
    assert (stream.complete, stream.result().count) == (True, 4)
    assert stream.to_frame().shape == (0, 3)


def test_a_frame_goes_on_behind_what_was_taken() -> None:
    puzzle = queens(6)
    stream = solutions(puzzle)
    first = next(stream)
    frame = stream.to_frame()
    assert frame["solution"].max() == 2
    assert stream.result().count == 4
    rest = frame_of([first]).assign(solution=-1)
    whole = pd.concat([rest, frame]).assign(solution=lambda found: found["solution"] + 1)
    pd.testing.assert_frame_equal(
        whole.reset_index(drop=True), solutions(puzzle).to_frame(), check_dtype=False
    )


def test_an_answer_is_a_frame_of_its_own() -> None:
    answer = solve(queens(8)).answer
    assert answer is not None
    frame = answer.to_frame()
    assert list(frame.columns) == ["row", "col"]
    assert list(frame.itertuples(index=False, name=None)) == [tuple(row) for row in answer["queen"]]
    pd.testing.assert_frame_equal(frame, answer.to_frame("queen"))


def test_of_several_tables_each_row_says_its_own() -> None:
    puzzle = two_tables()
    frame = solutions(puzzle).to_frame()
    assert list(frame.columns) == ["solution", "table", "place", "value", "lit"]
    assert frame["table"].tolist() == ["hue", "hue", "lamp"] * 8
    assert frame["place"].tolist() == [0, 1, 0] * 8
    lamps = frame[frame["table"] == "lamp"]
    assert lamps["value"].isna().all()
    assert lamps["lit"].dtype == "boolean"
    assert frame["lit"].isna().sum() == 16
    one = solutions(puzzle).to_frame("lamp")
    assert list(one.columns) == ["solution", "lit", "place"]
    assert one["solution"].tolist() == list(range(8))
    assert one["lit"].dtype == bool
    answer = next(solutions(puzzle))
    assert answer.to_frame()["table"].tolist() == ["hue", "hue", "lamp"]
    assert answer.to_frame(puzzle.table("lamp")).shape == (1, 2)


def test_whatever_stands_in_a_table_stands_in_the_frame() -> None:
    packing = entry("soma").load()
    (table,) = packing.tables
    answers = list(islice(solutions(packing), 5))
    frame = frame_of(answers)
    assert frame["cells"].tolist() == [row.cells for one in answers for row in one[table]]
    puzzle = Puzzle("large")
    rows = [{"solution": 2**70, "table": frozenset({1})}, {"solution": 1, "table": None}]
    puzzle.exactly_one(puzzle.choices("one", rows=rows), by=lambda: 0)
    frame = solutions(puzzle).to_frame()
    assert list(frame.columns) == ["solution_", "solution", "table"]
    assert frame["solution"].tolist() == [2**70, 1]
    assert frame["table"].tolist() == [frozenset({1}), None]


def test_a_bare_matrix_has_its_options() -> None:
    (matrix,) = read(PRICED, form="dlx").problems
    frame = best(matrix, 3).to_frame()
    assert list(frame.columns) == ["solution", "option"]
    expected = list(best(matrix, 3))
    assert [tuple(own) for _, own in frame.groupby("solution")["option"]] == expected
    pd.testing.assert_frame_equal(frame, frame_of(expected))
    with pytest.raises(ModelError, match="bare matrix"):
        solutions(matrix).to_frame("queen")
    assert solutions(ExactCoverBuilder().build()).to_frame().empty


def test_results_of_a_batch_keep_their_places() -> None:
    puzzle = queens(6)
    sets = [(), (0,), (1,)]
    frame = frame_of(solve_many(puzzle, sets))
    assert sorted(set(frame["solution"])) == [0, 2]  # none has a queen in the corner
    assert len(frame) == 12


def test_a_frame_of_none_has_the_columns_and_their_types() -> None:
    frame = solutions(queens(3)).to_frame()
    assert frame.shape == (0, 3)
    assert {str(kind) for kind in frame.dtypes} == {"int64"}


def test_answers_of_two_puzzles_are_no_frame() -> None:
    with pytest.raises(ModelError, match="solution 1 is of another puzzle"):
        frame_of([next(solutions(queens(6))), next(solutions(queens(8)))])
    same = [next(solutions(queens(6))), next(solutions(queens(6)))]
    assert frame_of(same)["solution"].nunique() == 2


def test_a_table_that_there_is_not_is_refused_before_the_search() -> None:
    stream = solutions(queens(6))
    with pytest.raises(ModelError, match="rook"):
        stream.to_frame("rook")
    assert stream.result().count == 0


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **others: Any) -> Any:
        if name == library:
            raise ImportError(f"No module named '{library}'")
        return real(name, *arguments, **others)

    answer = next(solutions(queens(6)))
    stream = solutions(queens(6))
    monkeypatch.setattr(builtins, "__import__", without)
    for ask in (answer.to_frame, stream.to_frame, partial(frame_of, [answer])):
        with pytest.raises(Unavailable, match=rf"needs {library}.*pip install 'minuet\[frames\]'"):
            ask(library=library)
    assert stream.result().count == 0

"""Values that travel: pickled and copied puzzles, answers, results, reports and errors."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from minuet.models import (
    InputError,
    ModelError,
    Packing,
    Puzzle,
    Samurai,
    Sudoku,
    Symmetries,
    TargetSudoku,
)
from minuet.models.formats import read
from minuet.models.packings import Board, Piece
from minuet.models.picture import GridPicture
from minuet.models.sudokus.constraints import Arrow, Cage, Thermometer
from minuet.solvers import Interrupted, count, crosscheck, explain, solutions, solve

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def queens() -> Puzzle:
    puzzle = Puzzle("five queens")
    queen = puzzle.choices("queen", row=range(5), col=range(5), where=lambda row, col: row < 5)
    puzzle.exactly_one(queen, by="row")
    puzzle.exactly_one(queen, by=("col",))
    puzzle.at_most_one(queen, by=lambda row, col: row + col, name="up")
    down = puzzle.at_most_one(queen, by=lambda row, col: row - col, name="down")
    puzzle.say(down, lambda key: f"diagonal {key} takes one queen")
    puzzle.say(queen, lambda row, col: f"Q{row}{col}")
    puzzle.maximize(queen, lambda row, col: row * col)
    puzzle.given(queen, row=0, col=1)
    puzzle.forbid(queen, where=lambda row, col: (row, col) == (4, 4))
    puzzle.picture = GridPicture(queen, at=lambda row, col: (row, col), mark=lambda row: "Q")
    return puzzle


def crossword() -> Puzzle:
    puzzle = Puzzle("words")
    across = puzzle.choices("across", rows=[{"row": r, "word": w} for r in (0, 1) for w in WORDS])
    down = puzzle.choices("down", col=range(2), word=WORDS)
    puzzle.exactly_one(down, by="col")
    puzzle.exactly({0: 1, 1: 1, 7: 0}, across, by=lambda row: row)
    puzzle.between(0, None, [down, across], covering={across: lambda word: [*word], down: "word"})
    puzzle.agree(
        {
            down: lambda col, word: [((k, col), letter) for k, letter in enumerate(word)],
            across: lambda row, word: {(row, k): letter for k, letter in enumerate(word)},
        }
    )
    return puzzle


WORDS = ("ab", "ba", "ac", "cd")


def packing() -> Packing:
    pieces = [Piece.from_text("L", "##/#.", copies=(2, None)), Piece.from_text("I", "##", copies=2)]
    return Packing(Board.rectangle(2, 5), pieces)


PUZZLES: dict[str, Callable[[], Puzzle]] = {
    "queens": queens,
    "crossword": crossword,
    "packing": packing,
    "sudoku": lambda: Sudoku(GRID),
    "variant": lambda: Sudoku(
        "1" + "." * 15,
        constraints=[Cage(5, "R1C1 R1C2"), Thermometer("R2C1 R2C2"), Arrow("R4C1", "R4C2 R4C3")],
        diagonals=True,
    ),
    "target": lambda: TargetSudoku("." * 72 + "123456789"),
    "samurai": lambda: Samurai(offsets=((0, 0), (2, 2)), box=(2, 2)),
}
TRIPS: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "twice": lambda value: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(value)))),
    "copied": copy.deepcopy,
}


@pytest.mark.parametrize("trip", TRIPS.values(), ids=TRIPS)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_travels_with_all_that_it_says(name: str, trip: Callable[[Any], Any]) -> None:
    puzzle = PUZZLES[name]()
    other = trip(puzzle)
    assert type(other) is type(puzzle) and other.matrix == puzzle.matrix
    assert list(other.matrix.labels) == list(puzzle.matrix.labels)
    assert other.describe() == puzzle.describe()
    assert list(map(str, other.givens)) == list(map(str, puzzle.givens))
    assert other.given_options == puzzle.given_options
    assert other.forbidden_options == puzzle.forbidden_options
    best, again = solve(puzzle, "dlx"), solve(other, "dlx")
    assert (again.options, again.objective) == (best.options, best.objective)
    assert best.answer is not None and again.answer is not None and best.answer == again.answer
    assert str(again.answer) == str(best.answer)
    assert again.answer.objective == best.answer.objective
    if name in ("queens", "packing"):
        assert other.draw(again.answer) == puzzle.draw(best.answer)
    wrong = [0, 1, puzzle.matrix.options - 1]
    told = [one.check(one.read(wrong)).violations for one in (puzzle, other)]
    assert told[0] == told[1] and told[0]
    assert other.check(again.answer)
    demands = [[r.demand(key) for r in one.rules for key in r.groups] for one in (puzzle, other)]
    assert demands[0] == demands[1]


def test_a_puzzle_that_travelled_takes_further_rules_and_leaves_the_first_alone() -> None:
    first = queens()
    other = pickle.loads(pickle.dumps(first))
    other.at_most_one("queen", by=lambda row, col: (row + col) % 2, name="color")
    other.given("queen", row=3, col=0)
    assert (len(first.rules), len(other.rules)) == (4, 5)
    assert len(first.givens) == 1
    assert first.matrix != other.matrix
    assert count(other).count == 0


def test_copies_that_are_pickled_together_share_one_matrix() -> None:
    sudoku = Sudoku(GRID)
    batch = [sudoku, sudoku.with_givens("1" + "." * 80), sudoku.with_givens("2" + "." * 80)]
    one, two, three = pickle.loads(pickle.dumps(batch))
    assert one.matrix is two.matrix is three.matrix
    assert [p.given_options for p in (one, two, three)] == [p.given_options for p in batch]


def test_a_pickle_is_about_as_small_as_its_table() -> None:
    puzzle = Puzzle()
    cell = puzzle.choices("cell", row=range(100), col=range(100), value=range(5))
    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.at_most_one(cell, by=lambda row, value: (row, value))
    empty = len(pickle.dumps(puzzle))
    assert puzzle.matrix.options == 50_000
    assert (
        len(pickle.dumps(puzzle)) == empty < 12 * 50_000
    )  # six bytes a row, of which its matrix has 40


def test_rows_answers_results_reports_and_explanations_travel() -> None:
    puzzle = queens()
    report = crosscheck(puzzle, ["dlx", "bitmask"], query="all")
    for trip in TRIPS.values():
        result = trip(solve(puzzle))
        assert result.answer["queen"] == solve(puzzle).answer["queen"]  # type: ignore[union-attr]
        row = trip(result.answer["queen"][0])
        assert (row.row, row.col, row._fields) == (0, 1, ("row", "col"))
        assert repr(row) == "queen(row=0, col=1)" and type(row) is type(result.answer["queen"][0])
        assert "Q" in result.answer.puzzle.draw(result.answer)
        again = trip(report)
        assert bool(again) == bool(report) and again.outcomes == report.outcomes
        puzzle.given("queen", row=1, col=1)
        why = explain(puzzle)
        puzzle.lift(puzzle.givens[-1])
        assert str(trip(why)) == str(why)


def test_answers_are_equal_where_they_were_found() -> None:
    one, two = ([*solutions(PUZZLES["crossword"]())] for _ in range(2))
    assert len(one) > 1 and set(one) == set(two)
    assert set(pickle.loads(pickle.dumps(one))) == set(one)
    assert queens().read([1]) != PUZZLES["crossword"]().read([1])


def test_symmetries_and_the_puzzles_of_a_file_travel() -> None:
    pieces = packing()
    again = pickle.loads(pickle.dumps(pieces.symmetries()))
    assert isinstance(again, Symmetries) and len(again) == len(pieces.symmetries())
    assert len(pickle.loads(pickle.dumps(pieces)).symmetries()) == len(pieces.symmetries())
    reading = pickle.loads(pickle.dumps(read(f"{GRID}\n{GRID}\n")))
    assert [count(puzzle).count for puzzle in reading.problems] == [1, 1]
    toml = read(
        dedent(
            """
            [choices.q]
            row = "1..3"
            col = "1..3"
            says = "Q{row}{col}"
            [rules]
            row = { exactly_one = "q", by = "row", says = "row {1} needs a queen" }
            col = { exactly_one = "q", by = "col" }
            up = { at_most_one = "q", by = "row + col" }
            [show]
            table = "q"
            mark = "Q"
            """
        )
    ).problems[0]
    other = pickle.loads(pickle.dumps(toml))
    assert isinstance(toml, Puzzle) and other.matrix == toml.matrix
    assert [str(a) for a in solutions(other)] == [str(a) for a in solutions(toml)]
    assert other.check(other.read([])).violations == toml.check(toml.read([])).violations


def test_errors_travel() -> None:
    with pytest.raises(InputError) as raised:
        read("a b\nc\n", form="dlx", file="x.dlx")
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value)
    assert (again.file, again.line, again.column) == ("x.dlx", 2, 1)
    result = solve(queens())
    interrupted = pickle.loads(pickle.dumps(Interrupted(result)))
    assert interrupted.result.answer == result.answer
    assert str(interrupted) == str(Interrupted(result))


ABROAD = """
    import pickle, sys
    from minuet.solvers import count, explain, solve, crosscheck
    with open(sys.argv[1], "rb") as file:
        puzzle, sick, result, row, digest = pickle.load(file)
    print(solve(puzzle).answer)
    print(count(puzzle).count, bool(puzzle.check(result.answer)), row)
    print(puzzle.matrix.digest == digest)
    print(puzzle.check(puzzle.read([0, 6])))
    print(explain(sick))
    print(puzzle.draw(result.answer)[:4], bool(crosscheck(puzzle, ["dlx", "bitmask"])))
"""
DESCRIBED = """
    import pickle
    from minuet.models import Puzzle
    from minuet.models.picture import GridPicture
    from minuet.solvers import solve
    puzzle = Puzzle("four queens")
    queen = puzzle.choices("queen", row=range(4), col=range(4))
    puzzle.say(puzzle.exactly_one(queen, by=lambda row: frozenset({"row", str(row)})),
               lambda key: f"{max(key)} {min(key)} needs a queen")
    puzzle.exactly_one(queen, by="col")
    puzzle.at_most_one(queen, by=lambda row, col: row + col)
    puzzle.at_most_one(queen, by=lambda row, col: row - col)
    puzzle.say(queen, lambda row, col: "abcd"[col] + str(row + 1))
    puzzle.picture = GridPicture(queen, mark=lambda: "Q")
    puzzle.given(queen, row=0, col=1)
    sick = puzzle.copy()
    sick.given(queen, row=1, col=0)
    result = solve(puzzle)
    with open(FILE, "wb") as file:
        pickle.dump((puzzle, sick, result, result.answer["queen"][0], puzzle.matrix.digest), file)
"""


def test_a_puzzle_opens_where_the_program_that_described_it_is_not(tmp_path: Path) -> None:
    file = str(tmp_path / "puzzle.pickle")
    exec(dedent(DESCRIBED), {"__name__": "a_program_that_ends", "FILE": file})
    run = subprocess.run(
        [sys.executable, "-c", dedent(ABROAD), file],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        ".Q..",
        "...Q",
        "Q...",
        "..Q.",
        "1 True queen(row=0, col=1)",
        "True",
        "row 2 needs a queen: 0 chosen",
        "row 3 needs a queen: 0 chosen",
        "queen/col 1: 0 chosen, expected exactly one",
        "queen/col 3: 0 chosen, expected exactly one",
        "b1 is given, but not chosen",
        "no solution: 2 givens and 1 group clash",
        "  queen/group#2 1 allows at most one: given b1 and given a2",
        "<svg True",
    ]


def test_an_answer_that_comes_back_alone_is_known_to_its_puzzle() -> None:
    puzzle = Sudoku("1....2....3....4")
    answer = solve(puzzle).answer
    assert answer is not None
    returned = pickle.loads(pickle.dumps(answer))
    assert puzzle.check(returned)
    assert puzzle.show(returned) == puzzle.show(answer)
    assert puzzle.grid(returned) == copy.deepcopy(puzzle).grid(answer)
    with pytest.raises(ModelError, match="is not of puzzle"):
        Sudoku(size=9).check(returned)

"""Pencil puzzles as texts, as TOML and as the JSON files of the collection of puzzlekit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minuet.models import InputError, ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import solve

NORINORI = "norinori\n3 3\n- - -\n- - -\n- - -\n1 1 2\n1 1 2\n1 2 2\n"
MASYU = "masyu\n3 3\nb - b\n- - -\nb - b\n"
LOOP = "3 3\nse ew sw\nns - ns\nne ew nw\n"


def puzzle_of(text: str, form: str | None = None, file: str = "<text>") -> Puzzle:
    (puzzle,) = read(text, form=form, file=file).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_a_text_begins_with_its_kind_and_is_written_so() -> None:
    puzzle = puzzle_of(f"\n\n{NORINORI}")
    assert puzzle.name == "norinori"
    assert write(puzzle, "pencil") == NORINORI
    body = NORINORI.partition("\n")[2]
    assert write(puzzle_of(body, "pencil:norinori"), "pencil") == NORINORI


def test_an_answer_is_written_below_its_grid() -> None:
    puzzle = puzzle_of(MASYU)
    answer = solve(puzzle).answer
    assert answer is not None
    text = write(puzzle, "pencil", solution=answer.options)
    assert text == f"{MASYU}\n{LOOP}"
    reading = read(text)
    assert reading.warnings == ("the solution below the grid is not read",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("masyu\n3 3\nb - b\n- -\nb - b\n", "<text>:4:1: 2 marks, expected 3"),
        ("masyu\n3 3\nb - b\n- - -\n", "<text>:5:1: the text ends, expected a further line"),
        ("masyu\n1 1\nb\nb\n", "<text>:4:1: 'b', expected the end of the grid"),
        ("masyu\n1 2\nb x\n", "<text>:3:3: 'x', expected 'w' or 'b' or '1' or '2'"),
        ("sudoku\n2 2\n- -\n- 0\n", "<text>:4:3: '0', expected a number from 1"),
        ("skyscraper\n1 1\n-\n-\n0\n-\n-\n", "<text>:5:1: '0', expected a number from 1"),
        ("masyu\n0 3\n", "<text>:2:1: '0 3', expected the number of rows and of columns"),
        ("masyu\n", "<text>:2:1: no size, expected the number of rows and of columns"),
        (
            "binairo\n2 2 alike\n- -\n- -\n",
            "<text>:2:1: 'alike' behind the size, expected 'unlike' or nothing more",
        ),
        ("masyu\n900 900\n", "<text>:2:1: '900 900', expected 100000 cells at most"),
        ("masyu\n3 3 3\n", "<text>:3:1: the text ends, expected a further line"),
        (
            "masyu\n1 1 3\nb\n",
            "<text>:2:1: '3' behind the size, expected 'full' or nothing more",
        ),
        (
            "starbattle\n1 1\na\n",
            "<text>:2:1: the line ends, expected stars in each row",
        ),
        (
            "heyawake\n1 2\n1 2\na a\n",
            "<text>:2:3: 2, expected 1 as elsewhere in its region",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value) == message


def test_an_unknown_kind_is_told_what_is_close() -> None:
    with pytest.raises(ModelError, match="no kind 'masju' of pencil puzzle, expected one of masyu"):
        read(MASYU, form="pencil:masju")
    with pytest.raises(ModelError, match="unknown format 'dlx:masyu'"):
        read(MASYU, form="dlx:masyu")


def test_a_kind_and_a_grid_stand_in_toml() -> None:
    text = write(puzzle_of(MASYU), "toml")
    assert "[pencil]\nkind = \"masyu\"\ngrid = '''\n3 3\n" in text
    again = puzzle_of(text)
    assert again.matrix == puzzle_of(MASYU).matrix
    assert write(again, "pencil") == MASYU
    with pytest.raises(InputError, match="line 2 of the grid: 'q', expected 'w' or 'b'"):
        read(text.replace("b - b", "b - q", 1))
    with pytest.raises(InputError, match="packing and pencil, expected one of them"):
        read(f"{text}[packing]\n")
    with pytest.raises(InputError, match="no kind 'masju' of pencil puzzle"):
        read(text.replace("masyu", "masju"))


def test_a_puzzle_with_further_rules_is_no_text_of_a_kind() -> None:
    puzzle = puzzle_of(NORINORI)
    puzzle.at_most_one("domino", name="more")
    for form in ("pencil", "puzz-link", "penpa", "toml"):
        with pytest.raises(ModelError, match="givens, rules or costs that its clues do not say"):
            write(puzzle, form)


# ---- The collection of puzzlekit -----------------------------------------------------------------

GRID = MASYU.partition("\n")[2]


def collection(path: Path, *grids: Any) -> str:
    names = ("first", "second")
    data = dict(zip(names, grids, strict=False))
    file = path / "Masyu" / "Masyu_dataset.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"data": data}))
    return str(file)


def test_a_file_of_the_collection_has_many_puzzles_of_the_kind_of_its_folder(
    tmp_path: Path,
) -> None:
    file = collection(tmp_path, {"problem": GRID, "solution": LOOP}, {"problem": "2 2\nw -\n- -\n"})
    reading = read(Path(file).read_text(), file=file)
    assert reading.format == "puzzlekit"
    assert [puzzle.name for puzzle in reading.problems] == ["second", "first"]
    answer: Any = solve(reading.problems[1]).answer
    picture: Any = answer.puzzle.picture
    assert not picture.differs(answer)
    other = LOOP.replace("se ew sw", "se ew se")
    file = collection(tmp_path, {"problem": GRID, "solution": other})
    answer = solve(read(Path(file).read_text(), file=file).problems[0]).answer
    assert answer.puzzle.picture.differs(answer)


def test_lines_of_a_grid_stand_below_their_name_in_a_file_of_the_collection() -> None:
    problem = "2 2\na b\nb a\n[lines]\n1 -\n- -\n"
    text = json.dumps({"name": "Burokku", "data": {"1_2x2": {"problem": problem}}})
    assert write(read(text).problems[0], "pencil").endswith("a b\nb a\n1 -\n- -\n")


def test_a_file_of_the_collection_without_its_kind_or_its_texts_is_refused(tmp_path: Path) -> None:
    file = collection(tmp_path, {"problem": GRID})
    text = Path(file).read_text()
    with pytest.raises(InputError, match="grids of no kind that minuet has"):
        read(text)
    assert read(text, form="puzzlekit:masyu").problems[0].name == "first"
    file = collection(tmp_path, {"problem": 3})
    with pytest.raises(InputError, match=r'expected \{"data"'):
        read(Path(file).read_text(), file=file, form="puzzlekit")
    with pytest.raises(InputError, match=r"Masyu_dataset\.json:1:10: "):
        read('{"data": ', file=file, form="puzzlekit")

"""Questions of who plays or sets a puzzle: what is wrong, forced, possible, and could be spared."""

from __future__ import annotations

from typing import Any

import pytest

import minuet
from minuet.models.formats import read
from minuet.models.gallery import entry

from page_server import Served

FOUR = "1.....3..4.....2"  # has one solution
ROWS = "1324423124133142"
TWO = "12..341221..43.."  # has two, which differ in four cells: 34 above 43, or the other way
BLANK = "." * 16  # has 288


def options(server: Served, text: str, marks: str) -> list[int]:
    """Return the options of the digits of a 4x4 grid, row by row; `.` for none."""
    words = server.read(text)["board"]["words"]
    named = (f"R{k // 4 + 1}C{k % 4 + 1}={mark}" for k, mark in enumerate(marks) if mark != ".")
    return [words.index(name) for name in named]


def told(server: Served, text: str, question: str, **more: Any) -> dict[str, Any]:
    (done,) = server.answer(text, question, **more)["done"]
    assert "\n" not in done["headline"]
    return dict(done)


def test_the_whole_answer_is_known_as_such(server: Served) -> None:
    right = options(server, FOUR, ROWS)
    every = range(64)
    others = [option for option in every if option not in right]
    assert told(server, FOUR, "whole", chosen=right, out=others)["headline"] == "solved"
    assert told(server, BLANK, "whole", chosen=right[:3])["status"] == "FEASIBLE"
    wrong = [*right[:-1], *options(server, FOUR, "." * 15 + "4")]
    assert told(server, FOUR, "whole", chosen=wrong)["headline"] == "no solution"


def test_the_first_wrong_choice_is_named(server: Served) -> None:
    right = options(server, FOUR, ".3.4............")
    assert told(server, FOUR, "mistake", chosen=[])["headline"] == "there is a solution"
    right = options(server, FOUR, ".32.............")
    assert told(server, FOUR, "mistake", chosen=right)["headline"] == "nothing is wrong so far"
    wrong = options(server, FOUR, "............4...")
    done = told(server, FOUR, "mistake", chosen=[*right, *wrong, *options(server, FOUR, "...4")])
    assert done["options"] == wrong
    assert done["headline"] == "no solution has R4C1=4 with the choices before it"
    done = told(server, "11..............", "mistake", chosen=[])
    assert done["headline"] == "the puzzle has no solution"


def test_a_hint_is_forced_and_explained(server: Served) -> None:
    solution = set(options(server, FOUR, ROWS))
    done = told(server, FOUR, "hint", chosen=options(server, FOUR, ".3"))
    (option,) = done["options"]
    assert option in solution and " is forced: " in done["headline"]
    assert done["html"].startswith("<ul><li>")
    everything = told(server, FOUR, "hint", chosen=sorted(solution))
    assert everything["headline"] == "nothing is missing"
    wrong = told(server, FOUR, "hint", chosen=options(server, FOUR, "............4"))
    assert wrong["headline"].startswith("something is wrong")
    free = told(server, BLANK, "hint")
    assert free["headline"].startswith("no choice looked at is forced; one that works: R")


def test_the_candidates_are_those_of_all_solutions(server: Served) -> None:
    possible = told(server, TWO, "candidates")["options"]
    puzzle = read(TWO).problems[0]
    solutions = minuet.solutions(puzzle)
    assert set(possible) == {option for answer in solutions for option in answer.options}
    done = told(server, FOUR, "candidates", chosen=options(server, FOUR, "............4"))
    assert (done["status"], done["options"]) == ("INFEASIBLE", [])


def test_two_solutions_and_where_they_differ(server: Served) -> None:
    found = server.answer(TWO, "twins")
    first, second = (set(solution["options"]) for solution in found["solution"])
    (done,) = found["done"]
    assert done["headline"] == "two solutions, which differ in 4 choices"
    assert set(done["options"]) == first ^ second and done["unique"] is False
    assert told(server, FOUR, "twins")["headline"] == "the only solution"
    assert told(server, "11..............", "twins")["headline"] == "there is no solution"


@pytest.mark.parametrize("text", [TWO, BLANK])
def test_further_givens_make_a_puzzle_unique(server: Served, text: str) -> None:
    done = told(server, text, "more")
    puzzle = read(text).problems[0]
    assert len(list(minuet.solutions(puzzle, given=done["options"]))) == 1
    for option in done["options"]:
        fewer = [other for other in done["options"] if other != option]
        assert minuet.count(puzzle, given=fewer).count > 1
    assert told(server, FOUR, "more")["headline"] == "it has one solution already"


def test_what_could_be_spared_is_listed(server: Served) -> None:
    text = "1.....3..4...1.2"
    done = told(server, text, "spare")
    words = server.read(text)["board"]["words"]
    assert "R4C2=1" in {words[option] for option in done["options"]}
    assert "Each of these givens" in done["html"] and "<li>R4C2=1" in done["html"]
    assert told(server, BLANK, "spare")["headline"] == "several solutions: nothing can be spared"


def test_a_rule_that_follows_from_the_others_could_be_spared(server: Served) -> None:
    done = told(server, entry("killer-sudoku").text, "spare")
    assert "<li>box</li>" in done["html"]


@pytest.mark.parametrize(
    ("text", "chosen", "said"),
    [
        (FOUR, [64], "chosen: option number 64, expected 0 to 63"),
        ("a b\na\nb\n", [0], "a bare matrix is not played, expected a puzzle"),
    ],
)
def test_what_cannot_be_played_is_refused(
    server: Served, text: str, chosen: list[int], said: str
) -> None:
    (failed,) = server.answer(text, "hint", chosen=chosen)["failed"]
    assert said in failed["message"]


def test_pencil_puzzles_are_explained_by_their_cells(server: Served) -> None:
    text = entry("slitherlink-6").text
    board = server.read(text)["board"]
    assert board["words"][:2] == ["the line above R1C1", "the line above R1C2"]
    assert "R2C1 needs exactly 3" in board["items"]
    done = told(server, text, "hint")
    assert done["headline"].startswith("the line ") and " is forced: " in done["headline"]
    assert "sides=" not in done["html"] and "line/" not in done["html"]

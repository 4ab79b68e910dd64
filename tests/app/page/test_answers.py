"""`/api/ask`: solutions as they are found, progress, what came of it; cancelled, it keeps that."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minuet.app.page.work import answering
from minuet.app.page.work.output import FRAME, Output
from minuet.models.gallery import entry
from minuet.solvers import solve

from documents import valid
from page_server import Served

FOUR = "1...\n..3.\n.4..\n...2\n"
CLASH = "11..\n....\n....\n....\n"
QUEENS = entry("queens-8").text
COSTS = "a b c\na |3\nb |2\nc |1\na b |9\nb c |1\n"
PIGEONS = """
[choices.sits]
pigeon = "1..14"
hole = "1..13"
[rules]
pigeon = { exactly_one = "sits", by = "pigeon" }
hole = { at_most_one = "sits", by = "hole" }
"""
LONG = "." * 81  # nobody has counted these one by one


def done_of(found: dict[str, list[Any]], kind: str | None) -> dict[str, Any]:
    (done,) = found["done"]
    if kind is not None:
        valid(done["document"], kind)
    assert "\n" not in done["headline"]
    return dict(done)


def test_a_solution_comes_with_its_picture_and_its_options(server: Served) -> None:
    found = server.answer(FOUR)
    (solution,) = found["solution"]
    words = server.read(FOUR)["board"]["words"]
    assert "".join(words[option][-1] for option in solution["options"]) == "1324423124133142"
    assert solution["svg"].startswith("<svg") and solution["number"] == 1
    assert solution["text"].split() == ["1324", "4231", "2413", "3142"]
    done = done_of(found, "result")
    assert (done["status"], done["headline"]) == ("OPTIMAL", "the only solution")
    assert done["html"] is None


def test_there_may_be_no_solution(server: Served) -> None:
    found = server.answer(CLASH)
    assert "solution" not in found
    assert done_of(found, "result")["headline"] == "there is no solution"


def test_solutions_are_counted(server: Served) -> None:
    done = done_of(server.answer(QUEENS, "count"), "count")
    assert (done["headline"], done["document"]["count"]) == ("92 solutions in all", 92)


@pytest.mark.parametrize(
    ("limit", "told", "headline"),
    [(100, 92, "all 92 solutions"), (5, 5, "the first 5 solutions, as many as were asked for")],
)
def test_all_are_listed_up_to_the_limit(
    server: Served, limit: int, told: int, headline: str
) -> None:
    found = server.answer(QUEENS, "all", limit=limit)
    assert [one["number"] for one in found["solution"]] == list(range(1, told + 1))
    assert len({one["text"] for one in found["solution"]}) == told
    done = done_of(found, "solutions")
    assert (done["headline"], done["document"]["count"]) == (headline, told)
    assert done["document"]["complete"] is (told == 92)


def test_the_best_is_found_and_the_best_ones_in_order(server: Served) -> None:
    found = server.answer(COSTS, "best")
    assert [one["objective"] for one in found["solution"]] == [4]
    assert done_of(found, "result")["headline"] == "the best solution: 4"
    found = server.answer(COSTS, "best", limit=10)
    assert [one["objective"] for one in found["solution"]] == [4, 6, 10]
    assert found["solution"][0]["text"].splitlines() == ["a |3", "b c |1"]
    assert done_of(found, "solutions")["headline"] == "all 3 solutions, the best first"


def test_a_check_has_its_report(server: Served) -> None:
    done = done_of(server.answer(FOUR, "check", solver="dlx,bitmask"), "check")
    assert (done["status"], done["headline"]) == (
        "AGREED_BY_ONE_KIND",
        "agreed by one kind: dlx, bitmask",
    )
    assert "<table>" in done["html"] and "style" not in done["html"]


def test_an_explanation_says_what_clashes_in_words_and_in_a_picture(server: Served) -> None:
    done = done_of(server.answer(CLASH, "explain"), "explanation")
    assert done["status"] == "CLASH" and "2 givens and 1 group clash" in done["headline"]
    assert '<img class="minuet-picture" alt="' in done["html"]
    assert "<svg" not in done["html"] and " style=" not in done["html"]
    done = done_of(server.answer(FOUR, "explain"), "explanation")
    assert done["document"]["unique"] is True and "it is the only one" in done["headline"]
    assert done["html"].endswith("<p>none of its givens could be spared</p>")


@pytest.mark.parametrize(
    ("asked", "place", "said"),
    [
        ({"text": "a b\na |3\nd |1\n"}, (3, 1), "d"),
        ({"text": FOUR, "solver": "dxl"}, (None, None), "did you mean dlx?"),
        ({"text": "a b\na\nb\n", "solver": "bitmask:nothing"}, (None, None), "nothing"),
    ],
)
def test_a_mistake_fails_with_a_line(
    server: Served, asked: dict[str, str], place: tuple[int | None, int | None], said: str
) -> None:
    (failed,) = server.answer(**asked)["failed"]
    assert said in failed["message"] and "\n" not in failed["message"]
    assert (failed["line"], failed["column"]) == place


def test_a_cancelled_question_tells_what_it_found(server: Served) -> None:
    name = server.ask(LONG, "count", solver="dlx:links", seconds=600)
    kinds = []
    for kind, told in server.events(name):
        kinds.append(kind)
        if kind == "progress":
            assert {"share", "found", "best", "bound", "seconds", "seconds_left"} <= set(told)
        if kind == "progress" and told["found"] and len(kinds) >= 3:
            assert server.post(f"/api/ask/{name}/cancel").json() == {"cancelled": True}
    assert kinds[-1] == "done" and kinds.count("done") == 1
    assert (told["status"], told["document"]["complete"]) == ("INTERRUPTED", False)
    assert told["headline"].startswith("interrupted: at least ")
    assert told["document"]["count"] > 0


def test_a_listing_that_is_cancelled_says_how_many_there_were(server: Served) -> None:
    name = server.ask(LONG, "all", limit=1000, seconds=600)
    number = 0
    for kind, told in server.events(name):
        if kind == "solution":
            number = told["number"]
            if number == 3:
                server.post(f"/api/ask/{name}/cancel")
    assert (told["status"], told["document"]["count"]) == ("INTERRUPTED", number)
    assert 3 <= number < 1000


@pytest.mark.parametrize("question", ["check", "explain"])
def test_every_question_can_be_cancelled_and_tells_how_far_it_is(
    server: Served, question: str
) -> None:
    name = server.ask(PIGEONS, question, seconds=600)
    left = []
    for kind, told in server.events(name):
        if kind == "progress":
            left.append(told["limit_left"])
            server.post(f"/api/ask/{name}/cancel")
    assert (kind, told["status"]) == ("done", "INTERRUPTED")
    assert "the time" not in f"{told['headline']} {told['html']}"  # that was not why it ended
    assert question == "check" or left[-1] < 600


def test_what_was_told_is_told_again_from_the_start_or_from_where_it_was_left(
    server: Served,
) -> None:
    name = server.ask(QUEENS, "all", limit=3)
    first, second = ([one for one in server.events(name) if one[0] != "progress"] for _ in "ab")
    assert [kind for kind, _ in first] == ["solution"] * 3 + ["done"]
    assert first == second
    path = f"/api/ask/{name}/events"
    told = server.http.get(path).text
    *_, earlier, _, last = [line[4:] for line in told.splitlines() if line.startswith("id: ")]
    again = server.http.get(path, headers={"last-event-id": earlier})
    assert again.text.count("event: ") == 2 and again.text.startswith("retry: ")
    assert server.http.get(path, headers={"last-event-id": last}).status_code == 204


@pytest.mark.parametrize("what", ["events", "cancel"])
def test_a_question_that_nobody_asked_is_not_found(server: Served, what: str) -> None:
    path = f"/api/ask/nobody/{what}"
    told = server.http.get(path) if what == "events" else server.post(path)
    assert (told.status_code, list(told.json())) == (404, ["error"])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1.....3..4.....2\n", ["1324", "4231", "2413", "3142"]),
        ("1 0 0 0 0 0 3 0 0 4 0 0 0 0 0 2\n", ["1324", "4231", "2413", "3142"]),
        (".Shape~4x4~0-3.~R1C1_0.~R2C3_2.~R3C2_3.~R4C4_1", ["0213", "3120", "1302", "2031"]),
    ],
)
def test_a_sudoku_on_one_line_is_answered_as_rows(
    server: Served, text: str, rows: list[str]
) -> None:
    (solution,) = server.answer(text)["solution"]
    assert solution["text"].splitlines() == rows


def test_numbers_of_several_digits_stand_in_columns(server: Served) -> None:
    (solution,) = server.answer(".Shape~12x12.~R1C1_12")["solution"]
    lines = solution["text"].splitlines()
    assert [len(line) for line in lines] == [35] * 12
    assert all(sorted(map(int, line.split())) == list(range(1, 13)) for line in lines)


@pytest.mark.parametrize(
    ("text", "unique", "headline", "claims"),
    [
        (FOUR, True, "the only solution", ["a solution", "no other"]),
        ("1" + "." * 15, False, "one of several solutions", ["a solution", "another solution"]),
        ("a b\na\na\nb\n", False, "one of several solutions", ["a solution", "another solution"]),
        ("a b\na\nb\n", True, "the only solution", ["a solution", "no other"]),
        (CLASH, None, "there is no solution", ["no solution"]),
        (COSTS, None, "the best solution: 4", ["a solution", "none better"]),
    ],
    ids=["one", "288", "equal options", "matrix", "none", "costs"],
)
def test_a_solution_says_whether_it_is_the_only_one_and_what_that_rests_on(
    server: Served, text: str, unique: bool | None, headline: str, claims: list[str]
) -> None:
    done = done_of(server.answer(text), "result")
    assert (done["unique"], done["headline"]) == (unique, headline)
    assert [one["claim"] for one in done["evidence"]["claims"]] == claims
    level = {False: "verified", True: "agreed", None: "claimed"}[unique]
    assert done["evidence"]["level"] == level


def test_whether_a_solution_is_the_only_one_may_not_be_known_in_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[bytes] = []
    monkeypatch.setattr(answering, "LOOKED_FOR_ANOTHER", 0.0)
    task = {"text": FOUR, "format": None, "question": "solve", "solver": "auto"}
    limits = {"limit": 1, "seconds": 20.0, "memory": 1 << 30}
    answering.answer({**task, **limits}, Output(sent.append, 1 << 20))
    done = json.loads(sent[-1][FRAME.size :])
    assert (done["status"], done["unique"]) == ("OPTIMAL", None)
    assert done["headline"] == "a solution; not known whether it is the only one"
    assert [one["claim"] for one in done["evidence"]["claims"]] == ["a solution"]


@pytest.mark.parametrize("question", ["count", "all", "check", "explain"])
def test_every_answer_has_its_evidence_beside_it(server: Served, question: str) -> None:
    solver = "dlx,sat" if question == "check" else "auto"
    done = done_of(server.answer(FOUR, question, solver=solver), None)
    claims = done["document"]["evidence"]["claims"]
    if question == "explain":  # which says that there is no other solution
        claims = [*claims, {"claim": "no other", "level": "claimed", "by": []}]
    assert done["evidence"]["claims"] == claims != []
    assert done["evidence"]["level"] == ("agreed" if question == "check" else "claimed")
    assert done["reading"] == {
        "format": "sudoku",
        "summary": "4x4 sudoku, 4 givens",
        "warnings": [],
    }


def test_the_page_explains_every_level_of_evidence(server: Served) -> None:
    script = server.http.get("/static/reading.js").text
    for level in type(solve(entry("queens-8").load()).evidence.level):
        assert f"\n  {level}: " in script

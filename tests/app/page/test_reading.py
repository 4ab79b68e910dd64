"""`/api/read`: what a text holds, with its grid and its picture; or where it is wrong."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from minuet.app.page.work.lists import gallery as gallery_of_the_page
from minuet.app.page.work.output import FRAME, Output, described
from minuet.models import InputError
from minuet.models.formats import FORMATS
from minuet.models.gallery import entry, gallery, pencil_examples

from page_server import Served

FOUR = "1...\n..3.\n.4..\n...2\n"
ROOKS = """name = "rooks"
[choices.rook]
row = "1..4"
col = "1..4"
[rules]
row = { exactly_one = "rook", by = "row" }
"""


def test_a_sudoku_is_read_with_its_board_and_its_picture(server: Served) -> None:
    found = server.read(FOUR)
    assert (found["ok"], found["format"], found["best"]) == (True, "sudoku", False)
    assert (found["items"], found["options"]) == (64, 64)
    board = found["board"]
    given = {board["words"][option] for option in board["given"]}
    assert given == {"R1C1=1", "R2C3=3", "R3C2=4", "R4C4=2"}
    assert len(board["spots"]) == 16 and board["options"][0]["mark"] == "1"
    assert "prefers-color-scheme" in board["style"]
    assert found["svg"].startswith("<svg") and found["puzzles"] == 1


def test_a_board_that_is_known_is_not_drawn_again(server: Served) -> None:
    told = server.post("/api/read", text=FOUR, format=None, board=False).json()
    assert told["ok"] and told["board"] is None


def test_of_several_puzzles_the_first_is_read(server: Served) -> None:
    found = server.read("1.....3..4.....2\n1............2..\n")
    assert found["puzzles"] == 2
    assert len(found["board"]["given"]) == 4


def test_a_list_and_a_matrix_have_no_board(server: Served) -> None:
    found = server.read(entry("set-partitions-8").text)
    assert found["ok"] and found["board"] is None
    matrix = server.read("a b c\na b |3\nc |1\n")
    assert (matrix["format"], matrix["svg"], matrix["best"]) == ("dlx", None, True)
    assert (matrix["items"], matrix["options"], matrix["board"]) == (3, 2, None)


def test_where_a_samurai_has_no_cell_its_board_has_no_spot(server: Served) -> None:
    board = server.read(FORMATS["samurai"].example)["board"]
    assert len(board["spots"]) == 5 * 81 - 4 * 9


@pytest.mark.parametrize(
    ("text", "form", "place", "said"),
    [
        ('name = "x"\n[choices.a]\nrow = "1..\n', None, (3, 11), "expected"),
        (ROOKS.replace('by = "row"', 'by = "raw"'), None, (6, 37), "no column 'raw'"),
        ("53..7....\n6..195..x\n", "sudoku", (2, 9), "expected"),
        ("a b c\na b |3\nd |1\n", None, (3, 1), "d"),
        ("", None, (1, 1), "empty"),
        ("1\x002", None, (1, 2), "control character"),
        ("12", "no-such", (None, None), "unknown format"),
        ("[sudoku]\nsize = 9\nbox = [2, 2]\n", None, (1, 1), "size"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    server: Served, text: str, form: str | None, place: tuple[int, int], said: str
) -> None:
    found = server.read(text, form)
    assert found["ok"] is False
    assert said in found["message"]
    assert (found["line"], found["column"]) == place


@pytest.mark.parametrize(
    "text",
    [
        '[choices.a]\nrow = "1..1000000000"\n',
        '[choices.a]\nrow = "1..10**9"\n',
        ROOKS.replace('"row" }', "\"'a' * 999999999999\" }"),
        ROOKS.replace('"row" }', '"().__class__.__bases__" }'),
        ROOKS.replace('"row" }', '"[x for x in (1, 2)]" }'),
        ROOKS.replace('"row" }', f'"{"(" * 240}row{")" * 240}" }}'),
        ROOKS.replace('"row" }', "\"__import__('os').getcwd()\" }"),
        ROOKS.replace('"row" }', "\"open('/etc/passwd')\" }"),
        "[" * 100_000,
        "a" + ".b" * 100_000 + " = 1",
        'include = "/etc/passwd"\n',
        '[choices.a]\ncsv = "/etc/passwd"\n',
        "0" * 10_000 + "\n",
    ],
)
def test_what_asks_for_too_much_or_for_what_is_not_its_own_is_refused(
    server: Served, text: str
) -> None:
    found = server.read(text)
    assert found["ok"] is False
    assert len(found["message"]) < 300 and "root:" not in found["message"]


def test_an_error_without_a_place_is_given_none() -> None:
    unplaced = pickle.loads(pickle.dumps(InputError("nothing fits", file="x")))
    assert described(unplaced) == {"message": "nothing fits", "line": None, "column": None}
    placed = InputError("nothing fits", line=1)
    assert described(placed) == {"message": "nothing fits", "line": 1, "column": 1}


def test_the_whole_gallery_is_listed_and_can_be_read(server: Served) -> None:
    listed: list[dict[str, Any]] = server.http.get("/api/gallery").json()["puzzles"]
    assert [one["name"] for one in listed] == [one.name for one in (*gallery(), *pencil_examples())]
    assert all(one["title"] and one["about"] for one in listed)
    told = {one["name"]: one["text"] for one in listed}
    assert told["bead-triangle"] is None
    assert told["queens-8"] == entry("queens-8").text
    for one in listed[:100:30]:
        assert server.read(one["text"], one["format"])["ok"], one["name"]


@pytest.mark.parametrize(
    ("name", "form"),
    [("bead-triangle", "beads"), ("slitherlink-6", "toml"), ("queens-8", "toml")],
)
def test_a_puzzle_of_the_gallery_is_told_with_its_text(
    server: Served, name: str, form: str
) -> None:
    told = server.http.get(f"/api/gallery/{name}").json()
    assert (told["name"], told["format"]) == (name, form)
    assert server.read(told["text"], form)["ok"]


def test_a_puzzle_that_the_gallery_lacks_is_refused(server: Served) -> None:
    refused = server.http.get("/api/gallery/queens8")
    assert refused.status_code == 400
    assert "no puzzle 'queens8' in the gallery" in refused.json()["error"]


def test_an_entry_that_cannot_be_told_does_not_take_the_gallery_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = entry("queens-8")
    nameless = replace(good, name="nameless", text="about = 'none'")
    no_toml = replace(good, name="no-toml", text="= 1")
    monkeypatch.setattr("minuet.models.gallery.gallery", lambda: (nameless, no_toml, good))
    monkeypatch.setattr("minuet.models.gallery.pencil_examples", tuple)
    sent: list[bytes] = []
    gallery_of_the_page({}, Output(sent.append, 1 << 20))
    (frame,) = sent
    told = json.loads(frame[FRAME.size :])["puzzles"]
    assert [one["title"] for one in told] == ["nameless", "eight queens"]
    assert "gallery:no-toml is left out" in caplog.text


def test_formats_and_solvers_are_listed(server: Served) -> None:
    listed = server.http.get("/api/formats").json()
    read = [name for name, form in FORMATS.items() if form.read]
    assert [one["name"] for one in listed["formats"]] == read
    assert listed["solvers"][:2] == ["auto", "dlx"]


def test_a_pencil_puzzle_is_told_in_the_words_of_who_solves_it(server: Served) -> None:
    found = server.read(entry("slitherlink-6").text)
    assert found["summary"] == "Slitherlink, 6 rows, 6 columns, 12 clues"
    assert found["rules"] == "Draw one loop along the lines of the grid, around some cells."
    assert found["board"]["editable"] is False
    other = server.read(FOUR)
    assert (other["rules"], other["board"]["editable"]) == ("", True)


def test_sizes_of_tables_are_left_out_of_what_was_read(server: Served) -> None:
    assert server.read(entry("queens-8").text)["summary"] == "eight queens"
    assert server.read(entry("knapsack").text)["summary"] == "a knapsack, an objective"

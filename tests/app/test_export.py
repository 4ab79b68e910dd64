"""`minuet export`: what a page holds, which puzzles are refused, and the site of many."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest

import minuet
from minuet.models.gallery import entry
from minuet.models.picture import Line, picture_of

import exporting
from command_line import minuet as run
from exporting import MODULE, block, built, data_of


def exported(*words: str) -> str:
    ended = run("export", *words)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@built
def test_a_page_is_the_same_at_every_export(tmp_path: Path) -> None:
    file = tmp_path / "queens.html"
    assert exported("gallery:queens-8", "-o", str(file)) == ""
    page = file.read_bytes()
    assert exported("gallery:queens-8").encode() == page
    assert page.isascii()


@built
def test_a_page_asks_for_nothing_and_allows_its_own_script_alone() -> None:
    page = exported("gallery:sudoku-9")
    policy = re.search('Content-Security-Policy" content="(.*?)"', page)
    script, style = (
        re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("script", "style")
    )
    assert policy and script and style
    for kind, text in (("script-src", script[1]), ("style-src", style[1])):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe-inline" not in policy[1] and "connect-src" not in policy[1]
    assert not re.search("https?://", page.replace("http://www.w3.org/2000/svg", ""))
    module = gzip.decompress(b64decode(block(page, "module")))
    assert module == MODULE.read_bytes()


@built
def test_names_are_escaped(tmp_path: Path) -> None:
    text = entry("queens-8").text.replace("eight queens", "<b>eight & queens</b> é")
    assert text != entry("queens-8").text
    file = tmp_path / "queens.toml"
    file.write_text(text, "utf-8")
    page = exported(str(file))
    assert "<b>" not in page
    assert "<h1>&lt;b&gt;eight &amp; queens&lt;/b&gt; &#233;</h1>" in page


@built
@pytest.mark.parametrize(
    "name", ["sudoku-9", "killer-sudoku", "queens-8", "soma", "tents-7", "tetravex-3", "zebra"]
)
def test_the_picture_of_a_solution_is_the_sum_of_its_choices(name: str) -> None:
    puzzle = entry(name).load()
    answer = minuet.solve(puzzle).answer
    assert answer is not None
    data = data_of(exported(f"gallery:{name}"))
    picture, options = data["picture"], data["options"]
    chosen = [options[option] for option in answer.choices]
    without = {place for option in chosen for place in option["without"]}
    parts = [layer["ground"] for layer in picture["layers"]]
    for place, pieces in enumerate(picture["loose"]):
        parts += [xml for _, xml in pieces if place not in without]
    parts += [xml for option in chosen for _, xml in option["parts"]]
    drawn, whole = " ".join(parts), puzzle.draw(answer)
    texts = re.compile(r"<text[^>]*>([^<]*)")
    assert sorted(texts.findall(drawn)) == sorted(texts.findall(whole))
    for element in ("<circle", "<rect x="):
        assert drawn.count(element) == whole.count(element)


@built
@pytest.mark.parametrize("name", ["slitherlink-6", "masyu-10", "geradeweg"])
def test_a_loop_is_the_sum_of_its_lines(name: str) -> None:
    puzzle = entry(name).load()
    answer = minuet.solve(puzzle).answer
    assert answer is not None
    shown = [shape for shape in picture_of(puzzle, answer).shapes if isinstance(shape, Line)]
    data = data_of(exported(f"gallery:{name}"))
    chosen = [data["options"][option] for option in answer.choices]
    assert sum(len(option["parts"]) for option in chosen) == len(shown) > 0
    spots = [spot for option in chosen for spot in option["spots"]]
    assert len(set(spots)) == len(spots) == len(shown)


@built
def test_regions_are_colored_where_their_outlines_depend_on_one_another() -> None:
    puzzle = entry("compass").load()
    answer = minuet.solve(puzzle).answer
    assert answer is not None
    data = data_of(exported("gallery:compass"))
    regions: dict[str, set[str]] = {}
    for option in answer.choices:
        _, compass = puzzle.tables[0].rows[option]
        ((_, xml),) = data["options"][option]["parts"]
        fill = re.search('fill="(.*?)"', xml)
        assert fill, xml
        regions.setdefault(str(compass), set()).add(fill[1])
    assert len(regions) > 1
    assert sorted(map(len, regions.values())) == [1] * len(regions)
    assert len(set.union(*regions.values())) == len(regions)


@built
def test_what_is_drawn_unless_it_is_chosen_is_clicked_too() -> None:
    data = data_of(exported("gallery:number_cross"))
    assert all(option["spots"] and option["without"] for option in data["options"])


@built
def test_a_page_has_givens_and_the_matrix() -> None:
    puzzle = entry("sudoku-9").load()
    data = data_of(exported("gallery:sudoku-9"))
    assert data["given"] == list(puzzle.given_options)
    assert len(data["given"]) == 17
    assert data["matrix"]["members"] == list(map(int, puzzle.matrix.members))
    assert data["words"][0] == "R1C1=1"
    assert data["items"][0] == "R1C1 needs exactly one digit"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("set-partitions-8", "its picture is a list"),
        ("bin-packing", "its picture is a list"),
    ],
)
@built
def test_what_has_no_picture_to_play_in_is_refused(name: str, words: str) -> None:
    ended = run("export", f"gallery:{name}")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert words in ended.stderr


def test_rules_that_the_engines_do_not_know_are_refused() -> None:
    from minuet.app.export.engines import engines_of

    puzzle = entry("queens-8").load().copy()
    puzzle.require(lambda answer: True, name="anything")
    with pytest.raises(minuet.models.ModelError, match="do not know the rule 'anything'"):
        engines_of(puzzle)


@built
def test_a_matrix_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "matrix.dlx"
    file.write_text("a b\na\nb\n")
    ended = run("export", str(file))
    assert ended.returncode == 2
    assert "no picture" in ended.stderr


@built
def test_several_puzzles_are_a_site(tmp_path: Path) -> None:
    many = ("gallery:queens-8", "gallery:set-partitions-8", "gallery:tents-7")
    ended = run("export", *many)
    assert ended.returncode == 2
    assert "--site" in ended.stderr
    folder = tmp_path / "site"
    ended = run("export", *many, "--site", str(folder))
    assert ended.returncode == 0
    assert "left out: set partitions" in ended.stderr
    assert {path.name for path in folder.iterdir()} == {
        "index.html",
        "queens-8.html",
        "tents-7.html",
    }
    index = (folder / "index.html").read_text("ascii")
    assert re.findall('href="(.*?html)"', index) == ["queens-8.html", "tents-7.html"]
    assert (folder / "queens-8.html").read_text("ascii") == exported("gallery:queens-8")


def test_without_the_engines_it_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(exporting.engines, "MODULE", tmp_path / "engines.wasm")
    with pytest.raises(minuet.models.Unavailable, match="make wasm"):
        exporting.engines.engines_module()

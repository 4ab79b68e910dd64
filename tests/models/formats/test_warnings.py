"""Whatever a text says that is not read is an error or a warning that names it."""

from __future__ import annotations

import json
import logging
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from minuet.models import ExactCover, InputError, Puzzle, Sudoku
from minuet.models.formats import FORMATS, Format, Source, read, write
from minuet.models.formats.piecewise import read_good
from minuet.models.gallery import entry

Path = tuple[str | int, ...]


def objects(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of one object of each kind in a document."""
    found: dict[Path, Path] = {}
    for whole in _objects(value, path):
        found.setdefault(tuple("" if isinstance(key, int) else key for key in whole), whole)
    yield from found.values()


def _objects(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict):
        yield path
        for key, part in value.items():
            yield from _objects(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _objects(part, (*path, number))


def names(text: str, form: str, word: str) -> bool:
    """Whether a warning or an error about the text has the word."""
    try:
        return any(word in warning for warning in read(text, form=form).warnings)
    except InputError as error:
        return word in str(error)


JSON_TEXTS = {form: FORMATS[form].example for form in ("scl", "f-puzzles-json", "json-cover")} | {
    "node-link": write(entry("queens-8").load(), "node-link")
}
WITHIN = [
    (form, path) for form, text in JSON_TEXTS.items() for path in objects(json.loads(text))
]  # fmt: skip


@pytest.mark.parametrize(("form", "path"), WITHIN)
@pytest.mark.parametrize("value", [7, "stripes", True, [[1]], {"of": "stripes"}])
def test_an_unknown_key_of_an_object_is_named(form: str, path: Path, value: Any) -> None:
    assert not read(JSON_TEXTS[form], form=form).warnings
    document = json.loads(JSON_TEXTS[form])
    within = document
    for key in path:
        within = within[key]
    within["zebra"] = value
    assert names(json.dumps(document), form, "zebra")


def test_objects_at_every_level_are_tried() -> None:
    assert ("scl", ("cages", 0)) in WITHIN
    assert ("f-puzzles-json", ("grid", 0, 0)) in WITHIN
    assert ("json-cover", ("options", 1)) in WITHIN
    assert ("node-link", ("graph",)) in WITHIN
    assert len(WITHIN) == 3 + 4 + 3 + 4


XML_FORMS = ("graphml", "xmpuzzle")


@pytest.mark.parametrize("form", XML_FORMS)
@pytest.mark.parametrize("kind", ["attribute", "element", "text"])
def test_an_unknown_part_of_an_element_is_named(form: str, kind: str) -> None:
    ET.register_namespace("", "http://graphml.graphdrawing.org/xmlns")
    text = FORMATS[form].example
    assert not read(text, form=form).warnings
    for place in range(sum(1 for _ in ET.fromstring(text).iter())):
        root = ET.fromstring(text)
        element = list(root.iter())[place]
        if kind == "attribute":
            element.set("zebra", "7")
        elif kind == "element":
            element.append(ET.Element("zebra", {"of": "stripes"}))
        elif element.text and element.text.strip():
            continue  # a reader reads it
        else:
            element.text = "zebra"
        assert names(ET.tostring(root, encoding="unicode"), form, "zebra"), element


GRAPH = """\
<graphml>
<key id="k" attr.name="bipartite"/><key id="c" attr.name="cost"/><key id="c2" attr.name="cost"/>
<key id="d" for="node" yfiles.type="nodegraphics"/><key id="z"/>
<graph edgedefault="undirected" parse.order="free"><node id="o"><data key="k">1</data>
{}
</node></graph></graphml>
"""


@pytest.mark.parametrize(
    ("within", "found"),
    [
        ('<data key="c">5</data>', []),
        ('<data key="d"><y:ShapeNode xmlns:y="y"><y:Fill>7</y:Fill></y:ShapeNode></data>', []),
        ('<data key="z">7</data>', ["line 5: text in <data>, '7', is not read"]),
        ('<data key="c">5</data><data key="c">7</data>', "<text>:5:23: 'cost' twice, expected"),
        ('<data key="c">5</data><data key="c2">7</data>', "<text>:5:23: 'cost' twice, expected"),
    ],
)
def test_data_of_a_vertex_are_read_or_named(within: str, found: list[str] | str) -> None:
    text = GRAPH.format(within)
    if isinstance(found, str):
        with pytest.raises(InputError) as caught:
            read(text, form="graphml")
        assert str(caught.value).startswith(found)
    else:
        assert list(read(text, form="graphml").warnings) == found


def test_a_key_that_is_declared_twice_is_an_error() -> None:
    with pytest.raises(InputError, match=r"<text>:2:36: key 'k' twice, expected it once"):
        read(GRAPH.replace('id="c"', 'id="k"').format(""), form="graphml")


def test_a_second_result_of_a_packing_is_named() -> None:
    text = FORMATS["xmpuzzle"].example
    twice = text.replace('<result id="3"/>', '<result id="3"/><result id="1"/>')
    assert read(twice).warnings == ("line 18: <result> in <problem> is not read",)
    least = text.replace('count="2"', 'min="2"')
    assert read(least).warnings == ("line 14: attribute min of <shape> is not read",)
    groups = text.replace('count="2"', 'count="2" group="1"')
    assert read(groups).warnings == ("problem 'small block': groups of pieces are not read",)


def test_an_attribute_of_the_other_kind_of_vertex_is_named() -> None:
    nodes = [{"id": "o", "bipartite": 1, "low": 2}, {"id": "i", "bipartite": 0, "cost": 5}]
    reading = read(json.dumps({"nodes": nodes, "edges": []}), form="node-link")
    assert reading.warnings == (
        "attribute low of option 'o' is not read",
        "attribute cost of item 'i' is not read",
    )


TABLES = """\
name = "rooks"
[choices.rook]
row = "1..4"
col = "1..4"
[rules]
row = { exactly_one = "rook", by = "row" }
[rules.col]
exactly_one = "rook"
by = "col"
[[minimize]]
rook = "row"
"""


@pytest.mark.parametrize(("line", "is_table"), [(0, False), (5, True), (8, False), (10, False)])
def test_an_unknown_key_of_a_description_is_named(line: int, is_table: bool) -> None:
    tomllib.loads(TABLES)
    assert not read(TABLES, form="toml").warnings
    lines = TABLES.splitlines()
    if is_table:
        lines[line] = lines[line].replace(" }", ", zebra = 7 }")
    else:
        lines.insert(line + 1, "zebra = 7")
    assert names("\n".join(lines), "toml", "zebra")


@pytest.mark.parametrize("form", ["pencil-marks", "simple-sudoku"])
def test_text_below_a_frame_is_named(form: str) -> None:
    text = FORMATS[form].example
    reading = read(f"{text}\nnaked pair in r1\n{text}", form=form)
    line = text.count("\n") + 2
    assert reading.warnings == (
        f"line {line}: 'naked pair in r1' and what is below it is not read",
    )
    assert len(reading.problems) == 1


BELOW = ("zebra", " zebra", "\n[zebra]", "\n@", "\nzebra = 7", "\n// zebra")
# Their words may be any, so the text is another puzzle; or not of lines.
OF_ANY_WORDS = ("dlx", "knuth", "toml")


@pytest.mark.parametrize(
    "form", [name for name, one in FORMATS.items() if one.read and name not in OF_ANY_WORDS]
)
def test_text_behind_a_puzzle_is_named_or_refused(form: str) -> None:
    for behind in BELOW:
        text = FORMATS[form].example.rstrip("\n") + behind
        if text.startswith(("http", "sudokupad")) and "\n" not in behind:
            continue
        try:
            assert read(text, form=form).warnings
        except InputError as error:
            assert "expected" in str(error)


# ---- What minuet writes itself ------------------------------------------------------------------

READ = [name for name, form in FORMATS.items() if form.read is not None]


@pytest.mark.parametrize("form", READ)
def test_what_is_written_is_read_without_warnings(form: str) -> None:
    reading = read(FORMATS[form].example, form=form)
    assert reading.warnings == ()
    if FORMATS[form].write is not None:
        assert read(write(reading.problems[0], form), form=form).warnings == ()


# ---- Texts of which a part cannot be read -------------------------------------------------------


def _reader(lines_each: int) -> Format:
    """Return a format of so many lines a puzzle: `?` is a warning, `x` a mistake."""

    def read_lines(source: Source) -> Sequence[Puzzle | ExactCover]:
        for number, line in source.numbered():
            if "x" in line:
                raise source.error("'x', expected a digit", number)
            if "?" in line:
                source.warn("'?' is not read", number)
        if len(source.lines) % lines_each:
            raise source.error("half a puzzle, expected a whole one", 1)
        return [Sudoku(size=4)] * (len(source.lines) // lines_each)

    return Format("jigsaw", "lines", read=read_lines)


@pytest.mark.parametrize(
    ("text", "lines_each", "warnings", "places", "fault"),
    [
        ("1.\n?.\nx.\n??\n?.", 1, [2, 4, 5], [1, 2, 4, 5], 3),
        ("1.\n..\n\n?.\n..\n\nx.\n?.\n\n..\n.?", 2, [4, 11], [1, 2, 4], 7),
    ],
)
def test_warnings_are_kept_where_other_puzzles_are_passed_over(
    text: str,
    lines_each: int,
    warnings: list[int],
    places: list[int],
    fault: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults: list[InputError] = []
    with caplog.at_level(logging.WARNING, "minuet"):
        reading = read_good(text, faults.append, file="many", form=_reader(lines_each))
    wanted = [f"line {line}: '?' is not read" for line in warnings]
    assert list(reading.warnings) == wanted
    assert reading.places == places
    assert [record.getMessage() for record in caplog.records] == [f"many: {one}" for one in wanted]
    assert [error.line for error in faults] == [fault]


def test_a_warning_is_one_printable_line_and_stands_once() -> None:
    source = Source("text")
    for _ in range(2):
        source.warn("a\nb" + "c" * 1000)
    (warning,) = source.warnings
    assert warning.isprintable()
    assert len(warning) < 300

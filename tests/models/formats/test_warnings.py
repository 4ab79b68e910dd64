"""Whatever a text says that is not read is an error or a warning that names it."""

from __future__ import annotations

import json
import logging
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from minuet.models import InputError, Sudoku
from minuet.models.formats import FORMATS, Format, Source, read, write
from minuet.models.formats.format import Problem
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

    def read_lines(source: Source) -> Sequence[Problem]:
        for number, line in source.numbered():
            if "x" in line:
                raise source.error("'x', expected a digit", number)
            if "?" in line:
                source.warn("'?' is not read", number)
        if len(source.lines) % lines_each:
            raise source.error("half a puzzle, expected a whole one", 1)
        return [Sudoku(size=4)] * (len(source.lines) // lines_each)

    return Format("constraints", "lines", read=read_lines)


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

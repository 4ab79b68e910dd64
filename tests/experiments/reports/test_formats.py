"""A report is the same in every format, stands alone, and holds whatever names it is given."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from minuet.experiments import Record, report

from made_records import kept, queens_and_dominoes, reported, run

VOID = {"meta"}
HOSTILE = "a|b_c*d & 50% <script>alert(1)</script> $x^2$ \\ {~#}"


@pytest.fixture(scope="module")
def records() -> list[Record]:
    made = queens_and_dominoes()
    solvers, families = ("dlx", "bitmask"), ("queens", "dominoes")
    return [one for one in made if one.solver in solvers and one.family in families]


@pytest.fixture(scope="module")
def told(records: list[Record]) -> Any:
    return reported(records, title="a title")


@pytest.fixture(scope="module")
def html(told: Any) -> str:
    return told.to_html()


class Page(HTMLParser):
    """Looks whether every element ends, and what the page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_stands_alone(told: Any, html: str) -> None:
    page = Page(html)
    assert page.fetched == [] and "script" not in page.tags and "link" not in page.tags
    assert len(page.ids) == len(set(page.ids))
    assert "@import" not in html and not re.search(r"url\((?!#)", html)
    assert page.tags.count("svg") == sum(len(one.plots) for one in told.sections) > 6
    assert "prefers-color-scheme: dark" in html


def test_what_is_drawn_has_the_colors_of_the_page(html: str) -> None:
    for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        root = ElementTree.fromstring(svg)
        assert root.attrib["role"] == "img" and root.attrib["aria-label"]
        assert "currentColor" in svg and "var(--line)" in svg
        assert "#000000" not in svg and "#ffffff" not in svg and "<metadata" not in svg


@pytest.mark.parametrize(
    "forms", [("markdown", "latex"), pytest.param(("html",), marks=pytest.mark.slow)]
)
def test_the_order_of_records_changes_no_byte(
    told: Any, records: list[Record], forms: Sequence[str]
) -> None:
    shuffled = Random(4).sample(records, len(records))
    again = reported(shuffled, title="a title")
    for form in forms:
        assert getattr(again, f"to_{form}")() == getattr(told, f"to_{form}")()


@pytest.mark.parametrize(
    ("kind", "begin"), [("svg", b"<?xml"), pytest.param("pdf", b"%PDF", marks=pytest.mark.slow)]
)
def test_a_file_of_a_plot_is_the_same_each_time(
    told: Any, records: list[Record], kind: str, begin: bytes
) -> None:
    name, first = next(told.pictures(kind))
    assert first.startswith(begin) and re.fullmatch(r"[A-Za-z0-9.+=_-]+", name)
    assert next(reported(records, title="again").pictures(kind)) == (name, first)


def test_disagreements_come_first() -> None:
    records = [run(f"x-{n}", one, 1) for one in "ab" for n in range(3)]
    told = reported([replace(records[0], count=5), *records[1:]])
    first = told.sections[0]
    assert told.disagrees and first.is_alarm and first.title == "Disagreements"
    assert first.tables[0].rows[0][0] == "x-0"
    assert told.to_markdown().index("cannot all be right") < told.to_markdown().index("PAR-2")
    assert '<section id="part-1" class="alarm">' in told.to_html()


def test_a_table_of_markdown_has_its_columns(told: Any) -> None:
    shown = re.findall(r"(?:^\|.*\n)+", told.to_markdown(), re.MULTILINE)
    tables = [one for section in told.sections for one in section.tables]
    assert len(shown) == len(tables) > 5
    for text, table in zip(shown, tables, strict=True):
        lines = text.splitlines()
        cells = {len(re.findall(r"(?<!\\)\|", one)) - 1 for one in lines}
        assert cells == {len(table.columns)} and len(lines) == len(table.rows) + 2


def test_plots_are_linked_where_they_are_written(told: Any, html: str) -> None:
    name, _ = next(told.pictures())
    assert "Head to head" in html and "Head to head" not in told.to_markdown()
    assert "## Head to head" in told.to_markdown({"pair-count-bitmask-dlx": "x.svg"})
    assert f"](<plots/{name}.svg>)" in told.to_markdown({name: f"plots/{name}.svg"})
    assert f"detokenize{{p/{name}.pdf}}" in told.to_latex({name: f"p/{name}.pdf"})


def balanced(text: str) -> None:
    """Braces and environments end as they begin, and every row has its columns."""
    bare = re.sub(r"\\[\\{}]", "", text)
    assert bare.count("{") == bare.count("}")
    begun: list[str] = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if what == "begin":
            begun.append(name)
        else:
            assert begun.pop() == name
    assert begun == []
    for columns, body in re.findall(
        r"\\begin\{longtable\}\{([lr]+)\}(.*?)\\end\{longtable\}", text, re.DOTALL
    ):
        rows = [one for one in body.splitlines() if one.endswith(r" \\")]
        assert rows and {len(re.findall(r"(?<!\\)&", one)) + 1 for one in rows} == {len(columns)}
        assert [body.count(rf"\{one}rule") for one in ("top", "mid", "bottom")] == [1, 1, 1]


def test_latex_is_a_document(told: Any) -> None:
    text = told.to_latex()
    balanced(text)
    assert text.startswith(r"\documentclass") and text.endswith("\\end{document}\n")
    assert not re.search(r"(?<!\\)[%#$^~_]", text.partition(r"\maketitle")[2])


def test_whatever_stands_in_a_name_is_only_a_name() -> None:
    told = reported([run(HOSTILE, HOSTILE, 1), run("x", HOSTILE, message=HOSTILE)], title=HOSTILE)
    page = Page(told.to_html())
    assert "script" not in page.tags and HOSTILE in page.words
    balanced(told.to_latex())
    assert "<script" not in told.to_markdown().replace("\\<script", "")


def test_a_row_that_begins_with_a_bracket_is_no_argument() -> None:
    text = reported([run("[5]", "a", 1), run("*", "a", 2)]).to_latex()
    assert "\n{}[5] & " in text and "\n{}* & " in text


def test_csv_has_a_line_a_run_with_its_answer(records: list[Record]) -> None:
    huge = run("huge", "dlx", 1, count=10**40, message="one\ntwo", settings={"threads": 2})
    records = [*records, huge]
    text = reported(records, title="t").to_csv()
    assert text.count("\n") == len(records) + 1
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["key"] for row in rows] == [one.key for one in records]
    assert rows[-1]["count"] == rows[-1]["answer"] == str(10**40)
    assert rows[-1]["message"] == "one two" and rows[-1]["settings"] == '{"threads": 2}'
    assert [row["count"] for row in rows] == [
        "" if one.count is None else str(one.count) for one in records
    ]
    assert rows[0]["limit_seconds"] == "10.0" and float(rows[0]["feature_items"]) > 0
    assert {row["outcome"] for row in rows} == {"answered", "timeout"}


def test_parquet_keeps_the_kinds_of_columns(records: list[Record], tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "runs.parquet"
    path.write_bytes(reported(records, title="t").to_parquet())
    table = parquet.read_table(path)
    assert table.num_rows == len(records)
    kinds = {one.name: str(one.type) for one in table.schema}
    assert (kinds["count"], kinds["seconds"], kinds["complete"]) == ("int64", "double", "bool")
    assert table["count"].to_pylist() == [one.count for one in records]
    assert table["shuffle"].to_pylist() == [one.shuffle for one in records]


def test_a_report_reads_a_folder(records: list[Record], tmp_path: Path) -> None:
    records = records[:60]
    told = report(kept(tmp_path / "first-look", records))
    assert told.title == "first-look"
    assert told.to_markdown() == reported(records, title="first-look").to_markdown()
    compared = report(tmp_path / "first-look", against=tmp_path / "first-look")
    assert compared.sections[1].words[1] == "Nothing became faster or slower beyond noise."


@pytest.mark.parametrize("question", ["first", "best", "unique", "all"])
def test_every_question_is_told(question: str) -> None:
    more = {"objective": 12} if question == "best" else {}
    records = [run("x-1", one, 1, question=question, **more) for one in "ab"]
    (table,) = reported(records, title="t").sections[-2].tables
    assert table.columns[2] == "answer"
    answers = {"first": "found", "best": "12", "unique": "several", "all": "7"}
    assert table.rows[0][2] == answers[question]


def test_nothing_solved_is_a_report_too() -> None:
    told = reported([run("x-1", "a"), run("x-2", "a")], title="t")
    assert "0 of 2" in told.to_markdown()
    Page(told.to_html())
    balanced(told.to_latex())

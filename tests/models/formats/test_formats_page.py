"""docs/formats.md says what the table of formats holds, and its examples are what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minuet.models.formats import FORMATS, Format, read

from in_process import minuet

PAGE = Path(__file__).parents[3].joinpath("docs/formats.md").read_text("utf-8")
NEVER_GUESSED = {"target-sudoku": "sudoku", "knuth": "dlx"}


def row_of(form: Format) -> str:
    ways = ["yes" if way else "" for way in (form.read, form.write)]
    extensions = " ".join(f"`{end}`" for end in form.extensions)
    cells = (f"`{form.name}`", *ways, extensions, form.title)
    return re.sub("  +", " ", f"| {' | '.join(cells)} |")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_has_the_table_of_formats() -> None:
    heading = "| name | reads | writes | extensions | what it is |\n|---|---|---|---|---|\n"
    table = PAGE.partition(heading)[2].partition("\n\n")[0]
    assert table == "\n".join(map(row_of, FORMATS.values()))


READ = [name for name, form in FORMATS.items() if form.read is not None]


def example_on_page(name: str) -> str | None:
    match = re.search(rf"^`{name}`(?:`[^`\n]*`|[^`])*?```text\n(.*?)^```$", PAGE, re.M | re.S)
    return match and match[1]


@pytest.mark.parametrize("name", READ)
def test_each_format_that_is_read_has_an_example_that_is_detected(name: str) -> None:
    example = example_on_page(name)
    assert example is not None
    assert example == FORMATS[name].example
    reading = read(example)
    assert reading.format == NEVER_GUESSED.get(name, name)
    assert list(read(example, form=name).problems)


def test_every_example_is_that_of_its_format() -> None:
    names = [*READ, "cnf"]
    assert [example_on_page(name) for name in names] == [FORMATS[name].example for name in names]
    assert len(names) == len(blocks("text"))


def test_another_packages_format_joins_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (module,) = (block for block in blocks("python") if "JOTTED = " in block)
    (entry,) = (block for block in blocks("toml") if "entry-points" in block)
    (tmp_path / "jottings.py").write_text(module, "utf-8")
    info = tmp_path / "jottings-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: jottings\nVersion: 1\n")
    line = entry.splitlines()[1].replace('"', "")
    (info / "entry_points.txt").write_text(f"[minuet.formats]\n{line}\ntorn = jottings:TORN\n")
    (tmp_path / "text.cover").write_text("cover a b c\nx: a b\ny: c\nz: b c\n")

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    counted = minuet("count", "text.cover", cwd=tmp_path)
    assert counted.stdout == "1\n"
    assert "minuet: format torn is not available: AttributeError" in counted.stderr
    assert minuet("solve", "text.cover", cwd=tmp_path).stdout == "a b\nc\n"
    listed = minuet("formats").stdout
    assert re.search(r"jotted +│ yes +│ +│ \.cover +│ exact covers, jotted down", listed)
    assert re.search(r"torn +│ +│ +│ +│ not available: AttributeError", listed)

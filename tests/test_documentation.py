"""The documentation as a whole: the map names every page; links and names of files lead somewhere.

What the pages' code prints is tested where pages are run (conftest.py). Here the map, mkdocs.yml,
is read as text, so that it needs no mkdocs; the strict build, which looks at all links once more
in what it made, is slow and needs the extra `docs`.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for pattern in ("*.md", "*.ipynb")
    for page in DOCS.rglob(pattern)
    if not page.is_relative_to(DOCS / "site")  # outlines of the reference
)
MADE = {
    "contributing.md": ROOT / "CONTRIBUTING.md",
    "changelog.md": ROOT / "CHANGELOG.md",
    "proof.md": ROOT / "proof/README.md",
}
LINK = re.compile(r"\]\(([^()\s]+)\)")
PUBLIC_NAMES = {
    "models": 26,
    "models.formats": 8,
    "solvers": 28,
    "solvers.contract": 8,
    "setting": 6,
    "experiments": 13,
}
FRONT_DOOR = 29  # of these
NAMED = re.compile(r"(?<![\w./<{*-])((?:[\w-]+/)*[\w-]+\.(?:pyi?|[ch]pp))\b")
FOLDERS = "models|solvers|setting|experiments|app|benchmarks|tests|docs"
FOLDER = re.compile(rf"(?<![\w./<{{*:-])((?:{FOLDERS})/[\w/]*)(?!\.?[\w*-])")
CHECKED = ("models", "solvers", "app", "setting", "experiments", "benchmarks", "tests")
PLACEHOLDER = re.compile(r"[A-Z]{3}|^x\.py$")  # NAME.py, FILE.py
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def _text(page: Path) -> str:
    """Return a page without its code."""
    text = page.read_text("utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return FENCED.sub("", text)


def _slug(heading: str) -> str:
    """Return the anchor of a heading, as Python-Markdown's table of contents makes it."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _anchors(page: Path) -> Iterator[str]:
    yield ""
    yield from map(_slug, re.findall(r"^#+ +(.+?) *$", _text(page), re.MULTILINE))


def _target(page: Path, path: str) -> Path:
    if not path:
        return page
    target = (page.parent / path).resolve()
    return MADE.get(target.name, target) if target.parent == DOCS else target


def _broken(page: Path) -> Iterator[str]:
    for link in LINK.findall(_text(page)):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.strip("<>").partition("#")
        target = _target(page, path)
        if not target.is_file() or (
            target.suffix in {".md", ".ipynb"} and anchor not in _anchors(target)
        ):
            yield link


def test_models_of_the_modeling_page_have_at_most_ten_lines() -> None:
    page = (DOCS / "modeling.md").read_text("utf-8")
    lengths = {}
    for block in re.findall(r"```python\n(>>> \w+ = Puzzle\(.*?)```", page, re.DOTALL):
        lines = [line for line in block.splitlines() if line.startswith((">>> ", "... "))]
        asks = [bool(re.search(r"\b(solve|count|print)\(", line)) for line in lines]
        lengths[lines[0].split()[1]] = asks.index(True) if any(asks) else len(lines)
    models = ("magic", "aquarium", "packing", "slither", "hitori", "roster")
    assert max(lengths[model] for model in models) <= 10, lengths


def test_the_map_names_every_page() -> None:
    named = re.findall(r"([\w./-]+\.(?:md|ipynb))$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert len(named) == len(set(named))
    there = {page.relative_to(DOCS).as_posix() for page in PAGES}
    assert there | set(MADE) == set(named)


def _words_about(source: Path) -> str:
    """Return the docstrings and the comments of a module."""
    text = source.read_text("utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, documented)]
    docstrings = [ast.get_docstring(node) or "" for node in nodes]
    return "\n".join([*docstrings, *re.findall(r"(?:^|  )# .*", text, re.MULTILINE)])


def _missing(text: str, tree: set[str]) -> set[str]:
    """Return the files and folders of minuet's source that a text names and the tree lacks."""
    named = {*NAMED.findall(text), *(name.rstrip("/") for name in FOLDER.findall(text))}
    return {name for name in named if name not in tree and not PLACEHOLDER.search(name)}


def test_every_file_that_a_text_names_exists() -> None:
    """A file may be named without the folders above it."""
    tree = {"conftest.py"}
    for folder in FOLDERS.split("|"):
        for path in (ROOT / folder, *(ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            tree |= {"/".join(parts[start:]) for start in range(len(parts))}
            if path.suffix == ".py":
                tree.add("/".join(parts).removesuffix(".py"))
    pages = [ROOT / "README.md", MADE["contributing.md"], *PAGES]
    texts = {page: LINK.sub("", _text(page)) for page in pages}
    for room in CHECKED:
        for path in (ROOT / room).rglob("*.py"):
            if _missing(path.read_text("utf-8"), tree):  # in its code or in its words
                texts[path] = _words_about(path)
    missing = {path.relative_to(ROOT).as_posix(): _missing(texts[path], tree) for path in texts}
    assert {path: names for path, names in missing.items() if names} == {}


def test_every_link_leads_somewhere() -> None:
    pages = [ROOT / "README.md", *MADE.values(), *PAGES]
    broken = {page.name: list(_broken(page)) for page in pages}
    assert {name: links for name, links in broken.items() if links} == {}


def test_no_link_leads_to_what_the_site_leaves_out() -> None:
    said = (ROOT / "mkdocs.yml").read_text("utf-8")
    left_out = [DOCS / name for name in re.findall(r"^  /(\w+)/$", said, re.M)]
    assert left_out
    for page in PAGES:
        links = [one.strip("<>").partition("#")[0] for one in LINK.findall(_text(page))]
        targets = [_target(page, one) for one in links if "://" not in one]
        wrong = [one for one in targets if any(map(one.is_relative_to, left_out))]
        assert wrong == [], page


def test_no_page_shows_its_readers_what_only_the_tests_need() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    assert [page.name for page in pages if "<!--" in page.read_text(encoding="utf-8")] == []


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# A *title*, with `code`\n")
    page = tmp_path / "page.md"
    good, bad = "[a](there.md#a-title-with-code)", "[b](there.md#no) [c](gone.md) [d](#nowhere)"
    page.write_text(f"{good} {bad}\n```\n[e](code.md)\n```\n")
    assert list(_broken(page)) == ["there.md#no", "gone.md", "#nowhere"]


@pytest.mark.parametrize("room", ["models", "solvers", "setting", "experiments"])
def test_the_reference_lists_all_public_names_once(room: str) -> None:
    page = (DOCS / f"site/reference/{room}.md").read_text("utf-8")
    shown = import_module(f"minuet.{room}")
    public = set(shown.__all__)
    paths = re.findall(rf"^::: (minuet\.{room}\.[\w.]+)$", page, re.M)
    assert len(set(paths)) == len(paths)
    listed = {}
    for path in paths:
        module, _, name = path.rpartition(".")
        listed[name] = getattr(import_module(module), name)
        assert name in public or module != shown.__name__, path
    assert all(listed[name] is getattr(shown, name) for name in public)


def test_the_front_door_shows_names_of_the_rooms_and_its_page_lists_them() -> None:
    page = (DOCS / "reference/minuet.md").read_text("utf-8")
    listed = [name for row in re.findall(r"^\| (`.*`) \|", page, re.M) for name in row.split(", ")]
    front = import_module("minuet")
    assert sorted(name.strip("`") for name in listed) == sorted(front.__all__)
    rooms = [import_module(f"minuet.{room}") for room in ("models", "models.formats", "solvers")]
    for name in front.__all__:
        assert any(getattr(front, name) is getattr(room, name, None) for room in rooms), name


def test_the_public_names_are_few() -> None:
    """A new one is a reason to look for one that can go."""
    names = {room: len(import_module(f"minuet.{room}").__all__) for room in PUBLIC_NAMES}
    assert names == PUBLIC_NAMES
    assert len(import_module("minuet").__all__) == FRONT_DOOR


@pytest.mark.parametrize("script", ["solvers_page.py", "reference_pages.py"])
def test_what_is_written_from_declarations_is_current(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS / "site")
    written = run_path(str(DOCS / "site" / script))["written"]()
    stale = [path.name for path, text in written.items() if text != path.read_text("utf-8")]
    assert len(written) > 1 and not stale, f".venv/bin/python docs/site/{script} writes them anew"


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(find_spec, ("mkdocs", "mkdocs_jupyter", "material"))),
    reason="mkdocs is not installed (the extra docs)",
)
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    laid_out = ROOT / "build/types/minuet"
    laid_out.mkdir(parents=True, exist_ok=True)
    rooms = ("models", "solvers", "setting", "experiments", "app")
    front = [ROOT / "front/minuet" / name for name in ("__init__.py", "py.typed")]
    for path in [*front, *(ROOT / name for name in rooms)]:
        if not (laid_out / path.name).exists():
            (laid_out / path.name).symlink_to(path)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "gallery/queens-8.html").is_file()

"""The pictures of docs/pictures.md are what is drawn today, and all of them are shown there."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from oracle.paper import colors_of, dark_rules_of, document_of, is_within_its_paper

DOCS = Path(__file__).parents[3] / "docs"
FILES = sorted((DOCS / "pictures").glob("*.svg"))


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    spec = spec_from_file_location("draw_docs_pictures", DOCS / "pictures/draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_picture_is_the_one_that_is_drawn(file: Path, drawing: ModuleType) -> None:
    kept = file.read_text("utf-8")
    assert kept == drawing.PICTURES[file.stem](), "run python docs/pictures/draw.py, and look at it"
    document = document_of(kept)
    assert is_within_its_paper(document)
    assert colors_of(document) <= set(dark_rules_of(document))


def test_the_pages_show_all_pictures(drawing: ModuleType) -> None:
    pages = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    shown = set(re.findall(r"\]\((?:\.\./)?pictures/(\w+)\.svg\)", pages))
    assert shown == set(drawing.PICTURES) == {file.stem for file in FILES}

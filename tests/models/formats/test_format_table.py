"""The table of formats: who reads and writes what, who is asked, and who joins it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from minuet.models import ExactCover, InputError, ModelError, Puzzle, Sudoku
from minuet.models.formats import (
    FORMATS,
    Confidence,
    Format,
    Source,
    read,
    sniff,
    write,
)
from minuet.models.gallery import gallery

OWN = list(FORMATS)  # where no other package has any
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LAYOUT = "1122" * 2 + "3344" * 2


def spells(word: str) -> Format:
    """Return a format whose texts begin with a word, then go on as DLX."""

    def read_rest(source: Source) -> Sequence[Puzzle | ExactCover]:
        return read(source.text.partition("\n")[2], file=source.file, form="dlx").problems

    def certain(source: Source) -> Confidence:
        return Confidence.CERTAIN if source.first_line == word else Confidence.NO

    return Format(word, f"{word}, then DLX", (f".{word}",), certain, read_rest)


GALOP = spells("galop")
SUDOKU = spells("sudoku")


def sulks(source: Source) -> Confidence:
    raise RuntimeError("no mood")


def trips(source: Source) -> Sequence[Puzzle | ExactCover]:
    raise KeyError("foot")


WALTZ = Format("waltz", "sulks and trips", sniff=sulks, read=trips)
MISNAMED = spells("minuet")
LIKELY = Format(
    "tango", "any text with a bar", (".tango",), lambda s: Confidence.LIKELY, lambda s: []
)


@pytest.fixture
def joins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let another package be installed, which has these objects as its formats."""

    def install(**values: object) -> None:
        (tmp_path / "dances-1.0.dist-info").mkdir()
        (tmp_path / "dances-1.0.dist-info/METADATA").write_text("Name: dances\nVersion: 1.0\n")
        entries = "".join(
            f"{name} = {value if isinstance(value, str) else f'dances:{name}'}\n"
            for name, value in values.items()
        )
        (tmp_path / "dances-1.0.dist-info/entry_points.txt").write_text(
            f"[minuet.formats]\n{entries}"
        )
        module = ModuleType("dances")
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, "dances", module)
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_a_format_says_what_it_is_and_what_can_be_done_with_it() -> None:
    dlx = FORMATS["dlx"]
    assert (dlx.name, dlx.title, dlx.extensions) == ("dlx", "Knuth's exact-cover text", (".dlx",))
    assert dlx.read is not None
    for name, form in FORMATS.items():
        assert form.name == name
        assert form.title
        assert form.read or form.write
        assert all(end.startswith(".") for end in form.extensions)


def test_a_format_is_as_good_as_its_name() -> None:
    text = "a b\na\nb\n"
    for form in ("dlx", FORMATS["dlx"]):
        reading = read(text, form=form)
        assert reading.format == "dlx"
        assert write(reading.problems[0], form) == write(reading.problems[0])


def test_what_cannot_be_written_or_read_is_named() -> None:
    unwritten = Format("in", "read only", read=FORMATS["dlx"].read)
    with pytest.raises(ModelError, match=r"the format in is not written, expected one of .*dlx"):
        write(Sudoku(), unwritten)
    with pytest.raises(ModelError, match="unknown format 'docx', expected one of sudoku"):
        write(Sudoku(), "docx")
    written = Format("out", "written only", write=FORMATS["dlx"].write)
    assert write(Sudoku(LINE), written) == write(Sudoku(LINE), "dlx")
    with pytest.raises(InputError, match="the format out is written only"):
        read(LINE, form=written)


@pytest.mark.parametrize(
    ("text", "form", "confidence"),
    [
        ("a b\na\nb\n", "dlx", Confidence.POSSIBLE),
        ("a b | c\na\nb\n", "dlx", Confidence.LIKELY),
        ("| a comment\na b\n", "dlx", Confidence.STRONG),
        (LINE, "sudoku", Confidence.SIMILAR),
        ('[["5"]]', "sudoku", Confidence.LIKELY),
        ('{"options": [], "items": []}', "json-cover", Confidence.CERTAIN),
        ('\n{\n  "items": [],\n  "optoins": []}', "json-cover", Confidence.LIKELY),
        ("2 2\n0 1\n1 0\n", "matrix", Confidence.LIKELY),
        (".\n..\n...\n", "beads", Confidence.STRONG),
        (f"# windoku\n{LINE}", "windoku", Confidence.STRONG),
        (f"{LAYOUT} {'.' * 16}", "jigsaw", Confidence.STRONG),
        (f"{LINE}.Cage~15~R1C1~R1C2", "constraints", Confidence.STRONG),
        ("# a comment\n[choices.x]\n", "toml", Confidence.CERTAIN),
    ],
)
def test_the_most_confident_format_is_told(text: str, form: str, confidence: Confidence) -> None:
    source = Source(text)
    assert FORMATS[form].sniff(source) is confidence
    assert sniff(source) is FORMATS[form]


def test_a_format_that_is_never_guessed_is_confident_of_nothing() -> None:
    assert FORMATS["target-sudoku"].sniff(Source(LINE)) is Confidence.NO


@pytest.mark.parametrize("comments", ["# c\n" * 40, "  # a comment\n"])
def test_a_variant_is_told_below_any_comments(comments: str) -> None:
    named = f"# sudoku-x\n{comments}{LINE}\n"
    assert read(named).format == "sudoku-x"
    assert read(f"{comments}{LINE}.Cage~15~R1C1~R1C2").format == "constraints"
    assert read(f"{comments}{LAYOUT} {'.' * 16}\n").format == "jigsaw"


def test_a_format_of_another_package_joins(joins: Callable[..., None]) -> None:
    joins(galop=GALOP)
    assert list(FORMATS)[-1] == "galop"
    assert (len(FORMATS), FORMATS["galop"]) == (len(OWN) + 1, GALOP)
    reading = read("galop\na b\na\nb\n")
    assert reading.format == "galop"
    assert isinstance(reading.problems[0], ExactCover)
    assert read("galop\na b\na\nb\n", form="galop").format == "galop"


def test_own_names_win(joins: Callable[..., None]) -> None:
    joins(sudoku=SUDOKU)
    assert FORMATS["sudoku"] is not SUDOKU
    assert list(FORMATS) == OWN
    assert isinstance(read(LINE, form="sudoku").problems[0], Sudoku)


def test_a_broken_format_of_another_package_is_a_line_of_complaint(
    joins: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    joins(polka="os:sep", quadrille="no_such_package:FORMAT")
    with caplog.at_level(logging.WARNING, "minuet"):
        assert read(LINE).format == "sudoku"
        assert read(LINE).format == "sudoku"
    assert [record.getMessage() for record in caplog.records] == [
        "format polka is not available: str, expected a minuet Format",
        "format quadrille is not available: ModuleNotFoundError: No module named 'no_such_package'",
    ]
    assert FORMATS.keys().isdisjoint(["polka", "quadrille"])
    with pytest.raises(ModelError, match="format polka: str, expected a minuet Format"):
        read(LINE, form="polka")


def test_a_format_must_have_the_name_of_its_entry_point(joins: Callable[..., None]) -> None:
    joins(allemande=MISNAMED)
    with pytest.raises(
        ModelError, match="format allemande: named 'minuet', expected the entry point's"
    ):
        read(LINE, form="allemande")


def test_another_packages_mistakes_are_told_in_a_line(
    joins: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    joins(waltz=WALTZ)
    with caplog.at_level(logging.WARNING, "minuet"):
        assert read(LINE).format == "sudoku"
    assert "format waltz cannot sniff: RuntimeError: no mood" in caplog.text
    with pytest.raises(InputError, match="f:1:1: the format waltz failed: KeyError: 'foot'"):
        read(LINE, file="f", form="waltz")


@pytest.mark.parametrize(("found", "words"), [(3, "int"), (["text"], "str"), (None, "NoneType")])
def test_what_is_no_list_of_puzzles_is_refused(found: object, words: str) -> None:
    form = Format("odd", "odd", read=lambda source: found)  # type: ignore[arg-type, return-value]
    with pytest.raises(InputError, match=f"the format odd read {words}, expected puzzles"):
        read(LINE, form=form)


def test_equal_confidence_is_decided_by_the_files_name_and_then_by_the_table(
    joins: Callable[..., None],
) -> None:
    joins(tango=LIKELY)
    text = "a b | c\na\nb c\n"
    assert read(text).format == "dlx"
    assert read(text, file="steps.tango").format == "tango"
    assert read("a b\na\nb\n").format == "tango"
    assert read(".\n..\n...\n....\n" + "\n".join("." * k for k in range(5, 11))).format == "beads"


VARIANTS = {
    "x.txt": "sudoku-x",
    "windoku.txt": "windoku",
    "jigsaw.txt": "jigsaw",
    "constraints.txt": "constraints",
    "samurai.txt": "samurai",
}
EXAMPLES = {
    "beads.txt": "beads",
    "star-battle.toml": "toml",
    "sudoku.txt": "sudoku",
    "target-sudoku.txt": "sudoku",
}


def test_variants_and_examples_are_told_apart(data: Path) -> None:
    examples = Path(__file__).parents[3] / "docs" / "examples"
    for folder, files in ((data / "variants", VARIANTS), (examples, EXAMPLES)):
        for name, form in files.items():
            assert sniff(Source((folder / name).read_bytes())).name == form, name


def test_descriptions_of_the_gallery_are_told_by_their_content() -> None:
    for entry in gallery():
        if entry.text.startswith("name"):
            assert sniff(Source(entry.text, "gallery")).name == "toml", entry.name


def test_the_time_of_reading_is_told_whoever_named_the_format() -> None:
    text = "a b\n" + "a\nb\n" * 1000
    assert read(text).seconds > 0
    assert read(text, form="dlx").seconds > 0

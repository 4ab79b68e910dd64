"""The pages of the gallery, written at build time from its entries.

An entry gets a page with its statement, what is published of it, the evidence for that, pictures,
and its text as TOML and as Python. Pictures are files of their own, which follow the page from
light to dark.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from minuet.app.export.page import page_of
from minuet.models import ModelError, Puzzle, Unavailable
from minuet.models.gallery import Entry, gallery
from minuet.solvers import solve
from minuet.solvers.registry import native_solver

__all__ = ["cards", "gallery_files"]

EVIDENCE = Path(__file__).parents[2] / "benchmarks/gallery_evidence.csv"
LEVELS = ("proved", "certified", "agreed", "claimed")


def gallery_files() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every page and picture."""
    for entry in gallery():
        puzzle = entry.load()
        solver = native_solver(puzzle.matrix)  # one, so that the same page is made each time
        result = solve(puzzle, solver)
        if result.answer is None:
            raise ValueError(f"{entry.name}: {solver.name} found no answer to draw")
        yield f"gallery/{entry.name}.svg", puzzle.draw(result.answer)
        if _has_givens(entry):
            yield f"gallery/{entry.name}-puzzle.svg", puzzle.draw()
        played = _played(entry, puzzle, result.answer.options)
        if played is not None:
            yield f"gallery/play/{entry.name}.html", played
        page = _page(entry, puzzle.name, repr(puzzle.matrix), played=played is not None)
        yield f"gallery/{entry.name}.md", page


def _played(entry: Entry, puzzle: Puzzle, solution: Sequence[int]) -> str | None:
    """Return the page on which the puzzle is played; None: it cannot be, or without engines."""
    try:
        return page_of(puzzle, tuple(solution), about=entry.about)
    except (ModelError, Unavailable):
        return None


def cards() -> str:
    """Return the overview: the levels of evidence; a picture, a name, a number for each entry."""
    levels = Counter(row["evidence"].split()[0] for row in _evidence_rows())
    summary = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
    made = [
        f'<a class="card" href="gallery/{entry.name}.html">'
        f'<img src="gallery/{entry.name}.svg" alt="" loading="lazy">'
        f"<strong>{entry.name}</strong><span>{_published(entry)}</span></a>"
        for entry in gallery()
    ]
    listed = "\n".join(made)
    return f'{levels.total()} numbers: {summary}.\n\n<div class="cards">\n{listed}\n</div>\n'


def _evidence_rows() -> list[dict[str, str]]:
    with EVIDENCE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _evidence(entry: Entry) -> Iterator[str]:
    """Yield a sentence for each published number: its level, and its certificate or why none."""
    for row in _evidence_rows():
        if row["puzzle"] == entry.name:
            text = f"**Evidence** for {row['published']}: {row['evidence']}"
            if row["bytes"]:
                text += f", with a certificate of {int(row['bytes']):,} bytes"
                text += f" (seconds: {row['made_seconds']}, checker {row['checked_seconds']})"
            elif row["no_certificate"]:
                text += f" (no certificate: {row['no_certificate']})"
            yield f"{text}."


def _published(entry: Entry) -> str:
    told = []
    if entry.solutions is not None:
        told.append(f"{entry.solutions:,} solution{'s' * (entry.solutions != 1)}")
    if entry.optimum is not None:
        told.append(f"best {entry.optimum:,}")
    return ", ".join(told)


def _has_givens(entry: Entry) -> bool:
    """Whether the puzzle shows more than an empty board: one answer was to be found."""
    return entry.solutions == 1


def _page(entry: Entry, title: str, matrix: str, *, played: bool) -> str:
    described = not entry.text.startswith('"""')
    lines = [
        "---",
        f"title: {entry.name}",
        "---",
        f"# {title[0].upper()}{title[1:]}",
        "",
        entry.about,
        "",
        *_pictures(entry),
        "",
        *(
            [f'<a href="play/{entry.name}.html">Play it</a> here, offline, too.', ""]
            if played
            else []
        ),
        f"**Published:** {_published(entry)} ({escape(entry.source)}).",
        *_evidence(entry),
        f"The shared matrix: {escape(matrix)}.",
        "",
        "```console",
        f"$ minuet count gallery:{entry.name}",
        f"$ minuet check gallery:{entry.name}",
        f"$ minuet draw gallery:{entry.name} --solution -o {entry.name}.svg",
        "```",
        "",
        *(_tab("TOML", "toml", entry.text) if described else []),
        *_tab("Python", "python", entry.program()),
        "",
        "[All puzzles of the gallery](../index.md#the-gallery)",
    ]
    return "\n".join(lines) + "\n"


def _pictures(entry: Entry) -> list[str]:
    answer = f"![an answer to {entry.name}]({entry.name}.svg)"
    if not _has_givens(entry):
        return [answer]
    return [f"![{entry.name} as it is set]({entry.name}-puzzle.svg) {answer}"]


def _tab(title: str, language: str, text: str) -> list[str]:
    code = [f"```{language}", *text.rstrip("\n").splitlines(), "```"]
    return [f'=== "{title}"', "", *(f"    {line}" if line else "" for line in code), ""]

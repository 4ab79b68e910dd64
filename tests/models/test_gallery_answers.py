"""Puzzles of the gallery that are published with their answers: these are found."""

from __future__ import annotations

import pytest

from minuet.models.gallery import entry
from minuet.solvers import solve

# The sample puzzles of pzprjs (MIT license, test/script/*.js) and their answers.
YAJILIN = """\
┌───────┐   ┌───┐
│       │   │   │
└───┐   └───┘   │
    │           │
#   │   #   2←  │
    │           │
┌───┘   ┌───────┘
│       │
└───────┘   #   0↑"""
HASHIWOKAKERO = """\
4═══════2   ·   ·
║
║   3───────────2
║   ║           │
3   ║   ·   ·   │
│   ║           │
│   3───────1   │
│               │
3═══════4═══════3"""
PUBLISHED = {
    "fillomino-6": "554444\n553221\n353352\n335552\n225144\n133344",
    "hashiwokakero-5": HASHIWOKAKERO,
    "heyawake-6": "#.#..#\n...#..\n#.#.#.\n......\n.#.#.#\n..#...",
    "norinori-5": "##...\n..##.\n##..#\n....#\n##...",
    "shikaku-6": "566333\n566666\n566666\n566623\n566623\n555553",
    "yajilin-5": YAJILIN,
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_answer_is_found(name: str) -> None:
    assert str(solve(entry(name).load(), "dlx").answer) == PUBLISHED[name]

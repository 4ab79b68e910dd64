"""The engines as WebAssembly find what the native ones find: the same order, as many nodes."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native_problems import problem_of

from minuet.models import ExactCover
from minuet.models.gallery import entry
from minuet.solvers import _native
from minuet.solvers.contract import Query

from exporting import MODULE, STATIC, built
from oracle.matrices import matrices

RUNNER = Path(__file__).with_name("wasm_runner.js")
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="no node on this machine"),
    built,
]


def numbers(array: Any) -> list[int]:
    return [int(number) for number in array]


def document(matrix: ExactCover, *, costs: bool = False) -> dict[str, Any]:
    return {
        "primary": matrix.primary,
        "starts": numbers(matrix.starts),
        "members": numbers(matrix.members),
        "colors": numbers(matrix.colors),
        "weights": numbers(matrix.weights) if matrix.has_weights else None,
        "low": numbers(matrix.low),
        "high": numbers(matrix.high),
        "costs": numbers(matrix.costs) if costs else None,
        "rules": [
            {
                "kind": rule.kind,
                "vertices": rule.vertices,
                "tails": numbers(rule.tails),
                "heads": numbers(rule.heads),
                "options": numbers(rule.options),
                "places": numbers(rule.places),
                "roots": numbers(rule.roots),
            }
            for rule in matrix.graph_rules
        ],
    }


def rules_of(matrix: ExactCover) -> list[Any]:
    return [
        (r.kind, r.vertices, r.tails, r.heads, r.options, r.places, r.roots)
        for r in matrix.graph_rules
    ]


def natively(question: dict[str, Any], matrix: ExactCover, query: Query) -> dict[str, Any]:
    """Return what the native engine answers."""

    def made() -> Any:
        problem = problem_of(query)
        if question["engine"] == "links":
            return _native.DancingLinks(problem)
        if question["engine"] == "masks":
            return _native.OptionMasks(problem, "portable")
        if question["engine"] == "learning":
            return _native.LearningPropagation.made(problem, rules_of(matrix))
        costs = None if question["matrix"]["costs"] is None else matrix.costs
        engine = _native.Propagation.made(problem, rules_of(matrix), costs)
        if "budget" in question:
            engine.set_budget(question["budget"])
        return engine

    try:
        counting, listing = made(), made()
        while not counting.count(0.05):
            pass
        solutions: list[list[int]] = []
        over = False
        while not over:
            over, starts, options = listing.next_batch(0.05, 7)
            for begin, end in pairwise(starts):
                solutions.append(numbers(options[begin:end]))
    except (OverflowError, ValueError) as error:
        return {"error": str(error)}
    return {"solutions": solutions, "count": counting.solutions, "nodes": listing.nodes}


def compare(cases: list[tuple[ExactCover, str, dict[str, Any]]]) -> None:
    """Ask both modules, with one call of node."""
    questions, expected = [], []
    for matrix, engine, extra in cases:
        given_, forbidden = extra.get("given", []), extra.get("forbidden", [])
        costs = engine == "tree" and matrix.has_costs
        question = {
            "matrix": document(matrix, costs=costs),
            "engine": engine,
            "given": given_,
            "forbidden": forbidden,
        }
        if "budget" in extra:
            question["budget"] = extra["budget"]
        questions.append(question)
        query = Query(matrix, given=tuple(given_), forbidden=frozenset(forbidden))
        expected.append(natively(question, matrix, query))
    assert NODE is not None
    printed = subprocess.run(
        [NODE, str(RUNNER), str(STATIC / "engines.js"), str(MODULE)],
        input="\n".join(map(json.dumps, questions)),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    answers = [json.loads(line) for line in printed.stdout.splitlines()]
    assert answers == expected


def engines_for(matrix: ExactCover) -> list[str]:
    engines = ["tree", "learning"]
    if not matrix.has_weights and not matrix.conditions:
        engines.append("links")
        if int(matrix.high.max(initial=1)) <= 1:
            engines.append("masks")
    return engines


@given(
    st.lists(
        st.tuples(matrices() | matrices(weights=True), st.randoms(use_true_random=False)),
        min_size=1,
        max_size=12,
    )
)
@settings(max_examples=10)
def test_random_matrices(drawn: list[tuple[ExactCover, Any]]) -> None:
    cases: list[tuple[ExactCover, str, dict[str, Any]]] = []
    for matrix, random in drawn:
        extra = {
            "given": [o for o in range(matrix.options) if random.random() < 0.1],
            "forbidden": [o for o in range(matrix.options) if random.random() < 0.1],
        }
        cases += [(matrix, engine, extra) for engine in engines_for(matrix)]
        if matrix.has_costs:
            cases.append((matrix, "tree", {"budget": int(np.median(matrix.costs))}))
    compare(cases)


@pytest.mark.parametrize(
    "name",
    [
        "sudoku-9",
        "queens-8",
        "langford-7",
        "latin-4",
        "magic-square-3",
        "loops-3",
        "slitherlink-6",
        "hitori-8",
        "spanning-trees-3",
        "star-battle-8",
        "zebra",
    ],
)
def test_puzzles_of_the_gallery(name: str) -> None:
    puzzle = entry(name).load()
    given_ = {"given": list(puzzle.given_options)}
    compare([(puzzle.matrix, engine, given_) for engine in engines_for(puzzle.matrix)])


def test_refusals_have_the_native_words() -> None:
    matrix = entry("queens-8").load().matrix
    compare([(matrix, "links", {"given": [matrix.options]}), (matrix, "tree", {"forbidden": [-1]})])

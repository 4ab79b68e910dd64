"""Exact covers as graphs: node-link JSON and GraphML, ours and those that networkx writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, InputError, Puzzle
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.gallery import entry
from minuet.solvers import count

from drawing import few
from in_process import minuet
from oracle.small_puzzles import matrices, puzzles

FORMS = ["node-link", "graphml"]
THROUGH: Mapping[str, Callable[[str], str]] = {
    "node-link": lambda text: json.dumps(
        nx.node_link_data(nx.node_link_graph(json.loads(text), edges="edges"), edges="links")
    ),
    "graphml": lambda text: "\n".join(nx.generate_graphml(nx.parse_graphml(text))),
}


def cover(text: str, form: str | None = None) -> ExactCover:
    (matrix,) = read(text, form=form).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.mark.parametrize("form", FORMS)
@few(30)
@given(matrix=matrices())
def test_what_is_written_is_read_back(form: str, matrix: ExactCover) -> None:
    text = write(matrix, form)
    assert cover(text) == matrix
    assert read(text).format == form
    again = cover(THROUGH[form](text))
    assert count(again).count == count(matrix).count
    assert sorted(again.items) == sorted(matrix.items)


@pytest.mark.parametrize("form", FORMS)
@given(puzzle=puzzles())
def test_a_puzzle_is_written_with_its_givens(form: str, puzzle: Puzzle) -> None:
    assert count(cover(write(puzzle, form))).count == count(puzzle).count


@pytest.mark.parametrize("form", FORMS)
@given(names=st.lists(st.text(max_size=4), max_size=6))
def test_any_names_at_all_can_be_written(form: str, names: list[str]) -> None:
    columns = len(names)
    matrix = ExactCover(primary=columns, items=names, starts=[0, columns], members=range(columns))
    again = cover(write(matrix, form))
    assert len(set(again.items)) == columns == again.primary
    plain = [name for name in names if name.isprintable() and name]
    assert set(plain) <= set(again.items)


def test_a_graph_goes_through_the_command_line() -> None:
    text = minuet("convert", "gallery:queens-8", "--to", "graphml").stdout
    assert minuet("count", "-", text=text).stdout == "92\n"
    graph = nx.parse_graphml(text)
    assert nx.is_bipartite(graph)
    assert graph.nodes["i0"]["name"] == "row 1" and graph.nodes["o0"]["label"].startswith("queen")
    back = minuet("convert", "-", "--to", "dlx", text=text).stdout
    assert same_cover(cover(back), entry("queens-8").load().matrix)


NODES = '{"nodes": [{"id": "a", "bipartite": 0}, {"id": 1, "bipartite": 1}], "edges": [%s]}'


def test_ids_may_be_any_values_and_edges_go_either_way() -> None:
    matrix = cover(NODES % '{"target": 1, "source": "a", "weight": 2.5, "more": [null]}')
    assert (list(matrix.items), matrix.option(0)) == (["a"], [(0, 0)])


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_damaged_files_end_in_one_line(form: str, data: st.DataObject) -> None:
    whole = FORMATS[form].example
    text = whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole
    for _ in range(data.draw(st.integers(0, 3))):
        start = data.draw(st.integers(0, len(text)))
        pieces = st.sampled_from(["", '"', "}", "0", "null", "<", "</node>", "\n", "[", "-1", "é"])
        text = text[:start] + data.draw(pieces) + text[start + data.draw(st.integers(0, 9)) :]
    try:
        read(text, form=form)
    except InputError as error:
        assert str(error).isprintable() and "expected" in str(error)
        assert error.line >= 1 and error.column >= 1

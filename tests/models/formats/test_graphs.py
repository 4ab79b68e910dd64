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
from minuet.models.matrix.graphs import item_option_graph
from minuet.solvers import count

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


@given(matrices())
def test_the_graph_that_python_makes_is_read(matrix: ExactCover) -> None:
    text = json.dumps(nx.node_link_data(item_option_graph(matrix), edges="edges"))
    found = cover(text)
    assert list(found.items) == list(map(str, matrix.items))
    assert count(found).count == count(matrix).count


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
EDGE = '{"source": 1, "target": "a"}'


def test_ids_may_be_any_values_and_edges_go_either_way() -> None:
    matrix = cover(NODES % '{"target": 1, "source": "a", "weight": 2.5, "more": [null]}')
    assert (list(matrix.items), matrix.option(0)) == (["a"], [(0, 0)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "1:1: no object, expected one with nodes and edges"),
        ('{"nodes": []}', "1:1: an object without nodes or edges, expected both"),
        ('{"nodes": [], "edges": [], "links": []}', "1:37: edges and links, expected one of them"),
        ('{"nodes": {}, "edges": []}', "1:11: no list, expected one with an object a vertex"),
        ('{"nodes": [5], "edges": []}', "1:12: no object, expected one for each vertex"),
        ('{"nodes": [{}], "edges": []}', "1:12: no id in the object, expected the name of a"),
        ('{"nodes": [{"id": null}], "edges": []}', "1:19: 'null' as id, expected the name of"),
        ('{"nodes": [{"id": 1}], "edges": []}', "1:12: vertex '1' without bipartite, expected 0"),
        (NODES % f"{EDGE}, {EDGE}", "1:109: item 'a' twice in the option, expected once"),
        (NODES % '{"source": 1, "target": "b"}', "1:79: no vertex 'b', expected one of the graph"),
        (NODES % '{"source": 1, "target": 1}', "1:79: an edge between two vertices of a kind"),
        (NODES % '{"source": 1}', "1:79: no target in the object"),
        (NODES % EDGE.replace("}", ', "color": "x"}'), "1:117: color on the primary item 'a'"),
        (NODES.replace("0}", '0, "low": 3, "high": 2}') % "", "1:58: '2' as high, expected an"),
        (NODES.replace("0}", '0, "primary": 5}') % "", "1:51: '5' as primary, expected true or"),
        (NODES.replace("0}", '0, "name": [5]}') % "", "1:48: a list as name, expected a text"),
        (NODES.replace("1}", '1, "cost": 1.5}') % "", "1:75: '1.5' as cost, expected an integer"),
        (NODES.replace("1}", '1, "cost": 4611686018427387903}, {"id": 2,"bipartite": 1,"cost": 1}')
         % "", "1:129: cost 1 overflows"),
        ('{"nodes": [], "nodes": []}', "1:15: 'nodes' twice, expected it once"),
        ('{"nodes": [NaN], "edges": []}', "1:12: 'NaN', expected a value of JSON"),
        ('{"nodes": ' + "[" * 10_000, "1:51: brackets within brackets, expected 40 deep at most"),
        ('{"nodes": [', "1:12: the text ends, expected more"),
        ('{"nodes": [' + "9" * 9999, "1:12: '9999999999999999999999999999999999999...', expected"),
    ],
)  # fmt: skip
def test_a_mistake_in_json_is_told_at_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, form="node-link")
    assert str(caught.value).startswith(f"<text>:{said}")


ROOT = '<graphml xmlns="x"><key id="k" attr.name="bipartite"/>%s</graphml>'
BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE graphml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n'
    "<graphml><graph><node id='&b;'/></graph></graphml>"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "2:19: a document type (<!DOCTYPE), which might declare entities"),
        (ROOT % "", "1:1: 0 graphs, expected one"),
        (ROOT % "<graph/><graph/>", "1:63: 2 graphs, expected one"),
        (ROOT % "<graph><hyperedge/></graph>", "1:62: an edge of many ends, expected"),
        (ROOT % "<graph><node id='a'><graph/></node></graph>", "1:62: a graph within a vertex"),
        (ROOT % "<graph><node/></graph>", "1:62: <node> without id, expected the name of a vertex"),
        (ROOT % "<graph><edge source='a'/></graph>", "1:62: <edge> without target"),
        (ROOT % "<graph><node id='a'><data key='z'>0</data></node></graph>", "1:75: data of"),
        (ROOT % "<graph><node id='a'><data key='k'>2</data></node></graph>", "1:75: '2' as bi"),
        (ROOT % "<graph><node id='a'/></graph>", "1:62: vertex 'a' without bipartite"),
        ("<svg/>", "1:1: <svg>, expected <graphml>"),
        ("<graphml><graph></graphml>", "1:19: broken XML (mismatched tag), expected an XML file"),
        ("<graphml>" * 2000, "1:9001: elements within elements, 1000 deep, expected fewer"),
    ],
)  # fmt: skip
def test_a_mistake_in_graphml_is_told_at_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, form="graphml")
    assert str(caught.value).startswith(f"<text>:{said}")


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

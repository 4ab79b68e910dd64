"""XCSP3: the solutions of small instances, against a plain loop over all values."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from itertools import pairwise, permutations, product
from typing import Any

import pytest

from minuet.models import formats
from minuet.models.errors import InputError
from minuet.solvers import count, solve

Values = dict[str, Any]


def instance(variables: str, constraints: str, objective: str = "") -> str:
    """Return the text of an instance."""
    objectives = f"<objectives>{objective}</objectives>" if objective else ""
    kind = "COP" if objective else "CSP"
    return (
        f'<instance format="XCSP3" type="{kind}">\n<variables>{variables}</variables>\n'
        f"<constraints>{constraints}</constraints>\n{objectives}</instance>\n"
    )


def array(size: int, values: str, name: str = "x") -> str:
    """Return the text of an array."""
    return f'<array id="{name}" size="[{size}]"> {values} </array>'


def circuits(size: int) -> set[tuple[int, ...]]:
    """Return the successors of every directed cycle of at least two vertices."""
    result = set()
    for length in range(2, size + 1):
        for tour in permutations(range(size), length):
            following = list(range(size))
            for k, vertex in enumerate(tour):
                following[vertex] = tour[(k + 1) % length]
            result.add(tuple(following))
    return result


def precedes(values: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether each value appears first before the next one does."""
    first = [values.index(k) if k in values else len(values) for k in wanted]
    return all(a < b or b == len(values) for a, b in pairwise(first))


def reads(values: tuple[int, ...]) -> bool:
    """Whether the automaton of the test below accepts the values."""
    steps = {("a", 0): "a", ("a", 1): "b", ("b", 0): "c", ("c", 0): "c", ("c", 1): "b"}
    state: str | None = "a"
    for value in values:
        state = steps.get((state or "", value))
    return state in ("b", "c")


def runs(starts: tuple[int, ...], lengths: tuple[int, ...], heights: tuple[int, ...]) -> int:
    """Return the greatest height that runs at a time."""
    tasks = list(zip(starts, lengths, heights, strict=True))
    return max(sum(h for s, k, h in tasks if s <= time < s + k) for time in range(20))


# Of each: the size of the array x, its values, the constraints, and what they mean.
CASES: dict[str, tuple[int, range, str, Callable[..., bool]]] = {
    "linear": (3, range(5), "<intension> eq(add(x[0],x[1]),x[2]) </intension>",
               lambda a, b, c: a + b == c),
    "coefficients": (3, range(-2, 3), "<sum> <list> x[] </list> <coeffs> 2 -3 1 </coeffs>"
                     "<condition> (le,1) </condition> </sum>",
                     lambda a, b, c: 2 * a - 3 * b + c <= 1),
    "sum of products": (3, range(3), "<sum> <list> x[] </list> <coeffs> x[1] x[2] 1 </coeffs>"
                        "<condition> (in,2..4) </condition> </sum>",
                        lambda a, b, c: 2 <= a * b + b * c + c <= 4),
    "sum, not equal": (3, range(4), "<sum> <list> x[] </list> <condition> (ne,4) </condition>"
                       "</sum>", lambda a, b, c: a + b + c != 4),
    "sum in a set": (3, range(4), "<sum> <list> x[] </list> <condition> (in,{1,4,8}) </condition>"
                     "</sum>", lambda *x: sum(x) in (1, 4, 8)),
    "sum and an expression": (3, range(4), "<sum> <list> mul(x[0],x[0]) x[1] </list>"
                              "<condition> (ge,add(x[2],3)) </condition> </sum>",
                              lambda a, b, c: a * a + b >= c + 3),
    "distance": (3, range(6), "<intension> eq(dist(x[0],x[1]),x[2]) </intension>",
                 lambda a, b, c: abs(a - b) == c),
    "not equal": (2, range(6), "<intension> ne(x[0],add(x[1],2)) </intension>",
                  lambda a, b: a != b + 2),
    "order": (2, range(7), "<intension> lt(add(x[0],1),mul(x[1],2)) </intension>",
              lambda a, b: a + 1 < 2 * b),
    "or": (3, range(4), "<intension> or(lt(x[0],x[1]),eq(x[2],add(x[0],x[1])),gt(x[2],2))"
           "</intension>", lambda a, b, c: a < b or c == a + b or c > 2),
    "imp and iff": (3, range(4), "<intension> imp(eq(x[0],x[1]),iff(lt(x[1],x[2]),ne(x[0],3)))"
                    "</intension>", lambda a, b, c: a != b or (b < c) == (a != 3)),
    "xor and not": (3, range(3), "<intension> xor(eq(x[0],x[1]),not(eq(x[1],x[2])),le(x[0],1))"
                    "</intension>", lambda a, b, c: (a == b) ^ (b != c) ^ (a <= 1)),
    "if": (3, range(4), "<intension> eq(if(lt(x[0],x[1]),x[1],add(x[0],1)),x[2]) </intension>",
           lambda a, b, c: (b if a < b else a + 1) == c),
    "in": (2, range(5), "<intension> in(add(x[0],x[1]),set(1,4,6)) </intension>",
           lambda a, b: a + b in (1, 4, 6)),
    "division": (3, range(-4, 5), "<intension> and(eq(div(x[0],x[1]),x[2]),ge(mod(x[0],3),0))"
                 "</intension>", lambda a, b, c: b != 0 and int(a / b) == c and
                 a - 3 * int(a / 3) >= 0),
    "power": (2, range(5), "<intension> le(pow(x[0],x[1]),sqr(x[1])) </intension>",
              lambda a, b: a**b <= b * b),
    "several large": (4, range(9), "<intension> gt(mul(x[0],x[1]),add(mul(x[2],x[3]),30))"
                      "</intension>", lambda a, b, c, d: a * b > c * d + 30),
    "a clause of sums": (4, range(6), "<intension> or(lt(add(x[0],x[1],x[2],x[3]),4),"
                         "gt(sub(x[0],x[1]),add(x[2],x[3])))</intension>",
                         lambda a, b, c, d: a + b + c + d < 4 or a - b > c + d),
    "a chain": (3, range(5), "<intension> lt(x[0],x[1],x[2]) </intension>",
                lambda a, b, c: a < b < c),
    "a sum as a truth": (3, range(4), "<intension> ge(add(eq(x[0],x[1]),lt(x[1],x[2]),"
                         "eq(x[0],2)),2) </intension>",
                         lambda a, b, c: (a == b) + (b < c) + (a == 2) >= 2),
    "supports": (3, range(4), "<extension> <list> x[] </list> <supports> (0,1,2)(3,3,3)(*,2,1)"
                 "(1,*,*) </supports> </extension>",
                 lambda a, b, c: (a, b, c) in ((0, 1, 2), (3, 3, 3)) or (b, c) == (2, 1) or a == 1),
    "conflicts": (3, range(3), "<extension> <list> x[] </list> <conflicts> (0,1,2)(*,0,0)"
                  "</conflicts> </extension>",
                  lambda a, b, c: (a, b, c) != (0, 1, 2) and (b, c) != (0, 0)),
    "pairs": (2, range(5), "<extension> <list> x[] </list> <supports> (0,1)(0,2)(1,2)(4,4)"
              "</supports> </extension>",
              lambda a, b: (a, b) in ((0, 1), (0, 2), (1, 2), (4, 4))),
    "one value": (1, range(9), "<extension> <list> x[0] </list> <supports> 1 3..5 </supports>"
                  "</extension>", lambda a: a in (1, 3, 4, 5)),
    "a variable twice": (2, range(4), "<extension> <list> x[0] x[1] x[0] </list>"
                         "<supports> (0,1,0)(1,2,3)(2,2,2) </supports> </extension>",
                         lambda a, b: (a, b) in ((0, 1), (2, 2))),
    "regular": (5, range(2), "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,0,c)"
                "(c,0,c)(c,1,b) </transitions> <start> a </start> <final> b c </final> </regular>",
                lambda *x: reads(x)),
    "mdd": (3, range(3), "<mdd> <list> x[] </list> <transitions> (r,0,a)(r,2,b)(a,0,c)(a,1,c)"
            "(b,2,c)(c,0,t)(c,1,t) </transitions> </mdd>",
            lambda a, b, c: (a, b) in ((0, 0), (0, 1), (2, 2)) and c < 2),
    "all different": (3, range(4), "<allDifferent> x[] </allDifferent>",
                      lambda *x: len(set(x)) == 3),
    "a permutation": (4, range(4), "<allDifferent> x[] </allDifferent>",
                      lambda *x: len(set(x)) == 4),
    "all different sums": (3, range(4), "<allDifferent> add(x[0],x[1]) x[1] sub(x[2],1)"
                           "</allDifferent>", lambda a, b, c: len({a + b, b, c - 1}) == 3),
    "but for zeros": (4, range(3), "<allDifferent> <list> x[] </list> <except> 0 </except>"
                      "</allDifferent>",
                      lambda *x: all(x.count(k) < 2 for k in (1, 2))),
    "different lists": (4, range(3), "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list>"
                        "</allDifferent>", lambda a, b, c, d: (a, b) != (c, d)),
    "all equal": (3, range(3), "<allEqual> x[] </allEqual>", lambda *x: len(set(x)) == 1),
    "ordered": (3, range(4), "<ordered> <list> x[] </list> <lengths> 1 2 </lengths> <operator> le"
                "</operator> </ordered>", lambda a, b, c: a + 1 <= b and b + 2 <= c),
    "lex": (4, range(3), "<lex> <list> x[0..1] </list> <list> x[2..3] </list> <operator> lt"
            "</operator> </lex>", lambda a, b, c, d: (a, b) < (c, d)),
    "lex, shared": (3, range(3), "<lex> <list> x[0..1] </list> <list> x[1..2] </list> <operator> ge"
                    "</operator> </lex>", lambda a, b, c: (a, b) >= (b, c)),
    "count": (4, range(3), "<count> <list> x[] </list> <values> 1 2 </values>"
              "<condition> (eq,2) </condition> </count>",
              lambda *x: sum(k in (1, 2) for k in x) == 2),
    "count a variable": (4, range(3), "<count> <list> x[1..3] </list> <values> x[0] </values>"
                         "<condition> (ge,x[0]) </condition> </count>",
                         lambda a, *x: x.count(a) >= a),
    "n values": (4, range(4), "<nValues> <list> x[1..3] </list> <condition> (eq,x[0]) </condition>"
                 "</nValues>", lambda a, *x: len(set(x)) == a),
    "not all equal": (3, range(3), "<nValues> <list> x[] </list> <condition> (gt,1) </condition>"
                      "</nValues>", lambda *x: len(set(x)) > 1),
    "cardinality": (4, range(3), "<cardinality> <list> x[] </list> <values closed=\"true\"> 0 1"
                    "</values> <occurs> 1..2 x[0] </occurs> </cardinality>",
                    lambda *x: 2 not in x and 1 <= x.count(0) <= 2 and x.count(1) == x[0]),
    "maximum": (4, range(4), "<maximum> <list> x[1..3] </list> <condition> (eq,x[0]) </condition>"
                "</maximum>", lambda a, *x: max(x) == a),
    "minimum": (4, range(4), "<minimum> <list> x[1] add(x[2],1) x[3] </list>"
                "<condition> (lt,x[0]) </condition> </minimum>",
                lambda a, b, c, d: min(b, c + 1, d) < a),
    "maximum of many": (4, range(4), "<intension> ge(max(x[0],x[1],x[2]),add(x[3],min(x[0],x[1])))"
                        "</intension>", lambda a, b, c, d: max(a, b, c) >= d + min(a, b)),
    "element": (4, range(3), "<element> <list> x[1..3] </list> <index> x[0] </index>"
                "<value> x[2] </value> </element>", lambda a, *x: x[a] == x[1]),
    "element of integers": (2, range(4), '<element> <list startIndex="1"> 3 1 2 </list>'
                            "<index> x[0] </index> <value> x[1] </value> </element>",
                            lambda a, b: 1 <= a <= 3 and (3, 1, 2)[a - 1] == b),
    "element, at most": (4, range(3), "<element> <list> x[1..3] </list> <index> x[0] </index>"
                         "<condition> (le,1) </condition> </element>", lambda a, *x: x[a] <= 1),
    "element of a matrix": (3, range(3), "<element> <matrix> (0,1,2)(2,1,0) </matrix>"
                            "<index> x[0] x[1] </index> <value> x[2] </value> </element>",
                            lambda a, b, c: a < 2 and ((0, 1, 2), (2, 1, 0))[a][b] == c),
    "element somewhere": (3, range(3), "<element> <list> x[0..1] </list> <value> x[2] </value>"
                          "</element>", lambda a, b, c: c in (a, b)),
    "channel": (4, range(4), "<channel> x[] </channel>",
                lambda *x: all(x[x[k]] == k for k in range(4))),
    "two channels": (6, range(3), "<channel> <list> x[0..2] </list> <list> x[3..5] </list>"
                     "</channel>", lambda *x: all(x[3 + x[k]] == k for k in range(3)) and
                     all(x[x[3 + k]] == k for k in range(3))),
    "circuit": (4, range(4), "<circuit> x[] </circuit>", lambda *x: x in circuits(4)),
    "circuit of three": (4, range(4), "<circuit> <list> x[] </list> <size> 3 </size> </circuit>",
                         lambda *x: x in circuits(4) and sum(k != v for k, v in enumerate(x)) == 3),
    "instantiation": (3, range(4), "<instantiation> <list> x[] </list> <values> 1 * 3 </values>"
                      "</instantiation>", lambda a, b, c: a == 1 and c == 3),
    "clause": (3, range(2), "<clause> x[0] not(x[1]) x[2] </clause>",
               lambda a, b, c: bool(a or not b or c)),
    "precedence": (4, range(4), "<precedence> <list> x[] </list> <values> 1 2 3 </values>"
                   "</precedence>", lambda *x: precedes(x, (1, 2, 3))),
    "no overlap": (3, range(6), "<noOverlap> <origins> x[] </origins> <lengths> 2 1 3 </lengths>"
                   "</noOverlap>", lambda *x: runs(x, (2, 1, 3), (1, 1, 1)) <= 1),
    "no overlap, lengths": (4, range(4), "<noOverlap> <origins> x[0..1] </origins>"
                            "<lengths> x[2..3] </lengths> </noOverlap>",
                            lambda a, b, c, d: a + c <= b or b + d <= a or not c or not d),
    "boxes": (4, range(4), "<noOverlap> <origins> (x[0],x[1])(x[2],x[3]) </origins>"
              "<lengths> (2,1)(1,3) </lengths> </noOverlap>",
              lambda a, b, c, d: a + 2 <= c or c + 1 <= a or b + 1 <= d or d + 3 <= b),
    "cumulative": (3, range(4), "<cumulative> <origins> x[] </origins> <lengths> 2 1 3 </lengths>"
                   "<heights> 1 2 2 </heights> <condition> (le,3) </condition> </cumulative>",
                   lambda *x: runs(x, (2, 1, 3), (1, 2, 2)) <= 3),
    "cumulative, variables": (4, range(3), "<cumulative> <origins> x[0..1] </origins>"
                              "<lengths> x[2] 2 </lengths> <heights> 2 x[3] </heights>"
                              "<condition> (lt,4) </condition> </cumulative>",
                              lambda a, b, c, d: runs((a, b), (c, 2), (2, d)) < 4),
    "bins": (4, range(3), "<binPacking> <list> x[] </list> <sizes> 2 3 1 2 </sizes>"
             "<condition> (le,4) </condition> </binPacking>",
             lambda *x: all(sum(s for s, k in zip((2, 3, 1, 2), x, strict=True) if k == b) <= 4
                            for b in range(3))),
    "loads": (4, range(3), "<binPacking> <list> x[0..2] </list> <sizes> 1 1 2 </sizes>"
              "<loads> x[3] 2 0 </loads> </binPacking>",
              lambda a, b, c, d: [sum(s for s, k in zip((1, 1, 2), (a, b, c), strict=True)
                                      if k == p) for p in range(3)] == [d, 2, 0]),
    "knapsack": (3, range(3), "<knapsack> <list> x[] </list> <weights> 2 3 1 </weights>"
                 "<condition> (le,7) </condition> <profits> 3 1 2 </profits>"
                 "<condition> (ge,6) </condition> </knapsack>",
                 lambda a, b, c: 2 * a + 3 * b + c <= 7 and 3 * a + b + 2 * c >= 6),
    "group": (4, range(3), "<group> <intension> lt(%0,add(%1,1)) </intension> <args> x[0..1]"
              "</args> <args> x[2] x[3] </args> </group>", lambda a, b, c, d: a <= b and c <= d),
    "group of the rest": (4, range(3), "<group> <sum> <list> %... </list> <condition> (eq,%0)"
                          "</condition> </sum> <args> 3 x[1..3] </args> <args> x[3] x[0..1] </args>"
                          "</group>", lambda a, b, c, d: b + c + d == 3 and a + b == d),
    "slide": (4, range(4), "<slide> <list> x[] </list> <intension> le(dist(%0,%1),1) </intension>"
              "</slide>", lambda *x: all(abs(a - b) <= 1 for a, b in pairwise(x))),
    "a circular slide": (4, range(3), '<slide circular="true"> <list> x[] </list> <intension>'
                         "ne(%0,%1) </intension> </slide>",
                         lambda *x: all(x[k] != x[k - 1] for k in range(4))),
    "steps of a slide": (4, range(3), '<slide> <list collect="2" offset="2"> x[] </list>'
                         "<intension> lt(%0,%1) </intension> </slide>",
                         lambda a, b, c, d: a < b and c < d),
    "block": (2, range(3), "<block> <block class=\"a b\"> <intension> eq(x[0],1) </intension>"
              "</block> <intension> le(x[0],x[1]) </intension> </block>",
              lambda a, b: a == 1 and b >= 1),
    "impossible": (2, range(3), "<intension> gt(add(x[0],x[1]),9) </intension>",
                   lambda a, b: False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_a_loop(name: str) -> None:
    size, values, constraints, holds = CASES[name]
    text = instance(array(size, f"{values.start}..{values.stop - 1}"), constraints)
    (puzzle,) = formats.read(text).problems
    expected = sum(1 for x in product(values, repeat=size) if holds(*x))
    assert count(puzzle).count == expected, name


def test_values_of_a_solution() -> None:
    (puzzle,) = formats.read(formats.FORMATS["xcsp3"].example).problems
    result = solve(puzzle)
    values = {row.name: row.value for row in result.answer["variable"]}
    best = max(a * b for a, b in product(range(1, 10), repeat=2) if a != b and a + b <= 9)
    assert result.objective == best == values["x[0]"] * values["x[1]"]
    assert values["x[0]"] + values["x[1]"] == values["x[2]"]


@pytest.mark.parametrize(
    ("objective", "value"),
    [
        ("<minimize> sub(x[0],x[1]) </minimize>", lambda a, b, c: a - b),
        ("<minimize> add(x[0],7) </minimize>", lambda a, b, c: a + 7),
        ('<minimize type="sum"> <list> x[] </list> <coeffs> 3 -1 2 </coeffs> </minimize>',
         lambda a, b, c: 3 * a - b + 2 * c),
        ('<minimize type="maximum"> <list> x[] </list> </minimize>', lambda *x: max(x)),
        ('<minimize type="minimum"> x[] </minimize>', lambda *x: min(x)),
        ('<minimize type="nValues"> <list> x[] </list> </minimize>', lambda *x: len(set(x))),
    ],
)  # fmt: skip
def test_objectives(objective: str, value: Callable[..., int]) -> None:
    rule = (
        "<sum> <list> x[] </list> <coeffs> 1 2 3 </coeffs> <condition> (eq,11) </condition> </sum>"
    )
    answers = [x for x in product(range(5), repeat=3) if x[0] + 2 * x[1] + 3 * x[2] == 11]
    for text, choose in ((objective, min), (objective.replace("minimize", "maximize"), max)):
        (puzzle,) = formats.read(instance(array(3, "0..4"), rule, text)).problems
        assert solve(puzzle).objective == choose(value(*x) for x in answers), text


def test_symbols_and_shared_domains() -> None:
    variables = (
        '<var id="a" type="symbolic"> red green blue </var> <var id="b" as="a"/>'
        '<array id="x" size="[2][2]"> <domain for="x[0][]"> 1 2 </domain>'
        '<domain for="others"> 4 </domain> </array>'
    )
    rules = (
        "<intension> ne(a,b) </intension> <intension> ne(a,red) </intension> <extension>"
        "<list> a b </list> <conflicts> (green,blue) </conflicts> </extension>"
        "<extension> <list> x[0][] </list> <supports> (1,2)(2,1) </supports> </extension>"
    )
    (puzzle,) = formats.read(instance(variables, rules)).problems
    pairs = [("green", "red"), ("blue", "red"), ("blue", "green")]
    assert count(puzzle).count == 2 * len(pairs)
    values = {row.name: row.value for row in solve(puzzle).answer["variable"]}
    assert (values["a"], values["b"]) in pairs
    assert values["x[1][1]"] == 4


@pytest.mark.parametrize(
    "pack", [lzma.compress, lambda data: lzma.compress(data, lzma.FORMAT_ALONE)]
)
def test_packed(pack: Callable[[bytes], bytes]) -> None:
    data = pack(formats.FORMATS["xcsp3"].example.encode())
    assert formats.read(data).format == "xcsp3"
    with pytest.raises(InputError, match=r"cut short|broken"):
        formats.read(data[:-20])


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ("\n  <stretch> x[] </stretch>", r":4:3: <stretch>, which is not read, expected one of"),
        ("<intension> eq(y,1) </intension>", "<intension>: 'y', expected a variable"),
        ("<intension> eq(x[4],1) </intension>", "expected indices of 0 to 2"),
        ("<intension> eq(x[0],1 </intension>", "expected `,` or `\\)`"),
        ("<intension> foo(x[0]) </intension>", "operator 'foo', expected one of"),
        ("<intension> sub(x[0]) </intension>", "sub of 1 operands, expected 2"),
        ("<sum> <list> x[] </list> </sum>", "<sum>: 0 <condition>, expected one"),
        ('<sum closed="no"> <list> x[] </list> </sum>', "attribute 'closed' of <sum>"),
        ("<sum> <list> x[] </list> <coeffs> 1 </coeffs> <condition> (le,1) </condition> </sum>",
         "1 coefficients, expected 3"),
        ("<extension> <list> x[0..1] </list> <supports> (1,2,3) </supports> </extension>",
         "a tuple of 3 values, expected 2"),
        ("<allDifferent> <list> x[] </list> <cost> 1 </cost> </allDifferent>",
         "<cost> in <allDifferent>, which is not read"),
        ("<group> <intension> eq(%0,%1) </intension> <args> x[0] </args> </group>",
         "%1 of 1 arguments, expected more"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_an_error(constraints: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        formats.read(instance(array(3, "0..2"), constraints))


@pytest.mark.parametrize(
    ("variables", "constraints", "message"),
    [
        (array(2, "0..30000"), "", "has 30001 values, expected 20000 at most"),
        (array(2, "0..999999999"), "", "expected 200000 values at most"),
        (array(20, "0..9999"), "", "more than 100000 values in all"),
        (array(3, "0..999"), "<intension> eq(mul(x[0],x[1]),x[2]) </intension>",
         "1000000 combinations of the values of 'x\\[0\\], x\\[1\\]'"),
        ('<var id="x" type="real"> 0 1 </var>', "", "type 'real', expected integer or symbolic"),
        ('<array id="x" size="3"> 0 1 </array>', "", "size '3', expected"),
        ('<var id="x"> one </var>', "", "'one', expected integers"),
    ],
)  # fmt: skip
def test_what_is_too_large_or_no_variable(variables: str, constraints: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        formats.read(instance(variables, constraints))


def test_entities_are_refused() -> None:
    text = '<!DOCTYPE instance [<!ENTITY a "aaaa">]>\n' + instance(array(2, "0 1"), "")
    with pytest.raises(InputError, match="document type"):
        formats.read(text)

"""What holds of every generator: defaults that work, bytes that stay, refusals in a line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from minuet.experiments import generator, generators, instance
from minuet.models import ExactCover, ModelError

ALL = list(generators().values())
NAMES = [one.name for one in ALL]


def matrix_of(one: Any, **parameters: object) -> ExactCover:
    made = one.make(**parameters)
    return made if isinstance(made, ExactCover) else made.selected_matrix


# Of the matrix of the defaults, with its givens. Who changes one changes published experiments.
DIGESTS = {
    "all-subsets": "daefcd1f6dba9e78",
    "dominoes": "66ba7b2bc9f4c581",
    "langford": "1797e190cfec00c8",
    "latin-squares": "c939628960dde7f1",
    "pentominoes": "303ef54b4807b087",
    "perfect-matchings": "71b5ac188693a469",
    "quasigroup-completion": "feeab5db47b11f47",
    "quasigroup-with-holes": "4b829855b1ebfd6a",
    "queens": "4387ad67cee4a741",
    "random-colored-cover": "7bfd79ff7964771e",
    "random-cover": "c96b517a7f9b09f7",
    "random-multicover": "47c24d157aaafb07",
    "random-one-in-k": "3c31960ac36a8eb3",
    "random-regular-cover": "0d2965dbc1161e1c",
    "random-sudoku": "ac374c54efdc5211",
    "set-partition": "a1d28fb9b3b39633",
    "steiner-triples": "d4a195541e5454f6",
    "three-dimensional-matching": "3e943b5ec72cd879",
}


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_the_bytes_are_the_same_everywhere(one: Any) -> None:
    assert matrix_of(one).digest[:16] == DIGESTS[one.name]


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_a_generator_tells_what_it_is(one: Any) -> None:
    assert one.about.endswith(".") and one.source and one.size in one.parameters
    assert one.family == one.name == generator(one.name).name
    for parameter in one.parameters.values():
        assert parameter.about and parameter.checked(parameter.default) == parameter.default


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_a_text_names_an_instance_whole(one: Any) -> None:
    text = one.text()
    again, parameters = instance(text)
    assert again is one and parameters == one.full({}) and again.text(**parameters) == text


@pytest.mark.parametrize("one", [one for one in ALL if one.seeded], ids=lambda one: one.name)
def test_another_seed_is_another_instance(one: Any) -> None:
    first, second = matrix_of(one, seed=1), matrix_of(one, seed=2)
    assert first != second and first == matrix_of(one, seed=1)


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_what_is_out_of_range_is_refused_in_a_line(one: Any) -> None:
    for name, parameter in one.parameters.items():
        wrong: list[object] = [None, "8", float("nan"), [1], "x" * 1000]
        if parameter.type is not bool:
            wrong += [parameter.low - 1, parameter.high + 1, True, 10**400]
        for value in wrong:
            with pytest.raises(ModelError) as refused:
                one.make(**{name: value})
            said = str(refused.value)
            start = f"generator {one.name}: {name} "
            assert said.startswith(start) and said.endswith(f", expected {parameter.wanted}")
            assert "\n" not in said and len(said) < 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("quens", "no generator 'quens', expected a name that `minuet generators` lists; did you"),
        ("", "no generator '', expected a name"),
        ("queens,m=8", "generator queens: no parameter 'm', expected n"),
        ("queens,n", "generator queens: 'n' is not parameter=value"),
        ("queens,n=8,n=9", "generator queens: 'n=9' comes twice"),
        ("queens,n=8.5", "generator queens: n '8.5', expected a whole number from 1 to 300"),
        ("queens,n=0", "generator queens: n 0, expected a whole number from 1 to 300"),
        ("random-cover,planted=maybe", "generator random-cover: planted 'maybe', expected true or"),
        ("random-cover,density=nan", "generator random-cover: density nan, expected a number from"),
        (
            "random-cover,item=8",
            "generator random-cover: no parameter 'item', expected items, size",
        ),
    ],
)
def test_a_text_that_names_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=f"^{re.escape(said)}") as refused:
        instance(text)
    assert "\n" not in str(refused.value)

"""A mistake in a text of constraints has its file, line and column, wherever it stands."""

from __future__ import annotations

import pytest

from minuet.models import InputError
from minuet.models.formats import read

UNKNOWN = "no constraint 'Foo', expected one such as Cage, Thermo or Windoku"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (".Foo~1~R1C1", f"1:2: {UNKNOWN}"),
        (".Cage~5~R1C1~R1C2.Foo~1~R1C1", f"1:19: {UNKNOWN}"),
        ("# a comment\n.Shape~6x6\n.Cage~5~R1C1~R1C2\n  .Foo~1", f"4:4: {UNKNOWN}"),
        (".Cage~5~R1C1~R1C2 \n\n.Foo~1", f"3:2: {UNKNOWN}"),
        (".Or.Foo~1.And.Cage~3~R1C1~R1C2.End.End", f"1:5: {UNKNOWN}"),
        (".Or.And.Foo~2~R1C1.End.Cage~3~R1C1.End", f"1:9: {UNKNOWN}"),
        (".Replicate~R1C1.Foo.End", f"1:17: {UNKNOWN}"),
        (".Cage~5~R1C1~R1C2\n.Foo~1.Bar~2", "2:2: no constraints 'Foo' and 'Bar', expected"),
        (".Or.Cage~3~R1C1.Cage~x~R1C1~R1C2.End", "1:17: Cage: 'x', expected a number"),
        (".Or.Cage~3~R1C1.And.Sum~x~R1C1.End.End", "1:21: Sum: 'x', expected a number"),
        (".Or.Cage~3~R1C1.Cage~3~R11C1.End", "1:2: Or: "),
    ],
)
def test_what_is_unknown_or_wrong_has_its_place(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(text, file="shared.txt").problems)
    assert str(caught.value).startswith(f"shared.txt:{told}")
    assert caught.value.placed

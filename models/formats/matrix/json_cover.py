"""An exact cover as JSON, for programs that have a JSON library and no reader of DLX.

    {
      "items": ["a", "b", {"name": "c", "times": [2, 3]}, {"name": "d", "times": 2}],
      "secondary": ["x", "y"],
      "options": [
        ["a", "c", ["x", "red"]],
        {"items": ["b", "d", "y"], "cost": 3}
      ]
    }

`items` are the primary items, each covered once or as often as `times` says; `[name, color]` is a
secondary item in a color. A name or a color is a string or an integer, which is read as its digits.
`{name: weight}` is a primary item in which the option counts so much, an integer that may be
negative; `times` then bounds the sum of the weights.
`name` and `about` are for the reader. The keys stand in any order, `items` and `options` must be
there.

Read by hand (json_tokens.py), not by the json module.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from ...errors import InputError, excerpt
from ...matrix.exact_cover import BOUND_LIMIT, COST_LIMIT, SIZE_LIMIT, ExactCover
from ...puzzle import Puzzle
from ...spelling import plain
from ..format import Confidence, Format
from ..source import Source
from .dlx_text import remarks, writable
from .json_tokens import UNWRITABLE, Place, Tokens
from .refusals import require_items_alone

__all__ = ["JSON_COVER", "read_json_cover", "write_json_cover"]

_KEYS = ("items", "options", "secondary", "name", "about")
_OBJECT = re.compile(
    r"""\s*(\{\s*["']?[A-Za-z_]\w*["']?\s*:|\{\s*"(items|options|secondary)|"items"\s*:)"""
)
_ITEM = "an item's name"
_NAME_BITS = 32


def _sniff(source: Source) -> Confidence:
    """Look for an object at the start, which no other format has; and then for its two keys."""
    if not _OBJECT.match(source.text):
        return Confidence.NO
    whole = '"items"' in source.text and '"options"' in source.text
    return Confidence.CERTAIN if whole else Confidence.LIKELY


def read_json_cover(source: Source) -> ExactCover:
    """Return the matrix that the text describes."""
    tokens = Tokens(source)
    items, secondary, options = _Items(tokens), _Items(tokens), _Options(tokens)
    tokens.next("{")
    keys = set()
    for key in tokens.keys(_KEYS):
        keys.add(key)
        if key == "items":
            items.read(primary=True)
        elif key == "secondary":
            secondary.read(primary=False)
        elif key == "options":
            options.read()
        else:
            tokens.string(tokens.next(), f"a string as {key}")
    for key in ("items", "options"):
        if key not in keys:
            items.require_times(())
            raise tokens.error(f'no "{key}" in the object, expected them')
    tokens.end()
    for name, place in secondary.places.items():
        if name in items.places:
            raise tokens.error(f"item {excerpt(name)} twice, expected each name once", place)
    names = [*items.places, *secondary.places]
    codes = np.frombuffer(options.codes, np.int64) if options.codes else np.zeros(0, np.int64)
    numbers = np.array(options.numbered(names, len(items.places)), np.int64)
    members = numbers[codes & ((1 << _NAME_BITS) - 1)]
    weights = np.array(options.weights, np.int64)
    items.require_times(set(members[weights != 1].tolist()))
    return ExactCover(
        primary=len(items.places),
        items=names,
        starts=np.frombuffer(options.starts, np.int64),
        members=members,
        colors=codes >> _NAME_BITS,
        weights=weights,
        costs=np.frombuffer(options.costs, np.int64) if options.costs else [],
        low=items.low + secondary.low,
        high=items.high + secondary.high,
        color_names=list(options.colors),
    )


class _Items:
    """The array of the primary items, or of the secondary ones."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.places: dict[str, Place] = {}
        self.wide: dict[int, InputError] = {}  # what is wrong with an item unless it has weights
        self.low: list[int] = []
        self.high: list[int] = []

    def read(self, *, primary: bool) -> None:
        """Read the array; `places` then holds its names in their order."""
        self.tokens.next("[")
        for token in self.tokens.elements():
            if token == "{" and primary:
                self._described()
            else:
                self._add(self.tokens.name(token, _ITEM), self.tokens.place, int(primary), 1)

    def _described(self) -> None:
        tokens = self.tokens
        place, name, times = tokens.place, "", (1, 1)
        for key in tokens.keys(("name", "times")):
            if key == "name":
                place, name = tokens.place, tokens.name(tokens.next(), _ITEM)
            else:
                times = self._times()
        if not name:
            raise tokens.error('no "name" in the item, expected one')
        self._add(name, place, *times)

    def require_times(self, weighted: Collection[int]) -> None:
        """Raise InputError for the bounds of a sum on an item that has no weights."""
        for item, error in self.wide.items():
            if item not in weighted:
                raise error

    def _times(self) -> tuple[int, int]:
        tokens, message = self.tokens, "how often the item is covered"
        token = tokens.next()
        place = tokens.place
        if token == "[":
            low = tokens.integer(tokens.next(), message)
            tokens.next(",")
            high = tokens.integer(tokens.next(), message)
            tokens.next("]")
        else:
            low = high = tokens.integer(token, f"{message}, or [low, high]")
        if not 0 <= low <= high <= SIZE_LIMIT:
            message = f"times {low} to {high}, expected 0 <= low <= high < 2^31"
            error = tokens.error(message, place)
            if low > high or max(-low, high) > BOUND_LIMIT:
                raise error
            self.wide[len(self.low)] = error
        return low, high

    def _add(self, name: str, place: Place, low: int, high: int) -> None:
        if name in self.places:
            raise self.tokens.error(f"item {excerpt(name)} twice, expected each name once", place)
        self.places[name] = place
        self.low.append(low)
        self.high.append(high)


class _Options:
    """The array of options, in flat arrays.

    Names are numbered as they come up, for the items may stand behind the options. For each
    the first place is recorded, and the first with a color: an error is reported there.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.known: dict[str, int] = {}
        self.first: list[Place] = []
        self.colored: dict[int, Place] = {}
        self.colors: dict[str, int] = {}
        self.weights = array("q")  # of the entries
        self.weighed: dict[int, Place] = {}  # where a name first came up with a weight
        self.codes, self.starts, self.costs = array("q"), array("q", [0]), array("q")
        self.spent = 0

    def read(self) -> None:
        """Read the array."""
        tokens = self.tokens
        tokens.next("[")
        for token in tokens.elements():
            cost = 0
            if token == "{":
                cost = self._described()
            elif token == "[":
                self._entries()
            else:
                expected = "an option: [names] or an object with items and cost"
                raise tokens.error(f"{excerpt(token)}, expected {expected}")
            self.starts.append(len(self.codes))
            self.costs.append(cost)

    def _described(self) -> int:
        """Read an option that is an object, and return its cost."""
        tokens = self.tokens
        cost, has_items = 0, False
        for key in tokens.keys(("items", "cost")):
            if key == "items":
                tokens.next("[")
                self._entries()
                has_items = True
            else:
                cost = tokens.integer(tokens.next(), "a cost")
                self.spent += abs(cost)
                if self.spent >= COST_LIMIT:
                    message = f"cost {cost} overflows, expected all together less than 2^62"
                    raise tokens.error(message)
        if not has_items:
            raise tokens.error('no "items" in the option, expected them')
        return cost

    def _entries(self) -> None:
        """Read the entries of an option behind its bracket."""
        tokens, used = self.tokens, set()
        for token in tokens.elements():
            paint, weighs = token == "[", token == "{"
            name = tokens.name(tokens.next() if paint or weighs else token, _ITEM)
            place, number = tokens.place, self.known.setdefault(name, len(self.known))
            if number == len(self.first):
                self.first.append(place)
            if number in used:
                message = f"item {excerpt(name)} twice in the option, expected once"
                raise tokens.error(message)
            used.add(number)
            color = self._color(number, place) if paint else 0
            self.codes.append(number | color << _NAME_BITS)
            self.weights.append(self._weight(number, place) if weighs else 1)

    def _color(self, number: int, place: Place) -> int:
        tokens = self.tokens
        self.colored.setdefault(number, place)
        tokens.next(",")
        name = tokens.name(tokens.next(), "a color")
        tokens.next("]")
        return self.colors.setdefault(name, len(self.colors) + 1)

    def _weight(self, number: int, place: Place) -> int:
        tokens = self.tokens
        self.weighed.setdefault(number, place)
        tokens.next(":")
        weight = tokens.integer(tokens.next(), "a weight")
        if not 0 < abs(weight) <= SIZE_LIMIT:
            wanted = "another" if weight == 0 else "-(2^31 - 1) to 2^31 - 1"
            raise tokens.error(f"weight {weight}, expected {wanted}")
        tokens.next("}")
        return weight

    def numbered(self, names: Sequence[str], primary: int) -> list[int]:
        """Return the item of each name that came up. Raises InputError for one that is none."""
        item = {name: k for k, name in enumerate(names)}
        for name, number in self.known.items():
            if name not in item:
                message = f"unknown item {excerpt(name)}, expected one of items or secondary"
                raise self.tokens.error(message, self.first[number])
            if number in self.colored and item[name] < primary:
                message = f"color on the primary item {excerpt(name)}, expected none"
                raise self.tokens.error(message, self.colored[number])
            if number in self.weighed and item[name] >= primary:
                message = f"weight on the secondary item {excerpt(name)}, expected none"
                raise self.tokens.error(message, self.weighed[number])
        return [item[name] for name in self.known]


def write_json_cover(problem: Puzzle | ExactCover) -> str:
    """Return a puzzle or a matrix as JSON, an option a line; of a matrix, reading gives it back.

    Givens, forbidden choices and what is maximised are written as `write_dlx` does. Characters that
    cannot be shown become `_`, colors are numbered anew in the order in which they come up, and
    what options mean (their labels) has no place in the text.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    require_items_alone(matrix, "json-cover")
    names = [_quoted(name) for name in writable(list(map(plain, matrix.items)), UNWRITABLE)]
    colors = [_quoted(name) for name in writable(list(map(str, matrix.color_names)), UNWRITABLE)]
    entries = [
        f"[{names[item]}, {colors[paint - 1]}]" if paint else names[item]
        for item, paint in zip(matrix.members.tolist(), matrix.colors.tolist(), strict=True)
    ]
    for entry in np.flatnonzero(matrix.weights != 1).tolist():
        entries[entry] = f"{{{entries[entry]}: {matrix.weights[entry]}}}"
    starts, costs = matrix.starts.tolist(), matrix.costs.tolist()
    options = []
    for k, cost in enumerate(costs):
        option = f"[{', '.join(entries[starts[k] : starts[k + 1]])}]"
        options.append(f'{{"items": {option}, "cost": {cost}}}' if cost else option)
    parts: list[str] = []
    if not isinstance(problem, ExactCover):  # for the reader
        parts += (f'"name": {_quoted(name)}' for name in writable([problem.name], UNWRITABLE))
        parts += (f'"about": {_quoted(remark)}' for remark in remarks(problem))
    parts.append(f'"items": [{", ".join(_items(matrix, names))}]')
    if len(names) > matrix.primary:
        parts.append(f'"secondary": [{", ".join(names[matrix.primary :])}]')
    lines = ",\n    ".join(options)
    parts.append(f'"options": [\n    {lines}\n  ]' if options else '"options": []')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _items(matrix: ExactCover, names: Sequence[str]) -> Iterator[str]:
    most = np.where(matrix.weighted_items, BOUND_LIMIT, SIZE_LIMIT)
    lows, highs = (np.minimum(some, most).tolist() for some in (matrix.low, matrix.high))
    bounds = zip(lows, highs, strict=True)
    for name, (low, high) in zip(names[: matrix.primary], bounds, strict=False):
        times = low if low == high else [low, high]
        yield name if times == 1 else f'{{"name": {name}, "times": {times}}}'


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


JSON_COVER = Format(
    "json-cover",
    "an exact cover as a JSON object",
    extensions=(".json",),
    sniff=_sniff,
    read=lambda source: (read_json_cover(source),),
    write=write_json_cover,
    example="""\
{
  "items": ["a", {"name": "b", "times": [1, 2]}],
  "secondary": ["x", "y"],
  "options": [
    ["b", ["x", "red"]],
    {"items": ["a", ["x", "red"], "y"], "cost": 5}
  ]
}
""",
)

"""Write the page of solvers and settings, and the JSON schema of a search, from declarations.

`python docs/site/solvers_page.py` writes docs/solvers.md and docs/search.schema.json; a test fails
if they differ from what it writes. Solvers of other packages are not included.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ForwardRef, Union, get_args, get_origin, get_type_hints

from minuet import experiments, solvers
from minuet import setting as setting_puzzles
from minuet.models.answer import Answer
from minuet.solvers import Goal, get_solver
from minuet.solvers.contract import Solver
from minuet.solvers.contract.evidence import ASKED, Level
from minuet.solvers.contract.numbers import ExactNumber
from minuet.solvers.contract.watching import Listener
from minuet.solvers.fuzz import fuzz
from minuet.solvers.registry import foreign_names, solver_names
from minuet.solvers.sat.sat import IN_CHILD
from minuet.solvers.search import settings as declared
from minuet.solvers.search.alike import Alike
from minuet.solvers.search.place import Place
from minuet.solvers.search.selection import Hint, Sets
from minuet.solvers.search.settings import BESIDES, NAMES, SETTINGS, EverySetting, SuiteSettings

DOCS = Path(__file__).parents[1]
QUOTED = {  # the types that the declaration names in quotes
    "Alike": Alike,
    "ExactNumber": ExactNumber,
    "Hint": Hint,
    "Listener": Listener,
    "PathLike": PathLike,
    "Place": Place,
    "Solver": Solver,
    "Sets": Sets,
}
PACKAGES = (solvers, setting_puzzles, experiments)  # whose functions are listed
UNPACKED = re.compile(r"Unpack\[(\w+)\]")
ALL_FEATURES = sorted(get_solver("auto").features)

HEAD = """\
# Solvers and settings

This page lists the solvers, their techniques, and the settings of a search. All solvers read the
same matrix, so any of them can be named: `solve(puzzle, "cpsat")`, `minuet solve --solver cpsat`.
`auto`, the default, chooses by goal and matrix, tries the next solver if one does not finish or
rejects the matrix, and reports which one answered and why. Two solvers that contradict each other
are an error that names both.

*`docs/site/solvers_page.py` writes this page from the declarations; `minuet solvers` prints the
solvers with installed versions, including those of [other packages](extend.md#a-solver).*

- **Goals** are the questions: a first solution, the best one, better and better ones (improving),
  the k best in order (ranked), all, their number (count), one for each of many selections (many).
- **Features** are what a matrix may contain. A solver that lacks one rejects the matrix.
- Two solvers of one **kind** share code, so their agreement is no
  [evidence](trust.md#independent-solvers).

"""
TECHNIQUES = """\

## Techniques

A name after a colon chooses how a solver searches, as in `--solver dlx:links`. Without it, the
solver chooses. The techniques of `sat` are [below](#sat-solvers).

| name | what it does |
|---|---|
"""
SETTINGS_HEAD = """
## Settings

A setting has the same meaning for every function, command and suite. A value out of range, an
unknown name, and a setting that the goal or the solver does not take are errors.

```python
>>> from minuet.models.gallery import entry
>>> from minuet.solvers import Goal, Search, Settings
>>> search = Search(entry("queens-8").load(), Goal.COUNT, Settings(time_limit=60, memory="2G"))
>>> search.settings.to_dict()
{'time_limit': 60, 'memory': 2147483648}
>>> search.run().count
92

```

`Search.to_dict()` contains the goal, the problem as text, and each setting that differs from its
default; [search.schema.json](search.schema.json) is its JSON Schema.

| setting | type | default | what it does |
|---|---|---|---|
"""
FUNCTIONS = """
### Settings of each function

The *common settings* are {common}.

| function | settings |
|---|---|
"""
COMMON = ("time_limit", "seed", "threads", "parameters", "given", "forbidden", "solver")
SAT = """
## SAT solvers

`sat` encodes the matrix, reduced by the givens, as clauses for a solver of
[python-sat](https://pysathq.github.io), with one variable for each option. Its name is `sat`,
`sat:SOLVER` or `sat:SOLVER:ENCODING`; `sat` alone is `sat:glucose4`.

| run | solvers |
|---|---|
{ways}

```python
>>> from minuet.models import Sudoku
>>> from minuet.solvers import solve
>>> sudoku = Sudoku("8..........36......7..9.2...5...7......."
...                 "457.....1...3...1....68..85...1..9....4..")
>>> result = solve(sudoku, "sat:cadical195", seed=7, parameters={{"phase": 0}})
>>> print(result.status, result.solver)
OPTIMAL sat:cadical195
>>> result.statistics.conflicts > 0, result.statistics.propagations > 0
(True, True)

```

### Encodings

"At least one" is a clause. "At most one" of n options and "at most k" have several encodings:

| name | at most one | at most k |
|---|---|---|
| `pairwise` | a clause for each pair | |
| `bitwise` | n log n clauses, log n variables | |
| `ladder` | 4 n clauses, n variables | |
| `product` | some 2 n clauses, 2 √n variables | |
| `commander` | some 3 n clauses, n/3 variables | |
| `totalizer`, `seqcounter` | some 4 n and 3 n clauses | n k and more |
| `cardnetwrk`, `sortnetwrk` | some 5 n, and n log² n clauses | n log² k, and n log² n |
| `mtotalizer`, `kmtotalizer` | python-sat's own, for groups of up to 1000 options | the same |
| `native` | none: `minicard`, `gluecard3` and `gluecard4` handle "at most k" | none |

Encodings without an entry for "at most k" use the totalizer. By default, "at most one" is pairwise
for groups of up to 400 options (30, if that makes more than three million pairs in all) and
`product` for larger ones; "at most k" is the totalizer, or `cardnetwrk` if n k is large. More than
ten million clauses are an error.

A weighted item is one clause if its meaning is one, else a decision diagram of up to 10,000 states,
else a sum in binary. Graph rules and statements are not encoded, except for direct consequences: a
model that breaks one is excluded by a clause of the rule, and the solver continues with what it has
learned.

### Seeds, parameters, costs, proofs

- A seed shuffles the numbers of options and items. The same seed gives the same run.
- Parameters are those of the solver: the options of CaDiCaL 1.5.3, 1.9.5 and 3.0.0 (`seed`,
  `phase`, `restartint`, `stabilize` and others), the random ones of Glucose 4.2 (`rnd-seed`,
  `rnd-freq` ...), those of `ergo`; for several solvers `incr` (Glucose's incremental mode) and
  `warm_start` (a search for all solutions continues from the last one). An unknown name or value is
  an error that lists the known ones.
- With costs, a first solution is found without them; then RC2 raises the bound core by core until
  it meets the best solution. If the linear relaxation is tight, `dlx` and `mip` are faster.
- `evidence="certified"` and `sat_proof` let Glucose 4 and CaDiCaL 1.9.5 write a proof, from clauses
  that are written for the checker ([certificates](trust.md#certificates)).
"""


def page() -> str:
    """Return docs/solvers.md."""
    names = [name for name in ("auto", *solver_names()) if name not in foreign_names()]
    listed = [get_solver(name) for name in names]
    techniques = [line for solver in listed if solver.name != "sat" for line in _techniques(solver)]
    parts = (
        *(HEAD, *_solvers(listed), TECHNIQUES, *techniques),
        *(SETTINGS_HEAD, *_settings()),
        *(FUNCTIONS.format(common=_listed(COMMON)), *_functions_and_settings()),
        SAT.format(ways=_sat_solvers(get_solver("sat"))),
    )
    return "".join(parts)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _solvers(listed: list[Solver]) -> Iterator[str]:
    yield _row("solver", "what it is", "kind", "goals", "features", "takes") + "|---" * 6 + "|\n"
    for solver in listed:
        declared = solver.capabilities()
        takes = ", ".join(name for name in ("threads", "memory", "parameters") if declared[name])
        goals = "all" if len(declared["goals"]) == len(Goal) else ", ".join(declared["goals"])
        every = declared["features"] == ALL_FEATURES
        features = "all" if every else ", ".join(declared["features"])
        yield _row(f"`{solver.name}`", solver.summary, declared["kind"], goals, features, takes)


def _techniques(solver: Solver) -> Iterator[str]:
    for name, summary in solver.capabilities()["techniques"].items():
        yield _row(f"`{solver.name}:{name}`", summary)


def _sat_solvers(sat: Solver) -> str:
    """Return the rows of python-sat's solvers, by how they run."""
    names = sat.capabilities()["techniques"]
    thread = _listed(name for name in names if name not in IN_CHILD)
    child = _listed(name for name in names if name in IN_CHILD)
    return (
        _row("in a thread", thread)
        + f"| in a child process (they cannot be interrupted) | {child} |"
    )


def _settings() -> Iterator[str]:
    for name, setting in SETTINGS.items():
        default = "" if setting.default is None else f"`{_plain(setting.default)}`"
        kind = _type_of(get_args(EverySetting.__annotations__[name])[0])
        yield _row(f"`{name}`", kind, default, setting.help)


def _functions_and_settings() -> Iterator[str]:
    for name, function in sorted(_functions().items()):
        if names := _settings_of(function):
            common = set(COMMON) <= set(names)
            rest = _listed(name for name in names if not common or name not in COMMON)
            yield _row(f"`{name}`", ", ".join(filter(None, ("the common ones" * common, rest))))
    names = _listed(SuiteSettings.__annotations__)
    yield f"\nA `[[solver]]` of a [suite](research/experiments.md#solvers) takes {names}.\n"


def _functions() -> dict[str, Any]:
    """Return the functions that may take settings, by the names that a reader calls."""
    public = {name: getattr(package, name) for package in PACKAGES for name in package.__all__}
    functions = {name: value for name, value in public.items() if inspect.isfunction(value)}
    return {**functions, "fuzz": fuzz}


def _settings_of(function: Any) -> list[str]:
    """Return the settings that a function takes, as keywords or as parameters of its own."""
    parameters = inspect.signature(function).parameters
    unpacked = (UNPACKED.fullmatch(str(one.annotation)) for one in parameters.values())
    keywords = next((match[1] for match in unpacked if match), None)
    if keywords is None:
        return []
    own = {"solver"}.union(
        *(BESIDES.get(goal, ()) for goal in Goal if goal.verb == function.__name__)
    )
    names = {*getattr(declared, keywords).__annotations__, *own.intersection(parameters)}
    return [name for name in SETTINGS if name in names]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _type_of(kind: Any) -> str:
    """Return a type as a reader knows it."""
    text = kind.__forward_arg__ if isinstance(kind, ForwardRef) else str(kind)
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else text
    return re.sub(r"\b\w+\.", "", text).replace(" | ", " or ").replace(" or None", "")


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str) else repr(value)


def schema() -> dict[str, Any]:
    """Return the JSON schema of `Search.to_dict()`."""
    kinds = get_type_hints(EverySetting, localns=QUOTED, include_extras=True)
    settings = {
        name: {"description": SETTINGS[name].help, **(_json_of(get_args(kind)[0]) or {})}
        for name, kind in kinds.items()
        if _json_of(get_args(kind)[0]) is not None
    }
    order = [name for name in SETTINGS if name in settings]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A search of minuet, as Search.to_dict() returns it",
        "type": "object",
        "required": ["goal", "settings", "problem"],
        "additionalProperties": False,
        "properties": {
            "goal": {"enum": [str(goal) for goal in Goal]},
            "settings": {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: settings[name] for name in order},
            },
            "problem": {
                "type": "object",
                "required": ["format", "text"],
                "additionalProperties": False,
                "properties": {"format": {"enum": ["dlx", "toml"]}, "text": {"type": "string"}},
            },
        },
        "allOf": [_of_goal(goal, order) for goal in Goal],
    }


def _of_goal(goal: Goal, order: Iterable[str]) -> dict[str, Any]:
    """Return the rule that a search with a goal has only the settings that the goal takes."""
    names = [name for name in order if name in NAMES[goal]]
    return {
        "if": {"properties": {"goal": {"const": str(goal)}}},
        "then": {"properties": {"settings": {"propertyNames": {"enum": names}}}},
    }


def _json_of(kind: Any) -> dict[str, Any] | None:
    """Return the schema of the JSON form of a type; None: it has none."""
    if kind is Any:
        return {"type": "string"}
    if get_origin(kind) in (Union, UnionType):
        kinds = [part for part in get_args(kind) if part is not NoneType]
        if Level in kinds:
            kinds.remove(str)  # a word is the name of a level
        schemas = [_json_of(part) for part in kinds]
        parts = [s for k, s in enumerate(schemas) if s is not None and s not in schemas[:k]]
        if len(parts) > 1:
            return {"anyOf": parts}
        return parts[0] if parts else None
    base = get_origin(kind) or kind
    for known, form in _PLAIN.items():
        if base is known:
            return dict(form)
    if base is Mapping:
        return {"type": "object"}
    if base in (Iterable, Sequence):
        items = _json_of(get_args(kind)[0])
        return None if items is None else {"type": "array", "items": items}
    return None


_PLAIN: dict[Any, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    Level: {"enum": [str(level) for level in ASKED]},
    Solver: {"type": "string"},
    PathLike: {"type": "string"},
    Answer: {"type": "array", "items": {"type": "integer"}},
    Fraction: {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
    Decimal: {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
}


def written() -> dict[Path, str]:
    """Return the texts of the files, by their paths."""
    return {
        DOCS / "solvers.md": page(),
        DOCS / "search.schema.json": json.dumps(schema(), indent=2) + "\n",
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, "utf-8")
